//! Derivatives of programs, as programs: directional ones by a sweep forward over the operations, and
//! gradients of weighted sums of the outputs by a sweep backward.
//!
//! With J the matrix of the derivatives of all outputs by some inputs, the forward sweep gives J x from a
//! direction x of the inputs (Jacobian-vector product), the backward sweep J^T y from weights y of the
//! outputs (vector-Jacobian product). Both cost a small multiple of the program, however many inputs and
//! outputs there are (A. Griewank, A. Walther, Evaluating Derivatives, 2nd edition, SIAM 2008, chapter 3).
//! The derivative of a sign is taken as zero, that of a magnitude as the sign: both hold but at zero.

use appell_algebra::Rational;

use crate::builder::Builder;
use crate::error::Error;
use crate::operation::{Function, Operation, Value};
use crate::program::{Input, InputKind, Output, Program};

impl Program {
    /// The Jacobian-vector product J x of this program, by the inputs whose numbers are chosen: a program
    /// whose inputs are those of this one, then the direction x; its outputs are the derivatives of all outputs in
    /// that direction. The inputs that are added have names such as `d_q1`.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// use appell_program::{Floating, Program};
    ///
    /// let graph = Graph::new(&Symbols::new());
    /// let (x, y) = (graph.coordinate("x"), graph.coordinate("y"));
    /// let program = Program::new(&graph, &[("z", x * x * y)])?;
    /// let derivative = program.jacobian_vector(|_| true)?;
    /// // at (2, 3), in the direction (1, 10): 2 x y + 10 x^2
    /// assert_eq!(derivative.run(&Floating, &[2.0, 3.0, 1.0, 10.0])?, [52.0]);
    /// # Ok::<(), appell_program::Error>(())
    /// ```
    pub fn jacobian_vector(&self, by: impl Fn(usize) -> bool) -> Result<Self, Error> {
        let mut builder = Builder::default();
        let mut inputs = self.inputs.clone();
        let mut tangents: Vec<Option<Value>> = vec![None; self.inputs.len()];
        for (number, input) in self.inputs.iter().enumerate().filter(|(number, _)| by(*number)) {
            tangents[number] = Some(builder.input(inputs.len()));
            inputs.push(Input { name: format!("d_{}", input.name), kind: InputKind::Direction });
        }
        let zero = builder.constant(&Rational::ZERO);
        let (mut values, mut rates) = (Vec::new(), Vec::new());
        for operation in &self.operations {
            let of =
                |old: Value| -> Value { Value::negate_if(values[old.index()], old.is_negative()) };
            let rate =
                |old: Value| -> Value { Value::negate_if(rates[old.index()], old.is_negative()) };
            let value = builder.again(operation, of);
            let derivative = match *operation {
                Operation::Input(number) => tangents[number].unwrap_or(zero),
                Operation::Constant(_) | Operation::Pi => zero,
                Operation::Add(a, b) => builder.add(rate(a), rate(b)),
                Operation::Mul(a, b) => {
                    let first = builder.mul(rate(a), of(b));
                    let second = builder.mul(of(a), rate(b));
                    builder.add(first, second)
                }
                Operation::Div(a, b) => {
                    let change = builder.mul(value, rate(b));
                    let change = builder.add(rate(a), -change);
                    builder.div(change, of(b))
                }
                Operation::Call(function, a) => {
                    let slope = slope(&mut builder, function, of(a), value);
                    builder.mul(slope, rate(a))
                }
            };
            values.push(value);
            rates.push(derivative);
        }
        let outputs = self.outputs.iter().map(|output| {
            let value = rates[output.value.index()].negate_if(output.value.is_negative());
            (format!("d_{}", output.name), value)
        });
        finished(builder, inputs, outputs.collect())
    }

