//! Long programs cut into functions: a compiler's time grows faster than the length of one.

use crate::operation::Operation;
use crate::program::Program;

/// How many statements a function has at the most.
const MOST_STATEMENTS: usize = 2000;

/// What one function does.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// The inputs that it needs, in order.
    pub(super) inputs: Vec<usize>,
    /// The operations whose values it takes from the functions before, with their places.
    pub(super) taken: Vec<(usize, usize)>,
    /// Its operations.
    pub(super) operations: Vec<usize>,
    /// The operations whose values it leaves for those after it, with their places.
    pub(super) left: Vec<(usize, usize)>,
    /// The outputs that it gives.
    pub(super) outputs: Vec<usize>,
}

impl Part {
    /// Whether it needs an input.
    pub(super) fn needs(&self, input: usize) -> bool {
        self.inputs.binary_search(&input).is_ok()
    }
}

/// A program in parts, and how many values go from one to another.
pub(super) struct Parts {
    pub(super) parts: Vec<Part>,
    pub(super) places: usize,
}

impl Parts {
    pub(super) fn of(program: &Program) -> Self {
        let calculated: Vec<usize> = (0..program.operations.len())
            .filter(|&index| !program.operations[index].is_given())
            .collect();
        let mut parts: Vec<Part> = calculated
            .chunks(MOST_STATEMENTS)
            .map(|chunk| Part { operations: chunk.to_vec(), ..Part::default() })
            .collect();
        if parts.is_empty() {
            parts.push(Part::default());
        }
        let mut part_of = vec![0; program.operations.len()];
        for (number, part) in parts.iter().enumerate() {
            part.operations.iter().for_each(|&index| part_of[index] = number);
        }
        for (number, output) in program.outputs.iter().enumerate() {
            let index = output.value.index();
            let part = &mut parts[part_of[index]];
            part.outputs.push(number);
            if let Operation::Input(input) = program.operations[index] {
                part.inputs.push(input);
            }
        }
        let mut place_of: Vec<Option<usize>> = vec![None; program.operations.len()];
        let mut places = 0;
        for number in 0..parts.len() {
            for operation in parts[number].operations.clone() {
                for operand in program.operations[operation].operands() {
                    let index = operand.index();
                    match program.operations[index] {
                        Operation::Input(input) => parts[number].inputs.push(input),
                        ref given if given.is_given() => {}
                        _ if part_of[index] == number => {}
                        _ => {
                            let place = *place_of[index].get_or_insert_with(|| {
                                places += 1;
                                parts[part_of[index]].left.push((index, places - 1));
                                places - 1
                            });
                            parts[number].taken.push((index, place));
                        }
                    }
                }
            }
            parts[number].inputs.sort_unstable();
            parts[number].inputs.dedup();
            parts[number].taken.sort_unstable();
            parts[number].taken.dedup();
        }
        Self { parts, places }
    }
}
