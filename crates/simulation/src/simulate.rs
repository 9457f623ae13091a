//! Forward dynamics over time: forces are known, the motion is integrated.

mod event_detector;
mod events;
mod plant;
mod record;
mod result;
mod setup;

pub use events::{Event, EventKind};
pub use result::{Simulation, Stopped};
pub use setup::{Method, Setup};

use appell_code::CompiledRobot;

use crate::drive::Drive;
use crate::error::Error;
use crate::integrate::{Dopri5, Radau5, Rk4, Step, Tolerance, stretch};
use crate::piece::Piece;
use event_detector::EventDetector;
use plant::Plant;
use record::Recorder;

/// Integrates the motion. Progress is the simulated part of the time, from 0 to 1.
///
/// ```
/// use appell_simulation::{Setup, simulate};
/// use appell_code::CompiledRobot;
/// let robot = appell_model::Robot::bundled("2r")?;
/// let machine = CompiledRobot::new(&robot, &Default::default())?;
/// let fall = simulate(&machine, &Setup::at(&machine, vec![0.0, 0.0], 1.0), &mut |_| ())?;
/// assert!(fall.drift < 1e-6, "{}", fall.drift);
/// assert!(fall.row_at(1.0).is_some_and(|q| q[0] < 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simulate(
    machine: &CompiledRobot,
    setup: &Setup,
    tell: &mut dyn FnMut(f64),
) -> Result<Simulation, Error> {
    setup.check(machine)?;
    let drive = Drive::new(machine, setup)?;
    let mut stops: Vec<f64> = drive.stops(setup.duration);
    stops.extend(setup.loads.changes());
    stops.push(setup.duration);
    stops.retain(|&time| time > 0.0 && time <= setup.duration);
    stops.sort_by(f64::total_cmp);
    stops.dedup();
    let first = stops.first().copied().unwrap_or(setup.duration);
    let plant = Plant::new(machine, drive, setup, Piece::new(0.0, first, setup.duration))?;
    let size = plant.size();
    let stepper: Box<dyn Step> = match setup.method {
        Method::Dopri5 => Box::new(Dopri5::new(size)),
        Method::Radau5 => Box::new(Radau5::new(size)),
        Method::Rk4 => Box::new(Rk4::new(size)),
    };
    let mut y = vec![0.0; size];
    let start = setup.q.iter().chain(&setup.qd);
    y.iter_mut().zip(start).for_each(|(y, start)| *y = *start);
    let mut run = Run { plant, stepper, stops, y, t: 0.0, setup, machine };
    run.all(tell)
}

/// A simulation on its way.
struct Run<'s> {
    plant: Plant,
    stepper: Box<dyn Step>,
    /// When the right side may jump, in order; the end is the last.
    stops: Vec<f64>,
    /// The state: see [`Plant`].
    y: Vec<f64>,
    t: f64,
    setup: &'s Setup,
    machine: &'s CompiledRobot,
}

