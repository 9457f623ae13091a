//! All solutions of inverse kinematics, against the closed form of the PUMA 560.

use std::f64::consts::{PI, TAU};

use appell_code::CompiledRobot;
use appell_numeric::random::Random;
use appell_trajectory::{InverseKinematics, Pose};

type Matrix = [[f64; 3]; 3];

fn machine(name: &str) -> CompiledRobot {
    let robot = appell_model::bundled(name).unwrap().read().robot.unwrap();
    CompiledRobot::new(&robot, &Default::default()).unwrap()
}

/// The closed form of the bundled PUMA 560, whose tool is the wrist centre: shoulder, elbow and wrist
/// each have two places (after R. Paul, Robot Manipulators, 1981, and J. Craig, Introduction to Robotics,
/// 4.7, with the signs of this table).
mod closed_form {
    use super::Matrix;

    const A2: f64 = 0.4318;
    const A3: f64 = -0.0203;
    const D4: f64 = 0.4331;
    /// d2 + d3: how far the arm is beside the axis of its base.
    const SHIFT: f64 = 0.2435 - 0.0934;

    fn product(a: &Matrix, b: &Matrix) -> Matrix {
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
    }

    fn about_z(angle: f64) -> Matrix {
        let (s, c) = angle.sin_cos();
        [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
    }

    fn transposed(a: &Matrix) -> Matrix {
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| a[j][i]))
    }

    /// A right angle about x, back and forth.
    const BACK: Matrix = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]];
    const FORTH: Matrix = [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]];

    /// Position and rotation of the tool, by the table of Denavit-Hartenberg parameters.
    pub fn forward(q: &[f64]) -> ([f64; 3], Matrix) {
        let (s3, c3) = q[2].sin_cos();
        let (x, y) = (A2 + c3 * A3 + s3 * D4, s3 * A3 - c3 * D4);
        let (s2, c2) = q[1].sin_cos();
        let (x, y) = (c2 * x - s2 * y, s2 * x + c2 * y);
        let (s1, c1) = q[0].sin_cos();
        let position = [c1 * x - s1 * SHIFT, s1 * x + c1 * SHIFT, -y];
        let parts = [about_z(q[0]), BACK, about_z(q[1] + q[2]), FORTH, about_z(q[3]), BACK];
        let parts = parts.into_iter().chain([about_z(q[4]), FORTH, about_z(q[5])]);
        (position, parts.reduce(|a, b| product(&a, &b)).unwrap())
    }

    /// All coordinates for a place of the tool.
    pub fn inverse(position: [f64; 3], rotation: &Matrix) -> Vec<Vec<f64>> {
        let [px, py, pz] = position;
        let ahead = px * px + py * py - SHIFT * SHIFT;
        let reach = A3.hypot(D4);
        let bend = (ahead + pz * pz - A2 * A2 - reach * reach) / (2.0 * A2 * reach);
        if ahead < 0.0 || bend.abs() > 1.0 {
            return Vec::new();
        }
        let mut all = Vec::new();
        for x in [ahead.sqrt(), -ahead.sqrt()] {
            let q1 = py.atan2(px) - SHIFT.atan2(x);
            for elbow in [bend.acos(), -bend.acos()] {
                let q3 = D4.atan2(A3) + elbow;
                let (s3, c3) = q3.sin_cos();
                let q2 = (-pz).atan2(x) - (s3 * A3 - c3 * D4).atan2(A2 + c3 * A3 + s3 * D4);
                let arm = [about_z(q1), BACK, about_z(q2 + q3)];
                let arm = arm.into_iter().reduce(|a, b| product(&a, &b)).unwrap();
                // Ry(-q4) Rz(q5) Ry(-q6)
                let wrist = product(&product(&transposed(&arm), rotation), &BACK);
                let sine = wrist[0][1].hypot(wrist[2][1]);
                for s5 in [sine, -sine] {
                    let q5 = s5.atan2(wrist[1][1]);
                    let q4 = (-wrist[2][1] * s5).atan2(-wrist[0][1] * s5);
                    let q6 = (-wrist[1][2] * s5).atan2(wrist[1][0] * s5);
                    all.push(vec![q1, q2, q3, q4, q5, q6]);
                }
            }
        }
        all
    }
}

