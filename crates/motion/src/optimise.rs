//! The law and the time of each move with which the whole structure takes the least energy.

use crate::error::Error;
use crate::inverse::{Effort, efforts, moments};
use crate::law::{Law, LawKind};
use crate::limits::Limits;
use crate::load::Loads;
use crate::machine::{Axis, Function, Machine};
use crate::motion::{Motion, Move, synchronised};
use crate::quadrature::nodes;
use crate::states::States;

/// What shall be least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The energy of all drives.
    #[default]
    Energy,
    /// The sum of the squares of the driving forces over time, to which the heat in the windings
    /// of direct drives is proportional.
    Heat,
}

impl Goal {
    /// All.
    pub const ALL: [Self; 2] = [Self::Energy, Self::Heat];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Energy => "energy",
            Self::Heat => "heat",
        }
    }
}

/// What is sought, and among what.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// What shall be least.
    pub goal: Goal,
    /// How long a move may take, against the least time of the trapezoidal law.
    pub time: f64,
    /// How much of the work that drives take back while they brake can be used again, 0 to 1.
    pub recuperation: f64,
    /// How many points of a spline are shaped; 0 for none.
    pub knots: usize,
    /// The laws that are compared.
    pub laws: Vec<LawKind>,
}

impl Default for Aim {
    fn default() -> Self {
        Self {
            goal: Goal::Energy,
            time: 1.25,
            recuperation: 0.0,
            knots: 3,
            laws: LawKind::ALL.to_vec(),
        }
    }
}

/// One way to do a move.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The law, or `spline`.
    pub name: &'static str,
    /// How long it takes.
    pub duration: f64,
    /// What it costs: joules, or the sum of squares for [`Goal::Heat`]; why it cannot be done.
    pub cost: Result<f64, String>,
    laws: Vec<Law>,
}

/// What was found for one move.
#[derive(Clone, Debug)]
pub struct Optimised {
    /// When the move begins, in the motion that was given.
    pub start: f64,
    /// How long the move may take, where the motion said so.
    pub within: Option<f64>,
    /// The trapezoidal law in its least time under velocity and acceleration limits, or in the time
    /// that the motion gives the move.
    pub trapezoidal: Candidate,
    /// The trapezoidal law in the time of the best candidate.
    pub trapezoidal_as_long: Candidate,
    /// All candidates, the best first; those that cannot be done are last.
    pub candidates: Vec<Candidate>,
}

impl Optimised {
    /// The best candidate.
    pub fn best(&self) -> &Candidate {
        self.candidates.first().unwrap_or(&self.trapezoidal)
    }

    /// How much of the cost of a candidate is saved.
    pub fn gain_over(&self, other: &Candidate) -> Option<f64> {
        let (best, other) = (self.best().cost.as_ref().ok()?, other.cost.as_ref().ok()?);
        (*other > 0.0).then(|| 1.0 - best / other)
    }
}

/// Finds the best way for every move of which only the ends matter: from where it starts to where it
/// ends, at rest before and after. With it comes the motion with all best ways.
///
/// What is carried begins and ends at the same parts of a move as in the motion that was given. A
/// move whose time was given takes no longer than that.
pub fn optimise(
    machine: &Machine,
    motion: &Motion,
    loads: &Loads,
    aim: &Aim,
    tell: &mut dyn FnMut(f64),
) -> Result<(Vec<Optimised>, Motion), Error> {
    let forces = machine.function("Q")?;
    let moves = motion.moves();
    let mut best = Motion::at(motion.state(0.0)[0].clone());
    let mut found = Vec::new();
    for (number, given) in moves.iter().enumerate() {
        let Move { start, laws, replaceable, .. } = given;
        let ends = |time: fn(&Law) -> f64| -> Vec<f64> {
            laws.iter().map(|law| law.at(time(law), 0)).collect()
        };
        let (from, to) = (ends(|_| 0.0), ends(Law::duration));
        if !replaceable || from == to {
            best = best.then(laws.clone());
            continue;
        }
        let length = given.duration();
        let parts = loads.retimed(|t| (t - start) / length);
        let cost = Cost { machine, forces: &forces, aim, within: given.within, loads: parts };
        let optimised = cost.one(&from, &to, *start, &mut |part| {
            tell((number as f64 + part) / moves.len() as f64);
        })?;
        if optimised.best().cost.is_err() {
            let why = |it: &Candidate| Some((it.name, it.cost.as_ref().err()?.clone()));
            let refused = optimised.candidates.iter().filter_map(why).collect();
            return Err(Error::NoLaw { number: number + 1, refused });
        }
        best = best.then_to(optimised.best().laws.clone());
        found.push(optimised);
    }
    Ok((found, best))
}

