//! Macros that a file defines, put in their places.

use std::collections::BTreeMap;

use appell_diagnostic::Diagnostic;

use super::packages;
use super::token::{MOST_TOKENS, Token, TokenKind, tokens, too_large};

/// A macro that the file defines.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    arguments: usize,
    /// What stands for its first argument where that is not given in brackets.
    default: Option<Vec<Token>>,
    body: Vec<Token>,
    /// Its body as it is written.
    pub(super) source: String,
}

/// The macros of a file by their names, as far as it has been read.
#[derive(Debug, Default)]
pub(super) struct Macros {
    known: BTreeMap<String, Macro>,
    /// Environments that the file defines, and the one of mathematics that each begins.
    environments: BTreeMap<String, String>,
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

const DEFINING: [&str; 14] = [
    "newcommand",
    "renewcommand",
    "providecommand",
    "DeclareMathOperator",
    "DeclareRobustCommand",
    "NewDocumentCommand",
    "RenewDocumentCommand",
    "DeclarePairedDelimiter",
    "newenvironment",
    "renewenvironment",
    "let",
    "def",
    "gdef",
    "edef",
];

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
        if command.ends_with("newenvironment") {
            return self.define_environment(&tokens, rest);
        }
        if command == "let" {
            return self.define_alias(&tokens);
        }
        let (name, mut known, length) = match command {
            "DeclarePairedDelimiter" => delimiters(&tokens, rest)?,
            _ => definition(&tokens, rest)?,
        };
        if command == "DeclareMathOperator" {
            let source = format!("\\operatorname{{{}}}", known.source.trim());
            known.body = self::tokens(&source, 0..source.len()).ok()?;
        }
        self.known.insert(name, known);
        Some(length)
    }

    /// `\newenvironment{name}[1]{\begin{equation}}{\end{equation}}`: the first environment that it
    /// begins is what it is.
    fn define_environment(&mut self, tokens: &[Token], rest: &str) -> Option<usize> {
        let mut reader = Pieces { tokens, at: 0 };
        reader.skip(&TokenKind::Mark('*'));
        let name = rest[reader.group()?].trim().to_owned();
        while reader.brackets().is_some() {}
        let (begin, end) = (reader.group()?, reader.group()?);
        let inside =
            rest[begin].split_once("\\begin{").and_then(|(_, inside)| inside.split_once('}'));
        if let Some((inside, _)) = inside {
            self.environments.insert(name, inside.to_owned());
        }
        Some(end.end + 1)
    }

    /// `\let\name=\other`.
    fn define_alias(&mut self, tokens: &[Token]) -> Option<usize> {
        let mut reader = Pieces { tokens, at: 0 };
        let TokenKind::Command(name) = &reader.next()?.kind else { return None };
        reader.skip(&TokenKind::Mark('='));
        let meaning = reader.next()?;
        let known = match &meaning.kind {
            TokenKind::Command(other) => self.known.get(other).cloned(),
            _ => None,
        };
        let plain = || Macro {
            arguments: 0,
            default: None,
            body: vec![meaning.clone()],
            source: String::new(),
        };
        self.known.insert(name.clone(), known.unwrap_or_else(plain));
        Some(meaning.span.end)
    }

    /// The environment of mathematics that one of the file begins.
    pub(super) fn environment(&self, name: &str) -> Option<&str> {
        self.environments.get(name).map(String::as_str)
    }

    /// Puts macros in their places.
    pub(super) fn expanded(&mut self, tokens: Vec<Token>) -> Result<Vec<Token>, Diagnostic> {
        let is_known = |token: &Token| match &token.kind {
            TokenKind::Command(name) => self.known.contains_key(name) || packages::has(name),
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
                if let Some(replaced) = packages::replaced(&token, &mut pending) {
                    self.placed += 1 + replaced.len();
                    if self.placed > MOST_PLACED {
                        return Err(too_large(token.span));
                    }
                    pending.extend(replaced.into_iter().rev().map(|piece| (piece, depth)));
                    continue;
                }
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
            let mut arguments: Vec<Vec<(Token, usize)>> = Vec::new();
            if let Some(default) = &known.default {
                let default = default.iter().map(|piece| (piece.clone(), depth + 1)).collect();
                arguments.push(optional(&mut pending).unwrap_or(default));
            }
            while arguments.len() < known.arguments {
                arguments.push(argument(&mut pending));
            }
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

/// What stands in brackets, where that comes next.
pub(super) fn optional(pending: &mut Vec<(Token, usize)>) -> Option<Vec<(Token, usize)>> {
    pending.last().filter(|(token, _)| token.kind == TokenKind::Mark('['))?;
    // an option is short
    let far = pending.len().saturating_sub(100);
    let is_end = |(token, _): &(Token, usize)| token.kind == TokenKind::Mark(']');
    let end = far + pending[far..].iter().rposition(is_end)?;
    let mut inside: Vec<_> = pending.drain(end..).rev().collect();
    inside.pop();
    inside.remove(0);
    Some(inside)
}

/// The next argument of a macro: what stands in braces, or a single piece.
pub(super) fn argument(pending: &mut Vec<(Token, usize)>) -> Vec<(Token, usize)> {
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
    // \newcommand{\inertia}[2][z]: a first argument that may be left out
    let mut default = None;
    if tokens.next_if(|token| token.kind == TokenKind::Mark('[')).is_some() {
        let mut inside = Vec::new();
        while let Some(token) = tokens.next_if(|token| token.kind != TokenKind::Mark(']')) {
            inside.push(token.clone());
        }
        tokens.next()?;
        default = Some(inside);
    }
    // \NewDocumentCommand{\inertia}{m m}: arguments that must be given
    if is_document_command(tokens.clone()) {
        tokens.next();
        while tokens.next_if(|token| token.kind == TokenKind::Letter('m')).is_some() {
            arguments += 1;
        }
        tokens.next();
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
            return Some((
                name.clone(),
                Macro { arguments, default, body, source },
                token.span.end,
            ));
        }
        body.push(token.clone());
    }
    None
}

/// Whether braces with nothing but `m` come next, and braces behind them.
fn is_document_command<'t>(mut tokens: impl Iterator<Item = &'t Token>) -> bool {
    let is = |token: Option<&Token>, mark| token.is_some_and(|it| it.kind == TokenKind::Mark(mark));
    let opens = is(tokens.next(), '{');
    let behind = tokens.by_ref().find(|token| token.kind != TokenKind::Letter('m'));
    opens && is(behind, '}') && is(tokens.next(), '{')
}

