//! The tree of bodies: joints one after the other, masses on the links that carry them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use appell_algebra::{BudgetScope, Error, Poly};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_spatial::Vector;
use roxmltree::Node;

use super::compiler::{Compiler, InertiaFromGeom, Physics};
use super::defaults::{Classes, Family, MAIN};
use super::element::Element;
use super::joint::{self, MjcfJoint};
use super::mesh::Meshes;
use super::orientation::placement;
use super::{geom, inertial};
use crate::axis::unit_axis;
use crate::build::{findings_of, joint_path};
use crate::coupling::RotorDraft;
use crate::draft::{Draft, JointDraft, Parent};
use crate::joint::JointKind;
use crate::link::{Link, Mesh, Part};
use crate::placement::{Placement, Rotation, Turn, lift};
use crate::read::Options;
use crate::reader::Reader;
use crate::xml::start_tag;

/// More bodies than this are no robot.
const MAX_BODIES: usize = 20_000;

/// How a file is to be read.
pub(super) struct Context<'c, 'a> {
    pub(super) compiler: &'c Compiler,
    pub(super) physics: &'c Physics,
    pub(super) classes: &'c Classes<'a>,
    pub(super) options: &'c Options,
    pub(super) meshes: &'c Meshes,
}

/// Where something lies: on the frame of which joint of the draft.
#[derive(Clone, Default)]
pub(super) struct Frame {
    pub(super) joint: Option<usize>,
    pub(super) placement: Placement,
}

/// A body or a site.
pub(super) struct Located {
    pub(super) name: Option<String>,
    pub(super) span: Range<usize>,
    pub(super) frame: Frame,
    /// Whether no body sits on it.
    pub(super) is_end: bool,
}

/// What is known of the bodies after all were read.
#[derive(Default)]
pub(super) struct Bodies {
    pub(super) bodies: Vec<Located>,
    pub(super) sites: Vec<Located>,
    /// Joints by their names in the file.
    pub(super) joints: BTreeMap<String, NamedJoint>,
}

/// A joint that constraints and actuators may name.
#[derive(Clone)]
pub(super) struct NamedJoint {
    /// Its number in the draft.
    pub(super) index: usize,
    /// The coordinate at which its body is where the file puts it.
    pub(super) reference: Poly,
    pub(super) span: Range<usize>,
}

/// Fills the joints of a draft.
pub(super) fn assemble<'a, 'i: 'a>(
    worlds: impl Iterator<Item = Node<'a, 'i>>,
    context: &Context<'_, 'a>,
    draft: &mut Draft,
    reader: &mut Reader<'_>,
) -> Option<Bodies> {
    let worlds: Vec<Node<'_, '_>> = worlds.collect();
    let named = |tag: &'static str| {
        let nodes = worlds.iter().flat_map(|world| world.descendants());
        nodes.filter(move |node| node.tag_name().name() == tag)
    };
    let bodies = named("body").count();
    if bodies > MAX_BODIES {
        let problem =
            Diagnostic::error("too-many-links", "this file has too many bodies for a robot")
                .fact("bodies", bodies)
                .fact("limit", MAX_BODIES)
                .hint("take out what is not part of the robot");
        reader.report(problem, worlds.first().map_or(0..0, |world| start_tag(*world)));
        return None;
    }
    let mut sound = true;
    let mut taken = BTreeSet::new();
    for (tag, what) in [("body", "bodies"), ("site", "sites"), ("joint", "joints")] {
        taken.clear();
        for node in named(tag).filter(|node| node.has_attribute("name")) {
            let name = node.attribute("name").unwrap_or_default();
            if !taken.insert(name.to_owned()) {
                let message = format!("two {what} are called `{}`", excerpt(name));
                let problem = Diagnostic::error("duplicate-name", message);
                reader.report(problem.hint("give one of them another name"), start_tag(node));
                sound = false;
            }
        }
    }
    // names that mean something else in a robot file
    taken.extend(["base", "tool"].map(str::to_owned));
    let mut tree = Tree {
        context,
        draft,
        bodies: Bodies::default(),
        taken,
        fixed: Vec::new(),
        fixed_mass: Poly::ZERO,
    };
    for world in worlds {
        sound &= tree.walk(world, reader).is_some();
    }
    let Tree { bodies, fixed, fixed_mass, draft, .. } = tree;
    if let Some(total) = &context.compiler.total_mass
        && let Err(error) = inertial::scale(draft, &fixed_mass, total, reader)
    {
        reader.findings.extend(findings_of(&error, &["joint"]));
        return None;
    }
    note_fixed(&fixed, reader);
    sound.then_some(bodies)
}

