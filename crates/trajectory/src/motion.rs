//! The motion of all axes: moves one after the other, from rest to rest.

use std::sync::Arc;

use appell_code::Axis;

use crate::error::Error;
use crate::law::{Law, LawKind};
use crate::limits::{check_duration, check_position, give_time};
use crate::path::JointPath;

/// The motion of all axes.
#[derive(Clone, Debug)]
pub struct Motion {
    start: Vec<f64>,
    moves: Vec<Move>,
    duration: f64,
}

/// One move: a law for every axis, all of the same duration.
#[derive(Clone, Debug)]
pub struct Move {
    /// When it begins.
    pub start: f64,
    /// The laws.
    pub laws: Vec<Law>,
    /// What it was made as.
    pub kind: MoveKind,
    /// How long it may take, where that was said.
    pub within: Option<f64>,
}

/// What a move was made as, which says what of it may be chosen when a motion is optimised.
#[derive(Clone, Debug)]
pub enum MoveKind {
    /// As it is: nothing of it may be chosen.
    Fixed,
    /// Between two points: all but its ends may be chosen.
    PointToPoint,
    /// Along a path of the tool: how fast it is gone may be chosen.
    AlongPath(Arc<JointPath>),
}

impl Move {
    /// How long it takes.
    pub fn duration(&self) -> f64 {
        self.laws.iter().map(Law::duration).fold(0.0, f64::max)
    }

    /// The move with another law: in the least time, or in the one given.
    pub fn with_law(
        &self,
        kind: LawKind,
        axes: &[Axis],
        duration: Option<f64>,
    ) -> Result<Vec<Law>, Error> {
        if let MoveKind::AlongPath(path) = &self.kind {
            return path.laws(kind, axes, duration);
        }
        let at = |time: fn(&Law) -> f64| -> Vec<f64> {
            self.laws.iter().map(|law| law.at(time(law), 0)).collect()
        };
        synchronised(kind, &at(|_| 0.0), &at(Law::duration), axes, duration)
    }
}

impl Motion {
    /// No motion yet, at a point.
    pub fn at(start: Vec<f64>) -> Self {
        Self { start, moves: Vec::new(), duration: 0.0 }
    }

    /// With another move behind it, which is as it is. The laws have the same duration and begin
    /// where the axes are.
    #[must_use]
    pub fn then(self, laws: Vec<Law>) -> Self {
        self.then_free(laws, MoveKind::Fixed, None)
    }

    /// With another move behind it, of which something may be chosen, within a time if one is given.
    #[must_use]
    pub fn then_free(mut self, laws: Vec<Law>, kind: MoveKind, within: Option<f64>) -> Self {
        let next = Move { start: self.duration, laws, kind, within };
        self.duration += next.duration();
        self.moves.push(next);
        self
    }

    /// With a pause behind it.
    #[must_use]
    pub fn then_wait(self, duration: f64) -> Self {
        let laws = self.end().into_iter().map(|at| Law::rest(at).stretched(duration)).collect();
        self.then(laws)
    }

    /// With a step behind it: in no time somewhere else. Only a controller can be asked to follow
    /// this; no forces bring it about.
    #[must_use]
    pub fn then_step(self, to: Vec<f64>) -> Self {
        self.then(to.into_iter().map(Law::rest).collect())
    }

    /// How many axes move.
    pub fn axes(&self) -> usize {
        self.start.len()
    }

    /// How long all of it takes.
    pub fn duration(&self) -> f64 {
        self.duration
    }

    /// Where it ends.
    pub fn end(&self) -> Vec<f64> {
        match self.moves.last() {
            Some(last) => last.laws.iter().map(|law| law.at(law.duration(), 0)).collect(),
            None => self.start.clone(),
        }
    }

