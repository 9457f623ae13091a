//! Quantities compiled for this machine.

use std::num::NonZero;
use std::ops::Range;

use crate::algebra::Budget;
use crate::code::{Coder, Parameters};
use crate::diagnostic::{Diagnostic, broken_invariant};
use crate::program::{self, Input, InputKind};
use crate::state::{MOTION, Motion};
use crate::{Error, Quantities, Quantity, Robot, State};

/// How to compile quantities.
///
/// ```
/// use appell::{CompileOptions, Robot, State};
/// let options = CompileOptions::new().parameters_as_arguments();
/// let mut compiled = Robot::bundled("2r")?.compile_with("G", &options)?;
/// assert_eq!(compiled.evaluate("G", &State::new().parameter("g", 0.0))?, [0.0, 0.0]);
/// # Ok::<(), appell::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    parameters: Parameters,
    budget: Budget,
}

impl CompileOptions {
    /// With the values of the parameters put in, within the default budget.
    pub fn new() -> Self {
        Self::default()
    }

    /// With the parameters as arguments, so that a state may change them. Those without a value are
    /// always arguments.
    #[must_use]
    pub fn parameters_as_arguments(mut self) -> Self {
        self.parameters = Parameters::Arguments;
        self
    }

    /// Within another budget.
    #[must_use]
    pub fn budget(mut self, budget: &Budget) -> Self {
        self.budget = budget.clone();
        self
    }
}

/// Quantities of a robot as machine code: one program, which shares what they have in common.
///
/// ```
/// use appell::{Robot, State, States};
///
/// let robot = Robot::bundled("2r")?;
/// let mut compiled = robot.compile(["Q", "Ek"])?;
/// let state = State::new().q([0.1, 0.2]).qd([1.0, -1.0]);
/// let energy = compiled.evaluate("Ek", &state)?[0];
/// assert!((energy - robot.evaluate("Ek", &state)?.scalar("Ek")?).abs() < 1e-12);
///
/// // many states at once: first q1 of all, then q2 of all; the same for the velocities
/// let states = States::new(3).q([0.0, 0.1, 0.2, 0.0, 0.2, 0.4]).qd([1.0, 1.0, 1.0, -1.0, -1.0, -1.0]);
/// assert!((compiled.batch("Ek", &states)?[1] - energy).abs() < 1e-12);
/// # Ok::<(), appell::Error>(())
/// ```
pub struct Compiled {
    /// The quantities by name, and where their entries are among the outputs.
    quantities: Vec<(String, Range<usize>)>,
    inputs: Vec<Input>,
    outputs: Vec<String>,
    code: program::Compiled,
    /// The robot, for the values of parameters that are arguments.
    robot: Robot,
}

impl Compiled {
    pub(crate) fn new(
        robot: &Robot,
        quantities: impl Quantities,
        options: &CompileOptions,
    ) -> Result<Self, Error> {
        let coder = Coder::new(robot.model(), options.parameters, &options.budget)?;
        let (names, quantities): (Vec<String>, Vec<Quantity>) =
            quantities.named(robot.model())?.into_iter().unzip();
        let (program, sections) = coder.programs(&quantities)?;
        Ok(Self {
            quantities: names.into_iter().zip(sections).collect(),
            inputs: program.inputs().to_vec(),
            outputs: program.outputs().iter().map(|output| output.name.clone()).collect(),
            code: program.compile_within(program::Options::default(), &options.budget)?,
            robot: robot.clone(),
        })
    }

