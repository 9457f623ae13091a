//! The tables of Denavit-Hartenberg parameters that a paper prints, in LaTeX or Markdown: what their
//! entries are, which coordinate moves each joint, and what the paper says about the convention.

mod cells;
mod entry;
mod heading;

use std::cell::LazyCell;
use std::ops::Range;

use appell_model::{Convention, JointKind};

use crate::latex::DocumentMacros;
use cells::{Cell, Grid, grids};
use entry::Reading;
pub use entry::TableEntry;
use heading::{Columns, convention_near, said};

/// A table of Denavit-Hartenberg parameters as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedTable {
    /// The convention, where the headings (`a_{i-1}`) or the words of the paper say it.
    pub convention: Option<Convention>,
    /// The rows in their order.
    pub rows: Vec<PrintedRow>,
    /// What was taken for granted in reading it, in words.
    pub assumptions: Vec<String>,
    /// Where it is in the text.
    pub span: Range<usize>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedRow {
    /// A rotation where theta moves, a translation where d does, fixed where neither does.
    pub kind: JointKind,
    /// The coordinate, as it is printed in LaTeX and as a name; none of a fixed row.
    pub coordinate: Option<(String, String)>,
    /// The length along x.
    pub a: TableEntry,
    /// The angle about x.
    pub alpha: TableEntry,
    /// The length along z.
    pub d: TableEntry,
    /// The angle about z.
    pub theta: TableEntry,
}

/// The Denavit-Hartenberg tables of a paper. A table with an entry that cannot be read is left out.
///
/// ```
/// let paper = r"By the modified convention of Craig:
/// \begin{tabular}{ccccc}
///   $i$ & $\alpha_{i-1}$ & $a_{i-1}$ & $d_i$ & $\theta_i$ \\ \hline
///   1 & 0 & 0 & 0 & $\theta_1$ \\
///   2 & $-90^\circ$ & $l_1$ & $d_2$ & $\theta_2 - \pi/2$ \\
/// \end{tabular}";
/// let table = &appell_proof::dh_tables(paper)[0];
/// assert_eq!(table.convention.map(|it| it.name()), Some("modified"));
/// let second = &table.rows[1];
/// assert_eq!(second.alpha.constant, "-pi/2");
/// assert_eq!((second.theta.latex.as_str(), second.theta.constant.as_str()), (r"\theta_2 - \pi/2", "-pi/2"));
/// assert_eq!(second.coordinate, Some((r"\theta_2".to_owned(), "theta2".to_owned())));
/// ```
pub fn dh_tables(text: &str) -> Vec<PrintedTable> {
    let mut macros = DocumentMacros::of(text);
    let anywhere = LazyCell::new(|| said(text));
    let mut tables = Vec::new();
    for grid in grids(text) {
        if let Some(mut table) = table(text, &grid, &mut macros) {
            table.convention = table.convention.or_else(|| *anywhere);
            tables.push(table);
        }
    }
    tables
}

fn table(text: &str, grid: &Grid, macros: &mut DocumentMacros) -> Option<PrintedTable> {
    let (headings, columns) = Columns::find(text, &grid.rows)?;
    let mut assumptions = columns.assumptions.clone();
    let mut rows = Vec::new();
    let body = grid.rows.iter().skip(headings + 1);
    for cells in body.filter(|cells| cells.iter().any(|cell| !text[cell.clone()].trim().is_empty()))
    {
        rows.push(row(text, cells, &columns, rows.len() + 1, macros, &mut assumptions)?);
    }
    let moves = rows.iter().any(|row: &PrintedRow| row.kind != JointKind::Fixed);
    let convention = convention_near(text, &columns, &grid.span);
    moves.then(|| PrintedTable { convention, rows, assumptions, span: grid.span.clone() })
}

/// The row of joint `number`.
fn row(
    text: &str,
    cells: &[Cell],
    columns: &Columns,
    number: usize,
    macros: &mut DocumentMacros,
    assumptions: &mut Vec<String>,
) -> Option<PrintedRow> {
    let mut read = |column: usize, unit| {
        let cell = cells.get(column)?.clone();
        Reading::of(text, cell, unit, macros, number, assumptions)
    };
    let a = read(columns.a, columns.a_unit)?;
    let alpha = read(columns.alpha, columns.alpha_unit)?;
    let d = read(columns.d, columns.d_unit)?;
    let theta = read(columns.theta, columns.theta_unit)?;
    let said = columns.kind.and_then(|column| kind_of(&text[cells.get(column)?.clone()]));
    let kind = match said {
        Some(kind) => kind,
        None if theta.is_marked() => JointKind::Rotation,
        None if d.is_marked() => JointKind::Translation,
        None if theta.moves(number) => JointKind::Rotation,
        None if d.moves(number) => JointKind::Translation,
        None => JointKind::Fixed,
    };
    let moving = match kind {
        JointKind::Rotation => Some(&theta),
        JointKind::Translation => Some(&d),
        JointKind::Fixed => None,
    };
    let coordinate = match moving {
        Some(entry) => Some(entry.coordinate(number)?),
        None => None,
    };
    let name = coordinate.as_ref().map(|(_, name)| name.as_str());
    let entry = |reading: Reading, moves: bool| reading.entry(name.filter(|_| moves));
    Some(PrintedRow {
        kind,
        a: entry(a, false)?,
        alpha: entry(alpha, false)?,
        d: entry(d, kind == JointKind::Translation)?,
        theta: entry(theta, kind == JointKind::Rotation)?,
        coordinate,
    })
}

