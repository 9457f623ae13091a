//! What a simulation says where its numbers are not to be relied on, and payloads that change momentum
//! and energy.

use appell_algebra::{Budget, Cancel};
use appell_code::{CompiledRobot, Load};
use appell_mechanics::{Frame, Kind, Quantity};
use appell_model::{Robot, read_toml};
use appell_simulation::{
    Controller, Error, EventKind, Loading, Loads, Method, Setup, Simulation, States, Stopped,
    Taken, quadrature, simulate,
};
use appell_trajectory::{Law, Motion, Series};

fn robot(text: &str) -> Robot {
    let reading = read_toml(text, &Default::default());
    reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings))
}

fn run(machine: &CompiledRobot, setup: &Setup) -> Simulation {
    simulate(machine, setup, &mut |_| ()).unwrap()
}

/// Two links on one axis, the first with next to no inertia.
fn coaxial(inertia: f64) -> CompiledRobot {
    let text = format!(
        "name = \"coaxial\"\ngravity = 9.81\n\
         [[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         link = {{ mass = 1, inertia = {{ xx = {0:e}, yy = {0:e}, zz = {1:e} }} }}\n\
         [[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         link = {{ mass = 1, centre = [0.1, 0, 0], inertia = {{ xx = 0.01, yy = 0.01, zz = 0.01 }} }}",
        10.0 * inertia,
        inertia
    );
    CompiledRobot::new(&robot(&text), &Default::default()).unwrap()
}

#[test]
fn a_mass_matrix_that_is_singular_up_to_rounding_is_refused() {
    for inertia in [1e-15, 1e-16, 1e-17, 1e-18] {
        let machine = coaxial(inertia);
        let setup = Setup {
            controller: Controller::Forces(Series::constant(vec![1.0, 1.0])),
            ..Setup::at(&machine, vec![0.0, 0.0], 0.1)
        };
        let error = simulate(&machine, &setup, &mut |_| ()).unwrap_err();
        assert_eq!(error, Error::SingularMass { coordinate: "q2".to_owned() }, "{inertia:e}");
    }
    // q1'' = 0, q2'' = 1/0.02
    let machine = coaxial(1e-9);
    let setup = Setup {
        controller: Controller::Forces(Series::constant(vec![1.0, 1.0])),
        ..Setup::at(&machine, vec![0.0, 0.0], 0.1)
    };
    let found = run(&machine, &setup);
    assert!((found.q.last().unwrap()[1] - 0.25).abs() < 1e-6, "{:?}", found.q.last());
}

/// Two slides with a rotation between them: where the slides are parallel, one of them moves no mass of
/// its own.
#[test]
fn a_motion_that_comes_to_a_singular_place_ends_there_with_what_it_has() {
    let machine = robot(
        r#"
        name = "parallel slides"
        gravity = 0
        [[joint]]
        type = "translation"
        axis = "x"
        [[joint]]
        type = "rotation"
        axis = "z"
        link = { mass = 1e-15, inertia = { xx = 0.1, yy = 0.1, zz = 0.1 } }
        [[joint]]
        type = "translation"
        axis = "x"
        link = { mass = 1 }
        "#,
    );
    let machine = CompiledRobot::new(&machine, &Default::default()).unwrap();
    // steps of one length come within 1e-8 rad of it after 20 of them
    let setup = Setup {
        qd: vec![0.0, -0.5, 0.0],
        method: Method::Rk4,
        step: 0.0625,
        output_step: 0.25,
        ..Setup::at(&machine, vec![0.0, 0.625 + 1e-8, 0.0], 2.0)
    };
    let found = run(&machine, &setup);
    let Stopped::Failed(error) = &found.stopped else { panic!("{:?}", found.stopped) };
    assert_eq!(*error, Error::SingularMass { coordinate: "q3".to_owned() });
    assert!(found.times.len() >= 5 && (found.end - 1.25).abs() < 1e-9, "{}", found.end);
}

#[test]
fn what_runs_away_is_stopped_and_kept() {
    let machine = CompiledRobot::new(&Robot::bundled("2r").unwrap(), &Default::default()).unwrap();
    let setup = Setup {
        controller: Controller::ProportionalDerivative {
            kp: vec![100.0; 2],
            kd: vec![-500.0; 2],
            ki: Vec::new(),
            gravity: false,
        },
        motion: Some(Motion::at(vec![1.0, 1.0])),
        output_step: 1e-4,
        ..Setup::at(&machine, vec![0.0, 0.0], 5.0)
    };
    let found = run(&machine, &setup);
    let Stopped::Failed(error) = &found.stopped else { panic!("{:?}", found.stopped) };
    assert_eq!(error.diagnostics()[0].code, "diverged");
    assert!(found.steps < 20_000 && found.times.len() > 5, "{}", found.steps);
    assert!(found.qd.iter().flatten().all(|rate| rate.abs() <= 1e6));
}

