//! SDF as people write it, against matrices of four rows, written out.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::f64::consts::FRAC_PI_2;

use crate::common::{
    assert_near, assert_same_frame, codes, frames, product, robot, shift, turn, value,
};
use appell_diagnostic::Place;
use appell_model::{JointKind, Options, read_sdf};

/// A world with a ground, an arm on a stand: poses in the model, in a joint, in a frame; an axis in
/// the model.
const WORLD: &str = r#"<?xml version="1.0"?>
<sdf version="1.9"><world name="w"><gravity>0 0 -1.62</gravity>
  <model name="ground"><static>true</static><link name="g"/></model>
  <model name="arm">
    <pose>1 0 0 0 0 0.3</pose>
    <link name="stand"><inertial><mass>5</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
    <joint name="bolt" type="fixed"><parent>world</parent><child>stand</child></joint>
    <frame name="top" attached_to="stand"><pose>0 0 0.5 0 0 0</pose></frame>
    <link name="upper"><pose relative_to="top">0 0 0.1 90 0 0</pose>
      <inertial><pose>0.2 0 0 0 0 0.7</pose><mass>2</mass>
        <inertia><ixx>0.01</ixx><iyy>0.04</iyy><izz>0.05</izz><ixy>0.002</ixy></inertia></inertial>
      <visual name="v"><geometry><mesh><uri>arm.stl</uri></mesh></geometry></visual>
      <sensor name="s"/></link>
    <joint name="shoulder" type="revolute"><pose>0.05 0 0 0 0 0</pose><parent>top</parent><child>upper</child>
      <axis><xyz expressed_in="__model__">0 -1 0</xyz>
        <limit><lower>-1</lower><upper>2</upper><effort>-1</effort><velocity>3</velocity></limit>
        <dynamics><damping>0.7</damping><friction>0.1</friction><spring_stiffness>20</spring_stiffness>
          <spring_reference>0.2</spring_reference></dynamics></axis></joint>
    <joint name="slide" type="prismatic"><pose relative_to="upper">0.4 0 0 0 0 0</pose><parent>upper</parent><child>hand</child>
      <axis><xyz>1 0 0</xyz></axis></joint>
    <link name="hand"><pose relative_to="slide" rotation_format="quat_xyzw">0 0 0.2  0 0 1 1</pose>
      <inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
    <frame name="tool" attached_to="hand"><pose>0 0 0.3 0 0 0</pose></frame>
  </model>
</world></sdf>"#;

fn degrees(text: &str) -> String {
    text.replace("<pose relative_to=\"top\">", "<pose relative_to=\"top\" degrees=\"true\">")
}

#[test]
fn poses_axes_and_tools() {
    let text = degrees(WORLD);
    let reading = read_sdf(&text, &Options::default());
    for code in ["other-models", "not-read", "base-mass"] {
        assert!(codes(&reading).contains(&code), "{code}: {:?}", codes(&reading));
    }
    let robot = robot(reading, &text);
    let names: Vec<&str> = robot.joints().iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["shoulder", "slide"]);
    let q = [0.4, 0.15];
    let found = frames(&robot, &q);
    let model = product(&[shift(1.0, 0.0, 0.0), turn(2, 0.3)]);
    let upper = product(&[model, shift(0.0, 0.0, 0.6), turn(0, FRAC_PI_2)]);
    // the axis -y of the model is -z of the upper arm, which is turned by 90 degrees about x
    let shoulder = product(&[upper, shift(0.05, 0.0, 0.0), turn(2, q[0])]);
    assert_same_frame(&found[0], &shoulder, "shoulder");
    let slide = product(&[shoulder, shift(0.35 + q[1], 0.0, 0.0)]);
    assert_same_frame(&found[1], &slide, "slide");
    let tool = product(&[slide, shift(0.0, 0.0, 0.2), turn(2, FRAC_PI_2), shift(0.0, 0.0, 0.3)]);
    assert_same_frame(&found[2], &tool, "tool");

    // a frame on the stand is a frame of the base, in the world
    let [stand, top] = robot.frames() else { panic!("{:?}", robot.frames()) };
    assert_eq!((stand.name.as_str(), top.name.as_str(), top.parent), ("stand", "top", None));
    let position = top.parent_from_frame.position.map(|entry| value(&robot, entry));
    assert_eq!(position.0, [1.0, 0.0, 0.5]);

    let [shoulder, hand] = robot.joints() else { panic!("two joints") };
    let entry = |x| value(&robot, x);
    // the centre of mass is measured from the joint
    assert_near(entry(&shoulder.body.centre.0[0]), 0.15, 1e-12, "centre");
    let (cos, sin) = (0.7f64.cos(), 0.7f64.sin());
    let xx = 0.01 * cos * cos + 0.04 * sin * sin - 2.0 * 0.002 * sin * cos;
    assert_near(entry(&shoulder.body.inertia.0[0][0]), xx, 1e-12, "inertia");
    assert_eq!(entry(&shoulder.friction.viscous), 0.7);
    assert_eq!(entry(&shoulder.friction.constant), 0.1);
    assert_eq!((entry(&shoulder.spring.stiffness), entry(&shoulder.spring.rest)), (20.0, 0.2));
    assert!(shoulder.limits.effort.is_none() && shoulder.limits.velocity.is_some());
    assert_eq!(shoulder.link.meshes[0].file(), Some("arm.stl"));
    assert_eq!(hand.kind, JointKind::Translation);
    assert_eq!(entry(&robot.gravity().0[2]), -1.62);
    // degrees and quaternions are exact
    let exact = shoulder.axis.map(|entry| entry.text(robot.symbols()));
    assert_eq!(exact.0, ["0", "0", "1"]);
}

