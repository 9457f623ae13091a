//! Names for what the recursion calculates with.

use appell_spatial::Scalar;

use super::motion::Motion;
use super::{Economical, PARAMETERS};
use crate::state::State;

impl<S: Scalar> Economical<S> {
    /// What the recursion calculates with, under names for generated code: of link 3 the parameters
    /// `m3 hx3 .. kyz3`, the angular velocity `w3x ..`, the acceleration tensor `A3xy ..`, the
    /// acceleration `a3x ..`, the wrench `f3x .. n3z`; behind parallel axes `s23`, `c23`.
    pub fn names(&self, state: &State<S>) -> Vec<(String, S)> {
        const AXES: [&str; 3] = ["x", "y", "z"];
        let motions = self.motions(state);
        let wrenches = self.wrenches_of(state, &motions);
        let mut names = Vec::new();
        for (index, (motion, wrench)) in motions.iter().zip(&wrenches).enumerate() {
            let link = index + 1;
            let parameters = PARAMETERS.iter().zip(self.bodies[index].parameters());
            names.extend(parameters.map(|(name, value)| (format!("{name}{link}"), value)));
            let vectors = [
                ("w", &motion.omega),
                ("a", &motion.a),
                ("f", &wrench.force),
                ("n", &wrench.moment),
            ];
            for (letter, vector) in vectors {
                let entries = AXES.iter().zip(&vector.0);
                names.extend(entries.map(|(i, it)| (format!("{letter}{link}{i}"), it.clone())));
            }
            if let Some(run) = motion.run.as_ref().filter(|run| run.continued) {
                let joints = self.joints_of_run(index, &motions);
                names.push((format!("c{joints}"), run.cos.clone()));
                names.push((format!("s{joints}"), run.sin.clone()));
            }
            for (i, row) in AXES.iter().zip(&motion.tensor.0) {
                let entries = AXES.iter().zip(row);
                names.extend(entries.map(|(j, it)| (format!("A{link}{i}{j}"), it.clone())));
            }
        }
        names
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
