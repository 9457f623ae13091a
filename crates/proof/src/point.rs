//! The second route to a verdict: exact values at random states, without any normal form.

use std::rc::Rc;

use appell_algebra::{
    Atom, AtomKind, Budget, Error, Function, Poly, Rational, Symbol, SymbolKind, Symbols,
};
use appell_diagnostic::broken_invariant;
use appell_mechanics::{
    Arithmetic, Comparable, Coordinate, Derivation, Error as MechanicsError, LARGEST_MULTIPLE,
    Quantity, Route, Value,
};
use appell_model::Robot;
use appell_numeric::random;
use appell_spatial::{Scalar, base_scalar};

/// A random state: every symbol has a rational value, every coordinate a rational point of the
/// circle for its cosine and sine. What is calculated at it is exact.
pub(crate) struct Point<'r> {
    robot: &'r Robot,
    seed: u64,
}

/// A rational number, or why there is none at this state: a root that is not rational, a division
/// by zero. What is calculated from such a value has none either.
///
/// Shared, and its operations are not inlined: all of mechanics is compiled for it.
#[derive(Clone, Debug)]
pub(crate) struct Exact(Rc<Result<Rational, Error>>);

impl Exact {
    fn new(value: Result<Rational, Error>) -> Self {
        Self(Rc::new(value))
    }

    /// The number.
    pub(crate) fn value(&self) -> Result<&Rational, Error> {
        Result::as_ref(&self.0).map_err(Error::clone)
    }

    fn with(&self, other: &Self, operation: impl Fn(&Rational, &Rational) -> Rational) -> Self {
        match (&*self.0, &*other.0) {
            (Ok(own), Ok(other)) => Self::new(Ok(operation(own, other))),
            (Err(_), _) => self.clone(),
            (_, Err(_)) => other.clone(),
        }
    }

    fn and_then(&self, operation: impl Fn(&Rational) -> Result<Rational, Error>) -> Self {
        Self::new(self.value().and_then(operation))
    }
}

impl Scalar for Exact {
    base_scalar!();

    #[inline(never)]
    fn integer(&self, value: i64) -> Self {
        Self::new(Ok(value.into()))
    }

    #[inline(never)]
    fn add(&self, other: &Self) -> Self {
        self.with(other, |a, b| a + b)
    }

    #[inline(never)]
    fn sub(&self, other: &Self) -> Self {
        self.with(other, |a, b| a - b)
    }

    #[inline(never)]
    fn mul(&self, other: &Self) -> Self {
        self.with(other, |a, b| a * b)
    }

    #[inline(never)]
    fn neg(&self) -> Self {
        self.and_then(|value| Ok(-value.clone()))
    }

    #[inline(never)]
    fn over(&self, divisor: i64) -> Self {
        self.and_then(|value| Ok(value * &Rational::new(1, divisor)?))
    }

    fn is_zero(&self) -> bool {
        Result::as_ref(&self.0).is_ok_and(Rational::is_zero)
    }
}

impl<'r> Point<'r> {
    pub(crate) fn new(robot: &'r Robot, seed: u64) -> Self {
        Self { robot, seed }
    }

    /// A rational number that depends on nothing but the seed and the name.
    fn random(&self, name: &str) -> Rational {
        let hash = mixed(self.seed, name);
        let (above, below) = ((hash % 199) as i64 - 99, (hash >> 32) % 13 + 2);
        let above = if above == 0 { 100 } else { above };
        Rational::from(above) * inverse(below as i64)
    }

    fn atom(&self, atom: Atom) -> Result<Rational, Error> {
        let symbols = self.robot.symbols();
        let on_circle = |symbol: Symbol| match symbol.kind() {
            SymbolKind::Constant | SymbolKind::AngleSum => {
                Err(Error::NoValue { name: symbols.name(symbol) })
            }
            _ => {
                let half = self.random(&format!("tan {}", symbols.name(symbol)));
                let square = &half * &half;
                let below = (Rational::ONE + square.clone()).recip()?;
                Ok(((Rational::ONE - square) * below.clone(), half * Rational::from(2) * below))
            }
        };
        match atom.kind() {
            AtomKind::Symbol(symbol) => Ok(self.random(&symbols.name(symbol))),
            AtomKind::Cos(symbol) => on_circle(symbol).map(|(cos, _)| cos),
            AtomKind::Sin(symbol) => on_circle(symbol).map(|(_, sin)| sin),
            // roots, signs and unknown functions have no rational value in general
            AtomKind::Function(_) => match symbols.function_of(atom) {
                Some((Function::Reciprocal, below)) => {
                    below.evaluate_atoms(|atom| self.atom(atom))?.recip()
                }
                _ => Err(Error::NoValue { name: "a function".to_owned() }),
            },
        }
    }
}

