//! The inverse problem, paths of the tool, motors and least energy.

#![allow(clippy::unwrap_used, reason = "a test")]

use appell_mechanics::{Derivation, Numbers, Quantity};
use appell_model::Robot;
use appell_motion::plot::clouds;
use appell_motion::{
    Catalogue, Choice, Ensemble, Error, LawKind, Limits, Load, Loading, Loads, Machine, Margins,
    Motion, Path, Pose, Question, Reach, Setup, Way, bundled_catalogue, demands, inverse, simulate,
    size, synchronised,
};

fn bundled(name: &str) -> Robot {
    appell_model::bundled(name).unwrap().read().robot.unwrap()
}

fn machine(name: &str) -> Machine {
    Machine::new(&bundled(name), &Default::default()).unwrap()
}

const HOME: [f64; 7] = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785];

fn panda_motion(machine: &Machine) -> Motion {
    let to = [0.5, -0.3, 0.4, -1.8, 0.2, 1.9, 0.2];
    let laws = synchronised(LawKind::Septic, &HOME, &to, machine.axes(), Some(1.2)).unwrap();
    Motion::at(HOME.to_vec()).then(laws)
}

/// A quantity by the numbers of mechanics, not by compiled code.
fn derived(robot: &Robot, name: &str, state: &[Vec<f64>; 3]) -> Vec<f64> {
    let coordinates = robot.coordinates();
    let values = |symbol: appell_algebra::Symbol| {
        let k = coordinates.iter().position(|&q| q == symbol.base());
        k.map(|k| state[symbol.order() as usize][k]).or_else(|| robot.value(symbol))
    };
    let numbers =
        Numbers::new(
            robot.symbols(),
            move |symbol| {
                if symbol.order() > 2 { Some(0.0) } else { values(symbol) }
            },
        );
    let derivation = Derivation::new(robot, numbers).unwrap();
    let quantity = Quantity::read(name, robot).unwrap()[0];
    derivation.get(quantity).unwrap().entries().copied().collect()
}

#[test]
fn forces_wrenches_and_rates_are_those_of_mechanics() {
    let machine = machine("panda");
    let motion = panda_motion(&machine);
    let question = Question {
        wrenches: true,
        rates: true,
        output_step: 0.001,
        ..Question::of(motion.clone())
    };
    let found = inverse(&machine, &question).unwrap();
    let column = |name: &str| found.table.column(name).unwrap().to_vec();
    for row in [0, 300, 650, 1100] {
        let state = motion.state(found.states.times[row]);
        let forces = derived(machine.robot(), "Q", &state);
        for (k, known) in forces.iter().enumerate() {
            assert!((column(&format!("Q_q{}", k + 1))[row] - known).abs() < 1e-9);
        }
        let wrench = derived(machine.robot(), "f[3]", &state);
        for (axis, known) in ["x", "y", "z"].iter().zip(&wrench) {
            assert!((column(&format!("f3_{axis}"))[row] - known).abs() < 1e-9);
        }
    }
    // the rate of a force is the slope of its column
    let (force, rate) = (column("Q_q2"), column("dQ_q2"));
    for row in [200, 500, 900] {
        let slope = (force[row + 1] - force[row - 1]) / 0.002;
        assert!(
            (slope - rate[row]).abs() < 1e-3 * (1.0 + rate[row].abs()),
            "{slope} {}",
            rate[row]
        );
    }
}

#[test]
fn a_load_is_felt_while_it_is_there() {
    let robot = bundled("panda");
    let budget = Default::default();
    let machine = Machine::with_changing_load(&robot, &budget).unwrap();
    let motion = panda_motion(&machine);
    let load =
        Load { mass: 2.0, centre: [0.0, 0.0, 0.1], force: [5.0, 0.0, 0.0], moment: [0.0; 3] };
    let loads = Loads(vec![Loading { from: 0.3, until: 0.9, load }]);
    let question = Question { output_step: 0.1, loads, ..Question::of(motion.clone()) };
    let found = inverse(&machine, &question).unwrap();
    let empty =
        inverse(&self::machine("panda"), &Question { output_step: 0.1, ..Question::of(motion) })
            .unwrap();
    for (row, &t) in found.states.times.iter().enumerate() {
        let difference: f64 =
            (0..7).map(|axis| (found.forces[axis][row] - empty.forces[axis][row]).abs()).sum();
        let there = (0.3 - 1e-9..0.9 - 1e-9).contains(&t);
        assert_eq!(difference > 1.0, there, "{t}: {difference}");
        assert!(there || difference < 1e-9);
    }
}

