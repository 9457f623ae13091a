//! Motors that are chosen, and motions of least energy.

#![allow(clippy::unwrap_used, reason = "a test")]

mod motors;
mod optimise;
