//! Kinetic and potential energy.

use appell_spatial::Scalar;

use crate::geometry::Frames;
use crate::kinematics::Motion;
use crate::mechanism::{Body, Mechanism};

/// Ek = sum 1/2 m v.v + v.(omega x h) + 1/2 omega.I omega, by the moments of mass about the
/// origins; this is 1/2 M vC.vC + 1/2 omega.J omega.
pub fn kinetic<S: Scalar>(mechanism: &Mechanism<S>, motions: &[Motion<S>]) -> S {
    let doubled = |(body, motion): (&Body<S>, &Motion<S>)| {
        let moments = &body.moments;
        let Motion { omega, v, .. } = motion;
        let moved = v.dot(v).mul(&moments.mass);
        let mixed = v.dot(&omega.cross(&moments.first));
        let turned = omega.dot(&(&moments.inertia * omega));
        moved.add(&mixed).add(&mixed).add(&turned)
    };
    let bodies = mechanism.joints.iter().zip(motions).map(doubled);
    bodies.fold(mechanism.zero(), |sum, energy| sum.add(&energy)).over(2)
}

/// Ep = - sum M g.rC, zero where all mass centres are at the base's origin.
pub fn potential<S: Scalar>(mechanism: &Mechanism<S>, frames: &Frames<S>) -> S {
    let work = |(body, frame): (&Body<S>, &appell_spatial::Transform<S>)| {
        let moments = &body.moments;
        let first = &(&frame.rotation * &moments.first) + &frame.position.scale(&moments.mass);
        mechanism.gravity.dot(&first)
    };
    let bodies = mechanism.joints.iter().zip(&frames.in_base).map(work);
    bodies.fold(mechanism.zero(), |sum, work| sum.sub(&work))
}
