//! Python with NumPy. The first axis of an argument counts its entries; further axes are states,
//! which are calculated side by side. Of a vector the first axis counts the entries, too; a matrix has
//! its rows and columns in the last two axes, where NumPy looks for them.

use appell_algebra::Budget;

use super::header::{Arrangement, SQUARE};
use super::results::{ResultArray, ResultShape, results};
use super::statements::{Statements, Style};
use super::{File, Labels, arguments, header};
use crate::error::Error;
use crate::operation::Function;
use crate::program::{InputKind, Program};

pub(super) fn write(
    program: &Program,
    labels: &Labels,
    budget: &Budget,
) -> Result<Vec<File>, Error> {
    let call: fn(Function, &str) -> String = |function, a| format!("np.{}({a})", function.name());
    let style = Style { call, ..Style::plain() };
    let (arguments, arrays) = (arguments(program), results(program, labels)?);
    let statements = Statements::new(program, style, &arguments, &arrays, budget);
    let arrangement =
        Arrangement { first_index: 0, in_shape: true, is_documented: true, brackets: SQUARE };
    let comment = header::lines(program, &arguments, &arrays, labels, arrangement)?;
    let name = &labels.name;
    let words: Vec<&str> = arguments.iter().map(|it| it.name.as_str()).collect();
    // whatever a comment says, the file is read as this
    let mut text = "# -*- coding: utf-8 -*-\n".to_owned();
    text += &header::marked(&comment, "#");
    text += &format!("\nimport numpy as np\n\n\ndef {name}({}):\n", words.join(", "));
    let lines = header::documentation(&arguments, &arrays, labels, shape);
    text += &format!("    \"\"\"{name}({})\n\n", words.join(", "));
    text += &header::marked(&lines, "   ");
    text += "    \"\"\"\n";
    for argument in &arguments {
        let (word, count) = (&argument.name, argument.inputs.len());
        // states as rows, (m, n), would else be taken for n entries
        text += &format!(
            "    if len({word}) != {count}:\n        raise ValueError(\n            \
             f\"{word} must have shape ({count},), or ({count}, m) for m states, got {{np.shape({word})}}\"\n        )\n"
        );
    }
    text += &statements.inputs(&arguments, |name, word, at| format!("    {name} = {word}[{at}]\n"));
    text += &statements.assignments(|name, value| format!("    {name} = {value}\n"))?;
    text += "    entries = np.broadcast_arrays(\n";
    for output in 0..program.outputs.len() {
        text += &format!("        {},\n", statements.output(output)?);
    }
    // a result that is a number is repeated for every state
    let state = arguments.iter().find(|it| it.kind != InputKind::Parameter);
    text += &state.map_or(String::new(), |it| format!("        {}[0],\n", it.name));
    text += "    )\n";
    let values: Vec<String> = arrays.iter().map(arranged).collect();
    text += &match values.as_slice() {
        [only] => format!("    return {only}\n"),
        several => format!("    return (\n        {},\n    )\n", several.join(",\n        ")),
    };
    Ok(vec![File { name: format!("{name}.py"), text }])
}

/// The entries of a result in their shape.
fn arranged(array: &ResultArray) -> String {
    let (first, end) = (array.outputs().start, array.outputs().end);
    match array.shape {
        ResultShape::Scalar => format!("np.array(entries[{first}])"),
        ResultShape::Vector(_) => format!("np.stack(entries[{first}:{end}])"),
        ResultShape::Matrix(rows, columns) => format!(
            "np.moveaxis(np.stack(entries[{first}:{end}]).reshape(({rows}, {columns}) + entries[{first}].shape), (0, 1), (-2, -1))"
        ),
    }
}

/// The shape of an argument or a result, for one state and for m states.
fn shape(shape: ResultShape) -> String {
    match shape {
        ResultShape::Scalar => "a number; of m states (m,)".to_owned(),
        ResultShape::Vector(count) => format!("shape ({count},); of m states ({count}, m)"),
        ResultShape::Matrix(rows, columns) => {
            format!("shape ({rows}, {columns}); of m states (m, {rows}, {columns})")
        }
    }
}
