//! What friction that depends on the load means for a quantity: whether it leaves this friction out, and on which
//! time derivatives of coordinates it then depends.

use appell_diagnostic::Diagnostic;
use appell_model::{Joint, Robot};

use super::{Kind, Quantity};

impl Quantity {
    /// A note if this is `dqdd/dtau`, the inverse of the mass matrix, which leaves out friction that depends on
    /// the load (Coulomb friction by the joint reaction forces, losses of gears), and the robot has such friction.
    ///
    /// ```
    /// use appell_mechanics::Quantity;
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let inverse = Quantity::read_one("dqdd/dtau", &robot)?;
    /// assert!(inverse.left_out_friction(&robot).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left_out_friction(self, robot: &Robot) -> Option<Diagnostic> {
        let names: Vec<&str> = loaded(robot).map(|joint| joint.name.as_str()).collect();
        if names.is_empty() || self.kind() != Kind::InverseMassMatrix {
            return None;
        }
        let message = format!("`{self}` leaves out the friction that depends on the load");
        let note = Diagnostic::note("load-friction", message).fact("joints", names.join(", "));
        Some(note.hint("this is the inverse of the mass matrix; B of `appell linearise` and the inverse of `dQ/dqdd` include this friction"))
    }

    /// The highest time derivative of a coordinate that it depends on, of this robot: that of its row, or where
    /// friction depends on the load, and so on accelerations, 2 for derivatives of joint torques.
    ///
    /// ```
    /// use appell_mechanics::Quantity;
    ///
    /// let orders = ["2r", "scara"].map(|name| {
    ///     let robot = appell_model::Robot::bundled(name).ok()?;
    ///     Some(Quantity::read_one("dQ/dqd", &robot).ok()?.order(&robot))
    /// });
    /// assert_eq!(orders, [Some(1), Some(2)]);
    /// ```
    pub fn order(self, robot: &Robot) -> u32 {
        match self.kind() {
            Kind::DrivingForceByVelocity | Kind::DrivingForceByAcceleration
                if loaded(robot).next().is_some() =>
            {
                2
            }
            kind => kind.row().order,
        }
    }
}

/// The joints whose friction depends on the load.
fn loaded(robot: &Robot) -> impl Iterator<Item = &Joint> {
    robot.joints().iter().filter(|joint| {
        let gear = joint.rotor.as_ref().and_then(|rotor| rotor.efficiency.as_ref());
        gear.is_some() || !joint.friction.coulomb.is_zero()
    })
}
