//! Acceleration energies of elastic links by a second route: the accelerations and jerks of many points of the deformed
//! links, as differences of their places in time, squared and summed over the mass. No modal integral is used.

use std::fmt::Write;

use appell_mechanics::Quantity;
use appell_model::Robot;

use crate::common::motion::{near, robot};
use crate::stations::{derivation, entries};

/// Points on each link.
const POINTS: usize = 14;
/// Mass over length of the beams.
const DENSITY: f64 = 2700.0 * 1e-4;
const LENGTH: f64 = 0.8;

/// An arm in space with two beams that bend in two planes and stretch, and points along them.
fn arm(tip_map: &str, stiffening: bool) -> Robot {
    let link = |axis: &str, offset: &str| {
        format!(
            "[[joint]]\ntype = \"rotation\"\naxis = \"{axis}\"\n{offset}\n[joint.link.elastic]\n\
             tip_map = \"{tip_map}\"\n[joint.link.elastic.beam]\nlength = {LENGTH}\ndensity = 2700\narea = 1e-4\n\
             E = 7e8\nIy = 2e-9\nIz = 3e-9\nbend_y = 2\nbend_z = 2\nstretch = 1\nstiffening = {stiffening}\n"
        )
    };
    let mut text = format!(
        "name = \"arm\"\ngravity = 9.81\n{}{}",
        link("z", ""),
        link("y", &format!("offset = [{LENGTH}, 0, 0]"))
    );
    for joint in 1..=2 {
        for (at, (place, _)) in gauss().into_iter().enumerate() {
            let frame = format!("[[frame]]\nname = \"P{joint}_{at}\"\nparent = \"joint{joint}\"\n");
            writeln!(text, "{frame}along = {place}").unwrap();
        }
    }
    robot(&text)
}

/// Nodes and weights of Gauss and Legendre on [0, 1]: the zeros of Legendre's polynomial, by Newton's method.
fn gauss() -> Vec<(f64, f64)> {
    let polynomial = |x: f64| {
        let (mut before, mut value) = (1.0, x);
        for k in 1..POINTS {
            let k = k as f64;
            (before, value) = (value, ((2.0 * k + 1.0) * x * value - k * before) / (k + 1.0));
        }
        (value, POINTS as f64 * (x * value - before) / (x * x - 1.0))
    };
    let node = |k: usize| {
        let start = std::f64::consts::PI * (k as f64 + 0.75) / (POINTS as f64 + 0.5);
        let x = (0..50).fold(start.cos(), |x, _| x - polynomial(x).0 / polynomial(x).1);
        let slope = polynomial(x).1;
        ((1.0 + x) / 2.0, 1.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..POINTS).map(node).collect()
}

/// Time between places of which differences are taken.
const STEP: f64 = 0.02;
/// Factors of the second and third derivative by differences of nine places, of order eight and six.
const SECOND: [f64; 9] =
    [-1.0 / 560.0, 8.0 / 315.0, -0.2, 1.6, -205.0 / 72.0, 1.6, -0.2, 8.0 / 315.0, -1.0 / 560.0];
const THIRD: [f64; 9] = [
    -7.0 / 240.0,
    0.3,
    -169.0 / 120.0,
    61.0 / 30.0,
    0.0,
    -61.0 / 30.0,
    169.0 / 120.0,
    -0.3,
    7.0 / 240.0,
];

/// Half the integral of the squared acceleration and of the squared jerk over the mass of a link, at a time.
fn by_points(robot: &Robot, joint: usize, t: f64) -> [f64; 2] {
    let mut places: Vec<Vec<[f64; 3]>> = vec![Vec::new(); POINTS];
    for step in -4..=4 {
        let derivation = derivation(robot, t + f64::from(step) * STEP);
        for (at, places) in places.iter_mut().enumerate() {
            let frame = Quantity::read_one(&format!("T0[P{joint}_{at}]"), robot).unwrap();
            let rows = derivation.get(frame).unwrap().rows;
            places.push([0, 1, 2].map(|row: usize| rows[row][3]));
        }
    }
    [(SECOND, 2), (THIRD, 3)].map(|(factors, order)| {
        let mut energy = 0.0;
        for (places, (_, weight)) in places.iter().zip(gauss()) {
            for axis in 0..3 {
                let sum: f64 = places.iter().zip(factors).map(|(it, by)| it[axis] * by).sum();
                energy += 0.5 * DENSITY * LENGTH * weight * (sum / STEP.powi(order)).powi(2);
            }
        }
        energy
    })
}

#[test]
fn acceleration_energies_are_integrals_over_points() {
    for (tip_map, stiffening) in [("rotation", false), ("affine", false), ("rotation", true)] {
        let robot = arm(tip_map, stiffening);
        for joint in 1..=2 {
            let [first, second] = by_points(&robot, joint, 0.3);
            for (order, expected) in [(1, first), (2, second)] {
                let name = format!("EA{order}[{joint}]");
                let found = entries(&robot, 0.3, &name)[0];
                let what = format!("{name} {tip_map} {stiffening}: {found} {expected}");
                assert!(expected > 1e-3, "{what}");
                near(found, expected, 1e-6 * expected, &what);
            }
        }
    }
}

/// Koenig's split where tips are affine: a link has no angular velocity there, but a centre of mass that moves.
#[test]
fn koenigs_split_of_affine_tips() {
    let robot = arm("affine", false);
    for joint in 1..=2 {
        let get = |name: &str| entries(&robot, 0.3, &format!("{name}[{joint}]"))[0];
        let speed: f64 =
            entries(&robot, 0.3, &format!("vC[{joint}]@0")).iter().map(|it| it * it).sum();
        let carried = get("Ekt");
        near(carried, 0.5 * DENSITY * LENGTH * speed, 1e-12, "Ekt");
        near(carried + get("Ekr"), get("Ek"), 1e-12, "Ek");
        assert!(get("Ekr") > 1e-3);
    }
}
