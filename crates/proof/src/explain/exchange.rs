//! Two names that are printed one for the other throughout a formula.

use std::collections::BTreeSet;

use appell_algebra::{Poly, Symbol};

use super::slip::{Kind, Slip};
use super::{Explanation, Search};
use crate::meaning::Meaning;
use crate::meaning::write::symbol_latex;

/// How many pairs of names are tried.
const MOST_PAIRS: usize = 300;

impl Search<'_, '_> {
    /// The explanation that two names of one kind are exchanged, where this explains all.
    pub(super) fn exchanged(&self, formula: &Meaning, derived: &Poly) -> Option<Explanation> {
        let mut symbols = BTreeSet::new();
        collect(formula, &mut symbols);
        let pairs = symbols
            .iter()
            .flat_map(|first| symbols.range(first..).skip(1).map(move |second| (*first, *second)));
        let alike = |(first, second): &(Symbol, Symbol)| {
            first.kind() == second.kind() && self.dimensions.are_alike(*first, *second)
        };
        for (first, second) in pairs.filter(alike).take(MOST_PAIRS) {
            self.goes_on()?;
            self.tried.set(self.tried.get() + 1);
            let corrected = self.swapped(formula, first, second);
            if (self.value)(&corrected)? == *derived {
                let [printed, correct] = [first, second].map(|it| symbol_latex(it, self.names));
                let kind = Kind::ExchangedNames;
                let slip = Slip { kind, printed, correct, dimension: None, whole: None };
                return Some(Explanation { slips: vec![slip], corrected });
            }
        }
        None
    }

    /// A formula with two symbols, and their derivatives, in the place of each other.
    fn swapped(&self, formula: &Meaning, first: Symbol, second: Symbol) -> Meaning {
        let of = |part: &Meaning| self.swapped(part, first, second);
        match formula {
            Meaning::Symbol(symbol, _) => {
                let other = match symbol.base() {
                    base if base == first => second,
                    base if base == second => first,
                    _ => return formula.clone(),
                };
                let Ok(changed) = other.derivative(symbol.order()) else { return formula.clone() };
                Meaning::Symbol(changed, symbol_latex(changed, self.names))
            }
            Meaning::Wave(wave, angle, style) => Meaning::Wave(*wave, Box::new(of(angle)), *style),
            Meaning::Power(base, power) => Meaning::Power(Box::new(of(base)), *power),
            Meaning::Sum(terms) => {
                Meaning::Sum(terms.iter().map(|(minus, term)| (*minus, of(term))).collect())
            }
            Meaning::Product(factors) => Meaning::Product(factors.iter().map(of).collect()),
            Meaning::Quotient(above, below) => {
                Meaning::Quotient(Box::new(of(above)), Box::new(of(below)))
            }
            other => other.clone(),
        }
    }
}

/// The symbols of a formula, without dots.
fn collect(formula: &Meaning, symbols: &mut BTreeSet<Symbol>) {
    match formula {
        Meaning::Symbol(symbol, _) => {
            symbols.insert(symbol.base());
        }
        Meaning::Wave(_, inside, _) | Meaning::Power(inside, _) => collect(inside, symbols),
        Meaning::Sum(terms) => terms.iter().for_each(|(_, term)| collect(term, symbols)),
        Meaning::Product(factors) => factors.iter().for_each(|factor| collect(factor, symbols)),
        Meaning::Quotient(above, below) => {
            collect(above, symbols);
            collect(below, symbols);
        }
        _ => {}
    }
}
