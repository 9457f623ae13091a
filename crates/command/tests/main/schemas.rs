//! The schemas in `docs/` know the keys that the readers know, with the values that these take.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::collections::BTreeSet;

use appell::actuation::{Catalogue, Goal};
use appell::diagnostic::Diagnostic;
use appell::proof::{NOTATIONS, Notation};
use appell::scenario::{BUNDLED, Scenario};
use appell::simulation::{Elasticity, Method, Taken};
use appell::trajectory::LawKind;
use appell::{Robot, State};
use appell_test_tools::{Schema, toml_as_json};
use serde_json::Value;

const SCENARIO: &str = include_str!("../../../../docs/scenario.schema.json");
const CATALOGUE: &str = include_str!("../../../../docs/catalogue.schema.json");
const NOTATION: &str = include_str!("../../../../docs/notation.schema.json");
const STATE: &str = include_str!("../../../../docs/state.schema.json");

const MOTORS: &str = include_str!("../../../actuation/catalogues/motors.toml");
const MOTION_GUIDE: &str = include_str!("../../../../docs/motion.md");
const PROOF_GUIDE: &str = include_str!("../../../../docs/proof-reading.md");
const QUANTITIES_GUIDE: &str = include_str!("../../../../docs/quantities.md");

/// A key and a value that nobody would write, and that are like no other.
const STRANGE: &str = "zzzzzzzzzzzzzzzz";

/// A schema, the reader of the same files, and such files.
struct Kind {
    schema: Schema,
    read: fn(&str) -> Vec<Diagnostic>,
    files: Vec<&'static str>,
}

/// The kinds of TOML files; robots are held against theirs where they are read.
fn kinds() -> [Kind; 3] {
    let scenarios = BUNDLED.iter().map(|file| file.text);
    let whole = |block: &&str| block.starts_with("robot = ");
    [
        Kind {
            schema: Schema::read(SCENARIO),
            read: |text| Scenario::read(text).err().unwrap_or_default(),
            files: scenarios.chain(blocks(MOTION_GUIDE, "toml").filter(whole)).collect(),
        },
        Kind {
            schema: Schema::read(CATALOGUE),
            read: |text| Catalogue::read(text).err().unwrap_or_default(),
            files: vec![MOTORS],
        },
        Kind {
            schema: Schema::read(NOTATION),
            read: |text| Notation::read(text).err().unwrap_or_default(),
            files: NOTATIONS.iter().map(|it| it.text).chain(blocks(PROOF_GUIDE, "toml")).collect(),
        },
    ]
}

