//! Sums of very many packed terms: a hash table from monomial to coefficient.

use super::Poly;
use super::layout::{Key, Layout, Squares, add_keys};
use crate::budget::{Budget, Stop};
use crate::error::Error;
use crate::rational::Rational;

/// What the coefficients are added up in: machine words when a bound shows that they suffice.
pub(super) trait Coefficient: Clone {
    const ZERO: Self;
    fn from_rational(value: &Rational, denominator: u64) -> Self;
    fn into_rational(self, denominator: u64) -> Rational;
    fn add(&mut self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    fn times_small(&self, factor: i32) -> Self;
    fn is_zero(&self) -> bool;
}

/// Integers over a common denominator. The caller has shown that no sum or product overflows.
macro_rules! integer_coefficient {
    ($type:ty) => {
        impl Coefficient for $type {
            const ZERO: Self = 0;

            fn from_rational(value: &Rational, denominator: u64) -> Self {
                let (n, d) = value.small_parts().unwrap_or((0, 1));
                n as $type * (denominator / d) as $type
            }

            fn into_rational(self, denominator: u64) -> Rational {
                Rational::reduced(i128::from(self), u128::from(denominator))
            }

            #[inline]
            fn add(&mut self, other: &Self) {
                *self += other;
            }

            #[inline]
            fn times(&self, other: &Self) -> Self {
                self * other
            }

            #[inline]
            fn times_small(&self, factor: i32) -> Self {
                self * <$type>::from(factor)
            }

            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0
            }
        }
    };
}
integer_coefficient!(i64);
integer_coefficient!(i128);

/// Any rational; there is no common denominator then.
impl Coefficient for Rational {
    const ZERO: Self = Rational::ZERO;

    fn from_rational(value: &Rational, _: u64) -> Self {
        value.clone()
    }

    fn into_rational(self, _: u64) -> Rational {
        self
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn times_small(&self, factor: i32) -> Self {
        self * &Rational::from(i64::from(factor))
    }

    fn is_zero(&self) -> bool {
        Rational::is_zero(self)
    }
}

/// How the coefficients of a polynomial can be written as machine integers.
pub(super) struct Integers {
    /// The least common denominator.
    pub(super) denominator: u64,
    /// The sum of the magnitudes.
    pub(super) sum: u128,
    /// The largest magnitude.
    pub(super) largest: u128,
}

impl Integers {
    /// Nothing when a coefficient or the common denominator is too long.
    pub(super) fn of(poly: &Poly) -> Option<Self> {
        let mut denominator = 1u64;
        for coefficient in &poly.coefficients {
            let (_, d) = coefficient.small_parts()?;
            if !denominator.is_multiple_of(d) {
                let common = Rational::from(i64::try_from(denominator).ok()?)
                    .common_divisor(&Rational::from(i64::try_from(d).ok()?))
                    .to_i64()? as u64;
                denominator = denominator.checked_mul(d / common)?;
            }
        }
        let (mut sum, mut largest) = (0u128, 0u128);
        for coefficient in &poly.coefficients {
            let (n, d) = coefficient.small_parts()?;
            let magnitude = u128::from(n.unsigned_abs()) * u128::from(denominator / d);
            i64::try_from(magnitude).ok()?;
            sum = sum.saturating_add(magnitude);
            largest = largest.max(magnitude);
        }
        Some(Self { denominator, sum, largest })
    }
}

/// Open addressing with linear probing; slots hold the monomial and its coefficient side by side.
pub(super) struct Table<'b, const W: usize, C> {
    slots: Vec<(Key<W>, C)>,
    used: usize,
    shift: u32,
    budget: &'b Budget,
    /// Terms of the same result that stand elsewhere.
    elsewhere: usize,
}

/// The first word of an empty slot: its top bit is never set in a packed monomial.
const EMPTY: u64 = u64::MAX;

impl<'b, const W: usize, C: Coefficient> Table<'b, W, C> {
    /// A table for about so many terms, beside those of the same result that stand elsewhere.
    pub(super) fn new(expected: usize, elsewhere: usize, budget: &'b Budget) -> Self {
        let capacity = (2 * expected).next_power_of_two().clamp(32, 1 << 18);
        Self {
            slots: vec![([EMPTY; W], C::ZERO); capacity],
            used: 0,
            shift: 64 - capacity.ilog2(),
            budget,
            elsewhere,
        }
    }

