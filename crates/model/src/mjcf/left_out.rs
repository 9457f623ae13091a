//! What of a file is not read: listed in one note, warned of where it is a force, refused where it
//! is part of the robot; and names that MJCF does not have.

use std::collections::{BTreeMap, BTreeSet};

use appell_diagnostic::{Diagnostic, excerpt};
use roxmltree::Node;

use super::body::Context;
use super::defaults::{Family, MAIN};
use super::element::Element;
use crate::reader::Reader;
use crate::xml::start_tag;

/// The attributes of an element: those that are read, and those that mechanics does not need.
struct Known {
    tag: &'static str,
    read: &'static [&'static str],
    left_out: &'static [&'static str],
}

/// Position and orientation, which many elements have.
const PLACED: [&str; 6] = ["pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"];

const KNOWN: [Known; 10] = [
    Known {
        tag: "compiler",
        read: &[
            "angle",
            "assetdir",
            "autolimits",
            "balanceinertia",
            "boundinertia",
            "boundmass",
            "coordinate",
            "eulerseq",
            "fusestatic",
            "inertiafromgeom",
            "inertiagrouprange",
            "meshdir",
            "settotalmass",
            "strippath",
        ],
        left_out: &[
            "alignfree",
            "conflict",
            "convexhull",
            "discardvisual",
            "exactmeshinertia",
            "fitaabb",
            "passthrough",
            "savecanonical",
            "savecompiled",
            "saveinertial",
            "texturedir",
            "usethread",
        ],
    },
    Known { tag: "worldbody", read: &["childclass"], left_out: &["name"] },
    Known {
        tag: "body",
        read: &["name", "childclass", "gravcomp"],
        left_out: &["fuse", "mocap", "simple", "sleep", "user"],
    },
    Known { tag: "frame", read: &["name", "childclass"], left_out: &[] },
    Known { tag: "inertial", read: &["mass", "diaginertia", "fullinertia"], left_out: &[] },
    Known {
        tag: "joint",
        read: &[
            "name",
            "class",
            "type",
            "axis",
            "range",
            "limited",
            "ref",
            "damping",
            "stiffness",
            "springref",
            "springdamper",
            "springyield",
            "frictionloss",
            "armature",
            "actuatorfrcrange",
            "actuatorfrclimited",
        ],
        left_out: &[
            "actuatorgravcomp",
            "group",
            "margin",
            "solimpfriction",
            "solimplimit",
            "solreffriction",
            "solreflimit",
            "user",
        ],
    },
    Known { tag: "freejoint", read: &["name"], left_out: &["align", "group"] },
    Known {
        tag: "geom",
        read: &[
            "name",
            "class",
            "type",
            "size",
            "fromto",
            "mass",
            "density",
            "group",
            "mesh",
            "shellinertia",
        ],
        left_out: &[
            "adhesion",
            "castshadow",
            "conaffinity",
            "condim",
            "contype",
            "fitscale",
            "fluidcoef",
            "fluidshape",
            "friction",
            "gap",
            "hfield",
            "margin",
            "material",
            "priority",
            "rgba",
            "solimp",
            "solmix",
            "solref",
            "surfacevel",
            "user",
        ],
    },
    Known {
        tag: "site",
        read: &["name", "class"],
        left_out: &["fromto", "group", "material", "mesh", "rgba", "size", "type", "user"],
    },
    Known { tag: "default", read: &["class"], left_out: &[] },
];

/// The sections of a file that are read.
const READ: [&str; 5] = ["compiler", "option", "default", "worldbody", "equality"];

/// The sections of a file that are not, but for what tendons and actuators add to the mechanics.
const SECTIONS: [&str; 12] = [
    "actuator",
    "asset",
    "contact",
    "custom",
    "deformable",
    "extension",
    "keyframe",
    "sensor",
    "size",
    "statistic",
    "tendon",
    "visual",
];

/// Elements of bodies that are not read.
const UNREAD: [&str; 3] = ["camera", "light", "plugin"];

/// Elements that make bodies, and are refused.
const REFUSED: [(&str, &str); 5] = [
    ("attach", "write the attached model into the file"),
    ("composite", "take it out: elastic parts of this kind are not supported"),
    ("flexcomp", "take it out: elastic parts of this kind are not supported"),
    ("flex", "take it out: elastic parts of this kind are not supported"),
    ("replicate", "write the copies out"),
];

/// Notes all that is not read, and reports what is not known.
pub(super) fn note(root: Node<'_, '_>, reader: &mut Reader<'_>) {
    let mut left_out = LeftOut::default();
    for section in root.children().filter(Node::is_element) {
        let name = section.tag_name().name();
        if SECTIONS.contains(&name) {
            let count = section.children().filter(Node::is_element).count();
            *left_out.elements.entry(name.to_owned()).or_default() += count;
            let refused = section.children().filter(|_| name == "deformable");
            refused.for_each(|node| left_out.element(node, reader));
        } else if ["worldbody", "compiler"].contains(&name) {
            section.descendants().for_each(|node| left_out.element(node, reader));
        } else if name == "default" {
            let classes = section.descendants().filter(|node| {
                node.parent().is_some_and(|parent| parent.tag_name().name() == "default")
            });
            classes.for_each(|node| left_out.attributes(node, reader));
        } else if !READ.contains(&name) {
            let message = format!("<mujoco> has an unknown section `{}`", excerpt(name));
            let known = READ.into_iter().chain(SECTIONS);
            let problem = Diagnostic::error("unknown-name", message);
            let problem = problem.did_you_mean(name, known, "take it out");
            reader.report(problem, start_tag(section));
        }
    }
    left_out.report(root, reader);
}

