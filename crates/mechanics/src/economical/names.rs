//! Names for what the recursion calculates with.

use appell_spatial::Scalar;

use super::motion::Motion;
use super::{Economical, PARAMETERS};
use crate::names::Names;
use crate::state::State;

impl<S: Scalar> Economical<S> {
    /// What the recursion calculates with, under names for generated code: of link 3 the parameters
    /// `m3 hx3 .. kyz3`, the angular velocity `w3x ..`, the acceleration tensor `A3xy ..`, the
    /// acceleration `a3x ..`, the wrench `f3x .. n3z`; behind parallel axes `s23`, `c23`.
    pub fn names(&self, state: &State<S>) -> Vec<(String, S)> {
        let motions = self.motions(state);
        let wrenches = self.wrenches_of(state, &motions);
        let mut names = Names::new();
        for (index, (motion, wrench)) in motions.iter().zip(&wrenches).enumerate() {
            let link = index + 1;
            for (name, value) in PARAMETERS.iter().zip(self.bodies[index].parameters()) {
                names.scalar(format!("{name}{link}"), &value);
            }
            names.vector("w", link, &motion.omega);
            names.vector("a", link, &motion.a);
            names.vector("f", link, &wrench.force);
            names.vector("n", link, &wrench.moment);
            if let Some(run) = motion.run.as_ref().filter(|run| run.continued) {
                let joints = self.joints_of_run(index, &motions);
                names.scalar(format!("c{joints}"), &run.cos);
                names.scalar(format!("s{joints}"), &run.sin);
            }
            names.matrix("A", link, &motion.tensor);
        }
        names.0
    }

    /// The numbers of the parallel joints up to this one, one after the other.
    fn joints_of_run(&self, index: usize, motions: &[Motion<S>]) -> String {
        let mut joints = vec![index];
        let continued = |index: usize| motions[index].run.as_ref().is_some_and(|run| run.continued);
        let mut at = index;
        while let Some(parent) = self.mechanism.joints[at].parent.filter(|_| continued(at)) {
            joints.push(parent);
            at = parent;
        }
        joints.iter().rev().map(|joint| (joint + 1).to_string()).collect()
    }
}
