//! Matrix exponentials as results, held against the exponential of a matrix in numbers; tips of elastic
//! links by the product of the exponentials of their modes.

use appell_algebra::{Budget, Poly};
use appell_mechanics::{Derivation, Numbers, PolynomialArithmetic, Quantity};
use appell_model::{Options, Robot, read_toml};
use appell_numeric::exponential::exponential;

use crate::common::motion::{near, robot};
use crate::common::named;

/// The value of coordinate k or of a derivative of it.
fn state(k: usize, order: u32, size: f64) -> f64 {
    size * (((k * 7 + 3 * order as usize + 2) % 11) as f64 / 11.0 - 0.45)
}

/// Rows of a quantity at this state; joints and modes are moved alike.
fn rows(robot: &Robot, size: f64, name: &str) -> Vec<Vec<f64>> {
    let coordinates = robot.coordinates();
    let numbers = Numbers::new(robot.symbols(), |symbol| {
        let place = coordinates.iter().position(|&it| it == symbol.base());
        place.map(|k| state(k, symbol.order(), size)).or_else(|| robot.value(symbol).or(Some(0.4)))
    });
    let derivation = Derivation::new(robot, numbers).unwrap();
    derivation.get(Quantity::read_one(name, robot).unwrap()).unwrap().rows
}

fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let entry = |row: &Vec<f64>, j: usize| row.iter().zip(b).map(|(x, y)| x * y[j]).sum();
    a.iter().map(|row| (0..b[0].len()).map(|j| entry(row, j)).collect()).collect()
}

fn same(found: &[Vec<f64>], expected: &[Vec<f64>], what: &str) {
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        near(*found, *expected, 1e-12 * (1.0 + expected.abs()), what);
    }
}

fn scaled(matrix: &[Vec<f64>], factor: f64) -> Vec<Vec<f64>> {
    matrix.iter().map(|row| row.iter().map(|entry| factor * entry).collect()).collect()
}

/// exp[i] is the exponential of screw[i] q; their products move the frames at q = 0; the columns of the
/// space Jacobian are the screws, carried by the products before them.
#[test]
fn exponentials_of_screws() {
    for name in ["panda", "stanford", "trttrr1", "ur5", "scara"] {
        let robot = named(name);
        let mut before: Vec<Vec<f64>> =
            (0..4).map(|i| (0..4).map(|j| f64::from(u8::from(i == j))).collect()).collect();
        let count = robot.joints().len();
        let space = rows(&robot, 1.0, &format!("Jspace[{count}]"));
        for i in 1..=count {
            let of = |what: &str| rows(&robot, 1.0, &format!("{what}[{i}]"));
            let screw = of("screw");
            let factor = exponential(&scaled(&screw, state(i - 1, 0, 1.0))).unwrap();
            same(&of("exp"), &factor, &format!("{name} exp[{i}]"));
            // Ad(P) A: the turned axis, and the turned velocity with the moment of the axis about P
            let (k, v) = ([screw[2][1], screw[0][2], screw[1][0]], [0, 1, 2].map(|j| screw[j][3]));
            let turned = |x: [f64; 3]| {
                [0, 1, 2].map(|r: usize| (0..3).map(|c| before[r][c] * x[c]).sum::<f64>())
            };
            let (k, v, p) = (turned(k), turned(v), [0, 1, 2].map(|r: usize| before[r][3]));
            for (r, (a, b)) in [(1, 2), (2, 0), (0, 1)].into_iter().enumerate() {
                let linear = v[r] + p[a] * k[b] - p[b] * k[a];
                near(space[r][i - 1], linear, 1e-12, &format!("{name} Jspace[{r},{i}]"));
                near(space[r + 3][i - 1], k[r], 1e-12, &format!("{name} Jspace[{r},{i}]"));
            }
            before = product(&before, &factor);
            same(&rows(&robot, 1.0, &format!("expprod[0,{i}]")), &before, name);
            let at_zero = rows(&robot, 0.0, &format!("T0[{i}]"));
            same(&of("T0"), &product(&before, &at_zero), &format!("{name} T0[{i}]"));
        }
        // the body Jacobian is J in the axes of the frame
        let (body, own) = (rows(&robot, 1.0, "Jbody"), rows(&robot, 1.0, "J"));
        let rotation = rows(&robot, 1.0, "R[tool,0]");
        same(&body[..3], &product(&rotation, &own[..3]), name);
        same(&body[3..], &product(&rotation, &own[3..]), name);
    }
}

