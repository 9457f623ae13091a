//! Numbers against other routes: finite differences, hand computations, one algorithm against
//! another.

use crate::common::{assert_near, at, newton_euler, numeric};
use appell_mechanics::{
    Coordinate, Derivation, Numbers, Quantity, State, exponential, forward, geometry, jacobian,
    linearise, mass_matrix,
};
use appell_model::{BUNDLED, Options, Robot, read_toml, strategy};
use proptest::prelude::*;

/// Driving forces of an acceleration cause this acceleration: by the articulated-body algorithm
/// and by the mass matrix.
fn forward_undoes_inverse(robot: &Robot, seed: i64) {
    let (mechanism, state) = numeric(robot, seed);
    let forces = newton_euler(&mechanism, &state);
    let articulated = forward::accelerations(&mechanism, &state, &forces);
    let in_parent = geometry::in_parent(&mechanism, &state);
    let mass = mass_matrix::mass_matrix(&mechanism, &state, &in_parent);
    let still = state.with_accelerations(&vec![0.0; forces.len()]);
    let bias = newton_euler(&mechanism, &still);
    let right: Vec<f64> = forces.iter().zip(bias).map(|(force, bias)| force - bias).collect();
    let numbers = Numbers::new(robot.symbols(), |_| None);
    let solved = forward::solve(&numbers, &mass, &right).unwrap();
    for (k, coordinate) in state.coordinates.iter().enumerate() {
        assert_near(articulated[k], coordinate.rates[1], 1e-7, "articulated body");
        assert_near(solved[k], coordinate.rates[1], 1e-7, "mass matrix");
    }
}

