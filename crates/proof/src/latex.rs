//! LaTeX mathematics as it is printed: what stands where, without its meaning.

mod document;
mod ink;
mod lines;
mod read;
mod scripts;
mod token;

pub(crate) use document::{Block, Document, contradiction, equations};
pub(crate) use ink::{Accent, Ink, InkKind, Operator, Script, integer_of};
pub(crate) use lines::{continues, goes_on, joined};
pub(crate) use read::read_name;
