//! Links of finite elements against beams, and what can be wrong with them.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::common;
use appell_model::{Files, Options, Reading, Robot, bundled, read_toml, write_toml};
use appell_spatial::Deformable;
use proptest::prelude::*;

/// Length, density, area, E, G, second moments along y and z, torsion constant.
const BAR: [f64; 8] = [0.8, 2700.0, 4e-4, 7e10, 2.6e10, 3.333e-9, 5.333e-8, 1.12e-8];

/// A matrix by rows, in the form of the Matrix Market.
fn market(rows: &[Vec<f64>]) -> String {
    let lower = (0..rows.len()).flat_map(|i| (0..=i).map(move |j| (i, j)));
    let entries: Vec<_> = lower.filter(|(i, j)| rows[*i][*j] != 0.0).collect();
    let mut text = "%%MatrixMarket matrix coordinate real symmetric\n".to_owned();
    writeln!(text, "{0} {0} {1}", rows.len(), entries.len()).unwrap();
    for (i, j) in entries {
        writeln!(text, "{} {} {:e}", i + 1, j + 1, rows[i][j]).unwrap();
    }
    text
}

/// The bar as beam elements (Przemieniecki, Theory of Matrix Structural Analysis, 1968, 5.6 and
/// 11.6, without rotary inertia of bending): nodes, mass, stiffness. Lumped: half of the mass of an
/// element on each of its nodes. Without spread, the section has no moment of inertia about x, as
/// that of a beam that only bends.
fn bar(elements: usize, lumped: bool, spread: bool) -> [String; 3] {
    let [length, density, area, young, shear, about_z, about_y, torsion] = BAR;
    let l = length / elements as f64;
    let size = 6 * (elements + 1);
    let (mut mass, mut stiffness) = (vec![vec![0.0; size]; size], vec![vec![0.0; size]; size]);
    let m = density * area * l;
    let polar = if spread { density * (about_y + about_z) * l } else { 0.0 };
    for element in 0..elements {
        let first = 6 * element;
        let add = |matrix: &mut Vec<Vec<f64>>, places: &[usize], entries: &[f64], scale: f64| {
            let count = places.len();
            for (i, a) in places.iter().enumerate() {
                for (j, b) in places.iter().enumerate() {
                    matrix[first + a][first + b] += scale * entries[count * i + j];
                }
            }
        };
        // along x and about x
        for (place, mass_of, stiff) in [(0, m, young * area / l), (3, polar, shear * torsion / l)] {
            add(&mut stiffness, &[place, place + 6], &[1.0, -1.0, -1.0, 1.0], stiff);
            let share = if lumped { [3.0, 0.0, 0.0, 3.0] } else { [2.0, 1.0, 1.0, 2.0] };
            add(&mut mass, &[place, place + 6], &share, mass_of / 6.0);
        }
        // bending along y turns about z, bending along z about -y
        for (places, sign, moment) in
            [([1, 5, 7, 11], 1.0, about_z), ([2, 4, 8, 10], -1.0, about_y)]
        {
            let s = sign * l;
            let q = l * l;
            let strain = [
                12.0,
                6.0 * s,
                -12.0,
                6.0 * s, //
                6.0 * s,
                4.0 * q,
                -6.0 * s,
                2.0 * q, //
                -12.0,
                -6.0 * s,
                12.0,
                -6.0 * s, //
                6.0 * s,
                2.0 * q,
                -6.0 * s,
                4.0 * q,
            ];
            add(&mut stiffness, &places, &strain, young * moment / (l * l * l));
            let inertia = [
                156.0,
                22.0 * s,
                54.0,
                -13.0 * s, //
                22.0 * s,
                4.0 * q,
                13.0 * s,
                -3.0 * q, //
                54.0,
                13.0 * s,
                156.0,
                -22.0 * s, //
                -13.0 * s,
                -3.0 * q,
                -22.0 * s,
                4.0 * q,
            ];
            match lumped {
                true => add(&mut mass, &[places[0], places[2]], &[1.0, 0.0, 0.0, 1.0], m / 2.0),
                false => add(&mut mass, &places, &inertia, m / 420.0),
            }
        }
    }
    let mut nodes = "x, y, z\n".to_owned();
    (0..=elements).for_each(|k| {
        writeln!(nodes, "{}, 0, 0", length * 1000.0 * k as f64 / elements as f64 / 1000.0).unwrap()
    });
    [nodes, market(&mass), market(&stiffness)]
}

