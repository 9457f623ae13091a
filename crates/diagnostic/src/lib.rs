//! One way, over all of Appell, to say what is wrong with an input.
//!
//! A [`Diagnostic`] carries a stable code, the place, the values that broke the rule and at
//! least one hint that can be typed. Readers collect diagnostics instead of stopping at the
//! first; only the command, the studio and the Python package show them.
//!
//! ```
//! use appell_diagnostic::Diagnostic;
//!
//! let source = "2*M4*q1''*l9";
//! let problem = Diagnostic::error("unknown-name", "there is no symbol `l9`")
//!     .at(10..12)
//!     .hint("did you mean `l2`?");
//! let shown = problem.render("equation", source);
//! assert!(shown.contains("error[unknown-name]"));
//! assert!(shown.contains("l9") && shown.contains("did you mean"));
//! ```

mod excerpt;
mod findings;
mod invariant;
mod nearest;
mod printable;
mod shown;

pub use excerpt::excerpt;
pub use findings::Findings;
pub use invariant::broken_invariant;
pub use nearest::nearest;
pub use printable::printable;
pub use shown::{shown, significant};

use std::fmt;
use std::ops::Range;

use printable::{quoted, same_length};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is wrong; this is what was done with the input.
    Note,
    /// The work goes on; the reader should look.
    Warning,
    /// The input cannot be used.
    Error,
}

/// Where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Nowhere in particular.
    #[default]
    Unknown,
    /// Bytes of the text that was read.
    Span(Range<usize>),
    /// A path through a model, outermost first: `link 3`, `inertia`, `zz`.
    Path(Vec<String>),
}

/// A finding about an input: code, place, values, hints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable name of the rule, e.g. `unknown-name`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence, in the words that the user knows.
    pub message: String,
    /// Where it is.
    pub place: Place,
    /// The values that broke the rule, by name.
    pub facts: Vec<(String, String)>,
    /// What can be typed to mend it.
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// A finding that makes the input unusable.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    /// A finding after which the work goes on.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    /// What was done with the input, where one might want to know.
    pub fn note(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, message.into())
    }

    fn new(severity: Severity, code: &'static str, message: String) -> Self {
        Self {
            code,
            severity,
            message,
            place: Place::Unknown,
            facts: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Says where: bytes of the text that was read.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.place = Place::Span(span);
        self
    }

    /// Says where: a path through a model, outermost first.
    #[must_use]
    pub fn on<S: Into<String>>(mut self, path: impl IntoIterator<Item = S>) -> Self {
        self.place = Place::Path(path.into_iter().map(Into::into).collect());
        self
    }

    /// Adds a value that broke the rule.
    #[must_use]
    pub fn fact(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.facts.push((name.into(), value.to_string()));
        self
    }

    /// Adds a hint that can be typed.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds the known name that is most like the one given as a hint; another hint where none is.
    ///
    /// ```
    /// # use appell_diagnostic::Diagnostic;
    /// let problem = Diagnostic::error("unknown-key", "unknown key `lnk`");
    /// let problem = problem.did_you_mean("lnk", ["link", "joint"], "one of: link, joint");
    /// assert_eq!(problem.hints, ["did you mean `link`?"]);
    /// ```
    #[must_use]
    pub fn did_you_mean<'k>(
        self,
        given: &str,
        known: impl IntoIterator<Item = &'k str>,
        otherwise: impl Into<String>,
    ) -> Self {
        match nearest(given, known) {
            Some(near) => self.hint(format!("did you mean `{near}`?")),
            None => self.hint(otherwise),
        }
    }

    /// Shows the finding with the line it is about and a caret under the place, as good
    /// compilers do. Plain text, without colours, so that the output is the same everywhere.
    pub fn render(&self, source_name: &str, source: &str) -> String {
        match &self.place {
            Place::Span(span) => self.render_span(source_name, source, span.clone()),
            _ => self.to_string(),
        }
    }

    fn render_span(&self, source_name: &str, source: &str, span: Range<usize>) -> String {
        use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};

        // A place past the end, or inside a character, is moved to where a caret can stand.
        let end = source.floor_char_boundary(span.end.min(source.len()));
        let start = source.floor_char_boundary(span.start.min(end));
        let before = &source[..start];
        let (window, from) = window(source, start);
        // A piece of a long line is shown alone, under as many empty lines as stand above it.
        let cut = window.len() < source.len();
        let above = if cut { before.matches('\n').count() } else { 0 };
        let shown = "\n".repeat(above) + &same_length(window);
        let moved = |at: usize| at.min(from + window.len()) - from + above;
        let column = |text: &str| text.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let columns = [column(&shown[..moved(start)]), column(before)];
        let (start, end) = (moved(start), moved(end));
        let source_name = quoted(source_name);
        let source_name = source_name.as_str();
        let config = Config::default().with_color(false).with_index_type(IndexType::Byte);
        let mut report = Report::build(ReportKind::Error, (source_name, start..end))
            .with_config(config)
            .with_label(Label::new((source_name, start..end)).with_message(self.label()));
        for hint in &self.hints {
            report.add_help(quoted(hint));
        }
        let mut out = Vec::new();
        // Writing into memory cannot fail; should it, the plain form still says everything.
        match report.finish().write((source_name, Source::from(shown)), &mut out) {
            Ok(()) => {
                // The renderer's own first line is replaced by ours, the same as in the plain form.
                let text = String::from_utf8_lossy(&out);
                let body = text.split_once('\n').map_or("", |(_, body)| body).trim_end();
                let [piece, whole] = columns.map(|column| format!(":{}:{column} ]", above + 1));
                let body = if cut { body.replacen(&piece, &whole, 1) } else { body.to_owned() };
                format!("{}\n{body}", self.headline())
            }
            Err(_) => self.to_string(),
        }
    }

    fn headline(&self) -> String {
        format!("{}[{}]: {}", self.severity, self.code, quoted(&self.message))
    }

    fn label(&self) -> String {
        match self.facts.as_slice() {
            [] => "here".to_owned(),
            facts => facts
                .iter()
                .map(|(name, value)| format!("{} = {}", quoted(name), quoted(value)))
                .collect::<Vec<_>>()
                .join(", "),
        }
    }
}

