//! MJCF, the model format of MuJoCo: `docs/mjcf.md` says what is read, and what is refused.
//!
//! A body with several joints becomes a chain of links without mass; a body without a joint is
//! merged into what it sits on. Numbers are exact decimals, angles in degrees exact multiples of
//! pi; volumes with pi in them, and rotations by quaternions other than quarter turns, are decimals.

mod actuator;
mod body;
mod compiler;
mod defaults;
mod element;
mod equality;
mod geom;
mod include;
mod inertial;
mod joint;
mod known;
mod left_out;
mod mesh;
mod orientation;
mod tool;
mod write;

pub use write::write_mjcf;

use appell_algebra::{Error, Poly};
use appell_diagnostic::{Diagnostic, Severity};
use appell_spatial::Vector;
use roxmltree::Node;

use crate::advice::{Xml, in_words_of};
use crate::build::{check_joint_count, findings_of};
use crate::draft::Draft;
use crate::parameter::Parameter;
use crate::read::{Options, Reading};
use crate::reader::Reader;
use crate::xml::{self, start_tag};

/// Reads a robot from MJCF. Where gravity is along -z of the world, it is the symbol g.
///
/// ```
/// let file = r#"<mujoco model="pendulum"><worldbody>
///   <body name="rod"><joint name="hinge" axis="0 1 0" damping="0.1"/>
///     <geom type="capsule" fromto="0 0 0 0 0 -1" size="0.05" mass="2"/></body>
/// </worldbody></mujoco>"#;
/// let robot = appell_model::read_mjcf(file, &Default::default()).robot.ok_or("no robot")?;
/// assert_eq!(robot.joints()[0].name, "hinge");
/// assert_eq!(robot.evaluate(&robot.joints()[0].body.centre.0[2])?, -0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_mjcf(text: &str, options: &Options) -> Reading {
    let merged = match include::merge(text, &options.files) {
        Ok(merged) => merged,
        Err(problem) => return Reading::failed(vec![*problem]),
    };
    let mut reader = Reader::new(&merged.text);
    let draft = match xml::parse(&merged.text) {
        Ok(document) => draft_of(document.root_element(), &mut reader, options),
        Err(failure) => {
            let (problem, span) = *failure;
            reader.report(problem, span);
            None
        }
    };
    let mut reading = reader.finish(draft, options);
    in_words_of(Xml::Mjcf, &mut reading.findings);
    merged.located(reading)
}

/// Whether a text is MJCF: by its root element, where it has one.
pub(crate) fn is_mjcf(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, tag)) = rest.split_once('<') {
        rest = match tag {
            comment if comment.starts_with("!--") => {
                comment.split_once("-->").map_or("", |(_, rest)| rest)
            }
            other if other.starts_with(['?', '!']) => other,
            root => return root.starts_with("mujoco"),
        };
    }
    false
}

fn draft_of(root: Node<'_, '_>, reader: &mut Reader<'_>, options: &Options) -> Option<Draft> {
    if root.tag_name().name() != "mujoco" {
        let problem = Diagnostic::error("not-mjcf", "expected the root element <mujoco>")
            .fact("root", root.tag_name().name())
            .hint("URDF has the root <robot>; name such a file .urdf");
        reader.report(problem, start_tag(root));
        return None;
    }
    let sections = |name: &'static str| {
        root.children().filter(move |node| node.is_element() && node.tag_name().name() == name)
    };
    let joints = sections("worldbody").flat_map(|world| world.descendants());
    let joints = joints.filter(|node| node.tag_name().name() == "joint").count();
    if let Some(problem) = check_joint_count(joints).filter(|it| it.code != "no-joints") {
        reader.report(problem, start_tag(root));
        return None;
    }
    let compiler = compiler::read(sections("compiler"), reader);
    let physics = compiler::read_option(sections("option"), reader);
    let classes = defaults::Classes::read(sections("default"), reader);
    let name = root.attribute("model").unwrap_or("MuJoCo Model").to_owned();
    let mut draft = Draft { name, ..Draft::new(&reader.symbols) };
    if let Err(error) = gravity(&physics.gravity, &mut draft, reader) {
        reader.findings.extend(findings_of(&error, &["gravity"]));
    }
    let (compiler, classes) = (compiler?, classes?);
    let meshes = mesh::Meshes::read(sections("asset"), &compiler, &classes);
    let context = body::Context {
        compiler: &compiler,
        physics: &physics,
        classes: &classes,
        options,
        meshes: &meshes,
    };
    let bodies = body::assemble(sections("worldbody"), &context, &mut draft, reader)?;
    equality::read(sections("equality"), &context, &bodies, &mut draft, reader);
    actuator::read(sections("actuator"), &context, &bodies, &mut draft, reader);
    left_out::check_tendons(sections("tendon"), &context, reader);
    meshes.report(reader);
    left_out::note(root, reader);
    if draft.joints.is_empty() {
        // a joint that was refused is named already
        if reader.findings.iter().any(|finding| finding.severity == Severity::Error) {
            return None;
        }
        let problem = Diagnostic::error("no-joints", "no body of this file has a joint")
            .hint("give a body a <joint type=\"hinge\"/> or <joint type=\"slide\"/>");
        reader.report(problem, start_tag(root));
        return None;
    }
    draft.tool = tool::choose(&bodies, &draft, options, reader)?;
    draft.frames = tool::frames(&bodies, &draft, options, reader);
    Some(draft)
}

/// Gravity; along -z it is the symbol g with its value.
fn gravity(gravity: &Vector<Poly>, draft: &mut Draft, reader: &Reader<'_>) -> Result<(), Error> {
    let Vector([x, y, z]) = gravity;
    let down = z.as_constant().is_some_and(|z| z.is_negative());
    if !(x.is_zero() && y.is_zero() && down) {
        draft.gravity = gravity.clone();
        return Ok(());
    }
    let symbol = reader.symbols.parameter("g")?;
    draft.gravity = Vector::new(Poly::ZERO, Poly::ZERO, -Poly::from(symbol));
    draft.parameters.push(Parameter {
        symbol,
        name: "g".to_owned(),
        value: Some(-z),
        unit: Some("m/s^2".to_owned()),
        note: None,
        latex: None,
    });
    Ok(())
}
