//! Frames as papers place them: a frame of link i at its own joint, as the robot has it, or at the next
//! joint or the tool, as the standard Denavit-Hartenberg convention does.

use appell_algebra::{Decision, Poly};
use appell_mechanics::{Error, Frame, Kind, Of};
use appell_model::JointId;
use appell_spatial::{Matrix, Transform, Vector};

use super::Unknown;
use super::equation::{Checker, Left, Side};
use crate::explain::meaning_of;
use crate::known::Known;
use crate::meaning::evaluate::value;
use crate::meaning::{Meaning, Style};
use crate::report::{Assumption, Finding, Verdict};

/// Where a frame lies on its link; none where the robot itself has it.
type Place = Option<Transform<Poly>>;

impl Checker<'_, '_> {
    /// The findings about a transform that is printed in frames at the ends of the links; none where it
    /// is none, or where the frames of the robot fit at least as well.
    pub(super) fn placed(
        &self,
        left: &Left<'_>,
        side: &Side,
        unknown: &mut Unknown,
    ) -> Result<Option<Vec<Finding>>, Error> {
        let Meaning::Known(known @ Known { entry: None, .. }, _) = left.meaning else {
            return Ok(None);
        };
        let Some((outer, inner)) = self.links_of(known) else { return Ok(None) };
        let Side::Cells(cells) = side else { return Ok(None) };
        let shape = left.derived.shape();
        if cells.len() != shape.0 || cells.iter().any(|row| row.len() != shape.1) {
            return Ok(None);
        }
        let size = if known.quantity.kind() == Kind::RelativeRotation { 3 } else { 4 };
        let own = self.agreeing(left, cells);
        if own == shape.0 * shape.1 {
            return Ok(None);
        }
        if let Some(findings) = self.turned(left, side, cells, unknown)? {
            return Ok(Some(findings));
        }
        let mut best: Option<(usize, Meaning)> = None;
        for from in self.places(outer) {
            for to in self.places(inner) {
                if from.is_none() && to.is_none() {
                    continue;
                }
                let mut factors = Vec::new();
                factors.extend(from.as_ref().map(|it| self.matrix(&self.inverse(it), size)));
                factors.push(left.meaning.clone());
                factors.extend(to.as_ref().map(|it| self.matrix(it, size)));
                let formula = Meaning::Product(factors);
                let Ok(derived) = value(&formula, self.truth) else { continue };
                let right = self.agreeing(&Left { meaning: &formula, derived }, cells);
                if right > own && best.as_ref().is_none_or(|(before, _)| right > *before) {
                    best = Some((right, formula));
                }
            }
        }
        let Some((_, formula)) = best else { return self.unplaced(left, cells, own) };
        let Ok(derived) = value(&formula, self.truth) else { return Ok(None) };
        let whole = Left { meaning: &formula, derived };
        let mut findings = self.side_in_own_frames(&whole, side, unknown)?;
        let assumption = Assumption {
            name: "frames".to_owned(),
            words: "frames lie at the ends of their links, as by the standard Denavit-Hartenberg \
                    convention"
                .to_owned(),
        };
        for (index, finding) in findings.iter_mut().enumerate() {
            finding.quantity = left.quantity(Some((index / shape.1, index % shape.1)));
            if let Verdict::Proved(proof) = &mut finding.verdict {
                proof.assumptions.push(assumption.clone());
            }
        }
        Ok(Some(findings))
    }

    /// The findings about a transform whose indices are the other way round.
    fn turned(
        &self,
        left: &Left<'_>,
        side: &Side,
        cells: &[Vec<Result<Meaning, crate::meaning::read::Problem>>],
        unknown: &mut Unknown,
    ) -> Result<Option<Vec<Finding>>, Error> {
        let Meaning::Known(known, latex) = left.meaning else { return Ok(None) };
        let Of::Between(outer, inner) = known.quantity.of() else { return Ok(None) };
        let Some(quantity) = known.quantity.with_of(Of::Between(inner, outer)) else {
            return Ok(None);
        };
        let meaning = Meaning::Known(Known { quantity, entry: None }, latex.clone());
        let Ok(derived) = value(&meaning, self.truth) else { return Ok(None) };
        let whole = Left { meaning: &meaning, derived };
        if self.agreeing(&whole, cells) != cells.iter().map(Vec::len).sum::<usize>() {
            return Ok(None);
        }
        let mut findings = self.side_in_own_frames(&whole, side, unknown)?;
        let words = "the indices of transforms are in the other order".to_owned();
        let assumption = Assumption { name: "index-order".to_owned(), words };
        for finding in &mut findings {
            if let Verdict::Proved(proof) = &mut finding.verdict {
                proof.assumptions.push(assumption.clone());
            }
        }
        Ok(Some(findings))
    }

