//! What a move costs, and the cheapest of some laws and times.

use appell_algebra::Budget;
use appell_code::{Axis, CompiledRobot, Function, Limits};
use appell_mechanics::Kind;
use appell_simulation::{
    Effort, Elasticity, Error as SimulationError, Loads, Shapes, efforts, quadrature,
};
use appell_trajectory::{Error as TrajectoryError, Law, LawKind, Motion, Move, MoveKind};

use super::{Candidate, Goal, OptimisationSettings, Optimised, shape};
use crate::error::Error;

/// How many times are compared before the best is looked at more closely.
const TIMES: usize = 16;

pub(super) struct Cost<'m> {
    /// The robot without limits of work: a candidate that is begun is priced to its end.
    pub(super) machine: &'m CompiledRobot,
    /// The limits of work, looked at from candidate to candidate.
    pub(super) budget: &'m Budget,
    pub(super) settings: &'m OptimisationSettings,
    forces: Function,
    shapes: Shapes<'m>,
    /// What is carried, over the parts of the move: from 0, its start, to 1, its end.
    pub(super) loads: Loads,
}

impl<'m> Cost<'m> {
    /// For a robot, and the same robot without limits of work.
    pub(super) fn new(
        limited: &'m CompiledRobot,
        machine: &'m CompiledRobot,
        settings: &'m OptimisationSettings,
    ) -> Result<Self, Error> {
        // compiled within the limits, and once for both
        let forces = limited.function_of(&[Kind::DrivingForce])?;
        Shapes::new(limited)?;
        let (shapes, budget) = (Shapes::new(machine)?, limited.budget());
        Ok(Self { machine, budget, settings, forces, shapes, loads: Loads::default() })
    }

