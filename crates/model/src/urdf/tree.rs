//! From links and joints that name each other to a tree; fixed joints are merged, and their links
//! become named frames.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use appell_algebra::{Error, Poly};
use appell_diagnostic::Diagnostic;

use super::joint::{Mimic, UrdfJoint};
use super::link::UrdfLink;
use crate::build::{findings_of, joint_names, joint_path, named_frame, part_path};
use crate::coupling::{CouplingDraft, RotorDraft};
use crate::draft::{Draft, JointDraft, Parent, ToolDraft};
use crate::frame::FrameDraft;
use crate::joint::JointKind;
use crate::link::{BASE, Link, Mesh, Part};
use crate::placement::Placement;
use crate::read::Options;
use crate::reader::Reader;

/// Links that are the tool frame when no other is named: ours, and that of ROS-Industrial.
const TOOL_NAMES: [&str; 2] = ["tool", "tool0"];

/// A frame that is fixed to a link.
pub(crate) struct FixedFrame {
    pub(crate) name: String,
    /// The name of the link.
    pub(crate) link: String,
    /// Where it lies in the frame of the joint that carries the link.
    pub(crate) placement: Placement,
    pub(crate) span: Range<usize>,
}

/// Fills the joints, the tool and the named frames of a draft.
pub(crate) fn assemble(
    links: &[UrdfLink],
    joints: &[UrdfJoint],
    fixed: &[FixedFrame],
    draft: &mut Draft,
    reader: &mut Reader<'_>,
    options: &Options,
) -> Option<()> {
    let tree = Tree::new(links, joints, reader)?;
    draft.base_link.name = Some(tree.links[tree.root].name.clone()).filter(|name| name != BASE);
    let assembled = tree.walk(draft, reader);
    let frames = match assembled {
        Ok(frames) => frames,
        Err(error) => {
            reader.findings.extend(findings_of(&error, &["joint"]));
            return None;
        }
    };
    draft.tool = tree.tool(&frames, draft, reader, options)?;
    let named = tree.named_frames(&frames, draft, reader, options).and_then(|mut named| {
        named.extend(tree.fixed_frames(fixed, &frames, draft, reader)?);
        Ok(named)
    });
    match named {
        Ok(named) => draft.frames = named,
        Err(error) => reader.findings.extend(findings_of(&error, &["frame"])),
    }
    Some(())
}

struct Tree<'u> {
    links: &'u [UrdfLink],
    joints: &'u [UrdfJoint],
    root: usize,
    /// The joints on every link, in the order of the file, with the links that they carry.
    children: Vec<Vec<(usize, usize)>>,
}

/// Where a link of the file lies: on the frame of which joint of the draft.
#[derive(Clone)]
struct Frame {
    joint: Option<usize>,
    placement: Placement,
}

impl<'u> Tree<'u> {
    fn new(
        links: &'u [UrdfLink],
        joints: &'u [UrdfJoint],
        reader: &mut Reader<'_>,
    ) -> Option<Self> {
        let by_name = index(links, reader)?;
        let mut known = BTreeSet::new();
        let mut sound = true;
        for joint in joints {
            if !known.insert(joint.name.as_str()) {
                reader.report(twice("joints", &joint.name), joint.span.clone());
                sound = false;
            }
        }
        let mut children = vec![Vec::new(); links.len()];
        let mut carrier: Vec<Option<&str>> = vec![None; links.len()];
        for (number, joint) in joints.iter().enumerate() {
            let ends = [&joint.parent, &joint.child].map(|name| {
                let found = by_name.get(name.as_str()).copied();
                if found.is_none() {
                    reader.report(unknown_link(name, &by_name), joint.span.clone());
                }
                found
            });
            let [Some(parent), Some(child)] = ends else {
                sound = false;
                continue;
            };
            if let Some(other) = carrier[child].replace(&joint.name) {
                let message =
                    format!("the link `{}` is carried by two joints: a closed loop", joint.child);
                let problem = Diagnostic::error("joint-loop", message)
                    .fact("joints", format!("{other}, {}", joint.name))
                    .hint("a robot is a tree: cut the loop at one of the joints");
                reader.report(problem, joint.span.clone());
                sound = false;
            }
            children[parent].push((number, child));
        }
        if !sound {
            return None;
        }
        let roots: Vec<usize> = (0..links.len()).filter(|&link| carrier[link].is_none()).collect();
        match roots.as_slice() {
            &[root] => {
                let tree = Self { links, joints, root, children };
                tree.all_reached(reader).then_some(tree)
            }
            [] => {
                let problem =
                    Diagnostic::error("joint-loop", "every link is carried by another: a loop")
                        .hint("a robot is a tree: one link, the base, is carried by no joint");
                reader.report(problem, joints.first().map_or(0..0, |joint| joint.span.clone()));
                None
            }
            [first, second, ..] => {
                let names: Vec<&str> =
                    roots.iter().take(8).map(|&root| links[root].name.as_str()).collect();
                let problem =
                    Diagnostic::error("several-roots", "several links are carried by no joint")
                        .fact("links", names.join(", "))
                        .hint(format!(
                            "join `{}` to `{}`, or take it out",
                            links[*second].name, links[*first].name
                        ));
                reader.report(problem, links[*second].span.clone());
                None
            }
        }
    }

