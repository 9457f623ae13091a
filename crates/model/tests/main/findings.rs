//! Every error of the readers, once, at its place: the text under the caret is named.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use crate::common::codes;
use appell_diagnostic::{Place, Severity};
use appell_model::{Format, Options, read};

const TOML: &str = r#"name = "arm"
gravity = 9.81
convention = "modified"

[parameters]
l1 = { value = 0.4, unit = "m" }

[[joint]]
type = "rotation"
axis = "z"
offset = ["l1", 0, 0]
rotation = { axis = "x", angle = 0.3 }
link = { mass = 1, centre = [0.1, 0, 0], meshes = [{ file = "a.stl", use = "visual", scale = [1, 1, 2] }] }

[[joint]]
type = "rotation"
dh = { a = 0.5, alpha = "pi/2" }
link = { parts = [{ mass = 1, centre = [0.1, 0, 0], sign = +1 }] }

[tool]
parent = "joint2"
"#;

const CSV: &str = "# name = \"arm\"\n# gravity = 9.81\n# convention = \"modified\"\n\
    type,a,alpha,d,theta,name,parent,mass,zz\nrotation,0,0,0.1,0,a,base,1,1\nrotation,0.5,0,0,0,b,a,1,1\nrotation,0.5,0,0,0,c,base,1,1\n";

#[test]
fn the_files_themselves_are_sound() {
    assert_eq!(
        codes(&read(TOML.as_bytes(), Format::Toml, &Options::default())),
        Vec::<&str>::new()
    );
    let reading = read(CSV.as_bytes(), Format::Csv, &Options::default());
    assert_eq!(codes(&reading), Vec::<&str>::new());
    // in a table, too, a joint may sit on the base or on one by name
    let robot = reading.robot.unwrap();
    let parents: Vec<usize> = robot
        .joints()
        .iter()
        .map(|joint| joint.parent.map_or(0, |parent| parent.number()))
        .collect();
    assert_eq!(parents, [0, 1, 0]);
}

