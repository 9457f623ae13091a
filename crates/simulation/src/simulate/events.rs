//! What happens on the way: an axis reaches a limit, sticks or breaks loose, a payload comes or goes.

use appell_code::CompiledRobot;
use appell_diagnostic::shown;

use crate::dynamics::FrictionState;

/// Something that happened in a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When.
    pub time: f64,
    /// What.
    pub kind: EventKind,
}

/// What happened: to an axis, which is named, or to what is carried, with energies in joules.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// It came to its smallest coordinate.
    LowerLimit(String),
    /// It came to its largest coordinate.
    UpperLimit(String),
    /// Its velocity came to zero, and Coulomb friction holds it.
    Sticks(String),
    /// Its velocity came to zero, and it goes on the other way.
    Reverses(String),
    /// It broke loose from Coulomb friction.
    BreaksLoose(String),
    /// It became faster than its velocity limit.
    TooFast(String),
    /// It is within its velocity limit again.
    SlowAgain(String),
    /// Its drive is asked for more than its effort limit.
    OverEffort(String),
    /// Its drive is asked for less again.
    WithinEffort(String),
    /// A payload was taken up that moved with the tool.
    TakesMoving {
        /// The kinetic energy that it brought.
        kinetic: f64,
        /// The potential energy that it brought.
        potential: f64,
    },
    /// A payload was taken up that was at rest.
    TakesAtRest {
        /// The kinetic energy that was lost in the impact.
        lost: f64,
        /// The potential energy that it brought.
        potential: f64,
    },
    /// A payload was released.
    Releases {
        /// The kinetic energy that it took along.
        kinetic: f64,
        /// The potential energy that it took along.
        potential: f64,
    },
}

impl std::fmt::Display for EventKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::LowerLimit(axis) => write!(f, "{axis} reaches its lower limit"),
            Self::UpperLimit(axis) => write!(f, "{axis} reaches its upper limit"),
            Self::Sticks(axis) => write!(f, "{axis} comes to a stop, and friction holds it"),
            Self::Reverses(axis) => write!(f, "{axis} reverses its direction"),
            Self::BreaksLoose(axis) => write!(f, "{axis} breaks loose from friction"),
            Self::TooFast(axis) => write!(f, "{axis} becomes faster than its velocity limit"),
            Self::SlowAgain(axis) => write!(f, "{axis} is within its velocity limit again"),
            Self::OverEffort(axis) => {
                write!(f, "the drive of {axis} is asked for more than its effort limit")
            }
            Self::WithinEffort(axis) => {
                write!(f, "the drive of {axis} is within its effort limit again")
            }
            Self::TakesMoving { kinetic, potential } => write!(
                f,
                "a payload that moves with the tool is taken up; it brings {} J kinetic, {} J potential energy",
                shown(*kinetic),
                shown(*potential)
            ),
            Self::TakesAtRest { lost, potential } => write!(
                f,
                "a payload at rest is taken up; the impact takes {} J kinetic energy, the payload brings {} J potential energy",
                shown(*lost),
                shown(*potential)
            ),
            Self::Releases { kinetic, potential } => write!(
                f,
                "a payload is released; it takes {} J kinetic, {} J potential energy along",
                shown(*kinetic),
                shown(*potential)
            ),
        }
    }
}

/// What was seen first in a step and ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Lower(usize),
    Upper(usize),
    /// By its place among the axes with Coulomb friction.
    Zero {
        dry: usize,
        axis: usize,
    },
    Loose {
        dry: usize,
        axis: usize,
    },
}

impl Sign {
    /// What happened, by how the axes with Coulomb friction go on behind it.
    pub(super) fn kind(self, machine: &CompiledRobot, after: &[FrictionState]) -> EventKind {
        let name = |axis: usize| machine.axes()[axis].name.clone();
        match self {
            Self::Lower(axis) => EventKind::LowerLimit(name(axis)),
            Self::Upper(axis) => EventKind::UpperLimit(name(axis)),
            Self::Zero { axis, dry } if after[dry] == FrictionState::Sticking => {
                EventKind::Sticks(name(axis))
            }
            Self::Zero { axis, .. } => EventKind::Reverses(name(axis)),
            Self::Loose { axis, .. } => EventKind::BreaksLoose(name(axis)),
        }
    }

    /// Whether the simulation ends there.
    pub(super) fn ends(self) -> bool {
        matches!(self, Self::Lower(_) | Self::Upper(_))
    }
}
