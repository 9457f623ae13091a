//! Tables as they are written and read.

#![allow(clippy::unwrap_used, reason = "a test")]

mod csv;
#[cfg(feature = "data")]
mod parquet;
