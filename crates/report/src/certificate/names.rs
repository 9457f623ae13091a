//! Identifiers for the symbols of a robot that are plain in every language, with a legend.

use std::collections::{BTreeMap, BTreeSet};

use appell_algebra::{AtomKind, Poly, Symbol, SymbolKind, Symbols};

/// The symbols of some polynomials, each with an identifier: a letter, then letters, digits and `_`.
pub(super) struct Identifiers {
    of: BTreeMap<Symbol, String>,
    /// The symbols whose sines and cosines occur.
    angles: BTreeSet<Symbol>,
}

impl Identifiers {
    /// Identifiers for what occurs in polynomials, and for these symbols besides; none is a word of the
    /// language.
    pub(super) fn of<'p>(
        polys: impl Iterator<Item = &'p Poly>,
        others: impl Iterator<Item = Symbol>,
        symbols: &Symbols,
        is_reserved: impl Fn(&str) -> bool,
    ) -> Self {
        let mut all: BTreeSet<Symbol> = others.collect();
        let mut angles = BTreeSet::new();
        for atom in polys.flat_map(Poly::atoms) {
            match atom.kind() {
                AtomKind::Symbol(symbol) => {
                    all.insert(symbol);
                }
                AtomKind::Cos(angle) | AtomKind::Sin(angle) => {
                    all.insert(angle);
                    angles.insert(angle);
                }
                // what has functions is not certified: the writer says so
                AtomKind::Function(_) => {}
            }
        }
        let mut of: BTreeMap<Symbol, String> = BTreeMap::new();
        let mut taken = BTreeSet::new();
        let mut constants = 0;
        for symbol in all {
            let plain = match symbol.kind() {
                SymbolKind::Constant | SymbolKind::AngleSum => {
                    constants += 1;
                    format!("angle{constants}")
                }
                SymbolKind::Parameter | SymbolKind::Coordinate => plain(&symbols.name(symbol)),
            };
            let is_free = |name: &String| !taken.contains(name) && !is_reserved(name);
            // in front, since words may be reserved by their beginning
            let numbered = (2..).map(|number| format!("s{number}_{plain}"));
            let free = std::iter::once(plain.clone()).chain(numbered).find(is_free);
            let name = free.unwrap_or(plain);
            taken.insert(name.clone());
            of.insert(symbol, name);
        }
        Self { of, angles }
    }

    /// The identifier of a symbol.
    pub(super) fn get(&self, symbol: Symbol) -> Option<&str> {
        self.of.get(&symbol).map(String::as_str)
    }

    /// All identifiers, in the order of the symbols.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.of.values().map(String::as_str)
    }

    /// The symbols whose sines and cosines occur, with their identifiers.
    pub(super) fn angles(&self) -> impl Iterator<Item = (Symbol, &str)> {
        self.angles.iter().filter_map(|&angle| Some((angle, self.get(angle)?)))
    }

    /// Identifiers that differ from the names that Appell prints, with these: `q1_d` is `q1'`.
    pub(super) fn legend(&self, symbols: &Symbols) -> Vec<(String, String)> {
        let names = self.of.iter().map(|(symbol, name)| (name.clone(), symbols.name(*symbol)));
        names.filter(|(name, own)| name != own).collect()
    }
}

/// A name with `_d` for each prime, and with a number for each sign that is not ASCII.
fn plain(name: &str) -> String {
    let base = name.trim_end_matches('\'');
    let mut plain: String = base
        .chars()
        .map(|c| match c.is_ascii() {
            true => c.to_string(),
            false => format!("u{:x}_", u32::from(c)),
        })
        .collect();
    let primes = name.len() - base.len();
    if primes > 0 {
        plain.push('_');
        plain.push_str(&"d".repeat(primes));
    }
    plain
}
