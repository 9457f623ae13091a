//! A beam as a body that deforms: its shapes are numbers, lengths, masses and stiffness stay
//! symbols. A stepped beam, a hub and a load shape the modes by their ratios, which need values; with
//! other values the shapes stay, as a basis of Ritz, and the integrals are those of the other beam.

use std::collections::BTreeMap;

use appell_algebra::{Budget, Error, Poly, Rational, Symbol, Symbols};
use appell_diagnostic::{Diagnostic, shown};
use appell_spatial::{Coefficient, Deformable, Matrix, Shape, Vector};

use super::modes::Problem;
use super::profile::{Profile, Segments};
use crate::beam::{Ends, Section, Shortening, Strain, Vibration, integral, nodes};
use crate::elastic::{Beam, Root, Segment, transposed};
use crate::link::{Inertia, Part};
use crate::placement::rounded;

/// A beam with what its integrals have in common.
pub(super) struct BeamBody<'b> {
    beam: &'b Beam,
    /// Of the segments.
    lengths: Vec<Poly>,
    length: Poly,
    inverse_length: Poly,
    /// Of bending along y and along z.
    bending: [Family; 2],
    twist: Family,
    /// Over length, the integrals of y^2 and of z^2 over the mass of the section.
    spread: [Profile; 2],
    ends: Ends,
    /// What was done with its lengths.
    pub(super) note: Option<Diagnostic>,
}

/// The shapes of one kind.
#[derive(Default)]
struct Family {
    sections: Vec<Section>,
    nodes: Vec<(f64, f64, usize)>,
    shapes: Vec<Vibration>,
    /// Over length.
    mass: Profile,
    stiffness: Profile,
}

impl Family {
    fn new(
        strain: Strain,
        (sections, [mass, stiffness]): (Vec<Section>, [Profile; 2]),
        ends: Ends,
        count: usize,
    ) -> Result<Self, Problem> {
        let shapes = Vibration::lowest(strain, &sections, ends, count);
        if shapes.len() < count {
            let message = "the shapes of this beam are beyond floating point";
            let widths = sections.iter().map(|section| section.width);
            let [load, inertia] = ends.load;
            let problem = Diagnostic::error("bad-beam", message)
                .on(["beam"])
                .fact("shortest segment, of the whole", shown(widths.fold(1.0, f64::min)))
                .fact("load, of the mass of the beam", shown(load))
                .fact("its inertia, of the mass and length squared of the beam", shown(inertia))
                .fact("hub, of the mass and length squared of the beam", shown(ends.hub.unwrap_or_default()))
                .hint("leave out a segment that is very short and stiff, or make it a load at the tip; check units");
            return Err(Problem::Told(Box::new(problem)));
        }
        Ok(Self { nodes: nodes(&sections), sections, shapes, mass, stiffness })
    }

    /// The integral over mass of a function along the beam, over the length.
    fn over_mass(&self, f: impl Fn(f64) -> f64) -> Result<Poly, Error> {
        self.mass.over(&self.nodes, |_, x| f(x))
    }

    /// The integral of the strains of two shapes, in derivatives of an order. Those of the beam that
    /// made the shapes are orthogonal.
    fn strain(&self, order: usize, m: usize, n: usize) -> Result<Poly, Error> {
        let [a, b] = [&self.shapes[m], &self.shapes[n]];
        match self.stiffness.single() {
            Some(_) if m != n => Ok(Poly::ZERO),
            // bending has the norm 1
            Some((unit, _)) if order == 2 => Ok(unit * &rounded(a.lambda)?),
            Some((unit, _)) => {
                let square = |x, s: usize| self.sections[s].mass * a.at(0, x).powi(2);
                Ok(unit * &rounded(a.lambda * integral(&self.nodes, square))?)
            }
            None => self.stiffness.over(&self.nodes, |_, x| a.at(order, x) * b.at(order, x)),
        }
    }
}

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

fn line_density(segment: &Segment) -> Poly {
    &segment.density * &segment.area
}

/// Moment of inertia about x over length.
fn polar(segment: &Segment) -> Poly {
    &segment.density * &(&segment.inertia_y + &segment.inertia_z)
}

impl<'b> BeamBody<'b> {
    pub(super) fn new(
        beam: &'b Beam,
        symbols: &'b Symbols,
        budget: &'b Budget,
        values: &BTreeMap<Symbol, f64>,
    ) -> Result<Self, Problem> {
        let [unit, ..] = beam.segments.as_slice() else {
            let problem = Diagnostic::error("bad-segment-count", "a beam has at least one segment")
                .hint("give its length, density and area");
            return Err(Problem::Told(Box::new(problem)));
        };
        let value = |entry: &Poly| entry.evaluate(symbols, |symbol| values.get(&symbol).copied());
        for (place, entry) in beam.paths() {
            let name = place.last().map_or("", String::as_str);
            if beam.needs(name) && (entry.is_zero() || value(entry).is_ok_and(|it| it == 0.0)) {
                let message = format!("`{name}` of a beam is positive");
                let path = ["beam".to_owned()].into_iter().chain(place.iter().cloned());
                let problem = Diagnostic::error("beam-not-positive", message)
                    .on(path)
                    .fact(name, 0)
                    .hint("give its value, or name what is not known");
                return Err(Problem::Told(Box::new(problem)));
            }
        }
        let list = beam.segments.as_slice();
        let segments = Segments { list, symbols, budget, value: &value };
        let (lengths, note) = segments.lengths()?;
        let length = lengths.iter().fold(Poly::ZERO, |sum, it| &sum + it);
        let ends = ends(beam, &(&line_density(unit) * &length), &length, &value)?;
        let bending = |stiffness: fn(&Segment) -> Poly, count| match count {
            0 => Ok(Family::default()),
            _ => Family::new(
                Strain::Bending,
                segments.sections(line_density, stiffness)?,
                ends,
                count,
            ),
        };
        let along_y = bending(|it| &it.young * &it.inertia_z, beam.bend_y)?;
        let along_z = bending(|it| &it.young * &it.inertia_y, beam.bend_z)?;
        let mut twist = Family::default();
        let mut spread = [Profile::default(), Profile::default()];
        if beam.twist > 0 {
            let sections = segments.sections(polar, |it| &it.shear * &it.torsion)?;
            twist = Family::new(Strain::Twist, sections, Ends::default(), beam.twist)?;
            let shapes = twist.shapes.into_iter();
            twist.shapes = shapes.map(|it| it.clone().scaled(it.at(0, 1.0).recip())).collect();
            spread = [
                segments.profile(|it| &it.density * &it.inertia_z)?,
                segments.profile(|it| &it.density * &it.inertia_y)?,
            ];
        }
        Ok(Self {
            beam,
            inverse_length: symbols.reciprocal(&length, budget)?,
            lengths,
            length,
            bending: [along_y, along_z],
            twist,
            spread,
            ends,
            note,
        })
    }

