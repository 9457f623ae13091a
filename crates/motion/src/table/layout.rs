//! Which columns results have: their quantities, names and units, before there is a number.

use crate::machine::Machine;

/// What the numbers of a column are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quantity {
    /// Time.
    Time,
    /// Coordinates of axes, and of the modes of elastic links.
    Coordinate,
    /// Their first derivatives.
    Velocity,
    /// Their second derivatives.
    Acceleration,
    /// Their third derivatives.
    Jerk,
    /// Driving forces and moments.
    Force,
    /// Their time derivatives.
    ForceRate,
    /// What drives do in a second.
    Power,
    /// Kinetic energy.
    Kinetic,
    /// Potential energy.
    Potential,
    /// The work of drives, less that of friction and loads.
    Work,
    /// Forces in joints.
    ConnectionForce,
    /// Moments in joints.
    ConnectionMoment,
    /// Anything else.
    #[default]
    Other,
}

impl Quantity {
    /// The name under which all columns of the quantity are asked for.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "t",
            Self::Coordinate => "q",
            Self::Velocity => "dq",
            Self::Acceleration => "ddq",
            Self::Jerk => "dddq",
            Self::Force => "Q",
            Self::ForceRate => "dQ",
            Self::Power => "P",
            Self::Kinetic => "Ek",
            Self::Potential => "Ep",
            Self::Work => "W",
            Self::ConnectionForce => "f",
            Self::ConnectionMoment => "n",
            Self::Other => "",
        }
    }
}

/// What stands above a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Heading {
    pub(crate) quantity: Quantity,
    pub(crate) name: String,
    pub(crate) unit: String,
}

fn heading(quantity: Quantity, name: impl Into<String>, unit: impl Into<String>) -> Heading {
    Heading { quantity, name: name.into(), unit: unit.into() }
}

/// The derivatives of coordinates: what stands before their names, and behind their units.
const DERIVATIVES: [(Quantity, &str, &str); 4] = [
    (Quantity::Coordinate, "", ""),
    (Quantity::Velocity, "d", "/s"),
    (Quantity::Acceleration, "dd", "/s^2"),
    (Quantity::Jerk, "ddd", "/s^3"),
];

/// The columns of a simulation.
pub(crate) fn direct(machine: &Machine) -> Vec<Heading> {
    let mut all = motion(machine, 3);
    all.extend(forces(machine, Quantity::Force, "Q", ""));
    let energies = [Quantity::Kinetic, Quantity::Potential, Quantity::Work];
    all.extend(energies.map(|energy| heading(energy, energy.name(), "J")));
    all
}

/// The columns of the inverse problem, with the rates and wrenches that were asked for.
pub(crate) fn inverse(machine: &Machine, rates: bool, wrenches: bool) -> Vec<Heading> {
    let mut all = motion(machine, if rates { 4 } else { 3 });
    all.extend(forces(machine, Quantity::Force, "Q", ""));
    if rates {
        all.extend(forces(machine, Quantity::ForceRate, "dQ", "/s"));
    }
    let powers = machine.axes().iter().map(|axis| {
        heading(Quantity::Power, format!("P_{}", machine.coordinates()[axis.coordinate].name), "W")
    });
    all.extend(powers);
    if wrenches {
        let wrench =
            [(Quantity::ConnectionForce, "f", "N"), (Quantity::ConnectionMoment, "n", "N m")];
        for id in machine.robot().joint_ids() {
            for (quantity, letter, unit) in wrench {
                let name = |axis| format!("{letter}{}_{axis}", id.number());
                all.extend(["x", "y", "z"].map(|axis| heading(quantity, name(axis), unit)));
            }
        }
    }
    all
}

/// Time, coordinates and so many of their derivatives, themselves included.
fn motion(machine: &Machine, orders: usize) -> Vec<Heading> {
    let mut all = vec![heading(Quantity::Time, "t", "s")];
    for (quantity, before, per) in &DERIVATIVES[..orders] {
        all.extend(machine.coordinates().iter().map(|coordinate| {
            let unit = coordinate.axis.map_or("1", |axis| machine.axes()[axis].unit());
            heading(*quantity, format!("{before}{}", coordinate.name), format!("{unit}{per}"))
        }));
    }
    all
}

fn forces<'m>(
    machine: &'m Machine,
    quantity: Quantity,
    letter: &'m str,
    per: &'m str,
) -> impl Iterator<Item = Heading> + 'm {
    machine.axes().iter().map(move |axis| {
        let name = &machine.coordinates()[axis.coordinate].name;
        heading(quantity, format!("{letter}_{name}"), format!("{}{per}", axis.force_unit()))
    })
}

/// Whether a column is asked for: by its name, or by that of its quantity.
pub(crate) fn is_among(name: &str, quantity: Quantity, names: &[String]) -> bool {
    names.iter().any(|wanted| wanted == name || wanted == quantity.name())
}
