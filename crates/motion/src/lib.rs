//! Motion of robots: laws of motion, the inverse and the direct problem, actuators and energy.
//!
//! The mechanics comes from compiled programs of [`appell_code`]; here stands what moves them
//! through time. A [`Machine`] is a robot ready to run; a [`Motion`] says where its axes shall be;
//! [`simulate`] finds where they go.

mod catalogue;
mod controller;
mod dynamics;
mod elastic;
mod ensemble;
mod error;
mod integrate;
mod inverse;
mod inverse_kinematics;
mod law;
mod limits;
mod load;
mod machine;
mod motion;
mod optimise;
mod path;
mod piece;
pub mod plot;
mod polynomial;
mod quadrature;
pub mod scenario;
mod series;
mod simulate;
mod size;
mod states;
mod table;

pub use catalogue::{Catalogue, Motor, Transmission, bundled_catalogue};
pub use controller::Controller;
pub use dynamics::{Dynamics, Slip};
pub use elastic::Elasticity;
pub use ensemble::Ensemble;
pub use error::Error;
pub use inverse::{Effort, Inverse, Question, inverse};
pub use inverse_kinematics::{Pose, Reach};
pub use law::{Law, LawKind};
pub use limits::Limits;
pub use load::{Loading, Loads};
pub use machine::{Axis, Coordinate, Function, Load, Machine};
pub use motion::{Freedom, Motion, Move, in_step, synchronised};
pub use optimise::{Aim, Candidate, Goal, Optimised, Optimum, optimise};
pub use path::{Path, Way};
pub use series::Series;
pub use simulate::{Event, EventKind, Method, Setup, Simulation, Stopped, simulate};
pub use size::{Choice, Demand, Fit, Margins, demands, size};
pub use states::States;
pub use table::{Column, Quantity, Table, read_csv};
#[cfg(feature = "data")]
pub use table::{PARQUET_THREAD, read_parquet};
