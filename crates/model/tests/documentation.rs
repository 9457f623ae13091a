//! The documentation of robot files is read as a user would read it: with the reader.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use appell_diagnostic::Severity;
use appell_model::{BUNDLED, Format, Options, read};
use serde_json::Value;

const GUIDE: &str = include_str!("../../../docs/robot-file.md");
const SCHEMA: &str = include_str!("../../../docs/robot.schema.json");

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

/// Whether a value fits a schema: as much of JSON Schema as ours uses.
fn fits(value: &Value, schema: &Value, root: &Value) -> bool {
    let object = schema.as_object().unwrap();
    object.iter().all(|(key, rule)| match key.as_str() {
        "$ref" => {
            let name = rule.as_str().unwrap().rsplit('/').next().unwrap();
            fits(value, &root["$defs"][name], root)
        }
        "anyOf" => rule.as_array().unwrap().iter().any(|way| fits(value, way, root)),
        "enum" => rule.as_array().unwrap().contains(value),
        "type" => match rule.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "number" => value.is_number(),
            other => panic!("{other}"),
        },
        "items" => {
            value.as_array().is_none_or(|list| list.iter().all(|item| fits(item, rule, root)))
        }
        "minItems" => {
            value.as_array().is_none_or(|list| list.len() as u64 >= rule.as_u64().unwrap())
        }
        "maxItems" => {
            value.as_array().is_none_or(|list| list.len() as u64 <= rule.as_u64().unwrap())
        }
        "required" => value.as_object().is_none_or(|table| {
            rule.as_array().unwrap().iter().all(|key| table.contains_key(key.as_str().unwrap()))
        }),
        "properties" => value.as_object().is_none_or(|table| {
            rule.as_object()
                .unwrap()
                .iter()
                .all(|(key, rule)| table.get(key).is_none_or(|value| fits(value, rule, root)))
        }),
        "additionalProperties" => value.as_object().is_none_or(|table| {
            let known = object.get("properties").and_then(Value::as_object);
            let extra =
                table.iter().filter(|(key, _)| known.is_none_or(|known| !known.contains_key(*key)));
            let mut extra = extra.map(|(_, value)| value);
            match rule {
                Value::Bool(allowed) => *allowed || extra.next().is_none(),
                rule => extra.all(|value| fits(value, rule, root)),
            }
        }),
        "$schema" | "$defs" | "title" | "description" => true,
        other => panic!("the schema uses `{other}`"),
    })
}

fn as_json(text: &str) -> Value {
    serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap()
}

#[test]
fn robots_fit_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let bundled = BUNDLED.iter().map(|file| file.text);
    for text in bundled.chain(blocks("toml")) {
        assert!(fits(&as_json(text), &schema, &schema), "{text}");
    }
}

/// What the reader refuses by its shape, the schema refuses too.
#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let robots = blocks("toml");
    let whole = *robots.iter().find(|text| text.contains("bored plate")).unwrap();
    for (from, to) in [
        ("name = \"bored plate\"", ""),
        ("gravity = 9.81", "gravity = true"),
        ("gravity = 9.81", "gravity = [0, 1]"),
        ("gravity = 9.81", "gravity = 9.81\ncolour = \"red\""),
        ("type = \"rotation\"", "type = \"hinge\""),
        ("axis = \"z\"", "axis = \"w\""),
        ("sign = -1", "sign = 2"),
        ("xx = 0.02", "ixy = 0.02"),
        ("angle = \"pi/6\"", "angel = \"pi/6\""),
    ] {
        let text = whole.replacen(from, to, 1);
        assert_ne!(text, whole, "{from}");
        assert!(!fits(&as_json(&text), &schema, &schema), "{text}");
        assert!(read(text.as_bytes(), Format::Toml, &Options::default()).robot.is_none(), "{text}");
    }
}
