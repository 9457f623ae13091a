//! The names that a paper prints, in the order of their words.

use std::collections::{BTreeMap, BTreeSet};

use crate::latex::{Accent, Document, Ink, InkKind};
use crate::name::Name;

/// How many names are kept: a paper has fewer.
const MOST_NAMES: usize = 2000;

/// Names with letters and digits, and how they are printed.
#[derive(Default)]
pub(super) struct PrintedNames {
    /// By their words: `lc2` is printed `l_{c2}`.
    known: BTreeMap<String, String>,
    /// Words of names with dots.
    dotted: BTreeSet<String>,
}

impl PrintedNames {
    pub(super) fn of(text: &str) -> Self {
        let mut names = Self::default();
        for block in Document::new(text).flatten() {
            names.all(block.inks.as_deref().unwrap_or_default());
        }
        names
    }

    fn all(&mut self, inks: &[Ink]) {
        for ink in inks {
            if self.known.len() > MOST_NAMES {
                return;
            }
            match &ink.kind {
                InkKind::Letter(_) | InkKind::Accent(..) | InkKind::Script(_) => self.name(ink),
                InkKind::Group(inside) | InkKind::Root(inside) => self.all(inside),
                InkKind::Fenced { inside, .. } => self.all(inside),
                InkKind::Fraction(above, below) => {
                    self.all(above);
                    self.all(below);
                }
                InkKind::Matrix { rows, .. } => rows.iter().flatten().for_each(|it| self.all(it)),
                InkKind::Lines(lines) => lines.iter().for_each(|it| self.all(it)),
                _ => {}
            }
        }
    }

    fn name(&mut self, ink: &Ink) {
        let base = match &ink.kind {
            // a square is no part of a name
            InkKind::Script(script) if !script.sup.is_empty() => {
                let mut plain = script.clone();
                plain.sup.clear();
                return self.name(&Ink::new(InkKind::Script(plain), ink.span.clone()));
            }
            InkKind::Script(script) if script.sub.is_empty() => {
                return self.all(std::slice::from_ref(&script.base));
            }
            InkKind::Script(script) => &script.base,
            _ => ink,
        };
        // what stands in brackets with an index
        if !matches!(base.kind, InkKind::Letter(_) | InkKind::Accent(..)) {
            return self.all(std::slice::from_ref(base));
        }
        let Some(name) = Name::of(ink, None) else { return };
        let is_dotted = matches!(base.kind, InkKind::Accent(Accent::Dots(_), _));
        let plain = if is_dotted { name.undotted() } else { name };
        let word = plain.letters().replace("ell", "l");
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric())
            && word.len() < 30;
        if !is_word || plain.is_accented() || word == "pi" {
            return;
        }
        self.known.entry(word.clone()).or_insert_with(|| plain.latex());
        if is_dotted {
            self.dotted.insert(word);
        }
    }

    /// A name by its word: as it is printed, and the word.
    pub(super) fn get(&self, word: &str) -> Option<(String, String)> {
        self.known.get(word).map(|latex| (latex.clone(), word.to_owned()))
    }

    /// The word of letters with the number of a link before or behind them; of the only link also without.
    pub(super) fn indexed(&self, letters: &str, number: usize, count: usize) -> Option<String> {
        let words =
            [format!("{letters}{number}"), format!("{}{number}{}", &letters[..1], &letters[1..])];
        let alone = (count == 1).then(|| letters.to_owned());
        words.into_iter().chain(alone).find(|word| self.known.contains_key(word))
    }

    /// Names with dots that a coordinate may have, with their indices in order: as printed, and the word.
    pub(super) fn coordinates(&self) -> Vec<(String, String)> {
        const LETTERS: [&str; 13] = [
            "x", "y", "z", "q", "d", "s", "theta", "vartheta", "phi", "varphi", "psi", "alpha",
            "beta",
        ];
        let mut found: Vec<(usize, usize, &String)> = Vec::new();
        for word in &self.dotted {
            let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
            let Some(rank) = LETTERS.iter().position(|known| *known == letters) else { continue };
            let Ok(index) = word[letters.len()..]
                .parse()
                .or_else(|error| if word.len() == letters.len() { Ok(0) } else { Err(error) })
            else {
                continue;
            };
            found.push((index, rank, word));
        }
        // where some have an index, those without are columns of all of them
        if found.iter().any(|(index, ..)| *index > 0) {
            found.retain(|(index, ..)| *index > 0);
        }
        found.sort_unstable();
        found.dedup_by_key(|(index, rank, _)| (*index, if *index > 0 { 0 } else { *rank }));
        found.truncate(20);
        found.into_iter().filter_map(|(_, _, word)| self.get(word)).collect()
    }

    /// Names that are those of symbols: as printed, and the word.
    pub(super) fn among(&self, symbols: &[&str]) -> Vec<(String, String)> {
        let known = self.known.iter().filter(|(word, _)| symbols.contains(&word.as_str()));
        known.map(|(word, latex)| (latex.clone(), word.clone())).collect()
    }

    /// How all other names are printed.
    pub(super) fn others(&self, symbols: &[&str]) -> Vec<String> {
        let other = |(word, _): &(&String, &String)| !symbols.contains(&word.as_str());
        self.known.iter().filter(other).map(|(_, latex)| latex.clone()).collect()
    }
}
