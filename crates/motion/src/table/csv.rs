//! Tables as CSV: a header with names and units, then numbers.

use std::fmt::Write;

use appell_diagnostic::Diagnostic;

use super::Table;

impl Table {
    /// The table as CSV. Units stand in the header: `q1 [rad]`. Numbers are the shortest that are
    /// read back as they are.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        let header = self.columns.iter().map(|it| format!("{} [{}]", it.name, it.unit));
        text.push_str(&header.collect::<Vec<_>>().join(","));
        text.push('\n');
        for row in 0..self.rows() {
            for (k, column) in self.columns.iter().enumerate() {
                if k > 0 {
                    text.push(',');
                }
                // writing into memory cannot fail
                let _ = write!(text, "{:?}", column.values[row]);
            }
            text.push('\n');
        }
        text
    }
}

/// Numbers that were read from a table.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberTable {
    /// The names of the columns, without units; numbered where there is no header.
    pub names: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<f64>>,
}

/// Larger tables than this are refused.
const MAX_ROWS: usize = 2_000_000;

/// Reads numbers from CSV, with or without a line of names. What is no number is reported with its
/// line and column.
///
/// ```
/// let read = appell_motion::read_csv("t [s],q1 [rad]\n0,0.5\n1,0.7\n");
/// assert_eq!(read.map(|table| table.names), Ok(vec!["t".to_owned(), "q1".to_owned()]));
/// let bad = appell_motion::read_csv("0,1\n1,nan\n").unwrap_err();
/// assert_eq!(bad[0].code, "not-finite");
/// ```
pub fn read_csv(text: &str) -> Result<NumberTable, Vec<Diagnostic>> {
    let mut findings = Vec::new();
    let mut names: Option<Vec<String>> = None;
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for (number, record) in records(text).into_iter().enumerate() {
        if rows.len() >= MAX_ROWS {
            let message = format!("a table has at most {MAX_ROWS} rows");
            return Err(vec![Diagnostic::error("too-many-rows", message).hint("cut it")]);
        }
        let is_header = number == 0 && record.iter().any(|cell| cell.parse::<f64>().is_err());
        if is_header {
            let name = |cell: &String| cell.split('[').next().unwrap_or_default().trim().to_owned();
            names = Some(record.iter().map(name).collect());
            continue;
        }
        let width = names.as_ref().map(Vec::len).or(rows.first().map(Vec::len));
        if width.is_some_and(|width| width != record.len()) {
            let problem = Diagnostic::error("wrong-length", "this row has another number of cells")
                .fact("line", number + 1)
                .fact("cells", record.len())
                .hint("a row has a number for every column");
            findings.push(problem);
            continue;
        }
        let mut row = Vec::with_capacity(record.len());
        for (column, cell) in record.iter().enumerate() {
            match cell.parse::<f64>() {
                Ok(value) if value.is_finite() => row.push(value),
                _ => {
                    let shown: String = cell.chars().take(40).collect();
                    let problem =
                        Diagnostic::error("not-finite", format!("`{shown}` is no finite number"))
                            .fact("line", number + 1)
                            .fact("column", column + 1)
                            .hint("leave out rows that are not known");
                    findings.push(problem);
                    row.push(0.0);
                }
            }
        }
        rows.push(row);
        if findings.len() > 20 {
            break;
        }
    }
    if rows.is_empty() && findings.is_empty() {
        findings.push(
            Diagnostic::error("empty-table", "there is no row of numbers")
                .hint("a row for every time: 0, 0.1, 0.2"),
        );
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    let count = rows.first().map_or(0, Vec::len);
    let numbered = || (1..=count).map(|k| format!("column {k}")).collect();
    Ok(NumberTable { names: names.unwrap_or_else(numbered), rows })
}

/// The cells of all lines that are not empty.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv_core::Reader::new();
    let mut records = Vec::new();
    let mut record: Vec<String> = Vec::new();
    let mut cell: Vec<u8> = Vec::new();
    let mut input = text.as_bytes();
    let mut room = [0; 256];
    loop {
        let (result, read, written) = reader.read_field(input, &mut room);
        input = &input[read..];
        cell.extend_from_slice(&room[..written]);
        match result {
            csv_core::ReadFieldResult::InputEmpty | csv_core::ReadFieldResult::OutputFull => {}
            csv_core::ReadFieldResult::Field { record_end } => {
                record.push(String::from_utf8_lossy(&cell).trim().to_owned());
                cell.clear();
                if record_end {
                    records.push(std::mem::take(&mut record));
                }
            }
            csv_core::ReadFieldResult::End => return records,
        }
    }
}
