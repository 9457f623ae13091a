//! How the formulas of `derive` stand on paper.

use std::num::NonZeroU8;

use appell::diagnostic::Diagnostic;
use appell::report::{Environment, Layout};
use clap::ValueEnum;

use super::Language;
use crate::command::findings::Failure;

/// The options for the layout.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Round numbers to so many significant digits; the formulas are exact without it
    #[arg(long, value_name = "COUNT")]
    digits: Option<NonZeroU8>,
    /// With --as latex: the environment of the equations
    #[arg(long, value_enum)]
    environment: Option<EnvironmentName>,
    /// With --environment equation or align: the label; several equations get LABEL-1, LABEL-2, ...
    #[arg(long, requires = "environment")]
    label: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EnvironmentName {
    #[value(help = r"\[ ... \], without numbers")]
    Display,
    /// Each equation by itself, with a number
    Equation,
    /// All equations below each other, with numbers, aligned at the equality sign
    Align,
}

impl From<EnvironmentName> for Environment {
    fn from(name: EnvironmentName) -> Self {
        match name {
            EnvironmentName::Display => Self::Display,
            EnvironmentName::Equation => Self::Equation,
            EnvironmentName::Align => Self::Align,
        }
    }
}

impl Options {
    /// Refuses what would have no effect.
    pub(super) fn check(&self, language: Language) -> Result<(), Failure> {
        let problem = |message: &str, hint: &str| {
            Err(Diagnostic::error("unused-option", message).hint(hint).into())
        };
        match self.environment {
            Some(_) if language != Language::Latex => {
                problem("--environment is for LaTeX only", "add --as latex")
            }
            Some(EnvironmentName::Display) if self.label.is_some() => problem(
                "equations in \\[ ... \\] have no numbers to refer to",
                "use --environment equation or --environment align",
            ),
            _ => Ok(()),
        }
    }

    pub(super) fn layout(&self) -> Layout {
        let mut layout = Layout::new();
        if let Some(digits) = self.digits {
            layout = layout.digits(digits);
        }
        if let Some(environment) = self.environment {
            layout = layout.environment(environment.into());
        }
        match &self.label {
            Some(label) => layout.label(label),
            None => layout,
        }
    }
}
