//! A document: sections of text, equations with numbers, tables, figures and listings.
//!
//! The tree knows no language; [`Document::html`], [`Document::latex`], [`Document::typst`] and
//! [`Document::markdown`] write it.
//!
//! ```
//! use appell_report::{Block, Columns, Document, Equation, Math, Section, Text};
//!
//! let weight = Equation {
//!     id: "weight".to_owned(),
//!     left: Math::new("F", "F"),
//!     latex: vec!["m g".to_owned()],
//!     typst: vec!["m g".to_owned()],
//! };
//! let text = Text::new("With the mass ").math("m", "m").plain(":").into();
//! let blocks = vec![text, Block::Equation(weight)];
//! let section = Section { id: "weight-section".to_owned(), title: "Weight".to_owned(), blocks };
//! let title = "A body".to_owned();
//! let document = Document { title, columns: Columns::One, sections: vec![section] };
//! assert!(document.latex().contains("F = m g"));
//! assert!(document.html().contains("<mi>F</mi>"));
//! ```

mod html;
mod latex;
mod markdown;
mod mathml;
mod typst;

pub(crate) use latex::escaped as latex_words;
pub use mathml::mathml;

use crate::drawing::Drawing;

/// A column is narrow if its widest cell has at most so many letters.
const NARROW: usize = 14;
/// If the narrow columns have more letters than this together, they share the page with the others.
const MOST_NARROW: usize = 64;
/// How many letters fit on a line of a table, and how many of them the gap between two columns takes.
const MOST_LETTERS: usize = 84;
const GAP: usize = 2;
/// The largest share of a column in the page, in letters.
const MOST_SHARE: usize = 60;

/// A document.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// For how many columns its equations are broken into lines.
    pub columns: Columns,
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// How the equations stand on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Columns {
    /// Over the whole width.
    #[default]
    One,
    /// In LaTeX in two columns, as in journals; tables, drawings and listings have the whole width.
    Two,
}

/// A section.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What links and labels call it: letters, digits and hyphens.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What is in it.
    pub blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph.
    Text(Text),
    /// A displayed formula without a number: a rule that holds for every robot.
    Rule(Math),
    /// An equation with a number.
    Equation(Equation),
    /// A table.
    Table(Table),
    /// A drawing.
    Figure(Figure),
    /// Source code or a file, as it is.
    Listing(String),
}

/// A paragraph, in pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text(pub Vec<Inline>);

/// A piece of a paragraph.
#[derive(Clone, Debug, PartialEq)]
pub enum Inline {
    /// Words.
    Plain(String),
    /// A name of a file or a command.
    Code(String),
    /// A formula.
    Math(Math),
}

/// A formula in the languages in which documents are written. MathML is made of the LaTeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Math {
    /// For LaTeX's math mode.
    pub latex: String,
    /// For Typst's math mode.
    pub typst: String,
}

/// An equation with a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Equation {
    /// What links and labels call it: letters, digits, `-` and `_`; no other equation has it.
    pub id: String,
    /// The name on the left of the equality sign.
    pub left: Math,
    /// What is on its right in LaTeX, line by line.
    pub latex: Vec<String>,
    /// The same in Typst, whose lines may break at other places.
    pub typst: Vec<String>,
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The headings of the columns.
    pub columns: Vec<Text>,
    /// The rows, each with as many cells as there are columns.
    pub rows: Vec<Vec<Text>>,
}

/// A drawing with a caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it shows.
    pub caption: Text,
    /// The drawing.
    pub drawing: Drawing,
}

impl Text {
    /// A paragraph that begins with these words.
    pub fn new(words: impl Into<String>) -> Self {
        Self::default().plain(words)
    }

    /// A message, with the names between its backticks as code.
    pub(crate) fn message(words: &str) -> Self {
        let parts = words.split('`').enumerate();
        parts.fold(Self::default(), |text, (index, part)| match index % 2 {
            0 => text.plain(part),
            _ => text.code(part),
        })
    }

