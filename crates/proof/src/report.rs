//! The result of a check: a verdict for every printed component.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use appell_diagnostic::Diagnostic;

use crate::explain::Slip;

/// What was found out about a paper.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// A finding for every printed component, in the order of the paper.
    pub findings: Vec<Finding>,
    /// How doubtful places were read.
    pub notes: Vec<Diagnostic>,
    /// Names that nobody knows, with a guess at their meaning: lines for a notation.
    pub proposals: Vec<String>,
    /// What may be behind it where many equations differ alike.
    pub suspects: Vec<Suspect>,
    /// Why the check ended before the end of the paper, where it did.
    pub stopped: Option<String>,
}

/// A verdict on one printed component.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The number of the equation, as printed.
    pub equation: String,
    /// `x`, `y`, `z`; row and column of a matrix, `1,2`; empty for a scalar.
    pub component: String,
    /// The quantity, by the name that all of Appell uses: `F[4].y`; empty when not known.
    pub quantity: String,
    /// The verdict.
    pub verdict: Verdict,
    /// In one line: why.
    pub reason: String,
    /// The terms that are printed and should not be (with their sign), and with the sign turned
    /// those that should be and are not: printed minus derived, as text.
    pub difference: String,
    /// A state at which printed and derived differ.
    pub counter_example: Option<CounterExample>,
    /// What is wrong, place by place.
    pub slips: Vec<Slip>,
    /// What is printed, as LaTeX.
    pub printed: String,
    /// The equation as it should be, as LaTeX; empty where nothing is wrong.
    pub corrected: String,
    /// The terms of what is printed, those that differ marked; empty where nothing is wrong.
    pub printed_terms: Vec<Marked>,
    /// The terms of what should be printed, those that differ marked.
    pub corrected_terms: Vec<Marked>,
    /// How the second route came to the same verdict.
    pub second_route: SecondRoute,
    /// Where the equation stands in the file.
    pub span: Range<usize>,
}

/// A term of a sum, with its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The term, as LaTeX.
    pub latex: String,
    /// Whether the other side has no such term.
    pub differs: bool,
}

/// What is to be said about a printed component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It is equal to what was derived, for all values of its symbols.
    Proved,
    /// It is not.
    Refuted,
    /// It could not be read.
    Unreadable,
    /// A name in it is not known.
    Unmapped,
}

/// How a verdict was confirmed without normal forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondRoute {
    /// There was nothing to confirm.
    None,
    /// By exact values at random states.
    Exact,
    /// By floating-point values at random states: roots or constant angles stand in it.
    Floating,
}

/// A state at which a printed formula is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterExample {
    /// The values of the symbols that occur, by name.
    pub values: Vec<(String, f64)>,
    /// The value of what is printed.
    pub printed: f64,
    /// The value of what was derived.
    pub derived: f64,
}

/// A cause that would explain why many equations differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// Its name: `gravity-sign`, `axis-sense`, ...
    pub name: String,
    /// What it is, in words.
    pub words: String,
    /// How many refuted components it would make right.
    pub explains: usize,
    /// Of how many refuted ones.
    pub of: usize,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 4] = [Self::Proved, Self::Refuted, Self::Unreadable, Self::Unmapped];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Unreadable => "unreadable",
            Self::Unmapped => "unmapped",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Report {
    /// How many findings have each verdict.
    pub fn counts(&self) -> BTreeMap<Verdict, usize> {
        let mut counts: BTreeMap<Verdict, usize> =
            Verdict::ALL.into_iter().map(|verdict| (verdict, 0)).collect();
        for finding in &self.findings {
            *counts.entry(finding.verdict).or_default() += 1;
        }
        counts
    }
}
