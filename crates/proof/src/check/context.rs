//! The words around an equation.

use std::ops::Range;

/// How far back the sentence of a display may begin, in bytes.
const LONGEST: usize = 600;

/// Words by which a sentence denies a statement, or speaks of something else.
const DENIALS: [&str; 15] = [
    "not",
    "no",
    "neither",
    "nor",
    "never",
    "unlike",
    "except",
    "excluded",
    "exclude",
    "initially",
    "initial",
    "start",
    "starts",
    "instead",
    "vanishes",
];

/// What opens a display, and what closes it.
const DISPLAYS: [(&str, &str); 5] = [
    ("$$", "$$"),
    ("\\[", "\\]"),
    ("\\begin{equation}", "\\end{equation}"),
    ("\\begin{align}", "\\end{align}"),
    ("\\begin{gather}", "\\end{gather}"),
];

/// Where the text before a display ends: an empty line, the sign that opens the display and displays right before it
/// do not belong to it.
pub(super) fn end_of_text(text: &str, place: usize) -> usize {
    let before = text.get(..place).unwrap_or_default().trim_end();
    let opened = DISPLAYS.iter().find_map(|(open, _)| before.strip_suffix(open));
    let Some(mut before) = opened.map(str::trim_end) else { return before.len() };
    let other = |before: &str| {
        let shut = |(open, close)| before.strip_suffix(close).map(|rest: &str| (open, rest));
        let (open, inside) = DISPLAYS.into_iter().find_map(shut)?;
        inside.rfind(open)
    };
    while let Some(start) = other(before) {
        before = before[..start].trim_end();
    }
    before.len()
}

/// Where the sentence that leads to a place begins: behind a full stop, a display or an empty line.
pub(super) fn start_of_sentence(text: &str, place: usize) -> usize {
    let first = text.floor_char_boundary(place.saturating_sub(LONGEST));
    let before = &text[first..place];
    let mut start = 0;
    for end in ["$$", "\\]", "\\end{", "\n\n", "\n\r\n", "\n#", "\n%"] {
        start = before.rfind(end).map_or(start, |at| start.max(at + end.len()));
    }
    let mut stops = before.char_indices().rev().filter(|(at, c)| {
        let rest = &before[at + c.len_utf8()..];
        matches!(c, '.' | '?' | '!') && rest.starts_with(char::is_whitespace)
    });
    start = stops.next().map_or(start, |(at, _)| start.max(at + 1));
    first + start
}

/// The words that lead to a display.
pub(super) fn sentence_before<'t>(text: &'t str, place: &Range<usize>) -> &'t str {
    let end = end_of_text(text, place.start);
    text.get(start_of_sentence(text, end)..end).unwrap_or_default()
}

/// The sentence in which a place is.
pub(super) fn sentence_around<'t>(text: &'t str, place: &Range<usize>) -> &'t str {
    let start = start_of_sentence(text, place.start);
    let last = text.floor_char_boundary(text.len().min(place.end + LONGEST));
    let behind = text.get(place.end..last).unwrap_or_default();
    let ends = [". ", ".\n", "$$", "\\[", "\\begin{", "\n\n"];
    let end = ends.iter().filter_map(|end| behind.find(end)).min().unwrap_or(behind.len());
    text.get(start..place.end + end).unwrap_or_default()
}

/// The last word before a formula in a sentence.
pub(super) fn word_before<'t>(text: &'t str, place: &Range<usize>) -> &'t str {
    let before = text.get(..place.start).unwrap_or_default();
    let before = before.trim_end_matches(|c: char| !c.is_alphabetic());
    before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default()
}

/// The text of its paragraph before a display.
pub(super) fn paragraph_before<'t>(text: &'t str, place: &Range<usize>) -> &'t str {
    let end = end_of_text(text, place.start);
    let first = text.floor_char_boundary(end.saturating_sub(LONGEST));
    let before = text.get(first..end).unwrap_or_default();
    let start = ["\n\n", "\n\r\n"].iter().filter_map(|end| before.rfind(end)).max();
    &before[start.unwrap_or_default()..]
}

/// The text of its section before a display, with the heading.
pub(super) fn section_before<'t>(text: &'t str, place: &Range<usize>) -> &'t str {
    let before = text.get(..place.start).unwrap_or_default();
    let headings = ["\n#", "\\section", "\\subsection", "\\chapter", "<h1", "<h2", "<h3"];
    let start = headings.iter().filter_map(|heading| before.rfind(heading)).max();
    &before[start.unwrap_or_default()..]
}

/// Whether words are in a text, as whole words, in upper or lower case.
pub(super) fn has_words(text: &str, words: &str) -> bool {
    find_words(text, words).next().is_some()
}

/// Where words are in a text, as whole words, in upper or lower case.
pub(super) fn find_words<'t>(text: &'t str, words: &str) -> impl Iterator<Item = usize> + 't {
    let lower = text.to_ascii_lowercase();
    let is_part = |c: char| c.is_alphanumeric();
    let places: Vec<usize> = lower
        .match_indices(words)
        .filter(|(at, words)| {
            !lower[..*at].ends_with(is_part) && !lower[at + words.len()..].starts_with(is_part)
        })
        .map(|(at, _)| at)
        .collect();
    places.into_iter()
}

/// Whether a sentence denies something, or speaks of something else.
pub(super) fn is_denied(sentence: &str) -> bool {
    DENIALS.iter().any(|word| has_words(sentence, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_and_words() {
        let text = "The base is flat. At rest, with $q_2 = 0.5$, it is $$ M_{12} = 1 $$";
        let place = text.find("$$").map_or(0, |at| at);
        let sentence = sentence_before(text, &(place..text.len()));
        assert_eq!(sentence, " At rest, with $q_2 = 0.5$, it is");
        assert!(has_words(sentence, "at rest") && !has_words("that resting", "at rest"));
        assert!(is_denied("it does not hold") && !is_denied("knot and notes"));
    }
}
