//! Rigid mechanics of robots.
pub mod energy;
pub mod exponential;
pub mod geometry;
pub mod higher_order;
pub mod jacobian;
pub mod kinematics;
pub mod lagrange;
pub mod mass_matrix;
mod mechanism;
pub mod newton_euler;
mod state;
pub use mechanism::{Body, Mechanism};
pub use state::{Coordinate, State};
