//! A robot ready to run: its axes, their limits, and its quantities as compiled functions.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use appell_algebra::{Budget, Poly, Symbol};
use appell_diagnostic::{Diagnostic, broken_invariant};
use appell_mechanics::{Kind, Quantity};
use appell_model::{Draft, FrameName, JointKind, Part, Payload, Robot};
use appell_program::{Compiled, Options};
use appell_spatial::Vector;

use crate::Coder;
use crate::axis::{Axis, Limits};
use crate::error::Error;
use crate::function::Function;
use crate::load::Load;

/// A compiled program, and where the entries of each quantity are among its outputs.
type Sectioned = (Compiled, Vec<Range<usize>>);

/// A robot whose parameters all have values, and what is asked of it.
#[derive(Clone)]
pub struct CompiledRobot {
    robot: Robot,
    axes: Vec<Axis>,
    /// The names of all coordinates: those of joints, each followed by the modes of its link.
    coordinates: Vec<Coordinate>,
    /// What each argument of the functions besides the coordinates is.
    arguments: Vec<Argument>,
    budget: Budget,
    /// The robot as it is compiled: parameters that are arguments have no value in it.
    given: Arc<Robot>,
    /// The same with the values of its parameters put in.
    valued: Arc<Robot>,
    /// The parameters that are arguments, and their values.
    open: Vec<(String, f64)>,
    /// What was compiled so far; clones share it.
    programs: Arc<Mutex<HashMap<Vec<Quantity>, Sectioned>>>,
}

impl fmt::Debug for CompiledRobot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompiledRobot").field("robot", &self.robot.name()).finish_non_exhaustive()
    }
}

/// A coordinate of the robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// Its name: `q2`, or `q2_1` for the first mode of link 2.
    pub name: String,
    /// The axis whose coordinate it is; none for a mode of an elastic link.
    pub axis: Option<usize>,
}

/// An argument of the functions besides the coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Argument {
    /// An entry of the load at a frame, or at the tool.
    Load(Option<FrameName>, LoadEntry),
    /// A parameter of the robot, by its number among those that are arguments.
    Parameter(usize),
    /// A parameter that occurs nowhere.
    Unused,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum LoadEntry {
    Mass,
    Centre(usize),
    Force(usize),
    Moment(usize),
}

