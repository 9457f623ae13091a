//! Base parameters are enough, and as many as the rank of the regressor by singular values: of robots whose joints follow others, have springs, motors, or are elastic.

use appell_algebra::{Budget, Symbol};
use appell_mechanics::regressor::{LINK_PARAMETERS, inertial_parameters};
use appell_mechanics::{Derivation, Numbers, PolynomialArithmetic, Quantity};
use appell_model::Robot;
use appell_numeric::random::Random;
use appell_numeric::singular_values::SingularValues;

use crate::common::motion::robot;

const BODY: &str = "link = { mass = 2, centre = [0.2, 0.02, 0.05], inertia = { xx = 0.03, yy = 0.06, zz = 0.07, xy = 0.01, xz = 0.02, yz = -0.01 } }";

/// A joint by its kind, axis, offset and further keys.
fn joint(kind: &str, axis: &str, offset: &str, keys: &str) -> String {
    format!("[[joint]]\ntype = \"{kind}\"\naxis = {axis}\noffset = {offset}\n{keys}\n{BODY}\n")
}

fn robots() -> Vec<(&'static str, Robot)> {
    let arm = |joints: &[String], more: &str| {
        robot(&format!("name = \"arm\"\ngravity = 9.81\n{}{more}", joints.concat()))
    };
    let (z, y, x) = ("\"z\"", "\"y\"", "\"x\"");
    let [none, out, up] = ["[0, 0, 0]", "[0.5, 0, 0.1]", "[0, 0.1, 0.4]"];
    let turning = "rotation";
    let oblique = "rotation = { rpy = [0.2, 0.1, -0.4] }";
    let tilted = "rotation = { rpy = [0.5, 0, 1.1] }";
    let motor = |keys: &str| format!("rotor = {{ inertia = 1e-4, {keys} }}");
    let shared = |keys: &str| motor(&format!("ratio = {{ {keys} }}, on = \"base\", axis = \"y\""));
    let elastic = |keys: &str| format!("{keys}\nelastic = {{ stiffness = 5000, damping = 2 }}");
    let on_oblique_axis = |offset: &str, ratio: &str| {
        let follows =
            format!("{oblique}\nmimic = {{ of = \"joint1\", ratio = {ratio}, offset = 0.2 }}");
        [
            joint(turning, z, none, ""),
            joint(turning, "[0.6, 0.8, 0]", offset, &follows),
            joint(turning, y, out, "mimic = { of = \"joint1\", ratio = -1 }"),
        ]
    };
    vec![
        (
            "mimic in a plane",
            arm(
                &[
                    joint(turning, z, none, ""),
                    joint(turning, z, out, "mimic = { of = \"joint1\", ratio = 2 }"),
                ],
                "",
            ),
        ),
        (
            "a gripper on an arm",
            arm(
                &[
                    joint(turning, z, none, ""),
                    joint(turning, y, out, ""),
                    joint("translation", y, out, ""),
                    joint(
                        "translation",
                        y,
                        out,
                        "parent = \"joint2\"\nmimic = { of = \"joint3\", ratio = -1.5 }\nspring = { stiffness = 30, rest = 0.1 }",
                    ),
                ],
                "",
            ),
        ),
        ("mimic on an oblique axis", arm(&on_oblique_axis(up, "1.7"), "")),
        (
            "mimic on an oblique axis, with a length",
            arm(&on_oblique_axis("[0, \"l\", 0.4]", "1.7"), "[parameters]\nl = 0.1\n"),
        ),
        // the factors depend on the ratio
        ("a ratio", arm(&on_oblique_axis(up, "\"k\""), "[parameters]\nk = 1.7\n")),
        (
            "a coupling of two joints",
            arm(
                &[
                    joint(turning, z, none, ""),
                    joint(turning, y, up, ""),
                    joint(turning, y, out, ""),
                ],
                "[[coupling]]\njoint = \"joint3\"\nof = { joint1 = 0.5, joint2 = -1 }\n",
            ),
        ),
        (
            "a differential",
            arm(
                &[
                    joint(turning, y, none, &shared("joint1 = 50, joint2 = 40")),
                    joint(turning, x, none, &shared("joint1 = 50, joint2 = -40")),
                ],
                "",
            ),
        ),
        (
            "rotors on links",
            arm(
                &[
                    joint(turning, z, none, &motor("ratio = 55, on = \"base\"")),
                    joint(turning, "[0.6, 0.8, 0]", up, &motor("ratio = -80")),
                    joint(
                        turning,
                        y,
                        out,
                        &motor("ratio = 60, axis = [0.48, 0.6, 0.64], on = \"joint1\""),
                    ),
                ],
                "",
            ),
        ),
        (
            "decimal angles and a motor of two joints beside another",
            arm(
                &[
                    joint(
                        turning,
                        z,
                        none,
                        &format!("{tilted}\n{}", shared("joint1 = 5, joint2 = 5")),
                    ),
                    joint(
                        turning,
                        "[0.6, 0, 0.8]",
                        "[0.18, 0.2, -0.07]",
                        &format!(
                            "rotation = {{ rpy = [0.5, 1.1, 0.5] }}\n{}",
                            motor("ratio = 12.5, on = \"base\"")
                        ),
                    ),
                ],
                "",
            ),
        ),
        (
            "elastic joints",
            arm(
                &[
                    joint(turning, z, none, &elastic(&motor("ratio = 55, on = \"base\""))),
                    joint(turning, "[0.6, 0.8, 0]", up, &elastic(&motor("ratio = -80"))),
                    joint(turning, y, out, "spring = { stiffness = 30, rest = -0.4 }"),
                ],
                "",
            ),
        ),
    ]
}

