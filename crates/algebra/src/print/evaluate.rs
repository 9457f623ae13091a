//! A formula in numbers: its terms, its symbols, its value.

use std::collections::BTreeSet;

use super::formula::Formula;
use crate::error::Error;
use crate::symbol::{Symbol, Symbols};

impl Formula {
    /// The terms of a sum with their signs, true for minus; what is no sum is a single term.
    ///
    /// ```
    /// use appell_algebra::{Budget, Form, Poly, Printer, Symbols};
    /// let symbols = Symbols::new();
    /// for name in ["a", "b", "c"] {
    ///     symbols.parameter(name)?;
    /// }
    /// let poly = Poly::parse("a*b - c^2", &symbols, &Budget::default())?;
    /// let formula = Printer::new(&symbols).arrange(&poly, &Form::Expanded, &Budget::default())?;
    /// assert_eq!(formula.terms().len(), 2);
    /// let value = |symbol| symbols.name(symbol).bytes().next().map(f64::from);
    /// assert_eq!(formula.evaluate(&symbols, &value)?, 97.0 * 98.0 - 99.0 * 99.0);
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn terms(&self) -> Vec<(bool, &Self)> {
        match self {
            Self::Sum(terms) => terms.iter().map(|(minus, term)| (*minus, term)).collect(),
            single => vec![(false, single)],
        }
    }

    /// The symbols that it contains.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut symbols = BTreeSet::new();
        self.gather(&mut symbols);
        symbols
    }

    /// How many symbols and numbers it is written with, each as often as it stands there.
    ///
    /// ```
    /// use appell_algebra::{Budget, Form, Poly, Printer, Symbols};
    /// let symbols = Symbols::new();
    /// let (m, q) = (symbols.parameter("m")?, symbols.coordinate("q")?);
    /// let poly = &(&Poly::from(m) * &Poly::from(2)) + &(&Poly::cos(q) * &Poly::from(m));
    /// let printer = Printer::new(&symbols);
    /// let formula = printer.arrange(&poly, &Form::Compact, &Budget::default())?;
    /// assert_eq!((printer.text(&formula), formula.symbol_count()), ("m*cos(q) + 2*m".to_owned(), 4));
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn symbol_count(&self) -> usize {
        match self {
            Self::Sum(terms) => terms.iter().map(|(_, term)| term.symbol_count()).sum(),
            Self::Product { coefficient, numerator, denominator } => {
                let factors = numerator.iter().chain(denominator).map(Self::symbol_count);
                usize::from(!coefficient.is_one()) + factors.sum::<usize>()
            }
            Self::Power(base, _) => base.symbol_count(),
            Self::Symbol(_) => 1,
            Self::Call(_, argument) => argument.symbol_count(),
        }
    }

    fn gather(&self, symbols: &mut BTreeSet<Symbol>) {
        match self {
            Self::Sum(terms) => terms.iter().for_each(|(_, term)| term.gather(symbols)),
            Self::Product { numerator, denominator, .. } => {
                numerator.iter().chain(denominator).for_each(|factor| factor.gather(symbols));
            }
            Self::Power(base, _) => base.gather(symbols),
            Self::Symbol(symbol) => {
                symbols.insert(*symbol);
            }
            Self::Call(_, argument) => argument.gather(symbols),
        }
    }

    /// Its value in floating point, given the values of the symbols. A symbol without one is an
    /// error that names it.
    pub fn evaluate(
        &self,
        symbols: &Symbols,
        values: &dyn Fn(Symbol) -> Option<f64>,
    ) -> Result<f64, Error> {
        let of = |part: &Self| part.evaluate(symbols, values);
        match self {
            Self::Sum(terms) => {
                let mut sum = 0.0;
                for (minus, term) in terms {
                    let term = of(term)?;
                    sum += if *minus { -term } else { term };
                }
                Ok(sum)
            }
            Self::Product { coefficient, numerator, denominator } => {
                let mut product = coefficient.to_f64();
                for factor in numerator {
                    product *= of(factor)?;
                }
                for factor in denominator {
                    product /= of(factor)?;
                }
                Ok(product)
            }
            Self::Power(base, exponent) => Ok(of(base)?.powi(*exponent)),
            Self::Symbol(symbol) => symbols.value(*symbol, values),
            Self::Call(function, argument) => function.value(of(argument)?, symbols),
        }
    }
}
