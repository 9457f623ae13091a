//! Named frames and the place of the base: read, refused, written, read back.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use crate::common::{codes, robot, value};
use appell_algebra::Budget;
use appell_diagnostic::Severity;
use appell_model::{
    Convention, Draft, Format, FrameName, NamedFrame, Options, Robot, read, read_csv, read_mjcf,
    read_sdf, read_toml, read_urdf, write_csv, write_mjcf, write_sdf, write_toml, write_urdf,
};
use appell_spatial::Transform;

const ARM: &str = r#"name = "arm"
gravity = 9.81

[[joint]]
type = "revolute"
axis = "z"
link = { mass = 2, centre = [0.2, 0, 0] }

[[joint]]
type = "revolute"
axis = "z"
offset = [0.4, 0, 0]
link = { mass = 1, centre = [0.1, 0, 0] }

[tool]
offset = [0.3, 0, 0]

[[frame]]
name = "camera"
parent = "joint1"
offset = [0.1, 0, 0.05]
rotation = { rpy = [0, "pi/2", 0] }
force = [1, 0, 0]

[[frame]]
name = "rail"
parent = "base"
offset = [0, 0, -0.5]

[[frame]]
name = "gripper"
parent = "joint2"
offset = [0.2, 0.1, 0]

[base]
offset = [0, 0, 1]
rotation = { rpy = ["pi", 0, 0] }
"#;

fn arm() -> Robot {
    robot(read_toml(ARM, &Options::default()), ARM)
}

#[test]
fn toml_keeps_frames_and_base_to_the_letter() {
    let written = write_toml(&arm());
    assert_eq!(written, ARM);
    // gravity is given in B, which the base hangs in
    assert_eq!(value(&arm(), &arm().gravity().0[2]), 9.81);
    assert_eq!(value(&arm(), &arm().given_gravity().0[2]), -9.81);
}

/// The file with something replaced is refused, with these codes.
fn refused(from: &str, to: &str) -> Vec<&'static str> {
    let text = ARM.replacen(from, to, 1);
    assert_ne!(text, ARM);
    codes(&read(text.as_bytes(), Format::Toml, &Options::default()))
}

#[test]
fn what_no_frame_can_be_is_refused() {
    for name in ["joint2", "base", "tool", "B", "2nd", "a,b", "a b", "", &"x".repeat(41)] {
        assert_eq!(refused("\"gripper\"", &format!("{name:?}")), ["bad-name"], "{name}");
    }
    assert_eq!(refused("\"gripper\"", "\"camera\""), ["duplicate-name"]);
    assert_eq!(refused("\"joint1\"", "\"joint9\""), ["unknown-joint"]);
    assert_eq!(refused("[0, 0, -0.5]", "[0, 0, -0.5]\nmoment = [1, 0, 0]"), ["wrench-on-base"]);
    assert_eq!(refused("name = \"rail\"\n", ""), ["missing-key"]);
    assert_eq!(refused("offset = [0, 0, 1]", "ofset = [0, 0, 1]"), ["unknown-key"]);
    assert_eq!(refused("[0.2, 0.1, 0]", "[\"q1\", 0.1, 0]"), ["coordinate-in-entry"]);
    assert_eq!(refused("[0.3, 0, 0]", "[0.3, 0, 0]\nframe = \"camera\""), ["duplicate-key"]);
    assert_eq!(refused("offset = [0.3, 0, 0]", "frame = \"camra\""), ["unknown-frame"]);
    assert_eq!(refused("offset = [0.3, 0, 0]", "frame = \"rail\""), ["tool-on-base"]);
    assert_eq!(
        refused("type = \"revolute\"", "name = \"B\"\ntype = \"revolute\""),
        ["bad-name", "unknown-joint"]
    );
    assert!(FrameName::new(&"x".repeat(40)).is_some());
}

#[test]
fn one_of_several_frames_is_the_tool() {
    let named = ARM.replacen("offset = [0.3, 0, 0]", "frame = \"camera\"", 1);
    let chosen = Options { tool: Some("gripper".to_owned()), ..Options::default() };
    for (text, options, parent, x) in
        [(named.as_str(), Options::default(), 1, 0.1), (ARM, chosen, 2, 0.2)]
    {
        let robot = robot(read_toml(text, &options), text);
        let tool = robot.tool();
        assert_eq!(tool.parent.number(), parent);
        assert_eq!(value(&robot, &tool.parent_from_tool.position.0[0]), x);
    }
    let wrong = Options { tool: Some("griper".to_owned()), ..Options::default() };
    assert_eq!(codes(&read_toml(ARM, &wrong)), ["unknown-frame"]);
}

