//! Sines and cosines of sums: expanded into those of single symbols, which makes the normal form.

use crate::atom::{Atom, AtomKind};
use crate::budget::Budget;
use crate::error::Error;
use crate::poly::Poly;
use crate::rational::Rational;
use crate::symbol::{Symbol, SymbolKind, Symbols};

/// A sum of integer multiples of symbols, a multiple of pi and a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Angle {
    /// Symbols and their multiples, sorted, none zero.
    pub(crate) terms: Vec<(Symbol, i64)>,
    /// How many times pi.
    pub(crate) pi: Rational,
    /// The rest, in radians.
    pub(crate) number: Rational,
}

/// The largest multiple of an angle that is expanded; `cos(k q)` has k/2 terms.
pub(crate) const MAX_MULTIPLE: i64 = 1000;

impl Angle {
    /// Reads a polynomial as such a sum; nothing when it is none.
    pub(crate) fn of(poly: &Poly) -> Result<Option<Self>, Error> {
        let mut angle = Self::default();
        for term in poly.terms() {
            match term.factors {
                [] => angle.number = term.coefficient.clone(),
                [factor] if factor.exponent == 1 => match factor.atom.kind() {
                    AtomKind::Symbol(symbol) if symbol == Symbol::PI => {
                        angle.pi = term.coefficient.clone();
                    }
                    AtomKind::Symbol(symbol) if term.coefficient.is_integer() => {
                        match term.coefficient.to_i64() {
                            Some(multiple) if multiple.abs() <= MAX_MULTIPLE => {
                                angle.terms.push((symbol, multiple));
                            }
                            _ => return Err(Error::AngleMultiple { limit: MAX_MULTIPLE }),
                        }
                    }
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            }
        }
        angle.terms.sort_unstable();
        Ok(Some(angle))
    }

    /// The same angle as a polynomial.
    pub(crate) fn to_poly(&self) -> Poly {
        let mut sum = Poly::constant(self.number.clone());
        let multiples = self.terms.iter().map(|&(symbol, multiple)| (symbol, multiple.into()));
        for (symbol, multiple) in multiples.chain([(Symbol::PI, self.pi.clone())]) {
            sum = sum + Poly::from(symbol).scale(&multiple);
        }
        sum
    }

    /// Its cosine and sine in normal form.
    pub(crate) fn cos_sin(&self, symbols: &Symbols, budget: &Budget) -> Result<Turn, Error> {
        let mut turn = Turn::of_pi(&self.pi, symbols)?;
        if !self.number.is_zero() {
            let number = Self { number: self.number.abs(), ..Self::default() };
            turn = turn.then(&Turn::of_constant(number, &self.number, symbols)?, budget)?;
        }
        for &(symbol, multiple) in &self.terms {
            let single = Turn { cos: Poly::cos(symbol), sin: Poly::sin(symbol) };
            turn = turn.then(&single.times(multiple, budget)?, budget)?;
        }
        Ok(turn)
    }

    /// The value in radians.
    pub(crate) fn value(&self, value: impl Fn(Symbol) -> Result<f64, Error>) -> Result<f64, Error> {
        let mut sum = self.number.to_f64() + self.pi.to_f64() * std::f64::consts::PI;
        for &(symbol, multiple) in &self.terms {
            sum += multiple as f64 * value(symbol)?;
        }
        Ok(sum)
    }
}

/// A rotation in the plane: the cosine and the sine of its angle.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) cos: Poly,
    pub(crate) sin: Poly,
}

impl Turn {
    /// A multiple of pi: quarter turns are exact, the remainder is an atom between 0 and pi/4.
    fn of_pi(multiple: &Rational, symbols: &Symbols) -> Result<Self, Error> {
        // To the nearest quarter turn, halves towards zero: so an angle and its negative have the
        // same remainder.
        let half = Rational::new(1, 2)?;
        let magnitude = &multiple.abs() + &multiple.abs();
        let nearest = -(&half - &magnitude).floor();
        let quarters = &nearest * &multiple.signum();
        let remainder = multiple - &(&quarters * &half);
        let rest = if remainder.is_zero() {
            Self { cos: Poly::one(), sin: Poly::ZERO }
        } else {
            let angle = Angle { pi: remainder.abs(), ..Angle::default() };
            Self::of_constant(angle, &remainder, symbols)?
        };
        let quarter = &quarters - &(&(&quarters * &Rational::new(1, 4)?).floor() * &4.into());
        Ok(match quarter.to_i64() {
            Some(1) => Self { cos: -&rest.sin, sin: rest.cos },
            Some(2) => Self { cos: -&rest.cos, sin: -&rest.sin },
            Some(3) => Self { cos: rest.sin, sin: -&rest.cos },
            _ => rest,
        })
    }

    /// A positive constant angle as an atom, taken in the sense of `sign`.
    fn of_constant(angle: Angle, sign: &Rational, symbols: &Symbols) -> Result<Self, Error> {
        let symbol = symbols.angle_symbol(SymbolKind::Constant, angle)?;
        let sin = Poly::atom(Atom::sin(symbol));
        let sin = if sign.is_negative() { -sin } else { sin };
        Ok(Self { cos: Poly::atom(Atom::cos(symbol)), sin })
    }

    /// This rotation, then another.
    fn then(&self, next: &Self, budget: &Budget) -> Result<Self, Error> {
        let product = |a: &Poly, b: &Poly| a.checked_mul(b, budget);
        let cc = product(&self.cos, &next.cos)?;
        let ss = product(&self.sin, &next.sin)?;
        let sc = product(&self.sin, &next.cos)?;
        let cs = product(&self.cos, &next.sin)?;
        Ok(Self { cos: cc.checked_sub(&ss, budget)?, sin: sc.checked_add(&cs, budget)? })
    }

    /// This rotation so many times, by repeated doubling.
    fn times(&self, multiple: i64, budget: &Budget) -> Result<Self, Error> {
        let count = multiple.unsigned_abs();
        let mut turn = Self { cos: Poly::one(), sin: Poly::ZERO };
        for bit in (0..u64::BITS - count.leading_zeros()).rev() {
            turn = turn.then(&turn, budget)?;
            if count >> bit & 1 == 1 {
                turn = turn.then(self, budget)?;
            }
        }
        if multiple < 0 {
            turn.sin = -turn.sin;
        }
        Ok(turn)
    }
}
