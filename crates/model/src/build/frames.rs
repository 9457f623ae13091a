//! Named frames, and where the base is.

use std::collections::BTreeMap;
use std::ops::Range;

use appell_algebra::{BudgetScope, Poly};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_spatial::Vector;

use super::points::Occupant;
use super::tree::unknown;
use super::{Builder, joint_name};
use crate::draft::{Draft, Parent};
use crate::frame::{BASE_FRAME, Base, FrameDraft, FrameName, NamedFrame};
use crate::joint::{Joint, JointId};
use crate::placement::{Placement, lift};
use crate::reader::Reader;

/// The path segment of a frame, by its place in the draft.
pub(crate) fn frame_path(index: usize) -> String {
    format!("frame {}", index + 1)
}

/// More frames than this are no robot's.
pub(crate) const MAX_FRAMES: usize = 2000;

/// Names that mean something else where a frame is named.
const RESERVED: [&str; 3] = ["base", "tool", BASE_FRAME];

/// Why a frame cannot have a name, if so: what it means else.
fn name_problem(name: &str, joints: &[String]) -> Option<String> {
    if RESERVED.contains(&name) {
        return Some(format!("`{name}` means another frame"));
    }
    if joints.iter().any(|joint| joint == name) {
        return Some(format!("`{name}` is the name of a joint"));
    }
    match FrameName::new(name) {
        Some(_) => None,
        None => Some(format!("expected {}", FrameName::RULE)),
    }
}

/// On which joint a frame sits, by their names; the inner `None` is the base.
pub(crate) fn frame_parent(parent: &Parent, joints: &[String]) -> Option<Option<usize>> {
    match parent {
        Parent::Base => Some(None),
        Parent::Before => Some(joints.len().checked_sub(1)),
        Parent::Joint(name) => joints.iter().position(|joint| joint == name).map(Some),
    }
}

/// The names of the joints of a draft.
pub(crate) fn joint_names(draft: &Draft) -> Vec<String> {
    let joints = draft.joints.iter().enumerate();
    joints.map(|(index, joint)| joint_name(index, joint.name.as_deref())).collect()
}

/// A frame that a file of another format has, by what and where it is there, on the joint of a number
/// or on the base; none if its name means something else here, which a note says.
pub(crate) fn named_frame(
    (what, name, span): (&str, &str, &Range<usize>),
    (joint, placement): (Option<usize>, Placement),
    joints: &[String],
    reader: &mut Reader<'_>,
) -> Option<FrameDraft> {
    if let Some(why) = name_problem(name, joints) {
        let message = format!("the {what} `{}` cannot be a frame: {why}", excerpt(name));
        let note = Diagnostic::note("frame-left-out", message);
        reader.report(note.hint(format!("rename the {what} to ask for its frame")), span.clone());
        return None;
    }
    let parent = joint.map_or(Parent::Base, |at| Parent::Joint(joints[at].clone()));
    Some(FrameDraft { name: name.to_owned(), parent, placement, ..FrameDraft::default() })
}

impl Draft {
    /// Puts the tool where a frame is; an error for a name that no frame has, and for a frame on the
    /// base.
    pub fn use_as_tool(&mut self, name: &str) -> Result<(), Diagnostic> {
        let Some(frame) = self.frames.iter().find(|frame| frame.name == name) else {
            let problem = Diagnostic::error("unknown-frame", format!("unknown frame `{name}`"));
            let names = self.frames.iter().map(|frame| frame.name.as_str());
            let otherwise = "place it in the robot file: [[frame]], name = \"...\"";
            return Err(problem.did_you_mean(name, names, otherwise));
        };
        if frame.point.is_some() {
            let message =
                format!("the frame `{name}` sits on a point of a link and cannot be the tool");
            let hint = "choose a frame without `along` and `node`: the tool sits on the tip";
            return Err(Diagnostic::error("tool-on-point", message).hint(hint));
        }
        if frame.parent == Parent::Base {
            let message = format!("the frame `{name}` is fixed to the base and cannot be the tool");
            let hint = "choose a frame on a joint";
            return Err(Diagnostic::error("tool-on-base", message).hint(hint));
        }
        self.tool.parent = frame.parent.clone();
        self.tool.placement = frame.placement.clone();
        Ok(())
    }
}

