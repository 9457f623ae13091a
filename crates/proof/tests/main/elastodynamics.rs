//! The equations of a paper on elastodynamics that can be read, for a rigid and an elastic robot: sums over
//! links, acceleration energies, Lagrange and Appell. `papers/README.md` states the counts; its one refutation
//! is confirmed by `papers/refutations.py`.

use appell_proof::{Report, VerdictKind};

use crate::papers::report;

/// Equations with a verdict.
fn numbers(report: &Report, kind: VerdictKind) -> Vec<&str> {
    let findings = report.findings.iter().filter(|it| it.verdict.kind() == kind);
    findings.map(|it| it.equation.as_str()).collect()
}

#[test]
fn equations_of_rigid_links() {
    let report = report("elastodynamics-rigid-2019");
    let proved = ["3", "3", "6", "7", "22", "24", "44", "45", "48", "54", "55", "104", "104"];
    assert_eq!(numbers(report, VerdictKind::Proved), proved);
    // a row times a row
    assert_eq!(numbers(report, VerdictKind::Unreadable), ["56"]);
    assert_eq!(report.findings.len(), proved.len() + 1);
}

#[test]
fn equations_of_elastic_links() {
    let report = report("elastodynamics-elastic-2019");
    assert_eq!(numbers(report, VerdictKind::Proved), ["99", "99", "101", "104", "104"]);
    // a rotation matrix too many
    assert_eq!(numbers(report, VerdictKind::Refuted), ["86"]);
    assert_eq!(report.findings.len(), 6);
}
