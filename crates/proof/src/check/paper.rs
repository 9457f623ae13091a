//! Conventions before refutations: where equations differ, conventions are tried on all of them
//! together. What explains most differences, and contradicts nothing that holds, is taken for granted.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use appell_algebra::{BudgetedPoly, Error as AlgebraError, Poly};
use appell_mechanics::{Error, PolynomialArithmetic};
use appell_model::Robot;

use super::evidence::is_doubtful;
use super::{Judged, Mode, Paper, Refuted, slope};
use crate::defined::DefinedNames;
use crate::hypothesis::{Hypothesis, other_senses};
use crate::meaning::evaluate::value;
use crate::report::{Assumption, Doubt, Finding, Report, Verdict, VerdictKind};
use crate::truth::{Convention, Truth};

/// How many differences a convention must explain, and of these how many that have nothing to do with
/// each other.
const LEAST: usize = 2;
/// How many refuted scalars are looked at before a whole paper is read by a convention.
const SAMPLES: usize = 8;
/// Under how many conventions a whole paper is read.
const MOST_TRIALS: usize = 80;
/// From how many coordinates on a check takes long.
const LARGE: usize = 3;

impl Paper<'_> {
    /// The report under other conventions, or with coordinates in the other sense; none where nothing else
    /// explains what differs.
    pub(super) fn by_other_conventions(
        &self,
        second: &Robot,
        plain: &Judged,
    ) -> Result<Option<Report>, Error> {
        match self.by_conventions(plain)? {
            Some(report) => Ok(Some(report)),
            None => self.by_senses(second, plain),
        }
    }

    /// The report with what is right under other conventions than the robot's; none where no convention
    /// explains what differs.
    fn by_conventions(&self, plain: &Judged) -> Result<Option<Report>, Error> {
        let Judged { report: plain, refuted, .. } = plain;
        let differing: usize = plain.findings.iter().filter(|it| differs(it)).count();
        // only refuted scalars can be compared beforehand to choose the conventions that are tried
        let is_blind = refuted.len() < differing;
        if is_blind && differing < LEAST || !self.may_follow_others(plain, differing) {
            return Ok(None);
        }
        let hypotheses = self.hypotheses()?;
        let polynomials = PolynomialArithmetic::new(self.robot, self.options.budget.clone());
        let defined = Rc::new(DefinedNames::new(self.robot)?);
        let mut truth = Truth::new(self.robot, defined, &polynomials)?.with_slopes(slope);
        let mut best: Option<((usize, usize), &Hypothesis)> = None;
        let mut trials = 0;
        for hypothesis in &hypotheses {
            // a single difference does not justify two conventions
            if hypothesis.names.len() > 1 && (is_blind || differing < LEAST) {
                continue;
            }
            truth.set_convention(Convention { hypothesis, poly: BudgetedPoly::poly });
            let samples = &refuted[..refuted.len().min(SAMPLES)];
            let is_right = |case: &&Refuted| is_right(case, &truth);
            let right = if is_blind { 0 } else { samples.iter().filter(is_right).count() };
            // a single difference must be explained completely
            let least = if differing < LEAST { samples.len() } else { samples.len().div_ceil(2) };
            let may_explain = is_blind || right >= least;
            if !may_explain {
                continue;
            }
            trials += 1;
            if trials > MOST_TRIALS {
                break;
            }
            let trial = Mode { hypothesis: Some(hypothesis), ..Mode::default() };
            let judged = self.judged(self.robot, trial);
            self.options.budget.check().map_err(AlgebraError::from)?;
            let Ok(Judged { report, .. }) = judged else { continue };
            if report.stopped.is_some() {
                break;
            }
            let Weight::Explains { differences, independent } = weight(plain, &report) else {
                continue;
            };
            let is_proved = |it: &&Finding| it.verdict.kind() == VerdictKind::Proved;
            let explained = (differences, report.findings.iter().filter(is_proved).count());
            let more = best.is_none_or(|(before, _)| explained > before);
            let least = LEAST + hypothesis.names.len() - 1;
            let is_of_bodies = explains_more_than_places(plain, &report);
            if independent >= least && is_of_bodies && 2 * differences >= differing && more {
                best = Some((explained, hypothesis));
            }
            // everything is explained
            if best.is_some_and(|((differences, _), _)| differences == differing)
                && !report.findings.iter().any(differs)
            {
                break;
            }
        }
        let Some((_, hypothesis)) = best else { return Ok(None) };
        self.under(plain, hypothesis).map(Some)
    }

    /// Whether a paper with so many differences may follow other conventions than the robot's.
    fn may_follow_others(&self, plain: &Report, differing: usize) -> bool {
        let right = plain.findings.iter().filter(|it| matches!(it.verdict, Verdict::Proved(_)));
        // a paper about a large robot that is mostly right follows its conventions
        let is_large = self.robot.coordinates().len() > LARGE;
        // what has no meaning yet may have one under another convention
        let is_unmapped = |it: &&Finding| it.verdict.kind() == VerdictKind::Unmapped;
        let open = differing + plain.findings.iter().filter(is_unmapped).count();
        differing > 0 && open >= LEAST && !(is_large && right.count() > differing)
    }

    /// The report of a check that ended before all conventions were tried: what differs may be right under
    /// one of them, and is not refuted.
    pub(super) fn unfinished(&self, mut report: Report) -> Report {
        let differing = report.findings.iter().filter(|it| differs(it)).count();
        if self.may_follow_others(&report, differing) {
            for finding in &mut report.findings {
                if finding.refutation().is_some() {
                    let reason = "it differs from what was derived; the check ended before other \
                                  conventions were tried";
                    finding.verdict = Verdict::undecided(Doubt::Unfinished, reason);
                }
            }
        }
        report
    }

    /// The report, where coordinates may be counted in the other sense, all of them or one: they are where
    /// that explains two equations at least and contradicts none; one is not where that contradicts what
    /// holds. None where it stays as it is.
    fn by_senses(&self, second: &Robot, plain: &Judged) -> Result<Option<Report>, Error> {
        let mut own_senses = BTreeSet::new();
        let single = plain.open_senses.iter().map(|it| BTreeSet::from([*it]));
        let all = Some(plain.open_senses.clone()).filter(|it| it.len() > 1);
        for turned in all.into_iter().chain(single) {
            let hypothesis = other_senses(self.robot, &turned)?;
            let trial = Mode { hypothesis: Some(&hypothesis), ..Mode::default() };
            let judged = self.judged(self.robot, trial);
            self.options.budget.check().map_err(AlgebraError::from)?;
            let Ok(Judged { report, .. }) = judged else { continue };
            match weight(&plain.report, &report) {
                _ if report.stopped.is_some() => {}
                Weight::Contradicts if turned.len() == 1 => own_senses.extend(turned),
                Weight::Explains { independent, .. } if independent >= LEAST => {
                    return self.under(&plain.report, &hypothesis).map(Some);
                }
                Weight::Explains { .. } | Weight::Contradicts => {}
            }
        }
        if own_senses.is_empty() {
            return Ok(None);
        }
        let mode = Mode { explains: true, own_senses, ..Mode::default() };
        Ok(Some(self.judged(second, mode)?.report))
    }

    /// The report under a convention, for all of the paper; none if it did not come to an end.
    pub(super) fn judged_under(
        &self,
        hypothesis: &Hypothesis,
        explains: bool,
    ) -> Result<Option<Report>, Error> {
        let mode = Mode { hypothesis: Some(hypothesis), explains, ..Mode::default() };
        let judged = self.judged(self.robot, mode);
        self.options.budget.check().map_err(AlgebraError::from)?;
        Ok(judged.ok().map(|it| it.report).filter(|it| it.stopped.is_none()))
    }

    /// The report under a convention, where it is needed.
    fn under(&self, plain: &Report, hypothesis: &Hypothesis) -> Result<Report, Error> {
        let mode = Mode { hypothesis: Some(hypothesis), explains: true, ..Mode::default() };
        let judged = self.judged(self.robot, mode)?;
        self.options.budget.check().map_err(AlgebraError::from)?;
        Ok(taken(plain, judged.report, hypothesis))
    }
}

