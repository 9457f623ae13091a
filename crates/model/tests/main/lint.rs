//! Every rule of the lint, broken once, and kept.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use crate::common::codes;
use appell_diagnostic::{Diagnostic, Place, Severity};
use appell_model::{Options, read_toml};

const SOUND: &str = r#"name = "sound"
gravity = "g"

[parameters]
g = 9.81
l = 0.5

[[joint]]
type = "rotation"
axis = "z"
offset = [0, 0, "l"]
friction = { viscous = 0.1, coulomb = 0.1, diameter = 0.05 }
limits = { lower = -1, upper = 1 }
link = { mass = 2, centre = [0.1, 0, 0], inertia = { xx = 0.1, yy = 0.2, zz = 0.25, xy = 0.01 } }

[[joint]]
name = "wrist"
type = "translation"
axis = [0, 0.6, 0.8]
link = { mass = 1, inertia = { xx = 0.1, yy = 0.1, zz = 0.1 } }
"#;

fn finding(text: &str, code: &str) -> Diagnostic {
    let reading = read_toml(text, &Options::default());
    let found = reading.findings.iter().find(|finding| finding.code == code);
    found.unwrap_or_else(|| panic!("no {code} in {:?}", codes(&reading))).clone()
}

#[test]
fn a_sound_robot_is_let_pass() {
    assert_eq!(codes(&read_toml(SOUND, &Options::default())), Vec::<&str>::new());
}

#[test]
fn every_rule_is_found_at_its_place() {
    let cases = [
        // what is changed, into what, the code, the text under the caret
        ("mass = 2", "mass = -2", "mass-not-positive", "-2"),
        ("xx = 0.1, yy = 0.2", "xx = -0.1, yy = 0.2", "inertia-not-positive", "{ xx = -0.1"),
        ("zz = 0.25", "zz = 0.35", "inertia-triangle", "{ xx = 0.1"),
        ("centre = [0.1, 0, 0]", "centre = [0.6, 0, 0]", "centre-outside", "[0.6, 0, 0]"),
        ("axis = \"z\"", "axis = [0, 0, 0]", "zero-axis", "[0, 0, 0]"),
        ("l = 0.5", "l = 0.5\nunused = 3", "unused-parameter", "unused"),
        ("l = 0.5\n", "", "parameter-without-value", "\"l\""),
        ("l = 0.5", "l = {}", "parameter-without-value", "l"),
        ("lower = -1", "lower = 2", "limits-crossed", "{ lower = 2"),
        (", diameter = 0.05", "", "friction-without-diameter", "{ viscous"),
        ("diameter = 0.05", "diameter = \"l - 0.5\"", "friction-without-diameter", "{ viscous"),
        (
            "name = \"wrist\"",
            "rotor = { inertia = \"l - 0.5\", ratio = 2 }\nelastic = { stiffness = 9 }",
            "motor-without-inertia",
            "\"l - 0.5\"",
        ),
        (
            "viscous",
            "constant = 3, static = 2, stribeck = 0.1, viscous",
            "static-below-sliding",
            "2",
        ),
        ("name = \"wrist\"", "friction = { smooth = 0.1 }", "smooth-without-friction", "0.1"),
        ("name = \"wrist\"", "name = \"joint1\"", "duplicate-name", "\"joint1\""),
        ("name = \"wrist\"", "parent = \"joint2\"", "joint-loop", "\"joint2\""),
        ("name = \"wrist\"", "parent = \"joint9\"", "unknown-joint", "\"joint9\""),
        ("name = \"wrist\"", "coordinate = \"q1\"", "duplicate-name", "\"q1\""),
        ("name = \"wrist\"", "coordinate = \"l\"", "name-taken", "l"),
        ("axis = [0, 0.6, 0.8]", "axis = [0, \"l\", 0]", "axis-not-unit", "[0, \"l\", 0]"),
        ("axis = [0, 0.6, 0.8]", "axis = [0, 3, 4]", "axis-length", "[0, 3, 4]"),
        ("mass = 1, inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }", "", "no-mass", "{"),
    ];
    for (from, to, code, under) in cases {
        let text = SOUND.replacen(from, to, 1);
        assert_ne!(text, SOUND, "{from}");
        let finding = finding(&text, code);
        let Place::Span(span) = &finding.place else { panic!("{code} has no place: {finding:?}") };
        assert!(text[span.clone()].starts_with(under), "{code}: {}", &text[span.clone()]);
        assert!(!finding.hints.is_empty() || finding.severity == Severity::Note, "{finding:?}");
    }
}

