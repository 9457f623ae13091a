//! Mass properties against integrals that are summed up point by point.
#![allow(clippy::unwrap_used, reason = "a test")]
#![allow(clippy::needless_range_loop, reason = "indices as in the formulas")]

use crate::common::{assert_near, point, product, robot, shift, turn, value};
use appell_algebra::{Budget, Poly, Rational, Symbols};
use appell_model::{
    Draft, Inertia, JointDraft, JointKind, Link, Part, Placement, Rotation, Sign, Turn, read_toml,
};
use appell_spatial::Vector;
use proptest::prelude::*;

/// Mass, centre and central tensor of weighted points.
fn of_points(points: &[(f64, [f64; 3])]) -> (f64, [f64; 3], [[f64; 3]; 3]) {
    let mass: f64 = points.iter().map(|(m, _)| m).sum();
    let centre: [f64; 3] =
        std::array::from_fn(|i| points.iter().map(|(m, r)| m * r[i]).sum::<f64>() / mass);
    let mut tensor = [[0.0; 3]; 3];
    for (m, r) in points {
        let r: [f64; 3] = std::array::from_fn(|i| r[i] - centre[i]);
        let square: f64 = r.iter().map(|x| x * x).sum();
        for i in 0..3 {
            for j in 0..3 {
                tensor[i][j] += m * (if i == j { square } else { 0.0 } - r[i] * r[j]);
            }
        }
    }
    (mass, centre, tensor)
}

/// A plate of 0.4 x 0.3 x 0.1 m with a bore of radius 0.05 m off its middle, tilted in the link:
/// by parts with signs, and summed over a fine grid.
#[test]
fn a_box_minus_a_cylinder() {
    let (density, [a, b, c], radius, [bx, by]) = (2700.0, [0.4, 0.3, 0.1], 0.05, [0.08, -0.06]);
    let text = r#"
        name = "plate"
        gravity = 0
        [parameters]
        rho = 2700
        a = 0.4
        b = 0.3
        c = 0.1
        r = 0.05
        [[joint]]
        type = "rotation"
        axis = "z"
        [[joint.link.parts]]
        mass = "rho*a*b*c"
        inertia = { xx = "rho*a*b*c*(b^2 + c^2)/12", yy = "rho*a*b*c*(a^2 + c^2)/12", zz = "rho*a*b*c*(a^2 + b^2)/12" }
        at = { offset = [0.1, 0.2, 0.3], rotation = { axis = "x", angle = 0.4 } }
        [[joint.link.parts]]
        sign = -1
        mass = "rho*pi*r^2*c"
        centre = [0.08, -0.06, 0]
        inertia = { xx = "rho*pi*r^2*c*(3*r^2 + c^2)/12", yy = "rho*pi*r^2*c*(3*r^2 + c^2)/12", zz = "rho*pi*r^2*c*r^2/2" }
        at = { offset = [0.1, 0.2, 0.3], rotation = { axis = "x", angle = 0.4 } }
    "#;
    let robot = robot(read_toml(text, &Default::default()), text);
    let body = &robot.joints()[0].body;

    // Points over the plane; along z, where the body is a prism, two points of the right spread.
    let link_from_plate = product(&[shift(0.1, 0.2, 0.3), turn(0, 0.4)]);
    let n = 600;
    let cell = a * b / f64::from(n * n);
    let mut points = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let x = (f64::from(i) + 0.5) / f64::from(n) * a - a / 2.0;
            let y = (f64::from(j) + 0.5) / f64::from(n) * b - b / 2.0;
            if (x - bx).hypot(y - by) > radius {
                for z in [-c, c] {
                    let r = point(&link_from_plate, [x, y, z / 12f64.sqrt()]);
                    points.push((density * cell * c / 2.0, r));
                }
            }
        }
    }
    let (mass, centre, tensor) = of_points(&points);
    assert_near(value(&robot, &body.mass), mass, 2e-4, "mass");
    for i in 0..3 {
        assert_near(value(&robot, &body.centre.0[i]), centre[i], 2e-4, "centre");
        for j in 0..3 {
            let found = value(&robot, &body.inertia.0[i][j]);
            assert!(
                (found - tensor[i][j]).abs() < 3e-4 * tensor[0][0],
                "{i}{j}: {found} {}",
                tensor[i][j]
            );
        }
    }
}

fn hundredth(value: i32) -> Poly {
    Poly::constant(Rational::new(i64::from(value), 100).unwrap())
}

#[derive(Clone, Debug)]
struct Dumbbell {
    mass: i32,
    centre: [i32; 3],
    half: [i32; 3],
    offset: [i32; 3],
    axis: usize,
    angle: i32,
    removed: bool,
}

fn dumbbells() -> impl Strategy<Value = Vec<Dumbbell>> {
    let small = || [-50..50i32, -50..50i32, -50..50i32];
    let one =
        (10..500i32, small(), small(), small(), 0..3usize, -300..300i32, prop::bool::weighted(0.2));
    let one = one.prop_map(|(mass, centre, half, offset, axis, angle, removed)| Dumbbell {
        mass,
        centre,
        half,
        offset,
        axis,
        angle,
        removed,
    });
    proptest::collection::vec(one, 1..5)
}

