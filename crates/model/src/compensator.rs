//! Gravity compensators: springs of zero free length between two links.

use appell_algebra::Poly;
use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;

use crate::build::joint_path;
use crate::draft::{JointDraft, Parent};
use crate::joint::{Joint, JointId};

/// A spring whose force is proportional to its length, between a point of the link of a joint and a point
/// of a link before it, or of the base. Such springs balance weights exactly; they are built with a cable
/// over a pulley.
#[derive(Clone, Debug)]
pub struct Compensator {
    /// Force over length.
    pub stiffness: Poly,
    /// The link that carries its fixed end; nothing: the base.
    pub on: Option<JointId>,
    /// Where it is fixed there, in the frame of this link.
    pub from: Vector<Poly>,
    /// Where it pulls at the link of the joint, in its frame.
    pub to: Vector<Poly>,
}

/// A compensator before it is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompensatorDraft {
    /// Force over length.
    pub stiffness: Poly,
    /// What carries its fixed end; without a word, what carries the joint.
    pub on: Parent,
    /// Where it is fixed there.
    pub from: Vector<Poly>,
    /// Where it pulls at the link of the joint.
    pub to: Vector<Poly>,
}

/// Fixes the ends of compensators; what is wrong with them is reported.
pub(crate) fn fix(drafts: &[JointDraft], joints: &mut [Joint], findings: &mut Vec<Diagnostic>) {
    for index in 0..joints.len() {
        let Some(draft) = &drafts[index].compensator else { continue };
        let before = |id: &JointId| joints[id.index()].parent;
        let mut ancestors = std::iter::successors(joints[index].parent, before);
        let on = match &draft.on {
            Parent::Before => Some(joints[index].parent),
            Parent::Base => Some(None),
            Parent::Joint(name) => ancestors.find(|id| joints[id.index()].name == *name).map(Some),
        };
        let Some(on) = on else {
            let message = "`on` must name the base, or a joint between the base and this one";
            let problem = Diagnostic::error("compensator-on", message)
                .on([joint_path(index).as_str(), "compensator"])
                .hint("write on = \"base\", or leave it out for the link before the joint");
            findings.push(problem);
            continue;
        };
        let CompensatorDraft { stiffness, from, to, .. } = draft.clone();
        joints[index].compensator = Some(Compensator { stiffness, on, from, to });
    }
}
