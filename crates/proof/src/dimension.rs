//! Dimensions of terms: mass, length, time. A term whose dimension is not that of the equation
//! cannot be right, whatever was derived.

use std::collections::BTreeMap;
use std::fmt;

use appell_algebra::{AtomKind, Poly, Symbol, Term};
use appell_model::{Friction, JointKind, Robot};

/// Powers of mass, length and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Dimension([i32; 3]);

const MASS: Dimension = Dimension([1, 0, 0]);
const LENGTH: Dimension = Dimension([0, 1, 0]);
const NUMBER: Dimension = Dimension([0, 0, 0]);
const INERTIA: Dimension = Dimension([1, 2, 0]);
const ACCELERATION: Dimension = Dimension([0, 1, -2]);
const FORCE: Dimension = Dimension([1, 1, -2]);
const MOMENT: Dimension = Dimension([1, 2, -2]);

/// The dimensions of the symbols of a robot, known from where they stand in it.
pub(crate) struct Dimensions(BTreeMap<Symbol, Dimension>);

impl Dimensions {
    pub(crate) fn of(robot: &Robot) -> Self {
        let mut known = Self(BTreeMap::new());
        known.all(&robot.gravity().0, ACCELERATION);
        for joint in robot.joints() {
            let rotation = joint.kind == JointKind::Rotation;
            if let Some(q) = joint.coordinate {
                known.0.insert(q, if rotation { NUMBER } else { LENGTH });
            }
            known.all(&joint.parent_from_frame.position.0, LENGTH);
            let viscous = if rotation { Dimension([1, 2, -1]) } else { Dimension([1, 0, -1]) };
            let (place, effort) = if rotation { (NUMBER, MOMENT) } else { (LENGTH, FORCE) };
            known.friction(&joint.friction, [viscous, effort, place]);
            let stiffness = if rotation { MOMENT } else { Dimension([1, 0, -2]) };
            known.entry(&joint.spring.stiffness, stiffness);
            known.entry(&joint.spring.rest, place);
            if let Some(coupling) = &joint.coupling {
                known.0.insert(coupling.symbol, place);
                known.entry(&coupling.offset, place);
            }
            if let Some(rotor) = &joint.rotor {
                known.entry(&rotor.inertia, INERTIA);
                known.friction(&rotor.friction, [Dimension([1, 2, -1]), MOMENT, NUMBER]);
            }
            for part in &joint.link.parts {
                known.entry(&part.mass, MASS);
                known.all(&part.centre.0, LENGTH);
                for (_, entry) in part.inertia.entries() {
                    known.entry(entry, INERTIA);
                }
            }
        }
        known.all(&robot.tool().parent_from_tool.position.0, LENGTH);
        known.all(&robot.payload().force.0, FORCE);
        known.all(&robot.payload().moment.0, MOMENT);
        for frame in robot.frames() {
            known.all(&frame.parent_from_frame.position.0, LENGTH);
            known.all(&frame.force.0, FORCE);
            known.all(&frame.moment.0, MOMENT);
        }
        if let Some(base) = robot.base() {
            known.all(&base.outer_from_base.position.0, LENGTH);
        }
        known
    }

    /// The entries of friction, given the dimensions of viscous friction, of forces and of places.
    fn friction(&mut self, friction: &Friction, [viscous, effort, place]: [Dimension; 3]) {
        let mut rate = place;
        rate.0[2] -= 1;
        self.entry(&friction.viscous, viscous);
        self.entry(&friction.constant, effort);
        self.entry(&friction.breakaway, effort);
        self.entry(&friction.stribeck, rate);
        self.entry(&friction.smooth, rate);
        self.entry(&friction.coulomb, NUMBER);
        self.entry(&friction.diameter, LENGTH);
    }

    fn all(&mut self, entries: &[Poly], dimension: Dimension) {
        entries.iter().for_each(|entry| self.entry(entry, dimension));
    }

    /// Symbols that stand in an entry by themselves, or in a sum of such, have its dimension.
    fn entry(&mut self, entry: &Poly, dimension: Dimension) {
        for term in entry.terms() {
            if let [factor] = term.factors
                && factor.exponent == 1
                && let AtomKind::Symbol(symbol) = factor.atom.kind()
                && symbol != Symbol::PI
            {
                self.0.entry(symbol).or_insert(dimension);
            }
        }
    }

