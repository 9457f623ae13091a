//! Quotations of what was given.

/// As much of a text as a message quotes.
///
/// ```
/// assert_eq!(appell_diagnostic::excerpt("elbow"), "elbow");
/// assert_eq!(appell_diagnostic::excerpt(&"elbow".repeat(100)).len(), 60);
/// ```
pub fn excerpt(text: &str) -> &str {
    const LONGEST: usize = 60;
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    &text[..end]
}
