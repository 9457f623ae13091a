//! Xacro files as robots: files beside them, packages, arguments, places of findings.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::collections::BTreeMap;

use crate::common::{codes, robot, value};
use appell_diagnostic::Place;
use appell_model::{Files, Options, XacroOptions, read_xacro};

const MAIN: &str = r#"<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="mass" default="2"/>
  <xacro:include filename="$(find arms)/parts.xacro"/>
  <link name="base"/>
  <xacro:slide name="x" parent="base" mass="$(arg mass)"/>
</robot>"#;

const PARTS: &str = r#"<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="slide" params="name parent mass">
    <link name="${name}_link"><inertial><mass value="${mass}"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="${name}" type="prismatic"><parent link="${parent}"/><child link="${name}_link"/>
      <axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>
  </xacro:macro>
</robot>"#;

fn options(parts: &str, arguments: &[(&str, &str)]) -> Options {
    let text = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    Options {
        files: Files::Held([("arms/parts.xacro".to_owned(), parts.to_owned())].into()),
        xacro: XacroOptions {
            arguments: arguments.iter().map(text).collect(),
            packages: BTreeMap::new(),
        },
        ..Options::default()
    }
}

#[test]
fn a_file_with_a_package_and_an_argument() {
    for (arguments, mass) in [(&[][..], 2.0), (&[("mass", "2.5")], 2.5)] {
        let robot = robot(read_xacro(MAIN, &options(PARTS, arguments)), MAIN);
        assert_eq!(robot.joints()[0].name, "x");
        assert_eq!(value(&robot, &robot.joints()[0].body.mass), mass);
    }
}

#[test]
fn an_argument_that_no_file_declares_is_told() {
    let reading = read_xacro(MAIN, &options(PARTS, &[("mas", "2.5")]));
    let found = reading.findings.iter().find(|it| it.code == "unused-argument").unwrap();
    assert_eq!(found.hints, ["did you mean `mass`?"]);
}

/// What is wrong in a macro is found in the file and the line of the macro; what is wrong in this
/// file, at its bytes.
#[test]
fn findings_have_the_place_that_was_written() {
    let reading = read_xacro(MAIN, &options(&PARTS.replace("ixx=\"1\" ", ""), &[]));
    let finding = &reading.findings[0];
    assert_eq!(finding.code, "missing-attribute");
    let place = ("in".to_owned(), "arms/parts.xacro:4".to_owned());
    assert!(finding.facts.contains(&place), "{finding}");

    let text = MAIN.replace("<link name=\"base\"/>", "<link nme=\"base\"/>");
    let reading = read_xacro(&text, &options(PARTS, &[]));
    let start = text.find("<link").unwrap();
    let finding = reading.findings.iter().find(|it| it.code == "missing-attribute").unwrap();
    assert!(matches!(&finding.place, Place::Span(span) if span.start == start), "{finding}");
}

#[test]
fn faults() {
    let without = Options { files: Files::Held(BTreeMap::new()), ..Options::default() };
    assert_eq!(codes(&read_xacro(MAIN, &without)), ["unknown-package"]);
    let outside = MAIN.replace("$(find arms)/parts.xacro", "/etc/passwd");
    let beside = Options { files: Files::beside("robots/arm.xacro"), ..Options::default() };
    assert_eq!(codes(&read_xacro(&outside, &beside)), ["outside-folder"]);
    let up = MAIN.replace("$(find arms)/parts.xacro", "../../etc/passwd");
    assert_eq!(codes(&read_xacro(&up, &beside)), ["outside-folder"]);
}
