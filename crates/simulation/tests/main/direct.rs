//! The direct problem against closed forms, conservation and the inverse problem.

use appell_code::{CompiledRobot, Limits};
use appell_model::{Robot, read_toml};
use appell_simulation::{Controller, EventKind, Method, Setup, Simulation, Stopped, simulate};
use appell_trajectory::{LawKind, Motion, Series, synchronised};

fn robot(text: &str) -> Robot {
    let reading = read_toml(text, &Default::default());
    reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings))
}

fn bundled(name: &str) -> Robot {
    appell_model::bundled(name).unwrap().read().robot.unwrap()
}

fn machine(robot: &Robot) -> CompiledRobot {
    CompiledRobot::new(robot, &Default::default()).unwrap()
}

fn run(machine: &CompiledRobot, setup: &Setup) -> Simulation {
    simulate(machine, setup, &mut |_| ()).unwrap()
}

/// A mass of 2 kg on a rod of 0.5 m without mass, hanging down at q = 0.
const PENDULUM: &str = r#"
    name = "pendulum"
    gravity = 9.81
    [[joint]]
    type = "rotation"
    axis = "y"
    link = { mass = 2, centre = [0, 0, -0.5] }
"#;

/// The complete elliptic integral of the first kind, by the arithmetic-geometric mean of Gauss.
fn quarter(amplitude: f64) -> f64 {
    let (mut a, mut b) = (1.0, (amplitude / 2.0).cos());
    for _ in 0..8 {
        (a, b) = ((a + b) / 2.0, (a * b).sqrt());
    }
    std::f64::consts::FRAC_PI_2 / a
}

#[test]
fn a_pendulum_swings_with_the_period_of_the_elliptic_integral() {
    let machine = machine(&robot(PENDULUM));
    for amplitude in [0.1, 1.0, 2.5] {
        let period = 4.0 * (0.5f64 / 9.81).sqrt() * quarter(amplitude);
        for (method, tolerance, near) in
            [(Method::Dopri5, 1e-11, 1e-8), (Method::Radau5, 1e-9, 1e-6), (Method::Rk4, 1.0, 1e-8)]
        {
            let setup = Setup {
                method,
                tolerance,
                step: if method == Method::Rk4 { 5e-4 } else { f64::INFINITY },
                output_step: period / 4.0,
                ..Setup::at(&machine, vec![amplitude], period)
            };
            let swing = run(&machine, &setup);
            assert_eq!(swing.stopped, Stopped::Whole);
            // a quarter: at the bottom; half: at the other side; whole: back
            for (k, known) in [0.0, -amplitude, 0.0, amplitude].into_iter().enumerate() {
                let found = swing.q[k + 1][0];
                assert!(
                    (found - known).abs() < near,
                    "{method:?} {amplitude} {k}: {found} {known}"
                );
            }
        }
    }
}

#[test]
fn a_translation_falls_and_ends_at_its_limit() {
    let robot = robot(
        r#"
        name = "drop"
        gravity = 9.81
        [[joint]]
        type = "translation"
        axis = "z"
        limits = { lower = -2 }
        link = { mass = 3 }
        "#,
    );
    let machine = machine(&robot);
    let setup = Setup::at(&machine, vec![0.0], 1.0);
    let fall = run(&machine, &setup);
    let time = (2.0 * 2.0 / 9.81f64).sqrt();
    assert!((fall.end - time).abs() < 1e-12, "{}", fall.end);
    assert_eq!(fall.stopped, Stopped::AtLimit);
    assert_eq!(fall.events[0].kind, EventKind::LowerLimit("joint1".to_owned()));
    for (t, q) in fall.times.iter().zip(&fall.q) {
        assert!((q[0] + 9.81 / 2.0 * t * t).abs() < 1e-12);
    }
    let free = run(&machine, &Setup { stops_at_limits: false, ..setup });
    assert_eq!((free.stopped, free.events.len()), (Stopped::Whole, 0));
}

