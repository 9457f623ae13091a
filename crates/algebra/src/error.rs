//! What can go wrong in the algebra.

use appell_diagnostic::Diagnostic;

use crate::budget::Stop;

/// An operation of the algebra that has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The budget was hit: an outcome, not a fault of the input.
    #[error("stopped: {0}")]
    Stopped(#[from] Stop),
    /// Division by zero, or a negative power of zero.
    #[error("division by zero")]
    DivisionByZero,
    /// An exponent, or a number raised to it, outgrew what is kept.
    #[error("an exponent of magnitude {exponent} is beyond the limit of {limit}")]
    Exponent {
        /// The magnitude asked for.
        exponent: u64,
        /// The largest that is kept.
        limit: u64,
    },
    /// The sine or cosine of too large a multiple of an angle.
    #[error("sines and cosines are expanded up to {limit} times an angle")]
    AngleMultiple {
        /// The largest multiple that is expanded.
        limit: i64,
    },
    /// A number with more digits than are kept.
    #[error("a number of more than {limit} bits")]
    NumberTooLong {
        /// The largest number of bits that is kept.
        limit: usize,
    },
    /// A text that is not a number.
    #[error("expected a number, found `{text}`")]
    BadNumber {
        /// The text, cut to a readable length.
        text: String,
    },
    /// More time derivatives of a coordinate than can be named.
    #[error("no time derivative beyond order {limit}")]
    DerivativeOrder {
        /// The highest order.
        limit: u32,
    },
    /// A time derivative of a constant was asked for by name.
    #[error("a parameter has no time derivative")]
    NotACoordinate,
    /// A name that is not a letter followed by letters, digits and `_`.
    #[error("`{name}` is not a valid name: expected a letter, then letters, digits or `_`")]
    BadName {
        /// The name.
        name: String,
    },
    /// A name that stands for something else already.
    #[error("`{name}` is {taken_by} already")]
    NameTaken {
        /// The name.
        name: String,
        /// What it stands for.
        taken_by: &'static str,
    },
    /// More symbols or functions than can be numbered.
    #[error("more than {limit} different names")]
    TooManyNames {
        /// The limit.
        limit: usize,
    },
    /// A symbol without a value, where a number was asked for.
    #[error("there is no value for `{name}`")]
    NoValue {
        /// The symbol.
        name: String,
    },
    /// A text that could not be read, with all that was found.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Unreadable(Vec<Diagnostic>),
}

impl Error {
    /// The stable code of this error in diagnostics.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Stopped(_) => "stopped",
            Self::DivisionByZero => "division-by-zero",
            Self::Exponent { .. } => "exponent-too-large",
            Self::AngleMultiple { .. } => "angle-multiple",
            Self::NumberTooLong { .. } => "number-too-long",
            Self::BadNumber { .. } => "bad-number",
            Self::DerivativeOrder { .. } => "derivative-order",
            Self::NotACoordinate => "not-a-coordinate",
            Self::BadName { .. } => "bad-name",
            Self::NameTaken { .. } => "name-taken",
            Self::TooManyNames { .. } => "too-many-names",
            Self::NoValue { .. } => "no-value",
            Self::Unreadable(_) => "unreadable",
        }
    }

    /// The same, as diagnostics that can be shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let plain = || Diagnostic::error(self.code(), self.to_string());
        let single = match self {
            Self::Unreadable(diagnostics) => return diagnostics.clone(),
            Self::Stopped(Stop::Time { .. }) => plain().hint("allow more time, or ask for less"),
            Self::Stopped(Stop::Cancelled) => plain(),
            Self::Stopped(_) => plain()
                .hint("allow more (`--terms`, `--time`, `--memory`), or ask for less at a time"),
            Self::DivisionByZero => plain().hint("look for a denominator that is zero"),
            Self::Exponent { exponent, limit } => plain()
                .fact("exponent", exponent)
                .fact("limit", limit)
                .hint("use a smaller exponent"),
            Self::AngleMultiple { limit } => plain()
                .fact("limit", limit)
                .hint("give the multiple of the angle a name of its own"),
            Self::NumberTooLong { limit } => {
                plain().fact("limit in bits", limit).hint("use a symbol for this number")
            }
            Self::BadNumber { .. } => {
                plain().hint("write a number such as `3`, `0.25` or `1.5e-3`")
            }
            Self::DerivativeOrder { .. } => plain().hint("use a lower time derivative"),
            Self::NotACoordinate => plain().hint("declare it as a coordinate"),
            Self::BadName { .. } => plain().hint("write a name such as `l2` or `r5x`"),
            Self::NameTaken { .. } => plain().hint("choose another name"),
            Self::TooManyNames { .. } => plain().hint("use another table of symbols"),
            Self::NoValue { name } => plain().hint(format!("give `{name}` a value")),
        };
        vec![single]
    }
}
