//! Eigenvalues and exponentials of matrices against those of SciPy and mpmath (`golden/golden.py`).

#![allow(clippy::unwrap_used, reason = "a test")]

use appell_numeric::eigenvalues::eigenvalues;
use appell_numeric::exponential::exponential;
use serde_json::Value;

fn rows(value: &Value) -> Vec<Vec<f64>> {
    let row = |row: &Value| row.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect();
    value.as_array().unwrap().iter().map(row).collect()
}

fn largest(matrix: &[Vec<f64>]) -> f64 {
    matrix.iter().flatten().fold(0.0, |most, entry| entry.abs().max(most))
}

#[test]
fn the_numbers_of_scipy() {
    let cases: Value = serde_json::from_str(include_str!("golden/golden.json")).unwrap();
    let cases = cases.as_array().unwrap();
    assert_eq!(cases.len(), 11);
    for (number, case) in cases.iter().enumerate() {
        let matrix = rows(&case["matrix"]);
        let mut found = eigenvalues(&matrix).unwrap();
        let known = rows(&case["eigenvalues"]);
        assert_eq!(found.len(), known.len());
        // each has its own partner: pairs with the same real part may stand in another order
        for known in &known {
            let distance = |re: f64, im: f64| (re - known[0]).hypot(im - known[1]);
            let nearest = (0..found.len())
                .min_by(|&i, &j| {
                    let [a, b] = [found[i], found[j]];
                    distance(a.re, a.im).total_cmp(&distance(b.re, b.im))
                })
                .unwrap();
            let value = found.swap_remove(nearest);
            let error = distance(value.re, value.im);
            let size = known[0].hypot(known[1]);
            assert!(error < 1e-11 * size, "case {number}: {value:?} {known:?}");
        }
        let scaled = rows(&case["scaled"]);
        let eightfold: Vec<Vec<f64>> =
            scaled.iter().map(|row| row.iter().map(|entry| 8.0 * entry).collect()).collect();
        for (matrix, name) in [(&scaled, "exponential"), (&eightfold, "exponential_of_eightfold")] {
            let known = rows(&case[name]);
            let found = exponential(matrix).unwrap();
            for (found, entry) in found.iter().flatten().zip(known.iter().flatten()) {
                let error = (found - entry).abs();
                assert!(error < 1e-12 * largest(&known), "case {number}: {found} {entry}");
            }
        }
    }
}
