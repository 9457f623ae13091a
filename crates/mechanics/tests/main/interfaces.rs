//! Links that carry joints at several points: frequencies against own models of all elements
//! (`../golden/interfaces.py`, which also wrote the matrices), statics, and the agreement of all routes.

use appell_diagnostic::Severity;
use appell_mechanics::{Derivation, Formalism, Numbers, Quantity};
use appell_model::{Files, Options, Robot, read_toml, write_toml};
use serde_json::Value;

use crate::common::motion::{near, robot, value};
use crate::golden::{number, numbers};

fn golden(case: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("../golden/interfaces.json")).unwrap();
    all[case].clone()
}

fn read(text: &str) -> Robot {
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/interfaces/robot.toml");
    let reading = read_toml(text, &Options { files: Files::beside(place), ..Options::default() });
    assert!(reading.robot.is_some(), "{:?}", reading.findings);
    reading.robot.unwrap()
}

/// The root of a link: a hub on a spring.
fn hub(case: &Value) -> String {
    let hub = &case["hub"];
    format!(
        "name = \"r\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n\
         spring = {{ stiffness = {} }}\n[joint.link]\ninertia = {{ zz = {} }}\n",
        hub["spring"], hub["zz"]
    )
}

/// A joint with its body, on a point of the first link.
fn body(case: &Value, number: usize, place: &str) -> String {
    let body = &case["bodies"][number];
    let [xx, yy, zz] = [0, 1, 2].map(|k| body["inertia"][k].as_f64().unwrap());
    format!(
        "[[joint]]\ntype = \"revolute\"\naxis = {}\nparent = \"joint1\"\n{place}\n\
         spring = {{ stiffness = {} }}\nlink = {{ mass = {}, com = {}, inertia = {{ xx = {xx}, yy = {yy}, zz = {zz} }} }}\n",
        body["axis"], body["spring"], body["mass"], body["com"]
    )
}

fn branch(case: &Value, modes: usize) -> String {
    let tip = body(case, 0, &format!("offset = {}", case["tip_place"]));
    let side = body(case, 1, &format!("node = {}", case["side"]));
    format!(
        "{}[joint.link.elastic.finite_elements]\nnodes = \"nodes.csv\"\nmass = \"mass.mtx\"\n\
         stiffness = \"stiffness.mtx\"\nroot = 1\ntip = {}\nmodes = {modes}\n{tip}{side}",
        hub(case),
        case["tip"],
    )
}

fn middle(case: &Value, keys: &str) -> String {
    let s = &case["section"];
    let tip = body(case, 0, &format!("offset = [{}, 0, 0]", case["length"]));
    let side = body(case, 1, &format!("along = {}", case["along"]));
    format!(
        "{}[joint.link.elastic.beam]\nlength = {}\ndensity = {}\narea = {}\nE = {}\nG = {}\nIy = {}\nIz = {}\n\
         It = {}\n{keys}\n{tip}{side}",
        hub(case),
        case["length"],
        s["density"],
        s["area"],
        s["E"],
        s["G"],
        s["Iy"],
        s["Iz"],
        s["It"],
    )
}

/// Relative errors of the lowest frequencies.
fn errors(robot: &Robot, case: &Value) -> Vec<f64> {
    let count = robot.coordinates().len();
    let found = value(robot, &vec![0.0; count], "modes");
    let expected = numbers(&case["frequencies"]);
    found.iter().zip(expected).map(|(row, expected)| row[0] / expected - 1.0).collect()
}

/// A mesh that branches, with a joint and a body on both ends: six static shapes for each and two vibrations
/// give the first three frequencies to 1e-6, the seventh to 3e-4; more modes are nearer.
#[test]
fn a_mesh_that_branches() {
    let case = golden("branch");
    for (modes, limits) in [
        (14, [1e-7, 1e-7, 1e-6, 1e-5, 3e-5, 2e-4, 3e-4]),
        (22, [1e-7, 1e-7, 1e-7, 1e-6, 1e-6, 2e-5, 2e-5]),
    ] {
        let errors = errors(&read(&branch(&case, modes)), &case);
        // Ritz: from above
        let near = |(error, limit): (&f64, f64)| (-1e-9..limit).contains(error);
        assert!(errors.iter().zip(limits).all(near), "{modes}: {errors:?}");
    }
}

/// A beam with a joint inside it: static shapes of both points are in the space of its modes.
#[test]
fn a_joint_inside_a_beam() {
    let case = golden("middle");
    let errors =
        errors(&read(&middle(&case, "bend_y = 6\nbend_z = 6\ntwist = 3\nstretch = 3")), &case);
    assert!(errors.iter().take(6).all(|it| it.abs() < 1e-4), "{errors:?}");
}

