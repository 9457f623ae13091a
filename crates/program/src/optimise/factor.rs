//! Distributive factoring: a b + a c becomes a (b + c).
//!
//! In every round all sums are asked which factor they would take out; those go first that save
//! most in the whole program: products, and sums where the bracket is there already or comes out
//! of several sums.

use std::collections::BTreeMap;

use appell_algebra::Budget;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::error::Error;
use crate::network::{MOST_PARTS, Network, Node};
use crate::operation::Value;
use crate::program::Program;

/// The program with common factors taken out of its sums.
pub(super) fn factor(program: &Program, budget: &Budget) -> Result<Program, Error> {
    let mut network = Network::of(program);
    while round(&mut network, budget)? {}
    network.program(program)
}

/// What is left in the bracket: the other factors of every term, with its sign.
type Bracket = Vec<(Vec<Value>, bool)>;

/// A factor that can be taken out of some terms of a sum.
struct Candidate {
    sum: usize,
    factor: Value,
    /// The places of the terms in the sum.
    terms: Vec<usize>,
    bracket: Bracket,
}

/// Takes the best factor out of every sum that has one; whether there was any.
fn round(network: &mut Network, budget: &Budget) -> Result<bool, Error> {
    budget.check()?;
    let candidates = candidates(network, budget)?;
    let mut frequency: HashMap<&Bracket, usize, FxBuildHasher> = HashMap::default();
    for candidate in &candidates {
        *frequency.entry(&candidate.bracket).or_default() += 1;
    }
    let existing = existing_sums(network);
    let saved = |candidate: &Candidate| {
        let others = frequency[&candidate.bracket] - 1
            + usize::from(existing.contains_key(&candidate.bracket));
        (candidate.terms.len() - 1) * if others > 0 { 2 } else { 1 }
    };
    let mut order: Vec<(usize, usize)> =
        candidates.iter().enumerate().map(|(number, it)| (saved(it), number)).collect();
    order.sort_by_key(|&(saved, number)| (std::cmp::Reverse(saved), number));
    let mut touched = vec![false; network.nodes.len()];
    let mut meter = budget.meter();
    for (_, number) in order {
        let candidate = &candidates[number];
        if !std::mem::replace(&mut touched[candidate.sum], true) {
            meter.step(candidate.terms.len() * MOST_PARTS)?;
            take_out(network, candidate);
        }
    }
    Ok(!candidates.is_empty())
}

fn candidates(network: &Network, budget: &Budget) -> Result<Vec<Candidate>, Error> {
    let mut meter = budget.meter();
    let uses = network.uses();
    let mut candidates = Vec::new();
    for (sum, node) in network.nodes.iter().enumerate() {
        let Node::Sum(terms) = node else { continue };
        if uses[sum] == 0 || terms.len() > MOST_PARTS {
            continue;
        }
        meter.step(terms.len() * terms.len())?;
        let mut places: BTreeMap<Value, Vec<usize>> = BTreeMap::new();
        for (place, term) in terms.iter().enumerate() {
            // a product that is needed elsewhere must be calculated anyway
            if let Some(factors) = factors(network, *term).filter(|_| uses[term.index()] == 1) {
                let mut factors = factors.clone();
                factors.sort();
                factors.dedup();
                factors.into_iter().for_each(|it| places.entry(it).or_default().push(place));
            }
        }
        for (factor, places) in places.into_iter().filter(|(_, places)| places.len() > 1) {
            let rest = |&place: &usize| without(network, terms[place], factor);
            let bracket = in_form(places.iter().map(rest).collect());
            candidates.push(Candidate { sum, factor, terms: places, bracket });
        }
    }
    Ok(candidates)
}

fn factors(network: &Network, value: Value) -> Option<&Vec<Value>> {
    match &network.nodes[value.index()] {
        Node::Product(factors) if factors.len() > 1 => Some(factors),
        _ => None,
    }
}

/// The factors of a term without one of them, in order, and its sign.
fn without(network: &Network, term: Value, factor: Value) -> (Vec<Value>, bool) {
    let mut rest = factors(network, term).cloned().unwrap_or_default();
    if let Some(place) = rest.iter().position(|&other| other == factor) {
        rest.remove(place);
    }
    rest.sort();
    (rest, term.is_negative())
}

/// Sorted, the first term without sign.
fn in_form(mut bracket: Bracket) -> Bracket {
    bracket.sort();
    if bracket.first().is_some_and(|(_, negative)| *negative) {
        bracket.iter_mut().for_each(|(_, negative)| *negative = !*negative);
    }
    bracket
}

/// The sums that are there, as brackets.
fn existing_sums(network: &Network) -> HashMap<Bracket, usize, FxBuildHasher> {
    let mut sums = HashMap::default();
    for (index, node) in network.nodes.iter().enumerate() {
        if let Node::Sum(terms) = node {
            let term = |term: &Value| match &network.nodes[term.index()] {
                Node::Product(factors) => {
                    let mut factors = factors.clone();
                    factors.sort();
                    (factors, term.is_negative())
                }
                _ => (vec![term.positive()], term.is_negative()),
            };
            sums.insert(in_form(terms.iter().map(term).collect()), index);
        }
    }
    sums
}

fn take_out(network: &mut Network, candidate: &Candidate) {
    let Node::Sum(terms) = network.nodes[candidate.sum].clone() else { return };
    let mut bracket = Vec::with_capacity(candidate.terms.len());
    for &place in &candidate.terms {
        let (rest, negative) = without(network, terms[place], candidate.factor);
        let rest = match rest[..] {
            [only] => only,
            _ => network.push(Node::Product(rest)),
        };
        bracket.push(rest.negate_if(negative));
    }
    let bracket = network.push(Node::Sum(bracket));
    let product = network.push(Node::Product(vec![candidate.factor, bracket]));
    let mut left = terms;
    let mut place = 0;
    left.retain(|_| {
        place += 1;
        !candidate.terms.contains(&(place - 1))
    });
    left.push(product);
    network.nodes[candidate.sum] = Node::Sum(left);
}
