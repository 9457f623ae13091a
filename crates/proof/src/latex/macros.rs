//! Macros that a file defines, put in their places.

use std::collections::BTreeMap;

use appell_diagnostic::Diagnostic;

use super::token::{MOST_TOKENS, Token, TokenKind, tokens, too_large};

/// A macro that the file defines.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    arguments: usize,
    body: Vec<Token>,
    /// Its body as it is written.
    pub(super) source: String,
}

/// The macros of a file by their names, as far as it has been read.
#[derive(Debug, Default)]
pub(super) struct Macros {
    known: BTreeMap<String, Macro>,
    /// How many definitions were tried.
    tried: usize,
    /// How many pieces were put in their places.
    placed: usize,
}

/// How deep macros may stand in one another.
const DEEPEST: usize = 50;
/// How many definitions a file may have; what a preamble has is far less.
const MOST_DEFINITIONS: usize = 10_000;
/// A definition is short; what is longer is not one.
const LONGEST: usize = 2000;
/// How many pieces all macros of a file together may be put in the places of.
const MOST_PLACED: usize = 20 * MOST_TOKENS;

const DEFINING: [&str; 5] =
    ["newcommand", "renewcommand", "providecommand", "DeclareMathOperator", "def"];

impl Macros {
    pub(super) fn get(&self, name: &str) -> Option<&Macro> {
        self.known.get(name)
    }

    /// The macros that are written so.
    pub(super) fn written<'m>(&'m self, source: &'m str) -> impl Iterator<Item = &'m str> {
        let same = move |known: &Macro| known.source.trim() == source;
        self.known.iter().filter(move |(_, known)| same(known)).map(|(name, _)| name.as_str())
    }

    /// Takes the definition that stands behind a command; how many bytes it takes.
    pub(super) fn define(&mut self, command: &str, rest: &str) -> Option<usize> {
        if !DEFINING.contains(&command) || self.tried == MOST_DEFINITIONS {
            return None;
        }
        self.tried += 1;
        let end = rest.floor_char_boundary(rest.len().min(LONGEST));
        let tokens = tokens(rest, 0..end).ok()?;
        let (name, mut known, length) = definition(&tokens, rest)?;
        if command == "DeclareMathOperator" {
            let source = format!("\\operatorname{{{}}}", known.source.trim());
            known.body = self::tokens(&source, 0..source.len()).ok()?;
        }
        self.known.insert(name, known);
        Some(length)
    }

    /// Puts macros in their places.
    pub(super) fn expanded(&mut self, tokens: Vec<Token>) -> Result<Vec<Token>, Diagnostic> {
        let is_known = |token: &Token| match &token.kind {
            TokenKind::Command(name) => self.known.contains_key(name),
            _ => false,
        };
        if !tokens.iter().any(is_known) {
            return Ok(tokens);
        }
        let mut out = Vec::new();
        // what is still to be read, with how deep in macros it stands
        let mut pending: Vec<(Token, usize)> = tokens.into_iter().rev().map(|it| (it, 0)).collect();
        while let Some((token, depth)) = pending.pop() {
            let found = match &token.kind {
                TokenKind::Command(name) => self.known.get(name).map(|known| (name, known)),
                _ => None,
            };
            let Some((name, known)) = found else {
                out.push(token);
                if out.len() > MOST_TOKENS {
                    return Err(too_large(out[0].span.clone()));
                }
                continue;
            };
            if depth == DEEPEST || self.placed > MOST_PLACED {
                let message = format!("the macro `\\{name}` expands without end");
                let problem = Diagnostic::error("macro", message)
                    .at(token.span)
                    .hint("a macro may not use itself");
                return Err(problem);
            }
            let arguments: Vec<_> = (0..known.arguments).map(|_| argument(&mut pending)).collect();
            let before = pending.len();
            for piece in known.body.iter().rev() {
                match piece.kind {
                    TokenKind::Argument(number) => {
                        let given = number.checked_sub(1).and_then(|number| arguments.get(number));
                        pending.extend(given.into_iter().flatten().rev().cloned());
                    }
                    _ => {
                        let placed = Token { kind: piece.kind.clone(), span: token.span.clone() };
                        pending.push((placed, depth + 1));
                    }
                }
            }
            self.placed += 1 + pending.len() - before;
        }
        Ok(out)
    }
}

/// The next argument of a macro: what stands in braces, or a single piece.
fn argument(pending: &mut Vec<(Token, usize)>) -> Vec<(Token, usize)> {
    let mut out = Vec::new();
    let mut open = 0usize;
    while let Some(next) = pending.pop() {
        match next.0.kind {
            TokenKind::Mark('{') => open += 1,
            TokenKind::Mark('}') => open = open.saturating_sub(1),
            _ => {}
        }
        out.push(next);
        if open == 0 {
            break;
        }
    }
    out
}

/// The name, the macro, and how many bytes the definition takes.
fn definition(tokens: &[Token], text: &str) -> Option<(String, Macro, usize)> {
    let mut tokens =
        tokens.iter().skip_while(|token| token.kind == TokenKind::Mark('*')).peekable();
    let braced = tokens.next_if(|token| token.kind == TokenKind::Mark('{')).is_some();
    let TokenKind::Command(name) = &tokens.next()?.kind else { return None };
    if braced && tokens.next()?.kind != TokenKind::Mark('}') {
        return None;
    }
    let mut arguments = 0;
    if tokens.next_if(|token| token.kind == TokenKind::Mark('[')).is_some() {
        let TokenKind::Number(count) = &tokens.next()?.kind else { return None };
        arguments = count.parse().ok().filter(|count| *count <= 9)?;
        tokens.next_if(|token| token.kind == TokenKind::Mark(']'))?;
    }
    while let Some(token) = tokens.next_if(|token| matches!(token.kind, TokenKind::Argument(_))) {
        if let TokenKind::Argument(number) = token.kind {
            arguments = arguments.max(number);
        }
    }
    let start = tokens.next_if(|token| token.kind == TokenKind::Mark('{'))?.span.end;
    let mut body = Vec::new();
    let mut open = 1usize;
    for token in tokens {
        match token.kind {
            TokenKind::Mark('{') => open += 1,
            TokenKind::Mark('}') => open -= 1,
            _ => {}
        }
        if open == 0 {
            let source = text[start..token.span.start].to_owned();
            return Some((name.clone(), Macro { arguments, body, source }, token.span.end));
        }
        body.push(token.clone());
    }
    None
}
