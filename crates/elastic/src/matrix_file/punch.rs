//! Matrices of Nastran as bulk data: entries `DMIG` (MSC Nastran Quick Reference Guide, DMIG).
//!
//! The first entry of a matrix has its form; each of the others a column: its node and freedom, then node,
//! freedom and value of rows, four fields each, on as many lines as it takes. Fields have 8 characters, in
//! entries with a star 16, or are separated by commas.

use appell_diagnostic::Diagnostic;

use super::{MatrixFile, NamedEntry, check_size, number, problem};

/// The fields of a line after its first one.
fn fields(line: &str) -> Vec<&str> {
    if line.contains(',') {
        return line.split(',').skip(1).map(str::trim).collect();
    }
    let width = if line.get(..8).unwrap_or(line).contains('*') { 16 } else { 8 };
    let most = if width == 16 { 4 } else { 8 };
    let field = |k: usize| {
        let end = line.len().min(8 + width * (k + 1));
        line.get(8 + width * k..end).unwrap_or_default().trim()
    };
    (0..most).map(field).collect()
}

pub(super) fn read(text: &str) -> Result<MatrixFile, Diagnostic> {
    let mut entries = Vec::new();
    let mut name: Option<&str> = None;
    let mut column: Option<(u64, u8)> = None;
    for (index, line) in text.lines().enumerate() {
        let wrong = |message: &str| problem("DMIG", index + 1, message);
        if line.trim().is_empty() || line.starts_with('$') || !line.is_ascii() {
            continue;
        }
        let words = fields(line);
        let at = |k: usize| words.get(k).copied().unwrap_or_default();
        let place = |node: &str, freedom: &str| -> Result<(u64, u8), Diagnostic> {
            let pair = node.parse::<u64>().ok().zip(freedom.parse::<u8>().ok());
            pair.filter(|(_, freedom)| (1..=6).contains(freedom))
                .ok_or_else(|| wrong("expected a node and a freedom from 1 to 6"))
        };
        let head = line.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("dmig"));
        let continued = line.starts_with(['*', '+', ' ', ',']);
        // node, freedom and value of rows
        let mut groups: Vec<[&str; 3]> = Vec::new();
        match (head, continued) {
            (true, _) if at(1) == "0" => {
                if name.is_some() {
                    return Err(wrong("expected one matrix in the file"));
                }
                if !matches!(at(2), "1" | "6") || !matches!(at(3), "1" | "2") {
                    return Err(wrong("expected a real matrix, square or symmetric"));
                }
                name = Some(at(0));
                continue;
            }
            (true, _) => {
                if name != Some(at(0)) {
                    return Err(wrong("expected a column of the matrix that the first DMIG names"));
                }
                column = Some(place(at(1), at(2))?);
                groups.extend((words.len() > 6).then(|| [at(4), at(5), at(6)]));
            }
            (false, true) if column.is_some() => {
                // with fields of 16 a line has one row, with others two
                let wide = !line.contains(',') && line.starts_with('*');
                groups.push([at(0), at(1), at(2)]);
                groups.extend((!wide).then(|| [at(4), at(5), at(6)]));
            }
            _ => continue,
        }
        for [node, freedom, value] in groups.into_iter().filter(|it| *it != [""; 3]) {
            let row = place(node, freedom)?;
            let value = number(value).ok_or_else(|| wrong("expected a finite number"))?;
            let Some(column) = column else { continue };
            entries.push(NamedEntry { row, column, value });
        }
        check_size(0, entries.len())?;
    }
    match name {
        Some(_) => Ok(MatrixFile::Named(entries)),
        None => Err(problem(
            "DMIG",
            1,
            "expected a DMIG with the form of the matrix: DMIG, NAME, 0, 6, 1",
        )),
    }
}
