//! Quantities of robots as programs, from which code is generated.
//!
//! ```
//! use appell_code::{Coder, Parameters};
//! use appell_mechanics::Quantity;
//! use appell_program::{Language, Precision};
//!
//! let robot = appell_model::Robot::bundled("2r")?;
//! let coder = Coder::new(&robot, Parameters::Values, &Default::default())?;
//! let asked = Quantity::read("Q", &robot).map_err(|problem| problem.to_string())?;
//! let program = coder.program(asked[0])?;
//! let files = program.emit(Language::C, &coder.labels("2r", asked[0], Precision::Double))?;
//! assert_eq!(files[0].name, "robot_2r_Q.h");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod labels;

use std::borrow::Cow;

use appell_algebra::{Budget, Expr, Graph, Symbol};
use appell_mechanics::{Derivation, Kind, Quantity};
use appell_model::Robot;
use appell_program::Program;

/// What becomes of the parameters of a robot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Parameters {
    /// Their values are put in; those without one are arguments.
    #[default]
    Values,
    /// All are arguments.
    Arguments,
}

/// Why there is no code.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The quantity could not be derived.
    #[error(transparent)]
    Mechanics(#[from] appell_mechanics::Error),
    /// The program could not be made.
    #[error(transparent)]
    Program(#[from] appell_program::Error),
    /// A quantity that is no function of the state.
    #[error("`{name}` is a list of names and numbers, no function of the state")]
    NoFunction {
        /// The quantity.
        name: String,
    },
}

impl From<appell_algebra::Error> for Error {
    fn from(error: appell_algebra::Error) -> Self {
        Self::Mechanics(error.into())
    }
}

/// Makes programs of the quantities of a robot.
///
/// All programs of a robot have the same arguments: q, q', q'' and so on as far as the quantity
/// depends on them, each with all coordinates; where the quantity follows from driving forces, these;
/// then the parameters, where there are any.
pub struct Coder<'r> {
    /// The robot as it was given.
    given: &'r Robot,
    /// The robot that is calculated with.
    robot: Cow<'r, Robot>,
    parameters: Parameters,
    budget: Budget,
}

impl<'r> Coder<'r> {
    /// For a robot, with limits for the derivation.
    pub fn new(robot: &'r Robot, parameters: Parameters, budget: &Budget) -> Result<Self, Error> {
        let used = match parameters {
            Parameters::Values => Cow::Owned(robot.with_values(budget)?),
            Parameters::Arguments => Cow::Borrowed(robot),
        };
        Ok(Self { given: robot, robot: used, parameters, budget: budget.clone() })
    }

    /// The parameters that are arguments.
    fn arguments(&self) -> impl Iterator<Item = &appell_model::Parameter> {
        let stays = |it: &&appell_model::Parameter| {
            self.parameters == Parameters::Arguments || it.value.is_none()
        };
        self.given.parameters().iter().filter(stays)
    }

    /// A quantity as a program with as few operations as we know. Its outputs are the entries, row
    /// by row.
    pub fn program(&self, quantity: Quantity) -> Result<Program, Error> {
        if quantity.kind() == Kind::BaseParameters {
            return Err(Error::NoFunction { name: quantity.to_string() });
        }
        let graph = Graph::with_budget(self.robot.symbols(), self.budget.clone());
        let derivation = Derivation::new(&self.robot, &graph)?;
        let wanted = derivation.economical(quantity)?;
        let forces = match quantity.kind().is_forward() {
            true => derivation.driving_force_names(),
            false => Vec::new(),
        };
        let inputs = self.inputs(quantity.kind(), &forces)?;
        let labels = wanted.value.entry_names(&quantity.to_string());
        let outputs: Vec<(&str, Expr<'_>)> =
            labels.iter().map(String::as_str).zip(wanted.value.entries().copied()).collect();
        let names: Vec<(&str, Expr<'_>)> =
            wanted.names.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let program = Program::with_inputs(&graph, &inputs, &outputs, &names)?;
        let program = program.driven_by(|name| forces.iter().any(|force| force == name));
        Ok(program.folded()?.optimised()?)
    }

    /// The arguments of a quantity.
    fn inputs(&self, kind: Kind, forces: &[String]) -> Result<Vec<Symbol>, Error> {
        let mut inputs = Vec::new();
        for order in 0..=kind.order() {
            for q in self.robot.coordinates() {
                inputs.push(q.derivative(order)?);
            }
        }
        for force in forces {
            inputs.push(self.robot.symbols().parameter(force)?);
        }
        inputs.extend(self.arguments().map(|parameter| parameter.symbol));
        Ok(inputs)
    }
}
