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

/// A beam with these keys on a joint about z.
fn with(keys: &str) -> Reading {
    let text = format!(
        "name = \"beam\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         [joint.link.elastic.beam]\n{keys}\n"
    );
    read_toml(&text, &Options::default())
}

fn frequencies(reading: &Reading) -> Vec<f64> {
    let robot = reading.robot.as_ref().unwrap_or_else(|| unreachable!("{:?}", reading.findings));
    let [stiffness, mass] = matrices(robot, &[]);
    let found = appell_numeric::pencil::pencil(&stiffness, &mass).unwrap();
    found.into_iter().map(|(lambda, _)| lambda.sqrt()).collect()
}

/// A steel tube by its dimensions, with units and symbols, is the tube by its moments.
#[test]
fn materials_and_sections() {
    let modes = "bend_y = 2\nbend_z = 1\ntwist = 1\nstretch = 1";
    let short = with(&format!(
        "length = 0.8\nmaterial = \"steel\"\nsection = {{ tube = {{ diameter = \"40 mm\", thickness = \"2 mm\" }} }}\n{modes}"
    ));
    let pi = std::f64::consts::PI;
    let [area, moment] = [
        pi / 4.0 * (0.04f64.powi(2) - 0.036f64.powi(2)),
        pi / 64.0 * (0.04f64.powi(4) - 0.036f64.powi(4)),
    ];
    let long = with(&format!(
        "length = 0.8\ndensity = 7850\narea = {area:e}\nE = 210e9\nG = 81e9\nIy = {moment:e}\nIz = {moment:e}\nIt = {:e}\n{modes}",
        2.0 * moment
    ));
    for (a, b) in frequencies(&short).into_iter().zip(frequencies(&long)) {
        assert_near(a, b, 1e-9, "tube");
    }
    // the lowest that stretches: pi/2 sqrt(E/rho)/l
    let stretch = pi / 2.0 * (210e9f64 / 7850.0).sqrt() / 0.8;
    assert!(frequencies(&short).iter().any(|it| (it / stretch - 1.0).abs() < 1e-9));
    // an entry beside a material takes the place of its own
    let soft = with(
        "length = 0.8\nmaterial = \"steel\"\nE = 52.5e9\nsection = { circle = { diameter = 0.02 } }\nbend_y = 1",
    );
    let hard = with(
        "length = 0.8\nmaterial = \"steel\"\nsection = { circle = { diameter = 0.02 } }\nbend_y = 1",
    );
    assert_near(2.0 * frequencies(&soft)[0], frequencies(&hard)[0], 1e-9, "a quarter of E");
    // symbols stay, but for the torsion of a rectangle
    let symbols = "[parameters]\nb = 0.01\n";
    let rectangle = |more: &str| {
        let text = format!(
            "name = \"beam\"\ngravity = 0\n{symbols}[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n[joint.link.elastic.beam]\n\
             length = 1\nmaterial = \"brass\"\nsection = {{ rectangle = {{ width = \"b\", height = \"2*b\" }} }}\n{more}\n"
        );
        read_toml(&text, &Options::default())
    };
    assert_eq!(codes(&rectangle("bend_y = 1")), Vec::<&str>::new());
    assert_eq!(codes(&rectangle("twist = 1")), ["missing-key"]);
    let long = 3.5160152685 * (100e9f64 / 8500.0 * 1e-4 / 12.0).sqrt();
    assert_near(frequencies(&rectangle("bend_y = 1"))[0], long, 1e-8, "rectangle");
}

/// A wedge whose width falls to a half, against Ritz with polynomials over the exact profile.
#[test]
fn tapers() {
    let tapered = with(
        "length = 1\ndensity = 1\nE = 12e6\nsection = { rectangle = { width = 1, height = 1 } }\n\
         tip_section = { rectangle = { width = 0.5, height = 1 } }\nbend_y = 4",
    );
    // (1 - x/2) of mass and (1 - x/2)^3/12 of stiffness
    let expected = ritz(|x| 1.0 - 0.5 * x, |x| 1e6 * (1.0 - 0.5 * x).powi(3));
    for (found, expected) in frequencies(&tapered).into_iter().zip(expected).take(2) {
        assert!((found / expected - 1.0).abs() < 1e-3, "{found} {expected}");
    }
    let mixed = with(
        "length = 1\nmaterial = \"steel\"\nsection = { circle = { diameter = 0.1 } }\n\
         tip_section = { rectangle = { width = 0.5, height = 1 } }\nbend_y = 1",
    );
    assert_eq!(codes(&mixed), ["bad-section"]);
    // 24 parts and 13 modes, with all displacements of second order
    let long = with(
        "length = 0.8\ndensity = 7850\nE = 2.1e11\nG = 8.1e10\n\
         section = { tube = { diameter = 0.05, thickness = 0.003 } }\n\
         tip_section = { tube = { diameter = 0.02, thickness = 0.001 } }\n\
         bend_y = 5\nbend_z = 5\ntwist = 3\nstiffening = true\nload_mass = 0.5",
    );
    let robot = long.robot.unwrap_or_else(|| unreachable!("{:?}", long.findings));
    let shapes = &robot.joints()[0].modes.as_ref().unwrap().body.shapes;
    // shortening by pairs of bends, bends that are twisted
    assert_eq!(shapes.len(), 13 + 2 * 15 + 2 * 15);
}

