//! `<include file="..."/>`: the text of a file with those of the files that it includes, and where
//! every piece of it comes from.
//!
//! A name is looked up beside the main file, then beside the file that names it; a file is included
//! once. The root element of an included file is replaced by what it holds, as MuJoCo does it.

use std::collections::BTreeSet;
use std::ops::Range;

use appell_diagnostic::{Diagnostic, Place, excerpt};
use roxmltree::Node;

use crate::files::Files;
use crate::read::{MAX_BYTES, Reading};
use crate::xml;

/// More files than this are no robot.
const MAX_FILES: usize = 200;

/// The text of a file with what it includes.
pub(super) struct Merged {
    pub(super) text: String,
    pieces: Vec<Piece>,
}

/// A piece of the text up to the next one.
struct Piece {
    /// Where it starts in the merged text.
    at: usize,
    /// Where it starts in its file.
    from: usize,
    /// For a piece of an included file: the `<include>` of the main file, and the piece's file.
    included: Option<Included>,
}

#[derive(Clone)]
struct Included {
    place: Range<usize>,
    file: String,
    /// The number of the line at which the piece starts.
    line: usize,
}

/// The text of a main file with all that it includes.
pub(super) fn merge(text: &str, files: &Files) -> Result<Merged, Box<Diagnostic>> {
    let mut merger = Merger {
        files,
        seen: BTreeSet::new(),
        open: Vec::new(),
        merged: Merged { text: String::new(), pieces: Vec::new() },
    };
    match text.contains("<include") {
        false => merger.copy(text, 0..text.len(), None)?,
        true => merger.file(text, None)?,
    }
    Ok(merger.merged)
}

struct Merger<'f> {
    files: &'f Files,
    /// The names of all files that were included.
    seen: BTreeSet<String>,
    /// The names of the files that include each other, the outermost first.
    open: Vec<String>,
    merged: Merged,
}

impl Merger<'_> {
    /// Adds a file: the main one as it is, an included one without its root element.
    fn file(&mut self, text: &str, place: Option<&Range<usize>>) -> Result<(), Box<Diagnostic>> {
        let document = match xml::parse(text) {
            Ok(document) => document,
            Err(failure) => {
                let (problem, span) = *failure;
                return Err(self.located(problem, text, span, place));
            }
        };
        let root = document.root_element();
        let inside = match (place, root.first_child(), root.last_child()) {
            (None, ..) => 0..text.len(),
            (Some(_), Some(first), Some(last)) => first.range().start..last.range().end,
            _ => return Ok(()),
        };
        let mut copied = inside.start;
        let includes = root.descendants().filter(|node| node.tag_name().name() == "include");
        for node in includes.filter(|node| inside.contains(&node.range().start)) {
            self.copy(text, copied..node.range().start, place)?;
            copied = node.range().end;
            let (name, included) = match self.read(node) {
                Ok(read) => read,
                Err(problem) => {
                    return Err(self.located(*problem, text, xml::start_tag(node), place));
                }
            };
            self.open.push(name);
            self.file(&included, Some(place.unwrap_or(&xml::start_tag(node))))?;
            self.open.pop();
        }
        self.copy(text, copied..inside.end, place)
    }

    /// The file that an `<include>` names.
    fn read(&mut self, node: Node<'_, '_>) -> Result<(String, String), Box<Diagnostic>> {
        let Some(name) = node.attribute("file") else {
            let problem = Diagnostic::error("missing-attribute", "<include> has no `file`");
            return Err(Box::new(problem.hint("write <include file=\"...\"/>")));
        };
        let name = plain(name);
        let beside = self.open.last().and_then(|open| open.rsplit_once('/'));
        let beside = beside.map(|(folder, _)| plain(&format!("{folder}/{name}")));
        let mut found = (name.clone(), self.files.read(&name));
        if let (Err(problem), Some(beside)) = (&found.1, beside)
            && problem.code != "outside-folder"
            && let Ok(text) = self.files.read(&beside)
        {
            found = (beside, Ok(text));
        }
        let (name, text) = found;
        if self.open.contains(&name) {
            let message = format!("`{}` includes itself", excerpt(&name));
            let problem = Diagnostic::error("include-loop", message)
                .fact("loop", format!("{} -> {name}", self.open.join(" -> ")))
                .hint("take one of these <include> out");
            return Err(Box::new(problem));
        }
        if !self.seen.insert(name.clone()) {
            let message = format!("`{}` is included twice", excerpt(&name));
            let problem = Diagnostic::error("include-twice", message)
                .hint("include every file once, as MuJoCo wants it");
            return Err(Box::new(problem));
        }
        if self.seen.len() > MAX_FILES {
            let problem = Diagnostic::error("too-many-files", "too many files are included")
                .fact("limit", MAX_FILES)
                .hint("put what belongs together into one file");
            return Err(Box::new(problem));
        }
        Ok((name, text?))
    }

    /// Adds a piece of a file.
    fn copy(
        &mut self,
        text: &str,
        range: Range<usize>,
        place: Option<&Range<usize>>,
    ) -> Result<(), Box<Diagnostic>> {
        let Merged { text: merged, pieces } = &mut self.merged;
        let included = place.map(|place| Included {
            place: place.clone(),
            file: self.open.last().cloned().unwrap_or_default(),
            line: text[..range.start].matches('\n').count() + 1,
        });
        pieces.push(Piece { at: merged.len(), from: range.start, included });
        merged.push_str(&text[range]);
        appell_files::check_size(merged.as_bytes(), MAX_BYTES)
            .map_err(|problem| Box::new(problem.hint("include fewer or smaller files")))
    }

    /// A problem at a place of a file, as it is shown in the main file.
    fn located(
        &self,
        problem: Diagnostic,
        text: &str,
        span: Range<usize>,
        place: Option<&Range<usize>>,
    ) -> Box<Diagnostic> {
        Box::new(match (place, self.open.last()) {
            (Some(place), Some(file)) => {
                let line = text[..span.start].matches('\n').count() + 1;
                problem.fact("file", format!("{file}:{line}")).at(place.clone())
            }
            _ => problem.at(span),
        })
    }
}

impl Merged {
    /// The findings about the merged text at their places in the main file; those in an included
    /// file say which, and are at its `<include>`.
    pub(super) fn located(&self, mut reading: Reading) -> Reading {
        for finding in &mut reading.findings {
            let Place::Span(span) = finding.place.clone() else { continue };
            let number = self.pieces.partition_point(|piece| piece.at <= span.start);
            let Some(piece) = number.checked_sub(1).map(|number| &self.pieces[number]) else {
                continue;
            };
            match &piece.included {
                None => {
                    let start = span.start - piece.at + piece.from;
                    finding.place = Place::Span(start..start + span.len());
                }
                Some(Included { place, file, line }) => {
                    let before = self.text.get(piece.at..span.start).unwrap_or_default();
                    let line = line + before.matches('\n').count();
                    finding.facts.push(("file".to_owned(), format!("{file}:{line}")));
                    finding.place = Place::Span(place.clone());
                }
            }
        }
        reading
    }
}

/// A name of a file without `.` and without `..` where a folder is before it.
fn plain(name: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    for step in name.split('/') {
        match (step, steps.last()) {
            (".", _) => {}
            ("..", Some(&last)) if !["..", ""].contains(&last) => {
                steps.pop();
            }
            _ => steps.push(step),
        }
    }
    steps.join("/")
}
