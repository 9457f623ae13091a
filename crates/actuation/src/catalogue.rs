//! Motors, gears and screws that can be bought.

use appell_diagnostic::{Diagnostic, broken_invariant};
use appell_toml::{Fields, Read, Reader, table};
use appell_units::{
    ANGULAR_VELOCITY, INERTIA, JOINT_EFFORT, LENGTH, MASS, PURE_NUMBER, RESISTANCE, TORQUE,
    TORQUE_CONSTANT,
};

/// Motors, and the gears and screws between them and the axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalogue {
    /// Where the data come from.
    pub source: String,
    /// The motors.
    pub motors: Vec<Motor>,
    /// Gears and screws.
    pub transmissions: Vec<Transmission>,
}

/// A motor.
#[derive(Clone, Debug, PartialEq)]
pub struct Motor {
    /// Its name.
    pub name: String,
    /// The rated (continuous) torque, N m.
    pub rated_torque: f64,
    /// The peak torque, N m.
    pub peak_torque: f64,
    /// Up to this speed it has its peak torque, rad/s; beyond it, the power is constant.
    pub rated_speed: f64,
    /// Its largest speed, rad/s.
    pub max_speed: f64,
    /// The inertia of its rotor, kg m^2.
    pub inertia: f64,
    /// Its mass, kg.
    pub mass: f64,
    /// Torque over current, N m/A, where it is known.
    pub torque_constant: Option<f64>,
    /// The resistance of its winding, ohm, where it is known.
    pub resistance: Option<f64>,
}

impl Motor {
    /// The largest torque at a speed.
    pub fn torque_at(&self, speed: f64) -> f64 {
        match speed > self.rated_speed {
            true => self.peak_torque * self.rated_speed / speed,
            false => self.peak_torque,
        }
    }

    /// The heat in its winding, over the square of the torque.
    pub(crate) fn heat_per_torque(&self) -> Option<f64> {
        Some(self.resistance? / (self.torque_constant? * self.torque_constant?))
    }
}

/// A gear for a rotation, or a screw for a translation.
#[derive(Clone, Debug, PartialEq)]
pub struct Transmission {
    /// Its name.
    pub name: String,
    /// Whether it drives a translation.
    pub translates: bool,
    /// The motion of the motor over that of the axis: 1, or rad/m.
    pub ratio: f64,
    /// The efficiency: the share of the power that is passed on, above 0 and at most 1.
    pub efficiency: f64,
    /// Its inertia on the side of the motor, kg m^2.
    pub inertia: f64,
    /// Its mass, kg.
    pub mass: f64,
    /// The rated load on the side of the axis, N m or N.
    pub rated: f64,
    /// The peak load on the side of the axis, N m or N.
    pub peak: f64,
    /// Its largest speed on the side of the motor, rad/s.
    pub max_speed: f64,
}

/// Every pair is tried on every axis: so many take seconds.
const MOST_PAIRS: usize = 100_000;

const BUNDLED: &str = include_str!("../catalogues/motors.toml");

/// The catalogue that comes with Appell: made-up data of the size that such motors have.
///
/// ```
/// let catalogue = appell_actuation::bundled_catalogue();
/// assert!(catalogue.motors.len() > 5 && catalogue.source.contains("made up"));
/// ```
pub fn bundled_catalogue() -> Catalogue {
    Catalogue::read(BUNDLED)
        .unwrap_or_else(|_| broken_invariant("the bundled catalogue cannot be read"))
}

