//! Quantities of a robot as one compiled function.

use std::ops::Range;

use appell_program::Compiled;

use crate::error::Error;

/// Quantities, compiled into one program that shares what they have in common.
pub struct Function {
    compiled: Compiled,
    inputs: Vec<f64>,
    outputs: Vec<f64>,
    /// Where the entries of each quantity are among the outputs.
    sections: Vec<Range<usize>>,
}

impl Function {
    /// A compiled program, and where the entries of each quantity are among its outputs.
    pub(crate) fn new(compiled: Compiled, sections: &[Range<usize>]) -> Self {
        let count = sections.last().map_or(0, |last| last.end);
        let outputs = vec![0.0; count];
        Self { compiled, inputs: Vec::new(), outputs, sections: sections.to_vec() }
    }

    /// The entries of all quantities, row by row, one after the other, for inputs that are given in
    /// parts.
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

    /// Where the entries of a quantity are, by its number among those that were compiled.
    ///
    /// ```
    /// use appell_code::CompiledRobot;
    /// use appell_mechanics::Kind;
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let robot = CompiledRobot::new(&robot, &Default::default())?;
    /// let mut both = robot.function_of(&[Kind::MassMatrix, Kind::GravityForce])?;
    /// let (mass, gravity) = (both.section(0), both.section(1));
    /// let entries = both.call(&[&[0.1, 0.2]])?;
    /// assert_eq!((entries[mass].len(), entries[gravity].len()), (4, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn section(&self, number: usize) -> Range<usize> {
        self.sections[number].clone()
    }

    /// The entries for many states, as a structure of arrays: entry k of state i is at
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
