//! The result of a check: a verdict for every printed component.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use appell_algebra::Poly;
use appell_diagnostic::{Diagnostic, Place};

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
    /// What is printed, as LaTeX; empty where it could not be read.
    pub printed: String,
    /// What is printed, as a polynomial in the symbols of the robot; nothing for a formula of vectors, and
    /// where it is not compared with the quantity itself.
    pub value: Option<Poly>,
    /// What is printed minus what was derived, where they differ.
    pub(crate) difference: Option<Poly>,
    /// Whether it is about a matrix C itself, which is not unique, and not about C q'.
    pub(crate) is_about_c: bool,
    /// The verdict.
    pub verdict: Verdict,
    /// Where the equation is in the file.
    pub span: Range<usize>,
    /// Which equation of the paper it belongs to, counted from 0.
    pub index: usize,
}

/// What is to be said about a printed component.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It is equal to what was derived, for all values of its symbols.
    Proved(Proof),
    /// It is not.
    Refuted(Box<Refutation>),
    /// The algebra cannot decide, and no state is known at which both sides differ for certain.
    Undecided {
        /// Why, for programs.
        cause: Doubt,
        /// In one line: why.
        reason: String,
        /// At how many random states both sides agree, as far as intervals can tell.
        agrees_at: usize,
    },
    /// It defines a name that equations after it use.
    Defined {
        /// The name, as LaTeX.
        name: String,
    },
    /// It could not be read, or what it says has no value.
    Unreadable(Diagnostic),
    /// A name in it is not known, or none of its names is a quantity of the robot.
    Unmapped {
        /// The name, as LaTeX.
        name: Option<String>,
        /// What to say about it.
        problem: Diagnostic,
    },
}

/// Why a component is neither proved nor refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Doubt {
    /// The algebra does not know all identities of what occurs: roots, constant angles, functions.
    NoNormalForm,
    /// The normal forms and the values at random states contradict each other.
    RoutesDisagree,
    /// The robot does not have the quantity, or its formula is too long to be derived.
    Unavailable,
    /// It differs so much from what was derived that its names may mean something else.
    TooUnlike,
    /// It may be in other frames, axes or of another point.
    Unplaced,
    /// It follows from no equation of motion, and resembles none.
    FollowsNot,
    /// It is a condition, not a statement (`Q_1 = 0`), or right in a special case that may not be meant.
    Condition,
    /// It holds for the values of parameters that the robot has, which may be a coincidence.
    Coincidence,
    /// It holds where a joint is not driven, which it does not say.
    Undriven,
    /// It is solved for an acceleration, which depends on driving forces that it does not name.
    Solved,
    /// It depends on which matrix C is meant, of which several are right.
    NotUnique,
    /// It is right where a coordinate is counted in the other sense, which nothing else shows.
    Sense,
    /// It is right for small motions about a state of rest alone.
    SmallMotion,
    /// It is right under a convention that nothing else in the paper shows.
    Convention,
    /// It is right without a term that may be a force that the robot does not have.
    OwnTerm,
    /// It differs, and the check ended before other conventions were tried.
    Unfinished,
}

impl Doubt {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::NoNormalForm,
        Self::RoutesDisagree,
        Self::Unavailable,
        Self::TooUnlike,
        Self::Unplaced,
        Self::FollowsNot,
        Self::Condition,
        Self::Coincidence,
        Self::Undriven,
        Self::Solved,
        Self::NotUnique,
        Self::Sense,
        Self::SmallMotion,
        Self::Convention,
        Self::OwnTerm,
        Self::Unfinished,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoNormalForm => "no-normal-form",
            Self::RoutesDisagree => "routes-disagree",
            Self::Unavailable => "unavailable",
            Self::TooUnlike => "too-unlike",
            Self::Unplaced => "unplaced",
            Self::FollowsNot => "follows-not",
            Self::Condition => "condition",
            Self::Coincidence => "coincidence",
            Self::Undriven => "undriven",
            Self::Solved => "solved",
            Self::NotUnique => "not-unique",
            Self::Sense => "sense",
            Self::SmallMotion => "small-motion",
            Self::Convention => "convention",
            Self::OwnTerm => "own-term",
            Self::Unfinished => "unfinished",
        }
    }

    /// Whether it differs from what was derived, but may be meant otherwise.
    pub(crate) fn is_of_meaning(self) -> bool {
        matches!(self, Self::TooUnlike | Self::Unplaced)
    }
}

/// Why a component is right.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// What was assumed beyond the robot and the notation; mostly nothing.
    pub assumptions: Vec<Assumption>,
    /// For which links a general formula holds; empty for all others.
    pub range: String,
    /// How the second route came to the same verdict.
    pub second_route: SecondRoute,
}

/// Something that neither the robot nor the notation says, and under which an equation is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// Its name, for programs.
    pub name: String,
    /// What is assumed, in words.
    pub words: String,
}

impl Assumption {
    /// That a doubtful place is meant as it was read.
    pub(crate) fn of_reading(note: &Diagnostic) -> Self {
        Self { name: note.code.to_string(), words: note.message.clone() }
    }
}

/// Why a component is wrong, and what would be right.
#[derive(Clone, Debug, Default)]
pub struct Refutation {
    /// In one line: why.
    pub reason: String,
    /// The terms that are printed and should not be (with their sign), and with the sign turned
    /// those that should be and are not: printed minus derived, as text. Empty for a formula of
    /// vectors.
    pub difference: String,
    /// A state at which printed and derived differ.
    pub counter_example: Option<CounterExample>,
    /// What is wrong, place by place.
    pub slips: Vec<Slip>,
    /// The equation as it should be, as LaTeX.
    pub corrected: String,
    /// The terms of what is printed, those that differ marked; empty for a formula of vectors.
    pub printed_terms: Vec<Marked>,
    /// The terms of what should be printed, those that differ marked.
    pub corrected_terms: Vec<Marked>,
    /// How the second route came to the same verdict.
    pub second_route: SecondRoute,
}

