//! Small vibrations: M x'' + K x = 0 with symmetric matrices, M positive definite.

use appell_numeric::pencil::pencil;

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
    let found = pencil(stiffness, mass).map_err(|coordinate| Error::SingularMass { coordinate })?;
    // what is smaller comes from rounding
    let largest = found.iter().fold(0.0f64, |largest, (value, _)| largest.max(value.abs()));
    let nothing = found.len() as f64 * f64::EPSILON * largest;
    let found = found
        .into_iter()
        .map(|(value, shape)| (if value.abs() > nothing { value } else { 0.0 }, shape));
    let vibration = |(value, shape): (f64, Vec<f64>)| Vibration {
        omega: value.abs().sqrt().copysign(value),
        shape: scaled(shape),
    };
    Ok(found.map(vibration).collect())
}

/// With the largest entry 1.
fn scaled(shape: Vec<f64>) -> Vec<f64> {
    let largest = shape.iter().copied().fold(0.0f64, |a, b| if b.abs() > a.abs() { b } else { a });
    shape.into_iter().map(|entry| entry / largest).collect()
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