    /// The names of the entries of a quantity, in the order of its results: row by row.
    ///
    /// ```
    /// let compiled = appell::Robot::bundled("2r")?.compile("M")?;
    /// assert_eq!(compiled.entry_names("M")?, ["M[1,1]", "M[1,2]", "M[2,1]", "M[2,2]"]);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn entry_names(&self, name: &str) -> Result<&[String], Error> {
        Ok(&self.outputs[self.find(name)?])
    }

    /// The entries of a quantity at a state, row by row. The payload is the robot's own.
    ///
    /// ```
    /// use appell::State;
    /// let mut compiled = appell::Robot::bundled("2r")?.compile("M")?;
    /// let mass = compiled.evaluate("M", &State::new().q([0.4, 0.3]))?;
    /// assert_eq!(mass[1], mass[2]);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn evaluate(&mut self, name: &str, state: &State) -> Result<Vec<f64>, Error> {
        let section = self.find(name)?;
        Ok(self.call(state)?[section].to_vec())
    }

    /// The entries of all quantities at a state, in one run of the program that they share: names
    /// with entries, row by row.
    ///
    /// ```
    /// use appell::State;
    /// let mut compiled = appell::Robot::bundled("2r")?.compile(["M", "G"])?;
    /// let all = compiled.evaluate_all(&State::new().q([0.4, 0.3]))?;
    /// assert_eq!((all[1].0.as_str(), all[1].1.len()), ("G", 2));
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn evaluate_all(&mut self, state: &State) -> Result<Vec<(String, Vec<f64>)>, Error> {
        let entries = self.call(state)?;
        let named = |(name, section): &(String, Range<usize>)| {
            (name.clone(), entries[section.clone()].to_vec())
        };
        Ok(self.quantities.iter().map(named).collect())
    }

    /// All outputs at a state.
    fn call(&mut self, state: &State) -> Result<Vec<f64>, Error> {
        self.check(state)?;
        let (mut order, mut place) = (InputKind::Coordinate(0), 0);
        let inputs: Result<Vec<f64>, Error> = self
            .inputs
            .iter()
            .map(|input| {
                // the coordinates come in order, then those of the next time derivative
                if input.kind != order {
                    (order, place) = (input.kind, 0);
                }
                place += 1;
                // what is not given is zero
                let at = |list: &[f64]| list.get(place - 1).copied().unwrap_or(0.0);
                Ok(match input.kind {
                    InputKind::Coordinate(order) => at(state.order(order as usize)),
                    InputKind::Drive => at(state.driving_forces()),
                    InputKind::Parameter => self.parameter(&input.name, state)?,
                    InputKind::Weight | InputKind::Direction => {
                        broken_invariant("a quantity that is a product with a Jacobian")
                    }
                })
            })
            .collect();
        let mut outputs = vec![0.0; self.outputs.len()];
        self.code.call(&inputs?, &mut outputs)?;
        Ok(outputs)
    }

    /// The entries of a quantity at many states: entry k of state i is at `k * count + i`.
    ///
    /// ```
    /// use appell::States;
    /// let compiled = appell::Robot::bundled("2r")?.compile("G")?;
    /// let weights = compiled.batch("G", &States::new(2).q([0.0, 1.5707963267948966, 0.0, 0.0]))?;
    /// assert!(weights[0] > 10.0 && weights[1].abs() < 1e-12);   // level, upright
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn batch(&self, name: &str, states: &States) -> Result<Vec<f64>, Error> {
        let section = self.find(name)?;
        let count = states.count;
        let rows = |kind: InputKind| self.inputs.iter().filter(|it| it.kind == kind).count();
        let mut columns = Vec::new();
        let lists = (0..).map(InputKind::Coordinate).zip(&states.motion);
        let lists = lists.chain([(InputKind::Drive, &states.driving_forces)]);
        for (key, (kind, list)) in MOTION.into_iter().chain(["tau"]).zip(lists) {
            let wanted = rows(kind) * count;
            match list.len() {
                0 => columns.resize(columns.len() + wanted, 0.0),
                // a quantity may not depend on all that is known of the states
                _ if wanted == 0 => {}
                given if given == wanted => columns.extend_from_slice(list),
                given => {
                    let message = format!("`{key}`: expected {wanted} numbers, got {given}");
                    let hint = "give all states of the first coordinate, then of the next";
                    return Err(Diagnostic::error("wrong-length", message).hint(hint).into());
                }
            }
        }
        let shared = self.inputs.iter().filter(|it| it.kind == InputKind::Parameter);
        let shared = shared.map(|input| self.parameter(&input.name, &State::new()));
        let shared: Vec<f64> = shared.collect::<Result<_, _>>()?;
        let mut outputs = vec![0.0; self.outputs.len() * count];
        self.code.batch(states.threads, count, &columns, &shared, &mut outputs)?;
        Ok(match self.quantities.len() {
            1 => outputs,
            _ => outputs[section.start * count..section.end * count].to_vec(),
        })
    }

    /// Where the entries of a quantity are among the outputs.
    fn find(&self, name: &str) -> Result<Range<usize>, Error> {
        let known = self.quantities.iter().find(|(known, _)| known == name);
        known.map(|(_, section)| section.clone()).ok_or_else(|| {
            let known: Vec<&str> = self.quantities.iter().map(|(name, _)| name.as_str()).collect();
            let problem = Diagnostic::error("not-compiled", format!("`{name}` was not compiled"));
            problem.hint(format!("compiled were: {}", known.join(", "))).into()
        })
    }

    /// Whether a state can be put in.
    fn check(&self, state: &State) -> Result<(), Error> {
        let mut problems = state.problems(self.robot.model());
        if state.has_wrenches() {
            let message =
                "compiled functions have the payload and the wrenches of the robot, not of a state";
            let hint = "use `Robot::evaluate`, or give the robot these before it is compiled";
            problems.push(Diagnostic::error("fixed-payload", message).hint(hint));
        }
        let argument = |name: &str| {
            let parameters = self.inputs.iter().filter(|it| it.kind == InputKind::Parameter);
            parameters.into_iter().any(|it| it.name == name)
        };
        for name in state.parameters().keys().filter(|name| !argument(name)) {
            let message = format!("the value of `{name}` was put into the compiled code");
            let hint = "compile with `CompileOptions::parameters_as_arguments`";
            problems.push(Diagnostic::error("fixed-parameter", message).hint(hint));
        }
        if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
    }

    /// The value of a parameter: that of the state, or the robot's own.
    fn parameter(&self, name: &str, state: &State) -> Result<f64, Error> {
        let own = || {
            let model = self.robot.model();
            model
                .parameters()
                .iter()
                .find(|it| it.name == name)
                .and_then(|it| model.value(it.symbol))
        };
        let missing = || crate::algebra::Error::NoValue { name: name.to_owned() }.into();
        state.parameters().get(name).copied().or_else(own).ok_or_else(missing)
    }
}

