//! Forward dynamics: the accelerations that given driving forces cause, M q'' = tau - h.

use appell_algebra::Error;
use appell_spatial::Scalar;

use crate::arithmetic::Arithmetic;

/// Solves M x = b for a symmetric positive definite M, by M = L D L^T without a root.
pub fn solve<A: Arithmetic>(
    arithmetic: &A,
    matrix: &[Vec<A::Scalar>],
    right: &[A::Scalar],
) -> Result<Vec<A::Scalar>, Error> {
    let count = right.len();
    let mut lower = matrix.to_vec();
    let mut inverses = Vec::with_capacity(count);
    for j in 0..count {
        // d_j = m_jj - sum l_jk^2 d_k; below it l_ij d_j, which is divided once it is whole
        for i in j..count {
            let mut entry = matrix[i][j].clone();
            for k in 0..j {
                let scaled: &A::Scalar = &lower[k][j]; // l_jk d_k, kept above the diagonal
                entry = entry.sub(&lower[i][k].mul(scaled));
            }
            lower[i][j] = entry;
        }
        let inverse = arithmetic.reciprocal(&lower[j][j])?;
        for i in j + 1..count {
            let whole = lower[i][j].clone();
            lower[i][j] = whole.mul(&inverse);
            lower[j][i] = whole;
        }
        inverses.push(inverse);
    }
    let mut x = right.to_vec();
    for i in 0..count {
        for k in 0..i {
            x[i] = x[i].sub(&lower[i][k].mul(&x[k]));
        }
    }
    for (entry, inverse) in x.iter_mut().zip(&inverses) {
        *entry = entry.mul(inverse);
    }
    for i in (0..count).rev() {
        for k in i + 1..count {
            x[i] = x[i].sub(&lower[k][i].mul(&x[k]));
        }
    }
    arithmetic.check()?;
    Ok(x)
}