/// The widest stretch of a line that is shown around a place, in bytes.
const WINDOW: usize = 160;

/// Cuts a very long line down to the neighbourhood of the place, so that a message about a
/// line of a million characters stays readable. Returns the text to show and where it starts.
fn window(source: &str, start: usize) -> (&str, usize) {
    let line_start = source[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = source[start..].find('\n').map_or(source.len(), |at| start + at);
    if line_end - line_start <= WINDOW {
        return (source, 0);
    }
    let from = source.floor_char_boundary(start.saturating_sub(WINDOW / 2).max(line_start));
    let to = source.ceil_char_boundary((start + WINDOW / 2).min(line_end));
    (&source[from..to], from)
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => Ok(()),
            Self::Span(span) => write!(f, "bytes {}..{}", span.start, span.end),
            Self::Path(path) => {
                let steps = path.iter().map(|step| quoted(step));
                f.write_str(&steps.collect::<Vec<_>>().join(" / "))
            }
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        if self.place != Place::Unknown {
            write!(f, "\n  at {}", self.place)?;
        }
        for (name, value) in &self.facts {
            write!(f, "\n  {} = {}", quoted(name), quoted(value))?;
        }
        for hint in &self.hints {
            write!(f, "\n  hint: {}", quoted(hint))?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_form_says_code_place_values_and_hint() {
        let shown =
            Diagnostic::error("inertia-triangle", "principal moments break the triangle rule")
                .on(["link 3", "inertia", "zz"])
                .fact("zz", 9)
                .hint("check that zz <= xx + yy")
                .to_string();
        assert_eq!(
            shown,
            "error[inertia-triangle]: principal moments break the triangle rule\n  at link 3 / inertia / zz\n  zz = 9\n  hint: check that zz <= xx + yy"
        );
    }

    #[test]
    fn a_place_outside_the_text_or_inside_a_character_is_moved() {
        let problem = Diagnostic::warning("odd", "odd").at(1..99);
        assert!(problem.render("f", "äb").contains("warning[odd]: odd"));
        assert!(
            Diagnostic::error("end", "ends too soon")
                .at(7..9)
                .render("f", "")
                .contains("error[end]")
        );
    }

    #[test]
    fn nothing_in_an_input_steers_the_terminal() {
        let hostile = "name = \"a\u{1b}]0;title\u{7}\u{202e}\u{9b}31m\" # \r";
        let problem =
            Diagnostic::error("odd", hostile).on([hostile]).fact(hostile, hostile).hint(hostile);
        let placed = Diagnostic { place: Place::Span(8..12), ..problem.clone() };
        let findings = Findings::about(hostile, hostile, vec![placed.clone(), problem.clone()]);
        for shown in [problem.to_string(), placed.render(hostile, hostile), findings.to_string()] {
            assert!(!shown.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'));
        }
    }

    #[test]
    fn a_very_long_line_is_cut_around_the_place() {
        let text = "first\n".to_owned() + &"x+".repeat(500_000);
        let shown = Diagnostic::error("odd", "odd").at(700_006..700_007).render("f", &text);
        assert!(shown.contains("f:2:700001 ]") && shown.contains("\n 2 │ "), "{shown}");
        assert!(shown.len() < 4 * WINDOW + 400, "{}", shown.len());
    }
}
