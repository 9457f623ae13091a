//! The part of YAML that robot files use: mappings and sequences by indentation or in brackets,
//! scalars, quotes, comments, and the units of xacro (`!degrees 90`). Anchors, aliases, texts over
//! several lines and several documents are refused.

use appell_diagnostic::Diagnostic;

use crate::fault::{Fault, Result};
use crate::value::{Value, float_of};

/// Deeper nested values than this are refused.
const MAX_DEPTH: usize = 30;

/// A line that is not empty, without its comment.
struct Line<'t> {
    number: usize,
    indent: usize,
    text: &'t str,
}

/// Reads a YAML text.
pub(crate) fn read(text: &str) -> Result<Value> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let content = without_comment(line).trim_end();
        let inner = content.trim_start_matches(' ');
        let number = index + 1;
        if inner.starts_with('\t') {
            return Err(wrong(number, "a tab at the start of a line", "indent with spaces"));
        }
        if inner.is_empty() || (content.starts_with("---") && lines.is_empty()) {
            continue;
        }
        if content == "---" || content.starts_with('%') {
            return Err(wrong(number, "several documents in a YAML file", "keep the first one"));
        }
        lines.push(Line { number, indent: content.len() - inner.len(), text: inner });
    }
    let Some(first) = lines.first().map(|line| line.indent) else { return Ok(Value::None) };
    let mut reader = Reader { lines, at: 0, depth: 0 };
    let value = reader.block(first)?;
    match reader.lines.get(reader.at) {
        None => Ok(value),
        Some(line) => Err(wrong(line.number, "a YAML line is indented wrongly", "indent it")),
    }
}

fn wrong(line: usize, what: &str, hint: &str) -> Box<Fault> {
    Fault::of(Diagnostic::error("xacro-yaml", format!("{what}: line {line}")).hint(hint))
}

/// A line up to its comment; a `#` in quotes or inside a word begins none.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') if " [{,:-".contains(before) => quote = Some(c),
            (None, '#') if before == ' ' || before == '\t' => return &line[..at],
            _ => {}
        }
        before = c;
    }
    line
}

struct Reader<'t> {
    lines: Vec<Line<'t>>,
    at: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    /// The lines from here on that are indented as the first one.
    fn block(&mut self, indent: usize) -> Result<Value> {
        self.depth += 1;
        let Some(line) = self.lines.get(self.at) else { return Ok(Value::None) };
        if self.depth > MAX_DEPTH {
            return Err(wrong(line.number, "YAML is nested too deep", "flatten it"));
        }
        let value = if is_item(line.text) {
            self.sequence(indent)
        } else if key_of(line.text).is_some() {
            self.mapping(indent)
        } else {
            let value = scalar(line.text, line.number);
            self.at += 1;
            value
        };
        self.depth -= 1;
        value
    }

    fn sequence(&mut self, indent: usize) -> Result<Value> {
        let mut items = Vec::new();
        while let Some(line) = self.lines.get_mut(self.at) {
            if line.indent != indent || !is_item(line.text) {
                break;
            }
            let rest = line.text[1..].trim_start();
            if rest.is_empty() {
                self.at += 1;
                items.push(self.nested(indent)?);
            } else {
                // what follows the dash is indented as far as it stands
                line.indent += line.text.len() - rest.len();
                line.text = rest;
                let inner = line.indent;
                items.push(self.block(inner)?);
            }
        }
        Value::list(items)
    }

    fn mapping(&mut self, indent: usize) -> Result<Value> {
        let mut entries = Vec::new();
        while let Some(line) = self.lines.get(self.at) {
            let Some((key, rest)) = key_of(line.text).filter(|_| line.indent == indent) else {
                break;
            };
            let (number, key) = (line.number, scalar(key, line.number)?);
            self.at += 1;
            let value = match rest.is_empty() {
                true => self.nested(indent)?,
                false => scalar(rest, number)?,
            };
            entries.push((key, value));
        }
        Value::dict(entries)
    }

    /// What is indented more than a key; a sequence may be indented as the key is.
    fn nested(&mut self, indent: usize) -> Result<Value> {
        match self.lines.get(self.at) {
            Some(line) if line.indent > indent => self.block(line.indent),
            Some(line) if line.indent == indent && is_item(line.text) => self.block(indent),
            _ => Ok(Value::None),
        }
    }
}

fn is_item(text: &str) -> bool {
    text == "-" || text.starts_with("- ")
}

/// A key and what follows its colon.
fn key_of(text: &str) -> Option<(&str, &str)> {
    if text.starts_with(['[', '{', '!']) {
        return None;
    }
    let start = match text.chars().next().filter(|c| ['\'', '"'].contains(c)) {
        Some(quote) => text[1..].find(quote)? + 2,
        None => 0,
    };
    let colon = text[start..].match_indices(':').find(|(at, _)| {
        let after = &text[start + at + 1..];
        after.is_empty() || after.starts_with(' ')
    })?;
    let at = start + colon.0;
    Some((text[..at].trim(), text[at + 1..].trim()))
}

/// A value on one line.
fn scalar(text: &str, line: usize) -> Result<Value> {
    let text = text.trim();
    if let Some(tagged) = text.strip_prefix('!') {
        return with_unit(tagged, line);
    }
    if text.starts_with(['[', '{']) {
        let mut flow = Flow { rest: text, line, depth: 0 };
        let value = flow.value()?;
        return match flow.rest.trim().is_empty() {
            true => Ok(value),
            false => Err(wrong(line, "text after a closing bracket of YAML", "remove it")),
        };
    }
    if text.starts_with(['&', '*', '|', '>', '@', '`', '%']) {
        let message = "anchors, aliases and texts over several lines of YAML are not supported";
        return Err(wrong(line, message, "write the value out"));
    }
    Ok(plain(text))
}

