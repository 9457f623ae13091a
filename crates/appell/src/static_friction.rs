//! What static friction does to a robot at rest, beside the formula of its accelerations.

use crate::code::{CompiledRobot, Load};
use crate::diagnostic::{Diagnostic, shown};
use crate::mechanics::{Kind, Quantity};
use crate::simulation::{Dynamics, FrictionState};
use crate::{Error, Robot, State};

/// A warning where accelerations are asked for at a state in which a joint with Coulomb friction rests.
/// The formula takes sign(0) = 0, so friction as zero; simulations let the joint stick. What they would
/// find is said, in the order of the coordinates, where the state has no parameters and no payload of
/// its own.
pub(crate) fn remark(robot: &Robot, quantity: Quantity, state: &State) -> Option<Diagnostic> {
    if quantity.kind() != Kind::JointAcceleration {
        return None;
    }
    let model = robot.model();
    let rests = |coordinate: usize| state.order(1).get(coordinate).is_none_or(|rate| *rate == 0.0);
    let symbols = model.coordinates();
    let dry = model.sticking().into_iter().map(|id| model.joint(id));
    let at_rest = dry.filter(|joint| {
        let place = joint.coordinate.and_then(|own| symbols.iter().position(|&q| q == own));
        place.is_some_and(rests)
    });
    let names: Vec<String> = at_rest.map(|joint| format!("`{}`", joint.name)).collect();
    if names.is_empty() {
        return None;
    }
    let message = format!(
        "{} rests: `qdd` takes its Coulomb friction as zero there, and static friction may hold it",
        names.join(", ")
    );
    let mut problem = Diagnostic::warning("static-friction", message);
    if state.parameters().is_empty()
        && !state.has_payload()
        && let Ok(accelerations) = with_static_friction(robot, state)
    {
        problem = problem.fact("qdd with static friction", accelerations.join(", "));
    }
    Some(problem.hint("`appell simulate` lets joints stick: see docs/motion.md"))
}

/// The accelerations that a simulation starts with; of a joint that sticks, zero.
fn with_static_friction(robot: &Robot, state: &State) -> Result<Vec<String>, Error> {
    let compiled = CompiledRobot::new(robot.model(), &Default::default())?;
    let count = compiled.coordinates().len();
    let filled = |values: &[f64]| -> Vec<f64> {
        values.iter().copied().chain(std::iter::repeat(0.0)).take(count).collect()
    };
    let [q, qd, tau] = [state.order(0), state.order(1), state.driving_forces()].map(filled);
    let arguments = compiled.arguments(&Load::default());
    let mut dynamics = Dynamics::new(&compiled)?;
    let friction: Vec<FrictionState> = dynamics.friction_states([&q, &qd, &tau], &arguments)?;
    let mut accelerations = vec![0.0; count];
    dynamics.accelerations([&q, &qd, &tau], &friction, &arguments, &mut accelerations)?;
    Ok(accelerations.into_iter().map(shown).collect())
}
