//! Formulas as people read them: text, LaTeX, Typst.
//!
//! A polynomial or an expression is first arranged into a [`Formula`] (which terms, in which
//! order, grouped or folded), then written by one of three writers.

mod evaluate;
mod formula;
mod name;
mod nested;
mod order;
mod steps;
mod target;
mod typeset;
mod write;

pub use formula::{Form, Formula};
pub use name::{Names, Notation, Trigonometry};
pub(crate) use order::{DisplayTerm, Ranks, arrange, leading_coefficient};
pub use steps::SharedSubexpressions;

use std::cell::RefCell;

use crate::angle::Angle;
use crate::atom::Atom;
use crate::budget::Budget;
use crate::error::Error;
use crate::fold::{Folds, fold};
use crate::parallel;
use crate::poly::Poly;
use crate::symbol::Symbols;
use target::{Latex, Target, Text, Typst};
use write::Writer;

/// Between two lines of plain text.
const TEXT_BREAK: &str = "\n    ";

/// Writes formulas: with which names, how wide.
///
/// ```
/// use appell_algebra::{Budget, Form, Poly, Printer, Symbols};
///
/// let symbols = Symbols::new();
/// let q1 = symbols.coordinate("q1")?;
/// symbols.parameter("M4")?;
/// symbols.parameter("l2")?;
/// let budget = Budget::default();
/// let p = Poly::parse("2*M4*q1''*l2*cos(q1)^2", &symbols, &budget)?;
/// let printer = Printer::new(&symbols);
/// let formula = printer.arrange(&p, &Form::Expanded, &budget)?;
/// assert_eq!(printer.text(&formula), "2*M4*q1''*l2*cos(q1)^2");
/// assert_eq!(printer.latex(&formula), r"2 M_4 \ddot{q}_1 l_2 \cos^{2} q_1");
/// assert_eq!(printer.typst(&formula), "2 M_4 dot.double(q)_1 l_2 cos^2 q_1");
/// # Ok::<(), appell_algebra::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Printer<'s> {
    symbols: &'s Symbols,
    notation: Notation,
    width: Option<usize>,
    lead: usize,
    /// What was folded before.
    folds: RefCell<Folds>,
}

impl<'s> Printer<'s> {
    /// Default names, lines of any length.
    pub fn new(symbols: &'s Symbols) -> Self {
        let (notation, folds) = Default::default();
        Self { symbols, notation, width: None, lead: 0, folds }
    }

    /// With names given from outside.
    #[must_use]
    pub fn with_notation(mut self, notation: Notation) -> Self {
        self.notation = notation;
        self
    }

    /// Breaks long sums at `+` and `-` into lines of about so many characters as they are seen
    /// (a command such as `\ddot{q}_1` is seen as two).
    #[must_use]
    pub fn with_width(mut self, width: usize) -> Self {
        self.width = Some(width);
        self
    }

    /// With so many characters already in the first line: a name, an equality sign.
    #[must_use]
    pub fn with_lead(mut self, lead: usize) -> Self {
        self.lead = lead;
        self
    }

    /// Arranges a polynomial for reading.
    pub fn arrange(&self, poly: &Poly, form: &Form, budget: &Budget) -> Result<Formula, Error> {
        Formula::of_poly(poly, form, self.symbols, budget, &mut self.folds.borrow_mut())
    }

    /// Arranges several polynomials, as [`Printer::arrange`] does, with the cores of this machine where
    /// that is faster.
    pub fn arrange_each(
        &self,
        polys: &[&Poly],
        form: &Form,
        budget: &Budget,
    ) -> Result<Vec<Formula>, Error> {
        if *form != Form::Compact {
            return polys.iter().map(|poly| self.arrange(poly, form, budget)).collect();
        }
        // the names of sums of angles are made here, one after the other: each run makes the same
        let folds = &mut self.folds.borrow_mut();
        let folded = polys.iter().map(|poly| fold(poly, self.symbols, budget, folds));
        let folded: Vec<Vec<DisplayTerm>> = folded.collect::<Result<_, Error>>()?;
        let symbols = self.symbols;
        Ok(parallel::map(folded, Vec::len, |terms| Formula::of_terms(terms, symbols)))
    }

    /// Plain text, which [`Poly::parse`] and [`Graph::parse`](crate::Graph::parse) read back, with
    /// names and sines as they are by default. (What is written as a quotient is simplified in
    /// reading: `x*sin(q)/sin(q)` becomes `x`.)
    pub fn text(&self, formula: &Formula) -> String {
        self.write(&Text, formula, TEXT_BREAK)
    }

