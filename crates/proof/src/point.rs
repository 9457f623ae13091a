//! The second route to a verdict: exact values at random states, without any normal form.

use std::cell::RefCell;

use appell_algebra::{Atom, AtomKind, Error, Poly, Rational, Symbol, SymbolKind};
use appell_mechanics::{Arithmetic, Coordinate};
use appell_model::Robot;
use appell_numeric::random;

/// A random state: every symbol has a rational value, every coordinate a rational point of the
/// circle for its cosine and sine. What is calculated at it is exact.
pub(crate) struct Point<'r> {
    robot: &'r Robot,
    seed: u64,
    failure: RefCell<Option<Error>>,
}

impl<'r> Point<'r> {
    pub(crate) fn new(robot: &'r Robot, seed: u64) -> Self {
        Self { robot, seed, failure: RefCell::default() }
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
            AtomKind::Function(_) => Err(Error::NoValue { name: "a function".to_owned() }),
        }
    }

    fn fail(&self, error: Error) -> Rational {
        self.failure.borrow_mut().get_or_insert(error);
        Rational::ZERO
    }
}

/// A number for a name: FNV, then the last step of splitmix.
pub(crate) fn mixed(seed: u64, name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = name.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, step);
    random::mixed(hash)
}

/// One over a positive integer.
fn inverse(below: i64) -> Rational {
    Rational::new(1, below).unwrap_or(Rational::ONE)
}

impl Arithmetic for &Point<'_> {
    type Scalar = Rational;

    fn entry(&self, entry: &Poly) -> Result<Rational, Error> {
        entry.evaluate_atoms(|atom| self.atom(atom))
    }

    fn coordinate(&self, q: Symbol, order: u32) -> Result<Coordinate<Rational>, Error> {
        let rate = |order| self.atom(Atom::symbol(q.derivative(order)?));
        Ok(Coordinate {
            q: self.atom(Atom::symbol(q))?,
            cos: self.atom(Atom::cos(q))?,
            sin: self.atom(Atom::sin(q))?,
            rates: (1..=order).map(rate).collect::<Result<_, _>>()?,
        })
    }

    fn root(&self, scalar: &Rational) -> Rational {
        let none = || self.fail(Error::NoValue { name: "a square root".to_owned() });
        scalar.sqrt().unwrap_or_else(none)
    }

    fn sign(&self, scalar: &Rational) -> Rational {
        scalar.signum()
    }

    fn driving_force(&self, _: usize, name: &str) -> Result<Rational, Error> {
        Ok(self.random(name))
    }

    fn size(&self, scalar: &Rational) -> Option<f64> {
        Some(scalar.to_f64().abs())
    }

    fn reciprocal(&self, scalar: &Rational) -> Result<Rational, Error> {
        scalar.recip()
    }

    fn take_failure(&self) -> Option<Error> {
        self.failure.take()
    }

    fn check(&self) -> Result<(), Error> {
        self.failure.borrow().clone().map_or(Ok(()), Err)
    }
}
