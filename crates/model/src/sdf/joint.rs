//! Joints: their type, axis, limits, friction, springs, and what they follow.

use std::ops::Range;

use appell_algebra::{Poly, Rational};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_spatial::Vector;
use roxmltree::Node;

use super::element::{Pose, child, flag, number, pose, text_of, triple};
use super::frames::MODEL;
use super::link::name;
use crate::coupling::Spring;
use crate::friction::Friction;
use crate::joint::{JointKind, Limits};
use crate::read::Options;
use crate::reader::Reader;
use crate::urdf::element::{Content, check_attributes};
use crate::urdf::extensions::Unread;
use crate::urdf::joint::Mimic;
use crate::urdf::limits::{is_reached, turning};
use crate::urdf::snap::snap_axis;
use crate::xml::start_tag;

/// The element of joints with two axes.
const SECOND_AXIS: &str = "axis2";

/// The elements of a joint.
const JOINT: Content = Content {
    read: &["pose", "parent", "child", "axis", SECOND_AXIS],
    listed: &[
        "frame",
        "gearbox_ratio",
        "gearbox_reference_body",
        "physics",
        "screw_thread_pitch",
        "sensor",
        "thread_pitch",
    ],
};
/// The elements of its axis.
const AXIS: Content = Content {
    read: &["xyz", "limit", "dynamics", "use_parent_model_frame", "mimic"],
    listed: &["initial_position"],
};
/// The elements of its limits; how stiff they are belongs to contacts.
const LIMIT: Content = Content {
    read: &["lower", "upper", "velocity", "effort"],
    listed: &["stiffness", "dissipation"],
};

/// A joint as it stands in the file.
pub(super) struct SdfJoint {
    pub(super) name: String,
    pub(super) kind: JointKind,
    pub(super) parent: String,
    pub(super) child: String,
    pub(super) pose: Pose,
    pub(super) axis: Vector<Poly>,
    /// The frame whose axes the axis is in; nothing: those of the joint.
    pub(super) expressed_in: Option<String>,
    pub(super) friction: Friction,
    pub(super) spring: Spring,
    pub(super) limits: Limits,
    pub(super) mimic: Option<Mimic>,
    pub(super) span: Range<usize>,
}

pub(super) fn read(
    node: Node<'_, '_>,
    version: u32,
    options: &Options,
    unread: &mut Unread,
    reader: &mut Reader<'_>,
) -> Option<SdfJoint> {
    let name = name(node, reader)?;
    check_attributes(node, &["name", "type"], reader);
    unread.content(node, &JOINT, reader);
    let kind = kind(node, reader);
    if let Some(second) = child(node, SECOND_AXIS).filter(|_| kind.is_some()) {
        let message = format!("the second axis of the joint `{name}` is not read");
        let problem = Diagnostic::warning("unknown-name", message)
            .hint("a joint of this type has one axis: take <axis2> out, or write two joints");
        reader.report(problem, start_tag(second));
    }
    let mut end = |tag: &'static str| {
        let found = text_of(node, tag, reader).map(str::to_owned);
        if found.is_none() {
            let message = format!("the joint `{name}` has no <{tag}>");
            let problem = Diagnostic::error("missing-element", message);
            reader.report(problem.hint(format!("put a <{tag}> into it")), start_tag(node));
        }
        found
    };
    let (parent, child_name) = (end("parent"), end("child"));
    let z_axis = [Rational::ZERO, Rational::ZERO, Rational::ONE];
    let axis = child(node, "axis").filter(|_| kind != Some(JointKind::Fixed));
    let mut joint = SdfJoint {
        kind: kind?,
        parent: parent?,
        child: child_name?,
        pose: pose(node, options, reader),
        axis: Vector(z_axis.clone().map(Poly::constant)),
        expressed_in: None,
        friction: Friction::default(),
        spring: Spring::default(),
        limits: Limits::default(),
        mimic: None,
        span: start_tag(node),
        name,
    };
    let xyz = axis.and_then(|axis| child(axis, "xyz"));
    if xyz.is_none() && joint.kind != JointKind::Fixed {
        let missing = if axis.is_some() { "<xyz> in its <axis>" } else { "<axis>" };
        let message = format!("the joint `{}` has no {missing}: its axis is z", joint.name);
        let problem = Diagnostic::warning("missing-element", message);
        let problem = problem.hint("write <axis><xyz>0 0 1</xyz></axis>");
        reader.report(problem, start_tag(axis.unwrap_or(node)));
    }
    let Some(axis) = axis else { return Some(joint) };
    unread.content(axis, &AXIS, reader);
    check_attributes(axis, &[], reader);
    if let Some(xyz) = xyz {
        check_attributes(xyz, &["expressed_in"], reader);
    }
    let direction = xyz.and_then(|xyz| triple(xyz, reader)).unwrap_or(z_axis);
    let direction = match options.snap {
        true => snap_axis(direction, axis.range(), reader),
        false => direction,
    };
    joint.axis = Vector(direction.map(Poly::constant));
    let in_model = text_of(axis, "use_parent_model_frame", reader);
    let in_model = in_model.and_then(|word| flag(word, axis, reader)).unwrap_or(version < 105);
    let expressed_in = xyz.and_then(|xyz| xyz.attribute("expressed_in"));
    joint.expressed_in = match expressed_in.filter(|it| !it.is_empty()) {
        Some(frame) => Some(frame.to_owned()),
        None => in_model.then(|| MODEL.to_owned()),
    };
    joint.limits = limits(axis, node, unread, reader);
    (joint.friction, joint.spring) = dynamics(axis, unread, reader);
    joint.mimic = child(axis, "mimic").and_then(|node| mimic(node, unread, reader));
    Some(joint)
}