/// Products of inertia of the other sign: of a body that exists, and with the sign of its third
/// product turned it does not.
#[test]
fn products_of_the_other_sign_are_suspected() {
    // two points of 1 kg at +-(1, 1, 1): xx = yy = zz = 4, all products 2
    let good = "xx = 4, yy = 4, zz = 4, xy = 2, xz = 2, yz = 2";
    let bad = good.replace("= 2", "= -2");
    let sound = "xx = 0.1, yy = 0.2, zz = 0.25, xy = 0.01";
    let reading = read_toml(&SOUND.replace(sound, good), &Options::default());
    assert_eq!(codes(&reading), Vec::<&str>::new());
    let found = finding(&SOUND.replace(sound, &bad), "products-sign");
    assert_eq!(found.facts[0].1, "2.0000e0, 2.0000e0, 8.0000e0"); // 8 > 2 + 2
}

#[test]
fn a_slip_in_a_name_is_told_from_both_ends() {
    let text = SOUND.replace("l = 0.5", "link_length = 0.5").replace("\"l\"]", "\"lnk_length\"]");
    assert!(finding(&text, "unused-parameter").hints[0].contains("`lnk_length`"));
    assert!(finding(&text, "parameter-without-value").hints[0].contains("`link_length`"));
}

#[test]
fn joints_that_hang_on_a_loop_are_unreachable() {
    let joint = |name: &str, parent: &str| {
        format!(
            "[[joint]]\nname = \"{name}\"\nparent = \"{parent}\"\ntype = \"rotation\"\naxis = \"x\"\n"
        )
    };
    let head = "name = \"loop\"\ngravity = 0\n";
    let text = format!("{head}{}{}{}", joint("a", "b"), joint("b", "c"), joint("c", "b"));
    let reading = read_toml(&text, &Options::default());
    assert_eq!(codes(&reading), ["unreachable-joint", "joint-loop"]);
    let late = format!("{head}{}{}", joint("a", "b"), joint("b", "base"));
    assert_eq!(codes(&read_toml(&late, &Options::default())), ["parent-after-child"]);
}

#[test]
fn strict_takes_warnings_for_errors() {
    let text = SOUND.replace("mass = 2", "mass = -2");
    assert!(read_toml(&text, &Options::default()).robot.is_some());
    let strict = Options { strict: true, ..Options::default() };
    let reading = read_toml(&text, &strict);
    assert!(reading.robot.is_none());
    assert_eq!(reading.findings[0].severity, Severity::Error);
    // notes stay notes
    let text = SOUND.replace("axis = [0, 0.6, 0.8]", "axis = [0, 3, 4]");
    assert!(read_toml(&text, &strict).robot.is_some());
}

/// A planar model gives one moment only; that is no fault.
#[test]
fn a_planar_inertia_is_let_pass() {
    let text = SOUND.replace("xx = 0.1, yy = 0.2, zz = 0.25, xy = 0.01", "zz = 0.25");
    assert_eq!(codes(&read_toml(&text, &Options::default())), Vec::<&str>::new());
    // the last link with a payload beside it
    let planar = "name = \"p\"\ngravity = [0, -9.81, 0]\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n\
        link = { mass = 1, com = [0.3, 0, 0], inertia = { zz = 0.01 } }\n[tool]\noffset = [0.5, 0, 0]\n\
        [payload]\nmass = 1\n";
    assert_eq!(codes(&read_toml(planar, &Options::default())), Vec::<&str>::new());
}

#[test]
fn masses_of_parts_and_of_the_payload_are_positive() {
    let part =
        |parts: &str| SOUND.replace("mass = 1, inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }", parts);
    for parts in ["parts = [{ mass = 5 }, { mass = -1 }]", "parts = [{ mass = 1, sign = -1 }]"] {
        finding(&part(parts), "mass-not-positive");
    }
    finding(&(SOUND.to_owned() + "[payload]\nmass = -0.5\n"), "mass-not-positive");
    // a part that is taken away is no fault
    let bored = part("parts = [{ mass = 5 }, { mass = 1, sign = -1 }]");
    assert_eq!(codes(&read_toml(&bored, &Options::default())), Vec::<&str>::new());
}

#[test]
fn a_robot_that_cannot_move_is_told() {
    let text = "name = \"x\"\ngravity = 0\n[[joint]]\ntype = \"fixed\"\nlink = { mass = 1 }\n";
    finding(text, "nothing-moves");
}

#[test]
fn entries_that_are_not_finite_are_errors() {
    for (from, to) in [
        ("mass = 2", "mass = \"sqrt(-4)\""),
        ("l = 0.5", "l = 0"),
        ("mass = 2", "mass = 1e400"),
        ("l = 0.5", "l = 1e400"),
    ] {
        let text = SOUND
            .replacen(from, to, 1)
            .replace("offset = [0, 0, \"l\"]", "offset = [0, 0, \"1/l\"]");
        let reading = read_toml(&text, &Options::default());
        assert!(reading.robot.is_none(), "{text}");
        assert!(codes(&reading).contains(&"not-finite"), "{:?}", codes(&reading));
    }
    assert_eq!(
        codes(&read_toml(&SOUND.replace("l = 0.5", "l = 0.5\npi = 3"), &Options::default())),
        ["name-taken"]
    );
}

