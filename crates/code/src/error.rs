//! What can go wrong with code of a robot.

use appell_diagnostic::Diagnostic;

/// Why code could not be made, or does not run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The quantity could not be derived.
    #[error(transparent)]
    Mechanics(#[from] appell_mechanics::Error),
    /// The program could not be made, compiled or run.
    #[error(transparent)]
    Program(#[from] appell_program::Error),
    /// A quantity that is no function of the state.
    #[error("`{name}` is a list of names and numbers, not a function of the state")]
    NoFunction {
        /// The quantity.
        name: String,
    },
    /// The robot could not be built with what is changed.
    #[error("the robot cannot be built with these values")]
    Robot(Vec<Diagnostic>),
    /// What was asked for is not available for this robot.
    #[error("{what} is not available for this robot: {why}")]
    NotOfThisRobot {
        /// What.
        what: &'static str,
        /// Why not.
        why: &'static str,
    },
    /// A number of coordinates or forces that the robot does not have.
    #[error("expected {expected} numbers, got {given}")]
    Count {
        /// How many were given.
        given: usize,
        /// How many the robot has.
        expected: usize,
    },
}

impl From<Box<Diagnostic>> for Error {
    fn from(problem: Box<Diagnostic>) -> Self {
        Self::Robot(vec![*problem])
    }
}

impl From<appell_algebra::Error> for Error {
    fn from(error: appell_algebra::Error) -> Self {
        Self::Mechanics(error.into())
    }
}

impl Error {
    /// The same, as diagnostics that can be shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let error = |code| Diagnostic::error(code, self.to_string());
        let single = match self {
            Self::Mechanics(error) => return error.diagnostics(),
            Self::Program(appell_program::Error::Algebra(error)) => return error.diagnostics(),
            Self::Program(_) => error("program")
                .hint("try `appell derive` and `appell bench` with this quantity for details"),
            Self::NoFunction { .. } => {
                error("no-function").hint("use `appell eval` or `appell derive` for it")
            }
            Self::Robot(findings) => return findings.clone(),
            Self::NotOfThisRobot { .. } => {
                error("not-of-this-robot").hint("see `appell show ROBOT` for what it has")
            }
            Self::Count { .. } => error("wrong-length")
                .hint("one number for each joint that moves: see `appell show ROBOT`"),
        };
        vec![single]
    }
}