/// A model that nothing attaches to the world is fixed by its root, where its pose puts it.
#[test]
fn a_free_model_is_fixed_with_a_warning() {
    let text = degrees(WORLD).replace(
        r#"<joint name="bolt" type="fixed"><parent>world</parent><child>stand</child></joint>"#,
        "",
    );
    let reading = read_sdf(&text, &Options::default());
    assert!(codes(&reading).contains(&"free-model"));
    let free = robot(reading, &text);
    let text = degrees(WORLD);
    let bolted = robot(read_sdf(&text, &Options::default()), &text);
    let q = [0.4, 0.15];
    for (a, b) in frames(&free, &q).iter().zip(frames(&bolted, &q)) {
        assert_same_frame(a, &b, "frame");
    }
}

#[test]
fn a_model_is_chosen() {
    let text = degrees(WORLD);
    let start = text.find("  <model name=\"arm\">").unwrap();
    let end = text.find("</world>").unwrap();
    let second = text[start..end].replace("\"arm\"", "\"other\"");
    let two = format!("{}{second}{}", &text[..end], &text[end..]);
    assert_eq!(codes(&read_sdf(&two, &Options::default())), ["several-models"]);
    for (name, code) in
        [("other", None), ("moon", Some("unknown-model")), ("ground", Some("no-joints"))]
    {
        let options = Options { model: Some(name.to_owned()), ..Options::default() };
        let reading = read_sdf(&two, &options);
        assert_eq!(reading.robot.is_some(), code.is_none(), "{name}");
        if let Some(code) = code {
            assert_eq!(codes(&reading), [code]);
        }
    }
    let options = Options { tool: Some("top".to_owned()), ..Options::default() };
    assert!(codes(&read_sdf(&text, &options)).contains(&"tool-on-base"));
}