/// Whether a scalar that was refuted is right under a convention.
pub(super) fn is_right(case: &Refuted, truth: &Truth<'_, &PolynomialArithmetic>) -> bool {
    let Ok(value) = value(&case.left, truth) else { return false };
    let (row, column) = case.entry.unwrap_or_default();
    let derived = value.get(row, column).and_then(|entry| entry.poly().ok());
    derived.is_some_and(|derived| *derived == case.printed)
}

/// Whether a finding says that something is not as it should be.
pub(super) fn differs(finding: &Finding) -> bool {
    match &finding.verdict {
        Verdict::Refuted(_) => true,
        verdict => {
            let is_open = matches!(verdict.doubt(), Some(Doubt::FollowsNot | Doubt::Sense));
            is_open || is_doubtful(verdict)
        }
    }
}

/// What a convention does to a paper.
pub(super) enum Weight {
    /// Something that holds without it does not hold under it.
    Contradicts,
    /// How many components that differ are right under it, and how many of these are independent: the entries
    /// of one column of a Jacobian, which change their sign together, count as one, and so do components that
    /// differ by the same terms, such as an energy and a sum that contains it.
    Explains { differences: usize, independent: usize },
}

pub(super) fn weight(plain: &Report, other: &Report) -> Weight {
    let others = equations(other);
    let (mut differences, mut independent, mut seen) = (0, 0, Vec::new());
    for (index, plain) in equations(plain) {
        let other = others.get(&index).copied().unwrap_or_default();
        let is_right =
            !other.is_empty() && other.iter().all(|it| matches!(it.verdict, Verdict::Proved(_)));
        let was_right = plain.iter().any(|it| matches!(it.verdict, Verdict::Proved(_)))
            && !plain.iter().any(differs);
        // what held by another meaning of a name has none then
        let is_wrong = |it: &Finding| differs(it) || it.verdict.kind() == VerdictKind::Unmapped;
        if was_right && other.iter().any(is_wrong) {
            return Weight::Contradicts;
        }
        if is_right {
            let own: Vec<&Finding> = plain.iter().filter(|it| differs(it)).collect();
            differences += own.len();
            let new: Vec<&Finding> =
                own.iter().copied().filter(|it| is_new(it, &mut seen)).collect();
            let column = |it: &&Finding| match it.quantity.strip_prefix('J') {
                Some(_) => it.component.split(',').nth(1).map(str::to_owned),
                None => None,
            };
            // a vector with the opposite sign is one slip
            let is_opposite = |it: &&Finding| match (&it.value, &it.difference) {
                (Some(value), Some(difference)) => *difference == value + value,
                _ => false,
            };
            let is_one = new.len() > 1 && new.iter().all(is_opposite);
            let new = if is_one { &new[..1] } else { &new[..] };
            let columns: Vec<Option<String>> = new.iter().map(column).collect();
            let named: BTreeSet<&String> = columns.iter().flatten().collect();
            independent += named.len() + columns.iter().filter(|it| it.is_none()).count();
            // what has a meaning only under the convention
            let had_none = plain.iter().all(|it| it.verdict.kind() == VerdictKind::Unmapped);
            independent += usize::from(own.is_empty() && had_none);
        }
    }
    Weight::Explains { differences, independent }
}

