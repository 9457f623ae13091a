//! Vectors of links: their motion, their inertia, what they exert on each other.

use appell_diagnostic::broken_invariant;
use appell_model::JointKind;
use appell_spatial::{Matrix, Scalar, Transform, Vector, Wrench};

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::kinematics::{Motion, fixed_on, motion};
use crate::mechanism::{Mechanism, Seat};
use crate::newton_euler::{inertia_force, inertia_moment, link_wrench};
use crate::quantity::Frame;

/// The centre of mass of a link, in the frame of the link.
pub(crate) struct Centre<S> {
    /// Where it is.
    pub(crate) place: Vector<S>,
    /// How fast the deformation of the link moves it there.
    rate: Vector<S>,
}

impl<A: Arithmetic> Derivation<'_, A> {
    /// The motion of a link, in its own axes.
    pub(super) fn motion(&self, index: usize) -> &Motion<A::Scalar> {
        let follow = |link: usize| {
            let joint = &self.mechanism.joints[link];
            let of = |parent: &Motion<A::Scalar>| {
                motion(&self.mechanism, link, &self.state, self.in_parent(link), parent)
            };
            let from_base = || of(&Motion::of_base(&self.mechanism));
            joint.parent.map_or_else(from_base, |parent| of(self.motion(parent)))
        };
        // from the base outward, so that a parent is known when it is asked for
        for link in self.path(index, |link| link.motion.get().is_some()) {
            self.links[link].motion.get_or_init(|| follow(link));
        }
        self.links[index].motion.get_or_init(|| follow(index))
    }

    /// The motion of a frame, in its own axes.
    pub(crate) fn motion_of(&self, frame: Frame) -> Result<Motion<A::Scalar>, Error> {
        Ok(match frame {
            Frame::Base => Motion::of_base(&self.mechanism),
            Frame::Joint(id) => self.motion(id.index()).clone(),
            Frame::Tool => {
                let Mechanism { tool_parent, parent_from_tool, .. } = &self.mechanism;
                self.motion_on(Seat::on(*tool_parent), parent_from_tool)
            }
            Frame::Named(name) => {
                let frame = &self.mechanism.frames[self.named(name)];
                self.motion_on(frame.seat, &frame.parent_from_frame)
            }
            Frame::Outer => {
                let base_from_outer = self.relative_frame(Frame::Base, frame)?;
                self.motion_on(Seat { link: None, station: None }, &base_from_outer)
            }
        })
    }

    /// The motion of what is fixed on a link or on the base, in its own axes.
    fn motion_on(&self, seat: Seat, placed: &Transform<A::Scalar>) -> Motion<A::Scalar> {
        match seat.link {
            Some(link) => {
                let body = &self.mechanism.joints[link];
                fixed_on((Some(body), seat.station), &self.state, placed, self.motion(link))
            }
            None => fixed_on((None, None), &self.state, placed, &Motion::of_base(&self.mechanism)),
        }
    }

    /// The connection wrench in a joint; at the tool or a named frame, what the robot exerts on its
    /// surroundings.
    pub(crate) fn wrench_at(&self, frame: Frame) -> Result<Wrench<A::Scalar>, Error> {
        match frame {
            Frame::Joint(id) => Ok(self.wrenches()?[id.index()].clone()),
            Frame::Tool => Ok(self.mechanism.payload.clone()),
            Frame::Named(name) => Ok(self.mechanism.frames[self.named(name)].wrench.clone()),
            Frame::Base | Frame::Outer => {
                broken_invariant("a reaction in the base, which no index names")
            }
        }
    }

    /// The centre of mass of a link as it is deformed.
    pub(crate) fn centre(&self, index: usize) -> Result<Centre<A::Scalar>, Error> {
        let joint = &self.mechanism.joints[index];
        let Some(deformed) = joint.deformed(&self.state) else {
            let place = joint.central.centre.clone();
            return Ok(Centre { place, rate: self.mechanism.still() });
        };
        let inverse = self.arithmetic.reciprocal(&joint.moments.mass)?;
        let first = deformed.moments(&joint.moments).first;
        Ok(Centre { place: first.scale(&inverse), rate: deformed.first_rate().scale(&inverse) })
    }

    pub(crate) fn centre_velocity(&self, index: usize) -> Result<Vector<A::Scalar>, Error> {
        let Centre { place, rate } = self.centre(index)?;
        Ok(&self.motion(index).velocity_at(&place) + &rate)
    }

    pub(crate) fn centre_acceleration(&self, index: usize) -> Result<Vector<A::Scalar>, Error> {
        let joint = &self.mechanism.joints[index];
        let motion = self.motion(index);
        if joint.elastic.is_none() {
            return Ok(motion.acceleration_at(&joint.central.centre));
        }
        let inverse = self.arithmetic.reciprocal(&joint.moments.mass)?;
        Ok(link_wrench(joint, &self.state, motion).force.scale(&inverse))
    }

    pub(crate) fn inertia_force(&self, index: usize) -> Result<Vector<A::Scalar>, Error> {
        let joint = &self.mechanism.joints[index];
        let motion = self.motion(index);
        Ok(match joint.elastic {
            Some(_) => link_wrench(joint, &self.state, motion).force,
            None => inertia_force(joint, motion),
        })
    }

    pub(crate) fn inertia_moment(&self, index: usize) -> Result<Vector<A::Scalar>, Error> {
        let joint = &self.mechanism.joints[index];
        let motion = self.motion(index);
        if joint.elastic.is_none() {
            return Ok(inertia_moment(joint, motion));
        }
        let Wrench { force, moment } = link_wrench(joint, &self.state, motion);
        Ok(&moment - &self.centre(index)?.place.cross(&force))
    }

    /// The inertia of a link about its centre of mass, as it is deformed: by Steiner's theorem
    /// I - (h.c 1 - h c^T), with the inertia I and the first moment h about the origin, c the centre.
    pub(crate) fn central_inertia(&self, index: usize) -> Result<Matrix<A::Scalar>, Error> {
        let joint = &self.mechanism.joints[index];
        if joint.elastic.is_none() {
            return Ok(joint.central.inertia.clone());
        }
        let moments = joint.moments_in(&self.state);
        let centre = self.centre(index)?.place;
        let at_centre = &Matrix::diagonal(&moments.first.dot(&centre))
            - &Matrix::outer(&moments.first, &centre);
        Ok(&moments.inertia - &at_centre)
    }

    /// The integral of r r^T about the centre of mass, tr(I)/2 1 - I.
    pub(crate) fn planar_inertia(&self, index: usize) -> Result<Matrix<A::Scalar>, Error> {
        let inertia = self.central_inertia(index)?;
        Ok(&Matrix::diagonal(&inertia.trace().over(2)) - &inertia)
    }

    /// The unit axis of a joint; a fixed one has none.
    pub(crate) fn joint_axis(&self, index: usize) -> Result<Vector<A::Scalar>, Error> {
        let joint = &self.mechanism.joints[index];
        match joint.kind {
            JointKind::Rotation | JointKind::Translation => Ok(joint.axis.clone()),
            JointKind::Fixed => Err(Error::NoCoordinate { label: (index + 1).to_string() }),
        }
    }

    /// One for a revolute joint, else zero.
    pub(crate) fn is_rotation(&self, index: usize) -> Result<A::Scalar, Error> {
        let rotates = self.mechanism.joints[index].kind == JointKind::Rotation;
        Ok(self.mechanism.zero().integer(rotates.into()))
    }
}
