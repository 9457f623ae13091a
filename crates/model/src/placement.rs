//! Where a frame lies in another: a position and a rotation, as they were given.

use std::f64::consts::FRAC_PI_2;

use appell_algebra::{Budget, BudgetScope, BudgetedPoly, Error, Poly, Rational, Symbol, Symbols};
use appell_spatial::{Matrix, Scalar, Transform, Vector};

/// Where a frame lies in another, constant in time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The origin, in the outer frame.
    pub offset: Vector<Poly>,
    /// The axes.
    pub rotation: Rotation,
}

/// A constant rotation, as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// Turns one after the other, each about an axis of the frame that the ones before made. No
    /// turns: no rotation.
    Turns(Vec<Turn>),
    /// The inner axes, as columns in the outer frame.
    Matrix(Box<Matrix<Poly>>),
}

/// A rotation by an angle about a unit axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The unit axis.
    pub axis: Vector<Poly>,
    /// The angle, in radians.
    pub angle: Poly,
}

impl Default for Rotation {
    fn default() -> Self {
        Self::Turns(Vec::new())
    }
}

impl Turn {
    /// A turn about the x (0), y (1) or z (2) axis.
    pub fn about(axis: usize, angle: Poly) -> Self {
        Self { axis: unit(axis), angle }
    }
}

/// The unit vector along x (0), y (1) or z (2).
pub(crate) fn unit(axis: usize) -> Vector<Poly> {
    Vector(std::array::from_fn(|i| if i == axis { Poly::one() } else { Poly::ZERO }))
}

impl Rotation {
    /// Turns one after the other; those by a zero angle are left out, and those about one axis
    /// made one.
    pub fn turns(turns: impl IntoIterator<Item = Turn>) -> Self {
        let mut kept: Vec<Turn> = Vec::new();
        for turn in turns {
            match kept.last_mut() {
                Some(last) if last.axis == turn.axis => last.angle = &last.angle + &turn.angle,
                _ => kept.push(turn),
            }
            if kept.last().is_some_and(|last| last.angle.is_zero()) {
                kept.pop();
            }
        }
        Self::Turns(kept)
    }

    /// Roll about x, pitch about y, yaw about z, each about the axes of the outer frame:
    /// R = Rz(yaw) Ry(pitch) Rx(roll), as URDF has it.
    pub fn roll_pitch_yaw([roll, pitch, yaw]: [Poly; 3]) -> Self {
        Self::turns([Turn::about(2, yaw), Turn::about(1, pitch), Turn::about(0, roll)])
    }

    /// The rotation of a quaternion (w, x, y, z) of any length but zero, in exact numbers:
    /// `R = 1 + 2 (w [v] + [v]^2) / (w^2 + v^2)`.
    pub fn of_quaternion([w, x, y, z]: [Rational; 4]) -> Option<Self> {
        let square = |a: &Rational| a * a;
        let norm = &(&square(&w) + &square(&x)) + &(&square(&y) + &square(&z));
        let two = Rational::from(2).checked_div(&norm).ok()?;
        let product = |a: &Rational, b: &Rational| &two * &(a * b);
        let diagonal = |a: &Rational, b: &Rational| {
            Poly::constant(&(&Rational::ONE - &product(a, a)) - &product(b, b))
        };
        let sum = |a: Rational, b: Rational| Poly::constant(&a + &b);
        let difference = |a: Rational, b: Rational| Poly::constant(&a - &b);
        let matrix = Matrix([
            [
                diagonal(&y, &z),
                difference(product(&x, &y), product(&z, &w)),
                sum(product(&x, &z), product(&y, &w)),
            ],
            [
                sum(product(&x, &y), product(&z, &w)),
                diagonal(&x, &z),
                difference(product(&y, &z), product(&x, &w)),
            ],
            [
                difference(product(&x, &z), product(&y, &w)),
                sum(product(&y, &z), product(&x, &w)),
                diagonal(&x, &y),
            ],
        ]);
        let identity = (0..3).all(|i| Vector(matrix.0[i].clone()) == unit(i));
        Some(if identity { Self::default() } else { Self::Matrix(Box::new(matrix)) })
    }