    /// The same with further words.
    #[must_use]
    pub fn plain(mut self, words: impl Into<String>) -> Self {
        self.0.push(Inline::Plain(words.into()));
        self
    }

    /// The same with a formula behind it.
    #[must_use]
    pub fn math(self, latex: impl Into<String>, typst: impl Into<String>) -> Self {
        self.formula(Math::new(latex, typst))
    }

    /// The same with a formula behind it.
    #[must_use]
    pub fn formula(mut self, math: Math) -> Self {
        self.0.push(Inline::Math(math));
        self
    }

    /// The same with another piece behind it.
    #[must_use]
    pub(crate) fn piece(mut self, piece: Inline) -> Self {
        self.0.push(piece);
        self
    }

    /// The same with the name of a file or a command behind it.
    #[must_use]
    pub fn code(mut self, code: impl Into<String>) -> Self {
        self.0.push(Inline::Code(code.into()));
        self
    }
}

impl Table {
    /// The letters of the widest cell of each column, roughly: a command of math mode counts as one.
    fn letters(&self) -> Vec<usize> {
        let rows = || std::iter::once(&self.columns).chain(&self.rows);
        let widest =
            |column: usize| rows().filter_map(move |row| row.get(column)).map(Text::letters);
        (0..self.columns.len()).map(|column| widest(column).max().unwrap_or(0)).collect()
    }

    /// The share of each column in the space that narrow columns leave; `None` for a column as wide as its text.
    fn shares(&self) -> Vec<Option<usize>> {
        let letters = self.letters();
        if letters.iter().sum::<usize>() + GAP * letters.len() <= MOST_LETTERS {
            return vec![None; letters.len()];
        }
        let is_narrow = |it: usize| it <= NARROW;
        let narrow: usize = letters.iter().filter(|it| is_narrow(**it)).sum();
        let share = |(column, it): (usize, usize)| match is_narrow(it) && narrow <= MOST_NARROW {
            true => None,
            // the first column has names, which are not broken
            false if column == 0 => None,
            false => Some(it.clamp(NARROW, MOST_SHARE)),
        };
        letters.into_iter().enumerate().map(share).collect()
    }
}

impl Text {
    fn letters(&self) -> usize {
        let piece = |piece: &Inline| match piece {
            Inline::Plain(words) | Inline::Code(words) => words.chars().count(),
            Inline::Math(math) => {
                let mut commands = math.latex.split('\\');
                let first = commands.next().map_or(0, |it| it.chars().count());
                let rest = commands.map(|it| {
                    let shown = it.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                    1 + shown.chars().filter(|c| !"{}_^& ".contains(*c)).count()
                });
                first + rest.sum::<usize>()
            }
        };
        self.0.iter().map(piece).sum()
    }
}

impl From<Text> for Block {
    fn from(text: Text) -> Self {
        Self::Text(text)
    }
}

impl From<Math> for Text {
    fn from(math: Math) -> Self {
        Self::default().formula(math)
    }
}

impl Math {
    /// A formula, in LaTeX and in Typst.
    pub fn new(latex: impl Into<String>, typst: impl Into<String>) -> Self {
        Self { latex: latex.into(), typst: typst.into() }
    }
}

impl Equation {
    /// The whole equation in LaTeX, for math mode.
    pub fn latex(&self) -> String {
        match self.latex.as_slice() {
            [line] => format!("{} = {line}", self.left.latex),
            lines => format!(
                "{} = \\begin{{aligned}}\n& {}\n\\end{{aligned}}",
                self.left.latex,
                lines.join(" \\\\\n&\\quad ")
            ),
        }
    }
}

impl Document {
    /// All equations that have numbers, in order.
    pub fn equations(&self) -> impl Iterator<Item = &Equation> {
        self.sections.iter().flat_map(|section| &section.blocks).filter_map(|block| match block {
            Block::Equation(equation) => Some(equation),
            _ => None,
        })
    }
}
