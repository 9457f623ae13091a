//! Polynomials in the sines and cosines of a few angles, packed into keys: angles are changed in them
//! many times over, and only how many terms remain is of interest.

use super::Sums;
use super::book::Book;
use crate::atom::{Atom, AtomKind};
use crate::error::Error;
use crate::poly::{Factor, Poly};
use crate::rational::{Rational, gcd};
use crate::symbol::{Symbol, SymbolKind, Symbols};

/// Five bits an angle: four for the power of its cosine, one for its sine, whose square is no more
/// than 1 - cos^2.
type Key = u128;
const BITS: usize = 5;
const MOST_ANGLES: usize = 128 / BITS;
const MOST_POWER: u32 = 15;

/// The number before a term.
pub(super) trait Coefficient: Clone + PartialEq + Default {
    /// Adds a multiple of another; nothing where the result does not fit.
    fn add(&mut self, other: &Self, times: i64) -> Option<()>;
}

impl Coefficient for Rational {
    fn add(&mut self, other: &Self, times: i64) -> Option<()> {
        *self += &(other * &Self::from(times));
        Some(())
    }
}

impl Coefficient for i128 {
    fn add(&mut self, other: &Self, times: i64) -> Option<()> {
        *self = match times {
            // the usual ones, without a product
            1 => self.checked_add(*other)?,
            -1 => self.checked_sub(*other)?,
            _ => self.checked_add(other.checked_mul(Self::from(times))?)?,
        };
        Some(())
    }
}

/// A polynomial in sines and cosines, without squares of sines.
#[derive(Clone)]
pub(super) struct Waves<N> {
    /// An angle that was changed away stays in its place until another takes it.
    angles: Vec<Symbol>,
    terms: Vec<(Key, N)>,
}

/// The places of the angles of a change: the one that goes, the one that stays, and their sum.
#[derive(Clone, Copy, PartialEq)]
struct Places {
    old: usize,
    kept: usize,
    new: usize,
}

impl Places {
    /// What a change leaves as it is: the other angles, and three parities, which stand in the bits of
    /// the old angle. Half a turn of the old angle turns the new one, half a turn of the kept angle
    /// together with the old one turns the kept one alone, and all angles the other way round are that
    /// before and after.
    fn kind(self, whole: Key) -> Key {
        let own = without(whole, self.old);
        let (old, kept, new) =
            (powers(whole, self.old), powers(own, self.kept), powers(own, self.new));
        let half_turn = |(cosine, sine): Powers| (cosine + sine) & 1;
        let parities = half_turn(old) ^ half_turn(new)
            | (half_turn(old) ^ half_turn(kept)) << 1
            | (old.1 ^ kept.1 ^ new.1) << 2;
        self.others(whole) | Key::from(parities) << (BITS * self.old)
    }

    /// A key without the three angles.
    fn others(self, whole: Key) -> Key {
        without(without(without(whole, self.old), self.kept), self.new)
    }
}

/// Terms in the order of their kinds.
pub(super) struct Sorted<'w, N> {
    terms: Vec<(Key, &'w (Key, N))>,
    /// The change whose kinds they are sorted by.
    by: Option<Places>,
    /// How many kinds there are.
    kinds: usize,
}

impl<N> Sorted<'_, N> {
    /// Sorts by the kinds of a change, unless that is done: both signs of a change need the same order.
    fn sort(&mut self, by: Places) {
        if self.by != Some(by) {
            self.terms.iter_mut().for_each(|(kind, (whole, _))| *kind = by.kind(*whole));
            self.terms.sort_unstable_by_key(|(kind, _)| *kind);
            self.by = Some(by);
            self.kinds = self.terms.chunk_by(|(a, _), (b, _)| a == b).count();
        }
    }
}

/// What a change of angles makes.
pub(super) enum Changed<N> {
    Shorter(Waves<N>),
    /// It has as many terms or more, or too high powers.
    NotShorter,
    /// A coefficient does not fit.
    Overflow,
}

/// The powers of cosine and sine of an angle.
fn powers(key: Key, angle: usize) -> (u32, u32) {
    let bits = (key >> (BITS * angle)) as u32;
    (bits & MOST_POWER, (bits >> 4) & 1)
}

/// A key with nothing but these powers of an angle.
fn key(angle: usize, cosine: u32, sine: u32) -> Key {
    Key::from(cosine | (sine << 4)) << (BITS * angle)
}

/// A key without an angle.
fn without(whole: Key, angle: usize) -> Key {
    whole & !key(angle, MOST_POWER, 1)
}

impl Waves<Rational> {
    /// Nothing where there are too many angles, too high powers, or anything else than sines.
    pub(super) fn of(poly: &Poly) -> Option<Self> {
        let mut waves = Self { angles: Vec::new(), terms: Vec::with_capacity(poly.term_count()) };
        for term in poly.terms() {
            let mut whole = 0;
            for factor in term.factors {
                let power = u32::try_from(factor.exponent).ok()?;
                let (angle, cosine, sine) = match factor.atom.kind() {
                    AtomKind::Cos(angle) => (angle, power, 0),
                    AtomKind::Sin(angle) => (angle, 0, power),
                    _ => return None,
                };
                if cosine > MOST_POWER || sine > 1 {
                    return None;
                }
                whole |= key(waves.place(angle)?, cosine, sine);
            }
            waves.terms.push((whole, term.coefficient.clone()));
        }
        Some(waves)
    }

