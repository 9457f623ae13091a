//! Values of expressions, as Python has them.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::fault::{Fault, Result};
use crate::scope::Symbols;

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Rc<str>),
    List(Rc<List>),
    Dict(Rc<Dict>),
    /// `math`, `python`, `xacro`.
    Module(&'static str),
    /// The properties of a file that was included under a name.
    Namespace(Rc<Symbols>),
    /// A function, by its name.
    Function(&'static str),
    /// A method of a value.
    Method(Rc<Value>, &'static str),
}

/// A list or a tuple. Its size and depth are known, so that nothing grows without bounds.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) items: Vec<Value>,
    size: Size,
}

/// A dictionary, in the order of its keys.
#[derive(Debug)]
pub(crate) struct Dict {
    pub(crate) items: Vec<(Value, Value)>,
    size: Size,
}

#[derive(Clone, Copy, Debug)]
struct Size {
    weight: usize,
    depth: usize,
}

/// More values than this in one list are refused.
const MAX_WEIGHT: usize = 100_000;

/// Deeper nested lists than this are refused.
const MAX_DEPTH: usize = 40;

/// Longer texts than this are refused.
pub(crate) const MAX_TEXT: usize = 1 << 20;

impl Size {
    fn of<'v>(values: impl Iterator<Item = &'v Value>) -> Result<Self> {
        let mut size = Self { weight: 1, depth: 1 };
        for value in values {
            let part = match value {
                Value::List(list) => list.size,
                Value::Dict(dict) => dict.size,
                Value::Text(text) => Self { weight: 1 + text.len() / 16, depth: 0 },
                _ => Self { weight: 1, depth: 0 },
            };
            size.weight += part.weight;
            size.depth = size.depth.max(part.depth + 1);
        }
        match size.weight > MAX_WEIGHT || size.depth > MAX_DEPTH {
            true => Err(Fault::limit("a list is too large or nested too deep")),
            false => Ok(size),
        }
    }
}

impl Value {
    pub(crate) fn text(text: impl AsRef<str>) -> Self {
        Self::Text(Rc::from(text.as_ref()))
    }

    pub(crate) fn list(items: Vec<Self>) -> Result<Self> {
        let size = Size::of(items.iter())?;
        Ok(Self::List(Rc::new(List { items, size })))
    }

    /// A dictionary; a later entry of a key replaces an earlier one.
    pub(crate) fn dict(entries: Vec<(Self, Self)>) -> Result<Self> {
        let mut items: Vec<(Self, Self)> = Vec::with_capacity(entries.len());
        /// With more keys, finding those that are equal would take long.
        const MAX_KEYS: usize = 2000;
        if entries.len() > MAX_KEYS {
            return Err(Fault::limit(format!("a dictionary has more than {MAX_KEYS} keys")));
        }
        for (key, value) in entries {
            match items.iter_mut().find(|(known, _)| known.equals(&key)) {
                Some((_, known)) => *known = value,
                None => items.push((key, value)),
            }
        }
        let size = Size::of(items.iter().flat_map(|(key, value)| [key, value]))?;
        Ok(Self::Dict(Rc::new(Dict { items, size })))
    }

    /// A property or a parameter that is a text may be a number or true or false; quotes keep it a
    /// text.
    pub(crate) fn literal(text: &str) -> Self {
        if text.len() >= 2 && text.starts_with('\'') && text.ends_with('\'') {
            return Self::text(&text[1..text.len() - 1]);
        }
        if text.contains('_') {
            return Self::text(text);
        }
        let trimmed = text.trim();
        if let Ok(number) = trimmed.parse::<i64>() {
            return Self::Int(number);
        }
        match (float_of(trimmed), text) {
            (Some(number), _) => Self::Float(number),
            (None, "true" | "True") => Self::Bool(true),
            (None, "false" | "False") => Self::Bool(false),
            _ => Self::text(text),
        }
    }

