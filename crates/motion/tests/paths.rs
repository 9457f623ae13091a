//! Lines and circles of the tool: where they lead, and what the axes may do on the way.

#![allow(clippy::unwrap_used, reason = "a test")]

use appell_motion::{Error, LawKind, Limits, Machine, Path, Pose, Reach, Way};

/// Two rotations in a plane.
fn arm() -> Machine {
    let robot = appell_model::bundled("2r").unwrap().read().robot.unwrap();
    Machine::new(&robot, &Default::default()).unwrap()
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
    let way = Way::of(&machine, &[0.2, 1.4], &path, false, f64::INFINITY).unwrap();
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
    let mut reach = Reach::new(&machine).unwrap();
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
    let mut machine = Machine::new(&robot, &Default::default()).unwrap();
    let home = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785];
    machine.axes_mut()[0].limits.upper = home[0];
    let mut reach = Reach::new(&machine).unwrap();
    let [x, y, z] = reach.pose(&home).unwrap().position;
    for aside in [0.05, -0.05] {
        let position = [x, y + aside, z];
        let found = reach.continued(&Pose { position, rotation: None }, &home).unwrap();
        for (q, axis) in found.iter().zip(machine.axes()) {
            axis.check_position(*q).unwrap();
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
        let machine = Machine::new(&robot, &Default::default()).unwrap();
        let mut reach = Reach::new(&machine).unwrap();
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
