//! Quantities by matrix exponentials: frames, Jacobians, velocities and accelerations.

use appell_spatial::{Matrix, Scalar, Transform, Twist, Varied, Vector};

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::exponential::Exponentials;
use crate::mechanism::{Mechanism, Mounted, Seat};
use crate::quantity::{Frame, Kind, Of, Quantity};
use crate::state::State;
use crate::value::Value;

/// The axial vector of the skew part of a matrix.
fn axis_of<S: Scalar>(matrix: &Matrix<S>) -> Vector<S> {
    let half = |i: usize, j: usize| matrix.0[i][j].sub(&matrix.0[j][i]).over(2);
    Vector::new(half(2, 1), half(0, 2), half(1, 0))
}

/// The derivative of an order of every entry.
fn at<S: Scalar>(frame: &Transform<Varied<S>>, order: usize) -> Transform<S> {
    frame.map(|entry| entry.at(order))
}

/// Twists at a place as those at the origin of the base.
pub(super) fn at_origin<S: Scalar>(columns: &[Twist<S>], place: &Vector<S>) -> Vec<Twist<S>> {
    let moved = |Twist { linear, angular }: &Twist<S>| Twist {
        linear: linear - &angular.cross(place),
        angular: angular.clone(),
    };
    columns.iter().map(moved).collect()
}

