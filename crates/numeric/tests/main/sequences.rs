//! Random bits by counter, points of Sobol and quantiles of the normal distribution against those of NumPy
//! and SciPy (`golden/sequences.py`).

#![allow(clippy::unwrap_used, reason = "a test")]

use appell_numeric::counter::{philox, unit};
use appell_numeric::normal::quantile;
use appell_numeric::sobol::{DIMENSIONS, Sobol};
use serde_json::Value;

fn golden() -> Value {
    serde_json::from_str(include_str!("golden/sequences.json")).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn hexadecimal(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().unwrap().trim_start_matches("0x"), 16).unwrap()
}

#[test]
fn the_bits_of_a_counter_are_those_of_numpy() {
    let golden = golden();
    for case in list(&golden["philox"]) {
        let four = |value: &Value| -> [u64; 4] {
            let all: Vec<u64> = list(value).iter().map(hexadecimal).collect();
            all.try_into().unwrap()
        };
        let key = [hexadecimal(&case["key"]), 0];
        assert_eq!(philox(four(&case["counter"]), key), four(&case["bits"]));
    }
    assert!(unit(0) > 0.0 && unit(u64::MAX) < 1.0);
}

#[test]
fn the_points_of_sobol_are_those_of_scipy() {
    let points = Sobol::new(DIMENSIONS).unwrap();
    assert!(Sobol::new(DIMENSIONS + 1).is_none());
    let golden = golden();
    for case in list(&golden["sobol"]) {
        for (dimension, known) in list(&case["coordinates"]).iter().enumerate() {
            let bits = points.bits(case["point"].as_u64().unwrap(), dimension);
            assert_eq!(bits >> 34, known.as_u64().unwrap(), "{case}, {dimension}");
        }
    }
}

#[test]
fn the_quantiles_are_those_of_scipy() {
    let golden = golden();
    for case in list(&golden["normal"]) {
        let known = case["quantile"].as_f64().unwrap();
        let found = quantile(case["probability"].as_f64().unwrap());
        assert!((found - known).abs() <= 1e-14 * known.abs(), "{case}: {found}");
    }
}
