//! A beam as a body that deforms: its shapes are numbers, lengths, masses and stiffness stay
//! symbols. A stepped beam, a hub and a load shape the modes by their ratios, which need values.

use std::collections::BTreeMap;

use appell_algebra::{Budget, Error, Poly, Rational, Symbol, Symbols};
use appell_diagnostic::Diagnostic;
use appell_spatial::{Coefficient, Deformable, Matrix, Shape, Vector};

use super::modes::Problem;
use crate::beam::{Ends, Section, Shortening, Strain, Vibration, integral, nodes};
use crate::elastic::{Beam, Root, Segment, transposed};
use crate::link::{Inertia, Part};
use crate::placement::rounded;

/// A beam with what its integrals have in common.
pub(super) struct BeamBody<'b> {
    beam: &'b Beam,
    /// The first segment, in whose units the shapes are.
    unit: &'b Segment,
    length: Poly,
    inverse_length: Poly,
    /// Mass over length of the first segment.
    line_density: Poly,
    /// Of bending along y and along z.
    bending: [Family; 2],
    twist: Family,
    ends: Ends,
}

/// The shapes of one kind.
#[derive(Default)]
struct Family {
    sections: Vec<Section>,
    nodes: Vec<(f64, f64, usize)>,
    shapes: Vec<Vibration>,
}

impl Family {
    fn new(
        strain: Strain,
        sections: Vec<Section>,
        ends: Ends,
        count: usize,
    ) -> Result<Self, Problem> {
        if count == 0 {
            return Ok(Self { sections, ..Self::default() });
        }
        let shapes = Vibration::lowest(strain, &sections, ends, count);
        if shapes.len() < count {
            let message = "the shapes of this beam are beyond floating point";
            let widths = sections.iter().map(|section| section.width);
            let problem = Diagnostic::error("bad-beam", message)
                .fact("shortest segment, of the whole", widths.fold(1.0, f64::min))
                .fact("load, of the mass of the beam", ends.load[0])
                .fact("hub, of the mass and length squared of the beam", ends.hub.unwrap_or_default())
                .hint("leave out a segment that is very short and stiff, or make it a load at the tip; check units");
            return Err(Problem::Told(Box::new(problem)));
        }
        Ok(Self { nodes: nodes(&sections), sections, shapes })
    }

    /// The integral over mass of a function along the beam.
    fn over_mass(&self, f: impl Fn(f64) -> f64) -> f64 {
        integral(&self.nodes, |x, section| self.sections[section].mass * f(x))
    }

