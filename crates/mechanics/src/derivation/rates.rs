//! Time derivatives of frames, places and the mass matrix: the same algorithms on functions of time
//! (Negrean 2019, eqs 73-77, 107-111).

use appell_spatial::{Transform, Twist, Varied, Vector};

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::geometry::{frame, frames, in_parent, mounted};
use crate::jacobian::centre_jacobian;
use crate::mass_matrix::mass_matrix;
use crate::mechanism::Mounted;
use crate::quantity::{Frame, Kind};

impl<A: Arithmetic> Derivation<'_, A> {
    /// `Tdot[i]`, ...: a time derivative of `T[i]`, with the frame in whose axes it is given.
    pub(crate) fn frame_rate(
        &self,
        of: Frame,
        order: usize,
    ) -> Result<(Transform<A::Scalar>, Frame), Error> {
        let Frame::Joint(id) = of else { return self.frame_in_base_rate(of, order) };
        let (moving, path) = (self.mechanism.constant(), self.state.jets(order, 0));
        let rate = frame(&moving, id.index(), &path).map(|entry| entry.at(order));
        Ok((rate, self.robot.joint(id).parent.map_or(Frame::Base, Frame::Joint)))
    }

    /// `T0dot[i]`, ...: a time derivative of `T0[i]`.
    pub(crate) fn frame_in_base_rate(
        &self,
        of: Frame,
        order: usize,
    ) -> Result<(Transform<A::Scalar>, Frame), Error> {
        Ok((self.moving_frame(of, order).map(|entry| entry.at(order)), Frame::Base))
    }

    /// A frame in the base as a function of time.
    fn moving_frame(&self, of: Frame, order: usize) -> Transform<Varied<A::Scalar>> {
        let (moving, path) = (self.mechanism.constant(), self.state.jets(order, 0));
        let mut all = frames(&moving, &path);
        match of {
            Frame::Joint(id) => all.in_base.swap_remove(id.index()),
            Frame::Tool => all.tool,
            Frame::Named(name) => {
                let Mounted { seat, parent_from_frame, .. } = &moving.frames[self.named(name)];
                let placed = mounted(&moving, *seat, &path, parent_from_frame);
                seat.link.map_or_else(|| placed.clone(), |link| &all.in_base[link] * &placed)
            }
            // which do not move
            Frame::Base | Frame::Outer => Transform::identity(&moving.zero()),
        }
    }

    /// The third derivative of the place of a frame, in its own axes.
    pub(crate) fn jerk(&self, of: Frame) -> Result<Vector<A::Scalar>, Error> {
        let frame = self.moving_frame(of, 3);
        let back = frame.rotation.map(|entry| entry.at(0)).transpose();
        Ok(&back * &frame.position.map(|entry| entry.at(3)))
    }

    /// A velocity, acceleration or jerk of the origin of a frame or of the centre of mass of its link, in base
    /// axes: as a derivative of a place it needs no rotations.
    pub(super) fn rate_in_base(&self, kind: Kind, of: Frame) -> Result<Vector<A::Scalar>, Error> {
        let order = kind.row().order as usize;
        let frame = self.moving_frame(of, order);
        let place = match (kind, of) {
            (Kind::CentreVelocity | Kind::CentreAcceleration, Frame::Joint(id)) => {
                let (moving, path) = (self.mechanism.constant(), self.state.jets(order, 0));
                let inverse = self.inverse_mass(id.index())?;
                let inverse = inverse.map(Varied::<A::Scalar>::constant);
                let body = &moving.joints[id.index()];
                let centre = inverse.map(|inverse| body.moments_in(&path).first.scale(&inverse));
                frame.point(&centre.unwrap_or_else(|| body.central.centre.clone()))
            }
            _ => frame.position,
        };
        let rate: Vector<A::Scalar> = place.map(|entry| entry.at(order));
        // gravity is in accelerations
        Ok(match kind {
            Kind::Acceleration | Kind::CentreAcceleration => &rate - &self.mechanism.gravity,
            _ => rate,
        })
    }

    /// The time derivative of the mass matrix.
    pub(crate) fn mass_matrix_rate(&self) -> Result<Vec<Vec<A::Scalar>>, Error> {
        let (moving, path) = (self.mechanism.constant(), self.state.jets(1, 0));
        let rows = mass_matrix(&moving, &path, &in_parent(&moving, &path));
        Ok(rows.iter().map(|row| row.iter().map(|entry| entry.slope()).collect()).collect())
    }

    /// The Jacobian of the centre of mass of a link, which moves through the link where that deforms.
    pub(crate) fn centre_jacobian(&self, link: usize) -> Result<Vec<Twist<A::Scalar>>, Error> {
        let inverse = self.inverse_mass(link)?;
        let frames = self.frames()?;
        Ok(centre_jacobian(&self.mechanism, &self.state, frames, link, inverse.as_ref()))
    }

    /// The time derivative of the Jacobian of the centre of mass of a link.
    pub(crate) fn centre_jacobian_rate(&self, link: usize) -> Result<Vec<Twist<A::Scalar>>, Error> {
        let (moving, path) = (self.mechanism.constant(), self.state.jets(1, 0));
        let inverse = self.inverse_mass(link)?.map(Varied::<A::Scalar>::constant);
        let columns =
            centre_jacobian(&moving, &path, &frames(&moving, &path), link, inverse.as_ref());
        Ok(columns.iter().map(|column| column.map(|entry| entry.slope())).collect())
    }

    /// One over the mass of a link that deforms.
    pub(super) fn inverse_mass(&self, link: usize) -> Result<Option<A::Scalar>, Error> {
        let joint = &self.mechanism.joints[link];
        let inverse = || self.arithmetic.reciprocal(&joint.moments.mass);
        Ok(joint.elastic.as_ref().map(|_| inverse()).transpose()?)
    }
}
