//! The result of a simulation: the motion, the events, and the energy drift.

use appell_algebra::Stop;
use appell_code::CompiledRobot;
use appell_diagnostic::{Diagnostic, shown};
use appell_output::Table;

use crate::error::Error;
use crate::layout::simulation_headings;
use crate::simulate::events::Event;

/// Why a simulation ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Stopped {
    /// It reached the end of its duration.
    Whole,
    /// An axis reached a limit: see the last event.
    AtLimit,
    /// It was stopped: by the user, or by a limit of time.
    Early(Stop),
    /// It failed; the rows up to that time are kept.
    Failed(Error),
}

/// The result of a simulation.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The times of the rows.
    pub times: Vec<f64>,
    /// Coordinates, a row for every time.
    pub q: Vec<Vec<f64>>,
    /// Their rates.
    pub qd: Vec<Vec<f64>>,
    /// Their accelerations.
    pub qdd: Vec<Vec<f64>>,
    /// The driving forces.
    pub tau: Vec<Vec<f64>>,
    /// Kinetic energy.
    pub kinetic: Vec<f64>,
    /// Potential energy, strain energy included.
    pub potential: Vec<f64>,
    /// The work that drives did, less what friction and loads took, with the energy that payloads
    /// brought and took along: Ek + Ep - W stays what it was at the start.
    pub work: Vec<f64>,
    /// The reference of the axes; no rows where no controller follows one.
    pub reference: Vec<Vec<f64>>,
    /// The largest velocity of every axis, between rows too.
    pub peak_velocity: Vec<f64>,
    /// The largest driving force of every axis, between rows too.
    pub peak_force: Vec<f64>,
    /// The largest difference between the energy of the robot and the work done on it, in J.
    pub drift: f64,
    /// The largest energy that was exchanged, in J: the scale for `drift`.
    pub energy_scale: f64,
    /// What happened on the way.
    pub events: Vec<Event>,
    /// Steps that were taken.
    pub steps: usize,
    /// Steps that were tried and were too long.
    pub rejected: usize,
    /// When it ended.
    pub end: f64,
    /// Why it ended.
    pub stopped: Stopped,
}

impl Simulation {
    /// All columns, with their units.
    pub fn table(&self, machine: &CompiledRobot) -> Table {
        let column = |rows: &[Vec<f64>], k: usize| rows.iter().map(|row| row[k]).collect();
        let mut values = vec![self.times.clone()];
        for rows in [&self.q, &self.qd, &self.qdd] {
            values.extend((0..machine.coordinates().len()).map(|k| column(rows, k)));
        }
        values.extend(machine.axes().iter().map(|axis| column(&self.tau, axis.coordinate)));
        values.extend([&self.kinetic, &self.potential, &self.work].map(Clone::clone));
        let follows = !self.reference.is_empty();
        if follows {
            let axes = || machine.axes().iter().enumerate();
            values.extend(axes().map(|(i, _)| column(&self.reference, i)));
            values.extend(axes().map(|(i, axis)| {
                let rows = self.reference.iter().zip(&self.q);
                rows.map(|(reference, q)| reference[i] - q[axis.coordinate]).collect()
            }));
        }
        Table::new(simulation_headings(machine, follows), values)
    }

    /// A warning where the energy is off what work says by more than a thousandth of what moved: the
    /// motion is then not to be relied on.
    pub fn drift_warning(&self) -> Option<Diagnostic> {
        /// Of the energy that moved.
        const MUCH: f64 = 1e-3;
        /// What rounding leaves, of all energies and works that are added up.
        const ROUNDING: f64 = 1e-11;
        let sizes = [&self.kinetic, &self.potential, &self.work].into_iter().flatten();
        let size = sizes.fold(0.0f64, |size, energy| size.max(energy.abs()));
        let is_large = self.drift > MUCH * self.energy_scale && self.drift > ROUNDING * size;
        (is_large && self.drift > self.least_energy()).then(|| {
            let message = "the energy balance does not close: this motion is not reliable";
            Diagnostic::warning("energy-drift", message)
                .fact("drift", format!("{} J", shown(self.drift)))
                .fact("energy that moved", format!("{} J", shown(self.energy_scale)))
                .hint("write a smaller `tolerance` (or, with rk4, a shorter `step`) under [simulation]")
                .hint("check that coordinates, masses and gains have usual sizes")
        })
    }

    /// Less than this, in J, is no energy that a simulation can resolve: the work of the largest
    /// forces of the drives over 1e-12 rad or m.
    pub fn least_energy(&self) -> f64 {
        1e-12 * self.peak_force.iter().sum::<f64>()
    }

    /// The coordinates of the last row that is not later than a time.
    pub fn row_at(&self, time: f64) -> Option<&[f64]> {
        let next = self.times.partition_point(|&t| t <= time + 1e-12);
        self.q.get(next.checked_sub(1)?).map(Vec::as_slice)
    }
}
