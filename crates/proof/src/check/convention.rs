//! What an equation may take for granted without saying so. Before it is called wrong: whether it is
//! right with values that the robot has, or where a joint is not driven, and whether it says what it is
//! compared with at all.

use appell_algebra::{Error as AlgebraError, Poly, Symbol};
use appell_mechanics::{Error, Frame, Kind, Of, Quantity};
use appell_model::{JointId, Parameter};

use super::equation::Checker;
use super::side::Side;
use crate::known::Known;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::report::{Assumption, Doubt, Finding, Proof, Verdict};

/// Why an equation that is solved for an acceleration is not decided.
const SOLVED: &str = "it is solved for an acceleration, which depends on the driving forces of all \
                      joints; whether it holds depends on which of them are zero";

impl Checker<'_, '_> {
    /// Whether a side has the derivative, by time or by a coordinate, of a formula with a vector in axes that turn. The
    /// derivative of the vector has one more cross product than that of its entries, and print does not say which
    /// of the two is meant.
    pub(super) fn differentiates_in_turning_axes(&self, sides: [&Meaning; 2]) -> bool {
        let turns = |it: &Meaning| {
            matches!(it, Meaning::Known(known, _) if known.quantity.axes().is_none()
                && known.quantity.in_axes_of(Frame::Base).is_ok_and(|other| other != known.quantity))
        };
        let is_one = |it: &Meaning| {
            let inside = match it {
                Meaning::Rate(inside) => inside,
                Meaning::Slope(inside, by, _) if by.order() == 0 => inside,
                _ => return false,
            };
            let shape = value(inside, self.truth).map(|it| it.shape());
            inside.any(&turns) && shape.is_ok_and(|shape| shape != (1, 1))
        };
        sides.iter().any(|side| side.any(&is_one))
    }

    /// The verdict on a scalar that differs from what was derived, where something that is not
    /// printed would make it right. None where it is wrong.
    pub(super) fn by_convention(
        &self,
        quantity: &Meaning,
        printed: &Poly,
        difference: &Poly,
    ) -> Result<Option<Verdict>, Error> {
        if printed.is_zero() && (is_driving_force(quantity) || quantity.any(&is_momentum_rate)) {
            let reason = "a condition: where nothing drives this joint";
            return Ok(Some(Verdict::undecided(Doubt::Condition, reason)));
        }
        if let Some(verdict) = self.up_to_constant(quantity, difference) {
            return Ok(Some(verdict));
        }
        if let Some(verdict) = self.with_values(difference)? {
            return Ok(Some(verdict));
        }
        if quantity.any(&is_driving_force) { self.undriven(difference) } else { Ok(None) }
    }

    /// Whether an equation is about the rate of a quantity along a motion, and differs in what is accelerated:
    /// it may take for granted that some joints are not driven, as `\frac{dE}{dt} = F \dot x` does.
    pub(super) fn is_along_motion(&self, sides: [&Meaning; 2], difference: &Poly) -> bool {
        let is_rate =
            |it: &Meaning| matches!(it, Meaning::Rate(inside) if self.rests_on_quantity(inside));
        let coordinates = self.robot.coordinates();
        let is_acceleration = |it: &Symbol| it.order() == 2 && coordinates.contains(&it.base());
        // inertia forces belong to any motion, whatever drives it: there such a difference is an error
        let is_inertia = |it: &Meaning| matches!(it, Meaning::Known(known, _) if known.quantity.kind() == Kind::InertiaForces);
        sides.iter().any(|side| side.any(&is_rate))
            && !sides.iter().any(|side| side.any(&is_inertia))
            && difference.symbols(self.robot.symbols()).iter().any(is_acceleration)
    }

    /// With numbers in the place of parameters: 9.81 for g. Where a single value makes the difference
    /// zero, and it has three digits, this is no coincidence.
    fn with_values(&self, difference: &Poly) -> Result<Option<Verdict>, Error> {
        let symbols = self.robot.symbols();
        let occurring = difference.symbols(symbols);
        let parameters = self.robot.parameters().iter();
        let valued: Vec<(&Parameter, f64)> = parameters
            .filter(|parameter| occurring.contains(&parameter.symbol))
            .filter_map(|it| Some((it, it.value.as_ref()?.as_constant()?.to_f64())))
            // of a factor of 0 or 1 nothing would be printed: that it is absent is a slip
            .filter(|(_, value)| ![0.0, 1.0].contains(&value.abs()))
            .collect();
        let words = |valued: &[(&Parameter, f64)]| {
            let each = valued.iter().map(|(it, value)| format!("{} = {value}", it.name));
            each.collect::<Vec<_>>().join(", ")
        };
        let undecided = |valued: &[(&Parameter, f64)]| {
            let words = words(valued);
            let reason = format!("it is right only for {words}, which may be a coincidence");
            Some(Verdict::undecided(Doubt::Coincidence, reason))
        };
        for one in valued.chunks(1) {
            if !self.vanishes(difference, one)? {
                continue;
            }
            let digits = one.iter().map(|(_, value)| significant_digits(*value)).min();
            if digits < Some(3) {
                return Ok(undecided(one));
            }
            let words = format!("{}, as in the robot", words(one));
            let assumptions = vec![Assumption { name: "value".to_owned(), words }];
            return Ok(Some(Verdict::Proved(Proof { assumptions, ..Proof::default() })));
        }
        let all = valued.len() > 1 && self.vanishes(difference, &valued)?;
        Ok(if all { undecided(&valued) } else { None })
    }

