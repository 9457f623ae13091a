//! CUDA: a thread a state; entry k of state i of an argument stands at `k * n + i`, so that
//! neighbouring threads read neighbouring numbers. Parameters are the same for all states.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::c::{real, style};
use super::statements::Statements;
use super::{File, Labels, Precision, arguments, header};
use crate::error::Error;
use crate::operation::{Function, Operation, Value};
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
        for &(place, input) in &argument.used {
            let at = match argument.kind {
                InputKind::Parameter => place.to_string(),
                _ => format!("{place} * n + i"),
            };
            let (word, input) = (&argument.name, statements.input(input));
            text += &format!("    const {real} {input} = {word}[{at}];\n");
        }
    }
    let pairs = sine_cosine_pairs(program);
    for (operation, kind) in program.operations.iter().enumerate() {
        let pair = pairs.get(&operation);
        if let Some(Some(pair)) = pair {
            let [sine, cosine] = pair.map(|index| statements.name(index));
            let angle = kind.operands().next().map_or(Ok(String::new()), |it| statements.value(it));
            text += &format!("    {real} {sine}, {cosine};\n");
            text += &format!("    {sincos}({}, &{sine}, &{cosine});\n", angle?);
        } else if pair.is_none() && !kind.is_given() {
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

/// For every sine and cosine of the same angle, which one function gives: at the place of the
/// first both, at that of the second nothing.
fn sine_cosine_pairs(program: &Program) -> HashMap<usize, Option<[usize; 2]>, FxBuildHasher> {
    let mut by_angle: HashMap<Value, [Option<usize>; 2], FxBuildHasher> = HashMap::default();
    for (index, operation) in program.operations.iter().enumerate() {
        match operation {
            Operation::Call(Function::Sin, angle) => {
                by_angle.entry(*angle).or_default()[0] = Some(index);
            }
            Operation::Call(Function::Cos, angle) => {
                by_angle.entry(*angle).or_default()[1] = Some(index);
            }
            _ => {}
        }
    }
    let pairs = by_angle.into_values().filter_map(|[sine, cosine]| Some([sine?, cosine?]));
    let places = |pair: [usize; 2]| {
        let [first, second] = if pair[0] < pair[1] { pair } else { [pair[1], pair[0]] };
        [(first, Some(pair)), (second, None)]
    };
    pairs.flat_map(places).collect()
}
