//! Files that are none: a finding, soon, and no more memory than the file deserves.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use crate::common::codes;
use appell_algebra::Budget;
use appell_diagnostic::Severity;
use appell_model::{
    BUNDLED, Convention, Format, Options, bundled, read, write_csv, write_mjcf, write_sdf,
    write_urdf,
};
use proptest::prelude::*;

const FORMATS: [Format; 6] =
    [Format::Toml, Format::Csv, Format::Urdf, Format::Xacro, Format::Sdf, Format::Mjcf];

/// Properties, a macro with a block, a condition, a loop.
const XACRO: &str = r#"<robot name="arms" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="count" default="2"/><xacro:property name="m" value="${2 * pi / max(1, 3)}"/>
  <xacro:macro name="arm" params="n parent mass:=${m} *origin">
    <link name="l${n}"><inertial><mass value="${mass}"/><origin xyz="0.1 0 0"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="j${n}" type="continuous"><parent link="${parent}"/><child link="l${n}"/>
      <xacro:insert_block name="origin"/><axis xyz="0 0 1"/></joint>
    <xacro:if value="${n &lt; int('$(arg count)')}">
      <xacro:arm n="${n + 1}" parent="l${n}"><origin xyz="${[1, 2][0]} 0 0"/></xacro:arm>
    </xacro:if>
  </xacro:macro>
  <link name="base"/><xacro:arm n="1" parent="base"><origin xyz="0 0 1"/></xacro:arm>
</robot>"#;

/// Every sample of a format is a robot of its own right.
#[test]
fn samples_are_robots() {
    for (format, text) in samples() {
        let reading = read(text.as_bytes(), format, &Options::default());
        assert!(reading.robot.is_some(), "{format:?}: {:?}", reading.findings);
    }
}

/// Reads; there is a robot, or an error that can be shown and has a hint.
fn survives(bytes: &[u8], format: Format) {
    let reading = read(bytes, format, &Options::default());
    let text = String::from_utf8_lossy(bytes);
    if reading.robot.is_none() {
        let error = reading.findings.iter().find(|finding| finding.severity == Severity::Error);
        let error = error.unwrap_or_else(|| panic!("no robot and no error: {text}"));
        assert!(!error.hints.is_empty(), "{error:?}");
        assert!(error.render("file", &text).contains(error.code));
    }
}

fn samples() -> Vec<(Format, String)> {
    let mut samples: Vec<(Format, String)> = ["2r", "gantry", "tree", "puma560"]
        .map(|name| (Format::Toml, bundled(name).unwrap().text.to_owned()))
        .into();
    let robot = bundled("tree").unwrap().read().robot.unwrap();
    samples.push((Format::Urdf, write_urdf(&robot, &Budget::default()).unwrap().0));
    samples.push((Format::Sdf, write_sdf(&robot, &Budget::default()).unwrap().0));
    samples.push((Format::Xacro, XACRO.to_owned()));
    samples.push((Format::Mjcf, write_mjcf(&robot, &Budget::default()).unwrap().0));
    let robot = bundled("puma560").unwrap().read().robot.unwrap();
    samples.push((
        Format::Csv,
        write_csv(&robot, Convention::Modified, &Budget::default()).unwrap().0,
    ));
    samples
}

#[test]
fn every_beginning_of_a_file() {
    for (format, text) in samples() {
        for end in (0..text.len()).step_by(7) {
            survives(&text.as_bytes()[..end], format);
        }
    }
}

proptest! {
    #[test]
    fn files_with_damage(which in 0..9usize, damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let (format, text) = samples().swap_remove(which);
        let mut bytes = text.into_bytes();
        for (index, byte) in damage {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        survives(&bytes, format);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), format in 0..FORMATS.len()) {
        survives(&bytes, FORMATS[format]);
    }

    #[test]
    fn pieces_of_the_language(pieces in prop::collection::vec(prop::sample::select(vec![
        "name", " = ", "\"l1\"", "[[joint]]\n", "[parameters]\n", "{", "}", "[", "]", "1e5", "nan", "-inf", "\n",
        "type = \"rotation\"\n", "axis = \"z\"\n", "link = { mass = 1 }\n", "gravity = 0\n", "name = \"x\"\n", ",", "#",
        "<robot name='r'>", "</robot>", "<link name='a'/>", "<joint name='j' type='fixed'>", "<parent link='a'/>",
        "<sdf version='1.9'>", "</sdf>", "<model name='m'>", "</model>", "<pose relative_to='a'>0 0 0 0 0 0</pose>",
        "<robot xmlns:xacro='http://www.ros.org/wiki/xacro'>", "<xacro:macro name='m' params='a:=1 *b'>",
        "</xacro:macro>", "<xacro:m/>", "<xacro:property name='p' value='${p + 1}'/>", "<a x='${p}'/>",
    ]), 0..30), format in 0..FORMATS.len()) {
        survives(pieces.concat().as_bytes(), FORMATS[format]);
    }
}

#[test]
fn nothing_at_all() {
    for format in FORMATS {
        for text in ["", "\n", " ", "\u{feff}", "\u{0}"] {
            survives(text.as_bytes(), format);
        }
    }
}

fn error_of(bytes: &[u8], format: Format) -> &'static str {
    let reading = read(bytes, format, &Options::default());
    assert!(reading.robot.is_none());
    survives(bytes, format);
    codes(&reading)[0]
}

#[test]
fn invalid_utf8() {
    let mut bytes = BUNDLED[0].text.as_bytes().to_vec();
    bytes[100] = 0xff;
    assert_eq!(error_of(&bytes, Format::Toml), "not-utf8");
}

