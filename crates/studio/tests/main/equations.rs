//! Terms of formulas: their numbers add up to the quantity, their links are those of their symbols.

use serde_json::{Value, json};

use crate::client::{Running, Tab};

fn list(value: &Value) -> Vec<f64> {
    value.as_array().map(|all| all.iter().filter_map(Value::as_f64).collect()).unwrap_or_default()
}

/// Whether the terms of every entry add up to what evaluation gives, by another route.
fn adds_up(tab: &mut Tab, robot: &str, quantity: &str, form: &str) {
    let opened = tab.answer("open", json!({ "robot": robot }));
    let count = opened["coordinates"].as_array().map_or(0, Vec::len);
    let derived = tab.answer("derive", json!({ "quantity": quantity, "form": form }));
    let any = |scale: f64| (0..count).map(|k| scale * (1.0 + k as f64).sin()).collect::<Vec<_>>();
    let asked = json!({
        "q": any(0.7), "qd": any(-0.4), "qdd": any(1.1), "quantities": [quantity], "terms": true,
    });
    let pose = tab.answer("pose", asked);
    let totals = list(&pose["values"][quantity]["entries"]);
    let terms = pose["terms"].as_array().expect("terms");
    assert_eq!(terms.len(), totals.len(), "{robot} {quantity} {form}");
    let largest = totals.iter().fold(0.0f64, |most, it| most.max(it.abs()));
    for (k, total) in totals.iter().enumerate() {
        let sum: f64 = list(&terms[k]).iter().sum();
        assert!(
            (sum - total).abs() <= 1e-9 * largest,
            "{robot} {quantity} {form} {k}: {sum} {total}"
        );
        let shown = derived["entries"][k]["terms"].as_array().map_or(0, Vec::len);
        let more = usize::from(derived["entries"][k]["left_out"] != json!(0));
        assert_eq!(list(&terms[k]).len(), shown + more);
    }
}

#[test]
fn terms_add_up_in_every_form() {
    let studio = Running::start();
    let mut tab = studio.tab();
    for form in ["expanded", "grouped", "short", "nested"] {
        for (robot, quantity) in [("2r", "Q"), ("rttrr", "M"), ("scara", "G"), ("cartpole", "Q")] {
            adds_up(&mut tab, robot, quantity, form);
        }
    }
    adds_up(&mut tab, "flex1r", "M", "grouped");
    // more terms than are shown
    adds_up(&mut tab, "puma560", "Q", "expanded");
}

#[test]
fn a_term_belongs_to_the_links_whose_mass_properties_it_has() {
    let studio = Running::start();
    let mut tab = studio.tab();
    let robot = tab.answer("open", json!({ "robot": "rttrr" }));
    let own: Vec<Vec<String>> = robot["joints"]
        .as_array()
        .expect("joints")
        .iter()
        .map(|it| serde_json::from_value(it["link"]["symbols"].clone()).expect("names"))
        .collect();
    assert!(own[3].contains(&"M4".to_owned()), "{own:?}");
    let derived = tab.answer("derive", json!({ "quantity": "Q[1]", "form": "expanded" }));
    let terms = derived["entries"][0]["terms"].as_array().expect("terms");
    let mut seen = 0;
    for term in terms {
        let symbols: Vec<String> = serde_json::from_value(term["symbols"].clone()).expect("names");
        let links: Vec<usize> = serde_json::from_value(term["links"].clone()).expect("links");
        let has_m4 = symbols.iter().any(|it| own[3].contains(it));
        assert_eq!(links.contains(&3), has_m4, "{term}");
        seen += usize::from(has_m4);
    }
    assert!(seen > 0 && seen < terms.len());
}

#[test]
fn parameters_change_the_numbers() {
    let studio = Running::start();
    let mut tab = studio.tab();
    tab.answer("open", json!({ "robot": "2r" }));
    tab.answer("derive", json!({ "quantity": "G", "form": "grouped" }));
    let mut sum = |mass: f64| {
        let asked = json!({ "parameters": { "M2": mass }, "quantities": ["G"], "terms": true });
        let pose = tab.answer("pose", asked);
        let sum: f64 = list(&pose["terms"][0]).iter().sum();
        assert!((sum - list(&pose["values"]["G"]["entries"])[0]).abs() < 1e-9);
        sum
    };
    assert!(sum(8.0) > sum(4.0));
}
