//! docs/elastodynamics.md: every command in it runs, and every equation from 32 to 117 has its row.

#![allow(clippy::unwrap_used, reason = "a test")]

use crate::support::text_of;

const DOCUMENT: &str = include_str!("../../../../docs/elastodynamics.md");

#[test]
fn every_command_runs() {
    let commands = DOCUMENT.split('`').filter_map(|it| it.strip_prefix("appell "));
    let mut ran = 0;
    for command in commands.filter(|it| it.contains("ROBOT")) {
        // an elastic link for what only such a link has
        let robot = if command.contains("integrals") { "flex2r" } else { "2r" };
        let command = command.replace("ROBOT", robot);
        let mut arguments: Vec<&str> = command.split_whitespace().collect();
        if arguments[0] == "derive" {
            arguments.extend(["--form", "nested"]);
        }
        assert!(!text_of(&arguments).is_empty(), "{command}");
        ran += 1;
    }
    assert!(ran > 40, "{ran}");
}

#[test]
fn every_equation_has_a_row() {
    let first_cells =
        DOCUMENT.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let mut listed = Vec::new();
    for part in first_cells.flat_map(|cell| cell.split(", ")) {
        let ends: Vec<usize> = part.split('-').filter_map(|end| end.parse().ok()).collect();
        if let [first, .., last] | [first @ last] = ends.as_slice() {
            listed.extend(*first..=*last);
        }
    }
    let missing: Vec<usize> = (32..=117).filter(|number| !listed.contains(number)).collect();
    assert_eq!(missing, [0usize; 0]);
}

/// The formalism is the user's choice: the same text by all that give a quantity, a refusal with their
/// names by the others; numbers, too.
#[test]
fn a_formalism_can_be_chosen() {
    for (quantity, formalisms) in [
        ("Q", ["newton-euler", "lagrange", "appell"].as_slice()),
        ("M", &["newton-euler", "lagrange", "appell"]),
        ("omega[2]", &["newton-euler", "exponential"]),
        ("J", &["exponential"]),
    ] {
        let own = text_of(&["derive", "acrobot", quantity]);
        for formalism in formalisms {
            assert_eq!(text_of(&["derive", "acrobot", quantity, "--by", formalism]), own);
        }
    }
    let motion = ["--q", "0.3,-0.2", "--qd", "1,2", "--qdd", "0.5,-1"];
    let numbers =
        |by: &[&str]| text_of(&[&["eval", "acrobot", "Q", "c"], &motion[..], by].concat());
    assert_eq!(numbers(&["--by", "lagrange"]), numbers(&[]));
    let refused = crate::support::refusal_of(&["derive", "2r", "J", "--by", "lagrange"]);
    assert!(
        refused.contains("other-formalism") && refused.contains("--by exponential"),
        "{refused}"
    );
}