/// The regressor at a state by its number, and all inertial parameters.
fn regressor(robot: &Robot, sample: usize) -> (Vec<Vec<f64>>, Vec<f64>) {
    let coordinates = robot.coordinates();
    let value = |symbol: Symbol| match coordinates.iter().position(|q| *q == symbol.base()) {
        Some(k) => {
            let number = 1 + 7 * (sample * coordinates.len() + k) + symbol.order() as usize;
            // multiples of one number, as of the golden section, would be states on a line
            Some(3.0 * Random::new(number as u64).signed())
        }
        None => robot.value(symbol),
    };
    let derivation = Derivation::new(robot, Numbers::new(robot.symbols(), value)).unwrap();
    let rows = derivation.get(Quantity::read_one("Y", robot).unwrap()).unwrap().rows;
    (rows, inertial_parameters(derivation.mechanism()))
}

#[test]
fn as_many_as_the_rank_of_the_regressor() {
    for (name, robot) in robots() {
        let samples: Vec<_> = (0..60).map(|sample| regressor(&robot, sample)).collect();
        let mut rows: Vec<Vec<f64>> = samples.iter().flat_map(|it| it.0.clone()).collect();
        let columns = rows[0].len();
        let size = |k: usize| rows.iter().fold(0.0f64, |size, row| size.max(row[k].abs()));
        let sizes: Vec<f64> = (0..columns).map(size).collect();
        let largest = sizes.iter().fold(0.0f64, |a, b| a.max(*b));
        for row in &mut rows {
            for (entry, size) in row.iter_mut().zip(&sizes) {
                // what is rounding in all states is zero
                *entry = if *size > 1e-10 * largest { *entry / size } else { 0.0 };
            }
        }
        // the two sides of elastic joints have no links
        let motors = robot.joints().iter().filter(|joint| joint.rotor.is_some()).count();
        assert_eq!(columns, robot.given_joints().len() * LINK_PARAMETERS.len() + motors, "{name}");
        let rank = SingularValues::new(&rows).rank(1e-9);

        let value = |symbol: Symbol| robot.value(symbol).or(Some(0.3));
        let numbers = Derivation::new(&robot, Numbers::new(robot.symbols(), value)).unwrap();
        let base = numbers.base_parameters().unwrap();
        let count = base.parameters.len();
        // angles that are decimals have no closed form that is short: the factors are numbers, where these do
        // not depend on parameters
        assert!(count == rank || name == "a ratio", "{name}: {count} {rank}");
        assert_eq!(base.minimal, count == rank, "{name}");
        let is_rounded =
            name.starts_with("mimic on an oblique axis") || name.starts_with("decimal angles");
        assert!(base.rounded == is_rounded || name == "a ratio", "{name}");
        let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
        let exact = Derivation::new(&robot, &polynomials).unwrap().base_parameters().unwrap();
        assert_eq!(exact.parameters.len(), count, "{name}");
        for (number, symbolic) in base.parameters.iter().zip(&exact.parameters) {
            assert_eq!(number.column, symbolic.column, "{name}");
            let value = robot.evaluate(symbolic.value.poly().unwrap()).unwrap();
            let size = number.value.abs().max(1e-3);
            assert!((value - number.value).abs() <= 1e-10 * size, "{name}: {value} {number:?}");
        }
        // and they are enough
        for (rows, parameters) in &samples {
            for row in rows {
                let whole: f64 = row.iter().zip(parameters).map(|(y, p)| y * p).sum();
                let few: f64 = base.parameters.iter().map(|it| row[it.column] * it.value).sum();
                let size: f64 = row.iter().zip(parameters).map(|(y, p)| (y * p).abs()).sum();
                assert!((whole - few).abs() <= 1e-8 * size.max(1.0), "{name}: {whole} {few}");
            }
        }
    }
}