/// Whether something is right under a convention that is no coordinate of a point: where a point is, is no evidence
/// for how masses are spread.
fn explains_more_than_places(plain: &Report, other: &Report) -> bool {
    let others = equations(other);
    let is_place = |it: &Finding| {
        let letters = it.quantity.trim_start_matches(['\\', 'd', 'o', 't', '{']);
        let rest = letters.strip_prefix(['x', 'y', 'z']);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '}']))
    };
    equations(plain).into_iter().any(|(index, own)| {
        let is_right = others.get(&index).is_some_and(|it| all_proved(it));
        is_right && own.iter().any(|it| !is_place(it)) && own.iter().any(differs)
    })
}

/// Whether no component before it differs by the same terms, with either sign.
fn is_new(finding: &Finding, seen: &mut Vec<Poly>) -> bool {
    let Some(difference) = &finding.difference else { return true };
    let opposite = -difference;
    let is_new = !seen.iter().any(|it| it == difference || *it == opposite);
    seen.extend(is_new.then_some(opposite));
    is_new
}

/// The findings of each equation.
pub(super) fn equations(report: &Report) -> BTreeMap<usize, &[Finding]> {
    let groups = report.findings.chunk_by(|a, b| a.index == b.index);
    groups.filter_map(|group| Some((group.first()?.index, group))).collect()
}

