//! Text inside SVG pictures and HTML pages.

use appell_diagnostic::printable;

/// A text with the characters that mean something in markup replaced, and without those that steer
/// or turn what is shown.
///
/// ```
/// use appell_output::escaped;
/// assert_eq!(escaped("a < \"b\" & c"), "a &lt; &quot;b&quot; &amp; c");
/// assert_eq!(escaped("a\u{202e}b"), r"a\u202eb");
/// ```
pub fn escaped(text: &str) -> String {
    let text = printable(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
