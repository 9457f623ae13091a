//! A paper as one text of LaTeX or Markdown, whatever it is made of, and where each part of this text
//! comes from.
//!
//! | input | what becomes of it |
//! |---|---|
//! | LaTeX (`.tex`) | `\input` and its like are put in their places, comments and listings left out |
//! | a folder, `.zip`, `.tar`, `.tar.gz`, `.tgz`, `.gz` | its main file, the one with `\documentclass` |
//! | Markdown, plain text | as it is |
//! | reStructuredText (`.rst`) | `.. math::` and `:math:` as displays |
//! | Jupyter notebooks (`.ipynb`) | the Markdown cells |
//! | HTML (`.html`) | TeX in annotations, scripts and text; MathML as LaTeX; tables as those of Markdown |
//!
//! Archives are unpacked in memory, up to a size; nothing is written, and no path in them leads out.

mod archive;
mod html;
mod latex;
mod main_file;
mod mapped;
mod notebook;
mod restructured;
mod tree;

use std::ops::Range;
use std::path::Path;

use appell_diagnostic::{Diagnostic, Place};

pub use mapped::{Position, SourceFile};

use mapped::Mapped;
use tree::Tree;

/// The largest file that is read; the longest LaTeX sources of books are smaller.
pub const MAX_FILE: usize = 16 << 20;

/// A paper: its text, and where that comes from.
#[derive(Clone, Debug)]
pub struct Paper {
    mapped: Mapped,
    warnings: Vec<Diagnostic>,
}

impl Paper {
    /// The paper in a file, a folder or an archive.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Diagnostic> {
        let path = path.as_ref();
        let shown = path.display().to_string();
        if path.is_dir() {
            let tree = Tree::folder(path)?;
            let main = main_file::find(&tree, &shown)?;
            return Self::of_tree(&tree, &main);
        }
        if archive::is_archive(&shown) {
            let bytes = appell_files::bytes(path, archive::MAX_ARCHIVE)?;
            return Self::from_archive(&bytes, &shown);
        }
        let text = tree::decoded(appell_files::bytes(path, MAX_FILE)?)
            .map_err(|problem| problem.fact("file", &shown))?;
        Self::of_text(&shown, text, &Tree::beside(path), "")
    }

    /// The paper in an archive of sources, by the ending of its name.
    ///
    /// ```
    /// let problem = appell_paper::Paper::from_archive(b"PK\x03\x04", "paper.zip").unwrap_err();
    /// assert_eq!(problem.code, "archive");
    /// ```
    pub fn from_archive(bytes: &[u8], name: &str) -> Result<Self, Diagnostic> {
        let tree = Tree::Memory(archive::unpacked(bytes, name)?);
        let main = main_file::find(&tree, name)?;
        Self::of_tree(&tree, &main)
    }

    /// A paper that is one text; the ending of its name says what it is.
    ///
    /// ```
    /// let rst = "Energy\n\n.. math::\n\n   E = m c^2\n";
    /// let paper = appell_paper::Paper::from_text("paper.rst", rst)?;
    /// let at = paper.text().find("E = m").ok_or("not copied")?;
    /// assert_eq!(paper.position(at).line, 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_text(name: &str, text: impl Into<String>) -> Result<Self, Diagnostic> {
        Self::of_text(name, text.into(), &Tree::Memory(Default::default()), "")
    }

    fn of_tree(tree: &Tree, main: &str) -> Result<Self, Diagnostic> {
        let text = tree.text(main)?.unwrap_or_default();
        let folder = main.rfind('/').map_or("", |end| &main[..=end]);
        Self::of_text(&tree.shown(main), text, tree, folder)
    }

    /// A paper whose files are looked up in a folder of a tree.
    fn of_text(name: &str, text: String, tree: &Tree, folder: &str) -> Result<Self, Diagnostic> {
        let mut mapped = Mapped::default();
        let mut warnings = Vec::new();
        let file = mapped.add_file(name, text);
        match Kind::of(name) {
            Kind::Latex => latex::splice(&mut mapped, file, (tree, folder), &mut warnings)?,
            Kind::Plain => mapped.copy(file, 0..mapped.file(file).text().len()),
            Kind::Restructured => restructured::convert(&mut mapped, file),
            Kind::Notebook => notebook::convert(&mut mapped, file)?,
            Kind::Html => html::convert(&mut mapped, file),
        }
        Ok(Self { mapped, warnings })
    }

    /// Its text, of LaTeX or of Markdown with LaTeX in it.
    pub fn text(&self) -> &str {
        self.mapped.text()
    }

    /// The files that it is made of; the main file first.
    pub fn files(&self) -> &[SourceFile] {
        self.mapped.files()
    }

    /// What a reader should know: files that are missing.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// File, line and column of a byte of the text.
    pub fn position(&self, at: usize) -> Position<'_> {
        self.mapped.position(at)
    }

    /// The file that a part of the text comes from, and where it is there. What goes on in another file
    /// ends with the first.
    pub fn origin(&self, span: Range<usize>) -> (&SourceFile, Range<usize>) {
        self.mapped.origin(span)
    }

    /// Diagnostics about its text by the files that they are about, with their places there.
    pub fn in_files(&self, diagnostics: &[Diagnostic]) -> Vec<(&SourceFile, Vec<Diagnostic>)> {
        let mut out: Vec<(&SourceFile, Vec<Diagnostic>)> = Vec::new();
        for diagnostic in diagnostics {
            let span = match &diagnostic.place {
                Place::Span(span) => span.clone(),
                _ => 0..0,
            };
            let (file, span) = self.origin(span);
            let mut diagnostic = diagnostic.clone();
            if matches!(diagnostic.place, Place::Span(_)) {
                diagnostic = diagnostic.at(span);
            }
            match out.iter_mut().find(|(known, _)| std::ptr::eq(*known, file)) {
                Some((_, list)) => list.push(diagnostic),
                None => out.push((file, vec![diagnostic])),
            }
        }
        out
    }
}

/// What a file is, by the ending of its name.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Latex,
    Plain,
    Restructured,
    Notebook,
    Html,
}

impl Kind {
    fn of(name: &str) -> Self {
        match ending(name).as_str() {
            "tex" | "ltx" | "latex" => Self::Latex,
            "rst" | "rest" => Self::Restructured,
            "ipynb" => Self::Notebook,
            "html" | "htm" | "xhtml" => Self::Html,
            _ => Self::Plain,
        }
    }
}

/// The ending of a name, in small letters.
fn ending(name: &str) -> String {
    Path::new(name).extension().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default()
}