/// At rest under a weight inside the beam its tip sinks by F a^2 (3 l - a) / (6 E I), and the point by
/// F a^3 / (3 E I): exactly, because the modes have these shapes in their space.
#[test]
fn a_weight_inside_a_beam() {
    let (l, a, weight, stiffness): (f64, f64, f64, f64) = (0.9, 0.36, 12.0, 140.0);
    let arm = robot(&format!(
        "name = \"beam\"\ngravity = [0, -1, 0]\n[[joint]]\ntype = \"fixed\"\n[joint.link.elastic.beam]\n\
         length = {l}\ndensity = 1e-9\narea = 1\nE = {stiffness}\nIz = 1\nbend_y = 5\n\
         [[joint]]\ntype = \"fixed\"\nalong = {}\nlink = {{ mass = {weight} }}\n\
         [tool]\nparent = \"joint1\"\noffset = [{l}, 0, 0]\n[[frame]]\nname = \"P\"\nparent = \"joint1\"\nalong = {}\n",
        a / l,
        a / l
    ));
    let q = value(&arm, &[0.0; 5], "sag").concat();
    let place = |frame: &str| value(&arm, &q, &format!("r[0,{frame}]")).concat()[1];
    near(place("P"), -weight * a.powi(3) / (3.0 * stiffness), 1e-8, "point");
    near(place("tool"), -weight * a * a * (3.0 * l - a) / (6.0 * stiffness), 1e-8, "tip");
}

/// A joint at the end of a beam is a joint on its tip.
#[test]
fn the_last_point_is_the_tip() {
    let case = golden("middle");
    let keys = "bend_y = 2\nbend_z = 2\ntwist = 1\nstiffening = true";
    let on_tip = middle(&case, keys);
    let offset = format!("offset = [{}, 0, 0]", case["length"]);
    assert!(on_tip.contains(&offset));
    let [on_tip, at_end] =
        [on_tip.clone(), on_tip.replace(&offset, "along = 1")].map(|it| read(&it));
    let q: Vec<f64> = (0..8).map(|k| 0.3 / f64::from(1 + k)).collect();
    for name in ["M", "Q", "T0[2]", "modes"] {
        let [found, expected] = [&at_end, &on_tip].map(|it| value(it, &q, name).concat());
        found.iter().zip(&expected).for_each(|(a, b)| near(*a, *b, 1e-9 * (1.0 + b.abs()), name));
    }
}

/// In any state all formalisms give the same forces, and the frames, Jacobians and the mass matrix fit them; also
/// with displacements of second order, with an affine tip, and for what sits on an elastic link behind the point.
#[test]
fn all_routes_agree() {
    let case = golden("middle");
    let more = "[[joint]]\ntype = \"revolute\"\naxis = \"z\"\nparent = \"joint3\"\noffset = [0.1, 0.2, 0]\n\
        rotor = { inertia = 0.02, ratio = 6, axis = \"x\" }\n\
        link = { mass = 0.2, com = [0.1, 0, 0.05], inertia = { xx = 1e-3, yy = 2e-3, zz = 2e-3 } }\n\
        [[frame]]\nname = \"P\"\nparent = \"joint1\"\nalong = 0.6\nforce = [3, -2, 1]\nmoment = [0.2, 0.1, -0.3]\n\
        [tool]\nparent = \"joint4\"\noffset = [0.3, 0, 0]\n[payload]\nforce = [1, 2, 3]\nmass = 0.3\n";
    for (tip_map, stiffening) in [("rotation", true), ("rotation", false), ("affine", true)] {
        let keys = format!("bend_y = 2\nbend_z = 1\ntwist = 1\nstiffening = {stiffening}");
        let text = middle(&case, &keys) + more;
        let text = text.replace("gravity = 0", "gravity = 9.81").replace(
            "[joint.link.elastic.beam]",
            &format!("[joint.link.elastic]\ntip_map = \"{tip_map}\"\n[joint.link.elastic.beam]"),
        );
        let robot = read(&text);
        let names = robot.coordinates();
        let motion = |place: usize, order: u32| {
            let size = if (1..5).contains(&place) { 0.01 } else { 0.8 };
            size * (1.3 * place as f64 + 2.1 * f64::from(order) + 0.4).sin()
        };
        let numbers = Numbers::new(robot.symbols(), |symbol| {
            let place = names.iter().position(|it| *it == symbol.base())?;
            Some(motion(place, symbol.order()))
        });
        let derivation = Derivation::new(&robot, numbers).unwrap();
        let quantity = |name: &str| Quantity::read_one(name, &robot).unwrap();
        let own = |name: &str| derivation.get(quantity(name)).unwrap().rows.concat();
        let same = |found: &[f64], expected: &[f64], what: &str| {
            let size = expected.iter().fold(1.0f64, |size, it| size.max(it.abs()));
            assert_eq!(found.len(), expected.len());
            found.iter().zip(expected).for_each(|(a, b)| near(*a, *b, 1e-9 * size, what));
        };
        for formalism in [Formalism::Lagrange, Formalism::Appell] {
            let other = derivation.by(quantity("Q"), formalism).unwrap().rows.concat();
            same(&other, &own("Q"), &format!("Q, {tip_map}, {stiffening}"));
        }
        // kinetic energy by the mass matrix
        let count = names.len();
        let rate: Vec<f64> = (0..count).map(|k| motion(k, 1)).collect();
        let mass = own("M");
        let energy: f64 =
            (0..count * count).map(|k| 0.5 * mass[k] * rate[k / count] * rate[k % count]).sum();
        same(&[energy], &own("Ek"), "energy");
        if tip_map == "rotation" {
            for name in ["T0[3]", "T0[4]", "T0[tool]", "J[tool]", "v[4]", "a[4]", "Jdot[tool]"] {
                let other = derivation.by(quantity(name), Formalism::Exponential).unwrap();
                same(&other.rows.concat(), &own(name), name);
            }
            let columns = own("J[tool]");
            let velocity = |row: usize| -> f64 {
                rate.iter().zip(&columns[row * count..]).map(|(a, b)| a * b).sum()
            };
            same(&[0, 1, 2].map(velocity), &own("v[tool]@0"), "velocity of the tool");
        }
    }
}

