//! Inverse matrices that are printed: J^{-1}, M^{-1}. Numerators are held against the cofactors, and what
//! stands below the bar against the determinant.

use appell_algebra::{BudgetedPoly, Poly};
use appell_diagnostic::Diagnostic;
use appell_mechanics::{Arithmetic, Error};

use super::Unknown;
use super::equation::{Checker, unreadable};
use super::side::{Left, Side};
use super::statement::fraction;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::meaning::write::latex;
use crate::report::{Doubt, Finding, Proof, Verdict};
use crate::tensor::Tensor;

/// Where an inverse differs that has another denominator than the determinant.
const OTHER_DENOMINATOR: &str =
    "it is not the inverse, and has another denominator than the determinant";

impl Checker<'_, '_> {
    /// X = A^{-1} Y as A X = Y, where A is square and no rotation: accelerations by M^{-1}.
    pub(super) fn without_inverse(&self, read: &[Side]) -> Option<[Meaning; 2]> {
        let formula = |side: &Side| match side {
            Side::Formula(Ok(formula)) => Some(formula.clone()),
            _ => side.column(),
        };
        let [a, b] = read else { return None };
        let (a, b) = (formula(a)?, formula(b)?);
        let split = |side: &Meaning| match side {
            Meaning::Product(factors) => match factors.as_slice() {
                [Meaning::Inverse(matrix), rest @ ..] if !rest.is_empty() => {
                    let shape = value(matrix, self.truth).ok()?.shape();
                    let is_square = shape.0 == shape.1 && shape.0 > 1;
                    is_square.then(|| ((**matrix).clone(), Meaning::Product(rest.to_vec())))
                }
                _ => None,
            },
            _ => None,
        };
        let ((matrix, right), left) = match (split(&a), split(&b)) {
            (Some(split), None) => (split, b),
            (None, Some(split)) => (split, a),
            _ => return None,
        };
        Some([Meaning::Product(vec![matrix, left]), right])
    }

    /// The findings about a printed inverse of a matrix that is no rotation; none where the equation is
    /// something else.
    pub(super) fn printed_inverse(
        &self,
        read: &[Side],
        reference: usize,
        unknown: &mut Unknown,
    ) -> Result<Option<Vec<Finding>>, Error> {
        let Side::Formula(Ok(shown @ Meaning::Inverse(inside))) = &read[reference] else {
            return Ok(None);
        };
        let ([a, b], Ok(matrix)) = (read, value(inside, self.truth)) else { return Ok(None) };
        let is_rotation = value(shown, self.truth).is_ok();
        let Some(matrix) = matrix.square().filter(|it| it.shape().0 > 1 && !is_rotation) else {
            return Ok(None);
        };
        let (Some(determinant), Some(cofactors)) = (matrix.determinant(), matrix.adjugate()) else {
            return Ok(None);
        };
        let other = if reference == 0 { b } else { a };
        let printed = match other {
            Side::Formula(Ok(printed)) => printed.clone(),
            Side::Cells(rows) => {
                let row = |row: &Vec<Result<Meaning, _>>| {
                    row.iter().map(|cell| cell.as_ref().ok().cloned()).collect::<Option<Vec<_>>>()
                };
                match rows.iter().map(row).collect::<Option<Vec<_>>>() {
                    Some(rows) => Meaning::Matrix(rows),
                    None => return Ok(Some(vec![self.without_quantity(read, unknown)])),
                }
            }
            Side::Formula(Err(_)) => return Ok(Some(vec![self.without_quantity(read, unknown)])),
        };
        let (above, below) = fraction(&printed);
        let found = (value(&above, self.truth), value(&below, self.truth));
        let (Ok(numerators), Ok(denominator)) = found else {
            let problem =
                Diagnostic::error("shape", "the fractions of this matrix are not understood");
            return Ok(Some(vec![unreadable(problem)]));
        };
        let Some(Ok(denominator)) = denominator.as_scalar().map(|it| it.poly()) else {
            return Ok(None);
        };
        if numerators.shape() != matrix.shape() {
            let problem = Diagnostic::error("shape", "the two sides do not have the same shape");
            return Ok(Some(vec![unreadable(problem)]));
        }
        // X = N / d is the inverse where N det = adj d
        let determinant = determinant.poly()?.clone();
        let mut holds = true;
        for ((_, printed), (_, derived)) in numerators.entries().zip(cofactors.entries()) {
            let left = printed.poly()?.checked_mul(&determinant, self.budget)?;
            holds &= left == derived.poly()?.checked_mul(denominator, self.budget)?;
        }
        let quantity = latex(shown);
        if holds && !determinant.is_zero() {
            let finding = Finding::new(Verdict::Proved(Proof::default()));
            return Ok(Some(vec![Finding { quantity, printed: latex(&printed), ..finding }]));
        }
        let left = |derived| Left { shown, meaning: shown, derived, trust: self.trust_in_names() };
        if *denominator == determinant {
            let side = self.entries_of(&above).map_or(Side::Formula(Ok(above)), |rows| {
                Side::Cells(rows.into_iter().map(|row| row.into_iter().map(Ok).collect()).collect())
            });
            let left = left(cofactors);
            let left = Left { trust: self.trust(&left, &side), ..left };
            return self.side_in_own_frames(&left, &side, unknown).map(Some);
        }
        if same(&numerators, &cofactors) {
            let whole = left(Tensor::scalar(self.truth.arithmetic().entry(&determinant)?));
            let finding = self.component(&whole, None, &below, &determinant)?;
            return Ok(Some(vec![Finding { quantity, ..finding }]));
        }
        let finding = Finding::new(Verdict::undecided(Doubt::TooUnlike, OTHER_DENOMINATOR));
        Ok(Some(vec![Finding { quantity, printed: latex(&printed), ..finding }]))
    }
}

fn same(a: &Tensor<BudgetedPoly<'_>>, b: &Tensor<BudgetedPoly<'_>>) -> bool {
    let poly = |entry: &BudgetedPoly<'_>| entry.poly().ok().cloned();
    let entries = |it: &Tensor<BudgetedPoly<'_>>| -> Vec<Option<Poly>> {
        it.entries().map(|(_, entry)| poly(entry)).collect()
    };
    entries(a) == entries(b)
}
