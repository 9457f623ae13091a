//! Friction that a quantity leaves out.

use appell_diagnostic::Diagnostic;
use appell_model::Robot;

use super::{Kind, Quantity};

/// Time derivatives of joint torques, and the derivative of accelerations by joint torques.
const DERIVATIVES: [Kind; 6] = [
    Kind::DrivingForceRate,
    Kind::DrivingForceSecondRate,
    Kind::DrivingForceThirdRate,
    Kind::DrivingForceFourthRate,
    Kind::DrivingForceFifthRate,
    Kind::InverseMassMatrix,
];

impl Quantity {
    /// A note if this is one of the derivatives that leave out friction that depends on the load (Coulomb
    /// friction by the joint reaction forces, losses of gears), and the robot has such friction.
    ///
    /// ```
    /// use appell_mechanics::Quantity;
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let rates = Quantity::read_one("dQ", &robot)?;
    /// assert!(rates.left_out_friction(&robot).is_none());
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
        Some(note.hint(match self.kind() {
            Kind::InverseMassMatrix => "this is the inverse of the mass matrix; B of `appell linearise` and the inverse of `dQ/dqdd` include this friction",
            _ => "finite differences of `Q` along the motion include it",
        }))
    }
}
