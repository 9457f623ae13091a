//! Which parts get a name, and which.

use super::length::{Lengths, NAME, named_pays};
use super::monomial::Monomial;
use super::network::{Content, Network, Sum};
use crate::atom::AtomKind;
use crate::error::Error;
use crate::print::Printer;
use crate::symbol::{Symbol, Symbols};

/// The letters of abbreviations, in the order in which they are used.
const LETTERS: &str = "hpwxyzbWXYZHPUVBLDKukanmvrfANRFGQTM";
/// So many of them may have an index; `u_1`, `v_1` and their like are read as other things in papers.
const WITH_INDEX: usize = 19;

/// Names for abbreviations: single letters, then letters with a number.
///
/// A name is passed over when it is reserved, and a letter when a reserved name begins with it: beside
/// `m_1`, an `m` would be misread.
pub(super) struct Names<'s> {
    symbols: &'s Symbols,
    reserved: &'s [String],
    letters: Vec<char>,
    /// Those that may have an index; at least one.
    with_index: Vec<char>,
    next: usize,
}

impl<'s> Names<'s> {
    pub(super) fn new(symbols: &'s Symbols, reserved: &'s [String]) -> Self {
        let free = |letter: &char| !reserved.iter().any(|name| stem(name) == letter.to_string());
        let letters: Vec<char> = LETTERS.chars().filter(free).collect();
        let mut with_index: Vec<char> = LETTERS.chars().take(WITH_INDEX).filter(free).collect();
        if with_index.is_empty() {
            with_index.push('z');
        }
        Self { symbols, reserved, letters, with_index, next: 0 }
    }

    /// The next name, as a parameter of the table.
    pub(super) fn next(&mut self) -> Result<Symbol, Error> {
        loop {
            let name = match self.next.checked_sub(self.letters.len()) {
                None => self.letters[self.next].to_string(),
                Some(next) => {
                    let letter = self.with_index[next % self.with_index.len()];
                    format!("{letter}{}", next / self.with_index.len() + 1)
                }
            };
            self.next += 1;
            let is_taken = self.reserved.contains(&name);
            match self.symbols.parameter(&name) {
                Ok(symbol) if !is_taken => return Ok(symbol),
                Ok(_) | Err(Error::NameTaken { .. }) => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// The letters with which a name begins.
fn stem(name: &str) -> &str {
    name.split(|c: char| !c.is_alphabetic()).next().unwrap_or(name)
}

/// The parts of a network that have names.
pub(super) struct Named {
    /// The pieces with a name: what one is made of stands before it.
    pub(super) order: Vec<u32>,
    /// How often each piece is printed.
    pub(super) uses: Vec<usize>,
}

impl Named {
    /// Names every part that is shorter with one.
    pub(super) fn choose(network: &Network, printer: &Printer<'_>) -> Self {
        let order = inner_first(network);
        let mut named = vec![false; network.pieces.len()];
        for &piece in &order {
            named[piece as usize] = matches!(&network.pieces[piece as usize], Content::Part(_));
        }
        let mut atoms = Vec::new();
        // a name more or less changes how often others are printed: until nothing changes
        for _ in 0..ROUNDS {
            let uses = uses(network, &order, &named);
            let before = named.clone();
            let mut lengths = Lengths::of_atoms(network, &mut atoms, printer);
            for &piece in &order {
                let at = piece as usize;
                let (Content::Part(body) | Content::Call(_, body)) = &network.pieces[at] else {
                    continue;
                };
                let body = &network.sums[*body];
                named[at] = before[at]
                    && !is_alias(body, network)
                    && named_pays(lengths.sum(body), uses[at], body.len() > 1);
                let unnamed = lengths.unnamed(&network.pieces[at], body);
                lengths.set(piece, if named[at] { NAME } else { unnamed });
            }
            if named == before {
                break;
            }
        }
        let uses = uses(network, &order, &named);
        let order = order.into_iter().filter(|&piece| named[piece as usize]).collect();
        Self { order, uses }
    }
}

const ROUNDS: usize = 20;

/// A number, or a number times what is a name itself.
fn is_alias(body: &Sum, network: &Network) -> bool {
    match body.as_slice() {
        [] => true,
        [(monomial, _)] => monomial.0.is_empty() || is_name(monomial, network),
        _ => false,
    }
}

/// A single part, which has a name or is shorter without one, or a symbol: who reads `h` for
/// `\ddot{q}_1` gains nothing.
pub(super) fn is_name(monomial: &Monomial, network: &Network) -> bool {
    match monomial.0.as_slice() {
        [(piece, 1)] => match &network.pieces[*piece as usize] {
            Content::Part(_) => true,
            Content::Atom(atom) => matches!(atom.kind(), AtomKind::Symbol(_)),
            Content::Call(..) => false,
        },
        _ => false,
    }
}

/// All parts and functions that the roots are made of, what one is made of before it.
fn inner_first(network: &Network) -> Vec<u32> {
    let mut order = Vec::new();
    let mut seen = vec![false; network.pieces.len()];
    // a sum, and the piece that comes after all that the sum is made of
    let mut pending: Vec<(usize, Option<u32>, bool)> =
        network.roots.iter().rev().map(|&root| (root, None, false)).collect();
    while let Some((sum, piece, is_done)) = pending.pop() {
        if is_done {
            order.extend(piece);
            continue;
        }
        if piece.is_some_and(|piece| std::mem::replace(&mut seen[piece as usize], true)) {
            continue;
        }
        pending.push((sum, piece, true));
        for (inner, _) in network.sums[sum].iter().flat_map(|(term, _)| &term.0) {
            match &network.pieces[*inner as usize] {
                Content::Atom(_) => {}
                Content::Call(_, body) | Content::Part(body) => {
                    pending.push((*body, Some(*inner), false));
                }
            }
        }
    }
    order
}

/// How often each piece is printed: in a sum that has no name, as often as that is printed.
fn uses(network: &Network, order: &[u32], named: &[bool]) -> Vec<usize> {
    let mut uses = vec![0usize; network.pieces.len()];
    let add = |sum: usize, times: usize, uses: &mut Vec<usize>| {
        for (inner, _) in network.sums[sum].iter().flat_map(|(term, _)| &term.0) {
            let uses = &mut uses[*inner as usize];
            *uses = uses.saturating_add(times);
        }
    };
    for &root in &network.roots {
        add(root, 1, &mut uses);
    }
    for &piece in order.iter().rev() {
        let times = if named[piece as usize] { 1 } else { uses[piece as usize] };
        if let Content::Call(_, body) | Content::Part(body) = &network.pieces[piece as usize] {
            add(*body, times, &mut uses);
        }
    }
    uses
}
