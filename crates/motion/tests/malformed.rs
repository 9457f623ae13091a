//! Whatever stands in a scenario, reading and preparing it ends, and never in a panic.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::time::Duration;

use appell_algebra::Budget;
use appell_motion::scenario::{BUNDLED, Scenario};
use appell_motion::{Catalogue, read_csv};
use proptest::prelude::*;

const SCENARIO: &str = r#"
robot = "2r"
[parameters]
M1 = 3
[limits]
lower = [-3, -3]
upper = 3
velocity = 2
acceleration = 10
jerk = 200
[start]
q = [0.1, 0.2]
[[motion]]
to = [0.5, 0.7]
law = "s-curve"
[[motion]]
through = [[0.2, 0.6], [0.1, 0.1]]
times = [0.5, 1.5]
[[motion]]
position = [0.5, 0.3, 0]
duration = 2
[[motion]]
line = [0.55, 0.3, 0]
speed = 0.5
[[motion]]
wait = 0.2
[controller]
kind = "pd"
kp = 10
kd = [1, 2]
[[payload]]
from = 0.5
mass = 1
[simulation]
tolerance = 1e-6
[output]
step = 0.01
[optimise]
time = 1.5
knots = 2
"#;

const ODD: [&str; 14] = [
    "1e300",
    "-1",
    "0",
    "nan",
    "-inf",
    "1e-300",
    "\"x\"",
    "[]",
    "{}",
    "[[]]",
    "[1e300, -1e300]",
    "true",
    "1979-05-27",
    "",
];

fn prepared(text: &str) {
    let scenario = match Scenario::read(text) {
        Ok(scenario) => scenario,
        Err(findings) => {
            assert!(!findings.is_empty(), "a refusal has a reason");
            findings.iter().for_each(|finding| assert!(!finding.render("s", text).is_empty()));
            return;
        }
    };
    let robot = appell_model::bundled("2r").unwrap().read().robot.unwrap();
    let budget = Budget::default().with_time(Duration::from_secs(20));
    let table = |_: &str| Ok(b"0,0,0\n1,0.1,0.2\n2,0.2,0.1\n".to_vec());
    if let Err(findings) = scenario.prepare(&robot, &budget, &table) {
        assert!(!findings.is_empty(), "a refusal has a reason");
    }
}

#[test]
fn the_scenario_is_fine_as_it_stands() {
    let scenario = Scenario::read(SCENARIO).unwrap();
    let robot = appell_model::bundled("2r").unwrap().read().robot.unwrap();
    let table = |_: &str| Err(appell_diagnostic::Diagnostic::error("file", "none"));
    scenario.prepare(&robot, &Budget::default(), &table).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_value_may_be_anything(line in 0..40usize, odd in 0..ODD.len()) {
        let keyed: Vec<usize> = SCENARIO.lines().enumerate().filter(|(_, it)| it.contains('=')).map(|(k, _)| k).collect();
        let chosen = keyed[line % keyed.len()];
        let changed = SCENARIO.lines().enumerate().map(|(k, it)| match (k == chosen, it.split_once('=')) {
            (true, Some((key, _))) => format!("{key}= {}", ODD[odd]),
            _ => it.to_owned(),
        });
        prepared(&changed.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn a_text_may_be_cut_and_turned(file in 0..BUNDLED.len(), from in 0..2000usize, length in 0..60usize, put in "[\\PC\\n]{0,8}") {
        let text = BUNDLED[file].text;
        let from = text.floor_char_boundary(from.min(text.len()));
        let to = text.floor_char_boundary((from + length).min(text.len()));
        let changed = format!("{}{put}{}", &text[..from], &text[to..]);
        if let Err(findings) = Scenario::read(&changed) {
            prop_assert!(!findings.is_empty());
        }
        let _ = Catalogue::read(&changed);
        let _ = read_csv(&changed);
    }
}