    /// Whether the base carries everything; what it does not sits on itself, round a loop.
    fn all_reached(&self, reader: &mut Reader<'_>) -> bool {
        let mut reached = vec![false; self.links.len()];
        let mut pending = vec![self.root];
        while let Some(link) = pending.pop() {
            reached[link] = true;
            pending.extend(self.children[link].iter().map(|&(_, child)| child));
        }
        let missed = (0..self.links.len()).find(|&link| !reached[link]);
        if let Some(link) = missed {
            let UrdfLink { name, span, .. } = &self.links[link];
            let message = format!("the link `{name}` cannot be reached from the base");
            let problem = Diagnostic::error("unreachable-joint", message)
                .fact("base", &self.links[self.root].name)
                .hint("it is part of a loop of joints; cut the loop");
            reader.report(problem, span.clone());
        }
        missed.is_none()
    }

    /// Goes through the tree and makes a joint of the draft for every joint that moves: in the
    /// order of the file, but a parent before its children. Returns where every link of the file
    /// lies.
    fn walk(
        &self,
        draft: &mut Draft,
        reader: &mut Reader<'_>,
    ) -> Result<Vec<Option<Frame>>, Error> {
        let (symbols, budget) = (reader.symbols.clone(), reader.budget.clone());
        let mut frames: Vec<Option<Frame>> = vec![None; self.links.len()];
        let base = Frame { joint: None, placement: Placement::default() };
        let mut ready: BTreeSet<(usize, usize, usize)> = BTreeSet::new();
        let children = |link: usize| {
            self.children[link].iter().map(move |&(joint, child)| (joint, link, child))
        };
        ready.extend(children(self.root));
        self.add_body(self.root, &base, draft, reader)?;
        frames[self.root] = Some(base);
        while let Some((number, parent, link)) = ready.pop_first() {
            let joint = &self.joints[number];
            let Some(mut frame) = frames[parent].clone() else { continue };
            frame.placement = frame.placement.then(&joint.placement, &symbols, &budget)?;
            if joint.kind != JointKind::Fixed {
                frame = self.push_joint(joint, frame, draft, reader);
            }
            self.add_body(link, &frame, draft, reader)?;
            ready.extend(children(link));
            frames[link] = Some(frame);
        }
        self.note_base_mass(&frames, reader);
        Ok(frames)
    }

    /// Notes the masses of the root link and of what is fixed to it: they never move.
    fn note_base_mass(&self, frames: &[Option<Frame>], reader: &mut Reader<'_>) {
        let on_base = |frame: &Option<Frame>| frame.as_ref().is_some_and(|it| it.joint.is_none());
        let links = self.links.iter().zip(frames).filter(|(_, frame)| on_base(frame));
        let heavy = links.filter_map(|(link, _)| {
            let mass = link.part.as_ref()?.mass.as_constant()?;
            (!mass.is_zero()).then(|| (link, mass.to_f64()))
        });
        let heavy: Vec<(&UrdfLink, f64)> = heavy.collect();
        let Some((first, _)) = heavy.first() else { return };
        let shown = heavy.iter().take(8).map(|(link, mass)| format!("{} ({mass} kg)", link.name));
        let mut names: Vec<String> = shown.collect();
        if heavy.len() > names.len() {
            names.push(format!("and {} more", heavy.len() - names.len()));
        }
        let message = "the root link and what is fixed to it are the base: their mass is left out";
        let note = Diagnostic::note("base-mass", message)
            .fact("links", names.join(", "))
            .hint("put a joint below it if it is to move");
        reader.report(note, first.span.clone());
    }

