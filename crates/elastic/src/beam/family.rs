//! The shapes of one kind: bending along y, bending along z, twist, or stretch.

use appell_algebra::{Error as AlgebraError, Poly};
use appell_diagnostic::{Diagnostic, shown};

use super::profile::Profile;
use super::shape::{BeamShape, Ends, Section, Strain, integral, nodes};
use crate::error::Error;

/// The shapes of one kind.
#[derive(Default)]
pub(super) struct Family {
    pub(super) sections: Vec<Section>,
    pub(super) ends: Ends,
    pub(super) nodes: Vec<(f64, f64, usize)>,
    pub(super) shapes: Vec<BeamShape>,
    /// Over length.
    pub(super) mass: Profile,
    pub(super) stiffness: Profile,
    /// Of bending with shear: kappa G A, and the moment of inertia over length.
    pub(super) shear: Option<[Profile; 2]>,
}

impl Family {
    pub(super) fn new(
        strain: Strain,
        (sections, [mass, stiffness]): (Vec<Section>, [Profile; 2]),
        (ends, joins): (Ends, &[usize]),
        count: usize,
    ) -> Result<Self, Error> {
        let shapes = BeamShape::lowest(strain, &sections, (ends, joins), count);
        if shapes.len() < count {
            let message = "the shapes of this beam are beyond floating point";
            let widths = sections.iter().map(|section| section.width);
            let [load, _, inertia] = ends.load;
            let problem = Diagnostic::error("bad-beam", message)
                .on(["beam"])
                .fact("shortest segment, of the whole", shown(widths.fold(1.0, f64::min)))
                .fact("load, of the mass of the beam", shown(load))
                .fact("its inertia, of the mass and length squared of the beam", shown(inertia))
                .fact("hub, of the mass and length squared of the beam", shown(ends.hub.unwrap_or_default()))
                .hint("leave out a segment that is very short and stiff, or make it a load at the tip; check units");
            return Err(problem.into());
        }
        Ok(Self { nodes: nodes(&sections), sections, ends, shapes, mass, stiffness, shear: None })
    }

    /// The integral over mass of a function along the beam, over the length.
    pub(super) fn over_mass(&self, f: impl Fn(f64) -> f64) -> Result<Poly, AlgebraError> {
        self.mass.over(&self.nodes, |_, x| f(x))
    }

    /// The integral of a function over the moment of inertia of the sections, over the length; zero without shear.
    pub(super) fn over_inertia(&self, f: impl Fn(f64) -> f64) -> Result<Poly, AlgebraError> {
        match &self.shear {
            Some([_, inertia]) => inertia.over(&self.nodes, |_, x| f(x)),
            None => Ok(Poly::ZERO),
        }
    }

    /// The integral of the shear of two shapes.
    pub(super) fn shearing(&self, m: usize, n: usize) -> Result<Poly, AlgebraError> {
        let [a, b] = [&self.shapes[m], &self.shapes[n]];
        match &self.shear {
            Some([stiffness, _]) => stiffness.over(&self.nodes, |_, x| a.shear(x) * b.shear(x)),
            None => Ok(Poly::ZERO),
        }
    }

    /// The integral of the strains of two shapes, in derivatives of an order. Those of the beam that
    /// made the shapes are orthogonal, with shear only together with it.
    pub(super) fn strain(&self, order: usize, m: usize, n: usize) -> Result<Poly, AlgebraError> {
        let [a, b] = [&self.shapes[m], &self.shapes[n]];
        match self.stiffness.single().filter(|_| self.shear.is_none()) {
            Some(_) if m != n => Ok(Poly::ZERO),
            // bending has the norm 1
            Some((unit, _)) if order == 2 => Ok(unit * &Poly::rounded(a.lambda)?),
            Some((unit, _)) => {
                let square = |x, s: usize| self.sections[s].mass * a.at(0, x).powi(2);
                let norm = integral(&self.nodes, square) + self.ends.loaded(a, a);
                Ok(unit * &Poly::rounded(a.lambda * norm)?)
            }
            None => self.stiffness.over(&self.nodes, |_, x| a.at(order, x) * b.at(order, x)),
        }
    }
}
