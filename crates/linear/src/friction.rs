//! Friction that a linear model cannot have: what holds a joint at rest, and a kink of what depends on the load.

use appell_diagnostic::Diagnostic;
use appell_mechanics::{Derivation, Kind, Numbers, Quantity};
use appell_model::{Joint, Robot};

use crate::error::Error;
use crate::operating_point::OperatingPoint;

/// Warnings for joints at rest with a sign that jumps there, and for kinks. All other friction is in the
/// model, a sign on the move as what is constant.
pub(crate) fn remarks(
    derivation: &Derivation<'_, Numbers<'_>>,
    point: &OperatingPoint,
) -> Result<Vec<Diagnostic>, Error> {
    let robot = derivation.robot();
    let held = |joint: &Joint| rubs(joint) && rests(robot, joint, point);
    let locked = |joint: &Joint| has_losses(joint) && rests(robot, joint, point);
    let held = left_out(robot, &held).map(|names| {
        let stick = "at rest it is not smooth: the joint sticks until its force exceeds it";
        let message = format!("the model leaves out the dry friction of {names}; {stick}");
        Diagnostic::warning("coulomb-friction", message)
            .hint("`appell simulate` lets joints stick and slide; friction with `smooth` is part of the linear model")
    });
    let locked = left_out(robot, &locked).map(|names| {
        let turn = "at rest they are not smooth: they change when the motion turns back";
        let message = format!("the model leaves out the gear losses of {names}; {turn}");
        Diagnostic::warning("gear-losses", message)
            .hint("`appell simulate` has them; they are part of the model of a moving joint")
    });
    let kink = derivation.friction_kink(Quantity::of_robot(Kind::JointAccelerationByPosition)?)?;
    Ok([held, locked, kink].into_iter().flatten().collect())
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
