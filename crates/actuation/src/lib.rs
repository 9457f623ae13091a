//! Drives of robots: motors and gears that a motion needs, and the motion that needs the least energy.

mod catalogue;
mod clouds;
mod error;
mod optimise;
mod shaft;
mod size;

pub use catalogue::{Catalogue, Motor, Transmission, bundled_catalogue};
pub use clouds::{clouds, load_points};
pub use error::Error;
pub use optimise::{Candidate, Goal, OptimisationSettings, Optimised, Optimum, optimise};
pub use shaft::{coupled_motors, replaced_losses};
pub use size::{Choice, Demand, Fit, Margins, demands, size};
