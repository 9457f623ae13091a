//! Elastic links, as they are given and as mechanics needs them.

use appell_algebra::{Error, Poly, Symbol};
use appell_diagnostic::Diagnostic;
use appell_elastic::{Beam, GivenModes};
use appell_spatial::{Coefficient, Deformable};

use crate::build::joint_path;
use crate::finite_elements::FiniteElements;
use crate::robot::Robot;

/// How a link was said to be elastic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elastic {
    /// How the tip frame follows the modes.
    pub tip_map: TipMap,
    /// Where the modes come from.
    pub source: ModeSource,
}

/// How the rotation of the tip follows from its small rotation delta = sum_j q_j delta_j.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TipMap {
    /// Turns by the components of delta, about z, y and x: a rotation for any deformation. With
    /// one component it is the exponential of delta, else it is so to first order.
    #[default]
    Rotation,
    /// `1 + [delta]x` (Book 1984; Negrean 2019, eqs 64-67): a rotation to first order only.
    Affine,
}

impl TipMap {
    /// All.
    pub const ALL: [Self; 2] = [Self::Rotation, Self::Affine];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rotation => "rotation",
            Self::Affine => "affine",
        }
    }
}

/// Where the modes of a link come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModeSource {
    /// From their integrals; mass, centre and inertia of the link are those of the whole link,
    /// undeformed.
    Given(Box<GivenModes>),
    /// From a beam, whose mass comes on top of what the link has.
    Beam(Box<Beam>),
    /// From a finite-element model, whose mass comes on top of what the link has.
    FiniteElements(Box<FiniteElements>),
}

/// The path segment of a pair of modes.
pub(crate) fn pair_path(index: usize) -> String {
    format!("pair {}", index + 1)
}

/// The modes of an elastic link, worked out.
#[derive(Clone, Debug)]
pub struct Modes {
    /// The modal coordinates.
    pub coordinates: Vec<Symbol>,
    /// The angles by which the tip turns, with their axes: z (2), y (1), x (0); only those that are
    /// not always zero. Each is the sum of the slopes times the modal coordinates.
    pub angles: Vec<(usize, Symbol)>,
    /// How the tip frame follows the modes.
    pub tip_map: TipMap,
    /// Fields, integrals, stiffness and damping.
    pub body: Deformable<Poly>,
}

impl Modes {
    /// An angle by which the tip turns, in the modal coordinates.
    pub fn angle(&self, axis: usize) -> Poly {
        self.sum_of_slopes(axis, &self.coordinates)
    }

    /// The time derivative of an order of such an angle.
    pub fn angle_rate(&self, axis: usize, order: u32) -> Result<Poly, Error> {
        let rates = self.coordinates.iter().map(|q| q.derivative(order));
        Ok(self.sum_of_slopes(axis, &rates.collect::<Result<Vec<Symbol>, _>>()?))
    }

    /// The slopes of the modes at the tip, each times what belongs to its mode.
    fn sum_of_slopes(&self, axis: usize, of_modes: &[Symbol]) -> Poly {
        let shares = self.body.shapes.iter().filter_map(|shape| match shape.coefficient {
            Coefficient::Mode(j) => Some(&shape.slope.0[axis] * &of_modes[j].into()),
            Coefficient::Product(..) => None,
        });
        shares.fold(Poly::ZERO, |sum, share| &sum + &share)
    }
}

/// A refusal to write an elastic robot in a format that has no place for it.
pub(crate) fn refuse_elastic(robot: &Robot, format: &str) -> Option<Diagnostic> {
    let index = robot.joints().iter().position(|joint| joint.modes.is_some())?;
    let problem = Diagnostic::error("elastic-link", format!("{format} has no elastic links"))
        .on([joint_path(index).as_str(), "link", "elastic"])
        .hint("write TOML; or leave `elastic` out to treat the link as rigid");
    Some(problem)
}
