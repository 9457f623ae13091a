//! What is written is read back as the same robot.
#![allow(clippy::unwrap_used, reason = "a test")]
#![allow(clippy::needless_range_loop, reason = "indices as in the formulas")]

use crate::common::{self, Mat3, Mat4, assert_near, assert_same_frame, frames, point, robot};
use appell_algebra::Budget;
use appell_model::{
    BUNDLED, JointId, JointKind, Options, Robot, read_toml, read_urdf, strategy, write_toml,
    write_urdf,
};
use proptest::prelude::*;

proptest! {
    #[test]
    fn toml_keeps_every_robot_to_the_letter(first in strategy::trees(1..=7)) {
        let written = write_toml(&first);
        let second = robot(read_toml(&written, &Options::default()), &written);
        prop_assert_eq!(&write_toml(&second), &written);
        let names = |robot: &Robot| {
            let names = robot.parameters().iter().map(|it| (it.name.clone(), it.latex.clone()));
            names.collect::<std::collections::BTreeSet<_>>()
        };
        prop_assert_eq!(names(&first), names(&second));
        // not only the letters: frames and bodies
        for (a, b) in first.joints().iter().zip(second.joints()) {
            let scales = |joint: &appell_model::Joint| {
                joint.link.meshes.iter().map(|mesh| (mesh.purpose, mesh.scale.clone())).collect::<Vec<_>>()
            };
            prop_assert_eq!(scales(a), scales(b));
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
        prop_assume!(first.payload().body.is_none()); // a URDF has no payload
        same_through_urdf(&first, &q);
    }
}

#[test]
fn bundled_robots_survive_urdf() {
    for file in BUNDLED {
        let first = file.read().robot.unwrap();
        if first.is_elastic() || first.joints().iter().any(|joint| joint.elastic.is_some()) {
            continue; // URDF has no elastic links and joints
        }
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
    // what else a joint has
    for joint in first.joints().iter().filter(|joint| joint.kind != JointKind::Fixed) {
        let other = second.joint(second.find_joint(&joint.name).unwrap());
        assert_eq!(joint.kind, other.kind);
        for ((name, a), (_, b)) in joint.limits.entries().into_iter().zip(other.limits.entries()) {
            let value = |robot: &Robot, x: Option<&appell_algebra::Poly>| {
                x.map(|x| robot.evaluate(x).unwrap())
            };
            assert_eq!(value(first, a), value(&second, b), "{name}");
        }
        let damping = |robot: &Robot, joint: &appell_model::Joint| {
            robot.evaluate(&joint.friction.viscous).unwrap()
        };
        assert_eq!(damping(first, joint), damping(&second, other));
        // a fixed joint's meshes come to the link that it sits on
        for mesh in &joint.link.meshes {
            let same = other.link.meshes.iter().find(|other| other.form == mesh.form).unwrap();
            assert_eq!((same.purpose, &same.scale), (mesh.purpose, &mesh.scale));
            let place = |robot: &Robot, mesh: &appell_model::Mesh| {
                let frame = mesh.at.transform(robot.symbols(), &Budget::default()).unwrap();
                frame.position.try_map(|x| robot.evaluate(x)).unwrap().0
            };
            assert_eq!(place(first, mesh), place(&second, same));
        }
    }
    // and once more: nothing changes any further
    let (again, _) = write_urdf(&second, &Budget::default()).unwrap();
    let third = robot(read_urdf(&again, &Options::default()), &again);
    assert_eq!(
        write_toml(&second).matches("[[joint]]").count(),
        write_toml(&third).matches("[[joint]]").count()
    );
}

/// Joints keep their order, so that coordinates mean the same; what URDF cannot hold is reported.
#[test]
fn a_tree_keeps_its_order_through_urdf() {
    let joint = |name: &str, parent: &str, more: &str| {
        format!(
            "[[joint]]\nname = {name:?}\nparent = {parent:?}\ntype = \"rotation\"\naxis = \"z\"\noffset = [1, 0, 0]\n{more}\nlink = {{ mass = 1 }}\n"
        )
    };
    let text = [
        "name = \"t\"\ngravity = 0\n".to_owned(),
        joint("torso", "base", "limits = { upper = 2 }"),
        joint("a1", "torso", "coordinate = \"phi\""),
        joint("b <1> & \"2\"", "torso", ""),
        joint("a\t2", "a1", ""),
        joint("tool_joint", "a1", ""),
    ]
    .concat();
    let first = robot(read_toml(&text, &Options::default()), &text);
    let (written, notes) = write_urdf(&first, &Budget::default()).unwrap();
    let second = robot(read_urdf(&written, &Options::default()), &written);
    let names =
        |robot: &Robot| robot.joints().iter().map(|joint| joint.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&first), names(&second));
    // a limit on one side stays one
    let limits = &second.joints()[0].limits;
    assert!(limits.lower.is_none() && limits.velocity.is_none() && limits.effort.is_none());
    assert_eq!(second.evaluate(limits.upper.as_ref().unwrap()), Ok(2.0));
    let told: Vec<String> = notes.iter().map(|note| note.message.clone()).collect();
    assert!(told.iter().any(|note| note.contains("name of the coordinate")), "{told:?}");
}

/// A link that is called `tool` and is not the tool: the note says how to read the file back.
#[test]
fn a_link_called_tool_is_not_mistaken() {
    let text = "name = \"t\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = { name = \"tool\", mass = 1 }\n\
        [[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = { mass = 1 }\n[tool]\noffset = [2, 0, 0]\n";
    let first = robot(read_toml(text, &Options::default()), text);
    let (written, notes) = write_urdf(&first, &Budget::default()).unwrap();
    let hint = notes.iter().find(|note| note.code == "tool-frame").unwrap().hints[0].clone();
    let name = hint.rsplit(' ').next().unwrap().to_owned();
    let options = Options { tool: Some(name), ..Options::default() };
    let second = robot(read_urdf(&written, &options), &written);
    assert_eq!(second.tool().parent.number(), 2);
}

/// Many fixed joints with angles of every kind: merged, and still exactly rotations.
#[test]
fn a_long_chain_of_fixed_joints_is_merged() {
    let mut urdf = "<robot name='r'><link name='l0'/>".to_owned();
    let mut expected = common::ONE;
    for i in 0..40 {
        let kind = if i == 0 { "continuous" } else { "fixed" };
        let rpy = if i % 3 == 0 {
            [std::f64::consts::FRAC_PI_2, 0.0, 0.0]
        } else {
            [0.1 * f64::from(i), 0.2, -0.3]
        };
        let [roll, pitch, yaw] = rpy;
        urdf += &format!(
            "<link name='l{}'><inertial><mass value='1'/><inertia ixx='1' iyy='1.1' izz='1.2' ixy='0.01' ixz='0' iyz='0'/></inertial></link>\
             <joint name='j{i}' type='{kind}'><parent link='l{i}'/><child link='l{}'/><axis xyz='0 0 1'/><origin xyz='0.1 0.2 0.3' rpy='{roll} {pitch} {yaw}'/></joint>",
            i + 1,
            i + 1
        );
        let turn =
            common::product(&[common::turn(2, yaw), common::turn(1, pitch), common::turn(0, roll)]);
        expected = common::product(&[expected, common::shift(0.1, 0.2, 0.3), turn]);
    }
    urdf += "</robot>";
    let robot = robot(read_urdf(&urdf, &Options::default()), &urdf);
    assert_same_frame(frames(&robot, &[0.0]).last().unwrap(), &expected, "tool");
    assert_eq!(robot.evaluate(&robot.joints()[0].body.mass).unwrap(), 40.0);
    let rotation = robot.tool().parent_from_tool.rotation.clone();
    let scope = appell_algebra::BudgetScope::new(Budget::default());
    let lifted = rotation.map(|entry| scope.scalar(entry.clone()));
    let gram = &lifted * &lifted.transpose();
    assert!(gram.0[0][0].poly().unwrap().is_one() && gram.0[0][1].poly().unwrap().is_zero());
}

/// Frames in frames: the product of their transforms, whichever way their rotations are given.
#[test]
fn placements_chain_as_their_transforms_do() {
    use appell_algebra::{BudgetScope, Poly, Rational, Symbols};
    use appell_model::{Placement, Rotation, Turn};
    use appell_spatial::{Matrix, Vector};
    let (symbols, budget) = (Symbols::new(), Budget::default());
    let number = |above: i64, below: i64| Poly::constant(Rational::new(above, below).unwrap());
    let thirds = [[2, -1, 2], [2, 2, -1], [-1, 2, 2]].map(|row| row.map(|entry| number(entry, 3)));
    let fifths = [[3, -4, 0], [4, 3, 0], [0, 0, 5]].map(|row| row.map(|entry| number(entry, 5)));
    let rotations = [
        Rotation::Matrix(Box::new(Matrix(thirds))),
        Rotation::Matrix(Box::new(Matrix(fifths))),
        Rotation::turns([Turn::about(0, number(3, 10)), Turn::about(2, number(7, 10))]),
        Rotation::turns([Turn::about(1, number(1, 2))]),
        Rotation::default(),
    ];
    let scope = BudgetScope::new(budget.clone());
    for (i, outer) in rotations.iter().enumerate() {
        for inner in &rotations {
            let outer = Placement {
                offset: Vector::new(number(1, 1), number(2, 1), number(i as i64, 1)),
                rotation: outer.clone(),
            };
            let inner = Placement {
                offset: Vector::new(number(0, 1), number(-1, 2), number(1, 4)),
                rotation: inner.clone(),
            };
            let lift = |placement: &Placement| {
                placement
                    .transform(&symbols, &budget)
                    .unwrap()
                    .map(|entry| scope.scalar(entry.clone()))
            };
            let product = &lift(&outer) * &lift(&inner);
            let chained = outer
                .then(&inner, &symbols, &budget)
                .unwrap()
                .transform(&symbols, &budget)
                .unwrap();
            // where many turns are folded into three, their angles are the nearest decimals
            let value = |entry: &Poly| entry.evaluate(&symbols, |_| None).unwrap();
            let expected = product.map(|entry| value(entry.poly().unwrap()));
            let chained = chained.map(value);
            let entries = chained.rotation.0.as_flattened().iter().chain(&chained.position.0);
            for (a, b) in
                entries.zip(expected.rotation.0.as_flattened().iter().chain(&expected.position.0))
            {
                assert_near(*a, *b, 1e-14, "chained");
            }
        }
    }
}
