//! Derived formulas as text, LaTeX, Typst or JSON.

use appell_algebra::{Formula, Printer, Symbol};
use appell_mechanics::{EntryName, Shape};
use serde_json::{Map, Value, json};

use crate::derived::{Derived, DerivedQuantity};
use crate::json::{errors_json, json_of};

/// In what the formulas are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Markup {
    Text,
    Latex,
    Typst,
}

/// How long a line may be: on a terminal, and on paper.
const WIDTH: usize = 100;
const PAPER: usize = 60;

impl Derived {
    /// Plain text: `Q[1] = ...`, an entry a paragraph, broken into lines for a terminal.
    pub fn text(&self) -> String {
        self.lines(Markup::Text)
    }

    /// LaTeX: a displayed equation for each entry; a short vector or matrix stands in one.
    pub fn latex(&self) -> String {
        self.lines(Markup::Latex)
    }

    /// Typst: the same equations.
    pub fn typst(&self) -> String {
        self.lines(Markup::Typst)
    }

    fn lines(&self, markup: Markup) -> String {
        let symbols = self.robot.symbols();
        let width = if markup == Markup::Text { WIDTH } else { PAPER };
        let printer = Printer::new(symbols).with_width(width);
        let line = |name: &EntryName, formula: &Formula| match markup {
            Markup::Latex => {
                format!("\\[ {} = {} \\]\n", name.latex(), printer.latex(formula))
            }
            Markup::Typst => format!("$ {} = {} $\n", name.typst(), printer.typst(formula)),
            Markup::Text => format!("{name} = {}\n", printer.text(formula)),
        };
        let mut out = String::new();
        for (name, formula) in &self.content.steps {
            // in print the name must look as it does where it is used
            let symbol = Formula::Symbol(*name);
            out.push_str(&match markup {
                Markup::Latex => {
                    format!("\\[ {} = {} \\]\n", printer.latex(&symbol), printer.latex(formula))
                }
                Markup::Typst => {
                    format!("$ {} = {} $\n", printer.typst(&symbol), printer.typst(formula))
                }
                Markup::Text => format!("{} = {}\n", symbols.name(*name), printer.text(formula)),
            });
        }
        if !self.content.steps.is_empty() {
            out.push('\n');
        }
        for derived in &self.content.quantities {
            if let Some(matrix) = matrix(derived, markup, &Printer::new(symbols)) {
                out.push_str(&matrix);
                continue;
            }
            for (name, formula) in derived.entries() {
                out.push_str(&line(&name, formula));
            }
        }
        out
    }

    /// JSON: `{"robot": name, "joints": [...], "steps": [[name, formula], ...], "Q": [...], ...}`,
    /// the formulas as text; where quantities are missing, `"errors": {"qdd": [{"code": ..., "message":
    /// ..., "hints": [...]}]}`.
    pub fn json(&self) -> String {
        let symbols = self.robot.symbols();
        let printer = Printer::new(symbols);
        let text = |formula: &Formula| json!(printer.text(formula));
        let mut answer = Map::new();
        answer.insert("robot".to_owned(), json!(self.robot.name()));
        answer.insert("joints".to_owned(), json!(self.robot.coordinate_owners()));
        if !self.content.steps.is_empty() {
            let step =
                |(name, formula): &(Symbol, Formula)| json!([symbols.name(*name), text(formula)]);
            answer.insert("steps".to_owned(), self.content.steps.iter().map(step).collect());
        }
        for derived in &self.content.quantities {
            answer.insert(derived.quantity.to_string(), json_of(&derived.value, &text));
        }
        if !self.content.missing.is_empty() {
            let errors = self.content.missing.iter();
            let errors = errors.map(|it| (it.quantity.to_string(), errors_json(&it.diagnostics())));
            answer.insert("errors".to_owned(), errors.collect());
        }
        format!("{:#}\n", Value::Object(answer))
    }
}

/// A vector or a matrix whose entries are short enough to stand in one, in LaTeX or Typst.
fn matrix(derived: &DerivedQuantity, markup: Markup, printer: &Printer<'_>) -> Option<String> {
    /// The longest row, in letters of the source.
    const LONGEST: usize = 200;
    if !matches!(derived.value.shape, Shape::Vector | Shape::Matrix) {
        return None;
    }
    let rows = |write: &dyn Fn(&Formula) -> String, between: &str| -> Option<Vec<String>> {
        let row = |row: &Vec<Formula>| {
            let shown: Vec<String> = row.iter().map(write).collect();
            Some(shown.join(between)).filter(|row| row.len() <= LONGEST)
        };
        derived.value.rows.iter().map(row).collect()
    };
    match markup {
        Markup::Latex => {
            let rows = rows(&|formula| printer.latex(formula), " & ")?.join(" \\\\\n");
            let name = derived.quantity.latex();
            Some(format!("\\[ {name} = \\begin{{bmatrix}}\n{rows}\n\\end{{bmatrix}} \\]\n"))
        }
        Markup::Typst => {
            let rows = rows(&|formula| printer.typst(formula), ", ")?.join(";\n  ");
            Some(format!("$ {} = mat(\n  {rows}\n) $\n", derived.quantity.typst()))
        }
        Markup::Text => None,
    }
}
