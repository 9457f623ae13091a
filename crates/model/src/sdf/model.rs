//! A model: its links and joints in the frames that carry them, as a tree on the world.

use std::collections::BTreeMap;

use appell_algebra::{Error, Poly};
use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;
use roxmltree::Node;

use super::element::{child, children, pose};
use super::frames::{Frames, MODEL, WORLD};
use super::joint::{self, SdfJoint};
use super::link::{self, SdfLink, name};
use crate::build::{MAX_JOINTS, check_joint_count, findings_of};
use crate::draft::Draft;
use crate::friction::Friction;
use crate::joint::{JointKind, Limits};
use crate::link::{Mesh, Part};
use crate::placement::{Placement, lift};
use crate::read::Options;
use crate::reader::Reader;
use crate::urdf::element::check_attributes;
use crate::urdf::extensions::Unread;
use crate::urdf::joint::UrdfJoint;
use crate::urdf::link::UrdfLink;
use crate::urdf::tree::{self, FixedFrame};
use crate::xml::start_tag;

/// The name of a frame that is the tool frame when no other is named.
const TOOL: &str = "tool";

/// Reads a model into a draft. `unread` has the elements of the file around it that are not read.
pub(super) fn read(
    node: Node<'_, '_>,
    version: u32,
    mut unread: Unread,
    draft: &mut Draft,
    reader: &mut Reader<'_>,
    options: &Options,
) -> Option<()> {
    if !is_plain(node, reader) {
        return None;
    }
    check_attributes(node, &["name", "canonical_link", "placement_frame"], reader);
    unread.checked(node, &["pose", "static", "link", "joint", "frame", "model"], reader);
    let links: Vec<_> =
        children(node, "link").map(|it| link::read(it, options, &mut unread, reader)).collect();
    let joints: Vec<_> = children(node, "joint")
        .map(|it| joint::read(it, version, options, &mut unread, reader))
        .collect();
    for frame in children(node, "frame") {
        check_attributes(frame, &["name", "attached_to"], reader);
        unread.checked(frame, &["pose"], reader);
    }
    let links = links.into_iter().collect::<Option<Vec<SdfLink>>>()?;
    let joints = joints.into_iter().collect::<Option<Vec<SdfJoint>>>()?;
    reader.findings.extend(unread.note());
    if joints.iter().all(|joint| joint.kind == JointKind::Fixed) {
        let problem = Diagnostic::error("no-joints", "every joint of this model is fixed")
            .hint("give a joint the type revolute, continuous or prismatic");
        reader.report(problem, start_tag(node));
        return None;
    }
    note_default_inertia(&links, reader);
    let mut frames = Frames::default();
    add_frames(node, &links, &joints, &mut frames, options, reader);
    let wrong = frames.findings();
    if !wrong.is_empty() {
        wrong.into_iter().for_each(|(problem, span)| reader.report(problem, span));
        return None;
    }
    let in_world = pose(node, options, reader).placement;
    let mut model = Model { links: &links, joints: &joints, frames: &frames };
    let (links, joints, fixed) = match model.tree(&in_world, node, reader, options) {
        Ok(tree) => tree?,
        Err(error) => {
            reader.findings.extend(findings_of(&error, &["joint"]));
            return None;
        }
    };
    tree::assemble(&links, &joints, &fixed, draft, reader, options)?;
    // the root is the world, whose name is part of the format
    draft.base_link.name = None;
    Some(())
}

/// Whether the model has nothing that is not supported.
fn is_plain(node: Node<'_, '_>, reader: &mut Reader<'_>) -> bool {
    let counts = [children(node, "joint").count(), children(node, "link").count()];
    let frames = children(node, "frame").count();
    let mut problem = check_joint_count(counts[0]).map(|problem| (problem, start_tag(node)));
    if counts[1].max(frames) > MAX_JOINTS {
        let message = "this model has too many links or frames for a robot";
        let many = Diagnostic::error("too-many-links", message).fact("links", counts[1]);
        problem = Some((many.hint("take out the links that no joint carries"), start_tag(node)));
    }
    if let Some(nested) = child(node, "model") {
        let message = "models inside of models are not supported";
        let inner = Diagnostic::error("nested-model", message)
            .hint("put its links and joints into the outer model");
        problem = Some((inner, start_tag(nested)));
    }
    if let Some(frame) = node.attribute("placement_frame").filter(|it| !it.is_empty()) {
        let message = format!("placing a model by its frame `{frame}` is not supported");
        let placed = Diagnostic::error("unknown-frame", message)
            .hint("take `placement_frame` out and give the pose of the model frame");
        problem = Some((placed, start_tag(node)));
    }
    let relative = child(node, "pose")
        .and_then(|pose| pose.attribute("relative_to").or_else(|| pose.attribute("frame")));
    if let Some(frame) = relative.filter(|it| !it.is_empty() && *it != WORLD) {
        let message = format!("placing a model relative to `{frame}` is not supported");
        let placed = Diagnostic::error("unknown-frame", message).hint("give its pose in the world");
        problem = Some((placed, start_tag(node)));
    }
    let is_plain = problem.is_none();
    if let Some((problem, span)) = problem {
        reader.report(problem, span);
    }
    is_plain
}

