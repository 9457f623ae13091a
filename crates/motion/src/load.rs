//! What the robot carries or pushes over time.

use crate::machine::Load;

/// A load from one time until another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loading {
    /// When it begins.
    pub from: f64,
    /// When it ends.
    pub until: f64,
    /// What it is.
    pub load: Load,
}

/// Loads one after the other; of two at one time the later one in the list counts, and where there is
/// none the robot is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loads(pub Vec<Loading>);

impl Loads {
    /// The load at a time.
    pub fn at(&self, t: f64) -> Load {
        let there = self.0.iter().rev().find(|it| it.from <= t && t < it.until);
        there.map_or_else(Load::default, |it| it.load)
    }

    /// When it changes.
    pub fn changes(&self) -> impl Iterator<Item = f64> + '_ {
        self.0.iter().flat_map(|it| [it.from, it.until])
    }
}
