//! Links: mass, centre and inertia in a frame of their own; names of meshes.

use appell_diagnostic::{Diagnostic, Severity};
use roxmltree::Node;

use super::element::{
    Content, attribute, check_attributes, check_children, check_content, child, element, origin,
    required, scale,
};
use super::start_tag;
use crate::link::{Form, Inertia, Mesh, MeshUse, Part, Sign};
use crate::placement::Placement;
use crate::read::Options;
use crate::reader::Reader;
use crate::solid::solid;

/// A link as it stands in the file.
pub(crate) struct UrdfLink {
    pub(crate) name: String,
    pub(crate) span: std::ops::Range<usize>,
    pub(crate) part: Option<Part>,
    pub(crate) meshes: Vec<Mesh>,
    /// Where its own frame lies in that of the joint that carries it: in URDF they are one.
    pub(crate) frame: Placement,
}

/// The elements of a link.
pub(super) const LINK_CHILDREN: [&str; 3] = ["inertial", "visual", "collision"];

pub(super) fn read(
    node: Node<'_, '_>,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Option<UrdfLink> {
    check_children(node, &LINK_CHILDREN, reader);
    check_attributes(node, &["name", "type"], reader);
    let name = attribute(node, "name", reader);
    let part = child(node, "inertial").map(|node| inertial(node, options, reader));
    let meshes = node.children().filter_map(|child| mesh(child, options, reader)).collect();
    let (span, frame) = (start_tag(node), Placement::default());
    Some(UrdfLink { name: name?, span, part: part.flatten(), meshes, frame })
}

fn inertial(node: Node<'_, '_>, options: &Options, reader: &mut Reader<'_>) -> Option<Part> {
    check_content(node, &Content::of(&["origin", "mass", "inertia"]), reader);
    let at = origin(node, options, reader);
    let mass =
        element(node, "mass", &["value"], reader).map(|mass| required(mass, "value", reader));
    let entries = ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"];
    let inertia = element(node, "inertia", &entries, reader).map(|inertia| {
        let [xx, yy, zz, xy, xz, yz] = entries.map(|name| required(inertia, name, reader));
        // ixy is the entry of the tensor, our xy the product of inertia
        Some(Inertia { xx: xx?, yy: yy?, zz: zz?, xy: -xy?, xz: -xz?, yz: -yz? })
    });
    Some(Part {
        sign: Sign::Added,
        mass: mass??,
        centre: Default::default(),
        inertia: inertia??,
        at,
    })
}

/// The mesh or the simple solid of a <visual> or <collision>; a note lists other shapes.
fn mesh(node: Node<'_, '_>, options: &Options, reader: &mut Reader<'_>) -> Option<Mesh> {
    let purpose = MeshUse::ALL.into_iter().find(|it| it.name() == node.tag_name().name())?;
    let geometry = child(node, "geometry")?;
    let Some(mesh) = child(geometry, "mesh") else {
        let (form, scale) = solid(geometry)?;
        let at = origin_of_solid(node, options, reader)?;
        return Some(Mesh { form, purpose, at, scale });
    };
    let form = Form::File(attribute(mesh, "filename", reader)?);
    let scale = scale(mesh, reader);
    Some(Mesh { form, purpose, at: origin(node, options, reader), scale })
}

/// Where a solid is. Mechanics does not need it: one that cannot be read is left out with a warning, and
/// right angles of pictures need no notes.
fn origin_of_solid(
    node: Node<'_, '_>,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Option<Placement> {
    let known = reader.findings.len();
    let at = origin(node, options, reader);
    let is_sound = reader.findings.drain(known..).all(|it| it.severity < Severity::Error);
    if !is_sound {
        let tag = node.tag_name().name();
        let message = format!("the place of a <{tag}> is not understood: it is left out");
        let problem = Diagnostic::warning("mesh-left-out", message);
        let hint = "mechanics does not need shapes: they are missing in pictures and in files that are written";
        reader.report(problem.hint(hint), start_tag(node));
    }
    is_sound.then_some(at)
}
