//! A file of LaTeX or Markdown: where its displayed equations stand, and their numbers.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use super::ink::{Ink, InkKind, Operator};
use super::lines::{goes_on, joined};
use super::read::Reader;
use super::token::{Macros, Token, TokenKind, expanded, macros_of, tokens};

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
}

/// A file and what is needed to read it.
pub(crate) struct Document<'t> {
    text: &'t str,
    /// Whether this is LaTeX, where `%` begins a comment and equations count themselves.
    is_latex: bool,
    macros: Macros,
    /// The number of the last equation that counted itself.
    count: usize,
}

/// A part of the file that holds mathematics.
struct Display {
    inside: Range<usize>,
    whole: Range<usize>,
    environment: String,
}

const ENVIRONMENTS: [&str; 9] = [
    "equation",
    "align",
    "gather",
    "multline",
    "eqnarray",
    "displaymath",
    "flalign",
    "alignat",
    "math",
];

impl<'t> Document<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let is_latex = text.contains("\\begin{document}") || text.contains("\\documentclass");
        Self { text, is_latex, macros: macros_of(text, is_latex), count: 0 }
    }

    /// The displayed equations, in the order of the file.
    pub(crate) fn blocks(mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for display in self.displays() {
            blocks.extend(self.read(&display));
        }
        blocks
    }

    /// Where mathematics is displayed.
    fn displays(&self) -> Vec<Display> {
        let (text, mut at) = (self.text, 0);
        let mut out = Vec::new();
        while let Some(found) = text[at..].find(['\\', '$', '%', '`']).map(|found| at + found) {
            let rest = &text[found..];
            let ends_at = |close: &str, from: usize| {
                text[from..].find(close).map(|end| (from + end, from + end + close.len()))
            };
            let open_close = if rest.starts_with('%') && self.is_latex {
                at = found + rest.find('\n').unwrap_or(rest.len());
                continue;
            } else if rest.starts_with("```") && !self.is_latex {
                at = ends_at("```", found + 3).map_or(text.len(), |(_, after)| after);
                continue;
            } else if rest.starts_with("$$") {
                Some((found + 2, "$$".to_owned(), String::new()))
            } else if rest.starts_with("\\[") {
                Some((found + 2, "\\]".to_owned(), String::new()))
            } else if let Some(name) = environment_of(rest) {
                let inside = found + "\\begin{}".len() + name.len();
                Some((inside, format!("\\end{{{name}}}"), name.to_owned()))
            } else if rest.starts_with('$') {
                // mathematics in the text of a paragraph
                let paragraph =
                    text[found + 1..].find("\n\n").map_or(text.len(), |end| found + 1 + end);
                at = match text[found + 1..paragraph].find('$') {
                    Some(end) => found + 2 + end,
                    None => found + 1,
                };
                continue;
            } else {
                None
            };
            let Some((inside, close, environment)) = open_close else {
                let skip = rest.chars().take(2).map(char::len_utf8);
                at = found + if rest.starts_with('\\') { skip.sum() } else { 1 };
                continue;
            };
            let (end, after) = ends_at(&close, inside).unwrap_or((text.len(), text.len()));
            out.push(Display { inside: inside..end, whole: found..after, environment });
            at = after;
        }
        out
    }

    /// The equations of one display.
    fn read(&mut self, display: &Display) -> Vec<Block> {
        let raw = tokens(self.text, display.inside.clone(), self.is_latex);
        let pieces = match expanded(raw, &self.macros) {
            Ok(pieces) => pieces,
            Err(problem) => {
                let number = self.number(None, display, false);
                let span = display.whole.clone();
                return vec![Block { number, inks: Err(problem), notes: Vec::new(), span }];
            }
        };
        let counts = self.is_latex
            && !display.environment.is_empty()
            && !display.environment.ends_with('*')
            && display.environment != "displaymath";
        let by_row = matches!(
            display.environment.trim_end_matches('*'),
            "align" | "gather" | "eqnarray" | "flalign" | "alignat"
        );
        let rows = rows_of(&pieces);
        let mut groups: Vec<Group> = Vec::new();
        for row in rows {
            let (tag, rest) = tag_of(self.text, row);
            let silent = row.iter().any(|token| is_command(token, &["nonumber", "notag"]));
            let inks = Reader::new(self.text, &rest).all();
            let starts = match &inks {
                Ok(inks) => by_row && starts_equation(inks),
                Err(_) => by_row,
            };
            match groups.last_mut() {
                Some(last) if !starts => last.add(inks, tag),
                _ => groups.push(Group { lines: vec![inks], tag, silent }),
            }
        }
        let last = groups.len().saturating_sub(1);
        let mut blocks = Vec::new();
        for (index, group) in groups.into_iter().enumerate() {
            let after = if index == last { self.number_after(display) } else { None };
            let number = self.number(group.tag.clone().or(after), display, counts && !group.silent);
            let (inks, notes) = group.whole();
            blocks.push(Block { number, inks, notes, span: display.whole.clone() });
        }
        blocks
    }

    fn number(&mut self, printed: Option<String>, display: &Display, counts: bool) -> String {
        match printed {
            Some(number) => number,
            None if counts => {
                self.count += 1;
                self.count.to_string()
            }
            None => {
                let line = self.text[..display.whole.start].matches('\n').count() + 1;
                format!("line {line}")
            }
        }
    }

    /// A number that stands alone behind the display: `$$ ... $$ (12)`.
    fn number_after(&self, display: &Display) -> Option<String> {
        let rest = self.text[display.whole.end..].trim_start();
        let line = rest.lines().next()?.trim();
        let number = line.strip_prefix('(')?.strip_suffix(')')?;
        is_number(number).then(|| number.to_owned())
    }
}