fn files(texts: [String; 3]) -> Files {
    let names = ["nodes.csv", "mass.mtx", "stiffness.mtx"].map(str::to_owned);
    Files::Held(names.into_iter().zip(texts).collect())
}

/// A link with these keys in `finite_elements`.
fn link(keys: &str) -> String {
    format!(
        "name = \"bar\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         [joint.link.elastic.finite_elements]\n{keys}\n"
    )
}

const NAMES: &str = "nodes = \"nodes.csv\"\nmass = \"mass.mtx\"\nstiffness = \"stiffness.mtx\"\n";

fn reading(keys: &str, files: Files) -> Reading {
    read_toml(&link(keys), &Options { files, ..Options::default() })
}

fn meshed(texts: [String; 3]) -> Robot {
    let tip = texts[0].lines().count() - 1;
    let keys = format!("{NAMES}root = 1\ntip = {tip}\nmodes = 10");
    let reading = reading(&keys, files(texts));
    assert!(reading.robot.is_some(), "{:?}", reading.findings);
    reading.robot.unwrap()
}

/// The same bar as a beam; modes as the mesh has them, by frequency: y, z, y, y.
fn beam() -> (Robot, [usize; 4]) {
    let [length, density, area, young, _, about_z, about_y, _] = BAR;
    let text = format!(
        "name = \"bar\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         [joint.link.elastic.beam]\nlength = {length}\ndensity = {density}\narea = {area}\n\
         E = {young}\nIz = {about_z}\nIy = {about_y}\nbend_y = 3\nbend_z = 1\n"
    );
    (read_toml(&text, &Options::default()).robot.unwrap(), [0, 3, 1, 2])
}

fn body(robot: &Robot) -> Deformable<f64> {
    let modes = robot.joints()[0].modes.as_ref().unwrap();
    modes.body.try_map(|entry| robot.evaluate(entry)).unwrap()
}

/// By how much the integrals of the mesh differ from those of the beam, against the largest of
/// their kind: stiffness; what is linear in the modes; what is of second order.
fn errors(elements: usize, lumped: bool) -> [f64; 3] {
    let mesh = body(&meshed(bar(elements, lumped, false)));
    let (beam, order) = beam();
    let beam = body(&beam);
    let mut worst = [0.0f64; 3];
    let mut hold = |kind: usize, found: f64, expected: f64, scale: f64| {
        worst[kind] = worst[kind].max((found - expected).abs() / scale);
    };
    for (j, &k) in order.iter().enumerate() {
        hold(0, mesh.stiffness[j][j], beam.stiffness[k][k], beam.stiffness[k][k]);
        let [one, other] = [&mesh.shapes[j], &beam.shapes[k]];
        for axis in 0..3 {
            hold(1, one.shift.0[axis], other.shift.0[axis], 2.0);
            hold(1, one.slope.0[axis], other.slope.0[axis], 10.0);
            hold(1, one.first.0[axis], other.first.0[axis], 0.864 * 0.783);
        }
        let moment = |it: &appell_spatial::Matrix<f64>| appell_spatial::vortex(it).0;
        for (found, expected) in moment(&one.mixed).into_iter().zip(moment(&other.mixed)) {
            hold(1, found, expected, 0.864 * 0.8);
        }
        for (i, &l) in order.iter().enumerate() {
            for (found, expected) in mesh.products[j][i]
                .0
                .as_flattened()
                .iter()
                .zip(beam.products[k][l].0.as_flattened())
            {
                hold(2, *found, *expected, 0.864);
            }
        }
        for (found, expected) in one.mixed.0.as_flattened().iter().zip(other.mixed.0.as_flattened())
        {
            hold(2, *found, *expected, 0.864 * 0.8);
        }
    }
    worst
}

/// The bundled mesh is what the function above makes.
#[test]
fn the_bundled_mesh_is_the_bar() {
    let file = bundled("mesh1r").unwrap();
    for ((name, held), made) in file.files.iter().zip(bar(10, false, true)) {
        assert_eq!(*held, made, "{name}");
    }
}

