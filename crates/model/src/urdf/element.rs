//! Attributes of elements: texts, numbers, vectors, placements.

use std::collections::BTreeSet;

use appell_algebra::{Poly, Rational};
use appell_diagnostic::{Diagnostic, excerpt, nearest};
use appell_spatial::Vector;
use roxmltree::Node;

use super::snap::snap_angles;
use super::start_tag;
use crate::advice::Xml;
use crate::link::MeshUse;
use crate::placement::{Placement, Rotation};
use crate::read::Options;
use crate::reader::Reader;
use crate::xml::bad_number;

/// The first child element of a name.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.is_element() && child.tag_name().name() == name)
}

/// Warns of a child whose name is nearly that of a known one, and of a second one of a kind.
/// Other names belong to other programs; a note lists them.
pub(super) fn check_children(node: Node<'_, '_>, known: &[&str], reader: &mut Reader<'_>) {
    let mut seen = BTreeSet::new();
    for child in node.children().filter(Node::is_element) {
        let name = child.tag_name().name();
        let is_single = known.contains(&name) && MeshUse::ALL.iter().all(|it| it.name() != name);
        if is_single && !seen.insert(name) {
            reader.report(second_of(node, name), start_tag(child));
        }
        let near = nearest(name, known.iter().copied()).filter(|near| *near != name);
        if let Some(near) = near {
            let problem = unknown_child(node, name).hint(format!("did you mean `{near}`?"));
            reader.report(problem, start_tag(child));
        }
    }
}

/// What an element of the mechanics may have inside.
pub(crate) struct Content {
    /// What is read.
    pub(crate) read: &'static [&'static str],
    /// What the format has besides, and mechanics does not need: a note lists it.
    pub(crate) listed: &'static [&'static str],
}

impl Content {
    /// All that is allowed is read.
    pub(crate) const fn of(read: &'static [&'static str]) -> Self {
        Self { read, listed: &[] }
    }
}

/// Warns of every child that the format does not have there, and of a second one of a kind. Those of a
/// namespace belong to other programs.
pub(crate) fn check_content(node: Node<'_, '_>, content: &Content, reader: &mut Reader<'_>) {
    let mut seen = BTreeSet::new();
    for child in node.children().filter(Node::is_element) {
        let name = child.tag_name().name();
        if content.read.contains(&name) {
            if !seen.insert(name) {
                reader.report(second_of(node, name), start_tag(child));
            }
        } else if !content.listed.contains(&name) && child.tag_name().namespace().is_none() {
            let all = format!("its elements are: {}", content.read.join(", "));
            let problem = unknown_child(node, name);
            let problem = problem.did_you_mean(name, content.read.iter().copied(), all);
            reader.report(problem, start_tag(child));
        }
    }
}

fn unknown_child(node: Node<'_, '_>, name: &str) -> Diagnostic {
    let tag = node.tag_name().name();
    let message = format!("<{tag}> has an element `{}`, which is not read", excerpt(name));
    Diagnostic::warning("unknown-name", message)
}

/// Warns of elements inside of one that has attributes only.
fn check_empty(node: Node<'_, '_>, attributes: &[&str], reader: &mut Reader<'_>) {
    let tag = node.tag_name().name();
    for child in node.children().filter(Node::is_element) {
        let name = child.tag_name().name();
        if child.tag_name().namespace().is_none() {
            let near = nearest(name, attributes.iter().copied()).or(attributes.first().copied());
            let hint = near.map_or_else(
                || "take it out".to_owned(),
                |near| format!("write an attribute: <{tag} {near}=\"...\"/>"),
            );
            reader.report(unknown_child(node, name).hint(hint), start_tag(child));
        }
    }
}

/// The warning about a second child of a name, of which only the first is read.
pub(crate) fn second_of(node: Node<'_, '_>, name: &str) -> Diagnostic {
    let tag = node.tag_name().name();
    let message = format!("<{tag}> has a second <{name}>, which is not read");
    Diagnostic::warning("duplicate-element", message)
        .hint("keep the one that is meant; the first one is read")
}

