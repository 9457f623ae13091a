//! A text that is put together from files, and where each part of it comes from.

use std::ops::Range;

/// A file that a paper is made of.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    /// Where its lines begin.
    lines: Vec<usize>,
    /// How many characters are before every so many bytes.
    characters: Vec<usize>,
}

/// After how many bytes characters are counted: lines may be as long as the file.
const STRIDE: usize = 4096;

impl SourceFile {
    fn new(name: &str, text: String) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        let mut characters = vec![0];
        for part in text.as_bytes().chunks(STRIDE) {
            let before = characters.last().copied().unwrap_or_default();
            characters.push(before + count(part));
        }
        Self { name: name.to_owned(), text, lines, characters }
    }

    /// How many characters are before a byte.
    fn characters_before(&self, at: usize) -> usize {
        let whole = at / STRIDE;
        self.characters[whole] + count(&self.text.as_bytes()[whole * STRIDE..at])
    }

    /// Its name: a path, or a path inside an archive.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text, as it is in the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte, from one; columns count characters.
    pub fn line_and_column(&self, at: usize) -> (usize, usize) {
        let at = self.text.floor_char_boundary(at.min(self.text.len()));
        let line = self.lines.partition_point(|start| *start <= at);
        let start = self.lines[line - 1];
        (line, self.characters_before(at) - self.characters_before(start) + 1)
    }
}

/// How many characters begin in bytes of UTF-8.
fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<'p> {
    /// The name of the file.
    pub file: &'p str,
    /// The line, from one.
    pub line: usize,
    /// The column, from one, in characters.
    pub column: usize,
}

/// A text in parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mapped {
    text: String,
    files: Vec<SourceFile>,
    parts: Vec<Part>,
}

/// A part of the text, up to where the next begins.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: usize,
    file: usize,
    origin: usize,
    /// Whether it is the text of the file byte by byte; else it stands for what is at its origin.
    copied: bool,
}

impl Mapped {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn files(&self) -> &[SourceFile] {
        &self.files
    }

    pub(crate) fn file(&self, index: usize) -> &SourceFile {
        &self.files[index]
    }

    /// A file that parts will come from.
    pub(crate) fn add_file(&mut self, name: &str, text: String) -> usize {
        self.files.push(SourceFile::new(name, text));
        self.files.len() - 1
    }

    /// Copies a part of a file.
    pub(crate) fn copy(&mut self, file: usize, range: Range<usize>) {
        if !range.is_empty() {
            let part = Part { start: self.text.len(), file, origin: range.start, copied: true };
            self.parts.push(part);
            self.text.push_str(&self.files[file].text[range]);
        }
    }

    /// Copies words, in which signs that would begin mathematics become spaces.
    pub(crate) fn copy_words(&mut self, file: usize, range: Range<usize>) {
        let start = self.text.len();
        self.copy(file, range);
        let words = self.text.split_off(start);
        self.text.extend(words.chars().map(|c| if "\\$%`".contains(c) { ' ' } else { c }));
    }

    /// Writes what stands for something in a file.
    pub(crate) fn write(&mut self, text: &str, file: usize, origin: usize) {
        if !text.is_empty() {
            self.parts.push(Part { start: self.text.len(), file, origin, copied: false });
            self.text.push_str(text);
        }
    }

    fn place(&self, at: usize) -> (usize, usize) {
        let index = self.parts.partition_point(|part| part.start <= at);
        match index.checked_sub(1).map(|index| self.parts[index]) {
            Some(Part { start, file, origin, copied }) => {
                (file, if copied { origin + at - start } else { origin })
            }
            None => (0, 0),
        }
    }

    pub(crate) fn position(&self, at: usize) -> Position<'_> {
        let (file, at) = self.place(at);
        let file = &self.files[file];
        let (line, column) = file.line_and_column(at);
        Position { file: &file.name, line, column }
    }

    pub(crate) fn origin(&self, span: Range<usize>) -> (&SourceFile, Range<usize>) {
        let (file, start) = self.place(span.start);
        let text = &self.files[file].text;
        let start = text.floor_char_boundary(start.min(text.len()));
        let last = span.end.max(span.start + 1) - 1;
        let end = match self.place(last) {
            (same, end) if same == file && end >= start => end + 1,
            _ => text[start..].find('\n').map_or(text.len(), |length| start + length),
        };
        (&self.files[file], start..text.ceil_char_boundary(end.min(text.len())))
    }
}
