//! A body that deforms by modes, and how its mass is spread while it does.
//!
//! A point at r of the undeformed body is at x = r + y, y = sum_a c_a d_a(r). The coefficients c_a
//! are modal coordinates q_j, or products q_j q_k of two (fields of second order: a beam that bends
//! becomes shorter). All that mechanics needs of the fields d_a are integrals over the mass
//! (Negrean 2019, eqs 90-94; Book 1984):
//!
//! ```text
//! first_a = int d_a dm,   mixed_a = int r d_a^T dm,   products_ab = int d_a d_b^T dm
//! ```

use crate::matrix::Matrix;
use crate::moments::MassMoments;
use crate::scalar::Scalar;
use crate::vector::Vector;

/// A body that deforms by modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deformable<S> {
    /// Where the tip is, to which all that comes after the body is fixed, undeformed.
    pub tip: Vector<S>,
    /// Further points on which something sits.
    pub stations: Vec<Station<S>>,
    /// The fields d_a.
    pub shapes: Vec<Shape<S>>,
    /// The integrals of d_a d_b^T.
    pub products: Vec<Vec<Matrix<S>>>,
    /// Second derivatives of the strain energy by the modal coordinates.
    pub stiffness: Vec<Vec<S>>,
    /// Modal damping: forces for rates.
    pub damping: Vec<Vec<S>>,
}

/// A field of displacements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape<S> {
    /// What it is multiplied by.
    pub coefficient: Coefficient,
    /// The displacement of the tip.
    pub shift: Vector<S>,
    /// The small rotation of the tip.
    pub slope: Vector<S>,
    /// The integral of d.
    pub first: Vector<S>,
    /// The integral of r d^T.
    pub mixed: Matrix<S>,
}

/// A point of the body beside its tip, and how each field moves and turns it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Station<S> {
    /// Where it is, undeformed.
    pub place: Vector<S>,
    /// Its displacement in each field.
    pub shifts: Vec<Vector<S>>,
    /// Its small rotation in each field.
    pub slopes: Vec<Vector<S>>,
}

/// What a field is multiplied by; modal coordinates are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coefficient {
    /// A modal coordinate.
    Mode(usize),
    /// The product of two.
    Product(usize, usize),
}

impl Coefficient {
    /// Its value and its first and second time derivative, by those of the modal coordinates.
    fn rates<S: Scalar>(self, [q, rate, acceleration]: [&[S]; 3]) -> [S; 3] {
        match self {
            Self::Mode(j) => [q[j].clone(), rate[j].clone(), acceleration[j].clone()],
            Self::Product(j, k) => {
                let twice = rate[j].mul(&rate[k]);
                let outer = acceleration[j].mul(&q[k]).add(&q[j].mul(&acceleration[k]));
                [
                    q[j].mul(&q[k]),
                    rate[j].mul(&q[k]).add(&q[j].mul(&rate[k])),
                    outer.add(&twice).add(&twice),
                ]
            }
        }
    }

    /// Its derivative by a modal coordinate.
    fn slope<S: Scalar>(self, q: &[S], by: usize) -> S {
        let if_same = |j: usize, value: &S| match j == by {
            true => value.clone(),
            false => value.integer(0),
        };
        match self {
            Self::Mode(j) => if_same(j, &q[j].integer(1)),
            Self::Product(j, k) => if_same(j, &q[k]).add(&if_same(k, &q[j])),
        }
    }
}

impl<S> Shape<S> {
    /// The same with every entry changed, or the first error.
    fn try_map<'a, T, E>(
        &'a self,
        mut change: impl FnMut(&'a S) -> Result<T, E>,
    ) -> Result<Shape<T>, E> {
        Ok(Shape {
            coefficient: self.coefficient,
            shift: self.shift.try_map(&mut change)?,
            slope: self.slope.try_map(&mut change)?,
            first: self.first.try_map(&mut change)?,
            mixed: self.mixed.try_map(change)?,
        })
    }
}

