//! What is written is read back as the same robot.
#![allow(clippy::unwrap_used, reason = "a test")]
#![allow(clippy::needless_range_loop, reason = "indices as in the formulas")]

mod common;

use appell_algebra::Budget;
use appell_model::{
    BUNDLED, JointId, JointKind, Options, Robot, read_toml, read_urdf, strategy, write_toml,
    write_urdf,
};
use common::{Mat3, Mat4, assert_near, assert_same_frame, frames, point, robot};
use proptest::prelude::*;

proptest! {
    #[test]
    fn toml_keeps_every_robot_to_the_letter(first in strategy::trees(1..=7)) {
        let written = write_toml(&first);
        let second = robot(read_toml(&written, &Options::default()), &written);
        prop_assert_eq!(&write_toml(&second), &written);
        // not only the letters: frames and bodies
        for (a, b) in first.joints().iter().zip(second.joints()) {
            let entries = |joint: &appell_model::Joint, robot: &Robot| {
                let moments = &joint.moments;
                let frame = &joint.parent_from_frame;
                let all = moments.inertia.0.as_flattened().iter().chain(&moments.first.0);
                let all = all.chain(frame.rotation.0.as_flattened()).chain(&joint.axis.0);
                all.map(|entry| entry.text(robot.symbols())).collect::<Vec<_>>()
            };
            prop_assert_eq!(entries(a, &first), entries(b, &second));
        }
    }

    #[test]
    fn urdf_keeps_frames_and_bodies(first in strategy::trees(1..=7), q in prop::collection::vec(-3.0..3.0f64, 7)) {
        // a tool on the base is no tool to a reader of URDF
        let mut on = Some(first.tool().parent);
        while let Some(joint) = on.map(|id| first.joint(id)).filter(|joint| joint.kind == JointKind::Fixed) {
            on = joint.parent;
        }
        prop_assume!(on.is_some());
        same_through_urdf(&first, &q);
    }
}

#[test]
fn bundled_robots_survive_urdf() {
    for file in BUNDLED {
        let first = file.read().robot.unwrap();
        let q: Vec<f64> = (0..first.joints().len()).map(|i| 0.3 + 0.17 * i as f64).collect();
        same_through_urdf(&first, &q);
    }
}

/// The moments of a body about the base origin, in base axes: mass, first moment, and the
/// integral of r r^T, which turns and shifts by the plainest of formulas.
#[derive(Clone, Copy, Default)]
struct Moments {
    mass: f64,
    first: [f64; 3],
    second: Mat3,
}

impl Moments {
    fn of(robot: &Robot, id: JointId, frame: &Mat4) -> Self {
        let body = &robot.joint(id).body;
        let mass = robot.evaluate(&body.mass).unwrap();
        let centre = point(frame, body.centre.try_map(|x| robot.evaluate(x)).unwrap().0);
        let tensor = body.inertia.try_map(|x| robot.evaluate(x)).unwrap().0;
        // the integral of r r^T about the centre is tr(J)/2 1 - J
        let half_trace = (tensor[0][0] + tensor[1][1] + tensor[2][2]) / 2.0;
        let pseudo =
            |i: usize, j: usize| if i == j { half_trace - tensor[i][j] } else { -tensor[i][j] };
        let mut second = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                for k in 0..3 {
                    for l in 0..3 {
                        second[i][j] += frame[i][k] * pseudo(k, l) * frame[j][l];
                    }
                }
                second[i][j] += mass * centre[i] * centre[j];
            }
        }
        Self { mass, first: centre.map(|x| x * mass), second }
    }

    fn add(&mut self, other: &Self) {
        self.mass += other.mass;
        for i in 0..3 {
            self.first[i] += other.first[i];
            for j in 0..3 {
                self.second[i][j] += other.second[i][j];
            }
        }
    }
}

/// Of every joint that moves: its frame, and all mass that is fixed to it.
fn moving(robot: &Robot, q: &[f64]) -> Vec<(String, Mat4, Moments)> {
    let frames = frames(robot, q);
    let carrier = |mut id: JointId| loop {
        let joint = robot.joint(id);
        match (joint.kind, joint.parent) {
            (JointKind::Fixed, Some(parent)) => id = parent,
            (JointKind::Fixed, None) => return None,
            _ => return Some(id),
        }
    };
    let mut sums = vec![Moments::default(); robot.joints().len()];
    for id in robot.joint_ids() {
        if let Some(carrier) = carrier(id) {
            sums[carrier.index()].add(&Moments::of(robot, id, &frames[id.index()]));
        }
    }
    let moving = robot.joint_ids().filter(|&id| robot.joint(id).kind != JointKind::Fixed);
    moving.map(|id| (robot.joint(id).name.clone(), frames[id.index()], sums[id.index()])).collect()
}

fn same_through_urdf(first: &Robot, q: &[f64]) {
    let (written, _) = write_urdf(first, &Budget::default()).unwrap();
    let second = robot(read_urdf(&written, &Options::default()), &written);
    // the order of the joints may change in a tree: by name
    let names: Vec<String> = moving(first, q).into_iter().map(|(name, ..)| name).collect();
    let reordered: Vec<f64> = moving(&second, &vec![0.0; q.len()])
        .iter()
        .map(|(name, ..)| q[names.iter().position(|other| other == name).unwrap()])
        .collect();
    let after = moving(&second, &reordered);
    for (name, frame, moments) in moving(first, q) {
        let (_, other_frame, other) = after.iter().find(|(other, ..)| *other == name).unwrap();
        assert_same_frame(&frame, other_frame, &name);
        assert_near(moments.mass, other.mass, 1e-9, "mass");
        for i in 0..3 {
            assert_near(moments.first[i], other.first[i], 1e-9, "first moment");
            for j in 0..3 {
                assert_near(moments.second[i][j], other.second[i][j], 1e-9, "second moment");
            }
        }
    }
    let tools = [frames(first, q).pop().unwrap(), frames(&second, &reordered).pop().unwrap()];
    assert_same_frame(&tools[0], &tools[1], "tool");
    // and once more: nothing changes any further
    let (again, _) = write_urdf(&second, &Budget::default()).unwrap();
    let third = robot(read_urdf(&again, &Options::default()), &again);
    assert_eq!(
        write_toml(&second).matches("[[joint]]").count(),
        write_toml(&third).matches("[[joint]]").count()
    );
}
