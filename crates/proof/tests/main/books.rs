//! Documents in the letters of the textbooks, written before they were checked for the first time
//! (`corpus.rs` has their verdicts), and the same with one slip each, by `books/slips.txt`: no slip may be
//! proved, and no slip may have anything else refuted. `books/slips.verdicts.txt` is the golden file.

use std::fmt::Write;

use appell_proof::{Finding, Options, Report, VerdictKind, check};

use crate::corpus::{folder, robot};

/// The verdicts on all components of equations between two places.
fn kinds(report: &Report, place: std::ops::Range<usize>) -> Vec<&Finding> {
    let meets = |it: &&Finding| it.span.start < place.end && place.start < it.span.end;
    report.findings.iter().filter(meets).collect()
}

fn count(report: &Report, kind: VerdictKind) -> usize {
    report.findings.iter().filter(|it| it.verdict.kind() == kind).count()
}

#[test]
fn slips_in_documents_are_never_proved() {
    slips("books");
}

/// At first sight three of these were proved: the names of forces by their coordinates (`Q_x`) were taken
/// for names that the document defines, and their definitions for statements about motion.
#[test]
fn slips_in_unseen_documents_are_never_proved() {
    slips("unseen");
}

#[test]
fn slips_in_unusual_print_are_never_proved() {
    slips("unusual");
}

fn slips(name: &str) {
    let folder = folder(name);
    let cases = std::fs::read_to_string(folder.join("slips.txt")).unwrap();
    let (mut words, mut faults) = (String::new(), String::new());
    let mut counts = [("refuted", 0), ("undecided", 0), ("not read", 0)];
    for line in cases.lines().filter(|line| !line.starts_with('#')) {
        let [document, right, wrong] =
            line.split('|').map(str::trim).collect::<Vec<_>>().try_into().unwrap();
        let text = std::fs::read_to_string(folder.join(document).with_extension("tex")).unwrap();
        let robot = robot(&folder, &format!("{document}.toml"));
        let at = text.find(right).unwrap_or_else(|| panic!("{line}"));
        let harmed = [&text[..at], wrong, &text[at + right.len()..]].concat();
        let report = check(&harmed, &robot, None, &Options::default()).unwrap();
        let own = kinds(&report, at..at + wrong.len());
        let has = |kind| own.iter().any(|it| it.verdict.kind() == kind);
        let refuted = report.findings.iter().any(|it| it.refutation().is_some());
        let outcome = if has(VerdictKind::Refuted) || has(VerdictKind::Defined) && refuted {
            "refuted"
        } else if has(VerdictKind::Undecided) {
            "undecided"
        } else {
            "not read"
        };
        counts.iter_mut().find(|(name, _)| *name == outcome).unwrap().1 += 1;
        writeln!(words, "{document} | {wrong}: {outcome}").unwrap();
        for finding in own.iter().filter(|it| it.refutation().is_some()) {
            writeln!(words, "    {} {}", finding.quantity, finding.verdict.reason()).unwrap();
        }
        // what defines a name is wrong where the name is used
        let defines = has(VerdictKind::Defined);
        if outcome == "not read"
            && !defines
            && !own.is_empty()
            && own.iter().all(|it| it.verdict.kind() == VerdictKind::Proved)
        {
            writeln!(faults, "PROVED {line}").unwrap();
        }
        let elsewhere = count(&report, VerdictKind::Refuted)
            - own.iter().filter(|it| it.refutation().is_some()).count();
        if elsewhere > 0 && !defines {
            writeln!(faults, "{elsewhere} REFUTED ELSEWHERE {line}").unwrap();
        }
    }
    for (name, count) in counts {
        writeln!(words, "{name}: {count}").unwrap();
    }
    let golden = folder.join("slips.verdicts.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, &words).unwrap();
    }
    assert!(faults.is_empty(), "{faults}");
    assert_eq!(words, std::fs::read_to_string(&golden).unwrap_or_default());
}
