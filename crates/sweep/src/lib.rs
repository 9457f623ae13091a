//! Many variants of one scenario: numbers of the file vary over a grid, by the sequence of Sobol or at
//! random; every variant becomes a row.
//!
//! A [`Study`] is a scenario with its table `[sweep]`, compiled once. Row i is calculated from i alone: its
//! numbers come from a counter, so that it has the same bits in whatever order, on however many processors
//! and machines rows are calculated. [`run`] writes rows in parts, [`merge`] puts parts together.

mod columns;
mod evaluate;
mod fingerprint;
#[cfg(feature = "data")]
mod page;
#[cfg(feature = "data")]
mod parts;
mod sample;
mod study;
#[cfg(feature = "data")]
mod summary;

pub use evaluate::{Evaluator, Rows};
#[cfg(feature = "data")]
pub use page::page;
#[cfg(feature = "data")]
pub use parts::{Ended, Parts, merge, run};
pub use study::Study;
#[cfg(feature = "data")]
pub use summary::{ColumnSummary, PARTS, Summary};