#[test]
fn errors_of_toml() {
    let cases = [
        ("name = \"arm\"", "", "missing-key", ""),
        ("gravity = 9.81", "gravity = [1, 2]", "wrong-length", "[1, 2]"),
        ("gravity = 9.81", "gravity = { x = 1 }", "wrong-type", "{ x = 1 }"),
        ("gravity = 9.81", "gravity = 9.81\nmass = 2", "unknown-key", "mass"),
        ("\"modified\"", "\"Modified\"", "unknown-value", "\"Modified\""),
        ("convention = \"modified\"\n", "", "missing-convention", "{ a = 0.5"),
        ("dh = { a = 0.5, alpha = \"pi/2\" }", "axis = \"z\"", "unused-convention", "\"modified\""),
        ("dh = {", "offset = [0, 0, 1]\ndh = {", "dh-and-frame", "[0, 0, 1]"),
        ("l1 = {", "\"l 1\" = {", "bad-name", "\"l 1\""),
        ("l1 = {", "sin = {", "name-taken", "sin"),
        ("value = 0.4", "value = \"l1\"", "bad-value", "l1"),
        ("value = 0.4", "value = 0.4, vale = 3", "unknown-key", "vale"),
        ("value = 0.4", "value = 0.4, latex = 3", "wrong-type", "3"),
        ("value = 0.4", "value = 0.4, latex = \"l^2\"", "bad-latex-name", "\"l^2\""),
        ("value = 0.4", "value = 0.4, latex = \"q_2\"", "same-latex-name", "\"q_2\""),
        ("type = \"rotation\"\naxis", "type = \"hinge\"\naxis", "unknown-value", "\"hinge\""),
        ("axis = \"z\"", "axis = \"w\"", "unknown-axis", "\"w\""),
        ("axis = \"z\"", "", "missing-key", ""),
        ("offset = [\"l1\", 0, 0]", "offset = [\"l1 +\", 0, 0]", "missing-operand", ""),
        (
            "offset = [\"l1\", 0, 0]",
            "offset = [\"cos(l1)*lg(l1)\", 0, 0]",
            "unknown-function",
            "lg",
        ),
        ("offset = [\"l1\", 0, 0]", "offset = [\"q1\", 0, 0]", "coordinate-in-entry", "[\"q1\""),
        ("offset = [\"l1\", 0, 0]", "name = \"base\"", "bad-name", "\"base\""),
        ("offset = [\"l1\", 0, 0]", "coordinate = \"2q\"", "bad-name", "\"2q\""),
        ("angle = 0.3", "rpy = [0, 0, 0]", "rotation-ways", "{ axis"),
        ("axis = \"x\", angle = 0.3", "", "rotation-ways", "{"),
        (
            "axis = \"x\", angle = 0.3",
            "matrix = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]",
            "not-a-rotation",
            "{ matrix",
        ),
        (
            "axis = \"x\", angle = 0.3",
            "matrix = [[0.6, -0.8, 0], [0.8, 0.6, 0], [0, 0, 2]]",
            "not-a-rotation",
            "{ matrix",
        ),
        ("axis = \"x\", angle = 0.3", "matrix = [[1, 0, 0], [0, 1, 0]]", "wrong-length", "[[1"),
        (
            "centre = [0.1, 0, 0]",
            "at = { rotation = { matrix = [[2, 0, 0], [0, 1, 0], [0, 0, 1]] } }",
            "not-a-rotation",
            "",
        ),
        ("centre = [0.1, 0, 0]", "parts = []", "link-ways", "{ mass = 1"),
        ("centre = [0.1, 0, 0]", "elastic = 2", "wrong-type", "2"),
        ("centre = [0.1, 0, 0]", "elastic = { tip = [1, 0, 0] }", "missing-key", "{ tip"),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { tip = [1, 0, 0], modes = [], pairs = [] }",
            "no-modes",
            "[]",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { tip = [1, 0, 0], modes = [{}], pairs = [{ modes = [1, 2] }] }",
            "unknown-mode",
            "[1, 2]",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { tip = [1, 0, 0], modes = [{}], pairs = [{ modes = [1, 1] }, { modes = [1, 1] }] }",
            "duplicate-pair",
            "{ modes",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { tip_map = \"round\", tip = [1, 0, 0], modes = [{}], pairs = [] }",
            "unknown-value",
            "\"round\"",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1 } }",
            "no-modes",
            "{ length",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1, E = 1, bend_y = 1 } }",
            "missing-key",
            "{ length",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1, E = 1, Iz = 1, bend_y = 99 } }",
            "bad-mode-count",
            "99",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1, E = 1, Iz = 1, bend_y = 1, load_mass = -1 } }",
            "bad-load",
            "",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1, E = 1, Iz = 1, bend_y = 1, load_mass = \"unknown\" } }",
            "no-value",
            "",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1, E = 1, Iz = 1, bend_y = 1 }, tip = [1, 0, 0] }",
            "elastic-ways",
            "[1, 0, 0]",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1, E = 1, Iy = 1, bend_z = 1, root = \"pinned\" } }",
            "pinned-root",
            "\"pinned\"",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 0, density = 1, area = 1, E = 1, Iz = 1, bend_y = 1 } }",
            "beam-not-positive",
            "0",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 0.0, area = 1, E = 1, Iz = 1, bend_y = 1 } }",
            "beam-not-positive",
            "0.0",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = \"0*l1\", E = 1, Iz = 1, bend_y = 1 } }",
            "beam-not-positive",
            "\"0*l1\"",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { tip = [1, 0, 0], modes = [{}], pairs = [{ modes = [1, 1], product = { yy = 1, xy = 0.3 } }] }",
            "product-not-symmetric",
            "{ yy = 1",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { tip = [1, 0, 0], modes = [{}], pairs = [{ modes = [1, 1], product = { yy = -1 } }] }",
            "product-negative",
            "{ yy = -1",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { segments = [], bend_y = 1 } }",
            "bad-segment-count",
            "[]",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { segments = [{ length = 1, density = 1, area = 1, E = 1 }], bend_y = 1 } }",
            "missing-key",
            "{ length",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { segments = [{ length = 1, density = 1, area = 1, E = 1, Iz = 1 }, { length = 1, density = 1, area = 1, E = 1, Iz = -2 }], bend_y = 1 } }",
            "bad-segment",
            "",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { segments = [{ length = 1, density = 1, area = 1, E = 1, Iz = 1 }, { length = 1e-6, density = 1, area = 1, E = 1, Iz = 1e6 }], bend_y = 1 } }",
            "bad-beam",
            "",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1, E = 1, Iz = 1, bend_y = 1, root = \"pinned\", hub_inertia = 1e90 } }",
            "bad-beam",
            "",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1, E = 1, Iz = 1, bend_y = 1, root = \"glued\" } }",
            "unknown-value",
            "\"glued\"",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1, E = 1, Iz = 1, bend_y = 1, hub_inertia = 3 } }",
            "hub-of-clamped-beam",
            "3",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { beam = { length = 1, density = 1, area = 1, E = 1, Iz = 1, Iy = 1, bend_y = 1, bend_z = 1, root = \"pinned\" } }",
            "pinned-root",
            "\"pinned\"",
        ),
        (
            "centre = [0.1, 0, 0]",
            "elastic = { finite_elements = { nodes = \"n.csv\", mass = \"m\", stiffness = \"k\", root = 1, tip = 2, modes = 1 } }",
            "no-folder",
            "\"n.csv\"",
        ),
        ("use = \"visual\"", "use = \"art\"", "unknown-value", "\"art\""),
        ("scale = [1, 1, 2]", "scale = [\"s1\", 1, 1]", "wrong-type", "[\"s1\""),
        ("file = \"a.stl\", ", "", "missing-key", "{ use"),
        ("sign = +1", "sign = 2", "bad-sign", "2"),
        ("parent = \"joint2\"", "parent = \"joint3\"", "unknown-joint", "\"joint3\""),
        ("parent = \"joint2\"", "parent = \"base\"", "tool-on-base", "\"base\""),
        ("[tool]", "[tool", "toml", ""),
    ];
    for (from, to, code, under) in cases {
        check(TOML, Format::Toml, from, to, code, under);
    }
}

