//! The robot.

use std::collections::BTreeMap;
use std::sync::Arc;

use appell_algebra::{AtomKind, Error, Poly, Rational, Symbol, Symbols};
use appell_spatial::{CentralInertia, MassMoments, Transform, Vector};
use appell_units::{JointMeasure, Measure, PURE_NUMBER};

use crate::coupling::{Rotor, Shares};
use crate::draft::Draft;
use crate::elastic::TipMap;
use crate::frame::{Base, FrameName, NamedFrame};
use crate::friction::Friction;
use crate::joint::{Joint, JointId, JointKind};
use crate::link::{BaseLink, Mesh, Part};
use crate::parameter::Parameter;
use crate::placement::Placement;

/// A robot: a tree of joints and links on a base. It cannot be changed; see [`crate::Draft`].
#[derive(Clone, Debug)]
pub struct Robot {
    pub(crate) name: String,
    pub(crate) source: Option<String>,
    pub(crate) symbols: Symbols,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) values: BTreeMap<Symbol, f64>,
    pub(crate) exact_values: BTreeMap<Symbol, Rational>,
    pub(crate) used: Vec<Symbol>,
    pub(crate) gravity: Vector<Poly>,
    pub(crate) joints: Vec<Joint>,
    pub(crate) tool: Tool,
    pub(crate) frames: Vec<NamedFrame>,
    pub(crate) base: Option<Base>,
    pub(crate) payload: Payload,
    pub(crate) base_link: BaseLink,
    pub(crate) carried: Option<Carried>,
    /// The draft of a robot that was given by a table, with the table.
    pub(crate) tabled: Option<Arc<Draft>>,
}

/// A body on the tip of an elastic link, in the frame of the tool.
#[derive(Clone, Debug)]
pub struct Carried {
    /// Mass, first moment and inertia about the origin of the tool frame.
    pub moments: MassMoments<Poly>,
    /// Mass, centre of mass and inertia about it.
    pub body: CentralInertia<Poly>,
}

/// The tool frame {n+1}.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The joint on whose link it sits.
    pub parent: JointId,
    /// Where it lies in the frame of this joint, as it was given.
    pub placement: Placement,
    /// The same as a transform.
    pub parent_from_tool: Transform<Poly>,
}

/// What the robot carries or pushes, in the tool frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payload {
    /// The force that the robot exerts on its surroundings.
    pub force: Vector<Poly>,
    /// The moment that the robot exerts on its surroundings, about the tool's origin.
    pub moment: Vector<Poly>,
    /// A body that is fixed to the tool; the mass moments of the link that carries the tool have it,
    /// unless this link is elastic: see [`Robot::carried`].
    pub body: Option<Part>,
}

impl Robot {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where structure and numbers come from.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The table of its symbols.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// All its parameters: those declared, in their order, then those found where they are used.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Whether a parameter occurs in any entry of the robot.
    pub fn uses(&self, parameter: Symbol) -> bool {
        self.used.binary_search(&parameter).is_ok()
    }

    /// Gravity, in base axes.
    pub fn gravity(&self) -> &Vector<Poly> {
        &self.gravity
    }

    /// Gravity as it was given: in the axes of B where the base is placed, else in those of the base.
    pub fn given_gravity(&self) -> &Vector<Poly> {
        self.base.as_ref().map_or(&self.gravity, |base| &base.gravity)
    }

    /// The joints, each after its parent.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The numbers of the joints, in order.
    pub fn joint_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = JointId> + ExactSizeIterator + use<> {
        (0..self.joints.len() as u32).map(JointId)
    }

    /// A joint.
    ///
    /// # Panics
    /// When the number is that of a joint of a larger robot.
    pub fn joint(&self, id: JointId) -> &Joint {
        &self.joints[id.index()]
    }

    /// The joint of a name.
    pub fn find_joint(&self, name: &str) -> Option<JointId> {
        self.joint_ids().find(|&id| self.joint(id).name == name)
    }

