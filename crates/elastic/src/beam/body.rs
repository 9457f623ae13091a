//! A beam as a body that deforms: its shapes are numbers, lengths, masses and stiffness stay
//! symbols. A stepped beam, a hub and a load shape the modes by their ratios, which need values; with
//! other values the shapes stay, as a basis of Ritz, and the integrals are those of the other beam.

use std::collections::BTreeMap;

use appell_algebra::{Budget, Error as AlgebraError, Poly, Rational, Symbol, Symbols};
use appell_diagnostic::Diagnostic;
use appell_spatial::{CentralInertia, Matrix, Vector};

use super::family::Family;
use super::integrals::{along, product};
use super::load::Load;
use super::profile::{Profile, Segments};
use super::shape::Strain;
use super::{Beam, Root, Segment};
use crate::error::Error;

/// A beam with what its integrals have in common.
pub struct BeamBody<'b> {
    /// With a join at every interface.
    pub(super) beam: Beam,
    /// Of the segments.
    pub(super) lengths: Vec<Poly>,
    pub(super) length: Poly,
    pub(super) inverse_length: Poly,
    /// Of bending along y and along z.
    pub(super) bending: [Family; 2],
    pub(super) twist: Family,
    pub(super) stretch: Family,
    /// Over length, the integrals of y^2 and of z^2 over the mass of the section.
    pub(super) spread: [Profile; 2],
    symbols: &'b Symbols,
    values: &'b BTreeMap<Symbol, f64>,
    /// What was done with its lengths.
    pub note: Option<Diagnostic>,
}

fn line_density(segment: &Segment) -> Poly {
    &segment.density * &segment.area
}

/// Moment of inertia about x over length.
fn polar(segment: &Segment) -> Poly {
    &segment.density * &(&segment.inertia_y + &segment.inertia_z)
}

impl<'b> BeamBody<'b> {
    /// Works out the shapes. `interfaces` are the points that carry something, as shares of the length: forces
    /// and moments there have their static shapes in the space of the modes. `values` are those of the
    /// parameters, for ratios that need them. Fails where an entry that must be positive is zero, and where the shapes are beyond floating point.
    pub fn new(
        given: &Beam,
        interfaces: &[f64],
        symbols: &'b Symbols,
        budget: &'b Budget,
        values: &'b BTreeMap<Symbol, f64>,
    ) -> Result<Self, Error> {
        if given.segments.is_empty() {
            let problem =
                Diagnostic::error("bad-segment-count", "expected at least one segment, found none")
                    .hint("give its length, density and area");
            return Err(problem.into());
        }
        let value = |entry: &Poly| entry.evaluate(symbols, |symbol| values.get(&symbol).copied());
        for (place, entry) in given.paths() {
            let name = place.last().map_or("", String::as_str);
            if given.needs(name) && (entry.is_zero() || value(entry).is_ok_and(|it| it == 0.0)) {
                let message = format!("`{name}` of a beam must be above zero");
                let path = ["beam".to_owned()].into_iter().chain(place.iter().cloned());
                let problem = Diagnostic::error("beam-not-positive", message)
                    .on(path)
                    .fact(name, 0)
                    .hint("give its value, or name what is not known");
                return Err(problem.into());
            }
        }
        let segments = Segments { list: &given.segments, symbols, budget, value: &value };
        let (list, joins) = segments.joined(interfaces)?;
        let beam = Beam { segments: list, ..given.clone() };
        let (segments, unit) = (Segments { list: &beam.segments, ..segments }, &beam.segments[0]);
        let (lengths, note) = segments.lengths()?;
        let length = lengths.iter().fold(Poly::ZERO, |sum, it| &sum + it);
        let load = Load::new(&beam, &line_density(unit), &length, &value)?;
        let bending = |second_moment: fn(&Segment) -> Poly, count, about: usize| match count {
            0 => Ok(Family::default()),
            _ => {
                let stiffness = |it: &Segment| &it.young * &second_moment(it);
                let (mut sections, profiles) = segments.sections(line_density, stiffness)?;
                let shear = match beam.shears() {
                    true => Some(segments.shear(&mut sections, &length, second_moment)?),
                    false => None,
                };
                let ends = load.bending(beam.root, about);
                let family =
                    Family::new(Strain::Bending, (sections, profiles), (ends, &joins), count)?;
                Ok::<_, Error>(Family { shear, ..family })
            }
        };
        // bending along y turns about z, bending along z about y
        let along_y = bending(|it| it.inertia_z.clone(), beam.bend_y, 2)?;
        let along_z = bending(|it| it.inertia_y.clone(), beam.bend_z, 1)?;
        let mut twist = Family::default();
        let mut spread = [Profile::default(), Profile::default()];
        if beam.twist > 0 {
            let sections = segments.sections(polar, |it| &it.shear * &it.torsion)?;
            let ends = load.twist(value(&(&polar(unit) * &length)));
            twist = Family::new(Strain::Slope, sections, (ends?, &joins), beam.twist)?;
            let shapes = twist.shapes.into_iter();
            twist.shapes = shapes.map(|it| it.clone().scaled(it.at(0, 1.0).recip())).collect();
            spread = [
                segments.profile(|it| &it.density * &it.inertia_z)?,
                segments.profile(|it| &it.density * &it.inertia_y)?,
            ];
        }
        let stretch = match beam.stretch {
            0 => Family::default(),
            count => {
                let sections = segments.sections(line_density, |it| &it.young * &it.area)?;
                Family::new(Strain::Slope, sections, (load.stretch(), &joins), count)?
            }
        };
        Ok(Self {
            beam,
            inverse_length: symbols.reciprocal(&length, budget)?,
            lengths,
            length,
            bending: [along_y, along_z],
            twist,
            stretch,
            spread,
            symbols,
            values,
            note,
        })
    }

