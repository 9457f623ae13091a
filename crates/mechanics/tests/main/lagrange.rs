//! The steps of Lagrange's equations against derivatives of the energies as polynomials, which know
//! neither recursions nor jets.

use appell_algebra::{Budget, BudgetedPoly, Poly};
use appell_mechanics::{Derivation, PolynomialArithmetic, Quantity};
use appell_model::{Options, Robot, read_toml};

/// A rotor across the axis of its joint, a spring, a compensator, viscous friction, a joint that follows.
const DRIVEN: &str = r#"
    name = "driven"
    gravity = [0, "-g", 0]
    [parameters]
    g = 9.81
    [[joint]]
    type = "rotation"
    axis = "z"
    friction = { viscous = "b1" }
    spring = { stiffness = "k1", rest = 0.5 }
    compensator = { stiffness = "kc", from = [0, "h", 0], to = ["l1", 0, 0] }
    link = { mass = "m1", com = ["r1", 0, 0], inertia = { izz = "I1" } }
    [[joint]]
    name = "second"
    type = "rotation"
    axis = "x"
    offset = ["l1", 0, 0]
    rotor = { inertia = "Ir", ratio = "n", axis = "y" }
    link = { mass = "m2", com = [0, "r2", 0], inertia = { ixx = "I2", iyy = "Iy2", izz = "I2" } }
    [[joint]]
    type = "rotation"
    axis = "x"
    offset = [0, "l2", 0]
    mimic = { of = "second", ratio = 2 }
    link = { mass = "m3", com = [0, "r3", 0], inertia = { ixx = "I3" } }
"#;

struct Steps<'r> {
    robot: &'r Robot,
    polynomials: PolynomialArithmetic,
}

impl<'r> Steps<'r> {
    fn new(robot: &'r Robot) -> Self {
        Self { robot, polynomials: PolynomialArithmetic::new(robot, Budget::default()) }
    }

    fn derived(&self, name: &str) -> Vec<Poly> {
        let derivation = Derivation::new(self.robot, &self.polynomials).unwrap();
        let value = derivation.get(Quantity::read_one(name, self.robot).unwrap()).unwrap();
        let poly = |entry: &BudgetedPoly<'_>| entry.poly().unwrap().clone();
        value.rows.iter().flatten().map(poly).collect()
    }

    /// The derivatives of a scalar by the coordinates, or by their rates.
    fn slopes(&self, of: &Poly, order: u32) -> Vec<Poly> {
        let symbols = self.robot.symbols();
        let by = |q: appell_algebra::Symbol| {
            of.derivative(q.derivative(order).unwrap(), symbols, &Budget::default()).unwrap()
        };
        self.robot.coordinates().into_iter().map(by).collect()
    }
}

fn minus(a: &[Poly], b: &[Poly]) -> Vec<Poly> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

fn assert_steps(robot: &Robot) {
    let (name, steps) = (robot.name(), Steps::new(robot));
    let [kinetic, potential, lagrangian] = ["Ek", "Ep", "L"].map(|it| steps.derived(it));
    assert!(lagrangian == minus(&kinetic, &potential), "{name}: L");
    let momenta = steps.derived("p");
    assert!(momenta == steps.slopes(&kinetic[0], 1), "{name}: p by Ek");
    assert!(momenta == steps.slopes(&lagrangian[0], 1), "{name}: p by L");
    let rate = |it: &Poly| it.time_derivative(robot.symbols(), &Budget::default()).unwrap();
    let rates = steps.derived("pdot");
    assert!(rates == momenta.iter().map(rate).collect::<Vec<_>>(), "{name}: pdot");
    for (quantity, energy) in [("dEk/dq", &kinetic), ("dEp/dq", &potential), ("dL/dq", &lagrangian)]
    {
        assert!(steps.derived(quantity) == steps.slopes(&energy[0], 0), "{name}: {quantity}");
    }
    let driving = minus(&steps.derived("Q"), &steps.derived("Qf"));
    assert!(minus(&rates, &steps.derived("dL/dq")) == driving, "{name}: Q");
}

#[test]
fn steps_are_derivatives_of_the_energies() {
    for name in
        ["2r", "3r", "cartpole", "acrobot", "scara", "gantry", "gripper_arm", "elastic_joints"]
    {
        assert_steps(&Robot::bundled(name).unwrap());
    }
    assert_steps(&read_toml(DRIVEN, &Options::default()).robot.unwrap());
}

/// Springs and compensators are in dEp/dq; of them only compensators are in G.
#[test]
fn springs_are_in_the_potential_energy() {
    let robot = read_toml(DRIVEN, &Options::default()).robot.unwrap();
    let steps = Steps::new(&robot);
    let springs = minus(&steps.derived("dEp/dq"), &steps.derived("G"));
    assert_eq!(springs[0].text(robot.symbols()), "k1*q1 - 1/2*k1");
    assert!(springs[1].is_zero());
}
