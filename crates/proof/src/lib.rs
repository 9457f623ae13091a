//! A proof-reader for published equations: it reads the LaTeX of a paper, derives every quantity
//! for the robot, decides each printed component exactly, and explains what is wrong.

mod abbreviation;
mod agreement;
mod check;
mod defined;
mod dimension;
mod draft;
mod enclosed;
mod explain;
mod hypothesis;
mod interval;
mod known;
mod latex;
mod meaning;
#[cfg(feature = "misprint")]
pub mod misprint;
mod name;
mod notation;
mod point;
mod report;
mod suspect;
mod table;
mod tensor;
mod truth;

pub use agreement::{Agreement, Outcome, formalisms_agree};
pub use check::{Options, check, notation_for};
pub use draft::{Draft, draft};
pub use explain::{Kind, Slip};
pub use notation::{BundledNotation, NOTATIONS, Notation};
pub use report::{
    Assumption, CounterExample, Doubt, Finding, Marked, Proof, Refutation, Report, SecondRoute,
    Suspect, Verdict, VerdictKind,
};
pub use suspect::Alternative;
pub use table::{PrintedRow, PrintedTable, TableEntry, dh_tables};
