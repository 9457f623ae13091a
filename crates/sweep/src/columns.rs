//! The columns of a sweep: what varies, then what is found.

use appell_code::CompiledRobot;
use appell_output::{ColumnKind, Heading};
use appell_scenario::Sweep;
use appell_simulation::{Effort, Simulation, Stopped};

/// The columns of what varies.
pub(crate) fn varied(sweep: &Sweep) -> impl Iterator<Item = Heading> + '_ {
    sweep.varied.iter().map(|it| Heading::new(ColumnKind::Other, it.path.clone(), ""))
}

fn heading(name: impl Into<String>, unit: impl Into<String>) -> Heading {
    Heading::new(ColumnKind::Other, name, unit)
}

/// The figures of an axis along a motion, with their units.
type Figure = (&'static str, fn(&Effort) -> f64, Unit);

#[derive(Clone, Copy)]
enum Unit {
    Force,
    Velocity,
    Watt,
    Joule,
}

const FIGURES: [Figure; 6] = [
    ("peak_force", |it| it.peak_force, Unit::Force),
    ("rms_force", |it| it.rms_force, Unit::Force),
    ("peak_velocity", |it| it.peak_velocity, Unit::Velocity),
    ("peak_power", |it| it.peak_power, Unit::Watt),
    ("work", |it| it.work, Unit::Joule),
    ("returned", |it| it.returned, Unit::Joule),
];

/// The columns of inverse dynamics: of the whole, then of each axis.
pub(crate) fn of_inverse(machine: &CompiledRobot) -> Vec<Heading> {
    let mut all = vec![
        heading("duration", "s"),
        heading("energy", "J"),
        heading("energy_with_recuperation", "J"),
        heading("effort_ratio", "1"),
    ];
    for (figure, _, unit) in FIGURES {
        all.extend(machine.axes().iter().map(|axis| {
            let name = &machine.coordinates()[axis.coordinate].name;
            let unit = match unit {
                Unit::Force => axis.force_unit().to_owned(),
                Unit::Velocity => format!("{}/s", axis.unit()),
                Unit::Watt => "W".to_owned(),
                Unit::Joule => "J".to_owned(),
            };
            heading(format!("{figure}_{name}"), unit)
        }));
    }
    all
}

/// The numbers in the same order.
pub(crate) fn inverse_numbers(
    machine: &CompiledRobot,
    duration: f64,
    efforts: &[Effort],
    out: &mut Vec<f64>,
) {
    let sum = |part: fn(&Effort) -> f64| efforts.iter().map(part).sum::<f64>();
    let [work, returned] = [sum(|it| it.work), sum(|it| it.returned)];
    let ratios = machine.axes().iter().zip(efforts);
    let ratio = ratios.map(|(axis, effort)| effort.peak_force / axis.limits.effort);
    out.extend([duration, work, work - returned, ratio.fold(0.0, f64::max)]);
    for (_, figure, _) in FIGURES {
        out.extend(efforts.iter().map(figure));
    }
}

/// The columns of a simulation: its end, the drift of its energy, the state at the end, and the largest
/// values of each axis.
pub(crate) fn of_simulation(machine: &CompiledRobot, follows: bool) -> Vec<Heading> {
    let mut all = vec![heading("end", "s"), heading("drift", "J"), heading("work", "J")];
    let coordinates = machine.coordinates();
    for (before, per) in [("end_", ""), ("end_d", "/s")] {
        all.extend(coordinates.iter().map(|it| {
            let unit = it.axis.map_or("1", |axis| machine.axes()[axis].unit());
            heading(format!("{before}{}", it.name), format!("{unit}{per}"))
        }));
    }
    let name = |axis: &appell_code::Axis| coordinates[axis.coordinate].name.clone();
    let axes = || machine.axes().iter();
    all.extend(axes().map(|axis| {
        heading(format!("peak_velocity_{}", name(axis)), format!("{}/s", axis.unit()))
    }));
    all.extend(axes().map(|axis| heading(format!("peak_force_{}", name(axis)), axis.force_unit())));
    if follows {
        all.extend(axes().map(|axis| heading(format!("peak_error_{}", name(axis)), axis.unit())));
    }
    all
}

/// The numbers in the same order, and a remark on how it ended.
pub(crate) fn simulation_numbers(
    machine: &CompiledRobot,
    found: &Simulation,
    follows: bool,
    out: &mut Vec<f64>,
) -> String {
    let last = |rows: &[Vec<f64>], k: usize| rows.last().map_or(f64::NAN, |row| row[k]);
    out.extend([found.end, found.drift, found.work.last().copied().unwrap_or(f64::NAN)]);
    for rows in [&found.q, &found.qd] {
        out.extend((0..machine.coordinates().len()).map(|k| last(rows, k)));
    }
    out.extend(&found.peak_velocity);
    out.extend(&found.peak_force);
    if follows {
        out.extend(machine.axes().iter().enumerate().map(|(i, axis)| {
            let rows = found.reference.iter().zip(&found.q);
            rows.map(|(reference, q)| (reference[i] - q[axis.coordinate]).abs()).fold(0.0, f64::max)
        }));
    }
    match (&found.stopped, found.events.last()) {
        (Stopped::AtLimit, Some(event)) => event.kind.to_string(),
        _ => String::new(),
    }
}
