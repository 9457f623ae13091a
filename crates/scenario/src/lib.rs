//! Scenarios: a robot, where it starts, how it moves or what drives it, what it carries.
//!
//! A [`Scenario`] is what a file says; [`Scenario::inverse_dynamics`] and [`Scenario::simulation`] bring
//! it together with the robot, for one of two problems: a scenario may be good for both. All collect
//! what is wrong, with its place in the file. `docs/motion.md` describes the file.

mod bundled;
mod columns;
mod controller;
mod direct;
mod idle;
mod joint_units;
mod limits;
mod moves;
mod parameters;
mod payload;
mod prepare;
mod read;
mod shaper;
mod start;
mod sweep;
mod tables;

pub use bundled::{BUNDLED, Bundled, bundled};
pub use prepare::{Files, Prepared, too_many_rows};
pub use sweep::{Distribution, PayloadEntry, Sweep, SweepMethod, Varied, VariedKind};

use std::ops::Range;

use appell_actuation::{Margins, OptimisationSettings};
use appell_diagnostic::Diagnostic;
use appell_simulation::{Elasticity, Extras, Method};
use appell_toml::OneOrEach;
use appell_trajectory::{LawKind, Path};

use controller::Drive;
use joint_units::Units;
use payload::Payload;
use start::Start;

/// A scenario as a file has it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The robot: a bundled name, or a file beside the scenario.
    pub robot: Placed<String>,
    /// Values of parameters, instead of those of the robot's file.
    parameters: Vec<Placed<parameters::Given>>,
    start: Start,
    limits: Vec<Placed<(Limit, OneOrEach)>>,
    moves: Vec<Placed<Move>>,
    drive: Option<Placed<Drive>>,
    payloads: Vec<Payload>,
    simulation: Simulation,
    output: Output,
    inverse: Inverse,
    /// A catalogue of motors, as a file beside the scenario.
    pub catalogue: Option<Placed<String>>,
    /// How much motors shall have to spare.
    pub margins: Margins,
    /// What is sought when a motion is optimised.
    pub optimisation: OptimisationSettings,
    /// The variants of the scenario, where it has some.
    pub sweep: Option<Sweep>,
    /// What its moves and its controller say without effect.
    idle: Vec<Diagnostic>,
    /// Units whose fit depends on the robot.
    units: Units,
}

/// Something and its place in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed<T> {
    /// What.
    pub value: T,
    /// Its bytes.
    pub span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Lower,
    Upper,
    Velocity,
    Acceleration,
    Jerk,
    Effort,
}

/// One move of a motion.
#[derive(Clone, Debug)]
struct Move {
    /// By which payloads speak of it.
    name: Option<String>,
    what: What,
    /// The place of the value that says what to do.
    place: Range<usize>,
    law: Placed<LawKind>,
    duration: Option<Placed<f64>>,
    /// Whether the tool keeps its direction; by the number of axes if nothing is said.
    keeps_rotation: Option<bool>,
    speed: f64,
    /// What keeps elastic links from vibrating behind it.
    shaper: Option<Placed<shaper::ShaperDraft>>,
}

#[derive(Clone, Debug)]
enum What {
    /// To coordinates.
    To(Vec<f64>),
    /// To a place of the tool, by the way the axes choose.
    Position([f64; 3]),
    Along(Path),
    /// Through coordinates, at times or in order.
    Through {
        points: Vec<Vec<f64>>,
        times: Option<Vec<f64>>,
    },
    Table(String),
    Wait(f64),
    /// In no time to other coordinates: a reference for a controller.
    Step(Vec<f64>),
}

#[derive(Clone, Debug, Default)]
struct Simulation {
    duration: Option<Placed<f64>>,
    method: Option<Method>,
    tolerance: Option<f64>,
    step: Option<f64>,
    stops_at_limits: Option<bool>,
    /// Whether drives keep their effort limits.
    saturates: Option<Placed<bool>>,
    /// Its place in the file, if it is there.
    span: Option<Range<usize>>,
}

#[derive(Clone, Debug, Default)]
struct Output {
    step: Option<f64>,
    /// Names of columns, or of their quantities; all if nothing is said.
    columns: Option<Placed<Vec<String>>>,
}

#[derive(Clone, Debug, Default)]
struct Inverse {
    wrenches: Option<Placed<bool>>,
    rates: Option<Placed<bool>>,
    vibrations: Option<Placed<bool>>,
    elasticity: Elasticity,
}

impl Inverse {
    /// What is asked for beside forces and powers.
    fn extras(&self) -> Extras {
        let [wrenches, rates, vibrations] = [&self.wrenches, &self.rates, &self.vibrations]
            .map(|it| it.as_ref().is_some_and(|it| it.value));
        Extras { wrenches, rates, vibrations }
    }
}
