//! The tool reaches poses, and follows lines and circles, inside the limits of the axes.

use appell_code::{CompiledRobot, Limits};
use appell_trajectory::{Error, InverseKinematics, JointPath, LawKind, Path, Pose, check_position};

fn machine(name: &str) -> CompiledRobot {
    let robot = appell_model::bundled(name).unwrap().read().robot.unwrap();
    CompiledRobot::new(&robot, &Default::default()).unwrap()
}

const HOME: [f64; 7] = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785];

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
        let mut reach = InverseKinematics::new(&machine).unwrap();
        let pose = reach.pose(&start).unwrap();
        let [x, y, z] = pose.position;
        let paths = [
            Path::Line { to: [0.9 * x, 0.9 * y + 0.05, z + 0.08] },
            Path::Circle { centre: [0.9 * x, 0.9 * y, z], axis: [0.0, 0.3, 1.0], angle: 2.0 },
        ];
        for path in paths {
            let way = JointPath::of(&machine, &start, &path, true, 0.3).unwrap();
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
                law.check_limits(axis).unwrap();
            }
        }
    }
}

#[test]
fn poses_are_reached_inside_the_limits_or_refused() {
    let machine = machine("panda");
    let mut reach = InverseKinematics::new(&machine).unwrap();
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
            check_position(axis, *q).unwrap();
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
