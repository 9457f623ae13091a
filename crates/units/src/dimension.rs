//! Dimensions: the exponents of length, mass, time, angle and current.

/// The dimension of a unit: m^length kg^mass s^time rad^angle A^current.
///
/// Angles have a dimension of their own, so that a length is never taken for an angle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dimension {
    /// The exponent of the metre.
    pub length: i32,
    /// The exponent of the kilogram.
    pub mass: i32,
    /// The exponent of the second.
    pub time: i32,
    /// The exponent of the radian.
    pub angle: i32,
    /// The exponent of the ampere.
    pub current: i32,
}

impl Dimension {
    pub(crate) const fn new(length: i32, mass: i32, time: i32) -> Self {
        Self { length, mass, time, angle: 0, current: 0 }
    }

    /// The same with an exponent of the radian.
    pub(crate) const fn angle(self, angle: i32) -> Self {
        Self { angle, ..self }
    }

    /// The same with an exponent of the ampere.
    pub(crate) const fn current(self, current: i32) -> Self {
        Self { current, ..self }
    }

    /// This dimension times a power of another one.
    pub(crate) fn times(self, other: Self, power: i32) -> Self {
        Self {
            length: self.length + power * other.length,
            mass: self.mass + power * other.mass,
            time: self.time + power * other.time,
            angle: self.angle + power * other.angle,
            current: self.current + power * other.current,
        }
    }

    /// The unit of this dimension in base units, such as `kg*m^2/s^3`; `1` where it has none.
    pub fn base_units(self) -> String {
        let exponents = [
            ("kg", self.mass),
            ("m", self.length),
            ("rad", self.angle),
            ("A", self.current),
            ("s", self.time),
        ];
        let power = |(name, exponent): (&str, i32)| match exponent.abs() {
            1 => name.to_owned(),
            exponent => format!("{name}^{exponent}"),
        };
        let above: Vec<String> =
            exponents.into_iter().filter(|(_, exponent)| *exponent > 0).map(power).collect();
        let below = exponents.into_iter().filter(|(_, exponent)| *exponent < 0).map(power);
        let above = if above.is_empty() { "1".to_owned() } else { above.join("*") };
        below.fold(above, |text, unit| format!("{text}/{unit}"))
    }
}