/// Lines that make up one equation.
struct Group {
    lines: Vec<Result<Vec<Ink>, Diagnostic>>,
    tag: Option<String>,
    silent: bool,
}

impl Group {
    fn add(&mut self, line: Result<Vec<Ink>, Diagnostic>, tag: Option<String>) {
        self.lines.push(line);
        self.tag = self.tag.take().or(tag);
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
    Diagnostic::note("line-break", "the sign at the end of a line is not that of the next line")
        .at(sign.span.clone())
        .hint("the sign of the new line was taken")
}

/// Whether a line begins an equation of its own.
pub(crate) fn starts_equation(line: &[Ink]) -> bool {
    let relation = line.iter().position(|ink| ink.is(Operator::Equal));
    relation.is_some_and(|at| at > 0) && !goes_on(&line[..1])
}

fn environment_of(rest: &str) -> Option<&str> {
    let name = rest.strip_prefix("\\begin{")?.split('}').next()?;
    ENVIRONMENTS.contains(&name.trim_end_matches('*')).then_some(name)
}

fn is_command(token: &Token, names: &[&str]) -> bool {
    matches!(&token.kind, TokenKind::Command(name) if names.contains(&name.as_str()))
}

/// The rows between `\\` that stand in no environment and no braces.
fn rows_of(tokens: &[Token]) -> Vec<&[Token]> {
    let (mut depth, mut start) = (0i32, 0);
    let mut rows = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match &token.kind {
            TokenKind::Mark('{') => depth += 1,
            TokenKind::Mark('}') => depth -= 1,
            TokenKind::Command(name) => match name.as_str() {
                "begin" | "left" => depth += 1,
                "end" | "right" => depth -= 1,
                "\\" if depth == 0 => {
                    rows.push(&tokens[start..at]);
                    start = at + 1;
                }
                _ => {}
            },
            _ => {}
        }
    }
    rows.push(&tokens[start..]);
    rows.retain(|row| !row.is_empty());
    rows
}

