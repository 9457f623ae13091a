//! Looks at every step for what happens in it.

use appell_code::{Axis, CompiledRobot};
use appell_diagnostic::broken_invariant;

use crate::dynamics::FrictionState;
use crate::error::Error;
use crate::integrate::Step;
use crate::simulate::events::{Event, EventKind, Sign};
use crate::simulate::plant::Plant;

/// What goes there and back within a step is seen at one of so many places.
const LOOKS: usize = 8;

/// The same of what is only reported.
const LOOKS_TO_REPORT: usize = 2;

/// Looks at every step for what happened first in it.
pub(super) struct EventDetector {
    /// The axes whose limits are watched.
    limited: Vec<Axis>,
    /// Which of their velocity and effort limits are exceeded.
    exceeded: Vec<[bool; 2]>,
    /// The axis of every coordinate with Coulomb friction.
    axes: Vec<Option<usize>>,
    switches: usize,
    y: Vec<f64>,
}

impl EventDetector {
    pub(super) fn new(machine: &CompiledRobot, stops_at_limits: bool) -> Self {
        let limited = if stops_at_limits { machine.axes().to_vec() } else { Vec::new() };
        Self {
            exceeded: vec![[false; 2]; limited.len()],
            limited,
            axes: machine.coordinates().iter().map(|it| it.axis).collect(),
            switches: 0,
            y: Vec::new(),
        }
    }

