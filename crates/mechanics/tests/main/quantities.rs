//! Every quantity by its name, against differences along a motion: on a tree with a fixed joint in
//! between, oblique axes, a translation, friction, and the tool not on the last joint.

use crate::common::assert_near;
use appell_algebra::{Budget, Graph};
use appell_mechanics::{Derivation, Frame, Numbers, PolynomialArithmetic, Quantity};
use appell_model::{Options, Robot, read_toml};
use appell_spatial::{Matrix, Vector, Wrench};

pub(crate) const TREE: &str = r#"
    name = "tree"
    gravity = 9.81
    [[joint]]
    type = "rotation"
    axis = [0.6, 0, 0.8]
    offset = [0.1, 0.2, 0.3]
    rotation = { rpy = [0.2, -0.3, 0.5] }
    friction = { viscous = 0.4 }
    link = { mass = 3, centre = [0.1, -0.05, 0.2], inertia = { xx = 0.3, yy = 0.4, zz = 0.35, xy = 0.02, xz = -0.01, yz = 0.03 } }
    [[joint]]
    type = "fixed"
    offset = [0.3, 0, 0.1]
    rotation = { axis = "y", angle = 0.7 }
    link = { mass = 1, centre = [0, 0.1, 0], inertia = { xx = 0.05, yy = 0.04, zz = 0.06 } }
    [[joint]]
    type = "translation"
    axis = [0, 0.6, -0.8]
    offset = [0, 0.1, 0.2]
    friction = { viscous = 1.5 }
    link = { mass = 2, centre = [0.05, 0.1, -0.1], inertia = { xx = 0.1, yy = 0.12, zz = 0.09, xz = 0.01 } }
    [[joint]]
    type = "rotation"
    parent = "joint2"
    axis = "-x"
    rotation = { rpy = [0, 0.4, 0] }
    link = { mass = 1.2, centre = [0, 0, 0.15], inertia = { xx = 0.03, yy = 0.03, zz = 0.01 } }
    [tool]
    parent = "joint3"
    offset = [0.1, 0, 0.2]
    rotation = { axis = "z", angle = 0.3 }
    [payload]
    force = [3, -2, 5]
    moment = [0.4, 0.3, -0.2]
"#;

/// Smooth motions of the three coordinates, with derivatives up to order 4.
pub(crate) fn motion(k: usize, order: u32, t: f64) -> f64 {
    let (a, w, phase) = ([0.7, 0.3, -0.9][k], [1.3, 0.8, 1.7][k], [0.2, 1.0, 2.0][k]);
    let angle = w * t + phase + f64::from(order) * std::f64::consts::FRAC_PI_2;
    a * w.powi(order as i32) * angle.sin()
}

pub(crate) fn at(robot: &Robot, t: f64, name: &str) -> Vec<f64> {
    at_forces(robot, t, name, vec![])
}

pub(crate) fn numbers(robot: &Robot, t: f64) -> Numbers<'_> {
    let coordinates = robot.coordinates();
    Numbers::new(robot.symbols(), move |symbol| {
        match coordinates.iter().position(|&q| q == symbol.base()) {
            Some(k) => Some(motion(k, symbol.order(), t)),
            None => robot.value(symbol),
        }
    })
}

pub(crate) fn at_forces(robot: &Robot, t: f64, name: &str, tau: Vec<f64>) -> Vec<f64> {
    let derivation = Derivation::new(robot, numbers(robot, t).with_driving_forces(tau)).unwrap();
    let asked = Quantity::read(name, robot).unwrap();
    asked.into_iter().flat_map(|quantity| derivation.get(quantity).unwrap().rows.concat()).collect()
}

/// The derivative of a list of numbers by time, of order 1 or 2, by differences.
fn rate(of: impl Fn(f64) -> Vec<f64>, t: f64, order: usize) -> Vec<f64> {
    let h = [1e-3, 1e-2][order - 1];
    let values: Vec<Vec<f64>> = (-3..=3).map(|i| of(t + f64::from(i) * h)).collect();
    let weights: [f64; 7] = match order {
        1 => [-1.0 / 60.0, 0.15, -0.75, 0.0, 0.75, -0.15, 1.0 / 60.0],
        _ => [1.0 / 90.0, -0.15, 1.5, -49.0 / 18.0, 1.5, -0.15, 1.0 / 90.0],
    };
    (0..values[0].len())
        .map(|j| {
            weights.iter().zip(&values).map(|(w, v)| w * v[j]).sum::<f64>() / h.powi(order as i32)
        })
        .collect()
}

