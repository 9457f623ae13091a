//! A robot ready to run: its axes, their limits, and its quantities as compiled functions.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use appell_algebra::{Budget, Poly, Symbol};
use appell_diagnostic::{Diagnostic, broken_invariant};
use appell_mechanics::{Kind, Quantity};
use appell_model::{Draft, JointKind, Part, Robot};
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
    /// The robot with the values of its parameters put in.
    valued: Arc<Robot>,
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
    Mass,
    Centre(usize),
    Force(usize),
    Moment(usize),
    /// A parameter that occurs nowhere.
    Unused,
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
        Self::of(robot.clone(), Vec::new(), budget)
    }

    /// A robot whose payload changes: every call takes it as an argument, by [`CompiledRobot::arguments`].
    pub fn with_changing_load(robot: &Robot, budget: &Budget) -> Result<Self, Error> {
        let symbols = robot.symbols().clone();
        let mut named = Vec::new();
        let mut made = |what: Argument, name: &str| -> Result<Poly, Error> {
            let mut name = format!("load_{name}");
            while robot.parameters().iter().any(|it| it.name == name) {
                name.push('_');
            }
            let symbol = symbols.parameter(&name)?;
            named.push((symbol, what));
            Ok(Poly::from(symbol))
        };
        let mut vector = |of: fn(usize) -> Argument, stem: &str| -> Result<Vector<Poly>, Error> {
            let [x, y, z] = [(0, "x"), (1, "y"), (2, "z")]
                .map(|(i, axis)| made(of(i), &format!("{stem}{axis}")));
            Ok(Vector::new(x?, y?, z?))
        };
        let [centre, force, moment] = [
            vector(Argument::Centre, "r")?,
            vector(Argument::Force, "f")?,
            vector(Argument::Moment, "n")?,
        ];
        let mass = made(Argument::Mass, "mass")?;
        let mut draft = Draft::from(robot);
        draft.payload.force = force;
        draft.payload.moment = moment;
        draft.payload.body = Some(Part { mass, centre, ..Part::default() });
        let (robot, _) = draft.build(budget).map_err(Error::Robot)?;
        Self::of(robot, named, budget)
    }

    fn of(robot: Robot, named: Vec<(Symbol, Argument)>, budget: &Budget) -> Result<Self, Error> {
        let mut missing = Vec::new();
        let mut arguments = Vec::new();
        for parameter in robot.parameters().iter().filter(|it| it.value.is_none()) {
            let known = named.iter().find(|(symbol, _)| *symbol == parameter.symbol);
            match known {
                Some((_, what)) => arguments.push(*what),
                None if robot.uses(parameter.symbol) => {
                    let message = format!("the parameter `{}` has no value", parameter.name);
                    let hint =
                        format!("add it to the scenario: [parameters], {} = 1", parameter.name);
                    missing.push(Diagnostic::error("parameter-without-value", message).hint(hint));
                }
                None => arguments.push(Argument::Unused),
            }
        }
        if !missing.is_empty() {
            return Err(Error::Robot(missing));
        }
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
                limits: Limits::of_axis(id, &robot)?,
                translates: joint.kind == JointKind::Translation,
                coordinate: place
                    .unwrap_or_else(|| broken_invariant("a coordinate of a joint is missing")),
                motor: motor.and_then(|motor| moving().position(|id| id == motor)),
            });
        }
        let coordinates = symbols.iter().enumerate().map(|(k, &q)| Coordinate {
            name: robot.symbols().name(q),
            axis: axes.iter().position(|axis| axis.coordinate == k),
        });
        let coordinates = coordinates.collect();
        let valued = Arc::new(robot.with_values(budget)?);
        Ok(Self {
            robot,
            axes,
            coordinates,
            arguments,
            budget: budget.clone(),
            valued,
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
            Argument::Mass => load.mass,
            Argument::Centre(i) => load.centre[i],
            Argument::Force(i) => load.force[i],
            Argument::Moment(i) => load.moment[i],
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
        let coder = Coder::of_valued(&self.robot, &self.valued, &self.budget);
        let (program, sections) = coder.programs(&quantities)?;
        let compiled = program.compile_within(Options::default(), &self.budget)?;
        let function = Function::new(compiled.clone(), &sections);
        programs.insert(quantities, (compiled, sections));
        Ok(function)
    }
}
