//! The error type of the library.

use std::fmt;

use crate::diagnostic::{Diagnostic, Findings};
use crate::{actuation, algebra, code, linear, mechanics, program, report, simulation, trajectory};

/// What went wrong: an input that could not be read, or work that could not be done.
///
/// ```
/// use appell::{Error, Robot};
///
/// let file = "name = 'arm'\n[[joint]]\ntype = 'revolute'\nofset = [0, 0, 1]\n";
/// let error = Robot::from_toml(file).err().ok_or("this was read")?;
/// assert!(matches!(error, Error::Read(_)));
/// // every finding, shown with its line, and as data
/// assert!(error.to_string().contains("did you mean `offset`?"));
/// let codes: Vec<&str> = error.findings().iter().map(|finding| finding.code).collect();
/// assert!(codes.contains(&"unknown-key"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// An input could not be read: all that was found in it.
    Read(Findings),
    /// A quantity could not be derived or evaluated.
    Mechanics(mechanics::Error),
    /// A robot could not be linearised.
    Linear(linear::Error),
    /// A quantity could not be made into formulas.
    Report(report::Error),
    /// A quantity could not be made into code.
    Code(code::Error),
    /// A program could not be compiled or run.
    Program(program::Error),
    /// A trajectory could not be planned.
    Trajectory(trajectory::Error),
    /// A motion could not be calculated or simulated.
    Simulation(simulation::Error),
    /// Motors could not be chosen, or a motion could not be improved.
    Actuation(actuation::Error),
}

impl Error {
    /// All findings: what, where, with which values, and a hint.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let single = |code: &'static str, error: &dyn fmt::Display| {
            vec![Diagnostic::error(code, error.to_string())]
        };
        match self {
            Self::Read(findings) => findings.all().to_vec(),
            Self::Mechanics(error) => error.diagnostics(),
            Self::Linear(error) => error.diagnostics(),
            Self::Report(error) => error.diagnostics(),
            Self::Code(code::Error::Mechanics(error)) => error.diagnostics(),
            Self::Code(code::Error::Program(program::Error::Algebra(error)))
            | Self::Program(program::Error::Algebra(error)) => error.diagnostics(),
            Self::Code(error) => single("no-function", error),
            Self::Program(error) => single("program", error),
            Self::Trajectory(error) => error.diagnostics(),
            Self::Simulation(error) => error.diagnostics(),
            Self::Actuation(error) => error.diagnostics(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(findings) => findings.fmt(f),
            _ => Findings::new(self.findings()).fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Findings> for Error {
    fn from(findings: Findings) -> Self {
        Self::Read(findings)
    }
}

impl From<Vec<Diagnostic>> for Error {
    fn from(findings: Vec<Diagnostic>) -> Self {
        Self::Read(Findings::new(findings))
    }
}

impl From<Diagnostic> for Error {
    fn from(finding: Diagnostic) -> Self {
        Self::Read(finding.into())
    }
}

impl From<Box<Diagnostic>> for Error {
    fn from(finding: Box<Diagnostic>) -> Self {
        Self::from(*finding)
    }
}

impl From<algebra::Error> for Error {
    fn from(error: algebra::Error) -> Self {
        Self::Mechanics(error.into())
    }
}

impl From<mechanics::Error> for Error {
    fn from(error: mechanics::Error) -> Self {
        Self::Mechanics(error)
    }
}

impl From<linear::Error> for Error {
    fn from(error: linear::Error) -> Self {
        match error {
            linear::Error::Mechanics(error) => Self::Mechanics(error),
            error => Self::Linear(error),
        }
    }
}

impl From<report::Error> for Error {
    fn from(error: report::Error) -> Self {
        Self::Report(error)
    }
}

impl From<code::Error> for Error {
    fn from(error: code::Error) -> Self {
        Self::Code(error)
    }
}

impl From<program::Error> for Error {
    fn from(error: program::Error) -> Self {
        Self::Program(error)
    }
}

impl From<trajectory::Error> for Error {
    fn from(error: trajectory::Error) -> Self {
        Self::Trajectory(error)
    }
}

impl From<simulation::Error> for Error {
    fn from(error: simulation::Error) -> Self {
        Self::Simulation(error)
    }
}

impl From<actuation::Error> for Error {
    fn from(error: actuation::Error) -> Self {
        Self::Actuation(error)
    }
}