pub(crate) fn same(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        assert_near(*a, *b, 1e-7, what);
    }
}

pub(crate) fn robot() -> Robot {
    read_toml(TREE, &Options::default()).robot.unwrap()
}

/// A 4 x 4 matrix as its rotation and its position.
pub(crate) fn frame(entries: &[f64]) -> (Matrix<f64>, Vector<f64>) {
    let row = |i: usize| [entries[4 * i], entries[4 * i + 1], entries[4 * i + 2]];
    (Matrix([row(0), row(1), row(2)]), Vector([entries[3], entries[7], entries[11]]))
}

#[test]
fn velocities_and_accelerations_are_rates_of_the_frames() {
    let robot = robot();
    let t = 0.37;
    for i in 1..=4 {
        let name = format!("T0[{i}]");
        let (rotation, _) = frame(&at(&robot, t, &name));
        let back = rotation.transpose();
        let place = |t: f64, centre: &Vector<f64>| {
            let (rotation, position) = frame(&at(&robot, t, &name));
            (&position + &(&rotation * centre)).0.to_vec()
        };
        let centre = robot.joints()[i - 1].body.centre.try_map(|x| robot.evaluate(x)).unwrap();
        let origin = Vector([0.0; 3]);
        for (point, v, a) in [(&origin, "v", "a"), (&centre, "vC", "aC")] {
            let velocity = rate(|t| place(t, point), t, 1);
            let mut acceleration = rate(|t| place(t, point), t, 2);
            acceleration[2] += 9.81; // gravity is in the accelerations
            same(&at(&robot, t, &format!("{v}[{i}]@0")), &velocity, v);
            same(&at(&robot, t, &format!("{a}[{i}]@0")), &acceleration, a);
            let own = |entries: &[f64]| {
                (&back * &Vector([entries[0], entries[1], entries[2]])).0.to_vec()
            };
            same(&at(&robot, t, &format!("{v}[{i}]")), &own(&velocity), v);
            same(&at(&robot, t, &format!("{a}[{i}]")), &own(&acceleration), a);
        }
        let spin = |t: f64| {
            let rates = rate(|t| at(&robot, t, &name), t, 1);
            let (rates, _) = frame(&rates);
            let (rotation, _) = frame(&at(&robot, t, &name));
            let spin = (&rates * &rotation.transpose()).0;
            vec![spin[2][1], spin[0][2], spin[1][0]]
        };
        same(&at(&robot, t, &format!("omega[{i}]@0")), &spin(t), "omega");
        same(&at(&robot, t, &format!("eps[{i}]@0")), &rate(spin, t, 1), "eps");

        // F = M aC and N = d/dt (J omega), in base axes
        let body = &robot.joints()[i - 1].body;
        let mass = robot.evaluate(&body.mass).unwrap();
        let acceleration = at(&robot, t, &format!("aC[{i}]@0"));
        let force: Vec<f64> = acceleration.iter().map(|a| mass * a).collect();
        same(&at(&robot, t, &format!("F[{i}]@0")), &force, "F");
        let tensor = body.inertia.try_map(|x| robot.evaluate(x)).unwrap();
        let momentum = |t: f64| {
            let (rotation, _) = frame(&at(&robot, t, &name));
            let omega = at(&robot, t, &format!("omega[{i}]@0"));
            (&rotation.rotate_tensor(&tensor) * &Vector([omega[0], omega[1], omega[2]])).0.to_vec()
        };
        same(&at(&robot, t, &format!("N[{i}]@0")), &rate(momentum, t, 1), "N");
    }
}

