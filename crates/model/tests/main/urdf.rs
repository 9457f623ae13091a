//! URDF as people write it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]
#![allow(clippy::needless_range_loop, reason = "indices as in the formulas")]

use crate::common::{self, assert_near, codes, robot, value};
use appell_algebra::Budget;
use appell_diagnostic::Place;
use appell_model::{
    BUNDLED, Form, JointKind, Mesh, MeshUse, Options, Robot, Solid, read_toml, read_urdf,
    write_urdf,
};

/// A base on a world, an arm with a motor bolted to it at a right angle, a branching gripper.
const TREE: &str = r#"<?xml version="1.0"?>
<robot name="tree">
  <link name="world"/>
  <link name="stand"><inertial><mass value="100"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="world_joint" type="fixed"><parent link="world"/><child link="stand"/>
    <origin xyz="0 0 0.5" rpy="0 0 1.5708"/></joint>
  <link name="arm">
    <inertial><origin xyz="0.2 0 0" rpy="0 0 0"/><mass value="2"/>
      <inertia ixx="0.01" iyy="0.04" izz="0.05" ixy="0.002" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 0.1"/><geometry><mesh filename="package://x/arm.stl" scale="0.001 0.001 0.001"/></geometry></visual>
    <collision><geometry><box size="1 1 1"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute"><parent link="stand"/><child link="arm"/>
    <origin xyz="0 0 0.1" rpy="0 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/><dynamics damping="0.7"/></joint>
  <link name="motor">
    <inertial><origin xyz="0 0 0.1" rpy="0 1.5707963 0"/><mass value="1"/>
      <inertia ixx="0.003" iyy="0.002" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="bolts" type="fixed"><parent link="arm"/><child link="motor"/>
    <origin xyz="0.4 0 0" rpy="1.5707963 0 0"/></joint>
  <link name="left"><inertial><mass value="0.1"/>
    <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="right"><inertial><mass value="0.1"/>
    <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="finger_left" type="prismatic"><parent link="motor"/><child link="left"/>
    <origin xyz="0 0 0.2"/><axis xyz="1 0 0"/><limit upper="0.05" effort="5" velocity="1"/></joint>
  <joint name="finger_right" type="continuous"><parent link="motor"/><child link="right"/>
    <axis xyz="0 0 2"/></joint>
</robot>"#;

/// By hand: the motor's frame is turned by 90 degrees about x, so its centre (0, 0, 0.1) lies at
/// (0.4, -0.1, 0) in the arm. Its tensor diag(3, 2, 1)e-3 is turned first by 90 degrees about y
/// (x and z exchanged: diag(1, 2, 3)e-3), then by 90 degrees about x (y and z exchanged:
/// diag(1, 3, 2)e-3). Arm: 2 kg at (0.2, 0, 0). Together 3 kg at (0.8/3, -0.1/3, 0).
#[test]
fn a_fixed_joint_is_merged_with_its_inertia() {
    let robot = robot(read_urdf(TREE, &Options::default()), TREE);
    let body = &robot.joints()[0].body;
    let entry = |x| value(&robot, x);
    assert_eq!(entry(&body.mass), 3.0);
    let centre = [0.8 / 3.0, -0.1 / 3.0, 0.0];
    for i in 0..3 {
        assert_near(entry(&body.centre.0[i]), centre[i], 1e-12, "centre");
    }
    // Steiner, from the distances of both centres to the common one
    let arm = [0.2 - 0.8 / 3.0, 0.1 / 3.0];
    let motor = [0.4 - 0.8 / 3.0, -0.1 + 0.1 / 3.0];
    let xx = 0.01 + 0.001 + 2.0 * arm[1] * arm[1] + motor[1] * motor[1];
    let yy = 0.04 + 0.003 + 2.0 * arm[0] * arm[0] + motor[0] * motor[0];
    let zz = 0.05 + 0.002 + xx - 0.011 + yy - 0.043;
    let xy = 0.002 - 2.0 * arm[0] * arm[1] - motor[0] * motor[1];
    let tensor = [[xx, xy, 0.0], [xy, yy, 0.0], [0.0, 0.0, zz]];
    for i in 0..3 {
        for j in 0..3 {
            assert_near(entry(&body.inertia.0[i][j]), tensor[i][j], 1e-12, "inertia");
        }
    }
}

