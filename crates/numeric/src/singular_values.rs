//! Singular values of dense matrices, by rotations of pairs of columns until all are orthogonal
//! (one-sided Jacobi: M. Hestenes, 1958; small values keep their digits: J. Demmel, K. Veselic, 1992).

use crate::dot;

/// A = U S V^T: the singular values, and the vectors that belong to them.
///
/// ```
/// use appell_numeric::singular_values::SingularValues;
///
/// let found = SingularValues::new(&[vec![3.0, 0.0, 0.0], vec![4.0, 0.0, 0.0]]);
/// assert_eq!(found.values(), [5.0, 0.0, 0.0]);
/// assert_eq!(found.rank(1e-12), 1);
/// assert_eq!(found.least_squares(&[3.0, 4.0], 1e-12), [1.0, 0.0, 0.0]);
/// ```
#[derive(Clone, Debug)]
pub struct SingularValues {
    values: Vec<f64>,
    /// A V, column by column: the columns of U, times their singular values.
    images: Vec<Vec<f64>>,
    /// V, column by column.
    right: Vec<Vec<f64>>,
}

impl SingularValues {
    /// Those of a matrix that is given by its rows, which have the same length.
    pub fn new(rows: &[Vec<f64>]) -> Self {
        let count = rows.first().map_or(0, Vec::len);
        let mut images: Vec<Vec<f64>> =
            (0..count).map(|j| rows.iter().map(|row| row[j]).collect()).collect();
        let mut right: Vec<Vec<f64>> =
            (0..count).map(|j| (0..count).map(|i| f64::from(u8::from(i == j))).collect()).collect();
        /// Far more than the few sweeps that convergence, quadratic in the end, needs.
        const SWEEPS: usize = 60;
        /// Columns whose angle differs this little from a right one count as orthogonal.
        const NEGLIGIBLE: f64 = 1e-15;
        for _ in 0..SWEEPS {
            let mut turned = false;
            for p in 0..count {
                for q in p + 1..count {
                    let [pp, qq, pq] =
                        [(p, p), (q, q), (p, q)].map(|(i, j)| dot(&images[i], &images[j]));
                    if pq.abs() <= NEGLIGIBLE * (pp * qq).sqrt() || pq == 0.0 {
                        continue;
                    }
                    turned = true;
                    let ratio = (qq - pp) / (2.0 * pq);
                    let tan = ratio.signum() / (ratio.abs() + ratio.hypot(1.0));
                    let cos = tan.hypot(1.0).recip();
                    for columns in [&mut images, &mut right] {
                        let (before, after) = columns.split_at_mut(q);
                        for (x, y) in before[p].iter_mut().zip(&mut after[0]) {
                            (*x, *y) = (cos * (*x - tan * *y), cos * (*y + tan * *x));
                        }
                    }
                }
            }
            if !turned {
                break;
            }
        }
        let lengths: Vec<f64> = images.iter().map(|column| dot(column, column).sqrt()).collect();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&i, &j| lengths[j].total_cmp(&lengths[i]));
        Self {
            values: order.iter().map(|&k| lengths[k]).collect(),
            images: order.iter().map(|&k| images[k].clone()).collect(),
            right: order.iter().map(|&k| right[k].clone()).collect(),
        }
    }

    /// The singular values, one for each column of A, the largest first.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How many are above a part of the largest one.
    pub fn rank(&self, part: f64) -> usize {
        let limit = part * self.values.first().copied().unwrap_or_default();
        self.values.iter().filter(|value| **value > limit).count()
    }

    /// Of all x for which A x is nearest to b the shortest one. Singular values up to a part of the
    /// largest one count as zero.
    pub fn least_squares(&self, b: &[f64], part: f64) -> Vec<f64> {
        let mut x = vec![0.0; self.right.len()];
        for k in 0..self.rank(part) {
            let weight = dot(&self.images[k], b) / (self.values[k] * self.values[k]);
            x.iter_mut().zip(&self.right[k]).for_each(|(x, v)| *x += weight * v);
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A V has orthogonal columns, V is orthogonal, and A = (A V) V^T, for matrices of any shape.
    #[test]
    fn the_factors_are_those_of_the_matrix() {
        for (rows, columns) in [(1, 1), (2, 5), (5, 2), (6, 6), (7, 4)] {
            let entry = |i: usize, j: usize| ((3 * i + 7 * j + i * j) % 11) as f64 - 4.5;
            let matrix: Vec<Vec<f64>> =
                (0..rows).map(|i| (0..columns).map(|j| entry(i, j)).collect()).collect();
            let found = SingularValues::new(&matrix);
            assert!(found.values.is_sorted_by(|a, b| a >= b));
            for i in 0..columns {
                for j in 0..columns {
                    let unit = f64::from(u8::from(i == j));
                    assert!((dot(&found.right[i], &found.right[j]) - unit).abs() < 1e-13);
                    let square = unit * found.values[i] * found.values[j];
                    assert!((dot(&found.images[i], &found.images[j]) - square).abs() < 1e-11);
                }
            }
            for (i, row) in matrix.iter().enumerate() {
                for (j, entry) in row.iter().enumerate() {
                    let product = (0..columns).map(|k| found.images[k][i] * found.right[k][j]);
                    assert!((product.sum::<f64>() - entry).abs() < 1e-12);
                }
            }
        }
    }

    /// A matrix of rank 1: the shortest of all solutions, also for a b that has none.
    #[test]
    fn the_shortest_of_the_nearest() {
        let found = SingularValues::new(&[vec![1.0, 2.0], vec![2.0, 4.0]]);
        let x = found.least_squares(&[2.0, 1.0], 1e-12);
        // b falls on (1, 2) with 4/5, of which (1, 2)/5 is the shortest source
        for (x, known) in x.iter().zip([4.0 / 25.0, 8.0 / 25.0]) {
            assert!((x - known).abs() < 1e-15, "{x} {known}");
        }
    }
}
