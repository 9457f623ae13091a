//! Products: the hot path of the algebra.
//!
//! Three ways, chosen by size: a single term times a polynomial keeps the order and needs no
//! sorting; a handful of terms is multiplied out and sorted; large products run on packed
//! monomials (`packed.rs`).

use super::{Builder, Factor, Poly, Term, monomial, packed};
use crate::budget::Budget;
use crate::error::Error;
use crate::rational::Rational;

/// Up to so many products of terms, sorting them is faster than packing them.
const FEW_PRODUCTS: usize = 48;
/// So many products of terms are sorted at a time.
const BATCH: usize = 1 << 15;

impl Poly {
    /// The product of two polynomials.
    pub fn checked_mul(&self, other: &Self, budget: &Budget) -> Result<Self, Error> {
        let (small, large) =
            if self.term_count() <= other.term_count() { (self, other) } else { (other, self) };
        let product = match small.term_count() {
            0 => Self::ZERO,
            1 => large.times_term(small.term(0), budget)?,
            count if count * large.term_count() <= FEW_PRODUCTS => {
                multiply_plainly(small, large, budget)?
            }
            _ => match packed::multiply(small, large, budget)? {
                Some(product) => product,
                None => multiply_plainly(small, large, budget)?,
            },
        };
        product.coefficients.iter().try_for_each(Rational::check_length)?;
        Ok(product)
    }

    /// This times a single term. Nothing needs sorting: the order of monomials is kept by
    /// multiplication, and sines are multiplied in one by one.
    fn times_term(&self, term: Term<'_>, budget: &Budget) -> Result<Self, Error> {
        let (sines, rest): (Vec<Factor>, Vec<Factor>) =
            term.factors.iter().partition(|factor| factor.atom.is_sine());
        let mut product = if rest.is_empty() {
            self.scale(term.coefficient)
        } else {
            self.times_monomial(term.coefficient, &rest, budget)?
        };
        for sine in sines {
            product = product.times_sine(sine, budget)?;
        }
        Ok(product)
    }

    /// This times a number and factors that are no sines.
    fn times_monomial(
        &self,
        coefficient: &Rational,
        factors: &[Factor],
        budget: &Budget,
    ) -> Result<Self, Error> {
        let mut meter = budget.meter();
        let growth = self.term_count() * factors.len();
        let mut product = Self::with_capacity(self.term_count(), self.factors.len() + growth);
        for own in self.terms() {
            meter.step(1)?;
            monomial::multiply_into(&mut product.factors, own.factors, factors)?;
            product.ends.push(product.factors.len());
            product.coefficients.push(own.coefficient * coefficient);
        }
        Ok(product)
    }

    /// This times a sine: `a + b*s` becomes `a*s + b - b*c^2`.
    fn times_sine(&self, sine: Factor, budget: &Budget) -> Result<Self, Error> {
        let mut meter = budget.meter();
        let mut with =
            Self::with_capacity(self.term_count(), self.factors.len() + self.term_count());
        let mut without = Self::ZERO;
        for own in self.terms() {
            meter.step(1)?;
            let side = match own.factors.binary_search_by_key(&sine.atom, |factor| factor.atom) {
                Ok(at) => {
                    without.factors.extend_from_slice(&own.factors[..at]);
                    without.factors.extend_from_slice(&own.factors[at + 1..]);
                    &mut without
                }
                Err(at) => {
                    with.factors.extend_from_slice(&own.factors[..at]);
                    with.factors.push(sine);
                    with.factors.extend_from_slice(&own.factors[at..]);
                    &mut with
                }
            };
            side.ends.push(side.factors.len());
            side.coefficients.push(own.coefficient.clone());
        }
        if without.is_zero() {
            return Ok(with);
        }
        let square = Factor { atom: sine.atom.matching_cosine(), exponent: 2 };
        let turned = without.times_monomial(&Rational::MINUS_ONE, &[square], budget)?;
        with.checked_add(&without.checked_add(&turned, budget)?, budget)
    }
}

/// Multiplies out and sorts, a batch of terms at a time: right for any number of atoms.
fn multiply_plainly(left: &Poly, right: &Poly, budget: &Budget) -> Result<Poly, Error> {
    let rows = (BATCH / right.term_count()).max(1);
    let mut total = Poly::ZERO;
    for start in (0..left.term_count()).step_by(rows) {
        budget.check()?;
        let mut batch = Builder::new();
        for row in start..left.term_count().min(start + rows) {
            for term in right.terms() {
                batch.add_product(left.term(row), term, budget)?;
            }
        }
        total = total.checked_add(&batch.finish(budget)?, budget)?;
    }
    Ok(total)
}