#[test]
fn a_tree_becomes_joints_with_exact_frames() {
    let reading = read_urdf(TREE, &Options::default());
    let notes = codes(&reading);
    let robot = robot(reading, TREE);
    let names: Vec<&str> = robot.joints().iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["shoulder", "finger_left", "finger_right"]);
    let [shoulder, left, right] = robot.joints() else { panic!("three joints") };
    assert_eq!(shoulder.parent, None);
    assert_eq!(left.parent, robot.find_joint("shoulder"));
    assert_eq!(right.parent, left.parent);
    assert_eq!(left.kind, JointKind::Translation);
    let text = |entry: &appell_algebra::Poly| entry.text(robot.symbols());
    // 1.5708 means pi/2: no decimal is left in the frame
    assert_eq!(shoulder.parent_from_frame.rotation.map(text).0[0], ["0", "-1", "0"]);
    assert_eq!(shoulder.placement.offset.map(text).0, ["0", "0", "3/5"]);
    // (0, 0, 0.2) of the motor, which is turned by 90 degrees about x
    assert_eq!(left.placement.offset.map(text).0, ["2/5", "-1/5", "0"]);
    // ixy is the entry of the tensor
    assert_eq!(text(&shoulder.link.parts[0].inertia.xy), "-1/500");
    // an axis of length two, a limit that is left out
    assert_eq!(right.axis.map(text).0, ["0", "0", "1"]);
    assert_eq!(left.limits.lower.as_ref().map(text).as_deref(), Some("0"));
    assert!(right.limits.lower.is_none());
    assert_eq!(text(&shoulder.friction.viscous), "7/10");
    let mesh = &shoulder.link.meshes[0];
    assert_eq!((mesh.file(), mesh.purpose), (Some("package://x/arm.stl"), MeshUse::Visual));
    assert_eq!(shoulder.link.meshes[1].form, Form::Solid(Solid::Box));
    assert_eq!(shoulder.link.meshes.len(), 2);
    assert!(robot.base_meshes().is_empty());
    for (note, count) in [("snapped-angle", 3), ("axis-length", 1), ("tool-frame", 1)] {
        assert_eq!(notes.iter().filter(|code| **code == note).count(), count, "{notes:?}");
    }
}

#[test]
fn no_snap_keeps_the_file_to_the_letter() {
    let options = Options { snap: false, ..Options::default() };
    let reading = read_urdf(TREE, &options);
    assert!(!codes(&reading).contains(&"snapped-angle"));
    let robot = robot(reading, TREE);
    let rotation =
        robot.joints()[0].parent_from_frame.rotation.try_map(|x| robot.evaluate(x)).unwrap();
    assert_eq!(rotation.0[0][0], "1.5708".parse::<f64>().unwrap().cos());
}

#[test]
fn the_tool_is_the_link_that_is_asked_for() {
    let options = Options { tool: Some("motor".into()), ..Options::default() };
    let robot = robot(read_urdf(TREE, &options), TREE);
    assert_eq!(robot.tool().parent, robot.find_joint("shoulder").unwrap());
    let offset = robot.tool().placement.offset.map(|entry| entry.text(robot.symbols()));
    assert_eq!(offset.0, ["2/5", "0", "0"]);
    // without being asked, by the name that is usual
    let usual = TREE
        .replace("name=\"motor\"", "name=\"tool0\"")
        .replace("link=\"motor\"", "link=\"tool0\"");
    let by_name = common::robot(read_urdf(&usual, &Options::default()), &usual);
    assert_eq!(by_name.tool().parent, by_name.find_joint("shoulder").unwrap());
    for (tool, code) in [("moto", "unknown-link"), ("stand", "tool-on-base")] {
        let options = Options { tool: Some(tool.into()), ..Options::default() };
        assert!(codes(&read_urdf(TREE, &options)).contains(&code), "{tool}");
    }
}

