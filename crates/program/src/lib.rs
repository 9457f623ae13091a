//! Straight-line programs from expressions: few operations, and code in many languages.
//! It knows no robots.
//!
//! A [`Program`] is made from expressions, optimised, counted, run by an interpreter in any
//! [`Arithmetic`], and written as source.

mod builder;
mod convert;
mod count;
mod derivative;
mod emit;
mod error;
mod fold;
mod interpret;
mod interpreter;
mod jit;
mod listing;
mod naming;
mod network;
mod operation;
mod optimise;
mod program;
mod settle;
mod sine;
mod stages;

pub use convert::symbols_in;
pub use count::Count;
pub use emit::{File, Labels, Language, Precision, ResultShape};
pub use error::Error;
pub use interpret::{Arithmetic, Exact, Floating, WithFunctions, as_compiled};
pub use jit::{Column, Compiled, Options};
pub use operation::{Function, Operation, Value};
pub use optimise::Pass;
pub use program::{Input, InputKind, Output, Program};
pub use settle::settled;
pub use sine::sin_cos;
pub use stages::Stages;
