//! Numbers with units in robot files: exactly the numbers in SI units, or an error.
#![allow(clippy::unwrap_used, reason = "a test")]

use appell_diagnostic::Place;
use appell_model::{Format, Options, Reading, read, write_toml};

const SI: &str = r#"name = "arm"
gravity = 9.81

[parameters]
l1 = { value = 0.25, unit = "m" }
m = { value = 0.8, unit = "kg" }
a = { value = "pi/6", unit = "rad" }
deg = 3

[[joint]]
type = "rotation"
axis = "z"
offset = ["l1", 0.02, 0]
rotation = { rpy = ["pi/2", 0, "a"] }
friction = { viscous = "180/pi", diameter = 0.05 }
limits = { lower = "-pi", upper = "pi", velocity = "100*pi", effort = 2000 }
link = { mass = "m", centre = [0.1, 0, 0], inertia = { xx = 2e-6, yy = 2e-6, zz = "2e-6*deg/3" } }

[[joint]]
type = "translation"
axis = "x"
friction = { viscous = 10 }
limits = { lower = -0.1, upper = 0.1, velocity = 1.5, effort = 2000 }
link = { mass = 1 }

[payload]
force = [0, 0, -5]
moment = [0, 0, 0.5]
"#;

const UNITS: &str = r#"name = "arm"
gravity = "9810 mm/s^2"

[parameters]
l1 = "250 mm"
m = { value = "800 g" }
a = { value = 30, unit = "deg" }
deg = 3

[[joint]]
type = "rotation"
axis = "z"
offset = ["l1", "20mm", 0]
rotation = { rpy = ["90 deg", 0, "a"] }
friction = { viscous = "1 N m s/deg", diameter = "5 cm" }
limits = { lower = "-180 deg", upper = "0.5 rev", velocity = "3000 rpm", effort = "2 kNm" }
link = { mass = "m", centre = ["10 cm", 0, 0], inertia = { xx = "2 kg mm^2", yy = "20 g cm^2", zz = "2e-6*deg/3" } }

[[joint]]
type = "translation"
axis = "x"
friction = { viscous = "0.01 N s/mm" }
limits = { lower = "-100 mm", upper = "100 mm", velocity = "90 m/min", effort = "2 kN" }
link = { mass = "1000 g" }

[payload]
force = [0, 0, "-5000 mN"]
moment = [0, 0, "50 Ncm"]
"#;

fn reading(text: &str) -> Reading {
    read(text.as_bytes(), Format::Toml, &Options::default())
}

/// The same exact entries, written in the same way: `pi/2`, not 1.57.
#[test]
fn units_are_the_same_robot_as_si() {
    let [si, units] = [SI, UNITS].map(|text| {
        let reading = reading(text);
        assert!(reading.robot.is_some(), "{:?}", reading.findings);
        write_toml(&reading.robot.unwrap())
    });
    assert_eq!(si, units);
}

#[test]
fn a_table_has_units_too() {
    let head = "# name = \"arm\"\n# gravity = 9.81\n# convention = \"modified\"\n\
        type,a,alpha,d,theta,mass,xx,yy,zz,upper\n";
    let [si, units] = [
        "R,0.5,pi/2,0.1,0,1,0.1,0.1,0.1,pi\nP,0,0,0,-pi/4,2,0,0,0,0.3\n",
        "R,500 mm,90 deg,10cm,0,1 kg,0.1,0.1,0.1,180 deg\nP,0,0,0,-45deg,2,0,0,0,300 mm\n",
    ]
    .map(|rows| {
        let reading = read(format!("{head}{rows}").as_bytes(), Format::Csv, &Options::default());
        assert!(reading.robot.is_some(), "{:?}", reading.findings);
        write_toml(&reading.robot.unwrap())
    });
    assert_eq!(si, units);
}

