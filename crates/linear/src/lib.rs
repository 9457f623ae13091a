//! Linear models of robots: x' = A x + B u, y = C x + D u, near an operating point.
//!
//! | module | what |
//! |---|---|
//! | [`OperatingPoint`] | where the model holds; trim and equilibrium by Newton's method |
//! | [`LinearSystem`] | A, B, C, D with the names of states, inputs and outputs; sampling |
//! | [`Pole`], [`Analysis`] | poles, damping, stability; controllability and observability |
//! | [`linearise`] | all of it for a robot |
//!
//! All derivatives are exact (dual numbers), none is a difference.

mod analysis;
mod error;
mod friction;
mod linearise;
mod operating_point;
mod system;

pub use analysis::{Analysis, Pole, Stability};
pub use error::Error;
pub use linearise::{Linearised, Options, Output, linearise};
pub use operating_point::{OperatingPoint, Search};
pub use system::{LinearSystem, Sampled};

pub use appell_numeric::eigenvalues::Complex;
