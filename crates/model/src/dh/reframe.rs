//! The frames of a chain, moved so that a Denavit-Hartenberg table describes it.
//!
//! Joint i moves about or along the unit vector k, through the origin of its frame {i}. In that
//! frame the next axis goes through p along u. Their common normal x gives the row:
//!
//! ```text
//! a = p . x,   sin alpha = (k x u) . x,   cos alpha = k . u
//! s = (p x u) . x / sin alpha    where the normal meets this axis, along k
//! t = (p x k) . x / sin alpha    where it meets the next one, along u
//! ```
//!
//! and theta and d lead from one normal to the next, about and along the axis between them. What is
//! exact stays exact; a normal that is no axis of a frame becomes decimals.

mod bodies;
mod entries;
mod normal;

use appell_algebra::{Budget, Error, Poly};
use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;

use super::{Convention, DhRow};
use crate::build::findings_of;
use crate::draft::{Draft, JointDraft, Parent};
use crate::joint::JointKind;
use crate::link::Part;
use crate::placement::{Placement, Rotation, Turn, unit};
use crate::robot::Robot;

/// A chain with other frames, and notes on what that changes.
pub(super) fn reframed(
    robot: &Robot,
    convention: Convention,
    budget: &Budget,
) -> Result<(Robot, Vec<Diagnostic>), Vec<Diagnostic>> {
    if robot.joints().iter().all(|joint| joint.kind == JointKind::Fixed) {
        let problem = Diagnostic::error("no-dh-table", "every joint of this robot is fixed")
            .hint("write this robot as TOML");
        return Err(vec![problem]);
    }
    let mut frames = Frames { robot, budget, is_exact: true };
    let draft = match frames.draft(convention) {
        Ok(draft) => draft,
        Err(error) => {
            let mut findings = findings_of(&error, &["joint"]);
            let hint = "frames between which no axis is shared need the values of all parameters";
            findings.iter_mut().for_each(|finding| finding.hints.push(hint.to_owned()));
            return Err(findings);
        }
    };
    let (moved, base) = draft;
    let (built, _) = moved.build(budget)?;
    let note = |message: &str, path: &str| {
        Diagnostic::note("moved-frames", message)
            .on([path])
            .hint("Q, M and other joint quantities stay the same; keep the original beside it")
    };
    let mut notes = vec![note("the frames of the links were moved onto common normals", "joint")];
    if robot.joints().iter().any(|joint| joint.kind == JointKind::Fixed) {
        notes.push(note("fixed joints became parts of the links that carry them", "joint"));
    }
    if !base.is_identity() {
        let message = "the base frame was moved onto the first axis; poses in it change";
        let place = base.transform(robot.symbols(), budget);
        let place = place.and_then(|it| it.position.try_map(|entry| robot.evaluate(entry)));
        let shown = place.map(|it| it.map(f64::to_string).0.join(", ")).unwrap_or_default();
        notes.push(note(message, "joint").fact("new origin in the old frame", shown));
    }
    if !frames.is_exact {
        let message =
            "angles, lengths and bodies that are not along the axes of frames became decimals";
        notes.push(note(message, "joint"));
    }
    Ok((built, notes))
}

/// A joint that moves, with all that is fixed to its link.
struct Moving {
    joint: JointDraft,
    placement: Placement,
    axis: Vector<Poly>,
}

struct Frames<'r> {
    robot: &'r Robot,
    budget: &'r Budget,
    is_exact: bool,
}

