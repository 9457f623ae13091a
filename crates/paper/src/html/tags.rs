//! The tags of a page, and what is between them.

use std::ops::Range;

/// A piece of a page.
pub(super) enum Event {
    Text(Range<usize>),
    Open(Tag),
    /// The name of an element that ends, and where.
    Close(String, usize),
}

/// The beginning of an element.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    /// In small letters, without a prefix.
    pub(super) name: String,
    attributes: Vec<(String, String)>,
    /// Whether it has no inside.
    pub(super) is_closed: bool,
    /// Where it is in the file.
    pub(super) at: usize,
}

impl Tag {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(super) fn has_class(&self, class: &str) -> bool {
        self.get("class").is_some_and(|it| it.split_whitespace().any(|it| it == class))
    }
}

/// Elements that have no inside.
const VOID: [&str; 10] =
    ["br", "hr", "img", "input", "meta", "link", "col", "wbr", "source", "mprescripts"];
/// Elements whose inside has no tags.
const RAW: [&str; 3] = ["script", "style", "textarea"];
/// How many attributes of a tag are read.
const MOST_ATTRIBUTES: usize = 50;

/// Walks through a page.
pub(super) struct Tags<'t> {
    text: &'t str,
    at: usize,
    /// Elements that do not end in the rest of the page: they need not be looked for again.
    missing: Vec<String>,
}

impl<'t> Tags<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, missing: Vec::new() }
    }

    /// The inside of an element that was opened: the page goes on behind it. None where it has no end.
    pub(super) fn skip(&mut self, tag: &Tag) -> Option<Range<usize>> {
        if tag.is_closed || self.missing.contains(&tag.name) {
            return None;
        }
        let start = self.at;
        if RAW.contains(&tag.name.as_str()) {
            let close = format!("</{}", tag.name);
            let Some(length) = self.text[start..].find(&close) else {
                self.missing.push(tag.name.clone());
                return None;
            };
            let end = start + length;
            self.at = end + self.text[end..].find('>').map_or(close.len(), |it| it + 1);
            return Some(start..end);
        }
        let mut open = 1usize;
        while let Some(event) = self.next() {
            match event {
                Event::Open(inner) if inner.name == tag.name && !inner.is_closed => open += 1,
                Event::Close(name, at) if name == tag.name => {
                    open -= 1;
                    if open == 0 {
                        return Some(start..at);
                    }
                }
                _ => {}
            }
        }
        self.missing.push(tag.name.clone());
        self.at = start;
        None
    }

    pub(super) fn next(&mut self) -> Option<Event> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let start = self.at;
        let begins = |rest: &str| {
            rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
        };
        if let Some(inside) = rest.strip_prefix('<').filter(|inside| begins(inside)) {
            return Some(self.tag(inside, start));
        }
        let length =
            rest.char_indices().skip(1).find(|(at, c)| *c == '<' && begins(&rest[at + 1..]));
        let length = length.map_or(rest.len(), |(at, _)| at);
        self.at = start + length;
        Some(Event::Text(start..self.at))
    }

    /// What begins with `<`.
    fn tag(&mut self, inside: &str, start: usize) -> Event {
        let mut end_with = |mark: &str| {
            let length = inside.find(mark).map_or(inside.len(), |it| it + mark.len());
            self.at = start + 1 + length;
            Event::Text(self.at..self.at)
        };
        if inside.starts_with("!--") {
            return end_with("-->");
        }
        if inside.starts_with(['!', '?']) {
            return end_with(">");
        }
        let (is_end, inside) = match inside.strip_prefix('/') {
            Some(inside) => (true, inside),
            None => (false, inside),
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_');
        let length = inside.find(|c| !is_name(c)).unwrap_or(inside.len());
        let whole = inside[..length].to_ascii_lowercase();
        let name = whole.rsplit(':').next().unwrap_or_default().to_owned();
        let mut rest = &inside[length..];
        let mut attributes = Vec::new();
        let mut is_closed = VOID.contains(&name.as_str());
        loop {
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { break };
            match first {
                '>' => {
                    rest = &rest[1..];
                    break;
                }
                '/' => {
                    is_closed |= rest[1..].starts_with('>');
                    rest = &rest[1..];
                }
                _ => {
                    let (attribute, behind) = attribute(rest);
                    if attributes.len() < MOST_ATTRIBUTES {
                        attributes.extend(attribute);
                    }
                    rest = behind;
                }
            }
        }
        self.at = self.text.len() - rest.len();
        if is_end {
            Event::Close(name, start)
        } else {
            Event::Open(Tag { name, attributes, is_closed, at: start })
        }
    }
}

/// `name="value"`, and what is behind it.
fn attribute(text: &str) -> (Option<(String, String)>, &str) {
    let ends = |c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/');
    // a stray sign is passed over
    let length =
        text.find(ends).unwrap_or(text.len()).max(text.chars().next().map_or(0, char::len_utf8));
    let name = text[..length].to_ascii_lowercase();
    let behind = text[length..].trim_start();
    let Some(value) = behind.strip_prefix('=') else {
        return (Some((name, String::new())), &text[length..]);
    };
    let value = value.trim_start();
    let quoted = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let (value, behind) = match quoted {
        Some(mark) => value[1..].split_once(mark).unwrap_or((&value[1..], "")),
        None => value
            .split_at(value.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(value.len())),
    };
    (Some((name, value.to_owned())), behind)
}
