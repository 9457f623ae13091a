//! The mass and the inertia of geoms: spheres, capsules, cylinders, ellipsoids and boxes, solid or
//! as shells.
//!
//! A shape is a sum of pieces, each with a measure (volume, or area of a shell) and with the means of
//! x^2, y^2, z^2 over it; the moments of inertia of the mass m are m (y^2 + z^2), and so on.

use std::f64::consts::PI;

use appell_algebra::{Error, Poly, Rational};
use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;

use super::compiler::Compiler;
use super::element::Element;
use super::orientation::{placement, z_towards};
use crate::link::{Inertia, Part};
use crate::placement::Placement;
use crate::read::Options;
use crate::reader::Reader;

const TYPES: [&str; 9] =
    ["sphere", "capsule", "cylinder", "ellipsoid", "box", "plane", "hfield", "mesh", "sdf"];

/// The mass of a geom in the frame of its body; nothing for one without mass.
pub(super) fn part(
    element: &Element<'_>,
    compiler: &Compiler,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Option<Part> {
    let group = element.number("group", reader).unwrap_or_default();
    let given = element.number("mass", reader);
    let density = element.number("density", reader).unwrap_or(Rational::from(1000));
    let deciding = if given.is_some() { "mass" } else { "density" };
    let deciding_number = given.as_ref().unwrap_or(&density);
    element.check_sign(deciding, deciding_number, reader);
    let [first, last] = &compiler.groups;
    if group < *first || group > *last || deciding_number.is_zero() {
        return None;
    }
    let kind = element.word("type", &TYPES, reader);
    let kind = if element.has("type") { kind? } else { "sphere" };
    if ["plane", "hfield"].contains(&kind) {
        return None;
    }
    if ["mesh", "sdf"].contains(&kind) || element.has("mesh") {
        let problem = Diagnostic::error("mesh-inertia", "the inertia of a mesh is not computed")
            .fact("geom", element.text("name").unwrap_or("without a name"))
            .hint("give its body an <inertial>; MuJoCo writes them: <compiler saveinertial=\"true\"/>, load, mj_saveLastXML");
        reader.report(problem, element.span.clone());
        return None;
    }
    let shell = element.flag("shellinertia", reader).unwrap_or_default();
    if shell && kind == "ellipsoid" {
        let hint = "give its body an <inertial>";
        element.refuse("shellinertia", "the shell of an ellipsoid", hint, reader);
        return None;
    }
    let ends = match element.has("fromto") {
        true => Some(ends(element, kind, reader)?),
        false => None,
    };
    let size = size(element, kind, ends.as_ref(), reader)?;
    match body(kind, shell, &size, given, &density) {
        Ok((mass, means)) => Some(match ends {
            Some(ends) => between(mass, &means, ends),
            None => {
                Part { at: placement(element, compiler, options, reader), ..straight(mass, &means) }
            }
        }),
        Err(error) => {
            let problems = error.diagnostics();
            problems.into_iter().for_each(|it| reader.report(it, element.span.clone()));
            None
        }
    }
}

/// The half sizes of a simple solid along x, y, z, as [`size`] gives them, and where it lies in the frame
/// of its body.
pub(super) fn shape(
    element: &Element<'_>,
    kind: &str,
    compiler: &Compiler,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Option<([Rational; 3], Placement)> {
    if !element.has("fromto") {
        let size = size(element, kind, None, reader)?;
        return Some((size, placement(element, compiler, options, reader)));
    }
    let ends = ends(element, kind, reader)?;
    let size = size(element, kind, Some(&ends), reader)?;
    let direction = ends.along.each_ref().map(Rational::to_f64);
    let rotation = z_towards(direction, compiler, options, reader)?;
    Some((size, Placement { offset: Vector(ends.middle.map(Poly::constant)), rotation }))
}

/// The axis of a geom that is given by `fromto`.
struct Ends {
    middle: [Rational; 3],
    /// From the one end to the other.
    along: [Rational; 3],
    squared: Rational,
}

fn ends(element: &Element<'_>, kind: &str, reader: &mut Reader<'_>) -> Option<Ends> {
    if kind == "sphere" {
        let hint = "give the centre of a sphere by `pos`";
        element.refuse("fromto", "a sphere with `fromto`", hint, reader);
        return None;
    }
    if element.has("pos") {
        let hint = "keep one of them";
        element.refuse("fromto", "a geom with `pos` and `fromto`", hint, reader);
        return None;
    }
    let ends: [Rational; 6] = element.exactly("fromto", reader)?;
    let half = fraction(1, 2);
    let middle = [0, 1, 2].map(|i| times(&[&half, &(&ends[i] + &ends[i + 3])]));
    let along = [0, 1, 2].map(|i| &ends[i + 3] - &ends[i]);
    let squared = along.iter().fold(Rational::ZERO, |sum, x| &sum + &(x * x));
    if squared.is_zero() {
        let message = "`fromto` has both ends at one point, which gives no direction";
        let problem = Diagnostic::error("not-a-rotation", message)
            .hint("give two points, such as fromto=\"0 0 0 0 0 1\"");
        reader.report(problem, element.place("fromto"));
        return None;
    }
    Some(Ends { middle, along, squared })
}

/// The half sizes along x, y, z: for a round shape the radius twice, then half its length.
fn size(
    element: &Element<'_>,
    kind: &str,
    ends: Option<&Ends>,
    reader: &mut Reader<'_>,
) -> Option<[Rational; 3]> {
    let count = match (kind, ends) {
        ("sphere", _) | (_, Some(_)) => 1,
        ("capsule" | "cylinder", None) => 2,
        _ => 3,
    };
    if !element.has("size") {
        let problem = Diagnostic::error("missing-attribute", "<geom> has no `size`")
            .hint(format!("write size=\"{}\"", vec!["0.1"; count].join(" ")));
        reader.report(problem, element.span.clone());
        return None;
    }
    let sizes = element.numbers("size", count..=3, reader)?;
    if let Some(wrong) = sizes[..count].iter().find(|it| it.is_negative() || it.is_zero()) {
        let message = format!("the sizes of a geom must be positive, got {}", wrong.to_f64());
        let problem = Diagnostic::error("bad-number", message).hint("write a positive number");
        reader.report(problem, element.place("size"));
        return None;
    }
    let radius = sizes[0].clone();
    if let Some(ends) = ends {
        let length = ends.squared.sqrt().or_else(|| {
            let length = Poly::decimal(ends.squared.to_f64().sqrt()).ok()?;
            length.as_constant()
        })?;
        return Some([radius.clone(), radius, times(&[&fraction(1, 2), &length])]);
    }
    Some(match kind {
        "sphere" => [radius.clone(), radius.clone(), radius],
        "capsule" | "cylinder" => [radius.clone(), radius, sizes[1].clone()],
        _ => [radius, sizes[1].clone(), sizes[2].clone()],
    })
}

/// A piece of a shape: its measure (without the factor pi of round ones), and the means of x^2, y^2,
/// z^2 over it.
type Piece = (Rational, [Rational; 3]);

/// The mass of a shape and the means of x^2, y^2, z^2 over it.
fn body(
    kind: &str,
    shell: bool,
    size: &[Rational; 3],
    given: Option<Rational>,
    density: &Rational,
) -> Result<(Rational, [Rational; 3]), Error> {
    let pieces = pieces(kind, shell, size);
    let measure = pieces.iter().fold(Rational::ZERO, |sum, (measure, _)| &sum + measure);
    let inverse = measure.recip()?;
    let mean = |i: usize| {
        let sum = pieces.iter().fold(Rational::ZERO, |sum, piece| &sum + &(&piece.0 * &piece.1[i]));
        &sum * &inverse
    };
    let mass = match given {
        Some(mass) => mass,
        None if kind == "box" => density * &measure,
        None => {
            let mass = Poly::decimal((density * &measure).to_f64() * PI)?;
            mass.as_constant().unwrap_or_default()
        }
    };
    Ok((mass, [mean(0), mean(1), mean(2)]))
}

fn pieces(kind: &str, shell: bool, [a, b, c]: &[Rational; 3]) -> Vec<Piece> {
    let square = |share: Rational, x: &Rational| times(&[&share, x, x]);
    let [third, quarter, fifth] = [3, 4, 5].map(|of| fraction(1, of));
    let round = |across: Rational, along: Rational| [across.clone(), across, along];
    // round shapes have the radius a and the half length c
    let side = || {
        let measure = times(&[&Rational::from(4), a, c]);
        (measure, round(square(fraction(1, 2), a), square(third.clone(), c)))
    };
    let cylinder = || {
        let measure = times(&[&Rational::from(2), a, a, c]);
        (measure, round(square(quarter.clone(), a), square(third.clone(), c)))
    };
    // two caps: their mean height over the ends of the cylinder is `height` times the radius, the
    // mean of x^2 `share` times its square
    let caps = |measure: Rational, share: Rational, height: Rational| {
        let own = square(share, a);
        let shifted = &square(Rational::ONE, c) + &times(&[&Rational::from(2), c, &height, a]);
        (measure, round(own.clone(), &own + &shifted))
    };
    match (kind, shell) {
        ("box", true) => {
            let squares = [a, b, c].map(|x| x * x);
            let face = |i: usize| {
                let [j, k] = [(i + 1) % 3, (i + 2) % 3];
                let sizes = [a, b, c];
                let measure = times(&[&Rational::from(8), sizes[j], sizes[k]]);
                let mut means = squares.each_ref().map(|it| &third * it);
                means[i] = squares[i].clone();
                (measure, means)
            };
            vec![face(0), face(1), face(2)]
        }
        ("box", false) => {
            let means = [a, b, c].map(|x| square(third.clone(), x));
            vec![(times(&[&Rational::from(8), a, b, c]), means)]
        }
        ("sphere", true) => {
            let mean = square(third, a);
            vec![(square(Rational::from(4), a), [mean.clone(), mean.clone(), mean])]
        }
        ("capsule", true) => {
            vec![side(), caps(square(Rational::from(4), a), third.clone(), fraction(1, 2))]
        }
        ("capsule", false) => {
            let measure = times(&[&fraction(4, 3), a, a, a]);
            vec![cylinder(), caps(measure, fifth, fraction(3, 8))]
        }
        ("cylinder", true) => {
            let ends = (
                square(Rational::from(2), a),
                round(square(quarter.clone(), a), square(Rational::ONE, c)),
            );
            vec![side(), ends]
        }
        ("cylinder", false) => vec![cylinder()],
        // a sphere or an ellipsoid
        _ => {
            let means = [a, b, c].map(|x| square(fifth.clone(), x));
            vec![(times(&[&fraction(4, 3), a, b, c]), means)]
        }
    }
}

/// A body whose principal axes are those of its frame.
fn straight(mass: Rational, [x, y, z]: &[Rational; 3]) -> Part {
    let moment = |a: &Rational, b: &Rational| Poly::constant(&mass * &(a + b));
    let inertia =
        Inertia { xx: moment(y, z), yy: moment(x, z), zz: moment(x, y), ..Inertia::default() };
    Part { inertia, mass: Poly::constant(mass), ..Part::default() }
}

/// A body of revolution between two ends: with the means s across and t along the unit vector n, the
/// tensor is m ((s + t) 1 - (t - s) n n^T); n n^T is rational also where n is not.
fn between(mass: Rational, [across, _, along]: &[Rational; 3], ends: Ends) -> Part {
    let Ends { middle, along: n, squared } = ends;
    let slender = &mass * &(along - across);
    let slender = slender.checked_div(&squared).unwrap_or_default();
    let plain = &mass * &(across + along);
    let moment = |i: usize| Poly::constant(&plain - &times(&[&slender, &n[i], &n[i]]));
    // the integral of x y, not the entry of the tensor
    let product = |i: usize, j: usize| Poly::constant(times(&[&slender, &n[i], &n[j]]));
    let inertia = Inertia {
        xx: moment(0),
        yy: moment(1),
        zz: moment(2),
        xy: product(0, 1),
        xz: product(0, 2),
        yz: product(1, 2),
    };
    let at = Placement::at(Vector(middle.map(Poly::constant)));
    Part { inertia, mass: Poly::constant(mass), at, ..Part::default() }
}

fn times(factors: &[&Rational]) -> Rational {
    factors.iter().fold(Rational::ONE, |product, factor| &product * factor)
}

fn fraction(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator, denominator).unwrap_or_default()
}
