//! Vectors and transforms are held against what papers may mean by them, and refuted only where it is
//! clear which of the meanings a paper has.

use appell_algebra::{BudgetedPoly, Rational};
use appell_mechanics::{Error, Frame};

use super::Unknown;
use super::compared::weakest;
use super::confirm::Judgement;
use super::equation::Checker;
use super::evidence::{Frames, Trust};
use super::other_frames::turned_frames;
use super::placement::{Placement, Source, TURNED};
use super::side::{Left, Side};
use crate::known::Known;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::report::{Assumption, Doubt, Finding, Proof, Verdict};
use crate::tensor::Tensor;

/// Where the table of a paper says that its frames are others, but not which.
const UNTABLED: &str = "it depends on the frames of the paper, whose Denavit-Hartenberg table does not describe \
                        the robot, or cannot be read";

/// For a transform that is right for the robot, but is not that of the paper's own table.
const NOT_OF_TABLE: &str = "it is right between the frames of the robot, but not between those of the paper's \
                            own Denavit-Hartenberg table";

/// Where the frame of a vector or a transform cannot be told.
const UNPLACED: &str = "it fits no frame, axes or point that papers usually take, and too little of it \
                        agrees to tell which is meant";

impl Checker<'_, '_> {
    /// The findings about what depends on a frame and is not what the robot has in its own; none where
    /// no frame matters.
    pub(super) fn placed(
        &self,
        left: &Left<'_>,
        side: &Side,
        unknown: &mut Unknown,
    ) -> Result<Option<Vec<Finding>>, Error> {
        let Meaning::Known(known, printed) = left.meaning else { return Ok(None) };
        let Some(own) = self.agreement(left, side) else { return Ok(None) };
        if own.is_whole() && self.contradicts_table(left, side, known, printed) {
            let finding = Finding::new(Verdict::undecided(Doubt::Unplaced, NOT_OF_TABLE));
            return Ok(Some(vec![Finding { quantity: left.quantity(None), ..finding }]));
        }
        if own.is_whole() && (self.frames.get() != Frames::Sought || !own.is_telling()) {
            return Ok(None);
        }
        let mut placements = self.placements(known, printed);
        if let Some(place) = known.entry {
            let shape = self.truth.value(&known.whole())?.map(|whole| whole.shape());
            for placement in &mut placements {
                placement.meaning = entry_of(placement.meaning.clone(), place, shape);
            }
        }
        let mut best = own;
        let mut chosen = None;
        let is_transform = matches!(left.derived.shape(), (3, 3) | (4, 4));
        // the frames of a link may be others than all that are tried
        let has_axes = known.quantity.kind().row().form.has_axes() && !self.has_notation;
        let is_vector = left.derived.shape() == (3, 1) && has_axes;
        let mut matters = is_transform && !placements.is_empty() || is_vector;
        if own.is_whole() && is_transform {
            self.note_order(left, side, *known, &placements);
        }
        for (index, placement) in placements.iter().enumerate() {
            let Ok(derived) = value(&placement.meaning, self.truth) else { continue };
            matters |= differ(&derived, &left.derived);
            let other = Left { meaning: &placement.meaning, derived, ..*left };
            let Some(agreement) = self.agreement(&other, side) else { continue };
            if own.is_whole() && agreement.is_whole() {
                return Ok(None);
            }
            // where the robot's own frames fit no better, those of the table are meant
            let is_meant = placement.source != Source::Custom
                && chosen.is_none()
                && !best.is_better_than(&agreement);
            if agreement.is_better_than(&best) || is_meant {
                (best, chosen) = (agreement, Some(index));
            }
            if best.is_whole() && !own.is_whole() {
                break;
            }
        }
        // frames that are turned by right angles, as the standard Denavit-Hartenberg convention has them
        let mut turned = None;
        let may_be_turned = self.tables.is_empty() && !self.transforms.are_between_own_frames();
        if is_transform && !best.is_whole() && left.trust != Trust::Sure && may_be_turned {
            let meanings = placements.iter().map(|it| &it.meaning).chain([left.meaning]);
            let ends = turned_frames(left.derived.shape().0);
            for (meaning, end) in meanings.flat_map(|it| ends.iter().map(move |end| (it, end))) {
                let meaning = Meaning::Product(vec![meaning.clone(), end.0.clone()]);
                let Ok(derived) = value(&meaning, self.truth) else { continue };
                let other = Left { meaning: &meaning, derived, ..*left };
                let Some(agreement) = self.agreement(&other, side) else { continue };
                if agreement.is_better_than(&best) {
                    (best, turned) = (agreement, Some((meaning, end.1.clone())));
                }
            }
        }
        if !matters {
            return Ok(None);
        }
        if own.is_whole() {
            self.frames.set(Frames::Own);
            if is_transform {
                self.transforms.between_own_frames.borrow_mut().insert(*known);
            }
            return Ok(None);
        }
        // a transform is between the frames of the table, where the paper has one
        let source = match chosen {
            Some(index) if is_transform && best.is_mostly_equal() => placements[index].source,
            _ => Source::Custom,
        };
        let is_untabled = !self.tables.is_empty() && self.paper_frames().is_none();
        let is_elsewhere = |placement: &Placement| {
            let derived = value(&placement.meaning, self.truth);
            derived.is_ok_and(|derived| self.is_in_other_frames(&derived, side))
        };
        let is_unlike = self.frames.get() != Frames::Own && !best.is_convincing();
        let is_open = || {
            source != Source::Row
                && (is_unlike && source == Source::Custom
                    || is_untabled
                    || self.is_in_other_frames(&left.derived, side)
                    || placements.iter().any(is_elsewhere))
        };
        if left.trust != Trust::Sure && !best.is_whole() && is_open() {
            // others may still explain the difference
            let explains = self.explains.replace(false);
            self.side_in_own_frames(left, side, unknown)?;
            self.explains.set(explains);
            let reason = if is_untabled { UNTABLED } else { UNPLACED };
            let finding = Finding::new(Verdict::undecided(Doubt::Unplaced, reason));
            return Ok(Some(vec![Finding { quantity: left.quantity(None), ..finding }]));
        }
        let by_custom = || {
            let placement = chosen.map(|index| &placements[index])?;
            Some((placement.meaning.clone(), placement.assumption()))
        };
        let Some((meaning, assumption)) = turned.or_else(by_custom) else {
            let own = Left { derived: left.derived.clone(), trust: Trust::Sure, ..*left };
            return Ok(Some(self.side_in_own_frames(&own, side, unknown)?));
        };
        let Ok(derived) = value(&meaning, self.truth) else { return Ok(None) };
        let other = Left { meaning: &meaning, derived, trust: Trust::Sure, ..*left };
        let mut findings = self.side_in_own_frames(&other, side, unknown)?;
        for finding in &mut findings {
            if let Verdict::Proved(proof) = &mut finding.verdict {
                proof.assumptions.push(assumption.clone());
            }
        }
        Ok(Some(findings))
    }

