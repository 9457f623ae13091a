//! Elastic links, as they are given and as mechanics needs them.

use appell_algebra::{Budget, Error, Poly, Symbol, Symbols};
use appell_diagnostic::Diagnostic;
use appell_elastic::{Beam, GivenModes};
use appell_spatial::{Coefficient, Deformable, Shape, Vector};

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

/// How the tip frame follows from the displacements d_j and the small rotations delta_j of the tip by the
/// modes; delta = sum_j q_j delta_j.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TipMap {
    /// Turns by the components of delta, about z, y and x: a rotation for any deformation. With
    /// one component it is the exponential of delta, else it is so to first order.
    #[default]
    Rotation,
    /// `1 + [delta]x` (Book 1984; Negrean 2019, eqs 64-67): a rotation to first order only.
    Affine,
    /// The product of the exponentials of the modes, in their order: exp(q_j A_j) with the screw A_j of
    /// delta_j and d_j (Negrean 2019, eqs 68-72, corrected: a product, not a sum of two).
    Exponential,
}

impl TipMap {
    /// All.
    pub const ALL: [Self; 3] = [Self::Rotation, Self::Affine, Self::Exponential];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rotation => "rotation",
            Self::Affine => "affine",
            Self::Exponential => "exponential",
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

/// An angle by which the tip of an elastic link, or a station of it, turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TipAngle {
    /// The axis: x (0), y (1) or z (2).
    pub axis: usize,
    /// Its name.
    pub symbol: Symbol,
    /// The mode to which it belongs; nothing: it is the sum over all modes.
    pub mode: Option<usize>,
    /// The station that turns; nothing: the tip.
    pub station: Option<usize>,
}

/// The modes of an elastic link, worked out.
#[derive(Clone, Debug)]
pub struct Modes {
    /// The modal coordinates.
    pub coordinates: Vec<Symbol>,
    /// The angles by which the tip turns, in this order, without those that are always zero: about z, y
    /// and x; with [`TipMap::Exponential`], one for each mode with a slope. Then those of every station.
    pub angles: Vec<TipAngle>,
    /// With [`TipMap::Exponential`], of every such angle a point of the axis of its screw, seen from the
    /// undeformed tip: e x d_j / |delta_j|.
    pub pivots: Vec<Vector<Poly>>,
    /// How the tip frame follows the modes.
    pub tip_map: TipMap,
    /// Fields, integrals, stiffness and damping.
    pub body: Deformable<Poly>,
}

impl Modes {
    /// An angle by which the tip turns, in the modal coordinates.
    pub fn angle(&self, angle: &TipAngle) -> Poly {
        self.sum_of_slopes(angle, &self.coordinates)
    }

    /// The time derivative of an order of such an angle.
    pub fn angle_rate(&self, angle: &TipAngle, order: u32) -> Result<Poly, Error> {
        let rates = self.coordinates.iter().map(|q| q.derivative(order));
        Ok(self.sum_of_slopes(angle, &rates.collect::<Result<Vec<Symbol>, _>>()?))
    }

    /// The slopes of the modes at the tip or a station, each times what belongs to its mode.
    fn sum_of_slopes(&self, angle: &TipAngle, of_modes: &[Symbol]) -> Poly {
        let fields = self.body.shapes.iter().enumerate();
        let shares = fields.filter_map(|(field, shape)| match shape.coefficient {
            Coefficient::Mode(j) if angle.mode.is_none_or(|mode| mode == j) => {
                let slope = self.body.slope(angle.station, field);
                Some(&slope.0[angle.axis] * &of_modes[j].into())
            }
            Coefficient::Mode(_) | Coefficient::Product(..) => None,
        });
        shares.fold(Poly::ZERO, |sum, share| &sum + &share)
    }

    /// The field of a mode.
    fn shape(&self, mode: usize) -> Option<&Shape<Poly>> {
        self.body.shapes.iter().find(|shape| shape.coefficient == Coefficient::Mode(mode))
    }

    /// Works out the points of the screws again, after the fields have changed.
    pub(crate) fn place_pivots(&mut self, symbols: &Symbols, budget: &Budget) -> Result<(), Error> {
        let mut pivots = Vec::new();
        for TipAngle { axis, mode, .. } in &self.angles {
            let Some(Shape { shift, slope, .. }) = mode.and_then(|mode| self.shape(mode)) else {
                continue;
            };
            let inverse = symbols.reciprocal(&slope.0[*axis], budget)?;
            // e x d, with the unit vector e of the axis
            let [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
            let mut place = [Poly::ZERO, Poly::ZERO, Poly::ZERO];
            place[next] = -&(&inverse * &shift.0[last]);
            place[last] = &inverse * &shift.0[next];
            pivots.push(Vector(place));
        }
        self.pivots = pivots;
        Ok(())
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
