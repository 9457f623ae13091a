//! CUDA: a thread a state; entry k of state i of an argument stands at `k * n + i`, so that
//! neighbouring threads read neighbouring numbers. Parameters are the same for all states.

use super::c::{real, style};
use super::statements::Statements;
use super::{File, Labels, Precision, arguments, header};
use crate::error::Error;
use crate::operation::{Function, Operation};
use crate::program::{InputKind, Program};

pub(super) fn write(program: &Program, labels: &Labels) -> Result<Vec<File>, Error> {
    let arguments = arguments(program);
    let (name, real) = (&labels.name, real(labels.precision));
    let mut comment = header::lines(program, &arguments, labels, 0)?;
    comment.push(String::new());
    comment.push("A thread a state. Entry k of state i stands at k * n + i, that of the".into());
    comment.push("parameters, which all states share, at k.".into());
    let sincos = match labels.precision {
        Precision::Single => "sincosf",
        Precision::Double => "sincos",
    };
    let statements = Statements::new(program, style(labels.precision), &arguments);
    let list: String =
        arguments.iter().map(|it| format!("const {real} *__restrict__ {}, ", it.name)).collect();
    let mut text = format!("/*\n{}*/\n\n", header::marked(&comment, " *"));
    text += &format!(
        "extern \"C\" __global__ void {name}(size_t n, {list}{real} *__restrict__ out)\n{{\n"
    );
    text += "    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;\n";
    text += "    if (i >= n) return;\n";
    for argument in &arguments {
        for (place, &input) in argument.inputs.iter().enumerate() {
            let at = match argument.kind {
                InputKind::Parameter => place.to_string(),
                InputKind::Coordinate(_) => format!("{place} * n + i"),
            };
            let (word, input) = (&argument.name, statements.input(input));
            text += &format!("    const {real} {input} = {word}[{at}];\n");
        }
    }
    let pairs = sine_cosine_pairs(program);
    for (operation, kind) in program.operations.iter().enumerate() {
        if let Some(&(sine, cosine)) = pairs.iter().find(|it| it.0.min(it.1) == operation) {
            let [sine, cosine] = [sine, cosine].map(|index| statements.name(index));
            let angle = kind.operands().next().map_or(Ok(String::new()), |it| statements.value(it));
            text += &format!("    {real} {sine}, {cosine};\n");
            text += &format!("    {sincos}({}, &{sine}, &{cosine});\n", angle?);
        } else if !kind.is_given() && !pairs.iter().any(|it| it.0.max(it.1) == operation) {
            let (name, value) = (statements.name(operation), statements.expression(operation)?);
            text += &format!("    const {real} {name} = {value};\n");
        }
    }
    for (place, output) in program.outputs.iter().enumerate() {
        text += &format!("    out[{place} * n + i] = {};\n", statements.value(output.value)?);
    }
    text += "}\n";
    Ok(vec![File { name: format!("{name}.cu"), text }])
}

/// The sines and cosines of the same angle: one function gives both.
fn sine_cosine_pairs(program: &Program) -> Vec<(usize, usize)> {
    let place = |operation: &Operation| program.operations.iter().position(|it| it == operation);
    let of_sine = |(sine, operation): (usize, &Operation)| match operation {
        Operation::Call(Function::Sin, angle) => {
            Some((sine, place(&Operation::Call(Function::Cos, *angle))?))
        }
        _ => None,
    };
    program.operations.iter().enumerate().filter_map(of_sine).collect()
}