#[test]
fn without_friction_the_work_that_stays_is_the_height_that_is_gained() {
    let machine = machine("panda");
    let motion = panda_motion(&machine);
    let found = inverse(&machine, &Question::of(motion.clone())).unwrap();
    let kept: f64 = found.efforts.iter().map(|it| it.work - it.returned).sum();
    let mut height = machine.function("Ep").unwrap();
    let [start, end] = [HOME.to_vec(), motion.end()].map(|q| height.call(&[&q]).unwrap()[0]);
    assert!((kept - (end - start)).abs() < 1e-8, "{kept} {}", end - start);
}

#[test]
fn the_tool_follows_lines_and_circles() {
    for name in ["panda", "ur5", "puma560"] {
        let mut machine = machine(name);
        for axis in machine.axes_mut() {
            axis.limits = Limits { velocity: 2.0, acceleration: 10.0, jerk: 500.0, ..axis.limits };
        }
        let start: Vec<f64> = match name {
            "panda" => HOME.to_vec(),
            "ur5" => vec![0.4, -1.1, 1.5, -1.97, -1.57, 0.0],
            _ => vec![0.0, -0.7, 2.6, 0.3, 0.4, 0.0],
        };
        let mut reach = Reach::new(&machine).unwrap();
        let pose = reach.pose(&start).unwrap();
        let [x, y, z] = pose.position;
        let paths = [
            Path::Line { to: [0.9 * x, 0.9 * y + 0.05, z + 0.08] },
            Path::Circle { centre: [0.9 * x, 0.9 * y, z], axis: [0.0, 0.3, 1.0], angle: 2.0 },
        ];
        for path in paths {
            let way = Way::of(&machine, &start, &path, true, 0.3).unwrap();
            let laws = way.laws(LawKind::Septic, machine.axes(), None).unwrap();
            let duration = laws[0].duration();
            let mut speed = 0.0f64;
            let mut last = pose.position;
            for k in 1..=400 {
                let t = duration * f64::from(k) / 400.0;
                let q: Vec<f64> = laws.iter().map(|law| law.at(t, 0)).collect();
                let there = reach.pose(&q).unwrap();
                // the nearest of many points of the path
                let near = (0..=4000).map(|j| {
                    let point = path.at(pose.position, f64::from(j) / 4000.0);
                    (0..3).map(|i| (point[i] - there.position[i]).powi(2)).sum::<f64>().sqrt()
                });
                assert!(near.fold(f64::INFINITY, f64::min) < 1e-4, "{name}");
                let (was, is) = (pose.rotation.unwrap(), there.rotation.unwrap());
                for (was, is) in was.iter().flatten().zip(is.iter().flatten()) {
                    assert!((was - is).abs() < 1e-5, "{name}: the tool turns");
                }
                let way: f64 = (0..3).map(|i| (there.position[i] - last[i]).powi(2)).sum();
                speed = speed.max(way.sqrt() / (duration / 400.0));
                last = there.position;
            }
            assert!(speed <= 0.3 * 1.001, "{speed}");
            for (law, axis) in laws.iter().zip(machine.axes()) {
                axis.check_law(law).unwrap();
            }
        }
    }
}

#[test]
fn poses_are_reached_inside_the_limits_or_refused() {
    let machine = machine("panda");
    let mut reach = Reach::new(&machine).unwrap();
    // poses that are there, from a guess that is far away
    for k in 1..12 {
        let part = |axis: usize| (f64::from(k) * 0.618 * (axis as f64 + 1.0)).fract();
        let q: Vec<f64> = machine
            .axes()
            .iter()
            .enumerate()
            .map(|(i, axis)| {
                axis.limits.lower + (0.1 + 0.8 * part(i)) * (axis.limits.upper - axis.limits.lower)
            })
            .collect();
        let pose = reach.pose(&q).unwrap();
        let found = reach.coordinates(&pose, &HOME).unwrap();
        let there = reach.pose(&found).unwrap();
        for i in 0..3 {
            assert!((there.position[i] - pose.position[i]).abs() < 1e-10);
        }
        for (q, axis) in found.iter().zip(machine.axes()) {
            axis.check_position(*q).unwrap();
        }
    }
    let far = Pose { position: [3.0, 0.0, 0.0], rotation: None };
    let refused = reach.coordinates(&far, &HOME).unwrap_err();
    // the arm can stretch to about 0.86 m beside its base
    assert!(
        matches!(refused, Error::Unreachable { distance, .. } if distance > 2.0),
        "{refused:?}"
    );
}

