//! Sums of angles: cos a cos b - sin a sin b becomes cos(a + b), as the parallel axes of robots
//! give them. It pays where sines and cosines of the single angles are needed no more.

use crate::error::Error;
use crate::operation::{Function, Operation, Value};
use crate::program::Program;

/// The program with products of sines and cosines written as those of sums of angles.
pub(super) fn merge(program: &Program) -> Result<Program, Error> {
    let found: Vec<Option<Merged>> =
        (0..program.operations.len()).map(|index| merged(program, index)).collect();
    let rebuilt = program.rebuilt(|builder, index, of| {
        let Merged { function, a, b, negative } = found[index]?;
        let angle = builder.add(of(a), of(b));
        Some(builder.call(function, angle).negate_if(negative))
    })?;
    rebuilt.without_dead_code()
}

/// A function of the sum of two angles.
#[derive(Clone, Copy)]
struct Merged {
    function: Function,
    a: Value,
    b: Value,
    negative: bool,
}

/// What a sum of two products of sines and cosines is.
fn merged(program: &Program, index: usize) -> Option<Merged> {
    let Operation::Add(left, right) = program.operations[index] else { return None };
    let [(f, a), (g, b)] = trigonometric_product(program, left)?;
    let [(h, c), (k, d)] = trigonometric_product(program, right)?;
    let opposite = left.is_negative() != right.is_negative();
    let alike = |x: Value, y: Value| x == c && y == d || x == d && y == c;
    let negative = left.is_negative();
    match (f, g, h, k) {
        // cos a cos b -+ sin a sin b = cos(a +- b)
        (Function::Cos, Function::Cos, Function::Sin, Function::Sin) if alike(a, b) => {
            let b = b.negate_if(!opposite);
            Some(Merged { function: Function::Cos, a, b, negative })
        }
        (Function::Sin, Function::Sin, Function::Cos, Function::Cos) if alike(a, b) => {
            let (b, negative) = (b.negate_if(!opposite), negative != opposite);
            Some(Merged { function: Function::Cos, a, b, negative })
        }
        // sin a cos b +- cos a sin b = sin(a +- b), in whatever order the factors stand
        _ => {
            let (sine, cosine) = sine_and_cosine((f, a), (g, b))?;
            let (other_sine, other_cosine) = sine_and_cosine((h, c), (k, d))?;
            let fits = sine == other_cosine && cosine == other_sine && sine != cosine;
            let b = cosine.negate_if(opposite);
            fits.then_some(Merged { function: Function::Sin, a: sine, b, negative })
        }
    }
}

fn trigonometric_product(program: &Program, value: Value) -> Option<[(Function, Value); 2]> {
    let Operation::Mul(a, b) = program.operations[value.index()] else { return None };
    let call = |value: Value| match program.operations[value.index()] {
        Operation::Call(function @ (Function::Sin | Function::Cos), angle) => {
            Some((function, angle))
        }
        _ => None,
    };
    Some([call(a)?, call(b)?])
}

fn sine_and_cosine(first: (Function, Value), second: (Function, Value)) -> Option<(Value, Value)> {
    match (first, second) {
        ((Function::Sin, a), (Function::Cos, b)) | ((Function::Cos, b), (Function::Sin, a)) => {
            Some((a, b))
        }
        _ => None,
    }
}
