//! Statics: \tau = J^T F. The force of the tool is a name that no robot has; the equation is held against the
//! power of that force, which is that of the driving forces for all velocities.

use appell_algebra::Poly;
use appell_mechanics::{Error, Kind, Of};

use super::equation::Checker;
use super::lenient::assuming;
use super::side::{Side, side_of};
use crate::known::Known;
use crate::latex::Ink;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::meaning::read::{Problem, Understanding};
use crate::meaning::write::latex;
use crate::report::{Doubt, Finding, Verdict};

/// What \tau = J^T F takes for granted.
const AT_REST: &str = "force and moment of the tool on its surroundings, in base axes; the robot is at rest, \
                       without weight";
/// Where it is not the power of a force of the tool.
const OTHER_FORCE: &str = "the force may be of another point, or in other axes";

impl Checker<'_, '_> {
    /// The finding about driving forces that balance a force of the tool; none where the equation is
    /// something else.
    pub(super) fn statics(
        &self,
        sides: &[&[Ink]],
        read: &[Side],
        understanding: &mut Understanding<'_, '_>,
    ) -> Result<Option<Finding>, Error> {
        let is_forces = |side: &Side| {
            matches!(side, Side::Formula(Ok(Meaning::Known(known, _)))
            if known.quantity.kind() == Kind::DrivingForce && known.quantity.of() == Of::Robot)
        };
        let ([_, _], Some(forces)) = (read, read.iter().position(is_forces)) else {
            return Ok(None);
        };
        let Side::Formula(Err(Problem::Unmapped(name, _))) = &read[1 - forces] else {
            return Ok(None);
        };
        // six symbols that no robot has
        let symbols = self.robot.symbols();
        let wrench = (1..=6).map(|row| symbols.parameter(&format!("toolforce{row}")));
        let Ok(wrench) = wrench.collect::<Result<Vec<_>, _>>() else { return Ok(None) };
        let entry = |symbol: &_| vec![Meaning::Symbol(*symbol, name.latex())];
        let column = Meaning::Matrix(wrench.iter().map(entry).collect());
        self.defined.guesses.borrow_mut().insert(name.clone(), column);
        let side = side_of(understanding, sides[1 - forces]);
        self.defined.guesses.borrow_mut().remove(name);
        let Side::Formula(Ok(formula)) = side else { return Ok(None) };
        let is_jacobian = |it: &Meaning| match it {
            Meaning::Known(known, _) => known.quantity.kind() == Kind::Jacobian,
            _ => false,
        };
        let Ok(printed) = value(&formula, self.truth) else { return Ok(None) };
        if !formula.any(&is_jacobian) || printed.shape() != (self.robot.coordinates().len(), 1) {
            return Ok(None);
        }
        let mut power = Poly::ZERO;
        for (name, rows) in [("v[tool]@0", 0), ("omega[tool]@0", 3)] {
            let Some(known) = Known::read(name, self.robot) else { return Ok(None) };
            let Some(velocity) = self.truth.value(&known)? else { return Ok(None) };
            for ((row, _), entry) in velocity.entries() {
                let own = Poly::symbol(wrench[rows + row]);
                power = &power + &entry.poly()?.checked_mul(&own, self.budget)?;
            }
        }
        for ((_, entry), q) in printed.entries().zip(self.robot.coordinates()) {
            let rate = Poly::symbol(q.derivative(1)?);
            power = &power - &entry.poly()?.checked_mul(&rate, self.budget)?;
        }
        let verdict = match power.is_zero() {
            true => assuming("statics", &format!("{} is {AT_REST}", name.latex())),
            false => Verdict::undecided(Doubt::Unplaced, OTHER_FORCE),
        };
        let finding = Finding::new(verdict);
        Ok(Some(Finding { quantity: "Q".to_owned(), printed: latex(&formula), ..finding }))
    }
}
