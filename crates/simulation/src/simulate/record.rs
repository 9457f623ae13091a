//! What is kept of a simulation.

use appell_algebra::Stop;
use appell_code::{CompiledRobot, Function};
use appell_diagnostic::{Diagnostic, shown};
use appell_mechanics::Kind;
use appell_output::Table;

use crate::error::Error;
use crate::integrate::{Step, System};
use crate::layout::simulation_headings;
use crate::loads::Taken;
use crate::simulate::Setup;
use crate::simulate::events::{Event, EventKind};
use crate::simulate::plant::Plant;

/// Why a simulation ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Stopped {
    /// All of its time is done.
    Whole,
    /// An axis reached a limit: see the last event.
    AtLimit,
    /// It was stopped, or its time was up.
    Early(Stop),
    /// It could not go on. What was found until then is there.
    Failed(Error),
}

/// A motion that was found.
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
    /// By how much the energy is off what work says, at the most, in joules.
    pub drift: f64,
    /// The largest energy that moved: what the drift is to be seen against.
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
        is_large.then(|| {
            let message = "the energy balance does not close: this motion is not reliable";
            Diagnostic::warning("energy-drift", message)
                .fact("drift", format!("{} J", shown(self.drift)))
                .fact("energy that moved", format!("{} J", shown(self.energy_scale)))
                .hint("write a smaller `tolerance` (or, with rk4, a shorter `step`) under [simulation]")
                .hint("check that coordinates, masses and gains have usual sizes")
        })
    }

    /// The coordinates of the last row that is not later than a time.
    pub fn row_at(&self, time: f64) -> Option<&[f64]> {
        let next = self.times.partition_point(|&t| t <= time + 1e-12);
        self.q.get(next.checked_sub(1)?).map(Vec::as_slice)
    }
}

/// Keeps rows while the simulation goes on.
pub(super) struct Recorder<'m> {
    machine: &'m CompiledRobot,
    /// Kinetic, then potential energy.
    energies: Function,
    pub(super) result: Simulation,
    /// The energy at the start.
    start: Option<f64>,
    output_step: f64,
    slope: Vec<f64>,
    y: Vec<f64>,
}

impl<'m> Recorder<'m> {
    pub(super) fn new(
        machine: &'m CompiledRobot,
        setup: &Setup,
        size: usize,
    ) -> Result<Self, Error> {
        Ok(Self {
            machine,
            energies: machine.function_of(&[Kind::KineticEnergy, Kind::PotentialEnergy])?,
            result: Simulation {
                times: Vec::new(),
                q: Vec::new(),
                qd: Vec::new(),
                qdd: Vec::new(),
                tau: Vec::new(),
                kinetic: Vec::new(),
                potential: Vec::new(),
                work: Vec::new(),
                reference: Vec::new(),
                peak_velocity: vec![0.0; machine.axes().len()],
                peak_force: vec![0.0; machine.axes().len()],
                drift: 0.0,
                energy_scale: 0.0,
                events: Vec::new(),
                steps: 0,
                rejected: 0,
                end: 0.0,
                stopped: Stopped::Whole,
            },
            start: None,
            output_step: setup.output_step,
            slope: vec![0.0; size],
            y: vec![0.0; size],
        })
    }

    fn energies(&mut self, plant: &Plant, y: &[f64]) -> Result<[f64; 2], Error> {
        let (q, qd) = plant.parts(y);
        let energies = self.energies.call(&[q, qd, &plant.arguments])?;
        Ok([energies[0], energies[1]])
    }

    /// Keeps a row, of numbers only.
    pub(super) fn row(&mut self, plant: &mut Plant, t: f64, y: &[f64]) -> Result<(), Error> {
        let [kinetic, potential] = self.energies(plant, y)?;
        let work = y[y.len() - 1];
        let start = *self.start.get_or_insert(kinetic + potential);
        plant.slope(t, y, &mut self.slope)?;
        let accelerations = &self.slope[plant.count..2 * plant.count];
        let energies = [("Ek", kinetic), ("Ep", potential), ("W", work)];
        let names = self.machine.coordinates().iter().map(|it| it.name.as_str());
        let mut all = names.zip(accelerations.iter().copied()).chain(energies);
        if let Some((what, _)) = all.find(|(_, value)| !value.is_finite()) {
            return Err(Error::NotFinite { what: what.to_owned(), time: t });
        }
        let (q, qd) = plant.parts(y);
        let kept = &mut self.result;
        kept.drift = kept.drift.max((kinetic + potential - start - work).abs());
        kept.energy_scale = kept.energy_scale.max(kinetic).max((kinetic + potential - start).abs());
        kept.times.push(t);
        kept.q.push(q.to_vec());
        kept.qd.push(qd.to_vec());
        kept.qdd.push(accelerations.to_vec());
        kept.tau.push(plant.tau.clone());
        kept.kinetic.push(kinetic);
        kept.potential.push(potential);
        kept.work.push(work);
        if let Some(reference) = plant.reference(t) {
            kept.reference.push(reference.to_vec());
        }
        self.peaks(plant, y);
        Ok(())
    }