fn note_default_inertia(links: &[SdfLink], reader: &mut Reader<'_>) {
    let bare: Vec<&SdfLink> = links.iter().filter(|link| link.is_default).collect();
    if let Some(first) = bare.first() {
        let names: Vec<&str> = bare.iter().take(8).map(|link| link.name.as_str()).collect();
        let message = "links without mass or inertia have 1 kg and 1 kg m^2, as SDF says";
        let problem = Diagnostic::warning("sdf-default-inertia", message)
            .fact("links", names.join(", "))
            .fact("count", bare.len())
            .hint("write <mass> and <inertia> in <inertial>");
        reader.report(problem, first.span.clone());
    }
}

/// Collects the frames of links, joints and `<frame>` elements.
fn add_frames(
    node: Node<'_, '_>,
    links: &[SdfLink],
    joints: &[SdfJoint],
    frames: &mut Frames,
    options: &Options,
    reader: &mut Reader<'_>,
) {
    for link in links {
        let relative_to = link.pose.relative_to.clone().unwrap_or_else(|| MODEL.to_owned());
        let placement = link.pose.placement.clone();
        let taken = frames.add(&link.name, relative_to, placement, None, link.span.clone());
        taken.into_iter().for_each(|problem| reader.report(problem, link.span.clone()));
    }
    for joint in joints {
        let relative_to = joint.pose.relative_to.clone().unwrap_or_else(|| joint.child.clone());
        let placement = joint.pose.placement.clone();
        let on = Some(joint.child.clone());
        let taken = frames.add(&joint.name, relative_to, placement, on, joint.span.clone());
        taken.into_iter().for_each(|problem| reader.report(problem, joint.span.clone()));
    }
    for frame in children(node, "frame") {
        let Some(name) = name(frame, reader) else { continue };
        let on = frame.attribute("attached_to").filter(|it| !it.is_empty());
        let on = on.unwrap_or(MODEL).to_owned();
        let pose = pose(frame, options, reader);
        let relative_to = pose.relative_to.unwrap_or_else(|| on.clone());
        let span = start_tag(frame);
        let taken = frames.add(&name, relative_to, pose.placement, Some(on), span.clone());
        taken.into_iter().for_each(|problem| reader.report(problem, span.clone()));
    }
}

struct Model<'m> {
    links: &'m [SdfLink],
    joints: &'m [SdfJoint],
    frames: &'m Frames,
}

/// Links and joints as URDF has them, where the frame of a link is that of the joint that carries it; and
/// the frames that are fixed to links.
type Tree = (Vec<UrdfLink>, Vec<UrdfJoint>, Vec<FixedFrame>);