struct Tree<'t, 'c, 'a> {
    context: &'t Context<'c, 'a>,
    draft: &'t mut Draft,
    bodies: Bodies,
    /// Names that no new joint may have.
    taken: BTreeSet<String>,
    /// Bodies that never move, but have mass.
    fixed: Vec<(String, Range<usize>)>,
    fixed_mass: Poly,
}

/// A body that is still to be read.
struct Pending<'a, 'i> {
    node: Node<'a, 'i>,
    /// Where what is around it lies.
    on: Frame,
    class: &'a str,
}

/// An element of a body, out of the `<frame>`s around it.
struct Content<'a, 'i> {
    node: Node<'a, 'i>,
    /// Where the innermost `<frame>` lies in the body.
    at: Placement,
    class: &'a str,
}

impl<'a> Tree<'_, '_, 'a> {
    /// Reads a world, its bodies in the order of the file.
    fn walk<'i: 'a>(&mut self, world: Node<'a, 'i>, reader: &mut Reader<'_>) -> Option<()> {
        let mut pending = vec![Pending { node: world, on: Frame::default(), class: MAIN }];
        while let Some(next) = pending.pop() {
            let span = start_tag(next.node);
            let first = pending.len();
            if let Err(error) = self.body(next, &mut pending, reader) {
                error.diagnostics().into_iter().for_each(|it| reader.report(it, span.clone()));
                return None;
            }
            pending[first..].reverse();
        }
        Some(())
    }

    /// Reads a body and adds those on it to the list.
    fn body<'i: 'a>(
        &mut self,
        body: Pending<'a, 'i>,
        pending: &mut Vec<Pending<'a, 'i>>,
        reader: &mut Reader<'_>,
    ) -> Result<(), Error> {
        let Pending { node, on, class } = body;
        let Context { compiler, options, classes, .. } = *self.context;
        let is_world = node.tag_name().name() == "worldbody";
        let class = classes.named(node, "childclass", reader).unwrap_or(class);
        let element = Element::plain(node);
        let gravcomp = element.number("gravcomp", reader).unwrap_or_default();
        if !gravcomp.is_zero() {
            let hint = "take `gravcomp` out: gravity then acts on the body";
            element.refuse("gravcomp", "a body without its weight", hint, reader);
        }
        let own = placement(&element, compiler, options, reader);
        let mut frame =
            Frame { joint: on.joint, placement: self.then(&on.placement, &own, reader)? };
        let contents = self.contents(node, class, reader)?;
        for content in &contents {
            if !["joint", "freejoint"].contains(&content.node.tag_name().name()) {
                continue;
            }
            let element = classes.element(content.node, Family::Joint, content.class, reader);
            if is_world {
                let problem = Diagnostic::error("joint-on-world", "the world has a joint")
                    .hint("put the joint into the body that is to move");
                reader.report(problem, element.span.clone());
            } else if let Some(joint) = joint::read(&element, self.context, reader) {
                frame = self.push_joint(joint, &element, &content.at, frame, reader)?;
            }
        }
        let name = node.attribute("name").map(str::to_owned);
        if let Some(joint) = frame.joint.filter(|_| on.joint != frame.joint) {
            self.draft.joints[joint].link.name = name.clone();
        }
        if !is_world {
            self.add_mass(node, &contents, &frame, reader)?;
        }
        self.add_meshes(&contents, &frame, reader)?;
        let is_end = !contents.iter().any(|content| content.node.tag_name().name() == "body");
        for content in contents {
            let at = |own: &Placement| self.then(&frame.placement, own, reader);
            match content.node.tag_name().name() {
                "body" => {
                    let on = Frame { joint: frame.joint, placement: at(&content.at)? };
                    pending.push(Pending { node: content.node, on, class: content.class });
                }
                "site" => {
                    let placement = at(&content.at)?;
                    self.push_site(&content, Frame { joint: frame.joint, placement }, reader)?;
                }
                _ => {}
            }
        }
        if !is_world {
            self.bodies.bodies.push(Located { name, span: start_tag(node), frame, is_end });
        }
        Ok(())
    }

