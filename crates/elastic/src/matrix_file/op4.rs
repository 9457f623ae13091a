//! Matrices of Nastran by `OUTPUT4`, as text (MSC Nastran DMAP Programmer's Guide, OUTPUT4).
//!
//! The head has columns, rows, form and type in fields of 8, then a name and a format of Fortran, of which the
//! width of a number is needed. A column has its number, its first row and a count of words; a first row of 0
//! marks strings of non-zeros, each with a head of its own. Programs do not agree on what a word is in text: a
//! number in double precision has two for some, as in binary files, and one for others (pyNastran). So the
//! numbers that follow are counted; they must be as many as one of both says.

use std::iter::Peekable;

use appell_diagnostic::Diagnostic;
use appell_numeric::sparse::Sparse;

use super::{check_size, number, problem, symmetric};

/// An integer in the field of 8 characters with a number from 0.
fn field(line: &str, k: usize) -> Option<i64> {
    line.get(8 * k..line.len().min(8 * k + 8))?.trim().parse().ok()
}

/// Whether a line is the head of a matrix: four integers, a name, a format.
pub(super) fn is_header(line: &str) -> bool {
    (0..4).all(|k| field(line, k).is_some()) && line.get(40..).is_some_and(|it| it.contains('E'))
}

struct Lines<'t> {
    rest: Peekable<std::iter::Enumerate<std::str::Lines<'t>>>,
    last: usize,
    /// Characters of a number.
    width: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Result<&'t str, Diagnostic> {
        let Some((index, line)) = self.rest.next() else {
            return Err(self.wrong("expected more of the matrix, found the end of the file"));
        };
        self.last = index + 1;
        match line.is_ascii() {
            true => Ok(line),
            false => Err(self.wrong("expected numbers")),
        }
    }

    fn wrong(&self, message: &str) -> Diagnostic {
        problem("OUTPUT4", self.last, message)
    }

    /// So many integers of a line.
    fn integers<const N: usize>(&mut self) -> Result<[i64; N], Diagnostic> {
        let line = self.next()?;
        let mut integers = [0; N];
        for (k, integer) in integers.iter_mut().enumerate() {
            *integer =
                field(line, k).ok_or_else(|| self.wrong("expected integers of 8 characters"))?;
        }
        Ok(integers)
    }

    /// The numbers on the lines that follow, of which the head of the column or string says the words. A line of
    /// numbers has a point, a head has none.
    fn numbers(&mut self, said: i64, words: usize) -> Result<Vec<f64>, Diagnostic> {
        let said = usize::try_from(said).unwrap_or_default();
        let mut numbers = Vec::new();
        while numbers.len() < said && self.rest.peek().is_some_and(|(_, line)| line.contains('.')) {
            let line = self.next()?;
            let words = line.as_bytes().chunks(self.width).filter_map(|it| str::from_utf8(it).ok());
            for word in words.filter(|word| !word.trim().is_empty()) {
                numbers.push(number(word).ok_or_else(|| self.wrong("expected a finite number"))?);
            }
            check_size(0, numbers.len())?;
        }
        match numbers.len() == said || numbers.len() * words == said {
            true => Ok(numbers),
            false => Err(self
                .wrong("found another count of numbers than the head of this column says")
                .fact("words", said)
                .fact("numbers", numbers.len())),
        }
    }
}

pub(super) fn read(text: &str) -> Result<Sparse, Diagnostic> {
    let mut lines = Lines { rest: text.lines().enumerate().peekable(), last: 1, width: 0 };
    let head = lines.next()?;
    let [Some(columns), Some(rows), Some(_form), Some(kind)] = [0, 1, 2, 3].map(|k| field(head, k))
    else {
        return Err(lines.wrong("expected columns, rows, form and type in fields of 8 characters"));
    };
    // 1P,3E23.16: the width stands between E and the point
    let format = head.get(40..).unwrap_or_default();
    let width = format.rsplit('E').next().and_then(|it| it.split('.').next()?.trim().parse().ok());
    let Some(width) = width.filter(|width| (8..=40).contains(width)) else {
        return Err(lines.wrong("expected a format such as 1P,3E23.16"));
    };
    lines.width = width;
    // a word has 4 bytes: of a number in double precision there are two
    let words: usize = match kind {
        1 => 1,
        2 => 2,
        _ => return Err(lines.wrong("expected a real matrix: type 1 or 2").fact("type", kind)),
    };
    let large = rows < 0;
    let size = usize::try_from(rows.unsigned_abs()).unwrap_or(usize::MAX);
    check_size(size, 0)?;
    if columns != rows.abs() || size == 0 {
        return Err(lines
            .wrong("expected a square matrix")
            .fact("rows", rows)
            .fact("columns", columns));
    }
    let mut entries = Vec::new();
    loop {
        let [column, first, mut left] = lines.integers::<3>()?;
        if column > columns {
            break;
        }
        let outside =
            |row: i64, count: usize| column < 1 || row < 1 || row as usize - 1 + count > size;
        let mut strings = Vec::new();
        if first > 0 {
            let values = lines.numbers(left, words)?;
            if outside(first, values.len()) {
                return Err(lines.wrong("a column is longer than the matrix"));
            }
            strings.push((first, values));
        }
        while first == 0 && left > 0 {
            let (length, row, head) = match large {
                true => {
                    let [length, row] = lines.integers::<2>()?;
                    (length - 1, row, 2)
                }
                false => {
                    let [packed] = lines.integers::<1>()?;
                    let length = packed / 65_536 - 1;
                    (length, packed - 65_536 * (length + 1), 1)
                }
            };
            let values = lines.numbers(length, words)?;
            if length < 1 || outside(row, values.len()) {
                return Err(lines.wrong("a string of non-zeros is longer than its column"));
            }
            strings.push((row, values));
            left -= length + head;
        }
        for (row, values) in strings {
            let places = values.into_iter().enumerate();
            let entry = |(k, value)| (row as usize - 1 + k, column as usize - 1, value);
            entries.extend(places.map(entry).filter(|(.., value)| *value != 0.0));
        }
        check_size(size, entries.len())?;
    }
    symmetric(size, &entries)
}
