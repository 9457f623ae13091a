//! One printed equation: its sides, its components, its verdicts.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::ops::Range;

use appell_algebra::{Budget, Poly};
use appell_diagnostic::Diagnostic;
use appell_mechanics::{Error, Kind, PolynomialArithmetic};
use appell_model::Robot;

use super::Unknown;
use super::confirm::StateTruths;
use super::definition::lone_name;
use super::evidence::{Frames, Trust, is_doubtful, too_unlike};
use super::general::LinkRange;
use super::guessing::has_clear_slip;
use super::paper_frames::PaperFrames;
use super::placement::Transforms;
use super::side::{Left, Side, component_name, quantities_beside_cells, side_of};
use super::swapped::Cells;
use crate::defined::DefinedNames;
use crate::dimension::Dimensions;
use crate::known::Known;
use crate::latex::{Ink, InkKind, Operator};
use crate::meaning::evaluate::value;
use crate::meaning::read::{Problem, Understanding};
use crate::meaning::write::latex;
use crate::meaning::{Meaning, Style, Wave};
use crate::name::Name;
use crate::notation::Names;
use crate::report::{Doubt, Finding, Verdict};
use crate::table::PrintedTable;
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
    /// Coordinates, counted from 0, that are known to be counted as the robot counts them, and those that
    /// may be counted in the other sense.
    pub(crate) own_senses: &'c BTreeSet<usize>,
    pub(crate) open_senses: RefCell<BTreeSet<usize>>,
    /// What is known about the frames of the paper.
    pub(crate) frames: Cell<Frames>,
    /// What is known about its transforms.
    pub(crate) transforms: Transforms,
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
        let (inks, said) = match inks {
            [inks @ .., Ink { kind: range @ InkKind::Range { .. }, .. }] => (inks, Some(range)),
            _ => (inks, None),
        };
        let mut sides: Vec<&[Ink]> = inks.split(|ink| ink.is(Operator::Equal)).collect();
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
        let n = self.robot.joints().len();
        if let Some(range) = LinkRange::of(&read, said, n) {
            return self.general(&sides, &range, &understanding, notes, unknown);
        }
        self.named_by_chain(&mut sides, &mut read);
        quantities_beside_cells(&sides, &mut read, &understanding);
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
            let is_symbol =
                |side: &Side| side.symbol().is_some_and(|latex| self.names.is_given_symbol(latex));
            let lone =
                |at: usize| understanding.quantity(sides[at]).filter(|_| !is_symbol(&read[at]));
            let (at, known) = (0..sides.len()).find_map(|at| Some((at, lone(at)?)))?;
            read[at] = Side::Formula(Ok(known));
            Some(at)
        });
        // c_{112} is Christoffel's, where equations hold by that
        let is_christoffel = |side: &&[Ink]| {
            lone_name(side).is_some_and(|name| {
                name.christoffel().is_some() && self.names.guessed(&name).is_some()
            })
        };
        let poly = |at: usize| match &read[at] {
            Side::Formula(Ok(formula)) => self.poly(formula).ok(),
            _ => None,
        };
        let christoffel = sides.iter().position(is_christoffel);
        let quantity = match (christoffel, quantity) {
            (Some(at), Some(quantity)) if poly(at) == poly(quantity) => Some(quantity),
            (Some(at), _) => Some(at),
            (None, quantity) => quantity,
        };
        let quantity = quantity.or_else(|| {
            let (at, force) = self.force_by_velocities(&sides, &read)?;
            read[at] = Side::Formula(Ok(force));
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
        let quantity = self.force_of_declared(&read).or(quantity);
        if let Some(finding) = self.statics(&sides, &read, &mut understanding)? {
            return Ok(vec![finding]);
        }
        if let Some(finding) = self.driven(&read)? {
            return Ok(vec![finding]);
        }
        // a name for a part of a formula: `A = \tau_1 - U`
        let is_other = |part: &Meaning| match part {
            Meaning::Known(known, _) => known.quantity.kind() != Kind::DrivingForce,
            _ => false,
        };
        let is_part = |side: &Side| match side {
            Side::Formula(Ok(meaning)) => {
                !matches!(meaning, Meaning::Known(..)) && !meaning.any(&is_other)
            }
            _ => false,
        };
        if quantity == Some(1)
            && read.get(1).is_some_and(is_part)
            && let Some(definition) = self.definition(&sides, &read)?
        {
            return Ok(vec![definition]);
        }
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
            let definition = definition.or_else(|| self.matrix_definition(&sides, &read));
            let definition = definition.or_else(|| self.state_definition(&sides, &read));
            if definition.is_none()
                && let Some(findings) = self.system(&read)?
            {
                return Ok(findings);
            }
            let finding = definition.or_else(|| self.identity_of_names(&read));
            return Ok(vec![finding.unwrap_or_else(|| self.without_quantity(&read, unknown))]);
        };
        let Side::Formula(Ok(meaning)) = &read[reference] else { return Ok(Vec::new()) };
        if let Some(findings) = self.printed_inverse(&read, reference, unknown)? {
            return Ok(findings);
        }
        if let Some([left, right]) = self.without_inverse(&read) {
            let read = [left, right].map(|side| Side::Formula(Ok(side)));
            if let Some(findings) = self.statement(&read)? {
                return Ok(findings);
            }
        }
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
                let own = self.side_of_chain(&left, side, unknown)?;
                let is_name = self.is_named_so(side) || self.is_defined_as(side, meaning);
                if read.len() == 2 && is_name && own.iter().all(is_proved) {
                    let name = sides.iter().find_map(|side| lone_name(side));
                    let name = name.map(|it| it.latex()).unwrap_or_default();
                    return Ok(vec![Finding::new(Verdict::Defined { name })]);
                }
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
                findings.extend(self.side_of_chain(&left, side.1, unknown)?);
            }
        }
        if findings.iter().any(|finding| !is_proved(finding))
            && let Some(statement) = self.statement(&read)?
        {
            self.refuted.borrow_mut().truncate(refuted_before);
            return Ok(statement);
        }
        // one slip in an equation between forces and accelerations explains more than several in one force
        let is_open = |it: &Finding| match it.refutation() {
            Some(refutation) => refutation.slips.len() > 1,
            None => matches!(it.verdict.doubt(), Some(Doubt::TooUnlike | Doubt::NoNormalForm)),
        };
        if findings.iter().any(is_open)
            && let Some(finding) = self.misprinted_motion(&read)?
        {
            self.refuted.borrow_mut().truncate(refuted_before);
            return Ok(vec![finding]);
        }
        if self.is_solved_for_acceleration(&read, meaning) {
            self.solved(&mut findings, refuted_before);
        }
        let is_about_c = self.is_about_c(&read);
        findings.iter_mut().for_each(|it| it.is_about_c = is_about_c);
        Ok(findings)
    }

    /// The side that is a driving force alone, where the other has a force that the paper introduces.
    fn force_of_declared(&self, read: &[Side]) -> Option<usize> {
        let declared = self.defined.declared.borrow();
        let is_declared = |it: &Meaning| match it {
            Meaning::Symbol(symbol, _) => declared.get(symbol) == Some(&true),
            _ => false,
        };
        let has = |side: &Side| matches!(side, Side::Formula(Ok(it)) if it.any(&is_declared));
        let is_force = |side: &Side| match side {
            Side::Formula(Ok(Meaning::Known(known, _))) => {
                known.quantity.kind() == Kind::DrivingForce
            }
            _ => false,
        };
        read.iter().position(is_force).filter(|_| read.iter().any(has))
    }

    /// c_1 alone on its side, which is no cosine where the other side has products of velocities.
    fn force_by_velocities(&self, sides: &[&[Ink]], read: &[Side]) -> Option<(usize, Meaning)> {
        let is_rate = |it: &Meaning| match it {
            Meaning::Symbol(symbol, _) => symbol.order() == 1,
            _ => false,
        };
        let moves = |side: &Side| matches!(side, Side::Formula(Ok(it)) if it.any(&is_rate));
        let is_wave = |side: &Side| {
            matches!(side, Side::Formula(Ok(Meaning::Wave(Wave::Cos, _, Style::Index))))
        };
        let at = read.iter().position(is_wave).filter(|_| read.iter().any(moves))?;
        let name = lone_name(sides[at])?;
        let index: usize = name.letters().strip_prefix('c')?.parse().ok()?;
        let known = Known::read(&format!("c[{index}]"), self.robot)?;
        Some((at, Meaning::Known(known, name.latex())))
    }

    /// The findings about one side. A name of the paper's own may have got its meaning before the names in it were
    /// understood: it is called wrong only by one clear slip.
    fn side_of_chain(
        &self,
        left: &Left<'_>,
        side: &Side,
        unknown: &mut Unknown,
    ) -> Result<Vec<Finding>, Error> {
        let mut findings = self.side(left, side, unknown)?;
        if self.is_named_so(side) && !has_clear_slip(&findings) {
            let unclear = findings.iter_mut().filter(|it| it.refutation().is_some());
            unclear.for_each(|it| it.verdict = too_unlike());
        }
        Ok(findings)
    }

    /// Whether a side is nothing but a name of the paper's own that stands for quantities: what it stands for is a
    /// definition, and no statement.
    fn is_named_so(&self, side: &Side) -> bool {
        match side {
            Side::Formula(Ok(Meaning::Symbol(symbol, _))) => {
                self.defined.abbreviations.rests_on_quantity(*symbol)
            }
            _ => false,
        }
    }

    /// Whether a side is nothing but a name that this very formula defines, which proves nothing.
    fn is_defined_as(&self, side: &Side, formula: &Meaning) -> bool {
        match side {
            Side::Formula(Ok(Meaning::Symbol(symbol, _))) => {
                let meaning = self.defined.abbreviations.meaning(*symbol);
                meaning.is_some_and(|it| latex(&it) == latex(formula))
            }
            _ => false,
        }
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
        let elsewhere = match self.at_other_point(left, side, unknown)? {
            None => self.placed(left, side, unknown)?,
            elsewhere => elsewhere,
        };
        let mut findings = match elsewhere {
            Some(findings) => findings,
            None => {
                let left =
                    Left { derived: left.derived.clone(), trust: self.trust(left, side), ..*left };
                self.side_in_own_frames(&left, side, unknown)?
            }
        };
        self.other_factorisation(left, side, &mut findings, refuted_before)?;
        self.other_senses(left, side, &mut findings, refuted_before);
        self.constant_matrix(left, side, &mut findings, refuted_before);
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
