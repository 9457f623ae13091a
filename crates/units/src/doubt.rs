//! Limits of joints that are probably in degrees or millimetres.

use appell_diagnostic::{Diagnostic, shown};

use crate::measure::{JOINT_POSITION, JOINT_VELOCITY, JointMeasure};

/// From here on a number is how files say that there is no limit.
const NO_LIMIT: f64 = 1e5;

/// When a limit without a unit is doubted, and the unit that was probably meant.
struct Doubt {
    code: &'static str,
    si: &'static str,
    unit: &'static str,
    /// How many SI units the other unit has.
    factor: f64,
    /// People round degrees and millimetres: a whole number is doubted from here on.
    whole_from: f64,
    /// Any number is doubted above this.
    above: f64,
}

const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// A few turns are usual for motors and winches.
const ANGLE_LIMIT: Doubt = Doubt {
    code: "angle-large",
    si: "rad",
    unit: "deg",
    factor: DEGREE,
    whole_from: 30.0,
    above: 10.0 * std::f64::consts::TAU,
};
/// Longer robots are not built.
const LENGTH_LIMIT: Doubt = Doubt {
    code: "length-large",
    si: "m",
    unit: "mm",
    factor: 1e-3,
    whole_from: 20.0,
    above: 50.0,
};
/// Legs and hands reach 40 rad/s, seldom more; industrial robots turn at 45 to 1000 degrees per second.
const ANGULAR_VELOCITY_LIMIT: Doubt = Doubt {
    code: "velocity-large",
    si: "rad/s",
    unit: "deg/s",
    factor: DEGREE,
    whole_from: 45.0,
    above: 100.0,
};
const VELOCITY_LIMIT: Doubt = Doubt {
    code: "velocity-large",
    si: "m/s",
    unit: "mm/s",
    factor: 1e-3,
    whole_from: 20.0,
    above: 50.0,
};

impl JointMeasure {
    /// A warning about a limit of a joint, in SI units and given without a unit, that was probably
    /// meant in degrees or millimetres; of positions and velocities. `key` and `joint` are their names
    /// in the message.
    pub fn doubt(
        &self,
        translates: bool,
        key: &str,
        joint: &str,
        limit: f64,
    ) -> Option<Diagnostic> {
        let doubt = match (self, translates) {
            (it, false) if *it == JOINT_POSITION => ANGLE_LIMIT,
            (it, true) if *it == JOINT_POSITION => LENGTH_LIMIT,
            (it, false) if *it == JOINT_VELOCITY => ANGULAR_VELOCITY_LIMIT,
            (it, true) if *it == JOINT_VELOCITY => VELOCITY_LIMIT,
            _ => return None,
        };
        let size = limit.abs();
        let is_odd = size > doubt.above || (size >= doubt.whole_from && size.fract() == 0.0);
        let Doubt { code, si, unit, factor, .. } = doubt;
        let value = shown(limit);
        let message = format!(
            "the limit `{key}` of `{joint}` is {value} {si}; {value} {unit} would be {} {si}",
            shown(limit * factor)
        );
        let warning = Diagnostic::warning(code, message).hint(format!(
            "a number without a unit is in {si}; in TOML and CSV also `{value} {unit}`"
        ));
        (is_odd && size < NO_LIMIT).then_some(warning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_and_millimetres_are_doubted() {
        let code = |measure: JointMeasure, translates: bool, limit: f64| {
            measure.doubt(translates, "limit", "joint", limit).map(|it| it.code)
        };
        for degrees in [-170.0, 45.0, 107.5, 720.0] {
            assert_eq!(code(JOINT_VELOCITY, false, degrees), Some("velocity-large"));
        }
        // legs and hands of public models, spindles in exact units, and no limit
        for radians in [3.0, 23.0, 37.0, 52.4, 1e9, f64::INFINITY] {
            assert_eq!(code(JOINT_VELOCITY, false, radians), None);
        }
        assert_eq!(code(JOINT_POSITION, false, -170.0), Some("angle-large"));
        assert_eq!(code(JOINT_POSITION, false, 12.0), None);
        assert_eq!(code(JOINT_POSITION, true, 500.0), Some("length-large"));
        assert_eq!(code(JOINT_POSITION, true, 12.5), None);
        assert_eq!(code(JOINT_VELOCITY, true, 250.0), Some("velocity-large"));
        assert_eq!(code(JOINT_VELOCITY, true, 5.0), None);
    }
}