fn is_same(one: &[f64], other: &[f64], within: f64) -> bool {
    one.iter().zip(other).all(|(one, other)| {
        let way = one - other;
        (way - TAU * (way / TAU).round()).abs() < within
    })
}

/// How many starting points the command takes when nothing is said.
const STARTS: usize = appell_trajectory::STARTS_FOR_ALL;

/// For so many random poses of the PUMA: how many of them had all solutions of the closed form found, and
/// nothing else.
fn complete(targets: usize) -> usize {
    let machine = machine("puma560");
    let mut reach = InverseKinematics::new(&machine).unwrap();
    let mut random = Random::new(560);
    let mut complete = 0;
    for _ in 0..targets {
        let q: Vec<f64> = (0..6).map(|_| PI * random.signed()).collect();
        let (position, rotation) = closed_form::forward(&q);
        // both routes agree about where the tool is
        let pose = reach.pose(&q).unwrap();
        let entries = |it: &Matrix| it.concat();
        for (a, b) in entries(&pose.rotation.unwrap()).iter().zip(entries(&rotation)) {
            assert!((a - b).abs() < 1e-12);
        }
        let known = closed_form::inverse(position, &rotation);
        assert_eq!(known.len(), 8);
        assert!(known.iter().any(|known| is_same(known, &q, 1e-6)));
        let target = Pose { position, rotation: Some(rotation) };
        let found = reach.solutions(&target, STARTS, 8).unwrap();
        assert_eq!((found.redundancy, found.stopped), (0, None));
        for solution in &found.solutions {
            assert!(known.iter().any(|known| is_same(known, &solution.q, 1e-5)), "{solution:?}");
            assert!(solution.q.iter().all(|q| q.abs() <= PI + 1e-9));
        }
        let all =
            known.iter().all(|it| found.solutions.iter().any(|own| is_same(it, &own.q, 1e-5)));
        complete += usize::from(all && found.solutions.len() == known.len());
    }
    complete
}

#[test]
fn all_eight_poses_of_the_puma() {
    assert_eq!(complete(30), 30);
}

/// The figure of benches/README.md:
/// `cargo test --release -p appell-trajectory --test main -- --ignored --nocapture thousand`.
#[test]
#[ignore = "takes minutes: run by ./test full"]
#[allow(clippy::print_stderr, reason = "a figure")]
fn all_eight_poses_of_the_puma_for_a_thousand_targets() {
    let start = std::time::Instant::now();
    let complete = complete(1000);
    let time = start.elapsed().as_secs_f64();
    eprintln!("all eight poses for {complete} of 1000 targets, {time:.1} ms each");
    assert!(complete >= 990, "{complete}");
}

/// A stretched arm is one solution, and singular; beyond it there is none, and how far away it stays is
/// said.
#[test]
fn a_stretched_arm_is_singular() {
    let machine = machine("2r");
    let mut reach = InverseKinematics::new(&machine).unwrap();
    let stretched = Pose { position: [0.0, 0.9, 0.0], rotation: None };
    let found = reach.solutions(&stretched, 60, 8).unwrap();
    assert_eq!(found.solutions.len(), 1, "{found:?}");
    let solution = &found.solutions[0];
    assert!(solution.is_singular && solution.rank == 1 && solution.manipulability < 1e-4);
    let far = Pose { position: [0.0, 1.0, 0.0], rotation: None };
    let found = reach.solutions(&far, 60, 8).unwrap();
    assert!(found.solutions.is_empty());
    assert!((found.nearest.1[0] - 0.1).abs() < 1e-6, "{:?}", found.nearest);
}

/// Seven axes for six numbers: a family, of which as many members are given as were asked for; three
/// numbers leave three more, and the last axis, which goes through the tool.
#[test]
fn a_redundant_arm_has_families() {
    let machine = machine("panda");
    let mut reach = InverseKinematics::new(&machine).unwrap();
    let pose = reach.pose(&[0.1, -0.7, 0.2, -2.2, 0.1, 1.6, 0.7]).unwrap();
    let found = reach.solutions(&pose, 200, 5).unwrap();
    assert_eq!((found.redundancy, found.solutions.len()), (1, 5));
    for (solution, axis) in found.solutions.iter().flat_map(|it| it.q.iter().zip(machine.axes())) {
        assert!((axis.limits.lower..=axis.limits.upper).contains(solution));
    }
    let anywhere = Pose { rotation: None, ..pose };
    let found = reach.solutions(&anywhere, 200, 5).unwrap();
    assert_eq!((found.redundancy, found.idle), (3, vec![6]));
}

