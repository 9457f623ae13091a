//! Laws through rows that say positions, velocities and accelerations, as results are written.
//!
//! Between two rows stands the polynomial of fifth degree with what both say. No equation runs over
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
    let plain =
        |k: usize| hermite(lengths[k], [points[k], points[k + 1]], [slopes[k], slopes[k + 1]]);
    let plain: Vec<Polynomial> = (0..lengths.len()).map(plain).collect();
    let between = |k: usize| {
        let length = lengths[k];
        let before = k.checked_sub(1).map(|k| plain[k].over(1.0, length / lengths[k]));
        let behind = plain.get(k + 1).map(|it| {
            let ratio = length / lengths[k + 1];
            it.over(-ratio, ratio)
        });
        let met = before.zip(behind).and_then(|(before, behind)| meeting(before, behind));
        met.map_or_else(
            || vec![(length, plain[k])],
            |(part, [left, right])| vec![(part * length, left), ((1.0 - part) * length, right)],
        )
    };
    Pieces::new((0..lengths.len()).flat_map(between))
}

/// Where two polynomials meet inside an interval with the same velocity, and their parts before and
/// behind that place; none where they do not meet, or are the same.
///
/// Their difference is there d (u - m)^2 + e (u - m)^3 + ...: a zero of its first derivative where
/// the acceleration jumps, of its second where the jerk does.
fn meeting(before: Polynomial, behind: Polynomial) -> Option<(f64, [Polynomial; 2])> {
    /// Against how far the two are apart at the ends of the interval.
    const CLOSE: f64 = 1e-3;
    let apart = behind.minus(&before);
    let velocity = apart.derivative();
    let acceleration = velocity.derivative();
    let size = |it: &Polynomial| CLOSE * it.value(0.0).abs().max(it.value(1.0).abs());
    let meets =
        |&m: &f64| apart.value(m).abs() < size(&apart) && velocity.value(m).abs() < size(&velocity);
    // a row at which they meet belongs to what is behind
    let places = acceleration.roots().into_iter().chain(velocity.roots()).chain([1.0]);
    let m = places.filter(|&m| m > 0.0).find(meets)?;
    let mut parts = [before.over(0.0, m), behind.over(m, 1.0 - m)];
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
