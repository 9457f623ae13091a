//! Exact polynomials in normal form.

mod accumulate;
mod budgeted;
mod builder;
mod coefficient;
mod decide;
mod decimal;
mod derivative;
mod divide;
mod evaluate;
mod layout;
mod monomial;
mod operators;
mod packed;
mod power;
mod product;
mod query;
mod replace;
mod sum;

pub use budgeted::{BudgetScope, BudgetedPoly};
pub use decide::Decision;
pub use evaluate::Number;
pub use monomial::Factor;
pub use query::{Difference, Group};

pub(crate) use builder::Builder;
pub(crate) use monomial::check_exponent;

use crate::atom::{Atom, AtomKind};
use crate::rational::Rational;
use crate::symbol::Symbol;

/// A polynomial with rational coefficients in symbols, sines, cosines and opaque functions.
///
/// Every value is in normal form, so `==` decides whether two formulas are equal:
///
/// | | valid | the same, not valid |
/// |---|---|---|
/// | terms | sorted by monomial, one of each, no zero | `x + x`, `0*x` |
/// | factors of a term | sorted by atom, one of each, no exponent 0 | `x*x`, `x^0` |
/// | sines | exponent 1 only | `sin(q)^2`, which is `1 - cos(q)^2` |
/// | angles | a single symbol | `sin(q2 + q3)`, which is `s2*c3 + c2*s3` |
///
/// Exponents of symbols, cosines and functions may be negative (`l1/l2` is one term). The
/// reciprocal of a sum or of a sine is an opaque function.
///
/// For polynomials in symbols, sines and cosines of symbols, with cosines and symbols in the
/// denominator too, the normal form is unique and `==` decides. Of opaque functions it knows
/// only what [`Symbols::apply`](crate::Symbols::apply) says: `sqrt(x)^2` is not known to be `x`,
/// nor `sin(q)*(1/sin(q))` to be one, nor how the sines of two different constant angles are
/// related. [`Poly::decide`] says so where it matters.
///
/// ```
/// use appell_algebra::{Poly, Symbols};
///
/// let symbols = Symbols::new();
/// let q = symbols.coordinate("q1")?;
/// let (c, s) = (Poly::cos(q), Poly::sin(q));
/// assert_eq!(&c * &c + &s * &s, Poly::from(1));
/// # Ok::<(), appell_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Poly {
    /// The factors of all terms, one term after the other.
    factors: Vec<Factor>,
    /// Where each term's factors end.
    ends: Vec<usize>,
    /// The coefficient of each term.
    coefficients: Vec<Rational>,
}

/// One term of a polynomial: a coefficient times a product of powers of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Term<'p> {
    /// The coefficient, never zero.
    pub coefficient: &'p Rational,
    /// The factors, sorted by atom.
    pub factors: &'p [Factor],
}

impl Poly {
    /// Zero.
    pub const ZERO: Self = Self { factors: Vec::new(), ends: Vec::new(), coefficients: Vec::new() };

    /// A number.
    pub fn constant(value: Rational) -> Self {
        let mut poly = Self::ZERO;
        poly.push(value, &[]);
        poly
    }

    /// One.
    pub fn one() -> Self {
        Self::constant(Rational::ONE)
    }

    /// A symbol.
    pub fn symbol(symbol: Symbol) -> Self {
        Self::atom(Atom::symbol(symbol))
    }

    /// The cosine of a symbol. For a sum of angles see [`Symbols::cos`](crate::Symbols::cos).
    pub fn cos(angle: Symbol) -> Self {
        Self::atom(Atom::cos(angle))
    }

    /// The sine of a symbol. For a sum of angles see [`Symbols::sin`](crate::Symbols::sin).
    pub fn sin(angle: Symbol) -> Self {
        Self::atom(Atom::sin(angle))
    }

    /// A single atom. Sine and cosine of the circle number are 0 and -1.
    pub fn atom(atom: Atom) -> Self {
        match atom.kind() {
            AtomKind::Sin(Symbol::PI) => Self::ZERO,
            AtomKind::Cos(Symbol::PI) => Self::from(-1),
            _ => Self::power_of_atom(atom, 1),
        }
    }

    /// A power of an atom; neither zero nor, for a sine, other than one.
    pub(crate) fn power_of_atom(atom: Atom, exponent: i32) -> Self {
        let mut poly = Self::ZERO;
        poly.push(Rational::ONE, &[Factor { atom, exponent }]);
        poly
    }

    /// How many terms there are.
    pub fn term_count(&self) -> usize {
        self.coefficients.len()
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// Whether this is one.
    pub fn is_one(&self) -> bool {
        self.factors.is_empty() && matches!(self.coefficients.as_slice(), [only] if only.is_one())
    }

    /// The number, when this is one.
    pub fn as_constant(&self) -> Option<Rational> {
        match self.coefficients.as_slice() {
            [] => Some(Rational::ZERO),
            [only] if self.factors.is_empty() => Some(only.clone()),
            _ => None,
        }
    }

    /// The terms, in the order of the normal form.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = Term<'_>> + ExactSizeIterator {
        (0..self.term_count()).map(|index| self.term(index))
    }

    #[inline]
    fn term(&self, index: usize) -> Term<'_> {
        Term { coefficient: &self.coefficients[index], factors: self.monomial(index) }
    }

    #[inline]
    fn monomial(&self, index: usize) -> &[Factor] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.factors[start..self.ends[index]]
    }

    /// Appends a term that comes after all others in the normal form; a zero is left out.
    #[inline]
    fn push(&mut self, coefficient: Rational, factors: &[Factor]) {
        if coefficient.is_zero() {
            return;
        }
        self.factors.extend_from_slice(factors);
        self.ends.push(self.factors.len());
        self.coefficients.push(coefficient);
    }

    fn with_capacity(terms: usize, factors: usize) -> Self {
        Self {
            factors: Vec::with_capacity(factors),
            ends: Vec::with_capacity(terms),
            coefficients: Vec::with_capacity(terms),
        }
    }

    /// Whether the invariants listed at [`Poly`] hold; for tests and debug assertions.
    #[doc(hidden)]
    pub fn is_normal(&self) -> bool {
        let sorted = (1..self.term_count())
            .all(|i| monomial::compare(self.monomial(i - 1), self.monomial(i)).is_lt());
        sorted
            && self.ends.len() == self.coefficients.len()
            && self.terms().all(|term| {
                !term.coefficient.is_zero()
                    && term.factors.windows(2).all(|pair| pair[0].atom < pair[1].atom)
                    && term.factors.iter().all(|factor| {
                        factor.exponent != 0 && (!factor.atom.is_sine() || factor.exponent == 1)
                    })
            })
    }
}

impl From<i64> for Poly {
    fn from(value: i64) -> Self {
        Self::constant(Rational::from(value))
    }
}

impl From<Rational> for Poly {
    fn from(value: Rational) -> Self {
        Self::constant(value)
    }
}

impl From<Symbol> for Poly {
    fn from(symbol: Symbol) -> Self {
        Self::symbol(symbol)
    }
}

impl From<Term<'_>> for Poly {
    fn from(term: Term<'_>) -> Self {
        let mut poly = Self::ZERO;
        poly.push(term.coefficient.clone(), term.factors);
        poly
    }
}
