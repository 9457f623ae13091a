//! A curve over a parameter, which follows a law in its turn.

use std::sync::Arc;

use appell_numeric::golden_section;

use super::Law;
use super::pieces::Pieces;

/// A curve over a parameter, which follows a law.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Along {
    curve: Arc<Pieces>,
    pub(super) parameter: Box<Law>,
}

/// At how many places it is looked at for its largest values, at least, and when about is enough.
const LOOKS: [f64; 2] = [2000.0, 200.0];

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
    /// of many places within each piece, and then closely around each that may have a larger one
    /// beside it.
    pub(super) fn largest(&self, value: impl Fn(f64) -> f64) -> f64 {
        let places = self.places(LOOKS[0].max(2.0 * self.curve.breaks().len() as f64));
        let values: Vec<f64> = places.iter().map(|&[t, ..]| value(t)).collect();
        let mut largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (found, last) = (largest, values.len() - 1);
        for (k, &here) in values.iter().enumerate() {
            let [before, after] = [values[k.saturating_sub(1)], values[(k + 1).min(last)]];
            let bend = (before - 2.0 * here + after).abs();
            // a parabola through three neighbours rises by an eighth of this at most
            let may_rise = here >= before && here >= after && here + bend > largest;
            if here == found || (may_rise && bend > 1e-12 * largest.abs()) {
                let [_, low, high] = places[k];
                let (_, negative) = golden_section::least(low, high, 40, |t| -value(t));
                largest = largest.max(-negative);
            }
        }
        largest
    }

    /// Places within the pieces of the parameter's law, each between its neighbours.
    fn places(&self, looks: f64) -> Vec<[f64; 3]> {
        let duration = self.parameter.duration();
        let mut places = Vec::new();
        for pair in self.parameter.breaks().windows(2) {
            let inside = 1e-12 * (pair[1] - pair[0]);
            let (start, end) = (pair[0] + inside, pair[1] - inside);
            let count = ((end - start) / duration * looks).ceil().max(8.0);
            let width = (end - start) / count;
            places.extend((0..=count as usize).map(|k| {
                let t = start + k as f64 * width;
                [t, (t - width).max(start), (t + width).min(end)]
            }));
        }
        places
    }

    /// About the largest magnitudes of the first, second and third derivative.
    pub(super) fn about_peaks(&self) -> [f64; 3] {
        let mut peaks = [0.0f64; 3];
        for [t, ..] in self.places(LOOKS[1].max(2.0 * self.curve.breaks().len() as f64)) {
            let mut all = [0.0; 4];
            self.derivatives(t, &mut all);
            for (peak, here) in peaks.iter_mut().zip(&all[1..]) {
                *peak = peak.max(here.abs());
            }
        }
        peaks
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