/// A term of a sum, with its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The term, as LaTeX.
    pub latex: String,
    /// Whether the other side has no such term.
    pub differs: bool,
}

/// How a verdict was confirmed without normal forms; the best last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecondRoute {
    /// It was not: there is nothing to confirm, or no state at which both sides have values.
    #[default]
    None,
    /// By intervals at random states: roots or constant angles stand in it.
    Interval,
    /// By exact values at random states.
    Exact,
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

/// A verdict without its reasons, to count and compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VerdictKind {
    /// [`Verdict::Proved`].
    Proved,
    /// [`Verdict::Refuted`].
    Refuted,
    /// [`Verdict::Undecided`].
    Undecided,
    /// [`Verdict::Defined`].
    Defined,
    /// [`Verdict::Unreadable`].
    Unreadable,
    /// [`Verdict::Unmapped`].
    Unmapped,
}

impl VerdictKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Proved,
        Self::Refuted,
        Self::Undecided,
        Self::Defined,
        Self::Unreadable,
        Self::Unmapped,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
            Self::Defined => "defined",
            Self::Unreadable => "unreadable",
            Self::Unmapped => "unmapped",
        }
    }
}

impl fmt::Display for VerdictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Verdict {
    /// Undecided, with nothing known about states.
    pub(crate) fn undecided(cause: Doubt, reason: impl Into<String>) -> Self {
        Self::Undecided { cause, reason: reason.into(), agrees_at: 0 }
    }

    /// Why it is undecided; none where it is something else.
    pub fn doubt(&self) -> Option<Doubt> {
        match self {
            Self::Undecided { cause, .. } => Some(*cause),
            _ => None,
        }
    }

    /// Which verdict it is.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Self::Proved(_) => VerdictKind::Proved,
            Self::Refuted(_) => VerdictKind::Refuted,
            Self::Undecided { .. } => VerdictKind::Undecided,
            Self::Defined { .. } => VerdictKind::Defined,
            Self::Unreadable(_) => VerdictKind::Unreadable,
            Self::Unmapped { .. } => VerdictKind::Unmapped,
        }
    }

    /// In one line: why. Empty for most that is proved.
    pub fn reason(&self) -> &str {
        match self {
            Self::Proved(proof) => &proof.range,
            Self::Refuted(refutation) => &refutation.reason,
            Self::Undecided { reason, .. } => reason,
            Self::Defined { .. } => "",
            Self::Unreadable(problem) | Self::Unmapped { problem, .. } => &problem.message,
        }
    }

    /// How it was confirmed without normal forms.
    pub fn second_route(&self) -> SecondRoute {
        match self {
            Self::Proved(proof) => proof.second_route,
            Self::Refuted(refutation) => refutation.second_route,
            _ => SecondRoute::None,
        }
    }
}

impl Finding {
    /// A finding that says nothing yet about its equation but the verdict; its place is the one
    /// that a problem names.
    pub(crate) fn new(verdict: Verdict) -> Self {
        let span = match &verdict {
            Verdict::Unreadable(Diagnostic { place: Place::Span(span), .. })
            | Verdict::Unmapped { problem: Diagnostic { place: Place::Span(span), .. }, .. } => {
                span.clone()
            }
            _ => 0..0,
        };
        Self {
            equation: String::new(),
            component: String::new(),
            quantity: String::new(),
            printed: String::new(),
            value: None,
            difference: None,
            is_about_c: false,
            verdict,
            span,
            index: 0,
        }
    }

    /// The same with its reason in other words.
    pub(crate) fn with_reason(mut self, words: impl Fn(&str) -> String) -> Self {
        let reason = match &mut self.verdict {
            Verdict::Proved(proof) => &mut proof.range,
            Verdict::Refuted(refutation) => &mut refutation.reason,
            Verdict::Undecided { reason, .. } => reason,
            Verdict::Defined { .. } => return self,
            Verdict::Unreadable(problem) | Verdict::Unmapped { problem, .. } => {
                &mut problem.message
            }
        };
        *reason = words(reason);
        self
    }

    /// What is wrong, where something is.
    pub fn refutation(&self) -> Option<&Refutation> {
        match &self.verdict {
            Verdict::Refuted(refutation) => Some(refutation),
            _ => None,
        }
    }
}

impl Report {
    /// What proofs assume beyond robot and notation, each once, with the numbers of the equations that are
    /// right under it.
    pub fn assumptions(&self) -> Vec<(&str, Vec<&str>)> {
        let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
        for finding in &self.findings {
            let Verdict::Proved(proof) = &finding.verdict else { continue };
            for Assumption { words, .. } in &proof.assumptions {
                let at = all.iter().position(|(known, _)| known == words);
                let at = at.unwrap_or_else(|| {
                    all.push((words, Vec::new()));
                    all.len() - 1
                });
                let equations = &mut all[at].1;
                if equations.last() != Some(&finding.equation.as_str()) {
                    equations.push(&finding.equation);
                }
            }
        }
        all
    }

    /// How many findings have each verdict.
    pub fn counts(&self) -> BTreeMap<VerdictKind, usize> {
        let mut counts: BTreeMap<VerdictKind, usize> =
            VerdictKind::ALL.into_iter().map(|kind| (kind, 0)).collect();
        for finding in &self.findings {
            *counts.entry(finding.verdict.kind()).or_default() += 1;
        }
        counts
    }
}
