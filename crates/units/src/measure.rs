//! What a number is for: a mass, a length, a torque, with its SI unit and units to choose from.

use crate::dimension::Dimension;

/// A physical quantity that a number of a file stands for.
#[derive(Debug, PartialEq, Eq)]
pub struct Measure {
    /// What it is, in words: `mass`.
    pub name: &'static str,
    /// Units that may be written, the SI unit first; none: no unit is allowed.
    pub units: &'static [&'static str],
    /// The dimensions that fit.
    dimensions: Fitting,
}

#[derive(Debug, PartialEq, Eq)]
enum Fitting {
    Any,
    OneOf(&'static [Dimension]),
}

impl Measure {
    const fn new(
        name: &'static str,
        units: &'static [&'static str],
        dimensions: &'static [Dimension],
    ) -> Self {
        Self { name, units, dimensions: Fitting::OneOf(dimensions) }
    }

    /// The SI unit of a dimension: that of the measure that has it, else in base units.
    pub fn si_unit(dimension: Dimension) -> String {
        const COMMON: [&Measure; 12] = [
            &LENGTH,
            &AREA,
            &MASS,
            &INERTIA,
            &TIME,
            &ANGLE,
            &FORCE,
            &TORQUE,
            &MODULUS,
            &RESISTANCE,
            &VELOCITY,
            &ANGULAR_VELOCITY,
        ];
        let measure = COMMON.into_iter().find(|measure| measure.fits(dimension));
        let unit = measure.and_then(|measure| measure.units.first());
        // parameters show products with a star
        unit.map_or_else(|| dimension.base_units(), |unit| unit.replace(' ', "*"))
    }

    /// Whether a unit of this dimension fits.
    pub fn fits(&self, dimension: Dimension) -> bool {
        match self.dimensions {
            Fitting::Any => true,
            Fitting::OneOf(dimensions) => dimensions.contains(&dimension),
        }
    }
}

/// What a number of a joint is for: one measure where the joint is revolute, another where it is
/// prismatic.
#[derive(Debug, PartialEq, Eq)]
pub struct JointMeasure {
    /// Of a revolute joint.
    pub revolute: &'static Measure,
    /// Of a prismatic joint.
    pub prismatic: &'static Measure,
}

impl JointMeasure {
    const fn new(revolute: &'static Measure, prismatic: &'static Measure) -> Self {
        Self { revolute, prismatic }
    }

    /// Both, the revolute one first.
    pub fn both(&self) -> [&'static Measure; 2] {
        [self.revolute, self.prismatic]
    }

    /// The one of a joint.
    pub fn of(&self, translates: bool) -> &'static Measure {
        if translates { self.prismatic } else { self.revolute }
    }
}

/// rad or m.
pub const JOINT_POSITION: JointMeasure = JointMeasure::new(&ANGLE, &LENGTH);
/// rad/s or m/s.
pub const JOINT_VELOCITY: JointMeasure = JointMeasure::new(&ANGULAR_VELOCITY, &VELOCITY);
/// rad/s^2 or m/s^2.
pub const JOINT_ACCELERATION: JointMeasure =
    JointMeasure::new(&ANGULAR_ACCELERATION, &ACCELERATION);
/// rad/s^3 or m/s^3.
pub const JOINT_JERK: JointMeasure = JointMeasure::new(&ANGULAR_JERK, &JERK);
/// N m or N.
pub const JOINT_EFFORT: JointMeasure = JointMeasure::new(&TORQUE, &FORCE);
/// N m s/rad or N s/m.
pub const JOINT_DAMPING: JointMeasure = JointMeasure::new(&ROTARY_DAMPING, &VISCOUS);
/// N m/rad or N/m.
pub const JOINT_STIFFNESS: JointMeasure = JointMeasure::new(&ROTARY_STIFFNESS, &STIFFNESS);
/// How far a motor turns with its joint: a number, or rad/m.
pub const GEAR_RATIO: JointMeasure = JointMeasure::new(&PURE_NUMBER, &TURNS_PER_LENGTH);

const NONE: Dimension = Dimension::new(0, 0, 0);

/// A number with any unit, as the value of a parameter.
pub const ANY: Measure = Measure {
    name: "any quantity",
    units: &["m", "kg", "s", "rad", "N"],
    dimensions: Fitting::Any,
};
/// A number without a unit.
pub const PURE_NUMBER: Measure = Measure::new("number", &[], &[]);
/// m.
pub const LENGTH: Measure =
    Measure::new("length", &["m", "mm", "cm", "km", "um", "in", "ft"], &[Dimension::new(1, 0, 0)]);
/// m^2.
pub const AREA: Measure =
    Measure::new("area", &["m^2", "mm^2", "cm^2"], &[Dimension::new(2, 0, 0)]);
