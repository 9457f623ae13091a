//! Equality as it is meant: a potential energy up to a constant, a matrix C by what it does to the
//! velocities, a Jacobian by the rows that are printed, a frame by where the paper puts it.

use appell_algebra::{Decision, Poly, Symbol};
use appell_mechanics::{Error, Kind};

use super::equation::Checker;
use super::evidence::is_doubtful;
use super::side::{Left, Side};
use crate::known::Known;
use crate::meaning::Meaning;
use crate::report::{Assumption, Doubt, Finding, Proof, Report, Verdict, VerdictKind};

/// The rows of a Jacobian that are printed where not all are: of velocity and angular velocity.
const ROWS: [&[usize]; 11] = [
    &[0, 1, 2, 3, 4, 5],
    &[0, 1],
    &[0, 1, 2],
    &[0, 1, 5],
    &[5, 0, 1],
    &[3, 4, 5],
    &[0, 2],
    &[1, 2],
    &[3, 4, 5, 0, 1, 2],
    &[0, 2, 4],
    &[0, 1, 2, 5],
];

/// The name of the assumption that C is another factorisation than Christoffel's.
const OTHER_C: &str = "other-c";

impl Checker<'_, '_> {
    /// The verdict on an energy that differs by a constant from the one that was derived.
    pub(super) fn up_to_constant(&self, quantity: &Meaning, difference: &Poly) -> Option<Verdict> {
        let is_potential = |it: &Meaning| {
            matches!(it, Meaning::Known(known, _)
                if matches!(known.quantity.kind(), Kind::PotentialEnergy | Kind::Lagrangian))
        };
        let symbols = difference.symbols(self.robot.symbols());
        let coordinates = self.robot.coordinates();
        let constant = !symbols.iter().any(|symbol| coordinates.contains(&symbol.base()));
        (quantity.any(&is_potential) && constant)
            .then(|| assuming("constant", "the potential energy is counted from another place"))
    }

    /// Rows of a matrix C that is not Christoffel's, but has the same product with the velocities, are
    /// right; a single entry of C says nothing.
    pub(super) fn other_factorisation(
        &self,
        left: &Left<'_>,
        side: &Side,
        findings: &mut [Finding],
        refuted_before: usize,
    ) -> Result<(), Error> {
        let Meaning::Known(known, _) = left.shown else { return Ok(()) };
        if known.quantity.kind() != Kind::CoriolisMatrix {
            return Ok(());
        }
        let wrong =
            |finding: &Finding| finding.refutation().is_some() || is_doubtful(&finding.verdict);
        let Side::Cells(rows) = side else {
            let own = matches!(side, Side::Formula(Ok(formula)) if !formula.has_quantity());
            if own && known.entry.is_some() && findings.iter().any(wrong) {
                self.refuted.borrow_mut().truncate(refuted_before);
                for finding in findings.iter_mut().filter(|it| wrong(it)) {
                    let reason = "C is not unique: one entry of it can only be judged with its row";
                    finding.verdict = Verdict::undecided(Doubt::NotUnique, reason);
                }
            }
            return Ok(());
        };
        let polys: Option<Vec<Poly>> =
            rows.iter().flatten().map(|it| self.poly(it.as_ref().ok()?).ok()).collect();
        let symbols = self.robot.symbols();
        let has_rates =
            |poly: &Poly| poly.symbols(symbols).iter().any(|symbol| symbol.order() == 1);
        // a matrix of coefficients of products of velocities, as in Craig's book
        if !self.has_notation && polys.is_some_and(|all| !all.iter().any(has_rates)) {
            self.refuted.borrow_mut().truncate(refuted_before);
            for finding in findings.iter_mut().filter(|it| wrong(it)) {
                let reason = "it contains no velocities: it is not the matrix C of C q'";
                finding.verdict = Verdict::undecided(Doubt::TooUnlike, reason);
            }
            return Ok(());
        }
        let width = left.derived.shape().1;
        for (i, row) in rows.iter().enumerate() {
            let mut sum = Poly::ZERO;
            for (j, (cell, q)) in row.iter().zip(self.robot.coordinates()).enumerate() {
                let (Ok(cell), Some(derived)) = (cell, left.derived.get(i, j)) else {
                    return Ok(());
                };
                let Ok(printed) = self.poly(cell) else { return Ok(()) };
                let rate = Poly::symbol(q.derivative(1)?);
                let difference = &printed - derived.poly()?;
                sum = &sum + &difference.checked_mul(&rate, self.budget)?;
            }
            let own = findings.iter_mut().skip(i * width).take(width);
            if sum.is_zero() {
                own.filter(|it| wrong(it)).for_each(|finding| {
                    finding.verdict = assuming(
                        OTHER_C,
                        "C is another factorisation than Christoffel's, with the same C q'",
                    );
                });
            }
        }
        if !findings.iter().any(wrong) {
            self.refuted.borrow_mut().truncate(refuted_before);
        }
        Ok(())
    }

