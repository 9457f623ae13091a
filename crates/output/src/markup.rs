//! Text inside SVG pictures and HTML pages.

/// A text with the characters that mean something in markup replaced.
///
/// ```
/// assert_eq!(appell_output::escaped("a < \"b\" & c"), "a &lt; &quot;b&quot; &amp; c");
/// ```
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
