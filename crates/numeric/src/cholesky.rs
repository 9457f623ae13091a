//! Dense symmetric positive definite matrices, by M = L L^T (Golub, Van Loan, Matrix Computations,
//! 4.2). Matrices are slices, row by row; only the part below and on the diagonal is read.

use crate::dot;
use crate::pivot::is_lost;

/// Replaces the part of M below and on the diagonal by L. Fails with the first row at which M is not
/// positive definite, see [`pivot`](crate::pivot).
pub fn factor(size: usize, matrix: &mut [f64]) -> Result<(), usize> {
    for j in 0..size {
        for i in j..size {
            let (row, other) = (i * size, j * size);
            let known = dot(&matrix[row..row + j], &matrix[other..other + j]);
            let remainder = matrix[row + j] - known;
            matrix[row + j] = match i == j {
                true if is_lost(remainder, matrix[row + j]) => return Err(j),
                true => remainder.sqrt(),
                false => remainder / matrix[other + j],
            };
        }
    }
    Ok(())
}

/// Solves L x = b in place.
pub fn solve_lower(lower: &[f64], x: &mut [f64]) {
    let size = x.len();
    for i in 0..size {
        let row = &lower[i * size..][..=i];
        x[i] = (x[i] - dot(&row[..i], x)) / row[i];
    }
}

/// Solves L^T x = b in place.
pub fn solve_upper(lower: &[f64], x: &mut [f64]) {
    let size = x.len();
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|k| lower[k * size + i] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i * size + i];
    }
}

/// Solves M x = b in place; M is overwritten. Fails with the first row at which M is not positive
/// definite.
///
/// ```
/// let mut x = [6.0, 7.0];
/// appell_numeric::cholesky::solve(&mut [4.0, 2.0, 2.0, 5.0], &mut x)?;
/// assert_eq!(x, [1.0, 1.0]);
/// # Ok::<(), usize>(())
/// ```
pub fn solve(matrix: &mut [f64], x: &mut [f64]) -> Result<(), usize> {
    factor(x.len(), matrix)?;
    solve_lower(matrix, x);
    solve_upper(matrix, x);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_and_refuses() {
        let matrix = [4.0, 1.0, 0.5, 1.0, 3.0, -1.0, 0.5, -1.0, 5.0];
        let known = [1.0, -2.0, 3.0];
        let mut x: Vec<f64> = (0..3).map(|i| dot(&matrix[3 * i..3 * i + 3], &known)).collect();
        assert_eq!(solve(&mut matrix.to_vec(), &mut x), Ok(()));
        x.iter().zip(known).for_each(|(x, known)| assert!((x - known).abs() < 1e-14));
        assert_eq!(solve(&mut [1.0, 1.0, 1.0, 1.0], &mut [1.0, 1.0]), Err(1));
        assert_eq!(solve(&mut [1.0, 0.0, 0.0, f64::NAN], &mut [1.0, 1.0]), Err(1));
    }
}
