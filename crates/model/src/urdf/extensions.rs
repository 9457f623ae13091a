//! What is beside links and joints: springs of Gazebo, transmissions, and elements that are not
//! read, of which one note has the list.

use std::collections::{BTreeMap, BTreeSet};

use appell_algebra::{Poly, Rational};
use appell_diagnostic::{Diagnostic, excerpt, nearest};
use roxmltree::Node;

use super::element::{Content, check_content, second_of};
use super::joint::{JOINT, UrdfJoint, reflected};
use super::link::LINK_CHILDREN;
use super::start_tag;
use crate::coupling::Spring;
use crate::joint::JointKind;
use crate::link::MeshUse;
use crate::reader::Reader;
use crate::solid::{SOLIDS, solid};

/// Reads springs and rotors into the joints; notes what has no place in the model.
pub(super) fn read(root: Node<'_, '_>, joints: &mut [UrdfJoint], reader: &mut Reader<'_>) {
    let mut unread = Unread::default();
    let by_name: BTreeMap<String, usize> =
        joints.iter().enumerate().map(|(index, joint)| (joint.name.clone(), index)).collect();
    let find = |name: Option<&str>| name.and_then(|name| by_name.get(name)).copied();
    for node in root.children().filter(Node::is_element) {
        match node.tag_name().name() {
            "gazebo" => {
                let joint = find(node.attribute("reference"));
                gazebo(node, joint.map(|index| &mut joints[index]), &mut unread, reader);
            }
            "transmission" => {
                let target = node.children().find(|it| it.has_tag_name("joint"));
                let joint = find(target.and_then(|it| it.attribute("name")));
                transmission(node, joint.map(|index| &mut joints[index]), &mut unread, reader);
            }
            "loop_joint" => {
                let message = "closed loops of joints are not supported: `loop_joint`";
                let problem = Diagnostic::error("joint-loop", message)
                    .hint("without this element the file describes the open tree");
                reader.report(problem, start_tag(node));
            }
            "link" => {
                unread.strangers(node, &LINK_CHILDREN);
                unread.shapes(node);
            }
            "joint" => unread.listed(node, &JOINT),
            _ => unread.element(node),
        }
    }
    if let Some(note) = unread.note() {
        reader.findings.push(note);
    }
}

/// The spring of a joint; what else Gazebo has is for contacts, sensors and pictures, but for links without
/// gravity, of which a warning is given.
fn gazebo(
    node: Node<'_, '_>,
    joint: Option<&mut UrdfJoint>,
    unread: &mut Unread,
    reader: &mut Reader<'_>,
) {
    warn_of_weightless(node, reader);
    const KNOWN: [&str; 2] = ["springStiffness", "springReference"];
    let mut entries = KNOWN.map(|name| {
        let child = node.children().find(|it| it.has_tag_name(name))?;
        number_in(child, reader)
    });
    match joint {
        Some(joint) if joint.kind != JointKind::Fixed => {
            let [stiffness, rest] =
                entries.each_mut().map(|it| Poly::constant(it.take().unwrap_or_default()));
            if !stiffness.is_zero() {
                joint.spring = Spring { stiffness, rest };
            }
            unread.children(node, &KNOWN);
        }
        _ => unread.children(node, &[]),
    }
}

/// A warning where Gazebo switches the gravity of a link off: the robot has it nevertheless, as for other readers
/// of URDF.
fn warn_of_weightless(node: Node<'_, '_>, reader: &mut Reader<'_>) {
    let says = |child: &Node<'_, '_>, words: [&str; 2]| {
        let text = child.attribute("value").or_else(|| child.text()).unwrap_or_default();
        words.contains(&text.trim())
    };
    let off = node.children().find(|child| match child.tag_name().name() {
        "gravity" => says(child, ["false", "0"]),
        "turnGravityOff" => says(child, ["true", "1"]),
        _ => false,
    });
    if let Some(off) = off {
        let link = excerpt(node.attribute("reference").unwrap_or("the whole robot"));
        let message = format!("Gazebo has no gravity on `{link}`; here gravity acts on it");
        let warning = Diagnostic::warning("link-gravity", message)
            .hint("take this element out; the model has one gravity for all links");
        reader.report(warning, off.range());
    }
}

