//! Gravity compensators: arms that they balance exactly, and three formalisms.

use crate::common::motion::robot;
use crate::common::{assert_near, exact, newton_euler};
use appell_algebra::{Budget, BudgetScope};
use appell_mechanics::{Derivation, PolynomialArithmetic, Quantity, appell, lagrange};
use appell_model::Robot;

use super::drives::{evaluated, texts};

fn polynomials(robot: &Robot, name: &str) -> Vec<String> {
    let polynomials = PolynomialArithmetic::new(robot, Budget::default());
    let derivation = Derivation::new(robot, &polynomials).unwrap();
    let value = derivation.get(Quantity::read_one(name, robot).unwrap()).unwrap();
    value.rows.iter().flat_map(|row| texts(robot, row)).collect()
}

/// A pendulum whose spring is fixed above its axis: k b h = m g c.
fn pendulum(compensator: &str) -> Robot {
    robot(&format!(
        "name = \"pendulum\"\ngravity = \"g\"\n[[joint]]\ntype = \"rotation\"\naxis = \"y\"\n{compensator}\n\
         link = {{ mass = \"m\", centre = [\"c\", 0, 0], inertia = {{ yy = \"J\" }} }}\n"
    ))
}

const BALANCED: &str =
    "compensator = { stiffness = \"m*g*c/(b*h)\", from = [0, 0, \"h\"], to = [\"b\", 0, 0] }";

#[test]
fn a_balanced_pendulum_has_no_weight() {
    let balanced = pendulum(BALANCED);
    assert_eq!(polynomials(&balanced, "G"), ["0"]);
    assert_eq!(polynomials(&balanced, "Q"), ["J*q1'' + q1''*c^2*m"]);
    assert_ne!(polynomials(&pendulum(""), "G"), ["0"]);
    // half the stiffness leaves half the weight
    let half = pendulum(&BALANCED.replace("m*g*c", "m*g*c/2"));
    assert_eq!(polynomials(&half, "G"), ["-1/2*c*g*m*cos(q1)"]);
    // what the joint feels: weight, and the spring that pulls with k (b u - h z), in the axes of the link
    let [x, _, z]: [String; 3] = polynomials(&pendulum(BALANCED), "f[1]").try_into().unwrap();
    for (force, term) in [(&x, "c*g*m/h"), (&z, "c*g*m*cos(q1)/b")] {
        assert!(force.contains(term), "{force}");
    }
}

/// Two links in a plane, balanced by three springs: two to the base, and one between the links, which
/// takes away that the second one couples both. A second spring on a link is that of a fixed joint.
const ARM: &str = r#"
name = "balanced arm"
gravity = "g"

[[joint]]
type = "rotation"
axis = "y"
compensator = { stiffness = "(m1*c1 + m2*l1 - m2*c2*l1/b)*g/(a*h)", from = [0, 0, "h"], to = ["a", 0, 0] }
link = { mass = "m1", centre = ["c1", 0, 0], inertia = { yy = "J1" } }

[[joint]]
type = "rotation"
axis = "y"
offset = ["l1", 0, 0]
compensator = { stiffness = "m2*c2*g*l1/(h*e*s)", from = ["l1 + s", 0, 0], to = ["e", 0, 0] }
link = { mass = "m2", centre = ["c2", 0, 0], inertia = { yy = "J2" } }

[[joint]]
type = "fixed"
compensator = { stiffness = "m2*c2*g/(h*b)", from = [0, 0, "h"], to = ["b", 0, 0], on = "base" }
"#;

#[test]
fn an_arm_of_two_links_is_balanced_by_three_springs() {
    let arm = robot(ARM);
    assert_eq!(polynomials(&arm, "G"), ["0", "0"]);
    // the same forces as without gravity and springs
    let bare: String = ARM
        .lines()
        .filter(|line| !line.starts_with("compensator"))
        .fold(String::new(), |text, line| {
            format!("{text}{}\n", line.replace("gravity = \"g\"", "gravity = 0"))
        });
    assert_eq!(polynomials(&arm, "Q"), polynomials(&robot(&bare), "Q"));
    assert_eq!(polynomials(&arm, "c"), polynomials(&robot(&bare), "c"));
}

/// On links that turn in space, with a slide: Newton and Euler, Lagrange, Appell.
#[test]
fn three_formalisms_agree() {
    let arm = robot(
        r#"
name = "arm"
gravity = [0, "-g", 1]

[[joint]]
type = "rotation"
axis = "z"
compensator = { stiffness = "k1", from = ["u", 1, 2], to = [0.3, "v", -1] }
link = { mass = "m1", centre = ["c1", 0, 1], inertia = { zz = "J1" } }

[[joint]]
type = "translation"
axis = [0, 3, 4]
offset = ["l1", 0, 0.5]
compensator = { stiffness = "k2", from = [1, 2, "w"], to = [0, 1, 0.5] }
link = { mass = "m2", centre = [0, "c2", 0] }

[[joint]]
type = "rotation"
axis = "x"
offset = [0, "l2", 0.2]
compensator = { stiffness = "k3", from = [1, 0, 2], to = [0, 1, "p"], on = "joint1" }
link = { mass = "m3", centre = [0, "c3", 1], inertia = { xx = "J3" } }
"#,
    );
    let scope = BudgetScope::new(Budget::default());
    let (mechanism, state) = exact(&arm, &scope, 2);
    let expected = texts(&arm, &newton_euler(&mechanism, &state));
    // the third spring is between the first link and the last: the first joint does not feel it
    assert_eq!([0, 1, 2].map(|k| expected[k].contains("k3")), [false, true, true]);
    assert_eq!(texts(&arm, &lagrange::driving_forces_by_lagrange(&mechanism, &state)), expected);
    assert_eq!(texts(&arm, &appell::driving_forces_by_appell(&mechanism, &state)), expected);
    // and forward dynamics takes the forces back to the motion
    let state: Vec<Vec<f64>> = [[0.4, 1.1, -0.7], [0.3, -0.5, 0.9], [-0.8, 0.6, 1.3]]
        .map(|[q, rate, acceleration]| vec![q, rate, acceleration, 0.0, 0.0])
        .to_vec();
    let of = |name: &str| -> Vec<f64> {
        evaluated(&arm, &state, &[], name).rows.into_iter().flatten().collect()
    };
    let tau = of("Q");
    for (found, given) in evaluated(&arm, &state, &tau, "qdd").rows.iter().zip(&state) {
        assert_near(found[0], given[2], 1e-11, "qdd");
    }
}