#[test]
fn many_simulations_side_by_side_are_those_one_by_one() {
    let robot = bundled("2r");
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
        let machine = Machine::new(&own, &Default::default()).unwrap();
        let setup = Setup {
            controller: appell_motion::Controller::Forces(appell_motion::Series::constant(vec![
                0.5;
                2
            ])),
            tolerance: 1e-11,
            ..Setup::at(vec![start(0, k), start(1, k)], 0.3)
        };
        let found = simulate(&machine, &setup, &mut |_| ()).unwrap();
        for axis in 0..2 {
            let known = found.q[found.q.len() - 1][axis];
            assert!((q[axis * states + k] - known).abs() < 1e-8, "{k}");
        }
    }
}

#[test]
fn motors_are_chosen_with_a_reason() {
    let mut machine = machine("ur5");
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: 2.0, acceleration: 8.0, ..axis.limits };
    }
    let (from, to) = (vec![0.0, -1.2, 1.0, -1.0, 0.5, 0.0], vec![1.0, -0.4, 1.4, -0.5, -0.5, 1.0]);
    let laws = synchronised(LawKind::Trapezoidal, &from, &to, machine.axes(), None).unwrap();
    let motion = Motion::at(from).then(laws);
    let demands = demands(&machine, &Question::of(motion.clone())).unwrap();
    let catalogue = bundled_catalogue();
    let choices = size(&demands, &catalogue, &Margins::default());
    for (choice, demand) in choices.iter().zip(&demands) {
        let choice = choice.as_ref().unwrap();
        assert!(choice.fits, "{}: {}", choice.axis, choice.reason);
        let fit = &choice.fit;
        assert!(fit.largest().0 <= 1.0);
        // the point cloud, by hand: torque = J r q'' + Q / (r e) or Q e / r
        let (motor, gear) = (&fit.motor, &fit.transmission);
        let mut squares = 0.0;
        for k in 0..demand.forces.len() {
            let (force, rate) = (demand.forces[k], demand.speeds[k]);
            let power = force * rate;
            let through =
                if power >= 0.0 { force / gear.efficiency } else { force * gear.efficiency };
            let torque = (motor.inertia + gear.inertia) * gear.ratio * demand.accelerations[k]
                + through / gear.ratio;
            assert!((fit.cloud[k].1 - torque).abs() < 1e-12 * (1.0 + torque.abs()));
            assert!(torque.abs() * 1.2 <= motor.torque_at(fit.cloud[k].0.abs()) * (1.0 + 1e-12));
            squares += demand.weights[k] * torque * torque;
        }
        let rms = (squares / motion.duration()).sqrt();
        assert!((fit.rms - 1.2 * rms / motor.rated_torque).abs() < 1e-12);
        // tried alone, as many fit, and none that is lighter
        let mut alone = Vec::new();
        for (motor, gear) in catalogue
            .motors
            .iter()
            .flat_map(|motor| catalogue.transmissions.iter().map(move |gear| (motor, gear)))
        {
            let (motors, transmissions) = (vec![motor.clone()], vec![gear.clone()]);
            let pair = Catalogue { source: String::new(), motors, transmissions };
            alone.extend(size(std::slice::from_ref(demand), &pair, &Margins::default()).pop());
        }
        let alone: Vec<&Choice> = alone.iter().flatten().filter(|it| it.fits).collect();
        assert_eq!(alone.len(), choice.fitting);
        let mass = |it: &Choice| it.fit.motor.mass + it.fit.transmission.mass;
        assert!(alone.iter().all(|it| mass(it) >= mass(choice)));
    }
    // a cloud without a point is drawn too
    let mut empty: Vec<Choice> = choices.into_iter().flatten().collect();
    empty.iter_mut().for_each(|choice| choice.fit.cloud.clear());
    assert_eq!(clouds(&empty).len(), 6);
    // nothing fits where ten times as much is asked for, and what comes nearest is told
    let hard = Margins { safety: 100.0, ..Margins::default() };
    let refused = size(&demands, &catalogue, &hard);
    assert!(
        refused.iter().flatten().any(|choice| !choice.fits && choice.reason.contains("nearest"))
    );
}
