//! Where the entries of a robot are in the file that it was read from.

use std::collections::BTreeMap;
use std::ops::Range;

use appell_diagnostic::{Diagnostic, Place};

/// The places of entries, by their path: `joint 3`, `link`, `mass`.
#[derive(Debug, Default)]
pub(crate) struct Places(BTreeMap<Vec<String>, Range<usize>>);

impl Places {
    /// Remembers the place of an entry in the file.
    pub(crate) fn remember(&mut self, path: &[String], span: Range<usize>) {
        self.0.insert(path.to_vec(), span);
    }

    /// The finding at its place in the file: that of the entry, or of the nearest thing around it.
    pub(crate) fn locate(&self, finding: Diagnostic) -> Diagnostic {
        let Place::Path(path) = &finding.place else { return finding };
        let found = (1..=path.len()).rev().find_map(|length| self.0.get(&path[..length]));
        match found {
            Some(span) => {
                let span = span.clone();
                finding.at(span)
            }
            None => finding,
        }
    }
}
