//! Functions: sine and cosine, which are expanded, and opaque ones, of which only the rules below
//! are known.

use crate::angle::Angle;
use crate::atom::{Atom, AtomKind};
use crate::budget::Budget;
use crate::error::Error;
use crate::poly::Poly;
use crate::rational::Rational;
use crate::symbol::{Symbol, SymbolKind, Symbols};

/// A function of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Function {
    /// The sine; of a sum of integer multiples of symbols it is expanded, else opaque.
    Sin,
    /// The cosine; as the sine.
    Cos,
    /// The square root.
    Sqrt,
    /// The magnitude.
    Abs,
    /// -1, 0 or 1 by the sign.
    Sign,
    /// One over a sum; of a single term it is a negative power instead.
    Reciprocal,
    /// A function known by its name only, or a derivative of it.
    Named {
        /// Its number in the table.
        index: u32,
        /// How many times it is differentiated by its argument.
        derivative: u32,
    },
}

/// A function of a polynomial that stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Application {
    pub(crate) function: Function,
    pub(crate) argument: Poly,
}

impl Application {
    /// The derivative by the argument.
    pub(crate) fn derivative(&self, symbols: &Symbols, budget: &Budget) -> Result<Poly, Error> {
        let apply = |function| symbols.apply(function, &self.argument, budget);
        Ok(match self.function {
            Function::Sin => apply(Function::Cos)?,
            Function::Cos => -apply(Function::Sin)?,
            Function::Sqrt => {
                let root = apply(Function::Sqrt)?;
                symbols.reciprocal(&root, budget)?.scale(&Rational::new(1, 2)?)
            }
            Function::Abs => apply(Function::Sign)?,
            // Zero but at the jump, where there is none.
            Function::Sign => Poly::ZERO,
            Function::Reciprocal => {
                let reciprocal = apply(Function::Reciprocal)?;
                -reciprocal.checked_mul(&reciprocal, budget)?
            }
            Function::Named { index, derivative } => {
                apply(Function::Named { index, derivative: derivative + 1 })?
            }
        })
    }
}

impl Function {
    /// The value at a number; a function known by name only has none.
    pub(crate) fn value(self, x: f64, symbols: &Symbols) -> Result<f64, Error> {
        match self {
            Self::Sin => Ok(x.sin()),
            Self::Cos => Ok(x.cos()),
            Self::Sqrt => Ok(x.sqrt()),
            Self::Abs => Ok(x.abs()),
            Self::Sign => Ok(if x == 0.0 { 0.0 } else { x.signum() }),
            Self::Reciprocal => Ok(1.0 / x),
            Self::Named { index, .. } => {
                Err(Error::NoValue { name: symbols.function_name(index).to_string() })
            }
        }
    }
}

impl Symbols {
    /// The sine of a polynomial, expanded where it is a sum of integer multiples of symbols.
    ///
    /// ```
    /// use appell_algebra::{Budget, Poly, Rational, Symbol, Symbols};
    /// let symbols = Symbols::new();
    /// let q = symbols.coordinate("q1")?;
    /// let quarter = Poly::from(Symbol::PI).scale(&Rational::new(1, 2)?);
    /// let shifted = symbols.sin(&(Poly::from(q) + quarter), &Budget::default())?;
    /// assert_eq!(shifted, Poly::cos(q));
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn sin(&self, argument: &Poly, budget: &Budget) -> Result<Poly, Error> {
        match Angle::of(argument) {
            Some(angle) => Ok(angle.cos_sin(self, budget)?.sin),
            // odd: the sign of the argument comes out
            None if argument.leading_coefficient().is_negative() => {
                Ok(-self.opaque(Function::Sin, -argument)?)
            }
            None => self.opaque(Function::Sin, argument.clone()),
        }
    }

    /// The cosine of a polynomial, expanded where it is a sum of integer multiples of symbols.
    pub fn cos(&self, argument: &Poly, budget: &Budget) -> Result<Poly, Error> {
        match Angle::of(argument) {
            Some(angle) => Ok(angle.cos_sin(self, budget)?.cos),
            // even: the sign of the argument does not count
            None if argument.leading_coefficient().is_negative() => {
                self.opaque(Function::Cos, -argument)
            }
            None => self.opaque(Function::Cos, argument.clone()),
        }
    }

