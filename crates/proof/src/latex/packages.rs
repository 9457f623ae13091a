//! Commands of packages of the field (physics, siunitx, cancel, mathtools) in those of LaTeX itself.

use super::macros::{argument, optional};
use super::token::{Token, TokenKind, spelled, tokens};

/// Pieces that are still to be read, the next one last, with how deep in macros they stand.
type Pending = Vec<(Token, usize)>;

/// Commands that take no argument, and what they stand for.
const PLAIN: [(&str, &str); 12] = [
    ("cross", "\\times"),
    ("cp", "\\times"),
    ("vdot", "\\cdot"),
    ("dd", "d"),
    ("mleft", "\\left"),
    ("mright", "\\right"),
    ("lparen", "("),
    ("rparen", ")"),
    ("intercal", "\\top"),
    ("tran", "^T"),
    ("thinspace", "\\,"),
    ("medspace", "\\,"),
];

/// Commands that take arguments, how many, and what they stand for.
const APPLIED: [(&str, usize, &str); 27] = [
    ("abs", 1, "\\left|#1\\right|"),
    ("vb", 1, "\\mathbf{#1}"),
    ("va", 1, "\\vec{#1}"),
    ("vu", 1, "\\hat{#1}"),
    ("symbf", 1, "\\mathbf{#1}"),
    ("symbfit", 1, "\\mathbf{#1}"),
    ("mathbfit", 1, "\\mathbf{#1}"),
    ("mathbold", 1, "\\mathbf{#1}"),
    ("symup", 1, "\\mathrm{#1}"),
    ("uvec", 1, "\\hat{#1}"),
    ("mathclap", 1, "{#1}"),
    ("mathllap", 1, "{#1}"),
    ("mathrlap", 1, "{#1}"),
    ("smash", 1, "{#1}"),
    ("ensuremath", 1, "{#1}"),
    ("fbox", 1, "{#1}"),
    ("colorbox", 2, "{#2}"),
    ("cancelto", 2, "{#1}"),
    ("underbracket", 1, "\\underbrace{#1}"),
    ("overbracket", 1, "\\overbrace{#1}"),
    ("nicefrac", 2, "\\frac{#1}{#2}"),
    ("sfrac", 2, "\\frac{#1}{#2}"),
    ("flatfrac", 2, "\\frac{#1}{#2}"),
    ("pmqty", 1, "\\begin{pmatrix}#1\\end{pmatrix}"),
    ("bmqty", 1, "\\begin{bmatrix}#1\\end{bmatrix}"),
    ("num", 1, "#1"),
    ("ang", 1, "{#1}^{\\circ}"),
];

/// Commands that need a closer look at what follows.
const SPECIAL: [&str; 6] = ["qty", "mqty", "dv", "pdv", "SI", "derivative"];

/// Whether a command is one of a package.
pub(super) fn has(name: &str) -> bool {
    PLAIN.iter().any(|(known, _)| *known == name)
        || APPLIED.iter().any(|(known, ..)| *known == name)
        || SPECIAL.contains(&name)
}

/// What a command of a package stands for, its arguments taken; none for all others.
pub(super) fn replaced(token: &Token, pending: &mut Pending) -> Option<Vec<Token>> {
    let TokenKind::Command(name) = &token.kind else { return None };
    if let Some((_, meaning)) = PLAIN.iter().find(|(known, _)| known == name) {
        return filled(meaning, &[], token);
    }
    if let Some((_, count, meaning)) = APPLIED.iter().find(|(known, ..)| known == name) {
        starred(pending);
        let arguments: Vec<Vec<Token>> = (0..*count).map(|_| given(pending)).collect();
        return filled(meaning, &arguments, token);
    }
    match name.as_str() {
        "dv" | "derivative" => derivative("d", token, pending),
        "pdv" => derivative("\\partial", token, pending),
        "SI" => quantity(token, pending),
        // \qty(a + b) is a bracket that grows, \qty{9.81}{m/s^2} a number with its unit
        "qty" => match next(pending) {
            Some(TokenKind::Mark('(' | '[' | '|')) => Some(Vec::new()),
            Some(TokenKind::Mark('{')) => quantity(token, pending),
            _ => None,
        },
        "mqty" => {
            let open = match next(pending) {
                Some(TokenKind::Mark('{')) => {
                    let inside = given(pending);
                    return filled("\\begin{matrix}#1\\end{matrix}", &[inside], token);
                }
                Some(TokenKind::Mark(open @ ('(' | '['))) => *open,
                _ => return None,
            };
            let close = if open == '(' { ')' } else { ']' };
            let inside = bracketed(pending, open, close)?;
            let environment = if open == '(' { "pmatrix" } else { "bmatrix" };
            filled(&format!("\\begin{{{environment}}}#1\\end{{{environment}}}"), &[inside], token)
        }
        _ => None,
    }
}

