//! Matrices, columns and rows: cell by cell, and lines that belong to one cell.

use super::Meaning;
use super::read::{Read, Understanding};
use super::script::is_transpose;
use crate::latex::{Ink, InkKind, Operator, continues, contradiction, goes_on, joined};

impl Understanding<'_, '_> {
    /// A bracket around a formula, or entries of a row with commas or spaces between them. In round
    /// brackets spaces stand between factors.
    pub(super) fn bracket(&mut self, open: char, inside: &[Ink]) -> Read<Meaning> {
        if let Some(skew) = self.skew(inside)? {
            return Ok(skew);
        }
        let has_commas = inside.iter().any(|ink| ink.is(Operator::Comma));
        match row_cells(inside).filter(|_| open == '[' || has_commas) {
            Some(cells) => {
                let row = cells.iter().map(|cell| self.formula(cell)).collect::<Read<Vec<_>>>()?;
                Ok(Meaning::Matrix(vec![row]))
            }
            None => self.formula(inside),
        }
    }

    /// The cells of a side that is a matrix or a row in brackets, each read by itself; transposed
    /// where it says so. None when it is something else.
    pub(crate) fn cells(&mut self, ink: &Ink) -> Option<Vec<Vec<Read<Meaning>>>> {
        match &ink.kind {
            InkKind::Matrix { rows, rules } => Some(self.matrix_cells(rows, rules)),
            InkKind::Group(inside) | InkKind::Fenced { open: '[' | '(', inside } => {
                let solid: Vec<&Ink> =
                    inside.iter().filter(|ink| ink.kind != InkKind::Space).collect();
                match (solid.as_slice(), row_cells(inside)) {
                    ([only], _) => self.cells(only),
                    (_, Some(cells)) => {
                        Some(vec![cells.iter().map(|cell| self.formula(cell)).collect()])
                    }
                    _ => None,
                }
            }
            InkKind::Script(script) if is_transpose(&script.sup) && script.sub.is_empty() => {
                let rows = self.cells(&script.base)?;
                let columns = rows.first().map_or(0, Vec::len);
                let column = |j: usize| rows.iter().filter_map(|row| row.get(j).cloned()).collect();
                Some((0..columns).map(column).collect())
            }
            _ => None,
        }
    }

    pub(super) fn matrix(&mut self, rows: &[Vec<Vec<Ink>>], rules: &[usize]) -> Read<Meaning> {
        let mut cells = self.matrix_cells(rows, rules);
        // lines in a tall bracket that are one formula
        if let [row] = cells.as_mut_slice()
            && let [_] = row.as_slice()
        {
            return row.swap_remove(0);
        }
        let row = |row: Vec<Read<Meaning>>| row.into_iter().collect::<Read<Vec<_>>>();
        Ok(Meaning::Matrix(cells.into_iter().map(row).collect::<Read<Vec<_>>>()?))
    }

    /// The cells of a matrix. In one column, lines belong together between rules, or as long as
    /// they go on.
    fn matrix_cells(&mut self, rows: &[Vec<Vec<Ink>>], rules: &[usize]) -> Vec<Vec<Read<Meaning>>> {
        if rows.iter().any(|row| row.len() != 1) {
            // a row of dashes is a rule
            let dashes = |row: &&Vec<Vec<Ink>>| {
                row.iter().flatten().count() == 0
                    || !row.iter().flatten().all(|ink| ink.is(Operator::Minus))
            };
            let mut row = |row: &Vec<Vec<Ink>>| {
                let cells = row.iter().filter(|cell| !cell.is_empty());
                cells.map(|cell| self.formula(cell)).collect::<Vec<_>>()
            };
            let cells = rows.iter().filter(dashes).map(&mut row).collect();
            return symmetric(cells, rows);
        }
        let mut groups: Vec<Vec<Vec<Ink>>> = Vec::new();
        let ruled = rules.iter().any(|&rule| rule > 0 && rule < rows.len());
        for (index, row) in rows.iter().enumerate() {
            let line = row.concat();
            let last = groups.last().and_then(|group| group.last());
            let belongs = match ruled {
                true => index > 0 && !rules.contains(&index),
                false => continues(&line) || last.is_some_and(|last| goes_on(last)),
            };
            match groups.last_mut() {
                Some(group) if belongs => group.push(line),
                _ => groups.push(vec![line]),
            }
        }
        let mut out = Vec::new();
        for group in groups {
            let whole = joined(group);
            self.notes.extend(whole.contradictions.iter().map(contradiction));
            out.push(vec![self.formula(&whole.inks)]);
        }
        out
    }
}

/// The cells with those of the upper half in the place of stars below the diagonal, or the other way
/// round.
fn symmetric(
    mut cells: Vec<Vec<Read<Meaning>>>,
    printed: &[Vec<Vec<Ink>>],
) -> Vec<Vec<Read<Meaning>>> {
    let size = cells.len();
    if cells.iter().any(|row| row.len() != size) || printed.len() != size {
        return cells;
    }
    let is_star = |cell: &[Ink]| match cell {
        [Ink { kind: InkKind::Letter(letter), .. }] => letter == "*" || letter == "\\star",
        [Ink { kind: InkKind::Operator(Operator::Times), .. }] => true,
        [Ink { kind: InkKind::Text(words), .. }] => words.starts_with("sym"),
        _ => false,
    };
    for (i, row) in printed.iter().enumerate() {
        for (j, cell) in row.iter().enumerate() {
            let (i, j, other) = (i, j, cells.get(j).and_then(|row| row.get(i)).cloned());
            if let (true, Some(other)) = (is_star(cell) && i != j, other) {
                cells[i][j] = other;
            }
        }
    }
    cells
}

/// The entries of a row with commas or spaces between them; none when this is one formula.
fn row_cells(inside: &[Ink]) -> Option<Vec<&[Ink]>> {
    if inside.iter().any(|ink| ink.is(Operator::Comma)) {
        return Some(inside.split(|ink| ink.is(Operator::Comma)).collect());
    }
    let cells = inside.split(|ink| ink.kind == InkKind::Space);
    let cells: Vec<&[Ink]> = cells.filter(|cell| !cell.is_empty()).collect();
    let apart = |pair: &[&[Ink]]| {
        !goes_on(pair[0]) && !pair[1][0].is(Operator::Plus) && !pair[1][0].is(Operator::Times)
    };
    (cells.len() > 1 && cells.windows(2).all(apart)).then_some(cells)
}