    /// Sees velocities and forces at the ends and in the middle of a step, up to a part of it.
    pub(super) fn see(
        &mut self,
        plant: &mut Plant,
        stepper: &dyn Step,
        (t, step): (f64, f64),
        until: f64,
    ) -> Result<(), Error> {
        for part in [0.0, 0.5 * until, until] {
            stepper.between(part, &mut self.y);
            plant.push(t + part * step, &self.y)?;
            let y = std::mem::take(&mut self.y);
            self.peaks(plant, &y);
            self.y = y;
        }
        Ok(())
    }

    /// Keeps velocities and forces that are larger than those before, of a state at which the drives
    /// pushed last.
    fn peaks(&mut self, plant: &Plant, y: &[f64]) {
        let (_, rates) = plant.parts(y);
        for (i, axis) in self.machine.axes().iter().enumerate() {
            let (rate, force) = (rates[axis.coordinate], plant.tau[axis.coordinate]);
            let kept = &mut self.result;
            kept.peak_velocity[i] = kept.peak_velocity[i].max(rate.abs());
            kept.peak_force[i] = kept.peak_force[i].max(force.abs());
        }
    }

    /// Keeps the rows of a step up to a time, or until the work is stopped.
    pub(super) fn rows(
        &mut self,
        plant: &mut Plant,
        stepper: &dyn Step,
        (t, step): (f64, f64),
        end: f64,
    ) -> Result<(), Error> {
        loop {
            let next = self.next_row();
            if next > end {
                return Ok(());
            }
            // a step may have many
            self.machine.budget().check()?;
            let mut y = std::mem::take(&mut self.y);
            stepper.between(((next - t) / step).min(1.0), &mut y);
            let kept = self.row(plant, next.min(end), &y);
            self.y = y;
            kept?;
        }
    }

    /// Keeps a row at a time, if one is due there.
    pub(super) fn row_if_due(&mut self, plant: &mut Plant, t: f64, y: &[f64]) -> Result<(), Error> {
        match self.next_row() <= t * (1.0 + 1e-12) {
            true => self.row(plant, t, y),
            false => Ok(()),
        }
    }

    fn next_row(&self) -> f64 {
        self.result.times.len() as f64 * self.output_step
    }

    /// Something may change at this time: a payload comes or goes, with its energy and momentum.
    pub(super) fn passes(&mut self, plant: &mut Plant, t: f64, y: &mut [f64]) -> Result<(), Error> {
        let before = self.energies(plant, y)?;
        let Some(change) = plant.takes(t, self.machine) else { return Ok(()) };
        if change.taken == Some(Taken::AtRest) {
            plant.strike(self.machine, y)?;
        }
        let after = self.energies(plant, y)?;
        let [kinetic, potential] = [0, 1].map(|k| after[k] - before[k]);
        let work = y.len() - 1;
        y[work] += kinetic + potential;
        let kind = match change.taken {
            Some(Taken::Moving) => EventKind::TakesMoving { kinetic, potential },
            Some(Taken::AtRest) => EventKind::TakesAtRest { lost: -kinetic, potential },
            None => EventKind::Releases { kinetic: -kinetic, potential: -potential },
        };
        self.result.events.push(Event { time: t, kind });
        Ok(())
    }

    /// What was kept. The end is a row in any case, unless nothing can be said of it.
    pub(super) fn finish(
        mut self,
        plant: &mut Plant,
        (end, y): (f64, &[f64]),
        stopped: Stopped,
    ) -> Result<Simulation, Error> {
        if self.result.times.last().is_none_or(|last| end - last > 1e-9 * end) {
            let kept = self.row(plant, end, y);
            if !matches!(stopped, Stopped::Failed(_)) {
                kept?;
            }
        }
        Ok(Simulation {
            end: self.result.times.last().copied().unwrap_or(end),
            stopped,
            ..self.result
        })
    }
}
