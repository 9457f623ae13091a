//! Friction that a quantity leaves out.

use appell_diagnostic::Diagnostic;
use appell_model::Robot;

use super::{Kind, Quantity};

/// Derivatives of joint torques and of accelerations.
const DERIVATIVES: [Kind; 11] = [
    Kind::DrivingForceRate,
    Kind::DrivingForceSecondRate,
    Kind::DrivingForceThirdRate,
    Kind::DrivingForceFourthRate,
    Kind::DrivingForceFifthRate,
    Kind::DrivingForceByPosition,
    Kind::DrivingForceByVelocity,
    Kind::DrivingForceByAcceleration,
    Kind::JointAccelerationByPosition,
    Kind::JointAccelerationByVelocity,
    Kind::InverseMassMatrix,
];

impl Quantity {
    /// A note if this is a derivative and the robot has friction that depends on the load: Coulomb friction by
    /// the joint reaction forces, or losses of gears. Derivatives leave this friction out.
    ///
    /// ```
    /// use appell_mechanics::Quantity;
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let slopes = Quantity::read_one("dQ/dq", &robot)?;
    /// assert!(slopes.left_out_friction(&robot).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left_out_friction(self, robot: &Robot) -> Option<Diagnostic> {
        let loaded = robot.joints().iter().filter(|joint| {
            let gear = joint.rotor.as_ref().and_then(|rotor| rotor.efficiency.as_ref());
            gear.is_some() || !joint.friction.coulomb.is_zero()
        });
        let names: Vec<&str> = loaded.map(|joint| joint.name.as_str()).collect();
        if names.is_empty() || !DERIVATIVES.contains(&self.kind()) {
            return None;
        }
        let message = format!("`{self}` leaves out the friction that depends on the load");
        let note = Diagnostic::note("load-friction", message).fact("joints", names.join(", "));
        Some(note.hint("`appell generate ROBOT Q --product jvp` includes it, and so do finite differences of `Q` and `qdd`"))
    }
}
