//! Entries of a matrix that are right, but at another place: exchanged entries and rows, a transposed
//! matrix.

use appell_algebra::Poly;

use super::compared::reason_of;
use super::confirm::Place;
use super::equation::Checker;
use super::evidence::is_doubtful;
use super::mark::marked;
use super::side::Left;
use crate::explain::{Kind, Slip};
use crate::meaning::Meaning;
use crate::meaning::write::{latex, latex_in_lines};
use crate::report::{Finding, Verdict};

/// Printed cells, what was derived for each, and the place of each in the quantity.
pub(super) struct Cells<'c> {
    pub(super) printed: Vec<Vec<&'c Meaning>>,
    pub(super) derived: Vec<Vec<&'c Poly>>,
    pub(super) row_of: &'c dyn Fn(usize) -> usize,
}

/// Where each wrong cell has its right place.
struct Exchange {
    kind: Kind,
    /// A wrong cell, and the cell in which what belongs there is printed.
    moves: Vec<(Place, Place)>,
}

impl Checker<'_, '_> {
    /// Names the exchange that explains all wrong cells at once, in every one of them. Whether it is one,
    /// so that the names mean what they are read as.
    pub(super) fn swapped(
        &self,
        left: &Left<'_>,
        cells: &Cells<'_>,
        findings: &mut [Finding],
    ) -> bool {
        let width = cells.printed.first().map_or(0, Vec::len);
        let is_wrong =
            |finding: &Finding| finding.refutation().is_some() || is_doubtful(&finding.verdict);
        let at = |index: usize| (index / width.max(1), index % width.max(1));
        let wrong: Vec<Place> =
            (0..findings.len()).filter(|index| is_wrong(&findings[*index])).map(at).collect();
        let values = cells.printed.iter().map(|row| row.iter().map(|it| self.poly(it).ok()));
        let values: Option<Vec<Vec<Poly>>> = values.map(Iterator::collect).collect();
        let (true, true, Some(values)) =
            (wrong.len() > 1, findings.len() == width * cells.printed.len(), values)
        else {
            return false;
        };
        let belongs = |(from, to): &(Place, Place)| {
            values.get(to.0).and_then(|row| row.get(to.1)) == Some(cells.derived[from.0][from.1])
        };
        let Some(exchange) =
            exchanges(&wrong, cells.printed.len()).find(|it| it.moves.iter().all(belongs))
        else {
            return false;
        };
        for (from, to) in exchange.moves {
            let Verdict::Refuted(refutation) = &mut findings[from.0 * width + from.1].verdict
            else {
                continue;
            };
            let entry = |place: Place| left.latex(Some(((cells.row_of)(place.0), place.1)));
            let (printed, correct) = match exchange.kind {
                Kind::SwappedRows => ((from.0 + 1).to_string(), (to.0 + 1).to_string()),
                Kind::Transposed => (String::new(), latex(left.meaning)),
                _ => (entry(from), entry(to)),
            };
            let right = cells.printed[to.0][to.1];
            let slip = Slip { kind: exchange.kind, printed, correct, dimension: None, whole: None };
            refutation.slips = vec![slip];
            refutation.reason = reason_of(&refutation.slips);
            refutation.corrected = format!("{} = {}", entry(from), latex_in_lines(right));
            (refutation.printed_terms, refutation.corrected_terms) =
                marked(cells.printed[from.0][from.1], right);
        }
        true
    }
}

/// All exchanges that touch the wrong cells and no other, the simplest last.
fn exchanges(wrong: &[Place], rows: usize) -> impl Iterator<Item = Exchange> {
    let pairs = (0..rows).flat_map(move |a| (a + 1..rows).map(move |b| (a, b)));
    let of_rows = pairs.filter_map(|(a, b)| {
        let other = |(row, column): &Place| match *row {
            row if row == a => Some(((row, *column), (b, *column))),
            row if row == b => Some(((row, *column), (a, *column))),
            _ => None,
        };
        let moves = wrong.iter().map(other).collect::<Option<Vec<_>>>()?;
        Some(Exchange { kind: Kind::SwappedRows, moves })
    });
    let is_column = wrong.iter().all(|(_, column)| *column == 0);
    let mirrored = wrong.iter().map(|(row, column)| ((*row, *column), (*column, *row))).collect();
    let transposed = Exchange { kind: Kind::Transposed, moves: mirrored };
    let entries = match wrong {
        [a, b] => Some(Exchange { kind: Kind::SwappedEntries, moves: vec![(*a, *b), (*b, *a)] }),
        _ => None,
    };
    // of a matrix, two wrong cells are two entries; of a vector, they are rows
    let of_rows: Vec<Exchange> = of_rows.collect();
    let (rows_first, rows_last) = match (is_column, wrong.len()) {
        (false, 2) => (Vec::new(), of_rows),
        _ => (of_rows, Vec::new()),
    };
    let transposed = Some(transposed).filter(|_| !is_column);
    rows_first.into_iter().chain(transposed).chain(entries).chain(rows_last)
}
