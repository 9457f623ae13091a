//! The integrals of the fields of a beam.

use appell_algebra::{Error, Poly, Rational};
use appell_spatial::{Coefficient, Deformable, Matrix, Shape, Vector};

use super::body::BeamBody;
use super::family::Family;
use super::profile::Profile;
use super::shape::{Course, Places, nodes, up_to};

/// A field of the beam.
pub(super) enum Origin {
    /// Bending along y (1) or z (2), or stretch along x (0), by its number from 0.
    Along(usize, usize),
    /// Twist about x, by its number from 0.
    Twist(usize),
    /// Of second order: along an axis, with a factor.
    Second(usize, SecondOrder, Rational),
}

/// A field of second order, by two shapes.
pub(super) struct SecondOrder {
    pub(super) course: Course,
    /// The power of the length of the beam in it: -1 of shortening, 0 of a bend that is twisted.
    pub(super) power: i32,
}

/// The product of factors, each a term or few.
pub(super) fn product(factors: &[&Poly]) -> Poly {
    factors.iter().fold(Poly::one(), |product, factor| &product * *factor)
}

/// The matrix with one entry.
fn single(i: usize, j: usize, entry: Poly) -> Matrix<Poly> {
    let mut matrix = Matrix::default();
    matrix.0[i][j] = entry;
    matrix
}

/// The vector with one entry.
pub(super) fn along(axis: usize, entry: Poly) -> Vector<Poly> {
    let mut vector = Vector::default();
    vector.0[axis] = entry;
    vector
}