/// `\DeclarePairedDelimiter{\abs}{\lvert}{\rvert}`.
fn delimiters(tokens: &[Token], text: &str) -> Option<(String, Macro, usize)> {
    let mut reader = Pieces { tokens, at: 0 };
    let name = match &reader.tokens.first()?.kind {
        TokenKind::Command(name) => {
            reader.at = 1;
            name.clone()
        }
        _ => text[reader.group()?].trim().strip_prefix('\\')?.to_owned(),
    };
    let (open, close) = (reader.group()?, reader.group()?);
    let end = close.end + 1;
    let source = format!("\\left{} #1 \\right{}", &text[open], &text[close]);
    let body = self::tokens(&source, 0..source.len()).ok()?;
    Some((name, Macro { arguments: 1, default: None, body, source }, end))
}

/// Reads the parts of a definition.
struct Pieces<'t> {
    tokens: &'t [Token],
    at: usize,
}

impl<'t> Pieces<'t> {
    fn next(&mut self) -> Option<&'t Token> {
        self.at += 1;
        self.tokens.get(self.at - 1)
    }

    fn skip(&mut self, kind: &TokenKind) {
        self.at += usize::from(self.tokens.get(self.at).is_some_and(|token| token.kind == *kind));
    }

    /// Where the inside of the braces that come next is in the text.
    fn group(&mut self) -> Option<std::ops::Range<usize>> {
        self.enclosed('{', '}')
    }

    fn brackets(&mut self) -> Option<std::ops::Range<usize>> {
        self.enclosed('[', ']')
    }

    fn enclosed(&mut self, open: char, close: char) -> Option<std::ops::Range<usize>> {
        let first = self.tokens.get(self.at).filter(|token| token.kind == TokenKind::Mark(open))?;
        let mut depth = 0usize;
        for (index, token) in self.tokens.iter().enumerate().skip(self.at) {
            match &token.kind {
                TokenKind::Mark(mark) if *mark == open => depth += 1,
                TokenKind::Mark(mark) if *mark == close => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                self.at = index + 1;
                return Some(first.span.end..token.span.start);
            }
        }
        None
    }
}
