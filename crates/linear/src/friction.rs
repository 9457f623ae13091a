//! Coulomb friction, which a linear model cannot have.

use appell_diagnostic::Diagnostic;
use appell_mechanics::{Derivation, Numbers};
use appell_model::{Joint, Rotor};

use crate::operating_point::OperatingPoint;

/// A warning where a joint has Coulomb friction: at rest it has no derivative, and on the move the
/// derivatives leave it out.
pub(crate) fn remark(
    derivation: &Derivation<'_, Numbers<'_>>,
    point: &OperatingPoint,
) -> Option<Diagnostic> {
    let robot = derivation.robot();
    let rubs = |joint: &&Joint| {
        let of_motor = |rotor: &Rotor| rotor.friction.is_dry() || rotor.efficiency.is_some();
        joint.friction.is_dry() || joint.rotor.as_ref().is_some_and(of_motor)
    };
    let dry = || robot.joints().iter().filter(rubs);
    let names: Vec<String> = dry().map(|joint| format!("`{}`", joint.name)).collect();
    if names.is_empty() {
        return None;
    }
    let is_smooth = dry().all(|joint| !joint.friction.smooth.is_zero());
    let reason = match point.qd.iter().all(|rate| *rate == 0.0) && !is_smooth {
        true => "at rest it is not smooth: the joint sticks until its force exceeds it",
        false => "its derivatives are not part of the model",
    };
    let message =
        format!("the model leaves out the Coulomb friction of {}; {reason}", names.join(", "));
    Some(Diagnostic::warning("coulomb-friction", message).hint(
        "`appell simulate` lets joints stick and slide; viscous friction is part of the linear model",
    ))
}
