//! Frequencies of elastic links in reports and in Campbell diagrams.

use appell_mechanics::{Derivation, Numbers, Quantity};
use appell_model::{Robot, read_toml};
use appell_report::{Block, Part, ReportOptions};

use super::words;

/// The frequencies of a clamped beam with a body at its tip, against the roots of its characteristic equation
/// (D. J. Inman, Engineering Vibration, 6.5): phi = A (cosh bx - cos bx) + B (sinh bx - sin bx); at the tip
/// the second derivative is b^4 j times the first, and the third is -b^4 mu times phi.
#[test]
fn frequencies_with_joints_held_are_those_of_a_clamped_beam() {
    let robot = Robot::bundled("flex1r").unwrap();
    let document = ReportOptions::new().parts([Part::Elastic]).document(&robot).unwrap();
    let [section] = document.sections.as_slice() else { panic!("{:?}", document.sections) };
    let Some(Block::Table(table)) = section.blocks.last() else { panic!("no table") };
    let held: Vec<f64> = table.rows.iter().map(|row| words(&row[1]).parse().unwrap()).collect();
    let (per_length, length) = (7850.0 * 6.0e-5, 1.0f64);
    let scale = (2.1e11 * 2.0e-11 / (per_length * length.powi(4))).sqrt();
    let [mu, j] = [0.1 / (per_length * length), 1.0e-4 / (per_length * length.powi(3))];
    let determinant = |b: f64| {
        let (ch, sh, c, s) = (b.cosh(), b.sinh(), b.cos(), b.sin());
        // the value and three derivatives of both parts at the tip
        let first = [ch - c, b * (sh + s), b * b * (ch + c), b.powi(3) * (sh - s)];
        let second = [sh - s, b * (ch - c), b * b * (sh + s), b.powi(3) * (ch + c)];
        let moment = |f: &[f64; 4]| f[2] - b.powi(4) * j * f[1];
        let force = |f: &[f64; 4]| f[3] + b.powi(4) * mu * f[0];
        moment(&first) * force(&second) - moment(&second) * force(&first)
    };
    let steps: Vec<f64> = (1..1200).map(|k| 0.01 * f64::from(k)).collect();
    let roots = steps.windows(2).filter(|ends| determinant(ends[0]) * determinant(ends[1]) < 0.0);
    let roots = roots.map(|ends| {
        let (mut low, mut high) = (ends[0], ends[1]);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            match determinant(low) * determinant(middle) <= 0.0 {
                true => high = middle,
                false => low = middle,
            }
        }
        scale * low * low
    });
    let expected: Vec<f64> = roots.take(3).collect();
    assert_eq!([held.len(), expected.len()], [3, 3]);
    for (found, expected) in held.iter().zip(expected) {
        assert!((found / expected - 1.0).abs() < 1e-5, "{found}, expected {expected}");
    }
}

/// The Campbell diagram of a round shaft that spins about its axis: frequencies part as omega + speed and
/// omega - speed, seen from the shaft; lines of excitation end where the frequencies do.
#[test]
fn campbell_of_a_shaft() {
    let text = r#"
        name = "shaft"
        gravity = 0
        [[joint]]
        type = "rotation"
        axis = "x"
        [joint.link.elastic.beam]
        length = 1
        density = 1
        area = 1
        E = 1
        Iz = 1
        Iy = 1
        bend_y = 1
        bend_z = 1
    "#;
    let robot = read_toml(text, &Default::default()).robot.unwrap();
    let (picture, warning) = appell_report::campbell(&robot, &[0.0; 3], &[-2.0, 0.0, 0.0]).unwrap();
    assert_eq!(warning, None);
    assert_eq!((picture.across.as_str(), picture.up.as_str()), ("speed of q1 [rad/s]", "[rad/s]"));
    let names: Vec<&str> = picture.curves.iter().map(|curve| curve.name.as_str()).collect();
    assert_eq!(names, ["omega1", "omega2", "1x", "2x", "3x"]);
    let still = 3.516_015_269;
    for (curve, sign) in picture.curves.iter().zip([-1.0, 1.0]) {
        assert_eq!(curve.points.last().unwrap().0, 2.0);
        for &(speed, omega) in &curve.points {
            assert!((omega - (still + sign * speed)).abs() < 1e-6, "{speed}: {omega}");
        }
    }
    let ends = picture.curves[2..].iter().map(|curve| *curve.points.last().unwrap());
    let highest = still + 2.0;
    for ((speed, omega), order) in ends.zip([1.0, 2.0, 3.0]) {
        assert!((omega - order * speed).abs() < 1e-12 && omega <= highest + 1e-6);
        assert!((speed - f64::min(2.0, highest / order)).abs() < 1e-6, "{order}: {speed}");
    }
    let rigid = Robot::bundled("2r").unwrap();
    assert!(appell_report::campbell(&rigid, &[0.0; 2], &[1.0, 0.0]).is_err());
}

