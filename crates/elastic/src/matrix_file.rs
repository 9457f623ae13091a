//! Files with mass and stiffness matrices, as programs of finite elements write them. The format is known by
//! the text itself.
//!
//! | module | format |
//! |---|---|
//! | [`market`] | Matrix Market: `%%MatrixMarket matrix coordinate real symmetric` |
//! | `coordinates` | three numbers a line, row, column, value (CalculiX: `.sti`, `.mas`; Abaqus: `FORMAT=COORDINATE`); five, with nodes and degrees of freedom in place of rows and columns (Abaqus: `*MATRIX OUTPUT`) |
//! | `punch` | Nastran: entries `DMIG` in fields of 8 or 16 characters or with commas |
//! | `op4` | Nastran: `OUTPUT4` as text, full or sparse columns |

mod coordinates;
pub mod market;
mod op4;
mod punch;
mod row_names;

use std::collections::{HashMap, HashSet};

use appell_diagnostic::Diagnostic;
use appell_numeric::sparse::Sparse;

pub use row_names::RowNames;

/// Larger matrices than this are refused.
const MAX_SIZE: usize = 3_000_000;

/// Matrices of more entries than this are refused: they take 3 GiB while they are read.
const MAX_ENTRIES: usize = 40_000_000;

/// A matrix as it was read: by rows, or by the names of nodes.
#[derive(Clone, Debug)]
pub enum MatrixFile {
    /// Rows go node by node, in the order of the nodes.
    Rows(Sparse),
    /// Rows are named by their node and their degree of freedom.
    Named(Vec<NamedEntry>),
}

/// An entry of a matrix whose rows have names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedEntry {
    /// Node and degree of freedom of the row: 1, 2, 3 along x, y, z; 4, 5, 6 about them.
    pub row: (u64, u8),
    /// Of the column.
    pub column: (u64, u8),
    /// The entry.
    pub value: f64,
}

impl MatrixFile {
    /// Reads a matrix in one of the formats.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let mut lines = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
        let first = lines.clone().find(|line| !is_comment(line)).unwrap_or_default();
        if text.trim_start().to_ascii_lowercase().starts_with("%%matrixmarket") {
            market::read(text).map(Self::Rows)
        } else if lines.any(|line| line.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("dmig")))
        {
            punch::read(text)
        } else if op4::is_header(first) {
            op4::read(text).map(Self::Rows)
        } else if coordinates::is_entry(first) {
            coordinates::read(text)
        } else {
            // the message about the usual format
            market::read(text).map(Self::Rows)
        }
    }

    /// How many rows a node has, 3 or 6, where the names of rows say so.
    pub fn per_node(&self) -> Option<usize> {
        match self {
            Self::Rows(_) => None,
            Self::Named(entries) => {
                let turns = |(_, freedom): (u64, u8)| freedom > 3;
                let six = entries.iter().any(|it| turns(it.row) || turns(it.column));
                Some(if six { 6 } else { 3 })
            }
        }
    }

    /// The nodes that its rows name, where they have names.
    pub fn nodes(&self) -> Option<HashSet<u64>> {
        match self {
            Self::Rows(_) => None,
            Self::Named(entries) => {
                Some(entries.iter().flat_map(|it| [it.row.0, it.column.0]).collect())
            }
        }
    }

    /// The matrix over the rows of nodes with these labels, in their order.
    pub fn sparse(self, labels: &[u64], per_node: usize) -> Result<Sparse, Diagnostic> {
        let entries = match self {
            Self::Rows(matrix) => return Ok(matrix),
            Self::Named(entries) => entries,
        };
        let places: HashMap<u64, usize> =
            labels.iter().enumerate().map(|(place, label)| (*label, place)).collect();
        let row = |(node, freedom): (u64, u8)| {
            match places.get(&node) {
            Some(place) => Ok(place * per_node + usize::from(freedom) - 1),
            None => Err(Diagnostic::error("mesh-size", "the matrices do not belong to these nodes")
                .fact("node of the matrix", node)
                .fact("nodes", labels.len())
                .hint("write the label of a node before its place: 17, 0.1, 0, 0; without labels, nodes are counted from 1")
                .hint("some elements have nodes of their own inside (C3D8I of CalculiX, beams and shells that it expands): use elements without them, such as C3D10 or C3D20R")),
        }
        };
        let mut places = Vec::with_capacity(entries.len());
        for entry in entries {
            places.push((row(entry.row)?, row(entry.column)?, entry.value));
        }
        symmetric(labels.len() * per_node, &places)
    }
}

/// Comments of all formats: `%`, `$`, `**`, `#`.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    ["%", "$", "*", "#"].iter().any(|sign| line.starts_with(sign))
}