/// From ten to twenty elements the error of frequencies and of all that is linear in the modes falls
/// by 2^4, that of the rest by 2^2; with a lumped mass all by 2^2.
#[test]
fn meshes_converge_to_the_beam() {
    for (lumped, limits, orders) in
        [(false, [4e-5, 8e-5, 9e-3], [4, 4, 2]), (true, [1.4e-2, 1.7e-2, 9e-3], [2, 2, 2])]
    {
        let [coarse, fine] = [10, 20].map(|elements| errors(elements, lumped));
        for kind in 0..3 {
            assert!(fine[kind] < limits[kind], "{coarse:?} {fine:?}");
            let ratio = coarse[kind] / fine[kind];
            assert!(ratio > 0.8 * 2f64.powi(orders[kind]), "{coarse:?} {fine:?}");
        }
    }
}

/// Mass, centre and inertia of the mesh are those of the bar: of a consistent mass exactly.
#[test]
fn mass_of_the_mesh() {
    let robot = meshed(bar(4, false, true));
    let body = &robot.joints()[0].body;
    let value = |entry: &appell_algebra::Poly| robot.evaluate(entry).unwrap();
    let [length, density, area, ..] = BAR;
    let mass = density * area * length;
    let polar = density * length * (BAR[5] + BAR[6]);
    let expected = [mass, 0.4, polar, mass * 0.64 / 12.0];
    let found = [
        value(&body.mass),
        value(&body.centre.0[0]),
        value(&body.inertia.0[0][0]),
        value(&body.inertia.0[2][2]),
    ];
    for (found, expected) in found.into_iter().zip(expected) {
        assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
    }
}

/// A lattice of bars without rotations: sections of four nodes, 0.1 m wide, 0.25 m apart, every node
/// joined with all of its own and of the next section. Nodes, mass, stiffness.
fn lattice(sections: usize) -> [String; 3] {
    let corner = |k: usize| {
        let [y, z] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]][k % 4];
        [0.25 * (k / 4) as f64, 0.05 * y, 0.05 * z]
    };
    let count = 4 * sections;
    let mut nodes = String::new();
    (0..count).for_each(|k| {
        let [x, y, z] = corner(k);
        writeln!(nodes, "{x} {y} {z}").unwrap();
    });
    let mut stiffness = vec![vec![0.0; 3 * count]; 3 * count];
    let mut mass = stiffness.clone();
    for one in 0..count {
        (0..3).for_each(|i| mass[3 * one + i][3 * one + i] = 0.3);
        for other in (one + 1..count).filter(|other| other / 4 <= one / 4 + 1) {
            let [a, b] = [corner(one), corner(other)];
            let way = [0, 1, 2].map(|i| b[i] - a[i]);
            let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
            for i in 0..3 {
                for j in 0..3 {
                    let entry = 1e6 / length * way[i] * way[j] / (length * length);
                    for (p, q, sign) in [
                        (one, one, 1.0),
                        (other, other, 1.0),
                        (one, other, -1.0),
                        (other, one, -1.0),
                    ] {
                        stiffness[3 * p + i][3 * q + j] += sign * entry;
                    }
                }
            }
        }
    }
    [nodes, market(&mass), market(&stiffness)]
}

/// The tip of a mesh without rotations moves as the nodes of its last section do on the whole: in a
/// bending mode of a slender lattice as the tip of a beam. One node or two do not say how it turns.
#[test]
fn tips_of_several_nodes() {
    let keys = |tip: &str| format!("{NAMES}root = [1, 2, 3, 4]\ntip = {tip}\nmodes = 2");
    let read = |tip: &str| reading(&keys(tip), files(lattice(17)));
    let found = read("[65, 66, 67, 68]");
    let robot = found.robot.unwrap_or_else(|| unreachable!("{:?}", found.findings));
    let body = body(&robot);
    for shape in &body.shapes {
        let length = |it: [f64; 3]| it.iter().map(|x| x * x).sum::<f64>().sqrt();
        // of a cantilever phi'(L)/phi(L) = 1.377/L; here L = 4 m, and the last section is as heavy
        // as the others, so that there is a little load at the tip
        let ratio = 4.0 * length(shape.slope.0) / length(shape.shift.0);
        assert!((1.377..1.40).contains(&ratio), "{ratio}");
        // bending along y turns about z, bending along z about -y
        let [_, y, z] = shape.shift.0;
        let [about_x, about_y, about_z] = shape.slope.0;
        let turned = y * about_z - z * about_y;
        assert!(turned > 0.99 * length(shape.slope.0) * length(shape.shift.0), "{shape:?}");
        assert!(about_x.abs() < 1e-6 && shape.shift.0[0].abs() < 1e-6, "{shape:?}");
    }
    for tip in ["68", "[65, 68]"] {
        assert_eq!(read(tip).findings[0].code, "tip-does-not-turn");
    }
}

