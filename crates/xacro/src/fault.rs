//! What went wrong, on its way to the place where it is reported.

use appell_diagnostic::Diagnostic;

use crate::origin::{Origin, SourceMap};

/// The result of a step of the expansion.
pub(crate) type Result<T> = std::result::Result<T, Box<Fault>>;

/// What went wrong, where, and through which macros and files.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) diagnostic: Diagnostic,
    origin: Option<Origin>,
    calls: Vec<Origin>,
}

impl Fault {
    /// Something that is wrong in the file.
    pub(crate) fn new(message: impl Into<String>, hint: impl Into<String>) -> Box<Self> {
        Self::of(Diagnostic::error("xacro", message).hint(hint))
    }

    /// An expression that cannot be evaluated.
    pub(crate) fn expression(message: impl Into<String>, hint: impl Into<String>) -> Box<Self> {
        Self::of(Diagnostic::error("xacro-expression", message).hint(hint))
    }

    /// A limit that was hit.
    pub(crate) fn limit(message: impl Into<String>) -> Box<Self> {
        let hint = "look for a macro or a file that contains itself";
        Self::of(Diagnostic::error("xacro-limit", message).hint(hint))
    }

    pub(crate) fn of(diagnostic: Diagnostic) -> Box<Self> {
        Box::new(Self { diagnostic, origin: None, calls: Vec::new() })
    }

    /// Says where, unless that is known already.
    pub(crate) fn at(mut self: Box<Self>, origin: Origin) -> Box<Self> {
        self.origin.get_or_insert(origin);
        self
    }

    /// Says from where the macro or the file at hand was called.
    pub(crate) fn called(mut self: Box<Self>, origin: Origin) -> Box<Self> {
        const MOST: usize = 3;
        if self.calls.len() < MOST {
            self.calls.push(origin);
        }
        self
    }

    /// The finding for the user.
    pub(crate) fn finding(self, map: &SourceMap) -> Diagnostic {
        let Self { diagnostic, origin, calls } = self;
        let finding = calls
            .iter()
            .fold(diagnostic, |finding, call| finding.fact("called from", map.line(*call)));
        match origin {
            Some(origin) => map.place(finding, origin),
            None => finding,
        }
    }
}
