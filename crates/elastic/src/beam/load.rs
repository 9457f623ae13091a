//! What a beam carries at its tip and holds at its root, in units of its own mass and length.

use appell_algebra::{Error as AlgebraError, Poly};
use appell_diagnostic::{Diagnostic, shown};

use super::shape::Ends;
use super::{Beam, Root};
use crate::error::Error;

/// A rigid body at the tip, and the hub: in units of the mass and the length of a beam that is all like its
/// first segment.
#[derive(Default)]
pub(super) struct Load {
    mass: f64,
    /// Of its centre, from the tip.
    centre: [f64; 3],
    /// About its centre.
    moments: [f64; 3],
    hub: f64,
    /// The moment of inertia that is the unit of all these, kg m^2.
    unit: f64,
}

impl Load {
    /// `density` is that over length. Fails where an entry has no value or is negative.
    pub(super) fn new(
        beam: &Beam,
        density: &Poly,
        length: &Poly,
        value: &impl Fn(&Poly) -> Result<f64, AlgebraError>,
    ) -> Result<Self, Error> {
        let [xx, yy, zz] = &beam.load_inertia;
        let entries = [&beam.load_mass, xx, yy, zz, &beam.hub_inertia];
        if entries.iter().all(|entry| entry.is_zero()) {
            return Ok(Self::default());
        }
        let length = value(length)?;
        let mass = value(density)? * length;
        let unit = mass * length * length;
        let mut parts = [0.0; 5];
        for (k, (part, entry)) in parts.iter_mut().zip(entries).enumerate() {
            *part = value(entry)? / if k == 0 { mass } else { unit };
        }
        let [load, x, y, z, hub] = parts;
        let mut centre = [0.0; 3];
        for (part, entry) in centre.iter_mut().zip(&beam.load_centre.0) {
            *part = value(entry)? / length;
        }
        let finite = centre.iter().all(|part| part.is_finite());
        if !finite || !parts.iter().all(|part| part.is_finite() && *part >= 0.0) {
            let message = "the load and the hub of a beam must not be negative";
            let problem = Diagnostic::error("bad-load", message)
                .fact("mass over that of the beam", shown(load))
                .fact(
                    "inertia over mass and length squared of the beam",
                    [x, y, z].map(shown).join(", "),
                )
                .fact("hub over mass and length squared of the beam", shown(hub))
                .hint("check load_mass, load_inertia, load_centre, hub_inertia, density, area and length");
            return Err(problem.into());
        }
        Ok(Self { mass: load, centre, moments: [x, y, z], hub, unit })
    }

    /// Whether its centre is beside the axis of the beam, so that it couples motions of several kinds.
    fn couples(&self) -> bool {
        self.mass > 0.0 && (self.centre[1] != 0.0 || self.centre[2] != 0.0)
    }

    /// Its moment of inertia for a turn of the tip about an axis.
    fn about(&self, axis: usize) -> f64 {
        let arms = (0..3).filter(|k| *k != axis).map(|k| self.centre[k].powi(2));
        self.moments[axis] + self.mass * arms.sum::<f64>()
    }

    /// For bending that turns the tip about an axis, y (1) or z (2): in both the centre moves by the shift of
    /// the tip and its slope times the centre along x.
    pub(super) fn bending(&self, root: Root, about: usize) -> Ends {
        let load = [self.mass, self.mass * self.centre[0], self.about(about)];
        let hub = (root == Root::Pinned).then_some(self.hub);
        Ends { hub, load, coupled: self.couples() }
    }

    /// For twist, by the moment of inertia of the beam about its axis, kg m^2.
    pub(super) fn twist(&self, polar: Result<f64, AlgebraError>) -> Result<Ends, AlgebraError> {
        let about = self.about(0);
        let load = if about == 0.0 { 0.0 } else { about * self.unit / polar? };
        Ok(Ends { hub: None, load: [load, 0.0, 0.0], coupled: self.couples() })
    }

    /// For stretch along the axis.
    pub(super) fn stretch(&self) -> Ends {
        Ends { hub: None, load: [self.mass, 0.0, 0.0], coupled: self.couples() }
    }
}