impl<A: Arithmetic> Derivation<'_, A> {
    /// `screw[i]`: the exponent of a joint.
    pub(crate) fn screw(&self, joint: usize) -> Result<Transform<A::Scalar>, Error> {
        let exponent =
            Exponentials::new(&self.mechanism, &self.state).exponent(&self.mechanism, joint);
        exponent.ok_or_else(|| Error::NoCoordinate { label: (joint + 1).to_string() })
    }

    /// `exp[i]`: the exponential of a joint.
    pub(crate) fn exponential(&self, joint: usize) -> Result<Transform<A::Scalar>, Error> {
        Ok(Exponentials::new(&self.mechanism, &self.state).factor(joint).clone())
    }

    /// `expprod[j,i]`: the product of the exponentials after {j} up to {i}.
    pub(crate) fn exponential_product(
        &self,
        outer: Frame,
        inner: Frame,
    ) -> Result<Transform<A::Scalar>, Error> {
        let exponentials = Exponentials::new(&self.mechanism, &self.state);
        let one = || Transform::identity(&self.mechanism.zero());
        let carried = |seat: Seat| exponentials.carried(seat).cloned().unwrap_or_else(one);
        let product = |frame: Frame| match frame {
            Frame::Joint(id) => exponentials.product(id.index()).clone(),
            Frame::Tool => carried(Seat::on(self.mechanism.tool_parent)),
            Frame::Named(name) => carried(self.mechanism.frames[self.named(name)].seat),
            Frame::Base | Frame::Outer => one(),
        };
        Ok(&product(outer).inverse() * &product(inner))
    }

    /// The same by frames: with T0 of a frame now and at q = 0, T0 T0(0)^-1 is the product up to it.
    pub(super) fn exponential_product_by_frames(
        &self,
        outer: Frame,
        inner: Frame,
    ) -> Result<Transform<A::Scalar>, Error> {
        let exponentials = Exponentials::new(&self.mechanism, &self.state);
        let product = |frame: Frame| -> Result<Transform<A::Scalar>, Error> {
            let at_zero = match frame {
                Frame::Joint(id) => exponentials.at_zero(Some(id.index()), None),
                Frame::Tool => {
                    let Mechanism { tool_parent, parent_from_tool, .. } = &self.mechanism;
                    exponentials.at_zero(Some(*tool_parent), Some(parent_from_tool))
                }
                Frame::Named(name) => {
                    let frame = &self.mechanism.frames[self.named(name)];
                    exponentials.at_zero(frame.seat.link, Some(&frame.parent_from_frame))
                }
                Frame::Base | Frame::Outer => {
                    return Ok(Transform::identity(&self.mechanism.zero()));
                }
            };
            let now = self.relative_frame(Frame::Base, frame)?;
            Ok(&now * &at_zero.inverse())
        };
        Ok(&product(outer)?.inverse() * &product(inner)?)
    }

    /// A quantity that matrix exponentials give: [`Formalism::Exponential`](crate::Formalism).
    pub(super) fn by_exponentials(&self, quantity: Quantity) -> Result<Value<A::Scalar>, Error> {
        let frame = match quantity.of() {
            Of::Frame(frame) => frame,
            _ => Frame::Tool,
        };
        let moving = |order: usize| {
            let (mechanism, path) = (self.mechanism.constant(), self.state.jets(order, 0));
            self.frame_by_exponentials(&mechanism, &path, frame)
        };
        // a derivative of the place, without what falls freely
        let vector = |order: usize, free: &Vector<A::Scalar>| {
            let moving = moving(order);
            let back = at(&moving, 0).rotation.transpose();
            let rate = &at(&moving, order).position - free;
            self.in_axes(&back * &rate, frame, quantity)
        };
        let still = self.mechanism.still();
        // the skew part of R^(n) R^T
        let turning = |order: usize| {
            let moving = moving(order);
            let back = at(&moving, 0).rotation.transpose();
            let spin = axis_of(&(&at(&moving, order).rotation * &back));
            self.in_axes(&back * &spin, frame, quantity)
        };
        match quantity.kind() {
            Kind::FrameInBaseRate | Kind::FrameInBaseSecondRate | Kind::FrameInBaseThirdRate => {
                let order = quantity.kind().row().order as usize;
                Ok(Value::frame_rate(&at(&moving(order), order), Some(Frame::Base)))
            }
            Kind::AngularVelocity => turning(1),
            Kind::AngularAcceleration => turning(2),
            Kind::Velocity => vector(1, &still),
            Kind::Acceleration => vector(2, &self.mechanism.gravity),
            Kind::Jerk => vector(3, &still),
            Kind::Jacobian => {
                let columns = self.jacobian_by_exponentials(&self.mechanism, &self.state, frame);
                self.columns_in_axes(&columns, quantity)
            }
            kind @ (Kind::SpaceJacobian | Kind::BodyJacobian) => {
                let columns = self.jacobian_by_exponentials(&self.mechanism, &self.state, frame);
                let own = self.frame_by_exponentials(&self.mechanism, &self.state, frame);
                Ok(match kind {
                    Kind::SpaceJacobian => {
                        self.columns(&at_origin(&columns, &own.position), Frame::Base)
                    }
                    _ => {
                        let back = own.rotation.transpose();
                        let turned = columns.iter().map(|column| column.turned(&back));
                        self.columns(&turned.collect::<Vec<_>>(), frame)
                    }
                })
            }
            Kind::JacobianRate => {
                let (mechanism, path) = (self.mechanism.constant(), self.state.jets(1, 0));
                let columns = self.jacobian_by_exponentials(&mechanism, &path, frame);
                let rates = columns.iter().map(|column| column.map(|entry| entry.slope()));
                self.columns_in_axes(&rates.collect::<Vec<_>>(), quantity)
            }
            Kind::Frame => {
                let own = self.frame_by_exponentials(&self.mechanism, &self.state, frame);
                let Frame::Joint(id) = frame else {
                    return Ok(Value::frame(&own, Some(Frame::Base)));
                };
                let parent = self.robot.joint(id).parent.map_or(Frame::Base, Frame::Joint);
                let before = self.frame_by_exponentials(&self.mechanism, &self.state, parent);
                Ok(Value::frame(&(&before.inverse() * &own), Some(parent)))
            }
            _ => {
                let own = self.frame_by_exponentials(&self.mechanism, &self.state, frame);
                Ok(Value::frame(&own, Some(Frame::Base)))
            }
        }
    }

    /// A frame in the base.
    fn frame_by_exponentials<S: Scalar>(
        &self,
        mechanism: &Mechanism<S>,
        state: &State<S>,
        frame: Frame,
    ) -> Transform<S> {
        let exponentials = Exponentials::new(mechanism, state);
        match frame {
            Frame::Joint(id) => exponentials.frame(id.index()),
            Frame::Tool => {
                exponentials.mounted(Seat::on(mechanism.tool_parent), &mechanism.parent_from_tool)
            }
            Frame::Named(name) => {
                let Mounted { seat, parent_from_frame, .. } = &mechanism.frames[self.named(name)];
                exponentials.mounted(*seat, parent_from_frame)
            }
            Frame::Base => Transform::identity(&mechanism.zero()),
            Frame::Outer => match &mechanism.outer_from_base {
                Some(base) => base.inverse(),
                None => Transform::identity(&mechanism.zero()),
            },
        }
    }

    /// The Jacobian of the origin of a frame and of its axes: dp/dq_k, and the axial vector of
    /// dR/dq_k R^T.
    fn jacobian_by_exponentials<S: Scalar>(
        &self,
        mechanism: &Mechanism<S>,
        state: &State<S>,
        frame: Frame,
    ) -> Vec<Twist<S>> {
        let varied = mechanism.constant();
        let column = |k: usize| {
            let frame = self.frame_by_exponentials(&varied, &state.varied(k, 0), frame);
            let (value, slope) = (at(&frame, 0), at(&frame, 1));
            let spin = &slope.rotation * &value.rotation.transpose();
            Twist { linear: slope.position, angular: axis_of(&spin) }
        };
        (0..state.coordinates.len()).map(column).collect()
    }
}
