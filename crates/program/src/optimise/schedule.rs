//! An order of operations in which few values wait for their use at the same time.

use appell_algebra::Budget;

use crate::error::Error;
use crate::operation::Operation;
use crate::program::Program;

/// Longer programs are not looked through from their end: that takes the square of their length
/// at worst.
const LONG: usize = 20_000;

impl Program {
    /// How many values are kept at the most: the registers that a machine would need. Inputs and
    /// numbers are in memory anyway, and outputs go there at once.
    pub fn most_live(&self) -> usize {
        let mut last_use: Vec<Option<usize>> = vec![None; self.operations.len()];
        for (index, operation) in self.operations.iter().enumerate() {
            operation.operands().for_each(|operand| last_use[operand.index()] = Some(index));
        }
        let mut ends = vec![0; self.operations.len() + 1];
        let (mut live, mut most) = (0usize, 0);
        for (index, operation) in self.operations.iter().enumerate() {
            live -= ends[index];
            if !operation.is_given() {
                live += 1;
                ends[last_use[index].unwrap_or(index + 1)] += 1;
            }
            most = most.max(live);
        }
        most
    }

    /// The same operations in an order that keeps few values. Two orders are tried: one that
    /// follows the operands from every output, the one that needs more registers first (after
    /// Sethi and Ullman), and one that is found from the end. Where neither is better, the order
    /// stays.
    pub fn scheduled(&self) -> Result<Self, Error> {
        self.scheduled_within(&Budget::unlimited())
    }

    pub(super) fn scheduled_within(&self, budget: &Budget) -> Result<Self, Error> {
        let mut best = self.clone();
        let mut orders = vec![self.by_operands()];
        if self.operations.len() <= LONG {
            orders.push(self.backward(budget)?);
        }
        for order in orders {
            let scheduled = self.in_order(&order)?;
            if scheduled.most_live() < best.most_live() {
                best = scheduled;
            }
        }
        Ok(best)
    }

    fn by_operands(&self) -> Vec<usize> {
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
        order
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

    /// From the last operation to the first: of those whose users all stand already, always the
    /// one that makes the fewest further values wait, and of equals the one that was asked for
    /// last.
    fn backward(&self, budget: &Budget) -> Result<Vec<usize>, Error> {
        let mut meter = budget.meter();
        let mut users = self.uses();
        let mut ready: Vec<usize> = Vec::new();
        let mut live = vec![false; self.operations.len()];
        for output in self.outputs.iter().rev() {
            let index = output.value.index();
            users[index] -= 1;
            if users[index] == 0 {
                ready.push(index);
            }
        }
        let mut order = Vec::with_capacity(self.operations.len());
        while !ready.is_empty() {
            meter.step(ready.len())?;
            let waiting = |index: usize| {
                let operands = self.operations[index].operands().map(|it| it.index());
                let new = operands.filter(|&it| !live[it] && !self.operations[it].is_given());
                new.count() as isize - isize::from(live[index])
            };
            let best = (0..ready.len()).min_by_key(|&at| (waiting(ready[at]), ready.len() - at));
            let index = ready.remove(best.unwrap_or_default());
            order.push(index);
            live[index] = false;
            for operand in self.operations[index].operands().map(|it| it.index()) {
                live[operand] = true;
                users[operand] -= 1;
                if users[operand] == 0 {
                    ready.push(operand);
                }
            }
        }
        order.reverse();
        Ok(order)
    }
}