    /// Whether it turns nothing.
    pub fn is_identity(&self) -> bool {
        matches!(self, Self::Turns(turns) if turns.is_empty())
    }

    /// The inner axes, as columns in the outer frame.
    pub fn matrix(&self, symbols: &Symbols, budget: &Budget) -> Result<Matrix<Poly>, Error> {
        let turns = match self {
            Self::Matrix(matrix) => return Ok(Matrix::clone(matrix)),
            Self::Turns(turns) => turns,
        };
        let scope = BudgetScope::new(budget.clone());
        let mut product = Matrix::diagonal(&scope.scalar(Poly::one()));
        for Turn { axis, angle } in turns {
            let cos = scope.scalar(symbols.cos(angle, budget)?);
            let sin = scope.scalar(symbols.sin(angle, budget)?);
            product = &product * &Matrix::turn(&axis.map(lift(&scope)), &cos, &sin);
        }
        product.try_map(|entry| scope.finish(entry.clone()))
    }

    /// This rotation, then another about the axes that it made.
    fn then(&self, inner: &Self, symbols: &Symbols, budget: &Budget) -> Result<Self, Error> {
        match (self, inner) {
            (Self::Turns(first), Self::Turns(second)) => {
                match Self::turns(first.iter().chain(second).cloned()) {
                    Self::Turns(turns) if turns.len() > 3 => {
                        Self::Turns(turns).folded(symbols, budget)
                    }
                    few => Ok(few),
                }
            }
            (_, Self::Turns(none)) if none.is_empty() => Ok(self.clone()),
            _ => {
                let scope = BudgetScope::new(budget.clone());
                let [outer, inner] =
                    [self.matrix(symbols, budget)?, inner.matrix(symbols, budget)?];
                let product = &outer.map(lift(&scope)) * &inner.map(lift(&scope));
                let product = product.try_map(|entry| scope.finish(entry.clone()))?;
                Ok(Self::Matrix(Box::new(product)))
            }
        }
    }
}

impl Rotation {
    /// Roll, pitch and yaw instead of many turns, where all are numbers. Quarter turns stay exact;
    /// other angles become the decimals nearest to theirs, which make an exact rotation again.
    fn folded(self, symbols: &Symbols, budget: &Budget) -> Result<Self, Error> {
        let matrix = self.matrix(symbols, budget)?;
        let Ok(numbers) = matrix.try_map(|entry| entry.evaluate(symbols, |_| None)) else {
            return Ok(self);
        };
        let exact = matrix.0.as_flattened().iter().all(|entry| entry.as_constant().is_some());
        let angle = |angle: f64| match exact {
            // a turn onto the axes themselves
            true => {
                let quarters = (angle / FRAC_PI_2).round() as i64;
                Ok(Poly::from(Symbol::PI).scale(&Rational::new(quarters, 2)?))
            }
            false => Poly::decimal(angle),
        };
        let [roll, pitch, yaw] = roll_pitch_yaw_of(&numbers);
        let folded = Self::roll_pitch_yaw([angle(roll)?, angle(pitch)?, angle(yaw)?]);
        // entries such as 3/5 are exact, too, but not made of right angles
        match exact && folded.matrix(symbols, budget)? != matrix {
            true => Ok(Self::Matrix(Box::new(matrix))),
            false => Ok(folded),
        }
    }
}

