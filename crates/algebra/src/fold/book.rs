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
    /// The hashes of all terms that are in it, or were. Nearly every partner that is looked for is missing:
    /// its hash says so, without a list of its factors.
    hashes: HashSet<u64, FxBuildHasher>,
}

impl Book {
    /// No two of the terms have the same factors.
    pub(super) fn of(terms: impl Iterator<Item = (Vec<Factor>, Rational)>) -> Self {
        let terms: HashMap<_, _, _> = terms.collect();
        let hashes = terms.keys().map(|factors| hash_of_product(factors)).collect();
        Self { terms, hashes }
    }

    pub(super) fn get(&self, factors: &[Factor]) -> Option<&Rational> {
        self.terms.get(factors)
    }

    /// Whether there may be a term with this hash.
    pub(super) fn may_have(&self, hash: u64) -> bool {
        self.hashes.contains(&hash)
    }

    pub(super) fn remove(&mut self, factors: &[Factor]) {
        self.terms.remove(factors);
    }

    /// Adds a term.
    pub(super) fn enter(&mut self, factors: Vec<Factor>, value: Rational) {
        self.hashes.insert(hash_of_product(&factors));
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

/// The sum of the hashes of the factors, modulo 2^64: that of a product with other factors follows from it
/// by sums and differences.
pub(super) fn hash_of_product(factors: &[Factor]) -> u64 {
    let own = |factor: &Factor| hash_of(factor.atom).wrapping_mul(factor.exponent as u64);
    factors.iter().map(own).fold(0, u64::wrapping_add)
}

pub(super) fn hash_of(atom: Atom) -> u64 {
    FxBuildHasher.hash_one(atom)
}
