//! What the robot carries or pushes over time.

use appell_code::Load;
use appell_trajectory::Motion;

/// How a payload moves at the moment at which a robot takes it up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Taken {
    /// With the tool: no velocity changes, and it brings its energy along.
    #[default]
    Moving,
    /// Not at all: the robot gives it momentum and is slower afterwards.
    AtRest,
}

impl Taken {
    /// All.
    pub const ALL: [Self; 2] = [Self::Moving, Self::AtRest];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Moving => "moving",
            Self::AtRest => "at-rest",
        }
    }
}

/// A load from one time until another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loading {
    /// When it begins.
    pub from: f64,
    /// When it ends.
    pub until: f64,
    /// What it is.
    pub load: Load,
    /// How it moves when it is taken up.
    pub taken: Taken,
}

/// Loads one after the other; of two at one time the later one in the list counts, and where there is
/// none the robot is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loads(pub Vec<Loading>);

impl Loads {
    /// The load at a time.
    pub fn at(&self, t: f64) -> Load {
        self.loading_at(t).map_or_else(Load::default, |it| it.load)
    }

    /// The entry that counts at a time.
    pub(crate) fn loading_at(&self, t: f64) -> Option<&Loading> {
        self.0.get(self.number_at(t)?)
    }

    /// The number of the entry that counts at a time.
    pub(crate) fn number_at(&self, t: f64) -> Option<usize> {
        self.0.iter().rposition(|it| it.from <= t && t < it.until)
    }

    /// The same loads at other times.
    #[must_use]
    pub fn retimed(&self, time: impl Fn(f64) -> f64) -> Self {
        let retimed = |it: &Loading| Loading { from: time(it.from), until: time(it.until), ..*it };
        Self(self.0.iter().map(retimed).collect())
    }

    /// The loads of one motion along another with the same moves in other times: what begins or ends
    /// at a part of a move does so at the same part of it.
    #[must_use]
    pub fn along(&self, old: &Motion, new: &Motion) -> Self {
        let (before, after) = (old.moves(), new.moves());
        self.retimed(|t| {
            if t <= 0.0 {
                return t;
            }
            if t >= old.duration() {
                return t - old.duration() + new.duration();
            }
            let number = before.partition_point(|it| it.start <= t).saturating_sub(1);
            match (before.get(number), after.get(number)) {
                (Some(before), Some(after)) => {
                    let part = (t - before.start) / before.duration();
                    after.start + part * after.duration()
                }
                _ => t,
            }
        })
    }

    /// When it changes.
    pub fn changes(&self) -> impl Iterator<Item = f64> + '_ {
        self.0.iter().flat_map(|it| [it.from, it.until])
    }
}
