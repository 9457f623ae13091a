//! Losses of gears, by powers.

use crate::common::assert_near;
use crate::common::motion::robot;
use appell_algebra::Budget;
use appell_mechanics::{Derivation, Error, PolynomialArithmetic, Quantity};
use appell_model::Robot;

use super::drives::{evaluated, numbers, texts};

/// Two joints with motors, the second on the first link; `{e1}`, `{e2}` are what is said of their gears.
const ARM: &str = r#"
name = "arm"
gravity = [0, -9.81, 1]

[[joint]]
type = "rotation"
axis = "z"
friction = { viscous = 0.4, constant = 1.5 }
rotor = { inertia = 2e-3, ratio = -40, friction = { viscous = 1e-3, constant = 0.02 }{e1} }
link = { mass = 3, centre = [0.3, 0.1, 0], inertia = { zz = 0.2, xx = 0.1 } }

[[joint]]
type = "rotation"
axis = "y"
offset = [0.5, 0, 0.1]
rotor = { inertia = 1e-3, ratio = 30, axis = "x"{e2} }
spring = { stiffness = 3, rest = 0.2 }
link = { mass = 2, centre = [0.2, 0, 0.1], inertia = { zz = 0.1, yy = 0.3 } }
"#;

fn arm(first: &str, second: &str) -> Robot {
    robot(&ARM.replace("{e1}", first).replace("{e2}", second))
}

fn of(robot: &Robot, state: &[Vec<f64>], name: &str) -> Vec<f64> {
    evaluated(robot, state, &[], name).rows.into_iter().flatten().collect()
}

fn states() -> impl Iterator<Item = [Vec<f64>; 2]> {
    let rates = [[0.8, -0.6], [-0.9, 0.7], [0.5, 1.1], [-0.3, -0.4]];
    let accelerations = [[1.5, -0.8], [-25.0, 14.0], [30.0, -18.0]];
    rates.into_iter().flat_map(move |[v, w]| {
        accelerations.map(|[a, b]| [vec![0.4, v, a, 0.1, 0.2], vec![1.2, w, b, -0.3, 0.1]])
    })
}

/// What the motor gives to the gear and what the load gets, or the other way, differ by the efficiency.
#[test]
fn power_is_lost_on_its_way_through_a_gear() {
    let (first, second) = (0.8, 0.65);
    let lossy = arm(", efficiency = 0.8", ", efficiency = 0.65");
    let free = arm("", "");
    let [mut driving, mut driven] = [0, 0];
    for state in states() {
        let [with, without] = [&lossy, &free].map(|robot| of(robot, &state, "Q"));
        // inertia and friction of the rotors, written out: the second one turns with the first link
        let [v, w] = [state[0][1], state[1][1]];
        let [a, b] = [state[0][2], state[1][2]];
        let own_first = 1600.0 * (2e-3 * a + 1e-3 * v) + 40.0 * 0.02 * v.signum();
        // in the axes of the first link: omega = (0, 0, v), so the axis x feels none of it; and the first
        // rotor is on the base
        let own = [own_first, 900.0 * 1e-3 * b];
        for (k, (efficiency, rate)) in [(first, v), (second, w)].into_iter().enumerate() {
            let load = (without[k] - own[k]) * rate;
            let motor = (with[k] - own[k]) * rate;
            if load > 0.0 {
                driving += 1;
                assert_near(efficiency * motor, load, 1e-11, "the motor drives");
            } else {
                driven += 1;
                assert_near(motor, efficiency * load, 1e-11, "the motor is driven");
            }
        }
        // it is friction, and takes power
        let [lost, other] = [&lossy, &free].map(|robot| of(robot, &state, "Qf"));
        for k in 0..2 {
            assert_near(lost[k] - other[k], with[k] - without[k], 1e-11, "Qf");
            assert!((lost[k] - other[k]) * state[k][1] > 0.0);
        }
        // and the accelerations are those that need these forces
        let found = evaluated(&lossy, &state, &with, "qdd").rows;
        assert_near(found[0][0], a, 1e-9, "qdd");
        assert_near(found[1][0], b, 1e-9, "qdd");
    }
    assert!(driving > 3 && driven > 3, "{driving} {driven}");
}

#[test]
fn without_losses_and_at_rest_nothing_is_lost() {
    let [whole, free] = [arm(", efficiency = 1", ""), arm("", "")];
    for state in states() {
        assert_eq!(of(&whole, &state, "Q"), of(&free, &state, "Q"));
    }
    let lossy = arm(", efficiency = 0.8", "");
    let resting = [vec![0.4, 0.0, 2.0, 0.0, 0.0], vec![1.2, 0.0, -1.0, 0.0, 0.0]];
    assert_eq!(of(&lossy, &resting, "Q"), of(&free, &resting, "Q"));
}

/// In formulas the losses have the sign of the load; accelerations have no closed form.
#[test]
fn formulas_have_the_sign_of_the_load() {
    let one = robot(
        "name = \"one\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\n\
         rotor = { inertia = \"I\", ratio = \"n\", efficiency = \"e\" }\nlink = { mass = \"m\" }\n",
    );
    let polynomials = PolynomialArithmetic::new(&one, Budget::default());
    let derivation = Derivation::new(&one, &polynomials).unwrap();
    let get = |name: &str| derivation.get(Quantity::read_one(name, &one).unwrap());
    let force = texts(&one, &get("Qf").unwrap().rows[0]).remove(0);
    for term in ["sign(q1')*sign(q1''*m)", "sign(q1')^2", "/e"] {
        assert!(force.contains(term), "{force}");
    }
    assert_eq!(get("qdd").unwrap_err(), Error::ImplicitFriction);
}

