//! Formulas of vectors, and general formulas that must hold for every link.

use std::ops::RangeInclusive;

use appell_algebra::{BudgetedPoly, Decision};
use appell_diagnostic::{Diagnostic, broken_invariant};
use appell_mechanics::Error;

use super::Unknown;
use super::compared::{reason_of, weakest};
use super::confirm::Judgement;
use super::equation::{Checker, unreadable};
use super::evidence::{Trust, is_doubtful, is_one_slip, too_unlike};
use super::side::{Left, Side, side_of};
use crate::explain::{Kind, Mended, Sides, Slip, meaning_of, mend};
use crate::latex::{Ink, InkKind};
use crate::meaning::evaluate::value;
use crate::meaning::read::Understanding;
use crate::meaning::write::latex;
use crate::meaning::{Meaning, Style};
use crate::name::General;
use crate::notation::Names;
use crate::report::{Assumption, Finding, Proof, Verdict};
use crate::tensor::Tensor;

/// The letter that counts links in a general formula, and the links for which it is meant.
pub(super) struct LinkRange {
    letter: char,
    links: RangeInclusive<usize>,
}

impl LinkRange {
    /// The range of a formula in which names have such a letter: as the paper says, or all of `n` links.
    /// None where it has no such letter.
    pub(super) fn of(read: &[Side], said: Option<&InkKind>, n: usize) -> Option<Self> {
        let letters = ['i', 'k', 'j'];
        let letter = letters.into_iter().find(|it| read.iter().any(|side| side.is_general(*it)))?;
        let links = match said {
            Some(InkKind::Range { letter: own, first, last }) if *own == letter => {
                *first..=last.unwrap_or(n).min(n)
            }
            _ => 1..=n,
        };
        Some(Self { letter, links })
    }

    /// `i = 2`, of one of them.
    fn link(&self, index: usize) -> String {
        format!("{} = {}", self.letter, self.links.start() + index)
    }

    fn words(&self) -> String {
        format!("holds for {} = {} to {}", self.letter, self.links.start(), self.links.end())
    }
}

impl Checker<'_, '_> {
    /// Explains a formula of vectors: what makes it right for every link that it is printed for, or
    /// else what was derived in the place of its right side.
    pub(super) fn mend(
        &self,
        instances: &[Sides],
        derived: &Tensor<BudgetedPoly<'_>>,
    ) -> (Vec<Slip>, String) {
        let holds = |(left, right): &Sides| {
            let comparison = self.compare(left, right);
            // at random states first, then for all
            comparison.may_hold()
                && match (value(left, self.truth), value(right, self.truth)) {
                    (Ok(left), Ok(right)) if left.shape() == right.shape() => {
                        left.entries().zip(right.entries()).all(|((place, left), (_, right))| {
                            let equal =
                                matches!((left.poly(), right.poly()), (Ok(a), Ok(b)) if a == b);
                            let judge = || comparison.judge(Decision::Equal, place, place);
                            equal && matches!(judge(), Judgement::Equal(_))
                        })
                    }
                    _ => false,
                }
        };
        let mended = mend(instances, self.names, &holds);
        let Some((left, printed)) = instances.last() else {
            broken_invariant("a formula of vectors without an instance")
        };
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
        (slips, format!("{} = {}", latex(&sides.0), latex(&sides.1)))
    }

    /// A formula for every link: it must hold for each.
    pub(super) fn general(
        &self,
        sides: &[&[Ink]],
        range: &LinkRange,
        read: &Understanding<'_, '_>,
        notes: &mut Vec<Diagnostic>,
        unknown: &mut Unknown,
    ) -> Result<Vec<Finding>, Error> {
        let n = self.robot.joints().len();
        let mut instances: Vec<Vec<Side>> = Vec::new();
        for i in range.links.clone() {
            let general = General::of(n).with(range.letter, i);
            let mut understanding = Understanding { general, notes: Vec::new(), ..*read };
            instances.push(sides.iter().map(|side| side_of(&mut understanding, side)).collect());
            let new = understanding.notes.into_iter().filter(|note| !notes.contains(note));
            notes.extend(new.collect::<Vec<_>>());
        }
        let mut findings = Vec::new();
        for side in 1..sides.len() {
            let is_sure = self.has_notation;
            findings.push(self.general_side(&instances, side, (range, is_sure), unknown)?);
        }
        // the sides of a chain vouch for its quantity
        if findings.iter().any(|it| matches!(it.verdict, Verdict::Proved(_))) {
            for (index, finding) in findings.iter_mut().enumerate() {
                if is_doubtful(&finding.verdict) {
                    *finding = self.general_side(&instances, index + 1, (range, true), unknown)?;
                }
            }
        }
        Ok(findings)
    }

