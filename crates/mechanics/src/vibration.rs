//! Small vibrations: M x'' + K x = 0 with symmetric matrices, M positive definite; and M x'' + D x' + K x = 0
//! with any D and K, as gyroscopic forces, damping and following loads make them.

use appell_numeric::eigenvalues::{Complex, eigenvalues};
use appell_numeric::lu::Lu;
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

/// The exponents s of the motions e^(s t) of M x'' + D x' + K x = 0, one of each pair, by rising frequency: as
/// many as there are coordinates. What does not oscillate comes with its two real exponents as a pair, of
/// which the slower is taken.
///
/// ```
/// use appell_mechanics::vibration::damped_vibrations;
///
/// let [mass, damping, stiffness] = [[vec![1.0]], [vec![2.0]], [vec![26.0]]];
/// let found = damped_vibrations(&mass, &damping, &stiffness)?;
/// assert!((found[0].re + 1.0).abs() < 1e-12 && (found[0].im - 5.0).abs() < 1e-12);
/// # Ok::<(), appell_mechanics::Error>(())
/// ```
pub fn damped_vibrations(
    mass: &[Vec<f64>],
    damping: &[Vec<f64>],
    stiffness: &[Vec<f64>],
) -> Result<Vec<Complex>, Error> {
    let count = mass.len();
    let factors = Lu::new(count, mass.concat()).ok_or(Error::SingularMass { coordinate: 0 })?;
    // (x, x')' = (x', -M^-1 (K x + D x'))
    let mut system = vec![vec![0.0; 2 * count]; 2 * count];
    for j in 0..count {
        system[j][count + j] = 1.0;
        for (first, matrix) in [(0, stiffness), (count, damping)] {
            let column: Vec<f64> = matrix.iter().map(|row| -row[j]).collect();
            let solved = factors.solve(&column);
            solved.iter().enumerate().for_each(|(i, it)| system[count + i][first + j] = *it);
        }
    }
    let found = eigenvalues(&system).ok_or(Error::NoVibrations)?;
    let size = found.iter().fold(0.0f64, |size, it| size.max(it.abs()));
    // the root of rounding is what a double zero has of it
    let nothing = f64::EPSILON.sqrt() * size;
    let mut real: Vec<f64> =
        found.iter().filter(|it| it.im.abs() <= nothing).map(|it| it.re).collect();
    real.sort_by(|a, b| b.total_cmp(a));
    let real = real.into_iter().step_by(2).map(|re| Complex { re, im: 0.0 });
    let mut vibrating: Vec<Complex> = found.into_iter().filter(|it| it.im > nothing).collect();
    vibrating.sort_by(|a, b| a.im.total_cmp(&b.im).then(b.re.total_cmp(&a.re)));
    Ok(real.chain(vibrating).collect())
}

/// The damping ratio -Re s/|s|, zero of a motion that stays.
pub fn damping_ratio(s: Complex) -> f64 {
    if s.abs() > 0.0 { -s.re / s.abs() } else { 0.0 }
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
