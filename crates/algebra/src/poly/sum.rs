//! Sums and multiples: merges of sorted terms.

use std::cmp::Ordering;

use super::{Poly, monomial};
use crate::budget::Budget;
use crate::error::Error;
use crate::rational::Rational;

impl Poly {
    /// The sum of two polynomials.
    pub fn checked_add(&self, other: &Self, budget: &Budget) -> Result<Self, Error> {
        self.merge(other, false, budget)
    }

    /// The difference of two polynomials.
    pub fn checked_sub(&self, other: &Self, budget: &Budget) -> Result<Self, Error> {
        self.merge(other, true, budget)
    }

    fn merge(&self, other: &Self, subtract: bool, budget: &Budget) -> Result<Self, Error> {
        let signed = |c: &Rational| if subtract { -c.clone() } else { c.clone() };
        let mut meter = budget.meter();
        let mut sum = Self::with_capacity(
            self.term_count() + other.term_count(),
            self.factors.len() + other.factors.len(),
        );
        let (mut i, mut j) = (0, 0);
        while i < self.term_count() && j < other.term_count() {
            meter.step(1)?;
            let (left, right) = (self.term(i), other.term(j));
            match monomial::compare(left.factors, right.factors) {
                Ordering::Less => {
                    sum.push(left.coefficient.clone(), left.factors);
                    i += 1;
                }
                Ordering::Greater => {
                    sum.push(signed(right.coefficient), right.factors);
                    j += 1;
                }
                Ordering::Equal => {
                    let coefficient = left.coefficient + &signed(right.coefficient);
                    sum.push(coefficient, left.factors);
                    (i, j) = (i + 1, j + 1);
                }
            }
        }
        for index in i..self.term_count() {
            let term = self.term(index);
            sum.push(term.coefficient.clone(), term.factors);
        }
        for index in j..other.term_count() {
            let term = other.term(index);
            sum.push(signed(term.coefficient), term.factors);
        }
        budget.check_terms(sum.term_count())?;
        debug_assert!(sum.is_normal());
        Ok(sum)
    }

    /// The sum of many polynomials, added in pairs so that each term is touched few times.
    pub(crate) fn checked_sum(mut parts: Vec<Self>, budget: &Budget) -> Result<Self, Error> {
        while parts.len() > 1 {
            let mut halved = Vec::with_capacity(parts.len().div_ceil(2));
            let mut pairs = parts.chunks_exact(2);
            for pair in &mut pairs {
                halved.push(pair[0].checked_add(&pair[1], budget)?);
            }
            halved.extend_from_slice(pairs.remainder());
            parts = halved;
        }
        Ok(parts.pop().unwrap_or_default())
    }

    /// This times a number.
    #[must_use]
    pub fn scale(&self, factor: &Rational) -> Self {
        if factor.is_zero() {
            return Self::ZERO;
        }
        let mut scaled = self.clone();
        for coefficient in &mut scaled.coefficients {
            *coefficient = &*coefficient * factor;
        }
        scaled
    }

    /// Minus this.
    #[must_use]
    pub fn negated(mut self) -> Self {
        for coefficient in &mut self.coefficients {
            *coefficient = -std::mem::take(coefficient);
        }
        self
    }
}
