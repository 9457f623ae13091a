//! The direct problem of the Panda-like arm against MuJoCo: see golden/golden.py.

use appell_code::CompiledRobot;
use appell_simulation::{Controller, Ensemble, Setup, simulate};
use appell_trajectory::Series;
use serde_json::Value;

const GOLDEN: &str = include_str!("golden/golden.json");
const URDF: &str = include_str!("../../../mechanics/tests/golden/panda.urdf");

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Both integrate with a method of their own, so what differs is rounding and the methods' errors.
const NEAR: f64 = 1e-9;

#[test]
fn motions_are_those_of_mujoco() {
    let golden: Value = serde_json::from_str(GOLDEN).unwrap();
    let robot = appell_model::read_urdf(URDF, &Default::default()).robot.unwrap();
    let machine = CompiledRobot::new(&robot, &Default::default()).unwrap();
    let ensemble = Ensemble::new(&robot, &[], &Default::default()).unwrap();
    let motions = golden["motions"].as_array().unwrap();
    assert_eq!(motions.len(), 3);
    for motion in motions {
        let states = motion["states"].as_array().unwrap();
        let [q, qd, tau] = ["q", "qd", "tau"].map(|key| numbers(&motion[key]));
        let duration = states[states.len() - 1]["t"].as_f64().unwrap();
        let setup = Setup {
            qd: qd.clone(),
            controller: Controller::Forces(Series::constant(tau.clone())),
            tolerance: 1e-12,
            output_step: duration / states.len() as f64,
            stops_at_limits: false,
            ..Setup::at(&machine, q.clone(), duration)
        };
        let found = simulate(&machine, &setup, &mut |_| ()).unwrap();
        assert_eq!(found.times.len(), states.len() + 1);
        for (row, state) in states.iter().enumerate() {
            for (found, key) in [(&found.q, "q"), (&found.qd, "qd")] {
                for (found, known) in found[row + 1].iter().zip(numbers(&state[key])) {
                    assert!(
                        (found - known).abs() < NEAR * known.abs().max(1.0),
                        "{key}: {found} {known}"
                    );
                }
            }
        }
        // the same by steps of one length, side by side
        let (mut many, mut rates) = (q, qd);
        ensemble.advance(1, 1e-4, 5000, [&mut many, &mut rates], &tau, &[]).unwrap();
        let end = &states[states.len() - 1];
        assert!((duration - 0.5).abs() < 1e-9);
        for (found, known) in
            many.iter().chain(&rates).zip(numbers(&end["q"]).into_iter().chain(numbers(&end["qd"])))
        {
            assert!((found - known).abs() < NEAR * known.abs().max(1.0), "{found} {known}");
        }
    }
}
