//! What must be known before an equation is called wrong: that its names mean what they are read as. A
//! notation says so; without one, enough of the equation must agree.

use appell_algebra::{BudgetedPoly, Decision, Poly, Symbol};
use appell_mechanics::Kind as Quantity;

use super::confirm::Place;
use super::equation::Checker;
use super::guessing::resembles;
use super::side::{Left, Side};
use crate::explain::{Kind, Slip};
use crate::meaning::write::latex;
use crate::meaning::{Meaning, Style, Terms};
use crate::report::{Doubt, Refutation, Verdict};
use crate::tensor::Tensor;

/// How sure it is that a name means what it is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// A notation says so, or how much of the equation agrees.
    Sure,
    /// It is a common name: what is printed must resemble what was derived.
    ByName,
}

/// What is known about the frames of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frames {
    Unknown,
    /// An equation is looked for that holds in the frames of the robot and in no others.
    Sought,
    /// They are those of the robot.
    Own,
}

/// Where an equation is too unlike what was derived to be called wrong.
const TOO_UNLIKE: &str = "it is too unlike what was derived to be called wrong: its names may mean \
                                     something else, which a file for --notation can say";

/// How many slips at most show that something is meant, but misprinted.
const FEW: usize = 2;

/// How much of what is printed agrees with what was derived. Entries that are numbers on both sides tell
/// little.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Agreement {
    equal: usize,
    entries: usize,
    telling: usize,
    telling_equal: usize,
    /// Entries that differ in their coefficients alone, and not by their sign alone.
    near: usize,
}

impl Agreement {
    /// Whether everything agrees.
    pub(super) fn is_whole(&self) -> bool {
        self.equal == self.entries
    }

    /// Whether there is more than numbers in it.
    pub(super) fn is_telling(&self) -> bool {
        self.telling > 0
    }

    /// Whether it is about one scalar only.
    pub(super) fn is_lone(&self) -> bool {
        self.telling == 1
    }

    /// Whether so much agrees that the rest is wrong.
    pub(super) fn is_convincing(&self) -> bool {
        let alike = self.telling_equal + self.near;
        let half = self.telling_equal > 0 && 2 * alike >= self.telling;
        self.telling > 0 && (half || alike == self.telling)
    }

    /// Whether at least half of the entries that are evidence agree.
    pub(super) fn is_half_equal(&self) -> bool {
        self.telling_equal > 0 && 2 * self.telling_equal >= self.telling
    }

    /// Whether at least half of all entries agree, numbers too.
    pub(super) fn is_mostly_equal(&self) -> bool {
        2 * self.equal >= self.entries
    }

    /// Whether more agrees than in another reading.
    pub(super) fn is_better_than(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.is_whole(), it.telling_equal, it.near, it.equal);
        key(self) > key(other)
    }
}

impl Checker<'_, '_> {
    /// How much of a side agrees with what was derived; none where they have no entries to compare.
    pub(super) fn agreement(&self, left: &Left<'_>, side: &Side) -> Option<Agreement> {
        let mut agreement = Agreement::default();
        for ((row, column), cell) in self.printed_entries(left, side)? {
            let derived = left.derived.get(row, column).and_then(|entry| entry.poly().ok())?;
            let printed = cell.and_then(|cell| self.poly(cell).ok());
            self.count(&mut agreement, printed.as_ref(), derived);
        }
        Some(agreement)
    }

    /// The same of two tensors of one shape.
    pub(super) fn agreement_of(
        &self,
        printed: &Tensor<BudgetedPoly<'_>>,
        derived: &Tensor<BudgetedPoly<'_>>,
    ) -> Agreement {
        let mut agreement = Agreement::default();
        for ((_, printed), (_, derived)) in printed.entries().zip(derived.entries()) {
            if let Ok(derived) = derived.poly() {
                self.count(&mut agreement, printed.poly().ok(), derived);
            }
        }
        agreement
    }

    fn count(&self, agreement: &mut Agreement, printed: Option<&Poly>, derived: &Poly) {
        let (equal, near) = printed.map_or((false, false), |printed| {
            let near = resembles(printed, derived) && !(printed + derived).is_zero();
            (self.defined.decide(printed, derived) == Decision::Equal, near)
        });
        agreement.entries += 1;
        agreement.equal += usize::from(equal);
        let is_number = |poly: &Poly| poly.symbols(self.robot.symbols()).is_empty();
        if !is_number(derived) || !printed.is_some_and(is_number) {
            agreement.telling += 1;
            agreement.telling_equal += usize::from(equal);
            agreement.near += usize::from(near && !equal);
        }
    }

