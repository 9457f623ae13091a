//! Formulas as source text of a checker.

use appell_algebra::{
    AtomKind, Budget, Formula, Function, Poly, Rational, Symbol, SymbolKind, Symbols, Term,
};

use super::names::Identifiers;

/// How a checker writes what differs between languages.
pub(super) struct Syntax {
    /// A power with a whole exponent above one.
    pub(super) power: fn(base: &str, exponent: i32) -> String,
    /// A positive number that is not whole.
    pub(super) fraction: fn(&Rational) -> String,
    /// The cosine or sine, by its name, of an angle.
    pub(super) call: fn(name: &str, angle: &str) -> String,
    /// Whether it knows the roots and signs of dry friction.
    pub(super) has_roots: bool,
    /// A whole multiple of an angle.
    pub(super) multiple: fn(multiple: i64, angle: &str) -> String,
}

/// Why a formula cannot be written: it is not a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotPolynomial {
    Quotient,
    Function,
}

/// More terms in one line are put in brackets: Python nests a sum as deep as it has terms, and stops at a depth.
const LONGEST_SUM: usize = 200;

/// A sum in one line, of terms with their signs.
fn sum(terms: &[String]) -> String {
    if terms.len() > LONGEST_SUM {
        let parts = terms.chunks(LONGEST_SUM).map(|part| format!("+ ({})", sum(part)));
        return sum(&parts.collect::<Vec<_>>());
    }
    let terms = terms.join(" ");
    match (terms.strip_prefix("+ "), terms.strip_prefix("- ")) {
        (Some(bare), _) => bare.to_owned(),
        (_, Some(first)) => format!("-{first}"),
        _ => terms,
    }
}

pub(super) struct FormulaWriter<'a> {
    pub(super) syntax: &'a Syntax,
    pub(super) names: &'a Identifiers,
    pub(super) symbols: &'a Symbols,
}

impl FormulaWriter<'_> {
    /// The terms of a sum with their signs; a formula that is no sum is one term.
    pub(super) fn terms(&self, formula: &Formula) -> Result<Vec<String>, NotPolynomial> {
        match formula {
            Formula::Sum(terms) if terms.is_empty() => Ok(vec!["0".to_owned()]),
            Formula::Sum(terms) => terms
                .iter()
                .map(|(negative, term)| {
                    let sign = if *negative { "- " } else { "+ " };
                    Ok(format!("{sign}{}", self.factor(term)?))
                })
                .collect(),
            other => Ok(vec![self.formula(other)?]),
        }
    }

    /// A formula in one line.
    pub(super) fn formula(&self, formula: &Formula) -> Result<String, NotPolynomial> {
        match formula {
            Formula::Sum(_) => Ok(sum(&self.terms(formula)?)),
            Formula::Product { coefficient, numerator, denominator } => {
                if !denominator.is_empty() {
                    return Err(NotPolynomial::Quotient);
                }
                let number = match coefficient {
                    one if one.is_one() && !numerator.is_empty() => None,
                    whole if whole.is_integer() => Some(whole.to_string()),
                    other => Some((self.syntax.fraction)(other)),
                };
                let factors = numerator.iter().map(|factor| match factor {
                    Formula::Product { .. } => Ok(format!("({})", self.formula(factor)?)),
                    _ => self.factor(factor),
                });
                let factors = number.map(Ok).into_iter().chain(factors);
                Ok(factors.collect::<Result<Vec<_>, _>>()?.join("*"))
            }
            Formula::Power(base, exponent) => match exponent {
                exponent if *exponent > 0 => {
                    let inner = match &**base {
                        Formula::Symbol(_) | Formula::Call(..) => self.formula(base)?,
                        _ => format!("({})", self.formula(base)?),
                    };
                    Ok((self.syntax.power)(&inner, *exponent))
                }
                _ => Err(NotPolynomial::Quotient),
            },
            Formula::Symbol(symbol) => self.symbol(*symbol),
            Formula::Call(function, angle) => {
                let name = match function {
                    Function::Cos => "cos",
                    Function::Sin => "sin",
                    Function::Sqrt | Function::Sign if self.syntax.has_roots => {
                        let name = if *function == Function::Sqrt { "sqrt" } else { "sign" };
                        return Ok((self.syntax.call)(name, &self.formula(angle)?));
                    }
                    Function::Reciprocal => return Err(NotPolynomial::Quotient),
                    _ => return Err(NotPolynomial::Function),
                };
                match &**angle {
                    Formula::Symbol(angle) => Ok((self.syntax.call)(name, &self.angle(*angle)?)),
                    _ => Err(NotPolynomial::Function),
                }
            }
        }
    }

    /// A term behind a sign or a factor: sums are in brackets.
    fn factor(&self, formula: &Formula) -> Result<String, NotPolynomial> {
        match formula {
            Formula::Sum(_) => Ok(format!("({})", self.formula(formula)?)),
            _ => self.formula(formula),
        }
    }

    fn symbol(&self, symbol: Symbol) -> Result<String, NotPolynomial> {
        self.names.get(symbol).map(str::to_owned).ok_or(NotPolynomial::Function)
    }

    /// An angle: a symbol, or a sum of whole multiples of symbols.
    fn angle(&self, angle: Symbol) -> Result<String, NotPolynomial> {
        if angle.kind() != SymbolKind::AngleSum {
            return self.symbol(angle);
        }
        let sum = Poly::parse(&self.symbols.name(angle), self.symbols, &Budget::default());
        let sum = sum.map_err(|_| NotPolynomial::Function)?;
        let term = |term: Term<'_>| {
            let part = match term.factors {
                [part] if part.exponent == 1 => part.atom.kind(),
                _ => return Err(NotPolynomial::Function),
            };
            match (part, term.coefficient.to_i64()) {
                (AtomKind::Symbol(part), Some(multiple)) => {
                    Ok((self.syntax.multiple)(multiple, &self.symbol(part)?))
                }
                _ => Err(NotPolynomial::Function),
            }
        };
        Ok(sum.terms().map(term).collect::<Result<Vec<_>, _>>()?.join(" + "))
    }
}
