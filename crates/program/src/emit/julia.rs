//! Julia: a function of vectors that returns a vector, for any kind of number.

use appell_algebra::Budget;

use super::statements::{Statements, Style};
use super::{File, Labels, arguments, header};
use crate::error::Error;
use crate::program::Program;

pub(super) fn write(
    program: &Program,
    labels: &Labels,
    budget: &Budget,
) -> Result<Vec<File>, Error> {
    let arguments = arguments(program);
    let statements = Statements::new(program, Style::plain(), &arguments, budget);
    let comment = header::lines(program, &arguments, labels, 1)?;
    let name = &labels.name;
    let words: Vec<&str> = arguments.iter().map(|it| it.name.as_str()).collect();
    let mut text = header::marked(&comment, "#");
    text += &format!("\nfunction {name}({})\n", words.join(", "));
    text += &statements
        .inputs(&arguments, |name, word, place| format!("    {name} = {word}[{}]\n", place + 1));
    text += &statements.assignments(|name, value| format!("    {name} = {value}\n"))?;
    text += "    return [\n";
    text += &statements.outputs(|_, value| format!("        {value},\n"))?;
    text += "    ]\nend\n";
    Ok(vec![File { name: format!("{name}.jl"), text }])
}