/// Every fault has its code and its place.
#[test]
fn faults_are_found_at_their_place() {
    let text = degrees(WORLD);
    let cases = [
        (r#"type="prismatic""#, r#"type="ball""#, "joint-type"),
        ("<parent>upper</parent>", "<parent>uper</parent>", "unknown-link"),
        ("<parent>upper</parent>", "", "missing-element"),
        (r#"relative_to="slide""#, r#"relative_to="side""#, "unknown-frame"),
        (r#"<pose relative_to="upper">"#, r#"<pose relative_to="hand">"#, "frame-loop"),
        (r#"<frame name="top""#, r#"<frame name="hand""#, "duplicate-name"),
        (r#"<frame name="top""#, r#"<frame name="world""#, "duplicate-name"),
        ("<mass>2</mass>", "<mass>two</mass>", "bad-number"),
        ("0.4 0 0 0 0 0", "0.4 0 0", "wrong-length"),
        ("0 0 0.2  0 0 1 1", "0 0 0.2 0 0 0 0", "not-a-rotation"),
        (r#"<sensor name="s"/>"#, "<gravity>false</gravity>", "link-gravity"),
        (r#"<frame name="tool""#, r#"<model name="n"/><frame name="tool""#, "nested-model"),
        (r#"<frame name="tool""#, r#"<include/><frame name="tool""#, "sdf-include"),
        ("<child>hand</child>", "<child>stand</child>", "several-roots"),
        (r#"<sdf version="1.9">"#, r#"<sdf version="1.9"><a>"#, "xml"),
    ];
    for (from, to, code) in cases {
        let text = text.replacen(from, to, 1);
        let reading = read_sdf(&text, &Options::default());
        assert!(reading.robot.is_none(), "{to}");
        let found = reading.findings.iter().find(|finding| finding.code == code);
        let found = found.unwrap_or_else(|| panic!("{to}: {:?}", codes(&reading)));
        assert!(matches!(found.place, Place::Span(_)) && !found.hints.is_empty(), "{found:?}");
    }
    // an attribute that is not read changes the robot, and is said
    let slip = text.replacen("<xyz expressed_in=", "<xyz expresed_in=", 1);
    assert!(codes(&read_sdf(&slip, &Options::default())).contains(&"unknown-name"));
    assert!(!codes(&read_sdf(&text, &Options::default())).contains(&"unknown-name"));
    let urdf = "<robot name=\"r\"/>";
    assert_eq!(codes(&read_sdf(urdf, &Options::default())), ["not-sdf"]);
    let bare = text.replace("<mass>2</mass>", "");
    assert!(codes(&read_sdf(&bare, &Options::default())).contains(&"sdf-default-inertia"));
}

/// Names and words that are not read change the robot, and are said at their place.
#[test]
fn slips_are_found() {
    let text = degrees(WORLD);
    for (from, to, code) in [
        ("<mass>2</mass>", "<mass unit=\"g\">2</mass>", "unknown-name"),
        ("<mass>2</mass>", "<mass>2</mass><mass>3</mass>", "duplicate-element"),
        ("<damping>0.7", "<damping unit=\"x\">0.7", "unknown-name"),
        ("<parent>top", "<parent frame=\"top\">top", "unknown-name"),
        ("<gravity>", "<gravity unit=\"m\">", "unknown-name"),
        ("<gravity>0 0 -1.62</gravity>", "<gravty>0 0 -1.62</gravty>", "unknown-name"),
        ("<world name=\"w\">", "<world name=\"w\" gravity=\"0\">", "unknown-name"),
        ("<sdf version=\"1.9\">", "<sdf version=\"1.9\" gravity=\"0\">", "unknown-name"),
        ("<sdf version=\"1.9\">", "<sdf vesion=\"1.9\">", "unknown-name"),
        ("<sdf version=\"1.9\">", "<sdf>", "sdf-version"),
        ("<sdf version=\"1.9\">", "<sdf version=\"new\">", "sdf-version"),
        ("attached_to=\"hand\"", "atached_to=\"hand\"", "unknown-name"),
        ("<inertia><ixx>0.01", "<inertia about=\"origin\"><ixx>0.01", "unknown-name"),
        ("degrees=\"true\"", "degrees=\"yes\"", "unknown-word"),
        ("<static>true", "<static>ture", "unknown-word"),
        ("<sensor name=\"s\"/>", "<gravity>flase</gravity>", "unknown-word"),
    ] {
        let slip = text.replacen(from, to, 1);
        assert_ne!(slip, text, "{from}");
        let reading = read_sdf(&slip, &Options::default());
        let found = reading.findings.iter().find(|finding| finding.code == code);
        let found = found.unwrap_or_else(|| panic!("{to}: {:?}", codes(&reading)));
        assert!(matches!(found.place, Place::Span(_)) && !found.hints.is_empty(), "{found:?}");
    }
    let strange = text.replacen("<world name=\"w\">", "<world name=\"w\"><wind/>", 1);
    let reading = read_sdf(&strange, &Options::default());
    let note = reading.findings.iter().find(|finding| finding.code == "not-read").unwrap();
    assert!(note.facts[0].1.contains("world/wind"), "{note:?}");
}
