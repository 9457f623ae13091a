//! The modes of elastic links: coordinates, angles of the tip, integrals.

use std::collections::BTreeMap;

use appell_algebra::{Budget, Error, Poly, Rational, Symbol, Symbols};
use appell_diagnostic::Diagnostic;
use appell_spatial::{Coefficient, Deformable, Matrix, Shape, Vector};

use crate::beam::{Bending, Shortening};
use crate::elastic::{Beam, Elastic, ModeSource, Modes, transposed};
use crate::link::{Inertia, Part};
use crate::placement::decimal;

/// What belongs to an elastic link: its modes, and the part that a beam adds to its mass.
pub(super) struct Worked {
    pub(super) modes: Modes,
    pub(super) part: Option<Part>,
}

/// Why modes cannot be worked out.
pub(super) enum Problem {
    Algebra(Error),
    Told(Box<Diagnostic>),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::Algebra(error)
    }
}

/// The modes of a link. `stem` names the modal coordinates, `number` is that of the joint.
pub(super) fn modes(
    elastic: &Elastic,
    (stem, number): (&str, usize),
    symbols: &Symbols,
    budget: &Budget,
    values: &BTreeMap<Symbol, f64>,
) -> Result<Worked, Problem> {
    let (body, part) = match &elastic.source {
        ModeSource::Given(given) => (given.body(), None),
        ModeSource::Beam(beam) => {
            let worked = BeamBody::new(beam, symbols, budget, values)?;
            (worked.body()?, Some(worked.part()?))
        }
    };
    let names = (1..=body.modes()).map(|j| symbols.coordinate(&format!("{stem}_{j}")));
    let coordinates = names.collect::<Result<Vec<_>, _>>()?;
    let mut angles = Vec::new();
    for axis in [2, 1, 0] {
        if body.shapes.iter().any(|shape| !shape.slope.0[axis].is_zero()) {
            let name = format!("phi{number}{}", ["x", "y", "z"][axis]);
            angles.push((axis, symbols.coordinate(&name)?));
        }
    }
    Ok(Worked { modes: Modes { coordinates, angles, tip_map: elastic.tip_map, body }, part })
}

/// A beam with what its integrals have in common.
struct BeamBody<'b> {
    beam: &'b Beam,
    symbols: &'b Symbols,
    budget: &'b Budget,
    /// Mass over length.
    line_density: Poly,
    /// One over the length.
    inverse_length: Poly,
    /// The shapes of bending, as many as the direction with more of them needs.
    shapes: Vec<Bending>,
    /// The load, in units of the beam.
    load: [f64; 2],
}

/// A field of the beam.
enum Origin {
    /// Bending along y (1) or z (2).
    Bend(usize, usize),
    /// Twist about x, by its number from 0.
    Twist(usize),
    /// Shortening by two shapes of bending, so many times.
    Short(Shortening, i64),
}

/// A number of the quadrature as the decimal nearest to it.
fn number(value: f64) -> Result<Poly, Error> {
    decimal(value)
}

/// The product of factors, each a term or few.
fn product(factors: &[&Poly]) -> Poly {
    factors.iter().fold(Poly::one(), |product, factor| &product * *factor)
}

/// The matrix with one entry.
fn single(i: usize, j: usize, entry: Poly) -> Matrix<Poly> {
    let mut matrix = Matrix::default();
    matrix.0[i][j] = entry;
    matrix
}

/// The vector with one entry.
fn along(axis: usize, entry: Poly) -> Vector<Poly> {
    let mut vector = Vector::default();
    vector.0[axis] = entry;
    vector
}

/// The wave number of a twist: (n + 1/2) pi for n from 0.
fn twist_wave(n: usize) -> Result<Poly, Error> {
    Ok(Poly::from(Symbol::PI).scale(&Rational::new(2 * n as i64 + 1, 2)?))
}

