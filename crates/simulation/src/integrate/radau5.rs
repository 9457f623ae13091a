//! The method Radau IIA of order five, for stiff equations: links that vibrate much faster than they
//! move.
//!
//! E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd edition, Springer 1996,
//! section IV.8. The three stages are found together by Newton's iteration, with the exact
//! Jacobian where the system has one, or else by differences; a robot has so few coordinates that the
//! matrix of all stages is factored as it is.

use appell_numeric::lu::Lu;

use super::{Step, System, Tolerance};
use crate::error::Error;

const STAGES: usize = 3;

pub(crate) struct Radau5 {
    size: usize,
    jacobian: Vec<f64>,
    /// Whether the Jacobian belongs to where the step starts.
    fresh: bool,
    /// Whether it is exact, and so cheap that it is taken anew as soon as Newton's iteration is slow.
    exact: bool,
    /// How many rounds the last iteration took.
    rounds: usize,
    slope: Vec<f64>,
    known: bool,
    start: Vec<f64>,
    end: Vec<f64>,
    /// The distance of each stage from the start.
    stages: Vec<f64>,
    /// The factors for a step, and which step that was.
    factors: Option<(f64, Lu, Lu)>,
}

/// sqrt(6), of which the coefficients are made.
const ROOT: f64 = 2.449_489_742_783_178;

/// When the stages are.
const TIMES: [f64; STAGES] = [(4.0 - ROOT) / 10.0, (4.0 + ROOT) / 10.0, 1.0];

/// How much of the slopes goes into each stage.
const PARTS: [[f64; STAGES]; STAGES] = [
    [(88.0 - 7.0 * ROOT) / 360.0, (296.0 - 169.0 * ROOT) / 1800.0, (-2.0 + 3.0 * ROOT) / 225.0],
    [(296.0 + 169.0 * ROOT) / 1800.0, (88.0 + 7.0 * ROOT) / 360.0, (-2.0 - 3.0 * ROOT) / 225.0],
    [(16.0 - ROOT) / 36.0, (16.0 + ROOT) / 36.0, 1.0 / 9.0],
];

/// How the stages show in the estimate of the error.
const ERROR: [f64; STAGES] = [(-13.0 - 7.0 * ROOT) / 3.0, (-13.0 + 7.0 * ROOT) / 3.0, -1.0 / 3.0];

/// The real eigenvalue of the inverse of the matrix of parts: 30 / (6 + 81^(1/3) - 9^(1/3)).
const EIGENVALUE: f64 = 3.637_834_252_744_496;

/// How often Newton's iteration is done, and how near it must come, against the tolerance.
const ROUNDS: usize = 10;
const NEAR: f64 = 1e-2;

/// With a good Jacobian no more rounds are needed.
const QUICK: usize = 3;

impl Radau5 {
    pub(crate) fn new(size: usize) -> Self {
        Self {
            size,
            jacobian: vec![0.0; size * size],
            fresh: false,
            exact: false,
            rounds: 0,
            slope: vec![0.0; size],
            known: false,
            start: vec![0.0; size],
            end: vec![0.0; size],
            stages: vec![0.0; STAGES * size],
            factors: None,
        }
    }

    /// df/dy where the step starts.
    fn differentiate(&mut self, system: &mut dyn System, t: f64, y: &[f64]) -> Result<(), Error> {
        self.exact = system.jacobian(t, y, &mut self.jacobian)?;
        if !self.exact {
            self.take_differences(system, t, y)?;
        }
        self.fresh = true;
        self.factors = None;
        Ok(())
    }

    /// df/dy by differences.
    fn take_differences(
        &mut self,
        system: &mut dyn System,
        t: f64,
        y: &[f64],
    ) -> Result<(), Error> {
        let n = self.size;
        let mut moved = y.to_vec();
        let mut slope = vec![0.0; n];
        for j in 0..n {
            let step = f64::EPSILON.sqrt() * y[j].abs().max(1e-3);
            moved[j] = y[j] + step;
            system.slope(t, &moved, &mut slope)?;
            moved[j] = y[j];
            for (i, (there, here)) in slope.iter().zip(&self.slope).enumerate() {
                self.jacobian[i * n + j] = (there - here) / step;
            }
        }
        Ok(())
    }

    /// The matrix of Newton's iteration over all stages, 1 - h A x J, and that of the error,
    /// eigenvalue / h - J.
    fn factor(&mut self, step: f64) -> bool {
        if self.factors.as_ref().is_some_and(|(known, ..)| *known == step) {
            return true;
        }
        let n = self.size;
        let all = STAGES * n;
        let mut matrix = vec![0.0; all * all];
        for (i, parts) in PARTS.iter().enumerate() {
            for (j, part) in parts.iter().enumerate() {
                for r in 0..n {
                    for c in 0..n {
                        matrix[(i * n + r) * all + j * n + c] =
                            -step * part * self.jacobian[r * n + c];
                    }
                }
            }
        }
        for k in 0..all {
            matrix[k * all + k] += 1.0;
        }
        let mut plain: Vec<f64> = self.jacobian.iter().map(|entry| -entry).collect();
        for k in 0..n {
            plain[k * n + k] += EIGENVALUE / step;
        }
        let both = Lu::new(all, matrix).zip(Lu::new(n, plain));
        self.factors = both.map(|(stages, plain)| (step, stages, plain));
        self.factors.is_some()
    }

