//! An order of operations in which few values wait for their use at the same time.

use crate::error::Error;
use crate::operation::Operation;
use crate::program::Program;

impl Program {
    /// How many values are kept at the most, without inputs and numbers: the registers that a
    /// machine would need.
    pub fn most_live(&self) -> usize {
        let mut last_use: Vec<Option<usize>> = vec![None; self.operations.len()];
        for (index, operation) in self.operations.iter().enumerate() {
            operation.operands().for_each(|operand| last_use[operand.index()] = Some(index));
        }
        for output in &self.outputs {
            last_use[output.value.index()] = Some(self.operations.len());
        }
        let mut ends = vec![0; self.operations.len() + 1];
        let (mut live, mut most) = (0usize, 0);
        for (index, operation) in self.operations.iter().enumerate() {
            live -= ends[index];
            if let (false, Some(end)) = (operation.is_given(), last_use[index]) {
                live += 1;
                ends[end] += 1;
            }
            most = most.max(live);
        }
        most
    }

    /// The same operations in an order that keeps few values; what an output needs stands
    /// together, and of two operands the one that needs more registers comes first (after Sethi
    /// and Ullman). Where that is no better, the order stays.
    pub fn scheduled(&self) -> Result<Self, Error> {
        let needs = self.register_needs();
        let mut order = Vec::with_capacity(self.operations.len());
        let mut done = vec![false; self.operations.len()];
        let mut open: Vec<usize> =
            self.outputs.iter().rev().map(|output| output.value.index()).collect();
        while let Some(&index) = open.last() {
            let mut missing: Vec<usize> =
                self.operations[index].operands().map(|operand| operand.index()).collect();
            missing.retain(|&operand| !done[operand]);
            if done[index] || missing.is_empty() {
                open.pop();
                if !std::mem::replace(&mut done[index], true) {
                    order.push(index);
                }
                continue;
            }
            missing.sort_by_key(|&operand| needs[operand]);
            open.extend(missing);
        }
        let scheduled = self.in_order(&order)?;
        Ok(if scheduled.most_live() < self.most_live() { scheduled } else { self.clone() })
    }

    fn register_needs(&self) -> Vec<usize> {
        let mut needs: Vec<usize> = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            needs.push(match operation {
                given if given.is_given() => 0,
                Operation::Add(a, b) | Operation::Mul(a, b) | Operation::Div(a, b) => {
                    let [a, b] = [needs[a.index()], needs[b.index()]];
                    if a == b { a + 1 } else { a.max(b) }
                }
                other => other.operands().map(|it| needs[it.index()]).max().unwrap_or(0).max(1),
            });
        }
        needs
    }
}
