//! Many simulations side by side.

use appell_code::CompiledRobot;
use appell_simulation::{Controller, Ensemble, Setup, simulate};
use appell_trajectory::Series;

#[test]
fn many_simulations_side_by_side_are_those_one_by_one() {
    let robot = appell_model::bundled("2r").unwrap().read().robot.unwrap();
    let ensemble = Ensemble::new(&robot, &["M2"], &Default::default()).unwrap();
    let states = 150;
    let start = |axis: usize, k: usize| 0.4 * axis as f64 - 0.01 * k as f64;
    let mass = |k: usize| 2.0 + 0.03 * k as f64;
    let run = |threads: usize| {
        let mut q: Vec<f64> =
            (0..2).flat_map(|axis| (0..states).map(move |k| start(axis, k))).collect();
        let mut qd = vec![0.0; 2 * states];
        let tau = vec![0.5; 2 * states];
        let masses: Vec<f64> = (0..states).map(mass).collect();
        ensemble.advance(threads, 1e-3, 300, [&mut q, &mut qd], &tau, &masses).unwrap();
        (q, qd)
    };
    let (q, _) = run(1);
    assert_eq!(run(3), run(1), "threads change nothing");
    for k in [0, 7, 63, 64, 149] {
        let mut draft = appell_model::Draft::from(&robot);
        let parameter = draft.parameters.iter_mut().find(|it| it.name == "M2").unwrap();
        let value: appell_algebra::Rational = mass(k).to_string().parse().unwrap();
        parameter.value = Some(appell_algebra::Poly::constant(value));
        let (own, _) = draft.build(&Default::default()).unwrap();
        let machine = CompiledRobot::new(&own, &Default::default()).unwrap();
        let setup = Setup {
            controller: Controller::Forces(Series::constant(vec![0.5; 2])),
            tolerance: 1e-11,
            ..Setup::at(&machine, vec![start(0, k), start(1, k)], 0.3)
        };
        let found = simulate(&machine, &setup, &mut |_| ()).unwrap();
        for axis in 0..2 {
            let known = found.q[found.q.len() - 1][axis];
            assert!((q[axis * states + k] - known).abs() < 1e-8, "{k}");
        }
    }
}
