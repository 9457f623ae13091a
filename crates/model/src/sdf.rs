//! SDF, the robot format of Gazebo: models with poses relative to any frame.
//!
//! Read: links, frames, joints of the types revolute, continuous, prismatic and fixed, with
//! limits, damping, friction, springs and mimic; poses by angles in radians or degrees or by
//! quaternions. The base is the world: a model that is not attached to it is fixed by its root
//! link, with a warning. Refused by name: other joints, nested models, includes.

mod element;
mod frames;
mod joint;
mod link;
mod model;
mod write;

pub use write::write_sdf;

use appell_algebra::{Poly, Rational};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_spatial::Vector;
use roxmltree::Node;

use crate::advice::Xml;
use crate::draft::Draft;
use crate::read::{Options, Reading};
use crate::reader::Reader;
use crate::urdf::element::check_attributes;
use crate::urdf::extensions::Unread;
use crate::urdf::{gravity, read_xml};
use crate::xml::start_tag;
use element::{child, children, flag, text_of, triple};

/// Reads a robot from SDF: the only model with moving joints, or the one that the options name.
///
/// ```
/// let file = r#"<sdf version="1.9"><model name="slide">
///   <link name="cart"><inertial><mass>2.5</mass></inertial></link>
///   <joint name="x" type="prismatic"><parent>world</parent><child>cart</child>
///     <axis><xyz>1 0 0</xyz><limit><lower>0</lower><upper>1</upper></limit></axis></joint>
/// </model></sdf>"#;
/// let robot = appell_model::read_sdf(file, &Default::default()).robot.ok_or("no robot")?;
/// assert_eq!(robot.joints()[0].body.mass.text(robot.symbols()), "5/2");
/// # Ok::<(), &str>(())
/// ```
pub fn read_sdf(text: &str, options: &Options) -> Reading {
    read_xml(text, Xml::Sdf, options, draft_of)
}

fn draft_of(root: Node<'_, '_>, reader: &mut Reader<'_>, options: &Options) -> Option<Draft> {
    if root.tag_name().name() != "sdf" {
        let problem = Diagnostic::error("not-sdf", "expected the root element <sdf>")
            .fact("root", root.tag_name().name())
            .hint("URDF is read from files that end in .urdf");
        reader.report(problem, start_tag(root));
        return None;
    }
    if let Some(node) = root.descendants().find(|it| it.has_tag_name("include")) {
        let message = "models of other files are not included: `include`";
        let problem = Diagnostic::error("sdf-include", message)
            .hint("paste the model into this file, or take the element out");
        reader.report(problem, start_tag(node));
        return None;
    }
    let chosen = choose(root, reader, options)?;
    let world = chosen.parent_element().filter(|it| it.has_tag_name("world"));
    let mut unread = Unread::default();
    check_attributes(root, &["version"], reader);
    unread.checked(root, &["world", "model"], reader);
    if let Some(world) = world {
        check_attributes(world, &["name"], reader);
        unread.checked(world, &["gravity", "model"], reader);
    }
    let g = gravity(reader).ok()?;
    let mut draft = Draft {
        name: chosen.attribute("name").unwrap_or_default().to_owned(),
        gravity: Vector::new(Poly::ZERO, Poly::ZERO, -Poly::from(g.symbol)),
        parameters: vec![g],
        ..Draft::new(&reader.symbols)
    };
    if let Some(world) = world {
        fall(world, &mut draft, reader);
    }
    let version = version(root, reader);
    model::read(chosen, version, unread, &mut draft, reader, options)?;
    Some(draft)
}

