//! Rotors, couplings, springs and laws of friction, each by a second route.

use crate::common::arms::TWO_LINKS;
use crate::common::motion::{self, robot};
use crate::common::{assert_near, exact, exact_entry, newton_euler, rational};
use appell_algebra::{Budget, BudgetScope, BudgetedPoly, Rational, Symbol};
use appell_mechanics::base_parameters::base_parameters;
use appell_mechanics::{
    Arithmetic, Derivation, Error, Kind, Mechanism, Numbers, PolynomialArithmetic, Quantity, Value,
    appell, forward, geometry, higher_order, kinematics, lagrange, regressor,
};
use appell_model::{Robot, strategy};
use proptest::prelude::*;

/// A slide behind two links; `{3}` is where its descriptions differ.
const SLIDE: &str = r#"
[[joint]]
type = "translation"
axis = "x"
offset = ["l2", 0, 0]
{3}
link = { mass = "m3" }
"#;

/// An arm of two links and a slide, with further keys of its second and third joint and further joints.
fn arm(second: &str, third: &str, more: &str) -> Robot {
    let text = format!("{TWO_LINKS}{SLIDE}{more}");
    robot(&text.replace("{1}", "").replace("{2}", second).replace("{3}", third))
}

/// Its rotors by their keys: one across the axis of its joint, on the first link; one on the second
/// link, for the slide, turning with the second joint as well.
fn by_keys() -> Robot {
    let second = r#"rotor = { inertia = "I2", ratio = 3, axis = "x" }"#;
    let third = r#"rotor = { inertia = "I3", ratio = { joint2 = -2, joint3 = "n" }, on = "joint2", axis = [0, 3, 4] }"#;
    arm(second, third, "")
}

/// The same rotors as bodies on joints that follow.
fn by_bodies() -> Robot {
    let bodies = r#"
[[joint]]
name = "rotor2"
parent = "joint1"
type = "rotation"
axis = "x"
offset = [0.1, "d", 0]
mimic = { of = "joint2", ratio = 3, offset = "o" }
link = { inertia = { xx = "I2" } }

[[joint]]
name = "rotor3"
parent = "joint2"
type = "rotation"
axis = [0, 3, 4]
link = { inertia = { yy = "9*I3/25", zz = "16*I3/25", yz = "-12*I3/25" } }

[[coupling]]
joint = "rotor3"
of = { joint2 = -2, joint3 = "n" }

[tool]
parent = "joint3"
"#;
    arm("", "", bodies)
}

