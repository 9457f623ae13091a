//! Tables as CSV: a header with names and units, then numbers.

use std::fmt::Write;
use std::io;

use appell_diagnostic::{Diagnostic, excerpt};

use super::{MAX_ROWS, Table, empty, too_many_rows};

impl Table {
    /// The table as CSV. Units are in the header: `q1 [rad]`, or just `q1` where there is none. Numbers are the shortest that are
    /// read back as they are.
    pub fn to_csv(&self) -> String {
        let mut text = Vec::new();
        // writing into memory cannot fail, and all that is written is text
        let _ = self.write_csv(&mut text, || true);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Writes the table as CSV, row by row, as long as it may go on, which is asked now and then. Returns how
    /// many rows were written.
    ///
    /// ```
    /// let table = appell_output::read_csv("t [s]\n0\n1\n").map_err(|_| "refused")?;
    /// let mut text = Vec::new();
    /// assert_eq!(table.write_csv(&mut text, || false).ok(), Some(0));
    /// assert_eq!(text, b"t [s]\n");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn write_csv(
        &self,
        mut out: impl io::Write,
        may_go_on: impl Fn() -> bool,
    ) -> io::Result<usize> {
        const ROWS_AT_A_TIME: usize = 1000;
        let header = self.columns.iter().map(|it| match it.unit.is_empty() {
            true => quoted(it.name.clone()),
            false => quoted(format!("{} [{}]", it.name, it.unit)),
        });
        let mut text = header.collect::<Vec<_>>().join(",") + "\n";
        for row in 0..self.rows() {
            if row % ROWS_AT_A_TIME == 0 {
                out.write_all(text.as_bytes())?;
                text.clear();
                if !may_go_on() {
                    return Ok(row);
                }
            }
            for (k, column) in self.columns.iter().enumerate() {
                if k > 0 {
                    text.push(',');
                }
                // writing into memory cannot fail
                let _ = write!(text, "{:?}", column.values[row]);
            }
            text.push('\n');
        }
        out.write_all(text.as_bytes())?;
        Ok(self.rows())
    }
}

/// Reads numbers from CSV, with or without a line of names and units. A cell that is not a number is reported
/// with its line and column.
///
/// ```
/// let read = appell_output::read_csv("t [s],q1 [rad]\n0,0.5\n1,0.7\n").map_err(|_| "refused")?;
/// assert_eq!((read.columns[1].name.as_str(), read.columns[1].unit.as_str()), ("q1", "rad"));
/// let bad = appell_output::read_csv("0,1\n1,nan\n").unwrap_err();
/// assert_eq!(bad[0].code, "not-finite");
/// let words = appell_output::read_csv("q1,q2\n1,two\n").unwrap_err();
/// assert_eq!((words[0].code, words[0].message.as_str()), ("bad-number", "expected a number, found `two`"));
/// # Ok::<(), &str>(())
/// ```
pub fn read_csv(text: &str) -> Result<Table, Vec<Diagnostic>> {
    if let Some(problem) = other_format(text) {
        return Err(vec![problem]);
    }
    let mut findings = Vec::new();
    let mut table = Table::default();
    let mut has_names = false;
    for (number, Record { line, cells: record }) in records(text)?.into_iter().enumerate() {
        if number == 0 {
            // names are no numbers: where some cells are, a number beside them is misspelt
            let is_header = record.iter().all(|cell| cell.parse::<f64>().is_err());
            has_names = is_header;
            for (k, cell) in record.iter().enumerate() {
                let (name, unit) = match is_header {
                    true => heading(cell),
                    false => (format!("column {}", k + 1), String::new()),
                };
                table.push(&name, &unit, Vec::new());
            }
            if is_header {
                continue;
            }
        }
        if table.columns.len() != record.len() {
            let (expected, found) = (table.columns.len(), record.len());
            let cells = if expected == 1 { "cell" } else { "cells" };
            let message = format!("expected {expected} {cells} in this row, found {found}");
            let problem = Diagnostic::error("wrong-length", message).fact("line", line);
            let names = table.columns.iter().map(|column| column.name.as_str());
            let mut cells = record.iter().map(String::as_str).chain(names);
            findings.push(problem.hint(match cells.any(|cell| cell.contains(';')) {
                true => SEMICOLONS,
                false => "a row has a number for every column, with a decimal point: 0.1",
            }));
            continue;
        }
        for (k, cell) in record.iter().enumerate() {
            let value = cell.parse::<f64>().ok().filter(|value| value.is_finite());
            if value.is_none() {
                let column = match has_names {
                    true => format!("{} ({})", k + 1, excerpt(&table.columns[k].name)),
                    false => (k + 1).to_string(),
                };
                let problem = bad_cell(cell).fact("line", line).fact("column", column);
                findings.push(problem.hint(remedy(cell)));
            }
            table.columns[k].values.push(value.unwrap_or_default());
        }
        if findings.len() > 20 {
            break;
        }
    }
    if table.rows() == 0 && findings.is_empty() {
        findings.push(empty());
    }
    if findings.is_empty() { Ok(table) } else { Err(findings) }
}

const SEMICOLONS: &str = "separate cells by commas, with a decimal point in each number: 0.1,0.2";

