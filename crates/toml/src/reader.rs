//! A reader that only keeps a list.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use crate::read::Read;

/// What was found so far.
#[derive(Debug, Default)]
pub struct Reader {
    findings: Vec<Diagnostic>,
}

impl Read for Reader {
    fn report(&mut self, finding: Diagnostic, span: Range<usize>) {
        /// What comes after very many findings says nothing new.
        const MANY: usize = 200;
        if self.findings.len() < MANY {
            self.findings.push(finding.at(span));
        }
    }
}

impl Reader {
    /// What was read, or all that is wrong.
    pub fn result<T>(self, read: Option<T>) -> Result<T, Vec<Diagnostic>> {
        match read {
            Some(read) if self.findings.is_empty() => Ok(read),
            _ => Err(self.findings),
        }
    }
}
