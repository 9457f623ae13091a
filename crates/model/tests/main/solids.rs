//! Boxes, cylinders, spheres and capsules of links: sizes, places, and what conversions keep of them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]
use appell_algebra::Budget;
use appell_diagnostic::Severity;
use appell_model::{
    Form, Format, Mesh, MeshUse, Options, Robot, Solid, read, write_sdf, write_toml, write_urdf,
};

const INERTIAL: &str = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>";

fn robot(text: &str, format: Format) -> Robot {
    let reading = read(text.as_bytes(), format, &Options::default());
    reading.robot.unwrap_or_else(|| panic!("{:?}\n{text}", reading.findings))
}

/// Form, use, scale, and the points of a mesh at (0, 0, 1) and (1, 0, 0) before it is scaled, in the frame
/// of its joint.
type Seen = (Form, MeshUse, [f64; 3], [[f64; 3]; 2]);

fn seen(robot: &Robot, mesh: &Mesh) -> Seen {
    let at = mesh.at.transform(robot.symbols(), &Budget::default()).unwrap();
    let number = |entry: &appell_algebra::Poly| robot.evaluate(entry).unwrap();
    let (rotation, position) = (at.rotation.map(number).0, at.position.map(number).0);
    let column = |k: usize| [0, 1, 2].map(|row| position[row] + rotation[row][k]);
    let scale = mesh.scale.each_ref().map(|it| it.to_f64());
    (mesh.form.clone(), mesh.purpose, scale, [column(2), column(0)])
}

fn all(robot: &Robot) -> Vec<Seen> {
    let links = robot.joints().iter().flat_map(|joint| &joint.link.meshes);
    links.chain(robot.base_meshes()).map(|mesh| seen(robot, mesh)).collect()
}

fn assert_same(found: &[Seen], expected: &[Seen], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}: {found:?}");
    for (a, b) in found.iter().zip(expected) {
        assert_eq!((&a.0, a.1, a.2), (&b.0, b.1, b.2), "{what}");
        for (x, y) in a.3.as_flattened().iter().zip(b.3.as_flattened()) {
            assert!((x - y).abs() < 1e-12, "{what}: {a:?} {b:?}");
        }
    }
}

fn urdf() -> String {
    let shape = |tag: &str, origin: &str, geometry: &str| {
        format!("<{tag}><origin {origin}/><geometry>{geometry}</geometry></{tag}>")
    };
    let shapes = [
        shape("visual", "xyz='0 0 0.5'", "<box size='0.1 0.2 0.3'/>"),
        shape("visual", "rpy='1.5707963 0 0'", "<cylinder radius='0.05' length='0.4'/>"),
        shape("collision", "xyz='1 2 3'", "<sphere radius='0.07'/>"),
        shape("collision", "rpy='0 1.5707963 0'", "<capsule radius='0.02' length='0.6'/>"),
    ];
    format!(
        "<robot name='arm'><link name='root'>{}</link><link name='rod'>{INERTIAL}{}</link>\
         <joint name='q' type='continuous'><parent link='root'/><child link='rod'/><axis xyz='0 0 1'/></joint></robot>",
        shape("visual", "xyz='0 0 -0.1'", "<box size='1 1 0.2'/>"),
        shapes.concat()
    )
}

#[test]
fn solids_of_urdf_have_their_sizes_and_places() {
    use MeshUse::{Collision, Visual};
    let solid = |of: Solid, purpose, scale, points| (Form::Solid(of), purpose, scale, points);
    let expected = [
        solid(Solid::Box, Visual, [0.1, 0.2, 0.3], [[0.0, 0.0, 1.5], [1.0, 0.0, 0.5]]),
        // a quarter turn about x brings z to -y
        solid(Solid::Cylinder, Visual, [0.05, 0.05, 0.4], [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0]]),
        solid(Solid::Sphere, Collision, [0.07; 3], [[1.0, 2.0, 4.0], [2.0, 2.0, 3.0]]),
        // a quarter turn about y brings z to x
        solid(Solid::Capsule, Collision, [0.02, 0.02, 0.6], [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0]]),
        solid(Solid::Box, Visual, [1.0, 1.0, 0.2], [[0.0, 0.0, 0.9], [1.0, 0.0, -0.1]]),
    ];
    assert_same(&all(&robot(&urdf(), Format::Urdf)), &expected, "URDF");
}

