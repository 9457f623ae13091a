//! Points of deformed links: places, velocities, accelerations and jerks against the shapes of beams in closed
//! form and against differences in time; forces on them against the power that they have; other routes.

use appell_diagnostic::Severity;
use appell_mechanics::{Derivation, Formalism, Numbers, Quantity};
use appell_model::{Options, Robot, read_toml};

use crate::common::motion::{near, robot};

/// An arm of two links that bend in two planes and twist, with frames along them.
fn arm(tip_map: &str, stiffening: bool, frames: &str) -> Robot {
    let link = |axis: &str, offset: &str| {
        format!(
            "[[joint]]\ntype = \"rotation\"\naxis = \"{axis}\"\n{offset}\n[joint.link]\nmass = 0.3\n\
             inertia = {{ xx = 0.01, yy = 0.02, zz = 0.03 }}\n[joint.link.elastic]\ntip_map = \"{tip_map}\"\n\
             [joint.link.elastic.beam]\nlength = \"l\"\ndensity = 2700\narea = 1e-4\nE = 7e8\nIy = 2e-9\nIz = 3e-9\n\
             G = 2e8\nIt = 4e-9\nbend_y = 2\nbend_z = 1\ntwist = 1\nstretch = 1\nstiffening = {stiffening}\n"
        )
    };
    robot(&format!(
        "name = \"arm\"\ngravity = 9.81\n[parameters]\nl = 0.8\n{}{}[tool]\noffset = [\"l\", 0, 0]\n{frames}",
        link("z", ""),
        link("y", "offset = [\"l\", 0, 0]"),
    ))
}

/// Coordinates as functions of time, and their derivatives: sums of sines.
fn path(k: usize, order: u32, t: f64) -> f64 {
    let size = if k.is_multiple_of(6) { 0.7 } else { 0.02 };
    let rate = 1.0 + 0.3 * k as f64;
    let quarter = f64::from(order) * std::f64::consts::FRAC_PI_2;
    size * rate.powi(order as i32) * (rate * t + 0.5 * k as f64 + quarter).sin()
}

pub(crate) fn derivation(robot: &Robot, t: f64) -> Derivation<'_, Numbers<'_>> {
    let coordinates = robot.coordinates();
    let numbers = Numbers::new(robot.symbols(), move |symbol| {
        let place = coordinates.iter().position(|&it| it == symbol.base());
        place.map(|k| path(k, symbol.order(), t)).or_else(|| robot.value(symbol).or(Some(0.4)))
    });
    Derivation::new(robot, numbers).unwrap()
}

pub(crate) fn entries(robot: &Robot, t: f64, name: &str) -> Vec<f64> {
    let quantity = Quantity::read_one(name, robot).unwrap();
    derivation(robot, t).get(quantity).unwrap().rows.concat()
}

fn same(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1.0f64, |size, it| size.max(it.abs()));
    found.iter().zip(expected).for_each(|(a, b)| near(*a, *b, tolerance * size, what));
}

const ALONG: &str = "[[frame]]\nname = \"P\"\nparent = \"joint1\"\nalong = 0.4\noffset = [0, 0.03, 0.02]\n\
    rotation = { rpy = [0.3, 0.2, -0.5] }\n[[frame]]\nname = \"Q\"\nalong = 0.7\n\
    force = [\"fx\", \"fy\", \"fz\"]\nmoment = [\"nx\", \"ny\", \"nz\"]\n";

/// At the end of the beam a point is the tip: all quantities of a frame are those of a frame on the tip.
#[test]
fn the_last_point_is_the_tip() {
    let frames = "[[frame]]\nname = \"P\"\nparent = \"joint1\"\nalong = 1\noffset = [0.1, 0.2, 0]\n\
        [[frame]]\nname = \"E\"\nparent = \"joint1\"\noffset = [\"l + 0.1\", 0.2, 0]\n";
    for (tip_map, stiffening) in [("rotation", true), ("rotation", false), ("affine", true)] {
        let robot = arm(tip_map, stiffening, frames);
        let all = ["T0", "T0dot", "T0ddot", "T0dddot", "v[]@0", "a[]@0", "jerk[]@0"];
        let more = ["J", "Jdot", "omega", "eps", "v", "a", "jerk", "Jspace", "Jbody"];
        let more = if tip_map == "affine" { &[][..] } else { &more[..] };
        for kind in all.iter().chain(more) {
            let name = |frame: &str| match kind.split_once("[]") {
                Some((kind, axes)) => format!("{kind}[{frame}]{axes}"),
                None => format!("{kind}[{frame}]"),
            };
            let [found, expected] = ["P", "E"].map(|frame| entries(&robot, 0.3, &name(frame)));
            same(&found, &expected, 1e-9, &name("P"));
        }
    }
}

