//! Simple solids in the `<geometry>` of URDF (sizes are attributes) and SDF (sizes are elements).

use appell_algebra::Rational;
use roxmltree::Node;

use crate::link::{Form, Solid};

/// The elements that [`solid`] reads.
pub(crate) const SOLIDS: [&str; 5] = ["box", "cylinder", "sphere", "capsule", "ellipsoid"];

/// The solid of a `<geometry>` and its scale. Nothing where there is none, or where its sizes are not
/// positive numbers: mechanics does not need them.
pub(crate) fn solid(geometry: Node<'_, '_>) -> Option<(Form, [Rational; 3])> {
    let node = geometry.children().find(|it| SOLIDS.contains(&it.tag_name().name()))?;
    let text = |key: &str| {
        let element = || node.children().find(|it| it.has_tag_name(key))?.text();
        node.attribute(key).or_else(element)
    };
    let numbers = |key: &str| -> Option<Vec<Rational>> {
        text(key)?.split_whitespace().take(4).map(|word| word.parse().ok()).collect()
    };
    let three = |key: &str| <[Rational; 3]>::try_from(numbers(key)?).ok();
    let one = |key: &str| <[Rational; 1]>::try_from(numbers(key)?).ok().map(|[number]| number);
    let round = || Some([one("radius")?, one("radius")?, one("length")?]);
    let (solid, scale) = match node.tag_name().name() {
        "box" => (Solid::Box, three("size")?),
        "cylinder" => (Solid::Cylinder, round()?),
        "capsule" => (Solid::Capsule, round()?),
        "sphere" => (Solid::Sphere, [one("radius")?, one("radius")?, one("radius")?]),
        _ => (Solid::Sphere, three("radii")?),
    };
    let is_size = |number: &Rational| {
        !number.is_negative() && !number.is_zero() && number.to_f64().is_finite()
    };
    scale.iter().all(is_size).then_some((Form::Solid(solid), scale))
}
