//! The heading of a column: what its numbers are, its name and its unit.

/// What the numbers of a column are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnKind {
    /// Time.
    Time,
    /// Coordinates of axes, and of the modes of elastic links.
    Coordinate,
    /// Their first derivatives.
    Velocity,
    /// Their second derivatives.
    Acceleration,
    /// Their third derivatives.
    Jerk,
    /// Driving forces and moments.
    Force,
    /// Their time derivatives.
    ForceRate,
    /// What drives do in a second.
    Power,
    /// Kinetic energy.
    Kinetic,
    /// Potential energy.
    Potential,
    /// The work of drives, less that of friction and loads.
    Work,
    /// The coordinates that a controller should bring about.
    Reference,
    /// Reference less coordinate.
    TrackingError,
    /// Forces in joints.
    ConnectionForce,
    /// Moments in joints.
    ConnectionMoment,
    /// Angular frequencies of vibrations.
    Frequency,
    /// Their damping ratios.
    DampingRatio,
    /// Anything else.
    #[default]
    Other,
}

impl ColumnKind {
    /// The name under which all columns of the kind are asked for.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "t",
            Self::Coordinate => "q",
            Self::Velocity => "dq",
            Self::Acceleration => "ddq",
            Self::Jerk => "dddq",
            Self::Force => "Q",
            Self::ForceRate => "dQ",
            Self::Power => "P",
            Self::Kinetic => "Ek",
            Self::Potential => "Ep",
            Self::Work => "W",
            Self::Reference => "ref",
            Self::TrackingError => "e",
            Self::ConnectionForce => "f",
            Self::ConnectionMoment => "n",
            Self::Frequency => "omega",
            Self::DampingRatio => "zeta",
            Self::Other => "",
        }
    }
}

/// The heading of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// What the numbers below are.
    pub kind: ColumnKind,
    /// The name of the column.
    pub name: String,
    /// Their unit.
    pub unit: String,
}

impl Heading {
    /// Of a kind, with a name and a unit.
    pub fn new(kind: ColumnKind, name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { kind, name: name.into(), unit: unit.into() }
    }
}
