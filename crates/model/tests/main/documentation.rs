//! The documentation of robot files is read as a user would read it: with the reader.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use appell_diagnostic::Severity;
use appell_model::{BUNDLED, Format, Options, read};
use appell_test_tools::{Schema, toml_as_json};

const GUIDE: &str = include_str!("../../../../docs/robot-file.md");
const SCHEMA: &str = include_str!("../../../../docs/robot.schema.json");

/// The blocks of the guide in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    GUIDE.split(&fence).skip(1).map(|rest| rest.split_once("```").unwrap().0).collect()
}

#[test]
fn every_robot_of_the_guide_is_read() {
    let (toml, csv) = (blocks("toml"), blocks("csv"));
    assert!(toml.len() >= 7 && csv.len() == 1);
    for (text, format) in
        toml.iter().map(|t| (t, Format::Toml)).chain(csv.iter().map(|t| (t, Format::Csv)))
    {
        let reading = read(text.as_bytes(), format, &Options::default());
        let allowed = ["parameter-without-value", "axis-length"];
        for finding in &reading.findings {
            assert!(
                finding.severity < Severity::Error && allowed.contains(&finding.code),
                "{finding}\n{text}"
            );
        }
        assert!(reading.robot.is_some(), "{text}");
    }
}

#[test]
fn robots_fit_the_schema() {
    let schema = Schema::read(SCHEMA);
    let bundled = BUNDLED.iter().map(|file| file.text);
    for text in bundled.chain(blocks("toml")) {
        assert_eq!(schema.faults(&toml_as_json(text)), [""; 0], "{text}");
    }
}

/// What the reader refuses by its shape, the schema refuses too.
#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let schema = Schema::read(SCHEMA);
    let robots = blocks("toml");
    let whole = *robots.iter().find(|text| text.contains("bored plate")).unwrap();
    for (from, to) in [
        ("name = \"bored plate\"", ""),
        ("gravity = 9.81", "gravity = true"),
        ("gravity = 9.81", "gravity = [0, 1]"),
        ("gravity = 9.81", "gravity = 9.81\ncolour = \"red\""),
        ("type = \"revolute\"", "type = \"hinge\""),
        ("axis = \"z\"", "axis = \"w\""),
        ("sign = -1", "sign = 2"),
        ("xx = 0.02", "ixy = 0.02"),
        ("angle = \"pi/6\"", "angel = \"pi/6\""),
    ] {
        let text = whole.replacen(from, to, 1);
        assert_ne!(text, whole, "{from}");
        assert!(!schema.faults(&toml_as_json(&text)).is_empty(), "{text}");
        assert!(read(text.as_bytes(), Format::Toml, &Options::default()).robot.is_none(), "{text}");
    }
}