    /// The same times a number that makes all coefficients whole, with that number; nothing where they
    /// become long. Whole numbers are added without a search for common divisors.
    pub(super) fn scaled(&self) -> Option<(Waves<i128>, i128)> {
        /// What is left for sums.
        const LONGEST: i128 = 1 << 100;
        let mut common: i128 = 1;
        for (_, coefficient) in &self.terms {
            let denominator = i128::from(coefficient.small_parts()?.1);
            let shared = i128::try_from(gcd(common.unsigned_abs(), denominator.unsigned_abs()));
            common = (common / shared.ok()?).checked_mul(denominator)?;
        }
        let scaled = |(key, coefficient): &(Key, Rational)| {
            let (numerator, denominator) = coefficient.small_parts()?;
            let whole = i128::from(numerator).checked_mul(common / i128::from(denominator))?;
            (whole.abs() < LONGEST).then_some((*key, whole))
        };
        let terms = self.terms.iter().map(scaled).collect::<Option<_>>()?;
        Some((Waves { angles: self.angles.clone(), terms }, common))
    }

    fn place(&mut self, angle: Symbol) -> Option<usize> {
        if let Some(place) = self.angles.iter().position(|known| *known == angle) {
            return Some(place);
        }
        self.angles.push(angle);
        (self.angles.len() <= MOST_ANGLES).then(|| self.angles.len() - 1)
    }
}

impl<N: Coefficient> Waves<N> {
    pub(super) fn term_count(&self) -> usize {
        self.terms.len()
    }

    /// The angles that occur and are no constants, by their names: the result must not depend on when
    /// they were made.
    pub(super) fn angles(&self, symbols: &Symbols) -> Vec<Symbol> {
        let all = self.terms.iter().fold(0, |all, (key, _)| all | key);
        let occurs = |place: usize| powers(all, place) != (0, 0);
        let mut angles: Vec<Symbol> = (0..self.angles.len())
            .filter(|&place| occurs(place))
            .map(|place| self.angles[place])
            .filter(|angle| angle.kind() != SymbolKind::Constant)
            .collect();
        angles.sort_unstable();
        angles.sort_by_cached_key(|&angle| symbols.name(angle));
        angles
    }

    /// The terms, for [`Waves::changed`].
    pub(super) fn sorted(&self) -> Sorted<'_, N> {
        Sorted { terms: self.terms.iter().map(|term| (0, term)).collect(), by: None, kinds: 0 }
    }

    /// Writes the angle `old` as `sign*(phi - kept)`, where phi = kept + sign*old is a new one, if this
    /// makes fewer terms than `shortest`. Terms of one kind become terms of one kind: so they are changed
    /// together, and the count is known as it grows.
    pub(super) fn changed(
        &self,
        old: Symbol,
        kept: Symbol,
        sign: i64,
        shortest: usize,
        sorted: &mut Sorted<'_, N>,
        sums: &mut Sums<'_>,
    ) -> Result<Changed<N>, Error> {
        let phi = sums.of(kept, old, sign)?;
        let mut angles = self.angles.clone();
        let place = |angles: &[Symbol], angle| angles.iter().position(|known| *known == angle);
        let (Some(old), Some(kept)) = (place(&angles, old), place(&angles, kept)) else {
            return Ok(Changed::NotShorter);
        };
        // two angles are never opposite: their sums are written with a positive multiple first
        let Some(angle) = phi.angle else { return Ok(Changed::NotShorter) };
        // the place of the old angle is free
        let new = place(&angles, angle).unwrap_or_else(|| {
            angles[old] = angle;
            old
        });
        let places = Places { old, kept, new };
        sorted.sort(places);
        // An angle that is new turns no sum of terms into nothing: one is left of each kind. One that
        // occurs already may.
        let left_of_a_kind = usize::from(new == old);
        let mut to_come = sorted.kinds * left_of_a_kind;
        if to_come >= shortest {
            return Ok(Changed::NotShorter);
        }
        let mut tables = Tables { odd: phi.sign, sign, known: Vec::new() };
        let mut terms: Vec<(Key, N)> = Vec::with_capacity(shortest);
        for alike in sorted.terms.chunk_by(|(a, _), (b, _)| a == b) {
            let first = terms.len();
            for (_, (whole, coefficient)) in alike {
                let others = without(*whole, old);
                let (own, there) = (powers(others, kept), powers(others, new));
                let others = places.others(*whole);
                for wave in tables.of(powers(*whole, old)) {
                    let kept_powers = reduced(own.0 + wave.kept.0, own.1 + wave.kept.1);
                    for &(kept_sign, (cosine, sine)) in kept_powers.iter().flatten() {
                        let new_powers = reduced(there.0 + wave.phi.0, there.1 + wave.phi.1);
                        for &(new_sign, (new_cosine, new_sine)) in new_powers.iter().flatten() {
                            if cosine > MOST_POWER || new_cosine > MOST_POWER {
                                return Ok(Changed::NotShorter);
                            }
                            let key =
                                others | key(kept, cosine, sine) | key(new, new_cosine, new_sine);
                            let known = terms[first..].iter().position(|(known, _)| *known == key);
                            let at = known.map_or(terms.len(), |at| first + at);
                            if known.is_none() {
                                terms.push((key, N::default()));
                            }
                            let number = wave.number * kept_sign * new_sign;
                            if terms[at].1.add(coefficient, number).is_none() {
                                return Ok(Changed::Overflow);
                            }
                        }
                    }
                }
            }
            let zero = N::default();
            let mut at = first;
            while at < terms.len() {
                match terms[at].1 == zero {
                    true => drop(terms.swap_remove(at)),
                    false => at += 1,
                }
            }
            to_come -= left_of_a_kind;
            if terms.len() + to_come >= shortest {
                return Ok(Changed::NotShorter);
            }
        }
        Ok(Changed::Shorter(Self { angles, terms }))
    }

    /// The terms by their factors, with their numbers as rationals.
    pub(super) fn book(self, number: impl Fn(N) -> Rational) -> Book {
        let factors = |whole: Key| -> Vec<Factor> {
            let mut factors = Vec::new();
            for (place, &angle) in self.angles.iter().enumerate() {
                let (cosine, sine) = powers(whole, place);
                for (atom, power) in [(Atom::cos(angle), cosine), (Atom::sin(angle), sine)] {
                    if power > 0 {
                        factors.push(Factor { atom, exponent: power.cast_signed() });
                    }
                }
            }
            factors.sort_unstable_by_key(|factor| factor.atom);
            factors
        };
        Book::of(self.terms.into_iter().map(|(whole, value)| (factors(whole), number(value))))
    }
}