#[test]
fn an_energy_balance_that_does_not_close_is_a_warning() {
    let machine = CompiledRobot::new(&Robot::bundled("2r").unwrap(), &Default::default()).unwrap();
    let swing = |step: f64| {
        let setup = Setup { method: Method::Rk4, step, ..Setup::at(&machine, vec![0.5, 0.8], 5.0) };
        run(&machine, &setup)
    };
    let coarse = swing(0.05);
    let warning = coarse.drift_warning().unwrap();
    assert_eq!(warning.code, "energy-drift");
    assert!(coarse.drift > 1e-3 * coarse.energy_scale);
    assert_eq!(swing(0.001).drift_warning(), None);
    // nothing moves, and what rounding leaves of the energy is no drift
    let held =
        Setup { controller: Controller::Feedforward, ..Setup::at(&machine, vec![0.5, 0.8], 1.0) };
    assert_eq!(run(&machine, &held).drift_warning(), None);
}

fn part(from: f64, until: f64, mass: f64, taken: Taken) -> Loads {
    let load = Load { mass, ..Load::default() };
    Loads(vec![Loading { from, until, load, taken }])
}

/// A mass of 2 kg slides with 1 m/s; a part of 2 kg is taken up after a second and released after two.
fn slide(taken: Taken) -> Simulation {
    let slider = robot(
        "name = \"sl\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\nlink = { mass = 2 }",
    );
    let machine = CompiledRobot::with_changing_load(&slider, &Default::default()).unwrap();
    let setup = Setup {
        qd: vec![1.0],
        loads: part(1.0, 2.0, 2.0, taken),
        output_step: 0.25,
        ..Setup::at(&machine, vec![0.0], 3.0)
    };
    run(&machine, &setup)
}