/// T0 is the product of the T; a result has its axes.
#[test]
fn frames_chain_and_know_their_axes() {
    let robot = robot();
    let derivation = Derivation::new(&robot, numbers(&robot, 0.2)).unwrap();
    let get = |name: &str| derivation.get(Quantity::read(name, &robot).unwrap()[0]).unwrap();
    let of = |name: &str| {
        let (rotation, position) = frame(&get(name).rows.concat());
        appell_spatial::Transform::new(rotation, position)
    };
    let base_from_4 = &(&of("T[1]") * &of("T[2]")) * &of("T[4]");
    let found = of("T0[4]");
    same(&base_from_4.position.0, &found.position.0, "T0");
    same(base_from_4.rotation.0.as_flattened(), found.rotation.0.as_flattened(), "T0");
    let id = |number: usize| robot.joint_ids().nth(number - 1).unwrap();
    assert_eq!(get("T[1]").axes, Some(Frame::Base));
    assert_eq!(get("T[4]").axes, Some(Frame::Joint(id(2))));
    assert_eq!(get("omega[3]").axes, Some(Frame::Joint(id(3))));
    assert_eq!(get("omega[3]@0").axes, Some(Frame::Base));
    assert_eq!(get("Q").row_labels, ["1", "3", "4"]);
    assert_eq!(get("M").column_labels, ["1", "3", "4"]);
    assert_eq!(get("Q[3]").rows[0], get("Q").rows[1]);
    assert_eq!(get("Y").column_labels[12], "hy2");
    for (name, code) in [
        ("Q[2]", "fixed-joint"),
        ("Q[5]", "unknown-joint"),
        ("M@0", "no-axes"),
        ("Ep[1]", "no-index"),
    ] {
        assert_eq!(Quantity::read(name, &robot).unwrap_err().code, code, "{name}");
    }
}

/// Power: d/dt (Ek + Ep) is what the drives give less friction and what the payload takes.
#[test]
fn energies_rates_and_jacobians_along_the_motion() {
    let robot = robot();
    let t = 0.61;
    let energy = |t: f64| vec![at(&robot, t, "Ek")[0] + at(&robot, t, "Ep")[0]];
    let forces = at(&robot, t, "Q");
    let friction = at(&robot, t, "Qf");
    let rates: Vec<f64> = (0..3).map(|k| motion(k, 1, t)).collect();
    same(&friction, &[0.4 * rates[0], 1.5 * rates[1], 0.0], "Qf");
    let jacobian = at(&robot, t, "J");
    let (tool, _) = frame(&at(&robot, t, "T[tool]"));
    let wrench = [&tool * &Vector([3.0, -2.0, 5.0]), &tool * &Vector([0.4, 0.3, -0.2])];
    let wrench: Vec<f64> = wrench.iter().flat_map(|part| part.0).collect();
    let mut power = 0.0;
    for k in 0..3 {
        let taken: f64 = (0..6).map(|row| jacobian[row * 3 + k] * wrench[row]).sum();
        power += (forces[k] - friction[k] - taken) * rates[k];
    }
    same(&rate(energy, t, 1), &[power], "power");
    same(&rate(|t| at(&robot, t, "J"), t, 1), &at(&robot, t, "Jdot"), "Jdot");

    // dQ and ddQ are rates of Q, with the payload fixed in the tool
    same(&at(&robot, t, "dQ"), &rate(|t| at(&robot, t, "Q"), t, 1), "dQ");
    same(&at(&robot, t, "ddQ"), &rate(|t| at(&robot, t, "dQ"), t, 1), "ddQ");
    // c = C q', and EA1 is half the integral of the squared acceleration: by its definition for
    // a state without gravity it is quadratic in q'' with M
    let matrix = at(&robot, t, "C");
    let product: Vec<f64> =
        (0..3).map(|i| (0..3).map(|k| matrix[3 * i + k] * rates[k]).sum()).collect();
    same(&at(&robot, t, "c"), &product, "c");
}

