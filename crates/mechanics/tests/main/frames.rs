//! Named frames: the independent route is the tool, put where the frame is; wrenches on them; the base
//! that stands in another frame.

use appell_algebra::{Budget, Graph, Poly, Symbol};
use appell_mechanics::{Derivation, Error, Frame, Numbers, PolynomialArithmetic, Quantity};
use appell_model::{
    Draft, FrameDraft, Options, Parent, Placement, Robot, Rotation, Turn, read_toml, strategy,
};
use appell_program::Program;
use appell_spatial::Vector;
use proptest::prelude::*;

fn assert_near(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1.0f64, |size, it| size.max(it.abs()));
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance * size, "{what}: {found:?} and {expected:?}");
    }
}

const CAMERA: &str = "camera_link";

/// What is asked of a frame, with the same of the tool.
const OF_FRAME: [&str; 16] = [
    "T[F]",
    "T0[F]",
    "J[F]",
    "Jdot[F]",
    "J[F]@1",
    "Jdot[F]@F",
    "v[F]",
    "a[F]",
    "omega[F]",
    "eps[F]",
    "v[F]@0",
    "a[F]@1",
    "R[0,F]",
    "r[1,F]",
    "T[F,1]",
    "omega[1]@F",
];

fn number(value: i64) -> Poly {
    Poly::constant(appell_algebra::Rational::new(value, 10).unwrap())
}

/// A robot with a frame on one of its joints, or on the base; with a wrench on it, if it moves.
fn with_frame(robot: &Robot, parent: usize, numbers: [i64; 4], loaded: bool) -> Robot {
    let mut draft = Draft::from(robot);
    let parent = match parent.checked_rem(robot.joints().len() + 1).unwrap() {
        0 => Parent::Base,
        joint => Parent::Joint(robot.joints()[joint - 1].name.clone()),
    };
    let [x, y, z, angle] = numbers;
    let symbol = |name: &str| Poly::from(robot.symbols().parameter(name).unwrap());
    let wrench = |letter: &str| match loaded && parent != Parent::Base {
        true => Vector(["x", "y", "z"].map(|axis| symbol(&format!("{letter}_{axis}")))),
        false => Vector::default(),
    };
    draft.frames.push(FrameDraft {
        name: CAMERA.to_owned(),
        placement: Placement {
            offset: Vector([number(x), &number(y) * &symbol("h"), number(z)]),
            rotation: Rotation::turns([
                Turn::about(0, &Poly::from(Symbol::PI) * &number(5)),
                Turn::about(1, number(angle)),
            ]),
        },
        force: wrench("force"),
        moment: wrench("moment"),
        parent,
        point: None,
    });
    draft.build(&Budget::default()).unwrap().0
}

/// The same robot, its tool put where the frame is, and what acts on the frame acting on the tool.
fn with_tool_there(robot: &Robot) -> Robot {
    let mut draft = Draft::from(robot);
    draft.use_as_tool(CAMERA).unwrap();
    let frame = draft.frames.remove(0);
    draft.payload.force = frame.force;
    draft.payload.moment = frame.moment;
    draft.build(&Budget::default()).unwrap().0
}

fn polynomials(robot: &Robot, names: &[String]) -> Vec<Vec<Poly>> {
    let arithmetic = PolynomialArithmetic::new(robot, Budget::default().with_terms(50_000));
    let derivation = Derivation::new(robot, &arithmetic).unwrap();
    let get = |name: &String| {
        let value = derivation.get(Quantity::read_one(name, robot).unwrap()).unwrap();
        value.entries().map(|entry| entry.poly().unwrap().clone()).collect()
    };
    names.iter().map(get).collect()
}

/// Some number for a symbol, the same for every robot.
fn value(robot: &Robot, symbol: Symbol) -> f64 {
    let name = robot.symbols().name(symbol.base());
    let seed = name.bytes().fold(symbol.order() as usize * 31, |sum, byte| sum * 7 + byte as usize);
    ((seed * 7919 + 13) % 1009) as f64 / 1009.0 - 0.4
}

