//! An opaque function of a polynomial: what is kept of it, how it is ordered, its derivative.

use std::hash::BuildHasher;
use std::sync::OnceLock;

use rustc_hash::FxBuildHasher;

use super::Function;
use crate::atom::{Atom, AtomKind};
use crate::budget::{Budget, Stop};
use crate::error::Error;
use crate::poly::Poly;
use crate::rational::Rational;
use crate::symbol::Symbols;

/// A function of a polynomial that stays as it is.
#[derive(Debug)]
pub(crate) struct Application {
    pub(crate) function: Function,
    pub(crate) argument: Poly,
    /// How deep functions are nested in it.
    depth: usize,
    /// How many terms it has when every function in it is written out.
    size: usize,
    /// By what it is ordered in print; made when it is first needed.
    order: OnceLock<String>,
}

/// Functions nested deeper than this are refused.
const MAX_DEPTH: usize = 200;

/// The same function of the same argument, whatever else is known of it.
impl PartialEq for Application {
    fn eq(&self, other: &Self) -> bool {
        (self.function, &self.argument) == (other.function, &other.argument)
    }
}

impl Eq for Application {}

impl std::hash::Hash for Application {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.function, &self.argument).hash(state);
    }
}

impl Application {
    pub(super) fn new(
        function: Function,
        argument: Poly,
        symbols: &Symbols,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let (mut depth, mut size) = (1, argument.term_count());
        for factor in argument.terms().flat_map(|term| term.factors) {
            if let AtomKind::Function(index) = factor.atom.kind() {
                let inner = symbols.application(index);
                depth = depth.max(inner.depth + 1);
                size = size.saturating_add(inner.size);
            }
        }
        budget.check_terms(size)?;
        if depth > MAX_DEPTH {
            return Err(Stop::Depth { limit: MAX_DEPTH }.into());
        }
        Ok(Self { function, argument, depth, size, order: OnceLock::new() })
    }

    /// By what this is ordered in print: its text, or for a large one a number made of the names
    /// in it. Either is the same whenever and in whichever order symbols were made.
    pub(crate) fn order_key(&self, symbols: &Symbols) -> &str {
        const LARGE: usize = 40;
        self.order.get_or_init(|| {
            let name = match self.function {
                Function::Named(named) => {
                    format!("{}{}", symbols.function_name(named), named.derivative)
                }
                known => format!("{known:?}"),
            };
            if self.size <= LARGE {
                format!("{name} {}", self.argument.text(symbols))
            } else {
                format!("{name} ~{:016x}", self.fingerprint(symbols))
            }
        })
    }

    /// A sum over the terms, so that their order does not count.
    fn fingerprint(&self, symbols: &Symbols) -> u64 {
        let of_atom = |atom: Atom| match atom.kind() {
            AtomKind::Symbol(x) => FxBuildHasher.hash_one((0, symbols.name(x))),
            AtomKind::Cos(x) => FxBuildHasher.hash_one((1, symbols.name(x))),
            AtomKind::Sin(x) => FxBuildHasher.hash_one((2, symbols.name(x))),
            AtomKind::Function(index) => {
                FxBuildHasher.hash_one((3, symbols.application(index).order_key(symbols)))
            }
        };
        let terms = self.argument.terms().map(|term| {
            let factors = term.factors.iter();
            let factors = factors.map(|f| FxBuildHasher.hash_one((of_atom(f.atom), f.exponent)));
            let monomial = factors.fold(0, u64::wrapping_add);
            FxBuildHasher.hash_one((term.coefficient, monomial))
        });
        terms.fold(0, u64::wrapping_add)
    }

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
            Function::Named(named) => apply(Function::Named(named.slope()))?,
        })
    }
}