    /// The entries that are printed, and where they stand in what was derived.
    fn printed_entries<'s>(
        &self,
        left: &Left<'_>,
        side: &'s Side,
    ) -> Option<Vec<(Place, Option<&'s Meaning>)>> {
        match side {
            Side::Formula(Ok(formula)) => {
                let place = match left.derived.shape() {
                    (1, 1) => (0, 0),
                    _ => left.lone_entry().filter(|_| self.poly(formula).is_ok())?,
                };
                Some(vec![(place, Some(formula))])
            }
            Side::Formula(Err(_)) => None,
            Side::Cells(cells) => {
                let (height, width) = left.derived.shape();
                let rows = self.printed_rows(left, side).unwrap_or_else(|| (0..height).collect());
                let fits = rows.len() == cells.len() && cells.iter().all(|row| row.len() == width);
                let entry = |i: usize, j: usize| ((rows[i], j), cells[i][j].as_ref().ok());
                let entries = |i: usize| (0..width).map(move |j| (i, j));
                fits.then(|| (0..rows.len()).flat_map(entries).map(|(i, j)| entry(i, j)).collect())
            }
        }
    }

    /// Trust in the names of a paper, before anything of it is read.
    pub(super) fn trust_in_names(&self) -> Trust {
        if self.has_notation { Trust::Sure } else { Trust::ByName }
    }

    /// Whether a formula has the quantity of its other side under another name, as in
    /// Q_1 = \\tau_1 - b \\dot q_1: one of them must mean something else.
    pub(super) fn has_second_name(&self, left: &Left<'_>, printed: &Meaning) -> bool {
        let Meaning::Known(known, name) = left.shown else { return false };
        !self.has_notation
            && printed.any(
                &|it| matches!(it, Meaning::Known(other, latex) if other == known && latex != name),
            )
    }

    /// The verdict `undecided` on an equation that is right without terms that may be the paper's own: friction
    /// `b_2 \dot q_2`, a spring `k x`, or a letter that other books use for a quantity of the robot. None if it is
    /// not right without them.
    pub(super) fn own_term(&self, left: &Left<'_>, printed: &Meaning) -> Option<Verdict> {
        let is_other = |it: &Meaning| match it {
            Meaning::Known(known, _) => known.quantity.kind() != Quantity::DrivingForce,
            _ => false,
        };
        let terms = |side: &Meaning| match side {
            Meaning::Sum(terms) => terms.clone(),
            other => vec![(false, other.clone())],
        };
        let minus = terms(printed).into_iter().map(|(sign, term)| (!sign, term));
        let all: Terms = terms(left.meaning).into_iter().chain(minus).collect();
        let places = |is_own: &dyn Fn(&Meaning) -> bool| -> Vec<usize> {
            (0..all.len()).filter(|at| is_own(&all[*at].1)).collect()
        };
        let friction = places(&|term| self.is_friction(term));
        let others = places(&|term| term.any(&is_other));
        // each term of friction alone, all of them, and the only term with a quantity
        let mut choices: Vec<Vec<usize>> = friction.iter().map(|at| vec![*at]).collect();
        choices.extend([friction].into_iter().filter(|it| it.len() > 1));
        choices.extend([others].into_iter().filter(|it| it.len() == 1));
        let is_right = |own: &&Vec<usize>| {
            let rest = all.iter().enumerate().filter(|(at, _)| !own.contains(at));
            let rest: Terms = rest.map(|(_, term)| term.clone()).collect();
            rest.iter().any(|(_, term)| term.has_quantity())
                && self.poly(&Meaning::Sum(rest)).is_ok_and(|rest| rest.is_zero())
        };
        let own = choices.iter().find(is_right).filter(|_| !self.has_notation)?;
        let own: Vec<&(bool, Meaning)> = own.iter().map(|at| &all[*at]).collect();
        let names: Vec<String> = own.iter().map(|(_, term)| latex(term)).collect();
        let reason = format!(
            "it is right without {}, which may be a force that the robot does not have; a file for --notation \
             can say what it means",
            names.join(" and ")
        );
        Some(Verdict::undecided(Doubt::OwnTerm, reason))
    }

    /// Whether a term is a letter times a coordinate or a rate.
    fn is_friction(&self, term: &Meaning) -> bool {
        let Meaning::Product(factors) = term else { return false };
        let coordinates = self.robot.coordinates();
        let is_moving = |it: &Meaning| match it {
            Meaning::Symbol(symbol, _) => coordinates.contains(&symbol.base()),
            _ => false,
        };
        let is_simple = |it: &Meaning| match it {
            // a name of the robot's own is meant
            Meaning::Symbol(symbol, latex) => {
                symbol.order() < 2 && (is_moving(it) || !self.is_own_name(*symbol, latex))
            }
            Meaning::Number(_) => true,
            // c_1 may be a coefficient, and so may b_1
            Meaning::Wave(_, _, style) => *style == Style::Index,
            Meaning::Known(known, _) => known.quantity.kind() != Quantity::DrivingForce,
            _ => false,
        };
        factors.len() == 2 && factors.iter().any(is_moving) && factors.iter().all(is_simple)
    }

    /// Whether a symbol is printed as the robot has it: l_1 for l1.
    fn is_own_name(&self, symbol: Symbol, latex: &str) -> bool {
        let letters = latex.chars().filter(|c| c.is_alphanumeric());
        letters.eq(self.robot.symbols().name(symbol).chars().filter(|c| c.is_alphanumeric()))
    }

    /// Whether the letter pi may be a name of the paper that it does not define: a factor or a term, where
    /// nothing that was derived has the number. In the angle of a sine it is the number.
    pub(super) fn may_be_own_pi(&self, left: &Left<'_>, printed: &Meaning) -> bool {
        let has = |poly: &Poly| poly.degree(Symbol::PI) != 0;
        let is_derived = || {
            !has_plain_pi(left.meaning)
                && left.derived.entries().any(|(_, entry)| entry.poly().is_ok_and(has))
        };
        let is_printed = has_plain_pi(left.meaning)
            || has_plain_pi(printed)
            || self.poly(printed).is_ok_and(|poly| has(&poly));
        !self.has_notation && is_printed && !is_derived()
    }

    /// Trust in a name after seeing how much of a side agrees.
    pub(super) fn trust(&self, left: &Left<'_>, side: &Side) -> Trust {
        let convinces = || self.agreement(left, side).is_some_and(|it| it.is_convincing());
        match left.trust {
            Trust::ByName if matches!(side, Side::Cells(_)) && convinces() => Trust::Sure,
            trust => trust,
        }
    }
}