impl Catalogue {
    /// Reads a catalogue from TOML, with all that is wrong with it.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let mut reader = Reader::default();
        let read = table(text, &["motor", "gear", "screw"], &mut reader).map(|file| {
            let mut fields = Fields::of(&file);
            let source = fields.text("source", &mut reader);
            let motors = fields.list("motor", &mut reader, motor);
            let gears = fields.list("gear", &mut reader, gear);
            let screws = fields.list("screw", &mut reader, screw);
            let listed = fields.get("motor").map(|list| list.get_ref().as_array());
            if listed.is_none_or(|list| list.is_some_and(|list| list.is_empty())) {
                let problem = Diagnostic::error(
                    "no-motors",
                    "`motor` is missing: a catalogue needs at least one [[motor]]",
                )
                .hint("write [[motor]], then name, rated_torque, peak_torque and so on");
                reader.report(problem, 0..0);
            }
            fields.finish(&mut reader);
            let transmissions: Vec<Transmission> = gears.into_iter().chain(screws).collect();
            let pairs = motors.len() * transmissions.len();
            if pairs > MOST_PAIRS {
                let problem = Diagnostic::error("too-many-pairs", "this catalogue is too large")
                    .fact("motors", motors.len())
                    .fact("gears and screws", transmissions.len())
                    .fact("limit", format!("{MOST_PAIRS} pairs of a motor and a gear"))
                    .hint("leave out what is too large or too small for this robot");
                reader.report(problem, 0..0);
            }
            Self { source: source.unwrap_or_default(), motors, transmissions }
        });
        reader.result(read)
    }
}