/// Warns of attributes that are not known; those of a namespace belong to other programs.
pub(crate) fn check_attributes(node: Node<'_, '_>, known: &[&str], reader: &mut Reader<'_>) {
    let tag = node.tag_name().name();
    for attribute in node.attributes().filter(|it| it.namespace().is_none()) {
        let name = attribute.name();
        if !known.contains(&name) {
            let message =
                format!("<{tag}> has an attribute `{}`, which is not read", excerpt(name));
            let all = match known {
                [] => "it has no attributes: take it out".to_owned(),
                _ => format!("its attributes are: {}", known.join(", ")),
            };
            let problem = Diagnostic::warning("unknown-name", message);
            let problem = problem.did_you_mean(name, known.iter().copied(), all);
            reader.report(problem, attribute.range());
        }
    }
}

/// The first child element of a name, which has only these attributes.
pub(super) fn leaf<'a, 'i>(
    node: Node<'a, 'i>,
    name: &str,
    attributes: &[&str],
    reader: &mut Reader<'_>,
) -> Option<Node<'a, 'i>> {
    let found = child(node, name)?;
    check_attributes(found, attributes, reader);
    check_empty(found, attributes, reader);
    Some(found)
}

/// An attribute that must be there.
pub(super) fn attribute(node: Node<'_, '_>, name: &str, reader: &mut Reader<'_>) -> Option<String> {
    match node.attribute(name) {
        Some(value) => Some(value.to_owned()),
        None => {
            let tag = node.tag_name().name();
            let problem =
                Diagnostic::error("missing-attribute", format!("<{tag}> has no `{name}`"))
                    .hint(format!("write <{tag} {name}=\"...\"/>"));
            reader.report(problem, start_tag(node));
            None
        }
    }
}

/// An element that must be there, which has only these attributes.
pub(super) fn element<'a, 'i>(
    node: Node<'a, 'i>,
    name: &str,
    attributes: &[&str],
    reader: &mut Reader<'_>,
) -> Option<Node<'a, 'i>> {
    let found = leaf(node, name, attributes, reader);
    if found.is_none() {
        let tag = node.tag_name().name();
        let problem = Diagnostic::error("missing-element", format!("<{tag}> has no <{name}>"))
            .hint(format!("put a <{name}> into it"));
        reader.report(problem, start_tag(node));
    }
    found
}

/// The numbers of an attribute, exactly as they are spelled. Without the attribute there are none.
fn numbers(node: Node<'_, '_>, name: &str, reader: &mut Reader<'_>) -> Option<Vec<Rational>> {
    let attribute = node.attribute_node(name)?;
    let mut values = Vec::new();
    // a fifth is enough to know that it is neither a vector nor a quaternion
    for word in attribute.value().split_whitespace().take(5) {
        match word.parse() {
            Ok(value) if Rational::to_f64(&value).is_finite() => values.push(value),
            _ => {
                let tag = node.tag_name().name();
                let problem = bad_number(attribute.value(), word, Xml::Urdf)
                    .fact("attribute", format!("{name} of <{tag}>"));
                reader.report(problem, attribute.range_value());
                return None;
            }
        }
    }
    Some(values)
}

fn wrong_length<T>(
    node: Node<'_, '_>,
    name: &str,
    wanted: &str,
    reader: &mut Reader<'_>,
) -> Option<T> {
    let attribute = node.attribute_node(name)?;
    let example = match wanted {
        "one number" => "1",
        "three numbers" => "0 0 1",
        _ => "0 0 0 1",
    };
    let problem = Diagnostic::error("wrong-length", format!("`{name}` must be {wanted}"))
        .hint(format!("write {wanted}: {name}=\"{example}\""));
    reader.report(problem, attribute.range_value());
    None
}

/// One number, if the attribute is there.
pub(super) fn number(node: Node<'_, '_>, name: &str, reader: &mut Reader<'_>) -> Option<Rational> {
    match <[Rational; 1]>::try_from(numbers(node, name, reader)?) {
        Ok([value]) => Some(value),
        Err(_) => wrong_length(node, name, "one number", reader),
    }
}

