//! Exact division.

use super::monomial::{Factor, multiply_into};
use super::{Poly, Term};
use crate::budget::Budget;
use crate::error::Error;

impl Poly {
    /// The quotient, where the divisor divides this without a remainder and long division finds it;
    /// nothing else. The product of quotient and divisor is always exactly this.
    ///
    /// Modulo s^2 = 1 - c^2 a polynomial can have several factorisations, and long division follows one
    /// of them: nothing does not mean that there is no quotient.
    ///
    /// ```
    /// use appell_algebra::{Budget, Poly, Symbols};
    /// let symbols = Symbols::new();
    /// let (x, y) = (Poly::from(symbols.parameter("x")?), Poly::from(symbols.parameter("y")?));
    /// let (sum, difference) = (&x + &y, &x - &y);
    /// let product = &sum * &difference;
    /// let budget = Budget::default();
    /// assert_eq!(product.divide_exactly(&sum, &budget)?, Some(difference));
    /// assert_eq!(product.divide_exactly(&(sum + Poly::one()), &budget)?, None);
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn divide_exactly(&self, divisor: &Self, budget: &Budget) -> Result<Option<Self>, Error> {
        let Some(leading) = divisor.terms().next_back() else {
            return Err(Error::DivisionByZero);
        };
        let inverse = leading.coefficient.recip()?;
        let mut rest = self.clone();
        let mut quotient = Self::ZERO;
        // every step takes the leading term away; with squares of sines it may come back
        let most = self.term_count().saturating_mul(2) + 16;
        for _ in 0..most {
            budget.check()?;
            let Some(term) = rest.terms().next_back() else {
                let is_exact = quotient.checked_mul(divisor, budget)? == *self;
                return Ok(is_exact.then_some(quotient));
            };
            let Some(factors) = over(term, leading)? else { return Ok(None) };
            let mut step = Self::ZERO;
            step.push(term.coefficient * &inverse, &factors);
            rest = rest.checked_sub(&step.checked_mul(divisor, budget)?, budget)?;
            quotient = quotient.checked_add(&step, budget)?;
        }
        Ok(None)
    }
}

/// The factors of one term over another; nothing where a power would become negative.
fn over(term: Term<'_>, divisor: Term<'_>) -> Result<Option<Vec<Factor>>, Error> {
    let inverse = divisor.factors.iter().map(|f| Factor { exponent: -f.exponent, ..*f });
    let mut factors = Vec::with_capacity(term.factors.len());
    multiply_into(&mut factors, term.factors, &inverse.collect::<Vec<_>>())?;
    Ok(factors.iter().all(|factor| factor.exponent > 0).then_some(factors))
}
