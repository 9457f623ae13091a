//! How deep, how long and how much a file may be expanded.

use std::time::{Duration, Instant};

use crate::fault::{Fault, Result};
use crate::value::MAX_TEXT;

/// How much of the depth an element takes, of its own or of a macro.
pub(super) const ELEMENT: usize = 6;

/// How much of the depth a text takes.
pub(super) const TEXT: usize = 4;

/// The depth of all elements, macros, files, texts and expressions that are open.
const MAX_DEPTH: usize = 1000;

/// Elements and texts that are looked at.
const MAX_STEPS: usize = 1_000_000;

/// Bytes of the expanded file.
const MAX_BYTES: usize = 4 << 20;

/// Far beyond what any robot needs.
const MAX_TIME: Duration = Duration::from_secs(5);

pub(super) struct Limits {
    depth: usize,
    steps: usize,
    bytes: usize,
    end: Instant,
}

impl Limits {
    pub(super) fn new() -> Self {
        Self { depth: 0, steps: 0, bytes: 0, end: Instant::now() + MAX_TIME }
    }

    /// Goes deeper. After a fault nothing is expanded any more, so nobody comes back from it.
    pub(super) fn enter(&mut self, by: usize) -> Result<()> {
        self.depth += by;
        match self.depth > MAX_DEPTH {
            true => Err(Fault::limit("macros, files or expressions are nested too deep")),
            false => Ok(()),
        }
    }

    pub(super) fn leave(&mut self, by: usize) {
        self.depth = self.depth.saturating_sub(by);
    }

    pub(super) fn step(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Fault::limit(format!("the file expands to more than {MAX_STEPS} steps")));
        }
        if self.steps.is_multiple_of(256) && Instant::now() > self.end {
            let seconds = MAX_TIME.as_secs();
            return Err(Fault::limit(format!("time limit of {seconds} s exceeded")));
        }
        Ok(())
    }

    /// Counts bytes of the expanded file.
    pub(super) fn write(&mut self, bytes: usize) -> Result<()> {
        self.bytes += bytes;
        match self.bytes > MAX_BYTES {
            true => Err(Fault::limit(format!("the file expands to more than {MAX_BYTES} bytes"))),
            false => Ok(()),
        }
    }

    pub(super) fn check_text(&self, length: usize) -> Result<()> {
        match length > MAX_TEXT {
            true => Err(Fault::limit("a string is too long")),
            false => Ok(()),
        }
    }
}
