//! MATLAB and Octave. The rows of an argument are its entries, its columns states, which are
//! calculated side by side; parameters have one column. A matrix of many states has a page for each.

use appell_algebra::Budget;

use super::header::Arrangement;
use super::results::{ResultShape, results};
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
    let (arguments, arrays) = (arguments(program), results(program, labels)?);
    let statements = Statements::new(program, style, &arguments, &arrays, budget);
    let arrangement =
        Arrangement { first_index: 1, in_shape: true, is_documented: false, brackets: ['(', ')'] };
    let comment = header::lines(program, &arguments, &arrays, labels, arrangement)?;
    let name = &labels.name;
    let words: Vec<&str> = arguments.iter().map(|it| it.name.as_str()).collect();
    let given: Vec<&str> = arrays.iter().map(|it| it.name.as_str()).collect();
    let given = if given.len() == 1 { given.concat() } else { format!("[{}]", given.join(", ")) };
    let call = format!("{given} = {name}({})", words.join(", "));
    // the comment behind the first line is what `help` shows
    let mut text = format!("function {call}\n% {call}\n%\n");
    text += &header::marked(&comment, "%");
    text += &statements
        .inputs(&arguments, |name, word, place| format!("  {name} = {word}({}, :);\n", place + 1));
    text += &statements.assignments(|name, value| format!("  {name} = {value};\n"))?;
    // an output that is a number is repeated for every state
    let state = arguments.iter().find(|it| it.kind != InputKind::Parameter).or(arguments.first());
    let columns = state.map_or("1".to_owned(), |it| format!("size({}, 2)", it.name));
    for array in &arrays {
        let word = &array.name;
        text += &format!("  {word} = zeros({}, {columns});\n", array.shape.count());
        for (place, output) in array.by_columns().into_iter().enumerate() {
            text += &format!("  {word}({}, :) = {};\n", place + 1, statements.output(output)?);
        }
        if let ResultShape::Matrix(rows, count) = array.shape {
            text += &format!("  {word} = reshape({word}, {rows}, {count}, {columns});\n");
        }
    }
    text += "end\n";
    Ok(vec![File { name: format!("{name}.m"), text }])
}