/// A scalar in quotes, or by YAML's rules for numbers and truth values.
fn plain(text: &str) -> Value {
    for quote in ['\'', '"'] {
        if text.len() >= 2 && text.starts_with(quote) && text.ends_with(quote) {
            let doubled = format!("{quote}{quote}");
            return Value::text(text[1..text.len() - 1].replace(&doubled, &quote.to_string()));
        }
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::None,
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => {
            return Value::Bool(true);
        }
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => {
            return Value::Bool(false);
        }
        ".inf" | "+.inf" => return Value::Float(f64::INFINITY),
        "-.inf" => return Value::Float(f64::NEG_INFINITY),
        _ => {}
    }
    if let Ok(int) = text.parse() {
        return Value::Int(int);
    }
    // as in YAML 1.1, a number with an exponent has a point and a sign: 1.0e+3
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "+0"));
    let is_number = digits.contains('.') && exponent.starts_with(['+', '-']);
    match float_of(text).filter(|_| is_number) {
        Some(number) => Value::Float(number),
        None => Value::text(text),
    }
}

/// A number with one of the units of xacro, in SI units.
fn with_unit(tagged: &str, line: usize) -> Result<Value> {
    let (unit, text) = tagged.split_once(' ').unwrap_or((tagged, ""));
    let factor = match unit {
        "radians" | "meters" => 1.0,
        "degrees" => std::f64::consts::PI / 180.0,
        "millimeters" => 0.001,
        "foot" => 0.3048,
        "inches" => 0.0254,
        _ => {
            return Err(wrong(
                line,
                "an unknown tag of YAML",
                "units: !degrees, !millimeters, ...",
            ));
        }
    };
    match float_of(text.trim()) {
        Some(number) => Ok(Value::Float(number * factor)),
        None => Err(wrong(line, "a unit without a number", "write !degrees 90")),
    }
}

/// Values in brackets.
struct Flow<'t> {
    rest: &'t str,
    line: usize,
    depth: usize,
}

impl Flow<'_> {
    fn takes(&mut self, c: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self) -> Result<Value> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(wrong(self.line, "YAML is nested too deep", "flatten it"));
        }
        let value = if self.takes('[') {
            let mut items = Vec::new();
            while !self.takes(']') {
                items.push(self.value()?);
                self.separator(']')?;
            }
            Value::list(items)
        } else if self.takes('{') {
            let mut entries = Vec::new();
            while !self.takes('}') {
                let key = self.word(true)?;
                let value = self.value()?;
                entries.push((key, value));
                self.separator('}')?;
            }
            Value::dict(entries)
        } else {
            self.word(false)
        };
        self.depth -= 1;
        value
    }

    fn separator(&mut self, end: char) -> Result<()> {
        self.rest = self.rest.trim_start();
        match self.takes(',') || self.rest.starts_with(end) {
            true => Ok(()),
            false => {
                Err(wrong(self.line, "a bracket of YAML is not closed on its line", "close it"))
            }
        }
    }

    /// A scalar up to the next separator, or a key up to its colon.
    fn word(&mut self, is_key: bool) -> Result<Value> {
        self.rest = self.rest.trim_start();
        let quoted = self.rest.chars().next().filter(|c| ['\'', '"'].contains(c));
        let start = match quoted {
            Some(quote) => self.rest[1..].find(quote).map_or(self.rest.len(), |at| at + 2),
            None => 0,
        };
        let ends: &[char] = if is_key { &[':'] } else { &[',', ']', '}'] };
        let unclosed =
            || wrong(self.line, "a bracket of YAML is not closed on its line", "close it");
        let end = self.rest.get(start..).and_then(|rest| rest.find(ends)).ok_or_else(unclosed)?;
        let (word, rest) = self.rest.split_at(start + end);
        self.rest = if is_key { &rest[1..] } else { rest };
        scalar(word, self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against `yaml.safe_load` of PyYAML 6.
    #[test]
    fn mappings_sequences_scalars() {
        let text = "# robot\njoints:\n  shoulder: {lower: -1.5, upper: 2, name: 'a # b'}\n  names:\n  - left\n  - right  # both\n\
            flags: [true, no, ~, 1e3, 1.0e+3]\nempty:\nangle: !degrees 90.0\n\"q uoted\": 0.5\n";
        let expected = "{'joints': {'shoulder': {'lower': -1.5, 'upper': 2, 'name': 'a # b'}, \
            'names': ['left', 'right']}, 'flags': [True, False, None, '1e3', 1000.0], 'empty': None, \
            'angle': 1.5707963267948966, 'q uoted': 0.5}";
        assert_eq!(read(text).and_then(|value| value.shown()).ok().as_deref(), Some(expected));
        let list = read("- a: 1\n  b: 2\n- - 3\n  - 4\n").and_then(|value| value.shown());
        assert_eq!(list.ok().as_deref(), Some("[{'a': 1, 'b': 2}, [3, 4]]"));
        for bad in ["a: &x 1", "a: |\n  b", "a: [1, 2", "a: 1\n   b: 2", "\ta: 1"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
