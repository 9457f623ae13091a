//! What a machine has to do, in order: operations, products fused with sums, and sines and cosines
//! all at once, as early as can be.

use crate::operation::{Function, Operation, Value};
use crate::program::Program;

/// A value to be made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Task {
    /// The operation whose value it is.
    pub(super) made: usize,
    pub(super) kind: Kind,
    /// The operations whose values it needs.
    pub(super) operands: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Add,
    Sub,
    Mul,
    Div,
    /// The product of the first two operands, or its negative, and the third, or its negative.
    MulAdd {
        product_negative: bool,
        addend_negative: bool,
    },
    /// The root of the operand, or of its negative.
    Root {
        negative: bool,
    },
    Magnitude,
    Sign,
    /// The sines and cosines of all operands. What is made is none of them: the values follow from
    /// the operands.
    Angles,
}

/// The tasks of a program. Products that are used once, in a sum, are fused with it where asked.
pub(super) fn tasks(program: &Program, fuse: bool) -> Vec<Task> {
    let uses = program.uses();
    let is_fusible = |value: Value| match program.operations[value.index()] {
        Operation::Mul(a, b) if fuse && uses[value.index()] == 1 => Some([a.index(), b.index()]),
        _ => None,
    };
    let mut fused = vec![false; program.operations.len()];
    let mut tasks = Vec::new();
    for (made, operation) in program.operations.iter().enumerate() {
        let (kind, operands) = match operation {
            Operation::Input(_) | Operation::Constant(_) | Operation::Pi => continue,
            Operation::Add(a, b) => match (is_fusible(*b), is_fusible(*a)) {
                (Some([x, y]), _) => {
                    fused[b.index()] = true;
                    let product_negative = b.is_negative();
                    let kind = Kind::MulAdd { product_negative, addend_negative: false };
                    (kind, vec![x, y, a.index()])
                }
                (_, Some([x, y])) => {
                    fused[a.index()] = true;
                    let addend_negative = b.is_negative();
                    let kind = Kind::MulAdd { product_negative: false, addend_negative };
                    (kind, vec![x, y, b.index()])
                }
                _ => {
                    let kind = if b.is_negative() { Kind::Sub } else { Kind::Add };
                    (kind, vec![a.index(), b.index()])
                }
            },
            Operation::Mul(a, b) => (Kind::Mul, vec![a.index(), b.index()]),
            Operation::Div(a, b) => (Kind::Div, vec![a.index(), b.index()]),
            Operation::Call(function, a) => {
                let kind = match function {
                    Function::Sin | Function::Cos => continue,
                    Function::Sign => Kind::Sign,
                    Function::Abs => Kind::Magnitude,
                    Function::Sqrt => Kind::Root { negative: a.is_negative() },
                };
                (kind, vec![a.index()])
            }
        };
        tasks.push(Task { made, kind, operands });
    }
    tasks.retain(|task| !fused[task.made]);
    angles_first(program, tasks)
}

/// Angles that need no sines come first, with what they are made of; then those that need sines
/// of these, and so on; then the rest.
fn angles_first(program: &Program, tasks: Vec<Task>) -> Vec<Task> {
    let mut levels: Vec<usize> = Vec::with_capacity(program.operations.len());
    for operation in &program.operations {
        let below = operation.operands().map(|it| levels[it.index()]).max().unwrap_or(0);
        levels.push(below + usize::from(angle(operation).is_some()));
    }
    // by level, what is needed up to it
    let highest = levels.iter().copied().max().unwrap_or(0);
    let mut due = vec![highest + 1; program.operations.len()];
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); highest];
    let mut seen = vec![false; program.operations.len()];
    for (made, operation) in program.operations.iter().enumerate() {
        if let Some(angle) = angle(operation) {
            if !std::mem::replace(&mut seen[angle], true) {
                groups[levels[made] - 1].push(angle);
            }
            due[angle] = due[angle].min(levels[made]);
        }
    }
    // inputs in their order: where all angles are inputs, they stand side by side already
    let order = |&angle: &usize| match program.operations[angle] {
        Operation::Input(number) => (false, number),
        _ => (true, angle),
    };
    groups.iter_mut().for_each(|group| group.sort_by_key(order));
    for task in tasks.iter().rev() {
        let own = due[task.made];
        task.operands.iter().for_each(|&operand| due[operand] = due[operand].min(own));
    }
    let mut by_level: Vec<Vec<Task>> = vec![Vec::new(); highest + 2];
    for task in tasks {
        by_level[due[task.made]].push(task);
    }
    let mut ordered = Vec::new();
    for (level, operands) in groups.into_iter().enumerate() {
        ordered.append(&mut by_level[level + 1]);
        ordered.push(Task { made: operands[0], kind: Kind::Angles, operands });
    }
    ordered.extend(by_level.pop().unwrap_or_default());
    ordered
}

/// The angle of a sine or cosine.
pub(super) fn angle(operation: &Operation) -> Option<usize> {
    match operation {
        Operation::Call(Function::Sin | Function::Cos, angle) => Some(angle.index()),
        _ => None,
    }
}