    /// Whether a difference is zero with the values of some parameters.
    fn vanishes(&self, difference: &Poly, valued: &[(&Parameter, f64)]) -> Result<bool, Error> {
        let values = valued.iter().filter_map(|(it, _)| Some((it.symbol, it.value.clone()?)));
        let values: Vec<(Symbol, Poly)> = values.collect();
        match difference.substitute_all(&values, self.robot.symbols(), self.budget) {
            Err(AlgebraError::Stopped(stop)) => Err(AlgebraError::Stopped(stop).into()),
            Err(_) => Ok(false),
            Ok(rest) => Ok(rest.is_zero()),
        }
    }

    /// With a joint that is not driven: the difference is then a multiple of the driving force of
    /// this joint, by which its acceleration was eliminated.
    fn undriven(&self, difference: &Poly) -> Result<Option<Verdict>, Error> {
        for id in self.robot.joint_ids() {
            if self.is_multiple_of_force(difference, id)? {
                let reason = format!(
                    "it holds where joint {} is not driven, Q[{0}] = 0, which it does not say",
                    id.number()
                );
                return Ok(Some(Verdict::undecided(Doubt::Undriven, reason)));
            }
        }
        Ok(None)
    }

    fn is_multiple_of_force(&self, difference: &Poly, id: JointId) -> Result<bool, Error> {
        let Some(coordinate) = self.robot.joint(id).coordinate else { return Ok(false) };
        let acceleration = coordinate.derivative(2)?;
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let slope = difference.derivative(acceleration, symbols, budget)?;
        let Ok(quantity) = Quantity::new(Kind::DrivingForce, Of::Joint(id)) else {
            return Ok(false);
        };
        if slope.is_zero() {
            return Ok(false);
        }
        let Ok(Some(force)) = self.truth.value(&Known { quantity, entry: None }) else {
            return Ok(false);
        };
        let Some(Ok(force)) = force.as_scalar().map(|it| it.poly().cloned()) else {
            return Ok(false);
        };
        let mass = force.derivative(acceleration, symbols, budget)?;
        // a joint that moves alone rests where it is not driven: that a term is missing is a slip
        if force == mass.checked_mul(&Poly::symbol(acceleration), budget)? {
            return Ok(false);
        }
        Ok(difference.checked_mul(&mass, budget)? == slope.checked_mul(&force, budget)?)
    }

    /// Whether an equation is solved for an acceleration by a division: one side is nothing else, or
    /// a fraction has sines below its bar. A quantity alone is claimed to be the acceleration.
    pub(super) fn is_solved_for_acceleration(&self, sides: &[Side], quantity: &Meaning) -> bool {
        if matches!(quantity, Meaning::Known(..)) {
            return false;
        }
        let coordinates = self.robot.coordinates();
        let is_acceleration = |meaning: &Meaning| match meaning {
            Meaning::Symbol(symbol, _) => {
                symbol.order() == 2 && coordinates.contains(&symbol.base())
            }
            _ => false,
        };
        // a column of rates: a model in state space
        let has_accelerations = |side: &Side| match side {
            Side::Cells(rows) => {
                rows.len() > 1 && rows.iter().flatten().flatten().any(is_acceleration)
            }
            Side::Formula(_) => false,
        };
        if sides.iter().any(has_accelerations) {
            return true;
        }
        if !quantity.any(&is_driving_force) {
            return false;
        }
        let formulas = || {
            sides.iter().filter_map(|side| match side {
                Side::Formula(Ok(meaning)) => Some(meaning),
                _ => None,
            })
        };
        let is_fraction = |meaning: &Meaning| match meaning {
            Meaning::Quotient(_, below) => below.any(&|it| matches!(it, Meaning::Wave(..))),
            _ => false,
        };
        formulas().any(is_acceleration)
            || (formulas().any(|it| it.any(&is_acceleration))
                && formulas().any(|it| it.any(&is_fraction)))
    }

    /// The findings of an equation that is solved for an acceleration: what is not right for all
    /// motions is not decided, since the acceleration is not free.
    pub(super) fn solved(&self, findings: &mut [Finding], refuted_before: usize) {
        self.refuted.borrow_mut().truncate(refuted_before);
        for finding in findings.iter_mut().filter(|it| it.refutation().is_some()) {
            finding.verdict = Verdict::undecided(Doubt::Solved, SOLVED);
        }
    }
}

fn is_driving_force(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Known(known, _) if known.quantity.kind() == Kind::DrivingForce)
}

fn is_momentum_rate(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Known(known, _) if known.quantity.kind() == Kind::MomentumRate)
}

/// How many digits of a number count: two of 0.25, one of 100.
fn significant_digits(value: f64) -> usize {
    let text = format!("{value:e}");
    let mantissa = text.split('e').next().unwrap_or_default();
    mantissa.chars().filter(char::is_ascii_digit).count()
}
