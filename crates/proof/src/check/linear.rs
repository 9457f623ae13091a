//! Linearised equations: what a paper prints behind words such as "for small angles" is held against the equations of
//! small motions.

use std::ops::Range;

use appell_mechanics::{Error, Kind};

use super::context::{find_words, paragraph_before, section_before};
use super::paper::{all_proved, equations, replace};
use super::stated::{Stated, Values};
use super::{LONG, Paper};
use crate::defined::has_followers;
use crate::hypothesis::{Hypothesis, small_motions, small_motions_in_other_coordinates};
use crate::known::Known;
use crate::report::{Finding, Report, Verdict, VerdictKind};

/// Words that say that motions are small. The last ones are beginnings of words.
const SMALL: [&str; 20] = [
    "near the upright",
    "near the downward",
    "near the hanging",
    "near the equilibrium",
    "for small",
    "small angle",
    "small angles",
    "small-angle",
    "small swing",
    "small oscillation",
    "small oscillations",
    "small vibrations",
    "small motions",
    "small deviations",
    "small displacements",
    "small perturbations",
    "linear equation",
    "linear equations",
    "linear model",
    "is linear",
];
const LINEARISED: [&str; 2] = ["linearis", "lineariz"];

/// With so few slips, an equation of small motions is misprinted; with more, it is something else.
const FEW: usize = 2;

impl Paper<'_> {
    /// Decides equations that are printed for small motions: each is held against the linear equations about the state
    /// of rest about which most of them are right.
    pub(super) fn in_small_motions(
        &self,
        report: &mut Report,
        stated: &Stated,
    ) -> Result<(), Error> {
        let has_relations = has_followers(self.robot);
        let is_open = |own: &[Finding]| own.iter().any(may_be_linear);
        let is_it = |own: &[Finding]| is_open(own) && self.is_of_small_motions(own);
        let mut groups = report.findings.chunk_by(|a, b| a.index == b.index);
        if self.robot.is_elastic() || has_relations || !groups.any(is_it) {
            return Ok(());
        }
        let count = |other: &Report| {
            let others = equations(other);
            let groups = report.findings.chunk_by(|a, b| a.index == b.index);
            let right = |own: &&[Finding]| {
                is_it(own) && others.get(&own[0].index).is_some_and(|it| all_proved(it))
            };
            groups.filter(right).count()
        };
        let mut groups = report.findings.chunk_by(|a, b| a.index == b.index);
        let open = groups.by_ref().filter(|own| is_it(own)).count();
        let mut best: Option<(usize, Hypothesis)> = None;
        // what the paper leaves out besides, such as friction
        let left_out: Values =
            stated.general().filter(|it| it.proves).flat_map(|it| it.values.clone()).collect();
        let own = small_motions(self.robot).into_iter();
        let without =
            own.clone().filter(|_| !left_out.is_empty()).map(|it| it.with_values(&left_out));
        let others = small_motions_in_other_coordinates(self.robot)?.into_iter();
        let others = others.filter(|_| self.text.len() < LONG);
        for hypothesis in own.chain(without).chain(others) {
            let most = best.as_ref().map_or(0, |(most, _)| *most);
            if most == open {
                break;
            }
            let Some(other) = self.judged_under(&hypothesis, false)? else { continue };
            let count = count(&other);
            // one equation is no evidence for two conventions
            if count > most && count >= hypothesis.names.len() {
                best = Some((count, hypothesis));
            }
        }
        let Some((_, hypothesis)) = best else { return Ok(()) };
        let Some(other) = self.judged_under(&hypothesis, true)? else { return Ok(()) };
        let is_taken = |own: &[Finding], other: &[Finding]| {
            is_it(own) && (all_proved(other) || is_nearer(other, own) || is_read(other, own))
        };
        replace(report, &other, &hypothesis, is_taken);
        Ok(())
    }

    /// Whether the words before an equation say that motions are small. A mass matrix in a fixed state looks like one
    /// with a lost cosine: its own paragraph must say so.
    fn is_of_small_motions(&self, own: &[Finding]) -> bool {
        let is_of_masses = |it: &Finding| {
            let known = Known::read(&it.quantity, self.robot);
            known.is_some_and(|it| it.quantity.kind() == Kind::MassMatrix)
        };
        let place: &Range<usize> = &own[0].span;
        let said = match own.iter().any(is_of_masses) {
            true => paragraph_before(self.text, place),
            false => section_before(self.text, place),
        };
        let lower = said.to_ascii_lowercase();
        LINEARISED.iter().any(|it| lower.contains(it))
            || SMALL.iter().any(|it| find_words(said, it).next().is_some())
    }
}

/// Whether a component may be right for small motions: it is not right as it is.
fn may_be_linear(finding: &Finding) -> bool {
    !matches!(finding.verdict.kind(), VerdictKind::Proved | VerdictKind::Defined)
}

/// Whether an equation that cannot be read otherwise can be compared for small motions.
fn is_read(other: &[Finding], own: &[Finding]) -> bool {
    let is_open = |it: &Finding| it.verdict.kind() == VerdictKind::Undecided;
    let is_unread =
        |it: &Finding| matches!(it.verdict.kind(), VerdictKind::Unmapped | VerdictKind::Unreadable);
    let is_judged = |it: &Finding| matches!(it.verdict, Verdict::Proved(_) | Verdict::Refuted(_));
    let is_clear = other.iter().all(is_judged) && !other.iter().all(|it| it.refutation().is_some());
    !other.is_empty() && (other.iter().all(is_open) || is_clear) && own.iter().all(is_unread)
}

/// Whether an equation is a misprint of one for small motions, rather than of one for all motions.
fn is_nearer(other: &[Finding], own: &[Finding]) -> bool {
    let slips = |findings: &[Finding]| -> Option<usize> {
        let wrong = findings.iter().filter(|it| it.verdict.kind() != VerdictKind::Proved);
        wrong.map(|it| Some(it.refutation()?.slips.len())).sum()
    };
    let is_less = |other: usize| slips(own).is_none_or(|own| other < own);
    slips(other).is_some_and(|other| (1..=FEW).contains(&other) && is_less(other))
}
