//! The equations of a paper on elastodynamics that can be read, for a rigid and an elastic robot: sums over
//! links, acceleration energies, Lagrange and Appell. `papers/README.md` states the counts; its one refutation
//! is confirmed by `papers/refutations.py`.

use std::sync::LazyLock;

use appell_proof::{Notation, Options, Report, VerdictKind, check};

use crate::papers::folder;

/// The elastic part, checked once for all tests.
pub(crate) static ELASTIC: LazyLock<Report> = LazyLock::new(|| report("elastic", "flex2r"));

fn report(part: &str, robot: &str) -> Report {
    let read = |ending: &str| {
        let name = format!("elastodynamics-{part}-2019.{ending}");
        std::fs::read_to_string(folder().join(name)).unwrap()
    };
    let robot = appell_model::Robot::bundled(robot).unwrap();
    let notation = Notation::read(&read("toml")).unwrap();
    check(&read("tex"), &robot, Some(&notation), &Options::default()).unwrap()
}

/// Equations with a verdict.
fn numbers(report: &Report, kind: VerdictKind) -> Vec<&str> {
    let findings = report.findings.iter().filter(|it| it.verdict.kind() == kind);
    findings.map(|it| it.equation.as_str()).collect()
}

#[test]
fn equations_of_rigid_links() {
    let report = report("rigid", "rttrr");
    let proved = ["3", "3", "6", "7", "22", "24", "44", "45", "48", "54", "55", "104", "104"];
    assert_eq!(numbers(&report, VerdictKind::Proved), proved);
    // a row times a row
    assert_eq!(numbers(&report, VerdictKind::Unreadable), ["56"]);
    assert_eq!(report.findings.len(), proved.len() + 1);
}

#[test]
fn equations_of_elastic_links() {
    let report = &*ELASTIC;
    assert_eq!(numbers(report, VerdictKind::Proved), ["99", "99", "101", "104", "104"]);
    // a rotation matrix too many
    assert_eq!(numbers(report, VerdictKind::Refuted), ["86"]);
    assert_eq!(report.findings.len(), 6);
}