    /// A function of a polynomial. Numbers are evaluated where the result is rational, and
    /// numeric factors come out of roots, magnitudes, signs and reciprocals, so that
    /// `abs(-2*x)` and `2*abs(x)` are the same.
    pub fn apply(
        &self,
        function: Function,
        argument: &Poly,
        budget: &Budget,
    ) -> Result<Poly, Error> {
        // argument = sign * content * primitive
        let content = argument.content();
        let sign = argument.leading_coefficient().signum();
        let primitive = || Ok::<_, Error>(argument.scale(&(&content.recip()? * &sign)));
        match function {
            Function::Sin => self.sin(argument, budget),
            Function::Cos => self.cos(argument, budget),
            Function::Reciprocal => self.reciprocal(argument, budget),
            Function::Sign => match argument.as_constant() {
                Some(_) => Ok(Poly::constant(sign)),
                None => Ok(self.opaque(function, primitive()?)?.scale(&sign)),
            },
            Function::Abs => match argument.as_constant() {
                Some(_) => Ok(Poly::constant(content)),
                None => Ok(self.opaque(function, primitive()?)?.scale(&content)),
            },
            Function::Sqrt => match (argument.as_constant(), content.sqrt()) {
                (Some(number), Some(root)) if !number.is_negative() => Ok(Poly::constant(root)),
                (None, Some(root)) => {
                    let inside = argument.scale(&content.recip()?);
                    Ok(self.opaque(function, inside)?.scale(&root))
                }
                _ => self.opaque(function, argument.clone()),
            },
            Function::Named { .. } => self.opaque(function, argument.clone()),
        }
    }

    /// One over a polynomial: negative powers for a single term, an opaque function for a sum.
    pub fn reciprocal(&self, poly: &Poly, budget: &Budget) -> Result<Poly, Error> {
        if poly.is_zero() {
            return Err(Error::DivisionByZero);
        }
        if poly.term_count() > 1 {
            let leading = poly.leading_coefficient().recip()?;
            return Ok(self.opaque(Function::Reciprocal, poly.scale(&leading))?.scale(&leading));
        }
        // Sines and reciprocals have no negative powers in the normal form; the rest has.
        let mut result = Poly::constant(poly.leading_coefficient().recip()?);
        for factor in poly.terms().flat_map(|term| term.factors) {
            let inverse = match factor.atom.kind() {
                AtomKind::Sin(_) => {
                    Some(self.opaque(Function::Reciprocal, Poly::atom(factor.atom))?)
                }
                AtomKind::Function(index) => {
                    let inner = self.application(index);
                    (inner.function == Function::Reciprocal).then(|| inner.argument.clone())
                }
                _ => None,
            };
            let power = match inverse {
                Some(inverse) => inverse.checked_pow(factor.exponent.unsigned_abs(), budget)?,
                None => Poly::power_of_atom(factor.atom, -factor.exponent),
            };
            result = result.checked_mul(&power, budget)?;
        }
        Ok(result)
    }

    /// A polynomial to any integer power.
    pub fn power(&self, base: &Poly, exponent: i32, budget: &Budget) -> Result<Poly, Error> {
        if exponent < 0 {
            let inverse = self.reciprocal(base, budget)?;
            inverse.checked_pow(exponent.unsigned_abs(), budget)
        } else {
            base.checked_pow(exponent.unsigned_abs(), budget)
        }
    }

    fn opaque(&self, function: Function, argument: Poly) -> Result<Poly, Error> {
        let index = self.application_index(Application { function, argument })?;
        Ok(Poly::atom(Atom::function(index)))
    }

    /// The value of a symbol, from the given values where it is no constant.
    pub(crate) fn value(
        &self,
        symbol: Symbol,
        values: &dyn Fn(Symbol) -> Option<f64>,
    ) -> Result<f64, Error> {
        match symbol.kind() {
            SymbolKind::Constant | SymbolKind::AngleSum => {
                self.angle(symbol).value(|part| self.value(part, values))
            }
            _ => values(symbol)
                .or_else(|| (symbol == Symbol::PI).then_some(std::f64::consts::PI))
                .ok_or_else(|| Error::NoValue { name: self.name(symbol) }),
        }
    }
}