/// What is left out: elements with their number, attributes by elements.
#[derive(Default)]
struct LeftOut {
    elements: BTreeMap<String, usize>,
    attributes: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl LeftOut {
    fn element(&mut self, node: Node<'_, '_>, reader: &mut Reader<'_>) {
        let tag = node.tag_name().name();
        if !node.is_element() {
            return;
        }
        if let Some((_, hint)) = REFUSED.iter().find(|(name, _)| *name == tag) {
            let problem = Diagnostic::error("not-in-model", format!("<{tag}> is not supported"));
            reader.report(problem.hint(*hint), start_tag(node));
        } else if UNREAD.contains(&tag) {
            *self.elements.entry(tag.to_owned()).or_default() += 1;
            if tag == "plugin" {
                let message = "the forces of a plugin are left out";
                let problem = Diagnostic::warning("forces-left-out", message);
                reader.report(problem.hint("take the plugin out"), start_tag(node));
            }
        } else if KNOWN.iter().any(|known| known.tag == tag) {
            self.attributes(node, reader);
        } else if !["lengthrange", "skin", "config"].contains(&tag) {
            let message = format!("unknown element `{}`", excerpt(tag));
            let known = KNOWN.iter().map(|known| known.tag);
            let problem = Diagnostic::error("unknown-name", message);
            let problem = problem.did_you_mean(tag, known, "take it out");
            reader.report(problem, start_tag(node));
        }
    }

    /// Looks at the attributes of an element that is read.
    fn attributes(&mut self, node: Node<'_, '_>, reader: &mut Reader<'_>) {
        let tag = node.tag_name().name();
        let Some(known) = KNOWN.iter().find(|known| known.tag == tag) else { return };
        for attribute in node.attributes() {
            let name = attribute.name();
            if known.read.contains(&name) || PLACED.contains(&name) {
                continue;
            }
            if let Some(name) = known.left_out.iter().find(|it| **it == name) {
                self.attributes.entry(known.tag).or_default().insert(name);
                continue;
            }
            let message = format!("<{tag}> has an unknown attribute `{}`", excerpt(name));
            let names = known.read.iter().chain(known.left_out).chain(&PLACED).copied();
            let problem = Diagnostic::error("unknown-name", message);
            let problem = problem.did_you_mean(name, names, "take it out");
            reader.report(problem, attribute.range());
        }
    }

    fn report(self, root: Node<'_, '_>, reader: &mut Reader<'_>) {
        let elements = self.elements.iter().filter(|(_, count)| **count > 0);
        let elements: Vec<String> =
            elements.map(|(name, count)| format!("{name} ({count})")).collect();
        let attributes = self.attributes.iter().map(|(tag, names)| {
            let names: Vec<&str> = names.iter().copied().collect();
            format!("{tag}: {}", names.join(" "))
        });
        let attributes: Vec<String> = attributes.collect();
        if elements.is_empty() && attributes.is_empty() {
            return;
        }
        let message = "what the mechanics of a robot does not need is not read";
        let mut note = Diagnostic::note("not-read", message);
        for (name, list) in
            [("elements", elements.join(", ")), ("attributes", attributes.join("; "))]
        {
            if !list.is_empty() {
                note = note.fact(name, list);
            }
        }
        let note =
            note.hint("contacts, drives and sensors are part of a simulation, not of the robot");
        reader.report(note, start_tag(root));
    }
}

/// Warns of forces of a fluid around the robot.
pub(super) fn check_fluid(option: &Element<'_>, reader: &mut Reader<'_>) {
    for name in ["density", "viscosity"] {
        let number = option.number(name, reader).unwrap_or_default();
        if !number.is_zero() {
            let problem =
                Diagnostic::warning("forces-left-out", "the forces of a fluid are left out")
                    .fact(name, number.to_f64())
                    .hint(format!("write {name}=\"0\" if the robot moves in air"));
            reader.report(problem, option.place(name));
        }
    }
}

/// Warns of forces of tendons, and refuses their inertia.
pub(super) fn check_tendons<'a, 'i: 'a>(
    sections: impl Iterator<Item = Node<'a, 'i>>,
    context: &Context<'_, 'a>,
    reader: &mut Reader<'_>,
) {
    for node in sections.flat_map(|section| section.children()).filter(Node::is_element) {
        let tendon = context.classes.element(node, Family::Tendon, MAIN, reader);
        if !tendon.size("armature", reader).is_zero() {
            let hint = "take it out, or give the joints an armature";
            tendon.refuse("armature", "the inertia of a tendon", hint, reader);
        }
        for name in ["stiffness", "damping", "frictionloss"] {
            let numbers = tendon.numbers(name, 1..=3, reader).unwrap_or_default();
            if numbers.iter().any(|number| !number.is_zero()) {
                let message = "the forces of a tendon are left out";
                let problem = Diagnostic::warning("forces-left-out", message)
                    .fact("tendon", tendon.text("name").unwrap_or("without a name"))
                    .fact("attribute", name)
                    .hint("give the joints a spring, damping or friction instead");
                reader.report(problem, tendon.place(name));
            }
        }
    }
}