impl CompiledRobot {
    /// A robot as it is, with its own payload.
    ///
    /// ```
    /// use appell_code::CompiledRobot;
    /// use appell_mechanics::Kind;
    ///
    /// let robot = appell_model::Robot::bundled("panda")?;
    /// let machine = CompiledRobot::new(&robot, &Default::default())?;
    /// assert_eq!(machine.axes().len(), 7);
    /// let mut gravity = machine.function_of(&[Kind::GravityForce])?;
    /// let forces = gravity.call(&[&[0.0, -0.8, 0.0, -2.4, 0.0, 1.6, 0.8]])?;
    /// assert!(forces[1] < 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(robot: &Robot, budget: &Budget) -> Result<Self, Error> {
        Self::of(robot.clone(), Vec::new(), &[], budget)
    }

    /// A robot whose payload changes: every call takes it as an argument, by [`CompiledRobot::arguments`].
    pub fn with_changing_load(robot: &Robot, budget: &Budget) -> Result<Self, Error> {
        Self::with_changing(robot, &[None], &[], budget)
    }

    /// A robot of which some parameters change, and its loads at some named frames (nothing: at the tool),
    /// which are on rigid links: they are arguments, so that [`CompiledRobot::with_parameters`] gives
    /// them other values and nothing is compiled again.
    ///
    /// ```
    /// use appell_code::{CompiledRobot, Load};
    /// use appell_mechanics::Kind;
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let open = ["M2".to_owned()];
    /// let machine = CompiledRobot::with_changing(&robot, &[], &open, &Default::default())?;
    /// let heavy = machine.with_parameters(&[("M2", 9.0)])?;
    /// let mut gravity = heavy.function_of(&[Kind::GravityForce])?;
    /// let found = gravity.call(&[&[0.3, 0.2], &heavy.arguments(&Load::default())])?.to_vec();
    /// let known = robot.with_parameters([("M2", 9.0)], &Default::default()).map_err(|_| "refused")?;
    /// let known = CompiledRobot::new(&known, &Default::default())?;
    /// let mut gravity = known.function_of(&[Kind::GravityForce])?;
    /// assert!((gravity.call(&[&[0.3, 0.2]])?[1] - found[1]).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_changing(
        robot: &Robot,
        loads_at: &[Option<FrameName>],
        parameters: &[String],
        budget: &Budget,
    ) -> Result<Self, Error> {
        let (mut robot, mut arguments) = (robot.clone(), Vec::new());
        for &frame in loads_at {
            let (loaded, named) = with_symbolic_load(&robot, frame, budget)?;
            robot = loaded;
            arguments.extend(named);
        }
        Self::of(robot, arguments, parameters, budget)
    }

    /// The same with other values of parameters that are arguments; the limits of its axes are those of
    /// the robot's file. Values that the robot cannot have are refused.
    pub fn with_parameters(&self, values: &[(&str, f64)]) -> Result<Self, Error> {
        if let Some((name, _)) =
            values.iter().find(|it| !self.open.iter().any(|open| open.0 == it.0))
        {
            let message = format!("the parameter `{name}` was compiled as a number");
            return Err(Error::Robot(vec![Diagnostic::error("fixed-parameter", message)]));
        }
        let robot = self.robot.with_parameters(values.iter().copied(), &self.budget);
        let robot = robot.map_err(Error::Robot)?;
        let mut open = self.open.clone();
        for (name, value) in &mut open {
            let new = values.iter().find(|it| it.0 == name);
            *value = new.map_or(*value, |it| it.1);
        }
        let axes = axes_of(&robot)?;
        Ok(Self { robot, axes, open, ..self.clone() })
    }

    /// Whether a parameter is an argument.
    pub fn has_argument(&self, parameter: &str) -> bool {
        self.open.iter().any(|(name, _)| name == parameter)
    }

    /// Whether limits of axes follow from parameters that are arguments.
    pub fn limits_depend_on_arguments(&self) -> bool {
        axes_of(&self.given).is_err()
    }

    /// The same with other values of the parameters that are arguments, in their order, for functions
    /// alone: its robot and its limits stay as they are.
    pub fn set_arguments(&mut self, values: impl IntoIterator<Item = f64>) {
        self.open.iter_mut().zip(values).for_each(|((_, value), new)| *value = new);
    }

    fn of(
        robot: Robot,
        named: Vec<(Symbol, Argument)>,
        open: &[String],
        budget: &Budget,
    ) -> Result<Self, Error> {
        let given = match open.is_empty() {
            true => robot.clone(),
            false => without_values(&robot, open, budget)?,
        };
        let mut missing = Vec::new();
        let mut arguments = Vec::new();
        for parameter in given.parameters().iter().filter(|it| it.value.is_none()) {
            let known = named.iter().find(|(symbol, _)| *symbol == parameter.symbol);
            let number = open.iter().position(|name| *name == parameter.name);
            match (known, number) {
                (Some((_, what)), _) => arguments.push(*what),
                (None, Some(number)) => arguments.push(Argument::Parameter(number)),
                (None, None) if given.uses(parameter.symbol) => {
                    let message = format!("the parameter `{}` has no value", parameter.name);
                    let hint = format!(
                        "give it its value in the scenario, under [parameters]: {} = ...",
                        parameter.name
                    );
                    missing.push(Diagnostic::error("parameter-without-value", message).hint(hint));
                }
                (None, None) => arguments.push(Argument::Unused),
            }
        }
        if !missing.is_empty() {
            return Err(Error::Robot(missing));
        }
        let value = |name: &String| {
            let parameter = robot.parameters().iter().find(|it| it.name == *name);
            let value = parameter.map_or(Ok(0.0), |it| robot.evaluate(&Poly::from(it.symbol)));
            Ok::<_, Error>((name.clone(), value?))
        };
        let axes = axes_of(&robot)?;
        let symbols = robot.coordinates();
        let coordinates = symbols.iter().enumerate().map(|(k, &q)| Coordinate {
            name: robot.symbols().name(q),
            axis: axes.iter().position(|axis| axis.coordinate == k),
        });
        Ok(Self {
            coordinates: coordinates.collect(),
            axes,
            arguments,
            budget: budget.clone(),
            valued: Arc::new(given.with_values(budget)?),
            given: Arc::new(given),
            open: open.iter().map(value).collect::<Result<_, _>>()?,
            robot,
            programs: Arc::default(),
        })
    }

    /// The robot.
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// The joints that move.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The same, to change their limits.
    pub fn axes_mut(&mut self) -> &mut [Axis] {
        &mut self.axes
    }

    /// All coordinates: those of the axes, each followed by the modes of its link.
    pub fn coordinates(&self) -> &[Coordinate] {
        &self.coordinates
    }

    /// Whether a link is elastic.
    pub fn is_elastic(&self) -> bool {
        self.coordinates.len() > self.axes.len()
    }

    /// The same without the rotors of its motors, with their inertia and their friction.
    #[must_use]
    pub fn without_rotors(&self) -> Self {
        Self {
            robot: self.robot.without_rotors(),
            given: Arc::new(self.given.without_rotors()),
            valued: Arc::new(self.valued.without_rotors()),
            programs: Arc::default(),
            ..self.clone()
        }
    }

    /// The same under other limits of work.
    #[must_use]
    pub fn with_budget(&self, budget: &Budget) -> Self {
        Self { budget: budget.clone(), ..self.clone() }
    }

    /// The limits of work.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// What the functions take besides coordinates and forces, for a load; nothing, where the load
    /// does not change.
    pub fn arguments(&self, load: &Load) -> Vec<f64> {
        let value = |argument: &Argument| match *argument {
            Argument::Load(frame, _) if frame != load.frame => 0.0,
            Argument::Load(_, LoadEntry::Mass) => load.mass,
            Argument::Load(_, LoadEntry::Centre(i)) => load.centre[i],
            Argument::Load(_, LoadEntry::Force(i)) => load.force[i],
            Argument::Load(_, LoadEntry::Moment(i)) => load.moment[i],
            Argument::Parameter(i) => self.open[i].1,
            Argument::Unused => 0.0,
        };
        self.arguments.iter().map(value).collect()
    }

    /// Numbers of the axes as numbers of all coordinates; those of modes are zero.
    pub fn spread(&self, of_axes: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; self.coordinates.len()];
        for (axis, value) in self.axes.iter().zip(of_axes) {
            all[axis.coordinate] = *value;
        }
        all
    }

    /// Quantities of the whole robot as one function: of the coordinates and their derivatives as
    /// far as the quantities depend on them, of driving forces where one follows from them, and of
    /// the [arguments](CompiledRobot::arguments).
    pub fn function_of(&self, kinds: &[Kind]) -> Result<Function, Error> {
        let quantities =
            kinds.iter().map(|&kind| Quantity::of_robot(kind)).collect::<Result<_, _>>();
        self.function(quantities?)
    }

    /// The same for any quantities. What was compiled before is not derived again.
    pub fn function(&self, quantities: Vec<Quantity>) -> Result<Function, Error> {
        // a poisoned lock only means that another thread was stopped while it read the map
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((compiled, sections)) = programs.get(&quantities) {
            return Ok(Function::new(compiled.clone(), sections));
        }
        let coder = Coder::of_valued(&self.given, &self.valued, &self.budget);
        let (program, sections) = coder.programs(&quantities)?;
        let compiled = program.compile_within(Options::default(), &self.budget)?;
        let function = Function::new(compiled.clone(), &sections);
        programs.insert(quantities, (compiled, sections));
        Ok(function)
    }
}

