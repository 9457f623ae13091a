//! Combinations of the equations of motion: from which an acceleration or a force was eliminated.

use appell_algebra::Poly;
use appell_mechanics::Error;

use super::compared::reason_of;
use super::equation::Checker;
use super::evidence::is_one_slip;
use super::statement::{MOST_COORDINATES, Motion};
use crate::explain::{Explanation, Kind, Slip, explain};
use crate::meaning::Meaning;
use crate::meaning::write::latex;
use crate::report::{Finding, Refutation, Verdict};

impl Checker<'_, '_> {
    /// The combination of the equations of motion that has these slopes by the accelerations, by Cramer's rule: the
    /// determinant of the mass matrix, that times the combination, and the joints of which it is made.
    pub(super) fn combination(
        &self,
        slopes: &[Poly],
        Motion { forces, masses, .. }: &Motion,
    ) -> Result<(Poly, Poly, Vec<usize>), Error> {
        let budget = self.budget;
        let (mut sum, mut free) = (Poly::ZERO, Vec::new());
        for (i, force) in forces.iter().enumerate() {
            let mut replaced = masses.clone();
            replaced[i] = slopes.to_vec();
            let share = self.determinant(&replaced)?;
            if !share.is_zero() {
                sum = sum.checked_add(&share.checked_mul(force, budget)?, budget)?;
                free.push(i);
            }
        }
        Ok((self.determinant(masses)?, sum, free))
    }

    /// The combination of the equations of motion that has the same accelerations as a difference, with the joints
    /// whose forces must be zero in it; none where it is no polynomial.
    pub(super) fn combined(
        &self,
        difference: &Poly,
        motion: &Motion,
    ) -> Result<Option<(Poly, Vec<usize>)>, Error> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        if !(2..=MOST_COORDINATES).contains(&motion.forces.len()) {
            return Ok(None);
        }
        let accelerations = motion.accelerations.iter();
        let slopes = accelerations.map(|it| difference.derivative(*it, symbols, budget));
        let slopes = slopes.collect::<Result<Vec<Poly>, _>>()?;
        let (whole, sum, free) = self.combination(&slopes, motion)?;
        if whole.is_zero() {
            return Ok(None);
        }
        Ok(sum.divide_exactly(&whole, budget)?.map(|sum| (sum, free)))
    }

    /// The refutation of an equation that is nearly a combination of the equations of motion; none where it is not.
    pub(super) fn near_combination(
        &self,
        (left, right): (&Meaning, &Meaning),
        derived: &Poly,
    ) -> Option<Finding> {
        let zero = Meaning::zero();
        let formula = match (*left == zero, *right == zero) {
            (_, true) => left.clone(),
            (true, _) => Meaning::Sum(vec![(true, right.clone())]),
            _ => Meaning::Sum(vec![(false, left.clone()), (true, right.clone())]),
        };
        let printed = self.poly(&formula).ok()?;
        let difference = &printed - derived;
        if difference.is_zero() || 2 * difference.term_count() > printed.term_count() {
            return None;
        }
        let value = |part: &Meaning| self.poly(part).ok().filter(|_| self.budget.check().is_ok());
        let Explanation { slips, corrected } =
            explain(&formula, derived, self.names, &self.dimensions, &value);
        // a term too many or missing may be neglected, or a force that the robot does not have
        let is_of_terms = |it: &Slip| matches!(it.kind, Kind::MissingTerm | Kind::ExtraTerm);
        let is_clear = is_one_slip(&slips)
            && !slips.iter().any(is_of_terms)
            && self.poly(&corrected).is_ok_and(|it| it == *derived);
        is_clear.then(|| {
            let refutation = Refutation {
                reason: reason_of(&slips),
                difference: difference.text(self.robot.symbols()),
                slips,
                corrected: format!("{} = 0", latex(&corrected)),
                ..Refutation::default()
            };
            let verdict = Verdict::Refuted(Box::new(refutation));
            Finding { printed: latex(&formula), ..Finding::new(verdict) }
        })
    }

    fn determinant(&self, rows: &[Vec<Poly>]) -> Result<Poly, Error> {
        let budget = self.budget;
        let times = |a: &Poly, b: &Poly| a.checked_mul(b, budget);
        let two = |a: usize, b: usize, i: usize, j: usize| -> Result<Poly, Error> {
            let minus = times(&rows[a][j], &rows[b][i])?;
            Ok(times(&rows[a][i], &rows[b][j])?.checked_add(&-&minus, budget)?)
        };
        match rows.len() {
            2 => two(0, 1, 0, 1),
            _ => {
                let mut sum = Poly::ZERO;
                for (column, i, j) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
                    let term = times(&rows[0][column], &two(1, 2, i, j)?)?;
                    sum = sum.checked_add(&term, budget)?;
                }
                Ok(sum)
            }
        }
    }
}