/// The blocks of a guide in a language.
fn blocks(guide: &'static str, language: &str) -> impl Iterator<Item = &'static str> {
    let fence = format!("```{language}\n");
    let blocks: Vec<_> = guide.split(&fence).skip(1).collect();
    blocks.into_iter().map(|rest| rest.split_once("```").unwrap().0)
}

/// The keys that a reader lists where it refuses the strange one.
fn known_keys(findings: &[Diagnostic]) -> BTreeSet<&str> {
    let refusal = |it: &&Diagnostic| it.code == "unknown-key" && it.message.contains(STRANGE);
    let unknown = findings.iter().find(refusal).unwrap();
    unknown.hints[0].strip_prefix("one of: ").unwrap().split(", ").collect()
}

fn has(findings: &[Diagnostic], code: &str) -> bool {
    findings.iter().any(|finding| finding.code == code)
}

#[test]
fn files_that_are_read_fit_the_schema() {
    for Kind { schema, read, files } in kinds() {
        assert!(!files.is_empty());
        for text in files {
            assert_eq!(schema.faults(&toml_as_json(text)), [""; 0], "{text}");
            assert_eq!(read(text), [], "{text}");
        }
    }
}

/// In every table, both know the same keys, and refuse any other.
#[test]
fn schema_and_reader_know_the_same_keys() {
    let mut count = 0;
    for Kind { schema, read, .. } in kinds() {
        for table in schema.tables() {
            let text = format!("{}{STRANGE} = 1\n", table.opening);
            let of_schema: BTreeSet<&str> = table.keys.keys().map(String::as_str).collect();
            assert_eq!(of_schema, known_keys(&read(&text)), "{text}");
            let faults = schema.faults(&toml_as_json(&text));
            let unknown = format!("{STRANGE}: unknown key");
            assert!(faults.iter().any(|fault| fault.ends_with(&unknown)), "{text}{faults:?}");
            count += of_schema.len();
        }
    }
    assert!(count > 100, "{count}");
}

/// What has the type that the schema asks for, has the one that the reader asks for.
#[test]
fn the_reader_takes_values_of_the_types_of_the_schema() {
    for Kind { schema, read, .. } in kinds() {
        for table in schema.tables() {
            for (key, rule) in table.keys {
                let value = schema.sample(rule);
                let text = format!("{}{key} = {value}\n", table.opening);
                let findings = read(&text);
                for code in ["wrong-type", "unknown-key", "unknown-value", "wrong-length"] {
                    assert!(!has(&findings, code), "{text}{findings:?}");
                }
            }
        }
    }
}

/// A value whose numbers are strings with a unit.
fn with_unit(value: &Value, unit: &str) -> Value {
    match value {
        Value::Number(number) => format!("{number} {unit}").into(),
        Value::Array(list) => list.iter().map(|entry| with_unit(entry, unit)).collect(),
        other => other.clone(),
    }
}

/// Where the schema allows a string instead of a number, the reader takes one with some unit; where it
/// does not, the reader takes none.
#[test]
fn schema_and_reader_take_units_at_the_same_keys() {
    const UNITS: &str = "rad,m,rad/s,m/s,rad/s^2,rad/s^3,s,kg,N,N m,kg m^2,ohm,N m/A";
    let mut counts = [0, 0];
    for Kind { schema, read, .. } in kinds() {
        for table in schema.tables() {
            for (key, rule) in table.keys {
                let plain = schema.sample(rule);
                if with_unit(&plain, "s") == plain {
                    continue; // no number
                }
                let text = |value: &Value| format!("{}{key} = {value}\n", table.opening);
                let faults = |value: &Value| schema.faults(&toml_as_json(&text(value)));
                let codes = |value: &Value| -> Vec<&str> {
                    read(&text(value)).iter().map(|finding| finding.code).collect()
                };
                let fits = faults(&with_unit(&plain, "s")) == faults(&plain);
                let is_taken = |unit: &str| codes(&with_unit(&plain, unit)) == codes(&plain);
                assert_eq!(fits, UNITS.split(',').any(is_taken), "{}", text(&plain));
                counts[usize::from(fits)] += 1;
            }
        }
    }
    assert!(counts[0] > 10 && counts[1] > 30, "{counts:?}");
}

/// Every choice of the schema is one of the reader, and there are others that neither takes.
#[test]
fn the_reader_takes_every_choice_of_the_schema() {
    let mut count = 0;
    for Kind { schema, read, .. } in kinds() {
        for table in schema.tables() {
            for (key, rule) in table.keys {
                let Some(choices) = schema.choices(rule) else { continue };
                let written = |name: &str| match rule["type"] == "array" {
                    true => format!("{}{key} = [\"{name}\"]\n", table.opening),
                    false => format!("{}{key} = \"{name}\"\n", table.opening),
                };
                for choice in choices {
                    assert!(!has(&read(&written(choice)), "unknown-value"), "{key}: {choice}");
                    count += 1;
                }
                assert!(has(&read(&written(STRANGE)), "unknown-value"), "{key}");
            }
        }
    }
    assert!(count > 30, "{count}");
}

/// The schema leaves out none of the choices of which the library has a list.
#[test]
fn the_schema_has_every_choice_of_the_library() {
    let root: Value = serde_json::from_str(SCENARIO).unwrap();
    let choices = |pointer: &str| root.pointer(pointer).unwrap()["enum"].clone();
    let table = |table: &str, key: &str| choices(&format!("/properties/{table}/properties/{key}"));
    assert_eq!(choices("/$defs/law"), Value::from(LawKind::ALL.map(LawKind::name).to_vec()));
    assert_eq!(table("simulation", "method"), Value::from(Method::ALL.map(Method::name).to_vec()));
    assert_eq!(table("optimise", "goal"), Value::from(Goal::ALL.map(Goal::name).to_vec()));
    let elasticity = Elasticity::ALL.map(Elasticity::name).to_vec();
    assert_eq!(table("inverse", "elasticity"), Value::from(elasticity));
    let taken = choices("/$defs/payload/properties/taken");
    assert_eq!(taken, Value::from(Taken::ALL.map(Taken::name).to_vec()));
}

#[test]
fn the_state_of_the_guide_fits_the_schema_and_misspelt_keys_do_not() {
    let mut draft = appell::model::Draft::from(Robot::bundled("2r").unwrap().model());
    draft
        .frames
        .push(appell::model::FrameDraft { name: "camera".to_owned(), ..Default::default() });
    let robot = Robot::from(draft.build(&Default::default()).unwrap().0);
    let schema = Schema::read(STATE);
    let faults = |text: &str| schema.faults(&serde_json::from_str(text).unwrap());
    let findings =
        |text: &str| State::read_json(text, &robot).err().map_or_else(Vec::new, |it| it.findings());
    let guide = blocks(QUANTITIES_GUIDE, "json").next().unwrap();
    let by_name = r#"{"q": {"joint2": 0.3}}"#;
    let with_units = r#"{"q": ["90 deg", 0.5], "payload": {"f": ["1 kN", 0, 0]}}"#;
    for text in [guide, by_name, with_units, "{}"] {
        assert_eq!(faults(text), [""; 0], "{text}");
        assert_eq!(findings(text), [], "{text}");
    }
    let tables = [
        (format!(r#"{{"{STRANGE}": 1}}"#), 0),
        (format!(r#"{{"payload": {{"{STRANGE}": 1}}}}"#), 1),
    ];
    assert_eq!(schema.tables().len(), tables.len());
    for (text, table) in tables {
        let of_schema: BTreeSet<&str> =
            schema.tables()[table].keys.keys().map(String::as_str).collect();
        assert_eq!(of_schema, known_keys(&findings(&text)), "{text}");
        assert_eq!(faults(&text).len(), 1, "{text}");
    }
    for text in [
        r#"{"q": true}"#,
        r#"{"qdddd": ["1 rad", 0]}"#,
        r#"{"payload": {"f": [1, 2]}}"#,
        r#"{"parameters": [1]}"#,
    ] {
        assert!(!faults(text).is_empty() && !findings(text).is_empty(), "{text}");
    }
}
