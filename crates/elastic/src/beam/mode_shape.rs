//! The shapes of the modes of a beam, to be drawn.

use super::body::BeamBody;

/// The shape of a mode along its link.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeShape {
    /// Which way the points move.
    pub direction: ModeDirection,
    /// Places along the link, as shares of its length from 0 to 1, and how far the mode moves them with a
    /// modal coordinate of 1: in m, a twist in rad.
    pub points: Vec<(f64, f64)>,
}

/// Which way a mode of a beam moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeDirection {
    /// Along an axis of {i}: 0 for x (stretching), 1 for y, 2 for z (bending).
    Along(usize),
    /// Turning about x.
    Twist,
}

impl ModeDirection {
    /// The name of the displacement.
    pub fn name(self) -> &'static str {
        match self {
            Self::Along(axis) => ["x", "y", "z"][axis],
            Self::Twist => "twist",
        }
    }
}

/// So many places along a link.
const POINTS: usize = 60;

impl BeamBody<'_> {
    /// The shapes of the modes, in the order of the modal coordinates.
    pub fn mode_shapes(&self) -> Vec<ModeShape> {
        let families = [
            (ModeDirection::Along(1), self.family(1), self.beam.bend_y),
            (ModeDirection::Along(2), self.family(2), self.beam.bend_z),
            (ModeDirection::Twist, &self.twist, self.beam.twist),
            (ModeDirection::Along(0), self.family(0), self.beam.stretch),
        ];
        let shapes = families.into_iter().flat_map(|(direction, family, count)| {
            family.shapes.iter().take(count).map(move |shape| {
                let share = |point: usize| point as f64 / POINTS as f64;
                let points = (0..=POINTS).map(|at| (share(at), shape.at(0, share(at))));
                ModeShape { direction, points: points.collect() }
            })
        });
        shapes.collect()
    }
}
