//! Sums of very many packed terms: a hash table from monomial to coefficient.

use super::Poly;
use super::coefficient::Coefficient;
use super::layout::{Key, Layout, Squares, add_keys};
use crate::budget::{Budget, Stop};
use crate::error::Error;

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
