//! URDF, the robot format of ROS: an own reader, so that every finding has its place in the file.
//!
//! Read: revolute, continuous, prismatic and fixed joints; a fixed joint is merged into the link it
//! sits on. Mass, centre and inertia in their own frames; limits; damping, friction, armature;
//! mimic; springs of Gazebo, rotors of transmissions. Meshes are kept by name. Refused: floating
//! and planar joints, closed loops. What else a file has is listed in a note.

mod element;
pub(crate) mod extensions;
pub(crate) mod joint;
pub(crate) mod limits;
pub(crate) mod link;
pub(crate) mod snap;
pub(crate) mod tree;
pub(crate) mod write;

pub use write::write_urdf;

use appell_algebra::{Error, Poly};
use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;
use roxmltree::{Document, Node, ParsingOptions};

use crate::build::{MAX_JOINTS, check_joint_count};
use crate::draft::Draft;
use crate::joint::JointKind;
use crate::parameter::Parameter;
use crate::read::{Options, Reading};
use crate::reader::Reader;

/// More elements than this are no robot.
const MAX_NODES: u32 = 1_000_000;

/// A tree has one link more than joints.
const MAX_LINKS: usize = MAX_JOINTS + 1;

/// Reads a robot from URDF. Gravity is the symbol g, along -z of the root link.
///
/// ```
/// let file = r#"<robot name="slide">
///   <link name="rail"/>
///   <link name="cart"><inertial><mass value="2.5"/>
///     <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
///   <joint name="x" type="prismatic"><parent link="rail"/><child link="cart"/>
///     <axis xyz="1 0 0"/><limit lower="0" upper="1" effort="10" velocity="1"/></joint>
/// </robot>"#;
/// let robot = appell_model::read_urdf(file, &Default::default()).robot.ok_or("no robot")?;
/// assert_eq!(robot.joints()[0].name, "x");
/// # Ok::<(), &str>(())
/// ```
pub fn read_urdf(text: &str, options: &Options) -> Reading {
    read_xml(text, options, draft_of)
}

/// Reads a robot from XML by a function of its root element.
pub(crate) fn read_xml(
    text: &str,
    options: &Options,
    draft_of: impl FnOnce(Node<'_, '_>, &mut Reader<'_>, &Options) -> Option<Draft>,
) -> Reading {
    // some programs write the end mark of their strings, too
    let text = text.trim_end_matches('\0');
    let mut reader = Reader::new(text);
    let limits = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..Default::default() };
    if let Some(at) = crowded_tag(text) {
        let problem = Diagnostic::error("xml", "an element with far too many attributes")
            .hint("an element of a robot has a handful");
        reader.report(problem, at..at + 1);
        return reader.finish(None, options);
    }
    let draft = match Document::parse_with_options(text, limits) {
        Ok(document) => draft_of(document.root_element(), &mut reader, options),
        Err(error) => {
            let at = match error {
                roxmltree::Error::DtdDetected => text.find("<!DOCTYPE").unwrap_or_default(),
                _ => offset(text, error.pos()),
            };
            let hint = match error {
                roxmltree::Error::DtdDetected => {
                    "take the document type out; robot files have none"
                }
                _ => "close every element, write & as &amp;, and no control characters",
            };
            let problem = Diagnostic::error("xml", error.to_string()).hint(hint);
            reader.report(problem, at..at);
            None
        }
    };
    reader.finish(draft, options)
}

/// Where an element has so many attributes that comparing their names would take long.
pub(crate) fn crowded_tag(text: &str) -> Option<usize> {
    const MANY: usize = 1000;
    let (mut start, mut count) = (0, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => (start, count) = (at, 0),
            b'=' => count += 1,
            _ => {}
        }
        if count > MANY {
            return Some(start);
        }
    }
    None
}

/// The byte at which a row and a column stand.
fn offset(text: &str, position: roxmltree::TextPos) -> usize {
    let row = position.row.saturating_sub(1) as usize;
    let line_start: usize = text.split_inclusive('\n').take(row).map(str::len).sum();
    let line = text[line_start..].chars().take(position.col.saturating_sub(1) as usize);
    line_start + line.map(char::len_utf8).sum::<usize>()
}

fn draft_of(root: Node<'_, '_>, reader: &mut Reader<'_>, options: &Options) -> Option<Draft> {
    if root.tag_name().name() != "robot" {
        let problem = Diagnostic::error("not-urdf", "the root of a URDF is <robot>")
            .fact("root", root.tag_name().name())
            .hint("SDF is read from files that end in .sdf");
        reader.report(problem, start_tag(root));
        return None;
    }
    let xacro =
        |node: &Node<'_, '_>| node.tag_name().namespace().is_some_and(|n| n.contains("xacro"));
    if let Some(node) = root.descendants().find(xacro) {
        let problem = Diagnostic::error("xacro", "this file has macros: it is xacro, not URDF")
            .hint("end its name in .xacro");
        reader.report(problem, start_tag(node));
        return None;
    }
    let elements = |name: &'static str| {
        root.children().filter(move |node| node.is_element() && node.tag_name().name() == name)
    };
    if let Some(problem) = check_joint_count(elements("joint").count()) {
        reader.report(problem, start_tag(root));
        return None;
    }
    let links = elements("link").count();
    if links > MAX_LINKS {
        let problem =
            Diagnostic::error("too-many-links", "this file has too many links for a robot")
                .fact("links", links)
                .fact("limit", MAX_LINKS)
                .hint("take out the links that no joint carries");
        reader.report(problem, start_tag(root));
        return None;
    }
    let name = element::attribute(root, "name", reader).unwrap_or_default();
    let links: Vec<_> = elements("link").map(|node| link::read(node, options, reader)).collect();
    let joints: Vec<_> = elements("joint").map(|node| joint::read(node, options, reader)).collect();
    // all of the file is looked at before one fault in it counts
    let links = links.into_iter().collect::<Option<Vec<_>>>()?;
    let mut joints = joints.into_iter().collect::<Option<Vec<_>>>()?;
    extensions::read(root, &mut joints, reader);
    let g = gravity(reader).ok()?;
    let mut draft = Draft {
        name,
        gravity: Vector::new(Poly::ZERO, Poly::ZERO, -Poly::from(g.symbol)),
        parameters: vec![g],
        ..Draft::new(&reader.symbols)
    };
    if joints.iter().all(|joint| joint.kind == JointKind::Fixed) {
        let problem = Diagnostic::error("no-joints", "every joint of this file is fixed")
            .hint("a robot has a revolute, continuous or prismatic joint");
        reader.report(problem, start_tag(root));
        return None;
    }
    tree::assemble(&links, &joints, &mut draft, reader, options)?;
    Some(draft)
}

pub(crate) fn gravity(reader: &Reader<'_>) -> Result<Parameter, Error> {
    let value = "9.81".parse().map(Poly::constant)?;
    Ok(Parameter {
        symbol: reader.symbols.parameter("g")?,
        name: "g".to_owned(),
        value: Some(value),
        unit: Some("m/s^2".to_owned()),
        note: None,
    })
}

/// The place of an element: its start tag, not all that it holds.
pub(crate) fn start_tag(node: Node<'_, '_>) -> std::ops::Range<usize> {
    let range = node.range();
    let text = &node.document().input_text()[range.clone()];
    let end = text.find(['>', '\n']).map_or(range.end, |end| range.start + end + 1);
    range.start..end
}