fn motor(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<Motor> {
    let name = fields.required_text("name", reader);
    let mut number = |(key, measure)| fields.required_positive(key, measure, reader);
    let [rated_torque, peak_torque, rated_speed, max_speed, inertia, mass] = [
        ("rated_torque", &TORQUE),
        ("peak_torque", &TORQUE),
        ("rated_speed", &ANGULAR_VELOCITY),
        ("max_speed", &ANGULAR_VELOCITY),
        ("inertia", &INERTIA),
        ("mass", &MASS),
    ]
    .map(&mut number);
    not_below(fields, reader, ["rated_torque", "peak_torque"], [rated_torque, peak_torque]);
    not_below(fields, reader, ["rated_speed", "max_speed"], [rated_speed, max_speed]);
    let torque_constant = fields.positive("torque_constant", &TORQUE_CONSTANT, reader);
    let resistance = fields.positive("resistance", &RESISTANCE, reader);
    Some(Motor {
        name: name?,
        rated_torque: rated_torque?,
        peak_torque: peak_torque?,
        rated_speed: rated_speed?,
        max_speed: max_speed?,
        inertia: inertia?,
        mass: mass?,
        torque_constant,
        resistance,
    })
}

/// Reports a peak value below the rated one.
fn not_below(
    fields: &Fields<'_>,
    reader: &mut Reader,
    [lasting, most]: [&'static str; 2],
    values: [Option<f64>; 2],
) {
    let [Some(least), Some(value)] = values else { return };
    if value < least {
        let message = format!("`{most}` must be at least `{lasting}`");
        let problem = Diagnostic::error("bad-value", message)
            .fact(lasting, least)
            .fact(most, value)
            .hint("check whether they are exchanged");
        reader.report(problem, fields.place(most));
    }
}

fn gear(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<Transmission> {
    let ratio = fields.required_positive("ratio", &PURE_NUMBER, reader);
    transmission(fields, reader, false, ratio, ["rated_torque", "peak_torque"])
}

fn screw(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<Transmission> {
    // metres a turn
    let lead = fields.required_positive("lead", &LENGTH, reader);
    let ratio = lead.map(|lead| 2.0 * std::f64::consts::PI / lead);
    transmission(fields, reader, true, ratio, ["rated_force", "peak_force"])
}

fn transmission(
    fields: &mut Fields<'_>,
    reader: &mut Reader,
    translates: bool,
    ratio: Option<f64>,
    names: [&'static str; 2],
) -> Option<Transmission> {
    let name = fields.required_text("name", reader);
    let effort = JOINT_EFFORT.of(translates);
    let mut number = |(key, measure)| fields.required_positive(key, measure, reader);
    let [rated, peak, efficiency, inertia, mass, max_speed] = [
        (names[0], effort),
        (names[1], effort),
        ("efficiency", &PURE_NUMBER),
        ("inertia", &INERTIA),
        ("mass", &MASS),
        ("max_speed", &ANGULAR_VELOCITY),
    ]
    .map(&mut number);
    not_below(fields, reader, names, [rated, peak]);
    if let Some(efficiency) = efficiency.filter(|&efficiency| efficiency > 1.0) {
        let message = format!("`efficiency` must be at most 1, got {efficiency}");
        let problem = Diagnostic::error("bad-value", message)
            .hint("write the share of the power that comes through: efficiency = 0.9");
        reader.report(problem, fields.place("efficiency"));
    }
    Some(Transmission {
        name: name?,
        translates,
        ratio: ratio?,
        efficiency: efficiency?,
        inertia: inertia?,
        mass: mass?,
        rated: rated?,
        peak: peak?,
        max_speed: max_speed?,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use super::*;

    const FILE: &str = r#"
        source = "a test"
        [[motor]]
        name = "M"
        rated_torque = 1.5
        peak_torque = 4
        rated_speed = 200
        max_speed = 500
        inertia = 1e-4
        mass = 2
        torque_constant = 0.5
        resistance = 3
        [[gear]]
        name = "G"
        ratio = 50
        rated_torque = 60
        peak_torque = 110
        efficiency = 0.8
        inertia = 1e-5
        mass = 1
        max_speed = 600
        [[screw]]
        name = "S"
        lead = 0.01
        rated_force = 800
        peak_force = 2000
        efficiency = 0.9
        inertia = 2e-5
        mass = 3
        max_speed = 300
    "#;

    #[test]
    fn a_catalogue_is_what_stands_in_its_file() {
        let catalogue = Catalogue::read(FILE).unwrap();
        let (motor, gear, screw) =
            (&catalogue.motors[0], &catalogue.transmissions[0], &catalogue.transmissions[1]);
        // up to the rated speed the peak torque, beyond it the power of 4 N m at 200 rad/s
        let torques = [0.0, 200.0, 400.0].map(|speed| motor.torque_at(speed));
        assert_eq!(torques, [4.0, 4.0, 2.0]);
        // a torque of 2 N m takes 4 A, which heat 3 ohm by 48 W
        assert!((motor.heat_per_torque().unwrap() * 2.0f64.powi(2) - 48.0).abs() < 1e-12);
        assert_eq!(
            (gear.translates, gear.ratio, gear.rated, gear.peak),
            (false, 50.0, 60.0, 110.0)
        );
        // a turn of the motor is a lead of the axis
        assert!((screw.ratio * 0.01 - 2.0 * std::f64::consts::PI).abs() < 1e-12);
        assert_eq!((screw.translates, screw.rated, screw.peak), (true, 800.0, 2000.0));
        let unknown = Motor { resistance: None, ..motor.clone() };
        assert_eq!(unknown.heat_per_torque(), None);
    }

    #[test]
    fn what_cannot_be_bought_is_refused() {
        let code = |from: &str, to: &str| {
            let changed = FILE.replacen(from, to, 1);
            assert_ne!(changed, FILE);
            Catalogue::read(&changed).unwrap_err()[0].code
        };
        assert_eq!(code("efficiency = 0.8", "efficiency = 1.01"), "bad-value");
        assert_eq!(code("peak_torque = 4", "peak_torque = 1.4"), "bad-value");
        assert_eq!(code("max_speed = 500", "max_speed = 199"), "bad-value");
        assert_eq!(code("peak_torque = 110", "peak_torque = 59"), "bad-value");
        assert_eq!(code("peak_force = 2000", "peak_force = 799"), "bad-value");
        assert_eq!(code("mass = 2", "mass = 0"), "not-positive");
        assert_eq!(code("lead = 0.01", "leed = 0.01"), "unknown-key");
        assert_eq!(code("[[motor]]", "[[engine]]"), "no-motors");
        assert_eq!(code("[[gear]]", "[gear]"), "wrong-type");
        let [motor, gear, screw] =
            ["[[motor]]", "[[gear]]", "[[screw]]"].map(|it| FILE.find(it).unwrap());
        let [motors, gears] = [FILE[motor..gear].repeat(1000), FILE[gear..screw].repeat(101)];
        let many = format!("{motors}{gears}");
        assert_eq!(Catalogue::read(&many).unwrap_err()[0].code, "too-many-pairs");
    }
}
