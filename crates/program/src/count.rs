//! How many operations a program has.
//!
//! The rule: a product counts 1, a square too, a sum or difference 1, a sign nothing. What
//! depends on no input is a number and counts nothing.

use std::fmt;

use crate::operation::{Function, Operation};
use crate::program::Program;

/// Operations by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// Products.
    pub multiplications: usize,
    /// Sums and differences.
    pub additions: usize,
    /// Quotients.
    pub divisions: usize,
    /// Sines.
    pub sines: usize,
    /// Cosines.
    pub cosines: usize,
    /// Square roots.
    pub roots: usize,
    /// Magnitudes and signs.
    pub others: usize,
}

/// What a division or a root costs against a product, about.
const SLOW: usize = 5;
/// What a sine or a cosine costs against a product, about.
const TRIGONOMETRIC: usize = 10;

impl Count {
    /// Sines and cosines.
    pub fn trigonometric(&self) -> usize {
        self.sines + self.cosines
    }

    /// All, each by what it costs about.
    pub fn weight(&self) -> usize {
        self.multiplications
            + self.additions
            + self.others
            + SLOW * (self.divisions + self.roots)
            + TRIGONOMETRIC * self.trigonometric()
    }
}

impl Program {
    /// How many operations there are.
    pub fn count(&self) -> Count {
        let mut count = Count::default();
        let variable = self.depends(|_| true);
        for (operation, _) in self.operations.iter().zip(variable).filter(|(_, it)| *it) {
            let kind = match operation {
                Operation::Input(_) | Operation::Constant(_) | Operation::Pi => continue,
                Operation::Add(..) => &mut count.additions,
                Operation::Mul(..) => &mut count.multiplications,
                Operation::Div(..) => &mut count.divisions,
                Operation::Call(Function::Sin, _) => &mut count.sines,
                Operation::Call(Function::Cos, _) => &mut count.cosines,
                Operation::Call(Function::Sqrt, _) => &mut count.roots,
                Operation::Call(Function::Abs | Function::Sign, _) => &mut count.others,
            };
            *kind += 1;
        }
        count
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.multiplications, "multiplication"),
            (self.additions, "addition"),
            (self.divisions, "division"),
            (self.sines, "sine"),
            (self.cosines, "cosine"),
            (self.roots, "square root"),
            (self.others, "magnitude or sign"),
        ];
        let mut first = true;
        for (number, kind) in kinds.into_iter().filter(|(number, _)| *number > 0) {
            let separator = if std::mem::take(&mut first) { "" } else { ", " };
            let plural = if number == 1 { "" } else { "s" };
            write!(f, "{separator}{number} {kind}{plural}")?;
        }
        if first { f.write_str("no operation") } else { Ok(()) }
    }
}
