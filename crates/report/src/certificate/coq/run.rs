//! What the recursion is run for: the motion itself, or a unit of one joint.

use super::super::robot::Link;

/// A run of the recursion. Links are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Run {
    /// Velocities, accelerations, gravity and loads as they are.
    Full,
    /// The acceleration of one link's joint is one, all else zero: a column of the mass matrix.
    Unit(usize),
    /// The velocity of one link's joint is one, all else zero: a column of a Jacobian.
    Rate(usize),
    /// At rest, without loads: gravity.
    Rest,
    /// Velocities only: centrifugal and Coriolis forces.
    Coast,
}

/// A number for a joint: none, one, or its symbol.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    Zero,
    One,
    Symbol,
}

impl Run {
    /// What the names of its values begin with.
    pub(super) fn prefix(self, links: &[Link]) -> String {
        match self {
            Self::Full => String::new(),
            Self::Unit(link) => format!("unit{}_", links[link].key),
            Self::Rate(link) => format!("rate{}_", links[link].key),
            Self::Rest => "rest_".to_owned(),
            Self::Coast => "coast_".to_owned(),
        }
    }

    /// The velocity and the acceleration of the joint of a link.
    pub(super) fn motion(self, link: usize) -> [Given; 2] {
        match self {
            Self::Full => [Given::Symbol, Given::Symbol],
            Self::Unit(one) if one == link => [Given::Zero, Given::One],
            Self::Rate(one) if one == link => [Given::One, Given::Zero],
            Self::Coast => [Given::Symbol, Given::Zero],
            Self::Unit(_) | Self::Rate(_) | Self::Rest => [Given::Zero, Given::Zero],
        }
    }

    pub(super) fn has_gravity(self) -> bool {
        matches!(self, Self::Full | Self::Rest)
    }

    pub(super) fn has_loads(self) -> bool {
        self == Self::Full
    }
}
