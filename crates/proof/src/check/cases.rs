//! Special cases: what differs from what was derived may be right in a state, or with values, that the paper states.
//! What is right where the same sentence or display says so is proved under that; what is right near such words, or
//! in a special state that nothing names, is not decided.

use std::collections::BTreeSet;
use std::ops::Range;

use appell_algebra::{Poly, Rational, Symbol};
use appell_mechanics::Error;
use appell_model::JointKind;

use super::Paper;
use super::evidence::is_doubtful;
use super::stated::{Stated, Values};
use crate::report::{Assumption, Doubt, Finding, Proof, Report, Verdict};

/// How many sets of values are tried on one equation.
const MOST_SETS: usize = 24;

/// The largest robot for which special states that nothing names are tried.
const LARGEST_ROBOT: usize = 3;

impl Paper<'_> {
    /// Proves what is right where the same sentence or display states values.
    pub(super) fn in_stated_cases(&self, report: &mut Report, stated: &Stated) {
        for own in differing(report) {
            let Some(place) = own.first().map(|it| it.span.clone()) else { continue };
            let about = stated.about(&place, |span| self.is_one_sentence(span, &place));
            let Some(values) = self.first_right(own, &sets(about)) else { continue };
            let words = format!("where {}, as the paper says", self.words(&values));
            let assumption = Assumption { name: "case".to_owned(), words };
            for finding in own.iter_mut().filter(|it| differs(it)) {
                let assumptions = vec![assumption.clone()];
                finding.verdict = Verdict::Proved(Proof { assumptions, ..Proof::default() });
            }
        }
    }

    /// Leaves open what is right with values that the same paragraph states, or in a special state.
    pub(super) fn in_unsaid_cases(
        &self,
        report: &mut Report,
        stated: &Stated,
    ) -> Result<(), Error> {
        let special = self.special_states()?;
        for own in differing(report) {
            let Some(place) = own.first().map(|it| it.span.clone()) else { continue };
            let about = stated.about(&place, |span| self.is_one_paragraph(span, &place));
            let near = self.first_right(own, &sets(about));
            let found = near.or_else(|| self.first_right(own, &self.left_out(own, &special)));
            let Some(values) = found else { continue };
            let reason =
                format!("it is right where {}, which it does not say", self.words(&values));
            for finding in own.iter_mut().filter(|it| it.refutation().is_some()) {
                finding.verdict = Verdict::undecided(Doubt::Condition, &reason);
            }
        }
        Ok(())
    }

    /// The special states of which nothing is printed any more, where more than one slip is to be explained.
    fn left_out(&self, own: &[Finding], special: &[Values]) -> Vec<Values> {
        let slips = own.iter().filter_map(Finding::refutation).map(|it| it.slips.len());
        if slips.sum::<usize>() < 2 {
            return Vec::new();
        }
        let symbols = self.robot.symbols();
        let printed: BTreeSet<Symbol> = own
            .iter()
            .filter_map(|it| it.value.as_ref())
            .flat_map(|it| it.symbols(symbols))
            .collect();
        let is_absent = |state: &&Values| state.iter().all(|(symbol, _)| !printed.contains(symbol));
        special.iter().filter(is_absent).cloned().collect()
    }

    /// The first values with which all is right that differs.
    fn first_right(&self, own: &[Finding], sets: &[Values]) -> Option<Values> {
        let (symbols, budget) = (self.robot.symbols(), &self.options.budget);
        let is_right = |values: &&Values| {
            own.iter().filter(|it| differs(it)).all(|it| {
                let difference = it.difference.as_ref();
                let rest =
                    difference.and_then(|it| it.substitute_all(values, symbols, budget).ok());
                rest.is_some_and(|rest| rest.is_zero())
            })
        };
        // a formula that has nothing but zero left says nothing
        let says = |values: &&Values| {
            own.iter().filter_map(|it| it.value.as_ref()).any(|printed| {
                printed.substitute_all(values, symbols, budget).is_ok_and(|it| !it.is_zero())
            })
        };
        sets.iter().filter(is_right).find(says).cloned()
    }

    /// `q2 = 0, q2' = 0`.
    fn words(&self, values: &Values) -> String {
        let symbols = self.robot.symbols();
        let each = values.iter().map(|(symbol, value)| {
            format!("{} = {}", Poly::symbol(*symbol).text(symbols), value.text(symbols))
        });
        each.collect::<Vec<_>>().join(", ")
    }

    /// One angle at a quarter turn, or all coordinates at zero.
    fn special_states(&self) -> Result<Vec<Values>, Error> {
        let joints = self.robot.joints().iter();
        let moving: Vec<_> = joints.filter_map(|it| Some((it.coordinate?, it.kind))).collect();
        if moving.len() > LARGEST_ROBOT {
            return Ok(Vec::new());
        }
        let mut states = Vec::new();
        for (q, kind) in &moving {
            let quarters: &[i64] = if *kind == JointKind::Rotation { &[0, 1, -1, 2] } else { &[0] };
            for quarter in quarters {
                let turn = Rational::new(*quarter, 2)?;
                states.push(vec![(*q, Poly::symbol(Symbol::PI).scale(&turn))]);
            }
            let rates = [1, 2].into_iter().filter_map(|order| q.derivative(order).ok());
            states.push(rates.map(|rate| (rate, Poly::ZERO)).collect());
        }
        states.push(moving.iter().map(|(q, _)| (*q, Poly::ZERO)).collect());
        Ok(states)
    }

    /// What stands between two places.
    fn between(&self, a: &Range<usize>, b: &Range<usize>) -> &str {
        let (start, end) = (a.end.min(b.end), a.start.max(b.start));
        self.text.get(start..end.max(start)).unwrap_or_default()
    }

    fn is_one_paragraph(&self, a: &Range<usize>, b: &Range<usize>) -> bool {
        let between = self.between(a, b);
        !between.lines().skip(1).any(|line| line.trim().is_empty())
            || a.start < b.end && b.start < a.end
    }

    fn is_one_sentence(&self, a: &Range<usize>, b: &Range<usize>) -> bool {
        // the end of a sentence: a point, and a space behind it
        let mut points = self.between(a, b).match_indices('.');
        let between = self.between(a, b);
        let ends = |(at, _): (usize, &str)| {
            between[at + 1..].chars().next().is_none_or(char::is_whitespace)
        };
        self.is_one_paragraph(a, b) && !points.any(ends)
    }
}

