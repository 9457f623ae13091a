//! Motors, springs, coupled joints and static friction over time, against conservation and closed forms.

use appell_code::CompiledRobot;
use appell_model::read_toml;
use appell_simulation::{Controller, Dynamics, EventKind, Method, Setup, Simulation, simulate};
use appell_trajectory::Series;

pub(super) fn machine(text: &str) -> CompiledRobot {
    let reading = read_toml(text, &Default::default());
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    CompiledRobot::new(&robot, &Default::default()).unwrap()
}

pub(super) fn run(machine: &CompiledRobot, setup: &Setup) -> Simulation {
    simulate(machine, setup, &mut |_| ()).unwrap()
}

/// An arm with a spinning motor on its first link, springs, and two joints that follow.
const ARM: &str = r#"
    name = "arm"
    gravity = 9.81
    [[joint]]
    type = "rotation"
    axis = "z"
    spring = { stiffness = 4, rest = 0.3 }
    link = { mass = 2, centre = [0.2, 0, 0.1], inertia = { xx = 0.02, yy = 0.05, zz = 0.05 } }
    [[joint]]
    type = "rotation"
    axis = "y"
    offset = [0.4, 0, 0]
    rotor = { inertia = 2e-4, ratio = 40, axis = "x" }
    link = { mass = 1, centre = [0.2, 0, 0], inertia = { xx = 0.01, yy = 0.03, zz = 0.03 } }
    [[joint]]
    type = "rotation"
    axis = "y"
    offset = [0.4, 0, 0]
    mimic = { of = "joint2", ratio = -0.5, offset = 0.2 }
    spring = { stiffness = 3 }
    rotor = { inertia = 1e-4, ratio = { joint3 = 30, joint1 = 10 }, on = "joint2", axis = "z" }
    link = { mass = 0.5, centre = [0.1, 0, 0], inertia = { yy = 0.01 } }
    [[joint]]
    type = "translation"
    axis = "x"
    mimic = { of = "joint3", ratio = 0.1 }
    link = { mass = 0.3 }
"#;

#[test]
fn energy_stays_with_motors_springs_and_coupled_joints() {
    let machine = machine(ARM);
    assert_eq!(machine.coordinates().len(), 2);
    for (method, tolerance) in [(Method::Dopri5, 1e-11), (Method::Radau5, 1e-9)] {
        let setup = Setup {
            method,
            tolerance,
            output_step: 0.5,
            qd: vec![1.0, -2.0],
            ..Setup::at(&machine, vec![0.4, 1.2], 5.0)
        };
        let swing = run(&machine, &setup);
        assert!(swing.energy_scale > 1.0);
        assert!(swing.drift < 1e-6 * swing.energy_scale, "{method:?} {}", swing.drift);
    }
}

pub(super) fn block(more: &str) -> CompiledRobot {
    machine(&format!(
        "name = \"block\"\ngravity = 9.81\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\n{more}\nlink = {{ mass = 2 }}\n"
    ))
}

/// Where and when a block that is sent off comes to rest for good.
fn stops(machine: &CompiledRobot, speed: f64, duration: f64) -> f64 {
    let setup =
        Setup { qd: vec![speed], tolerance: 1e-11, ..Setup::at(machine, vec![0.0], duration) };
    let slide = run(machine, &setup);
    assert_eq!(slide.events.len(), 1, "{:?}", slide.events);
    assert_eq!(slide.qd[slide.qd.len() - 1][0], 0.0);
    slide.events[0].time
}

#[test]
fn constant_friction_of_joint_and_motor_stops_a_block() {
    let time = stops(&block("friction = { constant = 5 }"), 3.0, 2.0);
    assert!((time - 3.0 * 2.0 / 5.0).abs() < 1e-9, "{time}");
    // a motor of 0.001 kg m^2 at 20 rad/m: 0.4 kg more, and 0.1 N m are 2 N
    let motor = "rotor = { inertia = 0.001, ratio = -20, friction = { constant = 0.1 } }";
    let time = stops(&block(motor), 3.0, 5.0);
    assert!((time - 3.0 * 2.4 / 2.0).abs() < 1e-9, "{time}");
}

/// 2 v' = -F(v), F by Hess and Soom: t = m vs (u/Fc + (1 - Fs/Fc) atan(u sqrt(Fc/Fs)) / sqrt(Fc Fs)) with
/// u = v/vs.
#[test]
fn static_friction_stops_a_block_as_its_integral_says() {
    let (m, fc, fs, vs, v) = (2.0, 4.0, 6.0, 0.5, 3.0f64);
    let u = v / vs;
    let arc = (u * f64::sqrt(fc / fs)).atan() / f64::sqrt(fc * fs);
    let known = m * vs * (u / fc + (1.0 - fs / fc) * arc);
    let law = "friction = { constant = 4, static = 6, stribeck = 0.5 }";
    let time = stops(&block(law), v, 3.0);
    assert!((time - known).abs() < 1e-8, "{time} and {known}");
}

