//! Dead code: what no output needs.

use crate::error::Error;
use crate::operation::{Operation, Value};
use crate::program::Program;

impl Program {
    /// The same without operations that no output needs.
    pub fn without_dead_code(&self) -> Result<Self, Error> {
        let mut needed = vec![false; self.operations.len()];
        for output in &self.outputs {
            needed[output.value.index()] = true;
        }
        for index in (0..needed.len()).rev().filter(|&index| index < self.operations.len()) {
            if needed[index] {
                let operands = self.operations[index].operands();
                operands.for_each(|operand| needed[operand.index()] = true);
            }
        }
        let kept = (0..needed.len()).filter(|&index| needed[index]);
        self.in_order(&kept.collect::<Vec<_>>())
    }

    /// The same with these operations only, in this order; operands come before their use.
    pub(crate) fn in_order(&self, order: &[usize]) -> Result<Self, Error> {
        let mut place = vec![None; self.operations.len()];
        let mut operations = Vec::with_capacity(order.len());
        for &old in order {
            let now = |value: Value| {
                let index: Option<usize> = place[value.index()];
                index.map_or(value, |index| Value::of(index).negate_if(value.is_negative()))
            };
            operations.push(match &self.operations[old] {
                Operation::Add(a, b) => Operation::Add(now(*a), now(*b)),
                Operation::Mul(a, b) => Operation::Mul(now(*a), now(*b)),
                Operation::Div(a, b) => Operation::Div(now(*a), now(*b)),
                Operation::Call(function, a) => Operation::Call(*function, now(*a)),
                given => given.clone(),
            });
            place[old] = Some(operations.len() - 1);
        }
        self.with_operations(operations, |old| place[old].map(Value::of))
    }
}
