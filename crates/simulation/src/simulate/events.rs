//! What happens on the way: an axis reaches a limit, sticks, or breaks loose.

use appell_code::CompiledRobot;

/// Something that happened in a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When.
    pub time: f64,
    /// What.
    pub kind: EventKind,
}

/// What happened, and to which axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It came to its smallest coordinate.
    LowerLimit(String),
    /// It came to its largest coordinate.
    UpperLimit(String),
    /// Its velocity came to zero under Coulomb friction.
    Stops(String),
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
}

impl std::fmt::Display for EventKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::LowerLimit(axis) => write!(f, "{axis} reaches its lower limit"),
            Self::UpperLimit(axis) => write!(f, "{axis} reaches its upper limit"),
            Self::Stops(axis) => write!(f, "{axis} comes to a stop under friction"),
            Self::BreaksLoose(axis) => write!(f, "{axis} breaks loose from friction"),
            Self::TooFast(axis) => write!(f, "{axis} becomes faster than its velocity limit"),
            Self::SlowAgain(axis) => write!(f, "{axis} is within its velocity limit again"),
            Self::OverEffort(axis) => {
                write!(f, "the drive of {axis} is asked for more than its effort limit")
            }
            Self::WithinEffort(axis) => {
                write!(f, "the drive of {axis} is within its effort limit again")
            }
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
    pub(super) fn kind(self, machine: &CompiledRobot) -> EventKind {
        let name = |axis: usize| machine.axes()[axis].name.clone();
        match self {
            Self::Lower(axis) => EventKind::LowerLimit(name(axis)),
            Self::Upper(axis) => EventKind::UpperLimit(name(axis)),
            Self::Zero { axis, .. } => EventKind::Stops(name(axis)),
            Self::Loose { axis, .. } => EventKind::BreaksLoose(name(axis)),
        }
    }

    /// Whether the simulation ends there.
    pub(super) fn ends(self) -> bool {
        matches!(self, Self::Lower(_) | Self::Upper(_))
    }
}
