//! Links: mass, centre and inertia, meshes.

use appell_algebra::{Poly, Rational};
use appell_diagnostic::{Diagnostic, Severity};
use roxmltree::Node;

use super::element::{Pose, child, children, flag, number, pose, text_of, triple};
use crate::link::{Form, Inertia, Mesh, MeshUse, Part};
use crate::read::Options;
use crate::reader::Reader;
use crate::solid::solid;
use crate::urdf::element::{Content, check_attributes};
use crate::urdf::extensions::Unread;
use crate::xml::start_tag;

/// The elements of the mass of a link.
const INERTIAL: Content = Content {
    read: &["pose", "mass", "inertia"],
    listed: &["auto_inertia_params", "density", "frame"],
};

/// A link as it stands in the file, in its own frame.
pub(super) struct SdfLink {
    pub(super) name: String,
    pub(super) pose: Pose,
    pub(super) part: Part,
    /// Whether mass or inertia are not in the file.
    pub(super) is_default: bool,
    pub(super) meshes: Vec<Mesh>,
    pub(super) span: std::ops::Range<usize>,
}

pub(super) fn read(
    node: Node<'_, '_>,
    options: &Options,
    unread: &mut Unread,
    reader: &mut Reader<'_>,
) -> Option<SdfLink> {
    let name = name(node, reader)?;
    check_attributes(node, &["name"], reader);
    unread.checked(node, &["pose", "inertial", "visual", "collision", "gravity"], reader);
    let falls = text_of(node, "gravity", reader).and_then(|word| flag(word, node, reader));
    if falls == Some(false) {
        let message = format!("the link `{name}` has no gravity, which the model has no place for");
        let problem = Diagnostic::error("link-gravity", message);
        reader.report(problem.hint("take <gravity> out of the link"), start_tag(node));
    }
    let inertial = child(node, "inertial");
    let mass = inertial.and_then(|it| child(it, "mass"));
    let inertia = inertial.and_then(|it| child(it, "inertia"));
    let meshes = MeshUse::ALL.into_iter().flat_map(|purpose| {
        children(node, purpose.name()).map(move |it| (purpose, it)).collect::<Vec<_>>()
    });
    unread.shapes(node);
    let meshes = meshes
        .filter_map(|(purpose, it)| mesh(purpose, it, options, unread, reader))
        .collect::<Vec<_>>();
    Some(SdfLink {
        pose: pose(node, options, reader),
        part: part(inertial, options, unread, reader),
        is_default: mass.is_none() || inertia.is_none(),
        meshes,
        span: start_tag(node),
        name,
    })
}

/// The name of an element, which must have one.
pub(super) fn name(node: Node<'_, '_>, reader: &mut Reader<'_>) -> Option<String> {
    let name = node.attribute("name").filter(|it| !it.is_empty());
    if name.is_none() {
        let tag = node.tag_name().name();
        let problem = Diagnostic::error("missing-attribute", format!("<{tag}> has no `name`"))
            .hint(format!("write <{tag} name=\"...\">"));
        reader.report(problem, start_tag(node));
    }
    name.map(str::to_owned)
}

/// Mass 1 and moments 1 where the file has none, as the format says.
fn part(
    inertial: Option<Node<'_, '_>>,
    options: &Options,
    unread: &mut Unread,
    reader: &mut Reader<'_>,
) -> Part {
    let unit =
        |moment: Option<Rational>, otherwise: Rational| Poly::constant(moment.unwrap_or(otherwise));
    let Some(inertial) = inertial else {
        let one = || Poly::one();
        let inertia = Inertia { xx: one(), yy: one(), zz: one(), ..Inertia::default() };
        return Part { mass: one(), inertia, ..Part::default() };
    };
    check_attributes(inertial, &["auto"], reader);
    unread.content(inertial, &INERTIAL, reader);
    let auto = inertial.attribute("auto").and_then(|word| flag(word, inertial, reader));
    if auto.unwrap_or_default() {
        let message = "inertia from shapes is not supported: `auto`";
        let problem = Diagnostic::error("sdf-auto-inertia", message);
        reader.report(problem.hint("write <mass> and <inertia>"), start_tag(inertial));
    }
    let at = pose(inertial, options, reader);
    refuse_relative(&at, inertial, reader);
    let tensor = child(inertial, "inertia");
    const ENTRIES: [&str; 6] = ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"];
    if let Some(tensor) = tensor {
        unread.content(tensor, &Content::of(&ENTRIES), reader);
        check_attributes(tensor, &[], reader);
    }
    let [xx, yy, zz, xy, xz, yz] =
        ENTRIES.map(|name| tensor.and_then(|tensor| number(tensor, name, reader)));
    let [xx, yy, zz] = [xx, yy, zz].map(|it| unit(it, Rational::ONE));
    // ixy is the entry of the tensor, our xy the product of inertia
    let [xy, xz, yz] = [xy, xz, yz].map(|it| -unit(it, Rational::ZERO));
    Part {
        mass: unit(number(inertial, "mass", reader), Rational::ONE),
        inertia: Inertia { xx, yy, zz, xy, xz, yz },
        at: at.placement,
        ..Part::default()
    }
}

/// Poses inside of links are in the frame of the link.
fn refuse_relative(pose: &Pose, node: Node<'_, '_>, reader: &mut Reader<'_>) {
    if let Some(frame) = &pose.relative_to {
        let tag = node.tag_name().name();
        let message = format!("the pose of <{tag}> is in the frame of its link, not in `{frame}`");
        let problem = Diagnostic::error("unknown-frame", message);
        reader.report(problem.hint("take `relative_to` out"), start_tag(node));
    }
}

fn mesh(
    purpose: MeshUse,
    node: Node<'_, '_>,
    options: &Options,
    unread: &mut Unread,
    reader: &mut Reader<'_>,
) -> Option<Mesh> {
    let geometry = child(node, "geometry")?;
    let mesh = child(geometry, "mesh");
    let (form, scale) = match mesh {
        Some(mesh) => {
            unread.children(mesh, &["uri", "scale"]);
            let file = text_of(mesh, "uri", reader)?.to_owned();
            let scale = child(mesh, "scale").and_then(|node| triple(node, reader));
            (Form::File(file), scale.unwrap_or([Rational::ONE, Rational::ONE, Rational::ONE]))
        }
        None => solid(geometry)?,
    };
    let known = reader.findings.len();
    let at = pose(node, options, reader);
    // a shape that cannot be placed, or in another frame, is not needed for mechanics
    if mesh.is_none() {
        let findings = reader.findings.drain(known..);
        if findings.filter(|it| it.severity == Severity::Error).count() > 0 {
            unread.element(geometry);
            return None;
        }
    }
    if at.relative_to.is_some() {
        unread.element(mesh.unwrap_or(geometry));
        return None;
    }
    let at = at.placement;
    Some(Mesh { form, purpose, at, scale })
}