impl<'b> BeamBody<'b> {
    fn new(
        beam: &'b Beam,
        symbols: &'b Symbols,
        budget: &'b Budget,
        values: &BTreeMap<Symbol, f64>,
    ) -> Result<Self, Problem> {
        let line_density = &beam.density * &beam.area;
        let value = |entry: &Poly| entry.evaluate(symbols, |symbol| values.get(&symbol).copied());
        let mut load = [0.0; 2];
        if !beam.load_mass.is_zero() || !beam.load_inertia.is_zero() {
            let mass = value(&(&line_density * &beam.length))?;
            let length = value(&beam.length)?;
            load = [
                value(&beam.load_mass)? / mass,
                value(&beam.load_inertia)? / (mass * length * length),
            ];
            if !load.iter().all(|part| part.is_finite() && *part >= 0.0) {
                let message = "the load of a beam is a mass and an inertia, not negative";
                let problem = Diagnostic::error("bad-load", message)
                    .fact("mass over that of the beam", load[0])
                    .fact("inertia over mass and length squared of the beam", load[1])
                    .hint("check load_mass, load_inertia, density, area and length");
                return Err(Problem::Told(Box::new(problem)));
            }
        }
        Ok(Self {
            beam,
            symbols,
            budget,
            line_density,
            inverse_length: symbols.reciprocal(&beam.length, budget)?,
            shapes: Bending::shapes(beam.bend_y.max(beam.bend_z), load),
            load,
        })
    }

    /// The undeformed beam. The spread of mass over the section counts only where the beam twists.
    fn part(&self) -> Result<Part, Error> {
        let beam = self.beam;
        let mass = &self.line_density * &beam.length;
        let half = Rational::new(1, 2)?;
        let slender = product(&[&mass, &beam.length, &beam.length]).scale(&Rational::new(1, 12)?);
        let mut inertia = Inertia { yy: slender.clone(), zz: slender, ..Inertia::default() };
        if beam.twist > 0 {
            let section = |moment: &Poly| product(&[&beam.density, moment, &beam.length]);
            let [y, z] = [section(&beam.inertia_y), section(&beam.inertia_z)];
            inertia.xx = &y + &z;
            inertia.yy = &inertia.yy + &y;
            inertia.zz = &inertia.zz + &z;
        }
        let centre = along(0, beam.length.scale(&half));
        Ok(Part { mass, centre, inertia, ..Part::default() })
    }

