//! Names of quantities and of their entries, as text, in LaTeX and in Typst.

use std::fmt;

use super::{Frame, Of, Quantity};

/// The names of the components of a vector.
pub const COMPONENTS: [&str; 3] = ["x", "y", "z"];

/// Where an entry is in its quantity. Labels are those of text: the numbers of joints and modes, or
/// names; numbers count rows and columns from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// The quantity is a scalar.
    Whole,
    /// A component of a vector: 0, 1 or 2.
    Component(usize),
    /// An entry for a coordinate, by the label of the coordinate.
    Coordinate(String),
    /// An entry of a list: its label and its number.
    Item(String, usize),
    /// An entry of a matrix: the labels and the numbers of its row and its column.
    Cell([String; 2], [usize; 2]),
}

/// The name of an entry of a quantity: `Q[1]`, `omega[2].x`, `M[1,2]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EntryName {
    /// The quantity.
    pub quantity: Quantity,
    /// Where the entry is in it.
    pub position: Position,
}

impl fmt::Display for EntryName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.quantity)?;
        match &self.position {
            Position::Whole => Ok(()),
            Position::Component(axis) => write!(f, ".{}", COMPONENTS[*axis]),
            Position::Coordinate(label) | Position::Item(label, _) => write!(f, "[{label}]"),
            Position::Cell([row, column], _) => {
                // `K[1,1;2]`: a mode has two indices
                let between = if row.contains(',') || column.contains(',') { ';' } else { ',' };
                write!(f, "[{row}{between}{column}]")
            }
        }
    }
}

impl Quantity {
    /// Its name in LaTeX: `{}^{0}\omega_{2}`.
    ///
    /// ```
    /// use appell_mechanics::Quantity;
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let latex = |name: &str| Quantity::read_one(name, &robot).map(|it| it.latex());
    /// assert_eq!(latex("omega[2]@0")?, r"{}^{0}\omega_{2}");
    /// assert_eq!(latex("T[0,tool]")?, r"{}^{0}T_{\mathrm{tool}}");
    /// assert_eq!(latex("qdd[1]")?, r"\ddot{q}_{1}");
    /// assert_eq!(latex("dQ/dq")?, r"\frac{\partial Q}{\partial q}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn latex(self) -> String {
        LATEX.symbol(self, &[])
    }

    /// Its name in Typst: `omega_("2")`.
    pub fn typst(self) -> String {
        TYPST.symbol(self, &[])
    }
}

impl EntryName {
    /// The name in LaTeX: `Q_{1}`, `\omega_{2,x}`, `M_{1,2}`. Rows and columns of matrices are
    /// counted from 1.
    pub fn latex(&self) -> String {
        LATEX.entry(self)
    }

    /// The name in Typst.
    pub fn typst(&self) -> String {
        TYPST.entry(self)
    }
}

/// How a language sets symbols and indices.
struct Setting {
    template: fn(Quantity) -> &'static str,
    before: fn(&str) -> String,
    subscript: fn(&str, &str) -> String,
    word: fn(&str) -> String,
    indices: fn(&str) -> String,
    brackets: [&'static str; 2],
}

const LATEX: Setting = Setting {
    template: |quantity| quantity.kind().row().latex,
    before: |frame| format!("{{}}^{{{frame}}}"),
    subscript: |symbol, indices| format!("{symbol}_{{{indices}}}"),
    word: |word| format!("\\mathrm{{{}}}", word.replace('_', "\\_").replace('-', "\\text{-}")),
    indices: str::to_owned,
    brackets: ["\\left(", "\\right)"],
};

const TYPST: Setting = Setting {
    template: |quantity| quantity.kind().row().typst,
    before: |frame| format!("attach(\"\", tl: \"{frame}\")"),
    subscript: |symbol, indices| format!("{symbol}_(\"{indices}\")"),
    word: str::to_owned,
    indices: |indices| format!("\"{indices}\""),
    brackets: ["(", ")"],
};

impl Setting {
    fn entry(&self, EntryName { quantity, position }: &EntryName) -> String {
        match position {
            Position::Whole => self.symbol(*quantity, &[]),
            Position::Component(axis) => self.symbol(*quantity, &[COMPONENTS[*axis]]),
            Position::Coordinate(label) => self.symbol(*quantity, &[label]),
            Position::Item(_, number) => self.symbol(*quantity, &[&number.to_string()]),
            Position::Cell(_, [row, column]) => {
                let symbol = self.symbol(*quantity, &[]);
                // an index of its own, a fraction or a power must not mix with row and column
                let simple = quantity.of() == Of::Robot
                    && !symbol.contains(['/', '^'])
                    && !symbol.contains("\\frac");
                let indices = format!("{row},{column}");
                match simple {
                    true => (self.subscript)(&symbol, &indices),
                    false => {
                        let [open, close] = self.brackets;
                        (self.subscript)(&format!("{open}{symbol}{close}"), &indices)
                    }
                }
            }
        }
    }

    /// The symbol of a quantity with its indices and these behind them.
    fn symbol(&self, quantity: Quantity, behind: &[&str]) -> String {
        let frame = |frame: Frame| match frame {
            Frame::Tool | Frame::Named(_) | Frame::Outer => (self.word)(&frame.to_string()),
            Frame::Base | Frame::Joint(_) => frame.to_string(),
        };
        let (outer, own) = match quantity.of() {
            Of::Robot => (quantity.axes(), None),
            Of::Joint(id) => (None, Some(id.number().to_string())),
            Of::Mode(id, mode) => (None, Some(format!("{},{}", id.number(), mode + 1))),
            Of::Frame(at) => (quantity.axes(), Some(frame(at))),
            Of::Between(outer, inner) => (Some(outer), Some(frame(inner))),
        };
        let indices: Vec<&str> =
            own.iter().map(String::as_str).chain(behind.iter().copied()).collect();
        let template = (self.template)(quantity);
        let symbol = match (template.contains('#'), indices.is_empty()) {
            (true, true) => {
                let unmarked = |text: String, mark: &&str| text.replace(mark, "");
                ["_{#}", "_(#)", " #", "#"].iter().fold(template.to_owned(), unmarked)
            }
            (true, false) => template.replace('#', &(self.indices)(&indices.concat())),
            (false, true) => template.to_owned(),
            (false, false) => (self.subscript)(template, &indices.join(",")),
        };
        let before = outer.map_or_else(String::new, |outer| (self.before)(&frame(outer)));
        before + &symbol
    }
}
