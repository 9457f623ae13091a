//! Formulas of vectors, and general formulas that must hold for every link.

use appell_algebra::BudgetedPoly;
use appell_diagnostic::{Diagnostic, broken_invariant};
use appell_mechanics::Error;

use super::confirm::exactly_same;
use super::equation::{Checker, Left, Side, reason_of, side_of};
use super::{Unknown, unreadable};
use crate::explain::{Kind, Mended, Sides, Slip, meaning_of, mend};
use crate::latex::Ink;
use crate::meaning::evaluate::{NoValue, value};
use crate::meaning::read::Understanding;
use crate::meaning::write::latex;
use crate::meaning::{Meaning, Style};
use crate::name::General;
use crate::notation::Names;
use crate::report::{Finding, Verdict};
use crate::tensor::Tensor;

impl Checker<'_, '_> {
    /// Explains a formula of vectors: what makes it right for every link that it is printed for, or
    /// else what was derived in the place of its right side.
    pub(super) fn mend(
        &self,
        finding: &mut Finding,
        instances: &[Sides],
        derived: &Tensor<BudgetedPoly<'_>>,
    ) {
        // at random states first, then for all
        let holds = |(left, right): &Sides| {
            let at_states = self.second.iter().flatten().all(|truth| {
                match (value(left, truth), value(right, truth)) {
                    (Ok(left), Ok(right)) => exactly_same(&left, &right),
                    _ => false,
                }
            });
            at_states
                && match (value(left, self.truth), value(right, self.truth)) {
                    (Ok(left), Ok(right)) => same(&left, &right),
                    _ => false,
                }
        };
        let mended = mend(instances, self.names, &holds);
        let Some((left, printed)) = instances.last() else { return };
        let Mended { slips, sides } = mended.unwrap_or_else(|| {
            let right = Meaning::Matrix(derived_rows(derived, self.names));
            let slip = Slip {
                kind: Kind::Rewritten,
                printed: latex(printed),
                correct: latex(&right),
                dimension: None,
                whole: None,
            };
            Mended { slips: vec![slip], sides: (left.clone(), right) }
        });
        finding.slips = slips;
        finding.corrected = format!("{} = {}", latex(&sides.0), latex(&sides.1));
    }

    /// A formula for every link: it must hold for each.
    pub(super) fn general(
        &self,
        sides: &[&[Ink]],
        read: &Understanding<'_, '_>,
        unknown: &mut Unknown,
    ) -> Result<Vec<Finding>, Error> {
        let n = self.robot.joints().len();
        let mut instances: Vec<Vec<Side>> = Vec::new();
        for i in 1..=n {
            let general = Some(General { i, n });
            let mut understanding = Understanding { general, notes: Vec::new(), ..*read };
            instances.push(sides.iter().map(|side| side_of(&mut understanding, side)).collect());
        }
        let mut findings = Vec::new();
        for side in 1..sides.len() {
            findings.push(self.general_side(&instances, side, unknown)?);
        }
        Ok(findings)
    }

    /// One side of a general formula against the first, for every link.
    fn general_side(
        &self,
        instances: &[Vec<Side>],
        side: usize,
        unknown: &mut Unknown,
    ) -> Result<Finding, Error> {
        let mut read = Vec::new();
        let mut wrong: Option<(usize, Finding)> = None;
        let mut right = None;
        for (index, instance) in instances.iter().enumerate() {
            let Side::Formula(Ok(meaning)) = &instance[0] else {
                return Ok(self.without_quantity(instance, unknown));
            };
            if !meaning.has_quantity() {
                return Ok(self.without_quantity(instance, unknown));
            }
            let derived = match value(meaning, self.truth) {
                Ok(derived) => derived,
                Err(NoValue::Mechanics(error)) => return Err(error),
                Err(NoValue::Shape(why)) => {
                    return Ok(unreadable("", &Diagnostic::error("shape", why), 0..0));
                }
            };
            let left = Left { meaning, derived };
            if let Side::Formula(Ok(right)) = &instance[side] {
                read.push((meaning.clone(), right.clone()));
            }
            for finding in self.side(&left, &instance[side], unknown)? {
                match finding.verdict {
                    Verdict::Proved => right = Some(finding),
                    Verdict::Refuted => wrong = Some((index, finding)),
                    _ => {
                        let reason = format!("for i = {}: {}", index + 1, finding.reason);
                        return Ok(Finding { reason, ..finding });
                    }
                }
            }
        }
        let n = instances.len();
        match (wrong, right) {
            (Some((index, mut finding)), _) => {
                if read.len() == n {
                    // the last that is wrong is the one that is shown
                    read.truncate(index + 1);
                    let shown = &read[index].0;
                    if let Ok(derived) = value(shown, self.truth) {
                        self.mend(&mut finding, &read, &derived);
                    }
                }
                let slips = reason_of(&finding.slips);
                finding.reason = format!("for i = {}: {slips}", index + 1);
                Ok(finding)
            }
            (None, Some(finding)) => {
                Ok(Finding { reason: format!("holds for i = 1 to {n}"), ..finding })
            }
            (None, None) => {
                Ok(unreadable("", &Diagnostic::error("empty", "nothing to read"), 0..0))
            }
        }
    }
}

/// Whether two tensors are the same for all values of their symbols.
fn same(a: &Tensor<BudgetedPoly<'_>>, b: &Tensor<BudgetedPoly<'_>>) -> bool {
    a.shape() == b.shape()
        && a.entries().zip(b.entries()).all(|((_, a), (_, b))| match (a.poly(), b.poly()) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        })
}

fn derived_rows(derived: &Tensor<BudgetedPoly<'_>>, names: &Names<'_>) -> Vec<Vec<Meaning>> {
    let (rows, columns) = derived.shape();
    let entry = |i: usize, j: usize| {
        let poly = derived.get(i, j).and_then(|entry| entry.poly().ok());
        let poly = poly.unwrap_or_else(|| broken_invariant("an entry that was not derived"));
        meaning_of(poly, Style::Full, names)
    };
    (0..rows).map(|i| (0..columns).map(|j| entry(i, j)).collect()).collect()
}