    /// What Python calls its type.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Bool(_) => "a truth value",
            Self::Int(_) => "an integer",
            Self::Float(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Dict(_) => "a dictionary",
            Self::Module(_) | Self::Namespace(_) => "a namespace",
            Self::Function(_) | Self::Method(..) => "a function",
        }
    }

    pub(crate) fn is_true(&self) -> bool {
        match self {
            Self::None => false,
            Self::Bool(it) => *it,
            Self::Int(it) => *it != 0,
            Self::Float(it) => *it != 0.0,
            Self::Text(it) => !it.is_empty(),
            Self::List(it) => !it.items.is_empty(),
            Self::Dict(it) => !it.items.is_empty(),
            _ => true,
        }
    }

    /// An integer; truth values are 0 and 1.
    pub(crate) fn as_int(&self) -> Option<i64> {
        match self {
            Self::Bool(it) => Some(i64::from(*it)),
            Self::Int(it) => Some(*it),
            _ => None,
        }
    }

    pub(crate) fn as_float(&self) -> Option<f64> {
        match self {
            Self::Float(it) => Some(*it),
            other => other.as_int().map(|it| it as f64),
        }
    }

    pub(crate) fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::None, Self::None) => true,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::List(a), Self::List(b)) => {
                a.items.len() == b.items.len()
                    && a.items.iter().zip(&b.items).all(|(a, b)| a.equals(b))
            }
            (Self::Dict(a), Self::Dict(b)) => {
                a.items.len() == b.items.len()
                    && a.items
                        .iter()
                        .all(|(key, value)| b.get(key).is_some_and(|it| it.equals(value)))
            }
            _ => match (self.as_int(), other.as_int()) {
                (Some(a), Some(b)) => a == b,
                _ => match (self.as_float(), other.as_float()) {
                    (Some(a), Some(b)) => a == b,
                    _ => false,
                },
            },
        }
    }

    /// The order of numbers and of texts; others have none.
    pub(crate) fn order(&self, other: &Self) -> Result<Option<Ordering>> {
        if let (Self::Text(a), Self::Text(b)) = (self, other) {
            return Ok(Some(a.cmp(b)));
        }
        if let (Some(a), Some(b)) = (self.as_int(), other.as_int()) {
            return Ok(Some(a.cmp(&b)));
        }
        match (self.as_float(), other.as_float()) {
            (Some(a), Some(b)) => Ok(a.partial_cmp(&b)),
            _ => {
                let message = format!("{} and {} have no order", self.kind(), other.kind());
                Err(Fault::expression(message, "compare numbers with numbers, texts with texts"))
            }
        }
    }

    /// As `str` writes it.
    pub(crate) fn shown(&self) -> Result<String> {
        let mut out = String::new();
        match self {
            Self::Text(text) => out.push_str(text),
            other => other.represent(&mut out),
        }
        match out.len() > MAX_TEXT {
            true => Err(Fault::limit("a string is too long")),
            false => Ok(out),
        }
    }

    /// As `repr` writes it.
    fn represent(&self, out: &mut String) {
        match self {
            Self::None => out.push_str("None"),
            Self::Bool(it) => out.push_str(if *it { "True" } else { "False" }),
            Self::Int(it) => out.push_str(&it.to_string()),
            Self::Float(it) => out.push_str(&float_text(*it)),
            Self::Text(it) => {
                let quote = if it.contains('\'') && !it.contains('"') { '"' } else { '\'' };
                out.push(quote);
                out.push_str(&it.replace('\\', "\\\\").replace('\n', "\\n"));
                out.push(quote);
            }
            Self::List(list) => {
                out.push('[');
                for (index, item) in list.items.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    item.represent(out);
                }
                out.push(']');
            }
            Self::Dict(dict) => {
                out.push('{');
                for (index, (key, value)) in dict.items.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    key.represent(out);
                    out.push_str(": ");
                    value.represent(out);
                }
                out.push('}');
            }
            other => out.push_str(other.kind()),
        }
    }
}

impl Dict {
    pub(crate) fn get(&self, key: &Value) -> Option<&Value> {
        self.items.iter().find(|(known, _)| known.equals(key)).map(|(_, value)| value)
    }
}

/// A number as Python's `float` reads it.
pub(crate) fn float_of(text: &str) -> Option<f64> {
    let digits = text.trim();
    let bare = digits.trim_start_matches(['+', '-']);
    let is_number = bare.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let is_special = ["inf", "infinity", "nan"].iter().any(|it| it.eq_ignore_ascii_case(bare));
    if (is_number || is_special) && digits.len() - bare.len() <= 1 {
        digits.parse().ok()
    } else {
        None
    }
}

/// A number as Python writes it: the fewest digits that mean it, `1e-05`, `2.0`.
pub(crate) fn float_text(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{number:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..16).contains(&exponent) {
        let plain = format!("{number}");
        return if plain.contains('.') { plain } else { plain + ".0" };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against `repr` of Python 3.11.
    #[test]
    fn numbers_are_written_as_python_writes_them() {
        let cases = [
            (0.1 + 0.2, "0.30000000000000004"),
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (1.5e-7, "1.5e-07"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1e22, "1e+22"),
            (1.25e100, "1.25e+100"),
            (std::f64::consts::FRAC_PI_2, "1.5707963267948966"),
        ];
        for (number, text) in cases {
            assert_eq!(float_text(number), text);
        }
    }

    #[test]
    fn literals_are_those_of_xacro() {
        for (text, shown) in [
            ("007", "7"),
            ("1e-5", "1e-05"),
            ("0.10", "0.1"),
            ("true", "True"),
            ("'1'", "1"),
            ("1_000", "1_000"),
            ("inf", "inf"),
            ("left", "left"),
            ("--1", "--1"),
            ("", ""),
        ] {
            assert_eq!(Value::literal(text).shown().ok().as_deref(), Some(shown));
        }
    }
}
