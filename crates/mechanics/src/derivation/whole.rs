//! Quantities of the robot as a whole: Jacobians, matrices, energies, the linear form.

use appell_diagnostic::broken_invariant;
use appell_model::integrals;
use appell_spatial::{Scalar, Twist, Varied};

use super::Derivation;
use super::exponentials::at_origin;
use crate::arithmetic::Arithmetic;
use crate::base_parameters::{BaseParameters, base_parameters, column_labels};
use crate::elastic::assembled;
use crate::energy::{kinetic, potential};
use crate::error::Error;
use crate::geometry::frames;
use crate::higher_order::energy_of;
use crate::jacobian::{Point, Resolved, jacobian};
use crate::lagrange::coriolis_matrix;
use crate::quantity::{Frame, Kind};
use crate::regressor::regressor;
use crate::spring::add_spring_stiffness;
use crate::value::Value;

type Rows<A> = Vec<Vec<<A as Arithmetic>::Scalar>>;

impl<A: Arithmetic> Derivation<'_, A> {
    pub(crate) fn jacobian(&self, frame: Frame) -> Result<Vec<Twist<A::Scalar>>, Error> {
        let (point, frames) = (self.origin(frame), self.frames()?);
        Ok(jacobian(&self.mechanism, &self.state, frames, &point, Resolved::InBase))
    }

    pub(crate) fn space_jacobian(&self, frame: Frame) -> Result<Vec<Twist<A::Scalar>>, Error> {
        let place = self.relative_frame(Frame::Base, frame)?.position;
        Ok(at_origin(&self.jacobian(frame)?, &place))
    }

    pub(crate) fn body_jacobian(&self, frame: Frame) -> Result<Vec<Twist<A::Scalar>>, Error> {
        let (point, frames) = (self.origin(frame), self.frames()?);
        Ok(jacobian(&self.mechanism, &self.state, frames, &point, Resolved::InOwnFrame))
    }

    /// The integrals of an elastic link that are not zero, by their names.
    pub(crate) fn modal_integrals(&self, link: usize) -> Result<Vec<(String, A::Scalar)>, Error> {
        let elastic = self.mechanism.joints[link].elastic.as_ref();
        let elastic = elastic.ok_or(Error::RigidLink { joint: link })?;
        Ok(integrals(link + 1, &elastic.body, Scalar::is_zero))
    }

    /// The origin of a frame, of which a Jacobian can be asked.
    fn origin<S>(&self, frame: Frame) -> Point<S> {
        match frame {
            Frame::Tool => Point::Tool,
            Frame::Joint(id) => Point::Origin(id.index()),
            Frame::Named(name) => Point::Named(self.named(name)),
            Frame::Base | Frame::Outer => {
                broken_invariant("a Jacobian of the base, which no index names")
            }
        }
    }

    pub(crate) fn jacobian_rate(&self, frame: Frame) -> Result<Vec<Twist<A::Scalar>>, Error> {
        let moving = self.mechanism.constant();
        let path = self.state.jets(1, 0);
        let rate = |jet: &Varied<A::Scalar>| jet.slope();
        let (point, frames) = (self.origin(frame), frames(&moving, &path));
        let columns = jacobian(&moving, &path, &frames, &point, Resolved::InBase);
        Ok(columns.iter().map(|column| column.map(rate)).collect())
    }

    pub(crate) fn coriolis_matrix(&self) -> Result<Rows<A>, Error> {
        Ok(coriolis_matrix(&self.mechanism, &self.state))
    }

    pub(crate) fn stiffness(&self) -> Result<Rows<A>, Error> {
        let mut matrix = assembled(&self.mechanism, |elastic| &elastic.body.stiffness);
        add_spring_stiffness(&self.mechanism, &mut matrix);
        Ok(matrix)
    }

    pub(crate) fn damping(&self) -> Result<Rows<A>, Error> {
        Ok(assembled(&self.mechanism, |elastic| &elastic.body.damping))
    }

    /// Where tips are affine, frames are no rotations and velocities of links are not defined: the
    /// kinetic energy is then the acceleration energy of order 0, in its trace form.
    pub(crate) fn kinetic_energy(&self, link: Option<usize>) -> Result<A::Scalar, Error> {
        match self.mechanism.is_affine() {
            true => self.acceleration_energy([0, 0], link),
            false => {
                let links = link.map(|link| self.with_load(link));
                Ok(kinetic(&self.mechanism, &self.state, self.motions()?, links.as_deref()))
            }
        }
    }

    /// A link, and the body that the payload puts on its tip, if it is elastic: see
    /// [`Mechanism::joints`](crate::Mechanism).
    pub(super) fn with_load(&self, link: usize) -> Vec<usize> {
        let load = self.robot.joints().len()..self.mechanism.joints.len();
        let on_link = load.filter(|index| self.mechanism.joints[*index].parent == Some(link));
        std::iter::once(link).chain(on_link).collect()
    }

    /// m vC^2 / 2 of a link. With affine tips links have no angular velocity, and vC is the time derivative of the
    /// place of the centre of mass.
    pub(crate) fn translational_energy(&self, link: usize) -> Result<A::Scalar, Error> {
        let own = self.robot.joint_ids().nth(link).filter(|_| self.mechanism.is_affine());
        let velocity = match own {
            Some(id) => self.rate_in_base(Kind::CentreVelocity, Frame::Joint(id))?,
            None => self.centre_velocity(link)?,
        };
        Ok(velocity.dot(&velocity).mul(&self.mechanism.joints[link].moments.mass).over(2))
    }

    pub(crate) fn rotational_energy(&self, link: usize) -> Result<A::Scalar, Error> {
        Ok(self.kinetic_energy(Some(link))?.sub(&self.translational_energy(link)?))
    }

    pub(crate) fn potential_energy(&self) -> Result<A::Scalar, Error> {
        Ok(potential(&self.mechanism, &self.state, self.frames()?))
    }

    /// The acceleration energy of order p, or its time derivative of order a; of a link, or of all.
    pub(crate) fn acceleration_energy(
        &self,
        [p, a]: [usize; 2],
        link: Option<usize>,
    ) -> Result<A::Scalar, Error> {
        let links = link.map(|link| self.with_load(link));
        Ok(energy_of(&self.mechanism, &self.state, [p, a], links.as_deref()))
    }

    pub(crate) fn regressor(&self) -> Result<Value<A::Scalar>, Error> {
        let in_parent = &self.frames()?.in_parent;
        let rows = regressor(&self.mechanism, &self.state, in_parent, self.motions()?);
        let columns = column_labels(&self.mechanism);
        Ok(Value::matrix(rows, None).with_rows(self.coordinate_labels()).with_columns(columns))
    }

    /// The base parameters: see [`base_parameters`].
    pub fn base_parameters(&self) -> Result<BaseParameters<A::Scalar>, Error> {
        Ok(base_parameters(self.robot, &self.arithmetic, &self.mechanism)?)
    }

    pub(crate) fn base_parameter_list(&self) -> Result<Vec<(String, A::Scalar)>, Error> {
        let labels = column_labels(&self.mechanism);
        let parameters = self.base_parameters()?.parameters;
        Ok(parameters.into_iter().map(|it| (labels[it.column].clone(), it.value)).collect())
    }
}
