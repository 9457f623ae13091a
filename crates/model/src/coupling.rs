//! Joints that follow others, and the motors that turn with them.

use appell_algebra::{Error, Poly, Symbol};
use appell_spatial::Vector;

use crate::draft::Parent;
use crate::friction::Friction;
use crate::joint::JointId;
use crate::robot::Robot;

/// A sum of joint coordinates, each times a constant.
pub type Shares = Vec<(JointId, Poly)>;

/// How a joint follows others: its coordinate is the sum of theirs, each times a constant, plus an
/// offset. It has no coordinate of its own.
#[derive(Clone, Debug)]
pub struct Coupling {
    /// The joints that it was said to follow, with their ratios.
    pub of: Shares,
    /// What is added.
    pub offset: Poly,
    /// The joints with coordinates of their own that it follows in the end, with their ratios.
    pub shares: Shares,
    /// What is added to those.
    pub whole_offset: Poly,
    /// The name of its angle or length, for formulas: q3 = 2 q2 + ...
    pub symbol: Symbol,
}

impl Coupling {
    /// Its angle or length in the coordinates of the robot, or with an order from 1 its time derivative.
    pub fn rate(&self, robot: &Robot, order: u32) -> Result<Poly, Error> {
        let mut sum = if order == 0 { self.whole_offset.clone() } else { Poly::ZERO };
        for (id, ratio) in &self.shares {
            if let Some(q) = robot.joint(*id).coordinate {
                sum = &sum + &(ratio * &Poly::from(q.derivative(order)?));
            }
        }
        Ok(sum)
    }
}

/// The rotor of a motor: a body that turns about an axis on a link, by a ratio times the coordinate
/// of its joint, or by a sum of such where a transmission couples several.
///
/// Its mass, and its inertia across the axis, belong to the link that carries it.
#[derive(Clone, Debug)]
pub struct Rotor {
    /// The moment of inertia about its axis.
    pub inertia: Poly,
    /// How far it turns with every joint: angle over angle, or angle over length.
    pub ratios: Shares,
    /// The joints with coordinates of their own with which it turns in the end, with their ratios.
    pub shares: Shares,
    /// The unit axis, in the frame of the link that carries it.
    pub axis: Vector<Poly>,
    /// The link that carries it; nothing: the base. On the base, a rotor adds its inertia times the
    /// square of the ratio to the diagonal of the mass matrix, the usual approximation.
    pub on: Option<JointId>,
    /// Friction on the side of the motor, by the speed of the rotor.
    pub friction: Friction,
    /// The share of the power that comes through its gear, above 0 and at most 1; nothing: all of it.
    pub efficiency: Option<Poly>,
}

/// A coupling before it is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CouplingDraft {
    /// The names of the joints that it follows, with their ratios.
    pub of: Vec<(String, Poly)>,
    /// What is added.
    pub offset: Poly,
}

/// A rotor before it is checked.
#[derive(Clone, Debug, Default)]
pub struct RotorDraft {
    /// The moment of inertia about its axis.
    pub inertia: Poly,
    /// How far it turns with joints, by their names.
    pub ratios: Vec<(String, Poly)>,
    /// The direction of its axis in the frame of the link that carries it; without one, that of the
    /// joint.
    pub axis: Option<Vector<Poly>>,
    /// What carries it; without a word, what carries the joint.
    pub on: Parent,
    /// Friction on the side of the motor.
    pub friction: Friction,
    /// The share of the power that comes through its gear; nothing: all of it.
    pub efficiency: Option<Poly>,
}

/// A spring in a joint: it pulls with stiffness times the distance from its rest position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spring {
    /// Moment over angle, or force over length.
    pub stiffness: Poly,
    /// The coordinate at which it is relaxed.
    pub rest: Poly,
}

impl Spring {
    /// Its entries by their names in files.
    pub fn entries(&self) -> [(&'static str, &Poly); 2] {
        [("stiffness", &self.stiffness), ("rest", &self.rest)]
    }
}
