//! Entries that must not be zero by the values of their parameters.

use std::collections::BTreeMap;

use appell_algebra::{Poly, Symbol};
use appell_diagnostic::Diagnostic;

use super::{Builder, joint_path};
use crate::draft::JointDraft;
use crate::friction::Friction;

impl Builder<'_> {
    /// The value of an entry, where its parameters have values.
    pub(super) fn value(&self, entry: &Poly, values: &BTreeMap<Symbol, f64>) -> Option<f64> {
        entry.evaluate(&self.draft.symbols, |symbol| values.get(&symbol).copied()).ok()
    }

    /// Refuses velocities in laws of friction, by which these divide, and stiffness of elastic joints that
    /// are zero by the values of parameters. The number 0 itself means that there is no such law.
    pub(super) fn nonzero(&mut self, values: &BTreeMap<Symbol, f64>) {
        for (index, joint) in self.draft.joints.iter().enumerate() {
            for (keys, entry) in divisors(joint) {
                if entry.is_zero() || self.value(entry, values) != Some(0.0) {
                    continue;
                }
                let key = keys[keys.len() - 1];
                let path =
                    std::iter::once(joint_path(index)).chain(keys.iter().map(|&it| it.into()));
                let problem = Diagnostic::error("bad-value", format!("`{key}` is zero"))
                    .on(path)
                    .fact(key, entry.text(&self.draft.symbols))
                    .hint("give its parameter a value above zero, or leave the key out");
                self.findings.push(problem);
            }
        }
    }
}

fn divisors(joint: &JointDraft) -> Vec<(Vec<&'static str>, &Poly)> {
    let rotor = joint.rotor.as_ref().map(|rotor| (vec!["rotor", "friction"], &rotor.friction));
    let mut divisors = Vec::new();
    for (place, Friction { stribeck, smooth, .. }) in
        [(vec!["friction"], &joint.friction)].into_iter().chain(rotor)
    {
        for (key, entry) in [("stribeck", stribeck), ("smooth", smooth)] {
            divisors.push(([&place[..], &[key]].concat(), entry));
        }
    }
    let elastic = joint.elastic.as_ref().map(|it| (vec!["elastic", "stiffness"], &it.stiffness));
    divisors.into_iter().chain(elastic).collect()
}
