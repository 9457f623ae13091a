//! Sums and multiples: merges of sorted terms.

use std::ops::Range;

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
        let mut meter = budget.meter();
        let mut sum = Self::with_capacity(
            self.term_count() + other.term_count(),
            self.factors.len() + other.factors.len(),
        );
        let (mut i, mut j) = (0, 0);
        while i < self.term_count() && j < other.term_count() {
            // Stretches that come from one side only are copied as a whole.
            let (start, from) = (i, other.monomial(j));
            while i < self.term_count() && monomial::compare(self.monomial(i), from).is_lt() {
                i += 1;
            }
            sum.append(self, start..i, false);
            if i == self.term_count() {
                break;
            }
            let (start, from) = (j, self.monomial(i));
            let mut order = monomial::compare(other.monomial(j), from);
            while order.is_lt() {
                j += 1;
                if j == other.term_count() {
                    break;
                }
                order = monomial::compare(other.monomial(j), from);
            }
            sum.append(other, start..j, subtract);
            if order.is_eq() {
                let (left, right) = (&self.coefficients[i], &other.coefficients[j]);
                sum.push(if subtract { left - right } else { left + right }, from);
                (i, j) = (i + 1, j + 1);
            }
            meter.step(1)?;
        }
        sum.append(self, i..self.term_count(), false);
        sum.append(other, j..other.term_count(), subtract);
        budget.check_terms(sum.term_count())?;
        debug_assert!(sum.is_normal());
        Ok(sum)
    }

    /// Appends a stretch of terms that come after all others in the normal form.
    fn append(&mut self, source: &Self, terms: Range<usize>, negate: bool) {
        if terms.is_empty() {
            return;
        }
        let first = if terms.start == 0 { 0 } else { source.ends[terms.start - 1] };
        let offset = self.factors.len().wrapping_sub(first);
        self.factors.extend_from_slice(&source.factors[first..source.ends[terms.end - 1]]);
        self.ends.extend(source.ends[terms.clone()].iter().map(|end| end.wrapping_add(offset)));
        let coefficients = source.coefficients[terms].iter();
        if negate {
            self.coefficients.extend(coefficients.map(|coefficient| -coefficient.clone()));
        } else {
            self.coefficients.extend(coefficients.cloned());
        }
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
        self.clone().scaled(factor)
    }

    /// This times a number, without a copy.
    pub(crate) fn scaled(mut self, factor: &Rational) -> Self {
        if factor.is_zero() {
            return Self::ZERO;
        }
        if !factor.is_one() {
            for coefficient in &mut self.coefficients {
                *coefficient = &*coefficient * factor;
            }
        }
        self
    }
}
