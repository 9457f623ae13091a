//! Python with NumPy. The first axis of an argument counts its entries; further axes are states,
//! which are calculated side by side.

use appell_algebra::Budget;

use super::statements::{Statements, Style};
use super::{File, Labels, arguments, header};
use crate::error::Error;
use crate::operation::Function;
use crate::program::Program;

pub(super) fn write(
    program: &Program,
    labels: &Labels,
    budget: &Budget,
) -> Result<Vec<File>, Error> {
    let call: fn(Function, &str) -> String = |function, a| format!("np.{}({a})", function.name());
    let style = Style { call, ..Style::plain() };
    let arguments = arguments(program);
    let statements = Statements::new(program, style, &arguments, budget);
    let comment = header::lines(program, &arguments, labels, 0)?;
    let name = &labels.name;
    let words: Vec<&str> = arguments.iter().map(|it| it.name.as_str()).collect();
    // whatever a comment says, the file is read as this
    let mut text = "# -*- coding: utf-8 -*-\n".to_owned();
    text += &header::marked(&comment, "#");
    text += &format!("\nimport numpy as np\n\n\ndef {name}({}):\n", words.join(", "));
    text += &statements.inputs(&arguments, |name, word, at| format!("    {name} = {word}[{at}]\n"));
    text += &statements.assignments(|name, value| format!("    {name} = {value}\n"))?;
    text += "    return np.stack(np.broadcast_arrays(\n";
    text += &statements.outputs(|_, value| format!("        {value},\n"))?;
    text += "    ))\n";
    Ok(vec![File { name: format!("{name}.py"), text }])
}