/// Gears that lose most of the power, with light rotors: each round of a plain iteration would be farther off.
#[test]
fn accelerations_behind_gears_of_low_efficiency() {
    let light = ARM.replace("2e-3", "2e-6").replace("1e-3, ratio", "1e-6, ratio");
    for (first, second) in [(0.5, 0.5), (0.3, 0.9), (0.1, 0.4), (0.05, 0.02)] {
        let [first, second] = [first, second].map(|it: f64| format!(", efficiency = {it}"));
        let lossy = robot(&light.replace("{e1}", &first).replace("{e2}", &second));
        for state in states() {
            let forces = of(&lossy, &state, "Q");
            let found = evaluated(&lossy, &state, &forces, "qdd").rows;
            for k in 0..2 {
                let size = state[k][2].abs();
                assert_near(found[k][0], state[k][2], 1e-10 * size, &format!("{first} {second}"));
            }
        }
    }
}

/// The same where bearings rub by the joint reaction forces besides, and some loads change their sign on the way.
#[test]
fn accelerations_behind_gears_of_low_efficiency_in_bearings() {
    let rubbing = "friction = { coulomb = 0.3, diameter = 0.12, viscous = 0.4";
    let light = ARM.replace("2e-3", "2e-5").replace("1e-3, ratio", "1e-5, ratio");
    let light = light.replace("friction = { viscous = 0.4", rubbing);
    assert!(light.contains("coulomb"));
    for (first, second) in [(0.3, 0.9), (0.1, 0.4), (0.05, 0.02), (0.01, 0.1)] {
        let [first, second] = [first, second].map(|it: f64| format!(", efficiency = {it}"));
        let lossy = robot(&light.replace("{e1}", &first).replace("{e2}", &second));
        for state in states() {
            for scale in [0.1, 1.0, -3.0] {
                let mut state = state.clone();
                state.iter_mut().for_each(|joint| joint[2] *= scale);
                let forces = of(&lossy, &state, "Q");
                let found = evaluated(&lossy, &state, &forces, "qdd").rows;
                let needed: Vec<f64> = found.iter().map(|row| row[0]).collect();
                let mut reached = state.clone();
                reached.iter_mut().zip(&needed).for_each(|(joint, &rate)| joint[2] = rate);
                let again = of(&lossy, &reached, "Q");
                for k in 0..2 {
                    let size = forces[k].abs().max(1.0);
                    assert_near(again[k], forces[k], 1e-10 * size, &format!("{first} {second}"));
                }
            }
        }
    }
}

/// Code finds accelerations under load-dependent friction by a fixed number of Newton steps; they are those
/// that the iteration of numbers ends at, and those that need the given forces. Friction that locks the
/// robot gives no number.
#[test]
fn newton_steps_of_code_end_where_the_iteration_does() {
    let dry = "friction = { coulomb = 0.3, diameter = 0.12, viscous = 0.4";
    let text = ARM.replace("friction = { viscous = 0.4", dry).replace(
        "spring =",
        "friction = { coulomb = 0.2, diameter = 0.1, smooth = 0.3 }\nspring =",
    );
    let with =
        |first: &str, second: &str| robot(&text.replace("{e1}", first).replace("{e2}", second));
    let robots = [
        arm(", efficiency = 0.8", ", efficiency = 0.65"),
        // worm gears, for which each round of the iteration overshoots
        arm(", efficiency = 0.4", ", efficiency = 0.35"),
        with("", ""),
        with(", efficiency = 0.7", ", efficiency = 0.9"),
    ];
    for robot in &robots {
        let asked = Quantity::read_one("qdd", robot).unwrap();
        for state in states() {
            let forces = of(robot, &state, "Q");
            let derivation = Derivation::new(robot, numbers(robot, &state, &forces)).unwrap();
            let iterated = derivation.get(asked).unwrap();
            let stepped = derivation.economical(asked).unwrap().value;
            for k in 0..2 {
                let size = state[k][2].abs();
                assert_near(stepped.rows[k][0], iterated.rows[k][0], 1e-12 * size, "the iteration");
                assert_near(stepped.rows[k][0], state[k][2], 1e-11 * size, "the given motion");
            }
        }
    }
    let locked = robot(
        &text.replace("coulomb = 0.3", "coulomb = 90").replace("{e1}", "").replace("{e2}", ""),
    );
    let asked = Quantity::read_one("qdd", &locked).unwrap();
    let state = [vec![0.4, 0.9, 0.0, 0.0, 0.0], vec![1.2, 0.9, 0.0, 0.0, 0.0]];
    let derivation = Derivation::new(&locked, numbers(&locked, &state, &[1.0, 2.0])).unwrap();
    assert!(matches!(derivation.get(asked), Err(Error::NotSettled { .. })));
    let found = derivation.economical(asked).unwrap().value;
    assert!(found.rows.iter().all(|row| row[0].is_nan()), "{found:?}");
}
