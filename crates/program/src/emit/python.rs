//! Python with NumPy. The first axis of an argument counts its entries; further axes are states,
//! which are calculated side by side.

use super::statements::{Statements, Style};
use super::{File, Labels, arguments, header};
use crate::error::Error;
use crate::operation::Function;
use crate::program::Program;

const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "np", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

pub(super) fn write(program: &Program, labels: &Labels) -> Result<Vec<File>, Error> {
    let call: fn(Function, &str) -> String = |function, a| format!("np.{}({a})", function.name());
    let style = Style { call, ..Style::plain(RESERVED) };
    let arguments = arguments(program);
    let statements = Statements::new(program, style, &arguments);
    let comment = header::lines(program, &arguments, labels, 0)?;
    let name = &labels.name;
    let words: Vec<&str> = arguments.iter().map(|it| it.name.as_str()).collect();
    let mut text = header::marked(&comment, "#");
    text += &format!("\nimport numpy as np\n\n\ndef {name}({}):\n", words.join(", "));
    text += &statements.inputs(&arguments, |name, word, at| format!("    {name} = {word}[{at}]\n"));
    text += &statements.assignments(|name, value| format!("    {name} = {value}\n"))?;
    text += "    return np.stack(np.broadcast_arrays(\n";
    text += &statements.outputs(|_, value| format!("        {value},\n"))?;
    text += "    ))\n";
    Ok(vec![File { name: format!("{name}.py"), text }])
}