    /// A transform that fits neither the frames of the robot nor those at the ends of links: where most
    /// of it differs, its frames are not known.
    fn unplaced(
        &self,
        left: &Left<'_>,
        cells: &[Vec<Result<Meaning, crate::meaning::read::Problem>>],
        agreeing: usize,
    ) -> Result<Option<Vec<Finding>>, Error> {
        let (rows, columns) = left.derived.shape();
        // the last row of a transform says nothing
        let trivial = if rows == 4 { 4 } else { 0 };
        let readable = cells.iter().flatten().all(Result::is_ok);
        if !readable || 2 * agreeing.saturating_sub(trivial) >= rows * columns - trivial {
            return Ok(None);
        }
        let reason = "its frames are neither those of the robot nor at the ends of its links";
        let verdict = Verdict::Undecided { reason: reason.to_owned(), agrees_at: 0 };
        Ok(Some(vec![Finding { quantity: left.quantity(None), ..Finding::new(verdict) }]))
    }

    /// How many cells are equal to what is derived.
    fn agreeing(
        &self,
        left: &Left<'_>,
        cells: &[Vec<Result<Meaning, crate::meaning::read::Problem>>],
    ) -> usize {
        let places = cells.iter().enumerate().flat_map(|(i, row)| {
            row.iter().enumerate().filter_map(move |(j, cell)| Some((i, j, cell.as_ref().ok()?)))
        });
        let equal = |(i, j, cell): &(usize, usize, &Meaning)| {
            let derived = left.derived.get(*i, *j).and_then(|entry| entry.poly().ok());
            let printed = self.poly(cell).ok();
            printed.zip(derived).is_some_and(|(printed, derived)| {
                self.defined.decide(&printed, derived) == Decision::Equal
            })
        };
        places.filter(equal).count()
    }

    /// Between which links a transform is; none stands for the base.
    fn links_of(&self, known: &Known) -> Option<(Option<JointId>, Option<JointId>)> {
        let quantity = known.quantity;
        let link = |frame: Frame| match frame {
            Frame::Base => Some(None),
            Frame::Joint(id) => Some(Some(id)),
            _ => None,
        };
        match (quantity.kind(), quantity.of()) {
            (Kind::RelativeFrame | Kind::RelativeRotation, Of::Between(outer, inner)) => {
                Some((link(outer)?, link(inner)?))
            }
            (Kind::Frame, Of::Frame(frame)) => {
                let inner = link(frame)??;
                Some((self.robot.joint(inner).parent, Some(inner)))
            }
            (Kind::FrameInBase, Of::Frame(frame)) => Some((None, link(frame)?)),
            _ => None,
        }
    }

    /// Where a paper may have the frame of a link: as the robot has it, at the joints that follow, at the
    /// tool.
    fn places(&self, link: Option<JointId>) -> Vec<Place> {
        let mut places = vec![None];
        let Some(id) = link else {
            return places;
        };
        for child in self.robot.children(Some(id)) {
            places.push(Some(self.robot.joint(child).parent_from_frame.clone()));
        }
        let tool = self.robot.tool();
        if tool.parent == id {
            places.push(Some(tool.parent_from_tool.clone()));
        }
        places
    }

    /// The inverse of a transform with entries of the robot.
    fn inverse(&self, transform: &Transform<Poly>) -> Transform<Poly> {
        let (rotation, position) = (&transform.rotation.0, &transform.position.0);
        let product = |k: usize, i: usize| rotation[k][i].checked_mul(&position[k], self.budget);
        let entry = |i: usize| {
            let terms = (0..3).filter_map(|k| product(k, i).ok());
            terms.fold(Poly::ZERO, |sum, term| &sum - &term)
        };
        let transposed = [0, 1, 2].map(|i| [0, 1, 2].map(|j| rotation[j][i].clone()));
        Transform { rotation: Matrix(transposed), position: Vector([0, 1, 2].map(entry)) }
    }

    /// A constant transform as a formula: 4 by 4, or its rotation alone.
    fn matrix(&self, transform: &Transform<Poly>, size: usize) -> Meaning {
        let entry = |i: usize, j: usize| match (i, j) {
            (3, 3) => Meaning::Number(appell_algebra::Rational::ONE),
            (3, _) => Meaning::zero(),
            (i, 3) => meaning_of(&transform.position.0[i], Style::Full, self.names),
            (i, j) => meaning_of(&transform.rotation.0[i][j], Style::Full, self.names),
        };
        Meaning::Matrix((0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect())
    }
}
