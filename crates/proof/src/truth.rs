//! What is right: the quantities of the robot, derived in any scalar and kept.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use appell_algebra::{Poly, Rational, Symbol};
use appell_mechanics::{Arithmetic, Derivation, Error, Quantity};
use appell_model::Robot;

use crate::defined::DefinedNames;
use crate::known::Known;
use crate::meaning::Meaning;
use crate::tensor::Tensor;

/// The derived quantities of a robot in one scalar.
pub(crate) struct Truth<'r, A: Arithmetic> {
    derivation: Derivation<'r, A>,
    defined: Rc<DefinedNames>,
    /// Quantities that were asked for before.
    known: RefCell<BTreeMap<Quantity, Tensor<A::Scalar>>>,
    /// Abbreviations that were asked for before.
    abbreviations: RefCell<BTreeMap<Symbol, A::Scalar>>,
}

impl<'r, A: Arithmetic> Truth<'r, A> {
    pub(crate) fn new(
        robot: &'r Robot,
        defined: Rc<DefinedNames>,
        arithmetic: A,
    ) -> Result<Self, Error> {
        let derivation = Derivation::new(robot, arithmetic)?;
        let (known, abbreviations) = (RefCell::default(), RefCell::default());
        Ok(Self { derivation, defined, known, abbreviations })
    }

    /// The zero of the scalars.
    pub(crate) fn zero(&self) -> A::Scalar {
        self.derivation.mechanism().zero()
    }

    /// A number.
    pub(crate) fn number(&self, value: &Rational) -> Result<A::Scalar, Error> {
        Ok(self.arithmetic().entry(&value.clone().into())?)
    }

    /// A symbol of the robot; the name of an integral stands for its value.
    pub(crate) fn symbol(&self, symbol: Symbol) -> Result<A::Scalar, Error> {
        Ok(match self.defined.value(symbol) {
            Some(value) => self.arithmetic().entry(value)?,
            None => self.arithmetic().entry(&Poly::symbol(symbol))?,
        })
    }

    /// What a symbol stands for that the document defines; nothing for any other.
    pub(crate) fn abbreviated(&self, symbol: Symbol) -> Option<Rc<Meaning>> {
        self.defined.abbreviations.meaning(symbol)
    }

    /// The value of an abbreviation, calculated once.
    pub(crate) fn abbreviation<E>(
        &self,
        symbol: Symbol,
        value: impl FnOnce() -> Result<A::Scalar, E>,
    ) -> Result<A::Scalar, E> {
        if let Some(kept) = self.abbreviations.borrow().get(&symbol) {
            return Ok(kept.clone());
        }
        let value = value()?;
        self.abbreviations.borrow_mut().insert(symbol, value.clone());
        Ok(value)
    }

    /// Cosine and sine of an angle.
    pub(crate) fn circle(&self, symbol: Symbol) -> Result<(A::Scalar, A::Scalar), Error> {
        if self.defined.is_related_angle(symbol) {
            return Ok(self.arithmetic().turn(symbol, &self.symbol(symbol)?)?);
        }
        let entry = |poly| self.arithmetic().entry(&poly);
        Ok((entry(Poly::cos(symbol))?, entry(Poly::sin(symbol))?))
    }

    /// Where the scalars come from.
    pub(crate) fn arithmetic(&self) -> &A {
        self.derivation.arithmetic()
    }

    /// A quantity; none where it has no such entry.
    pub(crate) fn value(&self, known: &Known) -> Result<Option<Tensor<A::Scalar>>, Error> {
        let kept = self.known.borrow().get(&known.quantity).cloned();
        let whole = match kept {
            Some(whole) => whole,
            None => {
                let whole = Tensor::new(self.derivation.get(known.quantity)?.rows);
                self.known.borrow_mut().insert(known.quantity, whole.clone());
                whole
            }
        };
        Ok(match known.entry {
            None => Some(whole),
            Some((row, column)) => whole.get(row, column).cloned().map(Tensor::scalar),
        })
    }
}