/// In a standard table frames lie at the far ends of links, as the tool does.
#[test]
fn a_frame_in_a_table_lies_where_the_tool_does() {
    let table = "# name = \"arm\"\n# gravity = 0\n# convention = \"standard\"\n\
        # [[frame]]\n# name = \"flange\"\n# offset = [0, 0.1, 0]\n# [tool]\n# offset = [0, 0.1, 0]\n\
        type,a,alpha,d,theta,mass\nrotation,0.5,pi/2,0.2,0,1\nrotation,0.3,0,0.1,0.4,1\n";
    let robot = robot(read_csv(table, &Options::default()), table);
    let (frame, tool) = (&robot.frames()[0], robot.tool());
    assert_eq!(frame.parent, Some(tool.parent));
    assert_eq!(frame.parent_from_frame, tool.parent_from_tool);
    let (written, notes) = write_csv(&robot, Convention::Standard, &Budget::default()).unwrap();
    assert!(!written.contains("flange"));
    assert!(notes.iter().any(|note| note.message.contains("named frames")));
}

const URDF: &str = r#"<robot name="arm">
  <link name="world"/> <link name="base"/>
  <joint name="mount" type="fixed"><parent link="world"/><child link="base"/>
    <origin xyz="0 0 0.5"/></joint>
  <link name="pedestal"/>
  <joint name="p" type="fixed"><parent link="base"/><child link="pedestal"/></joint>
  <link name="arm"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="arm"/>
    <axis xyz="0 0 1"/></joint>
  <link name="camera_link"/>
  <joint name="c" type="fixed"><parent link="arm"/><child link="camera_link"/>
    <origin xyz="0.1 0 0" rpy="0 0.3 0"/></joint>
  <link name="optical frame"/>
  <joint name="o" type="fixed"><parent link="camera_link"/><child link="optical frame"/></joint>
  <link name="tool0"/>
  <joint name="t" type="fixed"><parent link="arm"/><child link="tool0"/>
    <origin xyz="0.5 0 0"/></joint>
</robot>"#;

/// Links behind fixed joints are frames; what their names cannot be is said. They are written back.
#[test]
fn fixed_links_of_urdf_are_frames() {
    let reading = read_urdf(URDF, &Options::default());
    let left_out = reading.findings.iter().filter(|it| it.code == "frame-left-out");
    assert_eq!(left_out.count(), 2, "{:?}", reading.findings);
    let first = reading.robot.unwrap();
    let frames = |robot: &Robot| -> Vec<(String, Option<usize>, f64)> {
        let of = |frame: &NamedFrame| {
            let [x, _, z] = &frame.parent_from_frame.position.0;
            let parent = frame.parent.map(|id| id.number());
            (frame.name.to_string(), parent, value(robot, x) + value(robot, z))
        };
        robot.frames().iter().map(of).collect()
    };
    let expected =
        [("pedestal", None, 0.5), ("camera_link", Some(1), 0.1), ("tool0", Some(1), 0.5)];
    let expected = expected.map(|(name, parent, x)| (name.to_owned(), parent, x));
    assert_eq!(frames(&first), expected);
    assert_eq!(value(&first, &first.tool().parent_from_tool.position.0[0]), 0.5);
    let (written, _) = write_urdf(&first, &Budget::default()).unwrap();
    let second = read_urdf(&written, &Options::default()).robot.unwrap();
    assert_eq!(frames(&second), expected);
    assert_eq!(second.tool().parent_from_tool, first.tool().parent_from_tool);
}