#[test]
fn errors_of_tables() {
    let cases = [
        ("type,a,alpha,d,theta", "type,a,alpha,d", "missing-column", ""),
        ("type,a,alpha", "type,a,alfa", "unknown-column", "alfa"),
        ("type,a,alpha", "type,a,a", "duplicate-name", "a"),
        ("rotation,0,0,0.1", "hinge,0,0,0.1", "unknown-value", "hinge"),
        ("rotation,0,0,0.1", "rotation,0,0,0.1,7", "wrong-length", "rotation"),
        ("rotation,0,0,0.1", "rotation,0,0,0.1*", "missing-operand", ""),
        ("rotation,0,0,0.1", "rotation,q1,0,0.1", "coordinate-in-entry", "q1"),
        ("# gravity", "# comment\n# gravity", "toml", ""),
        ("0,b,a,1", "0,b,z,1", "unknown-joint", ""),
    ];
    for (from, to, code, under) in cases {
        check(CSV, Format::Csv, from, to, code, under);
    }
    let head = CSV.split("type").next().unwrap();
    assert_eq!(codes(&read(head.as_bytes(), Format::Csv, &Options::default())), ["missing-table"]);
}

/// Names that are nearly right are not passed over.
#[test]
fn slips_in_urdf_are_found() {
    let urdf = "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/>\
        <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>\
        <joint name='j' type='revolute'><parent link='a'/><child link='b'/><origin xyz='1 0 0'/>\
        <limit lower='0' upper='1' effort='1' velocity='2'/></joint></robot>";
    assert_eq!(
        codes(&read(urdf.as_bytes(), Format::Urdf, &Options::default())),
        Vec::<&str>::new()
    );
    for (from, to) in [
        ("<origin xyz='1 0 0'/>", "<orgin xyz='1 0 0'/>"),
        ("xyz='1 0 0'", "xzy='1 0 0'"),
        ("upper='1'", "uper='1'"),
        ("<limit", "<limits"),
        ("inertial>", "innertial>"),
    ] {
        check(urdf, Format::Urdf, from, to, "unknown-name", "");
    }
    let robot = read(urdf.as_bytes(), Format::Urdf, &Options::default()).robot.unwrap();
    // without an axis it is x, and speed is not effort
    assert_eq!(appell_model::axis_name(&robot.joints()[0].axis), Some("x"));
    let limits = &robot.joints()[0].limits;
    assert_eq!(limits.velocity.as_ref().unwrap().text(robot.symbols()), "2");
    let near = urdf.replace("<origin", "<axis xyz='1e-7 0 1'/><origin");
    let reading = read(near.as_bytes(), Format::Urdf, &Options::default());
    assert_eq!(codes(&reading), ["snapped-axis"]);
    assert_eq!(appell_model::axis_name(&reading.robot.unwrap().joints()[0].axis), Some("z"));
}

