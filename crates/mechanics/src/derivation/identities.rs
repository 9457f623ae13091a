//! Jacobians of centres of mass by partial derivatives, and the acceleration energy from them (Negrean 2019,
//! eqs 46, 47 and 57-60, corrected).
//!
//! With d_m the derivative by q_k^(m) and r a place that depends on the coordinates only,
//!
//! ```text
//! d_m r^(m) = d_0 r,   d_m r^(m+1) = (m + 1) d/dt d_0 r
//! ```
//!
//! The angular velocity is no derivative of three angles: d_1 omega and d_2 omega' are the axis z_k of the
//! coordinate, but d_1 omega' is 2 z_k' in a plane only, so that z_k' is taken as the time derivative of
//! d_1 omega.

use appell_spatial::{Scalar, Twist, Varied, Vector};

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::geometry::frames;
use crate::higher_order::rotational_energy;
use crate::kinematics::motions;
use crate::mechanism::Mechanism;
use crate::state::State;

/// The centre of mass of a link in base axes; of one that deforms one over its mass is given.
fn centre<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    link: usize,
    inverse_mass: Option<&S>,
) -> Vector<S> {
    let body = &mechanism.joints[link];
    let place = match inverse_mass {
        Some(inverse) => body.moments_in(state).first.scale(inverse),
        None => body.central.centre.clone(),
    };
    frames(mechanism, state).in_base[link].point(&place)
}

/// The angular velocity of a link in base axes.
fn omega<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>, link: usize) -> Vector<S> {
    let frames = frames(mechanism, state);
    let motions = motions(mechanism, state, &frames.in_parent);
    &frames.in_base[link].rotation * &motions[link].omega
}

impl<A: Arithmetic> Derivation<'_, A> {
    /// d_m rC^(n), the place of the centre of mass differentiated n times by time.
    fn centre_by(
        &self,
        link: usize,
        k: usize,
        [n, m]: [usize; 2],
    ) -> Result<Vector<A::Scalar>, Error> {
        let inverse = self.inverse_mass(link)?.map(Varied::<A::Scalar>::constant);
        let inverse = inverse.map(Varied::<Varied<A::Scalar>>::constant);
        let moving = self.mechanism.constant().constant();
        let path = self.state.varied(k, m).jets(n, 0);
        let place = centre(&moving, &path, link, inverse.as_ref());
        Ok(place.map(|entry| {
            let rate: Varied<A::Scalar> = entry.at(n);
            rate.slope()
        }))
    }

    /// d_m of the time derivative of order m - 1 of the angular velocity.
    fn omega_by(&self, link: usize, k: usize, m: usize) -> Vector<A::Scalar> {
        let moving = self.mechanism.constant().constant();
        let path = self.state.varied(k, m).jets(m - 1, 1);
        omega(&moving, &path, link).map(|entry| {
            let rate: Varied<A::Scalar> = entry.at(m - 1);
            rate.slope()
        })
    }

    /// The time derivative of d_1 omega.
    fn axis_rate(&self, link: usize, k: usize) -> Vector<A::Scalar> {
        let moving = self.mechanism.constant().constant();
        let path = self.state.jets(1, 1).varied(k, 1);
        omega(&moving, &path, link).map(|entry| {
            let axis: Varied<A::Scalar> = entry.slope();
            axis.slope()
        })
    }

    /// JC by partial derivatives of order m: d_m rC^(m), and d_m omega^(m-1).
    pub(super) fn centre_jacobian_by(
        &self,
        link: usize,
        m: usize,
    ) -> Result<Vec<Twist<A::Scalar>>, Error> {
        let column = |k: usize| {
            let linear = self.centre_by(link, k, [m, m])?;
            Ok(Twist { linear, angular: self.omega_by(link, k, m.max(1)) })
        };
        (0..self.state.coordinates.len()).map(column).collect()
    }

    /// JCdot by partial derivatives of order m: d_m rC^(m+1) / (m + 1), and d/dt d_1 omega.
    pub(super) fn centre_jacobian_rate_by(
        &self,
        link: usize,
        m: usize,
    ) -> Result<Vec<Twist<A::Scalar>>, Error> {
        let column = |k: usize| {
            let linear = self.centre_by(link, k, [m + 1, m])?;
            let linear = linear.map(|entry| entry.over(m as i64 + 1));
            Ok(Twist { linear, angular: self.axis_rate(link, k) })
        };
        (0..self.state.coordinates.len()).map(column).collect()
    }

    /// EA1 of rigid links without rotors, from rC'' = JC q'' + JC' q' by partial derivatives; else nothing.
    pub(super) fn acceleration_energy_by_jacobians(&self) -> Result<Option<A::Scalar>, Error> {
        if self.is_elastic() || !self.mechanism.rotors.is_empty() {
            return Ok(None);
        }
        let frames = self.frames()?;
        let motions = self.motions()?;
        let mut sum = self.mechanism.zero();
        for (link, body) in self.mechanism.joints.iter().enumerate() {
            let columns = self.centre_jacobian_by(link, 0)?;
            let rates = self.centre_jacobian_rate_by(link, 1)?;
            let (mut linear, mut angular) = (self.mechanism.still(), self.mechanism.still());
            for (coordinate, (column, rate)) in
                self.state.coordinates.iter().zip(columns.iter().zip(&rates))
            {
                for (twist, by) in [(column, coordinate.rate(2)), (rate, coordinate.rate(1))] {
                    linear = &linear + &twist.linear.scale(&by);
                    angular = &angular + &twist.angular.scale(&by);
                }
            }
            let rotation = &frames.in_base[link].rotation;
            let tensor = rotation.rotate_tensor(&body.central.inertia);
            let spin = rotation * &motions[link].omega;
            let still = self.mechanism.still();
            let turned = rotational_energy(&tensor, [&spin, &angular, &still, &still], 1);
            let moved = linear.dot(&linear).mul(&body.central.mass).over(2);
            sum = sum.add(&moved).add(&turned);
        }
        Ok(Some(sum))
    }
}
