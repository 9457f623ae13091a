//! Where the scalars of a derivation come from: numbers at a state, expressions, polynomials.

use std::cell::RefCell;
use std::collections::BTreeSet;

use appell_algebra::{
    Budget, BudgetScope, BudgetedPoly, Error, Expr, Function, Graph, Poly, Symbol, Symbols,
};
use appell_model::Robot;
use appell_numeric::eigenvalues::Complex;
use appell_spatial::{Scalar, Vector};

use crate::derivation::Derivation;
use crate::quantity::Quantity;
use crate::state::Coordinate;
use crate::value::Value;
use crate::vibration::{Vibration, damped_vibrations, damping_ratio, vibrations};

/// A kind of scalar, and how the entries and coordinates of a robot become scalars of this kind.
///
/// [`Arithmetic::derivation`] and [`Arithmetic::quantity`] are one line each, without a default: a generic
/// function is compiled again in every crate that calls it, a function of an `impl` once, in the crate of
/// the `impl`. All algorithms are behind these two.
pub trait Arithmetic: Sized {
    /// The scalar.
    type Scalar: Scalar;

    /// The robot in this kind of scalar: [`Derivation::assembled`].
    fn derivation(self, robot: &Robot) -> Result<Derivation<'_, Self>, crate::error::Error>;

    /// A quantity in this kind of scalar: [`Derivation::computed`].
    fn quantity(
        derivation: &Derivation<'_, Self>,
        quantity: Quantity,
    ) -> Result<Value<Self::Scalar>, crate::error::Error>;

    /// An entry of the robot.
    fn entry(&self, entry: &Poly) -> Result<Self::Scalar, Error>;

    /// A coordinate, with its derivatives up to an order.
    fn coordinate(&self, q: Symbol, order: u32) -> Result<Coordinate<Self::Scalar>, Error>;

    /// Cosine and sine of an angle that follows from coordinates: of the tip of an elastic link, or of a
    /// joint that follows others. Where they are symbols, of the angle of this name, unless it is a sum
    /// of integer multiples of coordinates.
    fn turn(
        &self,
        name: Symbol,
        _angle: &Self::Scalar,
    ) -> Result<(Self::Scalar, Self::Scalar), Error> {
        let Coordinate { cos, sin, .. } = self.coordinate(name, 0)?;
        Ok((cos, sin))
    }

    /// The small vibrations for given mass and stiffness, each by its angular frequency and then its
    /// shape; nothing where scalars are no numbers.
    fn vibrations(
        &self,
        _mass: &[Vec<Self::Scalar>],
        _stiffness: &[Vec<Self::Scalar>],
    ) -> Option<Result<Vec<Vec<Self::Scalar>>, crate::error::Error>> {
        None
    }

    /// The vibrations for given mass, damping and stiffness, each by frequency, decay and damping ratio; nothing
    /// where scalars are no numbers.
    fn damped_vibrations(
        &self,
        _matrices: [&[Vec<Self::Scalar>]; 3],
    ) -> Option<Result<Vec<Vec<Self::Scalar>>, crate::error::Error>> {
        None
    }

    /// The square root.
    fn root(&self, scalar: &Self::Scalar) -> Self::Scalar;

    /// The length of a vector.
    fn length(&self, vector: &Vector<Self::Scalar>) -> Self::Scalar {
        self.root(&vector.dot(vector))
    }

    /// -1, 0 or 1 by the sign.
    fn sign(&self, scalar: &Self::Scalar) -> Self::Scalar;

    /// The driving force of a coordinate, counted from 0, for forward dynamics; where it is a
    /// symbol, by this name.
    fn driving_force(&self, coordinate: usize, name: &str) -> Result<Self::Scalar, Error>;

    /// The magnitude, where the scalar is a number.
    fn size(&self, scalar: &Self::Scalar) -> Option<f64>;