#[test]
fn forward_dynamics_of_every_robot() {
    for file in BUNDLED {
        let robot = file.read().robot.unwrap();
        for seed in [1, 5, 9] {
            forward_undoes_inverse(&robot, seed);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn forward_dynamics_of_random_robots(robot in strategy::trees(1..=7), seed in 0..100i64) {
        // every joint that moves must move mass
        let (mechanism, state) = numeric(&robot, seed);
        let mass = mass_matrix::mass_matrix(
            &mechanism,
            &state,
            &geometry::in_parent(&mechanism, &state),
        );
        prop_assume!((0..mass.len()).all(|k| mass[k][k] > 1e-3) && !mass.is_empty());
        // and no two of them the same mass alone
        let numbers = Numbers::new(robot.symbols(), |_| None);
        prop_assume!(forward::solve(&numbers, &mass, &vec![0.0; mass.len()]).is_ok());
        forward_undoes_inverse(&robot, seed);
    }
}

/// The Jacobian of the tool, and its rate, against differences of the frames by exponentials.
#[test]
fn jacobians_by_differences() {
    let h = 1e-6;
    for name in ["ur5", "stanford", "rttrr", "tree"] {
        let robot = crate::common::named(name);
        let (mechanism, state) = numeric(&robot, 7);
        let frames = geometry::frames(&mechanism, &state);
        let columns = jacobian::tool_jacobian(&mechanism, &state, &frames);
        let tool = |state: &State<f64>| {
            exponential::frames_by_exponentials(&mechanism, state).pop().unwrap()
        };
        for (k, column) in columns.iter().enumerate() {
            let moved = |step: f64| {
                let mut state = state.clone();
                state.coordinates[k] = at(state.coordinates[k].q + step, Vec::new());
                tool(&state)
            };
            let (ahead, behind) = (moved(h), moved(-h));
            for i in 0..3 {
                let rate = (ahead.position.0[i] - behind.position.0[i]) / (2.0 * h);
                assert_near(column.linear.0[i], rate, 1e-8, name);
            }
            // [omega]x = R' R^T
            let rate = (&ahead.rotation - &behind.rotation).map(|x| x / (2.0 * h));
            let spin = &rate * &frames.tool.rotation.transpose();
            for (found, expected) in
                column.angular.0.iter().zip([spin.0[2][1], spin.0[0][2], spin.0[1][0]])
            {
                assert_near(*found, expected, 1e-8, name);
            }
        }
    }
}

fn value_at(robot: &Robot, q: &[[f64; 3]], tau: Vec<f64>, quantity: &str) -> Vec<f64> {
    let coordinates = robot.coordinates();
    let numbers = Numbers::new(robot.symbols(), |symbol| {
        match coordinates.iter().position(|&q| q == symbol.base()) {
            Some(k) => Some(q[k].get(symbol.order() as usize).copied().unwrap_or_default()),
            None => robot.value(symbol),
        }
    })
    .with_driving_forces(tau);
    let derivation = Derivation::new(robot, numbers).unwrap();
    let asked = Quantity::read(quantity, robot).unwrap();
    asked.into_iter().flat_map(|quantity| derivation.get(quantity).unwrap().rows.concat()).collect()
}

/// Jdot q' + J q'' is the acceleration of the tool: differences of J q' along the motion.
#[test]
fn the_rate_of_the_jacobian() {
    let robot = crate::common::named("puma560");
    let states = |t: f64| -> Vec<[f64; 3]> {
        (0..6)
            .map(|k| {
                let (a, w) = (0.3 + 0.1 * f64::from(k), 1.0 + 0.2 * f64::from(k));
                [a * (w * t).sin(), a * w * (w * t).cos(), -a * w * w * (w * t).sin()]
            })
            .collect()
    };
    let h = 1e-5;
    let [ahead, behind] = [h, -h].map(|step| value_at(&robot, &states(0.4 + step), vec![], "J"));
    let rate = value_at(&robot, &states(0.4), vec![], "Jdot");
    for (k, found) in rate.iter().enumerate() {
        assert_near(*found, (ahead[k] - behind[k]) / (2.0 * h), 1e-8, "Jdot");
    }
}

#[test]
fn linearisation_by_differences() {
    for name in ["2r", "ur5", "gantry"] {
        let robot = crate::common::named(name);
        let (mechanism, state) = numeric(&robot, 3);
        let driving: Vec<f64> =
            (0..state.coordinates.len()).map(|k| 1.5 * k as f64 - 2.0).collect();
        let linear = linearise::linearise(&mechanism, &state, &driving);
        let accelerations = |state: &State<f64>, driving: &[f64]| {
            let forces: Vec<f64> = mechanism
                .moving()
                .enumerate()
                .map(|(k, (_, joint))| {
                    driving[k] - joint.friction.viscous * state.coordinates[k].rates[0]
                })
                .collect();
            forward::articulated_body(&mechanism, state, &forces)
        };
        let count = driving.len();
        let (a, b) = (linear.state_matrix(), linear.input_matrix());
        assert_eq!(
            (a.len(), a[0].len(), b.len(), b[0].len()),
            (2 * count, 2 * count, 2 * count, count)
        );
        assert_eq!(
            (a[0][count], a[0][0], a[count][0], b[count][0]),
            (1.0, 0.0, linear.by_place[0][0], linear.by_force[0][0])
        );
        let h = 1e-6;
        for k in 0..driving.len() {
            type Change<'c> = &'c dyn Fn(&mut State<f64>, &mut Vec<f64>, f64);
            let difference = |change: Change<'_>| {
                let [ahead, behind] = [h, -h].map(|step| {
                    let (mut state, mut driving) = (state.clone(), driving.clone());
                    change(&mut state, &mut driving, step);
                    accelerations(&state, &driving)
                });
                ahead.iter().zip(&behind).map(|(a, b)| (a - b) / (2.0 * h)).collect::<Vec<_>>()
            };
            let by_place = difference(&|state, _, step| {
                state.coordinates[k] = Coordinate {
                    rates: state.coordinates[k].rates.clone(),
                    ..at(state.coordinates[k].q + step, vec![])
                };
            });
            let by_rate = difference(&|state, _, step| state.coordinates[k].rates[0] += step);
            let by_force = difference(&|_, driving, step| driving[k] += step);
            for i in 0..driving.len() {
                assert_near(linear.by_place[i][k], by_place[i], 1e-5, "dq''/dq");
                assert_near(linear.by_rate[i][k], by_rate[i], 1e-5, "dq''/dq'");
                assert_near(linear.by_force[i][k], by_force[i], 1e-5, "dq''/du");
            }
        }
    }
}

const SLEDGE: &str = r#"
    name = "sledge with a spindle"
    gravity = 10
    [[joint]]
    type = "translation"
    axis = "x"
    friction = { viscous = 3, coulomb = 0.2 }
    link = { mass = 4 }
    [[joint]]
    type = "rotation"
    axis = "x"
    friction = { viscous = 0.5, coulomb = 0.1, diameter = 0.06 }
    link = { mass = 2, centre = [0, 0, -0.5], inertia = { xx = 0.3, yy = 0.3, zz = 0.1 } }
    [tool]
    offset = [0.7, 0, -1]
    [payload]
    force = [6, 0, -8]
    moment = [1, 2, 3]
"#;

/// By hand, at rest but for the friction's signs: masses 4 and 2 kg, g = 10, payload (6, 0, -8) N
/// and (1, 2, 3) N m at (0.7, 0, -1).
#[test]
fn friction_and_payload_by_hand() {
    let robot = read_toml(SLEDGE, &Options::default()).robot.unwrap();
    // q1' = 2, q2' = 0 at q2 = 0: the spindle carries 2*10 - 8 = 12 N upward and 6 N along
    let still = [[0.0, 2.0, 0.0], [0.0, 0.0, 0.0]];
    assert_eq!(value_at(&robot, &still, vec![], "f[2]"), [6.0, 0.0, 12.0]);
    // moment at the spindle's origin: payload (1, 2, 3) + (0.7, 0, -1) x (6, 0, -8), weight none
    assert_eq!(value_at(&robot, &still, vec![], "n[2]"), [1.0, 2.0 - 6.0 + 5.6, 3.0]);
    // sledge: along x 6 N + friction 3*2 + 0.2*|(0, 0, 12 + 40)|
    assert_near(value_at(&robot, &still, vec![], "Qf")[0], 6.0 + 0.2 * 52.0, 1e-12, "Qf");
    assert_near(value_at(&robot, &still, vec![], "Q")[0], 6.0 + 6.0 + 10.4, 1e-12, "Q");
    // the spindle stands still: no friction, sgn 0 = 0
    assert_eq!(value_at(&robot, &still, vec![], "Q[2]"), [1.0]);
    // turning back slowly: f changes by the centripetal 2*0.5*0.01^2 N only
    let turning = [[0.0, 0.0, 0.0], [0.0, -0.01, 0.0]];
    let lateral = 12.0 + 2.0 * 0.5 * 0.0001;
    assert_near(
        value_at(&robot, &turning, vec![], "Qf[2]")[0],
        -0.005 - 0.1 * 0.03 * lateral,
        1e-12,
        "Qf",
    );
}

/// Forward dynamics with Coulomb friction, whose size depends on the acceleration: the inverse
/// dynamics of what it finds gives the driving forces back.
#[test]
fn forward_dynamics_with_friction_is_implicit() {
    let robot = read_toml(SLEDGE, &Options::default()).robot.unwrap();
    let tau = vec![40.0, -7.0];
    let moving = [[0.1, 2.0, 0.0], [0.8, -1.5, 0.0]];
    let accelerations = value_at(&robot, &moving, tau.clone(), "qdd");
    let mut found = moving;
    for (state, acceleration) in found.iter_mut().zip(accelerations) {
        state[2] = acceleration;
    }
    for (force, tau) in value_at(&robot, &found, vec![], "Q").iter().zip(tau) {
        assert_near(*force, tau, 1e-11, "Q");
    }
}

/// Friction that would lock the joint, and formulas of what has none: said, not guessed.
#[test]
fn friction_without_an_answer_is_told() {
    use appell_algebra::Graph;
    let robot = read_toml(SLEDGE, &Options::default()).robot.unwrap();
    let graph = Graph::new(robot.symbols());
    let derivation = Derivation::new(&robot, &graph).unwrap();
    let asked = Quantity::read("qdd", &robot).unwrap()[0];
    assert_eq!(derivation.get(asked).unwrap_err(), appell_mechanics::Error::ImplicitFriction);

    // a coefficient far beyond any bearing: each round overshoots the last
    let text = SLEDGE.replace("coulomb = 0.1, diameter = 0.06", "coulomb = 90, diameter = 9");
    let robot = read_toml(&text, &Options::default()).robot.unwrap();
    let coordinates = robot.coordinates();
    let numbers = Numbers::new(robot.symbols(), |symbol| {
        coordinates.contains(&symbol.base()).then_some(0.9).or_else(|| robot.value(symbol))
    });
    let derivation = Derivation::new(&robot, numbers).unwrap();
    let error = derivation.get(Quantity::read("qdd", &robot).unwrap()[0]).unwrap_err();
    assert!(matches!(error, appell_mechanics::Error::NotSettled { .. }), "{error}");
    assert!(!error.diagnostics()[0].hints.is_empty());
}
