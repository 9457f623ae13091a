//! The lowest vibrations of a large body: K x = lambda M x by iteration of a subspace
//! (Bathe, Finite Element Procedures, 2014, 11.6), in the form X <- K^-1 M X.

use crate::dot;
use crate::pencil::pencil;
use crate::random::Random;

/// A vibration: lambda and its shape x with x^T M x = 1.
pub type Mode = (f64, Vec<f64>);

/// The vibrations of lowest lambda, rising; fewer where the mass has not so many motions. K is given
/// by what solves K x = f in place, M by its product with a vector; both have `size` rows.
pub fn lowest(
    count: usize,
    size: usize,
    solve: impl Fn(&mut [f64]),
    mass: impl Fn(&[f64]) -> Vec<f64>,
) -> Vec<Mode> {
    let softened = |mut force: Vec<f64>| {
        solve(&mut force);
        force
    };
    let width = (2 * count).max(count + 8).min(size);
    let mut noise = Random::new(1899);
    let random = (0..width).map(|_| (0..size).map(|_| noise.signed()).collect());
    // smoothed once, so that the first shapes are not those of the finest waves
    let start = random.map(|x: Vec<f64>| softened(mass(&x)));
    let mut basis = Basis::new(start.collect(), &mass, INDEPENDENT);
    let mut values: Vec<f64> = Vec::new();
    /// Far more than the few that convergence takes, a factor of ten and more a time.
    const MOST: usize = 100;
    /// How much the values may still change: a few hundred times the rounding of one product.
    const CONVERGED: f64 = 1e-13;
    let (mut round, mut last) = (0, MOST);
    while round < last {
        round += 1;
        let among = basis.heavy.len();
        let moved: Vec<Vec<f64>> =
            basis.heavy.iter().map(|heavy| softened(heavy.clone())).collect();
        // minus X^T M K^-1 M X, so that the lowest lambda comes first
        let entry = |i: usize, j: usize| {
            -0.5 * (dot(&basis.heavy[i], &moved[j]) + dot(&basis.heavy[j], &moved[i]))
        };
        let square = |entry: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
            (0..among).map(|i| (0..among).map(|j| entry(i, j)).collect()).collect()
        };
        let unit = square(&|i, j| f64::from(u8::from(i == j)));
        let Ok(turned) = pencil(&square(&entry), &unit) else { break };
        let mix = |z: &[f64]| {
            let mut sum = vec![0.0; size];
            for (x, z) in moved.iter().zip(z) {
                sum.iter_mut().zip(x).for_each(|(sum, x)| *sum += z * x);
            }
            sum
        };
        basis = Basis::new(turned.iter().map(|(_, z)| mix(z)).collect(), &mass, INDEPENDENT);
        let found: Vec<f64> = turned.iter().take(count).map(|(value, _)| -1.0 / value).collect();
        let close = |(a, b): (&f64, &f64)| (a - b).abs() <= CONVERGED * a.abs();
        if last == MOST && found.len() == values.len() && found.iter().zip(&values).all(close) {
            // values converge twice as fast as shapes
            last = (2 * round + 2).min(MOST);
        }
        values = found;
    }
    let found = values.into_iter().zip(basis.shapes);
    found.filter(|(value, _)| value.is_finite() && *value > 0.0).collect()
}

