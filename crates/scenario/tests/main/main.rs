//! Scenarios: what they say, what is refused, what they run.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod documentation;
mod drives;
mod findings;
mod malformed;
mod payload_frames;
mod start_modes;
mod tables;
mod units;
