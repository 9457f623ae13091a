//! Results for the world outside: tables of numbers with units as CSV and Parquet, pictures of them as
//! SVG, PNG and a page of HTML. Nothing here knows of robots.

mod markup;
pub mod plot;
mod table;

pub use markup::escaped;
pub use table::{Column, ColumnKind, Heading, Table, read_csv};
#[cfg(feature = "data")]
pub use table::{PARQUET_THREAD, read_parquet};