/// The lowest frequencies of an elastic link with a rigid body on its tip: mass, centre from the tip, moments.
fn loaded(robot: &Robot, mass: f64, [x, y, z]: [f64; 3], moments: [f64; 3]) -> Vec<f64> {
    let body = body(robot);
    let count = body.stiffness.len();
    let tips: Vec<[f64; 6]> = (0..count)
        .map(|j| {
            let [[a, b, c], [d, e, f]] = [body.shapes[j].shift.0, body.shapes[j].slope.0];
            // the centre of the body, then its turn
            [a + e * z - f * y, b + f * x - d * z, c + d * y - e * x, d, e, f]
        })
        .collect();
    let inertia = [mass, mass, mass, moments[0], moments[1], moments[2]];
    let masses = |j: usize, k: usize| {
        let carried: f64 = (0..6).map(|i| inertia[i] * tips[j][i] * tips[k][i]).sum();
        body.products[j][k].trace() + carried
    };
    let masses: Vec<Vec<f64>> =
        (0..count).map(|j| (0..count).map(|k| masses(j, k)).collect()).collect();
    let found = appell_numeric::pencil::pencil(&body.stiffness, &masses).unwrap();
    found.into_iter().map(|(lambda, _)| lambda.sqrt()).collect()
}

/// A beam under an eccentric body, whose modes know it, against a mesh of the same bar: bending in both
/// planes and twist are coupled. Modes that know neither centre nor moments are far off.
#[test]
fn eccentric_bodies_on_beams() {
    let (mass, centre, moments) = (0.5, [0.03, 0.05, 0.04], [1e-3, 8e-4, 6e-4]);
    let [nodes, matrix, stiffness] = bar(20, false, true);
    let keys = format!("{NAMES}root = 1\ntip = 21\nmodes = 24");
    let mesh = reading(&keys, files([nodes, matrix, stiffness])).robot.unwrap();
    let whole = loaded(&mesh, mass, centre, moments);
    let [length, density, area, young, shear, about_z, about_y, torsion] = BAR;
    let beam = |load: &str| {
        let text = format!(
            "name = \"bar\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
             [joint.link.elastic.beam]\nlength = {length}\ndensity = {density}\narea = {area}\n\
             E = {young}\nIz = {about_z}\nIy = {about_y}\nG = {shear}\nIt = {torsion}\n\
             bend_y = 4\nbend_z = 3\ntwist = 2\nstretch = 1\n{load}\n"
        );
        let robot = read_toml(&text, &Options::default()).robot.unwrap();
        let again = read_toml(&write_toml(&robot), &Options::default()).robot.unwrap();
        assert_eq!(loaded(&robot, mass, centre, moments), loaded(&again, mass, centre, moments));
        let found = loaded(&robot, mass, centre, moments);
        [0, 1, 2].map(|k| (found[k] / whole[k] - 1.0).abs())
    };
    let known = beam(
        "load_mass = 0.5\nload_centre = [0.03, 0.05, 0.04]\nload_inertia = { xx = 1e-3, yy = 8e-4, zz = 6e-4 }",
    );
    assert!(known.iter().all(|error| *error < 1e-4), "{known:?}");
    let unknown = beam("");
    assert!(unknown[2] > 3e-3, "{unknown:?}");
}

/// Nodes with labels, in any order, and matrices that name their rows by them.
#[test]
fn labels_of_nodes() {
    let [nodes, mass, stiffness] = bar(2, false, true);
    let plain = meshed([nodes, mass.clone(), stiffness.clone()]);
    let label = |number: usize| [30, 10, 20][number];
    let named = |market: &str| -> String {
        let line = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let place = |word: &str| {
                let row: usize = word.parse::<usize>().unwrap() - 1;
                format!("{},{}", label(row / 6), row % 6 + 1)
            };
            format!("{}, {}, {}\n", place(words[0]), place(words[1]), words[2])
        };
        market.lines().skip(2).map(line).collect()
    };
    let nodes = "*NODE\n10, 0.4, 0, 0\n30, 0, 0, 0\n20, 0.8, 0, 0\n".to_owned();
    let keys = |root: usize| format!("{NAMES}root = {root}\ntip = 20\nmodes = 10");
    let texts = [nodes, named(&mass), named(&stiffness)];
    let read = reading(&keys(30), files(texts.clone()));
    let other = read.robot.unwrap_or_else(|| unreachable!("{:?}", read.findings));
    let [one, two] = [&plain, &other].map(body);
    for (a, b) in one.stiffness.iter().flatten().zip(two.stiffness.iter().flatten()) {
        assert!((a - b).abs() <= 1e-9 * a.abs().max(1.0), "{a} {b}");
    }
    assert_eq!(reading(&keys(1), files(texts)).findings[0].code, "no-interface-node");
    let written = write_toml(&other);
    assert!(written.contains("root = [30]") && written.contains("tip = [20]"), "{written}");
}

