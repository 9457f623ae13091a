//! Lines and circles of the tool: where they lead, and what the axes may do on the way.

use appell_code::{CompiledRobot, Limits};
use appell_trajectory::{Error, InverseKinematics, JointPath, LawKind, Path, Pose, check_position};

/// Two rotations in a plane.
fn arm() -> CompiledRobot {
    let robot = appell_model::bundled("2r").unwrap().read().robot.unwrap();
    CompiledRobot::new(&robot, &Default::default()).unwrap()
}

#[test]
fn circles_turn_by_the_right_hand_about_their_axis() {
    let near = |found: [f64; 3], known: [f64; 3]| {
        assert!((0..3).all(|i| (found[i] - known[i]).abs() < 1e-14), "{found:?} {known:?}");
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    let circle =
        |angle: f64| Path::Circle { centre: [1.0, 2.0, 3.0], axis: [0.0, 0.0, 5.0], angle };
    // two from the axis and one above the centre: the height stays
    let from = [3.0, 2.0, 4.0];
    near(circle(quarter).at(from, 1.0), [1.0, 4.0, 4.0]);
    near(circle(-quarter).at(from, 1.0), [1.0, 0.0, 4.0]);
    near(circle(4.0 * quarter).at(from, 0.5), [-1.0, 2.0, 4.0]);
    for path in [circle(2.0), circle(-2.0), Path::Line { to: [0.0, -2.0, 1.0] }] {
        // as long as very many chords of it
        let count = 20_000;
        let point = |k: u32| path.at(from, f64::from(k) / f64::from(count));
        let chord = |k: u32| {
            let (a, b) = (point(k), point(k + 1));
            (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
        };
        let chords: f64 = (0..count).map(chord).sum();
        assert!((path.length(from) - chords).abs() < 1e-7, "{path:?}: {chords}");
    }
}

/// A line with a law whose acceleration jumps keeps the limits of the axes just beside the jumps.
#[test]
fn the_axes_keep_their_limits_along_a_path() {
    let mut machine = arm();
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: 1.0, acceleration: 2.0, ..axis.limits };
    }
    let path = Path::Line { to: [0.5, 0.3, 0.0] };
    let way = JointPath::of(&machine, &[0.2, 1.4], &path, false, f64::INFINITY).unwrap();
    let laws = way.laws(LawKind::Trapezoidal, machine.axes(), None).unwrap();
    let mut used = 0.0f64;
    for law in &laws {
        for pair in law.breaks().windows(2) {
            for k in 0..=50_000 {
                let t = pair[0] + (pair[1] - pair[0]) * (f64::from(k) / 50_000.0);
                for (order, most) in [(1, 1.0), (2, 2.0)] {
                    used = used.max(law.at(t, order).abs() / most);
                }
            }
        }
    }
    assert!(used <= 1.0 + 1e-6 && used > 0.99, "{used}");
}

/// What a stretched arm lacks, of all that was tried.
#[test]
fn a_pose_out_of_reach_is_missed_by_what_the_arm_is_too_short() {
    let machine = arm();
    let mut reach = InverseKinematics::new(&machine).unwrap();
    let stretched = reach.pose(&[0.0, 0.0]).unwrap().position;
    let length = stretched.iter().map(|part| part * part).sum::<f64>().sqrt();
    let missed =
        reach.coordinates(&Pose { position: [0.0, 2.0, 0.0], rotation: None }, &[0.1, 0.2]);
    assert!(
        matches!(missed, Err(Error::Unreachable { distance, .. }) if (distance - (2.0 - length)).abs() < 1e-6),
        "{missed:?} {length}"
    );
}

/// An axis at its limit stays there, and the others do its part: to either side, so that it is held
/// on one of them.
#[test]
fn an_axis_at_its_limit_is_held_and_the_others_go_on() {
    let robot = appell_model::bundled("panda").unwrap().read().robot.unwrap();
    let mut machine = CompiledRobot::new(&robot, &Default::default()).unwrap();
    let home = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785];
    machine.axes_mut()[0].limits.upper = home[0];
    let mut reach = InverseKinematics::new(&machine).unwrap();
    let [x, y, z] = reach.pose(&home).unwrap().position;
    for aside in [0.05, -0.05] {
        let position = [x, y + aside, z];
        let found = reach.continued(&Pose { position, rotation: None }, &home).unwrap();
        for (q, axis) in found.iter().zip(machine.axes()) {
            check_position(axis, *q).unwrap();
        }
        let there = reach.pose(&found).unwrap().position;
        assert!((0..3).all(|i| (there[i] - position[i]).abs() < 1e-10), "{there:?}");
    }
}

