//! Results for the world outside: tables of numbers with units as CSV and Parquet, pictures of them as
//! SVG, PNG and a page of HTML. Nothing here knows of robots.

mod markup;
#[cfg(feature = "data")]
mod numbered;
pub mod plot;
mod table;

pub use markup::escaped;
#[cfg(feature = "data")]
pub use numbered::{NumberedFile, NumberedRows, NumberedSchema};
pub use table::{Column, ColumnKind, Heading, Table, read_csv};
#[cfg(feature = "data")]
pub use table::{PARQUET_THREAD, read_parquet};
