//! A network as formulas.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::monomial::{Monomial, Piece};
use super::name::{Named, Names};
use super::network::{Content, Network, is_wave};
use crate::error::Error;
use crate::print::{Formula, Printer, Ranks};
use crate::rational::Rational;
use crate::symbol::{Symbol, Symbols};

/// Formulas with the names that they use.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) steps: Vec<(Symbol, Formula)>,
    pub(super) results: Vec<Formula>,
}

impl Network {
    /// Writes the roots, with names for the parts that are shorter with one.
    pub(super) fn write(
        &self,
        symbols: &Symbols,
        reserved: &[String],
        printer: &Printer<'_>,
    ) -> Result<Written, Error> {
        let named = Named::choose(self, printer);
        // what is used most often gets the shortest name
        let mut by_use: Vec<usize> = (0..named.order.len()).collect();
        by_use.sort_by_key(|&at| std::cmp::Reverse(named.uses[named.order[at] as usize]));
        let mut names = Names::new(symbols, reserved);
        let mut given: HashMap<Piece, Symbol, FxBuildHasher> = HashMap::default();
        // short names first, in the order of the definitions among those of equal length
        let count = by_use.len();
        let mut pool = Vec::with_capacity(count);
        for _ in 0..count {
            pool.push(names.next()?);
        }
        let lengths: Vec<usize> = pool
            .iter()
            .map(|&name| super::length::printed(printer, &Formula::Symbol(name)))
            .collect();
        let mut start = 0;
        while start < count {
            let length = lengths[start];
            let end = start + lengths[start..].iter().take_while(|&&own| own == length).count();
            let mut class = by_use[start..end].to_vec();
            class.sort_unstable();
            for (at, name) in class.into_iter().zip(&pool[start..end]) {
                given.insert(named.order[at], *name);
            }
            start = end;
        }
        let atoms = self.pieces.iter().filter_map(|piece| match piece {
            Content::Atom(atom) => Some(*atom),
            _ => None,
        });
        let writing =
            Writing { network: self, symbols, names: &given, ranks: Ranks::of(atoms, symbols) };
        let mut steps = Vec::with_capacity(count);
        for piece in &named.order {
            if let (Content::Part(body), Some(name)) =
                (&self.pieces[*piece as usize], given.get(piece))
            {
                steps.push((*name, writing.sum(*body)));
            }
        }
        let results = self.roots.iter().map(|&root| writing.sum(root)).collect();
        Ok(Written { steps, results })
    }
}

struct Writing<'n> {
    network: &'n Network,
    symbols: &'n Symbols,
    names: &'n HashMap<Piece, Symbol, FxBuildHasher>,
    ranks: Ranks,
}

/// A term with its sign, and by what it is ordered.
struct Line {
    key: Vec<(usize, i32)>,
    is_negative: bool,
    formula: Formula,
}

impl Writing<'_> {
    fn sum(&self, sum: usize) -> Formula {
        let mut lines = Vec::new();
        self.lines(sum, &Rational::ONE, &mut lines);
        lines.sort_by(|a, b| a.key.cmp(&b.key));
        // a sum that begins with a plus is shorter
        if lines.first().is_some_and(|line| line.is_negative)
            && let Some(positive) = lines.iter().position(|line| !line.is_negative)
        {
            let line = lines.remove(positive);
            lines.insert(0, line);
        }
        let mut terms: Vec<(bool, Formula)> =
            lines.into_iter().map(|line| (line.is_negative, line.formula)).collect();
        match terms.as_slice() {
            [(false, _)] => terms.remove(0).1,
            _ => Formula::Sum(terms),
        }
    }

    /// The terms of a number times a sum.
    fn lines(&self, sum: usize, number: &Rational, lines: &mut Vec<Line>) {
        for (monomial, value) in &self.network.sums[sum] {
            let value = value * number;
            let (monomial, value) = self.flat(monomial, value);
            // a sum in a sum needs no brackets
            if let [(piece, 1)] = monomial.0.as_slice()
                && let Content::Part(body) = &self.network.pieces[*piece as usize]
                && !self.names.contains_key(piece)
                && value.abs().is_one()
            {
                self.lines(*body, &value, lines);
                continue;
            }
            lines.push(Line {
                key: self.key(&monomial),
                is_negative: value.is_negative(),
                formula: self.product(&monomial, value.abs()),
            });
        }
    }

    /// A term in which no product without a name is left.
    fn flat(&self, monomial: &Monomial, mut value: Rational) -> (Monomial, Rational) {
        let mut flat = Monomial::default();
        for &(piece, exponent) in &monomial.0 {
            let single = match &self.network.pieces[piece as usize] {
                Content::Part(body) if !self.names.contains_key(&piece) => {
                    match self.network.sums[*body].as_slice() {
                        [(inner, own)] => {
                            let (inner, own) = self.flat(inner, own.clone());
                            own.pow(exponent).ok().map(|own| (inner, own))
                        }
                        _ => None,
                    }
                }
                _ => None,
            };
            match single {
                Some((inner, own)) => {
                    value = &value * &own;
                    flat = flat.times(&inner, exponent);
                }
                None => flat = flat.times(&Monomial::of(piece), exponent),
            }
        }
        (flat, value)
    }

    fn key(&self, monomial: &Monomial) -> Vec<(usize, i32)> {
        let mut key: Vec<(usize, i32)> = monomial
            .0
            .iter()
            .map(|&(piece, exponent)| match &self.network.pieces[piece as usize] {
                Content::Atom(atom) => (self.ranks.between_terms(*atom), -exponent),
                _ => (usize::MAX - 1, -exponent),
            })
            .collect();
        key.sort_unstable();
        key.push((usize::MAX, 0));
        key
    }

    fn product(&self, monomial: &Monomial, value: Rational) -> Formula {
        let mut pieces = monomial.0.clone();
        pieces.sort_by_key(|&(piece, _)| self.place(piece));
        let side = |wanted: bool| {
            pieces
                .iter()
                .filter(|(_, exponent)| (*exponent > 0) == wanted)
                .map(|&(piece, exponent)| match exponent.abs() {
                    1 => self.piece(piece),
                    power => Formula::Power(Box::new(self.piece(piece)), power),
                })
                .collect()
        };
        Formula::product(value, side(true), side(false))
    }

    /// Symbols, then names, brackets, functions; sines and cosines last, where they need no brackets.
    fn place(&self, piece: Piece) -> (usize, usize) {
        match &self.network.pieces[piece as usize] {
            Content::Atom(atom) => (if is_wave(*atom) { 4 } else { 1 }, self.ranks.in_term(*atom)),
            Content::Part(_) if self.names.contains_key(&piece) => (0, piece as usize),
            Content::Part(_) => (2, piece as usize),
            Content::Call(..) => (3, piece as usize),
        }
    }

    fn piece(&self, piece: Piece) -> Formula {
        if let Some(name) = self.names.get(&piece) {
            return Formula::Symbol(*name);
        }
        match &self.network.pieces[piece as usize] {
            Content::Atom(atom) => Formula::of_atom(*atom, self.symbols),
            Content::Call(function, body) => Formula::Call(*function, Box::new(self.sum(*body))),
            Content::Part(body) => self.sum(*body),
        }
    }
}