const GIVEN: &str = r#"name = "given"
gravity = 0

[[joint]]
type = "rotation"
axis = "z"

[joint.link]
mass = 2
centre = [0.5, 0, 0]
inertia = { zz = 0.2 }

[joint.link.elastic]
tip = [1, 0, 0]
modes = [{ shift = [0, 1, 0], first = [0, 0.8, 0], mixed = { xy = 0.58 } }, { shift = [0, -1, 0], first = [0, 0.4, 0], mixed = { xy = 0.1 } }]
pairs = [{ modes = [1, 1], product = { yy = 1 }, stiffness = 9 }, { modes = [2, 2], product = { yy = 1 }, stiffness = 40 }]
"#;

#[test]
fn modes_of_no_body_are_told() {
    assert_eq!(codes(&read_toml(GIVEN, &Options::default())), Vec::<&str>::new());
    let beam = "[joint.link.elastic.beam]\nlength = 1\ndensity = 1\narea = 1\nE = 1\nIz = -1\nbend_y = 1\n";
    let (head, _) = GIVEN.split_once("[joint.link.elastic]").unwrap();
    assert!(
        codes(&read_toml(&format!("{head}{beam}"), &Options::default()))
            .contains(&"beam-not-positive")
    );
    let pinned = beam.replace("Iz = -1", "Iz = 1\nroot = \"pinned\"");
    let free =
        format!("{head}{pinned}").replace("{ zz = 0.2 }", "{ xx = 0.2, yy = 0.2, zz = 0.2 }");
    assert_eq!(codes(&read_toml(&free, &Options::default())), Vec::<&str>::new());
    finding(&free.replace("\"rotation\"", "\"translation\""), "pinned-root");
    let rubbing = free.replacen("axis", "friction = { viscous = 1 }\naxis", 1);
    finding(&rubbing, "pinned-root");
    for (from, to, code) in [
        ("stiffness = 9", "stiffness = -9", "stiffness-not-positive"),
        // the same mode twice
        (
            "pairs = [",
            "pairs = [{ modes = [1, 2], product = { yy = 1 } }, ",
            "modal-mass-not-positive",
        ),
        // more moment than the mass can have: first^2 > mass * product
        ("first = [0, 0.8, 0]", "first = [0, 1.8, 0]", "modal-mass-not-positive"),
        // a moment about the origin that does not fit the others
        ("mixed = { xy = 0.58 }", "mixed = { xy = -0.58 }", "modal-mass-not-positive"),
        // a thin link that has angular momentum about its axis
        ("mixed = { xy = 0.58 }", "mixed = { xy = 0.58, yz = 0.1 }", "modal-mass-not-positive"),
        // one that adds energy by itself, and two that do together
        ("stiffness = 9", "stiffness = 9, damping = -1", "damping-negative"),
        ("pairs = [", "pairs = [{ modes = [1, 2], damping = 1 }, ", "damping-negative"),
    ] {
        let text = GIVEN.replacen(from, to, 1);
        assert_ne!(text, GIVEN, "{from}");
        finding(&text, code);
    }
}

/// Nothing holds a mode without stiffness; it gives no energy away. Damping may be zero.
#[test]
fn modes_without_stiffness_have_words_of_their_own() {
    let message = |stiffness: &str| {
        finding(&GIVEN.replace("stiffness = 9", stiffness), "stiffness-not-positive").message
    };
    assert_eq!(message("stiffness = -9"), "negative stiffness: this deformation releases energy");
    assert!(message("stiffness = 0").starts_with("zero stiffness"));
    let damped = GIVEN.replace("stiffness = 9", "stiffness = 9, damping = 1");
    assert_eq!(codes(&read_toml(&damped, &Options::default())), Vec::<&str>::new());
}

/// What an elastic link carries lies at its tip.
#[test]
fn what_an_elastic_link_carries_is_at_its_tip() {
    let clean = |text: &str| codes(&read_toml(text, &Options::default())).is_empty();
    let payload = "[payload]\nmass = 1\n";
    finding(&format!("{GIVEN}{payload}"), "far-from-tip");
    finding(&format!("{GIVEN}[tool]\noffset = [0.4, 0, 0]\n"), "far-from-tip");
    assert!(clean(&format!("{GIVEN}[tool]\noffset = [1.3, 0, 0]\n{payload}")));
    let joint =
        "[[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = { mass = 1, centre = [0.1, 0, 0] }\n";
    let found = finding(&format!("{GIVEN}{joint}"), "far-from-tip");
    assert_eq!(found.facts[2].1, "1 m");
    assert!(clean(&format!("{GIVEN}{joint}offset = [1, 0, 0]\n")));
    // a rigid link carries anywhere
    let (rigid, _) = GIVEN.split_once("[joint.link.elastic]").unwrap();
    let carried = read_toml(&format!("{rigid}{payload}"), &Options::default());
    assert!(!codes(&carried).contains(&"far-from-tip"));
}
