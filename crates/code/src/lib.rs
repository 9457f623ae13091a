//! Quantities of robots as programs, from which code is generated; and a [`CompiledRobot`], whose
//! quantities run.
//!
//! ```
//! use appell_code::{Coder, Parameters};
//! use appell_mechanics::Quantity;
//! use appell_program::{Language, Precision};
//!
//! let robot = appell_model::Robot::bundled("2r")?;
//! let coder = Coder::new(&robot, Parameters::Values, &Default::default())?;
//! let torques = Quantity::read_one("Q", &robot)?;
//! let code = coder.quantity_program(&[torques])?;
//! let labels = coder.labels("2r", &code, Precision::Double);
//! let files = code.program.emit(Language::C, &labels)?;
//! assert_eq!(files[0].name, "robot_2r_Q.h");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod axis;
mod compiled_robot;
mod error;
mod function;
mod labels;
mod load;
mod speed;

pub use axis::{Axis, Limits};
pub use compiled_robot::{CompiledRobot, Coordinate};
pub use error::Error;
pub use function::Function;
pub use load::Load;
pub use speed::Speed;

use std::borrow::Cow;
use std::ops::Range;

use appell_algebra::{Budget, Expr, Graph, Symbol};
use appell_mechanics::{Derivation, Kind, Need, Quantity, Shape, Value};
use appell_model::Robot;
use appell_program::{Program, ResultShape, settled};

/// What becomes of the parameters of a robot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Parameters {
    /// Their values are put in; those without one are arguments.
    #[default]
    Values,
    /// All are arguments.
    Arguments,
}

/// A product with the Jacobian of quantities by all arguments of their program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JacobianProduct {
    /// Weights of all entries, times the Jacobian: the gradient of the weighted sum, by each argument.
    FromLeft,
    /// The Jacobian times a direction of all arguments: the change of each entry in that direction.
    FromRight,
}

impl JacobianProduct {
    /// Its usual short name: `vjp` or `jvp`.
    pub fn name(self) -> &'static str {
        match self {
            Self::FromLeft => "vjp",
            Self::FromRight => "jvp",
        }
    }
}

/// Quantities as one program, with their shapes.
pub struct QuantityProgram {
    /// The quantities.
    pub quantities: Vec<Quantity>,
    /// Their shapes, in the same order.
    pub shapes: Vec<ResultShape>,
    /// The program; its outputs are the entries of the first quantity, row by row, then those of the
    /// second, and so on; of a product from the left, the gradients by the arguments, one after the
    /// other.
    pub program: Program,
    /// The product with their Jacobian that is calculated instead of them, if one is.
    pub product: Option<JacobianProduct>,
}

