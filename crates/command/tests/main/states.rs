//! `appell eval`: the ways to say a state.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs::File;
use std::process::Command;

use crate::support::{file, folder, refusal_of, text_of};

/// A state comes from a file, the standard input, the command line as JSON, or from lists; they all
/// mean the same, and the answer is in the order of the question.
#[test]
fn states_of_eval() {
    let folder = folder("states");
    let json = "{\"q\": [0.5, -1.5], \"qd\": [1, 2], \"tau\": [3, 4]}";
    let state = file(&folder, "state.json", json);
    let expected = text_of(&["eval", "2r", "qdd", "M", "G", "--at", &state]);
    let places: Vec<usize> = ["qdd", "M", "G", "joints"]
        .iter()
        .map(|name| expected.find(&format!("\"{name}\":")).unwrap())
        .collect();
    assert!(places.is_sorted(), "{expected}");
    assert_eq!(text_of(&["eval", "2r", "qdd", "M", "G", "--at", json]), expected);
    let lists = ["--q", "0.5,-3/2", "--qd", "1,2", "--tau", "3,4"];
    assert_eq!(text_of(&[&["eval", "2r", "qdd", "M", "G"], &lists[..]].concat()), expected);
    let other = json.replace("0.5", "7");
    let lists = ["--at", &other, "--q", "0.5,-1.5"];
    assert_eq!(text_of(&[&["eval", "2r", "qdd", "M", "G"], &lists[..]].concat()), expected);
    let mut command = Command::new(env!("CARGO_BIN_EXE_appell"));
    command.args(["eval", "2r", "qdd", "M", "G", "--at", "-"]).stdin(File::open(&state).unwrap());
    assert_eq!(command.output().unwrap().stdout, expected.as_bytes());
    assert!(refusal_of(&["eval", "2r", "Q", "--q", "1"]).contains("--q has 1 values, the robot 2"));
    assert!(refusal_of(&["eval", "2r", "Q", "--tau", "1,x"]).contains("--tau 0.3,pi/2,-1"));
    // no minus before a zero
    let level = text_of(&["eval", "ur5", "G", "T[tool]", "--q", "0,0,0,0,0,0"]);
    assert!(!level.contains("-0.0,") && !level.contains("-0.0]"), "{level}");
}
