//! Why the modes of a link cannot be worked out.

use appell_algebra::Error as AlgebraError;
use appell_diagnostic::Diagnostic;

/// Why the modes of a link cannot be worked out.
#[derive(Debug)]
pub enum Error {
    /// The algebra failed: a symbol without a value, or a limit.
    Algebra(AlgebraError),
    /// What was given is no elastic body; at its place below the link.
    Refused(Box<Diagnostic>),
}

impl From<AlgebraError> for Error {
    fn from(error: AlgebraError) -> Self {
        Self::Algebra(error)
    }
}

impl From<Diagnostic> for Error {
    fn from(problem: Diagnostic) -> Self {
        Self::Refused(Box::new(problem))
    }
}
