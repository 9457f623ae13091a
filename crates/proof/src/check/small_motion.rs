//! Linearised equations: what is printed may be right for small motions only. It says so in words, which are
//! not read; so it is not called wrong.

use appell_algebra::Poly;
use appell_mechanics::Kind;

use super::equation::Checker;
use super::side::{Left, Side};
use crate::hypothesis::StateOfRest;
use crate::meaning::Meaning;
use crate::report::{Doubt, Finding, Verdict};

const SMALL: &str =
    "it is right for small motions about a state of rest alone, and may be meant so";

impl Checker<'_, '_> {
    /// The verdict on a scalar that differs from what was derived, where it is the first order of it about an
    /// equilibrium, or the second order of an energy; none where it is not.
    pub(super) fn small_motion(
        &self,
        left: &Left<'_>,
        printed: &Poly,
        derived: &Poly,
    ) -> Option<Verdict> {
        let has = |kinds: &[Kind]| {
            left.meaning.any(
                &|it| matches!(it, Meaning::Known(known, _) if kinds.contains(&known.quantity.kind())),
            )
        };
        // a formula with coordinates in it is not linearised as a whole
        if left.meaning.any(&|it| matches!(it, Meaning::Symbol(..) | Meaning::Rate(_))) {
            return None;
        }
        let order = match () {
            () if has(&[Kind::KineticEnergy, Kind::PotentialEnergy, Kind::Lagrangian]) => 2,
            () if has(&[Kind::DrivingForce, Kind::GravityForce, Kind::MomentumRate]) => 1,
            () => return None,
        };
        let (robot, budget) = (self.robot, self.budget);
        let is_it = |state: &StateOfRest| {
            let is_rest = order == 2 || state.at(derived, robot, budget)?.is_zero();
            let about = state.expanded(derived, order, robot, budget)?;
            Some(is_rest && !printed.is_zero() && *printed == about)
        };
        let found = StateOfRest::all(robot).iter().any(|state| is_it(state) == Some(true));
        found.then(|| Verdict::undecided(Doubt::SmallMotion, SMALL))
    }

    /// The same of a whole mass matrix, which is then constant.
    pub(super) fn constant_matrix(
        &self,
        left: &Left<'_>,
        side: &Side,
        findings: &mut [Finding],
        refuted_before: usize,
    ) {
        let (Meaning::Known(known, _), Side::Cells(cells)) = (left.shown, side) else { return };
        if known.quantity.kind() != Kind::MassMatrix
            || !findings.iter().any(|it| it.refutation().is_some())
        {
            return;
        }
        let is_it = |state: &StateOfRest| {
            cells.iter().enumerate().all(|(i, row)| {
                row.iter().enumerate().all(|(j, cell)| {
                    let printed = cell.as_ref().ok().and_then(|it| self.poly(it).ok());
                    let derived = left.derived.get(i, j).and_then(|it| it.poly().ok());
                    let at = derived.and_then(|it| state.at(it, self.robot, self.budget));
                    printed.is_some() && printed == at
                })
            })
        };
        if StateOfRest::all(self.robot).iter().any(is_it) {
            self.refuted.borrow_mut().truncate(refuted_before);
            for finding in findings.iter_mut().filter(|it| it.refutation().is_some()) {
                finding.verdict = Verdict::undecided(Doubt::SmallMotion, SMALL);
            }
        }
    }
}