/// A spatial arm, whose modes move the tip also along the axis about which they turn it, or do not turn
/// it at all.
fn screwed(tip_map: &str) -> Robot {
    robot(&format!(
        r#"
        name = "arm"
        gravity = [0, 0, "-g"]
        [[joint]]
        type = "rotation"
        axis = "z"
        link = {{ mass = "M1", centre = ["c1", 0, 0], inertia = {{ zz = "J1" }}, elastic = {{ tip_map = "{tip_map}", tip = ["l1", 0, 0], modes = [{{ shift = [0, "v1", "h1"], slope = [0, 0, "u1"], first = [0, "s1", 0] }}, {{ shift = ["e2", 0, "w2"], slope = [0, "u2", 0], first = [0, 0, "s2"] }}, {{ shift = ["e3", 0, 0], first = ["s3", 0, 0] }}], pairs = [{{ modes = [1, 1], product = {{ yy = "m1" }}, stiffness = "k1" }}, {{ modes = [2, 2], product = {{ zz = "m2" }}, stiffness = "k2" }}, {{ modes = [3, 3], product = {{ xx = "m3" }}, stiffness = "k3" }}] }} }}
        [[joint]]
        type = "rotation"
        axis = "y"
        offset = ["l1", 0, 0]
        link = {{ mass = "M2", centre = ["c2", 0, 0], inertia = {{ yy = "J2" }} }}
        [tool]
        offset = ["l2", 0, 0]
        "#
    ))
}

/// The tip moves by the product of the exponentials of [[delta]x, d; 0, 0] q, taken in numbers from the
/// integrals by their names.
#[test]
fn the_tip_is_the_product_of_modal_exponentials() {
    let flexible = appell_model::write_toml(&named("flex3r"))
        .replace("elastic = {", "elastic = { tip_map = \"exponential\",");
    for (robot, link) in [(screwed("exponential"), 1), (robot(&flexible), 2), (robot(&flexible), 3)]
    {
        let id = robot.joint_ids().nth(link - 1).unwrap();
        let modes = robot.joint(id).modes.as_ref().unwrap();
        let value = |entry: &Poly| {
            entry.evaluate(robot.symbols(), |it| robot.value(it).or(Some(0.4))).unwrap()
        };
        let tip = modes.body.tip.map(&value);
        let mut expected = vec![
            vec![1.0, 0.0, 0.0, tip.0[0]],
            vec![0.0, 1.0, 0.0, tip.0[1]],
            vec![0.0, 0.0, 1.0, tip.0[2]],
            vec![0.0, 0.0, 0.0, 1.0],
        ];
        let first = robot.coordinates().iter().position(|q| *q == modes.coordinates[0]).unwrap();
        for (j, shape) in modes.body.shapes.iter().enumerate() {
            let [x, y, z] = shape.slope.map(&value).0;
            let [a, b, c] = shape.shift.map(&value).0;
            let exponent =
                vec![vec![0.0, -z, y, a], vec![z, 0.0, -x, b], vec![-y, x, 0.0, c], vec![0.0; 4]];
            let factor = exponential(&scaled(&exponent, state(first + j, 0, 0.3))).unwrap();
            expected = product(&expected, &factor);
        }
        // from the frame of the link to what sits at its tip: a rigid joint at its zero, or the tool
        let (frame, back) = match link == robot.joints().len() {
            true => ("tool".to_owned(), None),
            false => ((link + 1).to_string(), Some(link + 1)),
        };
        let mut found = rows(&robot, 0.3, &format!("T[{link},{frame}]"));
        if let Some(next) = back {
            // the turn of the next joint, about -y or y at its origin
            let turn = rows(&robot, 0.3, &format!("exp[{next}]"));
            let at_zero = rows(&robot, 0.0, &format!("R[0,{next}]"));
            let axes =
                |m: &[Vec<f64>]| -> Vec<Vec<f64>> { (0..3).map(|i| m[i][..3].to_vec()).collect() };
            let transpose = |m: &[Vec<f64>]| -> Vec<Vec<f64>> {
                (0..3).map(|i| (0..3).map(|j| m[j][i]).collect()).collect()
            };
            let own = product(&transpose(&at_zero), &product(&axes(&turn), &at_zero));
            let rotation = product(&axes(&found), &transpose(&own));
            for (row, turned) in found.iter_mut().zip(rotation) {
                row[..3].copy_from_slice(&turned);
            }
        }
        same(&found, &expected, &format!("{} {link}", robot.name()));
    }
}

