//! Elements with text: numbers, vectors, poses.

use appell_algebra::{Poly, Rational, Symbol};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_spatial::Vector;
use roxmltree::Node;

use crate::advice::Xml;
use crate::placement::{Placement, Rotation};
use crate::read::Options;
use crate::reader::Reader;
use crate::urdf::element::check_attributes;
use crate::urdf::snap::snap_angles;
use crate::xml::{bad_number, start_tag};

/// The child elements of a name.
pub(super) fn children<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// The first child element of a name.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

/// The text of an element, without blanks around it.
pub(super) fn text<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default().trim()
}

/// The text of a child, if it is not empty; warns of attributes of the child.
pub(super) fn text_of<'a>(
    node: Node<'a, '_>,
    name: &'static str,
    reader: &mut Reader<'_>,
) -> Option<&'a str> {
    let child = child(node, name)?;
    check_attributes(child, &[], reader);
    Some(text(child)).filter(|it| !it.is_empty())
}

/// Reads true, false, 1 or 0. Reports any other word at the element and returns none.
pub(super) fn flag(word: &str, node: Node<'_, '_>, reader: &mut Reader<'_>) -> Option<bool> {
    const WORDS: [&str; 4] = ["true", "false", "1", "0"];
    match word.to_ascii_lowercase().as_str() {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        other => {
            let message = format!("expected true or false, found `{}`", excerpt(word));
            let problem = Diagnostic::error("unknown-word", message)
                .fact("element", node.tag_name().name())
                .did_you_mean(other, WORDS, "write true or false");
            reader.report(problem, start_tag(node));
            None
        }
    }
}

/// The numbers of an element, exactly as they are spelled.
fn numbers(node: Node<'_, '_>, reader: &mut Reader<'_>) -> Option<Vec<Rational>> {
    let mut values = Vec::new();
    for word in text(node).split_whitespace().take(8) {
        match word.parse() {
            Ok(value) if Rational::to_f64(&value).is_finite() => values.push(value),
            _ => {
                let problem =
                    bad_number(text(node), word, Xml::Sdf).fact("element", node.tag_name().name());
                reader.report(problem, node.range());
                return None;
            }
        }
    }
    Some(values)
}

fn wrong_length(node: Node<'_, '_>, wanted: &str, reader: &mut Reader<'_>) {
    let tag = node.tag_name().name();
    let problem = Diagnostic::error("wrong-length", format!("`{tag}` must be {wanted}"))
        .fact(tag, excerpt(text(node)))
        .hint(match tag {
            "pose" => "write x y z roll pitch yaw, such as 0 0 0.3 0 0 1.5707963",
            _ => "write numbers with blanks between them",
        });
    reader.report(problem, start_tag(node));
}

/// The number of a child element, where there is one.
pub(super) fn number(
    node: Node<'_, '_>,
    name: &'static str,
    reader: &mut Reader<'_>,
) -> Option<Rational> {
    let child = child(node, name)?;
    check_attributes(child, &[], reader);
    let is_infinite = ["inf", "+inf", "-inf"].contains(&text(child));
    if is_infinite {
        // what an absent limit is in this format
        let sign = if text(child).starts_with('-') { -1 } else { 1 };
        return Some(Rational::from(sign * 1_000_000_000_000i64));
    }
    match <[Rational; 1]>::try_from(numbers(child, reader)?) {
        Ok([value]) => Some(value),
        Err(_) => {
            wrong_length(child, "one number", reader);
            None
        }
    }
}

/// Three numbers of an element.
pub(super) fn triple(node: Node<'_, '_>, reader: &mut Reader<'_>) -> Option<[Rational; 3]> {
    match <[Rational; 3]>::try_from(numbers(node, reader)?) {
        Ok(values) => Some(values),
        Err(_) => {
            wrong_length(node, "three numbers", reader);
            None
        }
    }
}

/// How the rotation of a pose is given.
const ROTATION: &str = "rotation_format";
const ANGLES: &str = "euler_rpy";
const QUATERNION: &str = "quat_xyzw";

/// A pose, and the frame that it is relative to, where it names one.
pub(super) struct Pose {
    pub(super) placement: Placement,
    pub(super) relative_to: Option<String>,
}

/// The `<pose>` of an element; without one, its frame is that of what it belongs to.
pub(super) fn pose(node: Node<'_, '_>, options: &Options, reader: &mut Reader<'_>) -> Pose {
    let Some(pose) = child(node, "pose") else {
        return Pose { placement: Placement::default(), relative_to: None };
    };
    let known = ["relative_to", "frame", "degrees", ROTATION];
    check_attributes(pose, &known, reader);
    // `frame` is the name of the attribute before version 1.7
    let relative_to = pose.attribute("relative_to").or_else(|| pose.attribute("frame"));
    let relative_to = relative_to.filter(|it| !it.is_empty()).map(str::to_owned);
    let placement = placement(pose, options, reader).unwrap_or_default();
    Pose { placement, relative_to }
}

fn placement(pose: Node<'_, '_>, options: &Options, reader: &mut Reader<'_>) -> Option<Placement> {
    let values = numbers(pose, reader)?;
    let format = pose.attribute(ROTATION).unwrap_or(ANGLES);
    if ![ANGLES, QUATERNION].contains(&format) {
        let message = format!("unknown rotation format `{}`", excerpt(format));
        let problem = Diagnostic::error("unknown-word", message).did_you_mean(
            format,
            [ANGLES, QUATERNION],
            format!("one of: {ANGLES}, {QUATERNION}"),
        );
        reader.report(problem, start_tag(pose));
        return None;
    }
    if format == QUATERNION {
        let Ok([px, py, pz, x, y, z, w]) = <[Rational; 7]>::try_from(values) else {
            wrong_length(pose, "three lengths and four numbers of a quaternion", reader);
            return None;
        };
        let Some(rotation) = Rotation::of_quaternion([w, x, y, z]) else {
            let message = "expected a rotation, found a quaternion of length zero";
            let problem = Diagnostic::error("not-a-rotation", message);
            reader.report(problem.hint("write 0 0 0 1 for no rotation"), start_tag(pose));
            return None;
        };
        return Some(Placement { offset: Vector([px, py, pz].map(Poly::constant)), rotation });
    }
    if values.is_empty() {
        return Some(Placement::default());
    }
    let Ok([x, y, z, roll, pitch, yaw]) = <[Rational; 6]>::try_from(values) else {
        wrong_length(pose, "three lengths and three angles", reader);
        return None;
    };
    let angles = [roll, pitch, yaw];
    let in_degrees = pose.attribute("degrees").and_then(|word| flag(word, pose, reader));
    let angles = if in_degrees.unwrap_or_default() {
        // exactly: 90 deg are pi/2
        let degree = Rational::new(1, 180).ok()?;
        angles.map(|angle| Poly::from(Symbol::PI).scale(&(&angle * &degree)))
    } else if options.snap {
        snap_angles(angles, pose.range(), reader)
    } else {
        angles.map(Poly::constant)
    };
    let offset = Vector([x, y, z].map(Poly::constant));
    Some(Placement { offset, rotation: Rotation::roll_pitch_yaw(angles) })
}
