//! Numbers by a route of their own: matrices of four rows, written out here.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]
#![allow(clippy::needless_range_loop, reason = "indices as in the formulas")]

use appell_algebra::Poly;
use appell_model::{JointKind, Reading, Robot};

pub type Mat4 = [[f64; 4]; 4];
pub type Mat3 = [[f64; 3]; 3];

pub const ONE: Mat4 =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

pub fn times(a: &Mat4, b: &Mat4) -> Mat4 {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..4).map(|k| a[i][k] * b[k][j]).sum()))
}

pub fn product(factors: &[Mat4]) -> Mat4 {
    factors.iter().fold(ONE, |left, right| times(&left, right))
}

pub fn shift(x: f64, y: f64, z: f64) -> Mat4 {
    let mut m = ONE;
    (m[0][3], m[1][3], m[2][3]) = (x, y, z);
    m
}

/// The rotation about x (0), y (1) or z (2).
pub fn turn(axis: usize, angle: f64) -> Mat4 {
    let (s, c) = angle.sin_cos();
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut m = ONE;
    (m[i][i], m[i][j], m[j][i], m[j][j]) = (c, -s, s, c);
    m
}

/// The rotation about any unit axis, by the exponential series of its cross matrix.
pub fn turn_about(k: [f64; 3], angle: f64) -> Mat4 {
    let mut generator = [[0.0; 4]; 4];
    generator[0][1] = -k[2] * angle;
    generator[0][2] = k[1] * angle;
    generator[1][0] = k[2] * angle;
    generator[1][2] = -k[0] * angle;
    generator[2][0] = -k[1] * angle;
    generator[2][1] = k[0] * angle;
    let (mut sum, mut term) = (ONE, ONE);
    for n in 1..60 {
        term = times(&term, &generator).map(|row| row.map(|x| x / f64::from(n)));
        for (i, row) in term.iter().enumerate() {
            for (j, x) in row.iter().enumerate() {
                sum[i][j] += x;
            }
        }
    }
    sum
}

pub fn point(m: &Mat4, p: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| (0..3).map(|j| m[i][j] * p[j]).sum::<f64>() + m[i][3])
}

pub fn value(robot: &Robot, entry: &Poly) -> f64 {
    robot.evaluate(entry).unwrap()
}

/// The frames of all joints in the base, then the tool.
pub fn frames(robot: &Robot, q: &[f64]) -> Vec<Mat4> {
    let mut q = q.iter();
    let mut frames: Vec<Mat4> = Vec::new();
    let constant = |rotation: [[f64; 3]; 3], position: [f64; 3]| {
        let mut m = ONE;
        for i in 0..3 {
            m[i][..3].copy_from_slice(&rotation[i]);
            m[i][3] = position[i];
        }
        m
    };
    for joint in robot.joints() {
        let frame = joint.parent_from_frame.try_map(|entry| robot.evaluate(entry)).unwrap();
        let frame = constant(frame.rotation.0, frame.position.0);
        let axis = joint.axis.try_map(|entry| robot.evaluate(entry)).unwrap().0;
        let motion = match joint.kind {
            JointKind::Fixed => ONE,
            JointKind::Rotation => turn_about(axis, *q.next().unwrap()),
            JointKind::Translation => {
                let q = *q.next().unwrap();
                shift(axis[0] * q, axis[1] * q, axis[2] * q)
            }
        };
        let parent = joint.parent.map_or(ONE, |parent| frames[parent.index()]);
        frames.push(product(&[parent, frame, motion]));
    }
    let tool = robot.tool();
    let frame = tool.parent_from_tool.try_map(|entry| robot.evaluate(entry)).unwrap();
    frames.push(times(&frames[tool.parent.index()], &constant(frame.rotation.0, frame.position.0)));
    frames
}

pub fn assert_near(a: f64, b: f64, tolerance: f64, what: &str) {
    assert!((a - b).abs() <= tolerance * (1.0 + a.abs().max(b.abs())), "{what}: {a} and {b}");
}

pub fn assert_same_frame(a: &Mat4, b: &Mat4, what: &str) {
    for (x, y) in a.as_flattened().iter().zip(b.as_flattened()) {
        assert_near(*x, *y, 1e-9, what);
    }
}

/// The robot, or all that was found instead.
pub fn robot(reading: Reading, text: &str) -> Robot {
    let Reading { robot, findings } = reading;
    robot.unwrap_or_else(|| {
        let shown: Vec<String> = findings.iter().map(|f| f.render("robot", text)).collect();
        panic!("{}", shown.join("\n"))
    })
}

pub fn codes(reading: &Reading) -> Vec<&'static str> {
    reading.findings.iter().map(|finding| finding.code).collect()
}
