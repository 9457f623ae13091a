//! Entries that the values of their parameters must not make zero.

use std::collections::BTreeMap;

use appell_algebra::{Poly, Symbol};
use appell_diagnostic::Diagnostic;

use super::{Builder, joint_path};
use crate::draft::JointDraft;
use crate::friction::Friction;

impl Builder<'_> {
    /// The value of an entry; `None` if one of its parameters has no value.
    pub(super) fn value(&self, entry: &Poly, values: &BTreeMap<Symbol, f64>) -> Option<f64> {
        entry.evaluate(&self.draft.symbols, |symbol| values.get(&symbol).copied()).ok()
    }

    /// Refuses Stribeck and smoothing velocities, by which friction is divided, and the stiffness of elastic joints if
    /// parameters make them zero. The number 0 itself is not refused here: a velocity of 0 leaves its effect out.
    pub(super) fn nonzero(&mut self, values: &BTreeMap<Symbol, f64>) {
        for (index, joint) in self.draft.joints.iter().enumerate() {
            for (keys, entry) in divisors(joint) {
                if entry.is_zero() || self.value(entry, values) != Some(0.0) {
                    continue;
                }
                let key = keys[keys.len() - 1];
                let path =
                    std::iter::once(joint_path(index)).chain(keys.iter().map(|&it| it.into()));
                let without = match key {
                    "stiffness" => "`elastic`: the joint is then rigid",
                    _ => "the key",
                };
                let message = format!("`{key}` must be above zero, got 0");
                let problem = Diagnostic::error("bad-value", message)
                    .on(path)
                    .fact(key, entry.text(&self.draft.symbols))
                    .hint(format!("give its parameter a value above zero, or leave out {without}"));
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
