//! XML: parsing with limits, places of elements, texts that XML can hold.

use std::collections::BTreeSet;
use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt, printable};
use roxmltree::{Document, Node, ParsingOptions};

use crate::advice::Xml;

/// More elements than this are no robot.
const MAX_NODES: u32 = 1_000_000;

/// The document of a text, or what is wrong with it and where.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, Box<(Diagnostic, Range<usize>)>> {
    if let Some(at) = crowded_tag(text) {
        let problem = Diagnostic::error("xml", "an element with far too many attributes")
            .hint("check that this file is a robot");
        return Err(Box::new((problem, at..at + 1)));
    }
    let limits = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..Default::default() };
    Document::parse_with_options(text, limits).map_err(|error| {
        let (at, hint) = match error {
            roxmltree::Error::DtdDetected => (
                text.find("<!DOCTYPE").unwrap_or_default(),
                "remove the document type: <!DOCTYPE ...>",
            ),
            _ => (
                offset(text, error.pos()),
                "close every element, write & as &amp;, and no control characters",
            ),
        };
        Box::new((Diagnostic::error("xml", error.to_string()).hint(hint), at..at))
    })
}

/// Where an element has so many attributes that comparing their names would take long.
fn crowded_tag(text: &str) -> Option<usize> {
    const MANY: usize = 1000;
    let (mut start, mut count) = (0, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => (start, count) = (at, 0),
            b'=' => count += 1,
            _ => {}
        }
        if count > MANY {
            return Some(start);
        }
    }
    None
}

/// The byte at a row and a column.
fn offset(text: &str, position: roxmltree::TextPos) -> usize {
    let row = position.row.saturating_sub(1) as usize;
    let line_start: usize = text.split_inclusive('\n').take(row).map(str::len).sum();
    let line = text[line_start..].chars().take(position.col.saturating_sub(1) as usize);
    line_start + line.map(char::len_utf8).sum::<usize>()
}

/// What is said of a word that is no number, in a text of a format that has no units.
pub(crate) fn bad_number(text: &str, word: &str, format: Xml) -> Diagnostic {
    let message = format!("expected a finite number, found `{}`", excerpt(word));
    let problem = Diagnostic::error("bad-number", message);
    let comma = |text: &str| match appell_units::read(text) {
        Some(Err(problem)) if problem.code == "decimal-comma" => Some(problem),
        _ => None,
    };
    match comma(text).or_else(|| comma(word)) {
        Some(comma) => comma,
        None if matches!(appell_units::read(text), Some(Ok(_))) => {
            problem.hint(format.without_units())
        }
        None => problem.hint("write a number such as 3, 0.25 or 1.5e-3"),
    }
}

/// The place of an element: its start tag, not all that it holds.
pub(crate) fn start_tag(node: Node<'_, '_>) -> Range<usize> {
    let range = node.range();
    let text = &node.document().input_text()[range.clone()];
    let end = text.find(['>', '\n']).map_or(range.end, |end| range.start + end + 1);
    range.start..end
}

/// Gives names that have not been given before, as XML can hold them.
pub(crate) fn unique() -> impl FnMut(&str) -> String {
    let mut taken = BTreeSet::new();
    move |wanted| {
        let wanted: String = wanted.chars().map(|c| if in_xml(c) { c } else { ' ' }).collect();
        let mut name = wanted.clone();
        let mut count = 1;
        while !taken.insert(name.clone()) {
            count += 1;
            name = format!("{wanted}_{count}");
        }
        name
    }
}

/// Whether a character can be in XML 1.0 at all.
fn in_xml(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}') || matches!(c, '\t' | '\n' | '\r')
}

/// A text as the value of an attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push_str(&format!("&#{};", u32::from(c))),
            c if !in_xml(c) => escaped.push(' '),
            // no name turns the direction of what an editor shows
            c if printable(c.encode_utf8(&mut [0; 4])).len() > c.len_utf8() => {
                escaped.push_str(&format!("&#{};", u32::from(c)));
            }
            c => escaped.push(c),
        }
    }
    escaped
}