    /// The integral over mass of a function times a shortening.
    fn shortened(&self, short: &Shortening, f: impl Fn(usize, f64) -> f64) -> f64 {
        let nodes = self.nodes.iter().zip(&short.at_nodes).enumerate();
        nodes.map(|(k, ((x, w, s), value))| w * self.sections[*s].mass * value * f(k, *x)).sum()
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

/// Quantities of the segments in units of the first, by the values of the parameters; 1 where they
/// are written alike.
struct Ratios<'b> {
    segments: &'b [Segment],
    value: &'b dyn Fn(&Poly) -> Result<f64, Error>,
}

impl Ratios<'_> {
    fn of(&self, name: &str, quantity: impl Fn(&Segment) -> Poly) -> Result<Vec<f64>, Problem> {
        let entries: Vec<Poly> = self.segments.iter().map(quantity).collect();
        if entries.iter().all(|entry| *entry == entries[0]) {
            return Ok(vec![1.0; entries.len()]);
        }
        let first = (self.value)(&entries[0])?;
        let mut ratios = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            let ratio = (self.value)(entry)? / first;
            /// Beyond this the softer part moves alone, as far as numbers can tell.
            const EXTREME: f64 = 1e8;
            if !(EXTREME.recip()..=EXTREME).contains(&ratio) {
                let message = format!("the {name} of a segment does not fit that of the first");
                let problem = Diagnostic::error("bad-segment", message)
                    .fact("segment", index + 1)
                    .fact("ratio", ratio)
                    .hint("the segments of a beam are alike to eight orders of magnitude; check signs and units");
                return Err(Problem::Told(Box::new(problem)));
            }
            ratios.push(ratio);
        }
        Ok(ratios)
    }

    /// Sections, by mass and stiffness over length.
    fn sections(
        &self,
        mass: impl Fn(&Segment) -> Poly,
        stiffness: impl Fn(&Segment) -> Poly,
    ) -> Result<Vec<Section>, Problem> {
        let widths = self.of("length", |it| it.length.clone())?;
        let whole: f64 = widths.iter().sum();
        let masses = self.of("mass", mass)?;
        let stiffness = self.of("stiffness", stiffness)?;
        let section =
            |((width, mass), stiffness)| Section { width: width / whole, mass, stiffness };
        Ok(widths.into_iter().zip(masses).zip(stiffness).map(section).collect())
    }
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
        let length = beam.segments.iter().fold(Poly::ZERO, |sum, it| &sum + &it.length);
        let ends = ends(beam, &(&line_density(unit) * &length), &length, &value)?;
        let ratios = Ratios { segments: &beam.segments, value: &value };
        let bending = |stiffness: fn(&Segment) -> Poly, count| -> Result<Family, Problem> {
            let sections = match count {
                0 => Vec::new(),
                _ => ratios.sections(line_density, stiffness)?,
            };
            Family::new(Strain::Bending, sections, ends, count)
        };
        let along_y = bending(|it| &it.young * &it.inertia_z, beam.bend_y)?;
        let along_z = bending(|it| &it.young * &it.inertia_y, beam.bend_z)?;
        let sections = match beam.twist {
            0 => Vec::new(),
            _ => ratios.sections(polar, |it| &it.shear * &it.torsion)?,
        };
        let mut twist = Family::new(Strain::Twist, sections, Ends::default(), beam.twist)?;
        twist.shapes =
            twist.shapes.into_iter().map(|it| it.clone().scaled(it.at(0, 1.0).recip())).collect();
        Ok(Self {
            beam,
            unit,
            inverse_length: symbols.reciprocal(&length, budget)?,
            length,
            line_density: line_density(unit),
            bending: [along_y, along_z],
            twist,
            ends,
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
        for segment in &self.beam.segments {
            let length = &segment.length;
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
        for (j, (_, origin)) in fields.iter().take(count).enumerate() {
            stiffness[j][j] = self.stiffness(origin)?;
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
                let mean = rounded(family.over_mass(|x| shape.at(0, x)))?;
                let lever = rounded(family.over_mass(|x| x * shape.at(0, x)))?;
                let lever = product(&[&self.line_density, length, length, &lever]);
                let mut mixed = single(0, *axis, lever);
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
                    first: along(*axis, product(&[&self.line_density, length, &mean])),
                    mixed,
                }
            }
            Origin::Twist(n) => {
                let shape = &self.twist.shapes[*n];
                let entry =
                    |moment: fn(&Segment) -> &Poly| self.over_sections(moment, |x| shape.at(0, x));
                let mut mixed = single(1, 2, entry(|it| &it.inertia_z)?);
                mixed.0[2][1] = -entry(|it| &it.inertia_y)?;
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
                let mean = rounded(family.shortened(short, |_, _| 1.0))?.scale(&half);
                let lever = rounded(family.shortened(short, |_, x| x))?.scale(&half);
                Shape {
                    coefficient,
                    shift: along(0, shift),
                    slope: still,
                    first: along(0, &mean * &self.line_density),
                    mixed: single(0, 0, product(&[&lever, &self.line_density, length])),
                }
            }
        })
    }

    /// The integral over the twisting beam of density times a moment of the section times a function.
    fn over_sections(
        &self,
        moment: fn(&Segment) -> &Poly,
        f: impl Fn(f64) -> f64,
    ) -> Result<Poly, Error> {
        let mut sum = Poly::ZERO;
        for (index, segment) in self.beam.segments.iter().enumerate() {
            let own = |x, section| if section == index { f(x) } else { 0.0 };
            let share = rounded(integral(&self.twist.nodes, own))?;
            sum = &sum + &product(&[&segment.density, moment(segment), &self.length, &share]);
        }
        Ok(sum)
    }

    /// The integral of d_a d_b^T.
    fn product_of(&self, one: &Origin, other: &Origin) -> Result<Matrix<Poly>, Error> {
        Ok(match (one, other) {
            (Origin::Bend(axis, m), Origin::Bend(other_axis, n)) => {
                let [family, other] = [self.family(*axis), self.family(*other_axis)];
                let [a, b] = [&family.shapes[*m], &other.shapes[*n]];
                let at = |order: usize, x: f64| a.at(order, x) * b.at(order, x);
                // shapes of the same sections are orthogonal, with load and hub
                let overlap = match family.sections == other.sections {
                    true => {
                        let [mu, j] = self.ends.load;
                        let hub = self.ends.hub.unwrap_or_default() * at(1, 0.0);
                        let loaded = mu * at(0, 1.0) + j * at(1, 1.0);
                        f64::from(u8::from(m == n)) - loaded - hub
                    }
                    false => family.over_mass(|x| at(0, x)),
                };
                let beam = &self.line_density * &self.length;
                let mut matrix = single(*axis, *other_axis, &beam * &rounded(overlap)?);
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
                // sections that are alike have orthogonal shapes
                if m != n && self.twist.sections.iter().all(|it| it.mass == 1.0) {
                    return Ok(Matrix::default());
                }
                let entry = |moment: fn(&Segment) -> &Poly| {
                    self.over_sections(moment, |x| a.at(0, x) * b.at(0, x))
                };
                let mut matrix = single(1, 1, entry(|it| &it.inertia_y)?);
                matrix.0[2][2] = entry(|it| &it.inertia_z)?;
                matrix
            }
            (Origin::Bend(axis, n), Origin::Short(along, short, times)) => {
                let shape = &self.family(*axis).shapes[*n];
                let overlap = self.family(*along).shortened(short, |_, x| shape.at(0, x));
                let overlap = rounded(overlap)?.scale(&Rational::new(-*times, 2)?);
                single(*axis, 0, &overlap * &self.line_density)
            }
            (Origin::Short(axis, a, m), Origin::Short(_, b, n)) => {
                let overlap = self.family(*axis).shortened(a, |k, _| b.at_nodes[k]);
                let overlap = rounded(overlap)?.scale(&Rational::new(m * n, 4)?);
                single(0, 0, product(&[&overlap, &self.line_density, &self.inverse_length]))
            }
            // the section is symmetric: twist overlaps with nothing else
            _ => Matrix::default(),
        })
    }

    fn stiffness(&self, origin: &Origin) -> Result<Poly, Error> {
        let (unit, over) = (self.unit, &self.inverse_length);
        Ok(match origin {
            Origin::Bend(axis, n) => {
                let section = if *axis == 1 { &unit.inertia_z } else { &unit.inertia_y };
                let lambda = rounded(self.family(*axis).shapes[*n].lambda)?;
                product(&[&unit.young, section, &lambda, over, over, over])
            }
            Origin::Twist(n) => {
                let shape = &self.twist.shapes[*n];
                let norm = self.twist.over_mass(|x| shape.at(0, x).powi(2));
                let strain = rounded(shape.lambda * norm)?;
                product(&[&unit.shear, &unit.torsion, &strain, over])
            }
            Origin::Short(..) => Poly::ZERO,
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
                .fact("mass over that of the beam", parts[0])
                .fact("inertia over mass and length squared of the beam", parts[1])
                .fact("hub over mass and length squared of the beam", parts[2])
                .hint("check load_mass, load_inertia, hub_inertia, density, area and length");
            return Err(Problem::Told(Box::new(problem)));
        }
    }
    let [load, inertia, hub] = parts;
    Ok(Ends { hub: (beam.root == Root::Pinned).then_some(hub), load: [load, inertia] })
}
