//! One printed equation: its sides, its components, its verdicts.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;

use appell_algebra::{Budget, BudgetedPoly, Poly};
use appell_diagnostic::Diagnostic;
use appell_mechanics::{Error, PolynomialArithmetic};
use appell_model::Robot;

use super::Unknown;
use super::confirm::{Comparison, Judgement, Place, StateTruths, words_of};
use super::evidence::{
    Frames, Trust, has_lone_wave, is_doubtful, is_misprint, is_one_slip, too_unlike,
};
use super::mark::marked;
use super::paper_frames::PaperFrames;
use super::side::{Left, Side, component_name, side_of};
use super::swapped::Cells;
use crate::defined::DefinedNames;
use crate::dimension::Dimensions;
use crate::explain::{Explanation, Slip, explain};
use crate::latex::{Ink, InkKind, Operator};
use crate::meaning::Meaning;
use crate::meaning::evaluate::{NoValue, value};
use crate::meaning::read::{Problem, Understanding};
use crate::meaning::write::{latex, latex_in_lines};
use crate::name::Name;
use crate::notation::Names;
use crate::report::{Doubt, Finding, Proof, Refutation, SecondRoute, Verdict};
use crate::table::PrintedTable;
use crate::tensor::Tensor;
use crate::truth::Truth;

/// Everything that a verdict needs.
pub(crate) struct Checker<'c, 'r> {
    pub(crate) names: &'c Names<'r>,
    pub(crate) truth: &'c Truth<'r, &'c PolynomialArithmetic>,
    /// The same at random states.
    pub(crate) states: StateTruths<'c, 'r>,
    /// What names of elastic links stand for.
    pub(crate) defined: &'c DefinedNames,
    pub(crate) robot: &'r Robot,
    pub(crate) budget: &'c Budget,
    pub(crate) dimensions: Dimensions,
    /// The scalars that were refuted so far.
    pub(crate) refuted: RefCell<Vec<Refuted>>,
    /// Whether slips are looked for.
    pub(crate) explains: Cell<bool>,
    /// What is known about the frames of the paper.
    pub(crate) frames: Cell<Frames>,
    /// The Denavit-Hartenberg tables of the paper, and its frames by them.
    pub(crate) tables: &'c [PrintedTable],
    pub(crate) paper_frames: OnceCell<Option<PaperFrames>>,
    /// Whether names come from a notation that was given: what it does not know is not guessed where the
    /// paper defines it.
    pub(crate) has_notation: bool,
}

/// A scalar that was refuted: what is printed, and what was derived for which quantity.
pub(crate) struct Refuted {
    pub(crate) left: Meaning,
    pub(crate) entry: Option<(usize, usize)>,
    pub(crate) printed: Poly,
    pub(crate) derived: Poly,
}