    /// How many operations make some scalars; nothing where they are not kept as formulas.
    fn operations(&self, _: &[Self::Scalar]) -> Option<usize> {
        None
    }

    /// One over a scalar; an error where this kind has no such thing.
    fn reciprocal(&self, scalar: &Self::Scalar) -> Result<Self::Scalar, Error>;

    /// The limits of the computation; none where scalars are numbers.
    fn budget(&self) -> Budget {
        Budget::unlimited()
    }

    /// Whether all operations so far succeeded.
    fn check(&self) -> Result<(), Error>;

    /// The failure, if there was one, which is then forgotten: what was calculated from it stays
    /// poisoned, but something else may be tried.
    fn take_failure(&self) -> Option<Error> {
        None
    }

    /// Whether a result can be used; if not, the failure that poisoned it.
    fn check_result(&self, _: &Self::Scalar) -> Result<(), Error> {
        self.check()
    }
}

/// The largest multiple of a coordinate whose sine is expanded: a larger one has many terms, and its
/// angle is then one of its own.
pub const LARGEST_MULTIPLE: i64 = 6;

/// Polynomials, for closed forms that are multiplied out. Used through a reference.
#[derive(Debug)]
pub struct PolynomialArithmetic {
    symbols: Symbols,
    limited: BudgetScope,
}

impl PolynomialArithmetic {
    /// Polynomials in the symbols of a robot, under a budget.
    pub fn new(robot: &Robot, budget: Budget) -> Self {
        Self { symbols: robot.symbols().clone(), limited: BudgetScope::new(budget) }
    }
}

impl<'l> Arithmetic for &'l PolynomialArithmetic {
    type Scalar = BudgetedPoly<'l>;

