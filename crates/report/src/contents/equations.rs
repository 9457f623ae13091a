//! Derived formulas as equations of a document: in lines that fit, small matrices as such.

use appell_algebra::{Formula, Printer, Symbol};
use appell_mechanics::{EntryName, Shape};

use crate::derived::{Derived, DerivedQuantity};
use crate::document::{Block, Equation, Math};

/// How many characters fit into a line beside the name on the left, and into the columns of a matrix.
const LINE: usize = 60;
const MATRIX: usize = 62;
/// What stands between two columns.
const BETWEEN: usize = 2;
/// The widest matrix.
const MOST_COLUMNS: usize = 10;

/// Sets the formulas of a derivation.
pub(super) struct Equations<'d> {
    derived: &'d Derived,
    printer: Printer<'d>,
    one_line: Printer<'d>,
}

impl<'d> Equations<'d> {
    pub(super) fn of(derived: &'d Derived) -> Self {
        let robot = derived.robot();
        let one_line = Printer::new(robot.symbols()).with_notation(robot.notation());
        Self { derived, printer: one_line.clone().with_width(LINE), one_line }
    }

    /// How many lines a formula takes.
    pub(super) fn line_count(&self, formula: &Formula) -> usize {
        self.printer.latex_lines(formula).len()
    }

    /// What a name stands for.
    pub(super) fn step(&self, name: Symbol, formula: &Formula) -> Block {
        let text = self.derived.robot().symbols().name(name);
        let symbol = Formula::Symbol(name);
        let left = Math::new(self.one_line.latex(&symbol), self.one_line.typst(&symbol));
        self.equation(format!("name-{text}"), left, formula)
    }

    /// A quantity: a matrix with its short entries, then an equation for each of the others.
    pub(super) fn quantity(&self, derived: &DerivedQuantity) -> Vec<Block> {
        let names = derived.entries();
        let equation = |(name, formula): &(EntryName, &Formula)| {
            let left = Math::new(name.latex(), name.typst());
            self.equation(name.to_string(), left, formula)
        };
        let rows = &derived.value().rows;
        let is_matrix = match derived.value().shape {
            Shape::Vector | Shape::Matrix => true,
            // a robot of one coordinate has no column
            Shape::PerCoordinate => rows.len() > 1,
            Shape::Scalar | Shape::List => false,
        };
        let columns = rows.first().map_or(0, Vec::len);
        if !is_matrix || columns == 0 || columns > MOST_COLUMNS {
            return names.iter().map(equation).collect();
        }
        let widths = rows.iter().map(|row| row.iter().map(|it| self.one_line.printed_width(it)));
        let widths: Vec<Vec<usize>> = widths.map(Iterator::collect).collect();
        let mut longest = MATRIX / columns - BETWEEN;
        // what other columns leave is for the wide ones
        let column = |k: usize| widths.iter().filter_map(move |row| row.get(k)).copied().max();
        if (0..columns).filter_map(column).map(|it| it + BETWEEN).sum::<usize>() <= MATRIX {
            longest = usize::MAX;
        }
        let mut blocks = vec![self.matrix(derived, &names, longest)];
        let rest = names.iter().filter(|(_, it)| self.one_line.printed_width(it) > longest);
        blocks.extend(rest.map(equation));
        // nothing is gained by a matrix of names
        match blocks.len() > names.len() {
            true => blocks.drain(1..).collect(),
            false => blocks,
        }
    }

    fn equation(&self, name: String, left: Math, formula: &Formula) -> Block {
        let (latex, typst) = (self.printer.latex_lines(formula), self.printer.typst_lines(formula));
        Block::Equation(Equation { id: id(&name), left, latex, typst })
    }

    /// A vector or a matrix; in it, entries that are wider than the longest are names.
    fn matrix(
        &self,
        derived: &DerivedQuantity,
        names: &[(EntryName, &Formula)],
        longest: usize,
    ) -> Block {
        let columns = derived.value().rows.first().map_or(1, Vec::len).max(1);
        let cells = names.iter().map(|(name, formula)| {
            match self.one_line.printed_width(formula) > longest {
                true => Math::new(name.latex(), name.typst()),
                false => Math::new(self.one_line.latex(formula), self.one_line.typst(formula)),
            }
        });
        let cells: Vec<Math> = cells.collect();
        let set = |of: fn(&Math) -> &str, between: &str, below: &str| {
            let rows = cells.chunks(columns).map(|row| row.iter().map(of).collect::<Vec<_>>());
            rows.map(|row| row.join(between)).collect::<Vec<_>>().join(below)
        };
        let latex = set(|it| &it.latex, " & ", " \\\\\n");
        let typst = set(|it| &it.typst, ", ", ";\n  ");
        let latex = vec![format!("\\begin{{bmatrix}}\n{latex}\n\\end{{bmatrix}}")];
        let typst = vec![format!("mat(delim: \"[\",\n  {typst}\n)")];
        let quantity = derived.quantity();
        let left = Math::new(quantity.latex(), quantity.typst());
        Block::Equation(Equation { id: id(&quantity.to_string()), left, latex, typst })
    }
}

/// A name with hyphens in the place of brackets: `omega[2].x` is `omega-2-x`, `M[1,1;2]` is `M-1-1_2`.
fn id(name: &str) -> String {
    let shown = |c: char| match c {
        c if c.is_ascii_alphanumeric() => c,
        ';' => '_',
        _ => '-',
    };
    let mut id: String = name.chars().map(shown).collect();
    id.truncate(id.trim_end_matches('-').len());
    id.replace("--", "-")
}