impl<S> Station<S> {
    /// The same with every entry changed, or the first error.
    fn try_map<'a, T, E>(
        &'a self,
        mut change: impl FnMut(&'a S) -> Result<T, E>,
    ) -> Result<Station<T>, E> {
        let place = self.place.try_map(&mut change)?;
        let mut all = |vectors: &'a [Vector<S>]| -> Result<Vec<Vector<T>>, E> {
            vectors.iter().map(|vector| vector.try_map(&mut change)).collect()
        };
        Ok(Station { place, shifts: all(&self.shifts)?, slopes: all(&self.slopes)? })
    }
}

impl<S> Deformable<S> {
    /// Where a station is, undeformed; without one, where the tip is.
    pub fn place(&self, station: Option<usize>) -> &Vector<S> {
        station.map_or(&self.tip, |station| &self.stations[station].place)
    }

    /// The small rotation of a station, or of the tip, in a field.
    pub fn slope(&self, station: Option<usize>, field: usize) -> &Vector<S> {
        match station {
            Some(station) => &self.stations[station].slopes[field],
            None => &self.shapes[field].slope,
        }
    }

    /// The number of modal coordinates.
    pub fn modes(&self) -> usize {
        self.stiffness.len()
    }

    /// The same with every entry changed, or the first error.
    pub fn try_map<'a, T, E>(
        &'a self,
        mut change: impl FnMut(&'a S) -> Result<T, E>,
    ) -> Result<Deformable<T>, E> {
        let mut rows = |rows: &'a [Vec<S>]| -> Result<Vec<Vec<T>>, E> {
            rows.iter().map(|row| row.iter().map(&mut change).collect()).collect()
        };
        let (stiffness, damping) = (rows(&self.stiffness)?, rows(&self.damping)?);
        let mut product =
            |row: &'a Vec<Matrix<S>>| row.iter().map(|entry| entry.try_map(&mut change)).collect();
        let products = self.products.iter().map(&mut product).collect::<Result<_, E>>()?;
        let mut station = |it: &'a Station<S>| it.try_map(&mut change);
        let stations = self.stations.iter().map(&mut station).collect::<Result<_, E>>()?;
        Ok(Deformable {
            tip: self.tip.try_map(&mut change)?,
            stations,
            shapes: self
                .shapes
                .iter()
                .map(|it| it.try_map(&mut change))
                .collect::<Result<_, E>>()?,
            products,
            stiffness,
            damping,
        })
    }
}

impl<S: Scalar> Deformable<S> {
    /// The coefficients of all fields with their first and second time derivative.
    pub fn coefficients(&self, motion: [&[S]; 3]) -> [Vec<S>; 3] {
        let mut all = [Vec::new(), Vec::new(), Vec::new()];
        for shape in &self.shapes {
            for (list, entry) in all.iter_mut().zip(shape.coefficient.rates(motion)) {
                list.push(entry);
            }
        }
        all
    }

    /// The derivatives of all coefficients by a modal coordinate.
    pub fn slopes(&self, q: &[S], by: usize) -> Vec<S> {
        self.shapes.iter().map(|shape| shape.coefficient.slope(q, by)).collect()
    }

