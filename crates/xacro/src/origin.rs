//! Where things come from: the file and the bytes of the element.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, Place};

/// A place in one of the files that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The number of the file; 0 is the main one.
    pub(crate) file: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Where the elements of an expanded text come from.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    pub(crate) files: Vec<File>,
    /// Where an element starts in the expanded text, and its origin; ascending.
    pub(crate) starts: Vec<(usize, Origin)>,
}

impl SourceMap {
    /// A finding about the expanded text, at the place that it comes from: in the main file, its
    /// bytes; in another one, its name and line.
    pub fn locate(&self, finding: Diagnostic) -> Diagnostic {
        let Place::Span(Range { start, .. }) = finding.place else { return finding };
        let after = self.starts.partition_point(|(at, _)| *at <= start);
        match after.checked_sub(1) {
            Some(index) => self.place(finding, self.starts[index].1),
            None => finding.at(0..0),
        }
    }

    /// A finding at a place of the files.
    pub(crate) fn place(&self, mut finding: Diagnostic, origin: Origin) -> Diagnostic {
        if origin.file == 0 {
            return finding.at(origin.start as usize..origin.end as usize);
        }
        finding.place = Place::Unknown;
        finding.fact("in", self.line(origin))
    }

    /// The name of the file and the line.
    pub(crate) fn line(&self, origin: Origin) -> String {
        let Some(File { name, text }) = self.files.get(origin.file as usize) else {
            return String::new();
        };
        let before = text.get(..origin.start as usize).unwrap_or_default();
        format!("{name}:{}", before.matches('\n').count() + 1)
    }
}