/// Named frames are frames of SDF and sites of MJCF, on links and on the base, and are read back where
/// they were.
#[test]
fn sdf_and_mjcf_keep_frames() {
    let mut draft = Draft::from(&arm());
    draft.base = None;
    let first = draft.build(&Budget::default()).unwrap().0;
    let (sdf, sdf_notes) = write_sdf(&first, &Budget::default()).unwrap();
    let (mjcf, mjcf_notes) = write_mjcf(&first, &Budget::default()).unwrap();
    for notes in [&sdf_notes, &mjcf_notes] {
        assert!(
            notes
                .iter()
                .any(|note| note.message.starts_with("the wrenches on frames are left out"))
        );
        assert!(!notes.iter().any(|note| note.message.contains("named frames")));
    }
    let options = Options::default();
    let again = [read_sdf(&sdf, &options), read_mjcf(&mjcf, &options)];
    for second in again.map(|reading| reading.robot.unwrap()) {
        assert_eq!(second.frames().len(), 3);
        for frame in first.frames() {
            let same = &second.frames()[second.find_frame(frame.name).unwrap()];
            assert_eq!(same.parent, frame.parent, "{}", frame.name);
            let numbers = |robot: &Robot, frame: &NamedFrame| {
                frame.parent_from_frame.try_map(|entry| robot.evaluate(entry)).unwrap()
            };
            let (own, other) = (numbers(&first, frame), numbers(&second, same));
            let far = |a: &[f64], b: &[f64]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-12);
            assert!(!far(&own.position.0, &other.position.0), "{}", frame.name);
            let rows = |it: &Transform<f64>| it.rotation.0.as_flattened().to_vec();
            assert!(!far(&rows(&own), &rows(&other)), "{}", frame.name);
        }
    }
}

/// A placed base is the pose of the model in the world of SDF: the first joint and gravity are the same
/// again, and upside down they differ.
#[test]
fn sdf_keeps_a_placed_base() {
    let robot = robot_of("[base]\noffset = [0, 0, 1]\nrotation = { axis = \"x\", angle = \"pi\" }");
    let (written, _) = write_sdf(&robot, &Budget::default()).unwrap();
    let second = read_sdf(&written, &Options::default()).robot.unwrap();
    // gravity of SDF is along -z of the world, in which the axis points down
    assert_eq!(value(&second, &second.gravity().0[2]), -9.81);
    let frame = &second.joints()[0].parent_from_frame;
    assert_eq!(value(&second, &frame.position.0[2]), 1.0);
    assert_eq!(value(&second, &frame.rotation.0[2][2]), -1.0);
}

/// The frame B takes the place of the base in these formats: poses in the base are others, which is a warning.
#[test]
fn poses_behind_a_placed_base_are_others() {
    let base = "[base]\noffset = [0, 0, 1]";
    for writer in [write_urdf, write_sdf, write_mjcf] {
        let [still, placed] = ["", base].map(|base| {
            let (_, findings) = writer(&robot_of(base), &Budget::default()).unwrap();
            let warnings = findings.into_iter().filter(|it| it.severity == Severity::Warning);
            warnings.map(|it| it.message).collect::<Vec<_>>()
        });
        assert_eq!(still, Vec::<String>::new());
        assert!(matches!(&placed[..], [one] if one.contains("frame B")), "{placed:?}");
    }
}

/// Gravity of a robot on the ceiling points down, in the frame in which it was given.
#[test]
fn a_robot_on_the_ceiling_is_let_pass() {
    let base = "[base]\nrotation = { axis = \"x\", angle = \"pi\" }";
    let text = PENDULUM.to_owned() + base;
    let codes = |text: &str| -> Vec<&str> {
        read_toml(text, &Options::default()).findings.iter().map(|it| it.code).collect()
    };
    assert_eq!(codes(&text), Vec::<&str>::new());
    assert_eq!(codes(&text.replace("9.81", "[0, 0, 9.81]")), ["gravity-upward"]);
}

const PENDULUM: &str = r#"name = "pendulum"
gravity = 9.81
[[joint]]
type = "revolute"
axis = "z"
link = { mass = 1, centre = [0.1, 0, 0] }
"#;

fn robot_of(rest: &str) -> Robot {
    read_toml(&(PENDULUM.to_owned() + rest), &Options::default()).robot.unwrap()
}

/// A robot whose base is placed stands on a link B, from which gravity is the same again.
#[test]
fn a_placed_base_is_the_root_of_a_urdf() {
    let (written, notes) = write_urdf(&arm(), &Budget::default()).unwrap();
    assert!(notes.iter().any(|note| note.message.contains("wrenches on frames")));
    let second = read_urdf(&written, &Options::default()).robot.unwrap();
    assert!(second.base().is_none());
    assert_eq!(value(&second, &second.joints()[0].parent_from_frame.position.0[2]), 1.0);
    assert_eq!(value(&second, &second.gravity().0[2]), -9.81);
    let names: Vec<&str> = second.frames().iter().map(|frame| frame.name.as_str()).collect();
    assert_eq!(names, ["camera", "rail", "gripper"]);
}
