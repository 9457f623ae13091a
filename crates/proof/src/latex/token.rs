//! LaTeX in pieces: commands, letters, numbers, marks.

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

/// How many pieces an equation may have, macros put in their places.
pub(super) const MOST_TOKENS: usize = 1_000_000;

/// Greek letters that are written as themselves, and their commands.
const GREEK: [(char, &str); 34] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "varepsilon"),
    ('ϵ', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ϑ', "vartheta"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "varphi"),
    ('ϕ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Ξ', "Xi"),
    ('Σ', "Sigma"),
    ('Φ', "Phi"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
];

/// Functions that some write as plain words.
const WORDS: [&str; 3] = ["sin", "cos", "tan"];

/// The pieces of a part of the file, without its comments.
pub(super) fn tokens(text: &str, range: Range<usize>) -> Result<Vec<Token>, Diagnostic> {
    let mut out: Vec<Token> = Vec::new();
    let mut at = range.start;
    let rest = &text[..range.end];
    while let Some(c) = rest[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        let command = |name: &str| TokenKind::Command(name.to_owned());
        let kind = match c {
            '%' => {
                at += rest[at..].find('\n').unwrap_or(rest.len() - at);
                continue;
            }
            '\\' => {
                let name = command_name(&rest[at..]);
                at += name.len();
                match name {
                    "vert" | "lvert" | "rvert" | "mid" => TokenKind::Mark('|'),
                    "lbrack" => TokenKind::Mark('['),
                    "rbrack" => TokenKind::Mark(']'),
                    // before the end of a line, too, it is a space
                    name if name.starts_with(char::is_whitespace) => command(" "),
                    name => command(name),
                }
            }
            '#' => match rest[at..].chars().next().and_then(|c| c.to_digit(10)) {
                Some(number) => {
                    at += 1;
                    TokenKind::Argument(number as usize)
                }
                None => TokenKind::Mark(c),
            },
            '0'..='9' if is_argument_of_fraction(&out) => TokenKind::Number(c.to_string()),
            '0'..='9' => {
                at = start + number_length(&rest[start..]);
                TokenKind::Number(rest[start..at].to_owned())
            }
            // .5 is a half
            '.' if rest[at..].starts_with(|c: char| c.is_ascii_digit()) => {
                at += number_length(&rest[at..]);
                TokenKind::Number(format!("0{}", &rest[start..at]))
            }
            c if c.is_whitespace() || c == '\u{feff}' => continue,
            c if SUBSCRIPTS.contains(&c) || SUPERSCRIPTS.contains(&c) => {
                at = start + unicode_script(&rest[start..], start, &mut out);
                continue;
            }
            '\u{2212}' | '\u{2013}' => TokenKind::Mark('-'),
            '\u{b7}' | '\u{22c5}' => command("cdot"),
            '\u{d7}' => command("times"),
            c if c.is_alphabetic() => match word_at(&rest[start..], out.last(), start) {
                Some(word) => {
                    at = start + word.len();
                    command(word)
                }
                None => match GREEK.iter().find(|(letter, _)| *letter == c) {
                    Some((_, name)) => command(name),
                    None => TokenKind::Letter(c),
                },
            },
            c => TokenKind::Mark(c),
        };
        out.push(Token { kind, span: start..at });
        if out.len() > MOST_TOKENS {
            return Err(too_large(start..at));
        }
    }
    Ok(out)
}

/// Digits and signs below and above the line, as Unicode has them.
const SUBSCRIPTS: [char; 12] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉', '₊', '₋'];
const SUPERSCRIPTS: [char; 12] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '⁺', '⁻'];

