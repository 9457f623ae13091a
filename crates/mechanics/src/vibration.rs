//! Small vibrations: M x'' + K x = 0 with symmetric matrices, M positive definite.
//!
//! M = L L^T turns it into the eigenvalues of the symmetric L^-1 K L^-T, which Jacobi's rotations
//! find (Golub, Van Loan, Matrix Computations, 8.5 and 8.7).

use crate::error::Error;

/// A vibration.
#[derive(Clone, Debug, PartialEq)]
pub struct Vibration {
    /// The angular frequency; negative where the motion grows instead: the rate of growth.
    pub omega: f64,
    /// The amplitudes of the coordinates; the largest is 1.
    pub shape: Vec<f64>,
}

/// The vibrations, by rising frequency.
///
/// ```
/// use appell_mechanics::vibration::vibrations;
///
/// let (mass, stiffness) = ([vec![4.0, 0.0], vec![0.0, 1.0]], [vec![16.0, 0.0], vec![0.0, 9.0]]);
/// let found = vibrations(&mass, &stiffness)?;
/// assert_eq!([found[0].omega, found[1].omega], [2.0, 3.0]);
/// # Ok::<(), appell_mechanics::Error>(())
/// ```
pub fn vibrations(mass: &[Vec<f64>], stiffness: &[Vec<f64>]) -> Result<Vec<Vibration>, Error> {
    let lower = cholesky(mass)?;
    // L^-1 K, then L^-1 (L^-1 K)^T
    let half = forward(&lower, stiffness);
    let (values, vectors) = jacobi(forward(&lower, &transposed(&half)));
    let shapes = backward(&lower, vectors);
    let mut found: Vec<Vibration> = values
        .into_iter()
        .zip(transposed(&shapes))
        .map(|(value, shape)| Vibration {
            omega: value.abs().sqrt().copysign(value),
            shape: scaled(shape),
        })
        .collect();
    found.sort_by(|a, b| a.omega.total_cmp(&b.omega));
    Ok(found)
}

fn transposed(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..matrix.len()).map(|i| matrix.iter().map(|row| row[i]).collect()).collect()
}

/// With the largest entry 1.
fn scaled(shape: Vec<f64>) -> Vec<f64> {
    let largest = shape.iter().copied().fold(0.0f64, |a, b| if b.abs() > a.abs() { b } else { a });
    shape.into_iter().map(|entry| entry / largest).collect()
}

fn cholesky(matrix: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, Error> {
    let count = matrix.len();
    let mut lower = vec![vec![0.0; count]; count];
    for j in 0..count {
        for i in j..count {
            let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
            let left = matrix[i][j] - known;
            lower[i][j] = match i == j {
                true if left > 1e-14 * matrix[j][j] => left.sqrt(),
                true => return Err(Error::SingularMass { coordinate: j }),
                false => left / lower[j][j],
            };
        }
    }
    Ok(lower)
}

/// X with L X = B.
fn forward(lower: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut x: Vec<Vec<f64>> = Vec::with_capacity(right.len());
    for (i, row) in right.iter().enumerate() {
        let entry = |c: usize| {
            let known: f64 = (0..i).map(|k| lower[i][k] * x[k][c]).sum();
            (row[c] - known) / lower[i][i]
        };
        let solved = (0..row.len()).map(entry).collect();
        x.push(solved);
    }
    x
}

/// X with L^T X = B.
fn backward(lower: &[Vec<f64>], mut x: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for i in (0..x.len()).rev() {
        for c in 0..x.len() {
            let known: f64 = (i + 1..x.len()).map(|k| lower[k][i] * x[k][c]).sum();
            x[i][c] = (x[i][c] - known) / lower[i][i];
        }
    }
    x
}

/// Eigenvalues of a symmetric matrix, and its eigenvectors as columns.
fn jacobi(mut a: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = a.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..count).map(|i| (0..count).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    /// Far more than the few sweeps that convergence, quadratic in the end, needs.
    const SWEEPS: usize = 60;
    for _ in 0..SWEEPS {
        let mut turned = false;
        for p in 0..count {
            for q in p + 1..count {
                // too small to change either diagonal entry
                if a[p][q].abs() <= 1e-17 * (a[p][p] * a[q][q]).abs().sqrt() || a[p][q] == 0.0 {
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

    /// M x omega^2 = K x for matrices that mix everything, and a chain of masses and springs whose
    /// frequencies are known: omega_k = 2 sin(k pi/(2 (n + 1))).
    #[test]
    fn residuals_and_a_chain() -> Result<(), Error> {
        let n = 6;
        let entry = |f: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
            (0..n).map(|i| (0..n).map(|j| f(i, j)).collect()).collect()
        };
        let mixed = |i: usize, j: usize| 1.0 / (1.0 + i as f64 + j as f64);
        let mass = entry(&|i, j| mixed(i, j) + f64::from(u8::from(i == j)));
        let stiffness = entry(&|i, j| (i + 2 * j + j * i + 2 * i) as f64 / 7.0 - mixed(i, j));
        let stiffness = entry(&|i, j| stiffness[i][j] + stiffness[j][i]);
        for found in vibrations(&mass, &stiffness)? {
            let square = found.omega * found.omega.abs();
            for i in 0..n {
                let sum = |m: &[Vec<f64>]| (0..n).map(|j| m[i][j] * found.shape[j]).sum::<f64>();
                assert!((sum(&stiffness) - square * sum(&mass)).abs() < 1e-12, "{found:?}");
            }
        }
        let unit = entry(&|i, j| f64::from(u8::from(i == j)));
        let chain = entry(&|i, j| match i.abs_diff(j) {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        });
        for (k, found) in vibrations(&unit, &chain)?.iter().enumerate() {
            let angle = (k + 1) as f64 * std::f64::consts::PI / (2.0 * (n + 1) as f64);
            assert!((found.omega - 2.0 * angle.sin()).abs() < 1e-14);
        }
        Ok(())
    }
}
