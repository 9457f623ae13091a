//! Results and what is read: columns of numbers over time, each with its unit.

mod csv;
mod heading;
#[cfg(feature = "data")]
mod parquet;
mod units;

pub use csv::read_csv;
pub use heading::{ColumnKind, Heading};
#[cfg(feature = "data")]
pub(crate) use parquet::arrow;
#[cfg(feature = "data")]
pub use parquet::{PARQUET_THREAD, read_parquet};

use appell_diagnostic::Diagnostic;

/// Columns of numbers, all of the same length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The columns; the first is the time.
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What its numbers are.
    pub kind: ColumnKind,
    /// Its name.
    pub name: String,
    /// Its unit; empty where a file says none.
    pub unit: String,
    /// Its numbers.
    pub values: Vec<f64>,
}

/// Larger tables than this are not read.
const MAX_ROWS: usize = 2_000_000;

impl Table {
    /// From the headings of the columns, and their numbers in the same order.
    pub fn new(headings: Vec<Heading>, values: impl IntoIterator<Item = Vec<f64>>) -> Self {
        let column = |(Heading { kind, name, unit }, values)| Column { kind, name, unit, values };
        Self { columns: headings.into_iter().zip(values).map(column).collect() }
    }

    /// Adds a column.
    pub fn push(&mut self, name: &str, unit: &str, values: Vec<f64>) {
        let kind = ColumnKind::Other;
        self.columns.push(Column { kind, name: name.to_owned(), unit: unit.to_owned(), values });
    }

    /// Reads the bytes of a file: Parquet where its name ends so, CSV otherwise.
    ///
    /// ```
    /// use appell_output::Table;
    /// let table = Table::read("way.csv", b"t [s],q1 [rad]\n0,0.5\n1,0.7\n").map_err(|_| "refused")?;
    /// assert_eq!(table.column("q1"), Some(&[0.5, 0.7][..]));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Vec<Diagnostic>> {
        if name.to_lowercase().ends_with(".parquet") {
            return of_parquet(bytes);
        }
        let text = appell_files::utf8(bytes)
            .map_err(|problem| vec![problem.hint("the name of a Parquet file ends in .parquet")])?;
        read_csv(text)
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// The column of a name.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        self.columns.iter().find(|it| it.name == name).map(|it| &it.values[..])
    }

    /// The time, and those columns whose names, or the names of whose kinds, are asked for.
    #[must_use]
    pub fn selected(mut self, names: &[String]) -> Self {
        let is_asked_for =
            |it: &Column| names.iter().any(|wanted| *wanted == it.name || wanted == it.kind.name());
        self.columns.retain(|it| it.kind == ColumnKind::Time || is_asked_for(it));
        self
    }

    /// The first number that is none: its column and row.
    pub fn first_bad(&self) -> Option<(&str, usize)> {
        let bad = |column: &Column| column.values.iter().position(|value| !value.is_finite());
        self.columns.iter().find_map(|column| Some((column.name.as_str(), bad(column)?)))
    }
}

#[cfg(feature = "data")]
fn of_parquet(bytes: &[u8]) -> Result<Table, Vec<Diagnostic>> {
    read_parquet(bytes)
}

#[cfg(not(feature = "data"))]
fn of_parquet(_: &[u8]) -> Result<Table, Vec<Diagnostic>> {
    let problem = Diagnostic::error("no-parquet", "Parquet is not available in this build");
    Err(vec![problem.hint("build with --features data, or save the table as CSV")])
}

/// What is said of a table with too many rows.
fn too_many_rows(rows: impl std::fmt::Display) -> Vec<Diagnostic> {
    let problem = Diagnostic::error("too-many-rows", format!("expected at most {MAX_ROWS} rows"));
    vec![problem.fact("rows", rows).hint("cut it")]
}

/// What is said of a table without rows.
fn empty() -> Diagnostic {
    Diagnostic::error("empty-table", "the table has no rows")
        .hint("write rows of numbers below the names, one for every state or time")
}