impl Checker<'_, '_> {
    /// The findings of one equation by the names that are known.
    pub(super) fn equation_as_read(
        &self,
        inks: &[Ink],
        notes: &mut Vec<Diagnostic>,
        unknown: &mut Unknown,
    ) -> Result<Vec<Finding>, Error> {
        // a formula with a condition in words is not the formula alone
        if let Some(words) = inks.iter().find(|ink| matches!(ink.kind, InkKind::Text(_))) {
            let problem = Diagnostic::error("words", "words inside a formula");
            return Ok(vec![unreadable(problem.at(words.span.clone()))]);
        }
        let sides: Vec<&[Ink]> = inks.split(|ink| ink.is(Operator::Equal)).collect();
        if sides.len() < 2 {
            let problem = Diagnostic::error("no-relation", "no equals sign");
            return Ok(vec![unreadable(problem)]);
        }
        let mut understanding = Understanding::new(self.names, inks);
        let mut read: Vec<Side> =
            sides.iter().map(|side| side_of(&mut understanding, side)).collect();
        notes.append(&mut understanding.notes);
        self.mark_used(&read);
        // a formula for every link, such as \omega_i = ...
        if read.iter().any(Side::is_general) {
            return self.general(&sides, &understanding, notes, unknown);
        }
        let quantity = read.iter().position(|side| match side {
            Side::Formula(Ok(meaning)) => meaning.has_quantity(),
            _ => false,
        });
        // a column of quantities: of x and y
        let quantity = quantity.or_else(|| {
            let (at, column) =
                read.iter().enumerate().find_map(|(at, side)| Some((at, side.column()?)))?;
            read[at] = Side::Formula(Ok(column));
            Some(at)
        });
        // a_3 alone on its side is the acceleration, though a_3 be a parameter too
        let quantity = quantity.or_else(|| {
            let lone = |side: &&[Ink]| understanding.quantity(side);
            let (at, known) =
                sides.iter().enumerate().find_map(|(at, side)| Some((at, lone(side)?)))?;
            read[at] = Side::Formula(Ok(known));
            Some(at)
        });
        // the definition of an angle that follows from coordinates
        let quantity = quantity.or_else(|| {
            let is_angle = |side: &Side| match side {
                Side::Formula(Ok(Meaning::Symbol(symbol, _))) => {
                    self.defined.is_related_angle(*symbol)
                }
                _ => false,
            };
            read.iter().position(is_angle)
        });
        let Some(reference) = quantity else {
            if self.has_notation
                && let Some(definition) = self.definition(&sides, &read)?
            {
                return Ok(vec![definition]);
            }
            if let Some(findings) = self.statement(&read)? {
                return Ok(findings);
            }
            if let Some(findings) = self.near_statement(&read)? {
                return Ok(findings);
            }
            let definition = self.definition(&sides, &read)?;
            return Ok(vec![definition.unwrap_or_else(|| self.without_quantity(&read, unknown))]);
        };
        let Side::Formula(Ok(meaning)) = &read[reference] else { return Ok(Vec::new()) };
        let derived = match value(meaning, self.truth) {
            Ok(derived) => derived,
            Err(why) => return Ok(vec![Finding::new(why.verdict()?)]),
        };
        let left = Left { shown: meaning, meaning, derived, trust: self.trust_in_names() };
        let refuted_before = self.refuted.borrow().len();
        let mut findings = Vec::new();
        let is_proved = |finding: &Finding| matches!(finding.verdict, Verdict::Proved(_));
        let mut vouches = false;
        for (index, side) in read.iter().enumerate() {
            if index != reference {
                let own = self.side(&left, side, unknown)?;
                vouches |= side.is_written_out() && own.iter().any(is_proved);
                findings.extend(own);
            }
        }
        // the sides of a chain vouch for its quantity; A_1 A_2 is right in any frames
        if vouches && findings.iter().any(|it| is_doubtful(&it.verdict)) {
            let left = Left { trust: Trust::Sure, ..left };
            findings.clear();
            self.refuted.borrow_mut().truncate(refuted_before);
            for side in read.iter().enumerate().filter(|(at, _)| *at != reference) {
                findings.extend(self.side(&left, side.1, unknown)?);
            }
        }
        if findings.iter().any(|finding| !is_proved(finding))
            && let Some(statement) = self.statement(&read)?
        {
            self.refuted.borrow_mut().truncate(refuted_before);
            return Ok(statement);
        }
        if self.is_solved_for_acceleration(&read, meaning) {
            self.solved(&mut findings, refuted_before);
        }
        Ok(findings)
    }

    /// An equation in which no quantity of the robot is known.
    pub(super) fn without_quantity(&self, sides: &[Side], unknown: &mut Unknown) -> Finding {
        let problems = sides.iter().flat_map(Side::problems);
        let mut finding = None;
        for problem in problems {
            let found = self.problem(problem, unknown);
            if finding.is_none() {
                finding = Some(found);
            }
        }
        finding.unwrap_or_else(|| {
            let problem = Diagnostic::error("no-quantity", "it contains no quantity of the robot");
            Finding::new(Verdict::Unmapped { name: None, problem })
        })
    }

    /// What to say about what could not be read.
    fn problem(&self, problem: &Problem, unknown: &mut Unknown) -> Finding {
        match problem {
            Problem::Unreadable(problem) => unreadable(problem.clone()),
            Problem::Unmapped(name, place) => {
                unknown.insert(name.clone());
                Finding::new(unmapped(name, place.clone()))
            }
        }
    }

    /// The components of one side against the derived value of the other.
    pub(super) fn side(
        &self,
        left: &Left<'_>,
        side: &Side,
        unknown: &mut Unknown,
    ) -> Result<Vec<Finding>, Error> {
        let refuted_before = self.refuted.borrow().len();
        let mut findings = match self.placed(left, side, unknown)? {
            Some(findings) => findings,
            None => {
                let left =
                    Left { derived: left.derived.clone(), trust: self.trust(left, side), ..*left };
                self.side_in_own_frames(&left, side, unknown)?
            }
        };
        self.other_factorisation(left, side, &mut findings, refuted_before)?;
        self.other_senses(left, side, &mut findings, refuted_before);
        Ok(findings)
    }

