//! LaTeX mathematics as it is printed: what stands where, without its meaning.

mod command;
mod continued;
mod display;
mod document;
mod environment;
mod equations;
mod ink;
mod lines;
mod macros;
mod packages;
mod range;
mod read;
mod rows;
mod scripts;
mod snippet;
mod token;

pub(crate) use document::{Block, Document, contradiction};
pub(crate) use equations::equations;
pub(crate) use ink::{Accent, Ink, InkKind, Operator, Script, has, integer_of};
pub(crate) use lines::{continues, goes_on, joined};
pub(crate) use read::read_name;
pub(crate) use snippet::DocumentMacros;
