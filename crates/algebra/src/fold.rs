//! Sums of angles folded back: fewer terms for the reader.
//!
//! The normal form writes `sin(q2 + q3)` as `s2*c3 + c2*s3`. For print it is folded again,
//! wherever that makes the formula shorter. Two ways are tried for every group of terms that
//! share their symbols:
//!
//! * a change of angles (`q3 = phi - q2`) in the whole group, which finds products and powers
//!   such as `s2*c23` and `s23^2`;
//! * pairs of terms: `c*c - s*s`, `s*c + c*s`, `1 - c^2`, `2*c^2 - 1`.
//!
//! The result is for reading only; reading it back gives the polynomial again.

mod book;
mod waves;

use appell_diagnostic::broken_invariant;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rustc_hash::FxBuildHasher;

use crate::angle::Angle;
use crate::atom::{Atom, AtomKind};
use crate::budget::Budget;
use crate::error::Error;
use crate::poly::{Factor, Poly};
use crate::print::{DisplayTerm, arrange, leading_coefficient};
use crate::rational::Rational;
use crate::symbol::{Symbol, SymbolKind, Symbols};
use book::{Book, hash_of, hash_of_product};
use waves::{Changed, Coefficient, Waves};

/// Terms to be written; sines may be squared.
type Terms = Vec<DisplayTerm>;

/// What was folded before, with one table of symbols.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folds {
    /// Polynomials in sines and cosines. In mechanics few of them are the factors of many groups: each
    /// is folded once.
    groups: HashMap<Poly, Terms, FxBuildHasher>,
    /// Two angles and the sign between them: few, and tried again in every group.
    sums: HashMap<(Symbol, Symbol, i64), Folded, FxBuildHasher>,
}

/// The terms of a polynomial, with sums of angles folded; they and their factors in no particular
/// order.
pub(crate) fn fold(
    poly: &Poly,
    symbols: &Symbols,
    budget: &Budget,
    known: &mut Folds,
) -> Result<Terms, Error> {
    let mut folded = Terms::new();
    let is_trigonometric = |atom: Atom| matches!(atom.kind(), AtomKind::Cos(_) | AtomKind::Sin(_));
    for group in poly.group_by(|atom| !is_trigonometric(atom)) {
        budget.check()?;
        // which terms fold does not depend on a common factor of them
        let first = group.coefficient.terms().next().map(|term| term.coefficient.clone());
        let Some(factor) = first else { continue };
        let unit = group.coefficient.scale(&factor.recip()?);
        let mut sums = Sums { symbols, known: &mut known.sums };
        let terms = match known.groups.entry(unit) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let terms = fold_group(new.key(), &mut sums, budget)?;
                new.insert(terms)
            }
        };
        folded.extend(terms.iter().map(|(coefficient, own)| {
            (coefficient * &factor, [own.as_slice(), &group.factors].concat())
        }));
    }
    Ok(folded)
}

/// The shorter of two ways: with angles changed, or without.
fn fold_group(poly: &Poly, sums: &mut Sums<'_>, budget: &Budget) -> Result<Terms, Error> {
    let terms = poly.terms().map(|term| (term.factors.to_vec(), term.coefficient.clone()));
    let plain = fold_pairs(Book::of(terms), sums, budget)?;
    let Some(changed) = change_angles(poly, sums, budget)? else { return Ok(plain) };
    let changed = fold_pairs(changed, sums, budget)?;
    Ok(if changed.len() < plain.len() { changed } else { plain })
}

/// Changing angles in higher powers than this never pays.
const MAX_FOLDED_POWER: i32 = 6;

/// Replaces one angle after the other by its sum or difference with another, as long as that
/// makes fewer terms; nothing where none does.
fn change_angles(poly: &Poly, sums: &mut Sums<'_>, budget: &Budget) -> Result<Option<Book>, Error> {
    let mut exponents = poly.terms().flat_map(|term| term.factors).map(|factor| factor.exponent);
    if exponents.any(|exponent| !(1..=MAX_FOLDED_POWER).contains(&exponent)) {
        return Ok(None);
    }
    let Some(waves) = Waves::of(poly) else { return Ok(None) };
    if let Some((scaled, factor)) = waves.scaled()
        && let Search::Ended(shortest) = shortest(scaled, sums, budget)?
    {
        let number = |whole: i128| Rational::reduced(whole, factor.unsigned_abs());
        return Ok(shortest.map(|waves| waves.book(number)));
    }
    match shortest(waves, sums, budget)? {
        Search::Ended(shortest) => Ok(shortest.map(|waves| waves.book(|number| number))),
        Search::Overflow => broken_invariant("a rational number does not overflow"),
    }
}

