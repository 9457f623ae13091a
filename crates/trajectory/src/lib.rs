//! Trajectories of robots: motion profiles of axes under limits, motions of all axes in step, lines and
//! circles of the tool by inverse kinematics.
//!
//! A [`Law`] is the coordinate of one axis over time; a [`Motion`] says where all axes shall be.

mod error;
mod inverse_kinematics;
mod law;
mod limits;
mod motion;
mod path;
mod polynomial;
mod series;
mod shaper;
mod solutions;

pub use error::Error;
pub use inverse_kinematics::{InverseKinematics, Pose};
pub use law::{Law, LawKind};
pub use limits::{check_duration, check_position};
pub use motion::{Motion, Move, MoveKind, in_step, synchronised};
pub use path::{JointPath, Path};
pub use series::Series;
pub use shaper::{Shaper, ShaperKind};
pub use solutions::{STARTS_FOR_ALL, Solution, Solutions};