/// The shape of a value.
fn shape<S>(value: &Value<S>) -> ResultShape {
    let columns = value.rows.first().map_or(0, Vec::len);
    match value.shape {
        Shape::Scalar => ResultShape::Scalar,
        Shape::Vector | Shape::PerCoordinate | Shape::List => ResultShape::Vector(value.rows.len()),
        Shape::Matrix => ResultShape::Matrix(value.rows.len(), columns),
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

    /// For a robot whose values were put in before.
    fn of_valued(given: &'r Robot, valued: &'r Robot, budget: &Budget) -> Self {
        let parameters = Parameters::Values;
        Self { given, robot: Cow::Borrowed(valued), parameters, budget: budget.clone() }
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
        Ok(self.programs(&[quantity])?.0)
    }

    /// Several quantities as one program, which shares all that they have in common: sines, frames,
    /// velocities. Its outputs are the entries of the first quantity, row by row, then those of the
    /// second, and so on; with it comes where those of each quantity are.
    ///
    /// ```
    /// use appell_code::{Coder, Parameters};
    /// use appell_mechanics::{Kind, Quantity};
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let coder = Coder::new(&robot, Parameters::Values, &Default::default())?;
    /// let [mass, gravity] = [Kind::MassMatrix, Kind::GravityForce].map(Quantity::of_robot);
    /// let (both, sections) = coder.programs(&[mass?, gravity?])?;
    /// assert_eq!(both.outputs()[sections[1].clone()].len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn programs(&self, quantities: &[Quantity]) -> Result<(Program, Vec<Range<usize>>), Error> {
        let QuantityProgram { program, shapes, .. } = self.quantity_program(quantities)?;
        let mut end = 0;
        let section = |shape: ResultShape| {
            let start = end;
            end += shape.count();
            start..end
        };
        Ok((program, shapes.into_iter().map(section).collect()))
    }

    /// The same with the quantities and their shapes, from which generated code gets its
    /// [labels](Coder::labels).
    ///
    /// ```
    /// use appell_code::{Coder, Parameters};
    /// use appell_mechanics::{Kind, Quantity};
    /// use appell_program::ResultShape;
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let coder = Coder::new(&robot, Parameters::Values, &Default::default())?;
    /// let [mass, gravity] = [Kind::MassMatrix, Kind::GravityForce].map(Quantity::of_robot);
    /// let code = coder.quantity_program(&[mass?, gravity?])?;
    /// assert_eq!(code.shapes, [ResultShape::Matrix(2, 2), ResultShape::Vector(2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn quantity_program(&self, quantities: &[Quantity]) -> Result<QuantityProgram, Error> {
        let graph = Graph::with_budget(self.robot.symbols(), self.budget.clone());
        let derivation = Derivation::new(&self.robot, &graph)?;
        let mut outputs: Vec<(String, Expr<'_>)> = Vec::new();
        let mut names: Vec<(String, Expr<'_>)> = Vec::new();
        let mut shapes = Vec::with_capacity(quantities.len());
        for &quantity in quantities {
            if quantity.kind() == Kind::BaseParameters {
                return Err(Error::NoFunction { name: quantity.to_string() });
            }
            let wanted = derivation.economical(quantity)?;
            let labels = wanted.value.entry_names(quantity).into_iter().map(|it| it.to_string());
            shapes.push(shape(&wanted.value));
            outputs.extend(labels.zip(wanted.value.entries().copied()));
            names.extend(wanted.names);
        }
        let rows = || quantities.iter().map(|quantity| quantity.kind().row());
        let order = quantities.iter().map(|it| it.order(&self.robot)).max().unwrap_or(0);
        let forces = match rows().any(|row| row.needs(Need::DrivingForces)) {
            true => derivation.driving_force_names(),
            false => Vec::new(),
        };
        let formulas: Vec<Expr<'_>> = outputs.iter().map(|(_, formula)| *formula).collect();
        let formulas = settled(&graph, &formulas, &self.budget)?;
        for ((_, formula), settled) in outputs.iter_mut().zip(formulas) {
            *formula = settled;
        }
        let inputs = self.inputs(order, &forces)?;
        let program =
            Program::with_inputs(&graph, &inputs, &borrowed(&outputs), &borrowed(&names))?;
        let program = program.driven_by(|name| forces.iter().any(|force| force == name));
        let program = program.folded()?.optimised_within(&self.budget)?;
        Ok(QuantityProgram { quantities: quantities.to_vec(), shapes, program, product: None })
    }

    /// The product of the Jacobian of quantities with a vector, instead of the quantities.
    ///
    /// ```
    /// use appell_code::{Coder, JacobianProduct, Parameters};
    /// use appell_mechanics::{Kind, Quantity};
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let coder = Coder::new(&robot, Parameters::Values, &Default::default())?;
    /// let torques = Quantity::of_robot(Kind::DrivingForce)?;
    /// let gradient = coder.product_program(&[torques], JacobianProduct::FromLeft)?;
    /// // from q, q', q'' and the weights of Q, its gradients by q, q' and q''
    /// assert_eq!(gradient.program.inputs().len(), 8);
    /// assert_eq!(gradient.program.outputs().len(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn product_program(
        &self,
        quantities: &[Quantity],
        product: JacobianProduct,
    ) -> Result<QuantityProgram, Error> {
        let code = self.quantity_program(quantities)?;
        let program = match product {
            JacobianProduct::FromLeft => code.program.vector_jacobian(|_| true),
            JacobianProduct::FromRight => code.program.jacobian_vector(|_| true),
        }?;
        let program = program.optimised_within(&self.budget)?;
        Ok(QuantityProgram { program, product: Some(product), ..code })
    }

    /// The arguments of a program: the coordinates and their time derivatives up to an order,
    /// driving forces, parameters.
    fn inputs(&self, order: u32, forces: &[String]) -> Result<Vec<Symbol>, Error> {
        let mut inputs = Vec::new();
        for order in 0..=order {
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

fn borrowed<'n, 'g>(named: &'n [(String, Expr<'g>)]) -> Vec<(&'n str, Expr<'g>)> {
    named.iter().map(|(name, value)| (name.as_str(), *value)).collect()
}