/// A rotation that could reach a place by less than half a turn does not wind itself up.
#[test]
fn rotations_do_not_wind_themselves_up() {
    for (name, place) in
        [("6r", [0.3, 0.2, 0.4]), ("3r", [0.4, 0.3, 0.2]), ("ur5", [0.3, 0.3, 0.3])]
    {
        let robot = appell_model::bundled(name).unwrap().read().robot.unwrap();
        let machine = CompiledRobot::new(&robot, &Default::default()).unwrap();
        let mut reach = InverseKinematics::new(&machine).unwrap();
        let from = vec![0.1; machine.axes().len()];
        let Ok(q) = reach.coordinates(&Pose { position: place, rotation: None }, &from) else {
            continue;
        };
        let there = reach.pose(&q).unwrap().position;
        for (k, (q, axis)) in q.iter().zip(machine.axes()).enumerate() {
            let far = (q - 0.1).abs() > std::f64::consts::PI + 1e-9;
            assert!(axis.translates || !far, "{name} axis {k}: {q}");
        }
        assert!((0..3).all(|i| (there[i] - place[i]).abs() < 1e-9), "{name}: {there:?}");
    }
}

fn bundled(name: &str) -> CompiledRobot {
    let robot = appell_model::bundled(name).unwrap().read().robot.unwrap();
    CompiledRobot::new(&robot, &Default::default()).unwrap()
}

/// The tool as it is and the place along the path where it is, at many times that no cut knows.
fn along(machine: &CompiledRobot, way: &JointPath, count: u32, mut see: impl FnMut(&Pose, f64)) {
    let mut reach = InverseKinematics::new(machine).unwrap();
    let laws = way.laws(LawKind::Cubic, machine.axes(), Some(1000.0)).unwrap();
    for k in 0..=count {
        let part = f64::from(k) / f64::from(count);
        let q: Vec<f64> = laws.iter().map(|law| law.at(1000.0 * part, 0)).collect();
        see(&reach.pose(&q).unwrap(), part * part * (3.0 - 2.0 * part));
    }
}

/// However often a circle goes around, the tool goes all of it.
#[test]
fn circles_of_many_turns_are_gone_around_and_endless_ones_refused() {
    let machine = arm();
    let start = [-0.6, 1.2];
    let from = InverseKinematics::new(&machine).unwrap().pose(&start).unwrap().position;
    let circle = |turns: f64| Path::Circle {
        centre: [0.5, 0.0, 0.0],
        axis: [0.0, 0.0, 1.0],
        angle: turns * 2.0 * std::f64::consts::PI,
    };
    for turns in [1.0, 16.0, 32.0, -64.0, 100.0] {
        let path = circle(turns);
        let way = JointPath::of(&machine, &start, &path, false, 0.5).unwrap();
        let mut off = 0.0f64;
        along(&machine, &way, 7001, |pose, fraction| {
            let wanted = path.at(from, fraction);
            off = (0..3).map(|i| (pose.position[i] - wanted[i]).abs()).fold(off, f64::max);
        });
        assert!(off < 2e-7, "{turns} turns: {off}");
    }
    for turns in [101.0, 1e9, f64::INFINITY] {
        let refused = JointPath::of(&machine, &start, &circle(turns), false, 0.5).unwrap_err();
        let told = &refused.diagnostics()[0];
        assert!(matches!(told.code, "too-many-turns" | "bad-points"), "{told}");
    }
}

/// A tool that keeps its direction keeps it between the cuts too.
#[test]
fn the_direction_is_kept_all_along_the_path() {
    let machine = bundled("puma560");
    let start = [0.3, -0.6, 0.4, 0.9, 0.35, 0.2];
    let Pose { position: [x, y, z], rotation } =
        InverseKinematics::new(&machine).unwrap().pose(&start).unwrap();
    let kept = rotation.unwrap();
    for step in [[0.1, -0.25, 0.05], [-0.2, 0.1, 0.1], [0.0, 0.3, 0.0]] {
        let path = Path::Line { to: [x + step[0], y + step[1], z + step[2]] };
        let way = JointPath::of(&machine, &start, &path, true, 0.5).unwrap();
        let mut off = 0.0f64;
        along(&machine, &way, 2003, |pose, _| {
            let is = pose.rotation.unwrap();
            for i in 0..3 {
                off = (0..3).map(|j| (is[i][j] - kept[i][j]).abs()).fold(off, f64::max);
            }
        });
        assert!(off < 1.5e-7, "{step:?}: {off}");
    }
}

