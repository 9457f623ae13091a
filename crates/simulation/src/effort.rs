//! What an axis must do over a motion: largest values and integrals.

use appell_code::Axis;

use crate::error::Error;
use crate::quadrature::Parabola;

/// What an axis must do, over a whole motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// The largest driving force or moment.
    pub peak_force: f64,
    /// The rms value of the driving force or moment.
    pub rms_force: f64,
    /// The largest velocity.
    pub peak_velocity: f64,
    /// The largest power, taken or given back.
    pub peak_power: f64,
    /// The work it does where it drives: all of the energy, if nothing can be given back.
    pub work: f64,
    /// The work that it takes back where it brakes; `work - returned` is the energy, if all of that
    /// can be used again.
    pub returned: f64,
}

/// The same over a part of a motion, to be added to that over another part.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartialEffort {
    peak_force: f64,
    peak_velocity: f64,
    peak_power: f64,
    /// The integral of the square of the force.
    squares: f64,
    work: f64,
    returned: f64,
}

impl PartialEffort {
    /// From forces and velocities at the nodes of a quadrature: three points of Gauss for each interval,
    /// and single points without weight, which count for largest values only. The largest velocity is
    /// given: see [`largest_magnitude`].
    pub(crate) fn of(forces: &[f64], speeds: &[f64], weights: &[f64], peak_velocity: f64) -> Self {
        let mut effort = Self { peak_velocity, ..Self::default() };
        let mut k = 0;
        while k < forces.len() {
            if weights[k] == 0.0 {
                effort.peak_force = effort.peak_force.max(forces[k].abs());
                effort.peak_power = effort.peak_power.max((forces[k] * speeds[k]).abs());
                k += 1;
                continue;
            }
            let force = [forces[k], forces[k + 1], forces[k + 2]];
            let power = [0, 1, 2].map(|i| force[i] * speeds[k + i]);
            effort.peak_force = effort.peak_force.max(Parabola::through(force).largest());
            let power = Parabola::through(power);
            effort.peak_power = effort.peak_power.max(power.largest());
            let weights = &weights[k..k + 3];
            let half = weights.iter().sum::<f64>() / 2.0;
            effort.squares +=
                force.iter().zip(weights).map(|(f, weight)| weight * f * f).sum::<f64>();
            // the power may change its sign inside
            let [driving, braking] = power.above_and_below_zero();
            effort.work += half * driving;
            effort.returned += half * braking;
            k += 3;
        }
        effort
    }

    /// Of both parts together.
    #[must_use]
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            peak_force: self.peak_force.max(other.peak_force),
            peak_velocity: self.peak_velocity.max(other.peak_velocity),
            peak_power: self.peak_power.max(other.peak_power),
            squares: self.squares + other.squares,
            work: self.work + other.work,
            returned: self.returned + other.returned,
        }
    }

    /// Of the whole of a motion of a length, unless a figure is none.
    pub(crate) fn over(self, length: f64, axis: &Axis) -> Result<Effort, Error> {
        let Self { peak_force, peak_velocity, peak_power, squares, work, returned } = self;
        let rms_force = (squares / length.max(f64::MIN_POSITIVE)).sqrt();
        let effort = Effort { peak_force, rms_force, peak_velocity, peak_power, work, returned };
        match [rms_force, peak_power, work, returned].iter().all(|figure| figure.is_finite()) {
            true => Ok(effort),
            false => Err(Error::TooLarge { axis: axis.name.clone(), peak: peak_force }),
        }
    }
}

/// The largest magnitude of values at the nodes of a quadrature, or between them.
pub(crate) fn largest_magnitude(values: &[f64], weights: &[f64]) -> f64 {
    let (mut largest, mut k) = (0.0_f64, 0);
    while k < values.len() {
        if weights[k] == 0.0 {
            largest = largest.max(values[k].abs());
            k += 1;
        } else {
            let three = [values[k], values[k + 1], values[k + 2]];
            largest = largest.max(Parabola::through(three).largest());
            k += 3;
        }
    }
    largest
}

impl Effort {
    /// Keeps what is larger in rows of a result: a row may come nearer to a peak than the nodes of
    /// the integrals do.
    pub(crate) fn see(&mut self, forces: &[f64], speeds: &[f64]) {
        for (force, speed) in forces.iter().zip(speeds) {
            self.peak_force = self.peak_force.max(force.abs());
            self.peak_velocity = self.peak_velocity.max(speed.abs());
            self.peak_power = self.peak_power.max((force * speed).abs());
        }
    }
}
