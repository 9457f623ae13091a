//! The tests of this crate, in one program: it links once.

#![allow(clippy::print_stderr, clippy::unwrap_used, reason = "tests")]

mod common;
mod derivative;
mod emit;
mod jit;
mod large;
mod passes;
mod program;
mod toolchain;