    fn family(&self, axis: usize) -> &Family {
        &self.bending[axis - 1]
    }

    /// The undeformed beam. The spread of mass over the section counts only where the beam twists.
    pub(super) fn parts(&self) -> Result<Vec<Part>, Error> {
        let half = Rational::new(1, 2)?;
        let mut parts = Vec::with_capacity(self.beam.segments.len());
        let mut start = Poly::ZERO;
        for (segment, length) in self.beam.segments.iter().zip(&self.lengths) {
            let mass = &line_density(segment) * length;
            let slender = product(&[&mass, length, length]).scale(&Rational::new(1, 12)?);
            let mut inertia = Inertia { yy: slender.clone(), zz: slender, ..Inertia::default() };
            if self.beam.twist > 0 {
                let section = |moment: &Poly| product(&[&segment.density, moment, length]);
                let [y, z] = [section(&segment.inertia_y), section(&segment.inertia_z)];
                inertia.xx = &y + &z;
                inertia.yy = &inertia.yy + &y;
                inertia.zz = &inertia.zz + &z;
            }
            let centre = along(0, &start + &length.scale(&half));
            start = &start + length;
            parts.push(Part { mass, centre, inertia, ..Part::default() });
        }
        if self.beam.root == Root::Pinned {
            // a thin ring in the plane in which the beam bends
            let hub = self.beam.hub_inertia.clone();
            let side = hub.scale(&half);
            let inertia = match self.beam.bend_y > 0 {
                true => Inertia { xx: side.clone(), yy: side, zz: hub, ..Inertia::default() },
                false => Inertia { xx: side.clone(), yy: hub, zz: side, ..Inertia::default() },
            };
            parts.push(Part { inertia, ..Part::default() });
        }
        Ok(parts)
    }

    pub(super) fn body(&self) -> Result<Deformable<Poly>, Error> {
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
                products[b][a] = transposed(&entry);
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
                let slope = &rounded(shape.at(1, 1.0))? * over_length;
                let mean = family.over_mass(|x| shape.at(0, x))?;
                let lever = family.over_mass(|x| x * shape.at(0, x))?;
                let mut mixed = single(0, *axis, product(&[&lever, length, length]));
                // the hub is a ring in the plane: half its inertia is spread along each direction,
                // and it turns with the root
                let hub = &rounded(shape.at(1, 0.0))?.scale(&Rational::new(1, 2)?) * over_length;
                let hub = &hub * &self.beam.hub_inertia;
                mixed.0[0][*axis] = &mixed.0[0][*axis] + &hub;
                mixed.0[*axis][0] = -hub;
                Shape {
                    coefficient,
                    shift: along(*axis, rounded(shape.at(0, 1.0))?),
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
                let shift = &rounded(short.at_tip)?.scale(&half) * over_length;
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
                        unit * &rounded(f64::from(u8::from(m == n)) - loaded - hub)?
                    }
                    _ => family.over_mass(|x| at(0, x))?,
                };
                let mut matrix = single(*axis, *other_axis, &overlap * &self.length);
                // a hub is there in one plane only
                let over = &self.inverse_length;
                let half = rounded(at(1, 0.0))?.scale(&Rational::new(1, 2)?);
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

/// Load and hub, in units of mass and length of the beam.
fn ends(
    beam: &Beam,
    mass: &Poly,
    length: &Poly,
    value: &impl Fn(&Poly) -> Result<f64, Error>,
) -> Result<Ends, Problem> {
    let entries = [&beam.load_mass, &beam.load_inertia, &beam.hub_inertia];
    let mut parts = [0.0; 3];
    if entries.iter().any(|entry| !entry.is_zero()) {
        let (mass, length) = (value(mass)?, value(length)?);
        let turning = mass * length * length;
        for ((part, entry), unit) in parts.iter_mut().zip(entries).zip([mass, turning, turning]) {
            *part = value(entry)? / unit;
        }
        if !parts.iter().all(|part| part.is_finite() && *part >= 0.0) {
            let message = "load and hub of a beam are mass and inertia, not negative";
            let problem = Diagnostic::error("bad-load", message)
                .fact("mass over that of the beam", shown(parts[0]))
                .fact("inertia over mass and length squared of the beam", shown(parts[1]))
                .fact("hub over mass and length squared of the beam", shown(parts[2]))
                .hint("check load_mass, load_inertia, hub_inertia, density, area and length");
            return Err(Problem::Told(Box::new(problem)));
        }
    }
    let [load, inertia, hub] = parts;
    Ok(Ends { hub: (beam.root == Root::Pinned).then_some(hub), load: [load, inertia] })
}
