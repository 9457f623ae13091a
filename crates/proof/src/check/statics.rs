//! Statics: \tau = J^T F. The force of the tool is a name that no robot has; the equation is held against the
//! power of that force, which is that of the driving forces for all velocities.

use std::collections::BTreeMap;

use appell_algebra::{Poly, Symbol};
use appell_mechanics::{Error, Kind, Of};

use super::equation::Checker;
use super::lenient::assuming;
use super::side::{Side, side_of};
use crate::known::{COMPONENTS, Known};
use crate::latex::Ink;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::meaning::read::{Problem, Understanding};
use crate::meaning::write::latex;
use crate::name::Name;
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
        let force_of = |side: &Side| match side {
            Side::Formula(Ok(Meaning::Known(known, _)))
                if known.quantity.kind() == Kind::DrivingForce && known.entry.is_none() =>
            {
                Some(known.quantity.of())
            }
            _ => None,
        };
        let forces = read.iter().enumerate().find_map(|(at, side)| Some((at, force_of(side)?)));
        let ([_, _], Some((forces, of))) = (read, forces) else { return Ok(None) };
        let Side::Formula(Err(Problem::Unmapped(name, _))) = &read[1 - forces] else {
            return Ok(None);
        };
        // six symbols that no robot has
        let symbols = self.robot.symbols();
        let wrench = (1..=6).map(|row| symbols.parameter(&format!("toolforce{row}")));
        let Ok(wrench) = wrench.collect::<Result<Vec<_>, _>>() else { return Ok(None) };
        let names = wrench_names(name, &wrench);
        self.defined.guesses.borrow_mut().extend(names.clone());
        let side = side_of(understanding, sides[1 - forces]);
        self.defined.guesses.borrow_mut().retain(|name, _| !names.contains_key(name));
        let Side::Formula(Ok(formula)) = side else { return Ok(None) };
        let Ok(printed) = value(&formula, self.truth) else { return Ok(None) };
        let is_jacobian = |it: &Meaning| match it {
            Meaning::Known(known, _) => known.quantity.kind() == Kind::Jacobian,
            _ => false,
        };
        let is_by_components = names.len() > 1;
        if !is_by_components && !formula.any(&is_jacobian) {
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
        // components that are printed nowhere are zero
        let is_printed = |symbol: &Symbol| {
            let mut own = names.iter().filter(|(_, it)| has_symbol(it, *symbol));
            own.any(|(name, _)| self.defined.letters.contain(&name.letters()))
        };
        let absent = wrench.iter().filter(|it| is_by_components && !is_printed(it));
        let absent: Vec<(Symbol, Poly)> = absent.map(|it| (*it, Poly::ZERO)).collect();
        let power = power.substitute_all(&absent, symbols, self.budget)?;
        let coordinates = self.robot.coordinates();
        let joint = match of {
            Of::Joint(id) => self.robot.joint(id).coordinate,
            _ => None,
        };
        let power = match (of, joint) {
            (Of::Robot, _) if printed.shape() == (coordinates.len(), 1) => {
                let mut power = power;
                for ((_, entry), q) in printed.entries().zip(coordinates) {
                    let rate = Poly::symbol(q.derivative(1)?);
                    power = &power - &entry.poly()?.checked_mul(&rate, self.budget)?;
                }
                power
            }
            (_, Some(coordinate)) => match printed.as_scalar() {
                Some(force) => {
                    let share =
                        power.derivative(coordinate.derivative(1)?, symbols, self.budget)?;
                    &share - force.poly()?
                }
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        let verdict = match power.is_zero() {
            true => assuming("statics", &format!("{} is {AT_REST}", name.latex())),
            false => Verdict::undecided(Doubt::Unplaced, OTHER_FORCE),
        };
        let finding = Finding::new(verdict);
        let quantity = match of {
            Of::Joint(id) => format!("Q[{}]", id.number()),
            _ => "Q".to_owned(),
        };
        Ok(Some(Finding { quantity, printed: latex(&formula), ..finding }))
    }
}

/// What names of forces stand for: one name for force and moment, or, where it is a component, `F_x`, those of all
/// six.
fn wrench_names(name: &Name, wrench: &[Symbol]) -> BTreeMap<Name, Meaning> {
    let symbol = |symbol: &Symbol, name: &Name| Meaning::Symbol(*symbol, name.latex());
    let letters = name.letters();
    let axis = letters.get(1..).and_then(|it| COMPONENTS.iter().position(|own| *own == it));
    let is_plain = !name.is_accented() && !name.has_superscript();
    let Some(axis) = axis.filter(|_| is_plain) else {
        let entry = |own: &Symbol| vec![symbol(own, name)];
        let column = Meaning::Matrix(wrench.iter().map(entry).collect());
        return BTreeMap::from([(name.clone(), column)]);
    };
    let moments: &[&str] = match &letters[..1] {
        "F" | "f" => &["M", "N", "n", "m"],
        _ => return BTreeMap::new(),
    };
    let mut names = BTreeMap::new();
    for (row, component) in COMPONENTS.iter().enumerate() {
        let force = name.with_number(COMPONENTS[axis], component);
        names.insert(force.clone(), symbol(&wrench[row], &force));
        for letter in moments {
            let moment = force.with_number(&letters[..1], letter);
            names.insert(moment.clone(), symbol(&wrench[3 + row], &moment));
        }
    }
    names
}

fn has_symbol(formula: &Meaning, symbol: Symbol) -> bool {
    formula.any(&|part| matches!(part, Meaning::Symbol(own, _) if *own == symbol))
}
