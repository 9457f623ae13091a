//! A term that one row lacks and another has too many is in the wrong row.

use appell_algebra::Poly;

use super::compared::reason_of;
use crate::explain::{Kind, Slip};
use crate::report::{Finding, Verdict};

/// Names the terms of one equation that stand in the wrong row.
pub(super) fn moved_rows(findings: &mut [Finding]) {
    let mut moved: Vec<(usize, usize)> = Vec::new();
    for (row, finding) in findings.iter().enumerate() {
        for (at, slip) in of_kind(slips_of(finding), Kind::ExtraTerm) {
            let Some(value) = &slip.whole else { continue };
            let lacking = findings.iter().enumerate().filter(|(other, _)| *other != row);
            let mut lacking =
                lacking.map(|(other, finding)| (other, lacks(slips_of(finding), value)));
            if let Some((other, missing)) = lacking.find(|(_, missing)| !missing.is_empty()) {
                moved.push((row, at));
                moved.extend(missing.into_iter().map(|at| (other, at)));
            }
        }
    }
    for (row, at) in moved {
        if let Verdict::Refuted(refutation) = &mut findings[row].verdict {
            refutation.slips[at].kind = Kind::MovedRow;
            refutation.reason = reason_of(&refutation.slips);
        }
    }
}

fn slips_of(finding: &Finding) -> &[Slip] {
    finding.refutation().map_or(&[], |refutation| &refutation.slips)
}

/// The missing terms that are a value, its sign aside: one of them, or all of them together, for a
/// bracket that is missing is missed term by term.
fn lacks(slips: &[Slip], value: &Poly) -> Vec<usize> {
    let missing = || of_kind(slips, Kind::MissingTerm);
    let is = |found: &Poly| found == value || -found == *value;
    let single = missing().find(|(_, slip)| slip.whole.as_ref().is_some_and(is));
    if let Some((at, _)) = single {
        return vec![at];
    }
    let all = missing().filter_map(|(_, slip)| slip.whole.clone());
    let all = all.fold(Poly::default(), |all, term| all + term);
    if is(&all) { missing().map(|(at, _)| at).collect() } else { Vec::new() }
}

fn of_kind(slips: &[Slip], kind: Kind) -> impl Iterator<Item = (usize, &Slip)> {
    slips.iter().enumerate().filter(move |(_, slip)| slip.kind == kind)
}