/// Powers of cosine and sine.
type Powers = (u32, u32);

/// The same with at most one sine: s^2 = 1 - c^2. With signs.
fn reduced(cosine: u32, sine: u32) -> [Option<(i64, Powers)>; 2] {
    match sine {
        2 => [Some((1, (cosine, 0))), Some((-1, (cosine + 2, 0)))],
        _ => [Some((1, (cosine, sine))), None],
    }
}

/// A number times powers of the sines and cosines of phi and of the angle that is kept.
#[derive(Clone, Copy)]
struct Wave {
    number: i64,
    phi: Powers,
    kept: Powers,
}

/// What powers of cosine and sine of the old angle become.
struct Tables {
    /// The sign of phi: whether it is kept + sign*old or the opposite.
    odd: i64,
    sign: i64,
    known: Vec<(Powers, Vec<Wave>)>,
}

impl Tables {
    fn of(&mut self, powers: Powers) -> &[Wave] {
        let known = self.known.iter().position(|(known, _)| *known == powers);
        let at = known.unwrap_or_else(|| {
            self.known.push((powers, self.product(powers)));
            self.known.len() - 1
        });
        &self.known[at].1
    }

    fn product(&self, powers: Powers) -> Vec<Wave> {
        // cos(old) = cos(phi - kept), sin(old) = sign * sin(phi - kept)
        let wave = |number: i64, phi: Powers, kept: Powers| Wave { number, phi, kept };
        let odd = self.odd;
        let cosine = [wave(1, (1, 0), (1, 0)), wave(odd, (0, 1), (0, 1))];
        let sine = [wave(self.sign * odd, (0, 1), (1, 0)), wave(-self.sign, (1, 0), (0, 1))];
        let mut product = vec![wave(1, (0, 0), (0, 0))];
        let factors = std::iter::repeat_n(&cosine, powers.0 as usize);
        for factor in factors.chain(std::iter::repeat_n(&sine, powers.1 as usize)) {
            product = times(&product, factor);
        }
        product
    }
}

/// A product, with squares of sines replaced and like terms added.
fn times(left: &[Wave], right: &[Wave]) -> Vec<Wave> {
    let mut product: Vec<Wave> = Vec::new();
    for a in left {
        for b in right {
            let phi = reduced(a.phi.0 + b.phi.0, a.phi.1 + b.phi.1);
            let kept = reduced(a.kept.0 + b.kept.0, a.kept.1 + b.kept.1);
            for &(phi_sign, phi) in phi.iter().flatten() {
                for &(kept_sign, kept) in kept.iter().flatten() {
                    let number = a.number * b.number * phi_sign * kept_sign;
                    match product.iter_mut().find(|it| (it.phi, it.kept) == (phi, kept)) {
                        Some(same) => same.number += number,
                        None => product.push(Wave { number, phi, kept }),
                    }
                }
            }
        }
    }
    product.retain(|wave| wave.number != 0);
    product
}