/// A matrix of which one half was written, whichever of two mirror images, or both: then they must agree.
fn symmetric(size: usize, entries: &[(usize, usize, f64)]) -> Result<Sparse, Diagnostic> {
    let place = |&(i, j, value): &(usize, usize, f64)| (i.max(j), i.min(j), i < j, value);
    let mut places: Vec<(usize, usize, bool, f64)> = entries.iter().map(place).collect();
    places.sort_unstable_by_key(|(i, j, above, _)| (*i, *j, *above));
    let mut pairs = places.windows(2);
    let whole = pairs
        .any(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1) && pair[0].2 != pair[1].2);
    if !whole {
        places.iter_mut().for_each(|it| it.2 = false);
    }
    market::merged(size, places, !whole)
}

/// A number as Fortran writes it: the exponent may have a D, or no letter at all.
fn number(word: &str) -> Option<f64> {
    let word = word.trim();
    let plain = word.replace(['D', 'd'], "e");
    let parsed = plain.parse::<f64>().ok().or_else(|| {
        // 1.5-3 is 1.5e-3
        let at = plain.rfind(['+', '-']).filter(|at| *at > 0)?;
        format!("{}e{}", &plain[..at], &plain[at..]).parse().ok()
    });
    parsed.filter(|number| number.is_finite())
}

fn problem(format: &str, line: usize, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("bad-matrix-file", message).fact("format", format).fact("line", line).hint(
        "known are Matrix Market, lines `row column value`, lines `node, freedom, node, freedom, value` of Abaqus, and DMIG or OUTPUT4 text of Nastran",
    )
}