/// Every fault has its code, and the caret stands on its line.
#[test]
fn faults_are_found_at_their_place() {
    let cases = [
        (r#"type="continuous""#, r#"type="floating""#, "joint-type", r#"type="floating""#),
        (r#"type="continuous""#, r#"type="hinge""#, "joint-type", r#"type="hinge""#),
        (r#"<axis xyz="0 0 2"/>"#, r#"<axis xyz="0 0 0"/>"#, "zero-axis", "finger_right"),
        (r#"<axis xyz="0 0 2"/>"#, r#"<axis xyz="0 0"/>"#, "wrong-length", r#"xyz="0 0""#),
        (r#"<axis xyz="0 0 2"/>"#, r#"<mimic joint="elbow"/>"#, "unknown-joint", "<mimic"),
        (r#"<axis xyz="0 0 2"/>"#, r#"<mimic joint="finger_right"/>"#, "coupling-loop", "<mimic"),
        (r#"<mass value="2"/>"#, r#"<mass value="nan"/>"#, "bad-number", "nan"),
        (r#"<mass value="2"/>"#, r#"<mass value="inf"/>"#, "bad-number", "inf"),
        (r#"<mass value="2"/>"#, r#"<mass/>"#, "missing-attribute", "<mass/>"),
        (
            r#"<mass value="2"/>"#,
            r#"<mass value="-2"/>"#,
            "mass-not-positive",
            r#"<link name="arm""#,
        ),
        (r#"<parent link="stand"/>"#, r#"<parent link="stnd"/>"#, "unknown-link", "shoulder"),
        (r#"<parent link="stand"/>"#, r#"<parent link="left"/>"#, "unreachable-joint", r#""arm""#),
        (r#"<child link="right"/>"#, r#"<child link="left"/>"#, "joint-loop", "finger_right"),
        (
            r#"<link name="world"/>"#,
            r#"<link name="world"/><link name="moon"/>"#,
            "several-roots",
            "moon",
        ),
        (
            r#"<link name="world"/>"#,
            r#"<link name="world"/><link name="arm"/>"#,
            "duplicate-name",
            r#""arm""#,
        ),
        (r#"<link name="world"/>"#, r#"<link name="world">"#, "xml", ""),
        ("<robot name", "<sdf name", "xml", ""),
        ("</robot>", "", "xml", ""),
    ];
    for (from, to, code, at) in cases {
        let text = TREE.replacen(from, to, 1);
        assert_ne!(text, TREE, "{from}");
        let reading = read_urdf(&text, &Options::default());
        let found = reading.findings.iter().find(|finding| finding.code == code);
        let found = found.unwrap_or_else(|| panic!("{to}: {:?}", codes(&reading)));
        let Place::Span(span) = &found.place else { panic!("{found:?}") };
        let line_start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[line_start..].lines().next().unwrap_or_default();
        assert!(line.contains(at), "{code}: {line}");
        assert!(!found.hints.is_empty(), "{found:?}");
    }
}

#[test]
fn other_formats_are_told_apart() {
    let sdf = "<sdf version=\"1.7\"><model name=\"m\"/></sdf>";
    assert_eq!(codes(&read_urdf(sdf, &Options::default())), ["not-urdf"]);
    let xacro = "<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\"><xacro:include filename=\"a\"/></robot>";
    assert_eq!(codes(&read_urdf(xacro, &Options::default())), ["xacro"]);
}

/// A slide with something more in its file.
fn slide(inside: &str, joint: &str, beside: &str) -> String {
    format!(
        r#"<robot name="slide"><link name="rail"/><link name="post"/>
        <joint name="bolt" type="fixed"><parent link="rail"/><child link="post"/></joint>
        <link name="cart">{inside}<inertial><mass value="2"/>
          <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
        <joint name="x" type="prismatic"><parent link="post"/><child link="cart"/>{joint}
          <axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>{beside}</robot>"#
    )
}

/// What is fixed to the root is the base, too.
#[test]
fn mass_on_the_base_is_named() {
    let heavy = r#"<link name="post"><inertial><mass value="30"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>"#;
    let text = slide("", "", "").replace(r#"<link name="post"/>"#, heavy);
    let reading = read_urdf(&text, &Options::default());
    let note = reading.findings.iter().find(|it| it.code == "base-mass").unwrap();
    assert_eq!(note.facts, [("links".to_owned(), "post (30 kg)".to_owned())]);
}

/// A frame without mass on a link is no fault; a negative mass is, and its own link is blamed.
#[test]
fn masses_of_fixed_links() {
    let frame = |mass: &str| {
        format!(
            r#"<link name="frame"><inertial><mass value="{mass}"/>
            <inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial></link>
            <joint name="f" type="fixed"><parent link="cart"/><child link="frame"/></joint>"#
        )
    };
    let text = slide("", "", &frame("0"));
    assert!(!codes(&read_urdf(&text, &Options::default())).contains(&"mass-not-positive"));
    let text = slide("", "", &frame("-1"));
    let reading = read_urdf(&text, &Options::default());
    let found = reading.findings.iter().find(|it| it.code == "mass-not-positive").unwrap();
    let at = text.find(r#"<link name="frame""#).unwrap();
    assert!(matches!(&found.place, Place::Span(span) if span.start == at), "{found:?}");
}

/// The quaternion (0, 0, 1, 1) of any length is a quarter turn about z, exactly.
#[test]
fn a_quaternion_is_a_rotation() {
    let text = slide("", r#"<origin xyz="1 0 0" quat_xyzw="0 0 0.7071 0.7071"/>"#, "");
    let robot = robot(read_urdf(&text, &Options::default()), &text);
    let rotation = robot.joints()[0].parent_from_frame.rotation.clone();
    let shown = rotation.map(|entry| entry.text(robot.symbols()));
    assert_eq!(shown.0, [["0", "-1", "0"], ["1", "0", "0"], ["0", "0", "1"]]);
    for (origin, code) in [
        (r#"<origin quat_xyzw="0 0 0 0"/>"#, "not-a-rotation"),
        (r#"<origin quat_xyzw="0 0 1"/>"#, "wrong-length"),
        (r#"<origin rpy="0 0 1" quat_xyzw="0 0 0 1"/>"#, "rotation-ways"),
    ] {
        let text = slide("", origin, "");
        assert_eq!(codes(&read_urdf(&text, &Options::default())), [code], "{origin}");
    }
}

/// What stands beside links and joints is read, refused or listed, but not dropped in silence.
#[test]
fn extensions_are_read_or_listed() {
    let beside = r#"
        <gazebo reference="x"><springStiffness>40</springStiffness><springReference>0.1</springReference><mu1>1</mu1></gazebo>
        <transmission name="t"><joint name="x"><offset>0.5</offset></joint><actuator name="m"><rotor_inertia value="0.001"/><gear_ratio value="50"/></actuator></transmission>
        <transmission name="u"><joint name="x"/><actuator name="m"><mechanicalReduction>9</mechanicalReduction></actuator></transmission>
        <sensor name="s"/><sensor name="r"/>"#;
    let text = slide("", "", beside);
    let reading = read_urdf(&text, &Options::default());
    let note = reading.findings.iter().find(|it| it.code == "not-read").unwrap().clone();
    let listed = "gazebo/mu1, joint/offset, sensor (2 times), transmission";
    assert_eq!(note.facts, [("elements".to_owned(), listed.to_owned())]);
    let robot = robot(reading, &text);
    let joint = &robot.joints()[0];
    let entry = |x| value(&robot, x);
    assert_eq!((entry(&joint.spring.stiffness), entry(&joint.spring.rest)), (40.0, 0.1));
    let rotor = joint.rotor.as_ref().unwrap();
    assert_eq!((entry(&rotor.inertia), entry(&rotor.ratios[0].1), rotor.on), (0.001, 50.0, None));

    let cases = [
        (slide("", r#"<dynamics armature="0.2"/>"#, ""), None),
        (slide("", "", "<loop_joint name=\"l\"/>"), Some("joint-loop")),
        (
            slide("", "", "<gazebo reference=\"a\"><gravity>0</gravity></gazebo>"),
            Some("link-gravity"),
        ),
        (
            slide("", "", "<gazebo><turnGravityOff> true </turnGravityOff></gazebo>"),
            Some("link-gravity"),
        ),
        (
            slide("", "", "<gazebo reference=\"a\"><gravity>true</gravity></gazebo>"),
            Some("not-read"),
        ),
        (
            slide(
                "",
                "",
                "<transmission name='t'><joint name='x'/><joint name='y'/><rotor_inertia>1</rotor_inertia></transmission>",
            ),
            Some("transmission-left-out"),
        ),
        (
            slide(
                "",
                "",
                "<transmission name='t'><joint name='nobody'/><rotor_inertia>1</rotor_inertia></transmission>",
            ),
            Some("transmission-left-out"),
        ),
        (
            slide(
                "",
                r#"<dynamics armature="0.2"/>"#,
                "<transmission name='t'><joint name='x'/><rotor_inertia>1</rotor_inertia></transmission>",
            ),
            Some("transmission-left-out"),
        ),
        (
            slide(
                "<inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>",
                "",
                "",
            ),
            Some("duplicate-element"),
        ),
        (
            slide(
                "<visual><geometry><mesh filename=\"a\" scale=\"1 1 1 1\"/></geometry></visual>",
                "",
                "",
            ),
            Some("wrong-length"),
        ),
        (slide("", "", "") + "\0\0", None),
    ];
    for (text, code) in cases {
        let reading = read_urdf(&text, &Options::default());
        assert_eq!(codes(&reading).first().copied(), code, "{text}");
        assert_eq!(reading.robot.is_none(), code == Some("joint-loop"), "{text}");
    }
}

/// The numbers of attributes, which urdfdom wants all of.
fn numbers(element: roxmltree::Node<'_, '_>, names: &[&str]) -> Vec<f64> {
    let number = |name: &&str| {
        let text = element.attribute(*name).unwrap_or_else(|| panic!("{name} in {element:?}"));
        text.parse::<f64>().ok().filter(|number| number.is_finite()).unwrap()
    };
    names.iter().map(number).collect()
}

/// The rules by which urdfdom, and with it ROS, Pinocchio and MoveIt, refuses a file.
#[test]
fn written_urdf_has_all_that_urdfdom_wants() {
    for bundled in BUNDLED {
        let robot = robot(bundled.read(), bundled.text);
        if robot.is_elastic() {
            continue;
        }
        let (written, _) = write_urdf(&robot, &Budget::default()).unwrap();
        let document = roxmltree::Document::parse(&written).unwrap();
        let root = document.root_element();
        assert!(root.attribute("name").is_some_and(|name| !name.is_empty()));
        let all = |tag: &'static str| root.children().filter(move |it| it.has_tag_name(tag));
        let mut links: Vec<&str> =
            all("link").map(|link| link.attribute("name").unwrap()).collect();
        let count = links.len();
        links.sort_unstable();
        links.dedup();
        assert_eq!(links.len(), count, "{}: link names", bundled.name);
        let child = |of: roxmltree::Node<'_, '_>, tag: &str| {
            of.children().find(|it| it.has_tag_name(tag)).map(|it| it.id())
        };
        let node = |id| document.get_node(id).unwrap();
        for inertial in all("link").filter_map(|link| child(link, "inertial")).map(node) {
            numbers(node(child(inertial, "mass").unwrap()), &["value"]);
            let moments = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"];
            numbers(node(child(inertial, "inertia").unwrap()), &moments);
        }
        let mut children = Vec::new();
        for joint in all("joint") {
            let what = format!("{}, {:?}", bundled.name, joint.attribute("name").unwrap());
            let end = |tag| node(child(joint, tag).unwrap()).attribute("link").unwrap();
            assert!(links.contains(&end("parent")) && links.contains(&end("child")), "{what}");
            children.push(end("child"));
            let kind = joint.attribute("type").unwrap();
            assert!(["fixed", "continuous", "revolute", "prismatic"].contains(&kind), "{what}");
            assert_eq!(kind == "fixed", child(joint, "axis").is_none(), "{what}");
            let limit = child(joint, "limit").map(node);
            let has_range = matches!(kind, "revolute" | "prismatic");
            assert!(limit.is_some() || !has_range, "{what}");
            if let Some(limit) = limit {
                assert!(
                    numbers(limit, &["effort", "velocity"]).iter().all(|it| *it > 0.0),
                    "{what}"
                );
            }
            if let Some(limit) = limit.filter(|_| has_range) {
                let range = numbers(limit, &["lower", "upper"]);
                assert!(range[0] < range[1], "{what}");
            }
        }
        // a tree: one link is no child, and no link is a child twice
        children.sort_unstable();
        children.dedup();
        assert_eq!(children.len() + 1, count, "{}", bundled.name);
    }
}

/// What stands for no limit is read as none, in files of others too.
#[test]
fn a_limit_that_no_machine_reaches_is_none() {
    let text = r#"<robot name="r"><link name="a"/>
        <link name="b"><inertial><mass value="1"/>
          <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
        <joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
        <limit lower="-1e9" upper="0.5" effort="1000000000" velocity="3.4e38"/></joint></robot>"#;
    let robot = robot(read_urdf(text, &Options::default()), text);
    let limits = &robot.joints()[0].limits;
    assert!(limits.lower.is_none() && limits.velocity.is_none() && limits.effort.is_none());
    assert!(limits.upper.is_some());
}

/// What turns the direction of writing is a reference in the file, and the same name when it is read.
#[test]
fn a_name_does_not_turn_the_text_of_a_file() {
    let text = "name = \"a\\u202eb\"\ngravity = 0\n[[joint]]\nname = \"j\\u2066\"\ntype = \"rotation\"\naxis = \"z\"\n\
        link = { mass = 1, centre = [1, 0, 0] }";
    let arm = robot(read_toml(text, &Options::default()), text);
    let (written, _) = write_urdf(&arm, &Budget::default()).unwrap();
    assert!(written.contains("a&#8238;b") && !written.contains(['\u{202e}', '\u{2066}']));
    let again = robot(read_urdf(&written, &Options::default()), &written);
    assert_eq!((again.name(), &again.joints()[0].name), (arm.name(), &arm.joints()[0].name));
}

/// What stands still is seen too: meshes of the base, and of links that are fixed to it, are written back.
#[test]
fn meshes_of_the_base() {
    let text = r#"<robot name="arm"><link name="base"><visual><geometry><mesh filename="base.stl"/></geometry></visual></link>
        <link name="plate"><visual><origin xyz="0 0 0.5"/><geometry><mesh filename="plate.stl"/></geometry></visual></link>
        <link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
        <joint name="bolt" type="fixed"><parent link="base"/><child link="plate"/><origin xyz="1 0 0"/></joint>
        <joint name="q" type="continuous"><parent link="plate"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>"#;
    let read = |text: &str| read_urdf(text, &Options::default()).robot.unwrap();
    let files = |robot: &Robot| {
        let place = |mesh: &Mesh| mesh.at.offset.map(|it| it.text(robot.symbols())).0;
        robot
            .base_meshes()
            .iter()
            .map(|mesh| (mesh.file().unwrap().to_owned(), place(mesh)))
            .collect::<Vec<_>>()
    };
    let robot = read(text);
    let at = |place: [&str; 3]| place.map(str::to_owned);
    let expected = [
        ("base.stl".to_owned(), at(["0", "0", "0"])),
        ("plate.stl".to_owned(), at(["1", "0", "1/2"])),
    ];
    assert_eq!(files(&robot), expected);
    let (written, _) = write_urdf(&robot, &Budget::default()).unwrap();
    assert_eq!(files(&read(&written)), expected);
}
