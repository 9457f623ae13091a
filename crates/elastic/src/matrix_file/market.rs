//! Symmetric matrices in files of the Matrix Market
//! (Boisvert, Pozo, Remington, The Matrix Market exchange formats, NISTIR 5935, 1996).

use appell_diagnostic::Diagnostic;
use appell_numeric::sparse::Sparse;

use super::{MAX_ENTRIES, MAX_SIZE};

/// By how much two entries of a symmetric matrix may differ, against the diagonal.
const UNEVEN: f64 = 1e-9;

/// The lines of a file that say something, with their numbers from 1.
struct Lines<'t> {
    rest: std::iter::Enumerate<std::str::Lines<'t>>,
    last: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self, wanted: &str) -> Result<Vec<&'t str>, Diagnostic> {
        for (index, line) in self.rest.by_ref() {
            self.last = index + 1;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('%') {
                return Ok(line.split_ascii_whitespace().collect());
            }
        }
        Err(self.problem(format!("expected {wanted}, found the end of the file")))
    }

    fn problem(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error("matrix-market", message).fact("line", self.last).hint(
            "the file begins with `%%MatrixMarket matrix coordinate real symmetric`, then rows, columns and entries, then `row column value` for every entry",
        )
    }

    fn whole(&self, word: &str, at_most: usize, name: &str) -> Result<usize, Diagnostic> {
        let number = word.parse::<usize>().ok();
        number.filter(|number| (1..=at_most).contains(number)).ok_or_else(|| {
            self.problem(format!("expected {name}, an integer from 1 to {at_most}"))
                .fact(name, shown(word))
        })
    }

    fn value(&self, word: &str) -> Result<f64, Diagnostic> {
        let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| self.problem("expected a finite number").fact("entry", shown(word)))
    }
}

/// A word of the file, cut where it is long.
fn shown(word: &str) -> String {
    word.chars().take(40).collect()
}

/// Reads a matrix: coordinates or array, real or integer, general or symmetric. A general one must
/// be symmetric all the same.
pub fn read(text: &str) -> Result<Sparse, Diagnostic> {
    let mut lines = Lines { rest: text.lines().enumerate(), last: 1 };
    let head = text.lines().next().unwrap_or_default().to_ascii_lowercase();
    let words: Vec<&str> = head.split_ascii_whitespace().collect();
    let (coordinates, half) = match words.as_slice() {
        [
            "%%matrixmarket",
            "matrix",
            layout @ ("coordinate" | "array"),
            "real" | "integer",
            symmetry @ ("general" | "symmetric"),
        ] => (*layout == "coordinate", *symmetry == "symmetric"),
        _ => {
            return Err(lines
                .problem("expected a real matrix of the Matrix Market")
                .fact("first line", shown(&head)));
        }
    };
    let sizes = lines.next("the size of the matrix")?;
    let (rows, columns, stored) = match (sizes.as_slice(), coordinates) {
        ([rows, columns, stored], true) => (rows, columns, Some(stored)),
        ([rows, columns], false) => (rows, columns, None),
        _ => {
            return Err(
                lines.problem("expected rows, columns and, of coordinates, the number of entries")
            );
        }
    };
    let size = lines.whole(rows, MAX_SIZE, "rows")?;
    let columns = lines.whole(columns, MAX_SIZE, "columns")?;
    if size != columns {
        return Err(lines
            .problem("expected a square matrix")
            .fact("rows", size)
            .fact("columns", columns));
    }
    // row, column, whether it is above the diagonal, value
    let mut entries: Vec<(usize, usize, bool, f64)> = Vec::new();
    let mut put = |i: usize, j: usize, value: f64| entries.push((i.max(j), i.min(j), i < j, value));
    match stored {
        Some(stored) => {
            for _ in 0..lines.whole(stored, MAX_ENTRIES, "entries")? {
                let words = lines.next("an entry")?;
                let [row, column, value] = words.as_slice() else {
                    return Err(lines.problem("expected a row, a column and a value"));
                };
                let (i, j) =
                    (lines.whole(row, size, "row")? - 1, lines.whole(column, size, "column")? - 1);
                if half && i < j {
                    return Err(lines
                        .problem(
                            "expected entries of the lower half only, as the matrix is symmetric",
                        )
                        .fact("row", i + 1)
                        .fact("column", j + 1));
                }
                put(i, j, lines.value(value)?);
            }
        }
        None => {
            let count = if half { size * (size + 1) / 2 } else { size * size };
            if count > MAX_ENTRIES {
                return Err(lines
                    .problem("this array is too large")
                    .fact("entries", count)
                    .fact("limit", MAX_ENTRIES));
            }
            for j in 0..size {
                for i in if half { j } else { 0 }..size {
                    let words = lines.next("an entry")?;
                    let [value] = words.as_slice() else {
                        return Err(lines.problem("expected one number on a line"));
                    };
                    put(i, j, lines.value(value)?);
                }
            }
        }
    }
    if let Ok(words) = lines.next("nothing") {
        return Err(lines
            .problem("expected the end of the file after the last entry")
            .fact("here", shown(&words.join(" "))));
    }
    merged(size, entries, half)
}

