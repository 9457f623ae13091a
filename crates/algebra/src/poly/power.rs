//! Integer powers.

use super::monomial::{Factor, check_exponent};
use super::{Poly, Term};
use crate::budget::Budget;
use crate::error::Error;

impl Poly {
    /// This to a power that is not negative. For reciprocals see
    /// [`Symbols::power`](crate::Symbols::power).
    pub fn checked_pow(&self, exponent: u32, budget: &Budget) -> Result<Self, Error> {
        let signed = check_exponent(exponent.into())?;
        match self.term_count() {
            _ if exponent == 0 => return Ok(Self::one()),
            0 => return Ok(Self::ZERO),
            1 if !self.factors.iter().any(|factor| factor.atom.is_sine()) => {
                return power_of_term(self.term(0), signed);
            }
            _ => {}
        }
        // Multiplying by the short base each time beats squaring: the work is terms times base.
        let mut power = self.clone();
        for _ in 1..exponent {
            power = power.checked_mul(self, budget)?;
            budget.check_terms(power.weight())?;
            budget.check()?;
        }
        Ok(power)
    }

    /// The number of terms, long coefficients counting as many: a measure of memory.
    fn weight(&self) -> usize {
        const BITS_OF_A_TERM: usize = 1 << 10;
        let long: usize = self.coefficients.iter().map(|c| c.bits() / BITS_OF_A_TERM).sum();
        self.term_count() + long
    }
}

/// A single term without sines, to a power.
fn power_of_term(term: Term<'_>, exponent: i32) -> Result<Poly, Error> {
    let mut factors = Vec::with_capacity(term.factors.len());
    for factor in term.factors {
        let product = i64::from(factor.exponent) * i64::from(exponent);
        factors.push(Factor { atom: factor.atom, exponent: check_exponent(product)? });
    }
    let mut power = Poly::ZERO;
    power.push(term.coefficient.pow(exponent)?, &factors);
    Ok(power)
}