pub(super) fn texts(robot: &Robot, entries: &[BudgetedPoly<'_>]) -> Vec<String> {
    entries.iter().map(|entry| entry.poly().unwrap().text(robot.symbols())).collect()
}

/// Driving forces by three formalisms, as they are printed.
fn three_routes(robot: &Robot) -> Vec<Vec<String>> {
    let scope = BudgetScope::new(Budget::default());
    let (mechanism, state) = exact(robot, &scope, 2);
    let routes = [
        newton_euler(&mechanism, &state),
        lagrange::driving_forces_by_lagrange(&mechanism, &state),
        appell::driving_forces_by_appell(&mechanism, &state),
    ];
    let found = routes.iter().map(|route| texts(robot, route)).collect();
    scope.check().unwrap();
    found
}

/// Decided by polynomials: a rotor is the same body that follows its joint.
#[test]
fn a_rotor_is_a_body_that_follows() {
    let (keys, bodies) = (by_keys(), by_bodies());
    let [expected, second] = [&keys, &bodies].map(three_routes);
    assert!(expected[0].iter().any(|force| force.contains("I3*q3''*n^2")));
    for found in expected.iter().chain(&second) {
        assert_eq!(*found, expected[0]);
    }
    for name in
        ["M", "C", "c", "G", "Q", "Ek", "Ep", "EA1", "EA2", "EA3", "dQ", "ddQ", "dQ/dq", "dQ/dqd"]
    {
        let [one, other] = [&keys, &bodies].map(|robot| {
            let polynomials = PolynomialArithmetic::new(robot, Budget::default());
            let derivation = Derivation::new(robot, &polynomials).unwrap();
            let value = derivation.get(Quantity::read_one(name, robot).unwrap()).unwrap();
            value.rows.iter().map(|row| texts(robot, row)).collect::<Vec<_>>()
        });
        assert_eq!(one, other, "{name}");
    }
}

/// On the base a rotor adds its inertia times the square of the ratio, and nothing else.
#[test]
fn on_the_base_a_rotor_is_armature() {
    let key = r#"rotor = { inertia = "I2", ratio = "n", on = "base" }"#;
    let [with, without] = [arm(key, "", ""), arm("", "", "")].map(|robot| {
        let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
        let derivation = Derivation::new(&robot, &polynomials).unwrap();
        let value = |name| derivation.get(Quantity::read_one(name, &robot).unwrap()).unwrap();
        [value("M"), value("C")]
            .map(|value| value.rows.iter().map(|row| texts(&robot, row)).collect::<Vec<_>>())
    });
    assert_eq!(with[1], without[1]);
    assert!(with[0][1][1].contains("I2*n^2"));
    for i in 0..3 {
        for j in 0..3 {
            match (i, j) {
                (1, 1) => assert_eq!(with[0][1][1].replace(" + I2*n^2", ""), without[0][1][1]),
                _ => assert_eq!(with[0][i][j], without[0][i][j]),
            }
        }
    }
}

/// Numbers for symbols: those of the file, or made up; the state of the coordinates, each with rates.
pub(super) fn numbers<'r>(robot: &'r Robot, state: &'r [Vec<f64>], tau: &[f64]) -> Numbers<'r> {
    let coordinates = robot.coordinates();
    let value = move |symbol: Symbol| match coordinates.iter().position(|&q| q == symbol.base()) {
        Some(k) => Some(state[k].get(symbol.order() as usize).copied().unwrap_or_default()),
        None => {
            let name = robot.symbols().name(symbol);
            let made_up = name.bytes().fold(7u32, |sum, byte| (sum * 31 + u32::from(byte)) % 97);
            robot.value(symbol).or(Some(0.3 + f64::from(made_up) / 50.0))
        }
    };
    Numbers::new(robot.symbols(), value).with_driving_forces(tau.to_vec())
}

pub(super) fn evaluated(robot: &Robot, state: &[Vec<f64>], tau: &[f64], name: &str) -> Value<f64> {
    let derivation = Derivation::new(robot, numbers(robot, state, tau)).unwrap();
    derivation.get(Quantity::read_one(name, robot).unwrap()).unwrap()
}

/// A gripper-like tree with joints that follow others by ratios of every kind, also in a row.
const FOLLOWING: &str = r#"
name = "following"
gravity = [0, "-g", 1]

[[joint]]
type = "rotation"
axis = "z"
link = { mass = 2, centre = [0.3, 0.1, 0], inertia = { zz = 0.2, xx = 0.1 } }

[[joint]]
type = "rotation"
axis = "y"
offset = [0.5, 0, 0.1]
mimic = { of = "joint1", ratio = -0.7, offset = 0.4 }
spring = { stiffness = 3, rest = 0.2 }
friction = { viscous = 0.4 }
link = { mass = 1, centre = [0.2, 0, 0.1], inertia = { zz = 0.1, yy = 0.3 } }

[[joint]]
type = "translation"
axis = [1, 2, 2]
offset = [0.1, 0.2, 0]
rotor = { inertia = 0.02, ratio = 6, axis = "y", friction = { viscous = 0.1 } }
link = { mass = 1.5, centre = [0, 0.1, 0] }

[[joint]]
parent = "joint2"
type = "translation"
axis = "x"
mimic = { of = "joint2", ratio = 2, offset = -0.1 }
friction = { viscous = 0.3 }
link = { mass = 0.7, centre = [0, 0, 0.3], inertia = { xx = 0.1, yy = 0.1, zz = 0.1 } }

[[joint]]
type = "rotation"
axis = "x"
offset = [0, 0.4, 0]
rotor = { inertia = 0.03, ratio = { joint5 = 4, joint3 = -2 }, on = "joint2", axis = "z" }
link = { mass = 0.5, centre = [0, 0.3, 0], inertia = { xx = 0.1 } }

[[coupling]]
joint = "joint5"
of = { joint1 = 0.5, joint3 = 3, joint4 = -1 }
offset = 0.3
"#;

/// Every quantity of a robot whose joints follow others is that of the free robot, reduced by the
/// matrix of ratios: q = S p + s, so Q = S^T Q, M = S^T M S, J = J S.
#[test]
fn following_is_projection() {
    let following = robot(FOLLOWING);
    let cut = FOLLOWING.find("[[coupling]]").unwrap();
    let free: Vec<&str> =
        FOLLOWING[..cut].lines().filter(|line| !line.starts_with("mimic")).collect();
    let free = robot(&free.join("\n"));
    // the coordinates are those of joints 1 and 3
    let (first, third) = ([1.0, 0.0], [0.0, 1.0]);
    let second = first.map(|r| -0.7 * r);
    let fourth = second.map(|r| 2.0 * r);
    let fifth: [f64; 2] = std::array::from_fn(|k| 0.5 * first[k] + 3.0 * third[k] - fourth[k]);
    let ratios = [first, second, third, fourth, fifth];
    let fourth_offset = 2.0 * 0.4 - 0.1;
    let offsets = [0.0, 0.4, 0.0, fourth_offset, 0.3 - fourth_offset];
    let reduced = [vec![0.8, -0.5, 1.1, 0.4, 0.3], vec![-0.3, 0.9, -0.7, 0.6, -0.2]];
    let whole: Vec<Vec<f64>> = (0..5)
        .map(|joint| {
            let sum = |order: usize| {
                let sum: f64 = (0..2).map(|k| ratios[joint][k] * reduced[k][order]).sum();
                if order == 0 { sum + offsets[joint] } else { sum }
            };
            (0..5).map(sum).collect()
        })
        .collect();
    let of =
        |robot: &Robot, state: &[Vec<f64>], name: &str| evaluated(robot, state, &[], name).rows;
    for name in ["Q", "c", "G", "Qf", "dQ", "ddQ"] {
        let (found, full) = (of(&following, &reduced, name), of(&free, &whole, name));
        for k in 0..2 {
            let expected: f64 = (0..5).map(|i| ratios[i][k] * full[i][0]).sum();
            assert_near(found[k][0], expected, 1e-12, name);
        }
    }
    for name in ["M", "C", "K", "dQ/dq", "dQ/dqd"] {
        let (found, full) = (of(&following, &reduced, name), of(&free, &whole, name));
        for k in 0..2 {
            for l in 0..2 {
                let term = |i: usize, j: usize| ratios[i][k] * full[i][j] * ratios[j][l];
                let expected: f64 = (0..25).map(|at| term(at / 5, at % 5)).sum();
                assert_near(found[k][l], expected, 1e-12, name);
            }
        }
    }
    for name in ["J", "Jdot"] {
        let (found, full) = (of(&following, &reduced, name), of(&free, &whole, name));
        for row in 0..6 {
            for k in 0..2 {
                let expected: f64 = (0..5).map(|j| full[row][j] * ratios[j][k]).sum();
                assert_near(found[row][k], expected, 1e-12, name);
            }
        }
    }
    for name in ["Ek", "Ep", "EA1", "EA2", "EA3", "f[4]", "n[1]", "T[tool]", "omega[5]", "aC[5]"] {
        let (found, full) = (of(&following, &reduced, name), of(&free, &whole, name));
        for (a, b) in found.iter().flatten().zip(full.iter().flatten()) {
            assert_near(*a, *b, 1e-12, name);
        }
    }
    // what drives it causes the motion that needs it
    let tau: Vec<f64> = of(&following, &reduced, "Q").into_iter().flatten().collect();
    let found = evaluated(&following, &reduced, &tau, "qdd").rows;
    for k in 0..2 {
        assert_near(found[k][0], reduced[k][2], 1e-11, "qdd");
    }
}

/// Whole multiples are expanded: the angle of the joint that follows does not appear.
#[test]
fn whole_multiples_are_in_the_normal_form() {
    let pair = |ratio: &str| {
        robot(&format!(
            "name = \"pair\"\ngravity = [0, \"-g\", 0]\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
             [[joint]]\ntype = \"rotation\"\naxis = \"z\"\noffset = [\"l\", 0, 0]\n\
             mimic = {{ of = \"joint1\", ratio = {ratio} }}\nlink = {{ mass = \"m\", centre = [\"r\", 0, 0] }}\n"
        ))
    };
    let mass = |robot: &Robot| {
        let polynomials = PolynomialArithmetic::new(robot, Budget::default());
        let derivation = Derivation::new(robot, &polynomials).unwrap();
        let value = derivation.get(Quantity::read_one("M", robot).unwrap()).unwrap();
        texts(robot, &value.rows[0])
    };
    // 1 + 2 = 3: m (l^2 + 2*3 l r cos 2q + 9 r^2)
    assert_eq!(mass(&pair("2")), ["l^2*m + 12*l*m*r*cos(q1)^2 - 6*l*m*r + 9*m*r^2"]);
    assert_eq!(mass(&pair("-1")), ["l^2*m"]);
    assert_eq!(mass(&pair("0.5")), ["l^2*m + 3*l*m*r*cos(q2) + 9/4*m*r^2"]);
}

/// Friction by its law, written out once more.
#[test]
fn laws_of_friction() {
    let one = |friction: &str, more: &str| {
        robot(&format!(
            "name = \"one\"\ngravity = [0, -9.81, 0]\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
             friction = {{ {friction} }}\n{more}link = {{ mass = 2, centre = [0.3, 0, 0], inertia = {{ zz = 0.1 }} }}\n"
        ))
    };
    let friction = |robot: &Robot, rate: f64| {
        evaluated(robot, &[vec![0.4, rate, 1.2, 0.0, 0.0]], &[], "Qf").rows[0][0]
    };
    let stribeck = "viscous = 0.5, constant = 2, static = 3, stribeck = 0.1";
    for rate in [0.0, 1e-3, 0.1, -0.7] {
        let sign: f64 = if rate == 0.0 { 0.0 } else { f64::signum(rate) };
        let drop = |v: f64| 2.0 + 1.0 / (1.0 + (v / 0.1) * (v / 0.1));
        let found = friction(&one(stribeck, ""), rate);
        assert_near(found, 0.5 * rate + drop(rate) * sign, 1e-14, "Hess and Soom");
        let smooth = rate / f64::sqrt(rate * rate + 0.04 * 0.04);
        let found = friction(&one(&format!("{stribeck}, smooth = 0.04"), ""), rate);
        assert_near(found, 0.5 * rate + drop(rate) * smooth, 1e-14, "smooth");
        // of a motor, at minus ten times the speed: the joint feels it times minus ten
        let rotor = "rotor = { inertia = 0, ratio = -10, friction = { viscous = 0.01, constant = 0.2, static = 0.3, stribeck = 5 } }\n";
        let drop = |v: f64| 0.2 + 0.1 / (1.0 + (v / 5.0) * (v / 5.0));
        let found = friction(&one("viscous = 0.5", rotor), rate);
        let expected = 0.5 * rate + 10.0 * (0.01 * 10.0 * rate + drop(10.0 * rate) * sign);
        assert_near(found, expected, 1e-14, "motor");
    }
    // and it is in Q and in qdd, where it needs no iteration
    let rough = one(stribeck, "");
    let state = [vec![0.4, 0.2, 1.2, 0.0, 0.0]];
    let tau = evaluated(&rough, &state, &[], "Q").rows[0][0];
    let gravity = evaluated(&rough, &state, &[], "G").rows[0][0];
    assert_near(tau, (0.1 + 2.0 * 0.09) * 1.2 + gravity + friction(&rough, 0.2), 1e-14, "Q");
    assert_near(evaluated(&rough, &state, &[tau], "qdd").rows[0][0], 1.2, 1e-14, "qdd");
}

/// A spring by its law, in Q, Ep and K, but not in G and c.
#[test]
fn springs() {
    let text = "name = \"one\"\ngravity = [0, -9.81, 0]\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         spring = { stiffness = 7, rest = 0.5 }\nlink = { mass = 2, centre = [0.3, 0, 0] }\n";
    let with = robot(text);
    let without = robot(&text.replace("stiffness = 7", "stiffness = 0"));
    let state = [vec![1.3, 0.2, 1.2, 0.7, 0.3]];
    let difference = |name: &str| {
        let [a, b] =
            [&with, &without].map(|robot| evaluated(robot, &state, &[1.0], name).rows[0][0]);
        a - b
    };
    for (name, expected) in [
        ("Q", 7.0 * 0.8),
        ("Ep", 3.5 * 0.64),
        ("K", 7.0),
        ("dQ/dq", 7.0),
        ("dQ", 7.0 * 0.2),
        ("qdd", -7.0 * 0.8 / 0.18),
        ("dqdd/dq", -7.0 / 0.18),
        ("G", 0.0),
        ("c", 0.0),
        ("M", 0.0),
    ] {
        assert_near(difference(name), expected, 1e-13, name);
    }
    let modes = evaluated(&with, &[vec![0.0; 5]], &[], "modes").rows;
    assert_near(modes[0][0], (7.0f64 / 0.18).sqrt(), 1e-12, "modes");
    // by articulated bodies, too
    let mechanism = motion::mechanism(&with);
    let place = motion::state(&mechanism, &[1.3, 0.2], &[0.0]);
    let found = forward::articulated_body(&mechanism, &place, &[1.0]);
    assert_near(found[0], evaluated(&with, &state, &[1.0], "qdd").rows[0][0], 1e-13, "bodies");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Base parameters are enough, exactly; and energies in trace form are those in explicit form.
    #[test]
    fn parameters_and_energies_of_random_robots(robot in strategy::driven_trees(1..=4), seed in 0..50i64) {
        prop_assume!(!robot.coordinates().is_empty());
        let (mut mechanism, state) = rational(&robot, seed, 4);
        for p in 1..=3 {
            let trace = higher_order::acceleration_energy(&mechanism, &state, p);
            prop_assert_eq!(Some(trace), higher_order::explicit_energy(&mechanism, &state, p));
        }
        mechanism.payload = mechanism.free().payload;
        mechanism.joints.iter_mut().for_each(|joint| joint.spring.stiffness = Rational::ZERO);
        mechanism.compensators.clear();
        let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
        let symbolic = Mechanism::new(&robot, |entry| (&polynomials).entry(entry)).unwrap();
        let base = base_parameters(&robot, &&polynomials, &symbolic).unwrap();
        // rounded factors are those of the robot's own angles, which this state does not have
        if base.rounded {
            return Ok(());
        }
        let values: Vec<Rational> = base
            .parameters
            .iter()
            .map(|it| exact_entry(&robot, it.value.poly().unwrap()))
            .collect();
        let in_parent = geometry::in_parent(&mechanism, &state);
        let motions = kinematics::motions(&mechanism, &state, &in_parent);
        let rows = regressor::regressor(&mechanism, &state, &in_parent, &motions);
        for (row, force) in rows.iter().zip(newton_euler(&mechanism, &state)) {
            let terms =
                base.parameters.iter().zip(&values).map(|(it, value)| &row[it.column] * value);
            prop_assert_eq!(terms.fold(Rational::ZERO, |sum, term| &sum + &term), force);
        }
    }

    /// What generated code calculates is the same.
    #[test]
    fn economical_forms_of_random_robots(robot in strategy::driven_trees(1..=5), seed in 1..50u32) {
        let count = robot.coordinates().len();
        prop_assume!(count > 0);
        let number = |k: usize| f64::from((seed * 37 + k as u32 * 101) % 200) / 61.0 - 1.6;
        let state: Vec<Vec<f64>> =
            (0..count).map(|k| (0..5).map(|order| number(5 * k + order)).collect()).collect();
        let tau: Vec<f64> = (0..count).map(|k| number(k + 70)).collect();
        let derivation = Derivation::new(&robot, numbers(&robot, &state, &tau)).unwrap();
        for kind in [
            Kind::MassMatrix,
            Kind::CoriolisMatrix,
            Kind::CoriolisForce,
            Kind::GravityForce,
            Kind::DrivingForce,
            Kind::JointAcceleration,
            Kind::DrivingForceByPosition,
            Kind::DrivingForceByVelocity,
            Kind::JointAccelerationByPosition,
        ] {
            let quantity = Quantity::of_robot(kind).unwrap();
            let expected = match derivation.get(quantity) {
                Err(Error::SingularMass { .. } | Error::ImplicitFriction) => continue,
                other => other.unwrap(),
            };
            let Ok(found) = derivation.economical(quantity) else { continue };
            let size = expected.entries().fold(1.0f64, |size, entry| size.max(entry.abs()));
            for (a, b) in found.value.entries().zip(expected.entries()) {
                prop_assert!((a - b).abs() <= 1e-7 * size, "{}: {a} and {b}", kind.name());
            }
        }
    }
}
