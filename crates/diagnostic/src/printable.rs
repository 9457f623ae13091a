//! Texts from inputs as they can be shown.

use std::borrow::Cow;

/// A text without characters that could steer a terminal or turn the order of what is read: control
/// characters other than a new line and a tabulator, and bidirectional controls, are written as
/// `\u001b`, which JSON reads as the same character.
///
/// ```
/// use appell_diagnostic::printable;
/// assert_eq!(printable("elbow\n"), "elbow\n");
/// assert_eq!(printable("a\u{1b}[31m\u{202e}b\u{9b}"), r"a\u001b[31m\u202eb\u009b");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    // nearly every text; megabytes of formulas are looked at
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(is_plain) || !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match steers(c) {
            true => shown.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// The same in one line and not without end, for a message that quotes it.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 400;
    let short: String = text.chars().take(LONGEST).collect();
    let shown = printable(&short).replace('\n', "\\n").replace('\t', "\\t");
    let dots = if short.len() < text.len() { "..." } else { "" };
    shown + dots
}

/// The same with as many bytes as before, so that places in it stay where they are.
pub(crate) fn same_length(text: &str) -> String {
    text.chars()
        .map(|c| match (steers(c), c.len_utf8()) {
            (false, _) => c,
            (true, 1) => '?',
            (true, 2) => '\u{b7}',
            (true, _) => '\u{fffd}',
        })
        .collect()
}

/// Whether a character is more than a mark: it moves the cursor, or turns the direction of writing.
fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2066}'..='\u{2069}');
    turns || c.is_control() && !matches!(c, '\n' | '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_is_replaced_and_nothing_moves() {
        let controls = (0..=0x2069).filter_map(char::from_u32).filter(|c| steers(*c));
        let text: String = controls.flat_map(|c| [c, 'ä']).collect();
        assert!(text.chars().count() > 2 * 64);
        for shown in [printable(&text).into_owned(), quoted(&text), same_length(&text)] {
            assert!(!shown.contains(steers), "{shown:?}");
        }
        assert_eq!(same_length(&text).len(), text.len());
        assert_eq!(quoted(&"x".repeat(401)).len(), 403);
        assert_eq!(quoted("a\tb\n"), "a\\tb\\n");
    }
}
