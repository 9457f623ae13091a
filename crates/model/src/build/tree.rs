//! The tree of joints: names, parents, loops.

use std::collections::BTreeMap;

use appell_diagnostic::{Diagnostic, nearest};

use super::{joint_name, joint_path};
use crate::draft::{JointDraft, Parent};

/// The parents of all joints and of the tool, and what is wrong with them.
pub(crate) struct Parents {
    /// For every joint its parent, where it is known; the inner `None` is the base.
    pub(crate) joints: Vec<Option<Option<u32>>>,
    /// The joint that carries the tool.
    pub(crate) tool: Option<u32>,
    pub(crate) findings: Vec<Diagnostic>,
}

/// Names that a joint may not have, because they mean something else.
const RESERVED: [&str; 2] = ["base", "tool"];

pub(crate) fn resolve_parents(joints: &[JointDraft], tool: &Parent) -> Parents {
    let mut findings = Vec::new();
    let names: Vec<String> =
        joints.iter().enumerate().map(|(i, joint)| joint_name(i, joint.name.as_deref())).collect();
    let by_name = index_names(&names, &mut findings);

    // First who names whom, then whether that is a tree.
    let mut claimed = Vec::with_capacity(joints.len());
    for (index, joint) in joints.iter().enumerate() {
        claimed.push(match &joint.parent {
            Parent::Base => Some(None),
            Parent::Before => Some(index.checked_sub(1)),
            Parent::Joint(name) => match by_name.get(name.as_str()) {
                Some(&parent) => Some(Some(parent)),
                None => {
                    let problem = unknown(name, &names, &["base"]);
                    findings.push(problem.on([joint_path(index), "parent".into()]));
                    None
                }
            },
        });
    }
    let resolved = check_tree(&claimed, &names, &mut findings);
    let tool = match tool {
        Parent::Before => joints.len().checked_sub(1),
        Parent::Joint(name) => by_name.get(name.as_str()).copied().or_else(|| {
            findings.push(unknown(name, &names, &["base"]).on(["tool", "parent"]));
            None
        }),
        Parent::Base => {
            let message = "the tool must be on a joint, not on the base";
            let problem = Diagnostic::error("tool-on-base", message).on(["tool", "parent"]).hint(
                format!("write parent = {:?}", names.last().map_or("joint1", String::as_str)),
            );
            findings.push(problem);
            None
        }
    };
    Parents { joints: resolved, tool: tool.map(|index| index as u32), findings }
}

fn index_names<'n>(
    names: &'n [String],
    findings: &mut Vec<Diagnostic>,
) -> BTreeMap<&'n str, usize> {
    let mut by_name = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        let path = || [joint_path(index), "name".to_owned()];
        if RESERVED.contains(&name.as_str()) || name.is_empty() {
            let message = format!("a joint cannot be called {name:?}");
            findings.push(
                Diagnostic::error("bad-name", message)
                    .on(path())
                    .hint(format!("call it \"joint{}\", or leave the name out", index + 1)),
            );
        }
        if let Some(first) = by_name.insert(name.as_str(), index) {
            let problem =
                Diagnostic::error("duplicate-name", format!("two joints are called `{name}`"))
                    .on(path())
                    .fact("first", joint_path(first))
                    .hint("give one of them another name");
            findings.push(problem);
            by_name.insert(name, first);
        }
    }
    by_name
}

/// A parent comes before its children; so what does not is part of a loop, hangs on one, or is
/// out of order.
fn check_tree(
    claimed: &[Option<Option<usize>>],
    names: &[String],
    findings: &mut Vec<Diagnostic>,
) -> Vec<Option<Option<u32>>> {
    let mut resolved = Vec::with_capacity(claimed.len());
    for (index, &parent) in claimed.iter().enumerate() {
        match parent {
            Some(Some(above)) if above >= index => {
                findings.push(out_of_order(index, above, claimed, names));
                resolved.push(None);
            }
            _ => resolved.push(parent.map(|above| above.map(|above| above as u32))),
        }
    }
    resolved
}

fn out_of_order(
    index: usize,
    above: usize,
    claimed: &[Option<Option<usize>>],
    names: &[String],
) -> Diagnostic {
    // Walk towards the base; a walk of more steps than joints goes round in a loop.
    let next = |at: usize| claimed[at].flatten();
    let mut walk = vec![index];
    let mut at = above;
    while walk.len() <= claimed.len() {
        if at == index {
            let shown = shorten(walk.iter().map(|&i| names[i].as_str()));
            let message = format!("joint `{}` is part of a loop of joints", names[index]);
            return Diagnostic::error("joint-loop", message)
                .on([joint_path(index), "parent".into()])
                .fact("loop", format!("{shown} -> {}", names[index]))
                .hint("a robot is a tree: attach one joint of the loop to the base or to an earlier joint");
        }
        walk.push(at);
        match next(at) {
            Some(further) => at = further,
            None => {
                let message = format!(
                    "joint `{}` is listed before its parent `{}`",
                    names[index], names[above]
                );
                return Diagnostic::error("parent-after-child", message)
                    .on([joint_path(index), "parent".into()])
                    .hint(format!("move the joint `{}` above this one", names[above]));
            }
        }
    }
    let message = format!("joint `{}` cannot be reached from the base", names[index]);
    Diagnostic::error("unreachable-joint", message)
        .on([joint_path(index), "parent".into()])
        .fact("parent", &names[above])
        .hint("a joint between it and the base is part of a loop; fix that first")
}

fn shorten<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    const SHOWN: usize = 8;
    let more = names.len().saturating_sub(SHOWN);
    let mut shown = names.take(SHOWN).collect::<Vec<_>>().join(" -> ");
    if more > 0 {
        shown.push_str(&format!(" -> ({more} more)"));
    }
    shown
}

/// A name that no joint has, nor any of the other names that may stand there.
pub(super) fn unknown(name: &str, names: &[String], others: &[&str]) -> Diagnostic {
    let problem = Diagnostic::error("unknown-joint", format!("the robot has no joint `{name}`"));
    match nearest(name, names.iter().map(String::as_str).chain(others.iter().copied())) {
        Some(near) => problem.hint(format!("did you mean {near:?}?")),
        None if others.is_empty() => problem.hint("name a joint of this robot"),
        None => problem.hint("name a joint above this one, or \"base\""),
    }
}