    /// What happened first in a step, and at which fraction of it.
    pub(super) fn first(
        &mut self,
        plant: &mut Plant,
        stepper: &dyn Step,
        t: f64,
        step: f64,
        start: &[f64],
    ) -> Result<Option<(f64, Sign)>, Error> {
        if self.limited.is_empty() && plant.friction_states.is_empty() {
            return Ok(None);
        }
        self.y.resize(start.len(), 0.0);
        let mut before = 0.0;
        for look in 1..=LOOKS {
            let fraction = look as f64 / LOOKS as f64;
            if self.seen(plant, stepper, t, step, fraction)?.is_none() {
                before = fraction;
                continue;
            }
            let (mut low, mut high) = (before, fraction);
            // to the last bits of the time
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                match self.seen(plant, stepper, t, step, middle)? {
                    None => low = middle,
                    Some(_) => high = middle,
                }
                if (high - low) * step <= f64::EPSILON * (t + step) {
                    break;
                }
            }
            let sign = self.seen(plant, stepper, t, step, high)?;
            return Ok(sign.map(|sign| (high, sign)));
        }
        Ok(None)
    }

    fn seen(
        &mut self,
        plant: &mut Plant,
        stepper: &dyn Step,
        t: f64,
        step: f64,
        fraction: f64,
    ) -> Result<Option<Sign>, Error> {
        stepper.between(fraction, &mut self.y);
        for (number, axis) in self.limited.iter().enumerate() {
            let q = self.y[axis.coordinate];
            if q < axis.limits.lower {
                return Ok(Some(Sign::Lower(number)));
            }
            if q > axis.limits.upper {
                return Ok(Some(Sign::Upper(number)));
            }
        }
        for dry in 0..plant.friction_states.len() {
            let k = plant.dynamics.dry()[dry];
            let axis = self.axes[k]
                .unwrap_or_else(|| broken_invariant("Coulomb friction of a mode, which has none"));
            match plant.friction_states[dry] {
                FrictionState::Sticking => {
                    if !holds(plant, t + fraction * step, &self.y, dry)? {
                        return Ok(Some(Sign::Loose { dry, axis }));
                    }
                }
                sliding => {
                    if sliding.sign() * self.y[plant.count + k] < 0.0 {
                        return Ok(Some(Sign::Zero { dry, axis }));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Which velocity and effort limits are exceeded, or kept again, up to a fraction of a step.
    /// Nothing is changed by that: it is only reported.
    pub(super) fn reported(
        &mut self,
        plant: &mut Plant,
        stepper: &dyn Step,
        (t, step): (f64, f64),
        until: f64,
    ) -> Result<Vec<Event>, Error> {
        let mut events = Vec::new();
        let limited =
            |axis: &Axis| axis.limits.velocity.is_finite() || axis.limits.effort.is_finite();
        if !self.limited.iter().any(limited) {
            return Ok(events);
        }
        let mut before = 0.0;
        for look in 1..=LOOKS_TO_REPORT {
            let fraction = until * look as f64 / LOOKS_TO_REPORT as f64;
            let now = self.exceeds(plant, stepper, (t, step), fraction)?;
            for k in 0..self.limited.len() {
                for which in 0..2 {
                    if now[k][which] == self.exceeded[k][which] {
                        continue;
                    }
                    let (mut low, mut high) = (before, fraction);
                    while (high - low) * step > 1e-9 * (t + step) {
                        let middle = f64::midpoint(low, high);
                        let there = self.exceeds(plant, stepper, (t, step), middle)?;
                        match there[k][which] == now[k][which] {
                            true => high = middle,
                            false => low = middle,
                        }
                    }
                    let name = self.limited[k].name.clone();
                    let kind = match (which, now[k][which]) {
                        (0, true) => EventKind::TooFast(name),
                        (0, false) => EventKind::SlowAgain(name),
                        (_, true) => EventKind::OverEffort(name),
                        (_, false) => EventKind::WithinEffort(name),
                    };
                    // what is so from the start on is so at the start
                    let part = if low == 0.0 { 0.0 } else { high };
                    events.push(Event { time: t + part * step, kind });
                }
            }
            self.exceeded = now;
            before = fraction;
        }
        events.sort_by(|a, b| a.time.total_cmp(&b.time));
        Ok(events)
    }

    /// Which velocity and effort limits are exceeded at a fraction of a step.
    fn exceeds(
        &mut self,
        plant: &mut Plant,
        stepper: &dyn Step,
        (t, step): (f64, f64),
        fraction: f64,
    ) -> Result<Vec<[bool; 2]>, Error> {
        /// A motion that is planned to its limits goes along them: so much is no excess.
        const MARGIN: f64 = 1e-4;
        self.y.resize(plant.size(), 0.0);
        stepper.between(fraction, &mut self.y);
        plant.push(t + fraction * step, &self.y)?;
        let axes = self.limited.iter().zip(&self.exceeded).zip(plant.asked());
        let one = |((axis, exceeded), asked): ((&Axis, &[bool; 2]), &f64)| {
            let over = |value: f64, limit: f64, is: bool| {
                value.abs() > if is { limit } else { limit * (1.0 + MARGIN) }
            };
            let rate = self.y[plant.count + axis.coordinate];
            [
                over(rate, axis.limits.velocity, exceeded[0]),
                over(*asked, axis.limits.effort, exceeded[1]),
            ]
        };
        Ok(axes.map(one).collect())
    }

    /// Decides how an axis goes on after something happened to it.
    pub(super) fn settle(
        &mut self,
        plant: &mut Plant,
        t: f64,
        y: &mut [f64],
        sign: &Sign,
    ) -> Result<(), Error> {
        /// More switches than this are no motion of a machine.
        const MOST: usize = 100_000;
        self.switches += 1;
        if self.switches > MOST {
            return Err(Error::TooManyEvents { count: self.switches, time: t });
        }
        match *sign {
            Sign::Zero { dry, .. } | Sign::Loose { dry, .. } => settle_one(plant, t, y, dry),
            Sign::Lower(_) | Sign::Upper(_) => Ok(()),
        }
    }

    /// Decides for all axes with Coulomb friction how they go on: where the velocity is not zero, on.
    pub(super) fn settle_all(&self, plant: &mut Plant, t: f64, y: &[f64]) -> Result<(), Error> {
        let (q, qd) = plant.parts(y);
        plant.friction_states = plant.dynamics.states_of_velocities(qd);
        plant.push(t, y)?;
        plant.friction_states =
            plant.dynamics.friction_states([q, qd, &plant.tau], &plant.arguments)?;
        Ok(())
    }
}

/// Whether friction holds a stuck axis.
fn holds(plant: &mut Plant, t: f64, y: &[f64], dry: usize) -> Result<bool, Error> {
    plant.push(t, y)?;
    let (q, qd) = plant.parts(y);
    let state = [q, qd, &plant.tau];
    let (needed, [least, most]) =
        plant.dynamics.holding(state, &plant.friction_states, &plant.arguments, dry)?;
    Ok(least <= needed && needed <= most)
}

/// An axis at rest stays there, or goes where it is pushed.
fn settle_one(plant: &mut Plant, t: f64, y: &mut [f64], dry: usize) -> Result<(), Error> {
    y[plant.count + plant.dynamics.dry()[dry]] = 0.0;
    plant.friction_states[dry] = FrictionState::Sticking;
    plant.push(t, y)?;
    let (q, qd) = plant.parts(y);
    let state = [q, qd, &plant.tau];
    plant.dynamics.settle(state, &mut plant.friction_states, &plant.arguments, dry)
}