fn next(pending: &Pending) -> Option<&TokenKind> {
    pending.last().map(|(token, _)| &token.kind)
}

fn starred(pending: &mut Pending) {
    if next(pending) == Some(&TokenKind::Mark('*')) {
        pending.pop();
    }
}

/// The next argument without its braces.
fn given(pending: &mut Pending) -> Vec<Token> {
    let mut inside: Vec<Token> = argument(pending).into_iter().map(|(token, _)| token).collect();
    if let [
        Token { kind: TokenKind::Mark('{'), .. },
        ..,
        Token { kind: TokenKind::Mark('}'), .. },
    ] = inside.as_slice()
    {
        inside.pop();
        inside.remove(0);
    }
    inside
}

/// How many pieces brackets of a matrix have at most.
const LONGEST: usize = 5000;

/// What stands in the brackets that come next; none where they do not close.
fn bracketed(pending: &mut Pending, open: char, close: char) -> Option<Vec<Token>> {
    let mut depth = 0usize;
    let far = pending.len().saturating_sub(LONGEST);
    let end = far
        + pending[far..].iter().rposition(|(token, _)| {
            match &token.kind {
                TokenKind::Mark(mark) if *mark == open => depth += 1,
                TokenKind::Mark(mark) if *mark == close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })?;
    let mut inside: Vec<Token> = pending.drain(end..).rev().map(|(token, _)| token).collect();
    inside.pop();
    inside.remove(0);
    Some(inside)
}

/// `\dv[2]{f}{x}`, `\dv{x}`: a fraction of differentials.
fn derivative(d: &str, token: &Token, pending: &mut Pending) -> Option<Vec<Token>> {
    starred(pending);
    let order = optional(pending).map(|it| it.into_iter().map(|(token, _)| token).collect());
    let first = given(pending);
    // with one argument, it is what one derives by
    let second = (next(pending) == Some(&TokenKind::Mark('{'))).then(|| given(pending));
    let (function, by) = match second {
        Some(by) => (first, by),
        None => (Vec::new(), first),
    };
    let order: Vec<Token> = order.unwrap_or_default();
    let power = if order.is_empty() { "" } else { "^{#3}" };
    filled(&format!("\\frac{{{d}{power} #1}}{{{d} #2{power}}}"), &[function, by, order], token)
}

/// Units without a prefix and their parts: a number with one of them is the number in SI units.
const UNITS: [&str; 25] = [
    "m", "s", "kg", "N", "rad", "J", "W", "metre", "meter", "second", "kilogram", "newton",
    "radian", "joule", "watt", "per", "squared", "square", "cubed", "cubic", "tothe", "raiseto",
    "of", "Nm", "ms",
];

/// `\SI{9.81}{m/s^2}`: the number, where its unit is one of the SI without a prefix. What is not such is
/// put back.
fn quantity(token: &Token, pending: &mut Pending) -> Option<Vec<Token>> {
    optional(pending);
    let number = argument(pending);
    let is_braced = next(pending) == Some(&TokenKind::Mark('{'));
    let unit = if is_braced { argument(pending) } else { Vec::new() };
    let spelling = spelled(unit.iter().map(|(token, _)| token));
    let is_end = |c: char| !c.is_ascii_alphabetic();
    let mut parts = spelling.split(is_end).filter(|part| !part.is_empty());
    // milliseconds are spelled as metre and second are
    let is_milli = spelling.starts_with("{ms") && !spelling.starts_with("{ms^");
    let is_si = parts.all(|part| UNITS.contains(&part)) && !is_milli;
    if is_braced && is_si {
        return Some(number.into_iter().map(|(token, _)| token).collect());
    }
    pending.extend(unit.into_iter().rev());
    pending.extend(number.into_iter().rev());
    // braces alone, as \qty{..} of physics has them
    let is_group = !is_braced && matches!(&token.kind, TokenKind::Command(name) if name == "qty");
    is_group.then(Vec::new)
}

/// Pieces with the arguments in their places, all at the place of the command.
fn filled(meaning: &str, arguments: &[Vec<Token>], token: &Token) -> Option<Vec<Token>> {
    let mut out = Vec::new();
    for piece in tokens(meaning, 0..meaning.len()).ok()? {
        match piece.kind {
            TokenKind::Argument(number) => {
                out.extend(arguments.get(number - 1).into_iter().flatten().cloned());
            }
            kind => out.push(Token { kind, span: token.span.clone() }),
        }
    }
    Some(out)
}
