//! Pages as textbooks and papers have them, each against a robot, in several collections: of `right.md` nothing may
//! be refuted, of `wrong.md` no equation may be proved whose number ends in `w`, and none of the others refuted unless
//! that one defines a name. What is said about each is in `verdicts.txt`; `UPDATE_GOLDEN=1 cargo test -p appell-proof pages` writes it.
//!
//! The pages of `control_papers`, `courses`, `lecture_notes`, `theses` and `textbooks` were written before the program saw
//! them, by people who did not know its source. `confirm.py` beside them shows by a derivation of its own, in SymPy, that each equation of
//! `right.md` holds and each slip of `wrong.md` does not; `slips.tsv` says what a referee would call each slip.

use std::fmt::Write;

use appell_model::Robot;
use appell_proof::{Finding, Options, Report, VerdictKind, check};

use crate::corpus::{folder, robot};

/// The pages of a file: the name of each, its robot, and what it says. `# uniform rods (arm)` begins one.
fn pages(collection: &str, file: &str) -> Vec<(String, Robot, String)> {
    let text = std::fs::read_to_string(folder(collection).join(file)).unwrap();
    let mut pages = Vec::new();
    for page in format!("\n{text}").split("\n# ").skip(1) {
        let (heading, body) = page.split_once('\n').unwrap();
        let (name, of) = heading.strip_suffix(')').unwrap().rsplit_once(" (").unwrap();
        let file = format!("{of}.toml");
        let robot = match folder(collection).join(&file).exists() {
            true => robot(&folder(collection), &file),
            false => Robot::bundled(of).unwrap(),
        };
        pages.push((name.to_owned(), robot, body.to_owned()));
    }
    assert!(pages.len() > 5, "{file}");
    pages
}

/// What is said about a page, equation by equation.
fn said(name: &str, report: &Report) -> String {
    let mut words = format!("{name}\n");
    for finding in &report.findings {
        let (equation, quantity) = (&finding.equation, &finding.quantity);
        let (kind, reason) = (finding.verdict.kind(), finding.verdict.reason());
        writeln!(words, "  ({equation}) {quantity} {kind} {reason}").unwrap();
    }
    for (assumption, equations) in report.assumptions() {
        writeln!(words, "  assumed: {assumption}: {}", equations.join(", ")).unwrap();
    }
    words
}

/// Compares a collection with what was said about it before.
fn compare(collection: &str) {
    let (mut words, mut faults) = (String::new(), String::new());
    for (file, is_right) in [("right.md", true), ("wrong.md", false)] {
        for (name, robot, page) in pages(collection, file) {
            let report = check(&page, &robot, None, &Options::default()).unwrap();
            let said = said(&name, &report);
            let (wrong, others): (Vec<_>, Vec<_>) =
                report.findings.iter().partition(|it| !is_right && it.equation.ends_with('w'));
            let is = |kind| move |it: &&Finding| it.verdict.kind() == kind;
            // one entry of a wrong matrix is wrong, not all of them
            let is_let_through = !wrong.is_empty() && wrong.iter().all(is(VerdictKind::Proved));
            // what rests on a wrong definition is wrong; a display of which something is proved is no definition
            let is_definition = wrong.iter().any(is(VerdictKind::Defined))
                && !wrong.iter().any(is(VerdictKind::Proved));
            let is_refuted = !is_definition && others.iter().any(is(VerdictKind::Refuted));
            if is_let_through || is_refuted {
                faults += &said;
            }
            words += &said;
        }
    }
    let golden = folder(collection).join("verdicts.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, &words).unwrap();
    }
    assert!(faults.is_empty(), "{faults}");
    assert_eq!(words, std::fs::read_to_string(&golden).unwrap_or_default());
}

#[test]
fn pages_with_all_that_a_proof_reader_meets() {
    compare("pages");
}

#[test]
fn pages_of_papers_on_control() {
    compare("control_papers");
}

#[test]
fn pages_of_lecture_notes() {
    compare("lecture_notes");
}

#[test]
fn pages_of_theses() {
    compare("theses");
}

#[test]
fn pages_of_textbooks() {
    compare("textbooks");
}

#[test]
fn pages_of_courses() {
    compare("courses");
}
