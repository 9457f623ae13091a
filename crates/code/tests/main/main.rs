//! The tests of this crate, in one program: it links once.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr, reason = "tests")]

mod constants;
mod features;
mod hostile;
mod table;
