//! Controllers against closed forms, against recursions in discrete time, and against SciPy: see
//! golden/controllers.py.

use std::f64::consts::FRAC_PI_2;

use appell_code::{CompiledRobot, Limits, Load};
use appell_model::{Robot, read_toml};
use appell_simulation::{
    ControlLaw, Controller, ControllerModel, Loading, Loads, Method, Sampling, Setup, Simulation,
    Stopped, Taken, simulate,
};
use appell_trajectory::{LawKind, Motion};
use serde_json::Value;

const GOLDEN: &str = include_str!("golden/controllers.json");

fn robot(text: &str) -> Robot {
    let reading = read_toml(text, &Default::default());
    reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings))
}

fn compiled(robot: &Robot) -> CompiledRobot {
    CompiledRobot::new(robot, &Default::default()).unwrap()
}

/// A mass that slides along x, or against gravity along z.
fn slider(mass: f64, axis: &str) -> Robot {
    robot(&format!(
        "name = \"slider\"\ngravity = 10\n[[joint]]\ntype = \"translation\"\naxis = \"{axis}\"\nlink = {{ mass = {mass} }}"
    ))
}

fn run(machine: &CompiledRobot, setup: &Setup) -> Simulation {
    simulate(machine, setup, &mut |_| ()).unwrap()
}

fn pid(kp: f64, kd: f64, ki: &[f64], gravity: bool) -> Controller {
    Controller::ProportionalDerivative { kp: vec![kp], kd: vec![kd], ki: ki.to_vec(), gravity }
}

/// A controller of one axis that brings it from a place to zero.
fn to_zero(machine: &CompiledRobot, from: f64, duration: f64, controller: Controller) -> Setup {
    Setup {
        controller,
        motion: Some(Motion::at(vec![0.0])),
        tolerance: 1e-11,
        ..Setup::at(machine, vec![from], duration)
    }
}

#[test]
fn state_feedback_swings_like_a_damped_spring() {
    let machine = compiled(&slider(2.0, "x"));
    // 2 x'' + 1.6 x' + 50 x = 0
    let feedback = Controller::StateFeedback { gains: vec![vec![50.0, 1.6]], gravity: false };
    let found = run(&machine, &to_zero(&machine, 0.3, 3.0, feedback));
    let (decay, omega) = (0.4f64, (25.0f64 - 0.16).sqrt());
    for (t, q) in found.times.iter().zip(&found.q) {
        let (sin, cos) = (omega * t).sin_cos();
        let known = 0.3 * (-decay * t).exp() * (cos + decay / omega * sin);
        assert!((q[0] - known).abs() < 1e-9, "{t}: {} {known}", q[0]);
    }
    assert_eq!(found.reference.len(), found.times.len());
    let table = found.table(&machine);
    let [reference, error, q] = ["ref_q1", "e_q1", "q1"].map(|name| table.column(name).unwrap());
    assert!(reference.iter().zip(q).zip(error).all(|((r, q), e)| r - q == *e));
}

#[test]
fn an_integral_part_gives_the_response_of_third_order() {
    let machine = compiled(&slider(1.0, "x"));
    // (s + 1)(s + 2)(s + 3) from a step of one
    let found = run(&machine, &to_zero(&machine, -1.0, 4.0, pid(11.0, 6.0, &[6.0], false)));
    for (t, q) in found.times.iter().zip(&found.q) {
        let known = -2.5 * (-t).exp() + 8.0 * (-2.0 * t).exp() - 4.5 * (-3.0 * t).exp();
        assert!((-q[0] - known).abs() < 1e-9, "{t}: {} {known}", q[0]);
    }
    assert!(found.drift < 1e-8, "{}", found.drift);
}

#[test]
fn an_integral_removes_the_error_that_gravity_leaves() {
    let machine = compiled(&slider(3.0, "z"));
    let end = |ki: &[f64]| {
        let setup = to_zero(&machine, 0.0, 30.0, pid(60.0, 40.0, ki, false));
        run(&machine, &setup).q.last().unwrap()[0]
    };
    assert!((end(&[]) + 0.5).abs() < 1e-8, "3 kg * 10 m/s^2 / 60 N/m");
    assert!(end(&[30.0]).abs() < 1e-4);
}