#[test]
fn a_block_breaks_away_at_static_friction() {
    let ramp = Series::new(vec![0.0, 4.0], vec![vec![0.0], vec![12.0]]).unwrap();
    let machine = block("friction = { constant = 4, static = 6, stribeck = 0.5 }");
    let setup =
        Setup { controller: Controller::Forces(ramp), ..Setup::at(&machine, vec![0.0], 4.0) };
    let push = run(&machine, &setup);
    assert_eq!(push.events[0].kind, EventKind::BreaksLoose("joint1".to_owned()));
    assert!((push.events[0].time - 2.0).abs() < 1e-9, "{:?}", push.events);
    // what follows, by many small steps of Runge and Kutta
    let slope = |t: f64, v: f64| (3.0 * t - 4.0 - 2.0 / (1.0 + v * v / 0.25)) / 2.0;
    let (mut t, mut x, mut v, h) = (2.0, 0.0, 0.0, 1e-4);
    for _ in 0..20_000 {
        let a = slope(t, v);
        let b = slope(t + h / 2.0, v + h / 2.0 * a);
        let c = slope(t + h / 2.0, v + h / 2.0 * b);
        let d = slope(t + h, v + h * c);
        x += h * (v + h / 6.0 * (a + b + c));
        v += h / 6.0 * (a + 2.0 * (b + c) + d);
        t += h;
    }
    let end = push.q[push.q.len() - 1][0];
    assert!((end - x).abs() < 1e-6, "{end} and {x}");
}

/// What a robot exerts at a named frame brakes it, and the balance of energy has its work.
#[test]
fn a_wrench_on_a_frame_does_work() {
    let pushing = "[[frame]]\nname = \"probe\"\nforce = [3, 0, 0]\n";
    let block = machine(&format!(
        "name = \"block\"\ngravity = 9.81\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\nlink = {{ mass = 2 }}\n{pushing}"
    ));
    let found = run(&block, &Setup { qd: vec![2.0], ..Setup::at(&block, vec![0.0], 1.0) });
    let end = found.q[found.q.len() - 1][0];
    assert!((end - (2.0 - 0.75)).abs() < 1e-9, "{end}");
    assert!(found.drift < 1e-9 * found.energy_scale, "{}", found.drift);
    // the same by the payload of the robot's file
    let block = machine(
        "name = \"block\"\ngravity = 9.81\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\nlink = { mass = 2 }\n\
         [payload]\nforce = [3, 0, 0]\n",
    );
    let same = run(&block, &Setup { qd: vec![2.0], ..Setup::at(&block, vec![0.0], 1.0) });
    assert!((same.q[same.q.len() - 1][0] - end).abs() < 1e-12);
    assert!(same.drift < 1e-9 * same.energy_scale, "{}", same.drift);
    // on an arm, turned and off its axes
    let frame = "[[frame]]\nname = \"probe\"\nparent = \"joint2\"\noffset = [0.1, 0.2, 0.3]\nrotation = { rpy = [0.3, 0, 1] }\n\
         force = [3, -2, 1]\nmoment = [0.1, 0.4, -0.3]\n";
    let arm = machine(&format!("{ARM}{frame}"));
    for method in [Method::Dopri5, Method::Radau5] {
        let start = Setup::at(&arm, vec![0.4, 1.2], 2.0);
        let found = run(&arm, &Setup { method, tolerance: 1e-10, qd: vec![1.0, -2.0], ..start });
        assert!(found.drift < 1e-7 * found.energy_scale, "{method:?} {}", found.drift);
    }
}

