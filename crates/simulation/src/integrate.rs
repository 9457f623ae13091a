//! Steps of differential equations y' = f(t, y), with an estimate of their error and values between
//! their ends.
//!
//! Two methods of order five choose their steps: an explicit one for what is not stiff, an implicit
//! one for what is. A third has steps of one length.
//! How long steps are, and where they stop, is decided in [`crate::simulate`].

mod dopri5;
mod radau5;
mod rk4;
#[cfg(test)]
mod tests;

pub(crate) use dopri5::Dopri5;
pub(crate) use radau5::Radau5;
pub(crate) use rk4::Rk4;

use crate::error::Error;

/// The right side of y' = f(t, y).
pub(crate) trait System {
    /// f(t, y).
    fn slope(&mut self, t: f64, y: &[f64], slope: &mut [f64]) -> Result<(), Error>;

    /// df/dy, row by row, where it is known exactly; whether it is.
    fn jacobian(&mut self, _t: f64, _y: &[f64], _jacobian: &mut [f64]) -> Result<bool, Error> {
        Ok(false)
    }
}

/// How exact steps shall be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tolerance {
    pub(crate) relative: f64,
    pub(crate) absolute: f64,
    /// How many of the first entries count; the others are accounts that are kept beside.
    pub(crate) counted: usize,
}

impl Tolerance {
    /// The size of an error against the tolerance: one is just allowed.
    fn norm(&self, error: &[f64], y: &[f64], end: &[f64]) -> f64 {
        let part = |k: usize| {
            let size = y[k].abs().max(end[k].abs());
            (error[k] / (self.absolute + self.relative * size)).powi(2)
        };
        let sum: f64 = (0..self.counted).map(part).sum();
        (sum / self.counted.max(1) as f64).sqrt()
    }
}

/// By which factor the next step is longer than one that was tried with an error against the
/// tolerance, or shorter.
pub(crate) fn stretch(error: f64, method: &dyn Step) -> f64 {
    let Some(order) = method.order() else { return 1.0 };
    /// A little shorter than the estimate says, and never much longer or shorter at once.
    const CARE: f64 = 0.9;
    let factor = if error.is_finite() { CARE * error.powf(-1.0 / order) } else { 0.25 };
    match error > 1.0 {
        true => factor.clamp(0.1, CARE),
        false => factor.clamp(0.2, 5.0),
    }
}

/// A method that makes one step at a time.
pub(crate) trait Step {
    /// Tries a step and says how large its error is against the tolerance; infinite where it failed.
    fn attempt(
        &mut self,
        system: &mut dyn System,
        t: f64,
        y: &[f64],
        step: f64,
        tolerance: &Tolerance,
    ) -> Result<f64, Error>;

    /// The order of its error estimate in the length of the step; none where steps are of one length.
    fn order(&self) -> Option<f64>;

    /// The end of the last step.
    fn end(&self) -> &[f64];

    /// The value at a fraction of the last step.
    fn between(&self, fraction: f64, out: &mut [f64]);

    /// The step is taken as it is.
    fn accept(&mut self);

    /// The equation changed at its place: nothing of the last step can be used again.
    fn restart(&mut self);
}