/// The first shape of a clamped beam at x, of norm 1: value and slope (Young, Felgar 1949).
fn first_shape(x: f64) -> (f64, f64) {
    let b: f64 = 1.875_104_068_711_961;
    let s = (b.cosh() + b.cos()) / (b.sinh() + b.sin());
    let z = b * x;
    let value = z.cosh() - z.cos() - s * (z.sinh() - z.sin());
    (value, b * (z.sinh() + z.sin() - s * (z.cosh() - z.cos())))
}

/// Displacement, slope and shortening of a point of a beam that bends in its first shape, in closed form.
#[test]
fn a_point_of_a_bent_beam() {
    let share = 0.35;
    let text = format!(
        "name = \"beam\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n[joint.link.elastic.beam]\n\
         length = 2\ndensity = 1\narea = 1\nE = 1\nIz = 1\nbend_y = 1\nstiffening = true\n\
         [[frame]]\nname = \"P\"\nalong = {share}\n[[frame]]\nname = \"side\"\nalong = {share}\noffset = [0, 0.1, 0]\n"
    );
    let beam = robot(&text);
    let q = 0.1;
    let numbers = Numbers::new(beam.symbols(), |symbol| {
        let mode = symbol == beam.coordinates()[1];
        Some(if mode { q } else { 0.0 })
    });
    let derivation = Derivation::new(&beam, numbers).unwrap();
    let place = |frame: &str| {
        let quantity = Quantity::read_one(&format!("r[0,{frame}]"), &beam).unwrap();
        derivation.get(quantity).unwrap().rows.concat()
    };
    let (value, slope) = first_shape(share);
    // half the integral of the squared slope, by Simpson's rule
    const PARTS: usize = 200;
    let h = share / PARTS as f64;
    let weight = |k: usize| if k == 0 || k == PARTS { 1.0 } else { (2 + 2 * (k % 2)) as f64 };
    let square = |k: usize| weight(k) * first_shape(h * k as f64).1.powi(2);
    let short = (0..=PARTS).map(square).sum::<f64>() * h / 3.0 / 2.0 * q * q / 2.0;
    let axis = [2.0 * share - short, q * value, 0.0];
    same(&place("P"), &axis, 1e-9, "on the axis");
    let angle = q * slope / 2.0;
    let beside = [axis[0] - 0.1 * angle.sin(), axis[1] + 0.1 * angle.cos(), 0.0];
    same(&place("side"), &beside, 1e-9, "beside it");
}

/// Time derivatives of all orders of a point inside a link, against differences of the one before.
#[test]
fn rates_of_points_are_derivatives() {
    for (tip_map, stiffening) in [("rotation", true), ("affine", false)] {
        let robot = arm(tip_map, stiffening, ALONG);
        let (t, h) = (0.4, 1e-3);
        // of fourth order
        let slope = |name: &str| -> Vec<f64> {
            let at = |k: f64| entries(&robot, t + k * h, name);
            let [a, b, c, d] = [at(-2.0), at(-1.0), at(1.0), at(2.0)];
            (0..a.len()).map(|i| (a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * h)).collect()
        };
        for frame in ["P", "Q"] {
            for (of, rate) in [("T0", "T0dot"), ("T0dot", "T0ddot"), ("T0ddot", "T0dddot")] {
                let [of, rate] = [of, rate].map(|kind| format!("{kind}[{frame}]"));
                same(&entries(&robot, t, &rate), &slope(&of), 1e-8, &rate);
            }
            let of = |name: &str| entries(&robot, t, &format!("{name}[{frame}]@0"));
            let column = |kind: &str| -> Vec<f64> {
                let rows = entries(&robot, t, &format!("{kind}[{frame}]"));
                [3, 7, 11].map(|k| rows[k]).to_vec()
            };
            same(&of("v"), &column("T0dot"), 1e-12, "v");
            // gravity is an acceleration of the base
            let up = column("T0ddot")
                .iter()
                .zip([0.0, 0.0, 9.81])
                .map(|(a, g)| a + g)
                .collect::<Vec<_>>();
            same(&of("a"), &up, 1e-11, "a");
            same(&of("jerk"), &column("T0dddot"), 1e-11, "jerk");
        }
    }
}