    fn vector<'a>(&'a self, c: &[S], entry: impl Fn(usize) -> &'a Vector<S>) -> Vector<S> {
        let terms = c.iter().enumerate().map(|(field, c)| entry(field).scale(c));
        terms.fold(self.tip.map(|entry| entry.integer(0)), |sum, term| &sum + &term)
    }

    /// The displacement of a station, or of the tip, for coefficients c.
    pub fn shift_at(&self, station: Option<usize>, c: &[S]) -> Vector<S> {
        self.vector(c, |field| match station {
            Some(station) => &self.stations[station].shifts[field],
            None => &self.shapes[field].shift,
        })
    }

    /// The small rotation of a station, or of the tip, for coefficients c.
    pub fn slope_at(&self, station: Option<usize>, c: &[S]) -> Vector<S> {
        self.vector(c, |field| self.slope(station, field))
    }

    /// The integral of y for coefficients c.
    pub fn first(&self, c: &[S]) -> Vector<S> {
        self.vector(c, |field| &self.shapes[field].first)
    }

    /// The integral of r y^T for coefficients c.
    pub fn mixed(&self, c: &[S]) -> Matrix<S> {
        let terms = self.shapes.iter().zip(c).map(|(shape, c)| shape.mixed.scale(c));
        terms.fold(self.nothing(), |sum, term| &sum + &term)
    }

    /// The integral of y z^T, y of coefficients c and z of coefficients e.
    pub fn product(&self, c: &[S], e: &[S]) -> Matrix<S> {
        let mut sum = self.nothing();
        for (row, c) in self.products.iter().zip(c).filter(|(_, c)| !c.is_zero()) {
            for (entry, e) in row.iter().zip(e).filter(|(_, e)| !e.is_zero()) {
                sum = &sum + &entry.scale(&c.mul(e));
            }
        }
        sum
    }

    /// The integral of x z^T, with x = r + y of coefficients c and z of coefficients e.
    pub fn place_and(&self, c: &[S], e: &[S]) -> Matrix<S> {
        &self.mixed(e) + &self.product(c, e)
    }

    /// The moments of mass of the deformed body, given those of the undeformed one.
    pub fn deformed(&self, undeformed: &MassMoments<S>, c: &[S]) -> MassMoments<S> {
        let mixed = self.mixed(c);
        let change = &(&mixed + &mixed.transpose()) + &self.product(c, c);
        MassMoments {
            mass: undeformed.mass.clone(),
            first: &undeformed.first + &self.first(c),
            inertia: &undeformed.inertia + &axial(&change),
        }
    }

    fn nothing(&self) -> Matrix<S> {
        Matrix::diagonal(&self.tip.x().integer(0))
    }
}

/// The integral of a.b 1 - b a^T, given that of a b^T: the matrix of a x (w x b) by w.
pub fn axial<S: Scalar>(product: &Matrix<S>) -> Matrix<S> {
    &Matrix::diagonal(&product.trace()) - &product.transpose()
}

/// The integral of a x b, given that of a b^T.
pub fn vortex<S: Scalar>(product: &Matrix<S>) -> Vector<S> {
    let entry = |i: usize, j: usize| product.0[i][j].sub(&product.0[j][i]);
    Vector::new(entry(1, 2), entry(2, 0), entry(0, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules for the integrals of vector products, on a single pair of vectors.
    #[test]
    fn axial_and_vortex_are_vector_products() {
        let [a, b, w] = [[1.0, -2.0, 3.0], [0.5, 4.0, -1.0], [2.0, 0.25, 7.0]].map(Vector);
        let product = Matrix::outer(&a, &b);
        assert_eq!(vortex(&product), a.cross(&b));
        assert_eq!(&axial(&product) * &w, a.cross(&w.cross(&b)));
    }

    /// Derivatives of coefficients are those of the algebra: c = q0 q1 along a path.
    #[test]
    fn products_of_coordinates_have_the_rates_of_leibniz() {
        let at = |t: f64| [1.0 + t - 2.0 * t * t, 0.5 - 3.0 * t + t * t];
        let value = |t: f64| at(t)[0] * at(t)[1];
        let (q, rate, acceleration) = (at(0.0), [1.0, -3.0], [-4.0, 2.0]);
        let [c, first, second] = Coefficient::Product(0, 1).rates([&q, &rate, &acceleration]);
        let h = 1e-3;
        assert_eq!(c, value(0.0));
        assert!((first - (value(h) - value(-h)) / (2.0 * h)).abs() < 1e-5);
        assert!((second - (value(h) - 2.0 * c + value(-h)) / (h * h)).abs() < 1e-4);
        assert_eq!(Coefficient::Product(1, 1).slope(&q, 1), 2.0 * q[1]);
    }
}
