//! What happens on the way: an axis reaches a limit, sticks, or breaks loose.

use crate::dynamics::Slip;
use crate::error::Error;
use crate::integrate::Step;
use crate::machine::{Axis, Machine};
use crate::simulate::plant::Plant;

/// Something that happened in a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When.
    pub time: f64,
    /// What.
    pub kind: EventKind,
}

/// What happened, and to which axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It came to its smallest coordinate.
    LowerLimit(String),
    /// It came to its largest coordinate.
    UpperLimit(String),
    /// Its velocity came to zero under Coulomb friction.
    Stops(String),
    /// It broke loose from Coulomb friction.
    BreaksLoose(String),
}

impl std::fmt::Display for EventKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::LowerLimit(axis) => write!(f, "{axis} reaches its lower limit"),
            Self::UpperLimit(axis) => write!(f, "{axis} reaches its upper limit"),
            Self::Stops(axis) => write!(f, "{axis} comes to a stop under friction"),
            Self::BreaksLoose(axis) => write!(f, "{axis} breaks loose from friction"),
        }
    }
}

/// What was seen first in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Lower(usize),
    Upper(usize),
    /// By its place among the axes with Coulomb friction.
    Zero {
        dry: usize,
        axis: usize,
    },
    Loose {
        dry: usize,
        axis: usize,
    },
}

impl Sign {
    pub(super) fn kind(self, machine: &Machine) -> EventKind {
        let name = |axis: usize| machine.axes()[axis].name.clone();
        match self {
            Self::Lower(axis) => EventKind::LowerLimit(name(axis)),
            Self::Upper(axis) => EventKind::UpperLimit(name(axis)),
            Self::Zero { axis, .. } => EventKind::Stops(name(axis)),
            Self::Loose { axis, .. } => EventKind::BreaksLoose(name(axis)),
        }
    }

    /// Whether the simulation ends there.
    pub(super) fn ends(self) -> bool {
        matches!(self, Self::Lower(_) | Self::Upper(_))
    }
}

/// Looks at every step for what happened first in it.
pub(super) struct Watch {
    /// Limits that end the simulation, by axis.
    limited: Vec<(usize, Axis)>,
    /// The axis of every coordinate with Coulomb friction.
    axes: Vec<usize>,
    switches: usize,
    y: Vec<f64>,
}

impl Watch {
    pub(super) fn new(machine: &Machine, stops_at_limits: bool) -> Self {
        let limited = machine.axes().iter().cloned().enumerate();
        let limited = limited.filter(|_| stops_at_limits).collect();
        Self {
            limited,
            axes: machine.coordinates().iter().map(|it| it.axis.unwrap_or_default()).collect(),
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
        if self.limited.is_empty() && plant.slips.is_empty() {
            return Ok(None);
        }
        // what goes there and back within a step is seen at one of these
        const LOOKS: usize = 8;
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
        for (number, axis) in &self.limited {
            let q = self.y[axis.coordinate];
            if q < axis.limits.lower {
                return Ok(Some(Sign::Lower(*number)));
            }
            if q > axis.limits.upper {
                return Ok(Some(Sign::Upper(*number)));
            }
        }
        for dry in 0..plant.slips.len() {
            let k = plant.dynamics.dry()[dry];
            let axis = self.axes[k];
            match plant.slips[dry] {
                Slip::Stuck => {
                    if !holds(plant, t + fraction * step, &self.y, dry)? {
                        return Ok(Some(Sign::Loose { dry, axis }));
                    }
                }
                slip => {
                    if slip.sign() * self.y[plant.count + k] < 0.0 {
                        return Ok(Some(Sign::Zero { dry, axis }));
                    }
                }
            }
        }
        Ok(None)
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
    pub(super) fn settle_all(&self, plant: &mut Plant, t: f64, y: &mut [f64]) -> Result<(), Error> {
        for dry in 0..plant.slips.len() {
            let rate = y[plant.count + plant.dynamics.dry()[dry]];
            plant.slips[dry] = match rate {
                rate if rate > 0.0 => Slip::Forward,
                rate if rate < 0.0 => Slip::Backward,
                _ => Slip::Stuck,
            };
        }
        for dry in 0..plant.slips.len() {
            if plant.slips[dry] == Slip::Stuck {
                settle_one(plant, t, y, dry)?;
            }
        }
        Ok(())
    }
}

/// Whether friction holds a stuck axis.
fn holds(plant: &mut Plant, t: f64, y: &[f64], dry: usize) -> Result<bool, Error> {
    let (needed, most) = holding(plant, t, y, dry)?;
    Ok(needed.abs() <= most)
}

fn holding(plant: &mut Plant, t: f64, y: &[f64], dry: usize) -> Result<(f64, f64), Error> {
    plant.push(t, y)?;
    let (q, qd) = plant.parts(y);
    plant.dynamics.holding([q, qd, &plant.tau], &plant.slips, &plant.arguments, dry)
}

/// An axis at rest stays there, or goes where it is pushed.
fn settle_one(plant: &mut Plant, t: f64, y: &mut [f64], dry: usize) -> Result<(), Error> {
    y[plant.count + plant.dynamics.dry()[dry]] = 0.0;
    plant.slips[dry] = Slip::Stuck;
    let (needed, most) = holding(plant, t, y, dry)?;
    plant.slips[dry] = match needed {
        needed if needed > most => Slip::Forward,
        needed if needed < -most => Slip::Backward,
        _ => Slip::Stuck,
    };
    Ok(())
}
