//! Where a robot is, how it moves, what drives it and what it carries.

mod doubts;
mod read;
mod table;
mod unique_keys;

use std::collections::BTreeMap;

pub use table::StateTable;

use crate::algebra::Symbol;
use crate::diagnostic::{Diagnostic, excerpt};
use crate::mechanics::{Derivation, HIGHEST_ORDER, Numbers};
use crate::model::{self, FrameName};
use crate::spatial::{Vector, Wrench};
use crate::{Error, Robot};

/// The names of the coordinates and their time derivatives: q, q', q'', ...
pub(crate) const MOTION: [&str; HIGHEST_ORDER as usize + 1] =
    ["q", "qd", "qdd", "qddd", "qdddd", "qddddd", "qdddddd", "qddddddd"];

/// Coordinates and their time derivatives, a list each.
pub(crate) type Motion = [Vec<f64>; MOTION.len()];

/// A state of a robot. What is not given is zero; parameters have the values of the robot.
///
/// Lists have a number for each coordinate of the robot, in the order of its joints (a joint is
/// followed by the modes of its link); SI units and radians.
///
/// ```
/// use appell::{Robot, State};
///
/// let robot = Robot::bundled("2r")?;
/// let state = State::new().q([0.3, -0.2]).qd([1.0, 0.5]).parameter("M2", 5.0);
/// let heavier = robot.evaluate("Q", &state)?.list("Q")?;
/// let own = robot.evaluate("Q", &state.parameter("M2", 4.0))?.list("Q")?;
/// assert!(heavier[0] > own[0]);
/// # Ok::<(), appell::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// q, q', q'', ...
    motion: Motion,
    driving_forces: Vec<f64>,
    /// Force and moment, where they were given.
    payload: Option<[[f64; 3]; 2]>,
    /// Force and moment on named frames.
    wrenches: BTreeMap<String, [[f64; 3]; 2]>,
    parameters: BTreeMap<String, f64>,
}

impl State {
    /// At rest at q = 0, without driving forces, with the robot's own payload.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let values = Robot::bundled("2r")?.evaluate("T[tool]", &State::new())?;
    /// assert_eq!(values.rows("T[tool]")?[0][3], 0.9);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// With these coordinates.
    #[must_use]
    pub fn q(self, values: impl Into<Vec<f64>>) -> Self {
        self.derivative(0, values)
    }

    /// With these velocities.
    #[must_use]
    pub fn qd(self, values: impl Into<Vec<f64>>) -> Self {
        self.derivative(1, values)
    }

    /// With these accelerations.
    #[must_use]
    pub fn qdd(self, values: impl Into<Vec<f64>>) -> Self {
        self.derivative(2, values)
    }

    /// With these jerks, for `dQ` and `EA2`.
    #[must_use]
    pub fn qddd(self, values: impl Into<Vec<f64>>) -> Self {
        self.derivative(3, values)
    }

    /// With these time derivatives of the jerks, for `ddQ` and `EA3`.
    #[must_use]
    pub fn qdddd(self, values: impl Into<Vec<f64>>) -> Self {
        self.derivative(4, values)
    }

    /// With these time derivatives of the coordinates, of an order up to [`HIGHEST_ORDER`]: order 5 for
    /// `d3Q` and `EA4`. No quantity depends on higher ones.
    #[must_use]
    pub fn derivative(mut self, order: usize, values: impl Into<Vec<f64>>) -> Self {
        if let Some(list) = self.motion.get_mut(order) {
            *list = values.into();
        }
        self
    }

    /// With these driving forces, for `qdd` and its derivatives.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let robot = Robot::bundled("2r")?;
    /// let weight = robot.evaluate("G", &State::new())?.list("G")?;
    /// let held = robot.evaluate("qdd", &State::new().tau(weight))?.list("qdd")?;
    /// assert!(held.iter().all(|acceleration| acceleration.abs() < 1e-12));
    /// # Ok::<(), appell::Error>(())
    /// ```
    #[must_use]
    pub fn tau(mut self, values: impl Into<Vec<f64>>) -> Self {
        self.driving_forces = values.into();
        self
    }

