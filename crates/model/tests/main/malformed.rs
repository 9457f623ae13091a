//! Files that are none: a finding, soon, and no more memory than the file deserves.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use crate::common::codes;
use appell_algebra::Budget;
use appell_diagnostic::Severity;
use appell_model::{BUNDLED, Convention, Format, Options, bundled, read, write_csv, write_urdf};
use proptest::prelude::*;

const FORMATS: [Format; 3] = [Format::Toml, Format::Csv, Format::Urdf];

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
    fn files_with_damage(which in 0..6usize, damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let (format, text) = samples().swap_remove(which);
        let mut bytes = text.into_bytes();
        for (index, byte) in damage {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        survives(&bytes, format);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), format in 0..3usize) {
        survives(&bytes, FORMATS[format]);
    }

    #[test]
    fn pieces_of_the_language(pieces in prop::collection::vec(prop::sample::select(vec![
        "name", " = ", "\"l1\"", "[[joint]]\n", "[parameters]\n", "{", "}", "[", "]", "1e5", "nan", "-inf", "\n",
        "type = \"rotation\"\n", "axis = \"z\"\n", "link = { mass = 1 }\n", "gravity = 0\n", "name = \"x\"\n", ",", "#",
        "<robot name='r'>", "</robot>", "<link name='a'/>", "<joint name='j' type='fixed'>", "<parent link='a'/>",
    ]), 0..30), format in 0..3usize) {
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