/// Refuses what is too large.
fn check_size(size: usize, entries: usize) -> Result<(), Diagnostic> {
    if size <= MAX_SIZE && entries <= MAX_ENTRIES {
        return Ok(());
    }
    Err(Diagnostic::error("mesh-too-large", "this matrix is too large")
        .fact("rows", size)
        .fact("limit", format!("{MAX_SIZE} rows, {MAX_ENTRIES} entries"))
        .hint("use a coarser mesh"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NODES: [u64; 2] = [7, 12];

    fn read(text: &str) -> Result<Sparse, Diagnostic> {
        let file = MatrixFile::read(text)?;
        let per_node = file.per_node().unwrap_or(3);
        file.sparse(&NODES, per_node)
    }

    /// One matrix of two nodes in every format.
    #[test]
    fn all_formats() -> Result<(), Diagnostic> {
        let expected = Sparse::new(6, &[(0, 0, 4.0), (3, 0, -1.5), (3, 3, 2.0), (5, 4, 0.25)]);
        let texts = [
            // CalculiX and Abaqus, by rows: the upper half, the lower, both
            "1 1 4.0\n1 4 -1.5\n4 4 2.0\n5 6 2.5E-01\n6 6 0.\n",
            "1, 1, 4.0\n4, 1, -1.5\n4, 4, 2.0\n6, 5, 0.25\n6, 6, 0\n",
            "1 1 4\n1 4 -1.5\n4 1 -1.5\n4 4 2\n5 6 0.25\n6 5 0.25\n6 6 0\n",
            // Abaqus, by nodes
            "# by hand\n** stiffness\n*MATRIX INPUT\n7,1, 7,1,  4.0\n12,1, 7,1, -1.5\n12,1, 12,1, 2.\n12,3, 12,2, .25\n",
            // Nastran, fields of 16, of 8, and with commas
            "$ K\nDMIG    KAAX           0       6       1       0                       6\n\
             DMIG*   KAAX                           7               1                *1\n\
             *1                     7               1 4.000000000D+00\n\
             *                     12               1-1.500000000D+00\n\
             DMIG*   KAAX                          12               1\n\
             *                     12               1 2.000000000D+00\n\
             DMIG*   KAAX                          12               2\n\
             *                     12               3 2.500000000D-01\n",
            "DMIG    KAAX           0       6       1       0                       6\n\
             DMIG    KAAX           7       1               7       1     4.0\n\
             +             12       1    -1.5\n\
             DMIG    KAAX          12       1              12       1     2.0\n\
             DMIG    KAAX          12       2              12       3   2.5-1\n",
            // both halves, and a second row on a line that goes on
            "DMIG    KAAX           0       1       1       0                       6\n\
             DMIG    KAAX           7       1               7       1     4.0\n\
             +             12       1    -1.5              12       3      0.\n\
             DMIG    KAAX          12       1               7       1    -1.5\n\
             +             12       1     2.0\n\
             DMIG    KAAX          12       2              12       3     .25\n\
             DMIG    KAAX          12       3               7       1      0.\n\
             +             12       1      0.              12       2     .25\n",
            "DMIG,KAAX,0,6,1,0,,,6\nDMIG,KAAX,7,1,,7,1,4.0\n,12,1,-1.5\nDMIG,KAAX,12,1,,12,1,2.0\nDMIG,KAAX,12,2,,12,3,.25\n",
            // OUTPUT4, full columns and sparse ones
            "       6       6       6       2KAAX    1P,3E23.16\n\
             \x20      1       1       8\n 4.0000000000000000E+00 0.0000000000000000E+00 0.0000000000000000E+00\n-1.5000000000000000E+00\n\
             \x20      4       1       8\n-1.5000000000000000E+00 0.0000000000000000E+00 0.0000000000000000E+00\n 2.0000000000000000E+00\n\
             \x20      5       6       2\n 2.5000000000000000E-01\n\
             \x20      6       5       2\n 2.5000000000000000E-01\n\
             \x20      7       1       1\n 1.0000000000000000E+00\n",
            "       6      -6       6       2KAAX    1P,3E23.16\n\
             \x20      1       0       6\n       3       1\n 4.0000000000000000E+00\n       3       4\n-1.5000000000000000E+00\n\
             \x20      4       0       6\n       3       1\n-1.5000000000000000E+00\n       3       4\n 2.0000000000000000E+00\n\
             \x20      5       0       4\n       3       6\n 2.5000000000000000E-01\n\
             \x20      6       0       4\n       3       5\n 2.5000000000000000E-01\n\
             \x20      7       1       1\n 1.0000000000000000E+00\n",
            "       6       6       6       2KAAX    1P,3E23.16\n\
             \x20      1       0       6\n  196609\n 4.0000000000000000E+00\n  196612\n-1.5000000000000000E+00\n\
             \x20      4       0       6\n  196609\n-1.5000000000000000E+00\n  196612\n 2.0000000000000000E+00\n\
             \x20      5       0       3\n  196614\n 2.5000000000000000E-01\n\
             \x20      6       0       3\n  196613\n 2.5000000000000000E-01\n\
             \x20      7       1       1\n 1.0000000000000000E+00\n",
        ];
        for text in texts {
            assert_eq!(read(text)?, expected, "{text}");
        }
        Ok(())
    }

    /// What is wrong is reported with the line; a node that is not in the mesh with its label.
    #[test]
    fn faults() {
        let code = |text: &str| read(text).err().map_or("", |problem| problem.code);
        let bad = [
            "1 1 x\n",
            "1 1 4\n1 0 2\n",
            "1 1 4\n1 2\n",
            "7,1, 7,9, 4.0\n",
            "DMIG    KAAX           0       6       1       0                       6\nDMIG    KAAX           7       1               7       1   bad\n",
            "DMIG    KAAX           0       6       3       0                       6\nDMIG    KAAX           7       1               7       1     1.0\n",
            "       6       6       6       2KAAX    1P,3E23.16\n       1       1       8\n 4.0\n",
            // OUTPUT4 that is complex, not square, or has a column or a string beyond its last row
            "       1       1       6       3KAAX    1P,3E23.16\n       1       1       1\n 4.0\n       2       1       1\n",
            "       1       2       2       2KAAX    1P,3E23.16\n       1       1       1\n 4.0\n       2       1       1\n",
            "       1       1       6       2KAAX    1P,3E23.16\n       1       2       1\n 4.0\n       2       1       1\n",
            "       1      -1       6       2KAAX    1P,3E23.16\n       1       0       3\n       2       2\n 4.0\n       2       1       1\n",
            // DMIG: rectangular, of another name, two matrices, a freedom that no node has
            "DMIG,K,0,2,1\nDMIG,K,7,1,,7,1,4.0\n",
            "DMIG,K,0,6,1\nDMIG,M,7,1,,7,1,4.0\n",
            "DMIG,K,0,6,1\nDMIG,K,7,1,,7,1,4.0\nDMIG,M,0,6,1\n",
            "DMIG,K,0,6,1\nDMIG,K,7,7,,7,1,4.0\n",
        ];
        for text in bad {
            assert_eq!(code(text), "bad-matrix-file", "{text}");
        }
        assert_eq!(code("9,1, 9,1, 4.0\n"), "mesh-size");
        assert_eq!(code("1 1 4\n1 2 1\n2 1 2\n2 2 4\n"), "matrix-not-symmetric");
        assert_eq!(code("garbage"), "matrix-market");
    }

    /// Rotations have the freedoms 4 to 6; where a row has one, every node has six rows.
    #[test]
    fn freedoms_of_rotations() -> Result<(), Diagnostic> {
        let expected = Sparse::new(12, &[(10, 1, 3.0)]);
        for text in ["12,5, 7,2, 3.0\n", "7,2, 12,5, 3.0\n"] {
            assert_eq!(read(text)?, expected, "{text}");
        }
        Ok(())
    }

    proptest! {
        /// No text makes a reader panic.
        #[test]
        fn any_text(head in 0usize..5, words in "[-+0-9 .,EDa\n*]{0,200}") {
            let head = ["", "DMIG    K", "DMIG*   K", "       6      -6       6       2K       1P,3E23.16\n", "7,1,7,1,"][head];
            let _ = read(&format!("{head}{words}"));
        }
    }
}