    /// Whether an equation depends on which matrix C is meant: `C q'` does not, and neither does `C = ...`.
    pub(super) fn is_about_c(&self, sides: &[Side]) -> bool {
        let is_c = |it: &Meaning| match it {
            Meaning::Known(known, _) => known.quantity.kind() == Kind::CoriolisMatrix,
            _ => false,
        };
        let is_rates = |it: &Meaning| match it {
            Meaning::Matrix(rows) => rows.iter().flatten().all(|entry| match entry {
                Meaning::Symbol(symbol, _) => symbol.order() == 1,
                _ => false,
            }),
            _ => false,
        };
        let without_force = |formula: &Meaning| {
            formula.replaced(&|part| match part {
                Meaning::Product(factors) => {
                    let is_force = factors.windows(2).any(|it| is_c(&it[0]) && is_rates(&it[1]));
                    is_force.then(Meaning::zero)
                }
                _ => None,
            })
        };
        let is_whole =
            |it: &Meaning| matches!(it, Meaning::Known(known, _) if known.entry.is_none());
        sides.iter().any(|side| match side {
            Side::Formula(Ok(formula)) => {
                let is_definition = is_c(formula) && is_whole(formula);
                !is_definition && without_force(formula).any(&is_c)
            }
            _ => false,
        })
    }

    /// Columns of a Jacobian that are printed with the other sign, of a coordinate that does not occur in
    /// it: the coordinate may be counted in the other sense, where nothing else contradicts it.
    pub(super) fn other_senses(
        &self,
        left: &Left<'_>,
        side: &Side,
        findings: &mut [Finding],
        refuted_before: usize,
    ) {
        let (Meaning::Known(known, _), Side::Cells(cells)) = (left.shown, side) else { return };
        let width = left.derived.shape().1;
        if self.has_notation
            || known.quantity.kind() != Kind::Jacobian
            || findings.len() != cells.len() * width
        {
            return;
        }
        let rows = self.printed_rows(left, side).unwrap_or_else(|| (0..cells.len()).collect());
        let occurs = |q: Symbol| {
            let has = |poly: &Poly| poly.symbols(self.robot.symbols()).contains(&q);
            left.derived.entries().any(|(_, entry)| entry.poly().map_or(true, has))
        };
        let is_wrong = |finding: &Finding| finding.refutation().is_some();
        for (j, q) in self.robot.coordinates().into_iter().enumerate() {
            let is_opposite = |(i, row): (usize, &usize)| {
                let printed = cells[i].get(j)?.as_ref().ok().and_then(|it| self.poly(it).ok())?;
                let derived = left.derived.get(*row, j)?.poly().ok()?;
                Some((&printed + derived).is_zero())
            };
            let column = || findings.iter().skip(j).step_by(width);
            if !column().any(is_wrong)
                || occurs(q)
                || !rows.iter().enumerate().all(|it| is_opposite(it) == Some(true))
            {
                continue;
            }
            if self.own_senses.contains(&j) {
                continue;
            }
            self.open_senses.borrow_mut().insert(j);
            let name = self.robot.symbols().name(q);
            let reason = format!(
                "{name} may be counted in the other sense, which nothing else in the paper shows"
            );
            let column = findings.iter_mut().skip(j).step_by(width);
            column.filter(|it| is_wrong(it)).for_each(|finding| {
                finding.verdict = Verdict::undecided(Doubt::Sense, &reason);
            });
        }
        if !findings.iter().any(is_wrong) {
            self.refuted.borrow_mut().truncate(refuted_before);
        }
    }

