//! Base parameters in second moments: what the driving forces do not tell from the link before is
//! counted with the link before (compare `base_parameters`).
//!
//! Behind a rotation that is a rod along the axis: the mass, the first moment along k and the
//! second moment along k; so these three vanish. Behind a translation it is the matrix of second
//! moments, behind a fixed joint everything.

use appell_algebra::{Budget, Error};
use appell_model::{JointKind, Robot};
use appell_spatial::{Matrix, Scalar, Transform};

use super::columns::{Columns, Fate};
use super::{Economical, SecondMoments};
use crate::friction::dry_coefficient;
use crate::mechanism::Body;

impl<S: Scalar> Economical<S> {
    /// The same driving forces by fewer parameters. Connection wrenches are others: they would
    /// tell the bodies apart. A robot with Coulomb friction stays as it is, for it feels them.
    pub fn regrouped(&self, robot: &Robot, budget: &Budget) -> Result<Self, Error> {
        if self.mechanism.joints.iter().any(|joint| !dry_coefficient(joint).is_zero()) {
            return Ok(self.clone());
        }
        let mut grouped = self.clone();
        grouped.pass_rods();
        let mut columns = Columns::of(robot, budget)?;
        columns.robot.pass_rods();
        let mut parameters: Vec<[S; 10]> =
            grouped.bodies.iter().map(SecondMoments::parameters).collect();
        let zero = self.mechanism.zero();
        for (at, fate) in columns.fates(&columns.robot.bodies, budget)? {
            let (link, which) = (at / 10, at % 10);
            let value = parameters[link][which].clone();
            match fate {
                Fate::Felt => continue,
                Fate::Zero => {}
                Fate::Like { column, negative } => {
                    let kept = &mut parameters[column / 10][column % 10];
                    *kept = if negative { kept.sub(&value) } else { kept.add(&value) };
                }
            }
            parameters[link][which] = zero.clone();
        }
        grouped.bodies = parameters.iter().map(SecondMoments::from_parameters).collect();
        Ok(grouped)
    }

    /// Rods and the like, from the outermost link inward.
    fn pass_rods(&mut self) {
        for index in (0..self.bodies.len()).rev() {
            let joint = &self.mechanism.joints[index];
            let rod = unfelt(joint, &self.bodies[index]);
            let axis = &joint.parent_from_rest.rotation * &joint.axis;
            let position = &joint.parent_from_rest.position + &axis.scale(&self.slides[index]);
            let frame = Transform::new(joint.parent_from_rest.rotation.clone(), position);
            let parent = joint.parent;
            self.bodies[index] = self.bodies[index].minus(&rod);
            if let Some(parent) = parent {
                self.bodies[parent] = self.bodies[parent].plus(&rod.moved(&frame));
            }
        }
    }
}

/// The part of a body that does not move against the link before.
fn unfelt<S: Scalar>(joint: &Body<S>, body: &SecondMoments<S>) -> SecondMoments<S> {
    let mut part = SecondMoments::none(&body.mass);
    match joint.kind {
        JointKind::Fixed => part = body.clone(),
        JointKind::Translation => part.second = body.second.clone(),
        JointKind::Rotation => {
            let k = &joint.axis;
            part.mass = body.mass.clone();
            part.first = k.scale(&k.dot(&body.first));
            part.second = Matrix::outer(k, k).scale(&k.dot(&(&body.second * k)));
        }
    }
    part
}
