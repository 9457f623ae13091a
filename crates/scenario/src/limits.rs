//! The limits of a scenario on the axes of its robot; lists with a number for each axis.

use std::ops::Range;

use appell_code::CompiledRobot;
use appell_diagnostic::Diagnostic;
use appell_toml::OneOrEach;

use super::{Limit, Placed, Scenario};

impl Scenario {
    /// Gives the axes the limits of the scenario, and reports those that are none.
    pub(super) fn set_limits(&self, machine: &mut CompiledRobot, findings: &mut Vec<Diagnostic>) {
        let count = machine.axes().len();
        for Placed { value: (limit, values), span } in &self.limits {
            let each = match spread(values, count, span) {
                Ok(each) => each,
                Err(problem) => {
                    findings.push(*problem);
                    continue;
                }
            };
            for (axis, value) in machine.axes_mut().iter_mut().zip(each) {
                *match limit {
                    Limit::Lower => &mut axis.limits.lower,
                    Limit::Upper => &mut axis.limits.upper,
                    Limit::Velocity => &mut axis.limits.velocity,
                    Limit::Acceleration => &mut axis.limits.acceleration,
                    Limit::Jerk => &mut axis.limits.jerk,
                    Limit::Effort => &mut axis.limits.effort,
                } = value;
            }
        }
        // those of the scenario are positive: what is bad is in the robot's file, but for a lower
        // limit above an upper one
        let bounds = |it: &&Placed<(Limit, _)>| matches!(it.value.0, Limit::Lower | Limit::Upper);
        let place = self.limits.iter().find(bounds).map_or(&self.robot.span, |it| &it.span);
        for axis in machine.axes() {
            let problems = axis.limits.problems(&axis.name).into_iter();
            findings.extend(problems.map(|problem| match problem.code {
                "contradictory-limits" => problem.at(place.clone()),
                _ => problem.at(self.robot.span.clone()),
            }));
        }
    }
}

/// What is said of a list of the wrong length.
pub(super) fn counted(given: usize, expected: usize, span: &Range<usize>) -> Option<Diagnostic> {
    (given != expected).then(|| {
        let message =
            format!("expected {expected} numbers, one for each joint that moves, found {given}");
        Diagnostic::error("wrong-length", message)
            .hint("`appell show ROBOT` lists the joints in their order")
            .at(span.clone())
    })
}

/// One number for all, or one for each.
pub(super) fn spread(
    values: &OneOrEach,
    count: usize,
    span: &Range<usize>,
) -> Result<Vec<f64>, Box<Diagnostic>> {
    match values {
        OneOrEach::One(one) => Ok(vec![*one; count]),
        OneOrEach::Each(values) => match counted(values.len(), count, span) {
            Some(problem) if values.len() == 1 => {
                Err(Box::new(problem.hint("without brackets one number is for all joints")))
            }
            Some(problem) => Err(Box::new(problem)),
            None => Ok(values.clone()),
        },
    }
}