impl Builder<'_> {
    /// The named frames.
    pub(super) fn frames(&mut self, links: &[Joint]) -> Vec<NamedFrame> {
        let draft = self.draft;
        if draft.frames.len() > MAX_FRAMES {
            let message =
                format!("expected at most {MAX_FRAMES} frames, found {}", draft.frames.len());
            let problem = Diagnostic::error("too-many-frames", message).on(["frame"]);
            self.findings.push(problem.hint("leave out those that are not asked for"));
            return Vec::new();
        }
        let joints = joint_names(draft);
        let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
        let mut frames = Vec::with_capacity(draft.frames.len());
        for (index, frame) in draft.frames.iter().enumerate() {
            if let Some(&first) = taken.get(frame.name.as_str()) {
                let message = format!("two frames are called `{}`", frame.name);
                let problem = Diagnostic::error("duplicate-name", message)
                    .on([frame_path(index), "name".to_owned()])
                    .fact("first", frame_path(first))
                    .hint("give one of them another name");
                self.findings.push(problem);
            }
            taken.entry(&frame.name).or_insert(index);
            frames.extend(self.frame(index, frame, &joints, links));
        }
        frames
    }

    fn frame(
        &mut self,
        index: usize,
        frame: &FrameDraft,
        joints: &[String],
        links: &[Joint],
    ) -> Option<NamedFrame> {
        let path = frame_path(index);
        if let Some(why) = name_problem(&frame.name, joints) {
            let message = format!("a frame cannot be called {:?}: {why}", frame.name);
            let problem = Diagnostic::error("bad-name", message).on([path.as_str(), "name"]);
            self.findings.push(problem.hint("choose another name, such as \"camera\""));
        }
        let parent = frame_parent(&frame.parent, joints);
        if let (Parent::Joint(name), None) = (&frame.parent, parent) {
            let problem = unknown(name, joints, &["base"]);
            self.findings.push(problem.on([path.as_str(), "parent"]));
        }
        let loaded = [&frame.force, &frame.moment].iter().any(|it| **it != Vector::default());
        if parent == Some(None) && loaded {
            let message = "this frame is fixed to the base: a wrench there loads no joint";
            let problem = Diagnostic::error("wrench-on-base", message).on([path.as_str(), "force"]);
            self.findings.push(problem.hint("leave out `force` and `moment`"));
        }
        let mut parent_from_frame = self.placement(&frame.placement, &[&path])?;
        let mut station = None;
        if frame.point.is_some() {
            let link = parent?.map(|link| (link, links.get(link)));
            let number = Occupant::Frame(index);
            station = Some(self.on_point(number, &path, link, &mut parent_from_frame)?);
        }
        Some(NamedFrame {
            name: FrameName::new(&frame.name)?,
            parent: parent?.map(|index| JointId(index as u32)),
            point: frame.point.clone(),
            station,
            placement: frame.placement.clone(),
            parent_from_frame,
            force: frame.force.clone(),
            moment: frame.moment.clone(),
        })
    }

    /// Where the base stands, and gravity in the axes of the base: with `[base]` it is given in those
    /// of B.
    pub(super) fn base(&mut self) -> (Option<Base>, Vector<Poly>) {
        let (draft, given) = (self.draft, self.draft.gravity.clone());
        let Some(placement) = &draft.base else { return (None, given) };
        if let Some(index) = joint_names(draft).iter().position(|name| name == BASE_FRAME) {
            let message =
                format!("with [base], `{BASE_FRAME}` is the frame in which the base is placed");
            let problem = Diagnostic::error("bad-name", message);
            let problem = problem.on([super::joint_path(index).as_str(), "name"]);
            self.findings.push(problem.hint("give the joint another name"));
        }
        let Some(outer_from_base) = self.placement(placement, &["base"]) else {
            return (None, given);
        };
        let scope = BudgetScope::new(self.budget.clone());
        let back = outer_from_base.rotation.map(lift(&scope)).transpose();
        let turned = &back * &given.map(lift(&scope));
        match turned.try_map(|entry| scope.finish(entry.clone())) {
            Ok(gravity) => {
                let placement = placement.clone();
                (Some(Base { placement, outer_from_base, gravity: given }), gravity)
            }
            Err(error) => {
                self.fail(&error, &["base"]);
                (None, given)
            }
        }
    }
}
