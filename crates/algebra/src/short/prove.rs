//! The proof: what is printed, expanded to the normal form with its definitions put in, is what was
//! given.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::write::Written;
use crate::budget::Budget;
use crate::error::Error;
use crate::poly::{Decision, Poly};
use crate::print::Formula;
use crate::symbol::{Symbol, Symbols};

/// What names stand for, in normal form.
type Meanings = HashMap<Symbol, Poly, FxBuildHasher>;

/// Whether formulas, with the definitions of their names put in, are the given polynomials. Of
/// reciprocals of sums and other functions the normal form does not know every relation: there it may
/// be undecided.
pub(super) fn decide(
    written: &Written,
    exact: &[Poly],
    symbols: &Symbols,
    budget: &Budget,
) -> Result<Decision, Error> {
    let mut meanings = Meanings::default();
    for (name, formula) in &written.steps {
        let meaning = expand(formula, &meanings, symbols, budget)?;
        meanings.insert(*name, meaning);
    }
    if written.results.len() != exact.len() {
        return Ok(Decision::Different);
    }
    for (formula, exact) in written.results.iter().zip(exact) {
        match expand(formula, &meanings, symbols, budget)?.decide(exact) {
            Decision::Equal => {}
            other => return Ok(other),
        }
    }
    Ok(Decision::Equal)
}

/// A printed formula in normal form.
fn expand(
    formula: &Formula,
    meanings: &Meanings,
    symbols: &Symbols,
    budget: &Budget,
) -> Result<Poly, Error> {
    let of = |formula: &Formula| expand(formula, meanings, symbols, budget);
    match formula {
        Formula::Sum(terms) => {
            let signed = |(minus, term): &(bool, Formula)| {
                let term = of(term)?;
                Ok(if *minus { -term } else { term })
            };
            Poly::checked_sum(terms.iter().map(signed).collect::<Result<_, Error>>()?, budget)
        }
        Formula::Product { coefficient, numerator, denominator } => {
            let mut product = Poly::constant(coefficient.clone());
            for factor in numerator {
                product = product.checked_mul(&of(factor)?, budget)?;
            }
            for factor in denominator {
                let inverse = symbols.reciprocal(&of(factor)?, budget)?;
                product = product.checked_mul(&inverse, budget)?;
            }
            Ok(product)
        }
        Formula::Power(base, exponent) => symbols.power(&of(base)?, *exponent, budget),
        Formula::Symbol(symbol) => Ok(match meanings.get(symbol) {
            Some(meaning) => meaning.clone(),
            None => symbols.angle_of(*symbol).unwrap_or_else(|| Poly::from(*symbol)),
        }),
        Formula::Call(function, argument) => symbols.apply(*function, &of(argument)?, budget),
    }
}
