//! The shape of a formula on paper, before it is written in a language.

use super::order::{self, DisplayTerm};
use crate::atom::{Atom, AtomKind};
use crate::budget::Budget;
use crate::error::Error;
use crate::fold::{Folds, fold};
use crate::function::Function;
use crate::poly::{Factor, Poly};
use crate::rational::Rational;
use crate::symbol::{Symbol, Symbols};

/// In which of the ways that people read mechanics a polynomial is arranged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A sum of products.
    #[default]
    Expanded,
    /// By accelerations `q''`, products of velocities `q' q'`, then by the powers of the given
    /// symbols (gravity, payload), then the rest; each group is compact.
    Grouped(Vec<Symbol>),
    /// Sums of angles folded back (`sin(q2 + q3)`, squares of sines, double angles) wherever
    /// that gives fewer terms.
    Compact,
}

/// A formula as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Terms with their signs; true is minus. No terms: zero. A single positive term stands for
    /// itself.
    Sum(Vec<(bool, Formula)>),
    /// A positive number times factors, over other factors.
    Product {
        /// The number.
        coefficient: Rational,
        /// What it is multiplied by.
        numerator: Vec<Formula>,
        /// What it is divided by.
        denominator: Vec<Formula>,
    },
    /// An integer power, never 0 or 1.
    Power(Box<Formula>, i32),
    /// A symbol.
    Symbol(Symbol),
    /// A function of something.
    Call(Function, Box<Formula>),
}

impl Formula {
    /// Arranges a polynomial.
    pub(crate) fn of_poly(
        poly: &Poly,
        form: &Form,
        symbols: &Symbols,
        budget: &Budget,
        folds: &mut Folds,
    ) -> Result<Self, Error> {
        budget.check()?;
        match form {
            Form::Expanded => Ok(Self::expanded(poly, symbols)),
            Form::Grouped(leading) => Self::grouped(poly, leading, symbols, budget, folds),
            Form::Compact => Ok(Self::of_terms(fold(poly, symbols, budget, folds)?, symbols)),
        }
    }

    /// A sum of products.
    pub(crate) fn expanded(poly: &Poly, symbols: &Symbols) -> Self {
        Self::of_terms(display_terms(poly), symbols)
    }

    fn grouped(
        poly: &Poly,
        leading: &[Symbol],
        symbols: &Symbols,
        budget: &Budget,
        folds: &mut Folds,
    ) -> Result<Self, Error> {
        let groups = poly.group_by(|atom| match atom.kind() {
            AtomKind::Symbol(x) => x.order() > 0 || leading.contains(&x),
            _ => false,
        });
        let mut heads: Vec<(Poly, Vec<Factor>)> =
            groups.into_iter().map(|group| (group.coefficient, group.factors)).collect();
        order::arrange(&mut heads, symbols);
        let mut sum = Vec::new();
        for (coefficient, factors) in heads {
            let mut terms = fold(&coefficient, symbols, budget, folds)?;
            if terms.len() == 1 || factors.is_empty() {
                terms.iter_mut().for_each(|(_, own)| own.extend_from_slice(&factors));
                sum.extend(Self::of_terms(terms, symbols).into_terms());
            } else {
                let head = factors.iter().map(|factor| Self::of_factor(factor, symbols));
                let product = head.chain([Self::of_terms(terms, symbols)]).collect();
                sum.push((false, Self::product(Rational::ONE, product, Vec::new())));
            }
        }
        Ok(Self::Sum(sum))
    }

    pub(super) fn of_terms(mut terms: Vec<DisplayTerm>, symbols: &Symbols) -> Self {
        order::arrange(&mut terms, symbols);
        let signed = |(coefficient, factors): DisplayTerm| {
            // most factors are above the bar: room for them, and no more
            let (mut numerator, mut denominator) = (Vec::with_capacity(factors.len()), Vec::new());
            for factor in &factors {
                let reciprocal = match factor.atom.kind() {
                    AtomKind::Function(index) => {
                        symbols.application(index).function == Function::Reciprocal
                    }
                    _ => false,
                };
                let positive = Factor { exponent: factor.exponent.abs(), ..*factor };
                let side = if reciprocal != (factor.exponent < 0) {
                    &mut denominator
                } else {
                    &mut numerator
                };
                side.push(Self::of_factor(&positive, symbols));
            }
            (coefficient.is_negative(), Self::product(coefficient.abs(), numerator, denominator))
        };
        let mut terms: Vec<(bool, Self)> = terms.into_iter().map(signed).collect();
        match terms.as_slice() {
            [(false, _)] => terms.remove(0).1,
            _ => Self::Sum(terms),
        }
    }

    /// A product; a single factor stands for itself.
    pub(crate) fn product(
        coefficient: Rational,
        mut numerator: Vec<Self>,
        denominator: Vec<Self>,
    ) -> Self {
        if coefficient.is_one() && numerator.len() == 1 && denominator.is_empty() {
            return numerator.remove(0);
        }
        Self::Product { coefficient, numerator, denominator }
    }

    /// A power of an atom.
    fn of_factor(factor: &Factor, symbols: &Symbols) -> Self {
        let base = Self::of_atom(factor.atom, symbols);
        if factor.exponent == 1 { base } else { Self::Power(Box::new(base), factor.exponent) }
    }

    /// A symbol, a sine or cosine, or a function; a reciprocal shows what it is one over.
    pub(crate) fn of_atom(atom: Atom, symbols: &Symbols) -> Self {
        let call = |function, x| Self::Call(function, Box::new(Self::Symbol(x)));
        match atom.kind() {
            AtomKind::Symbol(x) => Self::Symbol(x),
            AtomKind::Cos(x) => call(Function::Cos, x),
            AtomKind::Sin(x) => call(Function::Sin, x),
            AtomKind::Function(index) => {
                let application = symbols.application(index);
                let argument = Self::expanded(&application.argument, symbols);
                match application.function {
                    Function::Reciprocal => argument,
                    function => Self::Call(function, Box::new(argument)),
                }
            }
        }
    }
}

fn display_terms(poly: &Poly) -> Vec<DisplayTerm> {
    poly.terms().map(|term| (term.coefficient.clone(), term.factors.to_vec())).collect()
}