#[test]
fn peaks_between_rows_are_seen() {
    let times = vec![0.0, 0.5, 0.5001, 0.5002, 2.0];
    let force = Series::new(times, [0.0, 0.0, 1000.0, 0.0, 0.0].map(|f| vec![f]).into()).unwrap();
    let machine = machine(&slide(""));
    let setup = Setup {
        controller: Controller::Forces(force),
        output_step: 1.0,
        ..Setup::at(&machine, vec![0.0], 2.0)
    };
    let found = run(&machine, &setup);
    assert!((found.peak_force[0] - 1000.0).abs() < 1e-3, "{}", found.peak_force[0]);
    // half of 1000 N for 0.2 ms
    assert!((found.peak_velocity[0] - 0.1).abs() < 1e-9, "{}", found.peak_velocity[0]);
}

#[test]
fn no_step_feels_a_jump_before_it_is_there() {
    let mut machine = machine(&slide(""));
    for kind in LawKind::ALL {
        let jerk = if kind == LawKind::SCurve { 40.0 } else { f64::INFINITY };
        let limits = Limits { velocity: 1.0, acceleration: 5.0, jerk, ..Limits::default() };
        machine.axes_mut()[0].limits = limits;
        let law = |from: f64, to: f64| kind.between(from, to, &limits).unwrap();
        let motion = Motion::at(vec![0.0])
            .then(vec![law(0.0, 1.0)])
            .then_wait(0.1)
            .then(vec![law(1.0, 0.3)]);
        for (method, step) in
            [(Method::Dopri5, f64::INFINITY), (Method::Radau5, f64::INFINITY), (Method::Rk4, 0.013)]
        {
            let setup = Setup {
                controller: Controller::Feedforward,
                method,
                step,
                tolerance: 1e-9,
                motion: Some(motion.clone()),
                ..Setup::at(&machine, vec![0.0], motion.duration() + 0.2)
            };
            let found = run(&machine, &setup);
            let (q, v) = (found.q.last().unwrap()[0], found.qd.last().unwrap()[0]);
            let near = if method == Method::Rk4 { 1e-6 } else { 1e-8 };
            assert!((q - 0.3).abs() < near && v.abs() < near, "{kind:?} {method:?}: {q} {v}");
            // where nothing has to be found by trying, nothing is rejected
            assert!(found.rejected <= 8, "{kind:?} {method:?}: {} rejected", found.rejected);
        }
    }
}

#[test]
fn friction_lets_go_at_the_moment_at_which_the_force_jumps() {
    let text = r#"
        name = "slide"
        gravity = [0, 0, -10]
        [[joint]]
        type = "translation"
        axis = "x"
        friction = { coulomb = 0.1 }
        link = { mass = 1 }
        "#;
    let mut machine = machine(&robot(text));
    let limits = Limits { velocity: 1.0, acceleration: 5.0, ..Limits::default() };
    machine.axes_mut()[0].limits = limits;
    let law = LawKind::Trapezoidal.between(0.0, 1.0, &limits).unwrap();
    let motion = Motion::at(vec![0.0]).then_wait(0.5).then(vec![law]).then_wait(0.2);
    for method in [Method::Dopri5, Method::Radau5] {
        let setup = Setup {
            controller: Controller::Feedforward,
            method,
            motion: Some(motion.clone()),
            ..Setup::at(&machine, vec![0.0], motion.duration())
        };
        let found = run(&machine, &setup);
        assert_eq!(found.stopped, Stopped::Whole, "{method:?}");
        let q = found.q.last().unwrap()[0];
        assert!((q - 1.0).abs() < 1e-6, "{method:?}: {q}");
        // at rest until the force comes
        assert!(found.row_at(0.5).is_some_and(|q| q[0].abs() < 1e-12), "{method:?}");
    }
}

/// A mass on a translation without gravity.
fn slide(limits: &str) -> Robot {
    let text = r#"
        name = "slide"
        gravity = 0
        [[joint]]
        type = "translation"
        axis = "x"
        limits = { LIMITS }
        link = { mass = 1 }
        "#;
    robot(&text.replace("LIMITS", limits))
}

