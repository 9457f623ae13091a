//! The names of the rows of matrices, in a file beside them: `17.2` on a line is direction 2 of node 17, as
//! CalculiX writes them (`.dof`).

use appell_diagnostic::{Diagnostic, excerpt};

use super::{MatrixFile, NamedEntry, check_size};

/// Node and degree of freedom of every row: 1, 2, 3 along x, y, z; 4, 5, 6 about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowNames(Vec<(u64, u8)>);

impl RowNames {
    /// Reads them; what is no name of a row comes back with its line.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let mut names = Vec::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let parts = line.trim().split_once('.');
            let name = parts.and_then(|(node, freedom)| {
                let node = node.parse::<u64>().ok().filter(|node| *node > 0)?;
                Some((node, freedom.parse::<u8>().ok().filter(|it| (1..=6).contains(it))?))
            });
            let Some(name) = name else {
                let message = "expected the name of a row, a node and its direction from 1 to 6";
                return Err(Diagnostic::error("bad-row-name", message)
                    .fact("line", index + 1)
                    .fact("here", excerpt(line))
                    .hint("write `17.2` for direction 2 of node 17, a row on each line, as the `.dof` files of CalculiX"));
            };
            names.push(name);
            check_size(names.len(), 0)?;
        }
        let mut sorted = names.clone();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let (node, freedom) = twice[0];
            return Err(Diagnostic::error("bad-row-name", "two rows have the same name")
                .fact("row", format!("{node}.{freedom}"))
                .hint("give the file that was written with these matrices"));
        }
        Ok(Self(names))
    }

    /// A matrix with its rows by these names; one that has names already keeps them.
    pub fn name(&self, matrix: MatrixFile) -> Result<MatrixFile, Diagnostic> {
        let MatrixFile::Rows(rows) = matrix else { return Ok(matrix) };
        // a file may leave out zeros at its end
        if rows.size() > self.0.len() {
            return Err(Diagnostic::error("mesh-size", "the matrix has more rows than have names")
                .fact("rows of the matrix", rows.size())
                .fact("names", self.0.len())
                .hint("give the file that was written with these matrices"));
        }
        let entry = |(i, j, value): (usize, usize, f64)| NamedEntry {
            row: self.0[i],
            column: self.0[j],
            value,
        };
        Ok(MatrixFile::Named(rows.entries().map(entry).collect()))
    }
}