/// The two lowest frequencies of a clamped beam with these profiles, by the polynomials x^2 to x^9.
fn ritz(mass: impl Fn(f64) -> f64, stiffness: impl Fn(f64) -> f64) -> Vec<f64> {
    let power = |x: f64, n: i32| x.powi(n);
    let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
        appell_numeric::quadrature::gauss().map(|(x, weight)| weight * f(x)).sum()
    };
    let square = |entry: &dyn Fn(i32, i32) -> f64| -> Vec<Vec<f64>> {
        (2..10).map(|m| (2..10).map(|n| entry(m, n)).collect()).collect()
    };
    let masses = square(&|m, n| sum(&|x| mass(x) * power(x, m + n)));
    let stiff = square(&|m, n| {
        f64::from(m * (m - 1) * n * (n - 1)) * sum(&|x| stiffness(x) * power(x, m + n - 4))
    });
    let found = appell_numeric::pencil::pencil(&stiff, &masses).unwrap();
    found.into_iter().take(2).map(|(lambda, _)| lambda.sqrt()).collect()
}

/// Rayleigh damping and damping ratios.
#[test]
fn damping_of_beams() {
    let beam = "length = 1\ndensity = 1\narea = 1\nE = 1\nIz = 1\nbend_y = 2\n";
    let damping = |more: &str| -> Vec<f64> {
        let reading = with(&format!("{beam}{more}"));
        let robot = reading.robot.unwrap_or_else(|| unreachable!("{:?}", reading.findings));
        let body = &robot.joints()[0].modes.as_ref().unwrap().body;
        (0..2).map(|j| robot.evaluate(&body.damping[j][j]).unwrap()).collect()
    };
    let omega = [3.5160152685, 22.03449156467];
    let both = damping("damping = 1e-3\nmass_damping = 0.5\ndamping_ratio = 0.02");
    for (found, omega) in both.into_iter().zip(omega) {
        // the modal masses are 1
        let expected = 0.5 + 1e-3 * omega * omega + 2.0 * 0.02 * omega;
        assert_near(found, expected, 1e-8, "damping");
    }
}

/// One finding for one fault, with what was meant.
#[test]
fn messages_about_beams() {
    let found = |keys: &str| -> Vec<(String, String)> {
        let findings = with(keys).findings.into_iter();
        findings.map(|it| (it.code.to_owned(), it.hints.join("; "))).collect()
    };
    let without_e = found("length = 1\ndensity = 1\narea = 1\nIz = 1\nbend_y = 1");
    assert_eq!(without_e.len(), 1, "{without_e:?}");
    assert_eq!(without_e[0].0, "missing-key");
    let misspelt = found("length = 1\ndensity = 1\narea = 1\nE = 1\nIz = 1\nbendy = 1");
    assert_eq!(misspelt.len(), 1, "{misspelt:?}");
    assert!(misspelt[0].0 == "unknown-key" && misspelt[0].1.contains("bend_y"), "{misspelt:?}");
    let soft = found("length = 1\ndensity = 7850\narea = 1e-4\nE = 210\nIz = 1e-9\nbend_y = 1");
    assert_eq!(soft[0].0, "modulus-unit", "{soft:?}");
    for (keys, code) in [
        // MPa of kN/mm^2, g/cm^3, mm^4, mm of a section, per cent
        ("length = 1\ndensity = 7850\narea = 1e-4\nE = 2.1e8\nIz = 1e-9", "modulus-unit"),
        ("length = 1\ndensity = 7.85\narea = 1e-4\nE = 2.1e11\nIz = 1e-9", "density-unit"),
        ("length = 1\ndensity = 7850\narea = 1e-4\nE = 2.1e11\nIz = 833", "section-unit"),
        (
            "length = 1\nmaterial = \"steel\"\nsection = { rectangle = { width = 20, height = 10 } }",
            "section-unit",
        ),
        (
            "length = 1\nmaterial = \"steel\"\nsection = { circle = { diameter = 0.02 } }\ndamping_ratio = 2",
            "damping-ratio-large",
        ),
    ] {
        let found = found(&format!("{keys}\nbend_y = 1"));
        assert_eq!(found.len(), 1, "{keys}: {found:?}");
        assert_eq!(found[0].0, code, "{keys}");
    }
    // rubber, a beam of unit mass and stiffness, a short and thick one
    for keys in [
        "length = 1\ndensity = 1200\narea = 1e-4\nE = 5e6\nIz = 1e-9",
        "length = 1\ndensity = 1\narea = 1\nE = 1\nIz = 1",
        "length = 0.1\nmaterial = \"steel\"\nsection = { circle = { diameter = 0.05 } }",
    ] {
        assert!(found(&format!("{keys}\nbend_y = 1")).is_empty(), "{keys}");
    }
    for keys in [
        "section = { tube = { diameter = 0.04, thickness = 0.03 } }",
        "section = { circle = { diameter = -1 } }",
        "section = { circle = { diameter = 1 }, box = { width = 1, height = 1, thickness = 0.1 } }",
        "tip_section = { circle = { diameter = 1 } }\narea = 1\nIz = 1",
    ] {
        let found = found(&format!("length = 1\nmaterial = \"steel\"\nbend_y = 1\n{keys}"));
        assert_eq!(found.len(), 1, "{keys}: {found:?}");
        assert_eq!(found[0].0, "bad-section", "{keys}");
    }
    let unknown = found(
        "length = 1\nmaterial = \"steal\"\nsection = { circle = { diameter = 1 } }\nbend_y = 1",
    );
    assert_eq!(unknown.len(), 1, "{unknown:?}");
    assert!(unknown[0].1.contains("steel"), "{unknown:?}");
}