/// The rotor of a motor, where its inertia is given (as Drake has it, `rotor_inertia` and
/// `gear_ratio`). The ratio alone does not change the mechanics of the joint.
fn transmission(
    node: Node<'_, '_>,
    joint: Option<&mut UrdfJoint>,
    unread: &mut Unread,
    reader: &mut Reader<'_>,
) {
    let all = |names: &[&str]| -> Vec<Node<'_, '_>> {
        node.descendants().filter(|it| names.contains(&it.tag_name().name())).collect()
    };
    let inertias = all(&["rotor_inertia"]);
    let Some(inertia) = inertias.first().copied() else { return unread.element(node) };
    let ratios = all(&["gear_ratio", "mechanicalReduction"]);
    let ratio = ratios.first().copied();
    let has_armature = joint.as_ref().is_some_and(|joint| joint.rotor.is_some());
    let moves = joint.as_ref().is_some_and(|joint| joint.kind != JointKind::Fixed);
    let obstacle = match () {
        () if all(&["joint"]).len() > 1 => Some("several joints"),
        () if !moves => Some("no joint that moves"),
        () if inertias.len() > 1 || all(&["actuator"]).len() > 1 => Some("several motors"),
        () if ratios.len() > 1 => Some("several ratios"),
        () if has_armature => Some("a joint that has a rotor"),
        () => None,
    };
    if let Some(obstacle) = obstacle {
        let name = excerpt(node.attribute("name").unwrap_or_default()).to_owned();
        let message = format!("the transmission `{name}` has {obstacle}: its rotors are left out");
        let hint = "convert the file to .toml and write the motors as `rotor`, with \
                    `ratio = { joint1 = 50, joint2 = -50 }` where one turns with several joints";
        let warning = Diagnostic::warning("transmission-left-out", message).hint(hint);
        return reader.report(warning, start_tag(node));
    }
    let inertia = number_in(inertia, reader);
    let number = ratio.map_or(Some(Rational::ONE), |node| number_in(node, reader));
    if let (Some(zero), true) = (ratio, number == Some(Rational::ZERO)) {
        let tag = zero.tag_name().name();
        let message = format!("the ratio of a gear is zero: `{tag}`");
        let problem = Diagnostic::error("zero-ratio", message)
            .hint(format!("write the ratio of the gear: <{tag}>...</{tag}>"));
        return reader.report(problem, zero.range());
    }
    if let (Some(joint), Some(inertia), Some(ratio)) = (joint, inertia, number) {
        joint.rotor = Some(reflected(inertia, ratio, &joint.name));
    }
    // `hardwareInterface` describes a controller and does not change the mechanics: it is not listed
    const KNOWN: [&str; 7] = [
        "type",
        "joint",
        "actuator",
        "hardwareInterface",
        "rotor_inertia",
        "gear_ratio",
        "mechanicalReduction",
    ];
    unread.children(node, &KNOWN);
    node.children().filter(Node::is_element).for_each(|child| unread.children(child, &KNOWN));
}

/// The number that an element has as its attribute `value`, or inside.
fn number_in(node: Node<'_, '_>, reader: &mut Reader<'_>) -> Option<Rational> {
    let text = node.attribute("value").or_else(|| node.text()).unwrap_or_default().trim();
    let number = text.parse().ok().filter(|it| Rational::to_f64(it).is_finite());
    if number.is_none() {
        let message = format!("expected a finite number, found `{}`", excerpt(text));
        let problem = Diagnostic::error("bad-number", message)
            .fact("element", node.tag_name().name())
            .hint("write a number such as 3, 0.25 or 1.5e-3");
        reader.report(problem, node.range());
    }
    number
}

/// Elements of which a parent may have several.
const SEVERAL: [&str; 7] = ["collision", "frame", "joint", "link", "model", "visual", "world"];

/// How often elements occur that are not read, by their names.
#[derive(Default)]
pub(crate) struct Unread(BTreeMap<String, usize>);

impl Unread {
    pub(crate) fn element(&mut self, node: Node<'_, '_>) {
        *self.0.entry(node.tag_name().name().to_owned()).or_default() += 1;
    }

