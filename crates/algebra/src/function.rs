//! Functions: sine and cosine, which are expanded, and opaque ones, of which only the rules below
//! are known.

mod application;

pub(crate) use application::Application;

use crate::angle::Angle;
use crate::atom::{Atom, AtomKind};
use crate::budget::Budget;
use crate::error::Error;
use crate::poly::Poly;
use crate::print::leading_coefficient;
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
    Named(NamedFunction),
}

/// A function that a table knows by its name: see [`Symbols::function`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamedFunction {
    /// Its number in the table.
    pub(crate) index: u32,
    /// How many times it is differentiated by its argument.
    pub(crate) derivative: u32,
}

impl NamedFunction {
    /// The derivative by its argument.
    pub(crate) fn slope(self) -> Self {
        Self { derivative: self.derivative.saturating_add(1), ..self }
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
            Self::Named(named) => {
                Err(Error::NoValue { name: symbols.function_name(named).to_string() })
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
        match Angle::of(argument)? {
            Some(angle) => Ok(angle.cos_sin(self, budget)?.sin),
            // odd: the sign of the argument comes out
            None => {
                let sign = leading_coefficient(argument, self).signum();
                Ok(self.opaque(Function::Sin, argument.scale(&sign), budget)?.scale(&sign))
            }
        }
    }

    /// The cosine of a polynomial, expanded where it is a sum of integer multiples of symbols.
    pub fn cos(&self, argument: &Poly, budget: &Budget) -> Result<Poly, Error> {
        match Angle::of(argument)? {
            Some(angle) => Ok(angle.cos_sin(self, budget)?.cos),
            // even: the sign of the argument does not count
            None => {
                let sign = leading_coefficient(argument, self).signum();
                self.opaque(Function::Cos, argument.scale(&sign), budget)
            }
        }
    }

    /// Cosine and sine of a sum of integer multiples of symbols, expanded; nothing where it is no such
    /// sum, or where a multiple is larger than `most`.
    pub fn circle(
        &self,
        angle: &Poly,
        most: i64,
        budget: &Budget,
    ) -> Result<Option<(Poly, Poly)>, Error> {
        let angle = match Angle::of(angle) {
            Ok(Some(angle)) if angle.terms.iter().all(|(_, k)| k.abs() <= most) => angle,
            Ok(_) | Err(Error::AngleMultiple { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let turn = angle.cos_sin(self, budget)?;
        Ok(Some((turn.cos, turn.sin)))
    }

    /// A function of a polynomial. Numbers are evaluated where the result is rational, and
    /// numeric factors come out of magnitudes, signs and reciprocals, squares out of roots: so
    /// `abs(-2*x)` and `2*abs(x)` are the same.
    pub fn apply(
        &self,
        function: Function,
        argument: &Poly,
        budget: &Budget,
    ) -> Result<Poly, Error> {
        // argument = sign * content * primitive
        let content = argument.content();
        let sign = leading_coefficient(argument, self).signum();
        let primitive = || Ok::<_, Error>(argument.scale(&(&content.recip()? * &sign)));
        match function {
            Function::Sin => self.sin(argument, budget),
            Function::Cos => self.cos(argument, budget),
            Function::Reciprocal => self.reciprocal(argument, budget),
            Function::Sign => match argument.as_constant() {
                Some(_) => Ok(Poly::constant(sign)),
                None => Ok(self.opaque(function, primitive()?, budget)?.scale(&sign)),
            },
            Function::Abs => match argument.as_constant() {
                Some(_) => Ok(Poly::constant(content)),
                None => Ok(self.opaque(function, primitive()?, budget)?.scale(&content)),
            },
            Function::Sqrt => match (argument.as_constant(), content.sqrt()) {
                (Some(number), Some(root)) if !number.is_negative() => Ok(Poly::constant(root)),
                (None, Some(root)) => {
                    let inside = argument.scale(&content.recip()?);
                    Ok(self.opaque(function, inside, budget)?.scale(&root))
                }
                _ => self.opaque(function, argument.clone(), budget),
            },
            Function::Named(_) => self.opaque(function, argument.clone(), budget),
        }
    }

    /// One over a polynomial. What divides every term becomes negative powers (`1/(x*y + x)` is
    /// `x^(-1)` times `1/(y + 1)`); the reciprocal of what is left, and of a sine, is an opaque
    /// function.
    pub fn reciprocal(&self, poly: &Poly, budget: &Budget) -> Result<Poly, Error> {
        if poly.is_zero() {
            return Err(Error::DivisionByZero);
        }
        let (divisor, rest) = poly.split_monomial(budget)?;
        let leading = leading_coefficient(&rest, self).recip()?;
        let rest = rest.scaled(&leading);
        let mut result = Poly::constant(leading);
        if !rest.is_one() {
            let opaque = self.opaque(Function::Reciprocal, rest, budget)?;
            result = result.checked_mul(&opaque, budget)?;
        }
        for factor in divisor {
            let inverse = match factor.atom.kind() {
                AtomKind::Sin(_) => {
                    Some(self.opaque(Function::Reciprocal, Poly::atom(factor.atom), budget)?)
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

    /// A quotient: a polynomial where the division is exact, else with the reciprocal of the
    /// denominator. Products of powers that divide both are cancelled.
    ///
    /// ```
    /// use appell_algebra::{Budget, Poly, Symbols};
    /// let symbols = Symbols::new();
    /// let budget = Budget::default();
    /// let [x, y] = ["x", "y"].map(|name| symbols.parameter(name).map(Poly::from));
    /// let (x, y) = (x?, y?);
    /// let sum = &x + &y;
    /// assert_eq!(symbols.quotient(&(&sum * &y), &(&sum * &x), &budget)?.text(&symbols), "y/x");
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn quotient(
        &self,
        numerator: &Poly,
        denominator: &Poly,
        budget: &Budget,
    ) -> Result<Poly, Error> {
        if denominator.is_zero() {
            return Err(Error::DivisionByZero);
        }
        let (_, rest) = denominator.split_monomial(budget)?;
        if let Some(quotient) = numerator.divide_exactly(&rest, budget)?
            && let Some(monomial) = denominator.divide_exactly(&rest, budget)?
        {
            return quotient.checked_mul(&self.reciprocal(&monomial, budget)?, budget);
        }
        numerator.checked_mul(&self.reciprocal(denominator, budget)?, budget)
    }

    /// The function and the argument of an atom that is a function.
    pub fn function_of(&self, atom: Atom) -> Option<(Function, Poly)> {
        match atom.kind() {
            AtomKind::Function(index) => {
                let application = self.application(index);
                Some((application.function, application.argument.clone()))
            }
            _ => None,
        }
    }

    /// The angle for which a constant or a folded sum of angles stands.
    pub fn angle_of(&self, symbol: Symbol) -> Option<Poly> {
        match symbol.kind() {
            SymbolKind::Constant | SymbolKind::AngleSum => Some(self.angle(symbol).to_poly()),
            _ => None,
        }
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

    fn opaque(&self, function: Function, argument: Poly, budget: &Budget) -> Result<Poly, Error> {
        let application = Application::new(function, argument, self, budget)?;
        let index = self.application_index(application)?;
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
            _ if symbol == Symbol::PI => Ok(std::f64::consts::PI),
            _ => values(symbol).ok_or_else(|| Error::NoValue { name: self.name(symbol) }),
        }
    }
}
