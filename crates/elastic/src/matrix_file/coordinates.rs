//! Matrices by lines of numbers: row, column, value; or node, freedom, node, freedom, value.

use appell_diagnostic::Diagnostic;

use super::{MAX_SIZE, MatrixFile, NamedEntry, check_size, is_comment, number, problem, symmetric};

fn words(line: &str) -> Vec<&str> {
    line.split([',', ' ', '\t']).filter(|word| !word.is_empty()).collect()
}

/// Whether a line is an entry: three or five numbers, all but the last of them integers.
pub(super) fn is_entry(line: &str) -> bool {
    let words = words(line);
    matches!(words.len(), 3 | 5) && words[..2].iter().all(|word| word.parse::<u64>().is_ok())
}

pub(super) fn read(text: &str) -> Result<MatrixFile, Diagnostic> {
    let mut rows = Vec::new();
    let mut named = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || is_comment(line) {
            continue;
        }
        let words = words(line);
        let wrong = |message: &str| problem("lines of numbers", index + 1, message);
        let whole = |word: &str, most: usize| {
            let number = word.parse::<usize>().ok().filter(|it| (1..=most).contains(it));
            number.ok_or_else(|| wrong("expected a positive integer").fact("here", short(word)))
        };
        let value = |word: &str| {
            let value = number(word);
            value.ok_or_else(|| wrong("expected a finite number").fact("here", short(word)))
        };
        let place = |node: &str, freedom: &str| -> Result<(u64, u8), Diagnostic> {
            Ok((whole(node, usize::MAX)? as u64, whole(freedom, 6)? as u8))
        };
        match (words.as_slice(), named.is_empty(), rows.is_empty()) {
            ([row, column, entry], true, _) => {
                let [i, j] = [whole(row, MAX_SIZE)? - 1, whole(column, MAX_SIZE)? - 1];
                rows.push((i, j, value(entry)?));
            }
            ([node, freedom, other, another, entry], _, true) => named.push(NamedEntry {
                row: place(node, freedom)?,
                column: place(other, another)?,
                value: value(entry)?,
            }),
            _ => {
                return Err(wrong(
                    "expected `row column value` or `node, freedom, node, freedom, value` on every line",
                ));
            }
        }
        check_size(0, rows.len() + named.len())?;
    }
    if rows.is_empty() {
        return Ok(MatrixFile::Named(named));
    }
    let size = rows.iter().map(|(i, j, _)| i.max(j) + 1).max().unwrap_or_default();
    Ok(MatrixFile::Rows(symmetric(size, &rows)?))
}

fn short(word: &str) -> String {
    word.chars().take(40).collect()
}