    /// With this payload instead of the robot's own: the force and the moment that the robot exerts
    /// on its surroundings at the tool, in tool axes.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let robot = Robot::bundled("2r")?;
    /// let pushing = State::new().payload([0.0, 10.0, 0.0], [0.0; 3]);
    /// let [free, pushing] = [State::new(), pushing].map(|state| robot.evaluate("Q", &state));
    /// // 10 N at the end of the last link, which is 0.4 m long
    /// assert!((pushing?.list("Q")?[1] - free?.list("Q")?[1] - 4.0).abs() < 1e-12);
    /// # Ok::<(), appell::Error>(())
    /// ```
    #[must_use]
    pub fn payload(mut self, force: [f64; 3], moment: [f64; 3]) -> Self {
        self.payload = Some([force, moment]);
        self
    }

    /// With this wrench on a named frame instead of the robot's own: the force and the moment that the
    /// robot exerts on its surroundings there, in the axes of the frame.
    ///
    /// ```
    /// # use appell::{Robot, State, model::Format};
    /// let file = "name = \"slide\"\ngravity = 0\n[[joint]]\ntype = \"prismatic\"\naxis = \"x\"\n\
    ///     link = { mass = 1 }\n[[frame]]\nname = \"hook\"\n";
    /// let robot = appell::ReadOptions::new().parse(file, Format::Toml)?;
    /// let pulling = State::new().wrench("hook", [5.0, 0.0, 0.0], [0.0; 3]);
    /// assert_eq!(robot.evaluate("Q", &pulling)?.list("Q")?, [5.0]);
    /// # Ok::<(), appell::Error>(())
    /// ```
    #[must_use]
    pub fn wrench(mut self, frame: impl Into<String>, force: [f64; 3], moment: [f64; 3]) -> Self {
        self.wrenches.insert(frame.into(), [force, moment]);
        self
    }

    /// With another value of a parameter than the robot's own.
    #[must_use]
    pub fn parameter(mut self, name: impl Into<String>, value: f64) -> Self {
        self.parameters.insert(name.into(), value);
        self
    }

    /// All that does not fit a robot.
    pub(crate) fn problems(&self, robot: &model::Robot) -> Vec<Diagnostic> {
        let count = robot.coordinates().len();
        let lists = MOTION.into_iter().zip(&self.motion).chain([("tau", &self.driving_forces)]);
        let lengths = lists
            .filter(|(_, list)| !list.is_empty() && list.len() != count)
            .map(|(key, list)| wrong_length(robot, &list.len().to_string()).on(["state", key]));
        let unknown = self
            .parameters
            .keys()
            .filter(|name| find_parameter(robot, name).is_none())
            .map(|name| unknown_parameter(robot, name).on(["state", "parameters", name]));
        let frames = self
            .wrenches
            .keys()
            .filter_map(|name| Some((name, loaded_frame(robot, name).err()?)))
            .map(|(name, problem)| problem.on(["state", "wrenches", name]));
        lengths.chain(unknown).chain(frames).collect()
    }

    /// The numbers of one kind: coordinates or a time derivative of them. Empty: all zero.
    pub(crate) fn order(&self, order: usize) -> &[f64] {
        self.motion.get(order).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn driving_forces(&self) -> &[f64] {
        &self.driving_forces
    }

    /// Whether it has a payload or wrenches of its own.
    pub(crate) fn has_wrenches(&self) -> bool {
        self.payload.is_some() || !self.wrenches.is_empty()
    }

    pub(crate) fn parameters(&self) -> &BTreeMap<String, f64> {
        &self.parameters
    }

    /// A robot at this state, of which any quantity can be asked as numbers.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let robot = Robot::bundled("2r")?;
    /// let at_rest = State::new().derivation(&robot)?;
    /// assert!(at_rest.driving_forces()?[0] > 0.0);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn derivation<'r>(&self, robot: &'r Robot) -> Result<Derivation<'r, Numbers<'r>>, Error> {
        let robot = robot.model();
        let numbers = self.numbers(robot)?;
        self.with_own_parameters(robot)?;
        let mut derivation = Derivation::new(robot, numbers)?;
        let wrench = |[force, moment]: [[f64; 3]; 2]| Wrench {
            force: Vector(force),
            moment: Vector(moment),
        };
        if let Some(payload) = self.payload {
            derivation = derivation.with_payload(wrench(payload));
        }
        for (name, given) in &self.wrenches {
            derivation = derivation.with_wrench(loaded_frame(robot, name)?, wrench(*given))?;
        }
        Ok(derivation)
    }