/// The equations of which something differs from what was derived, or may.
fn differing(report: &mut Report) -> impl Iterator<Item = &mut [Finding]> {
    let equations = report.findings.chunk_by_mut(|a, b| a.index == b.index);
    equations.filter(|own| own.iter().any(differs))
}

/// Whether a finding differs from what was derived, or may.
fn differs(finding: &Finding) -> bool {
    finding.refutation().is_some() || is_doubtful(&finding.verdict)
}

/// Sets of values that do not contradict each other: all together, and each alone.
fn sets<'s>(stated: impl Iterator<Item = &'s Values>) -> Vec<Values> {
    let mut sets: Vec<Values> = Vec::new();
    let mut whole: Vec<Values> = vec![Vec::new()];
    for values in stated {
        let names: BTreeSet<Symbol> = values.iter().map(|(symbol, _)| *symbol).collect();
        if !sets.contains(values) {
            sets.push(values.clone());
        }
        let mut branches = Vec::new();
        for set in &mut whole {
            let others: Values =
                set.iter().filter(|(symbol, _)| !names.contains(symbol)).cloned().collect();
            let contradicts = others.len() < set.len();
            let merged: Values = others.into_iter().chain(values.iter().cloned()).collect();
            if contradicts { branches.push(merged) } else { *set = merged }
        }
        whole.extend(branches);
        whole.truncate(MOST_SETS);
    }
    sets.truncate(MOST_SETS);
    whole.retain(|set| !set.is_empty());
    sets.extend(whole);
    sets
}