/// A hair beside the place where the arm is folded the tool reaches every point of a line, but the axes
/// would have to turn almost at once.
#[test]
fn a_path_that_the_axes_cannot_follow_smoothly_is_told_as_that() {
    let machine = arm();
    let mut reach = InverseKinematics::new(&machine).unwrap();
    // links of 0.5 m and 0.4 m: folded, they leave 0.1 m
    let mut told = |height: f64| {
        let [from, to] = [0.35, -0.35].map(|x| [x, height, 0.0]);
        let start =
            reach.coordinates(&Pose { position: from, rotation: None }, &[0.3, 2.0]).unwrap();
        let way = JointPath::of(&machine, &start, &Path::Line { to }, false, 0.5);
        way.err().map(|error| error.diagnostics()[0].code)
    };
    let codes = [0.1 + 1e-7, 0.15, 0.05].map(&mut told);
    assert_eq!(codes, [Some("path-not-smooth"), None, Some("unreachable-pose")]);
}

/// Where an axis goes as the tool does, a law along the path is the law of the axis.
#[test]
fn along_a_straight_axis_laws_take_their_least_time() {
    let text = "name = \"slide\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\nlink = { mass = 2 }";
    let robot = appell_model::read_toml(text, &Default::default()).robot.unwrap();
    let mut machine = CompiledRobot::new(&robot, &Default::default()).unwrap();
    let any = f64::INFINITY;
    for (speed, velocity, acceleration, jerk) in [
        (0.5, 50.0, 1e3, any),
        (0.5, 50.0, 1e3, 1e6),
        (0.5, any, 2.0, 40.0),
        (any, 0.8, 1.0, 10.0),
        (2.0, any, 1.5, 3.0),
        (0.3, any, any, 5.0),
    ] {
        let limits = Limits { velocity, acceleration, jerk, ..Limits::default() };
        machine.axes_mut()[0].limits = limits;
        let way =
            JointPath::of(&machine, &[0.0], &Path::Line { to: [1.0, 0.0, 0.0] }, false, speed)
                .unwrap();
        let kind = if jerk.is_finite() { LawKind::SCurve } else { LawKind::Trapezoidal };
        let law = &way.laws(kind, machine.axes(), None).unwrap()[0];
        let velocity = velocity.min(speed);
        let known = kind.between(0.0, 1.0, &Limits { velocity, ..limits }).unwrap().duration();
        let took = law.duration();
        assert!(took > known * (1.0 - 1e-6) && took < known * 1.002, "{kind:?} {took} {known}");
        for (order, limit) in [(1, velocity), (2, acceleration), (3, jerk)] {
            assert!(law.peak(order) <= limit * (1.0 + 1e-6), "{order}: {}", law.peak(order));
        }
    }
}

/// Along a bent path the search is not worse than other accelerations and jerks along it, tried one by
/// one.
#[test]
fn no_other_acceleration_along_a_bent_path_is_quicker() {
    let mut machine = arm();
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: 1.5, acceleration: 4.0, jerk: 60.0, ..axis.limits };
    }
    let path = Path::Circle { centre: [0.5, 0.0, 0.0], axis: [0.0, 0.0, 1.0], angle: 4.0 };
    let way = JointPath::of(&machine, &[-0.6, 1.2], &path, false, 0.4).unwrap();
    let least = |kind| way.laws(kind, machine.axes(), None).unwrap()[0].duration();
    let s_curve = least(LawKind::SCurve);
    // shapes without a choice take longer, also the smooth ones
    for kind in [LawKind::Quintic, LawKind::Septic, LawKind::Cycloidal] {
        assert!(s_curve < least(kind), "{kind:?}");
    }
    for axis in machine.axes_mut() {
        axis.limits.jerk = f64::INFINITY;
    }
    let least = |kind| way.laws(kind, machine.axes(), None).unwrap()[0].duration();
    assert!(least(LawKind::Trapezoidal) < s_curve);
    assert!(least(LawKind::Trapezoidal) < 0.9 * least(LawKind::Sinusoidal));
}

#[test]
fn a_path_from_here_to_here_is_told_as_that() {
    let machine = arm();
    let start = [0.2, 1.4];
    let to = InverseKinematics::new(&machine).unwrap().pose(&start).unwrap().position;
    let circle = Path::Circle { centre: to, axis: [0.0, 0.0, 1.0], angle: 1.0 };
    for path in [Path::Line { to }, circle] {
        assert_eq!(JointPath::of(&machine, &start, &path, false, 0.5).unwrap_err(), Error::NoWay);
    }
}