/// The kind of a joint that a column says: `R`, `prismatic`, 0 and 1 of Khalil's sigma.
fn kind_of(cell: &str) -> Option<JointKind> {
    let word: String = cell.chars().filter(char::is_ascii_alphanumeric).collect();
    match word.to_ascii_lowercase().as_str() {
        "r" | "revolute" | "rotation" | "rotational" | "rotary" | "0" => Some(JointKind::Rotation),
        "p" | "t" | "prismatic" | "translation" | "translational" | "sliding" | "1" => {
            Some(JointKind::Translation)
        }
        "fixed" | "2" => Some(JointKind::Fixed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use super::*;

    fn only(text: &str) -> PrintedTable {
        let tables = dh_tables(text);
        assert_eq!(tables.len(), 1, "{tables:?}");
        tables.into_iter().next().unwrap()
    }

    fn constants(row: &PrintedRow) -> [&str; 4] {
        [&row.a, &row.alpha, &row.d, &row.theta].map(|entry| entry.constant.as_str())
    }

    #[test]
    fn a_standard_table_of_scara() {
        let table = only(
            r"The classical Denavit-Hartenberg parameters are
            \begin{table}\begin{tabularx}{\linewidth}{|c|c|c|c|c|}
            \toprule \textbf{Link} & $\boldsymbol{a_i}$ [mm] & $\alpha_i$ & $d_i$ & $\theta_i$ \\ \midrule
            1 & 425 & 0 & $\ell_0$ & $\theta_1^*$ \\
            2 & $a_2$ & $180^{\circ}$ & 0 & $\theta_2^*$ \\[2pt]
            3 & 0 & 0 & $d_3^*$ & 0 \\
            4 & 0 & 0 & $d_4$ & $q_4+\frac{\pi}{2}$ \\ \bottomrule
            \end{tabularx}\end{table}",
        );
        assert_eq!(table.convention, Some(Convention::Standard));
        let kinds: Vec<JointKind> = table.rows.iter().map(|row| row.kind).collect();
        use JointKind::{Rotation, Translation};
        assert_eq!(kinds, [Rotation, Rotation, Translation, Rotation]);
        assert_eq!(constants(&table.rows[0]), ["425 mm", "0", "l0", "0"]);
        assert_eq!(constants(&table.rows[1]), ["a2", "pi", "0", "0"]);
        assert_eq!(constants(&table.rows[2]), ["0", "0", "0", "0"]);
        assert_eq!(constants(&table.rows[3]), ["0", "0", "d4", "pi/2"]);
        assert_eq!(table.rows[3].coordinate.as_ref().unwrap().1, "q4");
    }

    #[test]
    fn a_markdown_table_in_degrees() {
        let table = only(
            "| Joint | θ (deg) | d | a | α (deg) |\n|---|---|---|---|---|\n\
             | 1 | θ₁ | 0 | L₁ | 90 |\n| 2 | θ2* - 45 | 0 | 0.25 | -90 |\n| tool | 0 | d6 | 0 | 0 |\n",
        );
        assert_eq!(table.convention, None);
        assert_eq!(constants(&table.rows[0]), ["L1", "pi/2", "0", "0"]);
        assert_eq!(constants(&table.rows[1]), ["0.25", "-pi/2", "0", "-pi/4"]);
        assert_eq!(table.rows[2].kind, JointKind::Fixed);
        assert_eq!(constants(&table.rows[2]), ["0", "0", "d6", "0"]);
    }

    #[test]
    fn angles_beyond_a_turn_are_degrees_and_said_so() {
        let table = only(
            r"$\begin{array}{cccc} a_i & \alpha_i & d_i & \theta_i \\ l_1 & 90 & 0 & q_1 \end{array}$",
        );
        assert_eq!(constants(&table.rows[0]), ["l1", "pi/2", "0", "0"]);
        assert!(table.assumptions[0].contains("degrees"), "{:?}", table.assumptions);
    }

    #[test]
    fn what_is_no_such_table_is_left_out() {
        for text in [
            r"\begin{tabular}{cc} a & b \\ 1 & 2 \end{tabular}",
            // an entry that cannot be read
            r"\begin{tabular}{cccc} $a_i$ & $\alpha_i$ & $d_i$ & $\theta_i$ \\ see & 0 & 0 & $q_1$ \end{tabular}",
            // nothing moves
            r"\begin{tabular}{cccc} $a_i$ & $\alpha_i$ & $d_i$ & $\theta_i$ \\ 1 & 0 & 0 & 0 \end{tabular}",
            // the other sense has no place in a table
            r"\begin{tabular}{cccc} $a_i$ & $\alpha_i$ & $d_i$ & $\theta_i$ \\ 1 & 0 & 0 & $-q_1$ \end{tabular}",
            r"\begin{tabular}{cccc} $a_i$ & $\alpha_i$ & $d_i$ & $\theta_i$ \\ 1 & 0",
        ] {
            assert_eq!(dh_tables(text), [], "{text}");
        }
    }
}
