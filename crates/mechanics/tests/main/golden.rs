//! What other codes found: files of JSON.
use serde_json::Value;

/// A case of `exudyn.json`, which `benches/rivals/exudyn/elastic.py` made.
pub fn exudyn(case: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("../golden/exudyn.json")).unwrap();
    all[case].clone()
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

pub fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap().iter().map(numbers).collect()
}
