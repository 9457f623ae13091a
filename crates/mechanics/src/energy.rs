//! Kinetic and potential energy.

use appell_spatial::{Scalar, Transform};

use crate::compensator::compensator_energy;
use crate::geometry::Frames;
use crate::kinematics::Motion;
use crate::mechanism::{Body, Mechanism};
use crate::spring::spring_energy;
use crate::state::State;

/// Ek = sum 1/2 m v.v + v.(omega x h) + 1/2 omega.I omega, by the moments of mass about the
/// origins as the links are now; this is 1/2 M vC.vC + 1/2 omega.J omega. What deforms has more.
/// Of all links, or of some of them and the rotors that they carry.
pub fn kinetic<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    motions: &[Motion<S>],
    links: Option<&[usize]>,
) -> S {
    let doubled = |(body, motion): (&Body<S>, &Motion<S>)| {
        let moments = body.moments_in(state);
        let Motion { omega, v, .. } = motion;
        let moved = v.dot(v).mul(&moments.mass);
        let mixed = v.dot(&omega.cross(&moments.first));
        let turned = omega.dot(&(&moments.inertia * omega));
        let rigid = moved.add(&mixed).add(&mixed).add(&turned);
        match body.deformed(state) {
            Some(deformed) => rigid.add(&deformed.doubled_energy(motion)),
            None => rigid,
        }
    };
    let is_meant = |index: Option<usize>| {
        links.is_none_or(|links| index.is_some_and(|index| links.contains(&index)))
    };
    let bodies = mechanism.joints.iter().zip(motions).enumerate();
    let bodies = bodies.filter(|(index, _)| is_meant(Some(*index))).map(|(_, body)| doubled(body));
    let rotors = mechanism.rotors.iter().filter(|rotor| is_meant(rotor.on));
    let rotors = rotors.map(|rotor| rotor.doubled_energy(state, motions));
    bodies.chain(rotors).fold(mechanism.zero(), |sum, energy| sum.add(&energy)).over(2)
}

/// Ep = - sum M g.rC, zero where all centres of mass are at the base's origin, and the strain energy of
/// elastic links, 1/2 q.K q, of springs and of compensators.
pub fn potential<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>, frames: &Frames<S>) -> S {
    let work = |(body, frame): (&Body<S>, &Transform<S>)| {
        let moments = body.moments_in(state);
        let first = &(&frame.rotation * &moments.first) + &frame.position.scale(&moments.mass);
        let fall = mechanism.gravity.dot(&first);
        match body.deformed(state) {
            Some(deformed) => fall.sub(&deformed.strain_energy()),
            None => fall,
        }
    };
    let bodies = mechanism.joints.iter().zip(&frames.in_base).map(work);
    let springs = spring_energy(mechanism, state);
    let springs = springs.add(&compensator_energy(mechanism, &frames.in_parent));
    bodies.fold(springs, |sum, work| sum.sub(&work))
}