/// Forward dynamics with viscous friction alone, as numbers and as expressions.
#[test]
fn forward_dynamics_feels_viscous_friction() {
    let robot = robot();
    let t = 0.9;
    let forces = at(&robot, t, "Q");
    let accelerations: Vec<f64> = (0..3).map(|k| motion(k, 2, t)).collect();
    same(&at_forces(&robot, t, "qdd", forces.clone()), &accelerations, "qdd");
    let graph = Graph::new(robot.symbols());
    let derivation = Derivation::new(&robot, &graph).unwrap();
    let formula = derivation.get(Quantity::read("qdd", &robot).unwrap()[0]).unwrap();
    let coordinates = robot.coordinates();
    let value =
        |symbol: appell_algebra::Symbol| match coordinates.iter().position(|&q| q == symbol.base())
        {
            Some(k) => Some(motion(k, symbol.order(), t)),
            // named by joints: joint 2 is fixed
            None => match robot.symbols().name(symbol).as_str() {
                "tau1" => Some(forces[0]),
                "tau3" => Some(forces[1]),
                "tau4" => Some(forces[2]),
                _ => robot.value(symbol),
            },
        };
    let found: Vec<f64> = formula.entries().map(|entry| entry.evaluate(value).unwrap()).collect();
    same(&found, &accelerations, "qdd as a formula");
}

/// Coulomb friction as a polynomial, an expression and a number: one value.
#[test]
fn friction_in_every_scalar() {
    let robot = crate::common::named("scara");
    let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
    let graph = Graph::new(robot.symbols());
    let exact = Derivation::new(&robot, &polynomials).unwrap();
    let nested = Derivation::new(&robot, &graph).unwrap();
    let coordinates = robot.coordinates();
    let value =
        |symbol: appell_algebra::Symbol| match coordinates.iter().position(|&q| q == symbol.base())
        {
            Some(k) => Some(0.3 * k as f64 - 0.5 + 0.7 * f64::from(symbol.order())),
            None => robot.value(symbol),
        };
    let numbers = Derivation::new(&robot, Numbers::new(robot.symbols(), value)).unwrap();
    for quantity in Quantity::read("Qf", &robot).unwrap() {
        let expected = numbers.get(quantity).unwrap();
        let exact = exact.get(quantity).unwrap();
        let nested = nested.get(quantity).unwrap();
        for (k, expected) in expected.entries().enumerate() {
            let poly = exact.rows[k][0].poly().unwrap().evaluate(robot.symbols(), value).unwrap();
            assert_near(poly, *expected, 1e-12, "polynomial");
            assert_near(nested.rows[k][0].evaluate(value).unwrap(), *expected, 1e-12, "expression");
        }
        assert!(expected.entries().any(|force| force.abs() > 0.1));
    }
}

/// Another payload counts, also after something was asked already.
#[test]
fn another_payload_is_felt() {
    let robot = robot();
    let derivation = Derivation::new(&robot, numbers(&robot, 0.1)).unwrap();
    let asked = Quantity::read("Q", &robot).unwrap()[0];
    let before = derivation.get(asked).unwrap();
    let none = Wrench { force: Vector([0.0; 3]), moment: Vector([0.0; 3]) };
    let after = derivation.with_payload(none).get(asked).unwrap();
    assert_ne!(before, after);
}

/// What failed once is not answered with zeros later.
#[test]
fn a_failure_is_remembered() {
    let robot = crate::common::named("puma560");
    let graph = Graph::with_budget(robot.symbols(), Budget::default().with_nodes(300));
    let derivation = Derivation::new(&robot, &graph).unwrap();
    let asked = Quantity::read("Q", &robot).unwrap()[0];
    assert!(derivation.get(asked).is_err());
    graph.take_failure();
    assert!(derivation.get(asked).is_err());
    assert!(derivation.driving_forces().is_err());
}

