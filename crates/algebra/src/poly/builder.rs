//! Terms in any order, brought into normal form.

use super::monomial::{self, Factor};
use super::{Poly, Term};
use crate::budget::{Budget, Stop};
use crate::error::Error;
use crate::rational::Rational;

/// Collects terms in any order and sorts them into a polynomial.
///
/// The plain way to a normal form: right for any number of atoms, and the fastest for a handful
/// of terms. Large products go through packed monomials instead (`product.rs`).
pub(crate) struct Builder {
    terms: Poly,
    /// With so many terms it is time to add up those of equal monomial.
    full_at: usize,
}

const FULL: usize = 1 << 14;

impl Builder {
    pub(crate) fn new() -> Self {
        Self { terms: Poly::ZERO, full_at: FULL }
    }

    /// Adds a term; its factors are sorted by atom, and a sine is squared at the most.
    pub(crate) fn add(
        &mut self,
        coefficient: Rational,
        factors: &[Factor],
        budget: &Budget,
    ) -> Result<(), Error> {
        debug_assert!(factors.windows(2).all(|pair| pair[0].atom < pair[1].atom));
        // k squared sines make 2^k terms; with dozens of them the answer is known beforehand
        let squared = factors.iter().filter(|f| f.atom.is_sine() && f.exponent > 1).count();
        let coming = 1usize.checked_shl(squared as u32);
        budget.check_terms(coming.unwrap_or(usize::MAX))?;
        coming.ok_or(Stop::Terms { limit: usize::MAX })?;
        if self.terms.term_count() >= self.full_at {
            self.add_up(budget)?;
        }
        match factors.iter().position(|factor| factor.atom.is_sine() && factor.exponent > 1) {
            None => self.terms.push(coefficient, factors),
            Some(at) => {
                // s^2 = 1 - c^2
                debug_assert_eq!(factors[at].exponent, 2);
                let mut rest = factors.to_vec();
                let cosine = rest.remove(at).atom.matching_cosine();
                let square = [Factor { atom: cosine, exponent: 2 }];
                let mut times_square = Vec::with_capacity(rest.len() + 1);
                monomial::multiply_into(&mut times_square, &rest, &square)?;
                self.add(coefficient.clone(), &rest, budget)?;
                self.add(-coefficient, &times_square, budget)?;
            }
        }
        Ok(())
    }

    /// Adds the product of two terms.
    pub(crate) fn add_product(
        &mut self,
        left: Term<'_>,
        right: Term<'_>,
        budget: &Budget,
    ) -> Result<(), Error> {
        let mut factors = Vec::with_capacity(left.factors.len() + right.factors.len());
        monomial::multiply_into(&mut factors, left.factors, right.factors)?;
        self.add(left.coefficient * right.coefficient, &factors, budget)
    }

    /// The sum of all terms, in normal form.
    pub(crate) fn finish(mut self, budget: &Budget) -> Result<Poly, Error> {
        self.add_up(budget)?;
        Ok(self.terms)
    }

    /// Sorts the terms and adds up those of equal monomial.
    fn add_up(&mut self, budget: &Budget) -> Result<(), Error> {
        budget.check()?;
        let raw = std::mem::take(&mut self.terms);
        let mut order: Vec<usize> = (0..raw.term_count()).collect();
        order.sort_unstable_by(|&i, &j| monomial::compare(raw.monomial(i), raw.monomial(j)));
        let mut sorted = Poly::with_capacity(raw.term_count(), raw.factors.len());
        let mut rest = order.as_slice();
        while let Some((&first, _)) = rest.split_first() {
            let factors = raw.monomial(first);
            let same = rest.iter().take_while(|&&i| raw.monomial(i) == factors).count();
            let mut coefficient = raw.coefficients[first].clone();
            for &index in &rest[1..same] {
                coefficient += &raw.coefficients[index];
            }
            sorted.push(coefficient, factors);
            rest = &rest[same..];
        }
        debug_assert!(sorted.is_normal());
        budget.check_terms(sorted.term_count())?;
        self.full_at = FULL.max(2 * sorted.term_count());
        self.terms = sorted;
        Ok(())
    }
}
