//! Derived formulas as text, LaTeX, Typst or JSON.

use appell::algebra::{Formula, Printer, Symbol};
use appell::mechanics::{self, Shape};
use appell::model::Robot;
use clap::ValueEnum;
use serde_json::{Map, Value, json};

use super::Derived;

/// In what the formulas are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    Text,
    Latex,
    Typst,
    Json,
}

/// What was derived: steps that several formulas share, then the quantities.
pub(crate) struct Document {
    pub(super) steps: Vec<(Symbol, Formula)>,
    pub(super) derived: Vec<Derived>,
}

/// How long a line may be: on a terminal, and on paper.
const WIDTH: usize = 100;
const PAPER: usize = 60;

impl Document {
    pub(super) fn text(&self, language: Language, robot: &Robot) -> String {
        match language {
            Language::Json => self.json(robot),
            _ => self.lines(language, robot),
        }
    }

    fn lines(&self, language: Language, robot: &Robot) -> String {
        let width = if language == Language::Text { WIDTH } else { PAPER };
        let printer = Printer::new(robot.symbols()).with_width(width);
        let line = |name: &str, formula: &Formula| match language {
            Language::Latex => {
                format!("\\[ {} = {} \\]\n", latex_name(name), printer.latex(formula))
            }
            Language::Typst => format!("$ {} = {} $\n", typst_name(name), printer.typst(formula)),
            _ => format!("{name} = {}\n", printer.text(formula)),
        };
        let mut out = String::new();
        for (name, formula) in &self.steps {
            // in print the name must look as it does where it is used
            let symbol = Formula::Symbol(*name);
            out.push_str(&match language {
                Language::Latex => {
                    format!("\\[ {} = {} \\]\n", printer.latex(&symbol), printer.latex(formula))
                }
                Language::Typst => {
                    format!("$ {} = {} $\n", printer.typst(&symbol), printer.typst(formula))
                }
                _ => line(&robot.symbols().name(*name), formula),
            });
        }
        if !self.steps.is_empty() {
            out.push('\n');
        }
        for derived in &self.derived {
            if let Some(matrix) = matrix(derived, language, &Printer::new(robot.symbols())) {
                out.push_str(&matrix);
                continue;
            }
            for (name, formula) in entries(derived) {
                out.push_str(&line(&name, formula));
            }
        }
        out
    }

    fn json(&self, robot: &Robot) -> String {
        let printer = Printer::new(robot.symbols());
        let text = |formula: &Formula| json!(printer.text(formula));
        let mut answer = Map::new();
        answer.insert("robot".to_owned(), json!(robot.name()));
        answer.insert("joints".to_owned(), json!(robot.coordinate_owners()));
        if !self.steps.is_empty() {
            let step = |(name, formula): &(Symbol, Formula)| {
                json!([robot.symbols().name(*name), text(formula)])
            };
            answer.insert("steps".to_owned(), self.steps.iter().map(step).collect());
        }
        for derived in &self.derived {
            answer.insert(derived.name.clone(), shaped(&derived.value, &text));
        }
        format!("{:#}\n", Value::Object(answer))
    }
}

/// Rows of entries as JSON: a number for a scalar, a list for a vector, lists for a matrix, an
/// object for entries with names.
pub(crate) fn shaped<T>(value: &mechanics::Value<T>, entry: &impl Fn(&T) -> Value) -> Value {
    let rows = value.rows.iter();
    let flat = || value.entries().map(entry);
    match value.shape {
        Shape::Scalar => flat().next().unwrap_or(Value::Null),
        Shape::Vector | Shape::PerCoordinate => flat().collect(),
        Shape::List => value.row_labels.iter().cloned().zip(flat()).collect(),
        Shape::Matrix => rows.map(|row| row.iter().map(entry).collect::<Value>()).collect(),
    }
}

/// A vector or a matrix whose entries are short enough to stand in one, in LaTeX or Typst.
fn matrix(derived: &Derived, language: Language, printer: &Printer<'_>) -> Option<String> {
    /// The longest row, in letters of the source.
    const LONGEST: usize = 200;
    if !matches!(derived.value.shape, Shape::Vector | Shape::Matrix) {
        return None;
    }
    let name = &derived.name;
    let rows = |write: &dyn Fn(&Formula) -> String, between: &str| -> Option<Vec<String>> {
        let row = |row: &Vec<Formula>| {
            let shown: Vec<String> = row.iter().map(write).collect();
            Some(shown.join(between)).filter(|row| row.len() <= LONGEST)
        };
        derived.value.rows.iter().map(row).collect()
    };
    match language {
        Language::Latex => {
            let rows = rows(&|formula| printer.latex(formula), " & ")?.join(" \\\\\n");
            let name = latex_name(name);
            Some(format!("\\[ {name} = \\begin{{bmatrix}}\n{rows}\n\\end{{bmatrix}} \\]\n"))
        }
        Language::Typst => {
            let rows = rows(&|formula| printer.typst(formula), ", ")?.join(";\n  ");
            Some(format!("$ {} = mat(\n  {rows}\n) $\n", typst_name(name)))
        }
        _ => None,
    }
}

/// Every entry with its name: `Q[1]`, `omega[2].x`, `M[1,2]`.
fn entries(derived: &Derived) -> Vec<(String, &Formula)> {
    let Derived { name, value } = derived;
    value.entry_names(name).into_iter().zip(value.entries()).collect()
}

/// `Q[1]` as `Q_{1}`, `omega[2]@0.x` as `{}^{0}\omega_{2,x}`, `aC[2]` as `a_{C_{2}}`.
fn latex_name(name: &str) -> String {
    let (letter, index, in_base) = parts(name);
    if let Some(letter) = letter.strip_suffix('C').filter(|letter| letter.len() == 1) {
        let before = if in_base { "{}^{0}" } else { "" };
        return format!("{before}{letter}_{{C_{{{}}}}}", index.replace(',', ""));
    }
    let greek = ["omega", "eps"];
    let letter = match letter {
        "eps" => "\\varepsilon".to_owned(),
        letter if greek.contains(&letter) => format!("\\{letter}"),
        letter if letter.len() > 1 => format!("\\mathrm{{{letter}}}"),
        letter => letter.to_owned(),
    };
    let before = if in_base { "{}^{0}" } else { "" };
    let word = |part: &str| match part.len() > 1 && part.bytes().all(|b| b.is_ascii_alphabetic()) {
        true => format!("\\mathrm{{{part}}}"),
        false => part.to_owned(),
    };
    let index: Vec<String> = index.split(',').map(word).collect();
    let index = index.join(",");
    if index.is_empty() { letter } else { format!("{before}{letter}_{{{index}}}") }
}

fn typst_name(name: &str) -> String {
    let (letter, index, in_base) = parts(name);
    let letter = match letter {
        "omega" => letter.to_owned(),
        "eps" => "epsilon".to_owned(),
        letter if letter.len() > 1 => format!("\"{letter}\""),
        letter => letter.to_owned(),
    };
    let before = if in_base { "attach(\"\", tl: 0)" } else { "" };
    if index.is_empty() { letter } else { format!("{before}{letter}_(\"{index}\")") }
}

/// The letter, the indices with commas, and whether it is in base axes.
fn parts(name: &str) -> (&str, String, bool) {
    let letters = name.find(['[', '@', '.']).unwrap_or(name.len());
    let (letter, rest) = name.split_at(letters);
    let in_base = rest.contains("@0");
    let index = rest.replace("@0", "").replace("][", ",").replace('.', ",");
    (letter, index.replace(['[', ']'], "").trim_matches(',').to_owned(), in_base)
}