#[test]
fn far_too_many_joints() {
    let toml = "name = \"r\"\ngravity = 0\n".to_owned()
        + &"[[joint]]\ntype=\"rotation\"\naxis=\"z\"\n".repeat(100_000);
    assert_eq!(error_of(toml.as_bytes(), Format::Toml), "too-many-joints");
    let csv = "# name = \"r\"\n# gravity = 0\n# convention = \"modified\"\ntype,a,alpha,d,theta\n"
        .to_owned()
        + &"rotation,1,0,0,0\n".repeat(100_000);
    assert_eq!(error_of(csv.as_bytes(), Format::Csv), "too-many-joints");
    let mut urdf = "<robot name='r'><link name='l0'/>".to_owned();
    for i in 0..100_000 {
        urdf += &format!(
            "<link name='l{}'/><joint name='j{i}' type='revolute'><parent link='l{i}'/><child link='l{}'/></joint>",
            i + 1,
            i + 1
        );
    }
    urdf += "</robot>";
    assert_eq!(error_of(urdf.as_bytes(), Format::Urdf), "file-too-large");
    let shorter = urdf[..urdf.len() / 4].rsplit_once("<link").unwrap().0.to_owned() + "</robot>";
    assert_eq!(error_of(shorter.as_bytes(), Format::Urdf), "too-many-joints");
}

#[test]
fn a_file_without_end() {
    assert_eq!(error_of(&vec![b' '; appell_model::MAX_BYTES + 1], Format::Toml), "file-too-large");
}

#[test]
fn numbers_that_are_none() {
    let robot = |entry: &str| {
        format!(
            "name = \"r\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = {{ mass = {entry} }}\n"
        )
    };
    for (entry, code) in [
        ("nan", "not-finite"),
        ("-inf", "not-finite"),
        ("1e999999999", "number-too-long"),
        ("\"cos(\"", "missing-operand"),
        ("\"(a+b+c+d+e+f)^200\"", "stopped"),
        ("\"2^2^2^2^2^2\"", "bad-exponent"),
        ("\"1/0\"", "division-by-zero"),
        ("true", "wrong-type"),
        ("[1]", "wrong-type"),
        ("{}", "wrong-type"),
        ("2024-01-01", "wrong-type"),
        ("\"\"", "missing-operand"),
        ("\"q1\"", "coordinate-in-entry"),
    ] {
        assert_eq!(error_of(robot(entry).as_bytes(), Format::Toml), code, "{entry}");
    }
}

#[test]
fn nesting_without_end() {
    survives(("a = ".to_owned() + &"[".repeat(200_000)).as_bytes(), Format::Toml);
    survives(("a = ".to_owned() + &"{a=".repeat(100_000)).as_bytes(), Format::Toml);
    survives(("[".to_owned() + &"a.".repeat(100_000) + "a]").as_bytes(), Format::Toml);
    survives("<a>".repeat(100_000).as_bytes(), Format::Urdf);
    let closed = "<robot name='r'>".to_owned()
        + &"<a>".repeat(100_000)
        + &"</a>".repeat(100_000)
        + "</robot>";
    survives(closed.as_bytes(), Format::Urdf);
    survives("\"".repeat(300_001).as_bytes(), Format::Csv);
}

#[test]
fn bombs_of_entities() {
    let mut bomb = "<!DOCTYPE r [<!ENTITY a0 \"ha\">".to_owned();
    for i in 1..40 {
        bomb += &format!("<!ENTITY a{i} \"&a{};&a{};\">", i - 1, i - 1);
    }
    bomb += "]><robot name=\"&a39;\"/>";
    assert_eq!(error_of(bomb.as_bytes(), Format::Urdf), "xml");
}

#[test]
fn one_very_long_attribute() {
    let text = format!("<robot name='r'><link name='{}'/></robot>", "x".repeat(2 << 20));
    assert_eq!(error_of(text.as_bytes(), Format::Urdf), "no-joints");
    let text = format!(
        "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='revolute'><parent link='a'/><child link='b'/><origin xyz='{}'/></joint></robot>",
        "1 ".repeat(1 << 20)
    );
    assert_eq!(error_of(text.as_bytes(), Format::Urdf), "wrong-length");
}

/// Names, keys and lists without end: each is refused before it is worked on.
#[test]
fn files_that_want_much_work() {
    let joint = |more: &str| {
        format!("name = \"r\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n{more}")
    };
    let names: Vec<String> = (0..100_000).map(|i| format!("n{i}")).collect();
    survives(joint(&format!("offset = [\"{}\", 0, 0]", names.join("+"))).as_bytes(), Format::Toml);
    let keys: String = (0..100_000).map(|i| format!("k{i} = 1\n")).collect();
    survives(joint(&keys).as_bytes(), Format::Toml);
    let parameters = format!("{}\n[parameters]\n{keys}", joint("link = { mass = 1 }"));
    assert_eq!(error_of(parameters.as_bytes(), Format::Toml), "too-many-parameters");
    let parts = "{ mass = 1 }, ".repeat(100_000);
    assert_eq!(
        error_of(joint(&format!("link.parts = [{parts}]")).as_bytes(), Format::Toml),
        "list-too-long"
    );
    let attributes: String = (0..100_000).map(|i| format!(" a{i}='1'")).collect();
    assert_eq!(error_of(format!("<robot{attributes}/>").as_bytes(), Format::Urdf), "xml");
    survives(",".repeat(1 << 21).as_bytes(), Format::Csv);
    survives("a\n".repeat(1 << 20).as_bytes(), Format::Csv);
    let massless = "name = \"r\"\ngravity = 0\n".to_owned()
        + &"[[joint]]\ntype=\"rotation\"\naxis=\"z\"\n".repeat(2000);
    survives(massless.as_bytes(), Format::Toml);
}