    fn push_joint(
        &self,
        joint: &UrdfJoint,
        on: Frame,
        draft: &mut Draft,
        reader: &mut Reader<'_>,
    ) -> Frame {
        let index = draft.joints.len();
        reader.inside(joint_path(index), joint.span.clone(), |reader| {
            if let Some(mimic) = &joint.mimic {
                reader.inside("mimic", mimic.span.clone(), |_| ());
            }
        });
        let parent = match on.joint {
            None => Parent::Base,
            Some(parent) => match &draft.joints[parent].name {
                Some(name) => Parent::Joint(name.clone()),
                None => Parent::Before,
            },
        };
        draft.joints.push(JointDraft {
            name: Some(self.free_name(&joint.name)),
            parent,
            placement: on.placement,
            coupling: joint.mimic.as_ref().map(|mimic| self.coupling(mimic)),
            friction: joint.friction.clone(),
            spring: joint.spring.clone(),
            rotor: joint.rotor.as_ref().map(|rotor| self.rotor(rotor)),
            limits: joint.limits.clone(),
            link: Link { name: Some(joint.child.clone()), ..Link::default() },
            ..JointDraft::new(joint.kind, joint.axis.clone())
        });
        Frame { joint: Some(index), placement: Placement::default() }
    }

    fn coupling(&self, mimic: &Mimic) -> CouplingDraft {
        let ratio = Poly::constant(mimic.multiplier.clone());
        let offset = Poly::constant(mimic.offset.clone());
        CouplingDraft { of: vec![(self.free_name(&mimic.joint), ratio)], offset }
    }

    /// A rotor with the name that its joint has in the draft.
    fn rotor(&self, rotor: &RotorDraft) -> RotorDraft {
        let named = |(joint, ratio): &(String, Poly)| (self.free_name(joint), ratio.clone());
        RotorDraft { ratios: rotor.ratios.iter().map(named).collect(), ..rotor.clone() }
    }

    /// A name that means nothing else in a robot file, and that no other joint has.
    fn free_name(&self, name: &str) -> String {
        let mut free = name.to_owned();
        while ["base", "tool"].contains(&free.as_str())
            || (free != name && self.joints.iter().any(|joint| joint.name == free))
        {
            free.push_str("_joint");
        }
        free
    }

    /// Adds mass and meshes of a link to the joint that carries it; on the base, where nothing moves,
    /// its meshes only.
    fn add_body(
        &self,
        link: usize,
        frame: &Frame,
        draft: &mut Draft,
        reader: &mut Reader<'_>,
    ) -> Result<(), Error> {
        let UrdfLink { part, meshes, span, .. } = &self.links[link];
        let moved = |at: &Placement| frame.placement.then(at, &reader.symbols, &reader.budget);
        let moved_mesh = |mesh: &Mesh| Ok(Mesh { at: moved(&mesh.at)?, ..mesh.clone() });
        let meshes = meshes.iter().map(moved_mesh).collect::<Result<Vec<_>, Error>>()?;
        let Some(joint) = frame.joint else {
            draft.base_link.meshes.extend(meshes);
            return Ok(());
        };
        let is_own = draft.joints[joint].link.name.as_deref() == Some(&self.links[link].name);
        // a frame that is fixed to a link needs no mass
        let part = part.as_ref().filter(|part| is_own || !part.is_nothing());
        let moved_part =
            |part: &Part| Ok::<_, Error>(Part { at: moved(&part.at)?, ..part.clone() });
        let part: Option<Part> = part.map(moved_part).transpose()?;
        if part.is_some() {
            let number = draft.joints[joint].link.parts.len() + 1;
            remember_part(joint, number, span.clone(), reader);
        }
        let target = &mut draft.joints[joint].link;
        target.parts.extend(part);
        target.meshes.extend(meshes);
        Ok(())
    }

    /// The links behind fixed joints, which move with the link that carries them, as named frames.
    fn named_frames(
        &self,
        frames: &[Option<Frame>],
        draft: &Draft,
        reader: &mut Reader<'_>,
        options: &Options,
    ) -> Result<Vec<FrameDraft>, Error> {
        let joints = joint_names(draft);
        let mut named = Vec::new();
        for joint in self.joints.iter().filter(|joint| joint.kind == JointKind::Fixed) {
            let child = self.links.iter().zip(frames).find(|(link, _)| link.name == joint.child);
            let Some((UrdfLink { name, span, frame: own, .. }, Some(frame))) = child else {
                continue;
            };
            // the link of this name is the tool, unless another was asked for
            if name == "tool" && options.tool.as_deref().is_none_or(|tool| tool == name) {
                continue;
            }
            let placement = frame.placement.then(own, &reader.symbols, &reader.budget)?;
            let place = (frame.joint, placement);
            named.extend(named_frame(("link", name, span), place, &joints, reader));
        }
        Ok(named)
    }