#[test]
fn velocity_limits_are_told_at_their_moment_and_end_nothing() {
    // pushed to and fro by a force that falls from 2 to -2: v = 2 t - t^2, at most 1
    let force = Series::new(vec![0.0, 2.0], vec![vec![2.0], vec![-2.0]]).unwrap();
    let machine = machine(&slide("velocity = 0.75"));
    let setup =
        Setup { controller: Controller::Forces(force), ..Setup::at(&machine, vec![0.0], 2.0) };
    let found = run(&machine, &setup);
    let [up, down] = &found.events[..] else { panic!("{:?}", found.events) };
    assert_eq!(up.kind, EventKind::TooFast("joint1".to_owned()));
    assert_eq!(down.kind, EventKind::SlowAgain("joint1".to_owned()));
    // what is a ten-thousandth above is no excess
    assert!((up.time - (1.0 - (1.0 - 0.75 * 1.0001f64).sqrt())).abs() < 1e-7, "{}", up.time);
    assert!((down.time - 1.5).abs() < 1e-7, "{}", down.time);
    assert_eq!(found.stopped, Stopped::Whole);
    let ignored = Setup { stops_at_limits: false, ..setup };
    assert!(run(&machine, &ignored).events.is_empty());
}

#[test]
fn a_drive_that_saturates_is_told_and_moves_as_far_as_it_can() {
    let force = Series::new(vec![0.0, 1.0, 2.0], vec![vec![0.0], vec![10.0], vec![0.0]]).unwrap();
    let machine = machine(&slide("effort = 2"));
    let setup = Setup {
        controller: Controller::Forces(force),
        saturates: true,
        tolerance: 1e-9,
        ..Setup::at(&machine, vec![0.0], 2.0)
    };
    let found = run(&machine, &setup);
    let kinds: Vec<&EventKind> = found.events.iter().map(|event| &event.kind).collect();
    let name = || "joint1".to_owned();
    assert_eq!(kinds, [&EventKind::OverEffort(name()), &EventKind::WithinEffort(name())]);
    assert!((found.events[0].time - 0.20002).abs() < 1e-7);
    assert!((found.events[1].time - 1.8).abs() < 1e-7);
    // 10 t for 0.2 s, 2 for 1.6 s, and back: v = 0.2 + 3.2 + 0.2 at the end
    let (q, v) = (found.q.last().unwrap()[0], found.qd.last().unwrap()[0]);
    assert!((v - 3.6).abs() < 1e-6, "{v}");
    // the velocity is the same before the middle as it lacks after it: on average half of it
    assert!((q - 3.6).abs() < 1e-6, "{q}");
}

#[test]
fn a_simulation_that_cannot_go_on_keeps_what_it_has() {
    // gains with the wrong sign: the distance grows with exp(100 t), until no machine is there
    let machine = machine(&slide(""));
    let setup = Setup {
        controller: Controller::ProportionalDerivative {
            kp: vec![-1e4],
            kd: vec![0.0],
            ki: Vec::new(),
            gravity: false,
        },
        motion: Some(Motion::at(vec![0.0])),
        output_step: 0.01,
        ..Setup::at(&machine, vec![1e-3], 100.0)
    };
    for method in Method::ALL {
        let step = if method == Method::Rk4 { 0.01 } else { f64::INFINITY };
        let found = run(&machine, &Setup { method, step, ..setup.clone() });
        assert!(matches!(found.stopped, Stopped::Failed(_)), "{method:?}: {:?}", found.stopped);
        assert!(found.times.len() > 15, "{method:?}: {} rows", found.times.len());
        assert_eq!(found.times.last(), Some(&found.end));
        let all = found.q.iter().chain(&found.qd).chain(&found.qdd).flatten();
        assert!(all.chain(&found.kinetic).all(|value| value.is_finite()), "{method:?}");
        // what was kept before is right
        let grown = 1e-3 * (100.0f64 * 0.01).cosh();
        assert!((found.q[1][0] / grown - 1.0).abs() < 0.1, "{method:?}: {}", found.q[1][0]);
    }
}

