//! `--by FORMALISM`: the formalisms by their names.

use appell::mechanics::Formalism;
use clap::ValueEnum;

/// A formalism as an argument.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FormalismName {
    NewtonEuler,
    Lagrange,
    Appell,
    Exponential,
}

impl From<FormalismName> for Formalism {
    fn from(name: FormalismName) -> Self {
        match name {
            FormalismName::NewtonEuler => Self::NewtonEuler,
            FormalismName::Lagrange => Self::Lagrange,
            FormalismName::Appell => Self::Appell,
            FormalismName::Exponential => Self::Exponential,
        }
    }
}