/// A mass matrix without an inverse, and values that are missing: named, not calculated with.
#[test]
fn what_has_no_answer_is_named() {
    use appell_mechanics::Error;
    let text = TREE.replace("friction = { viscous = 0.4 }", "")
        .replace("link = { mass = 1.2, centre = [0, 0, 0.15], inertia = { xx = 0.03, yy = 0.03, zz = 0.01 } }", "");
    let robot = read_toml(&text, &Options::default()).robot.unwrap();
    let derivation = Derivation::new(&robot, numbers(&robot, 0.1)).unwrap();
    let error = derivation.get(Quantity::read("qdd", &robot).unwrap()[0]).unwrap_err();
    assert_eq!(error, Error::SingularMass { coordinate: 2 });

    let text = TREE
        .replace("mass = 3,", "mass = \"M1\",")
        .replace("offset = [0.1, 0.2, 0.3]", "offset = [\"l1\", 0, 0]");
    let robot = read_toml(&text, &Options::default()).robot.unwrap();
    let derivation = Derivation::new(&robot, numbers(&robot, 0.1)).unwrap();
    for name in ["qdd", "Q", "M"] {
        let error = derivation.get(Quantity::read(name, &robot).unwrap()[0]).unwrap_err();
        assert!(error.to_string().contains("M1"), "{name}: {error}");
    }
    assert!(derivation.get(Quantity::read("omega[3]", &robot).unwrap()[0]).is_ok());
}

/// Special values hide nothing from the base parameters, and axes that are not grouped are reported.
#[test]
fn base_parameters_of_special_robots() {
    let planar = "name = \"p\"\ngravity = [0, \"-g\", 0]\n[parameters]\ng = 0\nl2 = 0\n\
        [[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = { mass = \"m1\", centre = [\"a1\", 0, 0] }\n\
        [[joint]]\ntype = \"rotation\"\naxis = \"z\"\noffset = [\"l2\", 0, 0]\nlink = { mass = \"m2\", centre = [\"a2\", 0, 0] }\n";
    let robot = read_toml(planar, &Options::default()).robot.unwrap();
    let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
    let base = Derivation::new(&robot, &polynomials).unwrap().base_parameters().unwrap();
    assert_eq!((base.parameters.len(), base.minimal), (6, true));
    // two axes that cross, one of them none of its frame's: 8, as for two axes of frames
    let oblique = "name = \"o\"\ngravity = 9.81\n\
        [[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = { mass = 1, inertia = { xx = 1, yy = 1, zz = 1 } }\n\
        [[joint]]\ntype = \"rotation\"\naxis = [0.6, 0, 0.8]\nlink = { mass = 1, inertia = { xx = 1, yy = 1, zz = 1 } }\n";
    let robot = read_toml(oblique, &Options::default()).robot.unwrap();
    let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
    let base = Derivation::new(&robot, &polynomials).unwrap().base_parameters().unwrap();
    assert_eq!((base.parameters.len(), base.minimal), (8, true));
}

/// Derivatives of inverse and forward dynamics, against differences.
#[test]
fn derivatives_are_slopes() {
    let robot = robot();
    let coordinates = robot.coordinates();
    let (t, tau) = (0.4, vec![3.0, -20.0, 0.5]);
    // at the state, with one derivative of one coordinate changed, or one force
    let changed = |name: &str, order: Option<u32>, at: usize, step: f64| {
        let (coordinates, mut tau) = (coordinates.clone(), tau.clone());
        if order.is_none() {
            tau[at] += step;
        }
        let numbers = Numbers::new(robot.symbols(), |symbol| {
            let k = coordinates.iter().position(|&q| q == symbol.base());
            let Some(k) = k else { return robot.value(symbol) };
            let moved = k == at && order == Some(symbol.order());
            Some(motion(k, symbol.order(), t) + if moved { step } else { 0.0 })
        });
        let derivation = Derivation::new(&robot, numbers.with_driving_forces(tau)).unwrap();
        derivation.get(Quantity::read(name, &robot).unwrap()[0]).unwrap().rows.concat()
    };
    for (of, by, order) in [
        ("Q", "q", Some(0)),
        ("Q", "qd", Some(1)),
        ("Q", "qdd", Some(2)),
        ("qdd", "q", Some(0)),
        ("qdd", "qd", Some(1)),
        ("qdd", "tau", None),
    ] {
        let name = format!("d{of}/d{by}");
        let found = at_forces(&robot, t, &name, tau.clone());
        for k in 0..3 {
            let h = 1e-4;
            let [ahead, behind] = [h, -h].map(|step| changed(of, order, k, step));
            for i in 0..3 {
                let slope = (ahead[i] - behind[i]) / (2.0 * h);
                assert_near(found[3 * i + k], slope, 1e-6, &name);
            }
        }
    }
}
