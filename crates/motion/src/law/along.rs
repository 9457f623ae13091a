//! A curve over a parameter, which follows a law in its turn.

use std::sync::Arc;

use super::Law;
use super::pieces::Pieces;

/// A curve over a parameter, which follows a law.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Along {
    curve: Arc<Pieces>,
    pub(super) parameter: Box<Law>,
}

/// At how many places it is looked at for its largest values, at least.
const LOOKS: f64 = 2000.0;

impl Along {
    pub(super) fn new(curve: Pieces, parameter: Law) -> Self {
        Self { curve: Arc::new(curve), parameter: Box::new(parameter) }
    }

    pub(super) fn stretched(&self, duration: f64) -> Self {
        let parameter = Box::new(self.parameter.stretched(duration));
        Self { curve: Arc::clone(&self.curve), parameter }
    }

    pub(super) fn at(&self, t: f64, order: usize) -> f64 {
        let mut all = vec![0.0; order + 1];
        self.derivatives(t, &mut all);
        all[order]
    }

    /// The largest of some values over time, which may jump where pieces of the parameter's law meet:
    /// of many places within each piece, and then close to the best of them.
    pub(super) fn largest(&self, value: impl Fn(f64) -> f64) -> f64 {
        let duration = self.parameter.duration();
        let mut best = (f64::NEG_INFINITY, 0.0, 0.0);
        for pair in self.parameter.breaks().windows(2) {
            let inside = 1e-12 * (pair[1] - pair[0]);
            let (start, end) = (pair[0] + inside, pair[1] - inside);
            let count = ((end - start) / duration * LOOKS).ceil().max(8.0);
            let width = (end - start) / count;
            for k in 0..=count as usize {
                let t = start + k as f64 * width;
                let here = value(t);
                if here > best.0 {
                    best = (here, (t - width).max(start), (t + width).min(end));
                }
            }
        }
        // the golden section between the neighbours of the best
        let (mut largest, mut low, mut high) = best;
        let golden = 0.5 * (5.0f64.sqrt() - 1.0);
        for _ in 0..40 {
            let width = golden * (high - low);
            let (left, right) = (high - width, low + width);
            let (at_left, at_right) = (value(left), value(right));
            largest = largest.max(at_left).max(at_right);
            match at_left > at_right {
                true => high = right,
                false => low = left,
            }
        }
        largest
    }

    /// The derivatives of a curve whose parameter moves: the Taylor series of the curve, into which that
    /// of the parameter is put.
    pub(super) fn derivatives(&self, t: f64, out: &mut [f64]) {
        let count = out.len();
        if count == 0 {
            return;
        }
        let mut inner = vec![0.0; count];
        self.parameter.derivatives(t, &mut inner);
        let mut outer = vec![0.0; count];
        self.curve.derivatives(inner[0], &mut outer);
        let mut factorial = 1.0;
        for k in 1..count {
            factorial *= k as f64;
            inner[k] /= factorial;
            outer[k] /= factorial;
        }
        inner[0] = 0.0;
        // Horner's scheme over truncated series
        let mut sum = vec![0.0; count];
        for k in (0..count).rev() {
            let mut product = vec![0.0; count];
            for i in 0..count {
                for j in 0..count - i {
                    product[i + j] += sum[i] * inner[j];
                }
            }
            product[0] += outer[k];
            sum = product;
        }
        factorial = 1.0;
        for (k, entry) in out.iter_mut().enumerate() {
            if k > 0 {
                factorial *= k as f64;
            }
            *entry = sum[k] * factorial;
        }
    }
}