    /// Several formulas, each as [`Printer::text`] writes it, with the cores of this machine where that
    /// is faster.
    pub fn texts(&self, formulas: Vec<&Formula>) -> Vec<String> {
        let Self { symbols, notation, width, lead, folds: _ } = self;
        let term_count = |formula: &&Formula| match formula {
            Formula::Sum(terms) => terms.len(),
            _ => 1,
        };
        parallel::map(formulas, term_count, |formula| {
            let writer = Writer::new(symbols, notation, &Text);
            writer.lines(formula, *width, *lead, TEXT_BREAK)
        })
    }

    /// LaTeX, for math mode. Broken sums stand in an `aligned` environment.
    pub fn latex(&self, formula: &Formula) -> String {
        match self.write(&Latex, formula, " \\\\\n&\\quad ") {
            broken if broken.contains('\n') => {
                format!("\\begin{{aligned}}\n& {broken}\n\\end{{aligned}}")
            }
            line => line,
        }
    }

    /// Typst, for math mode. Broken sums are aligned at their left.
    pub fn typst(&self, formula: &Formula) -> String {
        match self.write(&Typst, formula, " \\\n& quad ") {
            broken if broken.contains('\n') => format!("& {broken}"),
            line => line,
        }
    }

    /// The lines of [`Printer::latex`], without what puts them below each other.
    pub fn latex_lines(&self, formula: &Formula) -> Vec<String> {
        self.write(&Latex, formula, "\n").lines().map(str::to_owned).collect()
    }

    /// The lines of [`Printer::typst`], without what puts them below each other.
    pub fn typst_lines(&self, formula: &Formula) -> Vec<String> {
        self.write(&Typst, formula, "\n").lines().map(str::to_owned).collect()
    }

    /// How wide a formula looks in one line on paper, in characters; for [`Printer::with_width`].
    pub fn printed_width(&self, formula: &Formula) -> usize {
        let writer = Writer::new(self.symbols, &self.notation, &Latex);
        Latex.width(&writer.lines(formula, None, 0, ""))
    }

    /// A single atom.
    pub(crate) fn atom(&self, atom: Atom) -> Formula {
        Formula::of_atom(atom, self.symbols)
    }

    /// The table of the symbols.
    pub(crate) fn symbols(&self) -> &'s Symbols {
        self.symbols
    }

    /// The terms of a polynomial, with sums of angles folded back; factors in the order of the atoms.
    pub(crate) fn folded(&self, poly: &Poly, budget: &Budget) -> Result<Vec<DisplayTerm>, Error> {
        let mut terms = fold(poly, self.symbols, budget, &mut self.folds.borrow_mut())?;
        for (_, factors) in &mut terms {
            factors.sort_unstable_by_key(|factor| factor.atom);
        }
        Ok(terms)
    }

    fn write(&self, target: &dyn Target, formula: &Formula, line_break: &str) -> String {
        let writer = Writer::new(self.symbols, &self.notation, target);
        writer.lines(formula, self.width, self.lead, line_break)
    }
}

impl Poly {
    /// The polynomial as text, expanded, in the order of the papers.
    ///
    /// ```
    /// use appell_algebra::{Poly, Symbols};
    /// let symbols = Symbols::new();
    /// let q2 = symbols.coordinate("q2")?;
    /// let p = Poly::from(1) - Poly::sin(q2) + Poly::cos(q2);
    /// assert_eq!(p.text(&symbols), "cos(q2) - sin(q2) + 1");
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn text(&self, symbols: &Symbols) -> String {
        Printer::new(symbols).text(&Formula::expanded(self, symbols))
    }
}

impl crate::expr::Expr<'_> {
    /// The expression as text, factored as it was built.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// let graph = Graph::new(&Symbols::new());
    /// let (x, y) = (graph.parameter("x"), graph.parameter("y"));
    /// assert_eq!(((x + y) * (y - x)).text()?, "-(x + y)*(x - y)");
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn text(self) -> Result<String, Error> {
        Ok(Printer::new(self.graph().symbols()).text(&Formula::nested(self)?))
    }
}

/// Numbers instead of names: for failing tests, where no table is at hand.
impl std::fmt::Debug for Poly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.terms()).finish()
    }
}

/// The text of an angle: `q2 + 2*q3`.
pub(crate) fn text_of_angle(angle: &Angle, symbols: &Symbols) -> String {
    angle.to_poly().text(symbols)
}
