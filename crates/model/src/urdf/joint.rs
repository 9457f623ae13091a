//! Joints as they are in the file.

use std::ops::Range;

use appell_algebra::{Poly, Rational};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_spatial::Vector;
use roxmltree::Node;

use super::element::{
    Content, attribute, check_attributes, check_content, element, leaf, number, origin, triple,
};
use super::snap::snap_axis;
use super::{limits, start_tag};
use crate::coupling::{RotorDraft, Spring};
use crate::draft::Parent;
use crate::friction::Friction;
use crate::joint::{JointKind, Limits};
use crate::placement::Placement;
use crate::read::Options;
use crate::reader::Reader;

/// A joint as it stands in the file.
pub(crate) struct UrdfJoint {
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
    pub(crate) kind: JointKind,
    pub(crate) parent: String,
    pub(crate) child: String,
    pub(crate) placement: Placement,
    pub(crate) axis: Vector<Poly>,
    pub(crate) friction: Friction,
    pub(crate) spring: Spring,
    pub(crate) rotor: Option<RotorDraft>,
    pub(crate) mimic: Option<Mimic>,
    pub(crate) limits: Limits,
}

/// `<mimic>` as it stands in the file: multiplier times the joint plus offset.
#[derive(Clone)]
pub(crate) struct Mimic {
    pub(crate) joint: String,
    pub(crate) multiplier: Rational,
    pub(crate) offset: Rational,
    pub(crate) span: Range<usize>,
}

/// The elements of a joint.
pub(super) const JOINT: Content = Content {
    read: &["origin", "parent", "child", "axis", "limit", "dynamics", "mimic"],
    listed: &["calibration", "safety_controller"],
};

pub(super) fn read(
    node: Node<'_, '_>,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Option<UrdfJoint> {
    check_content(node, &JOINT, reader);
    check_attributes(node, &["name", "type"], reader);
    let name = attribute(node, "name", reader);
    let kind = attribute(node, "type", reader).and_then(|kind| kind_of(&kind, node, reader));
    let mut link = |tag| {
        let element = element(node, tag, &["link"], reader)?;
        attribute(element, "link", reader)
    };
    let (parent, child_link) = (link("parent"), link("child"));
    // a fixed joint follows nothing
    let mimic = leaf(node, "mimic", &["joint", "multiplier", "offset"], reader)
        .filter(|_| kind != Some(JointKind::Fixed));
    let mimic = mimic.map(|mimic| read_mimic(mimic, reader));
    let placement = origin(node, options, reader);
    let axis = axis(node, options, reader);
    let (friction, armature) = dynamics(node, reader);
    let limits = limits::read(node, reader);
    let name = name?;
    let kind = kind?;
    // a fixed joint moves no rotor
    let armature = armature.filter(|_| kind != JointKind::Fixed);
    let rotor = armature.map(|inertia| reflected(inertia, Rational::ONE, &name));
    Some(UrdfJoint {
        name,
        span: start_tag(node),
        kind,
        parent: parent?,
        child: child_link?,
        placement,
        axis,
        friction,
        spring: Spring::default(),
        rotor,
        mimic: match mimic {
            Some(mimic) => Some(mimic?),
            None => None,
        },
        limits,
    })
}

fn read_mimic(mimic: Node<'_, '_>, reader: &mut Reader<'_>) -> Option<Mimic> {
    let multiplier = number(mimic, "multiplier", reader).unwrap_or(Rational::ONE);
    let offset = number(mimic, "offset", reader).unwrap_or_default();
    let joint = attribute(mimic, "joint", reader)?;
    Some(Mimic { joint, multiplier, offset, span: start_tag(mimic) })
}

fn kind_of(kind: &str, node: Node<'_, '_>, reader: &mut Reader<'_>) -> Option<JointKind> {
    let problem = match kind {
        "revolute" | "continuous" => return Some(JointKind::Rotation),
        "prismatic" => return Some(JointKind::Translation),
        "fixed" => return Some(JointKind::Fixed),
        "floating" | "planar" => {
            let chain = if kind == "floating" {
                "three prismatic and three revolute joints"
            } else {
                "two prismatic joints and a revolute one"
            };
            Diagnostic::error("joint-type", format!("joints of type `{kind}` are not supported"))
                .hint(format!("make it fixed, or write it as {chain}"))
        }
        _ => {
            let known = ["revolute", "continuous", "prismatic", "fixed"];
            let otherwise = format!("one of: {}", known.join(", "));
            Diagnostic::error("joint-type", format!("unknown joint type `{}`", excerpt(kind)))
                .did_you_mean(kind, known, otherwise)
        }
    };
    let place = node.attribute_node("type").map_or(start_tag(node), |kind| kind.range_value());
    reader.report(problem, place);
    None
}

/// The axis in the frame of the joint; without one it is x, as the format has it.
fn axis(node: Node<'_, '_>, options: &Options, reader: &mut Reader<'_>) -> Vector<Poly> {
    let x_axis = [Rational::ONE, Rational::ZERO, Rational::ZERO];
    let given = leaf(node, "axis", &["xyz"], reader);
    if let Some(axis) = given.filter(|axis| !axis.has_attribute("xyz")) {
        let problem =
            Diagnostic::warning("missing-attribute", "<axis> has no `xyz`: the axis is x");
        let hint = "write the axis: <axis xyz=\"1 0 0\"/> for x, <axis xyz=\"0 0 1\"/> for z";
        reader.report(problem.hint(hint), start_tag(axis));
    }
    let given = given.and_then(|axis| Some((triple(axis, "xyz", reader)?, axis)));
    let axis = match given {
        Some((xyz, axis)) if options.snap => snap_axis(xyz, axis.range(), reader),
        Some((xyz, _)) => xyz,
        None => x_axis,
    };
    Vector(axis.map(Poly::constant))
}

/// Friction, and the inertia of the rotor as the joint feels it (`armature`).
fn dynamics(node: Node<'_, '_>, reader: &mut Reader<'_>) -> (Friction, Option<Rational>) {
    let known = ["damping", "friction", "armature"];
    let Some(dynamics) = leaf(node, "dynamics", &known, reader) else { return Default::default() };
    let [damping, friction, armature] = known.map(|name| number(dynamics, name, reader));
    let [viscous, constant] =
        [damping, friction].map(|entry| Poly::constant(entry.unwrap_or_default()));
    let armature = armature.filter(|inertia| !inertia.is_zero());
    (Friction { viscous, constant, ..Friction::default() }, armature)
}

/// A rotor of which only the inertia that it adds to its joint is known: ratio^2 times its own.
pub(super) fn reflected(inertia: Rational, ratio: Rational, joint: &str) -> RotorDraft {
    RotorDraft {
        inertia: Poly::constant(inertia),
        ratios: vec![(joint.to_owned(), Poly::constant(ratio))],
        on: Parent::Base,
        ..RotorDraft::default()
    }
}
