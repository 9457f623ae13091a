//! Entries of the new frames: exact where that takes few terms, else decimals.

use std::f64::consts::FRAC_PI_2;

use appell_algebra::{BudgetScope, Error, Poly, Rational, Symbol};
use appell_spatial::{Transform, Vector};

use super::Frames;
use crate::placement::{Placement, Rotation, lift, roll_pitch_yaw_of};

impl Frames<'_> {
    /// The angle from one vector to another about an axis, all of length one: one of the angles
    /// that are known, turned by right angles, or a decimal.
    pub(super) fn angle(
        &mut self,
        from: &Vector<Poly>,
        to: &Vector<Poly>,
        axis: &Vector<Poly>,
        known: &[Poly],
    ) -> Result<Poly, Error> {
        let cos = self.dot(from, to)?;
        let sin = self.dot(&self.cross(from, to)?, axis)?;
        let symbols = self.robot.symbols();
        for quarters in [0, 1, -1, 2] {
            let turn = Poly::from(Symbol::PI).scale(&Rational::new(quarters, 2)?);
            for angle in std::iter::once(&Poly::ZERO).chain(known) {
                for angle in [&turn + angle, &turn - angle] {
                    let is_it = symbols.cos(&angle, self.budget)? == cos
                        && symbols.sin(&angle, self.budget)? == sin;
                    if is_it {
                        return Ok(angle);
                    }
                }
            }
        }
        self.is_exact = false;
        calculated(self.number(&sin)?.atan2(self.number(&cos)?))
    }

    pub(super) fn number(&self, entry: &Poly) -> Result<f64, Error> {
        self.robot.evaluate(entry)
    }

    /// Whether an entry has no parameters.
    pub(super) fn is_number(&self, entry: &Poly) -> bool {
        entry.symbols(self.robot.symbols()).iter().all(|it| *it == Symbol::PI)
    }

    /// An entry. It becomes a decimal if it has many terms, or if it has no parameters and other entries are decimals
    /// already.
    pub(super) fn scalar(&mut self, entry: Poly) -> Result<Poly, Error> {
        const MANY: usize = 8;
        if entry.term_count() <= MANY && (self.is_exact || !self.is_number(&entry)) {
            return Ok(entry);
        }
        self.is_exact = false;
        calculated(self.number(&entry)?)
    }

    /// A placement whose entries are numbers where others are decimals; one with parameters stays as it is.
    pub(super) fn tidied(&self, placement: Placement) -> Result<Placement, Error> {
        let symbols = self.robot.symbols();
        let Transform { rotation, position } = placement.transform(symbols, self.budget)?;
        let mut entries = rotation.0.as_flattened().iter().chain(&position.0);
        let is_right = rotation.0.as_flattened().iter().all(|it| it.as_constant().is_some());
        if self.is_exact || is_right || !entries.all(|entry| self.is_number(entry)) {
            return Ok(placement);
        }
        let angles = roll_pitch_yaw_of(&rotation.try_map(|entry| self.number(entry))?);
        let [roll, pitch, yaw] = angles.map(turn_angle);
        Ok(Placement {
            offset: self.tidied_vector(&position)?,
            rotation: Rotation::roll_pitch_yaw([roll?, pitch?, yaw?]),
        })
    }

    /// A vector of numbers as decimals, without what is rounding alone.
    pub(super) fn tidied_vector(&self, vector: &Vector<Poly>) -> Result<Vector<Poly>, Error> {
        let numbers = vector.try_map(|entry| self.number(entry))?;
        numbers.try_map(|entry| tidied(*entry, &numbers.0))
    }

    pub(super) fn quotient(&mut self, above: &Poly, below: &Poly) -> Result<Poly, Error> {
        if above.is_zero() {
            return Ok(Poly::ZERO);
        }
        if let Some(quotient) = above.divide_exactly(below, self.budget)? {
            return self.scalar(quotient);
        }
        self.is_exact = false;
        calculated(self.number(above)? / self.number(below)?)
    }

    pub(super) fn length(&self, vector: &Vector<Poly>) -> Result<f64, Error> {
        if vector.0.iter().all(Poly::is_zero) {
            return Ok(0.0);
        }
        // what has symbols without values is no zero, and its size does not matter
        let Ok(Vector([x, y, z])) = vector.try_map(|entry| self.number(entry)) else {
            return Ok(1.0);
        };
        Ok(x.hypot(y).hypot(z))
    }

    pub(super) fn decimal_unit(&mut self, vector: &Vector<Poly>) -> Result<Vector<Poly>, Error> {
        self.is_exact = false;
        let numbers = vector.try_map(|entry| self.number(entry))?;
        let Vector([x, y, z]) = numbers;
        let length = x.hypot(y).hypot(z);
        numbers.try_map(|entry| Poly::decimal(entry / length))
    }

    pub(super) fn dot(&self, a: &Vector<Poly>, b: &Vector<Poly>) -> Result<Poly, Error> {
        let scope = BudgetScope::new(self.budget.clone());
        scope.finish(a.map(lift(&scope)).dot(&b.map(lift(&scope))))
    }

    pub(super) fn cross(&self, a: &Vector<Poly>, b: &Vector<Poly>) -> Result<Vector<Poly>, Error> {
        let scope = BudgetScope::new(self.budget.clone());
        let product = a.map(lift(&scope)).cross(&b.map(lift(&scope)));
        product.try_map(|entry| scope.finish(entry.clone()))
    }

    /// A vector of the inner frame in the axes of the outer one.
    pub(super) fn turned(
        &self,
        frame: &Placement,
        vector: &Vector<Poly>,
    ) -> Result<Vector<Poly>, Error> {
        let scope = BudgetScope::new(self.budget.clone());
        let rotation = frame.rotation.matrix(self.robot.symbols(), self.budget)?;
        let turned = &rotation.map(lift(&scope)) * &vector.map(lift(&scope));
        turned.try_map(|entry| scope.finish(entry.clone()))
    }

    /// A vector of the outer frame in the axes of the inner one.
    pub(super) fn turned_back(
        &self,
        frame: &Placement,
        vector: &Vector<Poly>,
    ) -> Result<Vector<Poly>, Error> {
        let back = frame.inverse(self.robot.symbols(), self.budget)?;
        self.turned(&back, vector)
    }
}