    /// Counts the children of an element that are not known.
    pub(crate) fn children(&mut self, node: Node<'_, '_>, known: &[&str]) {
        let parent = node.tag_name().name();
        for child in node.children().filter(Node::is_element) {
            let name = child.tag_name().name();
            if !known.contains(&name) {
                *self.0.entry(format!("{parent}/{name}")).or_default() += 1;
            }
        }
    }

    /// Counts the children of an element that its format has, and that are not read.
    fn listed(&mut self, node: Node<'_, '_>, content: &Content) {
        let parent = node.tag_name().name();
        for child in node.children().filter(Node::is_element) {
            let name = child.tag_name().name();
            let is_foreign = child.tag_name().namespace().is_some();
            if !content.read.contains(&name) && (is_foreign || content.listed.contains(&name)) {
                *self.0.entry(format!("{parent}/{name}")).or_default() += 1;
            }
        }
    }

    /// The same with warnings for what the format does not have there.
    pub(crate) fn content(
        &mut self,
        node: Node<'_, '_>,
        content: &Content,
        reader: &mut Reader<'_>,
    ) {
        check_content(node, content, reader);
        self.listed(node, content);
    }

    /// Counts what is not kept of the shapes of a link: all but meshes, simple solids and their places.
    pub(crate) fn shapes(&mut self, link: Node<'_, '_>) {
        let is_shape =
            |it: &Node<'_, '_>| MeshUse::ALL.iter().any(|use_| it.has_tag_name(use_.name()));
        for shape in link.children().filter(is_shape) {
            self.children(shape, &["origin", "pose", "geometry"]);
            for geometry in shape.children().filter(|it| it.has_tag_name("geometry")) {
                match solid(geometry) {
                    Some(_) => self.children(geometry, &[&["mesh"], &SOLIDS[..]].concat()),
                    None => self.children(geometry, &["mesh"]),
                }
            }
        }
    }

    /// Counts the children that are not known, with a warning for names that are nearly known ones, and for a
    /// second element where only one is read.
    pub(crate) fn checked(
        &mut self,
        node: Node<'_, '_>,
        known: &[&'static str],
        reader: &mut Reader<'_>,
    ) {
        let mut seen = BTreeSet::new();
        for child in node.children().filter(Node::is_element) {
            let name = child.tag_name().name();
            let is_single = known.contains(&name) && !SEVERAL.contains(&name);
            if is_single && !seen.insert(name) {
                reader.report(second_of(node, name), start_tag(child));
            }
            let near = nearest(name, known.iter().copied()).filter(|_| !known.contains(&name));
            if let Some(near) = near {
                let tag = node.tag_name().name();
                let message =
                    format!("<{tag}> has an element `{}`, which is not read", excerpt(name));
                let problem = Diagnostic::warning("unknown-name", message);
                reader.report(problem.hint(format!("did you mean `{near}`?")), start_tag(child));
            }
        }
        self.strangers(node, known);
    }

    /// The same without those whose names are nearly known: a warning has named them.
    fn strangers(&mut self, node: Node<'_, '_>, known: &[&'static str]) {
        let names = node.children().filter(Node::is_element).map(|it| it.tag_name().name());
        let nearly = names.filter(|name| nearest(name, known.iter().copied()).is_some());
        let known: Vec<&str> = known.iter().copied().chain(nearly).collect();
        self.children(node, &known);
    }

    pub(crate) fn note(&self) -> Option<Diagnostic> {
        const MOST: usize = 60;
        if self.0.is_empty() {
            return None;
        }
        let shown = |(name, count): (&String, &usize)| match count {
            1 => excerpt(name).to_owned(),
            _ => format!("{} ({count} times)", excerpt(name)),
        };
        let mut names: Vec<String> = self.0.iter().take(MOST).map(shown).collect();
        if self.0.len() > MOST {
            names.push(format!("and {} other names", self.0.len() - MOST));
        }
        let message = "elements that do not belong to the model are not read";
        let note = Diagnostic::note("not-read", message).fact("elements", names.join(", "));
        Some(note.hint("check that none of them matters for the mechanics"))
    }
}
