//! The pencil A x = lambda B x of symmetric matrices: generalised eigenvalues.
//!
//! B = L L^T turns the pencil into the eigenvalues of the symmetric L^-1 A L^-T, which Jacobi's
//! rotations find (Golub, Van Loan, Matrix Computations, 8.5 and 8.7). For small matrices.

use crate::cholesky;

/// Rows of a matrix.
pub type Rows = Vec<Vec<f64>>;

/// The solutions of A x = lambda B x, both symmetric, B positive definite, by rising lambda;
/// x^T B x = 1. Fails with the first row at which B is not positive definite, see
/// [`pivot`](crate::pivot).
///
/// ```
/// let (a, b) = ([vec![16.0, 0.0], vec![0.0, 9.0]], [vec![4.0, 0.0], vec![0.0, 1.0]]);
/// let found = appell_numeric::pencil::pencil(&a, &b)?;
/// assert_eq!([found[0].0, found[1].0], [4.0, 9.0]);
/// # Ok::<(), usize>(())
/// ```
pub fn pencil(a: &[Vec<f64>], b: &[Vec<f64>]) -> Result<Vec<(f64, Vec<f64>)>, usize> {
    let mut lower = b.concat();
    cholesky::factor(b.len(), &mut lower)?;
    let divided = |rows: Rows| -> Rows {
        let mut columns = transposed(&rows);
        columns.iter_mut().for_each(|column| cholesky::solve_lower(&lower, column));
        columns
    };
    // (L^-1 A)^T, then L^-1 of it, transposed: symmetric
    let (values, vectors) = jacobi(transposed(&divided(divided(a.to_vec()))));
    let mut vectors = transposed(&vectors);
    vectors.iter_mut().for_each(|vector| cholesky::solve_upper(&lower, vector));
    let mut found: Vec<(f64, Vec<f64>)> = values.into_iter().zip(vectors).collect();
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    Ok(found)
}

/// Rows and columns exchanged.
fn transposed(matrix: &[Vec<f64>]) -> Rows {
    (0..matrix.len()).map(|i| matrix.iter().map(|row| row[i]).collect()).collect()
}

/// Eigenvalues of a symmetric matrix, and its eigenvectors as columns.
fn jacobi(mut a: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = a.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..count).map(|i| (0..count).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    /// Far more than the few sweeps that convergence, quadratic in the end, needs.
    const SWEEPS: usize = 60;
    /// Below this an entry, relative to both of its diagonal entries, changes neither.
    const NEGLIGIBLE: f64 = 1e-17;
    for _ in 0..SWEEPS {
        let mut turned = false;
        for p in 0..count {
            for q in p + 1..count {
                if a[p][q].abs() <= NEGLIGIBLE * (a[p][p] * a[q][q]).abs().sqrt() || a[p][q] == 0.0
                {
                    continue;
                }
                turned = true;
                let ratio = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let tan = ratio.signum() / (ratio.abs() + ratio.hypot(1.0));
                let cos = tan.hypot(1.0).recip();
                let sin = tan * cos;
                let turn = |x: f64, y: f64| (cos * x - sin * y, sin * x + cos * y);
                for row in &mut a {
                    (row[p], row[q]) = turn(row[p], row[q]);
                }
                let (above, below) = a.split_at_mut(q);
                for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
                    (*x, *y) = turn(*x, *y);
                }
                for row in &mut vectors {
                    (row[p], row[q]) = turn(row[p], row[q]);
                }
            }
        }
        if !turned {
            break;
        }
    }
    ((0..count).map(|i| a[i][i]).collect(), vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A x = lambda B x and x^T B y = 0 or 1, for matrices that mix everything; a matrix that is
    /// not positive definite is an error.
    #[test]
    fn residuals_and_norms() {
        let n = 7;
        let entry = |f: &dyn Fn(usize, usize) -> f64| -> Rows {
            (0..n).map(|i| (0..n).map(|j| f(i, j)).collect()).collect()
        };
        let hilbert = |i: usize, j: usize| 1.0 / (1.0 + i as f64 + j as f64);
        let b = entry(&|i, j| hilbert(i, j) + f64::from(u8::from(i == j)));
        let a = entry(&|i, j| (3 * (i + j) + j * i) as f64 / 7.0 - hilbert(i, j));
        let times = |m: &Rows, x: &[f64]| -> Vec<f64> {
            m.iter().map(|row| row.iter().zip(x).map(|(m, x)| m * x).sum()).collect()
        };
        let found = pencil(&a, &b).unwrap_or_default();
        assert_eq!(found.len(), n);
        for (k, (value, x)) in found.iter().enumerate() {
            for (left, right) in times(&a, x).iter().zip(times(&b, x)) {
                assert!((left - value * right).abs() < 1e-12);
            }
            for (l, (_, y)) in found.iter().enumerate() {
                let product: f64 = times(&b, x).iter().zip(y).map(|(bx, y)| bx * y).sum();
                assert!((product - f64::from(u8::from(k == l))).abs() < 1e-13);
            }
        }
        let semidefinite = entry(&|i, j| if i.max(j) == 4 { 0.0 } else { b[i][j] });
        assert_eq!(pencil(&a, &semidefinite), Err(4));
    }
}
