//! Laws held against the limits of axes.

use appell_code::{Axis, Limits};

use crate::error::Error;
use crate::law::Law;

/// Limits a hair below others: rounding must not lift a law over a limit.
pub(crate) fn spared(limits: &Limits) -> Limits {
    const HAIR: f64 = 1e-13;
    let less = |limit: f64| limit * (1.0 - HAIR);
    Limits {
        velocity: less(limits.velocity),
        acceleration: less(limits.acceleration),
        jerk: less(limits.jerk),
        ..*limits
    }
}

/// Whether limits say how long a motion takes.
pub(crate) fn give_time(limits: &Limits) -> bool {
    [limits.velocity, limits.acceleration, limits.jerk].iter().any(|limit| limit.is_finite())
}

/// What is known at many places only, as a law along a curve is, may be a little more between them.
const BETWEEN: f64 = 1e-6;

/// Coordinates are no larger than this, in rad or m: beyond, sines lose half of their digits.
const FARTHEST: f64 = 1e9;

/// Motions take no longer than this, in seconds: four months.
const LONGEST: f64 = 1e7;

/// Refuses a time that no motion takes.
pub fn check_duration(duration: f64) -> Result<(), Error> {
    match duration <= LONGEST {
        true => Ok(()),
        false => Err(Error::TooLong { duration, most: LONGEST }),
    }
}

/// Refuses a coordinate outside the limits of an axis.
pub fn check_position(axis: &Axis, value: f64) -> Result<(), Error> {
    let Limits { lower, upper, .. } = axis.limits;
    if value.abs() > FARTHEST {
        return Err(Error::TooFar { axis: axis.name.clone(), value, most: FARTHEST });
    }
    match value >= lower && value <= upper {
        true => Ok(()),
        false => Err(Error::Outside {
            axis: axis.name.clone(),
            value,
            limits: (lower, upper),
            unit: axis.unit(),
        }),
    }
}

impl Law {
    /// Refuses a law that breaks a limit of an axis. The largest values of laws are known, but for
    /// those along a curve, which are sought: these may be more by a millionth.
    pub fn check_limits(&self, axis: &Axis) -> Result<(), Error> {
        self.check_limits_within(axis, if self.is_sought() { BETWEEN } else { 0.0 })
    }

    /// Refuses a law that breaks a limit of velocity, acceleration or jerk by more than such a part
    /// of it, or one of position by more than rounding.
    pub fn check_limits_within(&self, axis: &Axis, slack: f64) -> Result<(), Error> {
        let (low, high) = self.range();
        let Limits { lower, upper, velocity, acceleration, jerk, .. } = axis.limits;
        let rounding = match slack > 0.0 {
            true => BETWEEN * (high - low),
            false => 1e-14 * low.abs().max(high.abs()),
        };
        check_position(axis, if low + rounding < lower { low } else { low.max(lower) })?;
        check_position(axis, if high - rounding > upper { high } else { high.min(upper) })?;
        let orders = [("velocity", velocity), ("acceleration", acceleration), ("jerk", jerk)];
        for (order, ((what, limit), per)) in (1..).zip(orders.into_iter().zip(["s", "s^2", "s^3"]))
        {
            let reached = if limit.is_finite() { self.peak(order) } else { 0.0 };
            if reached > limit * (1.0 + slack) {
                let (axis, unit) = (axis.name.clone(), format!("{}/{per}", axis.unit()));
                return Err(Error::LimitBroken { axis, what, reached, limit, unit });
            }
        }
        Ok(())
    }
}