    /// The same, frames being those of the robot.
    pub(super) fn side_in_own_frames(
        &self,
        left: &Left<'_>,
        side: &Side,
        unknown: &mut Unknown,
    ) -> Result<Vec<Finding>, Error> {
        let rows = self.printed_rows(left, side);
        let shape = match &rows {
            Some(rows) => (rows.len(), left.derived.shape().1),
            None => left.derived.shape(),
        };
        let row_of = |i: usize| rows.as_ref().map_or(i, |rows| rows[i]);
        let cells = match side {
            Side::Cells(rows) => rows,
            Side::Formula(Ok(meaning)) => return self.formula(left, meaning),
            Side::Formula(Err(problem)) => {
                let finding = self.problem(problem, unknown);
                return Ok(vec![Finding { quantity: left.quantity(None), ..finding }]);
            }
        };
        let columns = cells.first().map_or(0, Vec::len);
        if (cells.len(), columns) != shape || cells.iter().any(|row| row.len() != columns) {
            let read = |row: &Vec<_>| row.iter().map(|cell| Result::clone(cell).ok()).collect();
            let blocks: Option<Vec<Vec<Meaning>>> = cells.iter().map(read).collect();
            if let Some(whole) = blocks.map(Meaning::Matrix)
                && value(&whole, self.truth).is_ok_and(|value| value.shape() == shape)
            {
                return self.formula(left, &whole);
            }
            let (rows, width) = shape;
            let message = format!(
                "printed with {} rows and {columns} columns, derived with {rows} and {width}",
                cells.len()
            );
            let finding = unreadable(Diagnostic::error("shape", message));
            return Ok(vec![Finding { quantity: left.quantity(None), ..finding }]);
        }
        let mut findings = Vec::new();
        let mut right = Cells { printed: Vec::new(), derived: Vec::new(), row_of: &row_of };
        for (i, row) in cells.iter().enumerate() {
            right.printed.push(row.iter().flatten().collect());
            let derived = (0..columns).filter_map(|j| left.derived.get(row_of(i), j)?.poly().ok());
            right.derived.push(derived.collect());
            for (j, cell) in row.iter().enumerate() {
                let place = (row_of(i), j);
                let finding = match (cell, left.derived.get(place.0, j)) {
                    (Ok(meaning), Some(derived)) => {
                        self.component(left, Some(place), meaning, derived.poly()?)?
                    }
                    (Err(problem), _) => self.problem(problem, unknown),
                    (Ok(_), None) => continue,
                };
                let quantity = left.quantity(Some(place));
                let component = component_name((i, j), shape);
                findings.push(Finding { quantity, component, ..finding });
            }
        }
        let is_exchanged = self.explains.get() && self.swapped(left, &right, &mut findings);
        if is_exchanged && findings.iter().any(|it| is_doubtful(&it.verdict)) {
            let sure = Left { derived: left.derived.clone(), trust: Trust::Sure, ..*left };
            return self.side_in_own_frames(&sure, side, unknown);
        }
        Ok(findings)
    }

    /// A side that is one formula: of a scalar, or of vectors and matrices as a whole.
    fn formula(&self, left: &Left<'_>, meaning: &Meaning) -> Result<Vec<Finding>, Error> {
        let printed = match value(meaning, self.truth) {
            Ok(printed) => printed,
            Err(why) => {
                let finding = Finding::new(why.verdict()?);
                return Ok(vec![Finding { quantity: left.quantity(None), ..finding }]);
            }
        };
        let (quantity, component) = (left.quantity(None), left.component());
        let sides = [left.meaning, meaning];
        if let Some(assumption) = self.left_out(sides, [&left.derived, &printed]) {
            let proof = Proof { assumptions: vec![assumption], ..Proof::default() };
            let finding = Finding::new(Verdict::Proved(proof));
            return Ok(vec![Finding { quantity, component, printed: latex(meaning), ..finding }]);
        }
        if let Some(derived) = left.derived.as_scalar()
            && printed.as_scalar().is_some()
        {
            let finding = self.component(left, None, meaning, derived.poly()?)?;
            return Ok(vec![Finding { quantity, component, ..finding }]);
        }
        if let (Some(place), Some(_)) = (left.lone_entry(), printed.as_scalar())
            && let Some(derived) = left.derived.get(place.0, place.1)
        {
            let finding = self.component(left, Some(place), meaning, derived.poly()?)?;
            return Ok(vec![Finding { quantity: left.quantity(Some(place)), ..finding }]);
        }
        let is_zero = printed.as_scalar().is_some_and(appell_spatial::Scalar::is_zero);
        if is_zero && printed.shape() != left.derived.shape() {
            let (rows, columns) = left.derived.shape();
            let zeros = Meaning::Matrix(vec![vec![Meaning::zero(); columns]; rows]);
            return self.formula(left, &zeros);
        }
        if printed.shape() != left.derived.shape() {
            let message = "the two sides do not have the same shape";
            let finding = unreadable(Diagnostic::error("shape", message));
            return Ok(vec![Finding { quantity, ..finding }]);
        }
        let trust = match self.agreement_of(&printed, &left.derived).is_convincing() {
            true => Trust::Sure,
            false => left.trust,
        };
        let left = Left { derived: left.derived.clone(), trust, ..*left };
        let comparison = self.compare(left.meaning, meaning);
        let judgements = self.judge_entries(&comparison, &printed, &left.derived)?;
        let is_wrong = judgements.iter().any(|(_, it)| matches!(it, Judgement::Different(_)));
        let other = match is_wrong && !self.has_notation {
            true => self.in_base_axes(&left, meaning)?,
            false => None,
        };
        if is_wrong
            && other.is_none()
            && let Some(rows) = self.entries_of(meaning)
            && (rows.len(), rows.first().map_or(0, Vec::len)) == left.derived.shape()
        {
            let cells = rows.into_iter().map(|row| row.into_iter().map(Ok).collect()).collect();
            return self.side_in_own_frames(&left, &Side::Cells(cells), &mut Unknown::new());
        }
        let verdict = other.unwrap_or_else(|| self.verdict_of_entries(&left, meaning, &judgements));
        Ok(vec![Finding { quantity, printed: latex(meaning), ..Finding::new(verdict) }])
    }

