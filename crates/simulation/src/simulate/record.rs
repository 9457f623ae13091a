//! What is kept of a simulation.

use appell_code::{CompiledRobot, Function};
use appell_mechanics::Kind;

use crate::error::Error;
use crate::integrate::{Step, System};
use crate::loads::{Loading, Taken};
use crate::simulate::Setup;
use crate::simulate::events::{Event, EventKind};
use crate::simulate::plant::Plant;
use crate::simulate::result::{Simulation, Stopped};

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
        let [now, next] = plant.loadings(t);
        let body = |loading: Option<Loading>| loading.filter(|it| it.load.mass > 0.0);
        let same = |a: Loading, b: Loading| {
            let [a, b_body] = [a, b].map(|it| (it.load.frame, it.load.mass, it.load.centre));
            b.taken == Taken::Moving && a == b_body
        };
        let goes_on = matches!((body(now), body(next)), (Some(now), Some(next)) if now == next || same(now, next));
        if goes_on || (body(now).is_none() && body(next).is_none()) {
            plant.carry(next, self.machine);
            return Ok(());
        }
        if body(now).is_some() {
            let [kinetic, potential] = self.changes(plant, None, y)?;
            let kind = EventKind::Releases { kinetic: -kinetic, potential: -potential };
            self.result.events.push(Event { time: t, kind });
        }
        let gained = self.changes(plant, next, y)?;
        if let Some(loading) = body(next) {
            let [kinetic, potential] = gained;
            let kind = match loading.taken {
                Taken::Moving => EventKind::TakesMoving { kinetic, potential },
                Taken::AtRest => EventKind::TakesAtRest { lost: -kinetic, potential },
            };
            self.result.events.push(Event { time: t, kind });
        }
        Ok(())
    }

    /// What is carried from now on; the energies that this brings, which are part of the work.
    fn changes(
        &mut self,
        plant: &mut Plant,
        loading: Option<Loading>,
        y: &mut [f64],
    ) -> Result<[f64; 2], Error> {
        let before = self.energies(plant, y)?;
        plant.carry(loading, self.machine);
        if loading.is_some_and(|it| it.load.mass > 0.0 && it.taken == Taken::AtRest) {
            plant.strike(self.machine, y)?;
        }
        let after = self.energies(plant, y)?;
        let gained = [0, 1].map(|k| after[k] - before[k]);
        let work = y.len() - 1;
        y[work] += gained[0] + gained[1];
        Ok(gained)
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
