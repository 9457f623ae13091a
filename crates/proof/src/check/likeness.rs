//! Whether a formula that does not hold is nearly the one that it is compared with: only then a name
//! that was guessed is taken to mean it, and the formula is wrong.

use std::collections::BTreeSet;

use appell_algebra::{Poly, Symbol};

use super::equation::{Checker, Refuted};
use super::guessing::resembles;
use crate::report::{Finding, Verdict};

impl Checker<'_, '_> {
    /// Whether findings by a guess, with what is refuted in them, are those of a near miss.
    pub(super) fn is_near_miss(&self, findings: &[Finding], wrong: &[Refuted]) -> bool {
        let says = |finding: &&Finding| finding.printed.contains(|c: char| c.is_alphabetic());
        let said = findings.iter().filter(says).count();
        let is_right = |it: &&Finding| matches!(it.verdict, Verdict::Proved(_));
        let right = findings.iter().filter(says).filter(is_right).count();
        let near = |case: &Refuted| {
            let Refuted { printed, derived, .. } = case;
            resembles(printed, derived)
                || resembles(&self.without_indices(printed), &self.without_indices(derived))
                || 2 * right >= said && right > 0 && self.is_made_of(printed, derived)
        };
        !wrong.is_empty() && wrong.iter().all(near)
    }

    /// Whether a scalar that was refuted by a guess may be one slip away from what was derived.
    pub(super) fn may_be_misprint(&self, wrong: &[Refuted]) -> bool {
        matches!(wrong, [only] if self.is_made_of(&only.printed, &only.derived))
    }

    /// Whether a sum is made of the symbols of another, and moves differently: what is counted from
    /// another place, or is not there at all, is something else.
    fn is_made_of(&self, printed: &Poly, derived: &Poly) -> bool {
        let symbols = |poly: &Poly| -> BTreeSet<Symbol> {
            poly.symbols(self.robot.symbols()).iter().map(|it| it.base()).collect()
        };
        let coordinates = self.robot.coordinates();
        let moves = |poly: &Poly| symbols(poly).iter().any(|it| coordinates.contains(it));
        moves(printed)
            && moves(&(printed - derived))
            && symbols(printed).is_subset(&symbols(derived))
    }

    /// A sum in which parameters of one letter are one: l_1 c_1 + l_2 c_12 is l c_1 + l c_12.
    fn without_indices(&self, poly: &Poly) -> Poly {
        let symbols = self.robot.symbols();
        let letter = |symbol: Symbol| symbols.name(symbol).chars().next();
        let parameters: Vec<Symbol> = self.robot.parameters().iter().map(|it| it.symbol).collect();
        let first = |symbol: Symbol| {
            parameters.iter().copied().find(|other| letter(*other) == letter(symbol))
        };
        let changes: Vec<(Symbol, Poly)> = parameters
            .iter()
            .filter_map(|symbol| Some((*symbol, Poly::symbol(first(*symbol)?))))
            .collect();
        poly.substitute_all(&changes, symbols, self.budget).unwrap_or_else(|_| poly.clone())
    }
}
