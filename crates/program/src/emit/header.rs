//! The comment at the top of generated code: what it computes, from what, how many operations, and values to
//! test it with.

use super::comment::plain;
use super::results::{ResultArray, ResultShape};
use super::{Argument, Labels};
use crate::error::Error;
use crate::interpret::Floating;
use crate::naming::Naming;
use crate::program::{MINUS, Program};

/// How a language counts and arranges entries.
#[derive(Clone, Copy)]
pub(super) struct Arrangement {
    /// The index of the first entry.
    pub(super) first_index: usize,
    /// Whether matrices have rows and columns; otherwise their entries stand row by row.
    pub(super) in_shape: bool,
    /// Whether a documentation of the function says what it is, so that the comment need not.
    pub(super) is_documented: bool,
}

impl Arrangement {
    /// From 0 on, matrices row by row.
    pub(super) const FLAT: Self = Self { first_index: 0, in_shape: false, is_documented: false };
}

/// The lines of the comment.
pub(super) fn lines(
    program: &Program,
    arguments: &[Argument],
    arrays: &[ResultArray],
    labels: &Labels,
    arrangement: Arrangement,
) -> Result<Vec<String>, Error> {
    let Arrangement { first_index, in_shape, is_documented } = arrangement;
    // editors and interpreters look for settings in the first lines: no text of a file stands there
    let mut lines = vec![
        "Made by Appell. Angles in radians, all else in the units of the parameters.".to_owned(),
        format!("Operations: {}.", program.count()),
        String::new(),
    ];
    let is_matrix = |array: &ResultArray| matches!(array.shape, ResultShape::Matrix(..));
    if !in_shape && arrays.iter().any(is_matrix) {
        lines.push("Entries of a matrix stand row by row.".to_owned());
    }
    if !labels.description.is_empty() && !is_documented {
        lines.extend(labels.description.iter().map(|line| plain(line)));
        lines.push(String::new());
    }
    let meanings = meanings(program, labels);
    if !meanings.is_empty() {
        lines.extend(meanings);
        lines.push(String::new());
    }
    let numbers = test_inputs(program);
    let at = |place: usize| place + first_index;
    for argument in arguments {
        for (place, &number) in argument.inputs.iter().enumerate() {
            let name = plain(&program.inputs[number].name);
            let (word, value) = (&argument.name, numbers[number]);
            lines.push(format!("{word}[{}]: {name}, in the test {value:?}", at(place)));
        }
    }
    let results = program.run(&Floating, &numbers)?;
    for array in arrays {
        for (place, output) in array.outputs().enumerate() {
            let (name, value) = (plain(&program.outputs[output].name), &results[output]);
            let index = match array.shape {
                ResultShape::Scalar if in_shape => String::new(),
                ResultShape::Matrix(_, columns) if in_shape => {
                    format!("[{}, {}]", at(place / columns), at(place % columns))
                }
                _ => format!("[{}]", at(place)),
            };
            lines.push(format!("{}{index}: {name}, in the test {value:?}", array.name));
        }
    }
    Ok(lines)
}

/// What the names of values mean, a line each.
fn meanings(program: &Program, labels: &Labels) -> Vec<String> {
    let naming = Naming::new(program, str::to_owned, &[]);
    let occurs = |words: &str| {
        naming.values.iter().map(|name| name.strip_prefix(MINUS).unwrap_or(name)).any(|name| {
            let end = name.find(|letter: char| !letter.is_alphabetic()).unwrap_or(name.len());
            let (letters, rest) = name.split_at(end);
            let is_ending = words.starts_with('_') && rest.contains(words);
            is_ending || words.split(' ').any(|word| word == letters)
        })
    };
    let told = labels.meanings.iter().filter(|(word, _)| occurs(word));
    let mut lines: Vec<String> = told.map(|(_, meaning)| format!("  {meaning}")).collect();
    if !lines.is_empty() {
        lines.insert(0, "Names of values:".into());
    }
    lines
}

/// Inputs to test with: numbers between 0 and 1, no two alike.
pub(super) fn test_inputs(program: &Program) -> Vec<f64> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let number = |k: usize| ((k as f64 + 1.0) * GOLDEN).fract();
    // few digits, so that they can be typed
    (0..program.inputs.len()).map(|k| (number(k) * 1e4).round() / 1e4).collect()
}

/// The documentation of a function, in lines without quotation marks: what it computes, the shapes of
/// its arguments and results. `shape` writes a shape in the words of the language.
pub(super) fn documentation(
    arguments: &[Argument],
    arrays: &[ResultArray],
    labels: &Labels,
    shape: impl Fn(ResultShape) -> String,
) -> Vec<String> {
    let mut lines: Vec<String> = labels.description.iter().map(|line| plain(line)).collect();
    lines.push(String::new());
    for argument in arguments {
        let shape = shape(ResultShape::Vector(argument.inputs.len()));
        lines.push(format!("Argument {}: {shape}", argument.name));
    }
    for array in arrays {
        lines.push(format!("Result {}: {}", array.name, shape(array.shape)));
    }
    lines.into_iter().map(|line| line.replace('"', "'")).collect()
}

/// The lines, each after a mark.
pub(super) fn marked(lines: &[String], mark: &str) -> String {
    lines.iter().map(|line| format!("{mark} {line}").trim_end().to_owned() + "\n").collect()
}
