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
    let jumping = |joint: &Joint| jumps(joint) && rests(robot, joint, point);
    let loaded = |joint: &Joint| is_loaded(joint) && !jumping(joint);
    let held = left_out(robot, &jumping).map(|names| {
        let reason = "at rest it is not smooth: the joint sticks until its force exceeds it";
        let message = format!("the model leaves out the Coulomb friction of {names}; {reason}");
        Diagnostic::warning("coulomb-friction", message).hint(
            "`appell simulate` lets joints stick and slide; friction with `smooth` is part of the linear model",
        )
    });
    let by_load = left_out(robot, &loaded).map(|names| {
        let reason = "its derivatives by the joint reaction forces, or by what the gear passes on, are not part of it";
        let message =
            format!("the model leaves out the friction of {names} that depends on the load; {reason}");
        Diagnostic::warning("coulomb-friction", message).hint(
            "`appell simulate` has it; `viscous`, `constant`, `static` and `smooth` are part of the linear model",
        )
    });
    held.into_iter().chain(by_load).collect()
}

/// The names of joints, if there are any.
fn left_out(robot: &Robot, meant: &dyn Fn(&Joint) -> bool) -> Option<String> {
    let joints = robot.joints().iter().filter(|joint| meant(joint));
    let names: Vec<String> = joints.map(|joint| format!("`{}`", joint.name)).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Whether its friction, that of its motor or the losses of its gear jump where it turns back.
fn jumps(joint: &Joint) -> bool {
    let motor = joint.rotor.as_ref();
    joint.friction.sticks()
        || motor.is_some_and(|motor| motor.friction.sticks() || motor.efficiency.is_some())
}

/// Whether some of its friction depends on the forces that it passes on.
fn is_loaded(joint: &Joint) -> bool {
    let has_losses = joint.rotor.as_ref().is_some_and(|motor| motor.efficiency.is_some());
    !joint.friction.coulomb.is_zero() || has_losses
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
