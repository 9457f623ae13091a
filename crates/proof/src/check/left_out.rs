//! Equations between quantities that leave something out which the robot has: driving forces without
//! friction, potential energies without springs, equations of motion without loads. Books state them so.

use appell_algebra::{BudgetedPoly, Poly};
use appell_mechanics::{Frame, Kind, Of};

use super::equation::Checker;
use crate::known::Known;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::report::Assumption;
use crate::tensor::Tensor;

/// What may be left out of forces.
const PARTS: [&str; 3] = ["friction", "springs", "loads"];

impl Checker<'_, '_> {
    /// What an equation between quantities leaves out, where this is all by which its sides differ.
    pub(super) fn left_out(
        &self,
        [left, right]: [&Meaning; 2],
        [derived, printed]: [&Tensor<BudgetedPoly<'_>>; 2],
    ) -> Option<Assumption> {
        let is_of_forces = [left, right].iter().any(|side| side.any(&is_force));
        if !is_of_forces || !self.is_of_quantities(left) || !self.is_of_quantities(right) {
            return None;
        }
        let difference = column(&printed.add(&derived.neg())?)?;
        if difference.iter().all(Poly::is_zero) {
            return None;
        }
        let parts = self.parts()?;
        // some of the parts, by the bits of a number
        for chosen in 1..1usize << PARTS.len() {
            let is_chosen = |at: usize| chosen >> at & 1 == 1;
            let sums: Vec<Poly> = (0..parts[0].len())
                .map(|row| {
                    let own = (0..PARTS.len()).filter(|at| is_chosen(*at));
                    own.fold(Poly::ZERO, |sum, at| &sum + &parts[at][row])
                })
                .collect();
            let is_none = |at: usize| parts[at].iter().all(Poly::is_zero);
            if (0..PARTS.len()).any(|at| is_chosen(at) && is_none(at)) {
                continue;
            }
            let negative: Vec<Poly> = sums.iter().map(|it| -it).collect();
            let explains = |sums: &[Poly]| match difference.as_slice() {
                [one] => sums.contains(one),
                all => all == sums,
            };
            if explains(&sums) || explains(&negative) {
                let own = (0..PARTS.len()).filter(|at| is_chosen(*at)).map(|at| PARTS[at]);
                let words = own.collect::<Vec<_>>().join(" and ");
                let words = format!("{words} left out, which the robot has");
                return Some(Assumption { name: "left-out".to_owned(), words });
            }
        }
        None
    }

    /// Whether accelerations are meant without gravity: those of Appell contain it, acceleration energies and the
    /// derivatives of places and velocities do not.
    pub(super) fn weightless(
        &self,
        sides: [&Meaning; 2],
        [derived, printed]: [&Tensor<BudgetedPoly<'_>>; 2],
    ) -> Option<Assumption> {
        let is_of = |kinds: &[Kind]| {
            let is_one = |it: &Meaning| matches!(it, Meaning::Known(known, _) if kinds.contains(&known.quantity.kind()));
            sides.iter().any(|side| side.any(&is_one))
        };
        let is_derivative = |it: &Meaning| matches!(it, Meaning::Rate(_) | Meaning::Slope(..));
        let is_free = is_of(&[Kind::AccelerationEnergy1])
            || sides.iter().any(|side| side.any(&is_derivative));
        if !is_free || !is_of(&[Kind::Acceleration, Kind::CentreAcceleration]) {
            return None;
        }
        let is_equal = |[a, b]: [&Tensor<BudgetedPoly<'_>>; 2]| -> Option<bool> {
            Some(column(&a.add(&b.neg())?)?.iter().all(Poly::is_zero))
        };
        let weightless = sides.map(|side| value(&self.without_gravity(side), self.truth).ok());
        let [Some(left), Some(right)] = &weightless else { return None };
        let explains = !is_equal([derived, printed])? && is_equal([left, right])?;
        explains.then(|| Assumption {
            name: "gravity".to_owned(),
            words: "accelerations are meant without gravity".to_owned(),
        })
    }

    /// A formula with accelerations that do not contain gravity.
    fn without_gravity(&self, formula: &Meaning) -> Meaning {
        let change = |part: &Meaning| {
            let Meaning::Known(known, _) = part else { return None };
            let is_acceleration =
                matches!(known.quantity.kind(), Kind::Acceleration | Kind::CentreAcceleration);
            let frame = match (known.quantity.axes(), known.quantity.of()) {
                (Some(axes), _) => axes,
                (None, Of::Joint(id)) => Frame::Joint(id),
                (None, Of::Frame(frame)) => frame,
                _ => return None,
            };
            let fall =
                self.gravity_in(frame).filter(|_| is_acceleration && known.entry.is_none())?;
            Some(Meaning::Sum(vec![(false, part.clone()), (false, fall)]))
        };
        formula.replaced(&change)
    }

    /// Whether a formula is made of quantities and velocities alone: a sum that is written out and lacks
    /// a term is wrong.
    fn is_of_quantities(&self, formula: &Meaning) -> bool {
        let coordinates = self.robot.coordinates();
        let is_written_out = |it: &Meaning| match it {
            Meaning::Symbol(symbol, _) => !coordinates.contains(&symbol.base()),
            Meaning::Wave(..) => true,
            _ => false,
        };
        formula.has_quantity() && !formula.any(&is_written_out)
    }

    /// The forces of [`PARTS`], by coordinates.
    fn parts(&self) -> Option<[Vec<Poly>; 3]> {
        let all = |name: &str| {
            let known = Meaning::Known(Known::read(name, self.robot)?, String::new());
            column(&value(&known, self.truth).ok()?)
        };
        let minus = |a: Vec<Poly>, b: &[Poly]| -> Vec<Poly> {
            a.iter().zip(b).map(|(a, b)| a - b).collect()
        };
        let friction = all("Qf")?;
        let springs = minus(all("dEp/dq")?, &all("G")?);
        // Q = p' - dL/dq + friction + loads
        let inertia = minus(all("pdot")?, &all("dL/dq")?);
        let loads = minus(minus(all("Q")?, &friction), &inertia);
        Some([friction, springs, loads])
    }
}

/// Whether it is a force from which something may be left out.
fn is_force(meaning: &Meaning) -> bool {
    let Meaning::Known(known, _) = meaning else { return false };
    matches!(
        known.quantity.kind(),
        Kind::DrivingForce
            | Kind::GravityForce
            | Kind::PotentialEnergyByPosition
            | Kind::LagrangianByPosition
    )
}

/// The entries of a column.
fn column(tensor: &Tensor<BudgetedPoly<'_>>) -> Option<Vec<Poly>> {
    let is_column = tensor.shape().1 == 1;
    let entries = tensor.entries().map(|(_, entry)| entry.poly().ok().cloned());
    is_column.then(|| entries.collect()).flatten()
}
