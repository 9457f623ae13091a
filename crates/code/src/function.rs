//! A quantity of a robot as a compiled function.

use appell_program::Compiled;

use crate::error::Error;

/// A quantity, compiled.
pub struct Function {
    compiled: Compiled,
    inputs: Vec<f64>,
    outputs: Vec<f64>,
}

impl Function {
    /// A program of so many inputs and outputs.
    pub(crate) fn new(compiled: Compiled, inputs: usize, outputs: usize) -> Self {
        Self { compiled, inputs: Vec::with_capacity(inputs), outputs: vec![0.0; outputs] }
    }

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