struct Cost<'m> {
    machine: &'m Machine,
    forces: &'m Function,
    aim: &'m Aim,
    /// How long the move may take, where that was said.
    within: Option<f64>,
    /// What is carried, over the parts of the move: from 0, its start, to 1, its end.
    loads: Loads,
}

/// How many times are compared before the best is looked at more closely.
const TIMES: usize = 16;

impl Cost<'_> {
    fn one(
        &self,
        from: &[f64],
        to: &[f64],
        start: f64,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Optimised, Error> {
        let axes = self.machine.axes();
        // the trapezoidal law knows no jerk limit
        let plain: Vec<Axis> = axes.iter().map(without_jerk).collect();
        let in_time = |time| synchronised(LawKind::Trapezoidal, from, to, &plain, time);
        let least = match (in_time(None), self.within) {
            (Err(Error::NoTime), Some(within)) => within,
            (laws, _) => longest(&laws?),
        };
        let most = self.within.unwrap_or(least * self.aim.time);
        let reference = in_time(Some(self.within.unwrap_or(least)))?;
        let trapezoidal = self.candidate("trapezoidal", reference, &plain)?;
        let mut candidates = Vec::new();
        let works = self.aim.laws.len() + usize::from(self.aim.knots > 0);
        for (number, &kind) in self.aim.laws.iter().enumerate() {
            candidates.push(self.of_law(kind, from, to, most)?);
            tell((number + 1) as f64 / works as f64);
        }
        sort(&mut candidates);
        if self.aim.knots > 0 {
            let shaped = self.shaped(from, to, most, &candidates, tell)?;
            candidates.extend(shaped);
            sort(&mut candidates);
        }
        let long = candidates.first().map_or(least, |best| best.duration).max(least);
        let trapezoidal_as_long = self.candidate("trapezoidal", in_time(Some(long))?, &plain)?;
        Ok(Optimised { start, within: self.within, trapezoidal, trapezoidal_as_long, candidates })
    }

    /// The best time of a law.
    fn of_law(
        &self,
        kind: LawKind,
        from: &[f64],
        to: &[f64],
        most: f64,
    ) -> Result<Candidate, Error> {
        let axes = self.machine.axes();
        let quickest = match synchronised(kind, from, to, axes, None) {
            Ok(laws) => longest(&laws),
            // without limits the time that was given is the only one
            Err(Error::NoTime) if self.within.is_some() => most,
            Err(error) => return Ok(refused(kind.name(), error)),
        };
        if quickest > most * (1.0 + 1e-12) {
            let reason = format!("takes {quickest:.4} s at least");
            return Ok(Candidate {
                name: kind.name(),
                duration: quickest,
                cost: Err(reason),
                laws: Vec::new(),
            });
        }
        let at = |time: f64| -> Result<Candidate, Error> {
            let laws = synchronised(kind, from, to, axes, Some(time))?;
            self.candidate(kind.name(), laws, axes)
        };
        let place = |part: f64| quickest + part * (most - quickest);
        let mut best = at(quickest)?;
        let mut best_part = 0.0;
        let mut width = 1.0 / TIMES as f64;
        for k in 1..=TIMES {
            let part = k as f64 * width;
            keep_better(&mut best, &mut best_part, at(place(part))?, part);
        }
        // the neighbourhood of the best, ever closer
        for _ in 0..12 {
            width /= 2.0;
            for part in [best_part - width, best_part + width] {
                if (0.0..=1.0).contains(&part) {
                    keep_better(&mut best, &mut best_part, at(place(part))?, part);
                }
            }
        }
        Ok(best)
    }

    /// What laws cost, unless they break a limit.
    fn candidate(
        &self,
        name: &'static str,
        laws: Vec<Law>,
        axes: &[Axis],
    ) -> Result<Candidate, Error> {
        self.machine.budget().check()?;
        let duration = longest(&laws);
        let broken = axes.iter().zip(&laws).find_map(|(axis, law)| axis.check_law(law).err());
        let cost = match broken {
            Some(error) => Err(error.to_string()),
            None => {
                let all = self.efforts(&laws, duration)?;
                let over =
                    axes.iter().zip(&all).find(|(axis, it)| it.peak_force > axis.limits.effort);
                match over {
                    Some((axis, _)) => {
                        Err(format!("`{}` would need more than its effort", axis.name))
                    }
                    None => Ok(self.cost(&all, duration)),
                }
            }
        };
        Ok(Candidate { name, duration, cost, laws })
    }

    fn efforts(&self, laws: &[Law], duration: f64) -> Result<Vec<Effort>, Error> {
        let at = laws.iter().map(|law| law.at(0.0, 0)).collect();
        let motion = Motion::at(at).then(laws.to_vec());
        let loads = self.loads.retimed(|part| part * duration);
        let nodes = nodes(&moments(&motion, &loads), duration);
        let states = States::of(self.machine, &motion, &nodes.times, 3);
        efforts(self.machine, self.forces, &states, &nodes, &loads)
    }

    fn cost(&self, efforts: &[Effort], duration: f64) -> f64 {
        let one = |effort: &Effort| match self.aim.goal {
            Goal::Energy => effort.work - self.aim.recuperation * effort.returned,
            Goal::Heat => effort.rms_force * effort.rms_force * duration,
        };
        efforts.iter().map(one).sum()
    }

    /// A spline whose inner points are moved as long as that makes it cheaper: each axis and point
    /// in turn, by steps that become smaller (the pattern search of Hooke and Jeeves). It starts on
    /// points of the law that makes the cheapest spline, in the time of that law or in all of it.
    fn shaped(
        &self,
        from: &[f64],
        to: &[f64],
        most: f64,
        candidates: &[Candidate],
        tell: &mut dyn FnMut(f64),
    ) -> Result<Option<Candidate>, Error> {
        let axes = self.machine.axes();
        let knots = self.aim.knots;
        let times: Vec<f64> = (0..=knots + 1).map(|k| k as f64 / (knots + 1) as f64).collect();
        let laws = |points: &[Vec<f64>], duration: f64| -> Result<Vec<Law>, Error> {
            let law =
                |points: &Vec<f64>| Ok(Law::through(&times, points, true)?.stretched(duration));
            points.iter().map(law).collect()
        };
        let mut first: Option<(Candidate, Vec<Vec<f64>>)> = None;
        for model in candidates.iter().filter(|it| it.cost.is_ok()) {
            let on =
                |law: &Law| times.iter().map(|time| law.at(time * model.duration, 0)).collect();
            let points: Vec<Vec<f64>> = model.laws.iter().map(on).collect();
            for duration in [model.duration, most] {
                let tried = self.candidate("spline", laws(&points, duration)?, axes)?;
                if tried.cost.is_ok()
                    && first.as_ref().is_none_or(|(best, _)| cheaper(&tried, best))
                {
                    first = Some((tried, points.clone()));
                }
            }
        }
        let Some((mut best, mut points)) = first else { return Ok(None) };
        let duration = best.duration;
        let reach = from.iter().zip(to).map(|(from, to)| (to - from).abs()).fold(0.0, f64::max);
        let mut step = 0.1 * reach;
        /// How often the step is halved.
        const HALVINGS: usize = 8;
        for halving in 0..HALVINGS {
            // a round that gains little is the last with this step
            for _ in 0..20 {
                let before = best.cost.clone().ok();
                for axis in 0..axes.len() {
                    for knot in 1..=knots {
                        for sign in [1.0, -1.0] {
                            let mut moved = points.clone();
                            moved[axis][knot] += sign * step;
                            let tried = self.candidate("spline", laws(&moved, duration)?, axes)?;
                            if cheaper(&tried, &best) {
                                (best, points) = (tried, moved);
                                break;
                            }
                        }
                    }
                }
                match (before, best.cost.as_ref().ok()) {
                    (Some(before), Some(after)) if *after < before * (1.0 - 1e-3) => {}
                    (None, Some(_)) => {}
                    _ => break,
                }
            }
            step /= 2.0;
            tell(
                (self.aim.laws.len() as f64 + (halving + 1) as f64 / HALVINGS as f64)
                    / (self.aim.laws.len() + 1) as f64,
            );
        }
        Ok(Some(best))
    }
}

fn without_jerk(axis: &Axis) -> Axis {
    Axis { limits: Limits { jerk: f64::INFINITY, ..axis.limits }, ..axis.clone() }
}

fn longest(laws: &[Law]) -> f64 {
    laws.iter().map(Law::duration).fold(0.0, f64::max)
}

fn refused(name: &'static str, error: Error) -> Candidate {
    Candidate { name, duration: 0.0, cost: Err(error.to_string()), laws: Vec::new() }
}

fn cheaper(new: &Candidate, old: &Candidate) -> bool {
    match (&new.cost, &old.cost) {
        (Ok(new), Ok(old)) => new < old,
        (Ok(_), Err(_)) => true,
        _ => false,
    }
}

fn keep_better(best: &mut Candidate, best_part: &mut f64, tried: Candidate, part: f64) {
    if cheaper(&tried, best) {
        *best = tried;
        *best_part = part;
    }
}

fn sort(candidates: &mut [Candidate]) {
    let key = |it: &Candidate| *it.cost.as_ref().unwrap_or(&f64::INFINITY);
    candidates.sort_by(|a, b| key(a).total_cmp(&key(b)));
}