/// Axes that do not move the tool rest at zero, or at the limit that is nearest to it, and add no solutions.
#[test]
fn idle_axes_rest() {
    let mut machine = machine("tree");
    machine.axes_mut()[2].limits.lower = 0.3;
    let mut reach = InverseKinematics::new(&machine).unwrap();
    let pose = reach.pose(&[0.4, 0.2, 1.1, -0.6, 0.9]).unwrap();
    let target = Pose { rotation: None, ..pose };
    let found = reach.solutions(&target, 100, 5).unwrap();
    assert_eq!((found.redundancy, &found.idle), (0, &vec![1, 2]));
    assert!(!found.solutions.is_empty());
    for solution in &found.solutions {
        assert_eq!(solution.q[1..3], [0.0, 0.3]);
        let reached = reach.pose(&solution.q).unwrap();
        for (a, b) in reached.position.iter().zip(target.position) {
            assert!((a - b).abs() < 1e-10);
        }
    }
    assert!(found.solutions.iter().any(|it| (it.q[0] - 0.4).abs() < 1e-6));
}

/// The nearest solution to where the robot is comes first, with angles by the turns that the robot has
/// made; what is at the pose already is found as it is, of families too.
#[test]
fn the_nearest_solution_comes_first() {
    let puma = machine("puma560");
    let mut reach = InverseKinematics::new(&puma).unwrap();
    let all = reach.pose(&[0.4, -1.1, 0.7, 0.6, -0.9, 0.3]).unwrap();
    let all = (reach.solutions(&all, 100, 8).unwrap(), all);
    assert_eq!(all.0.solutions.len(), 8);
    for solution in &all.0.solutions {
        // two turns further, and a little aside
        let turns = [TAU, 0.0, 0.0, -TAU, 0.0, 2.0 * TAU];
        let near: Vec<f64> =
            solution.q.iter().zip(turns).map(|(q, turn)| q + turn + 0.05).collect();
        let found = reach.solutions_near(&all.1, &near, 100, 8).unwrap();
        assert_eq!(found.solutions.len(), 8);
        let distances: Vec<f64> = found.solutions.iter().map(|it| it.distance.unwrap()).collect();
        assert!(distances.is_sorted() && (distances[0] - 0.05 * 6f64.sqrt()).abs() < 1e-4);
        for (q, expected) in found.solutions[0].q.iter().zip(&near) {
            assert!((q - (expected - 0.05)).abs() < 1e-5, "{:?}", found.solutions[0]);
        }
    }
    let panda = machine("panda");
    let mut reach = InverseKinematics::new(&panda).unwrap();
    let q = [0.1, -0.7, 0.2, -2.2, 0.1, 1.6, 0.7];
    let pose = reach.pose(&q).unwrap();
    let found = reach.solutions_near(&pose, &q, 100, 3).unwrap();
    assert!(found.solutions[0].distance.unwrap() < 1e-9, "{:?}", found.solutions[0]);
}

/// The same search finds the same, to the bit; and it looks at its budget.
#[test]
fn a_search_is_repeated_to_the_bit_and_can_be_stopped() {
    let machine = machine("ur5");
    let mut reach = InverseKinematics::new(&machine).unwrap();
    let pose = reach.pose(&[0.4, -1.1, 1.5, -1.9, -1.5, 0.3]).unwrap();
    let found = reach.solutions(&pose, 100, 8).unwrap();
    assert_eq!(found, InverseKinematics::new(&machine).unwrap().solutions(&pose, 100, 8).unwrap());
    assert!(found.solutions.len() > 1);
    let spent = appell_algebra::Budget::default().with_time(std::time::Duration::ZERO);
    let machine = machine.with_budget(&spent);
    let stopped = InverseKinematics::new(&machine).unwrap().solutions(&pose, 100, 8).unwrap();
    assert!(stopped.stopped.is_some() && stopped.starts == 0);
}
