//! The tests of this crate, in one program: it links once.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod certificate;
mod formulas;
mod read_back;
mod report;
mod rule_reader;
mod rule_values;
mod rules;
mod short;