proptest! {
    /// Parts that are two points each, in frames of their own: the composed body is that of all
    /// the points.
    #[test]
    fn parts_add_up_to_their_points(bodies in dumbbells()) {
        let mut parts = Vec::new();
        let mut points = Vec::new();
        for body in &bodies {
            let mass = f64::from(body.mass) / 100.0;
            let sign = if body.removed { -1.0 } else { 1.0 };
            let half: [f64; 3] = body.half.map(|x| f64::from(x) / 100.0);
            let centre: [f64; 3] = body.centre.map(|x| f64::from(x) / 100.0);
            let [ox, oy, oz] = body.offset.map(|x| f64::from(x) / 100.0);
            let link_from_part =
                product(&[shift(ox, oy, oz), turn(body.axis, f64::from(body.angle) / 100.0)]);
            for side in [-1.0, 1.0] {
                let r = std::array::from_fn(|i| centre[i] + side * half[i]);
                points.push((sign * mass / 2.0, point(&link_from_part, r)));
            }
            // of the two points: the tensor m (h.h 1 - h h^T), exactly
            let [x, y, z] = body.half.map(hundredth);
            let mass = hundredth(body.mass);
            let m = |p: Poly| &mass * &p;
            parts.push(Part {
                sign: if body.removed { Sign::Removed } else { Sign::Added },
                mass: mass.clone(),
                centre: Vector(body.centre.map(hundredth)),
                inertia: Inertia {
                    xx: m(&y * &y + &z * &z),
                    yy: m(&x * &x + &z * &z),
                    zz: m(&x * &x + &y * &y),
                    xy: m(&x * &y),
                    xz: m(&x * &z),
                    yz: m(&y * &z),
                },
                at: Placement {
                    offset: Vector(body.offset.map(hundredth)),
                    rotation: Rotation::turns([Turn::about(body.axis, hundredth(body.angle))]),
                },
            });
        }
        let (mass, centre, tensor) = of_points(&points);
        prop_assume!(mass.abs() > 0.1);
        let z = Vector::new(Poly::ZERO, Poly::ZERO, Poly::one());
        let draft = Draft {
            name: "points".to_owned(),
            joints: vec![JointDraft {
                link: Link { parts, ..Link::default() },
                ..JointDraft::new(JointKind::Rotation, z)
            }],
            ..Draft::new(&Symbols::new())
        };
        let (robot, _) = draft.build(&Budget::default()).unwrap();
        let joint = &robot.joints()[0];
        assert_near(value(&robot, &joint.body.mass), mass, 1e-9, "mass");
        for i in 0..3 {
            assert_near(value(&robot, &joint.body.centre.0[i]), centre[i], 1e-9, "centre");
            for j in 0..3 {
                assert_near(value(&robot, &joint.body.inertia.0[i][j]), tensor[i][j], 1e-9, "inertia");
            }
        }
    }
}

/// What the tool carries counts with the last link: the same as a part of it there.
#[test]
fn a_payload_with_mass_is_a_part_at_the_tool() {
    let head = "name = \"arm\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n";
    let link = "mass = \"M\", centre = [0.1, 0, 0], inertia = { zz = \"J\" }";
    let place = "offset = [\"l\", 0, 0.2], rotation = { axis = \"y\", angle = 0.3 }";
    let body = "mass = \"m\", centre = [0, \"e\", 0], inertia = { xx = 0.1, yy = 0.2, zz = 0.25 }";
    let [l, r] = [place, body]
        .map(|keys| keys.replace("],", "]\n").replace("},", "}\n").replace("\"m\",", "\"m\"\n"));
    let carried = format!("{head}link = {{ {link} }}\n[tool]\n{l}\n[payload]\n{r}\n");
    let composed = format!("{head}link.parts = [{{ {link} }}, {{ {body}, at = {{ {place} }} }}]\n");
    let [a, b] =
        [&carried, &composed].map(|text| robot(read_toml(text, &Default::default()), text));
    let shown = |robot: &appell_model::Robot| {
        let moments = &robot.joints()[0].moments;
        let entries = moments.inertia.0.as_flattened().iter().chain(&moments.first.0);
        entries.map(|entry| entry.text(robot.symbols())).collect::<Vec<_>>()
    };
    assert_eq!(shown(&a), shown(&b));
    assert!(shown(&a)[8].contains("l^2*m"), "{:?}", shown(&a));
}

/// Inertia is the product's integral: a point off both axes has a positive product, and the
/// tensor the negative of it.
#[test]
fn products_of_inertia_enter_with_a_minus() {
    let text = "name = \"p\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
        link = { mass = 1, inertia = { xx = 1, yy = 1, zz = 1, xy = 0.25 } }\n";
    let robot = robot(read_toml(text, &Default::default()), text);
    assert_eq!(value(&robot, &robot.joints()[0].body.inertia.0[0][1]), -0.25);
}