impl BeamBody<'_> {
    /// The fields of the modes, with their integrals, stiffness and damping.
    pub fn body(&self) -> Result<Deformable<Poly>, Error> {
        let fields = self.fields(1.0)?;
        let count = fields.iter().filter(|it| matches!(it.0, Coefficient::Mode(_))).count();
        let mut shapes = Vec::with_capacity(fields.len());
        for (coefficient, origin) in &fields {
            shapes.push(self.shape(*coefficient, origin)?);
        }
        let mut products = vec![vec![Matrix::default(); fields.len()]; fields.len()];
        for (a, (_, one)) in fields.iter().enumerate() {
            for (b, (_, other)) in fields.iter().enumerate().skip(a) {
                let entry = self.product_of(one, other)?;
                products[b][a] = entry.transpose();
                products[a][b] = entry;
            }
        }
        let mut stiffness = vec![vec![Poly::ZERO; count]; count];
        for (j, (_, one)) in fields.iter().take(count).enumerate() {
            for (k, (_, other)) in fields.iter().take(j + 1).enumerate() {
                stiffness[j][k] = self.stiffness(one, other)?;
                stiffness[k][j] = stiffness[j][k].clone();
            }
        }
        let trace = |Matrix([x, y, z]): &Matrix<Poly>| &(&x[0] + &y[1]) + &z[2];
        let mass = |j: usize| (0..count).map(|k| trace(&products[j][k])).collect();
        let mass: Vec<Vec<Poly>> = (0..count).map(mass).collect();
        let load = self.masses_by_load(&shapes[..count])?;
        let value = |entry: &Poly| self.value(entry);
        let damping = self.beam.damping.matrix(&mass, &stiffness, load.as_deref(), value)?;
        let tip = along(0, self.length.clone());
        Ok(Deformable { tip, stations: Vec::new(), shapes, products, stiffness, damping })
    }

    /// What the load (the body at the tip for which the modes are made) adds to the mass matrix of the modes, with
    /// the values of the file; `None` without a load.
    fn masses_by_load(&self, modes: &[Shape<Poly>]) -> Result<Option<Vec<Vec<f64>>>, Error> {
        let beam = &self.beam;
        if [&beam.load_mass].into_iter().chain(&beam.load_inertia).all(Poly::is_zero) {
            return Ok(None);
        }
        let number = |entry: &Poly| self.value(entry);
        let (mass, centre) = (number(&beam.load_mass)?, beam.load_centre.try_map(number)?);
        let [xx, yy, zz] = &beam.load_inertia;
        let moments = [number(xx)?, number(yy)?, number(zz)?];
        let mut motions = Vec::with_capacity(modes.len());
        for mode in modes {
            let (shift, turn) = (mode.shift.try_map(number)?, mode.slope.try_map(number)?);
            motions.push((&shift + &turn.cross(&centre), turn));
        }
        let shared = |(shift, turn): &(Vector<f64>, Vector<f64>),
                      (other_shift, other_turn): &(Vector<f64>, Vector<f64>)| {
            let turns: f64 = (0..3).map(|k| moments[k] * turn.0[k] * other_turn.0[k]).sum();
            mass * shift.dot(other_shift) + turns
        };
        let row = |one| motions.iter().map(|other| shared(one, other)).collect();
        Ok(Some(motions.iter().map(row).collect()))
    }

    /// All fields; those of second order are integrals from the root to a share of the length.
    pub(super) fn fields(&self, end: f64) -> Result<Vec<(Coefficient, Origin)>, Error> {
        let beam = &self.beam;
        let mut fields: Vec<(Coefficient, Origin)> = Vec::new();
        let moves = |axis: usize, count: usize| (0..count).map(move |n| Origin::Along(axis, n));
        let linear = moves(1, beam.bend_y).chain(moves(2, beam.bend_z));
        let linear = linear.chain((0..beam.twist).map(Origin::Twist));
        let linear = linear.chain(moves(0, beam.stretch));
        for (j, origin) in linear.enumerate() {
            fields.push((Coefficient::Mode(j), origin));
        }
        if beam.stiffening {
            fields.extend(self.second_order(end)?);
        }
        Ok(fields)
    }

    /// The fields of second order in the modes. With the curvatures of the linear shapes in the axes of the
    /// section, which turn with it, the tangent of the beam is e_x + theta x e_x + the integral of
    /// theta x (theta' x e_x), theta = (psi, -w', v'): along x that is -(v'^2 + w'^2)/2, along y the integral
    /// of -psi w'', along z that of psi v''. The strain energy stays quadratic.
    fn second_order(&self, end: f64) -> Result<Vec<(Coefficient, Origin)>, Error> {
        let beam = &self.beam;
        let mut fields = Vec::new();
        for (axis, first, modes) in [(1, 0, beam.bend_y), (2, beam.bend_y, beam.bend_z)] {
            let family = self.family(axis);
            let nodes = nodes(&up_to(&family.sections, end));
            let places = Places::new(&nodes);
            let bends = family.shapes.iter().take(modes);
            let slopes: Vec<Vec<f64>> =
                bends.clone().map(|it| places.values(|x| it.slope(x))).collect();
            let twists = self.twist.shapes.iter().map(|it| places.values(|x| it.at(0, x)));
            let twists: Vec<Vec<f64>> = twists.collect();
            for (m, bend) in bends.enumerate() {
                for n in m..modes {
                    let course = places.shortening(&slopes[m], &slopes[n]);
                    let half = Rational::new(if m == n { -1 } else { -2 }, 2)?;
                    let short = SecondOrder { course, power: -1 };
                    let coefficient = Coefficient::Product(first + m, first + n);
                    fields.push((coefficient, Origin::Second(0, short, half)));
                }
                let curvature = places.values(|x| bend.at(2, x));
                let shear = places.values(|x| bend.shear(x));
                for (n, twist) in twists.iter().enumerate() {
                    let course = places.turning([&curvature, &shear], twist);
                    let turned = SecondOrder { course, power: 0 };
                    let coefficient =
                        Coefficient::Product(first + m, beam.bend_y + beam.bend_z + n);
                    let (along, sign) = if axis == 1 { (2, 1) } else { (1, -1) };
                    fields.push((
                        coefficient,
                        Origin::Second(along, turned, Rational::new(sign, 1)?),
                    ));
                }
            }
        }
        Ok(fields)
    }

    /// A field with the integrals that belong to it alone.
    fn shape(&self, coefficient: Coefficient, origin: &Origin) -> Result<Shape<Poly>, Error> {
        let (length, over_length) = (&self.length, &self.inverse_length);
        let (shift, slope) = self.moved(origin, 1.0)?;
        Ok(match origin {
            Origin::Along(0, n) => {
                let family = self.family(0);
                let shape = &family.shapes[*n];
                let mean = family.over_mass(|x| shape.at(0, x))?;
                let lever = family.over_mass(|x| x * shape.at(0, x))?;
                Shape {
                    coefficient,
                    shift,
                    slope,
                    first: along(0, &mean * length),
                    mixed: single(0, 0, product(&[&lever, length, length])),
                }
            }
            Origin::Along(axis, n) => {
                let family = self.family(*axis);
                let shape = &family.shapes[*n];
                let mean = family.over_mass(|x| shape.at(0, x))?;
                let lever = family.over_mass(|x| x * shape.at(0, x))?;
                let mut mixed = single(0, *axis, product(&[&lever, length, length]));
                // the hub is a ring in the plane: half its inertia is spread along each direction,
                // and it turns with the root
                let hub =
                    &Poly::rounded(shape.at(1, 0.0))?.scale(&Rational::new(1, 2)?) * over_length;
                let hub = &hub * &self.beam.hub_inertia;
                mixed.0[0][*axis] = &mixed.0[0][*axis] + &hub;
                // sections that turn move what is beside the axis along x
                let turned = family.over_inertia(|x| shape.at(1, x))?;
                mixed.0[*axis][0] = -(&hub + &turned);
                Shape { coefficient, shift, slope, first: along(*axis, &mean * length), mixed }
            }
            Origin::Twist(n) => {
                let shape = &self.twist.shapes[*n];
                let entry = |moment: &Profile| -> Result<Poly, Error> {
                    Ok(&moment.over(&self.twist.nodes, |_, x| shape.at(0, x))? * length)
                };
                let [along_y, along_z] = &self.spread;
                let mut mixed = single(1, 2, entry(along_y)?);
                mixed.0[2][1] = -entry(along_z)?;
                Shape { coefficient, shift, slope, first: Vector::default(), mixed }
            }
            Origin::Second(axis, second, factor) => {
                // the mass is that of any kind of motion but twist
                let family = self.massive();
                let over_mass = |f: fn(f64) -> f64| -> Result<Poly, Error> {
                    let at = |k: usize, x| second.course.at_nodes[k] * f(x);
                    let sum = family.mass.over(&family.nodes, at)?;
                    Ok(sum.scale(factor))
                };
                Shape {
                    coefficient,
                    shift,
                    slope,
                    first: along(*axis, &over_mass(|_| 1.0)? * &self.length_to(second.power + 1)),
                    mixed: single(0, *axis, &over_mass(|x| x)? * &self.length_to(second.power + 2)),
                }
            }
        })
    }

    /// A kind of bending that the beam has.
    fn massive(&self) -> &Family {
        self.family(if self.beam.bend_y > 0 { 1 } else { 2 })
    }

    /// The integral of d_a d_b^T.
    fn product_of(&self, one: &Origin, other: &Origin) -> Result<Matrix<Poly>, Error> {
        Ok(match (one, other) {
            (Origin::Along(axis, m), Origin::Along(other_axis, n)) => {
                let [family, other] = [self.family(*axis), self.family(*other_axis)];
                let [a, b] = [&family.shapes[*m], &other.shapes[*n]];
                let turn = a.at(1, 0.0) * b.at(1, 0.0);
                let alike = family.sections == other.sections && family.ends == other.ends;
                // shapes of the same sections are orthogonal, with load and hub
                let overlap = match family.mass.single().filter(|_| family.shear.is_none()) {
                    Some((unit, _)) if alike && (*axis > 0) == (*other_axis > 0) => {
                        let hub = family.ends.hub.unwrap_or_default() * turn;
                        let others = family.ends.loaded(a, b) + hub;
                        unit * &Poly::rounded(f64::from(u8::from(m == n)) - others)?
                    }
                    _ => family.over_mass(|x| a.at(0, x) * b.at(0, x))?,
                };
                let mut matrix = single(*axis, *other_axis, &overlap * &self.length);
                if family.ends.hub.is_some() {
                    // a hub is there in one plane only
                    let over = &self.inverse_length;
                    let half = Poly::rounded(turn)?.scale(&Rational::new(1, 2)?);
                    let hub = product(&[&half, over, over, &self.beam.hub_inertia]);
                    for i in [0, *axis] {
                        matrix.0[i][i] = &matrix.0[i][i] + &hub;
                    }
                }
                if axis == other_axis {
                    let turned = family.over_inertia(|x| a.at(1, x) * b.at(1, x))?;
                    matrix.0[0][0] = &matrix.0[0][0] + &(&turned * &self.inverse_length);
                }
                matrix
            }
            (Origin::Twist(m), Origin::Twist(n)) => {
                let [a, b] = [m, n].map(|n| &self.twist.shapes[*n]);
                let polar = self.twist.mass.single().map(|(_, shares)| shares);
                let loaded = self.twist.ends.load[0] != 0.0;
                let entry = |moment: &Profile| -> Result<Poly, Error> {
                    // shapes are orthogonal in what is spread as the moment about x
                    let alike = polar.is_some() && moment.single().map(|it| it.1) == polar;
                    if m != n && alike && !loaded {
                        return Ok(Poly::ZERO);
                    }
                    let product = |_, x| a.at(0, x) * b.at(0, x);
                    Ok(&moment.over(&self.twist.nodes, product)? * &self.length)
                };
                let [along_y, along_z] = &self.spread;
                let mut matrix = single(1, 1, entry(along_z)?);
                matrix.0[2][2] = entry(along_y)?;
                matrix
            }
            (Origin::Along(axis, n), Origin::Second(along, second, factor)) => {
                let (family, shape) = (self.massive(), &self.family(*axis).shapes[*n]);
                let overlap = |k: usize, x| second.course.at_nodes[k] * shape.at(0, x);
                let overlap = family.mass.over(&family.nodes, overlap)?.scale(factor);
                single(*axis, *along, &overlap * &self.length_to(second.power + 1))
            }
            (Origin::Second(axis, a, m), Origin::Second(other_axis, b, n)) => {
                let family = self.massive();
                let overlap = |k: usize, _| a.course.at_nodes[k] * b.course.at_nodes[k];
                let overlap = family.mass.over(&family.nodes, overlap)?.scale(m).scale(n);
                single(*axis, *other_axis, &overlap * &self.length_to(a.power + b.power + 1))
            }
            (Origin::Along(axis, m), Origin::Twist(n)) if *axis > 0 => {
                let family = self.family(*axis);
                let [bend, twist] = [&family.shapes[*m], &self.twist.shapes[*n]];
                let turned = family.over_inertia(|x| bend.at(1, x) * twist.at(0, x))?;
                // -y theta along x, psi y along z; -z theta along x, -psi z along y
                let (along, entry) = if *axis == 1 { (2, -turned) } else { (1, turned) };
                single(0, along, entry)
            }
            // the section is symmetric: twist overlaps with nothing else
            _ => Matrix::default(),
        })
    }

    /// A power of the length of the beam.
    pub(super) fn length_to(&self, power: i32) -> Poly {
        let factor = if power < 0 { &self.inverse_length } else { &self.length };
        (0..power.abs()).fold(Poly::one(), |product, _| &product * factor)
    }

    fn stiffness(&self, one: &Origin, other: &Origin) -> Result<Poly, Error> {
        let over = &self.inverse_length;
        Ok(match (one, other) {
            (Origin::Along(0, m), Origin::Along(0, n)) => &self.stretch.strain(1, *m, *n)? * over,
            (Origin::Along(axis, m), Origin::Along(other, n)) if axis == other => {
                let family = self.family(*axis);
                let bent = product(&[&family.strain(2, *m, *n)?, over, over, over]);
                &bent + &(&family.shearing(*m, *n)? * over)
            }
            (Origin::Twist(m), Origin::Twist(n)) => &self.twist.strain(1, *m, *n)? * over,
            _ => Poly::ZERO,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use appell_algebra::{Budget, Symbols};

    use super::*;
    use crate::beam::{Beam, Segment};

    const LENGTH: f64 = 1.5;

    /// A part of a beam, of so much of its length, mass over length and bending stiffness: thin, so that sections
    /// that turn have no inertia.
    fn segment(share: f64, density: f64, young: f64, kappa: f64) -> Segment {
        let number = |value| Poly::rounded(value).unwrap_or_else(|error| unreachable!("{error}"));
        Segment {
            length: number(share * LENGTH),
            density: number(density),
            area: Poly::one(),
            young: number(1e9 * young),
            inertia_y: number(1e-9),
            inertia_z: number(1e-9),
            shear: number(20.0),
            torsion: number(0.05),
            kappa: number(kappa),
        }
    }

    /// The tip of a beam that bends in both planes and twists, a point inside it, and its integrals, to second
    /// order, against the curve whose tangents turn by the curvatures of the shapes and shear by their shear:
    /// R' = R [kappa], r' = R t with a tangent t of length 1. Of one part, of two, and with shear.
    #[test]
    fn places_and_integrals_are_those_of_the_curve() {
        for (steps, kappa) in [(false, 0.0), (true, 0.0), (false, 0.8), (true, 0.8)] {
            let segments = match steps {
                false => vec![segment(1.0, 1.0, 1.0, kappa)],
                true => vec![segment(0.4, 2.0, 3.0, kappa), segment(0.6, 1.0, 1.0, kappa)],
            };
            let density = |share: f64| if steps && share < 0.4 { 2.0 } else { 1.0 };
            compare(segments, density);
        }
    }

    fn compare(segments: Vec<Segment>, density: impl Fn(f64) -> f64) {
        let beam =
            Beam { segments, bend_y: 1, bend_z: 1, twist: 1, stiffening: true, ..Beam::default() };
        let (symbols, budget, values) = (Symbols::new(), Budget::default(), BTreeMap::new());
        let made = BeamBody::new(&beam, &[], &symbols, &budget, &values);
        let made = made.unwrap_or_else(|error| unreachable!("{error:?}"));
        let mut body = made.body().unwrap_or_else(|error| unreachable!("{error}"));
        const POINT: f64 = 0.7;
        body.stations.extend(made.station(POINT));
        let q = [1e-3, -2e-3, 3e-3];
        let number = |entry: &Poly| entry.as_constant().map(|it| it.to_f64()).ok_or(());
        let body = body.try_map(number).unwrap_or_else(|()| unreachable!("numbers"));
        let [c, ..] = body.coefficients([&q, &q, &q]);
        let strains = |x: f64| {
            let share = x / LENGTH;
            let bent = |axis: usize| made.family(axis).shapes[0].at(2, share) / LENGTH.powi(2);
            let sheared = |axis: usize| made.family(axis).shapes[0].shear(share) / LENGTH;
            let twist = made.twist.shapes[0].at(1, share) / LENGTH;
            let turned = Vector([q[2] * twist, -q[1] * bent(2), q[0] * bent(1)]);
            let [y, z] = [q[0] * sheared(1), q[1] * sheared(2)];
            // the length of the axis stays
            (turned, Vector([1.0 - 0.5 * (y * y + z * z), y, z]))
        };
        let mut rotation = Matrix::diagonal(&1.0);
        let mut place = Vector([0.0; 3]);
        let mut inside = place.clone();
        // the integrals of the displacement d, of x d and of e d^T, with the part e of first order, and of what
        // is of second order times itself
        let (mut first, mut lever) = (Vector([0.0; 3]), Vector([0.0; 3]));
        let [mut products, mut squares] = [Matrix([[0.0; 3]; 3]), Matrix([[0.0; 3]; 3])];
        const STEPS: usize = 4000;
        let h = LENGTH / STEPS as f64;
        for k in 0..STEPS {
            // the midpoint rule: half a turn, a step along the tangent, half a turn
            let x = (k as f64 + 0.5) * h;
            let (turned, tangent) = strains(x);
            let half = Matrix::cross(&turned.scale(&(0.5 * h)));
            let turn = &(&Matrix::diagonal(&1.0) + &half) + &(&half * &half).scale(&0.5);
            rotation = &rotation * &turn;
            let half = &rotation * &tangent.scale(&(0.5 * h));
            let mass = h * density(x / LENGTH);
            let d = &(&place + &half) - &Vector([x, 0.0, 0.0]);
            first = &first + &d.scale(&mass);
            lever = &lever + &d.scale(&(x * mass));
            let linear = |axis: usize| q[axis - 1] * made.family(axis).shapes[0].at(0, x / LENGTH);
            let e = Vector([0.0, linear(1), linear(2)]);
            products = &products + &Matrix::outer(&e, &d).scale(&mass);
            let second = &d - &e;
            squares = &squares + &Matrix::outer(&second, &second).scale(&mass);
            place = &(&place + &half) + &half;
            rotation = &rotation * &turn;
            if k + 1 == (POINT * STEPS as f64).round() as usize {
                inside = place.clone();
            }
        }
        let expected = &place - &Vector([LENGTH, 0.0, 0.0]);
        // the third order: 1e-8, second 1e-5
        let near = |found: [f64; 3], expected: [f64; 3], tolerance: f64, what: &str| {
            for (a, b) in found.iter().zip(expected) {
                assert!((a - b).abs() < tolerance, "{what}: {found:?} {expected:?}");
            }
        };
        near(body.shift_at(None, &c).0, expected.0, 1e-7, "tip");
        let inside = &inside - &Vector([POINT * LENGTH, 0.0, 0.0]);
        near(body.shift_at(Some(0), &c).0, inside.0, 1e-7, "inside");
        near(body.first(&c).0, first.0, 5e-8, "first");
        near(body.mixed(&c).0[0], lever.0, 5e-8, "mixed");
        let (mut e, mut second) = (c.clone(), c.clone());
        e[q.len()..].fill(0.0);
        second[..q.len()].fill(0.0);
        // of second and third order
        for (row, axes) in [(1, [0, 2, 2]), (2, [0, 1, 1])] {
            let beside = |matrix: &Matrix<f64>| axes.map(|axis| matrix.0[row][axis]);
            near(beside(&body.product(&e, &c)), beside(&products), 2e-10, "products");
        }
        // of fourth order, to a part that is of fifth
        let found = body.product(&second, &second);
        let largest = squares.0.iter().flatten().fold(0.0f64, |size, it| size.max(it.abs()));
        for (found, expected) in found.0.into_iter().zip(squares.0) {
            near(found, expected, 1e-2 * largest, "squares");
        }
    }
}