/// The unit of a parameter is that of an entry which is nothing but this parameter.
#[test]
fn a_parameter_in_another_unit_is_refused() {
    let robot = |parameters: &str, offset: &str| {
        let text = format!(
            "name = \"arm\"\ngravity = 0\n[parameters]\nm1 = \"3 kg\"\n{parameters}\n[[joint]]\n\
             type = \"rotation\"\naxis = \"z\"\noffset = [{offset}, 0, 0]\nlink = {{ mass = \"m1\", com = [0.01, 0, 0] }}\n"
        );
        let reading = reading(&text);
        let codes = reading.findings.iter().map(|it| it.code).collect::<Vec<_>>();
        (reading.robot.is_some(), codes)
    };
    for right in
        ["\"40 cm\"", "0.4", "{ value = 400, unit = \"mm\" }", "{ unit = \"m\", value = 1 }"]
    {
        assert_eq!(robot(&format!("l = {right}"), "\"l\""), (true, vec![]), "{right}");
    }
    for wrong in
        ["{ value = \"4 kg\" }", "\"0.4 kg\"", "\"400 deg\"", "{ value = 4, unit = \"m^2\" }"]
    {
        assert_eq!(
            robot(&format!("l = {wrong}"), "\"-l\""),
            (false, vec!["wrong-unit"]),
            "{wrong}"
        );
    }
    // a number may have a unit that is not written
    assert_eq!(robot("l = \"0.4 kg\"", "\"0.1*l\""), (true, vec![]));
}

#[test]
fn a_unit_that_does_not_fit_is_refused() {
    for (from, to, code, about) in [
        ("mass = \"1000 g\"", "mass = \"20 mm\"", "wrong-unit", "\"20 mm\""),
        ("lower = \"-100 mm\"", "lower = \"-90 deg\"", "wrong-unit", "\"-90 deg\""),
        ("lower = \"-180 deg\"", "lower = \"-1 m\"", "wrong-unit", "\"-1 m\""),
        ("velocity = \"3000 rpm\"", "velocity = \"1 m/s\"", "wrong-unit", "\"1 m/s\""),
        ("effort = \"2 kNm\"", "effort = \"2 kN\"", "wrong-unit", "\"2 kN\""),
        ("\"90 deg\"", "\"90 mm\"", "wrong-unit", "\"90 mm\""),
        ("\"90 deg\"", "\"90 degg\"", "unknown-unit", "\"90 degg\""),
        ("\"20mm\"", "\"l1 + 20 mm\"", "unit-in-expression", "20 mm"),
        ("\"20mm\"", "\"20 mm + l1\"", "bad-unit", "\"20 mm + l1\""),
        ("\"20mm\"", "\"1,5\"", "decimal-comma", "\"1,5\""),
        ("\"20mm\"", "\"1e99999999999 mm\"", "not-finite", "\"1e99999999999 mm\""),
        ("\"9810 mm/s^2\"", "\"9.81 N\"", "wrong-unit", "\"9.81 N\""),
        ("\"9810 mm/s^2\"", "9,81", "decimal-comma", "9,81"),
        ("\"9810 mm/s^2\"", "9810 mm/s^2", "toml", "9810 mm/s^2"),
        ("unit = \"deg\"", "unit = \"degg\"", "unknown-unit", "\"degg\""),
        ("value = 30", "value = \"30 deg\"", "duplicate-key", "\"30 deg\""),
        ("axis = \"x\"", "axis = [\"1 m\", 0, 0]", "wrong-unit", "\"1 m\""),
    ] {
        let text = UNITS.replacen(from, to, 1);
        assert_ne!(text, UNITS, "{from}");
        let reading = reading(&text);
        let findings = &reading.findings;
        assert!(reading.robot.is_none() && findings.len() == 1, "{to}: {findings:?}");
        let Place::Span(span) = &findings[0].place else { unreachable!("{to}") };
        assert_eq!((findings[0].code, &text[span.clone()]), (code, about), "{to}");
        assert!(!findings[0].hints.is_empty(), "{to}");
    }
}
