//! The law and the time of each move with which the whole structure takes the least energy.

mod cost;
mod shape;

use appell_algebra::{Budget, Stop};
use appell_code::CompiledRobot;
use appell_simulation::{Error as SimulationError, Loads};
use appell_trajectory::{Law, LawKind, Motion, Move, MoveKind};

use crate::error::Error;
use cost::Cost;

/// The quantity to minimise.
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

/// The settings of the optimisation.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimisationSettings {
    /// The quantity to minimise.
    pub goal: Goal,
    /// How long a move may take, against the least time of the trapezoidal law.
    pub time: f64,
    /// How much of the work that drives take back while they brake can be used again, 0 to 1.
    pub recuperation: f64,
    /// At how many points laws are shaped; 0 for none.
    pub knots: usize,
    /// The laws that are compared.
    pub laws: Vec<LawKind>,
}

impl Default for OptimisationSettings {
    fn default() -> Self {
        Self {
            goal: Goal::Energy,
            time: 1.25,
            recuperation: 0.0,
            knots: 5,
            laws: LawKind::ALL.to_vec(),
        }
    }
}

/// One motion profile of a move, with its time and its cost.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The name of the motion profile; one that was shaped begins with `shaped`.
    pub name: String,
    /// How long it takes.
    pub duration: f64,
    /// What it costs: joules, or the sum of squares for [`Goal::Heat`]; why it cannot be done.
    pub cost: Result<f64, String>,
    laws: Vec<Law>,
}

impl Candidate {
    fn refused(name: &str, duration: f64, why: String) -> Self {
        Self { name: name.to_owned(), duration, cost: Err(why), laws: Vec::new() }
    }

    fn is_cheaper_than(&self, other: &Self) -> bool {
        match (&self.cost, &other.cost) {
            (Ok(own), Ok(other)) => own < other,
            (Ok(_), Err(_)) => true,
            _ => false,
        }
    }
}

/// What was found for one move.
#[derive(Clone, Debug)]
pub struct Optimised {
    /// Which move it is, of all moves of the motion, from 1 on.
    pub number: usize,
    /// When the move begins, in the motion that was given.
    pub start: f64,
    /// How long the move may take, where the motion said so.
    pub within: Option<f64>,
    /// The trapezoidal law in its least time under velocity and acceleration limits, or in the time
    /// that the motion gives the move; where jerk alone is limited, in that of the quickest law.
    pub trapezoidal: Candidate,
    /// The trapezoidal law in the time of the best candidate.
    pub trapezoidal_as_long: Candidate,
    /// All candidates, the best first; those that cannot be done are last.
    pub candidates: Vec<Candidate>,
    best: Candidate,
}

impl Optimised {
    /// The best candidate, which can be done.
    pub fn best(&self) -> &Candidate {
        &self.best
    }

    /// How much of the cost of a candidate is saved.
    pub fn gain_over(&self, other: &Candidate) -> Option<f64> {
        let (best, other) = (self.best().cost.as_ref().ok()?, other.cost.as_ref().ok()?);
        (*other > 0.0).then(|| 1.0 - best / other)
    }
}

/// What was found for a motion.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// What was found for each move of which something may be chosen.
    pub moves: Vec<Optimised>,
    /// The motion with all best ways.
    pub motion: Motion,
    /// Why the search ended early, if it did: later moves are as they were given, and the shape of
    /// the last one may be improved.
    pub stopped: Option<Stop>,
}

/// Finds the best way for every move that leaves a choice, at rest before and after: between two
/// points the law, its time and its shape; along a path of the tool the law and the time.
///
/// What is carried begins and ends at the same parts of a move as in the motion that was given. A
/// move whose time was given takes no longer than that.
pub fn optimise(
    machine: &CompiledRobot,
    motion: &Motion,
    loads: &Loads,
    settings: &OptimisationSettings,
    tell: &mut dyn FnMut(f64),
) -> Result<Optimum, Error> {
    let moves = motion.moves();
    let unlimited = machine.with_budget(&Budget::default());
    let mut cost = Cost::new(machine, &unlimited, settings)?;
    let mut best = Motion::at(motion.state(0.0)[0].clone());
    let mut found = Vec::new();
    for (number, given) in moves.iter().enumerate() {
        let Move { start, laws, kind, within } = given;
        let as_given = |best: Motion| best.then_free(laws.clone(), kind.clone(), *within);
        let goes = laws.iter().any(|law| law.at(0.0, 0) != law.at(law.duration(), 0));
        let free = match kind {
            MoveKind::Fixed => false,
            MoveKind::PointToPoint => goes,
            MoveKind::AlongPath(_) => true,
        };
        if !free || machine.budget().check().is_err() {
            best = as_given(best);
            continue;
        }
        let length = given.duration();
        cost.loads = loads.retimed(|t| (t - start) / length);
        let part = &mut |part: f64| tell((number as f64 + part) / moves.len() as f64);
        let optimised = match cost.best_of(number + 1, given, part) {
            Err(Error::Simulation(SimulationError::Stopped(_))) => {
                best = as_given(best);
                continue;
            }
            found => found?,
        };
        best = best.then_free(optimised.best().laws.clone(), kind.clone(), *within);
        found.push(optimised);
    }
    Ok(Optimum { moves: found, motion: best, stopped: machine.budget().check().err() })
}