/// How a search for fewer terms ended.
enum Search<N> {
    /// With fewer terms, or nothing.
    Ended(Option<Waves<N>>),
    Overflow,
}

fn shortest<N: Coefficient>(
    mut best: Waves<N>,
    sums: &mut Sums<'_>,
    budget: &Budget,
) -> Result<Search<N>, Error> {
    let mut is_changed = false;
    loop {
        budget.check()?;
        let angles = best.angles(sums.symbols);
        let mut sorted = best.sorted();
        let mut shorter: Option<Waves<N>> = None;
        for &old in &angles {
            for &kept in angles.iter().filter(|&&kept| kept != old) {
                for sign in [1, -1] {
                    let count = shorter.as_ref().unwrap_or(&best).term_count();
                    match best.changed(old, kept, sign, count, &mut sorted, sums)? {
                        Changed::Shorter(candidate) => shorter = Some(candidate),
                        Changed::NotShorter => {}
                        Changed::Overflow => return Ok(Search::Overflow),
                    }
                }
            }
        }
        match shorter {
            Some(shorter) => (best, is_changed) = (shorter, true),
            None => return Ok(Search::Ended(is_changed.then_some(best))),
        }
    }
}

/// Sums and differences of two angles, each made once.
struct Sums<'f> {
    symbols: &'f Symbols,
    known: &'f mut HashMap<(Symbol, Symbol, i64), Folded, FxBuildHasher>,
}

impl Sums<'_> {
    /// a + sign*b.
    fn of(&mut self, a: Symbol, b: Symbol, sign: i64) -> Result<Folded, Error> {
        match self.known.entry((a, b, sign)) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(new) => Ok(*new.insert(Folded::sum(a, b, sign, self.symbols)?)),
        }
    }
}

/// A sum or difference of two angles as one angle, up to a sign.
#[derive(Clone, Copy, Debug)]
struct Folded {
    /// None: they cancel each other.
    angle: Option<Symbol>,
    /// The sign of the angle: cosine is even, sine is odd.
    sign: i64,
}

impl Folded {
    fn sum(a: Symbol, b: Symbol, sign: i64, symbols: &Symbols) -> Result<Self, Error> {
        let part = |symbol: Symbol| match symbol.kind() {
            SymbolKind::AngleSum => (*symbols.angle(symbol)).clone(),
            _ => Angle { terms: vec![(symbol, 1)], ..Angle::default() },
        };
        let (mut sum, other) = (part(a), part(b));
        for (symbol, multiple) in other.terms {
            match sum.terms.iter_mut().find(|(known, _)| *known == symbol) {
                Some((_, own)) => *own += sign * multiple,
                None => sum.terms.push((symbol, sign * multiple)),
            }
        }
        sum.terms.retain(|(_, multiple)| *multiple != 0);
        sum.terms.sort_unstable();
        // The multiple that is written first is made positive.
        let flipped = leading_coefficient(&sum.to_poly(), symbols).is_negative();
        if flipped {
            sum.terms.iter_mut().for_each(|(_, multiple)| *multiple = -*multiple);
        }
        let angle = match sum.terms.as_slice() {
            [] => None,
            [(single, 1)] => Some(*single),
            _ => Some(symbols.angle_symbol(SymbolKind::AngleSum, sum)?),
        };
        Ok(Self { angle, sign: if flipped { -1 } else { 1 } })
    }
}

/// Folds pairs of terms until no pair is left that folds.
fn fold_pairs(mut book: Book, sums: &mut Sums<'_>, budget: &Budget) -> Result<Terms, Error> {
    while book.terms.len() > 1 {
        budget.check()?;
        // The order of writing makes the choice the same on every run.
        let mut keys: Vec<((), Vec<Factor>)> =
            book.terms.keys().map(|key| ((), key.clone())).collect();
        arrange(&mut keys, sums.symbols);
        let before = book.terms.len();
        for (_, written) in keys {
            let mut factors = written.clone();
            factors.sort_unstable_by_key(|factor| factor.atom);
            fold_products(&written, &factors, &mut book, sums)?;
            fold_squares(&written, &factors, &mut book, sums)?;
        }
        if book.terms.len() == before {
            break;
        }
    }
    Ok(book.terms.into_iter().map(|(factors, value)| (value, factors)).collect())
}