/// A mass on a hoist: upwards m (a + g)/e + J a = tau, downwards e m (a + g) + J a = tau, and at rest the gear
/// holds it while tau is between e m g and m g/e.
#[test]
fn a_lossy_gear_lifts_holds_and_lowers() {
    let machine = machine(
        "name = \"hoist\"\ngravity = 10\n[[joint]]\ntype = \"translation\"\naxis = \"z\"\n\
         rotor = { inertia = 0.001, ratio = 20, on = \"base\", efficiency = 0.7 }\nlink = { mass = 2 }\n",
    );
    let (m, g, e, j) = (2.0, 10.0, 0.7, 0.4);
    let run = |tau: f64, speed: f64, duration: f64| {
        let controller = Controller::Forces(Series::constant(vec![tau]));
        let start = Setup::at(&machine, vec![0.0], duration);
        run(&machine, &Setup { controller, qd: vec![speed], tolerance: 1e-11, ..start })
    };
    let end = |found: &Simulation| found.q[found.q.len() - 1][0];
    // it is lifted, and comes to rest where the motor gives just its weight
    let slower = (m * g - m * g / e) / (m / e + j);
    let lifted = run(m * g, 1.0, 1.0);
    assert_eq!(lifted.events[0].kind, EventKind::Sticks("joint1".to_owned()));
    assert!((lifted.events[0].time + 1.0 / slower).abs() < 1e-9, "{:?}", lifted.events);
    assert!((end(&lifted) + 0.5 / slower).abs() < 1e-9);
    assert!(lifted.drift < 1e-8 * lifted.energy_scale, "{}", lifted.drift);
    // from rest: up, held, held, down
    let up = |tau: f64| (tau - m * g / e) / (m / e + j) / 2.0;
    let down = |tau: f64| (tau - e * m * g) / (e * m + j) / 2.0;
    for (tau, known) in [
        (29.0, up(29.0)),
        (m * g / e - 0.01, 0.0),
        (e * m * g + 0.01, 0.0),
        (13.0, down(13.0)),
        (0.0, down(0.0)),
    ] {
        let found = run(tau, 0.0, 1.0);
        assert!((end(&found) - known).abs() < 1e-9, "{tau}: {} and {known}", end(&found));
    }
}

/// Worm gears that lose most of the power, with light rotors, in an arm whose joints pull at each other: what the
/// accelerations of the simulation need is what drives it, also where bearings rub by the joint reaction forces.
#[test]
fn gears_of_low_efficiency_are_simulated() {
    let gear = "rotor = { inertia = 1e-6, ratio = 50, on = \"base\", efficiency = 0.15 }";
    let joint = |offset: &str, friction: &str| {
        format!(
            "[[joint]]\ntype = \"rotation\"\naxis = \"z\"\noffset = [{offset}, 0, 0]\n{gear}\n{friction}\n\
             link = {{ mass = 2, centre = [0.3, 0, 0], inertia = {{ zz = 0.02 }} }}\n"
        )
    };
    for friction in ["", "friction = { coulomb = 0.2, diameter = 0.1 }"] {
        let joints = ["0", "0.6", "0.6"].map(|offset| joint(offset, friction)).concat();
        let machine = machine(&format!("name = \"worm\"\ngravity = [0, -9.81, 0]\n{joints}"));
        let mut dynamics = Dynamics::new(&machine).unwrap();
        let arguments = machine.arguments(&Default::default());
        let q = [0.3, -0.8, 1.1];
        for qd in [[0.5, -0.4, 0.9], [-0.5, -0.4, 0.2], [0.5, 0.4, -0.9]] {
            for tau in [[900.0, -20.0, 3.0], [-300.0, 400.0, 1.0], [2.0, 1.0, -0.5]] {
                let states = dynamics.friction_states([&q, &qd, &tau], &arguments).unwrap();
                let mut found = [0.0; 3];
                dynamics.accelerations([&q, &qd, &tau], &states, &arguments, &mut found).unwrap();
                let needed = dynamics.forces([&q, &qd, &found], &arguments).unwrap();
                for (needed, tau) in needed.iter().zip(tau) {
                    assert!(
                        (needed - tau).abs() < 1e-9 * (1.0 + tau.abs()),
                        "{qd:?}: {needed} {tau}"
                    );
                }
            }
        }
    }
}

/// With a smooth sign nothing sticks, and both integrators find the same.
#[test]
fn smooth_friction_creeps() {
    let machine = block("friction = { constant = 4, smooth = 0.01 }");
    let ends = [Method::Dopri5, Method::Radau5].map(|method| {
        let setup = Setup { method, qd: vec![1.0], ..Setup::at(&machine, vec![0.0], 1.0) };
        let slide = run(&machine, &setup);
        assert!(slide.events.is_empty(), "{:?}", slide.events);
        let last = slide.q.len() - 1;
        assert!(slide.qd[last][0].abs() < 1e-6);
        slide.q[last][0]
    });
    // 2 v' = -4 v / sqrt(v^2 + w^2): the way is the integral of sqrt(v^2 + w^2) / 2 over v
    let w = 0.01f64;
    let root = f64::sqrt(1.0 + w * w);
    let known = (root + w * w * (1.0 / w).asinh()) / 4.0;
    for end in ends {
        assert!((end - known).abs() < 1e-5, "{end} and {known}");
    }
}
