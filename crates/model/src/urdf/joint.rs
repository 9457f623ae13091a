//! Joints as they stand in the file.

use std::ops::Range;

use appell_algebra::{Poly, Rational};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_spatial::Vector;
use roxmltree::Node;

use super::element::{attribute, check_children, element, leaf, number, origin, triple};
use super::snap::snap_axis;
use super::{limits, start_tag};
use crate::friction::Friction;
use crate::joint::{JointKind, Limits};
use crate::placement::Placement;
use crate::read::Options;
use crate::reader::Reader;

/// A joint as it stands in the file.
pub(super) struct UrdfJoint {
    pub(super) name: String,
    pub(super) span: Range<usize>,
    pub(super) kind: JointKind,
    pub(super) parent: String,
    pub(super) child: String,
    pub(super) placement: Placement,
    pub(super) axis: Vector<Poly>,
    pub(super) friction: Friction,
    pub(super) mimic: Option<Mimic>,
    pub(super) limits: Limits,
}

/// `<mimic>` as it stands in the file.
pub(super) struct Mimic {
    pub(super) joint: String,
    pub(super) multiplier: Rational,
    pub(super) offset: Rational,
    pub(super) span: Range<usize>,
}

pub(super) fn read(
    node: Node<'_, '_>,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Option<UrdfJoint> {
    let children = ["origin", "parent", "child", "axis", "limit", "dynamics", "mimic"];
    check_children(node, &children, reader);
    let name = attribute(node, "name", reader);
    let kind = attribute(node, "type", reader).and_then(|kind| kind_of(&kind, node, reader));
    let mut link = |tag| {
        let element = element(node, tag, reader)?;
        attribute(element, "link", reader)
    };
    let (parent, child_link) = (link("parent"), link("child"));
    // a fixed joint follows nothing
    let mimic = leaf(node, "mimic", &["joint", "multiplier", "offset"], reader)
        .filter(|_| kind != Some(JointKind::Fixed));
    let mimic = mimic.map(|mimic| read_mimic(mimic, reader));
    let placement = origin(node, options, reader);
    let axis = axis(node, options, reader);
    let friction = friction(node, reader);
    let limits = limits::read(node, reader);
    Some(UrdfJoint {
        name: name?,
        span: start_tag(node),
        kind: kind?,
        parent: parent?,
        child: child_link?,
        placement,
        axis,
        friction,
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
                "three translations and three rotations"
            } else {
                "two translations and a rotation"
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
    let given = leaf(node, "axis", &["xyz"], reader)
        .and_then(|axis| Some((triple(axis, "xyz", reader)?, axis)));
    let axis = match given {
        Some((xyz, axis)) if options.snap => snap_axis(xyz, axis.range(), reader),
        Some((xyz, _)) => xyz,
        None => x_axis,
    };
    Vector(axis.map(Poly::constant))
}

fn friction(node: Node<'_, '_>, reader: &mut Reader<'_>) -> Friction {
    let Some(dynamics) = leaf(node, "dynamics", &["damping", "friction"], reader) else {
        return Friction::default();
    };
    let damping = number(dynamics, "damping", reader).unwrap_or_default();
    let constant = number(dynamics, "friction", reader).unwrap_or_default();
    let [viscous, constant] = [damping, constant].map(Poly::constant);
    Friction { viscous, constant, ..Friction::default() }
}
