//! One drive for several coordinates: `... = \tau / r` and `... = -\tau` of a wheel and the body that it carries. What
//! stands on the other side must be the driving force of a coordinate; how the drive makes it is what the paper says.

use appell_algebra::Symbol;
use appell_mechanics::{Error, Kind, Of, Quantity};

use super::equation::Checker;
use super::evidence::Trust;
use super::guessing::resembles;
use super::side::{Left, Side};
use crate::known::Known;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::meaning::write::latex;
use crate::report::{Assumption, Finding, Verdict};

impl Checker<'_, '_> {
    /// The finding about an equation with a multiple of a drive on one side; none where it is something else.
    pub(super) fn driven(&self, sides: &[Side]) -> Result<Option<Finding>, Error> {
        let [Side::Formula(Ok(first)), Side::Formula(Ok(second))] = sides else { return Ok(None) };
        if self.has_notation || self.robot.coordinates().len() < 2 {
            return Ok(None);
        }
        let (drive, formula) = match (self.is_drive(first), self.is_drive(second)) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => return Ok(None),
        };
        let Ok(printed) = self.poly(formula) else { return Ok(None) };
        let occurring = printed.symbols(self.robot.symbols());
        let is_of_motion = occurring.iter().any(|it| it.order() == 2);
        if formula.has_quantity() || !is_of_motion {
            return Ok(None);
        }
        for id in self.robot.joint_ids() {
            let Some(coordinate) = self.robot.joint(id).coordinate else { continue };
            let Ok(quantity) = Quantity::new(Kind::DrivingForce, Of::Joint(id)) else { continue };
            let meaning = Meaning::Known(Known { quantity, entry: None }, latex(drive));
            let Ok(derived) = value(&meaning, self.truth) else { continue };
            let Some(force) = derived.as_scalar() else { continue };
            let force = force.poly()?.clone();
            let is_it = printed == force || printed == -&force;
            let is_like_it = || self.explains.get() && resembles(&printed, &force);
            if !is_it && !is_like_it() {
                continue;
            }
            let trust = Trust::ByName;
            let left = Left { shown: &meaning, meaning: &meaning, derived, trust };
            let shown = if printed == -&force { negative(formula) } else { formula.clone() };
            let mut finding = self.component(&left, None, &shown, &force)?;
            if let Verdict::Proved(proof) = &mut finding.verdict {
                let name = self.robot.symbols().name(coordinate);
                let sign = if printed == force { "" } else { "-" };
                let words = format!("the drive acts on {name} by {sign}{}", latex(drive));
                proof.assumptions.push(Assumption { name: "drive".to_owned(), words });
            }
            let quantity = format!("Q[{}]", id.number());
            return Ok(Some(Finding { quantity, printed: latex(formula), ..finding }));
        }
        Ok(None)
    }

    /// Whether a side is a drive, times or over parameters: `\tau/r`, `-u`; a drive alone is the force of a joint.
    fn is_drive(&self, side: &Meaning) -> bool {
        let is_force = |part: &Meaning| match part {
            Meaning::Known(known, _) => {
                known.quantity.kind() == Kind::DrivingForce
                    && known.quantity.of() == Of::Robot
                    && known.entry.is_none()
            }
            _ => false,
        };
        let coordinates = self.robot.coordinates();
        let is_constant = |symbol: &Symbol| !coordinates.contains(&symbol.base());
        let is_factor = |part: &Meaning| match part {
            Meaning::Symbol(symbol, _) => is_constant(symbol),
            Meaning::Number(_) => true,
            _ => false,
        };
        match side {
            Meaning::Sum(terms) => match terms.as_slice() {
                [(_, only)] => is_force(only) || self.is_drive(only),
                _ => false,
            },
            Meaning::Quotient(above, below) => {
                (is_force(above) || self.is_drive(above)) && is_factor(below)
            }
            Meaning::Product(factors) => {
                let (forces, others): (Vec<&Meaning>, Vec<&Meaning>) =
                    factors.iter().partition(|it| is_force(it));
                forces.len() == 1 && others.into_iter().all(is_factor)
            }
            _ => false,
        }
    }
}

/// The opposite of a formula.
fn negative(formula: &Meaning) -> Meaning {
    match formula {
        Meaning::Sum(terms) => {
            Meaning::Sum(terms.iter().map(|(minus, term)| (!minus, term.clone())).collect())
        }
        other => Meaning::Sum(vec![(true, other.clone())]),
    }
}
