//! Limits of joints. URDF wants all of them where it wants any, a robot need not have any: a number that
//! no robot reaches stands for a limit that is not given.

use appell_algebra::{Error, Poly, Rational};
use appell_diagnostic::Diagnostic;
use roxmltree::Node;

use super::element::{leaf, number};
use crate::joint::{Joint, JointKind, Limits};
use crate::reader::Reader;

/// Written for a limit that is not given, and read as none, as is anything beyond it: rad, m, rad/s, m/s,
/// N m, N.
const UNLIMITED: i64 = 1_000_000_000;

/// Whether a limit of position is given.
pub(crate) fn has_position(limits: &Limits) -> bool {
    limits.lower.is_some() || limits.upper.is_some()
}

/// The attributes of `<limit>` with their numbers; nothing where it may be left out. Revolute and
/// prismatic joints need all four, continuous ones effort and velocity if they have the element.
pub(super) fn written(
    joint: &Joint,
    value: impl Fn(&Poly) -> Result<f64, Error>,
) -> Result<Vec<(&'static str, f64)>, Error> {
    let Limits { lower, upper, effort, velocity } = &joint.limits;
    let has_range = joint.kind == JointKind::Translation || has_position(&joint.limits);
    if joint.kind == JointKind::Fixed || !has_range && effort.is_none() && velocity.is_none() {
        return Ok(Vec::new());
    }
    let none = UNLIMITED as f64;
    let or = |limit: &Option<Poly>, none: f64| limit.as_ref().map_or(Ok(none), &value);
    let mut attributes = Vec::new();
    if has_range {
        attributes.extend([("lower", or(lower, -none)?), ("upper", or(upper, none)?)]);
    }
    attributes.extend([("effort", or(effort, none)?), ("velocity", or(velocity, none)?)]);
    Ok(attributes)
}

/// Whether a limit is one that a machine can reach.
pub(crate) fn is_reached(limit: &Rational) -> bool {
    limit.abs() < Rational::from(UNLIMITED)
}

/// What is said of a joint that turns without end, and has limits.
pub(crate) fn turning(lower: &Option<Rational>, upper: &Option<Rational>) -> Diagnostic {
    let message = "a continuous joint turns without end: its limits of position are left out";
    let mut problem = Diagnostic::warning("continuous-limits", message);
    for (name, limit) in [("lower", lower), ("upper", upper)] {
        if let Some(limit) = limit {
            problem = problem.fact(name, limit.to_f64());
        }
    }
    problem.hint("write type=\"revolute\" if they are meant, or take them out")
}

/// The limits as they stand in the file.
pub(super) fn read(node: Node<'_, '_>, reader: &mut Reader<'_>) -> Limits {
    let known = ["lower", "upper", "velocity", "effort"];
    let Some(limit) = leaf(node, "limit", &known, reader) else { return Limits::default() };
    let [lower, upper, velocity, effort] = known.map(|name| number(limit, name, reader));
    // One limit of position that is left out is zero, as the format has it; two are not meant to
    // lock the joint.
    let is_turning = node.attribute("type") == Some("continuous");
    let none = (lower.is_none() && upper.is_none()) || is_turning;
    let is_meant = |limit: &Rational| is_reached(limit) && !limit.is_zero();
    if is_turning && [&lower, &upper].into_iter().flatten().any(is_meant) {
        reader.report(turning(&lower, &upper), limit.range());
    }
    let bound = |limit: Option<Rational>| (!none).then(|| limit.unwrap_or_default());
    if none && node.attribute("type") == Some("revolute") {
        let message = "the <limit> has neither `lower` nor `upper`: its position is not limited";
        let note = Diagnostic::note("no-position-limits", message)
            .hint("add them, or write type=\"continuous\"");
        reader.report(note, limit.range());
    }
    let given = [("velocity", &velocity), ("effort", &effort)];
    let zero = given.iter().filter(|(_, value)| value.as_ref().is_some_and(Rational::is_zero));
    let zero: Vec<String> = zero.map(|(name, _)| format!("{name}=\"0\"")).collect();
    if !zero.is_empty() {
        let message = format!("with {} the joint cannot be moved", zero.join(" and "));
        let warning = Diagnostic::warning("not-positive", message)
            .hint("write the limits of the drive, or leave the attribute out for none");
        reader.report(warning, limit.range());
    }
    let entry = |limit: Option<Rational>| limit.filter(is_reached).map(Poly::constant);
    Limits {
        lower: entry(bound(lower)),
        upper: entry(bound(upper)),
        velocity: entry(velocity),
        effort: entry(effort),
    }
}
