//! Names for all values of a program, each only once.

use std::collections::{HashMap, HashSet};

use crate::operation::{Function, Operation, Value};
use crate::program::{Input, Program};

/// Names for the inputs, for what is calculated and for the outputs.
#[derive(Clone, Debug)]
pub(crate) struct Naming {
    pub(crate) inputs: Vec<String>,
    /// By operation; those of given values are never asked for.
    pub(crate) values: Vec<String>,
    pub(crate) outputs: Vec<String>,
}

impl Naming {
    /// Names that fit a language: a word becomes one that it allows, no name is among those that
    /// it keeps for itself.
    pub(crate) fn new(program: &Program, fit: impl Fn(&str) -> String, kept: &[&str]) -> Self {
        let mut taken: HashSet<String> = kept.iter().map(|&word| word.to_owned()).collect();
        // how often a name was wished for
        let mut wishes: HashMap<String, usize> = HashMap::new();
        let mut fresh = |wish: &str| {
            let name = fit(wish);
            if taken.insert(name.clone()) {
                return name;
            }
            loop {
                let count = wishes.entry(name.clone()).or_default();
                *count += 1;
                let other = match count {
                    1 => format!("{name}_"),
                    _ => format!("{name}_{count}"),
                };
                if taken.insert(other.clone()) {
                    return other;
                }
            }
        };
        let inputs: Vec<String> = program.inputs.iter().map(|input| fresh(&input.name)).collect();
        let outputs = program.outputs.iter().map(|output| fresh(&output.name)).collect();
        let mut count = 0;
        let mut values = Vec::with_capacity(program.operations.len());
        for (index, operation) in program.operations.iter().enumerate() {
            let wish =
                program.name(index).map(str::to_owned).or_else(|| angle_name(program, index));
            values.push(match (operation, wish) {
                (given, _) if given.is_given() => String::new(),
                (_, Some(wish)) => fresh(&wish),
                _ => {
                    count += 1;
                    fresh(&format!("t{count}"))
                }
            });
        }
        Self { inputs, values, outputs }
    }
}

/// `s1` for sin(q1), `c23` for cos(q2 + q3); with ten coordinates or more, `c2_3`.
fn angle_name(program: &Program, index: usize) -> Option<String> {
    let (letter, argument) = match program.operations[index] {
        Operation::Call(Function::Sin, argument) => ('s', argument),
        Operation::Call(Function::Cos, argument) => ('c', argument),
        _ => return None,
    };
    let number = |value: Value| match program.operations[value.index()] {
        Operation::Input(input) if !value.is_negative() => program.inputs[input]
            .name
            .strip_prefix('q')
            .filter(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())),
        _ => None,
    };
    let numbers = match program.operations[argument.index()] {
        Operation::Add(a, b) => {
            let between = if program.inputs.iter().any(is_tenth) { "_" } else { "" };
            format!("{}{between}{}", number(a)?, number(b)?)
        }
        _ => number(argument)?.to_owned(),
    };
    Some(format!("{letter}{numbers}"))
}

/// Whether an input is the tenth coordinate: without a mark between its numbers, `s112` could be of q1 + q12 or of
/// q11 + q2.
fn is_tenth(input: &Input) -> bool {
    input.name == "q10"
}
