//! What drives must do, and what is carried, by a mass on a rail.

use appell_code::{CompiledRobot, Limits, Load};
use appell_mechanics::Kind;
use appell_simulation::{
    Controller, InverseDynamicsProblem, Loading, Loads, Setup, Taken, inverse, simulate,
};
use appell_trajectory::{Law, LawKind, Motion, Series, synchronised};

/// A mass of 2 kg on a level rail.
const SLIDE: &str = r#"
    name = "slide"
    gravity = 9.81
    [[joint]]
    type = "translation"
    axis = "x"
    limits = { effort = 4 }
    link = { mass = 2 }
"#;

fn slide() -> CompiledRobot {
    let robot = appell_model::read_toml(SLIDE, &Default::default()).robot.unwrap();
    CompiledRobot::new(&robot, &Default::default()).unwrap()
}

/// Constant forces of 2 m a forth and back, for a third of the time each.
#[test]
fn efforts_are_those_of_a_mass_on_a_rail() {
    let machine = slide();
    for distance in [3.0, -3.0] {
        let laws =
            synchronised(LawKind::Trapezoidal, &[0.0], &[distance], machine.axes(), Some(1.5));
        let motion = Motion::at(vec![0.0]).then(laws.unwrap()).then_wait(0.5);
        let effort = inverse(&machine, &InverseDynamicsProblem::of(motion)).unwrap().efforts[0];
        // 3 m in thirds of 0.5 s: 3 m/s, 6 m/s^2, 12 N; 9 J there and back; a pause of 0.5 s
        for (found, known) in [
            (effort.peak_force, 12.0),
            (effort.peak_velocity, 3.0),
            (effort.peak_power, 36.0),
            (effort.rms_force, 12.0 * (1.0f64 / 2.0).sqrt()),
            (effort.work, 9.0),
            (effort.returned, 9.0),
        ] {
            assert!((found - known).abs() < 1e-7 * known, "{found} {known}: {effort:?}");
        }
    }
}

/// Friction jumps where an axis reverses inside of a piece of a motion, and nearly so where its sign is smooth: the
/// figures are those of a dense sum of the closed form.
#[test]
fn efforts_of_friction_that_jumps_inside_of_a_move() {
    const RAILS: &str = r#"
        name = "rails"
        gravity = 0
        [[joint]]
        type = "prismatic"
        axis = "x"
        friction = { constant = 20 }
        link = { mass = 0.1 }
        [[joint]]
        parent = "base"
        type = "prismatic"
        axis = "x"
        friction = { constant = 15, smooth = 1e-4 }
        link = { mass = 0.2 }
    "#;
    let robot = appell_model::read_toml(RAILS, &Default::default()).robot.unwrap();
    let machine = CompiledRobot::new(&robot, &Default::default()).unwrap();
    let times = [0.0, 0.4, 0.8, 1.2];
    let laws = [[0.0, 0.3, -0.1, 0.2], [0.0, 0.2, 0.1, 0.5]]
        .map(|points| Law::through(&times, &points, true).unwrap());
    let motion = Motion::at(vec![0.0; 2]).then(laws.to_vec());
    let problem = InverseDynamicsProblem { output_step: 0.3, ..InverseDynamicsProblem::of(motion) };
    let efforts = inverse(&machine, &problem).unwrap().efforts;

    const STEPS: u32 = 400_000;
    let (mut peaks, mut works, mut squares) = ([0.0f64; 2], [0.0; 2], [0.0; 2]);
    for k in 0..STEPS {
        let t = 1.2 * (f64::from(k) + 0.5) / f64::from(STEPS);
        let [v, a] = [1, 2].map(|order| [laws[0].at(t, order), laws[1].at(t, order)]);
        let smooth = v[1] / (v[1] * v[1] + 1e-8).sqrt();
        let forces = [0.1 * a[0] + 20.0 * v[0].signum(), 0.2 * a[1] + 15.0 * smooth];
        for (axis, force) in forces.into_iter().enumerate() {
            peaks[axis] = peaks[axis].max(force.abs());
            works[axis] += (force * v[axis]).max(0.0) * 1.2 / f64::from(STEPS);
            squares[axis] += force * force / f64::from(STEPS);
        }
    }
    for (axis, effort) in efforts.iter().enumerate() {
        for (found, known) in [
            (effort.peak_force, peaks[axis]),
            (effort.work, works[axis]),
            (effort.rms_force, squares[axis].sqrt()),
        ] {
            assert!((found - known).abs() < 1e-4 * known, "{found} {known}: {effort:?}");
        }
    }
}

