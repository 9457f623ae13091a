//! Large products on packed monomials.
//!
//! The terms are added up in a dense array when most monomials of the box of exponents occur,
//! else in hash tables. Squares of sines are rewritten once, after the sum, not in the inner
//! loop.

use super::accumulate::{Table, unpack};
use super::coefficient::{Coefficient, Integers};
use super::layout::{Key, Layout, Ranges, add_keys, masked, with_words};
use super::{Poly, Term};
use crate::budget::Budget;
use crate::error::Error;
use crate::rational::Rational;

/// From so many products of terms on, one hash table would not stay in the cache.
const MANY_PRODUCTS: usize = 1 << 15;
/// Into so many groups, or a few more, each operand of a large product is cut.
const GROUPS: usize = 24;
/// The largest dense array, in entries.
const MAX_BOX: usize = 1 << 23;

/// The product of two polynomials; nothing when their atoms do not fit a packed monomial.
pub(super) fn multiply(left: &Poly, right: &Poly, budget: &Budget) -> Result<Option<Poly>, Error> {
    let ranges = [Ranges::of(left), Ranges::of(right)];
    let Some(layout) = Layout::new(Ranges::of_product(&ranges[0], &ranges[1])) else {
        return Ok(None);
    };
    let operation = Multiply { left, right, ranges, layout: &layout, budget };
    let doublings = layout.square_count() as u32;
    let product = match (Integers::of(left), Integers::of(right)) {
        (Some(l), Some(r)) => {
            let denominators = [l.denominator, r.denominator];
            // Every partial sum of products is below `sum * largest`; each rewriting of a
            // squared sine doubles the sum of the magnitudes at the most.
            let unreduced = (l.sum.saturating_mul(r.largest)).min(l.largest.saturating_mul(r.sum));
            let bound = if doublings == 0 {
                unreduced
            } else {
                let sum = l.sum.saturating_mul(r.sum);
                sum.checked_shl(doublings).filter(|b| b >> doublings == sum).unwrap_or(u128::MAX)
            };
            match l.denominator.checked_mul(r.denominator) {
                Some(_) if i64::try_from(bound).is_ok() => operation.run::<i64>(denominators),
                Some(_) if i128::try_from(bound).is_ok() => operation.run::<i128>(denominators),
                _ => operation.run::<Rational>([1, 1]),
            }
        }
        _ => operation.run::<Rational>([1, 1]),
    };
    product.map(Some)
}

struct Multiply<'a> {
    left: &'a Poly,
    right: &'a Poly,
    ranges: [Ranges; 2],
    layout: &'a Layout,
    budget: &'a Budget,
}

