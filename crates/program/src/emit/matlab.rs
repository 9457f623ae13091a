//! MATLAB and Octave. The rows of an argument are its entries, its columns states, which are
//! calculated side by side; parameters have one column.

use appell_algebra::Budget;

use super::statements::{Statements, Style};
use super::{File, Labels, arguments, header};
use crate::error::Error;
use crate::program::{InputKind, Program};

pub(super) fn write(
    program: &Program,
    labels: &Labels,
    budget: &Budget,
) -> Result<Vec<File>, Error> {
    let style = Style { times: ".*", over: "./", ..Style::plain() };
    let arguments = arguments(program);
    let statements = Statements::new(program, style, &arguments, budget);
    let comment = header::lines(program, &arguments, labels, 1)?;
    let name = &labels.name;
    let words: Vec<&str> = arguments.iter().map(|it| it.name.as_str()).collect();
    let mut text = format!("function out = {name}({})\n", words.join(", "));
    text += &header::marked(&comment, "%");
    text += &statements
        .inputs(&arguments, |name, word, place| format!("  {name} = {word}({}, :);\n", place + 1));
    text += &statements.assignments(|name, value| format!("  {name} = {value};\n"))?;
    // an output that is a number is repeated for every state
    let state = arguments.iter().find(|it| it.kind != InputKind::Parameter).or(arguments.first());
    let columns = state.map_or("1".to_owned(), |it| format!("size({}, 2)", it.name));
    text += &format!("  out = zeros({}, {columns});\n", program.outputs.len());
    text += &statements.outputs(|place, value| format!("  out({}, :) = {value};\n", place + 1))?;
    text += "end\n";
    Ok(vec![File { name: format!("{name}.m"), text }])
}
