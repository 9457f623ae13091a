//! The regrouped robot for other algorithms and other scalars.

use appell_spatial::{MassMoments, Matrix, Scalar, Varied};

use super::{Economical, SecondMoments};
use crate::mechanism::Mechanism;

impl<S: Scalar> Economical<S> {
    /// Without gravity and its compensators.
    pub(crate) fn without_weight(&mut self) {
        self.mechanism.gravity = self.mechanism.still();
        self.mechanism.compensators.clear();
    }

    /// Takes the strain out of springs.
    pub(crate) fn relax(&mut self) {
        self.mechanism.relax();
    }

    /// The robot for algorithms of moments about origins: the frames where this recursion has them,
    /// the bodies as they are grouped. Mass centres are not those of the bodies.
    pub(crate) fn plain(&self) -> Mechanism<S> {
        let mut plain = self.mechanism.clone();
        let parts = self.slides.iter().zip(&self.bodies);
        for (joint, (slide, body)) in plain.joints.iter_mut().zip(parts) {
            let rest = &mut joint.parent_from_rest;
            let axis = &rest.rotation * &joint.axis;
            rest.position = &rest.position + &axis.scale(slide);
            joint.moments = body.moments();
        }
        plain
    }

    /// The robot in numbers that carry derivatives; nothing varies but the state.
    pub(crate) fn varied(&self) -> Economical<Varied<S>> {
        let constant = |entry: &S| Varied::<S>::constant(entry.clone());
        Economical {
            mechanism: self.mechanism.constant(),
            slides: self.slides.iter().map(constant).collect(),
            bodies: self.bodies.iter().map(|body| body.map(constant)).collect(),
            ends: self.ends.clone(),
        }
    }
}

impl<S: Scalar> SecondMoments<S> {
    /// By the tensor of inertia, tr(K) 1 - K.
    fn moments(&self) -> MassMoments<S> {
        let k = &self.second.0;
        let trace = k[0][0].add(&k[1][1]).add(&k[2][2]);
        MassMoments {
            mass: self.mass.clone(),
            first: self.first.clone(),
            inertia: &Matrix::diagonal(&trace) - &self.second,
        }
    }

    fn map<T>(&self, change: impl Fn(&S) -> T) -> SecondMoments<T> {
        SecondMoments {
            mass: change(&self.mass),
            first: self.first.map(&change),
            second: self.second.map(&change),
        }
    }
}