/// A value is named as the format of the file names it.
#[test]
fn findings_speak_the_words_of_the_format() {
    let urdf = "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/>\
        <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>\
        <joint name='j' type='continuous'><parent link='a'/><child link='b'/>\
        <dynamics damping='-1' friction='-2'/></joint>TAIL</robot>";
    let of =
        |tail: &str| read(urdf.replace("TAIL", tail).as_bytes(), Format::Urdf, &Options::default());
    let messages: Vec<String> = of("").findings.into_iter().map(|it| it.message).collect();
    assert_eq!(messages, ["`damping` is negative", "`friction` is negative"]);
    let gear = "<transmission name='t'><joint name='j'/><rotor_inertia value='1e-4'/>\
        <mechanicalReduction>0</mechanicalReduction></transmission>";
    let reading = of(gear);
    let found = reading.findings.iter().find(|it| it.code == "zero-ratio").unwrap();
    assert!(found.hints[0].contains("<mechanicalReduction>"), "{found:?}");

    let mjcf = "<mujoco><worldbody><body name='b'><joint name='j' type='ball'/><geom size='0.1'/>\
        </body></worldbody></mujoco>";
    let of_mjcf = codes(&read(mjcf.as_bytes(), Format::Mjcf, &Options::default()));
    assert_eq!(of_mjcf, ["joint-type"]);

    let with = |key: &str| {
        let text = TOML.replacen("axis = \"z\"", &format!("axis = \"z\"\n{key}"), 1);
        let reading = read(text.as_bytes(), Format::Toml, &Options::default());
        reading.findings.into_iter().map(|it| it.message).collect::<Vec<_>>().join("; ")
    };
    let friction = with("friction = { static = 2, constant = 1, stribeck = 0 }");
    assert!(friction.contains("`stribeck` other than zero"), "{friction}");
    let rotor = with("rotor = { inertia = 1e-4, ratio = 10, on = \"joint1\" }");
    assert!(rotor.contains("than the one before its joint"), "{rotor}");
}

fn check(text: &str, format: Format, from: &str, to: &str, code: &str, under: &str) {
    let text = text.replace(from, to);
    let reading = read(text.as_bytes(), format, &Options::default());
    let found = reading.findings.iter().find(|finding| finding.code == code);
    let found = found.unwrap_or_else(|| panic!("{to}: no {code} in {:?}", codes(&reading)));
    let Place::Span(span) = &found.place else { panic!("{code} has no place: {found:?}") };
    assert!(
        text[span.start..].starts_with(under),
        "{code}: {:?} is not {under:?}",
        &text[span.clone()]
    );
    assert!(!found.hints.is_empty(), "{found:?}");
    assert!(found.severity >= Severity::Warning);
}

/// Findings come in the order of the file, whoever found them.
#[test]
fn findings_are_in_the_order_of_the_file() {
    let text = TOML
        .replace("unit = \"m\"", "unit = 3")
        .replace("gravity = 9.81", "gravity = true")
        .replace("mass = 1,", "mass = 1, mas = 2,")
        + "[payload]\nforce = 1\n";
    let reading = read(text.as_bytes(), Format::Toml, &Options::default());
    let starts: Vec<usize> = reading
        .findings
        .iter()
        .map(|finding| match &finding.place {
            Place::Span(span) => span.start,
            _ => usize::MAX,
        })
        .collect();
    assert!(starts.len() >= 4 && starts.is_sorted(), "{starts:?}");
}

/// A number of modes that is none is one fault, not two; and numbers in facts are short.
#[test]
fn faults_of_beams_are_told_once_and_shortly() {
    let with = |beam: &str| {
        let elastic = format!(
            "elastic = {{ beam = {{ length = 1, density = 1, area = 1, E = 1, Iz = 1, Iy = 1, {beam} }} }}"
        );
        let text = TOML.replacen("centre = [0.1, 0, 0]", &elastic, 1);
        read(text.as_bytes(), Format::Toml, &Options::default())
    };
    for count in ["40", "2.5", "\"2\""] {
        assert_eq!(codes(&with(&format!("bend_z = {count}"))), ["bad-mode-count"]);
    }
    let reading = with("bend_y = 1, load_inertia = 1e200");
    assert_eq!(codes(&reading), ["bad-beam"]);
    let facts = &reading.findings[0].facts;
    assert!(facts.iter().any(|(name, value)| name.contains("inertia") && value == "1e200"));
    assert!(facts.iter().all(|(_, value)| value.len() < 12), "{facts:?}");
}
