//! Why there are no formulas.

use appell_diagnostic::Diagnostic;

/// Formulas that cannot be derived.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The mechanics could not do it.
    #[error(transparent)]
    Mechanics(#[from] appell_mechanics::Error),
    /// An inverse of a matrix, asked for in a form that is multiplied out.
    #[error("{quantity} contains the inverse of the mass matrix, which is not multiplied out")]
    Quotient {
        /// The quantity.
        quantity: String,
    },
    /// A certificate was asked for that the textbook recursion does not cover.
    #[error("{}", refused.iter().map(|(what, why)| format!("{what} is not certified: {why}")).collect::<Vec<_>>().join("; "))]
    NotCertified {
        /// What is refused, with the reasons.
        refused: Vec<(String, String)>,
    },
}

impl From<appell_algebra::Error> for Error {
    fn from(error: appell_algebra::Error) -> Self {
        Self::Mechanics(error.into())
    }
}

impl Error {
    /// Whether no other quantity can be derived after it: the time is over, or the work is cancelled.
    pub(crate) fn ends_all_work(&self) -> bool {
        use appell_algebra::{Error as Algebra, Stop};
        use appell_mechanics::Error as Mechanics;
        let Self::Mechanics(Mechanics::Algebra(Algebra::Stopped(stop))) = self else {
            return false;
        };
        matches!(stop, Stop::Time { .. } | Stop::Cancelled)
    }

    /// The same, as diagnostics that can be shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        match self {
            Self::Mechanics(error) => error.diagnostics(),
            Self::Quotient { .. } => {
                let problem = Diagnostic::error("no-expanded-form", self.to_string());
                vec![problem.hint("ask for the short or the nested form")]
            }
            Self::NotCertified { refused } => {
                let problem = |(what, why): &(String, String)| {
                    Diagnostic::error("not-certified", format!("{what} is not certified: {why}"))
                };
                refused.iter().map(problem).collect()
            }
        }
    }
}