    #[inline(never)]
    fn derivation(self, robot: &Robot) -> Result<Derivation<'_, Self>, crate::error::Error> {
        Derivation::assembled(robot, self)
    }

    #[inline(never)]
    fn quantity(
        derivation: &Derivation<'_, Self>,
        quantity: Quantity,
    ) -> Result<Value<Self::Scalar>, crate::error::Error> {
        derivation.computed(quantity)
    }

    fn entry(&self, entry: &Poly) -> Result<BudgetedPoly<'l>, Error> {
        Ok(self.limited.scalar(entry.clone()))
    }

    fn coordinate(&self, q: Symbol, order: u32) -> Result<Coordinate<BudgetedPoly<'l>>, Error> {
        let rate = |order| Ok::<_, Error>(self.limited.scalar(q.derivative(order)?));
        Ok(Coordinate {
            q: self.limited.scalar(q),
            cos: self.limited.scalar(Poly::cos(q)),
            sin: self.limited.scalar(Poly::sin(q)),
            rates: (1..=order).map(rate).collect::<Result<_, _>>()?,
        })
    }

    fn turn(
        &self,
        name: Symbol,
        angle: &BudgetedPoly<'l>,
    ) -> Result<(BudgetedPoly<'l>, BudgetedPoly<'l>), Error> {
        let circle = self.symbols.circle(angle.poly()?, LARGEST_MULTIPLE, self.limited.budget())?;
        let (cos, sin) = circle.unwrap_or_else(|| (Poly::cos(name), Poly::sin(name)));
        Ok((self.limited.scalar(cos), self.limited.scalar(sin)))
    }

    fn root(&self, scalar: &BudgetedPoly<'l>) -> BudgetedPoly<'l> {
        scalar.try_map(|poly, budget| self.symbols.apply(Function::Sqrt, poly, budget))
    }

    fn sign(&self, scalar: &BudgetedPoly<'l>) -> BudgetedPoly<'l> {
        scalar.try_map(|poly, budget| self.symbols.apply(Function::Sign, poly, budget))
    }

    fn driving_force(&self, _: usize, name: &str) -> Result<BudgetedPoly<'l>, Error> {
        Ok(self.limited.scalar(self.symbols.parameter(name)?))
    }

    fn size(&self, _: &BudgetedPoly<'l>) -> Option<f64> {
        None
    }

    fn reciprocal(&self, scalar: &BudgetedPoly<'l>) -> Result<BudgetedPoly<'l>, Error> {
        let inverse = self.symbols.reciprocal(scalar.poly()?, self.limited.budget())?;
        Ok(self.limited.scalar(inverse))
    }

    fn take_failure(&self) -> Option<Error> {
        self.limited.take_failure()
    }

    fn check(&self) -> Result<(), Error> {
        self.limited.check()
    }

    fn check_result(&self, result: &BudgetedPoly<'l>) -> Result<(), Error> {
        result.poly().map(|_| ())
    }
}

impl<'g> Arithmetic for &'g Graph {
    type Scalar = Expr<'g>;

    #[inline(never)]
    fn derivation(self, robot: &Robot) -> Result<Derivation<'_, Self>, crate::error::Error> {
        Derivation::assembled(robot, self)
    }

    #[inline(never)]
    fn quantity(
        derivation: &Derivation<'_, Self>,
        quantity: Quantity,
    ) -> Result<Value<Self::Scalar>, crate::error::Error> {
        derivation.computed(quantity)
    }

    fn budget(&self) -> Budget {
        Graph::budget(self).clone()
    }

    fn entry(&self, entry: &Poly) -> Result<Expr<'g>, Error> {
        Ok(self.poly(entry))
    }

    fn coordinate(&self, q: Symbol, order: u32) -> Result<Coordinate<Expr<'g>>, Error> {
        let angle = self.symbol(q);
        let rate = |order| Ok::<_, Error>(self.symbol(q.derivative(order)?));
        Ok(Coordinate {
            q: angle,
            cos: angle.cos(),
            sin: angle.sin(),
            rates: (1..=order).map(rate).collect::<Result<_, _>>()?,
        })
    }

    fn turn(&self, _: Symbol, angle: &Expr<'g>) -> Result<(Expr<'g>, Expr<'g>), Error> {
        Ok((angle.cos(), angle.sin()))
    }

    fn root(&self, scalar: &Expr<'g>) -> Expr<'g> {
        scalar.sqrt()
    }

    fn sign(&self, scalar: &Expr<'g>) -> Expr<'g> {
        Expr::sign(*scalar)
    }

    fn driving_force(&self, _: usize, name: &str) -> Result<Expr<'g>, Error> {
        Ok(self.parameter(name))
    }

    fn size(&self, _: &Expr<'g>) -> Option<f64> {
        None
    }

    fn operations(&self, scalars: &[Expr<'g>]) -> Option<usize> {
        let parts = self.topological(scalars).into_iter();
        Some(parts.filter(|part| part.node().operands().next().is_some()).count())
    }

    fn reciprocal(&self, scalar: &Expr<'g>) -> Result<Expr<'g>, Error> {
        Ok(scalar.pow(-1))
    }

    fn check(&self) -> Result<(), Error> {
        Graph::check(self)
    }

    fn check_result(&self, result: &Expr<'g>) -> Result<(), Error> {
        result.check()
    }
}

/// Numbers: the values of parameters and coordinates.
pub struct Numbers<'v> {
    symbols: &'v Symbols,
    value: Box<dyn Fn(Symbol) -> Option<f64> + 'v>,
    driving_forces: Vec<f64>,
    /// The names of parameters that were needed and have no value.
    missing: RefCell<BTreeSet<String>>,
}

impl<'v> Numbers<'v> {
    /// Numbers by the values of symbols: parameters, coordinates and their time derivatives.
    pub fn new(symbols: &'v Symbols, value: impl Fn(Symbol) -> Option<f64> + 'v) -> Self {
        Self {
            symbols,
            value: Box::new(value),
            driving_forces: Vec::new(),
            missing: RefCell::default(),
        }
    }

    /// With driving forces, for forward dynamics; those that are not given are zero.
    #[must_use]
    pub fn with_driving_forces(mut self, forces: Vec<f64>) -> Self {
        self.driving_forces = forces;
        self
    }

    /// With the parameters that were found missing before, by numbers with the same parameters.
    pub(crate) fn with_missing_of(self, other: &Self) -> Self {
        Self { missing: other.missing.clone(), ..self }
    }

    fn symbol(&self, symbol: Symbol) -> Result<f64, Error> {
        let missing = || Error::NoValue { name: self.symbols.name(symbol) };
        (self.value)(symbol).ok_or_else(missing)
    }
}

impl Arithmetic for Numbers<'_> {
    type Scalar = f64;

    #[inline(never)]
    fn derivation(self, robot: &Robot) -> Result<Derivation<'_, Self>, crate::error::Error> {
        Derivation::assembled(robot, self)
    }

    #[inline(never)]
    fn quantity(
        derivation: &Derivation<'_, Self>,
        quantity: Quantity,
    ) -> Result<Value<Self::Scalar>, crate::error::Error> {
        derivation.computed(quantity)
    }

    /// An entry without a value is no number, and so is what is calculated with it.
    fn entry(&self, entry: &Poly) -> Result<f64, Error> {
        match entry.evaluate(self.symbols, &self.value) {
            Err(Error::NoValue { name }) => {
                self.missing.borrow_mut().insert(name);
                Ok(f64::NAN)
            }
            other => other,
        }
    }

    fn coordinate(&self, q: Symbol, order: u32) -> Result<Coordinate<f64>, Error> {
        let angle = self.symbol(q)?;
        let rate = |order| self.symbol(q.derivative(order)?);
        Ok(Coordinate {
            q: angle,
            cos: angle.cos(),
            sin: angle.sin(),
            rates: (1..=order).map(rate).collect::<Result<_, _>>()?,
        })
    }

    fn turn(&self, _: Symbol, angle: &f64) -> Result<(f64, f64), Error> {
        Ok((angle.cos(), angle.sin()))
    }

    fn vibrations(
        &self,
        mass: &[Vec<f64>],
        stiffness: &[Vec<f64>],
    ) -> Option<Result<Vec<Vec<f64>>, crate::error::Error>> {
        let row = |found: Vibration| std::iter::once(found.omega).chain(found.shape).collect();
        Some(vibrations(mass, stiffness).map(|all| all.into_iter().map(row).collect()))
    }

    fn damped_vibrations(
        &self,
        [mass, damping, stiffness]: [&[Vec<f64>]; 3],
    ) -> Option<Result<Vec<Vec<f64>>, crate::error::Error>> {
        let row = |found: Complex| vec![found.im, -found.re, damping_ratio(found)];
        let found = damped_vibrations(mass, damping, stiffness);
        Some(found.map(|all| all.into_iter().map(row).collect()))
    }

    fn root(&self, scalar: &f64) -> f64 {
        scalar.sqrt()
    }

    fn sign(&self, scalar: &f64) -> f64 {
        if *scalar == 0.0 { 0.0 } else { scalar.signum() }
    }

    fn driving_force(&self, coordinate: usize, _: &str) -> Result<f64, Error> {
        Ok(self.driving_forces.get(coordinate).copied().unwrap_or_default())
    }

    fn size(&self, scalar: &f64) -> Option<f64> {
        Some(scalar.abs())
    }

    fn reciprocal(&self, scalar: &f64) -> Result<f64, Error> {
        if *scalar == 0.0 { Err(Error::DivisionByZero) } else { Ok(1.0 / scalar) }
    }

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    fn check_result(&self, result: &f64) -> Result<(), Error> {
        let missing = self.missing.borrow();
        if result.is_nan() && !missing.is_empty() {
            let names: Vec<&str> = missing.iter().map(String::as_str).collect();
            return Err(Error::NoValue { name: names.join("`, `") });
        }
        Ok(())
    }
}