/// Newton-Euler, Lagrange and Appell agree behind such a tip, for all values of all symbols; frames by
/// products of transforms and of exponentials, too.
#[test]
fn formalisms_agree_behind_modal_exponentials() {
    use appell_mechanics::Formalism;
    let robot = screwed("exponential");
    let arithmetic = PolynomialArithmetic::new(&robot, Budget::default());
    let derivation = Derivation::new(&robot, &arithmetic).unwrap();
    for (name, formalisms) in [
        ("Q", [Formalism::Lagrange, Formalism::Appell].as_slice()),
        ("M", &[Formalism::NewtonEuler, Formalism::Lagrange, Formalism::Appell]),
        ("c", &[Formalism::Lagrange, Formalism::Appell]),
        ("J", &[Formalism::Exponential]),
        ("T0[tool]", &[Formalism::Exponential]),
        ("a[tool]", &[Formalism::Exponential]),
        ("eps[2]", &[Formalism::Exponential]),
    ] {
        let quantity = Quantity::read_one(name, &robot).unwrap();
        let own = derivation.get(quantity).unwrap();
        for formalism in formalisms {
            let other = derivation.by(quantity, *formalism).unwrap();
            let mut pairs = own.entries().zip(other.entries());
            let equal = pairs.all(|(a, b)| a.poly().unwrap() == b.poly().unwrap());
            assert!(equal, "{name} by {}", formalism.name());
        }
    }
}

/// With slopes about one axis the product of exponentials turns the tip as the turns about z, y, x do:
/// exactly, by names for the angle of a single mode, in numbers for two. All maps agree to first order.
#[test]
fn one_axis_turns_as_its_exponential() {
    let planar = |tip_map: &str, modes: usize| {
        let mode = |j| format!("{{ shift = [0, \"v{j}\", 0], slope = [0, 0, \"u{j}\"] }}");
        let pair = |j| format!("{{ modes = [{j}, {j}], stiffness = 1 }}");
        let list =
            |of: &dyn Fn(usize) -> String| (1..=modes).map(of).collect::<Vec<_>>().join(", ");
        robot(&format!(
            "name = \"arm\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n[joint.link]\nmass = 1\n\
             [joint.link.elastic]\ntip_map = \"{tip_map}\"\ntip = [\"l\", 0, 0]\nmodes = [{}]\n\
             pairs = [{}]\n[tool]\noffset = [\"l\", 0, 0]\n",
            list(&mode),
            list(&pair)
        ))
    };
    let texts = |robot: &Robot| -> Vec<String> {
        let arithmetic = PolynomialArithmetic::new(robot, Budget::default());
        let derivation = Derivation::new(robot, &arithmetic).unwrap();
        let rotation = derivation.get(Quantity::read_one("R[0,tool]", robot).unwrap()).unwrap();
        let text = |entry: &Poly| entry.text(robot.symbols()).replace("phi1_1", "phi1z");
        rotation.entries().map(|entry| text(entry.poly().unwrap())).collect()
    };
    assert_eq!(texts(&planar("rotation", 1)), texts(&planar("exponential", 1)));
    let [turns, exponentials, affine] =
        ["rotation", "exponential", "affine"].map(|map| planar(map, 2));
    let rotation = |robot: &Robot| rows(robot, 0.7, "R[0,tool]");
    same(&rotation(&turns), &rotation(&exponentials), "two modes");
    // to first order, also in place
    let distance = |other: &Robot, size: f64| -> f64 {
        let [a, b] = [&turns, other].map(|robot| rows(robot, size, "T[tool]").concat());
        a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    for other in [&exponentials, &affine] {
        let [far, near] = [1e-2, 1e-3].map(|size| distance(other, size));
        assert!(far > 1e-7 && (near / far - 1e-2).abs() < 2e-3, "{far} {near}");
    }
}

/// What has no such product is refused at its place.
#[test]
fn tips_without_modal_exponentials_are_refused() {
    let refused = |text: &str| {
        let reading = read_toml(text, &Options::default());
        assert!(reading.robot.is_none());
        reading.findings[0].clone()
    };
    let stiffening = appell_model::write_toml(&named("flex1r"))
        .replace("elastic = {", "elastic = { tip_map = \"exponential\",");
    let finding = refused(&stiffening);
    assert_eq!(finding.code, "exponential-tip");
    assert!(finding.message.contains("stiffening"), "{}", finding.message);
    let oblique = r#"
        name = "arm"
        gravity = 0
        [[joint]]
        type = "rotation"
        axis = "z"
        link = { mass = 1, elastic = { tip_map = "exponential", tip = [1, 0, 0], modes = [{ shift = [0, 1, 1], slope = [0, 1, 1] }], pairs = [{ modes = [1, 1], stiffness = 1 }] } }
    "#;
    let finding = refused(oblique);
    assert_eq!(finding.code, "exponential-tip");
    assert!(finding.facts.iter().any(|(_, value)| value == "y, z"), "{:?}", finding.facts);
}