#[test]
fn a_part_at_rest_takes_half_of_the_velocity_and_a_moving_one_brings_its_energy() {
    for (taken, speed, kinetic) in [(Taken::Moving, 1.0, 2.0), (Taken::AtRest, 0.5, 0.5)] {
        let found = slide(taken);
        let at = |t: f64| found.times.iter().position(|time| (time - t).abs() < 1e-9).unwrap();
        let now = at(1.5);
        assert!((found.qd[now][0] - speed).abs() < 1e-12, "{taken:?}: {}", found.qd[now][0]);
        assert!((found.kinetic[now] - kinetic).abs() < 1e-12, "{taken:?}");
        // the part goes on with its share
        assert!((found.qd[at(2.5)][0] - speed).abs() < 1e-12);
        assert!((found.kinetic[at(2.5)] - speed * speed).abs() < 1e-12);
        for k in 0..found.times.len() {
            let balance = found.kinetic[k] + found.potential[k] - found.work[k];
            assert!((balance - 1.0).abs() < 1e-12, "{taken:?}: {balance}");
        }
        assert!(found.drift < 1e-12);
        let kinds: Vec<&EventKind> = found.events.iter().map(|event| &event.kind).collect();
        match (taken, &kinds[..]) {
            (
                Taken::Moving,
                [EventKind::TakesMoving { kinetic, .. }, EventKind::Releases { .. }],
            ) => {
                assert!((kinetic - 1.0).abs() < 1e-12, "{kinetic}");
            }
            (Taken::AtRest, [EventKind::TakesAtRest { lost, .. }, EventKind::Releases { .. }]) => {
                assert!((lost - 0.5).abs() < 1e-12, "{lost}");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// A part is released, and another of the same mass, at rest, is taken up at the same moment: the
/// first takes its momentum along, the second halves what is left.
#[test]
fn an_equal_part_at_rest_is_another_part() {
    let slider = robot(
        "name = \"sl\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\nlink = { mass = 2 }",
    );
    let machine = CompiledRobot::with_changing_load(&slider, &Default::default()).unwrap();
    let Loads(first) = part(0.0, 1.0, 2.0, Taken::Moving);
    let Loads(second) = part(1.0, 3.0, 2.0, Taken::AtRest);
    let setup = Setup {
        qd: vec![1.0],
        loads: Loads([first, second].concat()),
        ..Setup::at(&machine, vec![0.0], 2.0)
    };
    let found = run(&machine, &setup);
    assert!((found.q.last().unwrap()[0] - 1.5).abs() < 1e-12, "{:?}", found.q.last());
    let kinds: Vec<&EventKind> = found.events.iter().map(|event| &event.kind).collect();
    let [EventKind::Releases { kinetic, .. }, EventKind::TakesAtRest { lost, .. }] = kinds[..]
    else {
        panic!("{kinds:?}");
    };
    assert!((kinetic - 1.0).abs() < 1e-12 && (lost - 0.5).abs() < 1e-12, "{kinds:?}");
    assert!(found.drift < 1e-12);
}

/// The tool feels the mass (J M^-1 J^T)^-1: a part of mass m at rest leaves it the velocity
/// (1 + m J M^-1 J^T)^-1 v.
#[test]
fn a_part_at_rest_slows_the_tool_by_the_mass_that_the_tool_feels() {
    let planar = Robot::bundled("2r").unwrap();
    let machine = CompiledRobot::with_changing_load(&planar, &Default::default()).unwrap();
    let (q, qd, mass) = ([0.4, 0.9], [1.2, -0.7], 1.7);
    let setup = Setup {
        qd: qd.to_vec(),
        loads: part(1e-6, f64::INFINITY, mass, Taken::AtRest),
        output_step: 1e-6,
        ..Setup::at(&machine, q.to_vec(), 2e-6)
    };
    let found = run(&machine, &setup);
    let jacobian = Quantity::of_frame(Kind::Jacobian, Frame::Tool)
        .or_else(|_| Quantity::of_robot(Kind::Jacobian))
        .unwrap();
    let arguments = machine.arguments(&Load::default());
    let mut jacobian = machine.function(vec![jacobian]).unwrap();
    let j = jacobian.call(&[&q, &arguments]).unwrap().to_vec();
    let mut masses = machine.function_of(&[Kind::MassMatrix]).unwrap();
    let m = masses.call(&[&q, &arguments]).unwrap().to_vec();
    let det = m[0] * m[3] - m[1] * m[2];
    let inverse = [m[3] / det, -m[1] / det, -m[2] / det, m[0] / det];
    // rows x and y of the velocity of the tool
    let row = |i: usize| [j[2 * i], j[2 * i + 1]];
    let felt = |a: usize, b: usize| -> f64 {
        let (a, b) = (row(a), row(b));
        (0..4).map(|k| a[k / 2] * inverse[k] * b[k % 2]).sum()
    };
    let system =
        [1.0 + mass * felt(0, 0), mass * felt(0, 1), mass * felt(1, 0), 1.0 + mass * felt(1, 1)];
    let speed = |rates: &[f64], i: usize| row(i)[0] * rates[0] + row(i)[1] * rates[1];
    let after: &[f64] = &found.qd[1];
    for i in 0..2 {
        let back = system[2 * i] * speed(after, 0) + system[2 * i + 1] * speed(after, 1);
        assert!((back - speed(&qd, i)).abs() < 1e-4, "{back} {}", speed(&qd, i));
    }
    let balance = |k: usize| found.kinetic[k] + found.potential[k] - found.work[k];
    assert!((balance(2) - balance(0)).abs() < 1e-9);
}

#[test]
fn a_reversal_is_not_a_stop() {
    let block = robot(
        r#"
        name = "block"
        gravity = 10
        [[joint]]
        type = "translation"
        axis = "x"
        friction = { coulomb = 0.2 }
        link = { mass = 1 }
        "#,
    );
    let machine = CompiledRobot::new(&block, &Default::default()).unwrap();
    // 2 N of friction; pushed back with 5 N, and with 1 N
    for (force, kind) in [
        (-5.0, EventKind::Reverses("joint1".to_owned())),
        (-1.0, EventKind::Sticks("joint1".to_owned())),
    ] {
        let setup = Setup {
            qd: vec![2.0],
            controller: Controller::Forces(Series::constant(vec![force])),
            ..Setup::at(&machine, vec![0.0], 2.0)
        };
        let found = run(&machine, &setup);
        assert_eq!(found.events.len(), 1, "{:?}", found.events);
        assert_eq!(found.events[0].kind, kind);
        assert!((found.events[0].time - 2.0 / (2.0 - force)).abs() < 1e-9);
    }
}

/// The motion of a table may have millions of pieces: no loop over them goes on when the work is stopped.
#[test]
fn work_that_is_stopped_ends_between_the_pieces_of_a_motion() {
    let cancel = Cancel::new();
    let budget = Budget::default().with_cancel(&cancel);
    let machine = CompiledRobot::new(&Robot::bundled("2r").unwrap(), &budget).unwrap();
    let times: Vec<f64> = (0..=1000).map(|k| f64::from(k) * 0.01).collect();
    let values: Vec<f64> = times.iter().map(|t| t.sin()).collect();
    let law = Law::through(&times, &values, false).unwrap();
    let motion = Motion::at(vec![0.0, 0.0]).then(vec![law.clone(), law]);
    let (states, stopped) = States::of(&machine, &motion, &times, 3);
    assert_eq!((states.times.len(), stopped), (1001, None));
    assert!(quadrature(&machine, &motion, &Loads::default()).is_ok());
    cancel.cancel();
    let (states, stopped) = States::of(&machine, &motion, &times, 3);
    assert!(states.times.is_empty() && stopped.is_some());
    let nodes = quadrature(&machine, &motion, &Loads::default());
    assert!(matches!(nodes, Err(Error::Stopped(_))), "{nodes:?}");
}