/// A calculated number as a decimal. It is the shorter one if the two differ by rounding errors only: 0.4 instead of
/// 0.4000000000000001.
pub(super) fn calculated(value: f64) -> Result<Poly, Error> {
    let rounded =
        |digits: usize| -> f64 { format!("{value:.*e}", digits - 1).parse().unwrap_or(value) };
    let is_near = |short: &f64| (short - value).abs() <= 16.0 * f64::EPSILON * value.abs();
    Poly::decimal([12, 14, 15].map(rounded).into_iter().find(is_near).unwrap_or(value))
}

/// A calculated angle: a multiple of pi/2 where rounding alone may have moved it away, else a decimal.
pub(super) fn turn_angle(angle: f64) -> Result<Poly, Error> {
    let quarters = (angle / FRAC_PI_2).round();
    if (angle - quarters * FRAC_PI_2).abs() <= 4.0 * f64::EPSILON {
        return Ok(Poly::from(Symbol::PI).scale(&Rational::new(quarters as i64, 2)?));
    }
    calculated(angle)
}

/// A calculated number as a decimal. One that is only a rounding error beside the largest of the others is zero.
pub(super) fn tidied(entry: f64, among: &[f64]) -> Result<Poly, Error> {
    let largest = among.iter().fold(0.0f64, |largest, other| largest.max(other.abs()));
    if entry.abs() <= 4.0 * f64::EPSILON * largest { Ok(Poly::ZERO) } else { calculated(entry) }
}
