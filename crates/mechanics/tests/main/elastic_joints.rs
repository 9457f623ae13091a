//! Elastic joints: against the same robot written with further joints, against the laws of Spong, and
//! against frequencies by hand.

use crate::common::arms::TWO_LINKS;
use crate::common::motion::robot;
use crate::common::{assert_near, exact, newton_euler};
use appell_algebra::{Budget, BudgetScope};
use appell_mechanics::{Derivation, PolynomialArithmetic, Quantity, appell, lagrange};
use appell_model::Robot;

use super::drives::{evaluated, texts};

const ROTOR: &str = r#"rotor = { inertia = "I2", ratio = "n", axis = "x" }"#;

fn arm(first: &str, second: &str, more: &str) -> Robot {
    robot(&format!("{}{more}", TWO_LINKS.replace("{1}", first).replace("{2}", second)))
}

fn by_key() -> Robot {
    arm("", &format!("{ROTOR}\nelastic = {{ stiffness = \"k\", damping = \"d\" }}"), "")
}

/// The same by hand: the motor side is a joint without mass on the first link, with whose coordinate the
/// rotor turns, and a third joint without mass deflects by the difference.
fn by_hand() -> Robot {
    let sides = r#"
[[joint]]
name = "motor"
parent = "joint1"
type = "rotation"
axis = "y"
offset = ["l1", 0, "h"]
coordinate = "q2_motor"
{rotor}

[[joint]]
name = "deflection"
parent = "joint1"
type = "rotation"
axis = "y"
offset = ["l1", 0, "h"]
spring = { stiffness = "k" }
friction = { viscous = "d" }

[[coupling]]
joint = "deflection"
of = { joint2 = 1, motor = -1 }

[tool]
parent = "joint2"
"#;
    arm("", "", &sides.replace("{rotor}", ROTOR))
}

fn polynomials(robot: &Robot, name: &str) -> Vec<Vec<String>> {
    let polynomials = PolynomialArithmetic::new(robot, Budget::default());
    let derivation = Derivation::new(robot, &polynomials).unwrap();
    let value = derivation.get(Quantity::read_one(name, robot).unwrap()).unwrap();
    value.rows.iter().map(|row| texts(robot, row)).collect()
}

#[test]
fn an_elastic_joint_is_two_joints_and_a_spring() {
    let (key, hand) = (by_key(), by_hand());
    let names: Vec<String> =
        key.coordinates().iter().map(|&symbol| key.symbols().name(symbol)).collect();
    assert_eq!(names, ["q1", "q2", "q2_motor"]);
    for name in [
        "M", "C", "c", "G", "K", "Q", "Qf", "Ek", "Ep", "EA1", "EA2", "EA3", "dQ", "ddQ", "dQ/dq",
        "dQ/dqd", "J", "T[tool]", "f[2]", "n[1]",
    ] {
        assert_eq!(polynomials(&key, name), polynomials(&hand, name), "{name}");
    }
    // without friction by three formalisms
    let scope = BudgetScope::new(Budget::default());
    let (mechanism, state) = exact(&key, &scope, 2);
    let expected = texts(&key, &newton_euler(&mechanism, &state));
    assert!(expected[2].contains("I2*q2_motor''*n^2") && expected[2].contains("k*q2_motor"));
    assert_eq!(texts(&key, &lagrange::driving_forces_by_lagrange(&mechanism, &state)), expected);
    assert_eq!(texts(&key, &appell::driving_forces_by_appell(&mechanism, &state)), expected);
}

/// In a row instead of side by side: the joint of the motor carries that of the deflection, and the link
/// turns by the sum of both. With q = x + y the forces are Q_x = Q_q + Q_motor and Q_y = Q_q.
#[test]
fn an_elastic_joint_is_two_joints_in_a_row() {
    // the second joint has no link; the third one has it
    let deflection = r#"

[[joint]]
type = "rotation"
axis = "y"
spring = { stiffness = "k" }
friction = { viscous = "d" }
"#;
    let (key, row) = (by_key(), arm("", &format!("{ROTOR}{deflection}"), ""));
    let [q1, q2, motor] =
        [[0.4, 1.1, -0.7, 0.3, 0.2], [0.9, -0.6, 0.8, -0.4, 0.5], [0.5, 0.3, -1.2, 0.6, 0.1]];
    let deflection: Vec<f64> = (0..5).map(|order| q2[order] - motor[order]).collect();
    let by_key = [q1.to_vec(), q2.to_vec(), motor.to_vec()];
    let in_a_row = [q1.to_vec(), motor.to_vec(), deflection];
    let of = |robot: &Robot, state: &[Vec<f64>], name: &str| -> Vec<f64> {
        evaluated(robot, state, &[], name).rows.into_iter().flatten().collect()
    };
    for name in ["Q", "Qf", "G", "dQ"] {
        let (own, other) = (of(&key, &by_key, name), of(&row, &in_a_row, name));
        assert_near(other[0], own[0], 1e-12, name);
        assert_near(other[1], own[1] + own[2], 1e-12, name);
        assert_near(other[2], own[1], 1e-12, name);
    }
    for name in ["Ek", "Ep", "EA1", "EA2"] {
        assert_near(of(&key, &by_key, name)[0], of(&row, &in_a_row, name)[0], 1e-12, name);
    }
    let tau = of(&key, &by_key, "Q");
    let found = evaluated(&key, &by_key, &tau, "qdd").rows;
    for (found, given) in found.iter().zip(&by_key) {
        assert_near(found[0], given[2], 1e-11, "qdd");
    }
}