    /// The best way to do a move, which has a number.
    pub(super) fn best_of(
        &mut self,
        number: usize,
        given: &Move,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Optimised, Error> {
        // the trapezoidal law knows no jerk limit
        let plain: Vec<Axis> = self.machine.axes().iter().map(without_jerk).collect();
        let in_time = |time| given.with_law(LawKind::Trapezoidal, &plain, time);
        let within = given.within;
        let least = match in_time(None) {
            Ok(laws) => longest(&laws),
            // where jerk alone is limited, what the quickest of the others takes
            Err(error) => within.or_else(|| self.quickest(given)).ok_or(error)?,
        };
        let most = within.unwrap_or(least * self.settings.time);
        let trapezoidal = self.reference(in_time(Some(within.unwrap_or(least))))?;
        let mut candidates = Vec::new();
        let works = self.settings.laws.len() + shape::MODELS;
        for (number, &kind) in self.settings.laws.iter().enumerate() {
            candidates.push(self.of_law(given, kind, most)?);
            tell((number + 1) as f64 / works as f64);
        }
        sort(&mut candidates);
        if self.settings.knots > 0 && matches!(given.kind, MoveKind::PointToPoint) {
            let done = self.settings.laws.len();
            let tell = &mut |models: f64| tell((done as f64 + models) / works as f64);
            candidates.extend(shape::shaped(self, &candidates, most, tell)?);
            sort(&mut candidates);
        }
        let Some(best) = candidates.first().filter(|it| it.cost.is_ok()).cloned() else {
            let why = |it: &Candidate| Some((it.name.clone(), it.cost.as_ref().err()?.clone()));
            let refused = candidates.iter().filter_map(why).collect();
            return Err(Error::NoLaw { number, refused });
        };
        let trapezoidal_as_long = self.reference(in_time(Some(best.duration)))?;
        let start = given.start;
        Ok(Optimised { number, start, within, best, trapezoidal, trapezoidal_as_long, candidates })
    }

    /// The least time of the quickest law.
    fn quickest(&self, given: &Move) -> Option<f64> {
        let laws = |&kind: &LawKind| given.with_law(kind, self.machine.axes(), None).ok();
        let times = self.settings.laws.iter().filter_map(laws).map(|laws| longest(&laws));
        times.min_by(f64::total_cmp)
    }

    /// The trapezoidal law as something to compare with, which may be impossible.
    fn reference(&mut self, laws: Result<Vec<Law>, TrajectoryError>) -> Result<Candidate, Error> {
        match laws {
            Ok(laws) => self.candidate("trapezoidal", laws),
            Err(error) => Ok(Candidate::refused("trapezoidal", 0.0, error.to_string())),
        }
    }

    /// The best time of a law; where limits shape it, with ever less acceleration as long as that is
    /// cheaper.
    fn of_law(&mut self, given: &Move, kind: LawKind, most: f64) -> Result<Candidate, Error> {
        let mut axes = self.machine.axes().to_vec();
        let mut best = self.of_shape(given, kind, &axes, most)?;
        let shaped = matches!(kind, LawKind::Trapezoidal | LawKind::SCurve);
        if !shaped || !matches!(given.kind, MoveKind::PointToPoint) {
            return Ok(best);
        }
        /// How often acceleration and jerk become less, and by how much.
        const ROUNDS: usize = 60;
        const LESS: f64 = 0.8;
        for _ in 0..ROUNDS {
            for axis in &mut axes {
                axis.limits.acceleration *= LESS;
                axis.limits.jerk *= LESS;
            }
            let tried = self.of_shape(given, kind, &axes, most)?;
            if !tried.is_cheaper_than(&best) {
                break;
            }
            best = tried;
        }
        Ok(best)
    }

    /// The best time of a law under limits.
    fn of_shape(
        &mut self,
        given: &Move,
        kind: LawKind,
        axes: &[Axis],
        most: f64,
    ) -> Result<Candidate, Error> {
        let name = kind.name();
        // without limits the time that was given is the only one
        let laws = match given.with_law(kind, axes, None) {
            Err(TrajectoryError::NoTime) if given.within.is_some() => {
                given.with_law(kind, axes, given.within)
            }
            found => found,
        };
        let laws = match laws {
            Ok(laws) => laws,
            Err(error) => return Ok(Candidate::refused(name, 0.0, error.to_string())),
        };
        let quickest = longest(&laws);
        if quickest > most * (1.0 + 1e-12) {
            let why = format!("takes {quickest:.4} s at least");
            return Ok(Candidate::refused(name, quickest, why));
        }
        let mut at = |part: f64| -> Result<Candidate, Error> {
            self.budget.check()?;
            let duration = quickest + part * (most - quickest);
            self.candidate(name, laws.iter().map(|law| law.stretched(duration)).collect())
        };
        let mut best = (at(0.0)?, 0.0);
        let keep_better = |best: &mut (Candidate, f64), tried: Candidate, part: f64| {
            if tried.is_cheaper_than(&best.0) {
                *best = (tried, part);
            }
        };
        let mut width = 1.0 / TIMES as f64;
        for k in 1..=TIMES {
            let part = k as f64 * width;
            keep_better(&mut best, at(part)?, part);
        }
        // the neighbourhood of the best, ever closer
        for _ in 0..12 {
            width /= 2.0;
            for part in [best.1 - width, best.1 + width] {
                if (0.0..=1.0).contains(&part) {
                    keep_better(&mut best, at(part)?, part);
                }
            }
        }
        Ok(best.0)
    }

    /// What laws cost that keep the limits of motion, unless they need more than the drives have.
    pub(super) fn candidate(&mut self, name: &str, laws: Vec<Law>) -> Result<Candidate, Error> {
        let duration = longest(&laws);
        let cost = match self.efforts(&laws, duration) {
            // the links would not bear this one
            Err(Error::Simulation(error @ SimulationError::NoDeflection { .. })) => {
                Err(error.to_string())
            }
            efforts => {
                let all = efforts?;
                let mut axes = self.machine.axes().iter().zip(&all);
                match axes.find(|(axis, it)| it.peak_force > axis.limits.effort) {
                    Some((axis, _)) => {
                        Err(format!("`{}` would need more than its effort", axis.name))
                    }
                    None => Ok(self.sum(&all, duration)),
                }
            }
        };
        Ok(Candidate { name: name.to_owned(), duration, cost, laws })
    }

    fn efforts(&mut self, laws: &[Law], duration: f64) -> Result<Vec<Effort>, Error> {
        let at = laws.iter().map(|law| law.at(0.0, 0)).collect();
        let motion = Motion::at(at).then(laws.to_vec());
        let loads = self.loads.retimed(|part| part * duration);
        let nodes = quadrature(self.machine, &motion, &loads)?;
        let states = self.shapes.states(&motion, &loads, &nodes.times, Elasticity::QuasiStatic)?;
        Ok(efforts(self.machine, &self.forces, &states, &nodes, &loads)?)
    }

    fn sum(&self, efforts: &[Effort], duration: f64) -> f64 {
        let one = |effort: &Effort| match self.settings.goal {
            Goal::Energy => effort.work - self.settings.recuperation * effort.returned,
            Goal::Heat => effort.rms_force * effort.rms_force * duration,
        };
        efforts.iter().map(one).sum()
    }
}

fn without_jerk(axis: &Axis) -> Axis {
    Axis { limits: Limits { jerk: f64::INFINITY, ..axis.limits }, ..axis.clone() }
}

fn longest(laws: &[Law]) -> f64 {
    laws.iter().map(Law::duration).fold(0.0, f64::max)
}

fn sort(candidates: &mut [Candidate]) {
    let key = |it: &Candidate| *it.cost.as_ref().unwrap_or(&f64::INFINITY);
    candidates.sort_by(|a, b| key(a).total_cmp(&key(b)));
}
