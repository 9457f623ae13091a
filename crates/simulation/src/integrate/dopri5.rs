//! The method of Dormand and Prince, order 5(4), with its dense output of order 4.
//!
//! E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd edition,
//! Springer 1993, table II.5.2 and section II.6.

use super::{Step, System, Tolerance};
use crate::error::Error;

const STAGES: usize = 7;

/// When the stages are, as fractions of the step.
const TIMES: [f64; STAGES] = [0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0];

/// How much of the slopes before goes into each stage.
const PARTS: [[f64; STAGES - 1]; STAGES] = [
    [0.0; 6],
    [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0],
    [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0],
    [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0],
    [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0],
    [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];

/// The difference to the embedded method of order four.
const ERROR: [f64; STAGES] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

/// The part of the dense output that the ends and their slopes do not say.
const DENSE: [f64; STAGES] = [
    -12715105075.0 / 11282082432.0,
    0.0,
    87487479700.0 / 32700410799.0,
    -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0,
    -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0,
];

pub(crate) struct Dopri5 {
    slopes: [Vec<f64>; STAGES],
    start: Vec<f64>,
    end: Vec<f64>,
    error: Vec<f64>,
    step: f64,
    /// Whether the first slope is known from the step before: it is the last one of that.
    known: bool,
}

impl Dopri5 {
    pub(crate) fn new(size: usize) -> Self {
        let room = || vec![0.0; size];
        Self {
            slopes: std::array::from_fn(|_| room()),
            start: room(),
            end: room(),
            error: room(),
            step: 0.0,
            known: false,
        }
    }
}

impl Step for Dopri5 {
    fn attempt(
        &mut self,
        system: &mut dyn System,
        t: f64,
        y: &[f64],
        step: f64,
        tolerance: &Tolerance,
    ) -> Result<f64, Error> {
        if !self.known {
            system.slope(t, y, &mut self.slopes[0])?;
            self.known = true;
        }
        self.start.copy_from_slice(y);
        self.step = step;
        for stage in 1..STAGES {
            for (k, (end, y)) in self.end.iter_mut().zip(y).enumerate() {
                let moved: f64 = (0..stage).map(|i| PARTS[stage][i] * self.slopes[i][k]).sum();
                *end = y + step * moved;
            }
            system.slope(t + TIMES[stage] * step, &self.end, &mut self.slopes[stage])?;
        }
        for (k, entry) in self.error.iter_mut().enumerate() {
            let error: f64 =
                ERROR.iter().zip(&self.slopes).map(|(part, slope)| part * slope[k]).sum();
            *entry = step * error;
        }
        let norm = tolerance.norm(&self.error, y, &self.end);
        Ok(if norm.is_finite() { norm } else { f64::INFINITY })
    }

    fn order(&self) -> Option<f64> {
        Some(5.0)
    }

    fn end(&self) -> &[f64] {
        &self.end
    }

    fn between(&self, fraction: f64, out: &mut [f64]) {
        let (s, h) = (fraction, self.step);
        for (k, out) in out.iter_mut().enumerate() {
            let change = self.end[k] - self.start[k];
            let bend = h * self.slopes[0][k] - change;
            let twist = change - h * self.slopes[STAGES - 1][k] - bend;
            let rest: f64 =
                DENSE.iter().zip(&self.slopes).map(|(part, slope)| part * slope[k]).sum();
            let inner = bend + s * (twist + (1.0 - s) * h * rest);
            *out = self.start[k] + s * (change + (1.0 - s) * inner);
        }
    }

    fn accept(&mut self) {
        self.slopes.swap(0, STAGES - 1);
    }

    fn restart(&mut self) {
        self.known = false;
    }
}
