//! The units that are known. A prefix is part of a name: only what is listed is a unit.

use crate::dimension::Dimension;
use crate::factor::Factor;

const LENGTH: Dimension = Dimension::new(1, 0, 0);
const MASS: Dimension = Dimension::new(0, 1, 0);
const TIME: Dimension = Dimension::new(0, 0, 1);
const ANGLE: Dimension = Dimension::new(0, 0, 0).angle(1);
const ANGULAR_VELOCITY: Dimension = Dimension::new(0, 0, -1).angle(1);
const FORCE: Dimension = Dimension::new(1, 1, -2);
const TORQUE: Dimension = Dimension::new(2, 1, -2);
const PRESSURE: Dimension = Dimension::new(-1, 1, -2);
const POWER: Dimension = Dimension::new(2, 1, -3);
const CURRENT: Dimension = Dimension::new(0, 0, 0).current(1);
const VOLTAGE: Dimension = Dimension::new(2, 1, -3).current(-1);
const RESISTANCE: Dimension = Dimension::new(2, 1, -3).current(-2);

const fn ten(power: i32) -> Factor {
    Factor::decimal(1, power)
}

/// Names, dimensions and how many SI units (and radians) they are.
pub(crate) const UNITS: &[(&str, Dimension, Factor)] = &[
    ("m", LENGTH, Factor::ONE),
    ("km", LENGTH, ten(3)),
    ("dm", LENGTH, ten(-1)),
    ("cm", LENGTH, ten(-2)),
    ("mm", LENGTH, ten(-3)),
    ("um", LENGTH, ten(-6)),
    ("µm", LENGTH, ten(-6)),
    ("nm", LENGTH, ten(-9)),
    // the international inch and foot of 1959
    ("in", LENGTH, Factor::decimal(254, -4)),
    ("ft", LENGTH, Factor::decimal(3048, -4)),
    ("kg", MASS, Factor::ONE),
    ("g", MASS, ten(-3)),
    ("mg", MASS, ten(-6)),
    ("t", MASS, ten(3)),
    // the international pound of 1959
    ("lb", MASS, Factor::decimal(45_359_237, -8)),
    ("s", TIME, Factor::ONE),
    ("ms", TIME, ten(-3)),
    ("us", TIME, ten(-6)),
    ("µs", TIME, ten(-6)),
    ("min", TIME, Factor::fraction(60, 1)),
    ("h", TIME, Factor::fraction(3600, 1)),
    ("rad", ANGLE, Factor::ONE),
    ("mrad", ANGLE, ten(-3)),
    ("deg", ANGLE, Factor::of_pi(1, 180)),
    ("°", ANGLE, Factor::of_pi(1, 180)),
    ("rev", ANGLE, Factor::of_pi(2, 1)),
    ("rpm", ANGULAR_VELOCITY, Factor::of_pi(1, 30)),
    ("N", FORCE, Factor::ONE),
    ("mN", FORCE, ten(-3)),
    ("kN", FORCE, ten(3)),
    ("MN", FORCE, ten(6)),
    ("Nm", TORQUE, Factor::ONE),
    ("mNm", TORQUE, ten(-3)),
    ("kNm", TORQUE, ten(3)),
    ("Nmm", TORQUE, ten(-3)),
    ("Ncm", TORQUE, ten(-2)),
    ("J", TORQUE, Factor::ONE),
    ("kJ", TORQUE, ten(3)),
    ("W", POWER, Factor::ONE),
    ("kW", POWER, ten(3)),
    ("Pa", PRESSURE, Factor::ONE),
    ("kPa", PRESSURE, ten(3)),
    ("MPa", PRESSURE, ten(6)),
    ("GPa", PRESSURE, ten(9)),
    ("A", CURRENT, Factor::ONE),
    ("mA", CURRENT, ten(-3)),
    ("V", VOLTAGE, Factor::ONE),
    ("mV", VOLTAGE, ten(-3)),
    ("ohm", RESISTANCE, Factor::ONE),
    ("mohm", RESISTANCE, ten(-3)),
    ("kohm", RESISTANCE, ten(3)),
];