    /// The motion before its last move, and this move.
    pub fn without_last(&self) -> Option<(Self, Move)> {
        let (last, before) = self.moves.split_last()?;
        let before = Self { moves: before.to_vec(), duration: last.start, ..self.clone() };
        Some((before, last.clone()))
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The motion without input shaping; nothing if no move has any.
    pub fn unshaped(&self) -> Option<Self> {
        let is_shaped = |it: &&Move| it.laws.iter().any(|law| law.unshaped().is_some());
        self.moves.iter().find(is_shaped)?;
        let mut plain = Self::at(self.start.clone());
        for it in &self.moves {
            let own = |law: &Law| law.unshaped().unwrap_or(law).clone();
            let laws: Vec<Law> = it.laws.iter().map(own).collect();
            // an axis that rests has no law of its own to shorten
            let longest = it.laws.iter().filter_map(Law::unshaped).map(Law::duration);
            let longest = longest.reduce(f64::max).unwrap_or_else(|| it.duration());
            let laws = laws.into_iter().map(|law| match law.duration() > longest {
                true => law.stretched(longest),
                false => law,
            });
            plain = plain.then_free(laws.collect(), it.kind.clone(), it.within);
        }
        Some(plain)
    }

    /// When derivatives may jump, ends included, in order and each once.
    pub fn breaks(&self) -> Vec<f64> {
        let of_move = |it: &Move| {
            let laws = it.laws.iter().flat_map(Law::breaks);
            laws.map(|time| it.start + time).collect::<Vec<f64>>()
        };
        let mut all: Vec<f64> = self.moves.iter().flat_map(of_move).chain([0.0]).collect();
        all.sort_by(f64::total_cmp);
        // what rounding makes of one time is one time
        all.dedup_by(|a, b| (*a - *b).abs() <= 1e-12 * self.duration);
        all
    }

    /// The coordinates and their time derivatives at a time: derivative k of axis i is at
    /// `out[k][i]`.
    pub fn derivatives(&self, t: f64, out: &mut [&mut [f64]]) {
        let number = self.moves.partition_point(|it| it.start <= t).saturating_sub(1);
        let mut all = vec![0.0; out.len()];
        // the end is a part of the last move, also where rounding puts it a little further
        let ended = t > self.duration * (1.0 + 1e-12);
        for axis in 0..self.axes() {
            match self.moves.get(number) {
                Some(it) => {
                    let law = &it.laws[axis];
                    let time = t - it.start;
                    let time = if ended { time } else { time.min(law.duration()) };
                    law.derivatives(time, &mut all);
                }
                None => {
                    all.fill(0.0);
                    all.iter_mut().take(1).for_each(|it| *it = self.start[axis]);
                }
            }
            for (row, value) in out.iter_mut().zip(&all) {
                row[axis] = *value;
            }
        }
    }

    /// Coordinates, velocities and accelerations at a time.
    pub fn state(&self, t: f64) -> [Vec<f64>; 3] {
        let mut rows = [(); 3].map(|()| vec![0.0; self.axes()]);
        let [q, qd, qdd] = &mut rows;
        self.derivatives(t, &mut [q, qd, qdd]);
        rows
    }
}

/// Laws from one point to another, all of the same duration: the least that the limits allow, or the
/// one given. Faster axes are stretched, so that all limits stay kept.
///
/// ```
/// use appell_code::{Axis, Limits};
/// use appell_trajectory::{LawKind, synchronised};
/// let slow = Axis::new("slow", Limits { velocity: 0.5, ..Limits::default() });
/// let fast = Axis::new("fast", Limits { velocity: 5.0, ..Limits::default() });
/// let laws = synchronised(LawKind::Quintic, &[0.0, 0.0], &[1.0, 1.0], &[slow, fast], None)?;
/// assert!((laws[0].duration() - laws[1].duration()).abs() < 1e-12);
/// assert!((laws[1].peak(1) - 0.5).abs() < 1e-12);
/// # Ok::<(), appell_trajectory::Error>(())
/// ```
pub fn synchronised(
    kind: LawKind,
    from: &[f64],
    to: &[f64],
    axes: &[Axis],
    duration: Option<f64>,
) -> Result<Vec<Law>, Error> {
    for given in [from.len(), to.len()] {
        if given != axes.len() {
            return Err(appell_code::Error::Count { given, expected: axes.len() }.into());
        }
    }
    let mut laws = Vec::with_capacity(axes.len());
    for ((axis, &from), &to) in axes.iter().zip(from).zip(to) {
        check_position(axis, to)?;
        laws.push(kind.between(from, to, &axis.limits)?);
    }
    in_step(laws, axes, duration)
}

/// Laws stretched to one duration: the longest of their least ones, or the one given.
pub fn in_step(laws: Vec<Law>, axes: &[Axis], duration: Option<f64>) -> Result<Vec<Law>, Error> {
    let timed = |(law, axis): &(&Law, &Axis)| law.duration() > 0.0 && give_time(&axis.limits);
    let timed: Vec<(&Law, &Axis)> = laws.iter().zip(axes).filter(timed).collect();
    let slowest = timed.iter().max_by(|a, b| a.0.duration().total_cmp(&b.0.duration()));
    let least = slowest.map(|(law, axis)| (law.duration(), axis.name.clone()));
    let moves = laws.iter().any(|law| law.duration() > 0.0);
    let duration = match (duration, least) {
        (Some(duration), Some((least, axis))) if duration < least * (1.0 - 1e-12) => {
            return Err(Error::TooShort { duration, least, axis });
        }
        // what is as good as the least time is the least time
        (Some(duration), Some((least, _))) => duration.max(least),
        (Some(duration), None) => duration,
        (None, Some((least, _))) => least,
        (None, None) if moves => return Err(Error::NoTime),
        (None, None) => 0.0,
    };
    check_duration(duration)?;
    Ok(laws.iter().map(|law| law.stretched(duration)).collect())
}
