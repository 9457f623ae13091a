//! What is right: the quantities of the robot, derived in any scalar and kept.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use appell_algebra::{Error as AlgebraError, Poly, Rational, Symbol};
use appell_mechanics::{Arithmetic, Derivation, Error, Frame, Kind, Of, Quantity};
use appell_model::{JointKind, Robot};
use appell_spatial::Scalar;

use crate::defined::DefinedNames;
use crate::hypothesis::Hypothesis;
use crate::known::Known;
use crate::meaning::Meaning;
use crate::meaning::evaluate::NoValue;
use crate::tensor::Tensor;

/// The derived quantities of a robot in one scalar.
pub(crate) struct Truth<'r, A: Arithmetic> {
    robot: &'r Robot,
    derivation: Derivation<'r, A>,
    defined: Rc<DefinedNames>,
    /// Quantities that were asked for before.
    known: RefCell<BTreeMap<Quantity, Tensor<A::Scalar>>>,
    /// Abbreviations that were asked for before.
    abbreviations: RefCell<BTreeMap<Symbol, A::Scalar>>,
    /// The convention under which it is derived.
    convention: Option<Convention<'r, A>>,
    /// How scalars are differentiated, where they can be.
    slope: Option<SlopeOf<A>>,
}

/// The partial derivative of a scalar by a symbol.
pub(crate) type SlopeOf<A> = fn(
    &<A as Arithmetic>::Scalar,
    Symbol,
    &Robot,
    &DefinedNames,
    &A,
) -> Result<<A as Arithmetic>::Scalar, NoValue>;

/// A convention, and how what is derived is put into it.
pub(crate) struct Convention<'r, A: Arithmetic> {
    pub(crate) hypothesis: &'r Hypothesis,
    pub(crate) poly: fn(&A::Scalar) -> Result<&Poly, AlgebraError>,
}

impl<'r, A: Arithmetic> Truth<'r, A> {
    pub(crate) fn new(
        robot: &'r Robot,
        defined: Rc<DefinedNames>,
        arithmetic: A,
    ) -> Result<Self, Error> {
        let derivation = Derivation::new(robot, arithmetic)?;
        let (known, abbreviations) = (RefCell::default(), RefCell::default());
        let (convention, slope) = (None, None);
        Ok(Self { robot, derivation, defined, known, abbreviations, convention, slope })
    }

    /// Derives under a convention from now on.
    pub(crate) fn set_convention(&mut self, convention: Convention<'r, A>) {
        self.convention = Some(convention);
        self.known.borrow_mut().clear();
        self.abbreviations.borrow_mut().clear();
    }

    /// Differentiates from now on, in scalars that are formulas.
    pub(crate) fn with_slopes(self, slope: SlopeOf<A>) -> Self {
        Self { slope: Some(slope), ..self }
    }

    /// The partial derivative of a scalar.
    pub(crate) fn slope(&self, scalar: &A::Scalar, by: Symbol) -> Result<A::Scalar, NoValue> {
        match self.slope {
            Some(slope) => slope(scalar, by, self.robot, &self.defined, self.arithmetic()),
            None => Err(NoValue::Unavailable("numbers have no derivatives".to_owned())),
        }
    }

    /// The time derivative of a scalar: by the chain rule over the coordinates and their rates.
    pub(crate) fn rate(&self, scalar: &A::Scalar) -> Result<A::Scalar, NoValue> {
        let mut sum = self.zero();
        for coordinate in self.robot.coordinates() {
            for order in 0..=Symbol::MAX_ORDER {
                let slope = self.slope(scalar, coordinate.derivative(order)?)?;
                if !slope.is_zero() {
                    let rate = self.symbol(coordinate.derivative(order + 1)?)?;
                    sum = sum.add(&slope.mul(&rate));
                }
            }
        }
        Ok(sum)
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

    /// For the quantity `Delta` of a joint, whether the joint is revolute; `None` for other quantities.
    pub(crate) fn is_revolute(&self, known: &Known) -> Option<bool> {
        match (known.quantity.kind(), known.quantity.of()) {
            (Kind::IsRotation, Of::Frame(Frame::Joint(id))) => {
                Some(self.robot.joint(id).kind == JointKind::Rotation)
            }
            _ => None,
        }
    }

    /// Whether the document defines a symbol by momenta.
    pub(crate) fn has_momenta(&self, symbol: Symbol) -> bool {
        self.defined.abbreviations.has_momenta(symbol)
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

    /// Cosine and sine of a multiple of pi and a number: numbers for quarter turns, else constants.
    pub(crate) fn constant_angle(
        &self,
        pi: &Rational,
        radians: &Rational,
    ) -> Result<(A::Scalar, A::Scalar), Error> {
        let (symbols, budget) = (self.robot.symbols(), self.arithmetic().budget());
        let turns = Poly::symbol(Symbol::PI).scale(pi);
        let angle = turns.checked_add(&Poly::constant(radians.clone()), &budget)?;
        let (cos, sin) = (symbols.cos(&angle, &budget)?, symbols.sin(&angle, &budget)?);
        Ok((self.arithmetic().entry(&cos)?, self.arithmetic().entry(&sin)?))
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
                let Some(whole) = self.whole(known.quantity)? else { return Ok(None) };
                self.known.borrow_mut().insert(known.quantity, whole.clone());
                whole
            }
        };
        Ok(match known.entry {
            None => Some(whole),
            Some((row, column)) => whole.get(row, column).cloned().map(Tensor::scalar),
        })
    }

    /// A quantity as it is derived, in the convention; none where that is not known.
    fn whole(&self, quantity: Quantity) -> Result<Option<Tensor<A::Scalar>>, Error> {
        // rounded factors decide nothing
        if quantity.kind() == Kind::BaseParameters && self.derivation.base_parameters()?.rounded {
            return Ok(None);
        }
        let Some(Convention { hypothesis, poly }) = &self.convention else {
            return Ok(Some(Tensor::new(self.derivation.get(quantity)?.rows)));
        };
        // a force of the new coordinates is made of all the old ones
        let one = match quantity.of() {
            Of::Joint(id) if hypothesis.changes(quantity.kind()) => Some(id),
            _ => None,
        };
        let asked = one.and_then(|_| quantity.with_of(Of::Robot)).unwrap_or(quantity);
        let rows = self.derivation.get(asked)?.rows;
        let (symbols, budget) = (self.robot.symbols(), self.arithmetic().budget());
        let kind = quantity.kind();
        let entry = |entry: &A::Scalar| {
            let replaced = poly(entry)?.substitute_all(&hypothesis.values, symbols, &budget)?;
            let Some(entry) = hypothesis.expanded(kind, replaced, self.robot, &budget) else {
                return Ok(None);
            };
            Ok(Some(self.arithmetic().entry(&entry)?))
        };
        let row =
            |row: &Vec<A::Scalar>| row.iter().map(entry).collect::<Result<Option<Vec<_>>, Error>>();
        let rows = rows.iter().map(row).collect::<Result<Option<Vec<_>>, Error>>()?;
        let Some(rows) = rows else { return Ok(None) };
        let whole = hypothesis.transformed(kind, &Tensor::new(rows));
        let (Some(whole), Some(id)) = (&whole, one) else { return Ok(whole) };
        let coordinates = self.robot.coordinates();
        let own = self.robot.joint(id).coordinate;
        let at = coordinates.iter().position(|coordinate| Some(*coordinate) == own);
        Ok(at.and_then(|at| whole.get(at, 0)).cloned().map(Tensor::scalar))
    }
}
