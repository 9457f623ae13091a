//! C99.

use appell_algebra::Budget;

use super::header::Arrangement;
use super::parts::{Part, Parts};
use super::results::{ResultArray, place, results};
use super::statements::{Statements, Style};
use super::{Argument, File, Labels, Precision, arguments, header};
use crate::error::Error;
use crate::operation::Function;
use crate::program::Program;

/// The name of the numbers.
pub(super) fn real(precision: Precision) -> &'static str {
    match precision {
        Precision::Single => "float",
        Precision::Double => "double",
    }
}

pub(super) fn style(precision: Precision) -> Style {
    let (suffix, call): (_, fn(Function, &str) -> String) = match precision {
        Precision::Single => ("f", |function, a| call(function, a, "f")),
        Precision::Double => ("", |function, a| call(function, a, "")),
    };
    Style { suffix, precision, call, ..Style::plain() }
}

fn call(function: Function, a: &str, suffix: &str) -> String {
    match function {
        Function::Sign => format!("({a} > 0) - ({a} < 0)"),
        Function::Abs => format!("fabs{suffix}({a})"),
        other => format!("{}{suffix}({a})", other.name()),
    }
}

pub(super) fn write(
    program: &Program,
    labels: &Labels,
    budget: &Budget,
) -> Result<Vec<File>, Error> {
    let (arguments, arrays) = (arguments(program), results(program, labels)?);
    let (name, real) = (&labels.name, real(labels.precision));
    let comment = header::lines(program, &arguments, &arrays, labels, Arrangement::FLAT)?;
    let guard = format!("{}_H", name.to_uppercase());
    let signature = signature(name, &arguments, &arrays, real);
    let declaration = format!(
        "/*\n{}*/\n\n#ifndef {guard}\n#define {guard}\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n\
         {signature};\n\n#ifdef __cplusplus\n}}\n#endif\n\n#endif\n",
        header::marked(&comment, " *"),
    );
    let statements = Statements::new(program, style(labels.precision), &arguments, &arrays, budget);
    let Parts { parts, places } = Parts::of(program);
    let mut text = format!("#include \"{name}.h\"\n\n#include <math.h>\n\n");
    if let [only] = &parts[..] {
        text += &format!("{signature}\n{{\n");
        text += &body(&statements, &arguments, &arrays, only, real)?;
        text += "}\n";
    } else {
        for (number, part) in parts.iter().enumerate() {
            let part_signature = signature_of_part(name, number, &arguments, &arrays, real);
            text += &format!("static {part_signature}\n{{\n");
            text += &body(&statements, &arguments, &arrays, part, real)?;
            text += "}\n\n";
        }
        text += &format!("{signature}\n{{\n    {real} work[{}];\n", places.max(1));
        let words: Vec<&str> = arguments.iter().map(|it| it.name.as_str()).collect();
        let given: String = words.iter().map(|word| format!("{word}, ")).collect();
        let taken: String = arrays.iter().map(|array| format!(", {}", array.name)).collect();
        for number in 0..parts.len() {
            text += &format!("    {name}_part{number}({given}work{taken});\n");
        }
        text += "}\n";
    }
    Ok(vec![
        File { name: format!("{name}.h"), text: declaration },
        File { name: format!("{name}.c"), text },
    ])
}

fn signature(name: &str, arguments: &[Argument], arrays: &[ResultArray], real: &str) -> String {
    let list = arguments
        .iter()
        .map(|it| format!("const {real} {}[{}], ", it.name, it.inputs.len()))
        .collect::<String>();
    let taken = arrays.iter().map(|it| format!("{real} {}[{}]", it.name, it.shape.count().max(1)));
    format!("void {name}({list}{})", taken.collect::<Vec<_>>().join(", "))
}

fn signature_of_part(
    name: &str,
    number: usize,
    arguments: &[Argument],
    arrays: &[ResultArray],
    real: &str,
) -> String {
    let list: String = arguments.iter().map(|it| format!("const {real} *{}, ", it.name)).collect();
    let taken: String = arrays.iter().map(|it| format!(", {real} *{}", it.name)).collect();
    format!("void {name}_part{number}({list}{real} *work{taken})")
}

/// The statements of one function.
fn body(
    statements: &Statements<'_>,
    arguments: &[Argument],
    arrays: &[ResultArray],
    part: &Part,
    real: &str,
) -> Result<String, Error> {
    statements.check_time()?;
    let mut text = String::new();
    for argument in arguments {
        if !argument.inputs.iter().any(|input| part.needs(*input)) {
            text += &format!("    (void){};\n", argument.name);
        }
        for (place, &input) in argument.inputs.iter().enumerate() {
            if part.needs(input) {
                let name = statements.input(input);
                text += &format!("    const {real} {name} = {}[{place}];\n", argument.name);
            }
        }
    }
    for &(operation, place) in &part.taken {
        text += &format!("    const {real} {} = work[{place}];\n", statements.name(operation));
    }
    for &operation in &part.operations {
        let (name, value) = (statements.name(operation), statements.expression(operation)?);
        text += &format!("    const {real} {name} = {value};\n");
    }
    for &(operation, place) in &part.left {
        text += &format!("    work[{place}] = {};\n", statements.name(operation));
    }
    for &output in &part.outputs {
        let (array, place) = place(arrays, output);
        text += &format!("    {array}[{place}] = {};\n", statements.output(output)?);
    }
    for array in arrays {
        if !part.outputs.iter().any(|output| array.outputs().contains(output)) {
            text += &format!("    (void){};\n", array.name);
        }
    }
    Ok(text)
}
