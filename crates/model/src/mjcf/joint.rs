//! Joints as they are in the file.

use appell_algebra::{Poly, Rational};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_spatial::Vector;

use super::body::Context;
use super::compiler::Compiler;
use super::element::Element;
use crate::coupling::Spring;
use crate::friction::Friction;
use crate::joint::{JointKind, Limits};
use crate::reader::Reader;
use crate::urdf::snap_axis;

/// Written for a limit that is not given, and read as none, as is anything beyond it: rad, m.
pub(super) const UNLIMITED: i64 = 1_000_000_000;

/// A joint as it is in the file, in the frame of its body.
pub(super) struct MjcfJoint {
    pub(super) kind: JointKind,
    pub(super) axis: [Rational; 3],
    /// A point of the axis of a hinge.
    pub(super) anchor: Vector<Poly>,
    /// The coordinate at which the body is where the file puts it.
    pub(super) reference: Poly,
    pub(super) friction: Friction,
    pub(super) spring: Spring,
    pub(super) armature: Rational,
    pub(super) limits: Limits,
}

pub(super) fn read(
    element: &Element<'_>,
    context: &Context<'_, '_>,
    reader: &mut Reader<'_>,
) -> Option<MjcfJoint> {
    let kind = kind_of(element, reader)?;
    let compiler = context.compiler;
    let angle = |number: Rational| match kind {
        JointKind::Rotation => compiler.angle(number),
        _ => Poly::constant(number),
    };
    let z_axis = [Rational::ZERO, Rational::ZERO, Rational::ONE];
    let axis = match element.exactly("axis", reader) {
        Some(axis) if context.options.snap => snap_axis(axis, element.place("axis"), reader),
        Some(axis) => axis,
        None => z_axis,
    };
    let anchor: [Rational; 3] = element.exactly("pos", reader).unwrap_or_default();
    // a slide moves along its axis wherever that is
    let anchor = if kind == JointKind::Rotation { anchor } else { Default::default() };
    let reference = element.number("ref", reader).map(angle).unwrap_or_default();
    let damping = leading(element, "damping", reader);
    let stiffness = leading(element, "stiffness", reader);
    let rest = element.number("springref", reader).map(angle).unwrap_or_default();
    let loss = element.size("frictionloss", reader);
    refuse_others(element, reader);
    let on =
        |number: Rational, switch: bool| Poly::constant(number).scale(&i64::from(switch).into());
    let physics = context.physics;
    let stiffness = on(stiffness, physics.springs);
    let friction = Friction {
        viscous: on(damping, physics.dampers),
        constant: on(loss, physics.friction),
        ..Friction::default()
    };
    Some(MjcfJoint {
        kind,
        axis,
        anchor: Vector(anchor.map(Poly::constant)),
        reference,
        friction,
        spring: match stiffness.is_zero() {
            true => Spring::default(),
            false => Spring { stiffness, rest },
        },
        armature: element.size("armature", reader),
        limits: limits(element, compiler, angle, reader),
    })
}

fn kind_of(element: &Element<'_>, reader: &mut Reader<'_>) -> Option<JointKind> {
    let kind = match element.tag {
        "freejoint" => "free",
        _ => element.text("type").unwrap_or("hinge"),
    };
    let unsupported = |hint: &str| {
        Diagnostic::error("joint-type", format!("joints of type `{kind}` are not supported"))
            .hint(hint)
    };
    let problem = match kind {
        "hinge" => return Some(JointKind::Rotation),
        "slide" => return Some(JointKind::Translation),
        "free" => unsupported(
            "take the joint out: its body is then fixed to the world; or write three slides and three hinges",
        ),
        "ball" => unsupported("write three hinges at the same `pos`, about x, y and z"),
        _ => {
            let problem =
                Diagnostic::error("joint-type", format!("unknown joint type `{}`", excerpt(kind)));
            match kind {
                "revolute" | "continuous" | "rotation" => problem.hint("MJCF calls it `hinge`"),
                "prismatic" | "translation" => problem.hint("MJCF calls it `slide`"),
                _ => problem.did_you_mean(kind, ["hinge", "slide"], "one of: hinge, slide"),
            }
        }
    };
    reader.report(problem, element.place("type"));
    None
}

/// The first coefficient of a force; MuJoCo has others, for powers of what it grows with.
pub(super) fn leading(element: &Element<'_>, name: &str, reader: &mut Reader<'_>) -> Rational {
    let numbers = element.numbers(name, 1..=3, reader).unwrap_or_default();
    let mut numbers = numbers.into_iter();
    let first = numbers.next().unwrap_or_default();
    if numbers.any(|number| !number.is_zero()) {
        let hint = format!("write one number: the `{name}` that is closest where the robot works");
        element.refuse(name, "a force that is not linear", &hint, reader);
    }
    first
}

fn refuse_others(element: &Element<'_>, reader: &mut Reader<'_>) {
    if let Some([time, ratio]) = element.exactly::<2>("springdamper", reader) {
        let is_positive = |number: &Rational| !number.is_negative() && !number.is_zero();
        if is_positive(&time) && is_positive(&ratio) {
            let hint = "give the numbers that MuJoCo computes: `stiffness` and `damping`";
            element.refuse("springdamper", "a spring by its time constant", hint, reader);
        }
    }
    let yields = element.numbers("springyield", 1..=3, reader).unwrap_or_default();
    if yields.iter().any(|number| !number.is_zero()) {
        element.refuse("springyield", "a spring that yields", "take `springyield` out", reader);
    }
}

/// Two ends of a range, where they limit something.
fn range(
    element: &Element<'_>,
    [name, switch]: [&str; 2],
    compiler: &Compiler,
    reader: &mut Reader<'_>,
) -> Option<[Rational; 2]> {
    let limited = element.word(switch, &["auto", "true", "false"], reader).unwrap_or("auto");
    let range: [Rational; 2] = element.exactly(name, reader)?;
    let has_room = range[0] < range[1];
    if limited == "auto" && has_room && !compiler.autolimits {
        let hint = format!("write {switch}=\"true\" or \"false\", or autolimits=\"true\"");
        let what = format!("`{name}` without `{switch}`");
        element.refuse(name, &what, &hint, reader);
    }
    (limited == "true" || limited == "auto" && has_room).then_some(range)
}

fn limits(
    element: &Element<'_>,
    compiler: &Compiler,
    angle: impl Fn(Rational) -> Poly,
    reader: &mut Reader<'_>,
) -> Limits {
    let [lower, upper] = match range(element, ["range", "limited"], compiler, reader) {
        Some(range) => range.map(|limit| {
            let is_reached = limit.abs() < Rational::from(UNLIMITED);
            is_reached.then(|| angle(limit))
        }),
        None => [None, None],
    };
    let names = ["actuatorfrcrange", "actuatorfrclimited"];
    let effort = range(element, names, compiler, reader).and_then(|[least, most]| {
        if -least.clone() == most {
            return Some(Poly::constant(most));
        }
        let message = "a range of forces with different ends is left out";
        let problem = Diagnostic::warning("not-read", message)
            .fact("actuatorfrcrange", format!("{} {}", least.to_f64(), most.to_f64()))
            .hint("a joint has one limit of effort for both directions");
        reader.report(problem, element.place("actuatorfrcrange"));
        None
    });
    Limits { lower, upper, velocity: None, effort }
}
