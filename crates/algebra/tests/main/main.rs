//! The tests of this crate, in one program: it links once.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests")]

mod bad_input;
mod common;
mod normal_form;
mod poison;
mod printing;
mod rational;
mod short;