/// m^4.
pub const SECOND_MOMENT_OF_AREA: Measure =
    Measure::new("second moment of area", &["m^4", "mm^4", "cm^4"], &[Dimension::new(4, 0, 0)]);
/// kg.
pub const MASS: Measure =
    Measure::new("mass", &["kg", "g", "mg", "t", "lb"], &[Dimension::new(0, 1, 0)]);
/// kg m^2.
pub const INERTIA: Measure = Measure::new(
    "moment of inertia",
    &["kg m^2", "kg mm^2", "kg cm^2", "g cm^2", "g mm^2"],
    &[Dimension::new(2, 1, 0)],
);
/// kg/m^3.
pub const DENSITY: Measure =
    Measure::new("density", &["kg/m^3", "g/cm^3", "t/m^3"], &[Dimension::new(-3, 1, 0)]);
/// s.
pub const TIME: Measure =
    Measure::new("time", &["s", "ms", "us", "min", "h"], &[Dimension::new(0, 0, 1)]);
/// rad.
pub const ANGLE: Measure = Measure::new("angle", &["rad", "deg", "mrad", "rev"], &[NONE.angle(1)]);
/// m/s.
pub const VELOCITY: Measure =
    Measure::new("velocity", &["m/s", "mm/s", "m/min", "km/h"], &[Dimension::new(1, 0, -1)]);
/// rad/s.
pub const ANGULAR_VELOCITY: Measure = Measure::new(
    "angular velocity",
    &["rad/s", "deg/s", "rpm", "rev/s"],
    &[Dimension::new(0, 0, -1).angle(1)],
);
/// m/s^2.
pub const ACCELERATION: Measure =
    Measure::new("acceleration", &["m/s^2", "mm/s^2"], &[Dimension::new(1, 0, -2)]);
/// rad/s^2.
pub const ANGULAR_ACCELERATION: Measure = Measure::new(
    "angular acceleration",
    &["rad/s^2", "deg/s^2"],
    &[Dimension::new(0, 0, -2).angle(1)],
);
/// m/s^3.
pub const JERK: Measure = Measure::new("jerk", &["m/s^3", "mm/s^3"], &[Dimension::new(1, 0, -3)]);
/// rad/s^3.
pub const ANGULAR_JERK: Measure =
    Measure::new("angular jerk", &["rad/s^3", "deg/s^3"], &[Dimension::new(0, 0, -3).angle(1)]);
/// N.
pub const FORCE: Measure =
    Measure::new("force", &["N", "kN", "mN", "MN"], &[Dimension::new(1, 1, -2)]);
/// N m.
pub const TORQUE: Measure =
    Measure::new("torque", &["N m", "Nm", "kNm", "mNm", "Nmm", "Ncm"], &[Dimension::new(2, 1, -2)]);
/// N s/m.
pub const VISCOUS: Measure = Measure::new(
    "viscous friction of a prismatic joint",
    &["N s/m", "kN s/m", "N s/mm"],
    &[Dimension::new(0, 1, -1)],
);
/// N m s/rad.
pub const ROTARY_DAMPING: Measure = Measure::new(
    "viscous friction of a revolute joint",
    &["N m s/rad", "N m s", "N m s/deg", "N m/rpm"],
    &[Dimension::new(2, 1, -1), Dimension::new(2, 1, -1).angle(-1)],
);
/// N/m.
pub const STIFFNESS: Measure = Measure::new(
    "stiffness of a prismatic joint",
    &["N/m", "N/mm", "kN/m"],
    &[Dimension::new(0, 1, -2)],
);
/// N m/rad.
pub const ROTARY_STIFFNESS: Measure = Measure::new(
    "stiffness of a revolute joint",
    &["N m/rad", "N m/deg", "N m"],
    &[Dimension::new(2, 1, -2).angle(-1), Dimension::new(2, 1, -2)],
);
/// rad/m.
pub const TURNS_PER_LENGTH: Measure = Measure::new(
    "gear ratio of a prismatic joint",
    &["rad/m", "rad/mm", "rev/mm", "rev/m"],
    &[Dimension::new(-1, 0, 0).angle(1), Dimension::new(-1, 0, 0)],
);
/// Pa.
pub const MODULUS: Measure = Measure::new(
    "elastic modulus",
    &["Pa", "GPa", "MPa", "kPa", "N/m^2", "N/mm^2"],
    &[Dimension::new(-1, 1, -2)],
);
/// N m/A.
pub const TORQUE_CONSTANT: Measure =
    Measure::new("torque constant", &["N m/A", "mNm/A"], &[Dimension::new(2, 1, -2).current(-1)]);
/// ohm.
pub const RESISTANCE: Measure =
    Measure::new("resistance", &["ohm", "mohm", "kohm"], &[Dimension::new(2, 1, -3).current(-2)]);