pub(super) fn all_proved(findings: &[Finding]) -> bool {
    !findings.is_empty() && findings.iter().all(|it| it.verdict.kind() == VerdictKind::Proved)
}

/// Puts what a convention makes of some equations in their place. The equation and what becomes of it decide.
pub(super) fn replace(
    report: &mut Report,
    other: &Report,
    hypothesis: &Hypothesis,
    is_taken: impl Fn(&[Finding], &[Finding]) -> bool,
) {
    let (others, assumption) = (equations(other), assumption(hypothesis));
    let mut findings = Vec::new();
    for own in report.findings.chunk_by(|a, b| a.index == b.index) {
        let other = own.first().and_then(|it| others.get(&it.index).copied()).unwrap_or_default();
        if !is_taken(own, other) {
            findings.extend_from_slice(own);
            continue;
        }
        for mut finding in other.iter().cloned() {
            if let Verdict::Proved(proof) = &mut finding.verdict {
                proof.assumptions.push(assumption.clone());
            }
            findings.push(finding);
        }
    }
    report.findings = findings;
}

/// How much a finding assumes that is right; none where it is not.
fn assumptions(finding: &Finding) -> Option<usize> {
    match &finding.verdict {
        Verdict::Proved(proof) => Some(proof.assumptions.len()),
        _ => None,
    }
}

/// The assumption that a paper follows a convention.
pub(super) fn assumption(hypothesis: &Hypothesis) -> Assumption {
    let words = format!("throughout: {}", hypothesis.words);
    Assumption { name: hypothesis.names.first().copied().unwrap_or_default().to_owned(), words }
}

/// What holds as it is, and what a convention makes of the rest.
fn taken(plain: &Report, other: Report, hypothesis: &Hypothesis) -> Report {
    let assumption = assumption(hypothesis);
    let mut findings = Vec::new();
    let plain = equations(plain);
    let others = equations(&other);
    let all: BTreeSet<usize> = plain.keys().chain(others.keys()).copied().collect();
    for index in all {
        let of = |report: &BTreeMap<usize, &[Finding]>| -> Vec<Finding> {
            report.get(&index).map_or(Vec::new(), |own| own.to_vec())
        };
        let (plain, other) = (of(&plain), of(&others));
        // where both hold, what assumes less
        let assumed = |findings: &[Finding]| -> Option<usize> {
            findings.iter().map(assumptions).sum::<Option<usize>>().filter(|_| !findings.is_empty())
        };
        let holds = assumed(&plain);
        if holds.is_some() && assumed(&other).is_none_or(|other| holds <= Some(other)) {
            findings.extend(plain);
            continue;
        }
        for mut finding in other {
            if let Verdict::Proved(proof) = &mut finding.verdict {
                proof.assumptions.push(assumption.clone());
            }
            findings.push(finding);
        }
    }
    Report { findings, ..other }
}