/// Links are bent as the motion bends them: a strip with an eccentric body at its tip. Frequencies that no line of
/// excitation comes near are left out, but the lowest three.
#[test]
fn campbell_of_a_bent_link() {
    let text = r#"
        name = "strip"
        gravity = 0
        [[joint]]
        type = "revolute"
        axis = "z"
        [joint.link.elastic.beam]
        length = 1
        material = "steel"
        section = { rectangle = { width = 0.003, height = 0.03 } }
        bend_y = 3
        bend_z = 3
        twist = 2
        stiffening = true
        [tool]
        offset = [1, 0, 0]
        [payload]
        mass = 0.8
        centre = [0, 0.1, 0]
    "#;
    let robot = read_toml(text, &Default::default()).robot.unwrap();
    let speed = 4.0;
    let mut velocities = [0.0; 9];
    velocities[0] = speed;
    let (picture, warning) = appell_report::campbell(&robot, &[0.0; 9], &velocities).unwrap();
    assert_eq!(warning, None);
    let soft =
        read_toml(&text.replace("stiffening = true", ""), &Default::default()).robot.unwrap();
    let (_, warning) = appell_report::campbell(&soft, &[0.0; 9], &velocities).unwrap();
    assert_eq!(warning.unwrap().code, "not-stiffened");
    let frequencies = |bent: bool| -> Vec<f64> {
        let at = |name: &str, q: &[f64]| {
            let coordinates = robot.coordinates();
            let numbers = Numbers::new(robot.symbols(), |symbol| {
                let place = coordinates.iter().position(|it| *it == symbol.base());
                match (place, symbol.order()) {
                    (Some(k), 0) => Some(q[k]),
                    (Some(0), 1) => Some(speed),
                    (Some(_), _) => Some(0.0),
                    (None, _) => robot.value(symbol),
                }
            });
            let derivation = Derivation::new(&robot, numbers).unwrap();
            derivation.get(Quantity::read_one(name, &robot).unwrap()).unwrap().rows
        };
        let q = if bent { at("sag", &[0.0; 9]).concat() } else { vec![0.0; 9] };
        at("whirl", &q).iter().map(|row| row[0]).collect()
    };
    let gap = |expected: Vec<f64>| -> f64 {
        let ends = picture.curves.iter().take(3).map(|it| it.points.last().unwrap().1);
        ends.zip(expected).map(|(found, it)| (found / it - 1.0).abs()).fold(0.0, f64::max)
    };
    assert!(gap(frequencies(true)) < 1e-12, "{}", gap(frequencies(true)));
    assert!(gap(frequencies(false)) > 1e-3, "{}", gap(frequencies(false)));
    let names: Vec<&str> = picture.curves.iter().map(|curve| curve.name.as_str()).collect();
    let reach = 4.0 * 3.0 * speed;
    let near = frequencies(true).iter().filter(|omega| **omega <= reach).count().max(3);
    assert_eq!(names.len(), near + 3, "{names:?}");
    assert!(near < 8);
}