/// The vibrations in the space of some shapes, by rising lambda, with x^T M x = 1; without those that have no
/// mass. K and M are given by their products with a vector. Of the shapes, vibrations may come first and
/// others after them: one that has nothing of its own beside those before it is left out.
pub fn within(
    shapes: Vec<Vec<f64>>,
    stiffness: impl Fn(&[f64]) -> Vec<f64>,
    mass: impl Fn(&[f64]) -> Vec<f64>,
) -> Vec<Mode> {
    /// As a share of the norm in stiffness: vibrations converge to about so many digits.
    const OWN: f64 = 1e-5;
    let space = Basis::new(shapes, stiffness, OWN).shapes;
    let heavy: Vec<Vec<f64>> = space.iter().map(|shape| mass(shape)).collect();
    let square = |entry: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
        (0..space.len()).map(|i| (0..space.len()).map(|j| entry(i, j)).collect()).collect()
    };
    // -M x = -(1/lambda) x: the lowest are found best
    let masses = square(&|i, j| -0.5 * (dot(&space[i], &heavy[j]) + dot(&space[j], &heavy[i])));
    let unit = square(&|i, j| f64::from(u8::from(i == j)));
    // the unit matrix is positive definite
    let solutions = pencil(&masses, &unit).unwrap_or_default();
    let mixed = |z: &[f64], factor: f64| -> Vec<f64> {
        let mut sum = vec![0.0; space[0].len()];
        for (shape, z) in space.iter().zip(z) {
            sum.iter_mut().zip(shape).for_each(|(sum, x)| *sum += factor * z * x);
        }
        sum
    };
    /// The largest lambda over the lowest: beyond this the mass of a shape is rounding.
    const WIDEST: f64 = 1e13;
    let least = solutions.first().map_or(0.0, |(value, _)| value / WIDEST);
    let moving = solutions.iter().take_while(|(value, _)| *value < least);
    moving.map(|(value, z)| (-1.0 / value, mixed(z, (-1.0 / value).sqrt()))).collect()
}

/// Of a vector in the space of those before it, only rounding is left.
const INDEPENDENT: f64 = 1e-12;

/// Shapes that are orthogonal in the mass (or in another symmetric matrix) and of norm 1, and what the
/// mass makes of them.
struct Basis {
    shapes: Vec<Vec<f64>>,
    heavy: Vec<Vec<f64>>,
}

impl Basis {
    /// By Gram and Schmidt, twice. A vector of which the ones before it leave less than the share
    /// `independent` of its norm is dropped.
    fn new(vectors: Vec<Vec<f64>>, mass: impl Fn(&[f64]) -> Vec<f64>, independent: f64) -> Self {
        let mut basis = Self { shapes: Vec::new(), heavy: Vec::new() };
        for mut vector in vectors {
            let before = dot(&vector, &mass(&vector)).sqrt();
            for _ in 0..2 {
                for (shape, heavy) in basis.shapes.iter().zip(&basis.heavy) {
                    let share = dot(heavy, &vector);
                    vector.iter_mut().zip(shape).for_each(|(entry, one)| *entry -= share * one);
                }
            }
            let mut heavy = mass(&vector);
            let norm = dot(&vector, &heavy).sqrt();
            if norm > independent * before {
                vector.iter_mut().chain(&mut heavy).for_each(|entry| *entry /= norm);
                basis.shapes.push(vector);
                basis.heavy.push(heavy);
            }
        }
        basis
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envelope::Envelope;

    /// A chain of 200 masses and springs: lambda_k = 4 sin^2(k pi/(2 (n + 1))), and one whose first
    /// mass is missing.
    #[test]
    fn a_chain() {
        let n = 200;
        let mut springs = Vec::new();
        for i in 0..n {
            springs.push((i, i, 2.0));
            springs.extend((i > 0).then(|| (i, i - 1, -1.0)));
        }
        let stiffness = Envelope::new(n, &springs);
        let factor = stiffness.clone().factor().unwrap_or_else(|row| unreachable!("{row}"));
        let unit: Vec<_> = (0..n).map(|i| (i, i, 1.0)).collect();
        let mass = Envelope::new(n, &unit);
        for (k, (value, x)) in
            lowest(5, n, |x| factor.solve(x), |x| mass.times(x)).iter().enumerate()
        {
            let angle = (k + 1) as f64 * std::f64::consts::PI / (2 * (n + 1)) as f64;
            let expected = 4.0 * angle.sin().powi(2);
            assert!((value / expected - 1.0).abs() < 1e-12, "{value} {expected}");
            for (left, right) in stiffness.times(x).iter().zip(mass.times(x)) {
                assert!((left - value * right).abs() < 1e-12);
            }
        }
        let one = Envelope::new(n, &unit[7..8]);
        let found = lowest(5, n, |x| factor.solve(x), |x| one.times(x));
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
