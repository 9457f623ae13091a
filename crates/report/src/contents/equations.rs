//! Derived formulas as equations of a document: in lines that fit, small matrices as such.

mod roots;

use appell_algebra::{Formula, Notation, Printer, Symbol};
use appell_mechanics::{EntryName, Shape};
use appell_model::Robot;

use crate::derived::{Derived, DerivedQuantity};
use crate::document::{Block, Columns, Equation, Math};

/// What stands between two columns of a matrix, in characters.
const BETWEEN: usize = 2;

/// What fits into a column of the page, in characters.
#[derive(Clone, Copy)]
pub(super) struct Measure {
    /// A line.
    line: usize,
    /// What the name on the left and the number on the right take of the first line, where the others go on
    /// below the name.
    lead: usize,
    /// All columns of a matrix.
    matrix: usize,
    /// The longest root; what is under a longer one gets a name.
    root: usize,
    /// The widest matrix, in columns.
    columns: usize,
}

impl Measure {
    pub(super) fn of(columns: Columns) -> Self {
        match columns {
            Columns::One => Self { line: 76, lead: 0, matrix: 62, root: 40, columns: 10 },
            Columns::Two => Self { line: 41, lead: 13, matrix: 28, root: 20, columns: 5 },
        }
    }

    /// A printer with these lines.
    pub(super) fn lines<'r>(&self, printer: Printer<'r>) -> Printer<'r> {
        printer.with_width(self.line).with_lead(self.lead)
    }
}

/// A printer for reports, in lines of any length.
pub(super) fn printer<'r>(robot: &'r Robot, notation: &Notation) -> Printer<'r> {
    Printer::new(robot.symbols()).with_notation(notation.clone())
}

/// Sets the formulas of a derivation.
pub(super) struct Equations<'d> {
    derived: &'d Derived,
    measure: Measure,
    printer: Printer<'d>,
    one_line: Printer<'d>,
}

impl<'d> Equations<'d> {
    pub(super) fn of(derived: &'d Derived, columns: Columns, notation: &Notation) -> Self {
        let robot = derived.robot();
        let measure = Measure::of(columns);
        let one_line = printer(robot, notation);
        Self { derived, measure, printer: measure.lines(one_line.clone()), one_line }
    }

    /// How many lines a formula takes.
    pub(super) fn line_count(&self, formula: &Formula) -> usize {
        let mut roots = Vec::new();
        let formula = self.without_long_roots(formula, "", &mut roots);
        let lines = |formula| self.printer.latex_lines(formula).len();
        lines(&formula) + roots.iter().map(|(_, square)| lines(square)).sum::<usize>()
    }

    /// What a name stands for.
    pub(super) fn step(&self, name: Symbol, formula: &Formula) -> Block {
        let text = self.derived.robot().symbols().name(name);
        let symbol = Formula::Symbol(name);
        let left = Math::new(self.one_line.latex(&symbol), self.one_line.typst(&symbol));
        self.equation(&format!("name-{text}"), left, formula)
    }

    /// An equation, after those that explain what its long roots are of: a root is not broken into lines.
    fn with_roots(&self, name: &str, left: Math, formula: &Formula) -> Vec<Block> {
        let mut roots = Vec::new();
        let formula = self.without_long_roots(formula, name, &mut roots);
        let mut blocks: Vec<Block> =
            roots.iter().map(|(name, square)| self.step(*name, square)).collect();
        blocks.push(self.equation(name, left, &formula));
        blocks
    }

    /// An equation for each entry that is wanted and not zero.
    pub(super) fn entries(
        &self,
        derived: &DerivedQuantity,
        is_wanted: impl Fn(&EntryName) -> bool,
    ) -> Vec<Block> {
        let entries = derived.entries().into_iter();
        let entries = entries
            .filter(|(name, formula)| is_wanted(name) && self.one_line.latex(formula) != "0");
        let equation = |(name, formula): (EntryName, &Formula)| {
            self.with_roots(&name.to_string(), Math::new(name.latex(), name.typst()), formula)
        };
        entries.flat_map(equation).collect()
    }

    /// A quantity: a matrix with its short entries, then an equation for each of the others.
    pub(super) fn quantity(&self, derived: &DerivedQuantity) -> Vec<Block> {
        let names = derived.entries();
        let equation = |(name, formula): &(EntryName, &Formula)| {
            let left = Math::new(name.latex(), name.typst());
            self.with_roots(&name.to_string(), left, formula)
        };
        let rows = &derived.value().rows;
        let is_matrix = match derived.value().shape {
            Shape::Vector | Shape::Matrix => true,
            // a robot of one coordinate has no column
            Shape::PerCoordinate => rows.len() > 1,
            Shape::Scalar | Shape::List => false,
        };
        let columns = rows.first().map_or(0, Vec::len);
        if !is_matrix || columns == 0 || columns > self.measure.columns {
            return names.iter().flat_map(equation).collect();
        }
        let widths = rows.iter().map(|row| row.iter().map(|it| self.one_line.printed_width(it)));
        let widths: Vec<Vec<usize>> = widths.map(Iterator::collect).collect();
        // entries longer than `longest` are shown as names: find the largest limit with which the matrix fits
        let names_wide = |k: usize| letters(&names[k].0);
        let fits = |longest: usize| {
            let shown = |row: usize, k: usize| match widths[row][k] {
                width if width > longest => names_wide(row * columns + k),
                width => width,
            };
            let column = |k: usize| (0..rows.len()).map(|row| shown(row, k)).max().unwrap_or(0);
            (0..columns).map(|k| column(k) + BETWEEN).sum::<usize>() <= self.measure.matrix
        };
        let mut candidates: Vec<usize> = widths.iter().flatten().copied().collect();
        candidates.sort_unstable();
        let even = (self.measure.matrix / columns).saturating_sub(BETWEEN);
        let longest = candidates.into_iter().rev().find(|it| fits(*it)).unwrap_or(even);
        let mut blocks = vec![self.matrix(derived, &names, longest)];
        let rest = names.iter().filter(|(_, it)| self.one_line.printed_width(it) > longest);
        let rest: Vec<_> = rest.collect();
        // nothing is gained by a matrix of names
        let is_matrix_of_names = rest.len() >= names.len();
        blocks.extend(rest.into_iter().flat_map(equation));
        match is_matrix_of_names {
            true => blocks.drain(1..).collect(),
            false => blocks,
        }
    }

    fn equation(&self, name: &str, left: Math, formula: &Formula) -> Block {
        let (latex, typst) = (self.printer.latex_lines(formula), self.printer.typst_lines(formula));
        Block::Equation(Equation { id: id(name), left, latex, typst })
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

/// How wide the name of an entry is, in characters: most of it is an index.
fn letters(name: &EntryName) -> usize {
    name.to_string().chars().filter(char::is_ascii_alphanumeric).count()
}

/// A name with hyphens in the place of brackets: `omega[2].x` is `omega-2-x`, `M[1,1;2]` is `M-1-1_2`.
pub(super) fn id(name: &str) -> String {
    let shown = |c: char| match c {
        c if c.is_ascii_alphanumeric() => c,
        ';' => '_',
        _ => '-',
    };
    let mut id: String = name.chars().map(shown).collect();
    id.truncate(id.trim_end_matches('-').len());
    id.replace("--", "-")
}
