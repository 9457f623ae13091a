//! Which columns results have: their kinds, names and units, before there is a number.

use appell_code::CompiledRobot;
use appell_output::{ColumnKind, Heading};

/// The derivatives of coordinates: the prefix of their names, and the suffix of their units.
const DERIVATIVES: [(ColumnKind, &str, &str); 4] = [
    (ColumnKind::Coordinate, "", ""),
    (ColumnKind::Velocity, "d", "/s"),
    (ColumnKind::Acceleration, "dd", "/s^2"),
    (ColumnKind::Jerk, "ddd", "/s^3"),
];

/// The columns of a simulation; with the reference and the errors of the axes where a controller
/// follows one.
pub fn simulation_headings(machine: &CompiledRobot, follows: bool) -> Vec<Heading> {
    let mut all = motion(machine, 3);
    all.extend(forces(machine, ColumnKind::Force, "Q", ""));
    let energies = [ColumnKind::Kinetic, ColumnKind::Potential, ColumnKind::Work];
    all.extend(energies.map(|energy| Heading::new(energy, energy.name(), "J")));
    if follows {
        for kind in [ColumnKind::Reference, ColumnKind::TrackingError] {
            all.extend(machine.axes().iter().map(|axis| {
                let name = &machine.coordinates()[axis.coordinate].name;
                Heading::new(kind, format!("{}_{name}", kind.name()), axis.unit())
            }));
        }
    }
    all
}

/// What is asked of the inverse problem beside forces and powers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// The connection forces and moments of all joints.
    pub wrenches: bool,
    /// The time derivatives of the driving forces; of rigid robots only.
    pub rates: bool,
    /// Frequencies and damping ratios of the vibrations of elastic links, at every row.
    pub vibrations: bool,
}

/// The columns of the inverse problem, with what was asked for.
pub fn inverse_headings(machine: &CompiledRobot, extras: Extras) -> Vec<Heading> {
    let Extras { wrenches, rates, vibrations } = extras.of(machine);
    let mut all = motion(machine, if rates { 4 } else { 3 });
    all.extend(forces(machine, ColumnKind::Force, "Q", ""));
    if rates {
        all.extend(forces(machine, ColumnKind::ForceRate, "dQ", "/s"));
    }
    let powers = machine.axes().iter().map(|axis| {
        Heading::new(
            ColumnKind::Power,
            format!("P_{}", machine.coordinates()[axis.coordinate].name),
            "W",
        )
    });
    all.extend(powers);
    if wrenches {
        let wrench =
            [(ColumnKind::ConnectionForce, "f", "N"), (ColumnKind::ConnectionMoment, "n", "N m")];
        for id in machine.robot().joint_ids() {
            for (kind, letter, unit) in wrench {
                let name = |axis| format!("{letter}{}_{axis}", id.number());
                all.extend(["x", "y", "z"].map(|axis| Heading::new(kind, name(axis), unit)));
            }
        }
    }
    if vibrations {
        let count = machine.coordinates().iter().filter(|it| it.axis.is_none()).count();
        for (kind, unit) in [(ColumnKind::Frequency, "rad/s"), (ColumnKind::DampingRatio, "1")] {
            let name = |number: usize| format!("{}{number}", kind.name());
            all.extend((1..=count).map(|number| Heading::new(kind, name(number), unit)));
        }
    }
    all
}

impl Extras {
    /// What there is of it for a robot: the modes of elastic links have no third derivative, and rigid links do
    /// not vibrate.
    pub(crate) fn of(self, machine: &CompiledRobot) -> Self {
        let elastic = machine.is_elastic();
        Self { rates: self.rates && !elastic, vibrations: self.vibrations && elastic, ..self }
    }
}

/// Time, coordinates and so many of their derivatives, themselves included.
fn motion(machine: &CompiledRobot, orders: usize) -> Vec<Heading> {
    let mut all = vec![Heading::new(ColumnKind::Time, "t", "s")];
    for (kind, before, per) in &DERIVATIVES[..orders] {
        all.extend(machine.coordinates().iter().map(|coordinate| {
            let unit = coordinate.axis.map_or("1", |axis| machine.axes()[axis].unit());
            Heading::new(*kind, format!("{before}{}", coordinate.name), format!("{unit}{per}"))
        }));
    }
    all
}

fn forces<'m>(
    machine: &'m CompiledRobot,
    kind: ColumnKind,
    letter: &'m str,
    per: &'m str,
) -> impl Iterator<Item = Heading> + 'm {
    machine.axes().iter().map(move |axis| {
        let name = &machine.coordinates()[axis.coordinate].name;
        Heading::new(kind, format!("{letter}_{name}"), format!("{}{per}", axis.force_unit()))
    })
}
