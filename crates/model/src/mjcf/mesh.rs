//! Meshes: the files of `<asset>`, and the geoms that show them. Mechanics does not need them, so what
//! cannot be read of them is left out and nothing is reported.

use std::collections::BTreeMap;

use appell_algebra::Rational;
use roxmltree::Node;

use super::body::Context;
use super::compiler::Compiler;
use super::defaults::{Classes, Family, MAIN};
use super::orientation::placement;
use crate::link::{Mesh, MeshUse};
use crate::reader::Reader;

/// The meshes of the assets by their names.
pub(super) struct Meshes(BTreeMap<String, Asset>);

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
        Self(nodes.filter_map(|node| asset(node, compiler, classes)).collect())
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
        // a picture that is wrong does not make the robot wrong
        reader.findings.truncate(known);
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
        let Asset { file, scale } = self.0.get(geom.text("mesh")?)?;
        // of another type, it is a shape that is fitted to the mesh
        if geom.text("type") != Some("mesh") {
            return None;
        }
        // the groups that MuJoCo's viewer shows are 0 to 2
        let group: u32 = geom.text("group").map_or(Some(0), |text| text.trim().parse().ok())?;
        let purpose = if group <= 2 { MeshUse::Visual } else { MeshUse::Collision };
        let known = reader.findings.len();
        let at = placement(&geom, context.compiler, context.options, reader);
        let is_sound = reader.findings.len() == known;
        is_sound.then(|| Mesh { file: file.clone(), purpose, at, scale: scale.clone() })
    }
}

/// The name and the file of a mesh, relative to the main file.
fn asset<'a>(
    node: Node<'a, '_>,
    compiler: &Compiler,
    classes: &Classes<'a>,
) -> Option<(String, Asset)> {
    let element = classes.inheriting(node, Family::Mesh, node.attribute("class").unwrap_or(MAIN));
    // a reference pose moves the points of the file
    if element.has("refpos") || element.has("refquat") {
        return None;
    }
    let given = element.text("file")?;
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
            let numbers = text.split_whitespace().map(|it| it.parse().ok());
            <[Rational; 3]>::try_from(numbers.collect::<Option<Vec<_>>>()?).ok()?
        }
    };
    Some((name, Asset { file, scale }))
}
