//! What of a file is not read: listed in one note, warned of where it is a force, refused where it
//! is part of the robot; and names that MJCF does not have.

use std::collections::{BTreeMap, BTreeSet};

use appell_diagnostic::{Diagnostic, excerpt};
use roxmltree::Node;

use super::body::Context;
use super::defaults::{ACTUATORS, Family, MAIN};
use super::element::Element;
use super::known::{
    ACTUATOR, COUPLING, KNOWN, Known, PLACED, READ, REFUSED, SECTIONS, TENDON, UNREAD,
    UNREAD_DEFAULTS, WITHOUT_PLACE,
};
use crate::reader::Reader;
use crate::xml::start_tag;

/// Notes all that is not read, and reports what is not known.
pub(super) fn note(root: Node<'_, '_>, reader: &mut Reader<'_>) {
    let mut left_out = LeftOut::default();
    for section in root.children().filter(Node::is_element) {
        let name = section.tag_name().name();
        let children = || section.children().filter(Node::is_element);
        if SECTIONS.contains(&name) {
            let listed = match name {
                "actuator" => "actuator but for armature and damping",
                _ => name,
            };
            *left_out.elements.entry(listed.to_owned()).or_default() += children().count();
            // `size` and `statistic` have attributes alone
            let attributes = section.attributes().map(|it| excerpt(it.name()).to_owned());
            left_out.attributes.entry(name.to_owned()).or_default().extend(attributes);
            match name {
                "deformable" => children().for_each(|node| left_out.element(node, reader)),
                "actuator" => children().for_each(|node| actuator(node, reader)),
                "tendon" => {
                    children().for_each(|node| left_out.attributes_of(node, &TENDON, reader));
                }
                _ => {}
            }
        } else if ["worldbody", "compiler", "option"].contains(&name) {
            section.descendants().for_each(|node| left_out.element(node, reader));
        } else if name == "equality" {
            let joints = children().filter(|node| node.tag_name().name() == COUPLING.tag);
            joints.for_each(|node| left_out.attributes_of(node, &COUPLING, reader));
        } else if name == "default" {
            let is_default = |node: &Node<'_, '_>| node.tag_name().name() == "default";
            let classes = section.descendants().filter(Node::is_element);
            let classes = classes.filter(|node| node.parent().as_ref().is_some_and(is_default));
            left_out.attributes(section, reader);
            classes.for_each(|node| left_out.of_class(node, reader));
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
    attributes: BTreeMap<String, BTreeSet<String>>,
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
        } else if ["lengthrange", "skin", "config"].contains(&tag) {
            *self.elements.entry(tag.to_owned()).or_default() += 1;
        } else {
            let message = format!("unknown element `{}`", excerpt(tag));
            let known = KNOWN.iter().map(|known| known.tag);
            let problem = Diagnostic::error("unknown-name", message);
            let problem = problem.did_you_mean(tag, known, "take it out");
            reader.report(problem, start_tag(node));
        }
    }

    /// An element of a default class.
    fn of_class(&mut self, node: Node<'_, '_>, reader: &mut Reader<'_>) {
        let tag = node.tag_name().name();
        if UNREAD_DEFAULTS.contains(&tag) {
            *self.elements.entry(format!("default/{tag}")).or_default() += 1;
        } else if tag == TENDON.tag {
            self.attributes_of(node, &TENDON, reader);
        } else if ACTUATORS.contains(&tag) {
            actuator(node, reader);
        } else if tag != "default" && Family::of_tag(tag).is_none() {
            let message = format!("<default> has an unknown element `{}`", excerpt(tag));
            let known = Family::TAGS.into_iter().chain(ACTUATORS).chain(UNREAD_DEFAULTS);
            let problem = Diagnostic::error("unknown-name", message);
            let all: Vec<&str> = known.clone().collect();
            let problem = problem.did_you_mean(tag, known, format!("one of: {}", all.join(", ")));
            reader.report(problem, start_tag(node));
        } else {
            self.attributes(node, reader);
        }
    }

    /// Looks at the attributes of an element that is read.
    fn attributes(&mut self, node: Node<'_, '_>, reader: &mut Reader<'_>) {
        let tag = node.tag_name().name();
        if let Some(known) = KNOWN.iter().find(|known| known.tag == tag) {
            self.attributes_of(node, known, reader);
        }
    }

    /// Looks at the attributes of an element, of which these are known.
    fn attributes_of(&mut self, node: Node<'_, '_>, known: &Known, reader: &mut Reader<'_>) {
        let tag = node.tag_name().name();
        let is_placed = !WITHOUT_PLACE.contains(&tag);
        let placed = PLACED.into_iter().filter(|_| is_placed);
        for attribute in node.attributes() {
            let name = attribute.name();
            if known.read.contains(&name) || placed.clone().any(|it| it == name) {
                continue;
            }
            if known.left_out.contains(&name) {
                self.attributes.entry(tag.to_owned()).or_default().insert(name.to_owned());
                continue;
            }
            let message = format!("<{tag}> has an unknown attribute `{}`", excerpt(name));
            let names = known.read.iter().chain(known.left_out).copied().chain(placed.clone());
            let problem = Diagnostic::error("unknown-name", message);
            let read: Vec<&str> = known.read.to_vec();
            let otherwise = format!("take it out, or write one of: {}", read.join(", "));
            let problem = problem.did_you_mean(name, names, otherwise);
            reader.report(problem, attribute.range());
        }
    }

    fn report(self, root: Node<'_, '_>, reader: &mut Reader<'_>) {
        let elements = self.elements.iter().filter(|(_, count)| **count > 0);
        let elements: Vec<String> =
            elements.map(|(name, count)| format!("{name} ({count})")).collect();
        let attributes = self.attributes.iter().filter(|(_, names)| !names.is_empty());
        let attributes = attributes.map(|(tag, names)| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
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

/// Refuses an actuator of an unknown kind, and what none has; that the others are not read is said of all of them.
fn actuator(node: Node<'_, '_>, reader: &mut Reader<'_>) {
    let tag = node.tag_name().name();
    if tag == "plugin" {
        return;
    }
    if !ACTUATORS.contains(&tag) {
        let message = format!("<actuator> has an unknown element `{}`", excerpt(tag));
        let problem = Diagnostic::error("unknown-name", message);
        let all = format!("one of: {}", ACTUATORS.join(", "));
        reader.report(problem.did_you_mean(tag, ACTUATORS, all), start_tag(node));
        return;
    }
    LeftOut::default().attributes_of(node, &ACTUATOR, reader);
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
