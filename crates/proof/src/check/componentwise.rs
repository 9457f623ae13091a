//! Vectors and matrices that are printed as m [..], or as sums of such, component by component.

use super::equation::Checker;
use crate::meaning::{Meaning, Terms};

impl Checker<'_, '_> {
    /// The entries of a formula that is a matrix, or a sum of matrices, times scalars.
    pub(super) fn entries_of(&self, formula: &Meaning) -> Option<Vec<Vec<Meaning>>> {
        match formula {
            Meaning::Matrix(rows) => Some(rows.clone()),
            Meaning::Product(factors) => {
                let is_matrix = |factor: &&Meaning| self.entries_of(factor).is_some();
                let at = factors.iter().position(|factor| is_matrix(&factor))?;
                let mut others = factors.clone();
                let matrix = self.entries_of(&others.remove(at))?;
                if others.iter().any(|factor| self.poly(factor).is_err()) {
                    return None;
                }
                let is_zero = |entry: &Meaning| *entry == Meaning::zero();
                let entry = |entry: Meaning| match is_zero(&entry) {
                    true => entry,
                    false => {
                        let (before, behind) = others.split_at(at);
                        Meaning::Product([before, &[entry], behind].concat())
                    }
                };
                let row = |row: Vec<Meaning>| row.into_iter().map(entry).collect();
                Some(matrix.into_iter().map(row).collect())
            }
            Meaning::Sum(terms) => {
                let mut sum: Option<Vec<Vec<Terms>>> = None;
                for (minus, term) in terms {
                    let rows = self.entries_of(term)?;
                    let signed = |row: Vec<Meaning>| -> Vec<Terms> {
                        row.into_iter().map(|entry| vec![(*minus, entry)]).collect()
                    };
                    let rows: Vec<_> = rows.into_iter().map(signed).collect();
                    sum = Some(match sum {
                        None => rows,
                        Some(sum) => added(sum, rows)?,
                    });
                }
                let entry = |terms: Terms| {
                    let kept = terms.into_iter().filter(|(_, term)| *term != Meaning::zero());
                    Meaning::Sum(kept.collect())
                };
                let row = |row: Vec<_>| row.into_iter().map(entry).collect();
                sum.map(|rows| rows.into_iter().map(row).collect())
            }
            _ => None,
        }
    }
}

type Entries = Vec<Vec<Terms>>;

/// Two matrices of one shape, entry by entry.
fn added(mut sum: Entries, rows: Entries) -> Option<Entries> {
    let shape = |rows: &Entries| rows.iter().map(Vec::len).collect::<Vec<_>>();
    if shape(&sum) != shape(&rows) {
        return None;
    }
    for (own, more) in sum.iter_mut().flatten().zip(rows.into_iter().flatten()) {
        own.extend(more);
    }
    Some(sum)
}
