//! JSON with the places of its strings, which say where in a notebook an equation is.

use std::ops::Range;

/// A value.
#[derive(Debug, PartialEq)]
pub(super) enum Json {
    Object(Vec<(Range<usize>, Json)>),
    List(Vec<Json>),
    /// The inside of a string, as it is written.
    Text(Range<usize>),
    /// A number, true, false, null.
    Other,
}

/// How deep lists and objects may stand in one another.
const DEEPEST: usize = 60;

impl Json {
    /// The value that a text is; none where it is not JSON.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.blank();
        (reader.at == text.len()).then_some(value)
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str, text: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(name, _)| &text[name.clone()] == key).map(|(_, value)| value)
    }

    /// Where a string ends.
    pub(super) fn end(&self) -> Option<usize> {
        match self {
            Self::Text(inside) => Some(inside.end),
            _ => None,
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blank(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Whether a mark comes next, which is taken.
    fn takes(&mut self, mark: char) -> bool {
        self.blank();
        let found = self.rest().starts_with(mark);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        if depth > DEEPEST {
            return None;
        }
        if self.takes('{') {
            let mut members = Vec::new();
            while !self.takes('}') {
                if !members.is_empty() && !self.takes(',') {
                    return None;
                }
                self.blank();
                let name = self.string()?;
                if !self.takes(':') {
                    return None;
                }
                members.push((name, self.value(depth + 1)?));
            }
            return Some(Json::Object(members));
        }
        if self.takes('[') {
            let mut values = Vec::new();
            while !self.takes(']') {
                if !values.is_empty() && !self.takes(',') {
                    return None;
                }
                values.push(self.value(depth + 1)?);
            }
            return Some(Json::List(values));
        }
        if self.rest().starts_with('"') {
            return self.string().map(Json::Text);
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let length = self.rest().find(|c| !is_plain(c)).unwrap_or(self.rest().len());
        self.at += length;
        (length > 0).then_some(Json::Other)
    }

    /// The inside of the string that begins here.
    fn string(&mut self) -> Option<Range<usize>> {
        let start = self.at + 1;
        let inside = self.rest().strip_prefix('"')?;
        let mut escaped = false;
        for (at, byte) in inside.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    self.at = start + at + 1;
                    return Some(start..start + at);
                }
                _ => {}
            }
        }
        None
    }
}

/// The character with which a text begins as `\n` or `\u03b8`, and how long that is.
pub(super) fn unescaped(text: &str) -> (char, usize) {
    let code = |at: usize| u32::from_str_radix(text.get(at..at + 4)?, 16).ok();
    match text[1..].chars().next() {
        Some('n') => ('\n', 2),
        Some('t') => ('\t', 2),
        Some('r') => ('\r', 2),
        Some('b' | 'f') => (' ', 2),
        Some('u') => {
            match (code(2), text.get(6..8).filter(|it| *it == "\\u").and_then(|_| code(8))) {
                // two halves of one character
                (Some(high @ 0xd800..0xdc00), Some(low @ 0xdc00..0xe000)) => {
                    let whole = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                    (char::from_u32(whole).unwrap_or(' '), 12)
                }
                (Some(one), _) => (char::from_u32(one).unwrap_or(' '), 6),
                (None, _) => (' ', 2),
            }
        }
        Some(other) => (other, 1 + other.len_utf8()),
        None => (' ', 1),
    }
}
