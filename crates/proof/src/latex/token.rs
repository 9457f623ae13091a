//! LaTeX in pieces: commands, letters, numbers, marks; macros of the file are put in their places.

use std::collections::BTreeMap;
use std::ops::Range;

use appell_diagnostic::Diagnostic;

/// A piece of LaTeX, and where it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// `\dot`, without its backslash; also `\,` and its like, and `\\`.
    Command(String),
    Letter(char),
    /// Digits, with a decimal point where there is one.
    Number(String),
    /// Any other sign: brackets, operators, braces, scripts.
    Mark(char),
    /// `#1` in the body of a macro.
    Argument(usize),
}

/// A macro that the file defines.
#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub(crate) arguments: usize,
    pub(crate) body: Vec<Token>,
}

/// The macros of a file by their names.
pub(crate) type Macros = BTreeMap<String, Macro>;

/// How many pieces an equation may have, macros put in their places.
const MOST_TOKENS: usize = 400_000;
/// How deep macros may stand in one another.
const DEEPEST: usize = 50;

/// The pieces of a part of the file. Comments are left out where the file has them.
pub(crate) fn tokens(text: &str, range: Range<usize>, comments: bool) -> Vec<Token> {
    let mut out = Vec::new();
    let mut at = range.start;
    let rest = &text[..range.end];
    while let Some(c) = rest[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        let kind = match c {
            '%' if comments => {
                at += rest[at..].find('\n').unwrap_or(rest.len() - at);
                continue;
            }
            '\\' => {
                let name: String =
                    rest[at..].chars().take_while(char::is_ascii_alphabetic).collect();
                let name = match name.is_empty() {
                    true => rest[at..].chars().next().map(String::from).unwrap_or_default(),
                    false => name,
                };
                at += name.len();
                TokenKind::Command(name)
            }
            '#' => match rest[at..].chars().next().and_then(|c| c.to_digit(10)) {
                Some(number) => {
                    at += 1;
                    TokenKind::Argument(number as usize)
                }
                None => TokenKind::Mark(c),
            },
            '0'..='9' => {
                at = start + number_length(&rest[start..]);
                TokenKind::Number(rest[start..at].to_owned())
            }
            c if c.is_whitespace() => continue,
            '\u{2212}' | '\u{2013}' => TokenKind::Mark('-'),
            '\u{b7}' | '\u{22c5}' => TokenKind::Command("cdot".to_owned()),
            '\u{d7}' => TokenKind::Command("times".to_owned()),
            c if c.is_alphabetic() => TokenKind::Letter(c),
            c => TokenKind::Mark(c),
        };
        out.push(Token { kind, span: start..at });
    }
    out
}

/// How many bytes the number takes with which a text begins.
fn number_length(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let fraction = text[whole..].strip_prefix('.').map_or(0, digits);
    if fraction == 0 { whole } else { whole + 1 + fraction }
}

/// Puts macros in their places.
pub(crate) fn expanded(tokens: Vec<Token>, macros: &Macros) -> Result<Vec<Token>, Diagnostic> {
    if macros.is_empty() {
        return Ok(tokens);
    }
    let mut out = Vec::new();
    // what is still to be read, with how deep in macros it stands
    let mut pending: Vec<(Token, usize)> = tokens.into_iter().rev().map(|it| (it, 0)).collect();
    while let Some((token, depth)) = pending.pop() {
        let found = match &token.kind {
            TokenKind::Command(name) => macros.get(name).map(|known| (name.clone(), known)),
            _ => None,
        };
        let Some((name, known)) = found else {
            out.push(token);
            if out.len() > MOST_TOKENS {
                return Err(too_large(&out[0].span));
            }
            continue;
        };
        if depth == DEEPEST || pending.len() > MOST_TOKENS {
            let problem =
                Diagnostic::error("macro", format!("the macro `\\{name}` does not come to an end"))
                    .at(token.span)
                    .hint("a macro may not stand in its own definition");
            return Err(problem);
        }
        let mut arguments = Vec::new();
        for _ in 0..known.arguments {
            arguments.push(argument(&mut pending));
        }
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
    }
    Ok(out)
}

fn too_large(span: &Range<usize>) -> Diagnostic {
    Diagnostic::error("too-large", format!("an equation of more than {MOST_TOKENS} pieces"))
        .at(span.clone())
        .hint("check that the equation ends where it should")
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

/// The macros that a file defines: `\newcommand`, `\renewcommand`, `\providecommand`, `\def`,
/// `\DeclareMathOperator`.
pub(crate) fn macros_of(text: &str, comments: bool) -> Macros {
    const DEFINING: [&str; 5] =
        ["\\newcommand", "\\renewcommand", "\\providecommand", "\\DeclareMathOperator", "\\def"];
    let mut macros = Macros::new();
    for command in DEFINING {
        for (start, _) in text.match_indices(command) {
            let rest = &text[start + command.len()..];
            // a definition is short; what is longer is not one
            let end = rest.floor_char_boundary(rest.len().min(2000));
            let tokens = tokens(rest, 0..end, comments);
            if let Some((name, known)) = definition(&tokens, command) {
                macros.insert(name, known);
            }
        }
    }
    macros
}

fn definition(tokens: &[Token], command: &str) -> Option<(String, Macro)> {
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
    tokens.next_if(|token| token.kind == TokenKind::Mark('{'))?;
    let mut body = Vec::new();
    let mut open = 1usize;
    for token in tokens {
        match token.kind {
            TokenKind::Mark('{') => open += 1,
            TokenKind::Mark('}') => open -= 1,
            _ => {}
        }
        if open == 0 {
            if command.ends_with("Operator") {
                let letters = body.iter().filter_map(|token: &Token| match token.kind {
                    TokenKind::Letter(letter) => Some(letter),
                    _ => None,
                });
                let operator = TokenKind::Command(letters.collect());
                body = vec![Token { kind: operator, span: 0..0 }];
            }
            return Some((name.clone(), Macro { arguments, body }));
        }
        body.push(token.clone());
    }
    None
}