/// Looks for the partner of a term with `c_a*c_b` or `c_a*s_b`. The factors of the term are given
/// in the order of writing, in which pairs are tried, and in the order of the atoms.
fn fold_products(
    written: &[Factor],
    factors: &[Factor],
    book: &mut Book,
    sums: &mut Sums<'_>,
) -> Result<(), Error> {
    let Some(mut value) = book.get(factors).cloned() else { return Ok(()) };
    let own = hash_of_product(factors);
    let mut partner = Vec::with_capacity(factors.len() + 2);
    for (i, first) in written.iter().enumerate() {
        let AtomKind::Cos(a) = first.atom.kind() else { continue };
        for (j, second) in written.iter().enumerate() {
            let (b, is_cosine) = match second.atom.kind() {
                AtomKind::Cos(b) if i < j => (b, true),
                AtomKind::Sin(b) if a != b => (b, false),
                _ => continue,
            };
            if [a, b].iter().any(|x| x.kind() == SymbolKind::Constant) {
                continue;
            }
            // c_a c_b -+ s_a s_b = cos(a +- b),  c_a s_b +- s_a c_b = sin(b +- a)
            let others = [Atom::sin(a), if is_cosine { Atom::sin(b) } else { Atom::cos(b) }];
            let with = others.map(hash_of).into_iter().fold(own, u64::wrapping_add);
            let without = [first.atom, second.atom].map(hash_of);
            if !book.may_have(without.into_iter().fold(with, u64::wrapping_sub)) {
                continue;
            }
            partner.clear();
            partner.extend_from_slice(factors);
            step(&mut partner, first.atom, -1);
            step(&mut partner, second.atom, -1);
            others.into_iter().for_each(|other| step(&mut partner, other, 1));
            let Some(partner_value) = book.get(partner.as_slice()) else { continue };
            let same = *partner_value == value;
            if !same && *partner_value != -value.clone() {
                continue;
            }
            let rest = stepped(&stepped(factors, first.atom, -1), second.atom, -1);
            let sum = match is_cosine {
                true => sums.of(a, b, if same { -1 } else { 1 })?,
                false => sums.of(b, a, if same { 1 } else { -1 })?,
            };
            book.remove(factors);
            book.remove(partner.as_slice());
            match (sum.angle, is_cosine) {
                (Some(angle), true) => book.enter(stepped(&rest, Atom::cos(angle), 1), value),
                (None, true) => book.enter(rest, value),
                (Some(angle), false) => {
                    let value = &value * &Rational::from(sum.sign);
                    book.enter(stepped(&rest, Atom::sin(angle), 1), value);
                }
                (None, false) => {}
            }
            match book.get(factors) {
                Some(new) => value = new.clone(),
                None => return Ok(()),
            }
        }
    }
    Ok(())
}

/// Looks for the partner of a term with `c^2`: `x - x*c^2 = x*s^2`, `2*x*c^2 - x = x*cos(2a)`.
fn fold_squares(
    written: &[Factor],
    factors: &[Factor],
    book: &mut Book,
    sums: &mut Sums<'_>,
) -> Result<(), Error> {
    for factor in written.iter().filter(|factor| factor.exponent >= 2) {
        let AtomKind::Cos(a) = factor.atom.kind() else { continue };
        let Some(value) = book.get(factors).cloned() else { return Ok(()) };
        let rest = stepped(factors, factor.atom, -2);
        let Some(partner) = book.get(&rest).cloned() else { continue };
        let sum = if partner == -value.clone() {
            // one more pair of sines than the normal form has
            let squared = stepped(&rest, Atom::sin(a), 2);
            book.remove(factors);
            book.remove(&rest);
            book.enter(squared, partner);
            continue;
        } else if &partner + &partner == -value.clone() && a.kind() != SymbolKind::Constant {
            sums.of(a, a, 1)?
        } else {
            continue;
        };
        book.remove(factors);
        book.remove(&rest);
        let factors = match sum.angle {
            Some(angle) => stepped(&rest, Atom::cos(angle), 1),
            None => rest,
        };
        book.enter(factors, -partner);
    }
    Ok(())
}

/// The factors with the exponent of one atom changed.
fn stepped(factors: &[Factor], atom: Atom, by: i32) -> Vec<Factor> {
    let mut changed = factors.to_vec();
    step(&mut changed, atom, by);
    changed
}

/// Changes the exponent of one atom.
fn step(factors: &mut Vec<Factor>, atom: Atom, by: i32) {
    match factors.binary_search_by_key(&atom, |factor| factor.atom) {
        Ok(at) if factors[at].exponent + by == 0 => {
            factors.remove(at);
        }
        Ok(at) => factors[at].exponent += by,
        Err(at) => factors.insert(at, Factor { atom, exponent: by }),
    }
}