/// A robot whose load at a named frame, or its payload at the tool, is symbols, and what each of them is.
fn with_symbolic_load(
    robot: &Robot,
    frame: Option<FrameName>,
    budget: &Budget,
) -> Result<(Robot, Vec<(Symbol, Argument)>), Error> {
    let symbols = robot.symbols().clone();
    let mut named = Vec::new();
    let mut made = |what: LoadEntry, name: &str| -> Result<Poly, Error> {
        let mut name = format!("load_{name}");
        while robot.parameters().iter().any(|it| it.name == name) {
            name.push('_');
        }
        let symbol = symbols.parameter(&name)?;
        named.push((symbol, Argument::Load(frame, what)));
        Ok(Poly::from(symbol))
    };
    let mut vector = |of: fn(usize) -> LoadEntry, stem: &str| -> Result<Vector<Poly>, Error> {
        let [x, y, z] =
            [(0, "x"), (1, "y"), (2, "z")].map(|(i, axis)| made(of(i), &format!("{stem}{axis}")));
        Ok(Vector::new(x?, y?, z?))
    };
    let [centre, force, moment] = [
        vector(LoadEntry::Centre, "r")?,
        vector(LoadEntry::Force, "f")?,
        vector(LoadEntry::Moment, "n")?,
    ];
    let mass = made(LoadEntry::Mass, "mass")?;
    let mut draft = Draft::from(robot);
    let body = Part { mass, centre, ..Part::default() };
    match frame.and_then(|name| robot.find_frame(name)) {
        Some(number) => {
            let placed = &mut draft.frames[number];
            (placed.force, placed.moment) = (force, moment);
            if let Some(link) = robot.frames()[number].parent {
                let part = Part { at: placed.placement.clone(), ..body };
                draft.joints[link.index()].link.parts.push(part);
            }
        }
        None => draft.payload = Payload { force, moment, body: Some(body) },
    }
    let (robot, _) = draft.build(budget).map_err(Error::Robot)?;
    Ok((robot, named))
}

/// A robot some of whose parameters have no value.
fn without_values(robot: &Robot, names: &[String], budget: &Budget) -> Result<Robot, Error> {
    let mut draft = Draft::from(robot);
    for parameter in draft.parameters.iter_mut().filter(|it| names.contains(&it.name)) {
        parameter.value = None;
    }
    Ok(draft.build(budget).map_err(Error::Robot)?.0)
}

/// The joints of a robot that move, with the limits of its file.
fn axes_of(robot: &Robot) -> Result<Vec<Axis>, Error> {
    let symbols = robot.coordinates();
    let mut axes: Vec<Axis> = Vec::new();
    let moving = || robot.joint_ids().filter(|&id| robot.joint(id).coordinate.is_some());
    for id in moving() {
        let joint = robot.joint(id);
        let Some(own) = joint.coordinate else { continue };
        let motor = joint.elastic.as_ref().map(|it| it.motor);
        let place = symbols.iter().position(|&q| q == own);
        axes.push(Axis {
            name: joint.name.clone(),
            limits: Limits::of_axis(id, robot)?,
            translates: joint.kind == JointKind::Translation,
            coordinate: place
                .unwrap_or_else(|| broken_invariant("a coordinate of a joint is missing")),
            motor: motor.and_then(|motor| moving().position(|id| id == motor)),
        });
    }
    Ok(axes)
}
