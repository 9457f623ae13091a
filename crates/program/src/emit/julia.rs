//! Julia: a function of vectors that returns numbers, vectors and matrices, for any kind of number.

use appell_algebra::Budget;

use super::header::{Arrangement, SQUARE};
use super::results::{ResultArray, ResultShape, results};
use super::statements::{Statements, Style};
use super::{File, Labels, arguments, header};
use crate::error::Error;
use crate::program::Program;

pub(super) fn write(
    program: &Program,
    labels: &Labels,
    budget: &Budget,
) -> Result<Vec<File>, Error> {
    let (arguments, arrays) = (arguments(program), results(program, labels)?);
    let statements = Statements::new(program, Style::plain(), &arguments, &arrays, budget);
    let arrangement =
        Arrangement { first_index: 1, in_shape: true, is_documented: true, brackets: SQUARE };
    let comment = header::lines(program, &arguments, &arrays, labels, arrangement)?;
    let name = &labels.name;
    let words: Vec<&str> = arguments.iter().map(|it| it.name.as_str()).collect();
    let mut text = header::marked(&comment, "#");
    text += &format!("\n\"\"\"\n    {name}({})\n\n", words.join(", "));
    // a dollar sign would put a value into the text
    let lines = header::documentation(&arguments, &arrays, labels, shape);
    text += &header::marked(&lines, "").replace('$', "\\$");
    text += &format!("\"\"\"\nfunction {name}({})\n", words.join(", "));
    text += &statements
        .inputs(&arguments, |name, word, place| format!("    {name} = {word}[{}]\n", place + 1));
    text += &statements.assignments(|name, value| format!("    {name} = {value}\n"))?;
    for array in &arrays {
        text += &format!("    {} = {}\n", array.name, arranged(array, &statements)?);
    }
    let given: Vec<&str> = arrays.iter().map(|it| it.name.as_str()).collect();
    text += &format!("    return {}\nend\n", given.join(", "));
    Ok(vec![File { name: format!("{name}.jl"), text }])
}

/// The entries of a result in their shape; Julia stores matrices column by column.
fn arranged(array: &ResultArray, statements: &Statements<'_>) -> Result<String, Error> {
    let entries = array.by_columns().into_iter().map(|output| statements.output(output));
    let entries: Vec<String> = entries.collect::<Result<_, _>>()?;
    let list = || {
        let lines: String = entries.iter().map(|entry| format!("        {entry},\n")).collect();
        format!("[\n{lines}    ]")
    };
    Ok(match array.shape {
        ResultShape::Scalar => entries.concat(),
        ResultShape::Vector(_) => list(),
        ResultShape::Matrix(rows, columns) => format!("reshape({}, {rows}, {columns})", list()),
    })
}

fn shape(shape: ResultShape) -> String {
    match shape {
        ResultShape::Scalar => "a number".to_owned(),
        ResultShape::Vector(count) => format!("{count} numbers"),
        ResultShape::Matrix(rows, columns) => format!("matrix, {rows} x {columns}"),
    }
}
