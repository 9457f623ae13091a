//! Laws through rows that say positions, velocities and accelerations, as results are written.
//!
//! Between two rows the law is the polynomial of fifth degree with the values of both. No equation runs over
//! all rows, so nothing rings: a row acts on its neighbours only. Where a law of the rows changes
//! between two of them (the jerk of an S-curve, the acceleration of a trapezoidal law), one
//! polynomial would swing beyond what both sides do; there the pieces before and behind are
//! continued to where they meet.

use super::pieces::Pieces;
use super::spline::{Slope, hermite, slope_at_end, slope_at_start};
use crate::polynomial::Polynomial;

/// The law through rows.
pub(crate) fn through(times: &[f64], points: &[f64], slopes: &[Slope]) -> Pieces {
    let lengths: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let plain: Vec<Polynomial> = (0..lengths.len())
        .map(|k| hermite(lengths[k], [points[k], points[k + 1]], [slopes[k], slopes[k + 1]]))
        .collect();
    let continued = |k: usize| -> Option<Continued> {
        let before = k.checked_sub(1)?;
        let before = plain[before].over(1.0, lengths[k] / lengths[before]);
        let ratio = lengths[k] / lengths.get(k + 1)?;
        Some(Continued { before, behind: plain[k + 1].over(-ratio, ratio) })
    };
    let continued: Vec<Option<Continued>> = (0..lengths.len()).map(continued).collect();
    // by how much most of them miss the rows is what rounding and the accuracy of the rows make
    let mut misses: Vec<f64> = continued.iter().flatten().map(Continued::misses).collect();
    misses.sort_by(f64::total_cmp);
    let usual = misses.get(misses.len() / 2).copied().unwrap_or_default();
    Pieces::new((0..lengths.len()).flat_map(|k| {
        match continued[k].as_ref().and_then(|it| it.meeting(usual)) {
            None => vec![(lengths[k], plain[k])],
            Some((m, [before, behind])) => {
                vec![(m * lengths[k], before), ((1.0 - m) * lengths[k], behind)]
            }
        }
    }))
}

/// The pieces before and behind an interval, continued into it.
struct Continued {
    before: Polynomial,
    behind: Polynomial,
}

impl Continued {
    /// How far they are apart, and the first two derivatives of that.
    fn apart(&self) -> [Polynomial; 3] {
        let apart = self.behind.minus(&self.before);
        [apart, apart.derivative(), apart.derivative().derivative()]
    }

    /// By how much the piece behind misses the row before the interval, or the piece before the row
    /// behind it, in position, velocity and acceleration; the lesser. One that goes on as the rows
    /// say needs no other.
    fn misses(&self) -> f64 {
        let apart = self.apart();
        let missed = |u: f64| apart.iter().map(|it| it.value(u).abs()).fold(0.0, f64::max);
        missed(0.0).min(missed(1.0))
    }

    /// Where they meet with the same velocity, and their parts before and behind that place; none
    /// where nothing changes between the rows. By so much most pieces miss their rows.
    ///
    /// How far they are apart is there d (u - m)^2 + e (u - m)^3 + ...: m is a zero of its first
    /// derivative where the acceleration jumps, of its second where the jerk does.
    fn meeting(&self, usual: f64) -> Option<(f64, [Polynomial; 2])> {
        /// By how much more than usual a row must be missed.
        const MORE: f64 = 30.0;
        /// Rounding, against how far they are apart.
        const ROUNDING: f64 = 1e-6;
        /// How close they come where they meet, against the same.
        const CLOSE: f64 = 1e-3;
        let [apart, velocity, acceleration] = self.apart();
        let size = |it: &Polynomial| it.value(0.0).abs().max(it.value(1.0).abs());
        if self.misses() <= f64::max(MORE * usual, ROUNDING * size(&acceleration)) {
            return None;
        }
        let miss = |m: f64| {
            let parts = [&apart, &velocity].map(|it| it.value(m).abs() / size(it));
            f64::max(parts[0], parts[1])
        };
        // the acceleration that a row says where it jumps is that behind it
        let places = acceleration.roots().into_iter().chain(velocity.roots()).chain([1.0]);
        let m = places.filter(|&m| m > 0.0).min_by(|&a, &b| miss(a).total_cmp(&miss(b)))?;
        if miss(m) > CLOSE {
            return None;
        }
        let mut parts = [self.before.over(0.0, m), self.behind.over(m, 1.0 - m)];
        // what rounding leaves between them is spread over the longer part
        let (gap, rate) = (apart.value(m), velocity.value(m));
        match m >= 0.5 {
            true => {
                let bridge = hermite(1.0, [0.0, gap], [[0.0; 2], [rate * m, 0.0]]);
                parts[0] = parts[0].plus(&bridge);
            }
            false => {
                let bridge = hermite(1.0, [gap, 0.0], [[rate * (1.0 - m), 0.0], [0.0; 2]]);
                parts[1] = parts[1].minus(&bridge);
            }
        }
        Some((m, parts))
    }
}

/// Accelerations at rows that say positions and velocities only: those with which the third
/// derivative is continuous too. One equation a row, solved from left to right and back; a row acts
/// on the next with a sixth of its weight.
pub(crate) fn accelerations(times: &[f64], points: &[f64], rates: &[f64]) -> Vec<f64> {
    let count = points.len();
    // a_k = offset_k - factor_k a_(k+1), known from the left
    let mut known = vec![(0.0, slope_at_start(times, rates)[0])];
    for k in 1..count - 1 {
        let (l, r) = (times[k] - times[k - 1], times[k + 1] - times[k]);
        let (dl, dr) = (points[k] - points[k - 1], points[k + 1] - points[k]);
        // third derivative from the left minus from the right
        let right = 60.0 * (dr / (r * r * r) - dl / (l * l * l))
            + (24.0 * rates[k - 1] + 36.0 * rates[k]) / (l * l)
            - (36.0 * rates[k] + 24.0 * rates[k + 1]) / (r * r);
        let (factor, offset) = known[k - 1];
        let here = 9.0 / l + 9.0 / r + 3.0 / l * factor;
        known.push((-3.0 / r / here, (right + 3.0 / l * offset) / here));
    }
    let mut found = vec![slope_at_end(times, rates)[0]];
    for (factor, offset) in known.iter().rev() {
        found.push(offset - factor * found[found.len() - 1]);
    }
    found.reverse();
    found
}
