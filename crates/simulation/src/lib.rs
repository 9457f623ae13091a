//! Dynamics of robots over time: inverse dynamics along a motion, and simulation (forward dynamics).
//!
//! The mechanics comes from compiled programs of [`appell_code`]; this crate has what moves them
//! through time. [`inverse`] finds the joint torques of a motion, [`simulate`] the motion that forces
//! cause.

mod acceleration_derivatives;
mod control_law;
mod controller;
mod defaults;
mod deflection;
mod drive;
mod dynamics;
mod effort;
mod elastic;
mod ensemble;
mod error;
mod hold;
mod integrate;
mod inverse;
mod layout;
mod loads;
mod motion_efforts;
mod piece;
mod quadrature;
mod residual;
mod reversals;
mod simulate;
mod states;
mod vibrations;

pub use control_law::ControlLaw;
pub use controller::{Asked, Controller, ControllerModel, OwnController, Sampling};
pub use deflection::motion_figures;
pub use dynamics::{Dynamics, FrictionState};
pub use effort::Effort;
pub use elastic::{Elasticity, Shapes};
pub use ensemble::Ensemble;
pub use error::Error;
pub use inverse::{Inverse, InverseDynamicsProblem, efforts, inverse};
pub use layout::{Extras, inverse_headings, simulation_headings};
pub use loads::{Loading, Loads, Taken};
pub use motion_efforts::MotionEfforts;
pub use quadrature::{QuadratureNodes, quadrature};
pub use residual::{Residual, residual_vibration};
pub use simulate::{Event, EventKind, Method, Setup, Simulation, Stopped, simulate};
pub use states::States;
pub use vibrations::{DampedVibration, vibrations_at_rest};