    /// The elements of a body in the order of the file, those of its `<frame>`s among them.
    fn contents<'i: 'a>(
        &self,
        node: Node<'a, 'i>,
        class: &'a str,
        reader: &mut Reader<'_>,
    ) -> Result<Vec<Content<'a, 'i>>, Error> {
        let Context { compiler, options, classes, .. } = *self.context;
        let inside = |node: Node<'a, 'i>, at: &Placement, class: &'a str| {
            let children = node.children().filter(Node::is_element);
            let contents = children.map(|node| Content { node, at: at.clone(), class });
            let mut contents: Vec<Content<'_, '_>> = contents.collect();
            contents.reverse();
            contents
        };
        let mut pending = inside(node, &Placement::default(), class);
        let mut contents = Vec::new();
        while let Some(content) = pending.pop() {
            if content.node.tag_name().name() != "frame" {
                contents.push(content);
                continue;
            }
            let element = Element::plain(content.node);
            let own = placement(&element, compiler, options, reader);
            let at = self.then(&content.at, &own, reader)?;
            let class = classes.named(content.node, "childclass", reader);
            pending.extend(inside(content.node, &at, class.unwrap_or(content.class)));
        }
        Ok(contents)
    }

    fn then(
        &self,
        outer: &Placement,
        inner: &Placement,
        reader: &Reader<'_>,
    ) -> Result<Placement, Error> {
        outer.then(inner, &reader.symbols, &reader.budget)
    }

    /// Adds a joint to the draft: its frame is on its axis, with the axes of the body. Returns where
    /// the body lies then.
    fn push_joint(
        &mut self,
        joint: MjcfJoint,
        element: &Element<'_>,
        within: &Placement,
        on: Frame,
        reader: &mut Reader<'_>,
    ) -> Result<Frame, Error> {
        let index = self.draft.joints.len();
        let axis = Vector(joint.axis.map(Poly::constant));
        let axis = turned(&axis, &within.rotation, reader)?;
        let anchor = match joint.kind {
            JointKind::Rotation => self.then(within, &Placement::at(joint.anchor), reader)?.offset,
            _ => Vector::default(),
        };
        // the body is where the file puts it at q = ref, not at q = 0
        let mut at = Placement::at(anchor.clone());
        if !joint.reference.is_zero()
            && let Ok(unit) = unit_axis(&axis, &reader.symbols, &reader.budget)
        {
            match joint.kind {
                JointKind::Rotation => {
                    at.rotation =
                        Rotation::turns([Turn { axis: unit.axis, angle: -&joint.reference }]);
                }
                _ => {
                    let back = -&joint.reference;
                    let product = |entry: &Poly| entry.checked_mul(&back, &reader.budget);
                    at.offset = unit.axis.try_map(product)?;
                }
            }
        }
        let placement = self.then(&on.placement, &at, reader)?;
        let name = self.name(element.text("name"), index);
        if let Some(given) = element.text("name") {
            let (reference, span) = (joint.reference, element.span.clone());
            self.bodies.joints.insert(given.to_owned(), NamedJoint { index, reference, span });
        }
        let parent = on.joint.and_then(|parent| self.draft.joints[parent].name.clone());
        reader.inside(joint_path(index), element.span.clone(), |_| ());
        let rotor = (!joint.armature.is_zero()).then(|| RotorDraft {
            inertia: Poly::constant(joint.armature),
            ratios: vec![(name.clone(), Poly::one())],
            on: Parent::Base,
            ..RotorDraft::default()
        });
        self.draft.joints.push(JointDraft {
            name: Some(name),
            parent: parent.map_or(Parent::Base, Parent::Joint),
            placement,
            friction: joint.friction,
            spring: joint.spring,
            rotor,
            limits: joint.limits,
            link: Link::default(),
            ..JointDraft::new(joint.kind, axis)
        });
        Ok(Frame { joint: Some(index), placement: Placement::at(anchor.map(|entry| -entry)) })
    }

    /// The name of a joint: its own, unless that means something else in a robot file.
    fn name(&mut self, given: Option<&str>, index: usize) -> String {
        let mut name = match given {
            Some(given) if !["base", "tool"].contains(&given) => return given.to_owned(),
            Some(given) => format!("{given}_joint"),
            None => format!("joint{}", index + 1),
        };
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Adds the mass of a body to the link that carries it.
    fn add_mass(
        &mut self,
        node: Node<'a, '_>,
        contents: &[Content<'a, '_>],
        frame: &Frame,
        reader: &mut Reader<'_>,
    ) -> Result<(), Error> {
        let Context { compiler, options, classes, .. } = *self.context;
        let of = |tag: &'static str| {
            contents.iter().filter(move |content| content.node.tag_name().name() == tag)
        };
        let from_geoms = match compiler.inertia_from_geom {
            InertiaFromGeom::Always => true,
            InertiaFromGeom::Auto => of("inertial").next().is_none(),
            InertiaFromGeom::Never => false,
        };
        let tag = if from_geoms { "geom" } else { "inertial" };
        if frame.joint.is_none() {
            if of(tag).next().is_some() {
                let name = node.attribute("name").unwrap_or("without a name");
                self.fixed.push((name.to_owned(), start_tag(node)));
            }
            // what does not move needs no mass, unless all masses together are given
            if compiler.total_mass.is_none() {
                return Ok(());
            }
        }
        let mut parts = Vec::new();
        for content in of(tag) {
            let part = match from_geoms {
                true => {
                    let element =
                        classes.element(content.node, Family::Geom, content.class, reader);
                    geom::part(&element, compiler, options, reader)
                }
                false => inertial::part(&Element::plain(content.node), compiler, options, reader),
            };
            if let Some(part) = part {
                let at = self.then(&content.at, &part.at, reader)?;
                parts.push(Part { at, ..part });
            }
        }
        // MuJoCo puts the least mass of such a body at a place of which no document speaks
        let is_bounded = !(compiler.least_mass.is_zero() && compiler.least_inertia.is_zero());
        if is_bounded && parts.is_empty() && frame.joint.is_some() {
            let message = "a least mass for a body without geoms and <inertial> is not supported";
            let problem = Diagnostic::error("not-in-model", message)
                .hint("give the body an <inertial>, or take `boundmass` and `boundinertia` out");
            reader.report(problem, start_tag(node));
        }
        let parts = inertial::bounded(parts, compiler, reader)?;
        for part in parts {
            match frame.joint {
                Some(joint) => {
                    let at = self.then(&frame.placement, &part.at, reader)?;
                    self.draft.joints[joint].link.parts.push(Part { at, ..part });
                }
                None => self.fixed_mass = &self.fixed_mass + &part.mass,
            }
        }
        Ok(())
    }

    /// Adds the meshes of a body to the link that carries it, or to the base.
    fn add_meshes(
        &mut self,
        contents: &[Content<'a, '_>],
        frame: &Frame,
        reader: &mut Reader<'_>,
    ) -> Result<(), Error> {
        for content in contents.iter().filter(|it| it.node.tag_name().name() == "geom") {
            let Some(mesh) =
                self.context.meshes.of_geom(content.node, content.class, self.context, reader)
            else {
                continue;
            };
            let at = self.then(&content.at, &mesh.at, reader)?;
            let mesh = Mesh { at: self.then(&frame.placement, &at, reader)?, ..mesh };
            match frame.joint {
                Some(joint) => self.draft.joints[joint].link.meshes.push(mesh),
                None => self.draft.base_link.meshes.push(mesh),
            }
        }
        Ok(())
    }

    fn push_site<'i>(
        &mut self,
        content: &Content<'a, 'i>,
        on: Frame,
        reader: &mut Reader<'_>,
    ) -> Result<(), Error> {
        let Context { compiler, options, classes, .. } = *self.context;
        let element = classes.element(content.node, Family::Site, content.class, reader);
        // a site between two points is a picture, not a frame
        if element.has("fromto") {
            return Ok(());
        }
        let own = placement(&element, compiler, options, reader);
        let placement = self.then(&on.placement, &own, reader)?;
        self.bodies.sites.push(Located {
            name: content.node.attribute("name").map(str::to_owned),
            span: element.span.clone(),
            frame: Frame { joint: on.joint, placement },
            is_end: true,
        });
        Ok(())
    }
}

