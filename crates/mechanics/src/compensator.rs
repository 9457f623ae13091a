//! Gravity compensators: springs of zero free length from a point a of a link or the base to a point b of
//! a link behind it. With r = b - a the energy is 1/2 k r.r, and the link pulls at the spring with k r. It
//! is a polynomial in sines and cosines, as weights are, which it can balance: so compensators are part
//! of G.

use appell_spatial::{Scalar, Transform, Vector, Wrench};

use crate::mechanism::Mechanism;

/// A spring of zero free length between two links.
#[derive(Clone, Debug)]
pub struct Compensator<S> {
    /// The link at which it pulls.
    pub link: usize,
    /// The link before it to which it is fixed; nothing: the base.
    pub on: Option<usize>,
    /// k.
    pub stiffness: S,
    /// a, in the frame of the link to which it is fixed.
    pub from: Vector<S>,
    /// b, in the frame of the link at which it pulls.
    pub to: Vector<S>,
}

impl<S> Compensator<S> {
    /// The same in another scalar.
    pub(crate) fn map<T>(&self, change: &mut dyn FnMut(&S) -> T) -> Compensator<T> {
        Compensator {
            link: self.link,
            on: self.on,
            stiffness: change(&self.stiffness),
            from: self.from.map(&mut *change),
            to: self.to.map(change),
        }
    }
}

impl<S: Scalar> Compensator<S> {
    /// The frame of the link in that to which the spring is fixed.
    fn frame(&self, mechanism: &Mechanism<S>, in_parent: &[Transform<S>]) -> Transform<S> {
        let mut frame = in_parent[self.link].clone();
        let mut at = mechanism.joints[self.link].parent;
        while let Some(link) = at.filter(|_| at != self.on) {
            frame = &in_parent[link] * &frame;
            at = mechanism.joints[link].parent;
        }
        frame
    }
}

/// The energy in the compensators.
pub(crate) fn compensator_energy<S: Scalar>(
    mechanism: &Mechanism<S>,
    in_parent: &[Transform<S>],
) -> S {
    let energy = |it: &Compensator<S>| {
        let r = &it.frame(mechanism, in_parent).point(&it.to) - &it.from;
        it.stiffness.mul(&r.dot(&r)).over(2)
    };
    let energies = mechanism.compensators.iter().map(energy);
    energies.fold(mechanism.zero(), |sum, energy| sum.add(&energy))
}

/// Adds what links exert on the compensators, to the wrenches that they need besides.
pub(crate) fn add_compensators<S: Scalar>(
    mechanism: &Mechanism<S>,
    in_parent: &[Transform<S>],
    wrenches: &mut [Wrench<S>],
) {
    for it in &mechanism.compensators {
        let frame = it.frame(mechanism, in_parent);
        let pull = (&frame.point(&it.to) - &it.from).scale(&it.stiffness);
        let mut add = |link: usize, force: Vector<S>, point: &Vector<S>| {
            let moment = point.cross(&force);
            wrenches[link] = &wrenches[link] + &Wrench { force, moment };
        };
        add(it.link, &frame.rotation.transpose() * &pull, &it.to);
        if let Some(on) = it.on {
            add(on, -&pull, &it.from);
        }
    }
}
