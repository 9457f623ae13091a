//! Laws of motion, paths and inverse kinematics.

#![allow(clippy::unwrap_used, reason = "a test")]

mod inverse_kinematics;
mod laws;
mod paths;
mod solutions;