    /// Which rows of a Jacobian or a vector are printed: those with which it agrees, or the ones that are
    /// not zero.
    pub(super) fn printed_rows(&self, left: &Left<'_>, side: &Side) -> Option<Vec<usize>> {
        let (kind, is_vector) = match left.shown {
            Meaning::Known(known @ Known { quantity, entry: None }, _) => {
                (Some(quantity.kind()), known.is_vector())
            }
            Meaning::Known(..) => return None,
            // a place that is a sum of vectors
            Meaning::Sum(_) => (None, true),
            _ => return None,
        };
        let Side::Cells(cells) = side else { return None };
        let (height, width) = left.derived.shape();
        let is_zero =
            |row: usize| left.derived.get(row, 0).is_some_and(appell_spatial::Scalar::is_zero);
        let choices: Vec<&[usize]> = match kind {
            Some(Kind::Jacobian | Kind::JacobianRate) if height == 6 => ROWS.to_vec(),
            // a vector in the plane
            _ if is_vector && (height, width, cells.len()) == (3, 1, 2) => {
                let choices = [([0, 1], 2), ([0, 2], 1), ([1, 2], 0)].iter();
                choices
                    .filter(|(_, left_out)| is_zero(*left_out))
                    .map(|(rows, _)| &rows[..])
                    .collect()
            }
            _ => return None,
        };
        if cells.iter().any(|row| row.len() != width) {
            return None;
        }
        // blocks are put together elsewhere
        if cells.iter().flatten().flatten().any(|cell| self.poly(cell).is_err()) {
            return None;
        }
        let equal = |(printed, row): (&Vec<Result<Meaning, _>>, &usize)| {
            let entries = printed.iter().enumerate().filter(|(j, cell)| {
                let (Ok(cell), Some(derived)) = (cell, left.derived.get(*row, *j)) else {
                    return false;
                };
                let (Ok(printed), Ok(derived)) = (self.poly(cell), derived.poly()) else {
                    return false;
                };
                self.defined.decide(&printed, derived) == Decision::Equal
            });
            entries.count()
        };
        let fitting = choices.iter().filter(|rows| rows.len() == cells.len());
        let best = fitting.max_by_key(|rows| {
            let right: Vec<usize> = cells.iter().zip(rows.iter()).map(equal).collect();
            let whole = right.iter().filter(|entries| **entries == width).count();
            // of equals the first
            (
                whole,
                right.iter().sum::<usize>(),
                std::cmp::Reverse(choices.iter().position(|it| it == *rows)),
            )
        });
        best.map(|rows| rows.to_vec())
    }
}

/// Makes undecided what is about the matrix C itself, if the paper prints another one than Christoffel's.
pub(super) fn doubt_c(report: &mut Report) {
    let is_other = |it: &Finding| match &it.verdict {
        Verdict::Proved(proof) => proof.assumptions.iter().any(|it| it.name == OTHER_C),
        _ => false,
    };
    if !report.findings.iter().any(is_other) {
        return;
    }
    for finding in report.findings.iter_mut().filter(|it| it.is_about_c) {
        if finding.verdict.kind() == VerdictKind::Proved {
            let reason =
                "it holds for the matrix C by Christoffel's symbols, but the paper prints another";
            finding.verdict = Verdict::undecided(Doubt::NotUnique, reason);
        }
    }
}

/// Right under an assumption.
pub(super) fn assuming(name: &str, words: &str) -> Verdict {
    let assumption = Assumption { name: name.to_owned(), words: words.to_owned() };
    Verdict::Proved(Proof { assumptions: vec![assumption], ..Proof::default() })
}
