//! Units against an independent table of conversions, and texts that are none.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::f64::consts::PI;

use appell_units::{
    ACCELERATION, ANGLE, ANGULAR_ACCELERATION, ANGULAR_JERK, ANGULAR_VELOCITY, ANY, AREA, DENSITY,
    FORCE, INERTIA, JERK, LENGTH, MASS, MODULUS, Measure, Quantity, RESISTANCE, ROTARY_DAMPING,
    SECOND_MOMENT_OF_AREA, TIME, TORQUE, TORQUE_CONSTANT, Unit, VELOCITY, VISCOUS, read,
    unit_in_expression,
};

fn si(text: &str, measure: &Measure) -> f64 {
    read(text).unwrap().unwrap().si("key", measure).unwrap().to_f64()
}

fn code(text: &str, measure: &Measure) -> &'static str {
    let refused = |read: Result<Quantity<'_>, _>| {
        read.and_then(|quantity| quantity.si("key", measure)).unwrap_err()
    };
    read(text).map_or("no quantity", |read| refused(read).code)
}

/// Each number is written as in tables of units, not as a product of our factors.
#[test]
fn numbers_in_si_units() {
    for (text, measure, expected) in [
        ("250 mm", &LENGTH, 0.25),
        ("0.1mm", &LENGTH, 0.0001),
        ("-3e2 cm", &LENGTH, -3.0),
        ("1 in", &LENGTH, 0.0254),
        ("1 ft", &LENGTH, 0.3048),
        ("5 µm", &LENGTH, 5e-6),
        ("800 g", &MASS, 0.8),
        ("1 lb", &MASS, 0.453_592_37),
        ("1.5 t", &MASS, 1500.0),
        ("20 ms", &TIME, 0.02),
        ("2 min", &TIME, 120.0),
        ("90 deg", &ANGLE, PI / 2.0),
        ("90°", &ANGLE, PI / 2.0),
        ("-0.5 rev", &ANGLE, -PI),
        ("3000 rpm", &ANGULAR_VELOCITY, 100.0 * PI),
        ("180 deg/s", &ANGULAR_VELOCITY, PI),
        ("36 km/h", &VELOCITY, 10.0),
        ("60 m/min", &VELOCITY, 1.0),
        ("9810 mm/s^2", &ACCELERATION, 9.81),
        ("2 kN", &FORCE, 2000.0),
        ("0.5 N m", &TORQUE, 0.5),
        ("0.5 N*m", &TORQUE, 0.5),
        ("0.5 N·m", &TORQUE, 0.5),
        ("35 Nmm", &TORQUE, 0.035),
        ("1 kg mm^2", &INERTIA, 1e-6),
        ("150 g cm^2", &INERTIA, 1.5e-5),
        ("1 kg mm²", &INERTIA, 1e-6),
        ("2.7 g/cm^3", &DENSITY, 2700.0),
        ("210 GPa", &MODULUS, 2.1e11),
        ("70000 N/mm^2", &MODULUS, 7e10),
        ("1 N m s/deg", &ROTARY_DAMPING, 180.0 / PI),
        ("0.2 N m s", &ROTARY_DAMPING, 0.2),
        ("1 N m/rpm", &ROTARY_DAMPING, 30.0 / PI),
    ] {
        let number = si(text, measure);
        assert!((number - expected).abs() <= 1e-15 * expected.abs(), "{text}: {number}");
    }
    // a power of ten rounds once, and common angles are those of pi
    assert_eq!([si("0.1 mm", &LENGTH), si("0.3 g", &MASS)], [1e-4, 3e-4]);
    assert_eq!([si("90 deg", &ANGLE), si("180 deg", &ANGLE)], [PI / 2.0, PI]);
}