    /// What both routes say about every entry of two tensors of one shape.
    pub(super) fn judge_entries(
        &self,
        comparison: &Comparison<'_, '_, '_>,
        printed: &Tensor<BudgetedPoly<'_>>,
        derived: &Tensor<BudgetedPoly<'_>>,
    ) -> Result<Vec<(Place, Judgement)>, Error> {
        let entries = printed.entries().zip(derived.entries());
        let judge = |((place, printed), (_, derived)): ((Place, &BudgetedPoly<'_>), (_, &_))| {
            let decision = self.defined.decide(printed.poly()?, BudgetedPoly::poly(derived)?);
            Ok((place, comparison.judge(decision, place, place)))
        };
        entries.map(judge).collect()
    }

    /// A formula is right when all its entries are, and wrong when one is.
    fn verdict_of_entries(
        &self,
        left: &Left<'_>,
        meaning: &Meaning,
        judgements: &[(Place, Judgement)],
    ) -> Verdict {
        let (mut equal, mut different, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for (place, judgement) in judgements {
            let name = component_name(*place, left.derived.shape());
            match judgement {
                Judgement::Equal(route) => equal.push(*route),
                Judgement::Different(route) => different.push((name, *route)),
                Judgement::Undecided { cause, agrees_at } => open.push((name, *cause, *agrees_at)),
            }
        }
        if !different.is_empty() {
            let (names, routes): (Vec<String>, Vec<SecondRoute>) = different.into_iter().unzip();
            let sides = (left.meaning.clone(), meaning.clone());
            let (slips, corrected) = match self.explains.get() {
                true => self.mend(&[sides], &left.derived),
                false => Default::default(),
            };
            if left.trust == Trust::ByName && self.explains.get() && !is_one_slip(&slips) {
                return too_unlike();
            }
            return Verdict::Refuted(Box::new(Refutation {
                reason: format!("not equal in {}", names.join(", ")),
                slips,
                corrected,
                second_route: weakest(routes),
                ..Refutation::default()
            }));
        }
        match open.iter().min_by_key(|(_, _, agrees_at)| *agrees_at) {
            Some((name, cause, agrees_at)) => undecided(Some(name), *cause, *agrees_at),
            None => Verdict::Proved(Proof { second_route: weakest(equal), ..Proof::default() }),
        }
    }

    /// A scalar that is printed against the one that was derived.
    pub(super) fn component(
        &self,
        left: &Left<'_>,
        entry: Option<Place>,
        meaning: &Meaning,
        derived: &Poly,
    ) -> Result<Finding, Error> {
        let verdict = match self.poly(meaning) {
            Err(why) => why.verdict()?,
            Ok(printed) => {
                let comparison = self.compare(left.meaning, meaning);
                let decision = self.defined.decide(&printed, derived);
                match comparison.judge(decision, entry.unwrap_or_default(), (0, 0)) {
                    Judgement::Equal(second_route) => {
                        Verdict::Proved(Proof { second_route, ..Proof::default() })
                    }
                    Judgement::Different(second_route) => {
                        match self.by_convention(left.meaning, &printed, &(&printed - derived))? {
                            Some(verdict) => verdict,
                            None => {
                                let refutation =
                                    self.refute(left, entry, meaning, &printed, derived);
                                let refutation = Refutation { second_route, ..refutation };
                                // whether names are meant so is asked where slips are known
                                let is_meant = || {
                                    !self.has_second_name(left, meaning)
                                        && (self.has_notation || !has_lone_wave(meaning))
                                        && (left.trust == Trust::Sure
                                            || is_misprint(&refutation, &printed, derived))
                                };
                                match !self.explains.get() || is_meant() {
                                    true => Verdict::Refuted(Box::new(refutation)),
                                    false => too_unlike(),
                                }
                            }
                        }
                    }
                    Judgement::Undecided { cause, agrees_at } => undecided(None, cause, agrees_at),
                }
            }
        };
        Ok(Finding { printed: latex(meaning), ..Finding::new(verdict) })
    }

    pub(super) fn poly(&self, meaning: &Meaning) -> Result<Poly, NoValue> {
        let value = value(meaning, self.truth)?;
        let scalar = value.as_scalar();
        let scalar =
            scalar.ok_or_else(|| NoValue::Shape("expected a scalar, found a vector".to_owned()))?;
        Ok(scalar.poly()?.clone())
    }

    /// The difference, a counter-example, the slips and the corrected equation.
    fn refute(
        &self,
        left: &Left<'_>,
        entry: Option<Place>,
        meaning: &Meaning,
        printed: &Poly,
        derived: &Poly,
    ) -> Refutation {
        self.refuted.borrow_mut().push(Refuted {
            left: left.meaning.clone(),
            entry,
            printed: printed.clone(),
            derived: derived.clone(),
        });
        if !self.explains.get() {
            return Refutation::default();
        }
        let value = |part: &Meaning| self.poly(part).ok().filter(|_| self.budget.check().is_ok());
        let Explanation { slips, corrected } =
            explain(meaning, derived, self.names, &self.dimensions, &value);
        let (printed_terms, corrected_terms) = marked(meaning, &corrected);
        Refutation {
            reason: reason_of(&slips),
            difference: (printed - derived).text(self.robot.symbols()),
            counter_example: self.counter_example(printed, derived),
            slips,
            corrected: format!("{} = {}", left.latex(entry), latex_in_lines(&corrected)),
            printed_terms,
            corrected_terms,
            second_route: SecondRoute::None,
        }
    }
}

/// A finding about what could not be read.
pub(super) fn unreadable(problem: Diagnostic) -> Finding {
    Finding::new(Verdict::Unreadable(problem))
}

/// The verdict about a name that is not known.
pub(super) fn unmapped(name: &Name, place: Range<usize>) -> Verdict {
    let message = format!("the name {} is not known", name.latex());
    let problem = Diagnostic::error("unmapped", message).at(place);
    Verdict::Unmapped { name: Some(name.latex()), problem }
}

/// The verdict where the two routes leave a comparison open.
fn undecided(entry: Option<&str>, cause: Doubt, agrees_at: usize) -> Verdict {
    let place = entry.map(|name| format!("in {name}: ")).unwrap_or_default();
    let states = match agrees_at {
        0 => String::new(),
        1 => "; both sides agree at 1 random state".to_owned(),
        count => format!("; both sides agree at {count} random states"),
    };
    let reason = format!("{place}{}{states}", words_of(cause));
    Verdict::Undecided { cause, reason, agrees_at }
}

/// The weakest of several confirmations.
pub(super) fn weakest(routes: Vec<SecondRoute>) -> SecondRoute {
    routes.into_iter().min().unwrap_or_default()
}

/// How many sides of an equation have a name that is not known.
pub(crate) fn unknown_names(inks: &[Ink], names: &Names<'_>) -> usize {
    let sides = inks.split(|ink| ink.is(Operator::Equal));
    let mut understanding = Understanding::new(names, inks);
    let unknown = |side: &[Ink]| {
        let problems = side_of(&mut understanding, side);
        let mut problems = problems.problems().into_iter();
        problems.any(|problem| matches!(problem, Problem::Unmapped(..)))
    };
    sides.map(unknown).filter(|unknown| *unknown).count()
}

/// In one line: the first slips.
pub(crate) fn reason_of(slips: &[Slip]) -> String {
    let Some(first) = slips.first() else { return String::new() };
    match slips.len() {
        1 => first.sentence(),
        more => format!("{}; and {} more", first.sentence(), more - 1),
    }
}