    /// The same, from the robot at another state with the same parameters, payload and
    /// wrenches.
    pub(crate) fn derivation_after<'r>(
        &self,
        other: &Derivation<'r, Numbers<'r>>,
    ) -> Result<Derivation<'r, Numbers<'r>>, Error> {
        Ok(other.moved(self.numbers(other.robot())?)?)
    }

    /// The values of parameters, coordinates and driving forces.
    fn numbers<'r>(&self, robot: &'r model::Robot) -> Result<Numbers<'r>, Error> {
        let problems = self.problems(robot);
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let coordinates = robot.coordinates();
        let motion = self.motion.clone();
        let given: BTreeMap<Symbol, f64> = self
            .parameters
            .iter()
            .filter_map(|(name, value)| Some((find_parameter(robot, name)?, *value)))
            .collect();
        let value = move |symbol: Symbol| match coordinates.iter().position(|&q| q == symbol.base())
        {
            // what is not given is zero
            Some(k) => {
                let values = motion.get(symbol.order() as usize);
                Some(values.and_then(|values| values.get(k)).copied().unwrap_or_default())
            }
            None => given.get(&symbol).copied().or_else(|| robot.value(symbol)),
        };
        let numbers = Numbers::new(robot.symbols(), value);
        Ok(numbers.with_driving_forces(self.driving_forces.clone()))
    }
}

/// A named frame on which a wrench can act: one that is not fixed to the base.
fn loaded_frame(robot: &model::Robot, name: &str) -> Result<FrameName, Diagnostic> {
    let found = robot.frames().iter().find(|frame| frame.name.as_str() == name);
    match found {
        Some(frame) if frame.parent.is_some() => Ok(frame.name),
        Some(_) => {
            let message =
                format!("the frame `{name}` is fixed to the base: a wrench loads no joint");
            let problem = Diagnostic::error("wrench-on-base", message);
            Err(problem.hint("leave it out, or name a frame on a joint"))
        }
        None => {
            let message = format!("the robot has no frame `{}`", excerpt(name));
            let names = robot.frames().iter().map(|frame| frame.name.as_str());
            let otherwise = "name a [[frame]] of the robot file; at the tool it is `payload`";
            Err(Diagnostic::error("unknown-frame", message).did_you_mean(name, names, otherwise))
        }
    }
}

/// Which coordinate a name means: that of its joint or mode, or its own.
pub(crate) fn coordinate_named(robot: &model::Robot, name: &str) -> Option<usize> {
    let owners = robot.coordinate_owners();
    let own = || robot.coordinates().iter().position(|&q| robot.symbols().name(q) == name);
    owners.iter().position(|owner| owner == name).or_else(own)
}

fn unknown_coordinate(robot: &model::Robot, name: &str) -> Diagnostic {
    let message = format!("the robot has no joint that moves called `{}`", excerpt(name));
    let owners = robot.coordinate_owners();
    let names = owners.iter().map(String::as_str);
    Diagnostic::error("unknown-joint", message).did_you_mean(
        name,
        names,
        format!("one of: {}", owners.join(", ")),
    )
}

fn find_parameter(robot: &model::Robot, name: &str) -> Option<Symbol> {
    robot.parameters().iter().find(|it| it.name == name).map(|it| it.symbol)
}

fn wrong_length(robot: &model::Robot, given: &str) -> Diagnostic {
    let count = robot.coordinates().len();
    let message = format!("expected {count} numbers, found {given}");
    let names = robot.coordinate_owners();
    Diagnostic::error("wrong-length", message)
        .hint(format!("in the order of the joints: {}", names.join(", ")))
}

fn unknown_parameter(robot: &model::Robot, name: &str) -> Diagnostic {
    let message = format!("the robot has no parameter `{name}`");
    let problem = Diagnostic::error("unknown-name", message);
    let names = robot.parameters().iter().map(|parameter| parameter.name.as_str());
    problem.hint(match crate::diagnostic::nearest(name, names) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "see `appell show` for the parameters of the robot".to_owned(),
    })
}