/// A direction in the axes around a rotation.
fn turned(
    axis: &Vector<Poly>,
    rotation: &Rotation,
    reader: &Reader<'_>,
) -> Result<Vector<Poly>, Error> {
    if rotation.is_identity() {
        return Ok(axis.clone());
    }
    let scope = BudgetScope::new(reader.budget.clone());
    let matrix = rotation.matrix(&reader.symbols, &reader.budget)?;
    let turned = &matrix.map(lift(&scope)) * &axis.map(lift(&scope));
    turned.try_map(|entry| scope.finish(entry.clone()))
}

/// Notes the bodies that never move: their mass is left out.
fn note_fixed(fixed: &[(String, Range<usize>)], reader: &mut Reader<'_>) {
    const SHOWN: usize = 8;
    let Some((_, span)) = fixed.first() else { return };
    let mut names: Vec<String> = fixed.iter().take(SHOWN).map(|(name, _)| name.clone()).collect();
    if fixed.len() > SHOWN {
        names.push(format!("and {} more", fixed.len() - SHOWN));
    }
    let message =
        "bodies without a joint between them and the world are the base: their mass is left out";
    let note = Diagnostic::note("base-mass", message)
        .fact("bodies", names.join(", "))
        .hint("give such a body a joint if it is to move");
    reader.report(note, span.clone());
}