/// The Jacobian of a point gives its velocity; a wrench there has the power of this velocity, by whatever
/// formalism the forces are derived.
#[test]
fn jacobians_and_wrenches_of_points() {
    let robot = arm("rotation", true, ALONG);
    let t = 0.7;
    let rates: Vec<f64> = (0..robot.coordinates().len()).map(|k| path(k, 1, t)).collect();
    for frame in ["P", "Q"] {
        let columns = entries(&robot, t, &format!("J[{frame}]"));
        let velocity = |row: usize| -> f64 {
            let row = &columns[row * rates.len()..(row + 1) * rates.len()];
            row.iter().zip(&rates).map(|(a, b)| a * b).sum()
        };
        let found: Vec<f64> = (0..6).map(velocity).collect();
        let of = |kind: &str| entries(&robot, t, &format!("{kind}[{frame}]@0"));
        same(&found, &[of("v"), of("omega")].concat(), 1e-11, frame);
    }
    let free = arm(
        "rotation",
        true,
        &ALONG
            // hardly a force, so that it is an interface, which has the same modes
            .replace("[\"fx\", \"fy\", \"fz\"]", "[1e-30, 0, 0]")
            .replace("[\"nx\", \"ny\", \"nz\"]", "[0, 0, 0]"),
    );
    let [with, without] = [&robot, &free].map(|robot| entries(robot, t, "Q"));
    let columns = entries(&robot, t, "J[Q]");
    let turn = entries(&robot, t, "R[0,Q]");
    let turned: Vec<f64> =
        (0..3).map(|i| 0.4 * turn[3 * i..3 * i + 3].iter().sum::<f64>()).collect();
    for (k, (with, without)) in with.iter().zip(&without).enumerate() {
        let power: f64 = (0..6).map(|row| columns[row * rates.len() + k] * turned[row % 3]).sum();
        near(with - without, power, 1e-9, "power of the wrench");
    }
    let quantity = |name: &str| Quantity::read_one(name, &robot).unwrap();
    let derivation = derivation(&robot, t);
    for formalism in [Formalism::Lagrange, Formalism::Appell] {
        let other = derivation.by(quantity("Q"), formalism).unwrap().rows.concat();
        same(&other, &with, 1e-9, "other formalisms");
    }
    for name in ["T0[P]", "J[P]", "v[P]", "a[P]", "jerk[P]", "omega[P]", "eps[P]", "Jdot[P]"] {
        let other = derivation.by(quantity(name), Formalism::Exponential).unwrap();
        same(&other.rows.concat(), &entries(&robot, t, name), 1e-10, name);
    }
}

/// What cannot be the point of a link is refused, with its place.
#[test]
fn refused_points() {
    let beam =
        "[joint.link.elastic.beam]\nlength = 1\ndensity = 1\narea = 1\nE = 1\nIz = 1\nbend_y = 1\n";
    let joint = "name = \"r\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n";
    let exponential = "[joint.link.elastic]\ntip_map = \"exponential\"\n";
    for (link, point, code) in [
        (beam.to_owned(), "along = 1.5", "bad-link-point"),
        (beam.to_owned(), "along = 0.5\nnode = 2", "duplicate-key"),
        (beam.to_owned(), "node = 2", "bad-link-point"),
        (format!("{exponential}{beam}"), "along = 0.5", "bad-link-point"),
        ("[joint.link]\nmass = 1\n".to_owned(), "along = 0.5", "bad-link-point"),
        (beam.to_owned(), "along = 0.5\n[tool]\nframe = \"P\"", "tool-on-point"),
    ] {
        let text = format!("{joint}{link}[[frame]]\nname = \"P\"\n{point}\n");
        let reading = read_toml(&text, &Options::default());
        let errors = reading.findings.iter().filter(|it| it.severity == Severity::Error);
        let codes: Vec<&str> = errors.map(|it| it.code).collect();
        assert_eq!(codes, [code], "{text}");
    }
}