    /// Newton's iteration for the stages; whether it came near enough.
    fn iterate(
        &mut self,
        system: &mut dyn System,
        t: f64,
        y: &[f64],
        step: f64,
        tolerance: &Tolerance,
    ) -> Result<bool, Error> {
        let n = self.size;
        self.stages.fill(0.0);
        let mut slopes = vec![0.0; STAGES * n];
        let mut at = vec![0.0; n];
        let mut before = f64::INFINITY;
        for round in 1..=ROUNDS {
            self.rounds = round;
            for (i, time) in TIMES.iter().enumerate() {
                for k in 0..n {
                    at[k] = y[k] + self.stages[i * n + k];
                }
                system.slope(t + time * step, &at, &mut slopes[i * n..(i + 1) * n])?;
            }
            let mut rest = vec![0.0; STAGES * n];
            for (i, parts) in PARTS.iter().enumerate() {
                for k in 0..n {
                    let moved: f64 = (0..STAGES).map(|j| parts[j] * slopes[j * n + k]).sum();
                    rest[i * n + k] = step * moved - self.stages[i * n + k];
                }
            }
            let Some((_, factors, _)) = &self.factors else { return Ok(false) };
            let change = factors.solve(&rest);
            for (stage, change) in self.stages.iter_mut().zip(&change) {
                *stage += change;
            }
            let largest = (0..STAGES)
                .map(|i| tolerance.norm(&change[i * n..(i + 1) * n], y, y))
                .fold(0.0, f64::max);
            if !largest.is_finite() || largest > 2.0 * before {
                return Ok(false);
            }
            if largest < NEAR {
                return Ok(true);
            }
            before = largest;
        }
        Ok(false)
    }
}

impl Step for Radau5 {
    fn attempt(
        &mut self,
        system: &mut dyn System,
        t: f64,
        y: &[f64],
        step: f64,
        tolerance: &Tolerance,
    ) -> Result<f64, Error> {
        let n = self.size;
        if !self.known {
            system.slope(t, y, &mut self.slope)?;
            self.known = true;
        }
        self.start.copy_from_slice(y);
        let slow = self.exact && self.rounds > QUICK;
        if !self.fresh && (self.factors.is_none() || slow) {
            self.differentiate(system, t, y)?;
        }
        if !self.factor(step) || !self.iterate(system, t, y, step, tolerance)? {
            // an old Jacobian may be the reason; a new one is tried with the same step first
            if self.fresh {
                return Ok(f64::INFINITY);
            }
            self.differentiate(system, t, y)?;
            if !self.factor(step) || !self.iterate(system, t, y, step, tolerance)? {
                return Ok(f64::INFINITY);
            }
        }
        let last = &self.stages[(STAGES - 1) * n..];
        for ((end, y), moved) in self.end.iter_mut().zip(y).zip(last) {
            *end = y + moved;
        }
        let rest: Vec<f64> = (0..n)
            .map(|k| {
                let shown: f64 = (0..STAGES).map(|i| ERROR[i] * self.stages[i * n + k]).sum();
                self.slope[k] + shown / step
            })
            .collect();
        let Some((_, _, plain)) = &self.factors else { return Ok(f64::INFINITY) };
        let norm = tolerance.norm(&plain.solve(&rest), y, &self.end);
        Ok(if norm.is_finite() { norm } else { f64::INFINITY })
    }

    fn order(&self) -> Option<f64> {
        Some(4.0)
    }

    fn end(&self) -> &[f64] {
        &self.end
    }

    /// By the polynomial through the start and the stages.
    fn between(&self, fraction: f64, out: &mut [f64]) {
        let nodes = [0.0, TIMES[0], TIMES[1], TIMES[2]];
        let weight = |own: usize| -> f64 {
            let others = nodes.iter().enumerate().filter(|(other, _)| *other != own);
            others.map(|(_, node)| (fraction - node) / (nodes[own] - node)).product()
        };
        let weights = [weight(1), weight(2), weight(3)];
        for (k, out) in out.iter_mut().enumerate() {
            let moved: f64 = (0..STAGES).map(|i| weights[i] * self.stages[i * self.size + k]).sum();
            *out = self.start[k] + moved;
        }
    }

    fn accept(&mut self) {
        self.known = false;
        self.fresh = false;
    }

    fn restart(&mut self) {
        self.known = false;
        self.fresh = false;
        self.factors = None;
    }
}
