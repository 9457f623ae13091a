//! Other spellings of keys and kinds: what is read is the same robot.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::common::codes;
use appell_diagnostic::Place;
use appell_model::{Format, Options, read, write_toml};

const CANONICAL: &str = r#"name = "arm"
gravity = 9.81

[[joint]]
type = "revolute"
axis = "z"
link = { mass = 1, centre = [0.1, 0, 0], inertia = { xx = 0.1, yy = 0.2, zz = 0.25 } }

[[joint]]
type = "prismatic"
axis = "x"
link = { parts = [{ mass = 1, centre = [0, 0.1, 0] }] }

[payload]
centre = [0, 0, 0.1]
"#;

fn written(text: &str, format: Format) -> String {
    let reading = read(text.as_bytes(), format, &Options::default());
    assert!(reading.robot.is_some(), "{:?}", reading.findings);
    write_toml(&reading.robot.unwrap())
}

#[test]
fn spellings_are_read_and_the_canonical_one_is_written() {
    let expected = written(CANONICAL, Format::Toml);
    assert!(
        expected.contains("\"revolute\"")
            && expected.contains("\"prismatic\"")
            && expected.contains("centre ="),
        "{expected}"
    );
    for (from, to) in [
        ("\"revolute\"", "\"rotation\""),
        ("\"revolute\"", "\"continuous\""),
        ("\"revolute\"", "\"R\""),
        ("\"prismatic\"", "\"translation\""),
        ("\"prismatic\"", "\"P\""),
        ("\"prismatic\"", "\"T\""),
        ("centre", "com"),
        ("centre", "center"),
        ("xx =", "ixx ="),
        ("yy =", "iyy ="),
        ("zz =", "izz ="),
    ] {
        let text = CANONICAL.replace(from, to);
        assert_ne!(text, CANONICAL);
        assert_eq!(written(&text, Format::Toml), expected, "{to}");
    }
    let table = "# name = \"arm\"\n# gravity = 9.81\n# convention = \"modified\"\n\
        type,a,alpha,d,theta,mass,xx,yy,zz\nrotation,0,0,0,0,1,0.1,0.2,0.25\n\
        translation,0,0,0,0,1,0.1,0.2,0.25\n";
    let other = table.replace("xx,yy,zz", "ixx,iyy,izz").replace("rotation", "R");
    let other = other.replace("translation", "prismatic");
    assert_eq!(written(&other, Format::Csv), written(table, Format::Csv));
}

/// The findings in a file: their codes, messages and the text that they are about.
fn findings(text: &str, format: Format) -> Vec<(&'static str, String, String)> {
    let reading = read(text.as_bytes(), format, &Options::default());
    assert!(reading.robot.is_none(), "{:?}", codes(&reading));
    let about = |place: &Place| match place {
        Place::Span(span) => text[span.clone()].to_owned(),
        _ => String::new(),
    };
    let findings = reading.findings.iter();
    findings.map(|it| (it.code, it.message.clone(), about(&it.place))).collect()
}

#[test]
fn two_spellings_of_a_key_are_refused() {
    for (from, to, message) in [
        ("centre = [0.1", "com = [1, 0, 0], centre = [0.1", "`com` and `centre` are the same key"),
        ("xx =", "ixx = 0.3, xx =", "`ixx` and `xx` are the same key"),
    ] {
        let found = findings(&CANONICAL.replacen(from, to, 1), Format::Toml);
        assert_eq!(found[0].1, message);
        assert_eq!((found.len(), found[0].0), (1, "duplicate-key"));
    }
    let table = "# name = \"arm\"\n# gravity = 9.81\n# convention = \"modified\"\n\
        type,a,alpha,d,theta,mass,xx,ixx\nrotation,0,0,0,0,1,0.1,0.2\n";
    let found = findings(table, Format::Csv);
    assert_eq!(found[0].1, "`ixx` and `xx` are the same column");
}

/// `ixy` is an entry of the tensor in URDF and its negative in books: it is never guessed.
#[test]
fn products_of_other_files_are_refused() {
    let found = findings(&CANONICAL.replace("zz = 0.25", "zz = 0.25, iyz = 0.01"), Format::Toml);
    assert_eq!((found.len(), found[0].0, found[0].2.as_str()), (1, "ambiguous-key", "0.01"));
    assert!(found[0].1.contains("the integral of y*z over the mass"), "{}", found[0].1);
    let table = "# name = \"arm\"\n# gravity = 9.81\n# convention = \"modified\"\n\
        type,a,alpha,d,theta,mass,ixy\nrotation,0,0,0,0,1,0.1\n";
    assert_eq!(findings(table, Format::Csv)[0].0, "ambiguous-key");
}

#[test]
fn an_unknown_type_names_the_known_ones() {
    let found = findings(&CANONICAL.replace("\"revolute\"", "\"hinge\""), Format::Toml);
    let message = "unknown joint type `hinge`; expected revolute (rotation), prismatic \
        (translation) or fixed";
    assert_eq!((found[0].0, found[0].1.as_str()), ("unknown-value", message));
}