    /// Whether a transform that holds between the frames of the robot is not that of the paper's own table.
    fn contradicts_table(
        &self,
        left: &Left<'_>,
        side: &Side,
        known: &Known,
        printed: &str,
    ) -> bool {
        let is_transform = matches!(left.derived.shape(), (3, 3) | (4, 4)) && known.entry.is_none();
        if self.tables.is_empty() || !is_transform || matches!(side, Side::Formula(_)) {
            return false;
        }
        let by_table = self.by_table(known, printed);
        let is_it = |placement: &Placement| {
            let Ok(derived) = value(&placement.meaning, self.truth) else { return true };
            let other = Left { meaning: &placement.meaning, derived, ..*left };
            self.agreement(&other, side).is_none_or(|it| it.is_whole())
        };
        !by_table.is_empty() && !by_table.iter().any(is_it)
    }

    /// Remembers a transform that holds and would not with its indices in the other order.
    fn note_order(&self, left: &Left<'_>, side: &Side, known: Known, placements: &[Placement]) {
        let Some(turned) = placements.iter().find(|it| it.words == [TURNED]) else { return };
        let Ok(derived) = value(&turned.meaning, self.truth) else { return };
        let other = Left { meaning: &turned.meaning, derived, ..*left };
        if self.agreement(&other, side).is_some_and(|it| !it.is_whole()) {
            self.transforms.in_usual_order.borrow_mut().insert(known);
        }
    }

    /// The verdict on a formula of vectors that holds when all of them are in the axes of the base.
    pub(super) fn in_base_axes(
        &self,
        left: &Left<'_>,
        printed: &Meaning,
    ) -> Result<Option<Verdict>, Error> {
        let to_base = |known: &Known| {
            let quantity = match known.quantity.axes() {
                None => known.quantity.in_axes_of(Frame::Base).ok(),
                Some(_) => None,
            };
            Known { quantity: quantity.unwrap_or(known.quantity), ..*known }
        };
        let sides = [left.meaning, printed].map(|side| side.with_quantities(&to_base));
        let [a, b] = &sides;
        let (Ok(derived), Ok(value)) = (value(a, self.truth), value(b, self.truth)) else {
            return Ok(None);
        };
        if derived.shape() != value.shape() {
            return Ok(None);
        }
        let judgements = self.judge_entries(&self.compare(a, b), &value, &derived)?;
        let equal = judgements.iter().map(|(_, judgement)| match judgement {
            Judgement::Equal(route) => Some(*route),
            _ => None,
        });
        let Some(routes) = equal.collect::<Option<Vec<_>>>() else { return Ok(None) };
        let words = "all vectors are in the axes of the base".to_owned();
        let assumptions = vec![Assumption { name: "frames".to_owned(), words }];
        let proof = Proof { assumptions, second_route: weakest(routes), ..Proof::default() };
        Ok(Some(Verdict::Proved(proof)))
    }
}

fn differ(a: &Tensor<BudgetedPoly<'_>>, b: &Tensor<BudgetedPoly<'_>>) -> bool {
    let mut pairs = a.entries().zip(b.entries());
    a.shape() != b.shape() || pairs.any(|((_, a), (_, b))| a.poly().ok() != b.poly().ok())
}

/// One entry of a formula of a matrix or a vector of a shape.
pub(super) fn entry_of(
    whole: Meaning,
    (row, column): (usize, usize),
    shape: Option<(usize, usize)>,
) -> Meaning {
    let Some((rows, columns)) = shape else { return whole };
    let unit = |at: usize, size: usize| -> Vec<Meaning> {
        let entry = |i: usize| Meaning::Number(Rational::from(i64::from(i == at)));
        (0..size).map(entry).collect()
    };
    let mut factors = vec![Meaning::Matrix(vec![unit(row, rows)]), whole];
    if columns > 1 {
        let pick = unit(column, columns).into_iter().map(|entry| vec![entry]).collect();
        factors.push(Meaning::Matrix(pick));
    }
    Meaning::Product(factors)
}