    /// One side of a general formula against the first, for every link: wrong when it is wrong for
    /// one, right when it is right for each, otherwise undecided. A formula that cannot be read for
    /// every link is not read: its names may be meant otherwise for the others, too.
    fn general_side(
        &self,
        instances: &[Vec<Side>],
        side: usize,
        (range, is_sure): (&LinkRange, bool),
        unknown: &mut Unknown,
    ) -> Result<Finding, Error> {
        let mut read = Vec::new();
        let mut wrong: Option<(usize, Finding)> = None;
        let mut undecided: Option<Finding> = None;
        let mut right: Option<Finding> = None;
        let mut routes = Vec::new();
        let mut assumptions: Vec<Assumption> = Vec::new();
        for (index, instance) in instances.iter().enumerate() {
            let Side::Formula(Ok(meaning)) = &instance[0] else {
                return Ok(self.without_quantity(instance, unknown));
            };
            if !meaning.has_quantity() {
                return Ok(self.without_quantity(instance, unknown));
            }
            let derived = match value(meaning, self.truth) {
                Ok(derived) => derived,
                Err(why) => return Ok(Finding::new(why.verdict()?)),
            };
            // whether a formula is a misprint is seen when it is mended for all links
            let trust = match &instance[side] {
                Side::Formula(_) => Trust::Sure,
                Side::Cells(_) => self.trust_in_names(),
            };
            let left = Left { shown: meaning, meaning, derived, trust };
            if let Side::Formula(Ok(right)) = &instance[side] {
                read.push((meaning.clone(), right.clone()));
            }
            for finding in self.side(&left, &instance[side], unknown)? {
                let place = |reason: &str| format!("for {}: {reason}", range.link(index));
                match &finding.verdict {
                    Verdict::Proved(proof) => {
                        routes.push(proof.second_route);
                        let new = proof.assumptions.iter().filter(|it| !assumptions.contains(it));
                        assumptions.extend(new.cloned().collect::<Vec<_>>());
                        right = Some(finding);
                    }
                    Verdict::Refuted(_) => wrong = Some((index, finding)),
                    Verdict::Undecided { .. } => {
                        undecided.get_or_insert(finding.with_reason(place));
                    }
                    Verdict::Defined { .. } | Verdict::Unreadable(_) | Verdict::Unmapped { .. } => {
                        return Ok(finding.with_reason(place));
                    }
                }
            }
        }
        let n = instances.len();
        Ok(match (wrong, undecided, right) {
            (Some((index, finding)), ..) => {
                let place = range.link(index);
                self.general_refuted(finding, (index, &place), read, n, is_sure)
            }
            (None, Some(finding), _) => finding,
            (None, None, Some(finding)) => {
                let range = range.words();
                let proof = Proof { assumptions, range, second_route: weakest(routes) };
                Finding { verdict: Verdict::Proved(proof), ..finding }
            }
            (None, None, None) => unreadable(Diagnostic::error("empty", "nothing to read")),
        })
    }

    /// The refutation of a general formula: of the last link for which it is wrong, mended for all
    /// up to that one.
    fn general_refuted(
        &self,
        mut finding: Finding,
        (index, place): (usize, &str),
        mut read: Vec<Sides>,
        n: usize,
        is_sure: bool,
    ) -> Finding {
        if let Verdict::Refuted(refutation) = &mut finding.verdict {
            if read.len() == n && self.explains.get() {
                read.truncate(index + 1);
                if let Ok(derived) = value(&read[index].0, self.truth) {
                    (refutation.slips, refutation.corrected) = self.mend(&read, &derived);
                }
            }
            if !is_sure && self.explains.get() && !is_one_slip(&refutation.slips) {
                finding.verdict = too_unlike();
                return finding;
            }
            let slips = reason_of(&refutation.slips);
            refutation.reason = format!("for {place}: {slips}");
        }
        finding
    }
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
