//! Linearised equations: what is printed may be right for small motions only. It says so in words, which are
//! not read; so it is not called wrong.

use appell_algebra::{Poly, Rational, Symbol};
use appell_mechanics::Kind;
use appell_model::JointKind;

use super::equation::Checker;
use super::side::{Left, Side};
use crate::meaning::Meaning;
use crate::report::{Doubt, Finding, Verdict};

/// The largest robot whose equations are linearised about turned states too.
const LARGEST_ROBOT: usize = 3;

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
        let order = match () {
            () if has(&[Kind::KineticEnergy, Kind::PotentialEnergy, Kind::Lagrangian]) => 2,
            () if has(&[Kind::DrivingForce, Kind::GravityForce, Kind::MomentumRate]) => 1,
            () => return None,
        };
        let is_it = |state: &Vec<(Symbol, Poly)>| {
            let about = |poly: &Poly| self.expanded(poly, state, order);
            let at_rest = derived.substitute_all(state, self.robot.symbols(), self.budget).ok()?;
            let is_rest = order == 2 || at_rest.is_zero();
            Some(is_rest && !printed.is_zero() && *printed == about(derived)?)
        };
        let found = self.states_of_rest().iter().any(|state| is_it(state) == Some(true));
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
        let is_it = |state: &Vec<(Symbol, Poly)>| {
            cells.iter().enumerate().all(|(i, row)| {
                row.iter().enumerate().all(|(j, cell)| {
                    let printed = cell.as_ref().ok().and_then(|it| self.poly(it).ok());
                    let derived = left.derived.get(i, j).and_then(|it| it.poly().ok());
                    let at = derived.and_then(|it| self.expanded(it, state, 0));
                    printed.is_some() && printed == at
                })
            })
        };
        if self.states_of_rest().iter().any(is_it) {
            self.refuted.borrow_mut().truncate(refuted_before);
            for finding in findings.iter_mut().filter(|it| it.refutation().is_some()) {
                finding.verdict = Verdict::undecided(Doubt::SmallMotion, SMALL);
            }
        }
    }

    /// States at which nothing moves, each angle zero or, for small robots, pi.
    fn states_of_rest(&self) -> Vec<Vec<(Symbol, Poly)>> {
        let robot = self.robot;
        let joints: Vec<_> =
            robot.joints().iter().filter_map(|it| Some((it.coordinate?, it.kind))).collect();
        let turning = joints.iter().filter(|(_, kind)| *kind == JointKind::Rotation).count();
        let turns = if joints.len() > LARGEST_ROBOT { 0 } else { turning };
        let state = |turned: usize| {
            let mut values = Vec::new();
            let mut angle = 0;
            for (q, kind) in &joints {
                let is_turned = *kind == JointKind::Rotation && turned >> angle & 1 == 1;
                angle += usize::from(*kind == JointKind::Rotation);
                let place = if is_turned { Poly::symbol(Symbol::PI) } else { Poly::ZERO };
                values.push((*q, place));
                for order in 1..=2 {
                    values.extend(q.derivative(order).ok().map(|rate| (rate, Poly::ZERO)));
                }
            }
            values
        };
        (0..1 << turns).map(state).collect()
    }

    /// A polynomial about a state, up to an order of at most two, in what is moved from it; none where it
    /// cannot be calculated.
    fn expanded(&self, poly: &Poly, state: &[(Symbol, Poly)], order: usize) -> Option<Poly> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let at = |poly: &Poly| poly.substitute_all(state, symbols, budget).ok();
        let occurring = poly.symbols(symbols);
        let moving: Vec<Symbol> =
            state.iter().map(|(symbol, _)| *symbol).filter(|it| occurring.contains(it)).collect();
        let mut sum = at(poly)?;
        if order == 0 {
            return Some(sum);
        }
        for first in &moving {
            let slope = poly.derivative(*first, symbols, budget).ok()?;
            let factor = Poly::symbol(*first);
            sum = &sum + &at(&slope)?.checked_mul(&factor, budget).ok()?;
            for second in moving.iter().filter(|_| order == 2) {
                let curvature = at(&slope.derivative(*second, symbols, budget).ok()?)?;
                let product = factor.checked_mul(&Poly::symbol(*second), budget).ok()?;
                let half = Rational::new(1, 2).ok()?;
                sum = &sum + &curvature.checked_mul(&product, budget).ok()?.scale(&half);
            }
        }
        Some(sum)
    }
}