/// The number of a row, and the row without it.
fn tag_of(text: &str, row: &[Token]) -> (Option<String>, Vec<Token>) {
    let tag = row.iter().position(|token| is_command(token, &["tag", "eqno", "leqno"]));
    if let Some(at) = tag {
        let inside = row[at + 1..].iter().skip_while(|token| token.kind != TokenKind::Mark('{'));
        let inside: Vec<&Token> =
            inside.skip(1).take_while(|token| token.kind != TokenKind::Mark('}')).collect();
        if let (Some(first), Some(last)) = (inside.first(), inside.last()) {
            let number = text.get(first.span.start..last.span.end).unwrap_or_default();
            let end = row[at..].iter().position(|token| token.kind == TokenKind::Mark('}'));
            let mut rest = row[..at].to_vec();
            rest.extend_from_slice(&row[at + end.unwrap_or(0) + 1..]);
            return (Some(bare(number).to_owned()), rest);
        }
    }
    // \quad (12) at the end
    let trimmed =
        row.len() - row.iter().rev().take_while(|token| token.kind == TokenKind::Mark('.')).count();
    let close = row[..trimmed].last().filter(|token| token.kind == TokenKind::Mark(')'));
    let open = row.iter().rposition(|token| token.kind == TokenKind::Mark('('));
    if let (Some(close), Some(open)) = (close, open) {
        let number = text.get(row[open].span.end..close.span.start).unwrap_or_default().trim();
        let apart =
            open > 0 && is_command(&row[open - 1], &["quad", "qquad", " ", "hfill", "hspace"]);
        if apart && is_number(number) {
            return (Some(number.to_owned()), row[..open].to_vec());
        }
    }
    (None, row.to_vec())
}

fn bare(number: &str) -> &str {
    number.trim().trim_start_matches('(').trim_end_matches(')')
}

/// `12`, `12a`, `2.14`.
fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.len() <= 12
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '\''))
}

/// The equations in what stands under one number: split at semicolons, at commas between
/// equations, and at lines of `aligned` that begin one.
pub(crate) fn equations(inks: Vec<Ink>, notes: &mut Vec<Diagnostic>) -> Vec<Vec<Ink>> {
    let mut out: Vec<Vec<Ink>> = Vec::new();
    for piece in split(opened(inks, notes)) {
        // words, or what is left of a sentence
        if !piece.iter().all(|ink| matches!(ink.kind, InkKind::Text(_) | InkKind::Space)) {
            out.push(piece);
        }
    }
    out
}

/// Lines that are equations of their own, put one behind the other with a semicolon between.
fn opened(inks: Vec<Ink>, notes: &mut Vec<Diagnostic>) -> Vec<Ink> {
    let mut out = Vec::new();
    for ink in inks {
        let InkKind::Lines(lines) = ink.kind else {
            out.push(ink);
            continue;
        };
        let mut groups: Vec<Vec<Vec<Ink>>> = Vec::new();
        for line in lines {
            match groups.last_mut() {
                Some(last) if !starts_equation(&line) => last.push(line),
                _ => groups.push(vec![line]),
            }
        }
        for (index, group) in groups.into_iter().enumerate() {
            if index > 0 {
                out.push(Ink::new(InkKind::Operator(Operator::Semicolon), ink.span.clone()));
            }
            let whole = joined(group);
            notes.extend(whole.contradictions.iter().map(contradiction));
            out.extend(opened(whole.inks, notes));
        }
    }
    out
}

fn split(inks: Vec<Ink>) -> Vec<Vec<Ink>> {
    let mut out = vec![Vec::new()];
    for ink in inks {
        match ink.kind {
            InkKind::Operator(Operator::Semicolon | Operator::Comma | Operator::Stop) => {
                out.push(Vec::new());
            }
            _ => out.last_mut().into_iter().for_each(|last| last.push(ink.clone())),
        }
    }
    out.retain(|piece| !piece.is_empty());
    out
}