/// θ₁₂ is θ_{12}: takes the digits of one kind, and gives how many bytes they have.
fn unicode_script(rest: &str, start: usize, out: &mut Vec<Token>) -> usize {
    let below = rest.starts_with(SUBSCRIPTS);
    let all = if below { SUBSCRIPTS } else { SUPERSCRIPTS };
    let digits = rest.chars().map_while(|c| all.iter().position(|it| *it == c));
    let digits: Vec<usize> = digits.collect();
    let length = rest.chars().take(digits.len()).map(char::len_utf8).sum();
    let mut push = |kind| out.push(Token { kind, span: start..start + length });
    push(TokenKind::Mark(if below { '_' } else { '^' }));
    push(TokenKind::Mark('{'));
    let mut number = String::new();
    for digit in digits {
        match digit {
            10 | 11 => push(TokenKind::Mark(if digit == 10 { '+' } else { '-' })),
            digit => number.push_str(&digit.to_string()),
        }
    }
    if !number.is_empty() {
        push(TokenKind::Number(number));
    }
    push(TokenKind::Mark('}'));
    length
}

/// The name of a command behind its backslash: letters, or any one sign.
pub(super) fn command_name(rest: &str) -> &str {
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    match letters {
        0 => &rest[..rest.chars().next().map_or(0, char::len_utf8)],
        letters => &rest[..letters],
    }
}

/// `\frac12` is a half: each of its arguments is one digit.
fn is_argument_of_fraction(before: &[Token]) -> bool {
    let is_fraction = |token: &Token| match &token.kind {
        TokenKind::Command(name) => matches!(name.as_str(), "frac" | "tfrac" | "dfrac" | "cfrac"),
        _ => false,
    };
    match before {
        [.., fraction, Token { kind: TokenKind::Number(_), .. }] if is_fraction(fraction) => true,
        [.., fraction] => is_fraction(fraction),
        [] => false,
    }
}

/// How many bytes the number takes with which a text begins.
fn number_length(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let fraction = text[whole..].strip_prefix('.').map_or(0, digits);
    if fraction == 0 { whole } else { whole + 1 + fraction }
}

/// The function that stands here as a word of its own.
fn word_at(rest: &str, before: Option<&Token>, start: usize) -> Option<&'static str> {
    let apart = before
        .is_none_or(|token| !matches!(token.kind, TokenKind::Letter(_)) || token.span.end < start);
    let ends = |word: &str| !rest[word.len()..].starts_with(char::is_alphabetic);
    WORDS.into_iter().find(|word| apart && rest.starts_with(word) && ends(word))
}

/// Pieces as a word: the name of an environment, the number of an equation.
pub(super) fn spelled<'t>(tokens: impl IntoIterator<Item = &'t Token>) -> String {
    let mut out = String::new();
    for token in tokens {
        match &token.kind {
            TokenKind::Command(name) => out.extend(["\\", name]),
            TokenKind::Letter(c) | TokenKind::Mark(c) => out.push(*c),
            TokenKind::Number(digits) => out.push_str(digits),
            TokenKind::Argument(number) => out.push_str(&format!("#{number}")),
        }
    }
    out
}

/// How many pieces of the star and the length behind `\\` there are: `*[2pt]`.
pub(super) fn length_behind_break(tokens: &[Token]) -> usize {
    const UNITS: [&str; 13] = [
        "pt",
        "ex",
        "em",
        "mm",
        "cm",
        "in",
        "mu",
        "bp",
        "\\jot",
        "\\baselineskip",
        "\\smallskipamount",
        "\\medskipamount",
        "\\bigskipamount",
    ];
    // a star with a column behind it is an entry: what stands opposite in a symmetric matrix
    let is_mark = |at: usize, mark: char| {
        tokens.get(at).is_some_and(|it: &Token| it.kind == TokenKind::Mark(mark))
    };
    let star = usize::from(is_mark(0, '*') && !is_mark(1, '&'));
    let rest = &tokens[star..];
    if rest.first().is_none_or(|it| it.kind != TokenKind::Mark('[')) {
        return star;
    }
    let near = &rest[..rest.len().min(8)];
    let Some(close) = near.iter().position(|it| it.kind == TokenKind::Mark(']')) else {
        return star;
    };
    let inside = spelled(&rest[1..close]);
    let unit = inside.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
    if UNITS.contains(&unit) { star + close + 1 } else { star }
}

pub(super) fn too_large(span: Range<usize>) -> Diagnostic {
    Diagnostic::error("too-large", format!("an equation of more than {MOST_TOKENS} pieces"))
        .at(span)
        .hint("check that the equation ends where it should")
}
