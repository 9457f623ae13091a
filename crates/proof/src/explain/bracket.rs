//! Brackets that open or close at the wrong place, or are missing.

use std::ops::Range;

use appell_algebra::Poly;

use super::edit::{Change, Edit};
use super::occurrence::{Node, Occurrences, part};
use super::slip::Kind;
use super::{Candidate, Search};
use crate::meaning::{Meaning, Terms};

/// How many terms are taken to be on the wrong side of a bracket.
const MOST_MOVED: usize = 4;

impl Search<'_, '_> {
    /// All changes of one bracket, where the terms that it would move are wrong as they are printed.
    pub(super) fn brackets(
        &self,
        formula: &Meaning,
        occurrences: &Occurrences,
        suspicious: &dyn Fn(&Poly) -> bool,
    ) -> Vec<Candidate> {
        let mut out = Vec::new();
        for node in &occurrences.sums {
            let Some(Meaning::Sum(terms)) = part(formula, &node.path) else { continue };
            let wrong: Vec<bool> = (0..terms.len())
                .map(|at| {
                    let is_it = |path: &[usize]| path.split_last() == Some((&at, &node.path[..]));
                    let own = occurrences.terms.iter().find(|term| is_it(&term.path));
                    own.is_some_and(|term| suspicious(&term.whole()))
                })
                .collect();
            for (at, (_, term)) in terms.iter().enumerate() {
                let Meaning::Product(factors) = term else { continue };
                if factors.len() > 1 {
                    for (range, with) in rearranged(terms, at, factors, &wrong) {
                        out.extend(self.regrouped(node, terms, range, with));
                    }
                }
            }
        }
        out
    }

    fn regrouped(
        &self,
        node: &Node,
        terms: &[(bool, Meaning)],
        range: Range<usize>,
        with: Terms,
    ) -> Option<Candidate> {
        let value = |terms: &[(bool, Meaning)]| {
            Some(&node.context * &(self.value)(&Meaning::Sum(terms.to_vec()))?)
        };
        let (before, after) = (value(&terms[range.clone()])?, value(&with)?);
        let change = Change::Regroup(node.path.clone(), range, with);
        Some(Candidate {
            edit: Edit { kind: Kind::Bracket, change },
            change: &after - &before,
            before,
        })
    }
}

/// What a product and its neighbours become when one bracket is elsewhere.
fn rearranged(
    terms: &[(bool, Meaning)],
    at: usize,
    factors: &[Meaning],
    wrong: &[bool],
) -> Vec<(Range<usize>, Terms)> {
    let minus = terms[at].0;
    let mut out = Vec::new();
    let behind = || (1..=MOST_MOVED).map(|n| at + 1..at + 1 + n).filter(|it| it.end <= terms.len());
    let ahead = || (1..=MOST_MOVED.min(at)).map(|n| at - n..at);
    let all_wrong = |range: &Range<usize>| wrong[range.clone()].iter().all(|it| *it);
    let inside = |range: Range<usize>| -> Terms {
        terms[range].iter().map(|(sign, term)| (*sign != minus, term.clone())).collect()
    };
    for (index, factor) in factors.iter().enumerate() {
        let Meaning::Sum(own) = factor else { continue };
        let with = |terms: Terms| {
            let mut changed = factors.to_vec();
            changed[index] = Meaning::Sum(terms);
            (minus, Meaning::Product(changed))
        };
        // it closes too early, or opens too late
        for range in behind().filter(&all_wrong) {
            let more = own.iter().cloned().chain(inside(range.clone())).collect();
            out.push((at..range.end, vec![with(more)]));
        }
        for range in ahead().filter(&all_wrong) {
            let more = inside(range.clone()).into_iter().chain(own.iter().cloned()).collect();
            out.push((range.start..at + 1, vec![with(more)]));
        }
        // it closes too late, or opens too early
        if wrong[at] {
            let outside = |terms: &[(bool, Meaning)]| -> Terms {
                terms.iter().map(|(sign, term)| (*sign != minus, term.clone())).collect()
            };
            for cut in own.len().saturating_sub(MOST_MOVED).max(1)..own.len() {
                let after = outside(&own[cut..]);
                out.push((at..at + 1, [vec![with(own[..cut].to_vec())], after].concat()));
            }
            for cut in 1..own.len().min(MOST_MOVED + 1) {
                let before = outside(&own[..cut]);
                out.push((at..at + 1, [before, vec![with(own[cut..].to_vec())]].concat()));
            }
        }
    }
    // it is missing: factors that are meant for the neighbours too
    for cut in 1..factors.len() {
        let product = |factors: &[Meaning]| Meaning::Product(factors.to_vec());
        // one factor that one term lacks is no bracket, but a missing factor
        let is_one =
            |factors: &[Meaning]| matches!(factors, [only] if !matches!(only, Meaning::Sum(_)));
        let many = |range: &Range<usize>, factors: &[Meaning]| range.len() > 1 || !is_one(factors);
        for range in behind().filter(|it| all_wrong(it) && many(it, &factors[..cut])) {
            for others in [terms[range.clone()].to_vec(), inside(range.clone())] {
                let sum = [vec![(false, product(&factors[cut..]))], others].concat();
                let whole = factors[..cut].iter().cloned().chain([Meaning::Sum(sum)]).collect();
                out.push((at..range.end, vec![(minus, Meaning::Product(whole))]));
            }
        }
        for range in ahead().filter(|it| all_wrong(it) && many(it, &factors[cut..])) {
            let first = terms[range.start].0;
            let own = product(&factors[..cut]);
            let mut as_printed = [terms[range.clone()].to_vec(), vec![(minus, own)]].concat();
            let relative = |(sign, term): &(bool, Meaning)| (*sign != first, term.clone());
            let turned: Terms = as_printed.iter().map(relative).collect();
            as_printed[0].0 = false;
            for sum in [as_printed, turned] {
                let whole = [vec![Meaning::Sum(sum)], factors[cut..].to_vec()].concat();
                out.push((range.start..at + 1, vec![(first, Meaning::Product(whole))]));
            }
        }
    }
    out
}
