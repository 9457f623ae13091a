//! Quintic splines through points: position and four derivatives are continuous.

use super::pieces::Pieces;
use crate::polynomial::Polynomial;

/// Velocity and acceleration at a point.
pub(crate) type Slope = [f64; 2];

/// The spline through points at given times, with given velocity and acceleration at its ends.
///
/// Every piece is the polynomial of fifth degree with the positions, velocities and accelerations
/// of its ends; those of inner points follow from continuous third and fourth derivatives, two
/// equations a point (a block tridiagonal system, solved from left to right and back).
pub(crate) fn through(times: &[f64], points: &[f64], ends: [Slope; 2]) -> Pieces {
    let slopes = slopes(times, points, ends);
    Pieces::new(times.windows(2).zip(points.windows(2)).zip(slopes.windows(2)).map(
        |((time, point), slope)| {
            let length = time[1] - time[0];
            (length, hermite(length, [point[0], point[1]], [slope[0], slope[1]]))
        },
    ))
}

/// The polynomial of fifth degree with given ends.
pub(crate) fn hermite(length: f64, [p0, p1]: [f64; 2], slopes: [Slope; 2]) -> Polynomial {
    let [[v0, a0], [v1, a1]] = slopes.map(|[v, a]| [v * length, a * length * length]);
    let d = p1 - p0;
    Polynomial::new(&[
        p0,
        v0,
        a0 / 2.0,
        10.0 * d - 6.0 * v0 - 4.0 * v1 - 1.5 * a0 + 0.5 * a1,
        -15.0 * d + 8.0 * v0 + 7.0 * v1 + 1.5 * a0 - a1,
        6.0 * d - 3.0 * v0 - 3.0 * v1 - 0.5 * a0 + 0.5 * a1,
    ])
}

/// Velocities and accelerations at all points.
fn slopes(times: &[f64], points: &[f64], [first, last]: [Slope; 2]) -> Vec<Slope> {
    let count = points.len();
    // x_k = offset_k - factor_k x_(k+1), known from the left
    let mut known: Vec<(Block, Slope)> = vec![(Block::default(), first)];
    for k in 1..count - 1 {
        let (l, r) = (times[k] - times[k - 1], times[k + 1] - times[k]);
        let (dl, dr) = (points[k] - points[k - 1], points[k + 1] - points[k]);
        let [l2, l3, l4] = [l * l, l * l * l, l * l * l * l];
        let [r2, r3, r4] = [r * r, r * r * r, r * r * r * r];
        // third and fourth derivative from the left minus from the right
        let before = Block([[-24.0 / l2, -3.0 / l], [-168.0 / l3, -24.0 / l2]]);
        let here = Block([
            [-36.0 / l2 + 36.0 / r2, 9.0 / l + 9.0 / r],
            [-192.0 / l3 - 192.0 / r3, 36.0 / l2 - 36.0 / r2],
        ]);
        let after = Block([[24.0 / r2, -3.0 / r], [-168.0 / r3, 24.0 / r2]]);
        let right = [60.0 * (dr / r3 - dl / l3), -360.0 * (dr / r4 + dl / l4)];
        let (factor, offset) = &known[k - 1];
        let inverse = here.minus(&before.times(factor)).inverse();
        let shift = before.apply(*offset);
        known.push((
            inverse.times(&after),
            inverse.apply([right[0] - shift[0], right[1] - shift[1]]),
        ));
    }
    let mut slopes = vec![last];
    for (factor, offset) in known.iter().rev() {
        let next = factor.apply(slopes[slopes.len() - 1]);
        slopes.push([offset[0] - next[0], offset[1] - next[1]]);
    }
    slopes.reverse();
    slopes
}

/// A matrix of two rows.
#[derive(Clone, Copy, Default)]
struct Block([[f64; 2]; 2]);

impl Block {
    fn times(&self, other: &Self) -> Self {
        let entry =
            |i: usize, j: usize| self.0[i][0] * other.0[0][j] + self.0[i][1] * other.0[1][j];
        Self([[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]])
    }

    fn minus(&self, other: &Self) -> Self {
        let row = |i: usize| [self.0[i][0] - other.0[i][0], self.0[i][1] - other.0[i][1]];
        Self([row(0), row(1)])
    }

    fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        self.0.map(|[a, b]| a * x + b * y)
    }

    fn inverse(&self) -> Self {
        let [[a, b], [c, d]] = self.0;
        let determinant = a * d - b * c;
        Self([[d, -b], [-c, a]].map(|row| row.map(|entry| entry / determinant)))
    }
}

/// Velocity and acceleration at the first of some points, by the polynomial through the first of
/// them.
pub(crate) fn slope_at_start(times: &[f64], points: &[f64]) -> Slope {
    /// More points than this make the estimate no better.
    const POINTS: usize = 6;
    let count = points.len().min(POINTS);
    // divided differences, by Newton
    let mut differences = points[..count].to_vec();
    for step in 1..count {
        for k in (step..count).rev() {
            differences[k] = (differences[k] - differences[k - 1]) / (times[k] - times[k - step]);
        }
    }
    // the product (t - t_0) ... (t - t_(k-1)) as value, slope and half the bend at t_0
    let mut product = [1.0, 0.0, 0.0];
    let mut sum = [0.0; 3];
    for (k, difference) in differences.iter().enumerate() {
        for (entry, part) in sum.iter_mut().zip(product) {
            *entry += difference * part;
        }
        let gap = times[0] - times[k];
        product = [product[0] * gap, product[1] * gap + product[0], product[2] * gap + product[1]];
    }
    [sum[1], 2.0 * sum[2]]
}

/// The same at the last of some points.
pub(crate) fn slope_at_end(times: &[f64], points: &[f64]) -> Slope {
    let back: Vec<f64> = times.iter().rev().map(|t| -t).collect();
    let points: Vec<f64> = points.iter().rev().copied().collect();
    let [v, a] = slope_at_start(&back, &points);
    [-v, a]
}