    fn body(&self) -> Result<Deformable<Poly>, Error> {
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
            for (first, modes) in [(0, beam.bend_y), (beam.bend_y, beam.bend_z)] {
                for m in 0..modes {
                    for n in m..modes {
                        let short = Shortening::new(&self.shapes[m], &self.shapes[n]);
                        let times = if m == n { 1 } else { 2 };
                        let coefficient = Coefficient::Product(first + m, first + n);
                        fields.push((coefficient, Origin::Short(short, times)));
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
                products[b][a] = transposed(&entry);
                products[a][b] = entry;
            }
        }
        let mut stiffness = vec![vec![Poly::ZERO; count]; count];
        for (j, (_, origin)) in fields.iter().take(count).enumerate() {
            stiffness[j][j] = self.stiffness(origin)?;
        }
        let damp = |row: &Vec<Poly>| row.iter().map(|entry| entry * &beam.damping).collect();
        let damping = stiffness.iter().map(damp).collect();
        Ok(Deformable { tip: along(0, beam.length.clone()), shapes, products, stiffness, damping })
    }

    /// A field with the integrals that belong to it alone.
    fn shape(&self, coefficient: Coefficient, origin: &Origin) -> Result<Shape<Poly>, Error> {
        let beam = self.beam;
        let (length, over_length) = (&beam.length, &self.inverse_length);
        let still = Vector::default();
        Ok(match origin {
            Origin::Bend(axis, n) => {
                let shape = &self.shapes[*n];
                let slope = &number(shape.at(1, 1.0))? * over_length;
                let first = product(&[&self.line_density, length, &number(shape.mean())?]);
                let lever = product(&[&self.line_density, length, length, &number(shape.lever())?]);
                Shape {
                    coefficient,
                    shift: along(*axis, number(shape.at(0, 1.0))?),
                    // a slope of y turns about z, one of z about -y
                    slope: if *axis == 1 { along(2, slope) } else { along(1, -slope) },
                    first: along(*axis, first),
                    mixed: single(0, *axis, lever),
                }
            }
            Origin::Twist(n) => {
                // sin of the wave number: at the tip in turn 1 and -1; its integral is 1/(wave number)
                let sign = Rational::from(if n % 2 == 0 { 1 } else { -1 });
                let mean = self.symbols.reciprocal(&twist_wave(*n)?, self.budget)?;
                let entry = |moment: &Poly| product(&[&beam.density, moment, length, &mean]);
                let mut mixed = single(1, 2, entry(&beam.inertia_z));
                mixed.0[2][1] = -entry(&beam.inertia_y);
                Shape {
                    coefficient,
                    shift: still.clone(),
                    slope: along(0, Poly::constant(sign)),
                    first: still,
                    mixed,
                }
            }
            Origin::Short(short, times) => {
                // d = -1/2 e_x / L times the integral of the slopes
                let half = Rational::new(-*times, 2)?;
                let shift = &number(short.at_tip)?.scale(&half) * over_length;
                let first = &number(short.with(|_| 1.0))?.scale(&half) * &self.line_density;
                let lever = number(short.with(|x| x))?.scale(&half);
                Shape {
                    coefficient,
                    shift: along(0, shift),
                    slope: still,
                    first: along(0, first),
                    mixed: single(0, 0, product(&[&lever, &self.line_density, length])),
                }
            }
        })
    }

    /// The integral of d_a d_b^T.
    fn product_of(&self, one: &Origin, other: &Origin) -> Result<Matrix<Poly>, Error> {
        let beam = self.beam;
        Ok(match (one, other) {
            (Origin::Bend(axis, m), Origin::Bend(other_axis, n)) => {
                let [a, b] = [&self.shapes[*m], &self.shapes[*n]];
                let [mu, j] = self.load;
                // orthogonal, with the load
                let unit = f64::from(u8::from(m == n));
                let loaded = mu * a.at(0, 1.0) * b.at(0, 1.0) + j * a.at(1, 1.0) * b.at(1, 1.0);
                let overlap = &self.line_density * &beam.length;
                let overlap = &overlap * &number(unit - loaded)?;
                // in two directions, shapes overlap as they do in one
                single(*axis, *other_axis, overlap)
            }
            (Origin::Twist(m), Origin::Twist(n)) if m == n => {
                let entry = |moment: &Poly| -> Result<Poly, Error> {
                    let half = Rational::new(1, 2)?;
                    Ok(product(&[&beam.density, moment, &beam.length]).scale(&half))
                };
                let mut matrix = single(1, 1, entry(&beam.inertia_y)?);
                matrix.0[2][2] = entry(&beam.inertia_z)?;
                matrix
            }
            (Origin::Bend(axis, n), Origin::Short(short, times)) => {
                let shape = &self.shapes[*n];
                let overlap = number(short.with(|x| shape.at(0, x)))?;
                let overlap = overlap.scale(&Rational::new(-*times, 2)?);
                single(*axis, 0, &overlap * &self.line_density)
            }
            (Origin::Short(a, m), Origin::Short(b, n)) => {
                let overlap = number(a.times(b))?.scale(&Rational::new(m * n, 4)?);
                single(0, 0, product(&[&overlap, &self.line_density, &self.inverse_length]))
            }
            // the section is symmetric: twist overlaps with nothing else
            _ => Matrix::default(),
        })
    }

    fn stiffness(&self, origin: &Origin) -> Result<Poly, Error> {
        let beam = self.beam;
        let over = &self.inverse_length;
        Ok(match origin {
            Origin::Bend(axis, n) => {
                let section = if *axis == 1 { &beam.inertia_z } else { &beam.inertia_y };
                let fourth = number(self.shapes[*n].b.powi(4))?;
                product(&[&beam.young, section, &fourth, over, over, over])
            }
            Origin::Twist(n) => {
                let wave = twist_wave(*n)?;
                let half = Rational::new(1, 2)?;
                product(&[&beam.shear, &beam.torsion, &wave, &wave, over]).scale(&half)
            }
            Origin::Short(..) => Poly::ZERO,
        })
    }
}