/// The exact motion of a mass whose controller looks at it in periods, and whose forces act a delay
/// later and are held.
fn held(mass: f64, [kp, kd, ki]: [f64; 3], sampling: Sampling, from: f64, end: f64) -> [f64; 2] {
    let looks = (0..).map(|k| (f64::from(k) * sampling.period, true));
    let looks: Vec<_> = looks.take_while(|(t, _)| *t < end - 1e-9).collect();
    let mut moments = looks.clone();
    moments.extend(looks.iter().map(|(t, _)| (t + sampling.delay, false)));
    moments.retain(|(t, _)| *t < end - 1e-9);
    // at one time, first what acts of an earlier look
    moments.sort_by(|a, b| a.partial_cmp(b).unwrap());
    moments.push((end, false));
    let (mut x, mut v, mut t, mut force, mut sum) = (from, 0.0, 0.0, 0.0, 0.0);
    let mut asked = std::collections::VecDeque::new();
    for (time, looks) in moments {
        let (h, a) = (time - t, force / mass);
        (x, v, t) = (x + h * v + h * h * a / 2.0, v + h * a, time);
        if looks {
            asked.push_back(-kp * x - kd * v + ki * sum);
            sum -= sampling.period * x;
        }
        if !looks && time < end {
            force = asked.pop_front().unwrap();
        }
    }
    [x, v]
}

/// The same where what is looked at acts at once.
fn held_at_once(mass: f64, [kp, kd]: [f64; 2], period: f64, from: f64, end: f64) -> [f64; 2] {
    let (mut x, mut v, mut t) = (from, 0.0, 0.0);
    while end - t > 1e-9 {
        let h = period.min(end - t);
        let a = (-kp * x - kd * v) / mass;
        (x, v, t) = (x + h * v + h * h * a / 2.0, v + h * a, t + h);
    }
    [x, v]
}

#[test]
fn a_sampled_controller_is_the_recursion_of_its_held_forces() {
    let machine = compiled(&slider(2.0, "x"));
    let end = 1.503;
    for (delay, ki) in [(0.0, 0.0), (0.004, 0.0), (0.004, 30.0), (0.025, 0.0), (0.02, 15.0)] {
        let sampling = Sampling { period: 0.01, delay };
        let ki_list: Vec<f64> = Some(ki).filter(|ki| *ki > 0.0).into_iter().collect();
        let setup = Setup {
            sampling: Some(sampling),
            ..to_zero(&machine, 0.2, end, pid(80.0, 9.0, &ki_list, false))
        };
        let found = run(&machine, &setup);
        let known = match delay > 0.0 {
            true => held(2.0, [80.0, 9.0, ki], sampling, 0.2, end),
            false => held_at_once(2.0, [80.0, 9.0], sampling.period, 0.2, end),
        };
        let last = [found.q.last().unwrap()[0], found.qd.last().unwrap()[0]];
        for (found, known) in last.iter().zip(known) {
            assert!((found - known).abs() < 1e-9, "{delay} {ki}: {found} {known}");
        }
    }
}

#[test]
fn formulas_make_a_pendulum_a_spring() {
    let pendulum = robot(
        r#"
        name = "pendulum"
        gravity = "g"
        [parameters]
        g = 9.81
        m = 2
        l = 0.5
        [[joint]]
        type = "rotation"
        axis = "y"
        link = { mass = "m", centre = [0, 0, "-l"] }
        "#,
    );
    let machine = compiled(&pendulum);
    // what gravity does is taken away: m l^2 q'' = 0.5*(18*(ref - q) - 2 q') with m l^2 = 0.5
    let law = "m*g*l*sin(q1) + 0.5*(18*(ref_q1 - q1) + dref_q1 - q1' - dq1) + 0*t";
    let law = Controller::Law(Box::new(ControlLaw::new(&machine, &[law]).unwrap()));
    let found = run(&machine, &to_zero(&machine, 1.0, 2.0, law));
    let omega = 17f64.sqrt();
    for (t, q) in found.times.iter().zip(&found.q) {
        let (sin, cos) = (omega * t).sin_cos();
        let known = (-t).exp() * (cos + sin / omega);
        assert!((q[0] - known).abs() < 1e-8, "{t}: {} {known}", q[0]);
    }
    // a force of the time alone
    let machine = compiled(&slider(2.0, "x"));
    let law = Controller::Law(Box::new(ControlLaw::new(&machine, &["6*t"]).unwrap()));
    let found = run(&machine, &to_zero(&machine, 0.0, 2.0, law));
    assert!((found.q.last().unwrap()[0] - 0.5 * 8.0).abs() < 1e-9);
}

#[test]
fn a_controller_that_is_wrong_about_the_mass_keeps_an_error() {
    let machine = compiled(&slider(3.0, "z"));
    let end = |believed: f64| {
        let model =
            ControllerModel { robot: Some(compiled(&slider(believed, "z"))), knows_loads: true };
        let setup = to_zero(&machine, 0.0, 20.0, pid(60.0, 40.0, &[], true));
        run(&machine, &Setup { model, ..setup }).q.last().unwrap()[0]
    };
    // (believed - 3 kg) * 10 m/s^2 / 60 N/m
    for (believed, known) in [(3.0, 0.0), (2.4, -0.1), (4.5, 0.25)] {
        assert!((end(believed) - known).abs() < 1e-8, "{believed}: {}", end(believed));
    }
}

