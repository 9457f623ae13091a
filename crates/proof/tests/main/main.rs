//! The tests of this crate, in one program: it links once.

#![allow(clippy::panic, clippy::unwrap_used, reason = "tests")]

mod agreement;
mod bad_papers;
mod books;
mod conventions;
mod corpus;
mod definitions;
mod documents;
mod drives;
mod elastic;
mod elastodynamics;
mod functions;
mod injection;
mod lagrange;
mod matrices;
mod matrix_functions;
mod mutated;
mod pages;
mod papers;
mod reading;
mod refutations;
mod slips;
mod survive;
mod suspects;
mod tables;
mod verdicts;
