//! What can go wrong with a program.

/// A program that cannot be made or run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The algebra had no result.
    #[error(transparent)]
    Algebra(#[from] appell_algebra::Error),
    /// A formula needs a symbol that is not among the inputs.
    #[error("`{name}` is used, but it is not an input")]
    NotAnInput {
        /// The symbol.
        name: String,
    },
    /// A function that is known by its name only cannot be calculated.
    #[error("a function that is known by name only cannot be calculated")]
    NamedFunction,
    /// A call with another number of inputs than the program has.
    #[error("{given} inputs were given, the program has {expected}")]
    InputCount {
        /// How many were given.
        given: usize,
        /// How many there are.
        expected: usize,
    },
    /// A function or a number that exact arithmetic has no value for.
    #[error("{what} has no exact value here")]
    NotExact {
        /// What was asked for.
        what: &'static str,
    },
    /// More operations than can be numbered.
    #[error("more than {limit} operations")]
    TooManyOperations {
        /// The limit.
        limit: usize,
    },
    /// A number that the floating-point numbers of the code do not reach.
    #[error("a number is too large for the floating-point numbers of the code")]
    NumberRange,
    /// A name that no language takes for a function.
    #[error(
        "`{name}` is not a valid name of a function: expected a letter of a to z, then letters, digits or `_`"
    )]
    FunctionName {
        /// The name.
        name: String,
    },
    /// A call with another number of outputs than the program has.
    #[error("room for {given} outputs was given, the program has {expected}")]
    OutputCount {
        /// How many were given.
        given: usize,
        /// How many there are.
        expected: usize,
    },
    /// The machine refused the compiled code, or the memory for it.
    #[error("the program could not be compiled: {reason}")]
    Machine {
        /// Why.
        reason: String,
    },
}

impl From<appell_algebra::Stop> for Error {
    fn from(stop: appell_algebra::Stop) -> Self {
        Self::Algebra(stop.into())
    }
}
