//! What a vector or a transform is in the frames of the paper's own Denavit-Hartenberg table.

use appell_mechanics::{Frame, Kind, Of, Quantity};
use appell_model::Convention;

use super::equation::Checker;
use super::paper_frames::PaperFrames;
use super::placement::{BASE_AXES, FROM_BASE, Placement, Source, TURNED, WITHOUT_GRAVITY};
use crate::known::Known;
use crate::meaning::{Meaning, Terms};

impl Checker<'_, '_> {
    /// The meanings that a quantity has by the table; none where there is no table, or it depends on no
    /// frame.
    pub(super) fn by_table(&self, known: &Known, printed: &str) -> Vec<Placement> {
        let depends = matches!(
            known.quantity.kind(),
            Kind::RelativeRotation | Kind::Frame | Kind::FrameInBase | Kind::RelativeFrame
        );
        let is_vector = known.quantity.kind().row().form.has_axes() && !self.has_notation;
        let Some(frames) = (depends || is_vector).then(|| self.paper_frames()).flatten() else {
            return Vec::new();
        };
        let found = match depends {
            true => self.transforms_by_table(frames, known.quantity, printed),
            false => self.vectors_by_table(frames, known.quantity, printed),
        };
        found.unwrap_or_default()
    }

    fn transforms_by_table(
        &self,
        frames: &PaperFrames,
        quantity: Quantity,
        printed: &str,
    ) -> Option<Vec<Placement>> {
        let (outer, inner) = self.frames_of(quantity)?;
        let inner = number(inner)?;
        let outer = match quantity.kind() {
            Kind::Frame => inner.checked_sub(1)?,
            _ => number(outer)?,
        };
        let mut pairs = vec![(outer, inner, Vec::new())];
        if matches!(quantity.of(), Of::Between(..)) {
            pairs.push((inner, outer, vec![TURNED]));
        } else if outer > 0 {
            pairs.push((0, inner, vec![FROM_BASE]));
        }
        let is_rotation = quantity.kind() == Kind::RelativeRotation;
        let (kind, size) = match is_rotation {
            true => (Kind::RelativeRotation, 3),
            false => (Kind::RelativeFrame, 4),
        };
        let placement = |(outer, inner, words): (usize, usize, Vec<&'static str>)| {
            let mut factors = vec![self.resting(frames, outer, true, size)?];
            let between = (frames.carrier(outer)?, frames.carrier(inner)?);
            factors.extend(relative(kind, between, printed)?);
            factors.push(self.resting(frames, inner, false, size)?);
            let source = if outer + 1 == inner { Source::Row } else { Source::Table };
            Some(Placement { source, ..placed(frames, Meaning::Product(factors), words) })
        };
        pairs.into_iter().map(placement).collect()
    }

    fn vectors_by_table(
        &self,
        frames: &PaperFrames,
        quantity: Quantity,
        printed: &str,
    ) -> Option<Vec<Placement>> {
        let Of::Frame(own @ Frame::Joint(_)) = quantity.of() else { return None };
        let point = number(own)?;
        let carrier = frames.carrier(point)?;
        let is_given = quantity.axes().is_some() || printed.starts_with("{}^");
        let mut axes = vec![(number(quantity.axes().unwrap_or(own))?, None)];
        if !is_given {
            axes.push((0, Some(BASE_AXES)));
        }
        let has_gravity = matches!(quantity.kind(), Kind::Acceleration | Kind::CentreAcceleration);
        let mut placements = Vec::new();
        for without_gravity in [false, true].into_iter().take(1 + usize::from(has_gravity)) {
            for (axes, words) in &axes {
                let frame = frames.carrier(*axes)?;
                let mut terms = self.vector_at(frames, quantity.kind(), point, frame, printed)?;
                if without_gravity {
                    terms.push((false, self.gravity_in(frame)?));
                }
                let turn = self.resting(frames, *axes, true, 3)?;
                let meaning = Meaning::Product(vec![turn, Meaning::Sum(terms)]);
                let words = words.iter().copied();
                let words = words.chain(without_gravity.then_some(WITHOUT_GRAVITY)).collect();
                placements.push(placed(frames, meaning, words));
            }
        }
        // of a link that the table numbers otherwise nothing is known
        (carrier == own).then_some(placements)
    }

    /// A vector of frame `point` of the paper, in the axes of a frame of the robot, as a sum.
    fn vector_at(
        &self,
        frames: &PaperFrames,
        kind: Kind,
        point: usize,
        axes: Frame,
        printed: &str,
    ) -> Option<Terms> {
        let carrier = frames.carrier(point)?;
        let known = |kind: Kind| {
            let quantity = Quantity::new(kind, Of::Frame(carrier)).ok()?.in_axes_of(axes).ok()?;
            Some(Meaning::Known(Known { quantity, entry: None }, printed.to_owned()))
        };
        let mut terms = vec![(false, known(kind)?)];
        if !matches!(kind, Kind::Velocity | Kind::Acceleration) {
            return Some(terms);
        }
        let mut arm = relative(Kind::RelativeRotation, (axes, carrier), printed)?;
        arm.push(self.resting_origin(frames, point)?);
        let arm = Meaning::Product(arm);
        let cross = |a: Meaning, b: Meaning| Meaning::Cross(Box::new(a), Box::new(b));
        let omega = known(Kind::AngularVelocity)?;
        let moved = cross(omega.clone(), arm.clone());
        if kind == Kind::Velocity {
            terms.push((false, moved));
        } else {
            terms.push((false, cross(known(Kind::AngularAcceleration)?, arm)));
            terms.push((false, cross(omega, moved)));
        }
        Some(terms)
    }
}

/// A frame of the robot in another one; nothing where they are the same.
fn relative(kind: Kind, (outer, inner): (Frame, Frame), printed: &str) -> Option<Vec<Meaning>> {
    if outer == inner {
        return Some(Vec::new());
    }
    let quantity = Quantity::new(kind, Of::Between(outer, inner)).ok()?;
    Some(vec![Meaning::Known(Known { quantity, entry: None }, printed.to_owned())])
}

fn placed(frames: &PaperFrames, meaning: Meaning, more: Vec<&'static str>) -> Placement {
    let by_table = match frames.convention {
        Convention::Standard => "in the frames of the paper's Denavit-Hartenberg table (standard)",
        Convention::Modified => "in the frames of the paper's Denavit-Hartenberg table (modified)",
    };
    let words = [by_table].into_iter().chain(more).collect();
    Placement { meaning, words, name: "frames", about: "", source: Source::Table }
}

/// The number of a frame: 0 of the base, that of its joint.
fn number(frame: Frame) -> Option<usize> {
    match frame {
        Frame::Base => Some(0),
        Frame::Joint(id) => Some(id.number()),
        _ => None,
    }
}
