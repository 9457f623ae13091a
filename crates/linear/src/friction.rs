//! Friction that a linear model leaves out: what holds a joint at rest, and what depends on the load.

use appell_diagnostic::Diagnostic;
use appell_mechanics::{Derivation, Numbers};
use appell_model::{Joint, Robot};

use crate::operating_point::OperatingPoint;

/// Warnings for joints at rest with a sign that jumps there, and for friction by the load, of which the
/// derivatives know nothing. Other friction is in the model, a sign on the move as what is constant.
pub(crate) fn remarks(
    derivation: &Derivation<'_, Numbers<'_>>,
    point: &OperatingPoint,
) -> Vec<Diagnostic> {
    let robot = derivation.robot();
    let at_rest = |joint: &Joint| rests(robot, joint, point);
    let held = |joint: &Joint| rubs(joint) && at_rest(joint);
    let locked = |joint: &Joint| has_losses(joint) && at_rest(joint);
    let loaded = |joint: &Joint| !joint.friction.coulomb.is_zero() && !held(joint);
    let geared = |joint: &Joint| has_losses(joint) && !at_rest(joint);
    let remark = |meant: &dyn Fn(&Joint) -> bool, what: &str, reason: &str, hint: &str| {
        let names = left_out(robot, meant)?;
        let message = format!("the model leaves out {what} of {names}; {reason}");
        Some(Diagnostic::warning("coulomb-friction", message).hint(hint))
    };
    let rest = "at rest it is not smooth: the joint sticks until its force exceeds it";
    let gears = "at rest they are not smooth: they change when the motion turns back";
    let stick = "`appell simulate` lets joints stick and slide; friction with `smooth` is part of the linear model";
    let simulate = "`appell simulate` has it; `viscous`, `constant`, `static` and `smooth` are part of the linear model";
    let load =
        "it depends on the load: its derivatives by the joint reaction forces are not part of it";
    let passed =
        "they depend on the load: their derivatives by what the gear passes on are not part of it";
    let gear_hint = "`appell simulate` has them; friction of the motor is part of the linear model";
    [
        remark(&held, "the dry friction", rest, stick),
        remark(&locked, "the gear losses", gears, gear_hint),
        remark(&loaded, "the Coulomb friction", load, simulate),
        remark(&geared, "the gear losses", passed, gear_hint),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The names of joints, if there are any.
fn left_out(robot: &Robot, meant: &dyn Fn(&Joint) -> bool) -> Option<String> {
    let joints = robot.joints().iter().filter(|joint| meant(joint));
    let names: Vec<String> = joints.map(|joint| format!("`{}`", joint.name)).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Whether its friction or that of its motor jumps where it turns back.
fn rubs(joint: &Joint) -> bool {
    joint.friction.sticks() || joint.rotor.as_ref().is_some_and(|motor| motor.friction.sticks())
}

/// Whether its gear has losses, which depend on what it passes on.
fn has_losses(joint: &Joint) -> bool {
    joint.rotor.as_ref().is_some_and(|motor| motor.efficiency.is_some())
}

/// Whether a joint rests; one that follows others, where all rest.
fn rests(robot: &Robot, joint: &Joint, point: &OperatingPoint) -> bool {
    let coordinates = robot.coordinates();
    let own = joint.coordinate.and_then(|own| coordinates.iter().position(|&q| q == own));
    match own {
        Some(k) => point.qd[k] == 0.0,
        None => point.qd.iter().all(|rate| *rate == 0.0),
    }
}
