//! Elastic joints and stick-slip over time, against SciPy: see golden/drives.py.

use appell_code::CompiledRobot;
use appell_simulation::{
    ControlLaw, Controller, Error, EventKind, InverseDynamicsProblem, Method, Setup, inverse,
    simulate,
};
use appell_trajectory::{Motion, Series};
use serde_json::Value;

use super::drives::{block, machine, run};

fn golden(case: &str) -> Value {
    let golden: Value = serde_json::from_str(include_str!("golden/drives.json")).unwrap();
    golden[case].clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// A pendulum that hangs along x at q = 0.
fn pendulum() -> CompiledRobot {
    machine(
        r#"
        name = "pendulum"
        gravity = [9.81, 0, 0]
        [[joint]]
        type = "rotation"
        axis = "z"
        rotor = { inertia = 1e-4, ratio = 80, on = "base", friction = { viscous = 2e-5 } }
        elastic = { stiffness = 300, damping = 1.5 }
        link = { mass = 2, centre = [0.4, 0, 0], inertia = { zz = 0.05 } }
    "#,
    )
}

#[test]
fn an_elastic_joint_moves_as_by_scipy() {
    let (machine, golden) = (pendulum(), golden("elastic_joint"));
    // what is asked of the link is given by the motor
    for asked in [[0.0, 1.0], [1.0, 0.0], [0.25, 0.75]] {
        let row = |tau: f64| asked.map(|share| share * tau).to_vec();
        let ramp = Series::new(vec![0.0, 2.0], vec![row(6.0), row(14.0)]).unwrap();
        for method in [Method::Dopri5, Method::Radau5] {
            let setup = Setup {
                controller: Controller::Forces(ramp.clone()),
                method,
                tolerance: 1e-11,
                qd: vec![-0.5, 1.0],
                output_step: 0.05,
                ..Setup::at(&machine, vec![0.3, 0.25], 2.0)
            };
            let found = run(&machine, &setup);
            let states = golden["states"].as_array().unwrap();
            for (time, state) in numbers(&golden["times"]).iter().zip(states) {
                let row = found.times.iter().position(|t| (t - time).abs() < 1e-9).unwrap();
                let own = found.q[row].iter().chain(&found.qd[row]);
                for (own, known) in own.zip(numbers(state)) {
                    assert!((own - known).abs() < 2e-8, "{method:?} t = {time}: {own} and {known}");
                }
                assert_eq!(found.tau[row][0], 0.0);
            }
        }
    }
}

/// With the gravity of the link balanced by the motor, a set-point of the motor is held where the joint
/// deflects by the moment of gravity (Tomei 1991); integrated with an exact Jacobian and by differences.
#[test]
fn gravity_of_the_link_is_balanced_by_the_motor() {
    let machine = pendulum();
    let (wanted, kp) = (0.8f64, 40.0);
    let controller = Controller::ProportionalDerivative {
        kp: vec![0.0, kp],
        kd: vec![0.0, 12.0],
        ki: Vec::new(),
        gravity: true,
    };
    let setup = Setup {
        controller,
        motion: Some(Motion::at(vec![0.0, wanted])),
        method: Method::Radau5,
        ..Setup::at(&machine, vec![0.5, 0.5], 20.0)
    };
    let found = run(&machine, &setup);
    let [q, motor] = [0, 1].map(|k| found.q[found.q.len() - 1][k]);
    assert!((motor - wanted).abs() < 1e-6, "{motor}");
    let gravity = 2.0 * 9.81 * 0.4 * q.sin();
    assert!((300.0 * (motor - q) - gravity).abs() < 1e-4, "{q} {motor}");
}

#[test]
fn inverse_dynamics_refuses_elastic_joints() {
    let still = InverseDynamicsProblem::of(Motion::at(vec![0.0, 0.0]));
    let problem = InverseDynamicsProblem { output_step: 0.1, ..still };
    let refused = inverse(&pendulum(), &problem).unwrap_err();
    assert_eq!(refused, Error::ElasticJoint { joint: "joint1".to_owned() });
    assert_eq!(refused.diagnostics()[0].code, "elastic-joint");
}

#[test]
fn a_block_sticks_and_slips_as_by_scipy() {
    let golden = golden("stick_slip");
    let law = "friction = { constant = 4, static = 6, stribeck = 0.05, viscous = 0.5 }";
    let machine = block(law);
    let pull = ControlLaw::new(&machine, &["60*(0.1*t - q1)"]).unwrap();
    let setup = Setup {
        controller: Controller::Law(Box::new(pull)),
        tolerance: 1e-11,
        output_step: 0.5,
        ..Setup::at(&machine, vec![0.0], 8.0)
    };
    let found = simulate(&machine, &setup, &mut |_| ()).unwrap();
    let known = golden["events"].as_array().unwrap();
    assert_eq!(found.events.len(), known.len(), "{:?}", found.events);
    for (event, known) in found.events.iter().zip(known) {
        let joint = "joint1".to_owned();
        let kind = match known[0].as_str().unwrap() {
            "loose" => EventKind::BreaksLoose(joint),
            _ => EventKind::Sticks(joint),
        };
        assert_eq!(event.kind, kind);
        let time = known[1].as_f64().unwrap();
        assert!((event.time - time).abs() < 1e-7, "{} and {time}", event.time);
    }
    let positions = numbers(&golden["positions"]);
    for ((time, row), known) in found.times[1..].iter().zip(&found.q[1..]).zip(positions) {
        assert!((row[0] - known).abs() < 1e-7, "t = {time}: {} and {known}", row[0]);
    }
}