fn kind(node: Node<'_, '_>, reader: &mut Reader<'_>) -> Option<JointKind> {
    let given = node.attribute("type").unwrap_or_default();
    match given {
        "revolute" | "continuous" => Some(JointKind::Rotation),
        "prismatic" => Some(JointKind::Translation),
        "fixed" => Some(JointKind::Fixed),
        _ => {
            let known = ["revolute", "continuous", "prismatic", "fixed"];
            let otherwise = format!("one of: {}", known.join(", "));
            let message = format!("joints of type `{}` are not supported", excerpt(given));
            let problem = Diagnostic::error("joint-type", message);
            let problem =
                match ["ball", "universal", "screw", "gearbox", "revolute2"].contains(&given) {
                    true => problem.hint(otherwise),
                    false => problem.did_you_mean(given, known, otherwise),
                };
            reader.report(problem, start_tag(node));
            None
        }
    }
}

/// Limits; a negative effort or velocity, and a position that no machine reaches, are none.
fn limits(
    axis: Node<'_, '_>,
    joint: Node<'_, '_>,
    unread: &mut Unread,
    reader: &mut Reader<'_>,
) -> Limits {
    let Some(limit) = child(axis, "limit") else { return Limits::default() };
    unread.content(limit, &LIMIT, reader);
    check_attributes(limit, &[], reader);
    let [lower, upper, velocity, effort] =
        ["lower", "upper", "velocity", "effort"].map(|name| number(limit, name, reader));
    let is_turning = joint.attribute("type") == Some("continuous");
    if is_turning && [&lower, &upper].into_iter().flatten().any(is_reached) {
        reader.report(turning(&lower, &upper), start_tag(limit));
    }
    let position =
        |it: Option<Rational>| it.filter(|it| is_reached(it) && !is_turning).map(Poly::constant);
    let size = |it: Option<Rational>| {
        it.filter(|it| is_reached(it) && it.to_f64() >= 0.0).map(Poly::constant)
    };
    Limits {
        lower: position(lower),
        upper: position(upper),
        velocity: size(velocity),
        effort: size(effort),
    }
}

fn dynamics(
    axis: Node<'_, '_>,
    unread: &mut Unread,
    reader: &mut Reader<'_>,
) -> (Friction, Spring) {
    const KNOWN: [&str; 4] = ["damping", "friction", "spring_stiffness", "spring_reference"];
    let Some(dynamics) = child(axis, "dynamics") else { return Default::default() };
    unread.content(dynamics, &Content::of(&KNOWN), reader);
    check_attributes(dynamics, &[], reader);
    let [viscous, constant, stiffness, rest] =
        KNOWN.map(|name| Poly::constant(number(dynamics, name, reader).unwrap_or_default()));
    // a rest position of no spring means nothing
    let rest = if stiffness.is_zero() { Poly::ZERO } else { rest };
    (Friction { viscous, constant, ..Friction::default() }, Spring { stiffness, rest })
}

/// q = multiplier (q of the other - reference) + offset.
fn mimic(node: Node<'_, '_>, unread: &mut Unread, reader: &mut Reader<'_>) -> Option<Mimic> {
    check_attributes(node, &["joint", "axis"], reader);
    const KNOWN: [&str; 3] = ["multiplier", "offset", "reference"];
    unread.content(node, &Content::of(&KNOWN), reader);
    let [multiplier, offset, reference] = KNOWN.map(|name| number(node, name, reader));
    let multiplier = multiplier.unwrap_or(Rational::ONE);
    let shift = &multiplier * &reference.unwrap_or_default();
    let Some(joint) = node.attribute("joint") else {
        let problem = Diagnostic::error("missing-attribute", "<mimic> has no `joint`")
            .hint("write <mimic joint=\"...\">");
        reader.report(problem, start_tag(node));
        return None;
    };
    Some(Mimic {
        joint: joint.to_owned(),
        offset: &offset.unwrap_or_default() - &shift,
        multiplier,
        span: start_tag(node),
    })
}
