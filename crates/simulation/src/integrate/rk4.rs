//! The classical method of Runge and Kutta, with steps of one length.

use super::{Step, System, Tolerance};
use crate::error::Error;

/// It makes no estimate of its error: every step is taken.
pub(crate) struct Rk4 {
    slopes: [Vec<f64>; 4],
    /// The slope at the end, for values between.
    last: Vec<f64>,
    start: Vec<f64>,
    at: Vec<f64>,
    end: Vec<f64>,
    step: f64,
    known: bool,
}

impl Rk4 {
    pub(crate) fn new(size: usize) -> Self {
        let room = || vec![0.0; size];
        Self {
            slopes: std::array::from_fn(|_| room()),
            last: room(),
            start: room(),
            at: room(),
            end: room(),
            step: 0.0,
            known: false,
        }
    }

    /// Makes a step.
    pub(crate) fn step(
        &mut self,
        system: &mut dyn System,
        t: f64,
        y: &[f64],
        step: f64,
    ) -> Result<(), Error> {
        if !self.known {
            system.slope(t, y, &mut self.slopes[0])?;
        }
        self.start.copy_from_slice(y);
        self.step = step;
        for (stage, part) in [(1, 0.5), (2, 0.5), (3, 1.0)] {
            for ((at, y), slope) in self.at.iter_mut().zip(y).zip(&self.slopes[stage - 1]) {
                *at = y + part * step * slope;
            }
            system.slope(t + part * step, &self.at, &mut self.slopes[stage])?;
        }
        let [a, b, c, d] = &self.slopes;
        for k in 0..y.len() {
            self.end[k] = y[k] + step / 6.0 * (a[k] + 2.0 * (b[k] + c[k]) + d[k]);
        }
        system.slope(t + step, &self.end, &mut self.last)?;
        self.known = true;
        Ok(())
    }
}

impl Step for Rk4 {
    fn attempt(
        &mut self,
        system: &mut dyn System,
        t: f64,
        y: &[f64],
        step: f64,
        _: &Tolerance,
    ) -> Result<f64, Error> {
        self.step(system, t, y, step)?;
        Ok(0.0)
    }

    fn order(&self) -> Option<f64> {
        None
    }

    fn end(&self) -> &[f64] {
        &self.end
    }

    /// By the cubic with the values and slopes of both ends.
    fn between(&self, s: f64, out: &mut [f64]) {
        let h = self.step;
        for (k, out) in out.iter_mut().enumerate() {
            let change = self.end[k] - self.start[k];
            let bend = h * self.slopes[0][k] - change;
            let twist = change - h * self.last[k] - bend;
            *out = self.start[k] + s * (change + (1.0 - s) * (bend + s * twist));
        }
    }

    fn accept(&mut self) {
        std::mem::swap(&mut self.slopes[0], &mut self.last);
    }

    fn restart(&mut self) {
        self.known = false;
    }
}
