//! The results of generated code: entries that belong together, in their shape.

use super::Labels;
use super::statements::identifier;
use crate::error::Error;
use crate::program::Program;

/// The shape of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultShape {
    /// A number.
    Scalar,
    /// So many numbers.
    Vector(usize),
    /// Rows and columns; entries come row by row.
    Matrix(usize, usize),
}

impl ResultShape {
    /// How many entries it has.
    pub fn count(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vector(count) => count,
            Self::Matrix(rows, columns) => rows * columns,
        }
    }
}

/// A result as generated code has it: an array with a name of its own.
pub(super) struct ResultArray {
    pub(super) name: String,
    pub(super) shape: ResultShape,
    /// The number of its first entry among the outputs of the program.
    pub(super) first: usize,
}

impl ResultArray {
    /// The numbers of its entries among the outputs of the program.
    pub(super) fn outputs(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.shape.count()
    }

    /// The same, column by column, as some languages store matrices.
    pub(super) fn by_columns(&self) -> Vec<usize> {
        match self.shape {
            ResultShape::Matrix(rows, columns) => {
                (0..rows * columns).map(|k| self.first + (k % rows) * columns + k / rows).collect()
            }
            _ => self.outputs().collect(),
        }
    }
}

/// The results of a program: one is called `out`, several `out_M`, `out_G`.
pub(super) fn results(program: &Program, labels: &Labels) -> Result<Vec<ResultArray>, Error> {
    let all = program.outputs.len();
    if labels.results.is_empty() {
        let shape = ResultShape::Vector(all);
        return Ok(vec![ResultArray { name: "out".to_owned(), shape, first: 0 }]);
    }
    let mut arrays: Vec<ResultArray> = Vec::new();
    for (word, shape) in &labels.results {
        let mut name = match labels.results.len() {
            1 => "out".to_owned(),
            _ => format!("out_{}", identifier(word)),
        };
        while arrays.iter().any(|other| other.name == name) {
            name.push('_');
        }
        let first = arrays.last().map_or(0, |last| last.outputs().end);
        arrays.push(ResultArray { name, shape: *shape, first });
    }
    let given = arrays.last().map_or(0, |last| last.outputs().end);
    match given == all {
        true => Ok(arrays),
        false => Err(Error::OutputCount { given, expected: all }),
    }
}

/// Where an output of the program is: its array, and its place there.
pub(super) fn place(arrays: &[ResultArray], output: usize) -> (&str, usize) {
    let array = arrays.iter().find(|array| array.outputs().contains(&output));
    array.map_or(("out", output), |array| (array.name.as_str(), output - array.first))
}
