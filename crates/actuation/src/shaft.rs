//! Motors that drive several joints: differentials, and belts that run over joints.
//!
//! The shaft of a motor is the output of its gear. Its speed s' follows from the ratios of the robot's file,
//! each divided by the ratio to the motor's own joint: s' = S q'. So the torques at the shafts are S^-T Q, the
//! mass matrix there is S^-T M S^-1, and the power of all shafts is that of all joints.

use appell_code::CompiledRobot;
use appell_diagnostic::{Diagnostic, shown};
use appell_model::Joint;
use appell_numeric::lu::Lu;

/// A shaft: how it moves with all coordinates.
pub(crate) struct Shaft {
    /// Its row of S.
    along: Vec<f64>,
    /// Its column of S^-1.
    back: Vec<f64>,
}

impl Shaft {
    /// Its speed or acceleration at every moment, from those of the coordinates.
    pub(crate) fn motion(&self, of_coordinates: &[Vec<f64>]) -> Vec<f64> {
        combined(of_coordinates, &self.along)
    }

    /// Its force at every moment.
    pub(crate) fn force(&self, of_coordinates: &[Vec<f64>]) -> Vec<f64> {
        combined(of_coordinates, &self.back)
    }

    /// Its entry on the diagonal of S^-T M S^-1 at every moment, from M row by row.
    pub(crate) fn inertia(&self, mass: &[Vec<f64>]) -> Vec<f64> {
        let products = self.back.iter().flat_map(|a| self.back.iter().map(move |b| a * b));
        combined(mass, &products.collect::<Vec<f64>>())
    }
}

/// A sum of series, each times a number.
fn combined(series: &[Vec<f64>], factors: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; series.first().map_or(0, Vec::len)];
    for (one, factor) in series.iter().zip(factors).filter(|(_, factor)| **factor != 0.0) {
        sum.iter_mut().zip(one).for_each(|(sum, entry)| *sum += factor * entry);
    }
    sum
}

/// The shafts of all coordinates. That of a motor that drives one joint is the axis of the joint; if S is not
/// known or has no inverse, all shafts are the axes.
pub(crate) fn shafts(machine: &CompiledRobot) -> Vec<Shaft> {
    let count = machine.coordinates().len();
    let axis = |k: usize| Shaft { along: unit(k, count), back: unit(k, count) };
    inverted(machine).unwrap_or_else(|_| (0..count).map(axis).collect())
}

/// Both S and its inverse, or why they are not known.
fn inverted(machine: &CompiledRobot) -> Result<Vec<Shaft>, &'static str> {
    /// Ratios have a few digits: an inverse with larger entries is rounding.
    const LARGEST: f64 = 1e9;
    const SINGULAR: &str = "the motors do not determine the motion of all joints";
    let rows = matrix(machine)?;
    let count = rows.len();
    let factors = Lu::new(count, rows.iter().flatten().copied().collect()).ok_or(SINGULAR)?;
    let columns = (0..count).map(|k| factors.solve(&unit(k, count)));
    let shafts = rows.into_iter().zip(columns).map(|(along, back)| Shaft { along, back });
    let shafts: Vec<Shaft> = shafts.collect();
    let is_small = |shaft: &Shaft| shaft.back.iter().all(|entry| entry.abs() < LARGEST);
    if shafts.iter().all(is_small) { Ok(shafts) } else { Err(SINGULAR) }
}

/// A row of the unit matrix.
fn unit(k: usize, count: usize) -> Vec<f64> {
    (0..count).map(|j| f64::from(u8::from(j == k))).collect()
}

/// S, or why it is not known.
fn matrix(machine: &CompiledRobot) -> Result<Vec<Vec<f64>>, &'static str> {
    let (robot, count) = (machine.robot(), machine.coordinates().len());
    let mut rows: Vec<Vec<f64>> = (0..count).map(|k| unit(k, count)).collect();
    let place = |joint: &Joint| {
        let own = joint.coordinate?;
        robot.coordinates().iter().position(|q| *q == own)
    };
    for joint in coupled(machine) {
        let mut row = vec![0.0; count];
        for (id, share) in joint.rotor.iter().flat_map(|rotor| &rotor.shares) {
            let at = place(robot.joint(*id)).ok_or("a joint that it drives has no coordinate")?;
            row[at] = robot.evaluate(share).map_err(|_| "a ratio has no value")?;
        }
        let own = place(joint).ok_or("its own joint follows others")?;
        let ratio = row[own];
        if ratio == 0.0 {
            return Err("it does not turn with its own joint");
        }
        rows[own] = row.into_iter().map(|entry| entry / ratio).collect();
    }
    Ok(rows)
}

/// The joints whose motors drive several.
fn coupled(machine: &CompiledRobot) -> impl Iterator<Item = &Joint> {
    let is_coupled = |joint: &&Joint| joint.rotor.as_ref().is_some_and(|it| it.shares.len() > 1);
    machine.robot().joints().iter().filter(is_coupled)
}

/// Reports rotors of the robot's file with friction or efficiency: motors are chosen without these. None if there are
/// none.
pub fn replaced_losses(machine: &CompiledRobot) -> Option<Diagnostic> {
    let has_losses = |joint: &&Joint| {
        joint.rotor.as_ref().is_some_and(|rotor| {
            let friction = rotor.friction.entries().into_iter();
            rotor.efficiency.is_some() || friction.map(|(_, entry)| entry).any(|it| !it.is_zero())
        })
    };
    let joints = machine.robot().joints().iter().filter(has_losses);
    let names: Vec<&str> = joints.map(|joint| joint.name.as_str()).collect();
    let message = "friction and efficiency of the rotors in the robot file are left out: the motors and gears of the \
                   catalogue take their place";
    let warning = Diagnostic::warning("motor-losses", message).fact("rotors of", names.join(", "));
    let hint = "write losses that stay, whatever the motor, as `friction` of the joint";
    (!names.is_empty()).then(|| warning.hint(hint))
}

/// Reports motors that drive several joints: a note if their demands are those of the shafts, a warning with
/// the reason if they are those of the joints. None if each motor drives one joint.
pub fn coupled_motors(machine: &CompiledRobot) -> Option<Diagnostic> {
    let names: Vec<&str> = coupled(machine).map(|joint| joint.name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let shafts = match inverted(machine) {
        Ok(shafts) => shafts,
        Err(reason) => {
            let message = "one motor is chosen for each axis, but a motor of this robot drives several joints";
            let problem = Diagnostic::warning("coupled-motors", message)
                .fact("motors of", names.join(", "))
                .fact("reason", reason);
            let hint =
                "combine the torques and speeds of these axes by the ratios of the transmission";
            return Some(problem.hint(hint));
        }
    };
    let message = "motors that drive several joints are chosen for the shafts behind their gears";
    let mut note = Diagnostic::note("coupled-motors", message);
    for axis in machine.axes().iter().filter(|axis| names.contains(&axis.name.as_str())) {
        let terms = machine.axes().iter().filter_map(|other| {
            let share = shafts[axis.coordinate].along[other.coordinate];
            (share != 0.0).then(|| format!("{} {}", shown(share), other.name))
        });
        note = note.fact(axis.name.as_str(), terms.collect::<Vec<_>>().join(" + "));
    }
    Some(note.hint("a gear of the catalogue replaces the ratio of the motor to its own joint; the other ratios stay in proportion"))
}
