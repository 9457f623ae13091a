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
    for (_, factors) in terms.iter_mut() {
        factors.sort_by_key(|factor| ranks.in_term[&factor.atom]);
    }
    terms.sort_by_cached_key(|(_, factors)| {
        let mut key: Vec<(usize, Reverse<i32>)> = factors
            .iter()
            .map(|factor| (ranks.between_terms[&factor.atom], Reverse(factor.exponent)))
            .collect();
        key.sort_unstable();
        // A term that goes on comes before one that ends: x^2*y, x^2, x, 1.
        key.push((usize::MAX, Reverse(0)));
        key
    });
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
    in_term: HashMap<Atom, usize, FxBuildHasher>,
    between_terms: HashMap<Atom, usize, FxBuildHasher>,
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
        let mut atoms: Vec<Atom> = distinct.into_iter().collect();
        atoms.sort_unstable();
        let numbered = |atoms: &[Atom]| atoms.iter().enumerate().map(|(i, &a)| (a, i)).collect();
        atoms.sort_by_cached_key(|&atom| sort_key(atom, symbols));
        let in_term = numbered(&atoms);
        // Derivatives come to the front: they decide the order of the terms.
        atoms.sort_by_key(|&atom| class(atom, symbols) != Class::Derivative);
        Self { in_term, between_terms: numbered(&atoms) }
    }

    /// The place of an atom in its term.
    pub(crate) fn in_term(&self, atom: Atom) -> usize {
        self.in_term[&atom]
    }

    /// How early a term stands by this atom.
    pub(crate) fn between_terms(&self, atom: Atom) -> usize {
        self.between_terms[&atom]
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

fn class(atom: Atom, symbols: &Symbols) -> Class {
    match atom.kind() {
        AtomKind::Symbol(x) if x.order() > 0 => Class::Derivative,
        AtomKind::Symbol(x) if x.kind() == SymbolKind::Coordinate => Class::Coordinate,
        AtomKind::Symbol(x) if symbols.name(x).starts_with(char::is_uppercase) => {
            Class::CapitalParameter
        }
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
    (class(atom, symbols), order, natural(&name), name)
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
