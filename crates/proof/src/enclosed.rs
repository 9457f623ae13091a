//! States of the robot in intervals: what is calculated at them is certain also where roots and
//! constant angles have no exact value.

use std::rc::Rc;

use appell_algebra::{Atom, AtomKind, Error, Function, Number, Poly, Symbol, SymbolKind};
use appell_mechanics::{
    Arithmetic, Coordinate, Derivation, Error as MechanicsError, Quantity, Value,
};
use appell_model::Robot;

use crate::defined::DefinedNames;
use crate::interval::Interval;
use crate::point::small_value;

/// A random state that the robot can have: cosine and sine are those of the coordinate itself.
pub(crate) struct EnclosedState<'r> {
    robot: &'r Robot,
    /// Angles of elastic tips follow from the modal coordinates.
    defined: Rc<DefinedNames>,
    seed: u64,
}

impl<'r> EnclosedState<'r> {
    pub(crate) fn new(robot: &'r Robot, defined: Rc<DefinedNames>, seed: u64) -> Self {
        Self { robot, defined, seed }
    }

    fn symbol(&self, symbol: Symbol) -> Result<Interval, Error> {
        let symbols = self.robot.symbols();
        if let Some(value) = self.defined.value(symbol) {
            return self.poly(value);
        }
        match (symbol, symbol.kind()) {
            (Symbol::PI, _) => Ok(Interval::PI),
            (_, SymbolKind::Constant | SymbolKind::AngleSum) => {
                let angle = symbols.angle_of(symbol);
                let none = || Error::NoValue { name: symbols.name(symbol) };
                self.poly(&angle.ok_or_else(none)?)
            }
            _ => Ok(Interval::from_rational(&small_value(self.seed, symbol, symbols))),
        }
    }

    fn atom(&self, atom: Atom) -> Result<Interval, Error> {
        match atom.kind() {
            AtomKind::Symbol(symbol) => self.symbol(symbol),
            AtomKind::Cos(symbol) => Ok(self.symbol(symbol)?.cos_sin().0),
            AtomKind::Sin(symbol) => Ok(self.symbol(symbol)?.cos_sin().1),
            AtomKind::Function(_) => {
                let applied = self.robot.symbols().function_of(atom);
                let (function, argument) =
                    applied.ok_or_else(|| Error::NoValue { name: "a function".to_owned() })?;
                let argument = self.poly(&argument)?;
                Ok(match function {
                    Function::Sin => argument.cos_sin().1,
                    Function::Cos => argument.cos_sin().0,
                    Function::Sqrt => argument.root(),
                    Function::Abs => argument.magnitude(),
                    Function::Sign => argument.sign(),
                    Function::Reciprocal => argument.reciprocal(),
                    Function::Named(_) => Interval::UNKNOWN,
                })
            }
        }
    }

    fn poly(&self, poly: &Poly) -> Result<Interval, Error> {
        poly.evaluate_atoms(|atom| self.atom(atom))
    }
}

impl Arithmetic for &EnclosedState<'_> {
    type Scalar = Interval;

    #[inline(never)]
    fn derivation(self, robot: &Robot) -> Result<Derivation<'_, Self>, MechanicsError> {
        Derivation::assembled(robot, self)
    }

    #[inline(never)]
    fn quantity(
        derivation: &Derivation<'_, Self>,
        quantity: Quantity,
    ) -> Result<Value<Self::Scalar>, MechanicsError> {
        derivation.computed(quantity)
    }

    fn entry(&self, entry: &Poly) -> Result<Interval, Error> {
        self.poly(entry)
    }

    fn coordinate(&self, q: Symbol, order: u32) -> Result<Coordinate<Interval>, Error> {
        let angle = self.symbol(q)?;
        let (cos, sin) = angle.cos_sin();
        let rate = |order| self.symbol(q.derivative(order)?);
        let rates = (1..=order).map(rate).collect::<Result<_, _>>()?;
        Ok(Coordinate { q: angle, cos, sin, rates })
    }

    fn root(&self, scalar: &Interval) -> Interval {
        scalar.root()
    }

    fn sign(&self, scalar: &Interval) -> Interval {
        scalar.sign()
    }

    fn driving_force(&self, _: usize, name: &str) -> Result<Interval, Error> {
        self.symbol(self.robot.symbols().parameter(name)?)
    }

    fn size(&self, scalar: &Interval) -> Option<f64> {
        scalar.is_known().then(|| scalar.least_magnitude())
    }

    fn reciprocal(&self, scalar: &Interval) -> Result<Interval, Error> {
        Ok(scalar.reciprocal())
    }

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    fn check_result(&self, result: &Interval) -> Result<(), Error> {
        match result.is_known() {
            true => Ok(()),
            false => Err(Error::NoValue { name: "a formula".to_owned() }),
        }
    }
}
