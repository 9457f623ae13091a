//! How formulas stand on a page: environments, labels, digits.

use std::num::NonZeroU8;

use appell_algebra::Notation;

/// In what the formulas are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Markup {
    Text,
    Latex,
    Typst,
}

/// What stands on the two sides of an equality sign.
pub(crate) struct Equation {
    pub(crate) name: String,
    pub(crate) formula: String,
}

/// The environment of LaTeX in which equations are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Environment {
    /// `\[ ... \]`: each by itself, without a number.
    #[default]
    Display,
    /// `equation`: each by itself, with a number.
    Equation,
    /// `align`: all below each other, with numbers, aligned at the equality sign.
    Align,
}

/// How formulas stand on a page.
///
/// ```
/// use appell_algebra::Budget;
/// use appell_mechanics::Quantity;
/// use appell_model::bundled;
/// use appell_report::{DeriveOptions, Environment, Layout};
///
/// let robot = bundled("2r").unwrap().read().robot.unwrap();
/// let gravity = Quantity::read_one("G[2]", &robot)?;
/// let layout = Layout::new().environment(Environment::Equation).label("eq:arm");
/// let derived = DeriveOptions::new().derive(&robot, &[gravity])?.with_layout(layout);
/// let page = derived.latex();
/// assert!(page.starts_with("\\begin{equation} \\label{eq:arm}\nG_{2} = "), "{page}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Layout {
    digits: Option<NonZeroU8>,
    environment: Environment,
    label: Option<String>,
}

impl Layout {
    /// Exact numbers, displayed equations without numbers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Numbers rounded to so many significant digits. The formulas are not exact then, and LaTeX and
    /// Typst say so in a comment.
    #[must_use]
    pub fn digits(mut self, digits: NonZeroU8) -> Self {
        self.digits = Some(digits);
        self
    }

    /// The environment in LaTeX.
    #[must_use]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    /// The label of the only equation; of several, `label-1`, `label-2` and so on. For environments with
    /// numbers.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// A notation with the digits of this layout.
    pub(crate) fn notation(&self, names: Notation) -> Notation {
        match self.digits {
            Some(digits) => names.with_digits(digits),
            None => names,
        }
    }

    /// The equations on a page; the first ones explain names.
    pub(crate) fn page(&self, markup: Markup, equations: &[Equation], explained: usize) -> String {
        let rounded = match (self.digits, markup) {
            (None, _) | (_, Markup::Text) => String::new(),
            (Some(digits), Markup::Latex) => {
                format!("% numbers are rounded to {digits} significant digits\n")
            }
            (Some(digits), Markup::Typst) => {
                format!("// numbers are rounded to {digits} significant digits\n")
            }
        };
        let label = |number: usize| match &self.label {
            None => String::new(),
            Some(label) if equations.len() == 1 => format!(" \\label{{{label}}}"),
            Some(label) => format!(" \\label{{{label}-{}}}", number + 1),
        };
        let one = |(number, Equation { name, formula }): (usize, &Equation)| {
            // a blank line between the names and what they are used in
            let gap = if number + 1 == explained { "\n" } else { "" };
            match (markup, self.environment) {
                (Markup::Text, _) => format!("{name} = {formula}\n{gap}"),
                (Markup::Typst, _) => format!("$ {name} = {formula} $\n{gap}"),
                (Markup::Latex, Environment::Display) => {
                    format!("\\[ {name} = {formula} \\]\n{gap}")
                }
                (Markup::Latex, Environment::Equation) => {
                    let label = label(number);
                    format!(
                        "\\begin{{equation}}{label}\n{name} = {formula}\n\\end{{equation}}\n{gap}"
                    )
                }
                (Markup::Latex, Environment::Align) => {
                    let end = if number + 1 == equations.len() { "" } else { " \\\\" };
                    format!("{name} &= {formula}{}{end}\n", label(number))
                }
            }
        };
        let lines: String = equations.iter().enumerate().map(one).collect();
        match (markup, self.environment) {
            (Markup::Latex, Environment::Align) => {
                format!("{rounded}\\begin{{align}}\n{lines}\\end{{align}}\n")
            }
            _ => rounded + &lines,
        }
    }
}