/// A small number with one decimal that depends on nothing but the seed and the symbol: above zero
/// for a parameter, which may be a length under a root, on both sides of it for a coordinate.
pub(crate) fn small_value(seed: u64, symbol: Symbol, symbols: &Symbols) -> Rational {
    let step = (mixed(seed, &symbols.name(symbol)) % 29) as i64;
    let negative = symbol.kind() == SymbolKind::Coordinate && step % 2 == 1;
    Rational::from(if negative { -step - 2 } else { step + 2 }) * inverse(10)
}

/// A number for a name: FNV, then the last step of splitmix.
fn mixed(seed: u64, name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = name.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, step);
    random::mixed(hash)
}

/// One over a positive integer.
fn inverse(below: i64) -> Rational {
    Rational::new(1, below).unwrap_or_else(|error| broken_invariant(error))
}

impl Comparable for &Point<'_> {
    #[inline(never)]
    fn routes(
        derivation: &Derivation<'_, Self>,
        quantity: Quantity,
    ) -> Result<Vec<Route<Exact>>, MechanicsError> {
        derivation.all_routes(quantity)
    }
}

impl Arithmetic for &Point<'_> {
    type Scalar = Exact;

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

    fn entry(&self, entry: &Poly) -> Result<Exact, Error> {
        entry.evaluate_atoms(|atom| self.atom(atom)).map(|value| Exact::new(Ok(value)))
    }

    fn coordinate(&self, q: Symbol, order: u32) -> Result<Coordinate<Exact>, Error> {
        let value = |atom| Ok::<_, Error>(Exact::new(Ok(self.atom(atom)?)));
        let rate = |order| value(Atom::symbol(q.derivative(order)?));
        Ok(Coordinate {
            q: value(Atom::symbol(q))?,
            cos: value(Atom::cos(q))?,
            sin: value(Atom::sin(q))?,
            rates: (1..=order).map(rate).collect::<Result<_, _>>()?,
        })
    }

    /// Where the angle is a sum of whole multiples of coordinates, as it follows from theirs.
    fn turn(&self, name: Symbol, _: &Exact) -> Result<(Exact, Exact), Error> {
        let related = self.robot.related()?;
        let known = match related.iter().find(|(symbol, _)| *symbol == name) {
            Some((_, angle)) => {
                self.robot.symbols().circle(angle, LARGEST_MULTIPLE, &Budget::default())?
            }
            None => None,
        };
        let (cos, sin) = known.unwrap_or_else(|| (Poly::cos(name), Poly::sin(name)));
        Ok((self.entry(&cos)?, self.entry(&sin)?))
    }

    fn root(&self, scalar: &Exact) -> Exact {
        let none = || Error::NoValue { name: "a square root".to_owned() };
        scalar.and_then(|value| value.sqrt().ok_or_else(none))
    }

    fn sign(&self, scalar: &Exact) -> Exact {
        scalar.and_then(|value| Ok(value.signum()))
    }

    fn driving_force(&self, _: usize, name: &str) -> Result<Exact, Error> {
        Ok(Exact::new(Ok(self.random(name))))
    }

    fn size(&self, scalar: &Exact) -> Option<f64> {
        scalar.value().ok().map(|value| value.to_f64().abs())
    }

    fn reciprocal(&self, scalar: &Exact) -> Result<Exact, Error> {
        scalar.value()?.recip().map(|value| Exact::new(Ok(value)))
    }

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    fn check_result(&self, result: &Exact) -> Result<(), Error> {
        result.value().map(|_| ())
    }
}
