//! The numbers of variants.

use crate::{study, two_joints};

fn values(sweep: &str, count: u64) -> Vec<Vec<f64>> {
    let study = study(&two_joints(sweep)).unwrap();
    (0..count).map(|row| study.values(row)).collect()
}

#[test]
fn a_grid_has_every_combination_once_and_meets_its_ends() {
    let sweep = "method = \"grid\"\n[[sweep.vary]]\npath = \"payload[1].mass\"\nfrom = 0\nto = 3\npoints = 4\n\
         [[sweep.vary]]\npath = \"motion[1].duration\"\nvalues = [1.2, 1.5]\n[[sweep.vary]]\n\
         path = \"limits.velocity\"\nscale = [0.9, 1.1]\npoints = 3\n";
    assert_eq!(study(&two_joints(sweep)).unwrap().count(), 24);
    let found = values(sweep, 24);
    let mut wanted = Vec::new();
    for factor in [0.9, 1.0, 1.1] {
        for duration in [1.2, 1.5] {
            wanted.extend([0.0, 1.0, 2.0, 3.0].map(|mass| vec![mass, duration, factor]));
        }
    }
    assert_eq!(found, wanted);
}

#[test]
fn points_of_sobol_are_even_whatever_the_seed() {
    for seed in [0, 7] {
        let sweep = format!(
            "method = \"sobol\"\ncount = 64\nseed = {seed}\n[[sweep.vary]]\npath = \"payload[1].mass\"\nfrom = 0\n\
             to = 1\n[[sweep.vary]]\npath = \"payload[1].centre[1]\"\nfrom = 0\nto = 1\n"
        );
        let found = values(&sweep, 64);
        // a point in every 64th of each coordinate, and in every square of 8 by 8
        for k in 0..2 {
            let mut cells: Vec<usize> = found.iter().map(|it| (it[k] * 64.0) as usize).collect();
            cells.sort_unstable();
            assert!(cells.iter().copied().eq(0..64), "{cells:?}");
        }
        let square = |it: &Vec<f64>| (it[0] * 8.0) as usize * 8 + (it[1] * 8.0) as usize;
        let mut squares: Vec<usize> = found.iter().map(square).collect();
        squares.sort_unstable();
        assert!(squares.iter().copied().eq(0..64), "{squares:?}");
    }
}

#[test]
fn random_numbers_follow_their_distributions_and_their_seed() {
    let sweep = |seed: u64| {
        format!(
            "method = \"random\"\ncount = 20000\nseed = {seed}\n[[sweep.vary]]\npath = \"payload[1].mass\"\n\
             normal = {{ mean = 2, deviation = 0.5 }}\n[[sweep.vary]]\npath = \"parameters.M2\"\nfrom = 1\nto = 3\n\
             [[sweep.vary]]\npath = \"parameters.l2\"\nvalues = [0.3, 0.4, 0.5]\n"
        )
    };
    let found = values(&sweep(1), 20_000);
    let moments = |k: usize| {
        let count = found.len() as f64;
        let mean = found.iter().map(|it| it[k]).sum::<f64>() / count;
        let square = found.iter().map(|it| (it[k] - mean).powi(2)).sum::<f64>() / count;
        (mean, square.sqrt())
    };
    // within four standard errors
    let near = |(mean, deviation): (f64, f64), known: (f64, f64)| {
        (mean - known.0).abs() < 0.03 * known.1 && (deviation / known.1 - 1.0).abs() < 0.02
    };
    assert!(near(moments(0), (2.0, 0.5)), "{:?}", moments(0));
    assert!(near(moments(1), (2.0, 1.0 / 3f64.sqrt())), "{:?}", moments(1));
    let count = |value: f64| found.iter().filter(|it| it[2] == value).count() as f64;
    assert!([0.3, 0.4, 0.5].iter().all(|it| (count(*it) / 20_000.0 - 1.0 / 3.0).abs() < 0.014));
    let covariance = found.iter().map(|it| (it[0] - 2.0) * (it[1] - 2.0)).sum::<f64>() / 20_000.0;
    assert!(covariance.abs() < 4.0 * 0.5 / (3.0f64 * 20_000.0).sqrt(), "{covariance}");
    assert_eq!(values(&sweep(1), 10), found[..10]);
    assert_ne!(values(&sweep(2), 10), found[..10]);
}