#[test]
fn units_that_are_none_are_refused() {
    for (text, measure, expected) in [
        ("20 mm", &MASS, "wrong-unit"),
        ("20 N m", &FORCE, "wrong-unit"),
        ("20 1/s", &ANGULAR_VELOCITY, "no quantity"),
        ("3 rad", &LENGTH, "wrong-unit"),
        ("3 Hz", &ANGULAR_VELOCITY, "unknown-unit"),
        ("3 Mm", &LENGTH, "unknown-unit"),
        ("3 KG", &MASS, "unknown-unit"),
        ("3 mm^", &LENGTH, "bad-unit"),
        ("3 m^0", &LENGTH, "bad-unit"),
        ("3 m^99999999999", &LENGTH, "bad-unit"),
        ("3 m/", &LENGTH, "bad-unit"),
        // below the line or not?
        ("3 kg/m s", &ANY, "bad-unit"),
        ("20 mm + l1", &LENGTH, "bad-unit"),
        ("3 m m m m m m m m m m m m", &ANY, "bad-unit"),
        ("3 lb^9 lb^9", &ANY, "bad-unit"),
        ("1,5 mm", &LENGTH, "decimal-comma"),
        ("1,5", &LENGTH, "decimal-comma"),
        ("1,2,3", &LENGTH, "no quantity"),
        ("mm", &LENGTH, "no quantity"),
        ("2*mm", &LENGTH, "no quantity"),
        ("2", &LENGTH, "no quantity"),
        ("", &LENGTH, "no quantity"),
        ("-", &LENGTH, "no quantity"),
        ("pi/2 rad", &ANGLE, "no quantity"),
    ] {
        assert_eq!(code(text, measure), expected, "{text}");
    }
    assert!(si("1e999999999999 mm", &LENGTH).is_infinite());
    assert_eq!(si("+.5 m", &LENGTH), 0.5);
    assert_eq!(si("5. m", &LENGTH), 5.0);
    assert_eq!(si("-.5e1 m", &LENGTH), -5.0);
}

#[test]
fn units_in_expressions_are_found() {
    for (text, place) in [
        ("l1 + 20 mm", Some(5..10)),
        ("2*(3deg)", Some(3..7)),
        ("l1*2 + l2", None),
        ("l20 mm", None),
        ("2 x", None),
        ("µ1 + 1.5e-3 m", Some(6..14)),
    ] {
        assert_eq!(unit_in_expression(text).map(|(_, place)| place), place, "{text}");
    }
}

/// What a measure lists can be read, fits, and the first is the SI unit; so is the name in base units.
#[test]
fn the_units_of_measures_are_units() {
    for measure in [
        &LENGTH,
        &AREA,
        &SECOND_MOMENT_OF_AREA,
        &MASS,
        &INERTIA,
        &DENSITY,
        &TIME,
        &ANGLE,
        &VELOCITY,
        &ANGULAR_VELOCITY,
        &ACCELERATION,
        &ANGULAR_ACCELERATION,
        &JERK,
        &ANGULAR_JERK,
        &FORCE,
        &TORQUE,
        &VISCOUS,
        &ROTARY_DAMPING,
        &MODULUS,
        &TORQUE_CONSTANT,
        &RESISTANCE,
    ] {
        for text in measure.units {
            let unit = Unit::read(text).unwrap();
            assert!(measure.fits(unit.dimension), "{text} as {}", measure.name);
        }
        let unit = Unit::read(measure.units[0]).unwrap();
        assert!(unit.is_si(), "{}", measure.name);
        for text in [unit.dimension.base_units(), Measure::si_unit(unit.dimension)] {
            assert_eq!(Unit::read(&text), Some(unit), "{text}");
        }
    }
    assert!(Unit::read("1").is_some_and(Unit::is_si));
}

#[test]
fn a_unit_in_words_is_one_with_a_symbol() {
    for (text, hint) in [("3 milimeter", "mm"), ("3 metres", "m"), ("3 Degrees", "deg")] {
        let problem = read(text).unwrap().and_then(|it| it.si("x", &LENGTH)).unwrap_err();
        assert_eq!(problem.hints[0], format!("did you mean `{hint}`?"));
    }
    let problem = read("3 grad").unwrap().and_then(|it| it.si("x", &LENGTH)).unwrap_err();
    assert!(!problem.hints[0].starts_with("did you mean"), "{:?}", problem.hints);
}