impl Frames<'_> {
    /// The draft with its new frames, and where the new base lies in the old one.
    fn draft(&mut self, convention: Convention) -> Result<(Draft, Placement), Error> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let mut draft = Draft::from(self.robot);
        let (joints, tool) = self.moving(&draft)?;
        let count = joints.len();
        let start = self.start(&joints[0], convention)?;
        let (mut x, mut t) = match &start {
            Some(normal) => (normal.there.clone(), normal.t.clone()),
            None => (Vector::default(), Poly::ZERO),
        };
        let mut rows = Vec::new();
        let mut placed: Vec<Placement> = Vec::new();
        let mut before = start.as_ref().map(|it| (it.a.clone(), it.alpha.clone()));
        let mut first = None;
        for (index, joint) in joints.iter().enumerate() {
            let next = joints.get(index + 1);
            let normal = next.map(|next| {
                let known = (index > 0 || start.is_some()).then_some((&x, &t));
                self.normal(&joint.axis, &next.placement, &next.axis, known)
            });
            let normal = normal.transpose()?;
            if index == 0 && start.is_none() {
                // a base of our own, from which the first normal is not turned
                x = match &normal {
                    Some(normal) => normal.here.clone(),
                    None => self.across(&joint.axis)?,
                };
                first = Some(self.frame(&joint.axis, &x, &t)?);
            }
            let (out, s) = match &normal {
                Some(normal) => (normal.here.clone(), normal.s.clone()),
                None => (x.clone(), t.clone()),
            };
            let theta = self.angle(&x, &out, &joint.axis, &self.turns(&joints, index))?;
            let d = self.scalar(&s - &t)?;
            let (a, alpha) = match (&normal, convention) {
                (_, Convention::Modified) => before.take().unwrap_or_default(),
                (Some(normal), Convention::Standard) => (normal.a.clone(), normal.alpha.clone()),
                (None, Convention::Standard) => Default::default(),
            };
            rows.push(DhRow { a, alpha, d, theta });
            placed.push(match convention {
                Convention::Modified => self.frame(&joint.axis, &out, &s)?,
                Convention::Standard => self.frame(&joint.axis, &x, &t)?,
            });
            if let Some(normal) = normal {
                before = Some((normal.a, normal.alpha));
                (x, t) = (normal.there, normal.t);
            }
        }
        let base = match &first {
            Some(frame) => joints[0].placement.then(frame, symbols, budget)?,
            None => Placement::default(),
        };
        match &mut draft.base {
            // gravity is given in the axes of B, where it stays
            Some(placement) => *placement = self.tidied(placement.then(&base, symbols, budget)?)?,
            None => {
                draft.gravity = self.turned_back(&base, &draft.gravity)?;
                if !self.is_exact && draft.gravity.0.iter().all(|entry| self.is_number(entry)) {
                    draft.gravity = self.tidied_vector(&draft.gravity)?;
                }
            }
        }
        // a table has no place for them
        draft.frames.clear();
        for mesh in &mut draft.base_link.meshes {
            mesh.at = base.inverse(symbols, budget)?.then(&mesh.at, symbols, budget)?;
        }
        draft.tool.parent = Parent::Before;
        draft.tool.placement =
            self.tidied(placed[count - 1].inverse(symbols, budget)?.then(&tool, symbols, budget)?)?;
        let places = places(&rows, convention);
        draft.joints = Vec::with_capacity(count);
        let ends = far_ends(&rows, convention);
        for (((moving, frame), row), end) in joints.into_iter().zip(&placed).zip(places).zip(ends) {
            let inverse = frame.inverse(symbols, budget)?;
            let end = match end {
                Some(row) => row.placement(convention, symbols, budget)?,
                None => Placement::default(),
            };
            let mut joint = moving.joint;
            joint.link.parts = self.parts(&inverse, &end, &joint.link.parts)?;
            joint.link.meshes.clear();
            joint.placement = match row {
                Some(row) => row.placement(convention, symbols, budget)?,
                None => Placement::default(),
            };
            joint.parent = Parent::Before;
            joint.axis = unit(2);
            joint.rotor = None;
            joint.compensator = None;
            draft.joints.push(joint);
        }
        Ok((draft, base))
    }

    /// The joints that move, each with the bodies that are fixed to its link, and the tool in the
    /// frame of the last one.
    fn moving(&self, draft: &Draft) -> Result<(Vec<Moving>, Placement), Error> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let mut joints: Vec<Moving> = Vec::new();
        let mut at = Placement::default();
        for (joint, built) in draft.joints.iter().zip(self.robot.joints()) {
            at = at.then(&joint.placement, symbols, budget)?;
            if joint.kind != JointKind::Fixed {
                let placement = std::mem::take(&mut at);
                let axis = built.axis.clone();
                joints.push(Moving { joint: joint.clone(), placement, axis });
                continue;
            }
            let Some(carrier) = joints.last_mut() else { continue };
            for part in &joint.link.parts {
                let at = at.then(&part.at, symbols, budget)?;
                carrier.joint.link.parts.push(Part { at, ..part.clone() });
            }
        }
        let tool = at.then(&draft.tool.placement, symbols, budget)?;
        Ok((joints, tool))
    }

    /// Angles that the frames before and after a joint are turned by.
    fn turns(&self, joints: &[Moving], index: usize) -> Vec<Poly> {
        let near = joints[index..].iter().take(2);
        near.flat_map(|joint| turn_angles(&joint.placement)).collect()
    }
}

/// The rows that place the joints: of a standard table, the row of the joint before.
fn places(rows: &[DhRow], convention: Convention) -> Vec<Option<&DhRow>> {
    match convention {
        Convention::Modified => rows.iter().map(Some).collect(),
        Convention::Standard => {
            std::iter::once(None).chain(rows.iter().map(Some)).take(rows.len()).collect()
        }
    }
}

/// For each joint the row that leads from it to the frame in which the table gives its link; `None` if this frame is
/// that of the joint. In a standard table this is the joint's own row, but the link of the last joint stays in the
/// frame of the joint: the frame behind it is the tool's, which a row need not reach.
fn far_ends(rows: &[DhRow], convention: Convention) -> Vec<Option<&DhRow>> {
    match convention {
        Convention::Modified => vec![None; rows.len()],
        Convention::Standard => rows
            .split_last()
            .map_or_else(Vec::new, |(_, before)| before.iter().map(Some).chain([None]).collect()),
    }
}

fn turn_angles(placement: &Placement) -> Vec<Poly> {
    match &placement.rotation {
        Rotation::Turns(turns) => turns.iter().map(|Turn { angle, .. }| angle.clone()).collect(),
        Rotation::Matrix(_) => Vec::new(),
    }
}