    /// The shapes that move along an axis.
    pub(super) fn family(&self, axis: usize) -> &Family {
        match axis {
            0 => &self.stretch,
            _ => &self.bending[axis - 1],
        }
    }

    /// The value of an entry, with those of the parameters.
    pub(super) fn value(&self, entry: &Poly) -> Result<f64, AlgebraError> {
        entry.evaluate(self.symbols, |symbol| self.values.get(&symbol).copied())
    }

    /// The undeformed beam. The spread of mass over the section counts only where the beam twists or
    /// shears.
    pub fn parts(&self) -> Result<Vec<CentralInertia<Poly>>, AlgebraError> {
        let half = Rational::new(1, 2)?;
        let mut parts = Vec::with_capacity(self.beam.segments.len());
        let mut start = Poly::ZERO;
        for (segment, length) in self.beam.segments.iter().zip(&self.lengths) {
            let mass = &line_density(segment) * length;
            let slender = product(&[&mass, length, length]).scale(&Rational::new(1, 12)?);
            let mut moments = [Poly::ZERO, slender.clone(), slender];
            if self.beam.twist > 0 || self.beam.shears() {
                let section = |moment: &Poly| product(&[&segment.density, moment, length]);
                let [y, z] = [section(&segment.inertia_y), section(&segment.inertia_z)];
                moments = [&y + &z, &moments[1] + &y, &moments[2] + &z];
            }
            let centre = along(0, &start + &length.scale(&half));
            start = &start + length;
            parts.push(CentralInertia { mass, centre, inertia: diagonal(moments) });
        }
        if self.beam.root == Root::Pinned {
            // a thin ring in the plane in which the beam bends
            let hub = self.beam.hub_inertia.clone();
            let side = hub.scale(&half);
            let moments = match self.beam.bend_y > 0 {
                true => [side.clone(), side, hub],
                false => [side.clone(), hub, side],
            };
            parts.push(CentralInertia {
                mass: Poly::ZERO,
                centre: Vector::default(),
                inertia: diagonal(moments),
            });
        }
        Ok(parts)
    }
}

/// The tensor of these principal moments.
fn diagonal([xx, yy, zz]: [Poly; 3]) -> Matrix<Poly> {
    let mut tensor = Matrix::default();
    [tensor.0[0][0], tensor.0[1][1], tensor.0[2][2]] = [xx, yy, zz];
    tensor
}