    /// The joints that sit on the link of a joint, or on the base.
    pub fn children(&self, parent: Option<JointId>) -> impl Iterator<Item = JointId> + '_ {
        self.joint_ids().filter(move |&id| self.joint(id).parent == parent)
    }

    /// The coordinates, in order: that of each joint that moves, followed by the modal coordinates
    /// of its link.
    pub fn coordinates(&self) -> Vec<Symbol> {
        let modal = |joint: &Joint| {
            joint.modes.iter().flat_map(|it| it.coordinates.clone()).collect::<Vec<_>>()
        };
        self.joints
            .iter()
            .flat_map(|joint| joint.coordinate.into_iter().chain(modal(joint)))
            .collect()
    }

    /// What the coordinates belong to, in order: `shoulder`, and `shoulder mode 2` for the second
    /// mode of its link.
    pub fn coordinate_owners(&self) -> Vec<String> {
        let mut owners = Vec::new();
        for joint in &self.joints {
            owners.extend(joint.coordinate.map(|_| joint.name.clone()));
            let modes = joint.modes.iter().flat_map(|modes| 1..=modes.coordinates.len());
            owners.extend(modes.map(|j| format!("{} mode {j}", joint.name)));
        }
        owners
    }

    /// What the numbers of the coordinates stand for, in order: by the kind of the joint. A modal
    /// coordinate has no unit of its own.
    pub fn coordinate_measures(&self, measure: &JointMeasure) -> Vec<&'static Measure> {
        let mut measures = Vec::new();
        for joint in &self.joints {
            let translates = joint.kind == JointKind::Translation;
            measures.extend(joint.coordinate.map(|_| measure.of(translates)));
            let modes = joint.modes.iter().flat_map(|modes| &modes.coordinates);
            measures.extend(modes.map(|_| &PURE_NUMBER));
        }
        measures
    }

    /// Names of angles and lengths that are sums of coordinates, with these sums: of the tips of elastic
    /// links that turn, and of joints that follow others.
    pub fn related(&self) -> Result<Vec<(Symbol, Poly)>, Error> {
        let mut all = Vec::new();
        for modes in self.joints.iter().filter_map(|joint| joint.modes.as_ref()) {
            let turning = modes.angles.iter().filter(|_| modes.tip_map != TipMap::Affine);
            all.extend(turning.map(|angle| (angle.symbol, modes.angle(angle))));
        }
        for coupling in self.joints.iter().filter_map(|joint| joint.coupling.as_ref()) {
            all.push((coupling.symbol, coupling.rate(self, 0)?));
        }
        Ok(all)
    }

    /// What rubs on a joint alone: its own friction, that of joints that follow nothing but it, and that
    /// of motors that turn with nothing but it.
    pub fn rubbing_on(&self, id: JointId) -> impl Iterator<Item = &Friction> {
        let alone = move |shares: &Shares| matches!(shares.as_slice(), [(only, _)] if *only == id);
        let own = self.joint(id).coordinate.map(|_| &self.joint(id).friction);
        let following = self.joints.iter().filter_map(move |joint| {
            let coupling = joint.coupling.as_ref()?;
            alone(&coupling.shares).then_some(&joint.friction)
        });
        let motors = self.joints.iter().filter_map(move |joint| {
            let rotor = joint.rotor.as_ref()?;
            alone(&rotor.shares).then_some(&rotor.friction)
        });
        own.into_iter().chain(following).chain(motors)
    }

    /// The efficiency of the gear behind a joint, where it has losses.
    pub fn gear_efficiency(&self, id: JointId) -> Option<&Poly> {
        let turns = |rotor: &&Rotor| rotor.shares.iter().any(|(turned, _)| *turned == id);
        let mut rotors = self.joints.iter().filter_map(|joint| joint.rotor.as_ref());
        rotors.find(|rotor| turns(rotor) && rotor.efficiency.is_some())?.efficiency.as_ref()
    }

    /// The joints with coordinates of their own that dry friction or the losses of a gear can hold at
    /// rest.
    pub fn sticking(&self) -> Vec<JointId> {
        let sticks = |id: &JointId| {
            self.rubbing_on(*id).any(Friction::sticks) || self.gear_efficiency(*id).is_some()
        };
        self.joint_ids().filter(sticks).collect()
    }

    /// The same without the rotors of its motors.
    #[must_use]
    pub fn without_rotors(&self) -> Self {
        let mut without = self.clone();
        without.joints.iter_mut().for_each(|joint| joint.rotor = None);
        without
    }

    /// Whether a link is elastic.
    pub fn is_elastic(&self) -> bool {
        self.joints.iter().any(|joint| joint.modes.is_some())
    }

    /// Whether every joint sits on the one before it.
    pub fn is_chain(&self) -> bool {
        self.joint_ids().all(|id| self.joint(id).parent.map_or(0, JointId::number) == id.index())
    }

    /// The tool frame.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// The named frames.
    pub fn frames(&self) -> &[NamedFrame] {
        &self.frames
    }

    /// The place of a named frame in the list of all of them.
    pub fn find_frame(&self, name: FrameName) -> Option<usize> {
        self.frames.iter().position(|frame| frame.name == name)
    }

    /// Where the base is in the frame B, if that is given.
    pub fn base(&self) -> Option<&Base> {
        self.base.as_ref()
    }

    /// What the robot carries or pushes.
    pub fn payload(&self) -> &Payload {
        &self.payload
    }

    /// Name and meshes of the base, for other programs.
    pub fn base_link(&self) -> &BaseLink {
        &self.base_link
    }

    /// Meshes of the base, in the frame {0}: to look at.
    pub fn base_meshes(&self) -> &[Mesh] {
        &self.base_link.meshes
    }

    /// The body that the payload puts on the tip of an elastic link.
    pub fn carried(&self) -> Option<&Carried> {
        self.carried.as_ref()
    }

    /// The value of a parameter, where it has one.
    pub fn value(&self, parameter: Symbol) -> Option<f64> {
        self.values.get(&parameter).copied()
    }

    /// The value of an entry of the robot, by the values of its parameters: where these are
    /// rational and nothing but sums and products occurs in the entry, the number nearest to it.
    pub fn evaluate(&self, entry: &Poly) -> Result<f64, Error> {
        match self.evaluate_exactly(entry) {
            Ok(value) => Ok(Rational::to_f64(&value)),
            Err(_) => entry.evaluate(&self.symbols, |symbol| self.value(symbol)),
        }
    }

    /// The same where the value is rational: without pi, roots, sines.
    pub(crate) fn evaluate_exactly(&self, entry: &Poly) -> Result<Rational, Error> {
        entry.evaluate_atoms(|atom| {
            let value = match atom.kind() {
                AtomKind::Symbol(symbol) => self.exact_values.get(&symbol).cloned(),
                _ => None,
            };
            value.ok_or(Error::NotACoordinate)
        })
    }
}