/// What is said of a text that is another kind of file, in one message instead of one for every line.
fn other_format(text: &str) -> Option<Diagnostic> {
    const LINES: usize = 30;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(LINES);
    let is_table = |line: &str| line.starts_with('[') && line.ends_with(']') && !line.contains(',');
    let is_assignment = |line: &str| {
        let key = line.split_once('=').map(|(key, _)| key.trim());
        key.is_some_and(|key| key.chars().all(|c| c.is_alphanumeric() || c == '_'))
    };
    let found = match lines.clone().next()? {
        first if first.starts_with('<') => "XML",
        first if first.starts_with('{') => "JSON",
        first if is_assignment(first) || lines.clone().any(is_table) => "TOML",
        _ => return None,
    };
    let problem = Diagnostic::error("not-csv", format!("expected a table in CSV, found {found}"));
    Some(problem.hint("write names, then rows of numbers: q1,q2 and below 0.1,0.2"))
}

fn bad_cell(cell: &str) -> Diagnostic {
    let shown = excerpt(cell);
    if cell.is_empty() {
        return Diagnostic::error("bad-number", "expected a number, found an empty cell");
    }
    match cell.parse::<f64>() {
        Ok(_) => Diagnostic::error("not-finite", format!("`{shown}` is not a finite number")),
        Err(_) => Diagnostic::error("bad-number", format!("expected a number, found `{shown}`")),
    }
}

/// What to write instead of a cell that is not a number.
fn remedy(cell: &str) -> &'static str {
    let number = |text: &str| text.trim().parse::<f64>().is_ok();
    let digits = cell.trim_end_matches(|c: char| c.is_alphabetic() || "°/^2 ".contains(c));
    match cell {
        _ if cell.contains([';', '\t']) => SEMICOLONS,
        _ if number(cell) => "write a number that is finite, or leave the row out",
        _ if number(&cell.replace(',', ".")) => "write a decimal point, not a comma: 0.1 for 0,1",
        _ if !digits.is_empty() && number(digits) => {
            "write the number alone, and its unit in the heading: q1 [deg]"
        }
        "" => "leave out rows whose numbers are not known",
        _ if cell.starts_with('#') => "leave out lines of comments",
        _ => "write a number such as 0.5, or leave out a column of words",
    }
}

/// A cell as CSV writes it: between quotation marks where it holds a comma, a mark or a line end.
fn quoted(cell: String) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}

/// A name and its unit: `q1 [rad]`, `M[1,2] [kg m^2]`. Brackets right after a name with numbers in
/// them are its indices.
fn heading(cell: &str) -> (String, String) {
    let is_index = |inside: &str| inside.chars().all(|c| c.is_ascii_digit() || ", ".contains(c));
    let inside = cell.trim_end().strip_suffix(']').and_then(|cell| cell.rsplit_once('['));
    match inside {
        Some((name, unit)) if name.ends_with(char::is_whitespace) || !is_index(unit) => {
            (name.trim().to_owned(), unit.trim().to_owned())
        }
        _ => (cell.trim().to_owned(), String::new()),
    }
}

/// The cells of a line that is not empty.
struct Record {
    /// Which line it begins on, from 1 on.
    line: usize,
    cells: Vec<String>,
}

/// All lines that are not empty.
fn records(text: &str) -> Result<Vec<Record>, Vec<Diagnostic>> {
    let mut reader = csv_core::Reader::new();
    let mut records = Vec::new();
    let mut cells: Vec<String> = Vec::new();
    let [mut line, mut begin] = [1, 0];
    let line_ends = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    let mut cell: Vec<u8> = Vec::new();
    let mut input = text.as_bytes();
    let mut room = [0; 256];
    loop {
        if begin == 0 {
            let empty = input.iter().take_while(|byte| b"\r\n".contains(byte)).count();
            line += line_ends(&input[..empty]);
            input = &input[empty..];
            begin = line;
        }
        let (result, read, written) = reader.read_field(input, &mut room);
        line += line_ends(&input[..read]);
        input = &input[read..];
        cell.extend_from_slice(&room[..written]);
        match result {
            csv_core::ReadFieldResult::InputEmpty | csv_core::ReadFieldResult::OutputFull => {}
            csv_core::ReadFieldResult::Field { record_end } => {
                cells.push(String::from_utf8_lossy(&cell).trim().to_owned());
                cell.clear();
                if record_end {
                    let line = std::mem::take(&mut begin);
                    records.push(Record { line, cells: std::mem::take(&mut cells) });
                    // a header may stand above
                    if records.len() > MAX_ROWS + 1 {
                        return Err(too_many_rows(format!("more than {MAX_ROWS}")));
                    }
                }
            }
            csv_core::ReadFieldResult::End => return Ok(records),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_is_not_a_number_gets_a_hint_for_its_cause() {
        for (text, code, hint) in [
            ("q1;q2\n0.1;0.2\n", "bad-number", "separate cells by commas"),
            ("q1;q2\n0,1;0,2\n", "wrong-length", "separate cells by commas"),
            ("q1,q2\n\"0,1\",2\n", "bad-number", "write a decimal point"),
            ("q1,q2\n90 deg,2\n", "bad-number", "write the number alone"),
            ("q1,q2\n10deg,2\n", "bad-number", "write the number alone"),
            ("q1,q2\n,2\n", "bad-number", "leave out rows"),
            ("q1,q2\n1,2,3\n", "wrong-length", "a row has a number for every column"),
            ("q1;q2\n1,2\n", "wrong-length", "separate cells by commas"),
            ("q1,q2\n1,inf\n", "not-finite", "write a number that is finite"),
        ] {
            let found = &read_csv(text).unwrap_err()[0];
            assert_eq!(found.code, code, "{text}");
            assert!(found.hints[0].starts_with(hint), "{text}: {:?}", found.hints);
        }
    }
}
