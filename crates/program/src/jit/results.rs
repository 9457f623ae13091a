//! What code for many states gives, and how that becomes the rows of outputs.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::operation::{Operation, Value};
use crate::program::Program;

/// The values that code gives out, and which of them each output is.
pub(super) struct Results {
    pub(super) values: Vec<Value>,
    /// By output.
    pub(super) sources: Vec<Source>,
    /// How many times the code runs before its values, which are kept in a tile, go to their rows.
    pub(super) groups: usize,
}

/// Where an output comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source {
    /// A value that the code gives, by its number.
    Value(usize),
    /// It is the same in all states.
    Number(f64),
}

/// How many states a tile has: rows lie far apart, on pages of their own, and a visit to one must be
/// worth its while.
const STATES: usize = 64;
/// How many bytes a tile has at the most.
const TILE: usize = 1 << 22;

impl Results {
    /// All outputs, one after the other, for code that writes to where they are wanted.
    pub(super) fn as_they_are(program: &Program) -> Self {
        let values: Vec<Value> = program.outputs.iter().map(|output| output.value).collect();
        let sources = (0..values.len()).map(Source::Value).collect();
        Self { values, sources, groups: 1 }
    }

    /// Every value once, and no number: a mass matrix is symmetric, and that of a robot with many
    /// branches mostly zero.
    pub(super) fn tiled(program: &Program, lanes: usize) -> Self {
        let mut numbers: HashMap<Value, usize, FxBuildHasher> = HashMap::default();
        let mut values = Vec::new();
        let source = |value: Value| {
            let signed = |number: f64| match value.is_negative() {
                true => Source::Number(-number),
                false => Source::Number(number),
            };
            match &program.operations[value.index()] {
                Operation::Constant(number) => signed(number.to_f64()),
                Operation::Pi => signed(std::f64::consts::PI),
                _ => Source::Value(*numbers.entry(value).or_insert_with(|| {
                    values.push(value);
                    values.len() - 1
                })),
            }
        };
        let sources = program.outputs.iter().map(|output| output.value).map(source).collect();
        let once = (values.len() * lanes * size_of::<f64>()).max(1);
        Self { values, sources, groups: (TILE / once).clamp(1, STATES / lanes) }
    }

    /// How many places lie between a value and the next one: an odd number, so that not all values
    /// of a run fall into the same few sets of the cache.
    pub(super) fn stride(&self) -> usize {
        self.groups | 1
    }
}
