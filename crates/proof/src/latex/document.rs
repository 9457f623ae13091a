//! A file of LaTeX or Markdown: its displayed equations and their numbers.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use super::continued::{Continuation, begins_open, continuation, incomplete};
use super::display::{Display, Displays};
use super::ink::Ink;
use super::lines::{joined, starts_equation};
use super::read::Reader;
use super::rows::{Row, closed, reunited, rows_of};
use super::token::{Token, TokenKind, spelled, tokens};

/// A displayed equation.
pub(crate) struct Block {
    /// Its number as printed; of one without, the line in the file: `line 12`.
    pub(crate) number: String,
    /// What is printed, or why it could not be read.
    pub(crate) inks: Result<Vec<Ink>, Diagnostic>,
    /// What is to be said about how it was read.
    pub(crate) notes: Vec<Diagnostic>,
    /// Where it stands in the file.
    pub(crate) span: Range<usize>,
    /// Whether it stands in the text of a paragraph.
    pub(crate) inline: bool,
}

/// A file, read from display to display.
pub(crate) struct Document<'t> {
    text: &'t str,
    /// Whether this is LaTeX, where equations count themselves.
    is_latex: bool,
    displays: Displays<'t>,
    /// The number of the last equation that counted itself.
    count: usize,
    /// The line of a place that was asked for: places are asked for in their order.
    line: (usize, usize),
    /// The last display, which the next may continue.
    waiting: Option<Vec<Block>>,
}

impl<'t> Document<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let is_latex = is_latex(text);
        let displays = Displays::new(text, is_latex);
        Self { text, is_latex, displays, count: 0, line: (0, 1), waiting: None }
    }

    /// The equations of one display.
    fn read(&mut self, display: &Display) -> Vec<Block> {
        let inline = display.inline;
        let whole = |number, inks, notes| Block {
            number,
            inks,
            notes,
            span: display.whole.clone(),
            inline,
        };
        let pieces = match self.pieces(display) {
            Ok(pieces) => pieces,
            Err(problem) => {
                let number = self.line_number(display);
                return vec![whole(number, Err(problem), Vec::new())];
            }
        };
        let environment = display.environment.trim_end_matches('*');
        let counts = self.is_latex
            && !environment.is_empty()
            && !display.environment.ends_with('*')
            && !matches!(environment, "displaymath" | "math");
        let by_row = matches!(
            environment,
            "align" | "gather" | "eqnarray" | "flalign" | "alignat" | "IEEEeqnarray"
        );
        let rows = rows_of(&pieces);
        let last = rows.len().saturating_sub(1);
        let mut numbered: Vec<Row> = Vec::new();
        for (index, row) in rows.into_iter().enumerate() {
            let (tag, tokens) = tag_of(row);
            let silent = row.iter().any(|token| is_command(token, &["nonumber", "notag"]));
            let ends = by_row || index == last;
            let is_last = index == last && !display.inline;
            let after = if is_last { self.number_after(display) } else { None };
            let number = tag.or(after).or_else(|| {
                let counted = counts && ends && !silent;
                self.count += usize::from(counted);
                counted.then(|| self.count.to_string())
            });
            numbered.push(Row { tokens, number });
        }
        let mut groups: Vec<Group> = Vec::new();
        for row in closed(numbered) {
            let inks = Reader::new(&row.tokens).all();
            let starts = match &inks {
                Ok(inks) => by_row && starts_equation(inks),
                // what cannot be read and begins no equation is a part of the one before it, which must not
                // be judged without it
                Err(_) => by_row && row.has_two_sides(),
            };
            match groups.last_mut() {
                Some(last) if !starts => last.add(inks, row.number),
                _ => groups.push(Group { lines: vec![inks], number: row.number }),
            }
        }
        let mut blocks = Vec::new();
        for group in groups {
            let number = group.number.clone().unwrap_or_else(|| self.line_number(display));
            let (inks, notes) = group.whole();
            blocks.push(whole(number, inks, notes));
        }
        blocks
    }

    /// The pieces of a display, macros put in their places.
    fn pieces(&mut self, display: &Display) -> Result<Vec<Token>, Diagnostic> {
        if !display.closed {
            return Err(Diagnostic::error("latex", "this display is not closed")
                .at(display.whole.clone())
                .hint("close it: $$ by $$, \\[ by \\], \\begin by \\end"));
        }
        let raw = tokens(self.text, display.inside.clone())?;
        self.displays.macros.expanded(raw).map(reunited)
    }

    /// For want of a number: the line on which it stands.
    fn line_number(&mut self, display: &Display) -> String {
        let (at, line) = self.line;
        let start = display.whole.start;
        self.line = (start, line + self.text[at..start].matches('\n').count());
        format!("line {}", self.line.1)
    }

    /// A number that stands alone behind the display: `$$ ... $$ (12)`.
    fn number_after(&self, display: &Display) -> Option<String> {
        let rest = self.text[display.whole.end..].trim_start();
        // a line with no more than a number is short
        let near = &rest[..rest.floor_char_boundary(rest.len().min(40))];
        let line = near.lines().next()?.trim();
        let number = line.strip_prefix('(')?.strip_suffix(')')?;
        is_number(number).then(|| number.to_owned())
    }
}