/// The gravity of a world; that of SDF where it has none.
fn fall(world: Node<'_, '_>, draft: &mut Draft, reader: &mut Reader<'_>) {
    let given = child(world, "gravity").and_then(|node| {
        check_attributes(node, &[], reader);
        triple(node, reader)
    });
    let standard = || ["0", "0", "-9.8"].map(|text| text.parse().unwrap_or_default());
    let [x, y, z]: [Rational; 3] = given.unwrap_or_else(standard);
    match x.is_zero() && y.is_zero() && z.to_f64() < 0.0 {
        true => {
            draft.parameters.iter_mut().for_each(|g| g.value = Some(-Poly::constant(z.clone())))
        }
        false => {
            draft.parameters.clear();
            draft.gravity = Vector([x, y, z].map(Poly::constant));
        }
    }
}

/// The version of the format, in hundredths: 1.10 is 110. The frame of joint axes depends on it.
fn version(root: Node<'_, '_>, reader: &mut Reader<'_>) -> u32 {
    const NEWEST: u32 = 112;
    let given = root.attribute("version");
    let number = |text: &str| text.parse::<u32>().ok().filter(|it| *it < 100);
    let read = |text: &str| {
        let (major, minor) = text.trim().split_once('.')?;
        Some(100 * number(major)? + number(minor)?)
    };
    given.and_then(read).unwrap_or_else(|| {
        let message = match given {
            Some(text) => format!("expected a version such as 1.9, found `{}`", excerpt(text)),
            None => "<sdf> has no `version`".to_owned(),
        };
        let problem = Diagnostic::warning("sdf-version", message).hint(
            "write the version that the file was made for, such as <sdf version=\"1.9\">; here axes are read in the frames of their joints, as since 1.5",
        );
        reader.report(problem, start_tag(root));
        NEWEST
    })
}

/// The model that is meant: that of the options, or the only one that moves.
fn choose<'a, 'i>(
    root: Node<'a, 'i>,
    reader: &mut Reader<'_>,
    options: &Options,
) -> Option<Node<'a, 'i>> {
    let worlds = children(root, "world").chain([root]);
    let models: Vec<Node<'a, 'i>> = worlds.flat_map(|it| children(it, "model")).collect();
    let name = |model: &Node<'_, '_>| model.attribute("name").unwrap_or_default().to_owned();
    let names = |models: &[Node<'_, '_>]| {
        models.iter().take(12).map(name).collect::<Vec<String>>().join(", ")
    };
    if let Some(wanted) = &options.model {
        let found = models.iter().find(|model| name(model) == *wanted);
        if found.is_none() {
            let problem =
                Diagnostic::error("unknown-model", format!("the file has no model `{wanted}`"))
                    .fact("models", names(&models))
                    .hint("choose one of them: --model NAME");
            reader.report(problem, start_tag(root));
        }
        return found.copied();
    }
    let mut is_static = |model: &Node<'_, '_>| {
        let word = text_of(*model, "static", reader);
        word.and_then(|word| flag(word, *model, reader)).unwrap_or_default()
    };
    let moving: Vec<Node<'a, 'i>> = models
        .iter()
        .filter(|model| !is_static(model) && child(**model, "joint").is_some())
        .copied()
        .collect();
    match moving.as_slice() {
        [model] => {
            if models.len() > 1 {
                let others: Vec<Node<'_, '_>> =
                    models.iter().filter(|it| *it != model).copied().collect();
                let note = Diagnostic::note("other-models", "models without joints are not read")
                    .fact("models", names(&others))
                    .hint("choose another one: --model NAME");
                reader.report(note, start_tag(others[0]));
            }
            Some(*model)
        }
        [] => {
            let message = "this file has no model with joints that is not static";
            let problem = Diagnostic::error("no-joints", message)
                .fact("models", names(&models))
                .hint("give a joint the type revolute, continuous or prismatic, and take <static> out");
            reader.report(problem, start_tag(root));
            None
        }
        [_, second, ..] => {
            let problem = Diagnostic::error("several-models", "this file has several models")
                .fact("models", names(&moving))
                .hint("choose one: --model NAME");
            reader.report(problem, start_tag(*second));
            None
        }
    }
}