/// Of a joint that follows another in a plane, with a ratio that is a symbol: the angle of the second link is
/// (1 + k) q, so that its moment of inertia is felt (1 + k)^2 times at the first.
#[test]
fn combinations_have_the_ratios_of_joints_that_follow_others() {
    let text = |ratio: &str| {
        format!(
            "name = \"arm\"\ngravity = \"g\"\n[[joint]]\ntype = \"rotation\"\naxis = \"y\"\n\
             link = {{ mass = \"m1\", centre = [\"c1\", 0, 0], inertia = {{ yy = \"I1\" }} }}\n\
             [[joint]]\ntype = \"rotation\"\naxis = \"y\"\noffset = [\"l\", 0, 0]\n\
             mimic = {{ of = \"joint1\", ratio = {ratio} }}\n\
             link = {{ mass = \"m2\", centre = [\"c2\", 0, 0], inertia = {{ yy = \"I2\" }} }}\n"
        )
    };
    let combinations = |ratio: &str| -> Vec<String> {
        let robot = robot(&text(ratio));
        let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
        let base = Derivation::new(&robot, &polynomials).unwrap().base_parameters().unwrap();
        assert!(base.minimal);
        let text = |value: &appell_algebra::Poly| value.text(robot.symbols());
        base.parameters.iter().map(|it| text(it.value.poly().unwrap())).collect()
    };
    let expected =
        "I1 + I2 + I2*k^2 + 2*I2*k + c1^2*m1 + c2^2*m2 + 2*c2^2*k*m2 + c2^2*k^2*m2 + l^2*m2";
    let terms = |sum: &str| {
        let mut terms: Vec<String> = sum.split(" + ").map(str::to_owned).collect();
        terms.sort();
        terms
    };
    let symbolic = combinations("\"k\"");
    assert_eq!(symbolic.len(), 5);
    assert_eq!(terms(&symbolic[2]), terms(expected));
    // a joint before the one that it follows: the moment of the second is felt (1 + k)^2/k^2 times
    let before = text("\"k\"").replace("joint1", "joint2");
    let before = before.replacen("mimic = { of = \"joint2\", ratio = \"k\" }\n", "", 1);
    let before = before.replacen(
        "axis = \"y\"",
        "axis = \"y\"\nmimic = { of = \"joint2\", ratio = \"k\" }",
        1,
    );
    let robot_before = robot(&before);
    let polynomials = PolynomialArithmetic::new(&robot_before, Budget::default());
    let base = Derivation::new(&robot_before, &polynomials).unwrap().base_parameters().unwrap();
    assert!(base.minimal && base.parameters.len() == 5);
    // the second link does not turn
    assert_eq!(combinations("-1"), ["c1*m1 + l*m2", "0", "I1 + c1^2*m1 + l^2*m2"]);
}
