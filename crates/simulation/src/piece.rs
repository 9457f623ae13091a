//! A piece of time in which nothing jumps.

/// From one moment at which something may jump to the next. What is asked for at its ends is what
/// holds inside: a step that ends at a jump must not feel it yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Piece {
    first: f64,
    last: f64,
}

impl Piece {
    /// Between two moments of some work that takes so long in all.
    pub(crate) fn new(from: f64, until: f64, duration: f64) -> Self {
        /// More than rounding makes of one time, and nothing to any motion.
        const HAIR: f64 = 1e-11;
        let hair = (HAIR * duration).min(0.25 * (until - from));
        Self { first: from + hair, last: until - hair }
    }

    /// The time inside that is nearest.
    pub(crate) fn within(&self, t: f64) -> f64 {
        t.max(self.first).min(self.last)
    }
}