/// Adds up the entries of one place, and holds the halves against each other.
pub(super) fn merged(
    size: usize,
    mut entries: Vec<(usize, usize, bool, f64)>,
    half: bool,
) -> Result<Sparse, Diagnostic> {
    entries.sort_by_key(|(i, j, above, _)| (*i, *j, *above));
    let mut diagonal = vec![0.0; size];
    entries.iter().filter(|(i, j, ..)| i == j).for_each(|(i, _, _, value)| diagonal[*i] += value);
    let mut all = Vec::new();
    for place in entries.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let (i, j, ..) = place[0];
        let sum = |upper: bool| -> f64 {
            place.iter().filter(|it| it.2 == upper).map(|(.., value)| value).sum()
        };
        let (below, above) = (sum(false), sum(true));
        let value = if half || i == j { below } else { 0.5 * (below + above) };
        let scale = below.abs().max(above.abs()).max((diagonal[i] * diagonal[j]).abs().sqrt());
        if !half && i != j && (below - above).abs() > UNEVEN * scale {
            return Err(Diagnostic::error("matrix-not-symmetric", "this matrix is not symmetric")
                .fact("row", i + 1)
                .fact("column", j + 1)
                .fact("below the diagonal", below)
                .fact("above the diagonal", above)
                .hint("mass and stiffness are symmetric; check how the matrix was written"));
        }
        if value != 0.0 {
            all.push((i, j, value));
        }
    }
    Ok(Sparse::new(size, &all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn code(text: &str) -> &'static str {
        read(text).err().map_or("", |problem| problem.code)
    }

    /// One matrix in the four ways to write it.
    #[test]
    fn four_ways() -> Result<(), Diagnostic> {
        let head = "%%MatrixMarket matrix";
        let ways = [
            format!("{head} coordinate real symmetric\n% a comment\n2 2 2\n1 1 4\n2 1 -1.5e0\n"),
            format!("{head} coordinate real general\n\n2 2 4\n1 2 -1.5\n1 1 3\n2 1 -1.5\n1 1 1\n"),
            format!("{head} array real symmetric\n2 2\n4\n-1.5\n0\n"),
            format!("{head} array integer general\n2 2\n4\n-1.5\n-1.5\n0\n"),
        ];
        for text in ways {
            let matrix = read(&text)?;
            assert_eq!(matrix, Sparse::new(2, &[(0, 0, 4.0), (1, 0, -1.5)]));
        }
        Ok(())
    }

    /// Errors are reported, with the line.
    #[test]
    fn faults() {
        let head = "%%MatrixMarket matrix coordinate real symmetric\n";
        let bad = [
            "",
            "garbage",
            "%%MatrixMarket matrix coordinate complex symmetric\n1 1 1\n1 1 1 0\n",
            &format!("{head}2 3 1\n1 1 1\n"),
            &format!("{head}2 2 2\n1 1 1\n"),
            &format!("{head}2 2 1\n1 1 NaN\n"),
            &format!("{head}2 2 1\n1 1 1e999\n"),
            &format!("{head}2 2 1\n1 2 1\n"),
            &format!("{head}2 2 1\n3 1 1\n"),
            &format!("{head}2 2 1\n0 1 1\n"),
            &format!("{head}2 2 1\n1 1 1 1\n"),
            &format!("{head}2 2 1\n1 1 1\n1 1 1\n"),
            &format!("{head}99999999999 99999999999 1\n1 1 1\n"),
            &format!("{head}2 2 99999999999\n1 1 1\n"),
            "%%MatrixMarket matrix array real general\n20000 20000\n1\n",
        ];
        for text in bad {
            assert_eq!(code(text), "matrix-market", "{text}");
        }
        let uneven = "%%MatrixMarket matrix array real general\n2 2\n4\n-1\n-2\n3\n";
        assert_eq!(code(uneven), "matrix-not-symmetric");
        let lines = format!("{head}2 2 2\n% here\n1 1 1\n2 2 x\n");
        let problem = read(&lines).err();
        assert!(problem.is_some_and(|it| it.facts.contains(&("line".into(), "5".into()))));
    }

    proptest! {
        /// No text makes the reader panic.
        #[test]
        fn any_text(text in ".{0,400}") {
            let _ = read(&text);
        }

        /// Nor do numbers in a file that begins well.
        #[test]
        fn any_numbers(layout in prop::bool::ANY, half in prop::bool::ANY, words in "[-0-9 .\n]{0,80}") {
            let layout = if layout { "coordinate" } else { "array" };
            let half = if half { "symmetric" } else { "general" };
            let _ = read(&format!("%%MatrixMarket matrix {layout} real {half}\n{words}"));
        }

        /// What is written is read.
        #[test]
        fn round_trip(values in prop::collection::vec(-1e3..1e3, 10)) {
            let mut text = "%%MatrixMarket matrix coordinate real symmetric\n4 4 10\n".to_owned();
            let mut entries = Vec::new();
            let places = (0..4).flat_map(|i| (0..=i).map(move |j| (i, j)));
            for ((i, j), value) in places.zip(values) {
                text.push_str(&format!("{} {} {value}\n", i + 1, j + 1));
                entries.push((i, j, value));
            }
            entries.retain(|(.., value)| *value != 0.0);
            prop_assert_eq!(read(&text).ok(), Some(Sparse::new(4, &entries)));
        }
    }
}
