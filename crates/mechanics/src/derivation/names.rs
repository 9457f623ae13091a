//! Names for what the quantities of generated code are calculated from.

use super::Derivation;
use super::economical::Load;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::geometry::in_parent;
use crate::mass_matrix::composite_bodies;
use crate::names::Names;
use crate::quantity::Kind;
use crate::state::State;

impl<A: Arithmetic> Derivation<'_, A> {
    /// Names for what [`Self::economical`] calculates with.
    pub(super) fn names_of(&self, kind: Kind) -> Result<Vec<(String, A::Scalar)>, Error> {
        let of_recursion =
            |load, order| Ok(self.regrouped(load)?.names(&self.slowed(order))) as Result<_, Error>;
        Ok(match kind {
            Kind::DrivingForce => of_recursion(Load::All, 2)?,
            Kind::GravityForce => of_recursion(Load::Weight, 0)?,
            Kind::CoriolisForce => of_recursion(Load::None, 1)?,
            Kind::DrivingForceByPosition => self.names_of_slopes(&self.state, 0)?,
            Kind::DrivingForceByVelocity => self.names_of_slopes(&self.state, 1)?,
            Kind::MassMatrix | Kind::InverseMassMatrix | Kind::DrivingForceByAcceleration => {
                self.names_of_composites()?
            }
            Kind::JointAcceleration => {
                [self.names_of_composites()?, of_recursion(Load::All, 1)?].concat()
            }
            Kind::JointAccelerationByPosition => self.names_of_acceleration_slopes(0)?,
            Kind::JointAccelerationByVelocity => self.names_of_acceleration_slopes(1)?,
            _ => Vec::new(),
        })
    }

    fn names_of_acceleration_slopes(
        &self,
        order: usize,
    ) -> Result<Vec<(String, A::Scalar)>, Error> {
        let state = self.light_accelerated_state()?;
        let slopes = self.names_of_slopes(&state, order)?;
        Ok([self.names_of_composites()?, slopes].concat())
    }

    fn names_of_composites(&self) -> Result<Vec<(String, A::Scalar)>, Error> {
        let robot = self.regrouped(Load::None)?.plain();
        let mut names = Names::new();
        let bodies = composite_bodies(&robot, &self.state, &in_parent(&robot, &self.state)).own;
        for (index, body) in bodies.iter().enumerate() {
            names.composite(index + 1, body);
        }
        Ok(names.0)
    }

    /// `w3x`, and `w3x_q2` for its derivative by the coordinate of joint 2 (`w3x_qd2`: by its rate).
    fn names_of_slopes(
        &self,
        state: &State<A::Scalar>,
        order: usize,
    ) -> Result<Vec<(String, A::Scalar)>, Error> {
        let robot = self.regrouped(Load::All)?.varied();
        let by = if order == 0 { "q" } else { "qd" };
        let mut names = Names::new();
        for (k, joint) in self.coordinate_labels().into_iter().enumerate() {
            for (name, varied) in robot.names(&state.varied(k, order)) {
                names.scalar(format!("{name}_{by}{joint}"), &varied.slope());
                if k == 0 {
                    names.scalar(name, &varied.at(0));
                }
            }
        }
        Ok(names.0)
    }

    /// Names for what is known so far of frames, motions and wrenches.
    pub(super) fn known_names(&self) -> Vec<(String, A::Scalar)> {
        let mut names = Names::new();
        for (index, link) in self.links.iter().enumerate() {
            let number = index + 1;
            if let Some(frame) = link.in_base.get() {
                names.vector("p", number, &frame.position);
                names.matrix("R", number, &frame.rotation);
            }
            if let Some(motion) = link.motion.get() {
                names.vector("w", number, &motion.omega);
                names.vector("e", number, &motion.eps);
                names.vector("v", number, &motion.v);
                names.vector("a", number, &motion.a);
                names.matrix("A", number, &motion.spin);
            }
            if let Some(wrench) = self.wrenches.get().map(|all| &all[index]) {
                names.vector("f", number, &wrench.force);
                names.vector("n", number, &wrench.moment);
            }
        }
        names.0
    }
}