/// The files of geometric stiffness are kept with their loads; the fields of second order have what they say:
/// here a multiple of the mass matrix, in which the modes are orthogonal.
#[test]
fn geometric_stiffness() {
    let keys = "nodes = \"nodes.csv\"\nmass = \"mass.mtx\"\nstiffness = \"stiffness.mtx\"\nroot = 1\ntip = 4\n\
                modes = 3\ngeometric = { rotation_z = \"mass.mtx\", force_y = \"mass.mtx\" }";
    let robot = reading(keys, files(bar(3, true, true))).robot.unwrap();
    assert_eq!(robot.files(), ["nodes.csv", "mass.mtx", "stiffness.mtx", "mass.mtx", "mass.mtx"]);
    let again = Options { files: files(bar(3, true, true)), ..Options::default() };
    let again = read_toml(&write_toml(&robot), &again).robot.unwrap();
    let body = |robot: &Robot| robot.joints()[0].modes.as_ref().unwrap().body.clone();
    assert_eq!(body(&robot), body(&again));
    let mass = robot.evaluate(&robot.joints()[0].moments.mass).unwrap();
    let second: Vec<_> = body(&robot).shapes.split_off(3);
    assert_eq!(second.len(), 3);
    for (k, shape) in second.iter().enumerate() {
        assert_eq!(shape.coefficient, appell_spatial::Coefficient::Product(k, k));
        let [shift, xx, zz] = [&shape.shift.0[1], &shape.mixed.0[0][0], &shape.mixed.0[2][2]]
            .map(|entry| robot.evaluate(entry).unwrap() / mass);
        // half of the diagonal: -F.shift, and -(xx + yy) of a rotation about z alone
        for (found, expected) in [(shift, -0.5), (xx, -0.25), (zz, 0.25)] {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }
}

/// A mesh in millimetres, tonnes and newtons gets a finding.
#[test]
fn meshes_in_millimetres() {
    let nodes = (0..=2).map(|k| format!("{} 0 0\n", 400 * k)).collect::<String>();
    let scaled = |matrix: &str, unit: f64, turn: f64| -> String {
        let mut lines = matrix.lines();
        let head: Vec<&str> = lines.by_ref().take(2).collect();
        let rest = lines.map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let row =
                |word: &str| if (word.parse::<usize>().unwrap() - 1) % 6 > 2 { turn } else { 1.0 };
            let value: f64 = words[2].parse().unwrap();
            format!(
                "{} {} {:e}\n",
                words[0],
                words[1],
                value * unit * row(words[0]) * row(words[1])
            )
        });
        format!("{}\n{}", head.join("\n"), rest.collect::<String>())
    };
    let [_, mass, stiffness] = bar(2, false, true);
    let texts = [nodes, scaled(&mass, 1e-3, 1e3), scaled(&stiffness, 1e-3, 1e3)];
    let keys = format!("{NAMES}root = 1\ntip = 3\nmodes = 4");
    let reading = reading(&keys, files(texts));
    let finding = reading.findings.iter().find(|it| it.code == "mesh-units").unwrap();
    let finding = finding.render("bar.toml", &link(&keys));
    assert!(finding.contains("nodes = ") && finding.contains("800 m"), "{finding}");
}

/// Modes of the bundled mesh are orthogonal to the last digit, and have the mass of the mesh for
/// their norm.
#[test]
fn modes_of_a_mesh_are_orthogonal() {
    let robot = bundled("mesh1r").unwrap().read().robot.unwrap();
    let products = &robot.joints()[0].modes.as_ref().unwrap().body.products;
    for (j, row) in products.iter().enumerate() {
        for (k, entry) in row.iter().enumerate() {
            let trace = &(&entry.0[0][0] + &entry.0[1][1]) + &entry.0[2][2];
            let norm = if j == k { "108/125" } else { "0" };
            assert_eq!(trace.text(robot.symbols()), norm, "{j} {k}");
        }
    }
}

