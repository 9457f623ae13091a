//! Points of elastic links beside their tips: what sits on them, and where.

use appell_algebra::Poly;
use appell_diagnostic::Diagnostic;
use appell_spatial::{Transform, Vector};

use super::Builder;
use super::frames::{frame_parent, joint_names};
use crate::frame::LinkPoint;
use crate::joint::Joint;

/// What sits on a point of a link, by its number in the draft.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Occupant {
    Frame(usize),
    Joint(usize),
}

/// A point of a link, which is a station of its modes.
pub(super) struct Point<'d> {
    /// What is known to sit there; others may sit there too.
    pub(super) occupant: Occupant,
    /// `frame` or `joint`, and its name.
    pub(super) named: (&'static str, String),
    pub(super) place: &'d LinkPoint,
    /// Whether forces and moments act there: of a joint, or of a frame that has them.
    pub(super) carries: bool,
}

impl<'d> Builder<'d> {
    /// The points of a link on which something sits: one for every frame, then those of joints that are not
    /// among them. In this order they are the stations of its modes.
    pub(super) fn points_of(&self, link: usize) -> Vec<Point<'d>> {
        let (draft, names) = (self.draft, joint_names(self.draft));
        let mut points: Vec<Point<'d>> = Vec::new();
        for (index, frame) in draft.frames.iter().enumerate() {
            let Some(place) = &frame.point else { continue };
            if frame_parent(&frame.parent, &names) == Some(Some(link)) {
                points.push(Point {
                    occupant: Occupant::Frame(index),
                    named: ("frame", frame.name.clone()),
                    place,
                    carries: [&frame.force, &frame.moment]
                        .iter()
                        .any(|it| **it != Vector::default()),
                });
            }
        }
        for (index, joint) in draft.joints.iter().enumerate() {
            let Some(place) = &joint.point else { continue };
            if self.parents.get(index) != Some(&Some(Some(link as u32))) {
                continue;
            }
            match points.iter_mut().find(|point| point.place == place) {
                Some(point) => point.carries = true,
                None => points.push(Point {
                    occupant: Occupant::Joint(index),
                    named: ("joint", names[index].clone()),
                    place,
                    carries: true,
                }),
            }
        }
        points
    }

    /// The station on which a frame or a joint sits, given its parent with its link, as far as that is known;
    /// its placement, which is counted from there, is moved to the frame of the link.
    pub(super) fn on_point(
        &mut self,
        occupant: Occupant,
        path: &str,
        link: Option<(usize, Option<&Joint>)>,
        placed: &mut Transform<Poly>,
    ) -> Option<usize> {
        let elastic = link.filter(|(at, _)| self.draft.joints[*at].link.elastic.is_some());
        let Some((link, carrier)) = elastic else {
            let message = "`along` and `node` need an elastic link: what sits on a rigid one is placed by `offset`";
            let problem = Diagnostic::error("bad-link-point", message).on([path]);
            self.findings
                .push(problem.hint("leave it out, or name the elastic link as the parent"));
            return None;
        };
        // without modes: what is wrong with the link was found with it
        let modes = carrier?.modes.as_ref()?;
        let points = self.points_of(link);
        let station = points.iter().position(|point| match occupant {
            Occupant::Joint(index) => self.draft.joints[index].point.as_ref() == Some(point.place),
            Occupant::Frame(_) => point.occupant == occupant,
        })?;
        let place = &modes.body.stations[station].place.0;
        let moved = placed.position.0.iter_mut().zip(place);
        moved.for_each(|(entry, place)| *entry = &*entry + place);
        Some(station)
    }
}