/// Whether a scalar is a misprint of what was derived, rather than something else of the same name.
pub(super) fn is_misprint(refutation: &Refutation, printed: &Poly, derived: &Poly) -> bool {
    // to take one term away and put another in its place explains anything
    let has = |slips: &[Slip], kind| slips.iter().any(|slip| slip.kind == kind);
    let replaces = |slips: &[Slip]| has(slips, Kind::ExtraTerm) && has(slips, Kind::MissingTerm);
    let named =
        |slips: &[Slip]| slips.len() <= FEW && !slips.iter().any(is_rewritten) && !replaces(slips);
    resembles(printed, derived) || named(&refutation.slips)
}

/// Whether c_1 stands alone beside quantities: it may be a Coriolis force and no cosine.
pub(super) fn has_lone_wave(printed: &Meaning) -> bool {
    let is_lone = |(_, term): &(bool, Meaning)| matches!(term, Meaning::Wave(_, _, Style::Index));
    matches!(printed, Meaning::Sum(terms) if terms.iter().any(is_lone)) && printed.has_quantity()
}

/// Whether the number pi stands in a formula outside of the angles of sines.
fn has_plain_pi(formula: &Meaning) -> bool {
    let waves_apart = formula.replaced(&|it| match it {
        Meaning::Wave(..) => Some(Meaning::zero()),
        _ => None,
    });
    waves_apart.any(&|it| matches!(it, Meaning::Symbol(Symbol::PI, _)))
}

/// Whether one slip explains what differs.
pub(super) fn is_one_slip(slips: &[Slip]) -> bool {
    matches!(slips, [slip] if !is_rewritten(slip))
}

fn is_rewritten(slip: &Slip) -> bool {
    slip.kind == Kind::Rewritten
}

/// The verdict on what differs too much to be called wrong.
pub(super) fn too_unlike() -> Verdict {
    Verdict::undecided(Doubt::TooUnlike, TOO_UNLIKE)
}

/// Whether something differs, but may be meant otherwise.
pub(super) fn is_doubtful(verdict: &Verdict) -> bool {
    verdict.doubt().is_some_and(Doubt::is_of_meaning)
}
