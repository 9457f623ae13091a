//! An expression in tokens.

use crate::fault::{Fault, Result};
use crate::value::{Value, float_of};

/// A piece of an expression.
#[derive(Clone, Debug)]
pub(super) enum Token {
    Constant(Value),
    Name(String),
    /// An operator or a bracket.
    Sign(&'static str),
}

/// Longer ones before those that they begin with.
const SIGNS: [&str; 25] = [
    "**", "//", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "<", ">", "(", ")", "[", "]", "{",
    "}", ",", ":", ".", "=", "|", "&",
];

pub(super) fn tokens(text: &str) -> Result<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() || is_fraction(rest) {
            let length = number_length(rest);
            tokens.push(Token::Constant(number(&rest[..length])?));
            length
        } else if first.is_alphabetic() || first == '_' {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            tokens.push(word(&rest[..length]));
            length
        } else if first == '\'' || first == '"' {
            let (text, length) = string(rest, first)?;
            tokens.push(Token::Constant(Value::text(text)));
            length
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push(Token::Sign(sign));
            sign.len()
        } else {
            let message = format!("`{first}` means nothing in an expression");
            return Err(Fault::expression(message, "write it as Python does"));
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

fn is_fraction(text: &str) -> bool {
    text.starts_with('.') && text[1..].starts_with(|c: char| c.is_ascii_digit())
}

fn word(text: &str) -> Token {
    match text {
        "True" => Token::Constant(Value::Bool(true)),
        "False" => Token::Constant(Value::Bool(false)),
        "None" => Token::Constant(Value::None),
        _ => Token::Name(text.to_owned()),
    }
}

fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        let exponent = end > 0 && matches!(bytes[end - 1], b'e' | b'E');
        match byte {
            b'0'..=b'9' | b'.' | b'_' | b'a'..=b'z' | b'A'..=b'Z' => end += 1,
            b'+' | b'-' if exponent && !text.starts_with("0x") => end += 1,
            _ => break,
        }
    }
    end
}

fn number(text: &str) -> Result<Value> {
    let digits = text.replace('_', "");
    let int = match digits.get(..2) {
        Some("0x" | "0X") => i64::from_str_radix(&digits[2..], 16),
        _ => digits.parse(),
    };
    if let Ok(int) = int {
        return Ok(Value::Int(int));
    }
    let is_float = digits.contains(['.', 'e', 'E']);
    match float_of(&digits).filter(|_| is_float) {
        Some(float) => Ok(Value::Float(float)),
        None => {
            let message = format!("`{text}` is not a number that can be calculated with");
            Err(Fault::expression(message, "write a number such as 3, 0.25 or 1.5e-3"))
        }
    }
}

/// A text in quotes, and how long it is with them.
fn string(rest: &str, quote: char) -> Result<(String, usize)> {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            c if c == quote => return Ok((text, at + 1)),
            '\\' => match chars.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, 't')) => text.push('\t'),
                Some((_, escaped @ ('\\' | '\'' | '"'))) => text.push(escaped),
                Some((_, other)) => text.extend(['\\', other]),
                None => break,
            },
            c => text.push(c),
        }
    }
    Err(Fault::expression("a string has no closing quote", format!("close it with {quote}")))
}
