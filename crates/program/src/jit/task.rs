//! What a machine has to do, in order: operations, products fused with sums, functions first.

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
    /// A function that is called.
    Sin,
    Cos,
    Sign,
}

impl Kind {
    pub(super) fn is_call(self) -> bool {
        matches!(self, Self::Sin | Self::Cos | Self::Sign)
    }
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
                    Function::Sin => Kind::Sin,
                    Function::Cos => Kind::Cos,
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
    calls_first(program, tasks)
}

/// Calls leave no register as it was: they come first, with what they need.
fn calls_first(program: &Program, tasks: Vec<Task>) -> Vec<Task> {
    let mut early = vec![false; program.operations.len()];
    for task in tasks.iter().rev() {
        if task.kind.is_call() || early[task.made] {
            early[task.made] = true;
            task.operands.iter().for_each(|&operand| early[operand] = true);
        }
    }
    let (mut first, rest): (Vec<Task>, Vec<Task>) =
        tasks.into_iter().partition(|task| early[task.made]);
    first.extend(rest);
    first
}
