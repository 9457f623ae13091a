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

/// The columns of the inverse problem, with the rates and wrenches that were asked for.
pub fn inverse_headings(machine: &CompiledRobot, rates: bool, wrenches: bool) -> Vec<Heading> {
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
    all
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
