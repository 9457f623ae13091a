//! Text into tokens.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use super::unreadable;
use crate::error::Error;
use crate::symbol::{is_name_part, is_name_start};

/// A piece of text that belongs together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number,
    /// A name with its primes.
    Name,
    Plus,
    Minus,
    Times,
    Over,
    Power,
    Open,
    Close,
    End,
}

/// Cuts a text into tokens, one at a time.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The next token and where it stands.
    pub(super) fn next(&mut self) -> Result<(Token, Range<usize>), Error> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let start = self.at;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Ok((Token::End, start..start));
        };
        let token = match first {
            '+' => Token::Plus,
            '-' | '\u{2212}' => Token::Minus,
            '*' | '\u{b7}' => Token::Times,
            '/' => Token::Over,
            '^' => Token::Power,
            '(' => Token::Open,
            ')' => Token::Close,
            c if c.is_ascii_digit() || c == '.' => Token::Number,
            c if is_name_start(c) => Token::Name,
            c => {
                let hint = match c {
                    '=' => "read the two sides apart, or their difference",
                    _ => "use names, numbers, + - * / ^ and round brackets",
                };
                let shown = if c.is_control() { c.escape_default().to_string() } else { c.into() };
                let message = format!("unexpected character `{shown}`");
                let problem = Diagnostic::error("bad-character", message)
                    .at(start..start + c.len_utf8())
                    .hint(hint);
                return Err(unreadable(problem));
            }
        };
        self.at += match token {
            Token::Number => number_length(rest),
            Token::Name => name_length(rest),
            _ => first.len_utf8(),
        };
        // `**` is a power to those who come from Python.
        if token == Token::Times && self.text[self.at..].starts_with('*') {
            self.at += 1;
            return Ok((Token::Power, start..self.at));
        }
        Ok((token, start..self.at))
    }
}

fn name_length(text: &str) -> usize {
    let letters = text.find(|c| !is_name_part(c)).unwrap_or(text.len());
    let primes = text[letters..].bytes().take_while(|&b| b == b'\'').count();
    letters + primes
}

/// Digits, a point, digits, an exponent; `2e` is a number followed by a name.
fn number_length(text: &str) -> usize {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(0);
    if text[length..].starts_with('.') {
        length += 1;
        length += digits(length);
    }
    if text[length..].starts_with(['e', 'E']) {
        let sign = usize::from(text[length + 1..].starts_with(['+', '-']));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    length
}
