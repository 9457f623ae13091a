//! What depends on no input, as a number.

use appell_algebra::Rational;

use crate::error::Error;
use crate::interpret::Floating;
use crate::operation::Operation;
use crate::program::Program;

impl Program {
    /// The program with a number, rounded, in the place of all that depends on no input: of pi, of
    /// sines and roots of numbers. A value that is not finite stays as it is.
    ///
    /// ```
    /// use appell_algebra::{Graph, Rational, Symbols};
    /// use appell_program::{Operation, Program};
    ///
    /// let graph = Graph::new(&Symbols::new());
    /// let angle = graph.constant(Rational::new(3, 10)?);
    /// let program = Program::new(&graph, &[("z", angle.sin() * graph.coordinate("q"))])?;
    /// assert_eq!(program.operations().len(), 4);
    /// assert_eq!(program.folded()?.operations().len(), 3); // the number, q, their product
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn folded(&self) -> Result<Self, Error> {
        let variable = self.depends(|_| true);
        let values = self.values(&Floating, &vec![0.0; self.inputs.len()])?;
        let folded = self.rebuilt(|builder, index, _| match self.operations[index] {
            Operation::Constant(_) => None,
            _ if variable[index] => None,
            _ => rational(values[index]).map(|number| builder.constant(&number)),
        })?;
        folded.without_dead_code()
    }
}

/// A floating-point number as the shortest decimal that is rounded to it.
fn rational(number: f64) -> Option<Rational> {
    format!("{number:e}").parse().ok()
}
