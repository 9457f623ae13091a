//! The rows of a display, and brackets that are opened in one row and closed in a later one.

use std::collections::BTreeSet;

use super::token::{Token, TokenKind, length_behind_break};

/// Over how many rows a bracket may be open.
const MOST_ROWS: usize = 500;

/// A row without its number, or several between which a bracket is open.
pub(super) struct Row {
    pub(super) tokens: Vec<Token>,
    pub(super) number: Option<String>,
}

impl Row {
    /// Whether something is on both sides of an equals sign, for rows that cannot be read.
    pub(super) fn has_two_sides(&self) -> bool {
        let is_equal = |token: &Token| token.kind == TokenKind::Mark('=');
        let is_tab = |token: &&Token| token.kind == TokenKind::Mark('&');
        let first = self.tokens.iter().find(|token| !is_tab(token));
        self.tokens.iter().any(is_equal) && first.is_some_and(|first| !is_equal(first))
    }
}

/// The rows between `\\` that stand in no environment and no braces.
pub(super) fn rows_of(tokens: &[Token]) -> Vec<&[Token]> {
    let (mut depth, mut start) = (0i32, 0);
    let mut rows = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match &token.kind {
            TokenKind::Mark('{') => depth += 1,
            TokenKind::Mark('}') => depth -= 1,
            TokenKind::Command(name) => match name.as_str() {
                "begin" => depth += 1,
                "end" => depth -= 1,
                "\\" if depth == 0 => {
                    rows.push(&tokens[start..at]);
                    start = at + 1 + length_behind_break(&tokens[at + 1..]);
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

/// Rows put together where a bracket is open between them. A bracket that no row closes is a slip of its own
/// row: the others stay as they are.
pub(super) fn closed(rows: Vec<Row>) -> Vec<Row> {
    let opened: Vec<i32> = rows.iter().map(|row| opened_brackets(&row.tokens)).collect();
    let mut out: Vec<Row> = Vec::new();
    let mut last = 0;
    for (at, row) in rows.into_iter().enumerate() {
        match out.last_mut().filter(|_| at > 0 && at <= last) {
            Some(open) => {
                let place = row.tokens.first().map_or(0..0, |token| token.span.clone());
                open.tokens.push(Token { kind: TokenKind::Command("\\".to_owned()), span: place });
                open.tokens.extend(row.tokens);
                open.number = row.number.or(open.number.take());
            }
            None => {
                last = closing_row(&opened[at..]).map_or(at, |rows| at + rows);
                out.push(row);
            }
        }
    }
    out
}

/// How many rows below the first one the brackets are closed that it opens.
fn closing_row(opened: &[i32]) -> Option<usize> {
    let mut open = 0;
    opened.iter().take(MOST_ROWS).position(|more| {
        open += more;
        open <= 0
    })
}

/// Brackets that are opened less those that are closed.
fn opened_brackets(tokens: &[Token]) -> i32 {
    let mut open = 0;
    let mut tokens = tokens.iter();
    while let Some(token) = tokens.next() {
        match &token.kind {
            TokenKind::Mark('(' | '[') => open += 1,
            TokenKind::Mark(')' | ']') => open -= 1,
            TokenKind::Command(name) => match name.as_str() {
                "{" | "lbrace" => open += 1,
                "}" | "rbrace" => open -= 1,
                // with the bracket behind it
                "left" => {
                    tokens.next();
                    open += 1;
                }
                "right" => {
                    tokens.next();
                    open -= 1;
                }
                _ => {}
            },
            _ => {}
        }
    }
    open
}

/// Brackets whole again that are set in halves because TeX wants `\left` and `\right` in one row:
/// `\left( a \right. \\ \left. + b \right)`. What has no other half stays: a tall brace before cases, a bar
/// behind a derivative.
pub(super) fn reunited(tokens: Vec<Token>) -> Vec<Token> {
    match invisible_halves(&tokens) {
        Some(halves) if !halves.is_empty() => {
            // with the dot behind each
            let left_out: BTreeSet<usize> =
                halves.iter().flat_map(|half| [*half, half + 1]).collect();
            let kept = tokens.into_iter().enumerate().filter(|(at, _)| !left_out.contains(at));
            kept.map(|(_, token)| token).collect()
        }
        _ => tokens,
    }
}

/// Where `\left.` and `\right.` stand that only TeX needs; none where not all brackets find their other half.
fn invisible_halves(tokens: &[Token]) -> Option<Vec<usize>> {
    let mut halves = Vec::new();
    // brackets that are open in this row, and those that wait for a later one
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut waiting: Vec<char> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let TokenKind::Command(name) = &token.kind else { continue };
        match name.as_str() {
            "left" => open.push((at, bracket(tokens.get(at + 1)?)?)),
            "right" => {
                let (left, opening) = open.pop()?;
                match (opening, bracket(tokens.get(at + 1)?)?) {
                    ('.', '.') => {
                        waiting.last()?;
                        halves.extend([left, at]);
                    }
                    (opening, '.') => {
                        waiting.push(opening);
                        halves.push(at);
                    }
                    ('.', closing) => {
                        waiting.pop().filter(|it| closes(*it, closing))?;
                        halves.push(left);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    (open.is_empty() && waiting.is_empty()).then_some(halves)
}

fn bracket(token: &Token) -> Option<char> {
    match &token.kind {
        TokenKind::Mark(mark) => Some(*mark),
        TokenKind::Command(name) => match name.as_str() {
            "{" | "lbrace" => Some('{'),
            "}" | "rbrace" => Some('}'),
            _ => Some('|'),
        },
        _ => None,
    }
}

fn closes(opening: char, closing: char) -> bool {
    matches!((opening, closing), ('(', ')') | ('[', ']') | ('{', '}'))
}
