//! Conventions before refutations: where equations differ, conventions are tried on all of them
//! together. What explains most differences, and contradicts nothing that holds, is taken for granted.

use std::ops::Range;
use std::rc::Rc;

use appell_algebra::BudgetedPoly;
use appell_mechanics::{Error, PolynomialArithmetic};

use super::evidence::is_doubtful;
use super::{Mode, Paper, Refuted};
use crate::defined::DefinedNames;
use crate::hypothesis::{Hypothesis, hypotheses};
use crate::meaning::evaluate::value;
use crate::report::{Assumption, Doubt, Finding, Report, Verdict};
use crate::truth::{Convention, Truth};

/// How many differences a convention must explain.
const LEAST: usize = 2;
/// How many refuted scalars are looked at before a whole paper is read by a convention.
const SAMPLES: usize = 8;
/// From how many coordinates on a check takes long.
const LARGE: usize = 3;

impl Paper<'_> {
    /// A report by the conventions of the robot, with what is right under others.
    pub(super) fn by_conventions(
        &self,
        plain: Report,
        refuted: &[Refuted],
    ) -> Result<Report, Error> {
        let differing: usize = plain.findings.iter().filter(|it| differs(it)).count();
        let right = plain.findings.iter().filter(|it| matches!(it.verdict, Verdict::Proved(_)));
        // a paper about a large robot that is mostly right follows its conventions
        let is_large = self.robot.coordinates().len() > LARGE;
        if differing < LEAST || plain.stopped.is_some() || is_large && right.count() > differing {
            return Ok(plain);
        }
        let hypotheses = hypotheses(self.robot)?;
        let polynomials = PolynomialArithmetic::new(self.robot, self.options.budget.clone());
        let defined = Rc::new(DefinedNames::new(self.robot)?);
        let mut truth = Truth::new(self.robot, defined, &polynomials)?;
        let mut best: Option<(usize, &Hypothesis, Report)> = None;
        for hypothesis in &hypotheses {
            truth.set_convention(Convention { hypothesis, poly: BudgetedPoly::poly });
            // statements have no quantity of their own by which to tell beforehand
            let samples = &refuted[..refuted.len().min(SAMPLES)];
            let right = samples.iter().filter(|case| is_right(case, &truth)).count();
            let may_explain = refuted.len() < differing || 2 * right >= samples.len();
            if !may_explain {
                continue;
            }
            let trial = Mode { hypothesis: Some(hypothesis), explains: false };
            let Ok((report, _)) = self.judged(self.robot, trial) else { continue };
            if report.stopped.is_some() {
                break;
            }
            let explained = explained(&plain, &report);
            let more = best.as_ref().is_none_or(|(before, ..)| explained > *before);
            if explained >= LEAST && 2 * explained >= differing && more {
                best = Some((explained, hypothesis, report));
            }
            if best.as_ref().is_some_and(|(explained, ..)| *explained == differing) {
                break;
            }
        }
        Ok(match best {
            None => plain,
            Some((_, hypothesis, _)) => {
                let mode = Mode { hypothesis: Some(hypothesis), explains: true };
                taken(plain, self.judged(self.robot, mode)?.0, hypothesis)
            }
        })
    }
}

/// Whether a scalar that was refuted is right under a convention.
fn is_right(case: &Refuted, truth: &Truth<'_, &PolynomialArithmetic>) -> bool {
    let Ok(value) = value(&case.left, truth) else { return false };
    let (row, column) = case.entry.unwrap_or_default();
    let derived = value.get(row, column).and_then(|entry| entry.poly().ok());
    derived.is_some_and(|derived| *derived == case.printed)
}

/// Whether a finding says that something is not as it should be.
fn differs(finding: &Finding) -> bool {
    match &finding.verdict {
        Verdict::Refuted(_) => true,
        verdict => verdict.doubt() == Some(Doubt::FollowsNot) || is_doubtful(verdict),
    }
}

/// How many differences are none under a convention; none at all where it makes differences.
fn explained(plain: &Report, other: &Report) -> usize {
    let mut explained = 0;
    for (plain, other) in blocks(plain).into_iter().zip(blocks(other)) {
        let is_right = other.iter().all(|it| matches!(it.verdict, Verdict::Proved(_)));
        let was_right = plain.iter().any(|it| matches!(it.verdict, Verdict::Proved(_)))
            && !plain.iter().any(differs);
        if was_right && other.iter().any(differs) {
            return 0;
        }
        if is_right {
            explained += plain.iter().filter(|it| differs(it)).count();
        }
    }
    explained
}

/// The findings of each equation.
fn blocks(report: &Report) -> Vec<&[Finding]> {
    let same = |a: &Finding, b: &Finding| a.equation == b.equation && overlap(&a.span, &b.span);
    report.findings.chunk_by(same).collect()
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end || a == b
}

/// How much a finding assumes that is right; none where it is not.
fn assumptions(finding: &Finding) -> Option<usize> {
    match &finding.verdict {
        Verdict::Proved(proof) => Some(proof.assumptions.len()),
        _ => None,
    }
}

/// What holds as it is, and what a convention makes of the rest.
fn taken(plain: Report, other: Report, hypothesis: &Hypothesis) -> Report {
    let words = format!("throughout: {}", hypothesis.words);
    let assumption = Assumption { name: hypothesis.name.to_owned(), words };
    let mut findings = Vec::new();
    for (plain, other) in blocks(&plain).into_iter().zip(blocks(&other)) {
        // where both hold, what assumes less
        let assumed =
            |findings: &[Finding]| findings.iter().map(assumptions).sum::<Option<usize>>();
        let holds = assumed(plain);
        if holds.is_some() && assumed(other).is_none_or(|other| holds <= Some(other)) {
            findings.extend_from_slice(plain);
            continue;
        }
        for finding in other {
            let mut finding = finding.clone();
            if let Verdict::Proved(proof) = &mut finding.verdict {
                proof.assumptions.push(assumption.clone());
            }
            findings.push(finding);
        }
    }
    Report { findings, ..other }
}