    /// Adds a term.
    #[inline]
    pub(super) fn add(&mut self, key: Key<W>, value: &C) -> Result<(), Stop> {
        let mask = self.slots.len() - 1;
        let mut at = self.start(&key);
        loop {
            let (found, sum) = &mut self.slots[at];
            if *found == key {
                sum.add(value);
                return Ok(());
            }
            if found[0] == EMPTY {
                (*found, *sum) = (key, value.clone());
                self.used += 1;
                return if 2 * self.used > self.slots.len() { self.grow() } else { Ok(()) };
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    fn start(&self, key: &Key<W>) -> usize {
        // Multiplication spreads each word over the high bits, of which the place is taken.
        let mut hash = 0u64;
        for word in key {
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        (hash >> self.shift) as usize
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        if self.budget.check_terms(self.elsewhere + self.used).is_err() {
            // Terms that cancelled still fill slots: the limit is on what stands.
            let standing = self.slots.iter().filter(|(k, c)| k[0] != EMPTY && !c.is_zero()).count();
            self.budget.check_terms(self.elsewhere + standing)?;
        }
        let larger = vec![([EMPTY; W], C::ZERO); 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, larger);
        self.shift -= 1;
        let mask = self.slots.len() - 1;
        self.used = 0;
        for (key, value) in old {
            if key[0] != EMPTY && !value.is_zero() {
                let mut at = self.start(&key);
                while self.slots[at].0[0] != EMPTY {
                    at = (at + 1) & mask;
                }
                self.slots[at] = (key, value);
                self.used += 1;
            }
        }
        Ok(())
    }

    /// Rewrites s^2 to 1 - c^2 wherever it occurs.
    pub(super) fn reduce_squares(&mut self, squares: &Squares<W>) -> Result<(), Stop> {
        if squares.is_empty() {
            return Ok(());
        }
        let mut squared: Vec<(Key<W>, C)> = Vec::new();
        for (key, value) in &mut self.slots {
            if key[0] != EMPTY && squares.occur_in(key) && !value.is_zero() {
                squared.push((*key, std::mem::replace(value, C::ZERO)));
            }
        }
        let mut parts = Vec::new();
        let mut meter = self.budget.meter();
        for (key, value) in squared {
            let coming = 1usize.checked_shl(squares.of(&key).count() as u32);
            self.budget.check_terms(coming.unwrap_or(usize::MAX))?;
            meter.step(coming.unwrap_or(usize::MAX))?;
            parts.clear();
            parts.push((key, value));
            for square in squares.of(&key) {
                for index in 0..parts.len() {
                    let (key, value) = &mut parts[index];
                    *key = add_keys(key, &square.without_sine);
                    let turned = (add_keys(key, &square.with_cosine), value.times_small(-1));
                    parts.push(turned);
                }
            }
            for (key, value) in &parts {
                self.add(*key, value)?;
            }
        }
        Ok(())
    }

    /// The terms that did not cancel, sorted.
    pub(super) fn into_sorted(self) -> Vec<(Key<W>, C)> {
        let mut terms: Vec<(Key<W>, C)> = self
            .slots
            .into_iter()
            .filter(|(key, value)| key[0] != EMPTY && !value.is_zero())
            .collect();
        terms.sort_unstable_by_key(|term| term.0);
        terms
    }
}

/// Writes sorted packed terms out as a polynomial.
pub(super) fn unpack<const W: usize, C: Coefficient>(
    terms: Vec<(Key<W>, C)>,
    layout: &Layout,
    denominator: u64,
    budget: &Budget,
) -> Result<Poly, Error> {
    budget.check_terms(terms.len())?;
    let mut meter = budget.meter();
    let mut poly = Poly::with_capacity(terms.len(), 8 * terms.len());
    for (key, value) in terms {
        meter.step(1)?;
        layout.unpack_into(&key, &mut poly.factors);
        poly.ends.push(poly.factors.len());
        poly.coefficients.push(value.into_rational(denominator));
    }
    debug_assert!(poly.is_normal());
    Ok(poly)
}
