//! Loads under which beams with `stiffening` buckle or flutter, against the classical values.

use appell_numeric::eigenvalues::eigenvalues;
use appell_numeric::lu::Lu;
use appell_numeric::pencil::pencil;

use crate::common::motion::{near, robot, value};

/// A clamped beam of length, line density, bending and torsional stiffness 1.
fn beam(gravity: &str, density: f64, modes: &str, rest: &str) -> String {
    format!(
        "name = \"beam\"\ngravity = {gravity}\n[[joint]]\ntype = \"fixed\"\n\
         [joint.link.elastic.beam]\nlength = 1\ndensity = {density:e}\narea = 1\nE = 1\nIz = 1\nIy = 1\n\
         G = 1\nIt = 1\nstiffening = true\n{modes}\n[tool]\noffset = [1, 0, 0]\n{rest}\n"
    )
}

/// The derivatives of the forces by the modal coordinates, undeformed and at rest.
fn stiffness(text: &str, count: usize) -> Vec<Vec<f64>> {
    value(&robot(text), &vec![0.0; count], "dQ/dq")
}

/// The least load of which the stiffness, linear in it, is singular: without a load and with one of 1.
fn critical(without: &[Vec<f64>], with: &[Vec<f64>]) -> f64 {
    let softer: Vec<Vec<f64>> = without
        .iter()
        .zip(with)
        .map(|(a, b)| a.iter().zip(b).map(|(a, b)| b - a).collect())
        .collect();
    // -G x = -(1/P) K x
    -1.0 / pencil(&softer, without).unwrap()[0].0
}

/// Lateral buckling of a cantilever under a dead load at its tip: 4.0126 sqrt(E I G It)/l^2 (Prandtl 1899;
/// Timoshenko, Gere, Theory of Elastic Stability, 1961, 6.4).
#[test]
fn lateral_buckling() {
    // along y under a load along z, and the other way round
    for (modes, gravity) in
        [("bend_y = 4\ntwist = 4", "[0, 0, -1]"), ("bend_z = 4\ntwist = 4", "[0, 1, 0]")]
    {
        // a beam of hardly any mass, which carries one
        let text = |mass: f64| beam(gravity, 1e-9, modes, &format!("[payload]\nmass = {mass}"));
        let load = critical(&stiffness(&text(0.0), 8), &stiffness(&text(1.0), 8));
        near(load, 4.0126, 4e-3, "tip load");
    }
    // a load in the plane in which the beam bends does not twist it
    let modes = "bend_z = 4\ntwist = 4";
    let text = |mass: f64| beam("1", 1e-9, modes, &format!("[payload]\nmass = {mass}"));
    let [none, some] = [0.0, 1.0].map(|mass| stiffness(&text(mass), 8));
    for (a, b) in none.iter().flatten().zip(some.iter().flatten()) {
        near(*a, *b, 1e-6, "in the plane");
    }
}

/// Greenhill's column buckles under its own weight: 7.8373 E I/l^3.
#[test]
fn column_under_its_own_weight() {
    let [without, with] = ["[0, 0, 0]", "[-1, 0, 0]"]
        .map(|gravity| stiffness(&beam(gravity, 1.0, "bend_y = 6\ntwist = 2", ""), 8));
    near(critical(&without, &with), 7.837347, 2e-4, "own weight");
}

/// Beck's column flutters under a force that follows its tip: 20.0509 E I/l^2.
#[test]
fn column_under_a_follower_force() {
    let complex = |force: f64| {
        let payload = format!("[payload]\nforce = [{force}, 0, 0]");
        let text = beam("[0, 0, 0]", 1.0, "bend_y = 8", &payload);
        let mass = Lu::new(8, value(&robot(&text), &[0.0; 8], "M").concat()).unwrap();
        let rows = stiffness(&text, 8);
        let columns: Vec<Vec<f64>> = (0..8)
            .map(|j| {
                let column: Vec<f64> = rows.iter().map(|row| row[j]).collect();
                mass.solve(&column)
            })
            .collect();
        let rows: Vec<Vec<f64>> =
            (0..8).map(|i| columns.iter().map(|column| column[i]).collect()).collect();
        eigenvalues(&rows).unwrap().iter().any(|it| it.im.abs() > 1e-3)
    };
    assert!(!complex(20.0) && complex(20.1));
}
