//! States at which friction that depends on the load has no derivative.

use appell_diagnostic::Diagnostic;
use appell_spatial::Scalar;

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::friction::{friction_forces, load_friction};
use crate::gear::gear_loads;
use crate::kinematics::motions;
use crate::newton_euler::{connection_wrenches, driving_forces};
use crate::quantity::{Kind, Quantity};

/// Forces up to this part of those that they are made of count as zero.
const ROUNDING: f64 = 1e-12;

impl<A: Arithmetic> Derivation<'_, A> {
    /// A warning if a quantity is a derivative of friction that has a kink at this state: that of a moving
    /// joint without a joint reaction force across its axis (where |k x f| has its tip), or whose gear
    /// passes on no force. The derivatives are then the mean of those on both sides. None where
    /// scalars are no numbers.
    ///
    /// ```
    /// use appell_mechanics::{Derivation, Numbers, Quantity};
    ///
    /// // one axis of a gantry moves alone, and nothing pulls across it
    /// let robot = appell_model::Robot::bundled("gantry")?;
    /// let up = robot.coordinates()[2];
    /// let numbers = Numbers::new(robot.symbols(), |symbol| {
    ///     let rate = if symbol.base() == up && symbol.order() == 1 { 0.1 } else { 0.0 };
    ///     robot.coordinates().contains(&symbol.base()).then_some(rate).or(robot.value(symbol))
    /// });
    /// let derivation = Derivation::new(&robot, numbers)?;
    /// let slopes = Quantity::read_one("dQ/dq", &robot)?;
    /// let warning = derivation.friction_kink(slopes)?.map(|it| it.message);
    /// assert!(warning.is_some_and(|it| it.starts_with("friction of `quill` has a kink")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn friction_kink(&self, quantity: Quantity) -> Result<Option<Diagnostic>, Error> {
        let names: Vec<String> = self
            .kinks(quantity)?
            .into_iter()
            .map(|joint| format!("`{}`", self.robot.joints()[joint].name))
            .collect();
        if names.is_empty() {
            return Ok(None);
        }
        let names = names.join(", ");
        let message = format!(
            "friction of {names} has a kink at this state: no force acts across the axis or through the gear; its derivatives are the mean of both sides"
        );
        let hint =
            "`Q` and `qdd` are right; near this state their differences depend on the direction";
        Ok(Some(Diagnostic::warning("friction-kink", message).hint(hint)))
    }

    /// The joints at a kink, from 0.
    fn kinks(&self, quantity: Quantity) -> Result<Vec<usize>, Error> {
        let are_numbers = self.arithmetic.size(&self.mechanism.zero()).is_some();
        if !are_numbers || !self.is_loaded() || self.mechanism.is_affine() {
            return Ok(Vec::new());
        }
        let state = match quantity.kind() {
            Kind::DrivingForceByPosition
            | Kind::DrivingForceByVelocity
            | Kind::DrivingForceByAcceleration => self.state.clone(),
            kind if kind.force_rate().is_some() => self.state.clone(),
            Kind::JointAccelerationByPosition | Kind::JointAccelerationByVelocity => {
                self.state.with_accelerations(&self.accelerations()?)
            }
            _ => return Ok(Vec::new()),
        };
        let (arithmetic, mechanism) = (&self.arithmetic, &self.mechanism);
        let is_zero = |force: &A::Scalar, whole: &A::Scalar| {
            let sizes = [force, whole].map(|force| arithmetic.size(force));
            matches!(sizes, [Some(force), Some(whole)] if force <= ROUNDING * whole)
        };
        let in_parent = &self.frames()?.in_parent;
        let motions = motions(mechanism, &state, in_parent);
        let wrenches = connection_wrenches(mechanism, &state, in_parent, &motions);
        let mut joints = Vec::new();
        for bearing in load_friction(arithmetic, mechanism, &state)? {
            let force = &wrenches[bearing.joint].force;
            let across = mechanism.joints[bearing.joint].axis.cross(force);
            let rubs = bearing.forces.iter().any(|force| !force.is_zero());
            if rubs && is_zero(&arithmetic.length(&across), &arithmetic.length(force)) {
                joints.push(bearing.joint);
            }
        }
        let needed = driving_forces(mechanism, &state, in_parent, &motions, &wrenches);
        let friction = friction_forces(arithmetic, mechanism, &state, &wrenches)?;
        let forces = [&needed[..], &friction[..]];
        let eps = |link: usize| &motions[link].eps;
        for (rotor, k, load) in gear_loads(arithmetic, mechanism, &state, forces, eps)? {
            let moves = !state.coordinates[k].rate(1).is_zero();
            let whole = needed[k].mul(&needed[k]).add(&friction[k].mul(&friction[k]));
            if moves && is_zero(&load, &arithmetic.root(&whole)) {
                joints.push(rotor.joint);
            }
        }
        joints.sort_unstable();
        joints.dedup();
        Ok(joints)
    }
}
