//! What is still wrong: the terms by which a formula differs from the derived one.

use std::collections::HashMap;

use appell_algebra::{AtomKind, Factor, Poly, Rational};

/// The terms of a difference, found by their monomials: what a change would do to it costs as much
/// as the change is large, not as the difference is.
pub(crate) struct Remainder<'d> {
    pub(crate) difference: &'d Poly,
    coefficients: HashMap<&'d [Factor], &'d Rational>,
}

impl<'d> Remainder<'d> {
    pub(crate) fn new(difference: &'d Poly) -> Self {
        let coefficients = difference.terms().map(|term| (term.factors, term.coefficient));
        Self { difference, coefficients: coefficients.collect() }
    }

    pub(crate) fn count(&self) -> i64 {
        self.difference.term_count() as i64
    }

    /// By how many terms the difference shrinks when a change is made.
    pub(crate) fn gain(&self, change: &Poly) -> i64 {
        let gain = |term: appell_algebra::Term<'_>| match self.coefficients.get(term.factors) {
            None => -1,
            Some(coefficient) => i64::from(*coefficient == term.coefficient),
        };
        change.terms().map(gain).sum()
    }

    /// Whether a change of what is printed at one place makes it a part of the formula that was derived:
    /// it must not cancel what is wrong at another place.
    pub(crate) fn belongs(&self, change: &Poly, before: &Poly, derived: &Poly) -> bool {
        let has = |poly: &Poly, factors: &[Factor]| poly.terms().any(|it| it.factors == factors);
        // of sines, whose squares are rewritten, terms of different places cancel rightly
        let is_square = |factor: &Factor| {
            factor.exponent > 1 && matches!(factor.atom.kind(), AtomKind::Cos(_) | AtomKind::Sin(_))
        };
        change.terms().all(|term| {
            has(before, term.factors)
                || has(derived, term.factors)
                || term.factors.iter().any(is_square)
        })
    }

    /// Whether a monomial of a polynomial stands in the difference.
    pub(crate) fn touches(&self, poly: &Poly) -> bool {
        poly.terms().any(|term| self.coefficients.contains_key(term.factors))
    }
}
