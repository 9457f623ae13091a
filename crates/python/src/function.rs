//! Quantities of a robot as a compiled function of NumPy arrays.

mod arguments;
mod call;

use std::sync::{Mutex, MutexGuard, PoisonError};

use appell::algebra::Budget;
use appell::code::{Coder, Parameters, QuantityProgram};
use appell::mechanics::Form;
use appell::program::{self, Compiled, Operation, Program, ResultShape};
use appell::{Quantities, Robot};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::exception;
use crate::ffi::xla;
use crate::interrupt::interruptible;
use arguments::{Argument, Part, arguments_of};

/// Name, shape, names of the entries, and for each entry its own value or None.
type DescribedArgument = (String, Vec<usize>, Vec<String>, Vec<Option<f64>>);

/// Quantities of a robot, compiled.
#[pyclass(frozen, subclass, module = "appell._appell")]
pub(crate) struct Function {
    program: Program,
    /// For single states. It needs room of its own, so one call at a time uses it.
    single: Mutex<Single>,
    /// For many states.
    compiled: Compiled,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) results: Vec<Part>,
    /// About how many operations a state takes.
    weight: usize,
}

/// A compiled program with room for one state.
struct Single {
    compiled: Compiled,
    inputs: Vec<f64>,
    outputs: Vec<f64>,
}

impl Function {
    fn single(&self) -> MutexGuard<'_, Single> {
        self.single.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compiles quantities of a robot, with all its parameters as arguments or with their values put in.
    pub(crate) fn of_robot(
        robot: &Robot,
        names: &[String],
        parameters: bool,
        budget: &Budget,
    ) -> Result<Self, appell::Error> {
        let named = names.named(robot.model())?;
        let quantities: Vec<_> = named.iter().map(|(_, quantity)| *quantity).collect();
        let kind = if parameters { Parameters::Arguments } else { Parameters::Values };
        let coder = Coder::new(robot.model(), kind, budget)?;
        let QuantityProgram { program, shapes, .. } = coder.quantity_program(&quantities)?;
        let arguments = arguments_of(program.inputs(), robot);
        let (mut results, mut first) = (Vec::new(), 0);
        for ((name, quantity), shape) in named.into_iter().zip(shapes) {
            let shape = extents(shape);
            let own = &program.outputs()[first..first + shape.iter().product::<usize>()];
            first += own.len();
            let names = match quantity.kind().row().form {
                Form::List | Form::LinkList => own.iter().map(|it| item_name(&it.name)).collect(),
                _ => Vec::new(),
            };
            results.push(Part { name, shape, names });
        }
        Self::new(program, arguments, results, budget)
    }

    fn new(
        program: Program,
        arguments: Vec<Argument>,
        results: Vec<Part>,
        budget: &Budget,
    ) -> Result<Self, appell::Error> {
        let compiled = program.compile_within(program::Options::default(), budget)?;
        let weight = program.count().weight().max(1);
        let single = Single {
            compiled: compiled.clone(),
            inputs: Vec::with_capacity(program.inputs().len()),
            outputs: vec![0.0; program.outputs().len()],
        };
        let single = Mutex::new(single);
        Ok(Self { program, single, compiled, arguments, results, weight })
    }

    /// The product with the Jacobian by some arguments: from the left (`vjp`) or from the right (`jvp`).
    fn product(&self, by: &[String], left: bool, budget: &Budget) -> Result<Self, appell::Error> {
        let is_named = |argument: &&Argument| by.contains(&argument.part.name);
        let chosen: Vec<&Argument> = self.arguments.iter().filter(is_named).collect();
        // inputs stand in the order of the arguments
        let mut flags = Vec::new();
        for argument in &self.arguments {
            flags.extend(vec![is_named(&argument); argument.part.count()]);
        }
        let is_chosen = |number: usize| flags[number];
        let program = match left {
            true => self.program.vector_jacobian(is_chosen),
            false => self.program.jacobian_vector(is_chosen),
        }?;
        let program = program.optimised_within(budget)?;
        let (added, results): (Vec<Part>, Vec<Part>) = match left {
            true => (self.results.clone(), chosen.iter().map(|it| it.part.clone()).collect()),
            false => (chosen.iter().map(|it| it.part.clone()).collect(), self.results.clone()),
        };
        let mark = if left { "bar" } else { "d" };
        let added = added.into_iter().map(|part| Argument {
            part: Part { name: format!("{mark}_{}", part.name), names: Vec::new(), ..part },
            defaults: Vec::new(),
        });
        let arguments = self.arguments.iter().cloned().chain(added).collect();
        Self::new(program, arguments, results, budget)
    }
}

