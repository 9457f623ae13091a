//! A program that is interpreted again and again in floating point, where there is no machine code.

use std::sync::Arc;

use crate::interpret::{Floating, call_as_compiled as call, signed};
use crate::operation::Operation;
use crate::program::Program;

/// A program with room for its values: numbers are converted once, and a call allocates nothing.
#[derive(Clone)]
pub(crate) struct Interpreter {
    program: Arc<Program>,
    /// One for each operation; those of constants stay.
    values: Vec<f64>,
}

impl Interpreter {
    pub(crate) fn new(program: Arc<Program>) -> Self {
        let number = |operation: &Operation| match operation {
            Operation::Constant(number) => number.to_f64(),
            Operation::Pi => std::f64::consts::PI,
            _ => 0.0,
        };
        let values = program.operations.iter().map(number).collect();
        Self { program, values }
    }

    /// The outputs for the inputs of one state, with the bits of machine code that does not fuse.
    pub(crate) fn call(&mut self, inputs: &[f64], mut give: impl FnMut(usize, f64)) {
        for (number, operation) in self.program.operations.iter().enumerate() {
            let of = |value| signed(&Floating, &self.values, value);
            self.values[number] = match operation {
                Operation::Constant(_) | Operation::Pi => continue,
                Operation::Input(input) => inputs[*input],
                Operation::Add(a, b) => of(*a) + of(*b),
                Operation::Mul(a, b) => of(*a) * of(*b),
                Operation::Div(a, b) => of(*a) / of(*b),
                Operation::Call(function, a) => call(*function, of(*a)),
            };
        }
        for (number, output) in self.program.outputs.iter().enumerate() {
            give(number, signed(&Floating, &self.values, output.value));
        }
    }
}

#[cfg(test)]
mod tests {
    use appell_algebra::{Graph, Symbols};

    use super::*;
    use crate::interpret::as_compiled;

    /// Every kind of operation, three times with other inputs: nothing of the call before is left, and
    /// no call allocates.
    #[test]
    fn a_call_gives_the_bits_of_a_run() {
        let graph = Graph::new(&Symbols::new());
        let [a, b] = ["a", "b"].map(|name| graph.coordinate(name));
        let text = "3/7*sin(a) - cos(b)*abs(a) + sqrt(b)/(a + pi) - sign(a)";
        let outputs = [("x", graph.parse(text).unwrap()), ("y", -(a * b))];
        let program = Arc::new(Program::new(&graph, &outputs).unwrap());
        let mut interpreter = Interpreter::new(program.clone());
        for inputs in [[0.3, 2.0], [-1.5, 0.25], [0.0, 0.0]] {
            let mut found = [0.0; 2];
            let memory = allocation_counter::measure(|| {
                interpreter.call(&inputs, |number, value| found[number] = value);
            });
            assert_eq!(memory.count_total, 0, "a call allocates nothing");
            let expected = program.run(&as_compiled(), &inputs).unwrap();
            assert_eq!(
                found.map(f64::to_bits).to_vec(),
                expected.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
            );
        }
    }
}
