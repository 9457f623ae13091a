//! URDF, the robot format of ROS: an own reader, so that every finding has its place in the file.
//!
//! Read: revolute, continuous, prismatic and fixed joints; a fixed joint is merged into the link it
//! sits on. Mass, centre and inertia in their own frames; limits; damping, friction, armature;
//! mimic; springs of Gazebo, rotors of transmissions. Meshes are kept by name. Refused: floating
//! and planar joints, closed loops. What else a file has is listed in a note.

pub(crate) mod element;
pub(crate) mod extensions;
pub(crate) mod joint;
pub(crate) mod limits;
pub(crate) mod link;
pub(crate) mod snap;
pub(crate) mod tree;
pub(crate) mod write;

pub(crate) use snap::{NEAR, snap_axis};
pub use write::write_urdf;

use appell_algebra::{Error, Poly};
use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;
use roxmltree::Node;

use crate::advice::{Xml, in_words_of};
use crate::build::{MAX_JOINTS, check_joint_count};
use crate::draft::Draft;
use crate::joint::JointKind;
use crate::parameter::Parameter;
use crate::read::{Options, Reading};
use crate::reader::Reader;
use crate::xml::{self, start_tag};

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
    read_xml(text, Xml::Urdf, options, draft_of)
}

/// Reads a robot from XML by a function of its root element.
pub(crate) fn read_xml(
    text: &str,
    format: Xml,
    options: &Options,
    draft_of: impl FnOnce(Node<'_, '_>, &mut Reader<'_>, &Options) -> Option<Draft>,
) -> Reading {
    // some programs write the end mark of their strings, too
    let text = text.trim_end_matches('\0');
    let mut reader = Reader::new(text);
    let draft = match xml::parse(text) {
        Ok(document) => draft_of(document.root_element(), &mut reader, options),
        Err(failure) => {
            let (problem, span) = *failure;
            reader.report(problem, span);
            None
        }
    };
    let mut reading = reader.finish(draft, options);
    in_words_of(format, &mut reading.findings);
    reading
}

fn draft_of(root: Node<'_, '_>, reader: &mut Reader<'_>, options: &Options) -> Option<Draft> {
    if root.tag_name().name() != "robot" {
        let problem = Diagnostic::error("not-urdf", "expected the root element <robot>")
            .fact("root", root.tag_name().name())
            .hint("MJCF has the root <mujoco>: name such a file .xml; SDF is read from .sdf");
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
    element::check_attributes(root, &["name", "version"], reader);
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
            .hint("give a joint the type revolute, continuous or prismatic");
        reader.report(problem, start_tag(root));
        return None;
    }
    tree::assemble(&links, &joints, &[], &mut draft, reader, options)?;
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
        latex: None,
    })
}
