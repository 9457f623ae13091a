//! A robot ready to run: its axes, their limits, and its quantities as compiled functions.

use appell_algebra::{Budget, Poly, Symbol};
use appell_code::{Coder, Parameters};
use appell_diagnostic::Diagnostic;
use appell_mechanics::Quantity;
use appell_model::{Draft, JointKind, Part, Robot};
use appell_program::{Compiled, Options};
use appell_spatial::Vector;

use crate::error::Error;
use crate::limits::Limits;

/// A robot whose parameters all have values, and what is asked of it.
#[derive(Clone, Debug)]
pub struct Machine {
    robot: Robot,
    axes: Vec<Axis>,
    /// The names of all coordinates: those of joints, each followed by the modes of its link.
    coordinates: Vec<Coordinate>,
    /// What each argument of the functions besides the coordinates is.
    arguments: Vec<Argument>,
    budget: Budget,
}

/// An axis: a joint that moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The name of the joint.
    pub name: String,
    /// What it may do.
    pub limits: Limits,
    /// Whether it is a translation.
    pub translates: bool,
    /// The number of its coordinate among all of the robot, from 0.
    pub coordinate: usize,
}

impl Axis {
    /// A rotation with limits.
    pub fn new(name: &str, limits: Limits) -> Self {
        Self { name: name.to_owned(), limits, translates: false, coordinate: 0 }
    }

    /// The unit of its coordinate.
    pub fn unit(&self) -> &'static str {
        if self.translates { "m" } else { "rad" }
    }

    /// The unit of what drives it.
    pub fn force_unit(&self) -> &'static str {
        if self.translates { "N" } else { "N m" }
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

/// What the robot carries or pushes for a while, in the tool frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// The mass of a body that is fixed to the tool.
    pub mass: f64,
    /// Its mass centre.
    pub centre: [f64; 3],
    /// The force that the robot exerts on its surroundings.
    pub force: [f64; 3],
    /// The moment that it exerts, about the tool's origin.
    pub moment: [f64; 3],
}

/// An argument of the functions besides the coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Argument {
    Mass,
    Centre(usize),
    Force(usize),
    Moment(usize),
    /// A parameter that stands nowhere.
    Unused,
}

impl Machine {
    /// A robot as it is, with its own payload.
    ///
    /// ```
    /// use appell_motion::Machine;
    /// let robot = appell_model::Robot::bundled("panda")?;
    /// let machine = Machine::new(&robot, &Default::default())?;
    /// assert_eq!(machine.axes().len(), 7);
    /// let mut gravity = machine.function("G")?;
    /// let forces = gravity.call(&[&[0.0, -0.8, 0.0, -2.4, 0.0, 1.6, 0.8]])?;
    /// assert!(forces[1] < 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(robot: &Robot, budget: &Budget) -> Result<Self, Error> {
        Self::of(robot.clone(), Vec::new(), budget)
    }

    /// A robot whose payload changes: it is told at every call, by [`Machine::arguments`].
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
        for joint in robot.joints() {
            let Some(own) = joint.coordinate else { continue };
            axes.push(Axis {
                name: joint.name.clone(),
                limits: Limits::of(joint, &robot)?,
                translates: joint.kind == JointKind::Translation,
                coordinate: symbols.iter().position(|&q| q == own).unwrap_or_default(),
            });
        }
        let coordinates = symbols.iter().enumerate().map(|(k, &q)| Coordinate {
            name: robot.symbols().name(q),
            axis: axes.iter().position(|axis| axis.coordinate == k),
        });
        let coordinates = coordinates.collect();
        Ok(Self { robot, axes, coordinates, arguments, budget: budget.clone() })
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

    /// A quantity by its name, compiled: a function of the coordinates and of their derivatives as
    /// far as it depends on them, of driving forces where it follows from them, and of the
    /// [arguments](Machine::arguments).
    pub fn function(&self, quantity: &str) -> Result<Function, Error> {
        let asked = Quantity::read(quantity, &self.robot);
        let asked = asked.map_err(|problem| Error::Robot(vec![*problem]))?;
        let quantity = *asked
            .first()
            .ok_or(Error::NotOfThisRobot { what: "this quantity", why: "nothing belongs to it" })?;
        let program =
            Coder::new(&self.robot, Parameters::Values, &self.budget)?.program(quantity)?;
        let compiled = program.compile(Options::default())?;
        Ok(Function {
            compiled,
            inputs: Vec::with_capacity(program.inputs().len()),
            outputs: vec![0.0; program.outputs().len()],
        })
    }
}

/// A quantity, compiled.
pub struct Function {
    compiled: Compiled,
    inputs: Vec<f64>,
    outputs: Vec<f64>,
}

impl Function {
    /// The entries, row by row, for inputs that are given in parts.
    pub fn call(&mut self, parts: &[&[f64]]) -> Result<&[f64], Error> {
        self.inputs.clear();
        for part in parts {
            self.inputs.extend_from_slice(part);
        }
        self.compiled.call(&self.inputs, &mut self.outputs)?;
        Ok(&self.outputs)
    }

    /// How many entries it has.
    pub fn count(&self) -> usize {
        self.outputs.len()
    }

    /// The entries for many states, as a structure of arrays: entry k of state i stands at
    /// `k * states + i`.
    pub fn batch(
        &self,
        states: usize,
        inputs: &[f64],
        arguments: &[f64],
    ) -> Result<Vec<f64>, Error> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut outputs = vec![0.0; self.count() * states];
        self.compiled.batch(threads, states, inputs, arguments, &mut outputs)?;
        Ok(outputs)
    }

    /// The compiled program.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }
}
