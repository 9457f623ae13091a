//! An input that could not be used, with everything that was found in it.

use std::fmt;

use crate::printable::quoted;
use crate::{Diagnostic, Severity};

/// The error of a reader: all findings about an input, shown with the lines they are about.
///
/// ```
/// use appell_diagnostic::{Diagnostic, Findings};
///
/// let unknown = Diagnostic::error("unknown-key", "unknown key `ofset`").at(0..5);
/// let missing = Diagnostic::error("missing-key", "`axis` is missing");
/// let error = Findings::about("arm.toml", "ofset = 3", vec![unknown, missing]);
/// assert_eq!(error.all().len(), 2);
/// let shown = error.to_string();
/// assert!(shown.contains("arm.toml:1:1") && shown.contains("`axis` is missing"));
/// assert!(shown.ends_with("arm.toml: 2 errors"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    name: String,
    text: String,
    findings: Vec<Diagnostic>,
}

impl Findings {
    /// Findings that are not about a text.
    pub fn new(findings: Vec<Diagnostic>) -> Self {
        Self { name: String::new(), text: String::new(), findings }
    }

    /// Findings about a text, with the name by which the user knows it.
    pub fn about(
        name: impl Into<String>,
        text: impl Into<String>,
        findings: Vec<Diagnostic>,
    ) -> Self {
        Self { name: name.into(), text: text.into(), findings }
    }

    /// All of them: errors, warnings and notes.
    pub fn all(&self) -> &[Diagnostic] {
        &self.findings
    }

    /// The name of the text that was read; empty where there was none.
    pub fn source_name(&self) -> &str {
        &self.name
    }

    /// The text that was read.
    pub fn source_text(&self) -> &str {
        &self.text
    }
}

impl From<Diagnostic> for Findings {
    fn from(finding: Diagnostic) -> Self {
        Self::new(vec![finding])
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.findings.iter().map(|finding| finding.render(&self.name, &self.text));
        f.write_str(&shown.collect::<Vec<_>>().join("\n"))?;
        if self.name.is_empty() {
            return Ok(());
        }
        let errors = self.findings.iter().filter(|it| it.severity == Severity::Error).count();
        let plural = if errors == 1 { "" } else { "s" };
        write!(f, "\n{}: {errors} error{plural}", quoted(&self.name))
    }
}

impl std::error::Error for Findings {}
