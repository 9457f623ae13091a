//! The program: inputs, operations, outputs.

use appell_algebra::{Symbol, SymbolKind, Symbols};

use crate::builder::Builder;
use crate::error::Error;
use crate::operation::{Operation, Value};

/// A straight-line program: every operation makes a value of its own from values before it.
///
/// ```
/// use appell_algebra::{Graph, Symbols};
/// use appell_program::Program;
///
/// let graph = Graph::new(&Symbols::new());
/// let (x, y) = (graph.parameter("x"), graph.coordinate("y"));
/// let program = Program::new(&graph, &[("sum", x + y), ("product", (x + y) * y)])?;
/// assert_eq!(program.run(&appell_program::Floating, &[2.0, 3.0])?, [5.0, 10.0]); // y, then x
/// assert_eq!(program.count().to_string(), "1 multiplication, 1 addition");
/// # Ok::<(), appell_program::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub(crate) inputs: Vec<Input>,
    pub(crate) operations: Vec<Operation>,
    /// The names of some values, by operation.
    pub(crate) names: Vec<Option<String>>,
    pub(crate) outputs: Vec<Output>,
}

/// What a program is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name; primes mark time derivatives.
    pub name: String,
    /// What it stands for.
    pub kind: InputKind,
}

/// What an input stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputKind {
    /// A coordinate, or its time derivative of this order: it changes from call to call.
    Coordinate(u32),
    /// What drives, a force: it changes from call to call, too.
    Drive,
    /// A constant of the problem.
    Parameter,
    /// The weight of an output, in a vector-Jacobian product: it changes from call to call.
    Weight,
    /// An entry of the direction of a Jacobian-vector product: it changes from call to call.
    Direction,
}

impl InputKind {
    /// What all inputs of this kind together are called where they are one argument: `q`, `qd`, `tau`.
    pub fn argument(self) -> String {
        match self {
            Self::Coordinate(order) => format!("q{}", "d".repeat(order as usize)),
            Self::Drive => "tau".to_owned(),
            Self::Parameter => "parameters".to_owned(),
            Self::Weight => "weights".to_owned(),
            Self::Direction => "direction".to_owned(),
        }
    }
}

/// What a program gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Value,
}

impl Input {
    pub(crate) fn of(symbol: Symbol, symbols: &Symbols) -> Self {
        let kind = match symbol.kind() {
            SymbolKind::Coordinate => InputKind::Coordinate(symbol.order()),
            _ => InputKind::Parameter,
        };
        Self { name: symbols.name(symbol), kind }
    }
}

impl Program {
    /// The inputs, in the order of a call.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The operations, in the order of their running.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The outputs.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// The name of the value of an operation, if it was given one.
    pub fn name(&self, operation: usize) -> Option<&str> {
        self.names.get(operation)?.as_deref()
    }

    /// The same, with the inputs of some names for drives: parameters they are to the algebra, but
    /// they change from call to call.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// use appell_program::{InputKind, Program};
    ///
    /// let graph = Graph::new(&Symbols::new());
    /// let (m, force) = (graph.parameter("m"), graph.parameter("force"));
    /// let program = Program::new(&graph, &[("acceleration", force / m)])?;
    /// let program = program.driven_by(|name| name == "force");
    /// assert!(program.inputs().iter().any(|input| input.kind == InputKind::Drive));
    /// # Ok::<(), appell_program::Error>(())
    /// ```
    #[must_use]
    pub fn driven_by(mut self, drives: impl Fn(&str) -> bool) -> Self {
        for input in self.inputs.iter_mut().filter(|input| drives(&input.name)) {
            input.kind = InputKind::Drive;
        }
        self
    }

    /// How many times the value of every operation is used; being an output is a use.
    pub(crate) fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.operations.len()];
        for operand in self.operations.iter().flat_map(Operation::operands) {
            uses[operand.index()] += 1;
        }
        for output in &self.outputs {
            uses[output.value.index()] += 1;
        }
        uses
    }

    /// Whether every operation depends on what holds for an input.
    pub(crate) fn depends(&self, on: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut depends: Vec<bool> = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            depends.push(match operation {
                Operation::Input(number) => on(*number),
                other => other.operands().any(|operand| depends[operand.index()]),
            });
        }
        depends
    }

    /// The same outputs by other operations: each one is made again, or replaced by what the
    /// rule makes instead.
    pub(crate) fn rebuilt(
        &self,
        mut rule: impl FnMut(&mut Builder, usize, &dyn Fn(Value) -> Value) -> Option<Value>,
    ) -> Result<Self, Error> {
        let mut builder = Builder::default();
        let mut made: Vec<Value> = Vec::with_capacity(self.operations.len());
        for (index, operation) in self.operations.iter().enumerate() {
            let of = |old: Value| made[old.index()].negate_if(old.is_negative());
            let value = match rule(&mut builder, index, &of) {
                Some(value) => value,
                None => builder.again(operation, of),
            };
            made.push(value);
        }
        self.with_operations(builder.finish()?, |old| Some(made[old]))
    }

    /// The same inputs and outputs with other operations, given where the old values are now.
    pub(crate) fn with_operations(
        &self,
        operations: Vec<Operation>,
        now: impl Fn(usize) -> Option<Value>,
    ) -> Result<Self, Error> {
        let mut names = vec![None; operations.len()];
        for (old, name) in self.names.iter().enumerate() {
            if let (Some(new), Some(name)) = (now(old), name) {
                names[new.index()].get_or_insert_with(|| signed_name(name, new));
            }
        }
        let outputs = self.outputs.iter().map(|output| {
            let value = now(output.value.index()).unwrap_or(Value::of(0));
            let value = value.negate_if(output.value.is_negative());
            // zero has no sign: -0.0 would be seen
            let is_zero = matches!(operations.get(value.index()), Some(Operation::Constant(number)) if number.is_zero());
            let value = if is_zero { value.positive() } else { value };
            Output { name: output.name.clone(), value }
        });
        let outputs = outputs.collect();
        Ok(Self { inputs: self.inputs.clone(), operations, names, outputs })
    }
}

/// What the name of a value begins with whose negative has a name.
pub(crate) const MINUS: &str = "minus_";

/// The name of what a value is taken from, given the name of the value: `minus_w2x` is what `w2x`
/// is the negative of.
pub(crate) fn signed_name(name: &str, value: Value) -> String {
    match (value.is_negative(), name.strip_prefix(MINUS)) {
        (false, _) => name.to_owned(),
        (true, Some(positive)) => positive.to_owned(),
        (true, None) => format!("{MINUS}{name}"),
    }
}