impl Model<'_> {
    fn tree(
        &mut self,
        in_world: &Placement,
        node: Node<'_, '_>,
        reader: &mut Reader<'_>,
        options: &Options,
    ) -> Result<Option<Tree>, Error> {
        let mut carrier: BTreeMap<&str, &str> = BTreeMap::new();
        let mut ends = Vec::new();
        for joint in self.joints {
            let parent = match joint.parent.as_str() {
                WORLD => Some(WORLD),
                name => self.link(name, joint, reader),
            };
            let (Some(parent), Some(child)) = (parent, self.link(&joint.child, joint, reader))
            else {
                return Ok(None);
            };
            // a second one is found where the tree is made
            carrier.entry(child).or_insert(&joint.name);
            ends.push((parent, child));
        }
        let world = UrdfLink {
            name: WORLD.to_owned(),
            span: start_tag(node),
            part: None,
            meshes: Vec::new(),
            frame: Placement::default(),
        };
        let (mut links, mut joints) = (vec![world], Vec::new());
        for link in self.links {
            let frame = match carrier.get(link.name.as_str()) {
                Some(joint) => self.relative(joint, &link.name, reader)?,
                None => Placement::default(),
            };
            let moved = |at: &Placement| frame.then(at, &reader.symbols, &reader.budget);
            let part = Part { at: moved(&link.part.at)?, ..link.part.clone() };
            let meshes = link.meshes.iter();
            let meshes: Result<Vec<Mesh>, Error> =
                meshes.map(|it| Ok(Mesh { at: moved(&it.at)?, ..it.clone() })).collect();
            let (name, span) = (link.name.clone(), link.span.clone());
            links.push(UrdfLink { name, span, part: Some(part), meshes: meshes?, frame });
        }
        for (joint, (parent, child)) in self.joints.iter().zip(ends) {
            joints.push(self.joint(joint, (parent, child), &carrier, in_world, reader)?);
        }
        self.root(&carrier, in_world, &mut joints, reader)?;
        self.tool(&carrier, (&mut links, &mut joints), reader, options)?;
        let fixed = self.fixed_frames(&carrier, in_world, node, reader, options)?;
        Ok(Some((links, joints, fixed)))
    }

    /// The link that an end of a joint is on.
    fn link<'s>(
        &'s self,
        name: &'s str,
        joint: &SdfJoint,
        reader: &mut Reader<'_>,
    ) -> Option<&'s str> {
        let found = self.frames.link_of(name);
        if found.is_none() {
            let names = self.links.iter().map(|link| link.name.as_str());
            let problem = Diagnostic::error("unknown-link", format!("unknown link `{name}`"))
                .did_you_mean(name, names, "name a link or a frame that is attached to one");
            reader.report(problem, joint.span.clone());
        }
        found
    }

    fn relative(&self, outer: &str, inner: &str, reader: &Reader<'_>) -> Result<Placement, Error> {
        self.frames.relative(outer, inner, &reader.symbols, &reader.budget)
    }

    fn joint(
        &self,
        joint: &SdfJoint,
        (parent, child): (&str, &str),
        carrier: &BTreeMap<&str, &str>,
        in_world: &Placement,
        reader: &Reader<'_>,
    ) -> Result<UrdfJoint, Error> {
        let (symbols, budget) = (&reader.symbols, &reader.budget);
        let placement = match parent {
            WORLD => in_world.then(&self.relative(MODEL, &joint.name, reader)?, symbols, budget)?,
            _ => {
                // the frame of the parent is that of the joint that carries it
                let frame = carrier.get(parent).copied().unwrap_or(parent);
                self.relative(frame, &joint.name, reader)?
            }
        };
        let axis = match &joint.expressed_in {
            None => joint.axis.clone(),
            Some(frame) if frame == WORLD => {
                let in_model = in_world.inverse(symbols, budget)?;
                let in_joint = self.relative(&joint.name, MODEL, reader)?;
                turned(&in_joint.then(&in_model, symbols, budget)?, &joint.axis, reader)?
            }
            Some(frame) => {
                turned(&self.relative(&joint.name, frame, reader)?, &joint.axis, reader)?
            }
        };
        Ok(UrdfJoint {
            name: joint.name.clone(),
            span: joint.span.clone(),
            kind: joint.kind,
            parent: parent.to_owned(),
            child: child.to_owned(),
            placement,
            axis,
            friction: joint.friction.clone(),
            spring: joint.spring.clone(),
            rotor: None,
            mimic: joint.mimic.clone(),
            limits: joint.limits.clone(),
        })
    }

    /// Fixes a root that no joint attaches to the world.
    fn root(
        &self,
        carrier: &BTreeMap<&str, &str>,
        in_world: &Placement,
        joints: &mut Vec<UrdfJoint>,
        reader: &mut Reader<'_>,
    ) -> Result<(), Error> {
        let is_free = |link: &&SdfLink| !carrier.contains_key(link.name.as_str());
        let free: Vec<&SdfLink> = self.links.iter().filter(is_free).collect();
        let attached = joints.iter().any(|joint| joint.parent == WORLD);
        let [root] = free.as_slice() else {
            if let [first, ..] = free.as_slice() {
                let names: Vec<&str> = free.iter().take(8).map(|it| it.name.as_str()).collect();
                let message = "several links are carried by no joint";
                let problem = Diagnostic::error("several-roots", message)
                    .fact("links", names.join(", "))
                    .hint("attach all but one of them to another link");
                reader.report(problem, first.span.clone());
            }
            return Ok(());
        };
        if attached {
            let message = format!("the link `{}` is carried by no joint", root.name);
            let problem = Diagnostic::error("several-roots", message)
                .hint("attach it to another link, or to the world");
            reader.report(problem, root.span.clone());
            return Ok(());
        }
        let message = "the model is not attached to the world; its root link is taken to be fixed";
        let problem = Diagnostic::warning("free-model", message)
            .fact("root", &root.name)
            .hint("attach it by a joint of type fixed whose parent is world");
        reader.report(problem, root.span.clone());
        let in_model = self.relative(MODEL, &root.name, reader)?;
        let placement = in_world.then(&in_model, &reader.symbols, &reader.budget)?;
        joints.push(fixed(WORLD, &root.name, placement, root.span.clone(), self.joints));
        Ok(())
    }

    /// The `<frame>` elements but for the tool: on the links to which they are attached, or on the world.
    fn fixed_frames(
        &self,
        carrier: &BTreeMap<&str, &str>,
        in_world: &Placement,
        node: Node<'_, '_>,
        reader: &Reader<'_>,
        options: &Options,
    ) -> Result<Vec<FixedFrame>, Error> {
        let mut fixed = Vec::new();
        let tools = [TOOL, options.tool.as_deref().unwrap_or(TOOL)];
        for frame in children(node, "frame") {
            let Some(name) = frame.attribute("name").filter(|name| !tools.contains(name)) else {
                continue;
            };
            let (link, placement) = match self.frames.link_of(name) {
                Some(link) => {
                    let outer = carrier.get(link).copied().unwrap_or(link);
                    (link, self.relative(outer, name, reader)?)
                }
                None => {
                    let in_model = self.relative(MODEL, name, reader)?;
                    (WORLD, in_world.then(&in_model, &reader.symbols, &reader.budget)?)
                }
            };
            let (name, link) = (name.to_owned(), link.to_owned());
            fixed.push(FixedFrame { name, link, placement, span: start_tag(frame) });
        }
        Ok(fixed)
    }

    /// Makes a link of the frame that is the tool.
    fn tool(
        &self,
        carrier: &BTreeMap<&str, &str>,
        (links, joints): (&mut Vec<UrdfLink>, &mut Vec<UrdfJoint>),
        reader: &Reader<'_>,
        options: &Options,
    ) -> Result<(), Error> {
        let name = options.tool.as_deref().unwrap_or(TOOL);
        let is_link = self.links.iter().any(|link| link.name == name);
        let Some(on) = self.frames.link_of(name).filter(|_| !is_link && self.frames.has(name))
        else {
            return Ok(());
        };
        let frame = carrier.get(on).copied().unwrap_or(on);
        let placement = self.relative(frame, name, reader)?;
        let span = links[0].span.clone();
        joints.push(fixed(on, name, placement, span.clone(), self.joints));
        links.push(UrdfLink {
            name: name.to_owned(),
            span,
            part: None,
            meshes: Vec::new(),
            frame: Placement::default(),
        });
        Ok(())
    }
}

/// A vector of an inner frame in the axes of the outer one.
fn turned(
    outer_from_inner: &Placement,
    vector: &Vector<Poly>,
    reader: &Reader<'_>,
) -> Result<Vector<Poly>, Error> {
    let rotation = outer_from_inner.rotation.matrix(&reader.symbols, &reader.budget)?;
    let scope = appell_algebra::BudgetScope::new(reader.budget.clone());
    let turned = &rotation.map(lift(&scope)) * &vector.map(lift(&scope));
    turned.try_map(|entry| scope.finish(entry.clone()))
}

/// A joint that does not move, with a name of its own.
fn fixed(
    parent: &str,
    child: &str,
    placement: Placement,
    span: std::ops::Range<usize>,
    others: &[SdfJoint],
) -> UrdfJoint {
    let mut name = format!("{child}_fixed");
    while others.iter().any(|joint| joint.name == name) {
        name.push('_');
    }
    UrdfJoint {
        name,
        span,
        kind: JointKind::Fixed,
        parent: parent.to_owned(),
        child: child.to_owned(),
        placement,
        axis: crate::placement::unit(2),
        friction: Friction::default(),
        spring: Default::default(),
        rotor: None,
        mimic: None,
        limits: Limits::default(),
    }
}
