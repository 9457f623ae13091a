//! The command as a user meets it.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::process::{Command, Output};

fn appell(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_appell")).args(arguments).output().unwrap()
}

#[test]
fn the_tour_derives_and_proves() {
    let output = appell(&[]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("+ M2*q1'^2*l1*r2*s2 + M2*g*r2*c12\n"), "{text}");
    // one refutation is meant: the equation with a misprint
    assert_eq!(text.matches("refuted").count(), 1, "{text}");
    assert!(text.contains("printed minus derived: -M2*q1'^2*l1*r2*s2 + M2*q1'*l1*r2*s2"), "{text}");
    assert_eq!(text.matches("proved").count(), 6, "{text}");
}

#[test]
fn the_output_is_the_same_on_every_run() {
    assert_eq!(appell(&[]).stdout, appell(&[]).stdout);
}

#[test]
fn what_cannot_run_exits_with_2() {
    let output = appell(&["--nonsense"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--nonsense"));
}
