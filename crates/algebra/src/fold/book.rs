//! The terms of a group while pairs of them are folded.

use std::hash::BuildHasher;

use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use crate::atom::Atom;
use crate::poly::Factor;
use crate::rational::Rational;

/// Terms by their factors.
pub(super) struct Book {
    pub(super) terms: HashMap<Vec<Factor>, Rational, FxBuildHasher>,
    /// The marks of all terms that are in it, or were: nearly every partner that is looked for is not
    /// there, and is told apart by its mark, without its list of factors.
    marks: HashSet<u64, FxBuildHasher>,
}

impl Book {
    /// No two of the terms have the same factors.
    pub(super) fn of(terms: impl Iterator<Item = (Vec<Factor>, Rational)>) -> Self {
        let terms: HashMap<_, _, _> = terms.collect();
        let marks = terms.keys().map(|factors| mark(factors)).collect();
        Self { terms, marks }
    }

    pub(super) fn get(&self, factors: &[Factor]) -> Option<&Rational> {
        self.terms.get(factors)
    }

    /// Whether there may be a term with this mark.
    pub(super) fn may_have(&self, mark: u64) -> bool {
        self.marks.contains(&mark)
    }

    pub(super) fn remove(&mut self, factors: &[Factor]) {
        self.terms.remove(factors);
    }

    /// Adds a term.
    pub(super) fn enter(&mut self, factors: Vec<Factor>, value: Rational) {
        self.marks.insert(mark(&factors));
        match self.terms.entry(factors) {
            Entry::Vacant(new) => {
                new.insert(value);
            }
            Entry::Occupied(mut known) => {
                *known.get_mut() += &value;
                if known.get().is_zero() {
                    known.remove();
                }
            }
        }
    }
}

/// A number that equal products share, and different ones nearly never. The mark of a product is the
/// sum of the marks of its factors, modulo 2^64.
pub(super) fn mark(factors: &[Factor]) -> u64 {
    let own = |factor: &Factor| mark_of(factor.atom).wrapping_mul(factor.exponent as u64);
    factors.iter().map(own).fold(0, u64::wrapping_add)
}

/// The mark of an atom.
pub(super) fn mark_of(atom: Atom) -> u64 {
    FxBuildHasher.hash_one(atom)
}