/// Braking harder than it drove: the largest power is one that is given back.
#[test]
fn the_largest_power_may_be_one_that_is_taken_back() {
    let machine = slide();
    // from rest to 0.6 in 2 s, and from there to 0 again in a time that is shorter by far
    let times = [0.0, 1.0, 2.0, 2.2, 2.4];
    let law = Law::through(&times, &[0.0, 0.2, 0.8, 1.0, 1.0], true).unwrap();
    let motion = Motion::at(vec![0.0]).then(vec![law.clone()]);
    let effort = inverse(&machine, &InverseDynamicsProblem::of(motion.clone())).unwrap().efforts[0];
    let power = |k: u32| {
        let t = motion.duration() * f64::from(k) / 200_000.0;
        2.0 * law.at(t, 1) * law.at(t, 2)
    };
    let (most, least) = (0..200_000)
        .map(power)
        .fold((0.0f64, 0.0f64), |(most, least), power| (most.max(power), least.min(power)));
    assert!(-least > 1.5 * most, "{most} {least}");
    assert!((effort.peak_power + least).abs() < 1e-3 * -least, "{effort:?} {least}");
}

#[test]
fn loads_go_with_their_part_of_each_move() {
    let machine = slide();
    let motion = |times: [f64; 2]| {
        let to = |from: f64, to: f64, time| {
            synchronised(LawKind::Cubic, &[from], &[to], machine.axes(), Some(time)).unwrap()
        };
        Motion::at(vec![0.0]).then(to(0.0, 1.0, times[0])).then(to(1.0, 0.0, times[1]))
    };
    let heavy = |mass: f64| Load { mass, ..Load::default() };
    let loading = |from: f64, until: f64, mass: f64| Loading {
        from,
        until,
        load: heavy(mass),
        taken: Taken::Moving,
    };
    let loads =
        Loads(vec![loading(0.25, 2.0, 1.0), loading(1.5, 3.5, 2.0), loading(-1.0, 0.1, 3.0)]);
    // of two at one time the later one in the list counts; a load ends before its last moment
    let masses = [0.0, 0.1, 0.25, 1.0, 1.5, 1.9, 2.0, 3.4, 3.5].map(|t| loads.at(t).mass);
    assert_eq!(masses, [3.0, 0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 0.0]);
    // the first move takes 2 s instead of 1, the second 8 s instead of 2
    let other = loads.along(&motion([1.0, 2.0]), &motion([2.0, 8.0]));
    let times: Vec<f64> = other.changes().collect();
    assert_eq!(times, [0.5, 6.0, 4.0, 10.5, -1.0, 0.2]);
}

/// Beyond what a drive can give it gives what it can, forth and back.
#[test]
fn drives_give_no_more_than_their_limit() {
    let machine = slide();
    for force in [100.0, -100.0, 3.0] {
        let forces = Series::constant(vec![force]);
        let setup = Setup {
            controller: Controller::Forces(forces),
            saturates: true,
            ..Setup::at(&machine, vec![0.0], 1.0)
        };
        let found = simulate(&machine, &setup, &mut |_| ()).unwrap();
        let known = force.clamp(-4.0, 4.0) / 2.0 / 2.0;
        let end = found.q[found.q.len() - 1][0];
        assert!((end - known).abs() < 1e-9, "{force}: {end} {known}");
    }
}

/// Ten turns of a pendulum in one move, whose power changes its sign twenty times, against sums over
/// many more places.
#[test]
fn integrals_and_peaks_are_right_over_many_turns() {
    let text = r#"
        name = "pendulum"
        gravity = [0, -9.81, 0]
        [[joint]]
        type = "rotation"
        axis = "z"
        link = { mass = 2, centre = [0.7, 0, 0], inertia = { zz = 0.01 } }
        "#;
    let robot = appell_model::read_toml(text, &Default::default()).robot.unwrap();
    let machine = CompiledRobot::new(&robot, &Default::default()).unwrap();
    let turns = 20.0 * std::f64::consts::PI;
    let law = LawKind::Quintic.between(0.0, turns, &Limits::default()).unwrap().stretched(100.0);
    let found = inverse(
        &machine,
        &InverseDynamicsProblem::of(Motion::at(vec![0.0]).then(vec![law.clone()])),
    );
    let effort = found.unwrap().efforts[0];
    let mut forces = machine.function_of(&[Kind::DrivingForce]).unwrap();
    const PLACES: usize = 400_000;
    let (mut work, mut returned, mut squares, mut peak) = (0.0, 0.0, 0.0, 0.0f64);
    for k in 0..PLACES {
        let t = 100.0 * (k as f64 + 0.5) / PLACES as f64;
        let [q, v, a] = [0, 1, 2].map(|order| law.at(t, order));
        let force = forces.call(&[&[q], &[v], &[a]]).unwrap()[0];
        let power = force * v;
        work += power.max(0.0) * 100.0 / PLACES as f64;
        returned += (-power).max(0.0) * 100.0 / PLACES as f64;
        squares += force * force / PLACES as f64;
        peak = peak.max(power.abs());
    }
    let pairs = [
        (effort.work, work),
        (effort.returned, returned),
        (effort.rms_force, squares.sqrt()),
        (effort.peak_power, peak),
    ];
    for (found, known) in pairs {
        assert!((found / known - 1.0).abs() < 1e-5, "{found} {known}");
    }
}
