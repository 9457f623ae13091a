//! What a document sees while it is compiled: itself, and the fonts that come with Typst. No other files, no
//! packages, no date: the same text is the same PDF on every machine.

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, Source};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

/// One document and the fonts.
pub(crate) struct OneDocument {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    source: Source,
}

impl OneDocument {
    /// The surroundings of a document.
    pub(crate) fn new(text: String) -> Self {
        let fonts: Vec<Font> =
            typst_assets::fonts().flat_map(|data| Font::iter(Bytes::new(data))).collect();
        Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            source: Source::detached(text),
        }
    }

    /// The line, from one on, at which a byte of the document is.
    pub(crate) fn line(&self, byte: usize) -> usize {
        self.source.lines().byte_to_line(byte).map_or(1, |line| line + 1)
    }
}

impl World for OneDocument {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.source.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        match id == self.source.id() {
            true => Ok(self.source.clone()),
            false => Err(FileError::AccessDenied),
        }
    }

    fn file(&self, _: FileId) -> FileResult<Bytes> {
        Err(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
