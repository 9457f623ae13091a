//! Meshes: the files of `<asset>`, the geoms that show them, and geoms that are simple solids. Mechanics
//! does not need them: what cannot be read of them is left out, and one warning says so.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use appell_algebra::Rational;
use appell_diagnostic::{Diagnostic, Severity};
use roxmltree::Node;

use super::body::Context;
use super::compiler::Compiler;
use super::defaults::{Classes, Family, MAIN};
use super::element::Element;
use super::geom;
use super::orientation::placement;
use crate::link::{Form, Mesh, MeshUse, Solid};
use crate::reader::Reader;
use crate::xml::start_tag;

/// The meshes of the assets by their names.
pub(super) struct Meshes {
    assets: BTreeMap<String, Asset>,
    /// What could not be read: where the first is, and how many there are, by the reason.
    lost: RefCell<BTreeMap<&'static str, (Range<usize>, usize)>>,
}

/// Why a mesh is left out.
const BAD_PLACE: &str = "the place or the size of a geom is not understood";
const BAD_SCALE: &str = "the scale of a mesh must be three numbers";
/// A geom that is neither a mesh nor a simple solid; its mass is read where it counts.
const SHAPE: &str = "planes, height fields and shapes that are fitted to meshes are not kept";
const VERTICES: &str = "a mesh has no file";
const MOVED: &str = "refpos and refquat of a mesh are not supported";

struct Asset {
    file: String,
    scale: [Rational; 3],
}

impl Meshes {
    /// Reads the assets.
    pub(super) fn read<'a, 'i: 'a>(
        sections: impl Iterator<Item = Node<'a, 'i>>,
        compiler: &Compiler,
        classes: &Classes<'a>,
    ) -> Self {
        let nodes = sections.flat_map(|section| section.children());
        let nodes = nodes.filter(|node| node.tag_name().name() == "mesh");
        let mut meshes = Self { assets: BTreeMap::new(), lost: RefCell::default() };
        for node in nodes {
            match asset(node, compiler, classes) {
                Ok(asset) => meshes.assets.extend([asset]),
                Err(reason) => meshes.lose(reason, start_tag(node)),
            }
        }
        meshes
    }

    fn lose(&self, reason: &'static str, place: Range<usize>) {
        self.lost.borrow_mut().entry(reason).or_insert((place, 0)).1 += 1;
    }

    /// Warns of what is left out, once for every reason.
    pub(super) fn report(&self, reader: &mut Reader<'_>) {
        for (reason, (place, count)) in self.lost.take() {
            let message = format!("{reason}: it is left out");
            // such geoms are common: for contacts, or to give the mass
            let problem = match reason == SHAPE {
                true => Diagnostic::note("mesh-left-out", SHAPE),
                false => Diagnostic::warning("mesh-left-out", message),
            };
            let problem = problem
                .fact("count", count)
                .hint("mechanics does not need meshes: they are missing in pictures and in files that are written");
            reader.report(problem, place);
        }
    }

    /// The mesh that a geom shows, placed in what is around the geom.
    pub(super) fn of_geom<'a>(
        &self,
        node: Node<'a, '_>,
        class: &str,
        context: &Context<'_, 'a>,
        reader: &mut Reader<'_>,
    ) -> Option<Mesh> {
        let known = reader.findings.len();
        let mesh = self.placed(node, class, context, reader);
        // a picture that is wrong does not make the robot wrong; right angles in it need no notes
        if reader.findings.drain(known..).any(|it| it.severity == Severity::Error) {
            self.lose(BAD_PLACE, start_tag(node));
            return None;
        }
        mesh
    }

    fn placed<'a>(
        &self,
        node: Node<'a, '_>,
        class: &str,
        context: &Context<'_, 'a>,
        reader: &mut Reader<'_>,
    ) -> Option<Mesh> {
        let class = node.attribute("class").unwrap_or(class);
        let geom = context.classes.inheriting(node, Family::Geom, class);
        // the groups that MuJoCo's viewer shows are 0 to 2
        let group: u32 = geom.text("group").map_or(Some(0), |text| text.trim().parse().ok())?;
        let purpose = if group <= 2 { MeshUse::Visual } else { MeshUse::Collision };
        let kind = geom.text("type").unwrap_or("sphere");
        if kind != "mesh" {
            return self.solid(kind, purpose, &geom, context, reader);
        }
        let Asset { file, scale } = self.assets.get(geom.text("mesh")?)?;
        let at = placement(&geom, context.compiler, context.options, reader);
        Some(Mesh { form: Form::File(file.clone()), purpose, at, scale: scale.clone() })
    }

    /// A geom that is a simple solid.
    fn solid(
        &self,
        kind: &str,
        purpose: MeshUse,
        geom: &Element<'_>,
        context: &Context<'_, '_>,
        reader: &mut Reader<'_>,
    ) -> Option<Mesh> {
        let solid = match kind {
            "ellipsoid" => Some(Solid::Sphere),
            kind => Solid::ALL.into_iter().find(|it| it.name() == kind),
        };
        // one of these types with a mesh is a shape that is fitted to that
        let Some(solid) = solid.filter(|_| !geom.has("mesh")) else {
            self.lose(SHAPE, geom.span.clone());
            return None;
        };
        let Context { compiler, options, .. } = context;
        let (half, at) = geom::shape(geom, kind, compiler, options, reader)?;
        let twice = |number: &Rational| number + number;
        let scale = match (solid, half) {
            (Solid::Box, half) => half.each_ref().map(twice),
            (Solid::Cylinder | Solid::Capsule, [radius, across, half]) => {
                [radius, across, twice(&half)]
            }
            (Solid::Sphere, radii) => radii,
        };
        Some(Mesh { form: Form::Solid(solid), purpose, at, scale })
    }
}

/// The name and the file of a mesh, relative to the main file; or why it is left out.
fn asset<'a>(
    node: Node<'a, '_>,
    compiler: &Compiler,
    classes: &Classes<'a>,
) -> Result<(String, Asset), &'static str> {
    let element = classes.inheriting(node, Family::Mesh, node.attribute("class").unwrap_or(MAIN));
    // a reference pose moves the points of the file
    if element.has("refpos") || element.has("refquat") {
        return Err(MOVED);
    }
    let given = element.text("file").ok_or(VERTICES)?;
    let base = given.rsplit(['/', '\\']).next().unwrap_or(given);
    let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
    let name = element.text("name").unwrap_or(stem).to_owned();
    let given = if compiler.strip_path { base } else { given };
    let file = match compiler.mesh_folder.as_deref().map(|it| it.trim_end_matches('/')) {
        Some(folder) if !folder.is_empty() && !given.starts_with('/') => {
            format!("{folder}/{given}")
        }
        _ => given.to_owned(),
    };
    let scale = match element.text("scale") {
        None => [Rational::ONE; 3],
        Some(text) => {
            let numbers: Option<Vec<Rational>> =
                text.split_whitespace().map(|it| it.parse().ok()).collect();
            numbers.and_then(|numbers| numbers.try_into().ok()).ok_or(BAD_SCALE)?
        }
    };
    Ok((name, Asset { file, scale }))
}