    /// The dimension of a term; none when a symbol in it has no known one.
    fn of_term(&self, term: &Term<'_>) -> Option<Dimension> {
        let mut sum = NUMBER;
        for factor in term.factors {
            let dimension = match factor.atom.kind() {
                AtomKind::Symbol(Symbol::PI) => NUMBER,
                AtomKind::Symbol(symbol) => {
                    let mut dimension = *self.0.get(&symbol.base())?;
                    dimension.0[2] -= i32::try_from(symbol.order()).ok()?;
                    dimension
                }
                AtomKind::Cos(_) | AtomKind::Sin(_) => NUMBER,
                AtomKind::Function(_) => return None,
            };
            for (sum, power) in sum.0.iter_mut().zip(dimension.0) {
                *sum += power * factor.exponent;
            }
        }
        Some(sum)
    }

    /// The dimension that all terms of a polynomial have; none when they differ or are not known.
    pub(crate) fn of_poly(&self, poly: &Poly) -> Option<Dimension> {
        let mut dimensions = poly.terms().map(|term| self.of_term(&term));
        let first = dimensions.next()??;
        dimensions.all(|dimension| dimension == Some(first)).then_some(first)
    }

    /// Whether two symbols have the same dimension, as far as is known.
    pub(crate) fn are_alike(&self, a: Symbol, b: Symbol) -> bool {
        self.0.get(&a.base()) == self.0.get(&b.base())
    }

    /// Whether every term of a polynomial may stand in an equation: has its dimension, or none that is
    /// known.
    pub(crate) fn fits(&self, poly: &Poly, equation: &Poly) -> bool {
        let Some(dimension) = self.of_poly(equation) else { return true };
        poly.terms().all(|term| self.of_term(&term).is_none_or(|own| own == dimension))
    }

    /// What to say of a printed term in an equation; nothing when its dimension is right.
    pub(crate) fn objection(&self, term: &Poly, equation: &Poly) -> Option<String> {
        let (of_term, of_equation) = (self.of_poly(term)?, self.of_poly(equation)?);
        (of_term != of_equation).then(|| format!("its dimension is {of_term}, not {of_equation}"))
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |(unit, power): (&str, i32)| match power {
            0 => None,
            1 => Some(unit.to_owned()),
            power => Some(format!("{unit}^{power}")),
        };
        let parts: Vec<String> =
            ["kg", "m", "s"].into_iter().zip(self.0).filter_map(part).collect();
        f.write_str(if parts.is_empty() { "1" } else { "" })?;
        f.write_str(&parts.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use appell_algebra::Budget;

    #[test]
    fn dimensions_follow_from_where_a_symbol_stands() {
        let robot = appell_model::bundled("rttrr").and_then(|file| file.read().robot).unwrap();
        let dimensions = Dimensions::of(&robot);
        let read = |text: &str| Poly::parse(text, robot.symbols(), &Budget::default()).unwrap();
        let text = |formula: &str| dimensions.of_poly(&read(formula)).unwrap().to_string();
        assert_eq!(text("M4*q3''"), "kg m s^-2");
        assert_eq!(text("M4*q1'^2*q3*cos(q4) + f6x"), "kg m s^-2");
        assert_eq!(text("J5xy*q5''"), "kg m^2 s^-2");
        assert_eq!(text("cos(q4)"), "1");
        assert!(dimensions.of_poly(&read("M4*q3'' + M4*q3'")).is_none());
        let objection = dimensions.objection(&read("M4*q1'*l3"), &read("M4*q1''*l3"));
        assert_eq!(objection.unwrap(), "its dimension is kg m s^-1, not kg m s^-2");
    }

    #[test]
    fn every_quantity_of_every_robot_of_the_papers_has_one_dimension() {
        use appell_mechanics::{Derivation, PolynomialArithmetic};
        for name in ["rttrr", "trttrr1", "ttrt", "6r"] {
            let robot = appell_model::bundled(name).and_then(|file| file.read().robot).unwrap();
            let dimensions = Dimensions::of(&robot);
            let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
            let derivation = Derivation::new(&robot, &polynomials).unwrap();
            for (force, joint) in derivation.driving_forces().unwrap().iter().zip(robot.joints()) {
                let expected = if joint.kind == JointKind::Rotation { MOMENT } else { FORCE };
                assert_eq!(dimensions.of_poly(force.poly().unwrap()), Some(expected), "{name}");
            }
        }
    }
}
