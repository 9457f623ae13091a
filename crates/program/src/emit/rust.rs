//! Rust without the standard library: sines, cosines and roots come from a trait that the caller
//! implements, by `std` or by a library of a microcontroller. It is in a file of its own, which is
//! the same for all functions.

use appell_algebra::Budget;

use super::header::Arrangement;
use super::parts::{Part, Parts};
use super::results::{ResultArray, place, results};
use super::statements::{Statements, Style};
use super::{Argument, File, Labels, Precision, arguments, header};
use crate::error::Error;
use crate::operation::Function;
use crate::program::Program;

/// The name of the file with the trait, and the file.
const FUNCTIONS: (&str, &str) = ("functions", include_str!("functions.rs.txt"));

fn call(function: Function, a: &str) -> String {
    match function {
        Function::Sign => {
            format!("if {a} > 0.0 {{ 1.0 }} else if {a} < 0.0 {{ -1.0 }} else {{ 0.0 }}")
        }
        Function::Abs => format!("if {a} < 0.0 {{ -{a} }} else {{ {a} }}"),
        other => format!("F::{}({a})", other.name()),
    }
}

pub(super) fn write(
    program: &Program,
    labels: &Labels,
    budget: &Budget,
) -> Result<Vec<File>, Error> {
    let real = match labels.precision {
        Precision::Single => "f32",
        Precision::Double => "f64",
    };
    let style = Style { precision: labels.precision, call, ..Style::plain() };
    let (arguments, arrays) = (arguments(program), results(program, labels)?);
    let statements = Statements::new(program, style, &arguments, &arrays, budget);
    let comment = header::lines(program, &arguments, &arrays, labels, Arrangement::FLAT)?;
    let name = &labels.name;
    let (module, functions) = FUNCTIONS;
    let mut text = header::marked(&comment, "//");
    text += &format!("\nuse super::{module}::Functions;\n\n");
    let list: String = arguments
        .iter()
        .map(|it| format!("{}: &[{real}; {}], ", it.name, it.inputs.len()))
        .collect();
    let words: String = arguments.iter().map(|it| format!("{}, ", it.name)).collect();
    let taken = arrays.iter().map(|it| format!("{}: &mut [{real}; {}]", it.name, it.shape.count()));
    let taken = taken.collect::<Vec<_>>().join(", ");
    let given = arrays.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
    let Parts { parts, places } = Parts::of(program);
    text += "/// See the comment at the top of this file.\n#[allow(non_snake_case)]\n";
    text += &format!("pub fn {name}<F: Functions<{real}>>({list}{taken}) {{\n");
    text += &format!("    let mut work = [0.0; {places}];\n");
    for number in 0..parts.len() {
        text += &format!("    part{number}::<F>({words}&mut work, {given});\n");
    }
    text += "}\n";
    for (number, part) in parts.iter().enumerate() {
        let last = format!("work: &mut [{real}; {places}], {taken}");
        text += "\n#[allow(unused_variables, non_snake_case)]\n#[inline]\n";
        text += &format!("fn part{number}<F: Functions<{real}>>({list}{last}) {{\n");
        text += &body(&statements, &arguments, &arrays, part)?;
        text += "}\n";
    }
    Ok(vec![
        File { name: format!("{name}.rs"), text },
        File { name: format!("{module}.rs"), text: functions.to_owned() },
    ])
}

fn body(
    statements: &Statements<'_>,
    arguments: &[Argument],
    arrays: &[ResultArray],
    part: &Part,
) -> Result<String, Error> {
    statements.check_time()?;
    let mut text = String::new();
    for argument in arguments {
        for (place, input) in argument.inputs.iter().enumerate() {
            if part.needs(*input) {
                let name = statements.input(*input);
                text += &format!("    let {name} = {}[{place}];\n", argument.name);
            }
        }
    }
    for &(operation, place) in &part.taken {
        text += &format!("    let {} = work[{place}];\n", statements.name(operation));
    }
    for &operation in &part.operations {
        let (name, value) = (statements.name(operation), statements.expression(operation)?);
        text += &format!("    let {name} = {value};\n");
    }
    for &(operation, place) in &part.left {
        text += &format!("    work[{place}] = {};\n", statements.name(operation));
    }
    for &output in &part.outputs {
        let (array, place) = place(arrays, output);
        text += &format!("    {array}[{place}] = {};\n", statements.output(output)?);
    }
    Ok(text)
}