/// On the base a rotor has the energy of its own spin only, and the robot is that of Spong (1987):
/// M(q) q'' + c + G + K (q - p) = 0, J p'' - K (q - p) = tau.
#[test]
fn on_the_base_it_is_the_model_of_spong() {
    let joint = |k: &str, number: &str| {
        format!(
            "rotor = {{ inertia = \"I{number}\", ratio = \"n{number}\", on = \"base\" }}\nelastic = {{ stiffness = \"{k}\" }}"
        )
    };
    let elastic = arm(&joint("k1", "1"), &joint("k2", "2"), "");
    let rigid = arm("", "", "");
    let names: Vec<String> =
        elastic.coordinates().iter().map(|&symbol| elastic.symbols().name(symbol)).collect();
    assert_eq!(names, ["q1", "q2", "q1_motor", "q2_motor"]);
    let mass = polynomials(&elastic, "M");
    let own = polynomials(&rigid, "M");
    let zero = || "0".to_owned();
    for (row, own) in mass.iter().zip(&own) {
        assert_eq!(*row, [own.clone(), vec![zero(), zero()]].concat());
    }
    assert_eq!(mass[2], ["0", "0", "I1*n1^2", "0"]);
    assert_eq!(mass[3], ["0", "0", "0", "I2*n2^2"]);
    for name in ["c", "G"] {
        let own = polynomials(&rigid, name);
        assert_eq!(polynomials(&elastic, name), [own, vec![vec![zero()], vec![zero()]]].concat());
    }
    let forces = polynomials(&elastic, "Q").concat();
    assert_eq!(forces[2], "I1*q1_motor''*n1^2 - k1*q1 + k1*q1_motor");
    let stiffness = polynomials(&elastic, "K");
    assert_eq!(stiffness[1], ["0", "k2", "0", "-k2"]);
}

/// Two bodies on a spring: omega^2 = k (1/J + 1/(I n^2)), and the motion of both together.
#[test]
fn frequencies_of_one_elastic_joint() {
    let text = "name = \"one\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         rotor = { inertia = 2e-4, ratio = 100 }\nelastic = { stiffness = 5000 }\n\
         link = { mass = 2, centre = [0.3, 0, 0], inertia = { zz = 0.1 } }\n";
    let modes = evaluated(&robot(text), &[vec![0.0; 5], vec![0.0; 5]], &[], "modes").rows;
    let (link, motor) = (0.1 + 2.0 * 0.09, 2e-4 * 1e4);
    assert_near(modes[0][0], 0.0, 1e-5, "together");
    assert_near(modes[1][0], f64::sqrt(5000.0 * (1.0 / link + 1.0 / motor)), 1e-11, "against");
}

/// A differential whose two motors turn with both joints, each joint elastic: the motors turn with the
/// motor sides.
#[test]
fn coupled_motors_turn_with_the_motor_sides() {
    let joint = |number: usize, sign: &str| {
        format!(
            "rotor = {{ inertia = \"I{number}\", ratio = {{ joint1 = \"n\", joint2 = \"{sign}n\" }}, on = \"base\" }}\nelastic = {{ stiffness = \"k{number}\" }}"
        )
    };
    let mass = polynomials(&arm(&joint(1, ""), &joint(2, "-"), ""), "M");
    assert_eq!(mass[2], ["0", "0", "I1*n^2 + I2*n^2", "I1*n^2 - I2*n^2"]);
    assert_eq!(mass[3][2..], ["I1*n^2 - I2*n^2", "I1*n^2 + I2*n^2"]);
}