#[test]
fn a_controller_knows_of_a_payload_or_does_not() {
    let machine =
        CompiledRobot::with_changing_load(&slider(3.0, "z"), &Default::default()).unwrap();
    let part = Loading {
        from: 1.0,
        until: f64::INFINITY,
        load: Load { mass: 1.2, ..Load::default() },
        taken: Taken::Moving,
    };
    let end = |knows_loads: bool| {
        let setup = Setup {
            loads: Loads(vec![part]),
            model: ControllerModel { robot: None, knows_loads },
            ..to_zero(&machine, 0.0, 30.0, pid(60.0, 40.0, &[], true))
        };
        run(&machine, &setup).q.last().unwrap()[0]
    };
    assert!(end(true).abs() < 1e-9);
    assert!((end(false) + 0.2).abs() < 1e-8, "1.2 kg * 10 m/s^2 / 60 N/m, not {}", end(false));
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Holds a motion against rows of the reference.
fn hold_against(found: &Simulation, rows: &Value, near: f64) {
    for row in rows.as_array().unwrap() {
        let t = row["t"].as_f64().unwrap();
        let at = found.times.iter().position(|time| (time - t).abs() < 1e-9).unwrap();
        for (found, key) in [(&found.q, "q"), (&found.qd, "qd")] {
            for (found, known) in found[at].iter().zip(numbers(&row[key])) {
                assert!((found - known).abs() < near, "{key} at {t}: {found} {known}");
            }
        }
    }
}

#[test]
fn two_links_under_controllers_move_as_with_scipy() {
    let golden: Value = serde_json::from_str(GOLDEN).unwrap();
    let mut machine = compiled(&Robot::bundled("2r").unwrap());
    let row = numbers(&golden["gains"]);
    let feedback = Controller::StateFeedback { gains: vec![vec![0.0; 4], row], gravity: false };
    let error = numbers(&golden["error"]);
    let setup = Setup {
        controller: feedback,
        motion: Some(Motion::at(vec![FRAC_PI_2, 0.0])),
        tolerance: 1e-12,
        output_step: 0.25,
        ..Setup::at(&machine, vec![FRAC_PI_2 + error[0], error[1]], 2.0)
    };
    hold_against(&run(&machine, &setup), &golden["feedback"], 1e-8);

    let case = &golden["sampled"];
    let number = |key: &str| case[key].as_f64().unwrap();
    machine.axes_mut().iter_mut().for_each(|axis| axis.limits.effort = number("effort"));
    let sampling = Sampling { period: number("period"), delay: number("delay") };
    let sampled =
        Setup { sampling: Some(sampling), saturates: true, duration: 1.0, ..setup.clone() };
    let found = run(&machine, &sampled);
    assert!(!found.events.is_empty(), "the drive reaches its limit");
    hold_against(&found, &case["rows"], 1e-8);

    let case = &golden["integral"];
    let effort = case["effort"].as_f64().unwrap();
    machine.axes_mut().iter_mut().for_each(|axis| axis.limits.effort = effort);
    let [kp, kd, ki, to] = ["kp", "kd", "ki", "to"].map(|key| numbers(&case[key]));
    let step = Motion::at(vec![-FRAC_PI_2, 0.0]).then_step(to);
    let stepped = Setup {
        controller: Controller::ProportionalDerivative { kp, kd, ki, gravity: false },
        motion: Some(step),
        saturates: true,
        q: vec![-FRAC_PI_2, 0.0],
        ..setup
    };
    let found = run(&machine, &stepped);
    assert!(!found.events.is_empty(), "a drive reaches its limit");
    hold_against(&found, &case["rows"], 1e-6);
}

#[test]
fn what_no_controller_can_do_is_refused() {
    let machine = compiled(&slider(1.0, "x"));
    let setup = to_zero(&machine, 0.0, 1.0, pid(1.0, 1.0, &[], false));
    let code =
        |setup: Setup| simulate(&machine, &setup, &mut |_| ()).unwrap_err().diagnostics()[0].code;
    let sampling = |period, delay| Some(Sampling { period, delay });
    assert_eq!(code(Setup { sampling: sampling(0.0, 0.0), ..setup.clone() }), "not-positive");
    assert_eq!(code(Setup { sampling: sampling(0.1, -0.1), ..setup.clone() }), "not-positive");
    assert_eq!(code(Setup { sampling: sampling(1e-9, 0.0), ..setup.clone() }), "too-many-samples");
    let windup = pid(0.0, 1.0, &[1.0], false);
    assert_eq!(
        code(Setup { controller: windup, saturates: true, ..setup.clone() }),
        "not-positive"
    );
    let narrow = Controller::StateFeedback { gains: vec![vec![1.0]], gravity: false };
    assert_eq!(code(Setup { controller: narrow, ..setup }), "wrong-length");
}

/// A parameter that is called as something of a law: which of both is meant is not guessed.
#[test]
fn a_law_with_a_name_of_two_meanings_is_refused() {
    let text = "name = \"sl\"\ngravity = 0\n[parameters]\nt = 5\nm = 2\n[[joint]]\n\
                type = \"translation\"\naxis = \"x\"\nlink = { mass = \"m + t\" }";
    let slider = read_toml(text, &Default::default()).robot.unwrap();
    let machine = CompiledRobot::new(&slider, &Default::default()).unwrap();
    let (axis, problems) = ControlLaw::new(&machine, &["t"]).unwrap_err();
    assert_eq!((axis, problems[0].code), (0, "two-meanings"));
    assert!(ControlLaw::new(&machine, &["m - q1"]).is_ok());
}

/// Computed torque takes the friction of a joint as the joint slides or sticks: stuck, it asks for
/// r'' + kd r' + kp r until that exceeds the friction; from then on friction cancels, and the error
/// decays like (e0 + (e0' + 10 e0) t) exp(-10 t).
#[test]
fn computed_torque_follows_on_when_friction_breaks_loose() {
    let hinge = robot(
        "name = \"hinge\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         friction = { constant = 2 }\nlink = { mass = 1, inertia = { zz = 1 } }",
    );
    let machine = compiled(&hinge);
    let limits = Limits { velocity: 1.0, acceleration: 5.0, jerk: 50.0, ..Limits::default() };
    let law = LawKind::SCurve.between(0.0, 1.0, &limits).unwrap();
    let asked = |t: f64| law.at(t, 2) + 20.0 * law.at(t, 1) + 100.0 * law.at(t, 0);
    let (mut early, mut late) = (0.0, 0.3);
    for _ in 0..60 {
        let middle = f64::midpoint(early, late);
        if asked(middle) < 2.0 { early = middle } else { late = middle }
    }
    let controllers = [
        Controller::ComputedTorque { kp: vec![100.0], kd: vec![20.0] },
        // the same as a formula
        Controller::Law(Box::new(
            ControlLaw::new(
                &machine,
                &["ddref_q1 + 20*(dref_q1 - dq1) + 100*(ref_q1 - q1) + 2*sign(dq1)"],
            )
            .unwrap(),
        )),
    ];
    for (controller, method) in
        controllers.iter().flat_map(|it| [(it, Method::Dopri5), (it, Method::Radau5)])
    {
        let setup = Setup {
            controller: controller.clone(),
            motion: Some(Motion::at(vec![0.0]).then(vec![law.clone()])),
            method,
            ..Setup::at(&machine, vec![0.0], law.duration())
        };
        let found = run(&machine, &setup);
        assert!(matches!(found.stopped, Stopped::Whole), "{:?}", found.stopped);
        assert!(found.steps < 2000 && found.events.len() < 5, "{} {:?}", found.steps, found.events);
        assert!((found.events[0].time - early).abs() < 1e-6, "{:?} {early}", found.events);
        for (t, q) in found.times.iter().zip(&found.q) {
            let after = (t - early).max(0.0);
            let start = [law.at(early, 0), law.at(early, 1)];
            let error = (start[0] + (start[1] + 10.0 * start[0]) * after) * (-10.0 * after).exp();
            let known = if *t < early { 0.0 } else { law.at(*t, 0) - error };
            assert!((q[0] - known).abs() < 1e-5, "{method:?} {t}: {} {known}", q[0]);
        }
        // the work is no part of the error that radau keeps small
        let drifts = method == Method::Dopri5 && found.drift_warning().is_some();
        assert!(!drifts, "{}", found.drift);
    }
}

/// A joint that friction holds throughout: what rounding leaves of its energy is no drift.
#[test]
fn energy_that_is_not_exchanged_does_not_drift() {
    let hinge = robot(
        "name = \"hinge\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         link = { mass = 1, inertia = { zz = 1 } }",
    );
    let machine = compiled(&hinge);
    let controller = Controller::ComputedTorque { kp: vec![100.0], kd: vec![20.0] };
    let mut found = run(&machine, &Setup { controller, ..Setup::at(&machine, vec![0.0], 0.1) });
    (found.drift, found.energy_scale, found.peak_force) = (2e-15, 1e-35, vec![2.0]);
    assert_eq!(found.drift_warning(), None);
    found.drift = 2e-11;
    assert!(found.drift_warning().is_some());
}