#[test]
fn conversions_keep_solids() {
    let given = robot(&urdf(), Format::Urdf);
    let budget = Budget::default();
    let expected = all(&given);
    assert_same(&all(&robot(&write_toml(&given), Format::Toml)), &expected, "TOML");
    let (text, _) = write_urdf(&given, &budget).unwrap();
    assert_same(&all(&robot(&text, Format::Urdf)), &expected, "URDF");
    // the base of SDF is the world, whose shapes a note lists
    let (text, notes) = write_sdf(&given, &budget).unwrap();
    assert_same(&all(&robot(&text, Format::Sdf)), &expected[..4], "SDF");
    assert!(notes.iter().any(|it| it.message.contains("of the base")), "{notes:?}");
}

/// Sizes of MJCF are halves; `fromto` gives the ends of the axis.
#[test]
fn solids_of_mjcf_have_their_sizes_and_places() {
    let text = "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body><joint axis='0 0 1'/>\
        <inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>\
        <geom type='box' size='0.1 0.2 0.3' pos='0 0 1'/>\
        <geom type='capsule' size='0.05' fromto='1 0 0 1 0.6 0.8'/>\
        <geom type='cylinder' size='0.05 0.2' quat='0.7071068 0.7071068 0 0' group='3'/>\
        <geom type='ellipsoid' size='1 2 3'/><geom size='0.04'/>\
        <geom type='box' size='1 wide 1'/></body></worldbody></mujoco>";
    let reading = read(text.as_bytes(), Format::Mjcf, &Options::default());
    let warnings: Vec<&str> = reading
        .findings
        .iter()
        .filter(|it| it.severity == Severity::Warning)
        .map(|it| it.message.as_str())
        .collect();
    assert_eq!(warnings, ["the place or the size of a geom is not understood: it is left out"]);
    let robot = reading.robot.unwrap();
    let found = all(&robot);
    let kinds: Vec<(&Form, MeshUse, [f64; 3])> =
        found.iter().map(|(form, purpose, scale, _)| (form, *purpose, *scale)).collect();
    let solid = |index: usize| (kinds[index].0.clone(), kinds[index].1, kinds[index].2);
    use MeshUse::{Collision, Visual};
    assert_eq!(kinds.len(), 5);
    assert_eq!(solid(0), (Form::Solid(Solid::Box), Visual, [0.2, 0.4, 0.6]));
    assert_eq!(solid(1), (Form::Solid(Solid::Capsule), Visual, [0.05, 0.05, 1.0]));
    assert_eq!(solid(2), (Form::Solid(Solid::Cylinder), Collision, [0.05, 0.05, 0.4]));
    assert_eq!(solid(3), (Form::Solid(Solid::Sphere), Visual, [1.0, 2.0, 3.0]));
    assert_eq!(solid(4), (Form::Solid(Solid::Sphere), Visual, [0.04; 3]));
    // the axis of the capsule: from the middle, (1, 0.3, 0.4), one metre towards (0, 0.6, 0.8)
    for (x, y) in found[1].3[0].iter().zip([1.0, 0.9, 1.2]) {
        assert!((x - y).abs() < 1e-12, "{:?}", found[1]);
    }
    // an ellipsoid is nothing that URDF has
    let (text, notes) = write_urdf(&robot, &Budget::default()).unwrap();
    assert_eq!((text.matches("<sphere").count(), text.matches("<capsule").count()), (1, 1));
    assert!(notes.iter().any(|it| it.message.contains("ellipsoids")), "{notes:?}");
}

/// A picture that cannot be read does not make the robot wrong.
#[test]
fn solids_that_cannot_be_read_are_left_out() {
    for (shape, code) in [
        ("<origin rpy='0 0 up'/><geometry><box size='1 1 1'/></geometry>", "mesh-left-out"),
        ("<geometry><box size='1 1 -1'/></geometry>", "not-read"),
        ("<geometry><cylinder radius='1'/></geometry>", "not-read"),
    ] {
        let text = format!(
            "<robot name='arm'><link name='root'/><link name='rod'>{INERTIAL}<visual>{shape}</visual></link>\
             <joint name='q' type='continuous'><parent link='root'/><child link='rod'/><axis xyz='0 0 1'/></joint></robot>"
        );
        let reading = read(text.as_bytes(), Format::Urdf, &Options::default());
        assert!(
            reading.findings.iter().any(|it| it.code == code),
            "{shape}: {:?}",
            reading.findings
        );
        assert!(all(&reading.robot.unwrap()).is_empty(), "{shape}");
    }
    let toml = "[[joint]]\ntype = 'revolute'\naxis = 'z'\nlink = { mass = 1, meshes = [{ form = 'cylinder', scale = [1, 2, 3] }] }\n";
    let reading = read(toml.as_bytes(), Format::Toml, &Options::default());
    assert!(reading.findings.iter().any(|it| it.code == "bad-number"), "{:?}", reading.findings);
}