impl Run<'_> {
    fn all(&mut self, tell: &mut dyn FnMut(f64)) -> Result<Simulation, Error> {
        let mut watch = EventDetector::new(self.machine, self.setup.stops_at_limits);
        self.plant.check_mass(&self.y)?;
        self.plant.beat(self.t, &self.y)?;
        watch.settle_all(&mut self.plant, self.t, &self.y)?;
        let mut recorder = Recorder::new(self.machine, self.setup, self.plant.size())?;
        recorder.row(&mut self.plant, self.t, &self.y)?;
        let stopped = match self.advance(&mut watch, &mut recorder, tell) {
            Err(Error::Stopped(stop)) => Stopped::Early(stop),
            Err(error) if self.t == 0.0 => return Err(error),
            Err(error) => Stopped::Failed(error),
            Ok(stopped) => stopped,
        };
        recorder.finish(&mut self.plant, (self.t, &self.y), stopped)
    }

    /// Goes on until something ends it; time and state are then the last good ones.
    fn advance(
        &mut self,
        watch: &mut EventDetector,
        recorder: &mut Recorder<'_>,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Stopped, Error> {
        let Setup { duration, method, step: longest, .. } = *self.setup;
        let tolerance = Tolerance {
            relative: self.setup.tolerance,
            absolute: self.setup.tolerance * 1e-3,
            counted: self.y.len() - 1,
        };
        /// Shorter steps than this, against the time itself, move nothing.
        const LEAST: f64 = 1e-14;
        let first = (duration * 1e-3).min(self.setup.output_step);
        let mut step = if method == Method::Rk4 { longest } else { first.min(longest) };
        let mut next_stop = 0;
        while self.t < duration {
            if let Err(stop) = self.machine.budget().check() {
                return Ok(Stopped::Early(stop));
            }
            let stop = self.stops.get(next_stop).copied().unwrap_or(duration);
            let left = stop - self.t;
            if left <= LEAST * duration {
                next_stop += 1;
                self.pass(stop, self.stops.get(next_stop).copied(), watch, recorder)?;
                continue;
            }
            // a sliver that is left would be a step of its own
            let reaches = step >= left * (1.0 - 1e-9);
            let tried = if reaches { left } else { step };
            if tried < LEAST * duration.max(self.t) && !reaches {
                return Err(Error::StepTooSmall { time: self.t, step: tried });
            }
            let error =
                self.stepper.attempt(&mut self.plant, self.t, &self.y, tried, &tolerance)?;
            if error > 1.0 {
                recorder.result.rejected += 1;
                step = tried * stretch(error, &*self.stepper);
                continue;
            }
            self.check_end()?;
            let happened = watch.first(&mut self.plant, &*self.stepper, self.t, tried, &self.y)?;
            let fraction = happened.as_ref().map_or(1.0, |(fraction, _)| *fraction);
            let end = if happened.is_none() && reaches { stop } else { self.t + fraction * tried };
            let of_step = (self.t, tried);
            // a row at a stop says what holds behind it
            let rows_until = if reaches { end - LEAST * duration } else { end };
            recorder.rows(&mut self.plant, &*self.stepper, of_step, rows_until)?;
            recorder.see(&mut self.plant, &*self.stepper, of_step, fraction)?;
            let reported = watch.reported(&mut self.plant, &*self.stepper, of_step, fraction)?;
            recorder.result.events.extend(reported);
            match happened.is_some() {
                true => self.stepper.between(fraction, &mut self.y),
                false => self.y.copy_from_slice(self.stepper.end()),
            }
            self.t = end;
            // every step: it costs a small part of the slopes of one, and a motion may come close to
            // such a place between any two
            self.plant.check_mass(&self.y)?;
            recorder.result.steps += 1;
            tell(self.t / duration);
            if let Some((_, sign)) = happened {
                if !sign.ends() {
                    watch.settle(&mut self.plant, self.t, &mut self.y, &sign)?;
                }
                let kind = sign.kind(self.machine, &self.plant.friction_states);
                recorder.result.events.push(Event { time: self.t, kind });
                if sign.ends() {
                    return Ok(Stopped::AtLimit);
                }
                self.stepper.restart();
                step = if method == Method::Rk4 { longest } else { first.min(tried) };
                continue;
            }
            self.stepper.accept();
            if method != Method::Rk4 {
                // a step that was cut short by a stop says nothing about longer ones
                let base = if reaches { step.max(tried) } else { tried };
                step = (base * stretch(error, &*self.stepper)).min(longest).min(duration);
            }
        }
        Ok(Stopped::Whole)
    }

    /// Passes a moment at which something may jump: what follows holds until the next.
    fn pass(
        &mut self,
        stop: f64,
        next: Option<f64>,
        watch: &mut EventDetector,
        recorder: &mut Recorder<'_>,
    ) -> Result<(), Error> {
        self.t = stop;
        if let Some(next) = next {
            self.plant.piece = Piece::new(stop, next, self.setup.duration);
            recorder.passes(&mut self.plant, stop, &mut self.y)?;
            self.plant.beat(stop, &self.y)?;
            watch.settle_all(&mut self.plant, stop, &self.y)?;
            self.stepper.restart();
        }
        recorder.row_if_due(&mut self.plant, stop, &self.y)
    }

    /// Refuses a step that ends nowhere, or where no machine gets.
    fn check_end(&self) -> Result<(), Error> {
        /// Coordinates in rad or m: beyond, sines have lost half of their digits.
        const FARTHEST: f64 = 1e9;
        /// Velocities in rad/s or m/s.
        const FASTEST: f64 = 1e6;
        let coordinates = self.machine.coordinates();
        let end = self.stepper.end();
        let time = self.t;
        if let Some(bad) = end.iter().position(|entry| !entry.is_finite()) {
            let what = coordinates[bad % coordinates.len()].name.clone();
            return Err(Error::NotFinite { what, time });
        }
        for (order, limit) in [FARTHEST, FASTEST].into_iter().enumerate() {
            let values = end[order * coordinates.len()..].iter().copied();
            let found = coordinates.iter().zip(values).find(|(_, value)| value.abs() > limit);
            if let Some((coordinate, value)) = found {
                let what = format!("{}{}", ["", "d"][order], coordinate.name);
                return Err(Error::Diverged { what, value, time, limit });
            }
        }
        Ok(())
    }
}
