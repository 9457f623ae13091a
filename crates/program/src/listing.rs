//! A program on paper.

use std::fmt;

use crate::naming::Naming;
use crate::operation::{Operation, Value};
use crate::program::Program;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let naming = Naming::new(self, str::to_owned, &[]);
        let bare = |value: Value| match &self.operations[value.index()] {
            Operation::Input(number) => naming.inputs[*number].clone(),
            Operation::Constant(number) => number.to_string(),
            Operation::Pi => "pi".to_owned(),
            _ => naming.values[value.index()].clone(),
        };
        let signed = |value: &Value| {
            let sign = if value.is_negative() { "-" } else { "" };
            format!("{sign}{}", bare(*value))
        };
        for (operation, name) in self.operations.iter().zip(&naming.values) {
            match operation {
                Operation::Input(_) | Operation::Constant(_) | Operation::Pi => continue,
                Operation::Add(a, b) => {
                    let sign = if b.is_negative() { '-' } else { '+' };
                    writeln!(f, "{name} = {} {sign} {}", signed(a), bare(*b))?;
                }
                Operation::Mul(a, b) => writeln!(f, "{name} = {} * {}", signed(a), signed(b))?,
                Operation::Div(a, b) => writeln!(f, "{name} = {} / {}", signed(a), signed(b))?,
                Operation::Call(function, a) => {
                    writeln!(f, "{name} = {}({})", function.name(), signed(a))?;
                }
            }
        }
        for (output, name) in self.outputs.iter().zip(&naming.outputs) {
            writeln!(f, "{name} := {}", signed(&output.value))?;
        }
        Ok(())
    }
}
