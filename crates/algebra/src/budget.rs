//! How much a computation may cost, and how to stop it.
//!
//! Every operation whose result can be larger than its operands asks its [`Budget`] while it
//! works, not only at the end. Hitting a limit is an outcome with a stated reason ([`Stop`]);
//! what was built so far is dropped on the way out. Operations that only look at each term once
//! (grouping, evaluating, comparing) take none.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a computation stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// A polynomial would have more terms than allowed.
    #[error("the result needs more than {limit} terms")]
    Terms {
        /// The limit that was hit.
        limit: usize,
    },
    /// An expression graph would have more nodes than allowed.
    #[error("the expression needs more than {limit} nodes")]
    Nodes {
        /// The limit that was hit.
        limit: usize,
    },
    /// A formula is nested deeper than can be written out.
    #[error("the formula is nested deeper than {limit}")]
    Depth {
        /// The limit that was hit.
        limit: usize,
    },
    /// The time was up.
    #[error("time limit of {} s exceeded", limit.as_secs_f64())]
    Time {
        /// The limit that was hit.
        limit: Duration,
    },
    /// Somebody pulled the [`Cancel`] token.
    #[error("cancelled")]
    Cancelled,
}

/// A token that stops every computation whose budget holds a clone of it.
///
/// ```
/// use appell_algebra::{Budget, Cancel, Stop};
///
/// let cancel = Cancel::new();
/// let budget = Budget::default().with_cancel(&cancel);
/// cancel.cancel();
/// assert_eq!(budget.check(), Err(Stop::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A token that nobody has pulled yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops everything that holds this token. Safe to call from any thread.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the token was pulled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Limits on terms, nodes and time, and a cancel token.
///
/// The default allows ten million terms and nodes and any time. A term of mechanics takes about a
/// hundred bytes.
#[derive(Clone, Debug)]
pub struct Budget {
    terms: usize,
    nodes: usize,
    time: Option<(Duration, Instant)>,
    cancel: Option<Cancel>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { terms: 10_000_000, nodes: 10_000_000, time: None, cancel: None }
    }
}

impl Budget {
    /// No limit at all: only for work whose size is known beforehand.
    pub fn unlimited() -> Self {
        Self { terms: usize::MAX, nodes: usize::MAX, time: None, cancel: None }
    }

    /// At most this many terms in any polynomial.
    #[must_use]
    pub fn with_terms(mut self, limit: usize) -> Self {
        self.terms = limit;
        self
    }

    /// At most this many nodes in the expression graph.
    #[must_use]
    pub fn with_nodes(mut self, limit: usize) -> Self {
        self.nodes = limit;
        self
    }

    /// At most this much time, counted from now.
    #[must_use]
    pub fn with_time(self, limit: Duration) -> Self {
        self.with_time_since(Instant::now(), limit)
    }

    /// At most this much time, counted from a start.
    #[must_use]
    pub fn with_time_since(mut self, start: Instant, limit: Duration) -> Self {
        self.time = start.checked_add(limit).map(|deadline| (limit, deadline));
        self
    }

    /// A copy whose time limit is the time that is left divided by `parts`; without a time limit it has none.
    ///
    /// ```
    /// use std::time::Duration;
    /// use appell_algebra::Budget;
    /// assert!(Budget::default().with_time(Duration::from_secs(3600)).share(2).check().is_ok());
    /// assert!(Budget::default().with_time(Duration::ZERO).share(2).check().is_err());
    /// assert!(Budget::default().share(2).check().is_ok());
    /// ```
    #[must_use]
    pub fn share(&self, parts: u32) -> Self {
        let now = Instant::now();
        let part = |(limit, deadline): (Duration, Instant)| {
            let left = deadline.saturating_duration_since(now);
            (limit, now + left / parts.max(1))
        };
        Self { time: self.time.map(part), ..self.clone() }
    }

    /// Stops when this token is pulled.
    #[must_use]
    pub fn with_cancel(mut self, cancel: &Cancel) -> Self {
        self.cancel = Some(cancel.clone());
        self
    }

    /// Fails when there are too many terms.
    #[inline]
    pub fn check_terms(&self, count: usize) -> Result<(), Stop> {
        if count > self.terms { Err(Stop::Terms { limit: self.terms }) } else { Ok(()) }
    }

    /// Fails when there are too many nodes.
    #[inline]
    pub fn check_nodes(&self, count: usize) -> Result<(), Stop> {
        if count > self.nodes { Err(Stop::Nodes { limit: self.nodes }) } else { Ok(()) }
    }

    /// Fails when the time is up or the token was pulled.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Err(Stop::Cancelled);
        }
        match self.time {
            Some((limit, deadline)) if Instant::now() >= deadline => Err(Stop::Time { limit }),
            _ => Ok(()),
        }
    }

    /// A counter for a loop: it asks the clock and the token once in a few thousand steps.
    pub fn meter(&self) -> Meter<'_> {
        Meter { budget: self, left: Meter::STRIDE }
    }
}

/// Counts the steps of a loop and asks its budget now and then: see [`Budget::meter`].
pub struct Meter<'b> {
    budget: &'b Budget,
    left: usize,
}

impl Meter<'_> {
    const STRIDE: usize = 1 << 14;

    /// Counts `steps` more steps.
    #[inline]
    pub fn step(&mut self, steps: usize) -> Result<(), Stop> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = Self::STRIDE;
                self.budget.check()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_named_in_the_reason() {
        let budget = Budget::default().with_terms(3).with_nodes(5).with_time(Duration::ZERO);
        assert_eq!(budget.check_terms(3), Ok(()));
        assert_eq!(budget.check_terms(4), Err(Stop::Terms { limit: 3 }));
        assert_eq!(budget.check_nodes(6), Err(Stop::Nodes { limit: 5 }));
        assert_eq!(budget.check(), Err(Stop::Time { limit: Duration::ZERO }));
        assert_eq!(Stop::Terms { limit: 3 }.to_string(), "the result needs more than 3 terms");
    }

    #[test]
    fn a_meter_sees_a_pulled_token_within_its_stride() {
        let cancel = Cancel::new();
        let budget = Budget::unlimited().with_cancel(&cancel);
        let mut meter = budget.meter();
        assert_eq!(meter.step(1), Ok(()));
        cancel.cancel();
        let stopped = (0..=Meter::STRIDE).any(|_| meter.step(1).is_err());
        assert!(stopped);
    }
}
