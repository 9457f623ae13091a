//! Warnings about a state: coordinates far outside the limits, parameters that no body can have.

use std::f64::consts::TAU;

use super::State;
use crate::algebra::Budget;
use crate::diagnostic::{Diagnostic, shown};
use crate::model::{self, Joint, JointKind, lint};

impl State {
    /// Warnings about a state that can be calculated with.
    pub(crate) fn doubts(&self, robot: &model::Robot) -> Vec<Diagnostic> {
        let coordinates = robot.coordinates();
        let place = |joint: &Joint| coordinates.iter().position(|&q| Some(q) == joint.coordinate);
        let placed = robot.joints().iter().filter_map(|joint| {
            let q = *self.order(0).get(place(joint)?)?;
            far(robot, joint, q)
        });
        placed.chain(self.odd_parameters(robot)).collect()
    }

    /// The findings with these parameters that the robot's own values do not have.
    fn odd_parameters(&self, robot: &model::Robot) -> Vec<Diagnostic> {
        let Ok(Some(changed)) = self.with_own_parameters(robot) else { return Vec::new() };
        let known = lint(robot);
        lint(&changed).into_iter().filter(|it| !known.contains(it)).collect()
    }

    /// The robot with the parameters of this state, `None` if the state has none. Values that no robot can have are
    /// errors.
    pub(super) fn with_own_parameters(
        &self,
        robot: &model::Robot,
    ) -> Result<Option<model::Robot>, Vec<Diagnostic>> {
        if self.parameters.is_empty() {
            return Ok(None);
        }
        let values = self.parameters.iter().map(|(name, value)| (name.as_str(), *value));
        robot.with_parameters(values, &Budget::default()).map(Some)
    }
}

/// How many turns from zero a rotation without limits is still meant.
const TURNS: f64 = 2.0;

/// A coordinate outside its limits, or so many turns from zero that it is likely in degrees.
fn far(robot: &model::Robot, joint: &Joint, q: f64) -> Option<Diagnostic> {
    let limit = |entry: &Option<_>| entry.as_ref().and_then(|it| robot.evaluate(it).ok());
    let (lower, upper) = (limit(&joint.limits.lower), limit(&joint.limits.upper));
    let is_rotation = joint.kind == JointKind::Rotation;
    let unit = if is_rotation { "rad" } else { "m" };
    let hint = match is_rotation {
        true if q.abs() < TAU => "the robot cannot be there; what follows is for these coordinates",
        true => {
            "a number without a unit is in radians: 90 degrees are 1.5707963, or \"90 deg\" where a unit may be written"
        }
        false => {
            "a number without a unit is in metres: 100 millimetres are 0.1, or \"100 mm\" where a unit may be written"
        }
    };
    let outside = lower.is_some_and(|lower| q < lower) || upper.is_some_and(|upper| q > upper);
    let turned = is_rotation && lower.is_none() && upper.is_none() && q.abs() > TURNS * TAU;
    let what = match outside {
        true => "outside its limits",
        false => "several turns from zero",
    };
    let message = format!("`{}` is at {} {unit}, {what}", joint.name, shown(q));
    let mut problem = Diagnostic::warning("state-far", message).on(["state", "q"]).hint(hint);
    for (name, limit) in [("lower", lower), ("upper", upper)] {
        if let Some(limit) = limit {
            problem = problem.fact(name, format!("{} {unit}", shown(limit)));
        }
    }
    (outside || turned).then_some(problem)
}