/// To first order in the modes the affine map is that of turns, at points inside the beam too.
#[test]
fn maps_of_points_agree_to_first_order() {
    let case = golden("middle");
    let text = middle(&case, "bend_y = 2\nbend_z = 1\ntwist = 1");
    let place = |tip_map: &str, size: f64| {
        let map = format!("[joint.link.elastic]\ntip_map = \"{tip_map}\"\n");
        let text = text.replace("[joint.link.elastic.beam]", &(map + "[joint.link.elastic.beam]"));
        let q = [0.0, size, 0.7 * size, -0.4 * size, 0.8 * size, 0.0, 0.0];
        value(&read(&text), &q, "T0[3]").concat()
    };
    let (size, straight) = (1e-4, place("rotation", 0.0));
    let maps = ["rotation", "affine"].map(|tip_map| place(tip_map, size));
    for (k, straight) in straight.iter().enumerate() {
        let moved = maps.each_ref().map(|place| (place[k] - straight) / size);
        near(moved[1], moved[0], 1e-3, "affine");
    }
    // it turns about all axes
    let turned = |k: usize| ((maps[0][k] - straight[k]) / size).abs();
    assert!([turned(1), turned(2), turned(6)].iter().all(|it| *it > 0.1), "{maps:?}");
}

/// What is written is read again; an elastic joint on a point, whose motor side sits there too.
#[test]
fn written_and_read_again() {
    let case = golden("middle");
    let text = middle(&case, "bend_y = 2\nbend_z = 2").replace(
        "along = 0.35\n",
        "along = 0.35\nrotor = { inertia = 1e-5, ratio = 100, on = \"base\" }\nelastic = { stiffness = 900 }\n",
    );
    let robot = read(&text);
    let again = read(&write_toml(&robot));
    assert_eq!(again.joints()[2].point, robot.joints()[2].point);
    let count = robot.coordinates().len();
    let [found, expected] = [&again, &robot].map(|it| value(it, &vec![0.1; count], "M").concat());
    found.iter().zip(&expected).for_each(|(a, b)| near(*a, *b, 1e-12 * (1.0 + b.abs()), "M"));
    assert!(number(&case["along"]) < 1.0);
}

/// What cannot be the point of a link is refused, with its place.
#[test]
fn refused_points() {
    let beam =
        "[joint.link.elastic.beam]\nlength = 1\ndensity = 1\narea = 1\nE = 1\nIz = 1\nbend_y = 1\n";
    for (link, point, code) in [
        (beam, "axis = \"z\"\nalong = 1.5", "bad-link-point"),
        (beam, "axis = \"z\"\nnode = 2", "bad-link-point"),
        ("[joint.link]\nmass = 1\n", "axis = \"z\"\nalong = 0.5", "bad-link-point"),
        (beam, "axis = \"z\"\nparent = \"base\"\nalong = 0.5", "bad-link-point"),
        (beam, "dh = { a = 1 }\nalong = 0.5", "dh-and-frame"),
    ] {
        let text = format!(
            "name = \"r\"\ngravity = 0\nconvention = \"modified\"\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n{link}\
             [[joint]]\ntype = \"revolute\"\n{point}\nlink = {{ mass = 1 }}\n"
        );
        let reading = read_toml(&text, &Options::default());
        let errors = reading.findings.iter().filter(|it| it.severity == Severity::Error);
        let codes: Vec<&str> = errors.map(|it| it.code).collect();
        assert_eq!(codes.first(), Some(&code), "{text} {:?}", reading.findings);
    }
}