fn in_numbers(robot: &Robot, name: &str, shift: Option<(Symbol, f64)>) -> Vec<f64> {
    evaluated(robot, name, shift).unwrap()
}

fn evaluated(robot: &Robot, name: &str, shift: Option<(Symbol, f64)>) -> Result<Vec<f64>, Error> {
    let numbers = Numbers::new(robot.symbols(), |symbol| {
        let more = shift.filter(|(shifted, _)| *shifted == symbol).map_or(0.0, |(_, by)| by);
        Some(robot.value(symbol).unwrap_or_else(|| value(robot, symbol)) + more)
    });
    let forces = (0..robot.coordinates().len()).map(|k| k as f64 - 0.7).collect();
    let derivation = Derivation::new(robot, numbers.with_driving_forces(forces)).unwrap();
    let value = derivation.get(Quantity::read_one(name, robot).unwrap())?;
    Ok(value.entries().copied().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Exactly, as polynomials; on a tool, which sits on a joint.
    #[test]
    fn a_frame_is_what_a_tool_is_there(
        robot in strategy::trees(1..=3),
        parent in 0..3usize,
        numbers in [-9..9i64, -9..9i64, -9..9i64, -30..30i64],
    ) {
        let framed = with_frame(&robot, 1 + parent % robot.joints().len(), numbers, false);
        let tooled = with_tool_there(&framed);
        let names = |of: &str| OF_FRAME.map(|name| name.replace('F', of)).to_vec();
        prop_assert!(
            polynomials(&framed, &names(CAMERA)) == polynomials(&tooled, &names("tool"))
        );
    }

    /// A wrench on a frame is one on a tool that is there: in joint torques, in connection wrenches, in
    /// accelerations, and by the economical route. The payload of the first is left out.
    #[test]
    fn a_wrench_on_a_frame_is_one_on_a_tool_there(
        robot in strategy::trees(1..=5),
        parent in 0..5usize,
        numbers in [-9..9i64, -9..9i64, -9..9i64, -30..30i64],
    ) {
        let mut draft = Draft::from(&robot);
        draft.payload = Default::default();
        let robot = draft.build(&Budget::default()).unwrap().0;
        prop_assume!(!robot.coordinates().is_empty());
        let framed = with_frame(&robot, 1 + parent % robot.joints().len(), numbers, true);
        let tooled = with_tool_there(&framed);
        for name in ["Q", "qdd", "f[1]", "n[1]", "dQ", "dQ/dq", "dqdd/dq"] {
            let [found, expected] = [&framed, &tooled].map(|robot| evaluated(robot, name, None));
            match expected {
                Ok(expected) => assert_near(&found.unwrap(), &expected, 1e-9, name),
                // a joint that moves no mass
                Err(error) => prop_assert_eq!(found.unwrap_err(), error),
            }
        }
        let camera = in_numbers(&framed, &format!("f[{CAMERA}]"), None);
        assert_near(&camera, &in_numbers(&tooled, "f[tool]", None), 1e-12, "f");
        let graph = Graph::new(framed.symbols());
        let derivation = Derivation::new(&framed, &graph).unwrap();
        let forces = derivation.economical_driving_forces().unwrap().forces;
        let of = |symbol| {
            Some(framed.value(symbol).unwrap_or_else(|| value(&framed, symbol)))
        };
        let forces: Vec<f64> = forces.iter().map(|force| force.evaluate(of).unwrap()).collect();
        assert_near(&forces, &in_numbers(&tooled, "Q", None), 1e-9, "economical");
    }

    /// Q with a wrench less Q without is J^T w, exactly.
    #[test]
    fn a_wrench_asks_for_the_transposed_jacobian(
        robot in strategy::trees(1..=3),
        parent in 0..3usize,
        numbers in [-9..9i64, -9..9i64, -9..9i64, -30..30i64],
    ) {
        prop_assume!(!robot.coordinates().is_empty());
        let parent = 1 + parent % robot.joints().len();
        let [free, loaded] = [false, true].map(|it| with_frame(&robot, parent, numbers, it));
        let read = |name: &str| Quantity::read_one(name, &loaded).unwrap();
        let arithmetic = PolynomialArithmetic::new(&loaded, Budget::default());
        let with = Derivation::new(&loaded, &arithmetic).unwrap();
        let without = Derivation::new(&free, &arithmetic).unwrap();
        let [q, q_free] = [&with, &without].map(|it| it.get(read("Q")).unwrap());
        let jacobian = with.get(read(&format!("J[{CAMERA}]"))).unwrap();
        let force = with.get(read(&format!("f[{CAMERA}]@0"))).unwrap();
        let moment = with.get(read(&format!("n[{CAMERA}]@0"))).unwrap();
        for (k, (with, without)) in q.entries().zip(q_free.entries()).enumerate() {
            let wrench = force.entries().chain(moment.entries());
            let columns = jacobian.rows.iter().zip(wrench);
            let power = columns.map(|(row, entry)| &row[k] * entry);
            let power = power.reduce(|sum, term| &sum + &term).unwrap();
            prop_assert!((&(with - without) - &power).poly().unwrap().is_zero());
        }
    }

    /// J against finite differences of T, also of a frame on the base.
    #[test]
    fn the_jacobian_is_the_slope_of_the_frame(
        robot in strategy::trees(1..=5),
        parent in 0..6usize,
        numbers in [-9..9i64, -9..9i64, -9..9i64, -30..30i64],
    ) {
        prop_assume!(!robot.coordinates().is_empty());
        let robot = with_frame(&robot, parent, numbers, false);
        let frame = format!("T0[{CAMERA}]");
        let jacobian = in_numbers(&robot, &format!("J[{CAMERA}]"), None);
        let count = robot.coordinates().len();
        let here = in_numbers(&robot, &frame, None);
        const STEP: f64 = 1e-5;
        for (k, q) in robot.coordinates().into_iter().enumerate() {
            let [plus, minus] = [STEP, -STEP].map(|by| in_numbers(&robot, &frame, Some((q, by))));
            let slope: Vec<f64> =
                plus.iter().zip(&minus).map(|(a, b)| (a - b) / (2.0 * STEP)).collect();
            let column: Vec<f64> = (0..6).map(|row| jacobian[row * count + k]).collect();
            let linear = [3, 7, 11].map(|at| slope[at]);
            // R' R^T = [omega]x
            let skew = |i: usize, j: usize| {
                (0..3).map(|m| slope[4 * i + m] * here[4 * j + m]).sum::<f64>()
            };
            let angular = [skew(2, 1), skew(0, 2), skew(1, 0)];
            assert_near(&column, &[linear, angular].concat(), 1e-7, "J");
        }
    }
}

/// A frame that is not asked for costs no operation, in any quantity.
#[test]
fn a_frame_that_is_not_asked_for_costs_nothing() {
    for file in ["2r", "rttrr", "puma560", "tree", "flex2r"] {
        let robot = crate::common::named(file);
        let framed = with_frame(&robot, 1, [3, 4, 5, 6], false);
        for name in ["Q", "M", "G", "c", "J", "Jdot", "T[tool]", "f[1]", "dQ/dq", "Y", "a[tool]"] {
            if name == "Y" && robot.is_elastic() {
                continue;
            }
            let counts = [&robot, &framed].map(|robot| {
                let graph = Graph::new(robot.symbols());
                let derivation = Derivation::new(robot, &graph).unwrap();
                let value =
                    derivation.economical(Quantity::read_one(name, robot).unwrap()).unwrap().value;
                let labels: Vec<String> =
                    (0..value.entries().count()).map(|k| format!("x{k}")).collect();
                let outputs: Vec<_> =
                    labels.iter().map(String::as_str).zip(value.entries().copied()).collect();
                Program::new(&graph, &outputs).unwrap().count().to_string()
            });
            assert_eq!(counts[0], counts[1], "{file} {name}");
        }
    }
}

const PLACED: &str = r#"
    name = "on a wall"
    gravity = "g"
    [parameters]
    g = 9.81
    [base]
    offset = ["b", 0, 2]
    rotation = { axis = "y", angle = "alpha" }
    [[joint]]
    type = "rotation"
    axis = "z"
    link = { mass = 2, centre = ["l", 0, 0.1] }
    [[joint]]
    type = "translation"
    axis = "x"
    offset = ["l", 0, 0]
    link = { mass = 1 }
    [tool]
    offset = [0, 0.2, 0]
"#;

/// Gravity is given in the axes of B; all else is as seen from the base.
#[test]
fn a_placed_base_turns_gravity_and_nothing_else() {
    let read = |text: &str| read_toml(text, &Options::default()).robot.unwrap();
    let placed = read(PLACED);
    // the same robot, its gravity turned into base axes by hand
    let at = PLACED.find("    [base]").unwrap();
    let end = PLACED.find("    [[joint]]").unwrap();
    let turned = format!("{}{}", &PLACED[..at], &PLACED[end..]);
    let turned =
        turned.replace("gravity = \"g\"", r#"gravity = ["g*sin(alpha)", 0, "-g*cos(alpha)"]"#);
    let plain = read(&turned);
    for name in ["Q", "M", "G", "T[tool]", "J", "a[2]", "a[tool]@0", "Ep"] {
        let [found, expected] = [&placed, &plain].map(|robot| in_numbers(robot, name, None));
        assert_near(&found, &expected, 1e-12, name);
    }
    let alpha = value(&placed, placed.symbols().find("alpha").unwrap());
    let b = value(&placed, placed.symbols().find("b").unwrap());
    let (sin, cos) = alpha.sin_cos();
    let turn = |v: &[f64]| [cos * v[0] + sin * v[2], v[1], cos * v[2] - sin * v[0]];
    let [seen, own] = ["r[B,tool]", "r[0,tool]"].map(|name| in_numbers(&placed, name, None));
    let own = turn(&own);
    assert_near(&seen, &[own[0] + b, own[1], own[2] + 2.0], 1e-12, "r[B,tool]");
    let [seen, own] = ["v[tool]@B", "v[tool]@0"].map(|name| in_numbers(&placed, name, None));
    assert_near(&seen, &turn(&own), 1e-12, "v@B");
    let back = in_numbers(&placed, "T[tool,B]", None);
    let there = in_numbers(&placed, "T[B,tool]", None);
    let product = |i: usize, j: usize| (0..4).map(|k| back[4 * i + k] * there[4 * k + j]).sum();
    let product: Vec<f64> = (0..16).map(|at| product(at / 4, at % 4)).collect();
    let unit: Vec<f64> = (0..16).map(|at| f64::from(u8::from(at / 4 == at % 4))).collect();
    assert_near(&product, &unit, 1e-12, "T[tool,B] T[B,tool]");
    // at rest the base is accelerated against free fall, which in B is straight up
    assert_near(&in_numbers(&placed, "a[B]", None), &[0.0, 0.0, 9.81], 1e-12, "a[B]");
    assert!(Quantity::read_one("T[B,tool]", &plain).is_err());
}

/// Frames by their names, and what is refused.
#[test]
fn names_of_frames() {
    let robot = with_frame(&crate::common::named("2r"), 2, [1, 2, 3, 4], true);
    for name in ["J[camera_link]", "v[camera_link]@0", "T[1,camera_link]", "omega[2]@camera_link"] {
        let quantity = Quantity::read_one(name, &robot).unwrap();
        assert_eq!(quantity.to_string(), name);
    }
    for quantity in Quantity::all(&robot) {
        assert_eq!(Quantity::read_one(&quantity.to_string(), &robot).unwrap(), quantity);
    }
    let refused = Quantity::read_one("T[camera_lnk]", &robot).unwrap_err();
    assert_eq!(refused.hints, ["did you mean `camera_link`?"]);
    assert_eq!(
        Quantity::read_one("J[camera_link]", &robot).unwrap().latex(),
        r"J_{\mathrm{camera\_link}}"
    );
    assert_eq!(Quantity::read_one("m[camera_link]", &robot).unwrap_err().code, "unknown-joint");
    // a frame of another robot
    let other = crate::common::named("2r");
    let quantity = Quantity::read_one("T[camera_link]", &robot).unwrap();
    let numbers = Numbers::new(other.symbols(), |_| Some(0.5));
    let refused = Derivation::new(&other, numbers).unwrap().get(quantity).unwrap_err();
    assert_eq!(refused.diagnostics()[0].code, "other-robot");
    assert_eq!(Frame::Base.number(&other), Some(0));
}

/// A Jacobian in any axes times the rates is the velocity in these axes, and with its own rate the
/// acceleration; by matrix exponentials it is the same.
#[test]
fn jacobians_in_other_axes() {
    use appell_mechanics::Formalism;
    let text = "name = \"arm\"\ngravity = 0\n[base]\noffset = [1, 2, 3]\nrotation = { rpy = [0.3, -0.5, 0.7] }\n\
        [[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = { mass = 1 }\n\
        [[joint]]\ntype = \"rotation\"\naxis = [0.6, 0.8, 0]\noffset = [0.5, 0, 0.1]\nlink = { mass = 1 }\n\
        [[joint]]\ntype = \"translation\"\naxis = \"x\"\noffset = [0.3, 0, 0.2]\nlink = { mass = 1 }\n\
        [[frame]]\nname = \"camera\"\nparent = \"joint3\"\noffset = [0.1, 0.2, 0.3]\nrotation = { rpy = [0.2, 0.4, 0] }\n";
    let robot = read_toml(text, &Options::default()).robot.unwrap();
    let rates = [[0.4, 0.9, -1.1], [1.2, -0.7, 0.3], [0.3, 0.5, 0.8]];
    let coordinates = robot.coordinates();
    let value = |symbol: Symbol| {
        let k = coordinates.iter().position(|q| *q == symbol.base())?;
        Some(rates[k].get(symbol.order() as usize).copied().unwrap_or(0.0))
    };
    let derivation = Derivation::new(&robot, Numbers::new(robot.symbols(), value)).unwrap();
    let get = |name: &str| derivation.get(Quantity::read_one(name, &robot).unwrap()).unwrap();
    for axes in ["B", "0", "2", "camera", "tool"] {
        let named = |name: &str| get(&format!("{name}[camera]@{axes}")).rows;
        let (jacobian, rate) = (named("J"), named("Jdot"));
        let times = |rows: &[Vec<f64>], order: usize| -> Vec<f64> {
            let row = |row: &Vec<f64>| row.iter().zip(&rates).map(|(a, q)| a * q[order]).sum();
            rows.iter().map(row).collect()
        };
        let flat = |rows: Vec<Vec<f64>>| rows.concat();
        let velocity = [flat(named("v")), flat(named("omega"))].concat();
        assert_near(&times(&jacobian, 1), &velocity, 1e-12, axes);
        let sum = times(&jacobian, 2).into_iter().zip(times(&rate, 1)).map(|(a, b)| a + b);
        let acceleration = [flat(named("a")), flat(named("eps"))].concat();
        assert_near(&sum.collect::<Vec<_>>(), &acceleration, 1e-12, axes);
        for (name, rows) in [("J", &jacobian), ("Jdot", &rate)] {
            let asked = Quantity::read_one(&format!("{name}[camera]@{axes}"), &robot).unwrap();
            let other = derivation.by(asked, Formalism::Exponential).unwrap();
            assert_near(&other.rows.concat(), &rows.concat(), 1e-12, name);
        }
    }
    let name = |text: &str| Quantity::read_one(text, &robot).unwrap().to_string();
    assert_eq!([name("J@B"), name("J@0"), name("J[2]@tool")], ["J@B", "J", "J[2]@tool"]);
    let refused = Quantity::read_one("T[camera]@B", &robot).unwrap_err();
    assert!(refused.hints[0].contains("T[0,camera]"), "{refused:?}");
    assert!(Quantity::read_one("Jspace@B", &robot).is_err());
}
