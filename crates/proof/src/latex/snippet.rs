//! Mathematics outside displays: the cells of tables.

use std::ops::Range;

use super::display::Displays;
use super::ink::Ink;
use super::macros::Macros;
use super::read::Reader;
use super::token::{Token, TokenKind, tokens};

/// The macros that a file defines, for reading parts of it.
pub(crate) struct DocumentMacros(Macros);

impl DocumentMacros {
    /// All macros of a file.
    pub(crate) fn of(text: &str) -> Self {
        let mut displays = Displays::new(text, super::document::is_latex(text));
        while displays.next().is_some() {}
        Self(displays.macros)
    }

    /// What is printed in a part of the file, in dollars or not; none where it cannot be read.
    pub(crate) fn read(&mut self, text: &str, part: Range<usize>) -> Option<Vec<Ink>> {
        let is_mark = |token: &Token| match &token.kind {
            TokenKind::Mark(mark) => *mark == '$',
            TokenKind::Command(name) => name == "(" || name == ")",
            _ => false,
        };
        let mut pieces = tokens(text, part).ok()?;
        pieces.retain(|token| !is_mark(token));
        Reader::new(&self.0.expanded(pieces).ok()?).all().ok()
    }
}