#[test]
fn energy_stays_over_a_hundred_thousand_steps() {
    let machine = machine(&bundled("2r"));
    let setup = Setup {
        tolerance: 1e-12,
        step: 5e-4,
        output_step: 0.5,
        ..Setup::at(&machine, vec![0.4, 1.2], 50.0)
    };
    let swing = run(&machine, &setup);
    assert!(swing.steps >= 100_000, "{}", swing.steps);
    assert!(swing.energy_scale > 1.0);
    assert!(swing.drift < 1e-10 * swing.energy_scale, "{} of {}", swing.drift, swing.energy_scale);
    // a tolerance that is worse shows. The arm is chaotic, so how much depends on the last bits: of starts
    // that differ by 1e-9, from 6% to 12% of the energy (RK45 of SciPy: 6% to 13%)
    let rough = run(&machine, &Setup { tolerance: 1e-4, step: f64::INFINITY, ..setup });
    assert!(rough.drift > 1e3 * swing.drift && rough.drift < 0.2 * rough.energy_scale);
}

/// A motion of all axes that stays inside every limit.
fn motion(machine: &CompiledRobot) -> Motion {
    let [from, to]: [Vec<f64>; 2] = [0.35, 0.6].map(|part| {
        let place = |limits: &Limits| match (limits.lower.is_finite(), limits.upper.is_finite()) {
            (true, true) => limits.lower + part * (limits.upper - limits.lower),
            _ => 2.0 * part - 0.7,
        };
        machine.axes().iter().map(|axis| place(&axis.limits)).collect()
    });
    let laws = synchronised(LawKind::Septic, &from, &to, machine.axes(), Some(1.5)).unwrap();
    Motion::at(from).then(laws)
}

#[test]
fn the_forces_of_a_motion_give_the_motion_back() {
    // with friction, dry friction included, on the way out only: the motion never turns back
    for name in ["panda", "trttrr1", "puma560", "scara", "tree", "gantry", "chain20"] {
        let machine = machine(&bundled(name));
        let motion = motion(&machine);
        let setup = Setup {
            controller: Controller::Feedforward,
            motion: Some(motion.clone()),
            tolerance: 1e-11,
            // longer, what is unstable grows without bound: an arm on its head is
            ..Setup::at(&machine, motion.state(0.0)[0].clone(), 0.75)
        };
        let found = run(&machine, &setup);
        let end = &found.q[found.q.len() - 1];
        for (found, known) in end.iter().zip(&motion.state(0.75)[0]) {
            assert!((found - known).abs() < 1e-6, "{name}: {found} {known}");
        }
        assert!(found.drift < 1e-6 * found.energy_scale, "{name}: {}", found.drift);
    }
}

#[test]
fn controllers_follow_the_motion() {
    let machine = machine(&bundled("panda"));
    let motion = motion(&machine);
    let mut start = motion.state(0.0)[0].clone();
    start.iter_mut().for_each(|q| *q += 0.05);
    let setup = |controller| Setup {
        controller,
        motion: Some(motion.clone()),
        tolerance: 1e-8,
        output_step: 0.1,
        ..Setup::at(&machine, start.clone(), 1.5)
    };
    let [kp, kd] = [400.0, 40.0];
    let computed = Controller::ComputedTorque { kp: vec![kp; 7], kd: vec![kd; 7] };
    let found = run(&machine, &setup(computed));
    // every axis is a mass on a spring with critical damping: e = e0 (1 + 20 t) exp(-20 t)
    for (t, q) in found.times.iter().zip(&found.q) {
        let known = 0.05 * (1.0 + 20.0 * t) * (-20.0 * t).exp();
        for (q, wanted) in q.iter().zip(&motion.state(*t)[0]) {
            assert!((q - wanted - known).abs() < 1e-7, "{t}: {} {known}", q - wanted);
        }
    }
    let distance = |found: &Simulation| {
        let end = motion.end();
        let parts = found.q[found.q.len() - 1].iter().zip(&end).map(|(q, end)| (q - end).abs());
        parts.fold(0.0, f64::max)
    };
    let gains = |gravity| Controller::ProportionalDerivative {
        kp: vec![900.0; 7],
        kd: vec![60.0; 7],
        ki: Vec::new(),
        gravity,
    };
    let (with, without) = (run(&machine, &setup(gains(true))), run(&machine, &setup(gains(false))));
    assert!(distance(&with) < 0.02, "{}", distance(&with));
    assert!(distance(&without) > 2.0 * distance(&with), "without help the arm sags");
}

