//! What all languages share: names, numbers, operations.

use appell_algebra::{Budget, Rational};

use super::reserved::{self, looks_like_macro};
use super::results::ResultArray;
use super::{Argument, Precision};
use crate::error::Error;
use crate::naming::Naming;
use crate::operation::{Function, Operation, Value};
use crate::program::Program;

/// How a language writes operations.
pub(super) struct Style {
    pub(super) times: &'static str,
    pub(super) over: &'static str,
    /// What follows a number.
    pub(super) suffix: &'static str,
    pub(super) precision: Precision,
    pub(super) call: fn(Function, &str) -> String,
}

impl Style {
    /// Of a language that writes operations and functions as formulas do, for any kind of number.
    pub(super) fn plain() -> Self {
        Self {
            times: "*",
            over: "/",
            suffix: "",
            precision: Precision::Double,
            call: |function, a| format!("{}({a})", function.name()),
        }
    }
}

/// How many steps of a meter a statement is worth: making its text takes that much longer than adding.
pub(super) const STATEMENT: usize = 16;

/// A program in the words of a language.
pub(super) struct Statements<'p> {
    program: &'p Program,
    budget: &'p Budget,
    style: Style,
    naming: Naming,
}

impl<'p> Statements<'p> {
    pub(super) fn new(
        program: &'p Program,
        style: Style,
        arguments: &[Argument],
        arrays: &[ResultArray],
        budget: &'p Budget,
    ) -> Self {
        let mut kept: Vec<&str> = reserved::words().collect();
        kept.extend(arguments.iter().map(|argument| argument.name.as_str()));
        kept.extend(arrays.iter().map(|array| array.name.as_str()));
        let naming = Naming::new(program, identifier, &kept);
        Self { program, budget, style, naming }
    }

    /// Fails when the time is up.
    pub(super) fn check_time(&self) -> Result<(), Error> {
        Ok(self.budget.check()?)
    }

    /// The name of an input.
    pub(super) fn input(&self, number: usize) -> &str {
        &self.naming.inputs[number]
    }

    /// The name of the value of an operation; an input's own name.
    pub(super) fn name(&self, operation: usize) -> &str {
        match self.program.operations[operation] {
            Operation::Input(number) => self.input(number),
            _ => &self.naming.values[operation],
        }
    }

    /// A line for every input that is used: its name, the argument that has it and its place there.
    pub(super) fn inputs(
        &self,
        arguments: &[Argument],
        line: impl Fn(&str, &str, usize) -> String,
    ) -> String {
        let of = |argument: &Argument| -> String {
            let used = argument.used.iter();
            used.map(|&(place, input)| line(self.input(input), &argument.name, place)).collect()
        };
        arguments.iter().map(of).collect()
    }

    /// A line for everything that is calculated: its name and what it is.
    pub(super) fn assignments(&self, line: impl Fn(&str, &str) -> String) -> Result<String, Error> {
        let calculated = self.program.operations.iter().enumerate();
        let calculated = calculated.filter(|(_, operation)| !operation.is_given());
        let mut meter = self.budget.meter();
        calculated
            .map(|(index, _)| {
                meter.step(STATEMENT)?;
                Ok(line(self.name(index), &self.expression(index)?))
            })
            .collect()
    }

    /// An output, by its number.
    pub(super) fn output(&self, number: usize) -> Result<String, Error> {
        self.value(self.program.outputs[number].value)
    }

    /// A number, as the language writes it.
    pub(super) fn number(&self, number: f64) -> Result<String, Error> {
        let fits = match self.style.precision {
            Precision::Single => (number as f32).is_finite(),
            Precision::Double => number.is_finite(),
        };
        if !fits {
            return Err(Error::NumberRange);
        }
        // compilers warn of a constant that their type cannot hold
        let vanishes = self.style.precision == Precision::Single && number as f32 == 0.0;
        let number = if vanishes { 0.0 } else { number };
        Ok(format!("{number:?}{}", self.style.suffix))
    }

    fn bare(&self, value: Value) -> Result<String, Error> {
        match &self.program.operations[value.index()] {
            Operation::Constant(number) => self.number(Rational::to_f64(number)),
            Operation::Pi => self.number(std::f64::consts::PI),
            _ => Ok(self.name(value.index()).to_owned()),
        }
    }

    /// A value with its sign.
    pub(super) fn value(&self, value: Value) -> Result<String, Error> {
        let sign = if value.is_negative() { "-" } else { "" };
        Ok(format!("{sign}{}", self.bare(value)?))
    }

    /// What an operation does.
    pub(super) fn expression(&self, operation: usize) -> Result<String, Error> {
        let infix = |a: Value, sign: &str, b: String| {
            Ok::<_, Error>(format!("{} {sign} {b}", self.value(a)?))
        };
        match &self.program.operations[operation] {
            Operation::Add(a, b) if b.is_negative() => infix(*a, "-", self.bare(*b)?),
            Operation::Add(a, b) => infix(*a, "+", self.bare(*b)?),
            Operation::Mul(a, b) => infix(*a, self.style.times, self.value(*b)?),
            Operation::Div(a, b) => infix(*a, self.style.over, self.value(*b)?),
            Operation::Call(function, a) => Ok((self.style.call)(*function, &self.value(*a)?)),
            Operation::Input(_) | Operation::Constant(_) | Operation::Pi => {
                self.bare(Value::of(operation))
            }
        }
    }
}

/// How long a name may be before it is cut: MATLAB knows 63 characters.
const LONGEST: usize = 48;

/// A name that every language takes: primes become leading d's, letters outside of ASCII their numbers.
/// Two names may become the same one; `Naming` keeps them apart.
pub(super) fn identifier(name: &str) -> String {
    let base = name.trim_end_matches('\'');
    let mut word = "d".repeat(name.len() - base.len());
    for letter in base.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => word.push(letter),
            other => word += &format!("u{:x}", u32::from(other)),
        }
        if word.len() >= LONGEST {
            break;
        }
    }
    if !word.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        word.insert(0, 'v');
    }
    if looks_like_macro(&word) {
        word.insert(0, 'v');
    }
    word
}
