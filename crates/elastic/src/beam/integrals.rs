//! The integrals of the fields of a beam.

use appell_algebra::{Error, Poly, Rational};
use appell_spatial::{Coefficient, Deformable, Matrix, Shape, Vector};

use super::body::BeamBody;
use super::profile::Profile;
use super::shape::Shortening;

/// A field of the beam.
enum Origin {
    /// Bending along y (1) or z (2).
    Bend(usize, usize),
    /// Twist about x, by its number from 0.
    Twist(usize),
    /// Shortening by two shapes of bending along y (1) or z (2), so many times.
    Short(usize, Shortening, i64),
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
        let beam = self.beam;
        let mut fields: Vec<(Coefficient, Origin)> = Vec::new();
        let bends = |axis: usize, count: usize| (0..count).map(move |n| Origin::Bend(axis, n));
        let linear = bends(1, beam.bend_y).chain(bends(2, beam.bend_z));
        let linear = linear.chain((0..beam.twist).map(Origin::Twist));
        for (j, origin) in linear.enumerate() {
            fields.push((Coefficient::Mode(j), origin));
        }
        let count = fields.len();
        if beam.stiffening {
            for (axis, first, modes) in [(1, 0, beam.bend_y), (2, beam.bend_y, beam.bend_z)] {
                let family = self.family(axis);
                for m in 0..modes {
                    for n in m..modes {
                        let [a, b] = [&family.shapes[m], &family.shapes[n]];
                        let short = Shortening::new(&family.nodes, a, b);
                        let times = if m == n { 1 } else { 2 };
                        let coefficient = Coefficient::Product(first + m, first + n);
                        fields.push((coefficient, Origin::Short(axis, short, times)));
                    }
                }
            }
        }
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
        let damp = |row: &Vec<Poly>| row.iter().map(|entry| entry * &beam.damping).collect();
        let damping = stiffness.iter().map(damp).collect();
        Ok(Deformable { tip: along(0, self.length.clone()), shapes, products, stiffness, damping })
    }

    /// A field with the integrals that belong to it alone.
    fn shape(&self, coefficient: Coefficient, origin: &Origin) -> Result<Shape<Poly>, Error> {
        let (length, over_length) = (&self.length, &self.inverse_length);
        let still = Vector::default();
        Ok(match origin {
            Origin::Bend(axis, n) => {
                let family = self.family(*axis);
                let shape = &family.shapes[*n];
                let slope = &Poly::rounded(shape.at(1, 1.0))? * over_length;
                let mean = family.over_mass(|x| shape.at(0, x))?;
                let lever = family.over_mass(|x| x * shape.at(0, x))?;
                let mut mixed = single(0, *axis, product(&[&lever, length, length]));
                // the hub is a ring in the plane: half its inertia is spread along each direction,
                // and it turns with the root
                let hub =
                    &Poly::rounded(shape.at(1, 0.0))?.scale(&Rational::new(1, 2)?) * over_length;
                let hub = &hub * &self.beam.hub_inertia;
                mixed.0[0][*axis] = &mixed.0[0][*axis] + &hub;
                mixed.0[*axis][0] = -hub;
                Shape {
                    coefficient,
                    shift: along(*axis, Poly::rounded(shape.at(0, 1.0))?),
                    // a slope of y turns about z, one of z about -y
                    slope: if *axis == 1 { along(2, slope) } else { along(1, -slope) },
                    first: along(*axis, &mean * length),
                    mixed,
                }
            }
            Origin::Twist(n) => {
                let shape = &self.twist.shapes[*n];
                let entry = |moment: &Profile| -> Result<Poly, Error> {
                    Ok(&moment.over(&self.twist.nodes, |_, x| shape.at(0, x))? * length)
                };
                let [along_y, along_z] = &self.spread;
                let mut mixed = single(1, 2, entry(along_y)?);
                mixed.0[2][1] = -entry(along_z)?;
                Shape {
                    coefficient,
                    shift: still.clone(),
                    slope: along(0, Poly::one()),
                    first: still,
                    mixed,
                }
            }
            Origin::Short(axis, short, times) => {
                // d = -1/2 e_x / L times the integral of the slopes
                let half = Rational::new(-*times, 2)?;
                let family = self.family(*axis);
                let shift = &Poly::rounded(short.at_tip)?.scale(&half) * over_length;
                let over_mass = |f: fn(f64) -> f64| -> Result<Poly, Error> {
                    let sum = family.mass.over(&family.nodes, |k, x| short.at_nodes[k] * f(x))?;
                    Ok(sum.scale(&half))
                };
                Shape {
                    coefficient,
                    shift: along(0, shift),
                    slope: still,
                    first: along(0, over_mass(|_| 1.0)?),
                    mixed: single(0, 0, &over_mass(|x| x)? * length),
                }
            }
        })
    }

    /// The integral of d_a d_b^T.
    fn product_of(&self, one: &Origin, other: &Origin) -> Result<Matrix<Poly>, Error> {
        Ok(match (one, other) {
            (Origin::Bend(axis, m), Origin::Bend(other_axis, n)) => {
                let [family, other] = [self.family(*axis), self.family(*other_axis)];
                let [a, b] = [&family.shapes[*m], &other.shapes[*n]];
                let at = |order: usize, x: f64| a.at(order, x) * b.at(order, x);
                // shapes of the same sections are orthogonal, with load and hub
                let overlap = match family.mass.single() {
                    Some((unit, _)) if family.sections == other.sections => {
                        let [mu, j] = self.ends.load;
                        let hub = self.ends.hub.unwrap_or_default() * at(1, 0.0);
                        let loaded = mu * at(0, 1.0) + j * at(1, 1.0);
                        unit * &Poly::rounded(f64::from(u8::from(m == n)) - loaded - hub)?
                    }
                    _ => family.over_mass(|x| at(0, x))?,
                };
                let mut matrix = single(*axis, *other_axis, &overlap * &self.length);
                // a hub is there in one plane only
                let over = &self.inverse_length;
                let half = Poly::rounded(at(1, 0.0))?.scale(&Rational::new(1, 2)?);
                let hub = product(&[&half, over, over, &self.beam.hub_inertia]);
                for i in [0, *axis] {
                    matrix.0[i][i] = &matrix.0[i][i] + &hub;
                }
                matrix
            }
            (Origin::Twist(m), Origin::Twist(n)) => {
                let [a, b] = [m, n].map(|n| &self.twist.shapes[*n]);
                let polar = self.twist.mass.single().map(|(_, shares)| shares);
                let entry = |moment: &Profile| -> Result<Poly, Error> {
                    // shapes are orthogonal in what is spread as the moment about x
                    let alike = polar.is_some() && moment.single().map(|it| it.1) == polar;
                    if m != n && alike {
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
            (Origin::Bend(axis, n), Origin::Short(along, short, times)) => {
                let shape = &self.family(*axis).shapes[*n];
                let family = self.family(*along);
                let product = |k: usize, x| short.at_nodes[k] * shape.at(0, x);
                let overlap = family.mass.over(&family.nodes, product)?;
                single(*axis, 0, overlap.scale(&Rational::new(-*times, 2)?))
            }
            (Origin::Short(axis, a, m), Origin::Short(_, b, n)) => {
                let family = self.family(*axis);
                let product = |k: usize, _| a.at_nodes[k] * b.at_nodes[k];
                let overlap = family.mass.over(&family.nodes, product)?;
                let overlap = overlap.scale(&Rational::new(m * n, 4)?);
                single(0, 0, &overlap * &self.inverse_length)
            }
            // the section is symmetric: twist overlaps with nothing else
            _ => Matrix::default(),
        })
    }

    fn stiffness(&self, one: &Origin, other: &Origin) -> Result<Poly, Error> {
        let over = &self.inverse_length;
        Ok(match (one, other) {
            (Origin::Bend(axis, m), Origin::Bend(other, n)) if axis == other => {
                product(&[&self.family(*axis).strain(2, *m, *n)?, over, over, over])
            }
            (Origin::Twist(m), Origin::Twist(n)) => &self.twist.strain(1, *m, *n)? * over,
            _ => Poly::ZERO,
        })
    }
}
