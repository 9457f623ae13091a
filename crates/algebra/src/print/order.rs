//! The order in which people write mechanics, independent of the order in which symbols were made.
//!
//! In a term: capital parameters (masses, moments of inertia), accelerations before velocities,
//! other parameters, coordinates, cosines, sines, functions: `2*M4*q1''*l2*cos(q2)`. Between
//! terms: accelerations first, then velocities, then the rest; within these c before s.

use std::cmp::Reverse;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use crate::atom::{Atom, AtomKind};
use crate::poly::{Factor, Poly};
use crate::rational::Rational;
use crate::symbol::{Symbol, SymbolKind, Symbols};

/// A coefficient and its factors, ready to be written; sines may be squared here.
pub(crate) type DisplayTerm = (Rational, Vec<Factor>);

/// Brings factors and terms into the order of writing; what each term carries along goes with it.
pub(crate) fn arrange<T>(terms: &mut [(T, Vec<Factor>)], symbols: &Symbols) {
    let ranks = Ranks::new(terms, symbols);
    // the keys of all terms, one behind the other: a list for each would cost more than the sorting
    let mut keys: Vec<(u32, Reverse<i32>)> = Vec::new();
    let mut ends = Vec::with_capacity(terms.len());
    let mut ranked: Vec<(Rank, Factor)> = Vec::new();
    for (_, factors) in terms.iter_mut() {
        ranked.clear();
        ranked.extend(factors.iter().map(|factor| (ranks.of_atom[&factor.atom], *factor)));
        ranked.sort_unstable_by_key(|(rank, _)| rank.in_term);
        factors.iter_mut().zip(&ranked).for_each(|(factor, (_, sorted))| *factor = *sorted);
        let start = keys.len();
        keys.extend(
            ranked.iter().map(|(rank, factor)| (rank.between_terms, Reverse(factor.exponent))),
        );
        keys[start..].sort_unstable();
        // A term that goes on comes before one that ends: x^2*y, x^2, x, 1.
        keys.push((u32::MAX, Reverse(0)));
        ends.push(keys.len());
    }
    let key =
        |index: usize| &keys[index.checked_sub(1).map_or(0, |before| ends[before])..ends[index]];
    let mut order: Vec<usize> = (0..terms.len()).collect();
    order.sort_by(|&left, &right| key(left).cmp(key(right)));
    for place in 0..order.len() {
        // what stood there before may have been moved
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        order[place] = from;
        terms.swap(place, from);
    }
}

/// The coefficient of the term that is written first; zero for zero.
pub(crate) fn leading_coefficient(poly: &Poly, symbols: &Symbols) -> Rational {
    let mut terms: Vec<(&Rational, Vec<Factor>)> =
        poly.terms().map(|term| (term.coefficient, term.factors.to_vec())).collect();
    if let [(only, _)] = terms.as_slice() {
        return (*only).clone();
    }
    arrange(&mut terms, symbols);
    terms.first().map_or(Rational::ZERO, |(coefficient, _)| (*coefficient).clone())
}

/// The places of all atoms in the two orders.
pub(crate) struct Ranks {
    of_atom: HashMap<Atom, Rank, FxBuildHasher>,
}

#[derive(Clone, Copy, Default)]
struct Rank {
    in_term: u32,
    between_terms: u32,
}

impl Ranks {
    fn new<T>(terms: &[(T, Vec<Factor>)], symbols: &Symbols) -> Self {
        let factors = terms.iter().flat_map(|(_, factors)| factors);
        Self::of(factors.map(|factor| factor.atom), symbols)
    }

    /// The places of the given atoms.
    pub(crate) fn of(atoms: impl Iterator<Item = Atom>, symbols: &Symbols) -> Self {
        // many terms, few atoms: each is kept once before any is sorted
        let distinct: HashSet<Atom, FxBuildHasher> = atoms.collect();
        let mut atoms: Vec<_> =
            distinct.into_iter().map(|atom| (sort_key(atom, symbols), atom)).collect();
        atoms.sort_unstable();
        let mut of_atom: HashMap<Atom, Rank, FxBuildHasher> = HashMap::default();
        for ((_, atom), in_term) in atoms.iter().zip(0..) {
            of_atom.entry(*atom).or_default().in_term = in_term;
        }
        // Derivatives come to the front: they decide the order of the terms.
        atoms.sort_by_key(|((class, ..), _)| *class != Class::Derivative);
        for ((_, atom), between_terms) in atoms.iter().zip(0..) {
            of_atom.entry(*atom).or_default().between_terms = between_terms;
        }
        Self { of_atom }
    }

    /// The place of an atom in its term.
    pub(crate) fn in_term(&self, atom: Atom) -> usize {
        self.of_atom[&atom].in_term as usize
    }

    /// How early a term stands by this atom.
    pub(crate) fn between_terms(&self, atom: Atom) -> usize {
        self.of_atom[&atom].between_terms as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    CapitalParameter,
    Derivative,
    Parameter,
    Coordinate,
    Cosine,
    Sine,
    Function,
}

fn class(atom: Atom, name: &str) -> Class {
    match atom.kind() {
        AtomKind::Symbol(x) if x.order() > 0 => Class::Derivative,
        AtomKind::Symbol(x) if x.kind() == SymbolKind::Coordinate => Class::Coordinate,
        AtomKind::Symbol(_) if name.starts_with(char::is_uppercase) => Class::CapitalParameter,
        AtomKind::Symbol(_) => Class::Parameter,
        AtomKind::Cos(_) => Class::Cosine,
        AtomKind::Sin(_) => Class::Sine,
        AtomKind::Function(_) => Class::Function,
    }
}

/// Class, order of the derivative, name; the plain name at the end tells `x1` from `x01`.
fn sort_key(atom: Atom, symbols: &Symbols) -> (Class, Reverse<u32>, Vec<Piece>, String) {
    let named = |x: Symbol| (Reverse(x.order()), symbols.name(x));
    let (order, name) = match atom.kind() {
        AtomKind::Symbol(x) | AtomKind::Cos(x) | AtomKind::Sin(x) => named(x),
        AtomKind::Function(index) => {
            (Reverse(0), symbols.application(index).order_key(symbols).to_owned())
        }
    };
    (class(atom, &name), order, natural(&name), name)
}

/// A stretch of a name: a number compares as a number, so that `l2` comes before `l10`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Number(u64),
    Text(String),
}

fn natural(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let digits = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(rest.len());
        let (piece, tail) = rest.split_at(end);
        pieces.push(match piece.parse() {
            Ok(number) => Piece::Number(number),
            Err(_) => Piece::Text(piece.to_owned()),
        });
        rest = tail;
    }
    pieces
}
