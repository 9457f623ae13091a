//! What can go wrong in mechanics.

use appell_diagnostic::Diagnostic;

/// A quantity that cannot be had.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The algebra could not do it: the budget was hit, a parameter has no value.
    #[error(transparent)]
    Algebra(#[from] appell_algebra::Error),
    /// The mass matrix has no inverse: a joint moves no mass, or two move the same.
    #[error("the mass matrix is singular at coordinate {}", .coordinate + 1)]
    SingularMass {
        /// The coordinate, counted from 0, at which this was found.
        coordinate: usize,
    },
    /// Accelerations under Coulomb friction were asked for as formulas.
    #[error("accelerations with Coulomb friction have no closed form")]
    ImplicitFriction,
    /// The iteration for Coulomb friction did not settle.
    #[error("Coulomb friction did not settle after {rounds} rounds")]
    NotSettled {
        /// How often it was found anew.
        rounds: usize,
        /// How far the last two rounds were apart, against their size.
        distance: f64,
    },
}

impl Error {
    /// The same, as diagnostics that can be shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let single = match self {
            Self::Algebra(error) => return error.diagnostics(),
            Self::SingularMass { .. } => Diagnostic::error("singular-mass", self.to_string())
                .hint("give the links behind this joint mass and inertia, or another state"),
            Self::ImplicitFriction => Diagnostic::error("implicit-friction", self.to_string())
                .hint("ask for numbers (`eval`), or set `coulomb` to 0 in the robot's file"),
            Self::NotSettled { distance, .. } => Diagnostic::error(
                "friction-not-settled",
                self.to_string(),
            )
            .fact("last change", format!("{distance:.1e}"))
            .hint(
                "the friction is so strong that the joint may lock: check `coulomb` and `diameter`",
            ),
        };
        vec![single]
    }
}
