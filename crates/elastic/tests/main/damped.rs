//! Damping ratios of a beam with the body at its tip for which its modes are made: the ratio is that of every
//! vibration, by the eigenvalues of the damped motion.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeMap;

use appell_algebra::{Budget, Poly, Symbols};
use appell_elastic::{Beam, BeamBody, Damping, Segment};
use appell_numeric::eigenvalues::eigenvalues;
use appell_numeric::lu::Lu;
use appell_spatial::Vector;

use crate::loaded::load;

const RATIO: f64 = 0.01;

/// The ratios of all vibrations of a steel tube with a body at its tip, fixed at its root.
fn ratios(counts: [usize; 4], (mass, centre, moments): (f64, [f64; 3], [f64; 3])) -> Vec<f64> {
    let number = |value: f64| Poly::rounded(value).unwrap();
    let tube = Segment {
        length: number(0.8),
        density: number(7850.0),
        area: number(2.4e-4),
        young: number(2.1e11),
        inertia_y: number(4.3e-8),
        inertia_z: number(4.3e-8),
        shear: number(8e10),
        torsion: number(8.6e-8),
        kappa: Poly::ZERO,
    };
    let [bend_y, bend_z, twist, stretch] = counts;
    let beam = Beam {
        segments: vec![tube],
        damping: Damping { ratio: number(RATIO), ..Damping::default() },
        bend_y,
        bend_z,
        twist,
        stretch,
        load_mass: number(mass),
        load_inertia: moments.map(number),
        load_centre: Vector(centre.map(number)),
        ..Beam::default()
    };
    let (symbols, budget, values) = (Symbols::new(), Budget::default(), BTreeMap::new());
    let made = BeamBody::new(&beam, &[], &symbols, &budget, &values).unwrap();
    let body = made.body().unwrap();
    let value = |entry: &Poly| entry.as_constant().unwrap().to_f64();
    let n = body.stiffness.len();
    let carried = load(mass, centre, moments);
    let tips: Vec<Vec<f64>> = body.shapes[..n]
        .iter()
        .map(|it| it.shift.0.iter().chain(&it.slope.0).map(value).collect())
        .collect();
    let mut total = Vec::with_capacity(n * n);
    for j in 0..n {
        for k in 0..n {
            let own: f64 = (0..3).map(|a| value(&body.products[j][k].0[a][a])).sum();
            let pairs = (0..6).flat_map(|a| (0..6).map(move |b| (a, b)));
            let more = pairs.map(|(a, b)| tips[j][a] * carried[a][b] * tips[k][b]);
            total.push(own + more.sum::<f64>());
        }
    }
    let inverse = Lu::new(n, total).unwrap();
    // q'' = -M^-1 (K q + C q')
    let mut system = vec![vec![0.0; 2 * n]; 2 * n];
    for (first, matrix) in [(0, &body.stiffness), (n, &body.damping)] {
        for column in 0..n {
            let forces: Vec<f64> = matrix.iter().map(|row| -value(&row[column])).collect();
            let forces = inverse.solve(&forces);
            for (row, force) in forces.into_iter().enumerate() {
                system[n + row][first + column] = force;
            }
        }
    }
    for k in 0..n {
        system[k][n + k] = 1.0;
    }
    eigenvalues(&system).unwrap().into_iter().map(|it| -it.re / it.abs()).collect()
}

#[test]
fn the_ratio_is_that_of_the_loaded_beam() {
    let still = [0.0; 3];
    for (counts, body) in [
        ([3, 0, 0, 0], (0.0, still, still)),
        ([1, 0, 0, 0], (2.0, still, still)),
        ([3, 3, 2, 2], (2.0, still, [2e-3, 3e-3, 4e-3])),
        ([3, 3, 2, 0], (2.0, [0.05, 0.0, 0.0], still)),
        // one that couples bending and twist
        ([3, 3, 2, 1], (2.0, [0.05, 0.04, 0.0], [2e-3, 3e-3, 3e-3])),
        ([2, 0, 1, 0], (2.0, [0.05, 0.04, 0.03], [2e-3, 3e-3, 3e-3])),
    ] {
        for found in ratios(counts, body) {
            assert!((found / RATIO - 1.0).abs() < 1e-3, "{counts:?} {body:?}: {found}");
        }
    }
}