/// Many states, coordinate by coordinate: coordinate k of state i is at `k * count + i`. What is
/// not given is zero.
///
/// ```
/// use appell::{Robot, States};
/// let compiled = Robot::bundled("2r")?.compile("Q")?;
/// let states = States::new(2).q([0.1, 0.2, 0.3, 0.4]).threads(1);
/// assert_eq!(compiled.batch("Q", &states)?.len(), 4);
/// assert!(compiled.batch("Q", &States::new(2).q([0.1])).is_err());
/// # Ok::<(), appell::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct States {
    count: usize,
    threads: usize,
    motion: Motion,
    driving_forces: Vec<f64>,
}

impl States {
    /// So many states at rest at q = 0, on all cores.
    pub fn new(count: usize) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self { count, threads, motion: Default::default(), driving_forces: Vec::new() }
    }

    /// Shared between so many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
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

    /// With these third time derivatives (jerks), for `dQ`, `ddQ`, `EA2` and `EA3`.
    #[must_use]
    pub fn qddd(self, values: impl Into<Vec<f64>>) -> Self {
        self.derivative(3, values)
    }

    /// With these fourth time derivatives, for `ddQ` and `EA3`.
    #[must_use]
    pub fn qdddd(self, values: impl Into<Vec<f64>>) -> Self {
        self.derivative(4, values)
    }

    /// With these time derivatives of the coordinates, of an order up to
    /// [`HIGHEST_ORDER`](crate::mechanics::HIGHEST_ORDER). No quantity depends on higher ones.
    #[must_use]
    pub fn derivative(mut self, order: usize, values: impl Into<Vec<f64>>) -> Self {
        if let Some(list) = self.motion.get_mut(order) {
            *list = values.into();
        }
        self
    }

    /// With these driving forces.
    #[must_use]
    pub fn tau(mut self, values: impl Into<Vec<f64>>) -> Self {
        self.driving_forces = values.into();
        self
    }
}
