//! Printed mathematics: letters, scripts, fractions, brackets, matrices.

use std::ops::Range;

/// Something printed, and where it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ink {
    pub(crate) kind: InkKind,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InkKind {
    /// A letter, or a command that stands for one: `q`, `\omega`, `*`.
    Letter(String),
    /// Digits, with a decimal point where there is one.
    Number(String),
    Operator(Operator),
    /// A space that one sees: `\quad`.
    Space,
    /// Where lines are aligned: `&`.
    Tab,
    /// Words.
    Text(String),
    /// What is in braces.
    Group(Vec<Ink>),
    /// What is in brackets; a bar stands for an absolute value.
    Fenced {
        open: char,
        inside: Vec<Ink>,
    },
    Fraction(Vec<Ink>, Vec<Ink>),
    Root(Vec<Ink>),
    /// Rows of cells, and which rows have a rule above them.
    Matrix {
        rows: Vec<Vec<Vec<Ink>>>,
        rules: Vec<usize>,
    },
    /// Lines under each other: `aligned` and its like.
    Lines(Vec<Vec<Ink>>),
    Accent(Accent, Box<Ink>),
    Script(Box<Script>),
    /// For which values of its letter a formula is meant: `i = 2, 3`; up to n where no last is given.
    Range {
        letter: char,
        first: usize,
        last: Option<usize>,
    },
    /// A function by its name: `\sin`, `\operatorname{sgn}`.
    Function(String),
    /// What cannot be given a meaning, by what it is.
    Unknown(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
    Cross,
    Over,
    Equal,
    Comma,
    Semicolon,
    Stop,
}

/// A mark over a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accent {
    /// So many dots.
    Dots(u32),
    /// A bar or an arrow: a vector.
    Bar,
    Hat,
    Tilde,
}

/// A letter or a bracket with what stands around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Script {
    pub(crate) before_sub: Vec<Ink>,
    pub(crate) before_sup: Vec<Ink>,
    pub(crate) base: Ink,
    pub(crate) sub: Vec<Ink>,
    pub(crate) sup: Vec<Ink>,
}

impl Ink {
    pub(crate) fn new(kind: InkKind, span: Range<usize>) -> Self {
        Self { kind, span }
    }

    /// Whether this is a given operator.
    pub(crate) fn is(&self, operator: Operator) -> bool {
        self.kind == InkKind::Operator(operator)
    }

    /// Whether this is a plus or a minus.
    pub(crate) fn is_sign(&self) -> bool {
        self.is(Operator::Plus) || self.is(Operator::Minus)
    }

    /// The digits, when this is an integer, also in braces.
    pub(crate) fn as_integer(&self) -> Option<u32> {
        match &self.kind {
            InkKind::Number(digits) => digits.parse().ok(),
            InkKind::Group(inside) => integer_of(inside),
            _ => None,
        }
    }
}

/// Whether something stands anywhere in what is printed.
pub(crate) fn has(inks: &[Ink], found: &dyn Fn(&Ink) -> bool) -> bool {
    inks.iter().any(|ink| {
        found(ink)
            || match &ink.kind {
                InkKind::Group(inside) | InkKind::Root(inside) => has(inside, found),
                InkKind::Fenced { inside, .. } => has(inside, found),
                InkKind::Fraction(above, below) => has(above, found) || has(below, found),
                InkKind::Matrix { rows, .. } => rows.iter().flatten().any(|it| has(it, found)),
                InkKind::Lines(lines) => lines.iter().any(|line| has(line, found)),
                InkKind::Script(script) => has(std::slice::from_ref(&script.base), found),
                _ => false,
            }
    })
}

/// The integer, when this is nothing else.
pub(crate) fn integer_of(inks: &[Ink]) -> Option<u32> {
    match inks {
        [only] => only.as_integer(),
        _ => None,
    }
}
