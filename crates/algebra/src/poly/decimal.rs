//! Constants from floating-point numbers, as decimals.

use super::Poly;
use crate::error::Error;
use crate::rational::Rational;

impl Poly {
    /// The decimal that reads back as this number. Fails for what is not finite.
    ///
    /// ```
    /// # use appell_algebra::{Poly, Rational};
    /// assert_eq!(Poly::decimal(0.1)?, Poly::constant(Rational::new(1, 10)?));
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn decimal(value: f64) -> Result<Self, Error> {
        format!("{value}").parse::<Rational>().map(Self::constant)
    }

    /// The decimal of fifteen digits nearest to a number that was calculated, which is about what it
    /// has. Fails for what is not finite.
    pub fn rounded(value: f64) -> Result<Self, Error> {
        Self::decimal(format!("{value:.14e}").parse().unwrap_or(value))
    }
}
