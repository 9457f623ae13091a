//! Stepped beams with other values than those of their file.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::common::{assert_near, codes};
use appell_model::{Options, Reading, Robot, read_toml};

/// A beam of two parts, by E and area of the second.
fn stepped([young, area]: [f64; 2], lengths: [&str; 2], modes: &str) -> Reading {
    let text = format!(
        "name = \"stepped\"\ngravity = 0\n[parameters]\nE1 = 7e10\nG = 2.6e10\nE2 = {young:e}\nA2 = {area:e}\nl = 0.4\nk = 0.3\n\
         [[joint]]\ntype = \"rotation\"\naxis = \"z\"\n[joint.link.elastic.beam]\nsegments = [\n\
         {{ length = \"{}\", density = 2700, area = 4e-4, E = \"E1\", Iz = 5.3e-9, Iy = 4e-9, G = \"G\", It = 1e-8 }},\n\
         {{ length = \"{}\", density = 2700, area = \"A2\", E = \"E2\", Iz = 2e-9, Iy = 1e-9, G = \"G*E2/E1\", It = 4e-9 }},\n\
         ]\n{modes}\n",
        lengths[0], lengths[1]
    );
    read_toml(&text, &Options::default())
}

const ALIKE: [&str; 2] = ["l", "3*l/4"];

/// Stiffness and mass of the modes, with other values of some parameters.
fn matrices(robot: &Robot, other: &[(&str, f64)]) -> [Vec<Vec<f64>>; 2] {
    let value = |entry: &appell_algebra::Poly| {
        let of = |symbol| {
            let name = robot.symbols().name(symbol);
            let changed = other.iter().find(|(changed, _)| *changed == name).map(|(_, it)| *it);
            changed.or_else(|| robot.evaluate(&symbol.into()).ok())
        };
        entry.evaluate(robot.symbols(), of).unwrap()
    };
    let body = &robot.joints()[0].modes.as_ref().unwrap().body;
    let count = body.stiffness.len();
    let rows = |entry: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
        (0..count).map(|i| (0..count).map(|j| entry(i, j)).collect()).collect()
    };
    [
        rows(&|i, j| value(&body.stiffness[i][j])),
        rows(&|i, j| (0..3).map(|k| value(&body.products[i][j].0[k][k])).sum()),
    ]
}

/// x with a x = b, by elimination.
fn solved(a: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let mut rows: Vec<Vec<f64>> =
        a.iter().zip(b).map(|(row, b)| row.iter().copied().chain([*b]).collect()).collect();
    let n = rows.len();
    for k in 0..n {
        assert!(rows[k][k] > 0.0, "positive definite");
        let pivot = rows[k].clone();
        for row in rows.iter_mut().skip(k + 1) {
            let factor = row[k] / pivot[k];
            row.iter_mut().zip(&pivot).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    let mut x = vec![0.0; n];
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| rows[k][j] * x[j]).sum();
        x[k] = (rows[k][n] - known) / rows[k][k];
    }
    x
}

/// The lowest frequency squared, by inverse iteration.
fn lowest([stiffness, mass]: &[Vec<Vec<f64>>; 2]) -> f64 {
    let times = |matrix: &[Vec<f64>], x: &[f64]| -> Vec<f64> {
        matrix.iter().map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum()).collect()
    };
    solved(mass, &vec![1.0; mass.len()]); // asserts that it is positive
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let mut x = vec![1.0; mass.len()];
    for _ in 0..60 {
        x = solved(stiffness, &times(mass, &x));
        let norm = dot(&x, &times(mass, &x)).sqrt();
        x.iter_mut().for_each(|entry| *entry /= norm);
    }
    dot(&x, &times(stiffness, &x))
}

/// The modes of one file, with the values of another, are a basis of Ritz for the other's beam: the
/// lowest frequency is not below that of the other's own modes, and near to it.
#[test]
fn other_values_make_another_beam() {
    let file = [7e10, 2e-4];
    for modes in ["bend_y = 10", "bend_z = 10", "twist = 10"] {
        let beam = stepped(file, ALIKE, modes).robot.unwrap();
        let own = lowest(&matrices(&beam, &[]));
        for (young, area) in [(14e10, 2e-4), (3e10, 2e-4), (7e10, 8e-4)] {
            let basis = matrices(&beam, &[("E2", young), ("A2", area)]);
            let other = stepped([young, area], ALIKE, modes).robot.unwrap();
            let expected = lowest(&matrices(&other, &[]));
            let found = lowest(&basis);
            assert!(found > expected * (1.0 - 1e-9), "{modes}: {found} {expected}");
            assert!(found < expected * 1.01, "{modes}: {found} {expected}");
            let same = modes == "twist = 10" && area != 2e-4; // no area in the section's moments
            assert!(same || (own / expected - 1.0).abs() > 0.02, "{modes}: {own} {expected}");
        }
    }
}

/// Stiffness is linear in the modulus of a segment: the share of the other segment is left.
#[test]
fn stiffness_is_linear_in_the_modulus_of_a_segment() {
    let beam = stepped([7e10, 2e-4], ALIKE, "bend_y = 3").robot.unwrap();
    let at = |young: f64| matrices(&beam, &[("E2", young)])[0].clone();
    let (none, once, twice) = (at(0.0), at(7e10), at(14e10));
    for i in 0..3 {
        for j in 0..3 {
            let scale = once[i][i].max(once[j][j]);
            let change = (twice[i][j] - once[i][j], once[i][j] - none[i][j]);
            assert_near(change.0 / scale, change.1 / scale, 1e-12, "linear");
            assert!(i != j || change.0 > 0.0);
        }
    }
}

/// Lengths that grow alike stay symbols. Others are numbers in all that the beam has, also in its
/// mass, and that is reported.
#[test]
fn lengths_that_change_the_shapes_are_kept() {
    let symbols = |lengths: [&str; 2]| {
        let reading = stepped([7e10, 2e-4], lengths, "bend_y = 2\nstiffening = true");
        let codes: Vec<&str> = codes(&reading);
        let robot = reading.robot.unwrap();
        let moments = &robot.joints()[0].moments;
        let body = &robot.joints()[0].modes.as_ref().unwrap().body;
        let entries = [&moments.mass, &moments.first.0[0], &body.stiffness[0][0], &body.tip.0[0]];
        let names = entries.map(|entry| {
            let symbols = entry.symbols(robot.symbols());
            symbols.into_iter().any(|it| ["l", "k"].contains(&robot.symbols().name(it).as_str()))
        });
        assert_near(robot.evaluate(&body.tip.0[0]).unwrap(), 0.7, 1e-15, "length");
        (names, codes.contains(&"lengths-kept"))
    };
    assert_eq!(symbols(ALIKE), ([true; 4], false));
    assert_eq!(symbols(["l", "k"]), ([false; 4], true));
}

/// Moments of the section that cancel leave nothing that twists.
#[test]
fn sections_without_inertia_do_not_twist() {
    let text = "name = \"beam\"\ngravity = 0\n[[joint]]\ntype = \"fixed\"\n[joint.link.elastic.beam]\n\
        length = 1\ndensity = 1\narea = 1\nG = 1\nIt = 1\nIy = 1\nIz = -1\ntwist = 1\n";
    let reading = read_toml(text, &Options::default());
    assert_eq!(codes(&reading), ["bad-segment"]);
}