/// Whether this is a document of LaTeX, and not Markdown with LaTeX in it.
pub(super) fn is_latex(text: &str) -> bool {
    text.contains("\\begin{document}") || text.contains("\\documentclass")
}

/// The displayed equations, display by display, in the order of the file.
impl Iterator for Document<'_> {
    type Item = Vec<Block>;

    fn next(&mut self) -> Option<Vec<Block>> {
        loop {
            let Some(display) = self.displays.next() else { return self.waiting.take() };
            let mut blocks = self.read(&display);
            if let (Some(last), Some(first)) =
                (self.waiting.as_mut().and_then(|it| it.last_mut()), blocks.first_mut())
            {
                let between = &self.text[last.span.end.min(first.span.start)..first.span.start];
                match continuation(last, first, between) {
                    Continuation::Joined => {
                        blocks.remove(0);
                    }
                    Continuation::Incomplete => incomplete(first),
                    Continuation::Apart => {}
                }
            } else if let Some(first) = blocks.first_mut().filter(|first| begins_open(first)) {
                incomplete(first);
            }
            if blocks.is_empty() {
                continue;
            }
            if let Some(done) = self.waiting.replace(blocks) {
                return Some(done);
            }
        }
    }
}

/// Lines that make up one equation.
struct Group {
    lines: Vec<Result<Vec<Ink>, Diagnostic>>,
    /// The number of the last line that has one.
    number: Option<String>,
}

impl Group {
    fn add(&mut self, line: Result<Vec<Ink>, Diagnostic>, number: Option<String>) {
        self.lines.push(line);
        self.number = number.or(self.number.take());
    }

    fn whole(self) -> (Result<Vec<Ink>, Diagnostic>, Vec<Diagnostic>) {
        match self.lines.into_iter().collect::<Result<Vec<_>, _>>() {
            Ok(lines) => {
                let whole = joined(lines);
                let notes = whole.contradictions.iter().map(contradiction).collect();
                (Ok(whole.inks), notes)
            }
            Err(problem) => (Err(problem), Vec::new()),
        }
    }
}

/// The word about a break whose two signs are not the same.
pub(crate) fn contradiction(sign: &Ink) -> Diagnostic {
    let message = "two different signs at a line break: the one at the start of the line is used";
    Diagnostic::note("line-break", message)
        .at(sign.span.clone())
        .hint("print the sign once, or the same sign on both lines")
}

fn is_command(token: &Token, names: &[&str]) -> bool {
    matches!(&token.kind, TokenKind::Command(name) if names.contains(&name.as_str()))
}

/// The number of a row, and the row without it.
fn tag_of(row: &[Token]) -> (Option<String>, Vec<Token>) {
    if let Some(at) = row.iter().position(|token| is_command(token, &["eqno", "leqno"])) {
        // it ends the display
        let number = bare(&spelled(&row[at + 1..]));
        return (Some(number).filter(|it| !it.is_empty()), row[..at].to_vec());
    }
    if let Some(at) = row.iter().position(|token| is_command(token, &["tag"])) {
        let behind = &row[at + 1..];
        let open = behind.iter().position(|token| token.kind == TokenKind::Mark('{'));
        let close = behind.iter().position(|token| token.kind == TokenKind::Mark('}'));
        if let (Some(open @ (0 | 1)), Some(close)) = (open, close) {
            let number = bare(&spelled(&behind[open + 1..close]));
            let mut rest = row[..at].to_vec();
            rest.extend_from_slice(&behind[close + 1..]);
            return (Some(number).filter(|it| !it.is_empty()), rest);
        }
    }
    // (12) at the end, apart from the formula
    let ends = |token: &&Token| matches!(token.kind, TokenKind::Mark('.' | ',' | ';'));
    let trimmed = &row[..row.len() - row.iter().rev().take_while(ends).count()];
    let open = trimmed.iter().rposition(|token| token.kind == TokenKind::Mark('('));
    if let (Some(open), [.., Token { kind: TokenKind::Mark(')'), .. }]) = (open, trimmed) {
        let number = spelled(&trimmed[open + 1..trimmed.len() - 1]);
        if is_number(&number) && is_apart(&row[..open]) {
            return (Some(number), row[..open].to_vec());
        }
    }
    (None, row.to_vec())
}

/// Whether a row ends in a gap or in a whole term, so that `(12)` behind it is no part of it:
/// nobody multiplies by a number in brackets at the end.
fn is_apart(row: &[Token]) -> bool {
    let gaps = ["quad", "qquad", " ", ";", ",", ":", "hfill", "enspace", "enskip", "}", "right"];
    row.last().is_some_and(|last| match &last.kind {
        TokenKind::Command(_) => is_command(last, &gaps),
        TokenKind::Letter(_) | TokenKind::Argument(_) => true,
        TokenKind::Mark(mark) => matches!(mark, '}' | ')' | ']' | '~' | ',' | ';' | '.'),
        // q_2 (12), but 2 (12) is a product
        TokenKind::Number(_) => {
            let before = row.len().checked_sub(2).map(|at| &row[at].kind);
            matches!(before, Some(TokenKind::Mark('_' | '^')))
        }
    })
}

/// `12`, also of `(12)` and `{(12)}`.
fn bare(number: &str) -> String {
    number.trim_matches(['(', ')', '{', '}', ' ']).to_owned()
}

/// `12`, `12a`, `2.14`.
fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.len() <= 12
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '\''))
}
