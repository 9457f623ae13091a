//! Numbers: floating point, or exact.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Poly;
use crate::atom::{Atom, AtomKind};
use crate::error::Error;
use crate::rational::Rational;
use crate::symbol::{Symbol, Symbols};

/// A number type that a polynomial can be evaluated in.
pub trait Number: Clone {
    /// The number nearest to a rational.
    fn from_rational(value: &Rational) -> Self;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// An integer power.
    fn power(&self, exponent: i32) -> Result<Self, Error>;
}

impl Number for f64 {
    fn from_rational(value: &Rational) -> Self {
        value.to_f64()
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn power(&self, exponent: i32) -> Result<Self, Error> {
        Ok(self.powi(exponent))
    }
}

impl Number for Rational {
    fn from_rational(value: &Rational) -> Self {
        value.clone()
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn power(&self, exponent: i32) -> Result<Self, Error> {
        self.pow(exponent)
    }
}

impl Poly {
    /// The value in any number type, given the value of every atom. With rational points of the
    /// circle for the pairs of cosine and sine the result is exact.
    ///
    /// ```
    /// use appell_algebra::{AtomKind, Poly, Rational, Symbols};
    /// let symbols = Symbols::new();
    /// let q = symbols.coordinate("q1")?;
    /// let p = Poly::cos(q) * Poly::cos(q) - Poly::sin(q);
    /// let value = p.evaluate_atoms(|atom| match atom.kind() {
    ///     AtomKind::Cos(_) => Rational::new(3, 5),
    ///     _ => Rational::new(4, 5),
    /// })?;
    /// assert_eq!(value, Rational::new(-11, 25)?);
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn evaluate_atoms<N: Number>(
        &self,
        mut value: impl FnMut(Atom) -> Result<N, Error>,
    ) -> Result<N, Error> {
        let mut powers: HashMap<(Atom, i32), N, FxBuildHasher> = HashMap::default();
        let mut sum = N::from_rational(&Rational::ZERO);
        for term in self.terms() {
            let mut product = N::from_rational(term.coefficient);
            for factor in term.factors {
                let key = (factor.atom, factor.exponent);
                if let Some(power) = powers.get(&key) {
                    product = product.times(power);
                } else {
                    let power = value(factor.atom)?.power(factor.exponent)?;
                    product = product.times(&power);
                    powers.insert(key, power);
                }
            }
            sum = sum.plus(&product);
        }
        Ok(sum)
    }

    /// The value in floating point, given the values of the symbols. A symbol without one is an
    /// error that names it.
    ///
    /// ```
    /// use appell_algebra::{Poly, Symbols};
    /// let symbols = Symbols::new();
    /// let q = symbols.coordinate("q1")?;
    /// let value = Poly::cos(q).evaluate(&symbols, |_| Some(0.5))?;
    /// assert_eq!(value, 0.5f64.cos());
    /// assert!(Poly::cos(q).evaluate(&symbols, |_| None).is_err());
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn evaluate(
        &self,
        symbols: &Symbols,
        values: impl Fn(Symbol) -> Option<f64>,
    ) -> Result<f64, Error> {
        self.evaluate_by(symbols, &values)
    }

    fn evaluate_by(
        &self,
        symbols: &Symbols,
        values: &dyn Fn(Symbol) -> Option<f64>,
    ) -> Result<f64, Error> {
        self.evaluate_atoms(|atom| match atom.kind() {
            AtomKind::Symbol(x) => symbols.value(x, values),
            AtomKind::Cos(x) => Ok(symbols.value(x, values)?.cos()),
            AtomKind::Sin(x) => Ok(symbols.value(x, values)?.sin()),
            AtomKind::Function(index) => {
                let application = symbols.application(index);
                let argument = application.argument.evaluate_by(symbols, values)?;
                application.function.value(argument, symbols)
            }
        })
    }
}
