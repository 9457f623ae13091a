//! Joints.

use appell_algebra::{Budget, BudgetScope, Error, Poly, Symbol};
use appell_spatial::{CentralInertia, MassMoments, Transform, Vector};
use appell_units::{JointMeasure, Measure};

use crate::compensator::Compensator;
use crate::coupling::{Coupling, Rotor, Spring};
use crate::elastic::Modes;
use crate::elastic_joint::ElasticJoint;
use crate::frame::LinkPoint;
use crate::friction::Friction;
use crate::link::Link;
use crate::placement::{Placement, lift};

/// The number of a joint in its robot, and of the link and the frame that it carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub(crate) u32);

impl JointId {
    /// Its place in [`crate::Robot::joints`], from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number as people count, from 1; 0 is the base.
    pub fn number(self) -> usize {
        self.index() + 1
    }
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointKind {
    /// By an angle about its axis.
    Rotation,
    /// By a length along its axis.
    Translation,
    /// Not at all.
    Fixed,
}

impl JointKind {
    /// Its name in files that are written and in what is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rotation => "revolute",
            Self::Translation => "prismatic",
            Self::Fixed => "fixed",
        }
    }

    /// All.
    pub const ALL: [Self; 3] = [Self::Rotation, Self::Translation, Self::Fixed];

    /// What a file may call it: the names that are written, and those of other programs and books.
    pub const SPELLINGS: [(&'static str, Self); 9] = [
        ("revolute", Self::Rotation),
        ("rotation", Self::Rotation),
        ("continuous", Self::Rotation),
        ("R", Self::Rotation),
        ("prismatic", Self::Translation),
        ("translation", Self::Translation),
        ("P", Self::Translation),
        ("T", Self::Translation),
        ("fixed", Self::Fixed),
    ];

    /// The measures that a number of a joint may have; of one whose kind is not known, both.
    pub(crate) fn measures(kind: Option<Self>, measure: &JointMeasure) -> Vec<&'static Measure> {
        match kind {
            Some(Self::Rotation) => vec![measure.revolute],
            Some(Self::Translation) => vec![measure.prismatic],
            Some(Self::Fixed) | None => measure.both().to_vec(),
        }
    }

    /// The kind of joint that a file calls by this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::SPELLINGS.iter().find(|(spelling, _)| *spelling == name).map(|(_, kind)| *kind)
    }
}

/// A joint, the frame {i} that it carries, and the link that is fixed to this frame.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// The joint on whose link it sits; nothing: the base.
    pub parent: Option<JointId>,
    /// The point of an elastic link on which it sits; nothing: the tip.
    pub point: Option<LinkPoint>,
    /// This point, as a station of the modes of that link.
    pub station: Option<usize>,
    /// How it moves.
    pub kind: JointKind,
    /// Its coordinate; a fixed joint has none, and one that follows others has none of its own.
    pub coordinate: Option<Symbol>,
    /// The joints that it follows, where it does.
    pub coupling: Option<Coupling>,
    /// The unit axis, in {i}; it is the same before and after the motion.
    pub axis: Vector<Poly>,
    /// Where {i} lies in the frame of the parent, or from the point of the link, at q = 0, as it was given.
    pub placement: Placement,
    /// Where {i} lies in the frame of the parent at q = 0, on an undeformed link.
    pub parent_from_frame: Transform<Poly>,
    /// Friction, where it was given.
    pub friction: Friction,
    /// A spring, where it was given.
    pub spring: Spring,
    /// A gravity compensator, where it was given.
    pub compensator: Option<Compensator>,
    /// The rotor of its motor, where it was given.
    pub rotor: Option<Rotor>,
    /// How the link gives way to the motor, where they are not rigidly connected: then the motor drives
    /// another coordinate, and this one is not driven.
    pub elastic: Option<ElasticJoint>,
    /// Limits of the motion, where they were given.
    pub limits: Limits,
    /// The link, as it was given.
    pub link: Link,
    /// Mass, first moment and inertia of the link about the origin of {i}.
    pub moments: MassMoments<Poly>,
    /// Mass, centre of mass and inertia about it, in {i}.
    pub body: CentralInertia<Poly>,
    /// The modes of an elastic link; mass moments and body are then those of the undeformed link.
    pub modes: Option<Modes>,
}

impl Joint {
    /// Its axis in the frame of its parent, where it stays when the joint moves.
    pub(crate) fn axis_in_parent(&self, budget: &Budget) -> Result<Vector<Poly>, Error> {
        let scope = BudgetScope::new(budget.clone());
        let rotation = self.parent_from_frame.rotation.map(lift(&scope));
        let axis = &rotation * &self.axis.map(lift(&scope));
        axis.try_map(|entry| scope.finish(entry.clone()))
    }
}

/// Limits of the motion of a joint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The smallest coordinate.
    pub lower: Option<Poly>,
    /// The largest coordinate.
    pub upper: Option<Poly>,
    /// The largest speed.
    pub velocity: Option<Poly>,
    /// The largest driving force or moment.
    pub effort: Option<Poly>,
}

impl Limits {
    /// Its entries by their names.
    pub fn entries(&self) -> [(&'static str, Option<&Poly>); 4] {
        [
            ("lower", self.lower.as_ref()),
            ("upper", self.upper.as_ref()),
            ("velocity", self.velocity.as_ref()),
            ("effort", self.effort.as_ref()),
        ]
    }
}