/// The extents of a result.
fn extents(shape: ResultShape) -> Vec<usize> {
    match shape {
        ResultShape::Scalar => Vec::new(),
        ResultShape::Vector(count) => vec![count],
        ResultShape::Matrix(rows, columns) => vec![rows, columns],
    }
}

/// The name of an entry of a list: `a1_1y` of `integrals[1][a1_1y]`.
fn item_name(output: &str) -> String {
    output.rsplit_once('[').map_or(output, |(_, item)| item.trim_end_matches(']')).to_owned()
}

#[pymethods]
impl Function {
    /// Quantities of a robot (mode `values`, or `parameters` to have these as arguments), or the product
    /// of a function with its Jacobian by the named arguments (mode `vjp` or `jvp`).
    #[new]
    fn python_new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        names: Vec<String>,
        mode: &str,
    ) -> PyResult<Self> {
        let made = match source.cast::<Self>() {
            Ok(function) => {
                let function = function.get();
                interruptible(py, None, |budget| function.product(&names, mode == "vjp", budget))?
            }
            Err(_) => {
                let robot = &source.cast::<crate::robot::Robot>()?.get().robot;
                let parameters = mode == "parameters";
                let compile = |budget: &_| Self::of_robot(robot, &names, parameters, budget);
                interruptible(py, None, compile)?
            }
        };
        made.map_err(|error| exception(py, &error))
    }

    /// The arguments.
    #[getter]
    fn arguments(&self) -> Vec<DescribedArgument> {
        let all = self.arguments.iter();
        all.map(|it| {
            let Part { name, shape, names } = it.part.clone();
            (name, shape, names, it.defaults.clone())
        })
        .collect()
    }

    /// The results: name and shape.
    #[getter]
    fn results(&self) -> Vec<(String, Vec<usize>)> {
        self.results.iter().map(|part| (part.name.clone(), part.shape.clone())).collect()
    }

    /// The names of the entries of each result; none where these are counted.
    #[getter]
    fn result_names(&self) -> Vec<Vec<String>> {
        self.results.iter().map(|part| part.names.clone()).collect()
    }

    /// How many operations a state takes, in words.
    #[getter]
    fn operations(&self) -> String {
        self.program.count().to_string()
    }

    /// The program: its operations as (kind, ...) and its outputs as (operation, is negative).
    fn listing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let signed = |value: program::Value| (value.index(), value.is_negative());
        let operations = self.program.operations().iter().map(|operation| {
            let entry = match operation {
                Operation::Input(number) => ("input", *number).into_pyobject(py)?.into_any(),
                Operation::Constant(number) => {
                    ("number", number.to_f64()).into_pyobject(py)?.into_any()
                }
                Operation::Pi => ("number", std::f64::consts::PI).into_pyobject(py)?.into_any(),
                Operation::Add(a, b) => {
                    ("add", signed(*a), signed(*b)).into_pyobject(py)?.into_any()
                }
                Operation::Mul(a, b) => {
                    ("mul", signed(*a), signed(*b)).into_pyobject(py)?.into_any()
                }
                Operation::Div(a, b) => {
                    ("div", signed(*a), signed(*b)).into_pyobject(py)?.into_any()
                }
                Operation::Call(function, a) => {
                    (function.name(), signed(*a)).into_pyobject(py)?.into_any()
                }
            };
            Ok(entry)
        });
        let operations = operations.collect::<PyResult<Vec<_>>>()?;
        let outputs: Vec<(usize, bool)> =
            self.program.outputs().iter().map(|output| signed(output.value)).collect();
        (operations, outputs).into_pyobject(py)
    }

    /// Makes the function known to XLA; its number.
    fn register(&self) -> usize {
        let arguments = self.arguments.iter().map(|it| it.part.count()).collect();
        let outputs = self.results.iter().map(Part::count).sum();
        xla::register(self.compiled.clone(), arguments, outputs)
    }

    /// The handler through which XLA calls, as a capsule.
    #[staticmethod]
    fn xla_handler(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        xla::capsule(py)
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, args, kwargs)
    }
}

/// Sizes were checked before: what a program still refuses is a fault.
fn fault(error: program::Error) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(error.to_string())
}
