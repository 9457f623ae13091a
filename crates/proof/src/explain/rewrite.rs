//! A derived polynomial as a formula in the paper's way of writing.

use appell_algebra::{Budget, Form, Formula, Function, Poly, Printer, Rational};

use crate::meaning::write::symbol_latex;
use crate::meaning::{Meaning, Style, Wave};
use crate::notation::Names;

/// The polynomial as a sum of terms, angles folded together where that is shorter.
pub(crate) fn meaning_of(poly: &Poly, style: Style, names: &Names<'_>) -> Meaning {
    let compact = arranged(poly, &Form::Compact, style, names);
    let formula = compact.or_else(|| arranged(poly, &Form::Expanded, style, names));
    formula.unwrap_or_else(Meaning::zero)
}

/// The polynomial in one of the forms in which people read it.
pub(crate) fn arranged(
    poly: &Poly,
    form: &Form,
    style: Style,
    names: &Names<'_>,
) -> Option<Meaning> {
    let printer = Printer::new(names.robot.symbols());
    let formula = printer.arrange(poly, form, &Budget::default()).ok()?;
    Some(meaning(&formula, style, names))
}

fn meaning(formula: &Formula, style: Style, names: &Names<'_>) -> Meaning {
    let of = |formula: &Formula| meaning(formula, style, names);
    match formula {
        Formula::Sum(terms) if terms.is_empty() => Meaning::zero(),
        Formula::Sum(terms) => {
            Meaning::Sum(terms.iter().map(|(minus, term)| (*minus, of(term))).collect())
        }
        Formula::Product { coefficient, numerator, denominator } => {
            let mut factors = Vec::new();
            if *coefficient != Rational::ONE || numerator.is_empty() {
                factors.push(Meaning::Number(coefficient.clone()));
            }
            factors.extend(numerator.iter().map(of));
            let above = match factors.len() {
                1 => factors.swap_remove(0),
                _ => Meaning::Product(factors),
            };
            match denominator.as_slice() {
                [] => above,
                below => {
                    let below = Meaning::Product(below.iter().map(of).collect());
                    Meaning::Quotient(Box::new(above), Box::new(below))
                }
            }
        }
        Formula::Power(base, exponent) => match u32::try_from(*exponent) {
            Ok(exponent) => Meaning::Power(Box::new(of(base)), exponent),
            Err(_) => {
                let below = Meaning::Power(Box::new(of(base)), exponent.unsigned_abs());
                Meaning::Quotient(Box::new(Meaning::Number(Rational::ONE)), Box::new(below))
            }
        },
        Formula::Symbol(symbol) => match names.robot.symbols().angle_of(*symbol) {
            // a folded sum of angles
            Some(angle) => meaning_of(&angle, style, names),
            None => Meaning::Symbol(*symbol, symbol_latex(*symbol, names)),
        },
        Formula::Call(function, inside) => {
            let inside = Box::new(of(inside));
            match function {
                Function::Sin => Meaning::Wave(Wave::Sin, inside, style),
                Function::Cos => Meaning::Wave(Wave::Cos, inside, style),
                Function::Sqrt => Meaning::Root(inside),
                Function::Abs => Meaning::Length(inside),
                Function::Sign => Meaning::Sign(inside),
                _ => Meaning::Quotient(Box::new(Meaning::Number(Rational::ONE)), inside),
            }
        }
    }
}
