//! The inverse and the direct problem over time.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod controllers;
mod direct;
mod drives;
mod efforts;
mod elastic;
mod ensemble;
mod golden_drives;
mod inverse;
mod mujoco;
mod reliability;
mod shaping;
mod slew;
