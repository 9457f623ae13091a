//! The lowest vibrations of a large body: K x = lambda M x by iteration of a subspace
//! (Bathe, Finite Element Procedures, 2014, 11.6), in the form X <- K^-1 M X.

use appell_spatial::symmetric::pencil;

use crate::envelope::{Envelope, Factor, dot};

/// A vibration: lambda and its shape x with x^T M x = 1.
pub(crate) type Mode = (f64, Vec<f64>);

/// The vibrations of lowest lambda, rising; fewer where the mass has not so many motions.
pub(crate) fn lowest(count: usize, stiffness: &Factor, mass: &Envelope) -> Vec<Mode> {
    let size = mass.size();
    let width = (2 * count).max(count + 8).min(size);
    let mut noise = Noise(1899);
    let mut shapes: Vec<Vec<f64>> = Vec::new();
    let random = (0..width).map(|_| (0..size).map(|_| noise.next()).collect());
    // smoothed once, so that the first shapes are not those of the finest waves
    let start: Vec<Vec<f64>> = random.map(|x: Vec<f64>| apply(stiffness, mass, &x)).collect();
    orthonormalise(start, mass, &mut shapes);
    let mut values: Vec<f64> = Vec::new();
    /// Far more than the few that convergence takes, a factor of ten and more a time.
    const MOST: usize = 300;
    let (mut round, mut last) = (0, MOST);
    while round < last {
        round += 1;
        let moved: Vec<Vec<f64>> = shapes.iter().map(|x| apply(stiffness, mass, x)).collect();
        let heavy: Vec<Vec<f64>> = shapes.iter().map(|x| mass.times(x)).collect();
        // minus X^T M K^-1 M X, so that the lowest lambda comes first
        let entry =
            |i: usize, j: usize| -0.5 * (dot(&heavy[i], &moved[j]) + dot(&heavy[j], &moved[i]));
        let among = shapes.len();
        let rows: Vec<Vec<f64>> =
            (0..among).map(|i| (0..among).map(|j| entry(i, j)).collect()).collect();
        let unit: Vec<Vec<f64>> =
            (0..among).map(|i| (0..among).map(|j| f64::from(u8::from(i == j))).collect()).collect();
        let Ok(turned) = pencil(&rows, &unit) else { break };
        let mix = |z: &[f64]| -> Vec<f64> {
            (0..size).map(|i| moved.iter().zip(z).map(|(x, z)| x[i] * z).sum()).collect()
        };
        let mixed = turned.iter().map(|(_, z)| mix(z)).collect();
        orthonormalise(mixed, mass, &mut shapes);
        let found: Vec<f64> = turned.iter().take(count).map(|(value, _)| -1.0 / value).collect();
        let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-13 * a.abs();
        if last == MOST && found.len() == values.len() && found.iter().zip(&values).all(close) {
            // values converge twice as fast as shapes
            last = (2 * round + 2).min(MOST);
        }
        values = found;
    }
    values.into_iter().zip(shapes).filter(|(value, _)| value.is_finite() && *value > 0.0).collect()
}

/// K^-1 M x.
fn apply(stiffness: &Factor, mass: &Envelope, x: &[f64]) -> Vec<f64> {
    let mut result = mass.times(x);
    stiffness.solve(&mut result);
    result
}

/// Gram and Schmidt, twice, in the norm of the mass. What is left of a vector after the ones before
/// it have all of it is dropped.
fn orthonormalise(vectors: Vec<Vec<f64>>, mass: &Envelope, result: &mut Vec<Vec<f64>>) {
    result.clear();
    for mut vector in vectors {
        let before = dot(&vector, &mass.times(&vector)).sqrt();
        for _ in 0..2 {
            for one in result.iter() {
                let share = dot(one, &mass.times(&vector));
                vector.iter_mut().zip(one).for_each(|(entry, one)| *entry -= share * one);
            }
        }
        let norm = dot(&vector, &mass.times(&vector)).sqrt();
        if norm > 1e-12 * before {
            vector.iter_mut().for_each(|entry| *entry /= norm);
            result.push(vector);
        }
    }
}

/// Numbers in [-1, 1] without a pattern, the same on every run (Steele, Vigna: splitmix64).
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / (u64::MAX as f64 / 2.0) - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for (k, (value, x)) in lowest(5, &factor, &mass).iter().enumerate() {
            let angle = (k + 1) as f64 * std::f64::consts::PI / (2 * (n + 1)) as f64;
            let expected = 4.0 * angle.sin().powi(2);
            assert!((value / expected - 1.0).abs() < 1e-12, "{value} {expected}");
            for (left, right) in stiffness.times(x).iter().zip(mass.times(x)) {
                assert!((left - value * right).abs() < 1e-12);
            }
        }
        let one = Envelope::new(n, &unit[7..8]);
        let found = lowest(5, &factor, &one);
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
