//! The frames of a model: links, joints and frames, each placed in another one.

use std::collections::BTreeMap;
use std::ops::Range;

use appell_algebra::{Budget, Error, Symbols};
use appell_diagnostic::Diagnostic;

use crate::placement::Placement;

/// The frame of the model itself.
pub(super) const MODEL: &str = "__model__";

/// The name of what models are attached to.
pub(super) const WORLD: &str = "world";

/// The frames of a model by their names.
#[derive(Default)]
pub(super) struct Frames(BTreeMap<String, Frame>);

struct Frame {
    relative_to: String,
    placement: Placement,
    /// What it is fixed to: itself, for links; a link or a frame.
    attached_to: Option<String>,
    span: Range<usize>,
}

impl Frames {
    /// Adds a frame; nothing where its name is taken.
    pub(super) fn add(
        &mut self,
        name: &str,
        relative_to: String,
        placement: Placement,
        attached_to: Option<String>,
        span: Range<usize>,
    ) -> Option<Diagnostic> {
        let frame = Frame { relative_to, placement, attached_to, span };
        let message = if [MODEL, WORLD].contains(&name) {
            format!("`{name}` is reserved: no link, joint or frame may be called so")
        } else if self.has(name) {
            format!("two links, joints or frames are called `{name}`")
        } else {
            self.0.insert(name.to_owned(), frame);
            return None;
        };
        Some(Diagnostic::error("duplicate-name", message).hint("give it another name"))
    }

    /// Whether there is a frame of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Frames that are relative to something that is not there, or to themselves.
    pub(super) fn findings(&self) -> Vec<(Diagnostic, Range<usize>)> {
        let mut findings = Vec::new();
        for (name, frame) in &self.0 {
            let known = |other: &str| other == MODEL || self.has(other);
            let ends = [Some(&frame.relative_to), frame.attached_to.as_ref()];
            for missing in ends.into_iter().flatten().filter(|it| !known(it)) {
                let problem =
                    Diagnostic::error("unknown-frame", format!("unknown frame `{missing}`"))
                        .fact("frame", name)
                        .did_you_mean(
                            missing,
                            self.0.keys().map(String::as_str),
                            "name a link, a joint or a frame of the model",
                        );
                findings.push((problem, frame.span.clone()));
            }
        }
        if findings.is_empty() {
            let loops = self.0.iter().filter(|(name, _)| self.chain(name).is_none());
            findings.extend(loops.take(1).map(|(name, frame)| {
                let message = format!("the frame `{name}` is placed relative to itself");
                let problem = Diagnostic::error("frame-loop", message);
                (problem.hint("give one of the frames a pose in the model"), frame.span.clone())
            }));
        }
        findings
    }

    /// The names from a frame up to the model; nothing where they go round.
    fn chain<'f>(&'f self, name: &'f str) -> Option<Vec<&'f str>> {
        let mut chain = vec![name];
        while let Some(frame) = chain.last().and_then(|name| self.0.get(*name)) {
            if chain.len() > self.0.len() {
                return None;
            }
            chain.push(&frame.relative_to);
        }
        Some(chain)
    }

    /// The link that a frame is fixed to.
    pub(super) fn link_of<'f>(&'f self, name: &'f str) -> Option<&'f str> {
        let mut name = name;
        for _ in 0..=self.0.len() {
            match &self.0.get(name)?.attached_to {
                None => return Some(name),
                Some(other) => name = other,
            }
        }
        None
    }

    /// Where one frame lies in another one. What both are placed in does not enter.
    pub(super) fn relative(
        &self,
        outer: &str,
        inner: &str,
        symbols: &Symbols,
        budget: &Budget,
    ) -> Result<Placement, Error> {
        // checked before: no chain goes round
        let mut up = self.chain(outer).unwrap_or_default();
        let mut down = self.chain(inner).unwrap_or_default();
        while up.last().is_some() && up.last() == down.last() {
            up.pop();
            down.pop();
        }
        let placement = |name: &str| self.0.get(name).map(|it| it.placement.clone());
        let mut result = Placement::default();
        for frame in up.into_iter().filter_map(placement) {
            result = result.then(&frame.inverse(symbols, budget)?, symbols, budget)?;
        }
        for frame in down.into_iter().rev().filter_map(placement) {
            result = result.then(&frame, symbols, budget)?;
        }
        Ok(result)
    }
}
