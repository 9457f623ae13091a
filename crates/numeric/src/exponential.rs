//! The exponential of a matrix: scaling, Pade's approximant of degree 13, and squaring (N. Higham, The
//! scaling and squaring method for the matrix exponential revisited, SIAM J. Matrix Anal. Appl. 26,
//! 2005).

use crate::lu::Lu;

type Rows = Vec<Vec<f64>>;

/// The coefficients of the approximant.
const PADE: [f64; 14] = [
    64_764_752_532_480_000.0,
    32_382_376_266_240_000.0,
    7_771_770_303_897_600.0,
    1_187_353_796_428_800.0,
    129_060_195_264_000.0,
    10_559_470_521_600.0,
    670_442_572_800.0,
    33_522_128_640.0,
    1_323_241_920.0,
    40_840_800.0,
    960_960.0,
    16_380.0,
    182.0,
    1.0,
];

/// Up to this norm the approximant is right to the last digit.
const LARGEST_NORM: f64 = 5.371_920_351_148_152;

/// e^A of a square matrix that is given by its rows. None where it has no finite value in these numbers.
///
/// ```
/// use appell_numeric::exponential::exponential;
///
/// let found = exponential(&[vec![0.0, 2.0], vec![0.0, 0.0]]).ok_or("too large")?;
/// assert_eq!(found, [[1.0, 2.0], [0.0, 1.0]]);
/// # Ok::<(), &str>(())
/// ```
pub fn exponential(matrix: &[Vec<f64>]) -> Option<Rows> {
    let count = matrix.len();
    let column = |j: usize| matrix.iter().map(|row| row[j].abs()).sum::<f64>();
    let norm = (0..count).map(column).fold(0.0, f64::max);
    if !norm.is_finite() || matrix.iter().flatten().any(|entry| entry.is_nan()) {
        return None;
    }
    let halvings = (norm / LARGEST_NORM).log2().ceil().max(0.0);
    let scale = (-halvings).exp2();
    let a: Rows =
        matrix.iter().map(|row| row.iter().map(|entry| entry * scale).collect()).collect();
    let unit: Rows =
        (0..count).map(|i| (0..count).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    let a2 = product(&a, &a);
    let a4 = product(&a2, &a2);
    let a6 = product(&a2, &a4);
    let sum = |high: usize, low: usize| -> Rows {
        // b[high] A^6 + b[high - 2] A^4 + b[high - 4] A^2, and the same of the lower ones, times A^6
        let upper = combined(&[(PADE[high], &a6), (PADE[high - 2], &a4), (PADE[high - 4], &a2)]);
        let lower =
            [(PADE[low], &a6), (PADE[low - 2], &a4), (PADE[low - 4], &a2), (PADE[low - 6], &unit)];
        combined(&[(1.0, &product(&a6, &upper)), (1.0, &combined(&lower))])
    };
    let odd = product(&a, &sum(13, 7));
    let even = sum(12, 6);
    let denominator = Lu::new(count, combined(&[(1.0, &even), (-1.0, &odd)]).concat())?;
    let numerator = combined(&[(1.0, &even), (1.0, &odd)]);
    let columns: Rows = (0..count)
        .map(|j| denominator.solve(&numerator.iter().map(|row| row[j]).collect::<Vec<_>>()))
        .collect();
    let mut power: Rows = (0..count).map(|i| columns.iter().map(|it| it[i]).collect()).collect();
    for _ in 0..halvings as usize {
        power = product(&power, &power);
    }
    power.iter().flatten().all(|entry| entry.is_finite()).then_some(power)
}

/// The product of two square matrices.
fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Rows {
    let mut rows = vec![vec![0.0; b.len()]; a.len()];
    for (row, entries) in rows.iter_mut().zip(a) {
        for (factor, other) in entries.iter().zip(b) {
            row.iter_mut().zip(other).for_each(|(sum, entry)| *sum += factor * entry);
        }
    }
    rows
}

/// A sum of matrices with factors.
fn combined(parts: &[(f64, &Rows)]) -> Rows {
    let size = parts.first().map_or(0, |(_, rows)| rows.len());
    let entry = |i: usize, j: usize| parts.iter().map(|(factor, rows)| factor * rows[i][j]).sum();
    (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A turn, and one with growth that needs many squarings.
    #[test]
    fn turns_and_growth() {
        for (rate, turn) in [(0.0, 0.3), (0.1, 40.0), (-2.0, 700.0)] {
            let found = exponential(&[vec![rate, -turn], vec![turn, rate]]).unwrap_or_default();
            let known = [f64::cos(turn), -f64::sin(turn), f64::sin(turn), f64::cos(turn)];
            for (found, known) in found.iter().flatten().zip(known) {
                let known = known * f64::exp(rate);
                assert!((found - known).abs() < 1e-12 * f64::exp(rate), "{found} {known}");
            }
        }
        assert!(exponential(&[vec![f64::INFINITY]]).is_none());
        assert!(exponential(&[vec![1e5]]).is_none());
        assert_eq!(exponential(&[]), Some(Vec::new()));
    }
}