    /// Frames that are fixed to links, as named frames.
    fn fixed_frames(
        &self,
        fixed: &[FixedFrame],
        frames: &[Option<Frame>],
        draft: &Draft,
        reader: &mut Reader<'_>,
    ) -> Result<Vec<FrameDraft>, Error> {
        let joints = joint_names(draft);
        let mut named = Vec::new();
        for FixedFrame { name, link, placement, span } in fixed {
            let carrier = self.links.iter().zip(frames).find(|(it, _)| it.name == *link);
            let Some((_, Some(frame))) = carrier else { continue };
            let placement = frame.placement.then(placement, &reader.symbols, &reader.budget)?;
            let place = (frame.joint, placement);
            named.extend(named_frame(("frame", name, span), place, &joints, reader));
        }
        Ok(named)
    }

    /// The tool frame: the link that was asked for, or that is called so, or the only end of the
    /// tree; else the frame of the last joint.
    fn tool(
        &self,
        frames: &[Option<Frame>],
        draft: &Draft,
        reader: &mut Reader<'_>,
        options: &Options,
    ) -> Option<ToolDraft> {
        let of_name = |name: &str| self.links.iter().position(|link| link.name == name);
        let (symbols, budget) = (reader.symbols.clone(), reader.budget.clone());
        let on_link = |link: usize| {
            let frame = frames[link].clone()?;
            let parent = draft.joints[frame.joint?].name.clone()?;
            // the product of two placements that were multiplied before: it does not fail
            let own = &self.links[link].frame;
            let placement = frame.placement.then(own, &symbols, &budget).ok()?;
            Some(ToolDraft { parent: Parent::Joint(parent), placement })
        };
        if let Some(name) = &options.tool {
            let Some(link) = of_name(name) else {
                let by_name = self.links.iter().enumerate().map(|(i, l)| (l.name.as_str(), i));
                reader.findings.push(unknown_link(name, &by_name.collect()));
                return None;
            };
            let tool = on_link(link);
            if tool.is_none() {
                let message = format!("the tool frame `{name}` is fixed to the base");
                let problem = Diagnostic::error("tool-on-base", message)
                    .hint("choose a link that moves: --tool LINK");
                reader.report(problem, self.links[link].span.clone());
            }
            return tool;
        }
        let ends: Vec<usize> =
            (0..self.links.len()).filter(|&link| self.children[link].is_empty()).collect();
        let only_end = match ends.as_slice() {
            &[end] => Some(end),
            _ => None,
        };
        let chosen = TOOL_NAMES.iter().find_map(|name| of_name(name)).or(only_end);
        chosen.and_then(on_link).or_else(|| {
            let names: Vec<&str> =
                ends.iter().take(8).map(|&end| self.links[end].name.as_str()).collect();
            let last = draft.joints.last().and_then(|joint| joint.name.clone()).unwrap_or_default();
            let message = "no link is clearly the tool; the tool frame is that of the last joint";
            let note = Diagnostic::note("tool-frame", message)
                .fact("last joint", last)
                .fact("ends", names.join(", "))
                .hint("choose a link with --tool LINK");
            reader.findings.push(note);
            Some(ToolDraft::default())
        })
    }
}

/// Remembers which link of the file a part of a link of the draft comes from.
fn remember_part(joint: usize, number: usize, span: Range<usize>, reader: &mut Reader<'_>) {
    reader.below(joint_path(joint), |reader| {
        let parts = |reader: &mut Reader<'_>| {
            reader.below("parts", |reader| reader.inside(part_path(number), span.clone(), |_| ()));
        };
        match number {
            1 => reader.inside("link", span.clone(), parts),
            _ => reader.below("link", parts),
        }
    });
}

fn index<'u>(links: &'u [UrdfLink], reader: &mut Reader<'_>) -> Option<BTreeMap<&'u str, usize>> {
    let mut by_name = BTreeMap::new();
    let mut sound = true;
    for (number, link) in links.iter().enumerate() {
        if by_name.insert(link.name.as_str(), number).is_some() {
            reader.report(twice("links", &link.name), link.span.clone());
            sound = false;
        }
    }
    sound.then_some(by_name)
}

fn twice(what: &str, name: &str) -> Diagnostic {
    Diagnostic::error("duplicate-name", format!("two {what} are called `{name}`"))
        .hint("give one of them another name")
}

fn unknown_link(name: &str, by_name: &BTreeMap<&str, usize>) -> Diagnostic {
    let problem = Diagnostic::error("unknown-link", format!("unknown link `{name}`"));
    problem.did_you_mean(name, by_name.keys().copied(), "add <link name=\"...\"/>")
}