    /// The vector-Jacobian product J^T y of this program, by the inputs whose numbers are chosen: a program
    /// whose inputs are those of this one, then a weight y for each output; its outputs are the derivatives of
    /// the weighted sum of the outputs by the chosen inputs. What is added has names such as `bar_Q[1]`.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// use appell_program::{Floating, Program};
    ///
    /// let graph = Graph::new(&Symbols::new());
    /// let (x, y) = (graph.coordinate("x"), graph.coordinate("y"));
    /// let program = Program::new(&graph, &[("z", x * y), ("w", x + y)])?;
    /// let gradient = program.vector_jacobian(|_| true)?;
    /// // at (2, 3), with the weights 1 and 10: (y + 10, x + 10)
    /// assert_eq!(gradient.run(&Floating, &[2.0, 3.0, 1.0, 10.0])?, [13.0, 12.0]);
    /// # Ok::<(), appell_program::Error>(())
    /// ```
    pub fn vector_jacobian(&self, by: impl Fn(usize) -> bool) -> Result<Self, Error> {
        let mut builder = Builder::default();
        let mut inputs = self.inputs.clone();
        let mut values: Vec<Value> = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            let of = |old: Value| values[old.index()].negate_if(old.is_negative());
            let value = builder.again(operation, of);
            values.push(value);
        }
        let zero = builder.constant(&Rational::ZERO);
        // the derivative of the weighted sum by each value
        let mut weights = vec![zero; self.operations.len()];
        for output in &self.outputs {
            let weight = builder.input(inputs.len()).negate_if(output.value.is_negative());
            inputs.push(Input { name: format!("bar_{}", output.name), kind: InputKind::Weight });
            let sum = &mut weights[output.value.index()];
            *sum = builder.add(*sum, weight);
        }
        // only what depends on a chosen input passes its weight on
        let chosen: Vec<bool> = (0..self.inputs.len()).map(by).collect();
        let depends = self.depends(|number| chosen[number]);
        let mut by_input = vec![zero; self.inputs.len()];
        for (index, operation) in self.operations.iter().enumerate().rev() {
            let weight = weights[index];
            if weight == zero || !depends[index] {
                continue;
            }
            let of = |old: Value| values[old.index()].negate_if(old.is_negative());
            let shares = match *operation {
                Operation::Constant(_) | Operation::Pi => [None, None],
                Operation::Input(number) => {
                    by_input[number] = builder.add(by_input[number], weight);
                    [None, None]
                }
                Operation::Add(a, b) => [Some((a, weight)), Some((b, weight))],
                Operation::Mul(a, b) => {
                    let shares = [builder.mul(weight, of(b)), builder.mul(weight, of(a))];
                    [Some((a, shares[0])), Some((b, shares[1]))]
                }
                Operation::Div(a, b) => {
                    let share = builder.div(weight, of(b));
                    let change = builder.mul(share, values[index]);
                    [Some((a, share)), Some((b, -change))]
                }
                Operation::Call(function, a) => {
                    let slope = slope(&mut builder, function, of(a), values[index]);
                    [Some((a, builder.mul(weight, slope))), None]
                }
            };
            for (operand, share) in shares.into_iter().flatten() {
                if depends[operand.index()] {
                    let share = share.negate_if(operand.is_negative());
                    let sum = &mut weights[operand.index()];
                    *sum = builder.add(*sum, share);
                }
            }
        }
        let gradient = self.inputs.iter().zip(by_input).zip(chosen).filter(|(_, chosen)| *chosen);
        let outputs = gradient.map(|((input, value), _)| (format!("bar_{}", input.name), value));
        let outputs = outputs.collect();
        finished(builder, inputs, outputs)
    }
}

/// The derivative of a function at an argument, given its value there.
fn slope(builder: &mut Builder, function: Function, argument: Value, value: Value) -> Value {
    match function {
        Function::Sin => builder.call(Function::Cos, argument),
        Function::Cos => -builder.call(Function::Sin, argument),
        Function::Sqrt => {
            // Roots are lengths: under them are squares, whose derivative is zero where they are. There
            // the divisor is 1, so that the whole is zero as well, as the derivative of a sign is.
            let one = builder.constant(&Rational::ONE);
            let sign = builder.call(Function::Sign, value);
            let at_zero = builder.add(one, -sign);
            let twice = builder.add(value, value);
            let divisor = builder.add(twice, at_zero);
            builder.div(one, divisor)
        }
        Function::Abs => builder.call(Function::Sign, argument),
        Function::Sign => builder.constant(&Rational::ZERO),
    }
}

fn finished(
    builder: Builder,
    inputs: Vec<Input>,
    outputs: Vec<(String, Value)>,
) -> Result<Program, Error> {
    let operations = builder.finish()?;
    let output = |(name, value): (String, Value)| {
        // zero has no sign: -0.0 would be seen
        let is_zero =
            matches!(&operations[value.index()], Operation::Constant(number) if number.is_zero());
        Output { name, value: if is_zero { value.positive() } else { value } }
    };
    let outputs = outputs.into_iter().map(output).collect();
    let names = vec![None; operations.len()];
    Program { inputs, operations, names, outputs }.without_dead_code()
}
