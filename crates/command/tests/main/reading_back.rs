//! What `derive` prints as LaTeX, `check` reads and proves: all of it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::path::Path;

use serde_json::Value;

use crate::support::text_of;

/// Derives quantities of a robot, and checks what was printed.
fn assert_read_back(robot: &str, quantities: &[&str]) {
    let printed = text_of(&[&["derive", robot, "--as", "latex"], quantities].concat());
    let paper = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{robot}.tex"));
    std::fs::write(&paper, &printed).unwrap();
    let answer = text_of(&["check", paper.to_str().unwrap(), "--robot", robot, "--json"]);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let findings = answer["equations"].as_array().unwrap();
    assert!(findings.len() >= printed.matches("\\[").count());
    for finding in findings {
        assert_eq!(finding["verdict"], "proved", "{robot}: {finding}");
    }
}

const ALL: [&str; 17] =
    ["Q", "omega", "eps", "v", "a", "vC", "aC", "F", "N", "f", "n", "M", "C", "G", "Ek", "Ep", "T"];

#[test]
fn small_robots_are_read_back() {
    for robot in ["2r", "3r", "scara", "trr", "ttrt"] {
        assert_read_back(robot, &ALL);
        assert_read_back(robot, &["T0", "J"]);
    }
}

#[test]
fn names_of_several_letters_are_read_back() {
    // sines of a parameter, friction with roots, a parameter with the name of an acceleration
    assert_read_back("tree", &["omega", "eps", "v", "aC", "F", "J"]);
    assert_read_back("gantry", &["a", "F", "M", "G", "Ek", "T0"]);
}

#[test]
fn spherical_wrists_are_read_back() {
    assert_read_back("stanford", &["omega", "v", "F", "Ek", "T"]);
}
