//! Numbers with units as people write them: `90 deg`, `250 mm`, `0.5 N m`.
//!
//! [`read`] takes a text that is a plain number and a unit. What a number is for is a [`Measure`]:
//! a mass, a length, a torque. [`Quantity::si`] gives the number in SI units and radians, exactly,
//! and refuses a unit of another dimension.
//!
//! ```
//! use appell_units::{ANGLE, LENGTH, read};
//!
//! let angle = read("90 deg").ok_or("no unit")??.si("theta", &ANGLE)?;
//! // 90/180 pi
//! assert_eq!((angle.to_f64(), angle.pi), (std::f64::consts::FRAC_PI_2, 1));
//! let length = read("250 mm").ok_or("no unit")??;
//! assert_eq!(length.si("a", &LENGTH)?.to_f64(), 0.25);
//! let refused = length.si("theta", &ANGLE).unwrap_err();
//! assert_eq!(refused.message, "`theta` must be in rad or another unit of angle, got mm");
//! // an expression in parameters has no unit
//! assert!(read("2*l1").is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dimension;
mod doubt;
mod factor;
mod measure;
mod quantity;
mod table;
mod unit;

pub use dimension::Dimension;
pub use factor::Exact;
pub use measure::{
    ACCELERATION, ANGLE, ANGULAR_ACCELERATION, ANGULAR_JERK, ANGULAR_VELOCITY, ANY, AREA, DENSITY,
    FORCE, GEAR_RATIO, INERTIA, JERK, JOINT_ACCELERATION, JOINT_DAMPING, JOINT_EFFORT, JOINT_JERK,
    JOINT_POSITION, JOINT_STIFFNESS, JOINT_VELOCITY, JointMeasure, LENGTH, MASS, MODULUS, Measure,
    PURE_NUMBER, RESISTANCE, ROTARY_DAMPING, ROTARY_STIFFNESS, SECOND_MOMENT_OF_AREA, STIFFNESS,
    TIME, TORQUE, TORQUE_CONSTANT, TURNS_PER_LENGTH, VELOCITY, VISCOUS,
};
pub use quantity::{Quantity, read, unit_in_expression};
pub use unit::Unit;
