//! The library as its users meet it, and the order of the crates.

mod evaluated_tables;
mod examples;
mod layers;
mod linear;
mod mistakes;
mod refusals;
