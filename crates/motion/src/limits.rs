//! What an axis may do.

use appell_algebra::Error as AlgebraError;
use appell_model::{Joint, Robot};

/// What an axis may do; infinite where nothing is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The smallest coordinate.
    pub lower: f64,
    /// The largest coordinate.
    pub upper: f64,
    /// The largest speed.
    pub velocity: f64,
    /// The largest acceleration.
    pub acceleration: f64,
    /// The largest jerk.
    pub jerk: f64,
    /// The largest driving force or moment.
    pub effort: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            velocity: f64::INFINITY,
            acceleration: f64::INFINITY,
            jerk: f64::INFINITY,
            effort: f64::INFINITY,
        }
    }
}

impl Limits {
    /// Those that a robot's file gives a joint; it knows none of acceleration and jerk.
    pub fn of(joint: &Joint, robot: &Robot) -> Result<Self, AlgebraError> {
        let [lower, upper, velocity, effort] =
            joint.limits.entries().map(|(_, entry)| entry.map(|it| robot.evaluate(it)).transpose());
        let any = Self::default();
        Ok(Self {
            lower: lower?.unwrap_or(any.lower),
            upper: upper?.unwrap_or(any.upper),
            velocity: velocity?.unwrap_or(any.velocity),
            effort: effort?.unwrap_or(any.effort),
            ..any
        })
    }
}