#[test]
fn dry_friction_holds_stops_and_lets_go() {
    // a block of 2 kg on a rail: friction 0.3 * 2 * 9.81 = 5.886 N
    let block = robot(
        r#"
        name = "block"
        gravity = 9.81
        [[joint]]
        type = "translation"
        axis = "x"
        friction = { coulomb = 0.3 }
        link = { mass = 2 }
        "#,
    );
    let machine = machine(&block);
    // sent off with 3 m/s, it stops after v/(mu g) and stays
    let setup = Setup { qd: vec![3.0], ..Setup::at(&machine, vec![0.0], 2.0) };
    let slide = run(&machine, &setup);
    let time = 3.0 / (0.3 * 9.81);
    assert_eq!(slide.events.len(), 1, "{:?}", slide.events);
    assert!((slide.events[0].time - time).abs() < 1e-9);
    let end = slide.q[slide.q.len() - 1][0];
    assert!((end - 3.0 * time / 2.0).abs() < 1e-9, "{end}");
    assert_eq!(slide.qd[slide.qd.len() - 1][0], 0.0);
    assert!(slide.drift < 1e-8, "{}", slide.drift);
    // a force that grows by 3 N each second lets it go when it passes the friction
    let ramp = Series::new(vec![0.0, 4.0], vec![vec![0.0], vec![12.0]]).unwrap();
    let setup =
        Setup { controller: Controller::Forces(ramp), ..Setup::at(&machine, vec![0.0], 4.0) };
    let push = run(&machine, &setup);
    let time = 0.3 * 2.0 * 9.81 / 3.0;
    assert_eq!(push.events[0].kind, EventKind::BreaksLoose("joint1".to_owned()));
    assert!((push.events[0].time - time).abs() < 1e-9, "{:?}", push.events);
    // from then on m q'' = 3 (t - time)
    let known = 3.0 / 2.0 * (4.0 - time).powi(3) / 6.0;
    assert!((push.q[push.q.len() - 1][0] - known).abs() < 1e-7);
}

#[test]
fn a_singular_mass_matrix_is_named() {
    let nothing = robot(
        r#"
        name = "nothing"
        gravity = 9.81
        [[joint]]
        type = "rotation"
        axis = "z"
        link = { mass = 1, centre = [0.1, 0, 0] }
        [[joint]]
        type = "rotation"
        axis = "z"
        "#,
    );
    let machine = machine(&nothing);
    let failure = simulate(&machine, &Setup::at(&machine, vec![0.0, 0.0], 1.0), &mut |_| ());
    let findings = failure.unwrap_err().diagnostics();
    assert_eq!(findings[0].code, "singular-mass", "{findings:?}");
}

#[test]
fn what_is_stopped_keeps_what_it_has() {
    let cancel = appell_algebra::Cancel::new();
    let budget = appell_algebra::Budget::default().with_cancel(&cancel);
    let machine = CompiledRobot::new(&bundled("2r"), &budget).unwrap();
    let mut done = 0.0;
    let setup = Setup { output_step: 0.01, ..Setup::at(&machine, vec![0.4, 1.2], 100.0) };
    let found = simulate(&machine, &setup, &mut |part| {
        done = part;
        if part > 0.1 {
            cancel.cancel();
        }
    });
    let found = found.unwrap();
    assert!(matches!(found.stopped, Stopped::Early(_)));
    assert!(done > 0.1 && found.end < 20.0 && found.times.len() > 1000);
}
