//! What can go wrong with motors and least energy.

use appell_algebra::Stop;
use appell_diagnostic::Diagnostic;

/// Why no motor was chosen, or no motion was found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A quantity of the robot could not be derived or compiled.
    #[error(transparent)]
    Code(#[from] appell_code::Error),
    /// A law or a path could not be made.
    #[error(transparent)]
    Trajectory(#[from] appell_trajectory::Error),
    /// The forces of a motion could not be computed, or the work was stopped.
    #[error(transparent)]
    Simulation(#[from] appell_simulation::Error),
    /// No law that may be chosen keeps the limits.
    #[error("no motion profile keeps the limits in move {number}")]
    NoLaw {
        /// Which move, from 1 on.
        number: usize,
        /// The laws, and what is against each.
        refused: Vec<(String, String)>,
    },
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        Self::Simulation(stop.into())
    }
}

impl Error {
    /// The same, as diagnostics that can be shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let error = |code| Diagnostic::error(code, self.to_string());
        let single = match self {
            Self::Code(error) => return error.diagnostics(),
            Self::Trajectory(error) => return error.diagnostics(),
            Self::Simulation(error) => return error.diagnostics(),
            Self::NoLaw { refused, .. } => {
                let all = refused.iter();
                all.fold(error("no-law"), |problem, (law, why)| problem.fact(law, why))
                    .hint("give it more `time` under [optimise], more profiles in `laws`, or wider [limits]")
            }
        };
        vec![single]
    }
}