/// Nodes may stand in the robot file; files are found beside it.
#[test]
fn nodes_in_the_robot_file_and_files_in_a_folder() {
    let [_, mass, stiffness] = bar(2, false, true);
    let folder = std::env::temp_dir().join(format!("appell-mesh-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("mass.mtx"), mass).unwrap();
    std::fs::write(folder.join("stiffness.mtx"), stiffness).unwrap();
    let keys = "nodes = [[0, 0, 0], [0.4, 0, 0], [0.8, 0, 0]]\nmass = \"mass.mtx\"\n\
                stiffness = \"stiffness.mtx\"\nroot = [1]\ntip = 3\nmodes = 2\ndamping = \"b\"";
    let files = Files::beside(folder.join("robot.toml"));
    let read = reading(keys, files.clone());
    let robot = read.robot.unwrap();
    let missing = reading(&keys.replace("mass.mtx", "none.mtx"), files.clone());
    assert_eq!(missing.findings[0].code, "unreadable-file");
    let folder_itself = reading(&keys.replace("mass.mtx", "."), files.clone());
    assert_eq!(folder_itself.findings[0].code, "no-plain-file");
    // what is written is read
    let written = write_toml(&robot);
    let again = read_toml(&written, &Options { files, ..Options::default() }).robot.unwrap();
    assert_eq!(write_toml(&again), written);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Every fault has its code, and a place in the robot file.
#[test]
fn faults_are_told() {
    let [nodes, mass, stiffness] = bar(2, false, true);
    let good = format!("{NAMES}root = 1\ntip = 3\nmodes = 2");
    let texts = || [nodes.clone(), mass.clone(), stiffness.clone()];
    let with = |index: usize, text: &str| {
        let mut all = texts();
        all[index] = text.to_owned();
        files(all)
    };
    let own = diagonal(&mass, 8);
    let negative = mass.replace(&own, &own.replacen("8 8 ", "8 8 -", 1));
    // the last node hangs on nothing
    let rows: Vec<Vec<f64>> = (0..18)
        .map(|i| (0..18).map(|j| if i == j && i < 12 { 1e6 } else { 0.0 }).collect())
        .collect();
    let loose = market(&rows);
    let cut: String = mass.lines().take(5).map(|line| format!("{line}\n")).collect();
    let heavy_along_x = market(
        &(0..18)
            .map(|i| {
                (0..18)
                    .map(|j| if i == j { if i % 6 == 0 { 2.0 } else { 1.0 } } else { 0.0 })
                    .collect()
            })
            .collect::<Vec<_>>(),
    );
    let half = nodes.replace("0.4,", "0.2,").replace("0.8,", "0.4,");
    let turned = "0 0 0\n0 0.4 0\n0 0.8 0\n";
    let cases: [(&str, String, Files); 27] = [
        ("no-folder", good.clone(), Files::Nowhere),
        ("unreadable-file", good.clone(), Files::Held(BTreeMap::new())),
        ("matrix-market", good.clone(), with(1, "garbage")),
        ("matrix-market", good.clone(), with(2, &cut)),
        ("matrix-market", good.clone(), with(1, &mass.replacen("e-", "e999", 1))),
        ("matrix-not-symmetric", good.clone(), with(1, &uneven(18))),
        ("mesh-size", good.clone(), with(0, "0 0 0\n1 0 0\n")),
        ("bad-node", good.clone(), with(0, "0 0 0\n1 0 NaN\n2 0 0\n")),
        ("bad-node", good.clone(), with(0, "0 0 0\n1 0\n2 0 0\n")),
        ("mass-not-positive", good.clone(), with(1, &negative)),
        ("stiffness-singular", good.clone(), with(2, &loose)),
        ("mesh-mass", good.clone(), with(1, &heavy_along_x)),
        ("mesh-mass", good.clone(), with(1, &stiffness)),
        ("mesh-not-rigid", good.clone(), with(0, &half)),
        ("mesh-not-rigid", good.clone(), with(0, turned)),
        ("mesh-not-rigid", good.clone(), with(0, "0 0 0\n0 0 0\n0 0 0\n")),
        ("no-interface-node", good.replace("tip = 3", "tip = 4"), files(texts())),
        ("bad-interface", good.replace("tip = 3", "tip = []"), files(texts())),
        ("bad-interface", good.replace("root = 1", "root = 0"), files(texts())),
        ("root-is-tip", good.replace("tip = 3", "tip = 1"), files(texts())),
        ("bad-mode-count", good.replace("modes = 2", "modes = 0"), files(texts())),
        ("too-few-modes", good.replace("modes = 2", "modes = 30"), files(texts())),
        ("missing-key", good.replace("modes = 2", ""), files(texts())),
        ("unknown-key", format!("{good}\ngeometric = {{ spin_z = \"mass.mtx\" }}"), files(texts())),
        (
            "unreadable-file",
            format!("{good}\ngeometric = {{ force_x = \"no.mtx\" }}"),
            files(texts()),
        ),
        (
            "geometric-incomplete",
            format!(
                "{good}\ngeometric = {{ rotation_y = \"mass.mtx\", rotation_xy = \"mass.mtx\" }}"
            ),
            files(texts()),
        ),
        (
            "geometric-with-stiffness",
            format!("{good}\ngeometric = {{ rotation_z = \"stiffness.mtx\" }}"),
            files(texts()),
        ),
    ];
    for (code, keys, files) in cases {
        let reading = reading(&keys, files);
        assert!(reading.robot.is_none(), "{code}");
        let found: Vec<&str> = reading.findings.iter().map(|finding| finding.code).collect();
        assert!(found.contains(&code), "{code}: {:?}", reading.findings);
        let text = link(&keys);
        let finding = reading.findings.iter().find(|finding| finding.code == code).unwrap();
        assert!(finding.render("bar.toml", &text).contains("bar.toml:"), "{finding}");
        assert!(!finding.hints.is_empty(), "{finding}");
    }
}

/// A mesh that has been swapped with its stiffness says so; names of columns may be large; damping
/// that adds energy is reported.
#[test]
fn swapped_files_and_negative_damping() {
    let [nodes, mass, stiffness] = bar(2, false, true);
    let good = format!("{NAMES}root = 1\ntip = 3\nmodes = 2");
    let swapped = reading(&good, files([nodes.clone(), stiffness.clone(), mass.clone()]));
    let finding = swapped.findings.iter().find(|it| it.code == "mesh-mass").unwrap();
    assert!(finding.message.contains("no mass") && finding.hints[0].contains("stiffness"));
    let texts =
        || [nodes.replacen("x, y, z", "# in metres\nX,Y,Z", 1), mass.clone(), stiffness.clone()];
    let sound = reading(&good, files(texts()));
    assert!(sound.findings.is_empty(), "{:?}", sound.findings);
    let negative = reading(&format!("{good}\ndamping = -1"), files(texts()));
    assert_eq!(common::codes(&negative), ["damping-negative"]);
    let text = link(&format!("{good}\ndamping = -1"));
    assert!(negative.findings[0].render("bar.toml", &text).contains("damping = -1"));
}

/// The line of a diagonal entry.
fn diagonal(matrix: &str, row: usize) -> String {
    let start = format!("{row} {row} ");
    matrix.lines().find(|line| line.starts_with(&start)).unwrap().to_owned()
}

/// A general matrix that is not symmetric.
fn uneven(size: usize) -> String {
    let mut text =
        format!("%%MatrixMarket matrix coordinate real general\n{size} {size} {}\n", size + 1);
    (1..=size).for_each(|i| writeln!(text, "{i} {i} 1").unwrap());
    text.push_str("2 1 0.5\n");
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Files of a mesh may be anything: lines taken away, doubled, exchanged.
    #[test]
    fn any_files(file in 0usize..3, line in 0usize..60, other in 0usize..60, what in 0usize..3) {
        let mut texts = bar(2, false, true);
        let mut lines: Vec<&str> = texts[file].lines().collect();
        let (line, other) = (line % lines.len(), other % lines.len());
        match what {
            0 => { lines.remove(line); }
            1 => lines.insert(other, lines[line]),
            _ => lines.swap(line, other),
        }
        texts[file] = lines.join("\n");
        let keys = format!("{NAMES}root = 1\ntip = 3\nmodes = 2");
        let reading = reading(&keys, files(texts));
        prop_assert_eq!(reading.robot.is_some(), reading.findings.iter().all(|it| it.severity < appell_diagnostic::Severity::Error));
    }
}
