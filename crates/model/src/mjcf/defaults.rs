//! Default classes: `<default class="...">` inside one another, each with the attributes of the one
//! around it and its own.

use std::collections::BTreeMap;
use std::rc::Rc;

use appell_diagnostic::{Diagnostic, excerpt};
use roxmltree::Node;

use super::element::{Attributes, Element, overlay};
use crate::reader::Reader;
use crate::xml::start_tag;

/// The class around all others.
pub(super) const MAIN: &str = "main";

/// Kinds of elements with one set of defaults each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Family {
    Joint,
    Geom,
    Site,
    Mesh,
    Equality,
    Tendon,
    Actuator,
}

/// The elements of `<actuator>`, which share their defaults.
pub(super) const ACTUATORS: [&str; 13] = [
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "damper",
    "cylinder",
    "muscle",
    "adhesion",
    "dcmotor",
    "pid",
    "plugin",
    "orientation",
];

impl Family {
    /// The elements of `<default>` but for those of actuators.
    pub(super) const TAGS: [&str; 7] =
        ["joint", "geom", "site", "mesh", "equality", "tendon", "default"];

    /// The family of an element of `<default>`.
    pub(super) fn of_tag(tag: &str) -> Option<Self> {
        match tag {
            "joint" => Some(Self::Joint),
            "geom" => Some(Self::Geom),
            "site" => Some(Self::Site),
            "mesh" => Some(Self::Mesh),
            "equality" => Some(Self::Equality),
            "tendon" => Some(Self::Tendon),
            _ => ACTUATORS.contains(&tag).then_some(Self::Actuator),
        }
    }
}

type Class<'a> = BTreeMap<Family, Rc<Attributes<'a>>>;

/// All default classes by their names.
pub(super) struct Classes<'a>(BTreeMap<&'a str, Class<'a>>);

impl<'a> Classes<'a> {
    /// Reads the sections one after the other: a class has what those around it have by then.
    pub(super) fn read<'i: 'a>(
        sections: impl Iterator<Item = Node<'a, 'i>>,
        reader: &mut Reader<'_>,
    ) -> Option<Self> {
        let mut classes = Self(BTreeMap::from([(MAIN, Class::new())]));
        let mut sound = true;
        for section in sections {
            let mut pending = vec![(section, None)];
            while let Some((node, around)) = pending.pop() {
                match classes.add(node, around) {
                    Ok(name) => {
                        let nested = node.children().filter(|it| it.tag_name().name() == "default");
                        let nested: Vec<_> = nested.map(|node| (node, Some(name))).collect();
                        pending.extend(nested.into_iter().rev());
                    }
                    Err(problem) => {
                        reader.report(*problem, start_tag(node));
                        sound = false;
                    }
                }
            }
        }
        sound.then_some(classes)
    }

    /// Adds one class with the attributes of the class around it; returns its name.
    fn add(
        &mut self,
        node: Node<'a, '_>,
        around: Option<&'a str>,
    ) -> Result<&'a str, Box<Diagnostic>> {
        let name = match (node.attribute("class"), around) {
            (None | Some(MAIN), None) => MAIN,
            (Some(name), None) => {
                let message =
                    format!("the outermost <default> must be `main`, got `{}`", excerpt(name));
                let hint = format!("write <default><default class=\"{}\">", excerpt(name));
                return Err(Box::new(Diagnostic::error("default-class", message).hint(hint)));
            }
            (Some(name), Some(_)) if !name.is_empty() => name,
            (_, Some(_)) => {
                let message = "a <default> inside another has no `class`";
                let problem = Diagnostic::error("default-class", message);
                return Err(Box::new(problem.hint("write <default class=\"...\">")));
            }
        };
        if around.is_some() && self.0.contains_key(name) {
            let message = format!("two default classes are called `{}`", excerpt(name));
            let problem = Diagnostic::error("duplicate-name", message);
            return Err(Box::new(problem.hint("give one of them another name")));
        }
        let mut class = self.0.get(around.unwrap_or(MAIN)).cloned().unwrap_or_default();
        for child in node.children().filter(Node::is_element) {
            if let Some(family) = Family::of_tag(child.tag_name().name()) {
                overlay(Rc::make_mut(class.entry(family).or_default()), child);
            }
        }
        self.0.insert(name, class);
        Ok(name)
    }

    /// An element with what it inherits: of its own class, or else of the class that holds there.
    pub(super) fn element(
        &self,
        node: Node<'a, '_>,
        family: Family,
        holding: &str,
        reader: &mut Reader<'_>,
    ) -> Element<'a> {
        self.inheriting(node, family, self.named(node, "class", reader).unwrap_or(holding))
    }

    /// An element with what it inherits of a class.
    pub(super) fn inheriting(
        &self,
        node: Node<'a, '_>,
        family: Family,
        class: &str,
    ) -> Element<'a> {
        let inherited = self.0.get(class).and_then(|class| class.get(&family));
        Element::new(node, inherited.map(|it| Attributes::clone(it)).unwrap_or_default())
    }

    /// The class that an attribute names; one that does not exist is reported.
    pub(super) fn named<'n>(
        &self,
        node: Node<'n, '_>,
        attribute: &str,
        reader: &mut Reader<'_>,
    ) -> Option<&'n str> {
        let place = node.attribute_node(attribute)?;
        let name = place.value();
        if self.0.contains_key(name) {
            return Some(name);
        }
        let message = format!("unknown default class `{}`", excerpt(name));
        let problem = Diagnostic::error("unknown-class", message).did_you_mean(
            name,
            self.0.keys().copied(),
            "add <default class=\"...\"> to the section <default>",
        );
        reader.report(problem, place.range_value());
        None
    }
}