/// One number that must be there.
pub(super) fn required(node: Node<'_, '_>, name: &str, reader: &mut Reader<'_>) -> Option<Poly> {
    attribute(node, name, reader)?;
    number(node, name, reader).map(Poly::constant)
}

/// Three numbers, if the attribute is there.
pub(super) fn triple(
    node: Node<'_, '_>,
    name: &str,
    reader: &mut Reader<'_>,
) -> Option<[Rational; 3]> {
    match <[Rational; 3]>::try_from(numbers(node, name, reader)?) {
        Ok(values) => Some(values),
        Err(_) => wrong_length(node, name, "three numbers", reader),
    }
}

/// How much larger a mesh is to be taken along x, y, z. Mechanics does not need it: what cannot be
/// read is no reason to refuse the robot.
pub(super) fn scale(mesh: Node<'_, '_>, reader: &mut Reader<'_>) -> [Rational; 3] {
    let one = || [Rational::ONE, Rational::ONE, Rational::ONE];
    let Some(attribute) = mesh.attribute_node("scale") else { return one() };
    let words = attribute.value().split_whitespace().take(4);
    let numbers: Option<Vec<Rational>> = words.map(|word| word.parse().ok()).collect();
    match numbers.map(<[Rational; 3]>::try_from) {
        Some(Ok(scale)) => scale,
        _ => {
            let problem = Diagnostic::warning("wrong-length", "`scale` must be three numbers")
                .fact("scale", excerpt(attribute.value()))
                .hint("write scale=\"1 1 1\"; this mesh is taken as it is");
            reader.report(problem, attribute.range_value());
            one()
        }
    }
}

/// The rotation of a quaternion (x, y, z, w) of any length, exactly: its entries are rational.
fn quaternion(origin: Node<'_, '_>, reader: &mut Reader<'_>) -> Option<Rotation> {
    const NAME: &str = "quat_xyzw";
    let place = origin.attribute_node(NAME)?.range_value();
    if origin.has_attribute("rpy") {
        let problem = Diagnostic::error("rotation-ways", "<origin> has `rpy` and `quat_xyzw`")
            .hint("keep one of them");
        reader.report(problem, place);
        return None;
    }
    let numbers = numbers(origin, NAME, reader)?;
    let Ok([x, y, z, w]) = <[Rational; 4]>::try_from(numbers) else {
        return wrong_length(origin, NAME, "four numbers", reader);
    };
    let rotation = Rotation::of_quaternion([w, x, y, z]);
    if rotation.is_none() {
        let message = "expected a rotation, found a quaternion of length zero";
        let problem = Diagnostic::error("not-a-rotation", message);
        reader.report(problem.hint("write quat_xyzw=\"0 0 0 1\""), place);
    }
    rotation
}

/// The <origin> of an element; without one, its frame is that of what it belongs to.
pub(super) fn origin(node: Node<'_, '_>, options: &Options, reader: &mut Reader<'_>) -> Placement {
    let Some(origin) = leaf(node, "origin", &["xyz", "rpy", "quat_xyzw"], reader) else {
        return Placement::default();
    };
    let offset = triple(origin, "xyz", reader).map(|xyz| Vector(xyz.map(Poly::constant)));
    if origin.has_attribute("quat_xyzw") {
        let rotation = quaternion(origin, reader).unwrap_or_default();
        return Placement { offset: offset.unwrap_or_default(), rotation };
    }
    let angles = triple(origin, "rpy", reader).map(|rpy| {
        let place = origin.attribute_node("rpy").map_or(origin.range(), |rpy| rpy.range_value());
        match options.snap {
            true => snap_angles(rpy, place, reader),
            false => rpy.map(Poly::constant),
        }
    });
    Placement {
        offset: offset.unwrap_or_default(),
        rotation: Rotation::roll_pitch_yaw(angles.unwrap_or_default()),
    }
}
