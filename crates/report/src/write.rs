//! Derived formulas as text, LaTeX, Typst or JSON.

use appell_algebra::{Formula, Printer, Symbol};
use appell_mechanics::Shape;
use serde_json::json;

use crate::derived::{Derived, DerivedQuantity};
use crate::json::{errors_json, json_of, ordered_object};
use crate::layout::{Equation, Markup};

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
        let notation = self.layout.notation(self.robot.notation());
        let one_line = Printer::new(symbols).with_notation(notation);
        let printer = one_line.clone().with_width(width);
        let write = |formula: &Formula| match markup {
            Markup::Latex => printer.latex(formula),
            Markup::Typst => printer.typst(formula),
            Markup::Text => printer.text(formula),
        };
        let mut equations = Vec::new();
        for (name, formula) in &self.content.steps {
            // in print the name must look as it does where it is used
            let symbol = Formula::Symbol(*name);
            let name = match markup {
                Markup::Text => symbols.name(*name),
                _ => write(&symbol),
            };
            equations.push(Equation { name, formula: write(formula) });
        }
        let explained = equations.len();
        for derived in &self.content.quantities {
            if let Some(matrix) = matrix(derived, markup, &one_line) {
                equations.push(matrix);
                continue;
            }
            let (names, formulas): (Vec<_>, Vec<&Formula>) = derived.entries().into_iter().unzip();
            let formulas = match markup {
                Markup::Text => printer.texts(formulas),
                _ => formulas.into_iter().map(write).collect(),
            };
            equations.extend(names.iter().zip(formulas).map(|(name, formula)| {
                let name = match markup {
                    Markup::Latex => name.latex(),
                    Markup::Typst => name.typst(),
                    Markup::Text => name.to_string(),
                };
                Equation { name, formula }
            }));
        }
        self.layout.page(markup, &equations, explained)
    }

    /// JSON: `{"robot": name, "joints": [...], "steps": [[name, formula], ...], "Q": [...], ...}`,
    /// the formulas as text, in the order in which they were asked for; where quantities are missing, `"errors": {"qdd": [{"code": ..., "message":
    /// ..., "hints": [...]}]}`.
    pub fn json(&self) -> String {
        let symbols = self.robot.symbols();
        let notation = self.layout.notation(self.robot.notation());
        let printer = Printer::new(symbols).with_notation(notation);
        let text = |formula: &Formula| json!(printer.text(formula));
        let mut answer = vec![
            ("robot".to_owned(), json!(self.robot.name())),
            ("joints".to_owned(), json!(self.robot.coordinate_owners())),
        ];
        if !self.content.steps.is_empty() {
            let step =
                |(name, formula): &(Symbol, Formula)| json!([symbols.name(*name), text(formula)]);
            answer.push(("steps".to_owned(), self.content.steps.iter().map(step).collect()));
        }
        for derived in &self.content.quantities {
            for name in self.names_of(derived.quantity) {
                // what was asked for twice is answered once
                if answer.iter().all(|(known, _)| *known != name) {
                    answer.push((name, json_of(&derived.value, &text)));
                }
            }
        }
        if !self.content.missing.is_empty() {
            let errors = self.content.missing.iter().flat_map(|it| {
                let names = self.names_of(it.quantity).into_iter();
                names.map(|name| (name, errors_json(&it.diagnostics())))
            });
            answer.push(("errors".to_owned(), errors.collect()));
        }
        ordered_object(&answer)
    }
}

/// A vector or a matrix whose entries are short enough to stand in one, in LaTeX or Typst.
fn matrix(derived: &DerivedQuantity, markup: Markup, printer: &Printer<'_>) -> Option<Equation> {
    /// The longest row, in letters of the source.
    const LONGEST: usize = 200;
    let fits = match derived.value.shape {
        Shape::Vector | Shape::Matrix => true,
        // a robot of one coordinate has no column
        Shape::PerCoordinate => derived.value.rows.len() > 1,
        Shape::Scalar | Shape::List => false,
    };
    if !fits {
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
            let formula = format!("\\begin{{bmatrix}}\n{rows}\n\\end{{bmatrix}}");
            Some(Equation { name: derived.quantity.latex(), formula })
        }
        Markup::Typst => {
            let rows = rows(&|formula| printer.typst(formula), ", ")?.join(";\n  ");
            Some(Equation { name: derived.quantity.typst(), formula: format!("mat(\n  {rows}\n)") })
        }
        Markup::Text => None,
    }
}