impl Multiply<'_> {
    fn run<C: Coefficient>(&self, denominators: [u64; 2]) -> Result<Poly, Error> {
        with_words!(self.layout, self.run_words::<C>(denominators))
    }

    fn run_words<const W: usize, C: Coefficient>(&self, dens: [u64; 2]) -> Result<Poly, Error> {
        let products = self.left.term_count() * self.right.term_count();
        let terms = match self.layout.box_size() {
            Some(size)
                if size <= MAX_BOX && size <= products / 2 && self.layout.square_count() == 0 =>
            {
                self.dense::<W, C>(size, dens)?
            }
            _ => self.sparse::<W, C>(dens)?,
        };
        unpack(terms, self.layout, dens[0] * dens[1], self.budget)
    }

    /// Adds up in hash tables. A large product is cut by the leading exponents into parts that
    /// share no monomial, each small enough for the cache; their results follow one another.
    fn sparse<const W: usize, C: Coefficient>(
        &self,
        denominators: [u64; 2],
    ) -> Result<Vec<(Key<W>, C)>, Error> {
        let layout = self.layout;
        let [left_origin, right_origin] = self.ranges.each_ref().map(|r| layout.origin::<W>(r));
        let left = pack::<W, C>(self.left, layout, denominators[0], left_origin);
        let right = pack::<W, C>(self.right, layout, denominators[1], right_origin);
        let enough = if left.len() * right.len() < MANY_PRODUCTS { 1 } else { GROUPS };
        let (left_prefix, right_prefix) =
            (layout.prefix(&left, enough), layout.prefix(&right, enough));
        let prefix: Key<W> = std::array::from_fn(|word| left_prefix[word] & right_prefix[word]);

        let (left_groups, right_groups) = (groups(&left, &prefix), groups(&right, &prefix));
        let mut parts: Vec<(Key<W>, usize, usize)> = Vec::new();
        for (i, l) in left_groups.iter().enumerate() {
            for (j, r) in right_groups.iter().enumerate() {
                parts.push((add_keys(&masked(&l[0].0, &prefix), &masked(&r[0].0, &prefix)), i, j));
            }
        }
        parts.sort_unstable();

        let squares = layout.squares::<W>();
        let mut meter = self.budget.meter();
        let mut terms = Vec::new();
        for part in parts.chunk_by(|a, b| a.0 == b.0) {
            let products: usize =
                part.iter().map(|&(_, i, j)| left_groups[i].len() * right_groups[j].len()).sum();
            let mut table = Table::new(products / 2, terms.len(), self.budget);
            for &(_, i, j) in part {
                for (left_key, left_value) in left_groups[i] {
                    meter.step(right_groups[j].len())?;
                    for (right_key, right_value) in right_groups[j] {
                        let key = add_keys(left_key, right_key);
                        table.add(key, &left_value.times(right_value))?;
                    }
                }
            }
            table.reduce_squares(&squares)?;
            terms.append(&mut table.into_sorted());
            self.budget.check_terms(terms.len())?;
            self.budget.check()?;
        }
        Ok(terms)
    }

    /// Adds up into an array with one entry for each monomial of the box of exponents, which
    /// are numbered in mixed radix, the first atom counting most: so the array is sorted.
    fn dense<const W: usize, C: Coefficient>(
        &self,
        size: usize,
        denominators: [u64; 2],
    ) -> Result<Vec<(Key<W>, C)>, Error> {
        let slots = &self.layout.slots;
        let mut strides = vec![1usize; slots.len()];
        for index in (1..slots.len()).rev() {
            strides[index - 1] = strides[index] * slots[index].radix();
        }
        // A monomial 1 has number `zero`; the numbers of factors add to it.
        let zero: i64 =
            slots.iter().zip(&strides).map(|(s, &d)| -i64::from(s.low()) * d as i64).sum();
        let numbers = |poly: &Poly, start: i64| -> Vec<usize> {
            let number = |term: Term<'_>| {
                let steps = term.factors.iter().map(|factor| {
                    let slot = slots.partition_point(|slot| slot.atom < factor.atom);
                    i64::from(factor.exponent) * strides[slot] as i64
                });
                (start + steps.sum::<i64>()) as usize
            };
            poly.terms().map(number).collect()
        };
        let (left, right) = (numbers(self.left, zero), numbers(self.right, 0));
        let values = |poly: &Poly, denominator: u64| -> Vec<C> {
            poly.coefficients.iter().map(|c| C::from_rational(c, denominator)).collect()
        };
        let left_values = values(self.left, denominators[0]);
        let right_terms: Vec<(usize, C)> =
            right.into_iter().zip(values(self.right, denominators[1])).collect();

        let mut sums = vec![C::ZERO; size];
        let mut meter = self.budget.meter();
        for (number, value) in left.iter().zip(&left_values) {
            meter.step(right_terms.len())?;
            for (step, factor) in &right_terms {
                // a step may be negative (a Laurent exponent), the sum never is
                sums[number.wrapping_add(*step)].add(&value.times(factor));
            }
        }
        let mut terms = Vec::new();
        for (number, value) in sums.into_iter().enumerate().filter(|(_, value)| !value.is_zero()) {
            let mut key = [0u64; W];
            for (slot, stride) in slots.iter().zip(&strides) {
                key[slot.word] |= ((number / stride % slot.radix()) as u64) << slot.shift;
            }
            terms.push((key, value));
        }
        Ok(terms)
    }
}

/// The runs of sorted terms that agree in the bits of the prefix.
fn groups<'t, const W: usize, C>(
    terms: &'t [(Key<W>, C)],
    prefix: &Key<W>,
) -> Vec<&'t [(Key<W>, C)]> {
    terms.chunk_by(|a, b| masked(&a.0, prefix) == masked(&b.0, prefix)).collect()
}

/// The packed terms of a polynomial, each monomial added to `start`.
pub(super) fn pack<const W: usize, C: Coefficient>(
    poly: &Poly,
    layout: &Layout,
    denominator: u64,
    start: Key<W>,
) -> Vec<(Key<W>, C)> {
    poly.terms()
        .map(|term| {
            let key = add_keys(&start, &layout.steps(term.factors));
            (key, C::from_rational(term.coefficient, denominator))
        })
        .collect()
}