/// Roll, pitch and yaw of a rotation. Yaw is found after roll has been undone, so that the three
/// agree also where pitch is near a right angle.
pub(crate) fn roll_pitch_yaw_of(Matrix(r): &Matrix<f64>) -> [f64; 3] {
    let roll = r[2][1].atan2(r[2][2]);
    let pitch = (-r[2][0]).atan2(r[0][0].hypot(r[1][0]));
    let (sin, cos) = roll.sin_cos();
    let yaw = (sin * r[0][2] - cos * r[0][1]).atan2(cos * r[1][1] - sin * r[1][2]);
    [roll, pitch, yaw]
}

/// An entry; a number that takes many terms to write (sines and cosines of several decimal
/// angles) becomes the decimal nearest to it.
pub(crate) fn settled(entry: Poly, symbols: &Symbols) -> Result<Poly, Error> {
    const MANY: usize = 24;
    if entry.term_count() <= MANY {
        return Ok(entry);
    }
    match entry.evaluate(symbols, |_| None) {
        Ok(value) if value.is_finite() => Poly::decimal(value),
        _ => Ok(entry),
    }
}

/// Polynomials as scalars under a budget.
pub(crate) fn lift<'l>(scope: &'l BudgetScope) -> impl Fn(&Poly) -> BudgetedPoly<'l> {
    |poly| scope.scalar(poly.clone())
}

impl Placement {
    /// A shift without a turn.
    pub fn at(offset: Vector<Poly>) -> Self {
        Self { offset, rotation: Rotation::default() }
    }

    /// Whether the two frames are one.
    pub fn is_identity(&self) -> bool {
        self.offset.0.iter().all(Poly::is_zero) && self.rotation.is_identity()
    }

    /// The same as a transform, `outer_from_inner`.
    pub fn transform(&self, symbols: &Symbols, budget: &Budget) -> Result<Transform<Poly>, Error> {
        Ok(Transform::new(self.rotation.matrix(symbols, budget)?, self.offset.clone()))
    }

    /// The outer frame, placed in the inner one.
    pub fn inverse(&self, symbols: &Symbols, budget: &Budget) -> Result<Self, Error> {
        let scope = BudgetScope::new(budget.clone());
        let inner_from_outer = self.transform(symbols, budget)?.map(lift(&scope)).inverse();
        let rotation = match &self.rotation {
            Rotation::Matrix(matrix) => Rotation::Matrix(Box::new(matrix.transpose())),
            Rotation::Turns(turns) => {
                let back = |turn: &Turn| Turn { axis: turn.axis.clone(), angle: -&turn.angle };
                Rotation::Turns(turns.iter().rev().map(back).collect())
            }
        };
        let lower = |entry: &_| settled(scope.finish(Clone::clone(entry))?, symbols);
        Ok(Self { offset: inner_from_outer.position.try_map(lower)?, rotation })
    }

    /// A frame placed in this one, in the outer frame.
    pub fn then(&self, inner: &Self, symbols: &Symbols, budget: &Budget) -> Result<Self, Error> {
        let scope = BudgetScope::new(budget.clone());
        let outer = self.transform(symbols, budget)?.map(lift(&scope));
        let offset = outer.point(&inner.offset.map(lift(&scope)));
        Ok(Self {
            offset: offset.try_map(|entry| settled(scope.finish(entry.clone())?, symbols))?,
            rotation: self.rotation.then(&inner.rotation, symbols, budget)?,
        })
    }
}

/// Whether a matrix is a rotation: whether R R^T = 1 and det R = 1 hold exactly.
pub(crate) fn is_rotation(matrix: &Matrix<Poly>, budget: &Budget) -> Result<bool, Error> {
    let scope = BudgetScope::new(budget.clone());
    let r = matrix.map(lift(&scope));
    let one = scope.scalar(Poly::one());
    let gram = &(&r * &r.transpose()) - &Matrix::diagonal(&one);
    let gram = gram.try_map(|entry| scope.finish(entry.clone()))?;
    let determinant = scope.finish(r.determinant().sub(&one))?;
    Ok(determinant.is_zero() && gram.0.as_flattened().iter().all(Poly::is_zero))
}
