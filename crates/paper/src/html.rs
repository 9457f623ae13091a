//! HTML: TeX in annotations, in scripts and in the text; MathML; tables.

mod entities;
mod mathml;
mod tags;

use std::ops::Range;

use crate::mapped::Mapped;
use entities::write_decoded;
use tags::{Event, Tag, Tags};

/// Elements whose inside is not read.
const SILENT: [&str; 7] = ["script", "style", "pre", "code", "textarea", "svg", "head"];
/// Elements that stand on lines of their own.
const BLOCKS: [&str; 21] = [
    "p",
    "div",
    "br",
    "li",
    "ul",
    "ol",
    "dl",
    "dd",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "section",
    "article",
    "table",
    "blockquote",
    "figure",
    "caption",
];

/// Copies the words, mathematics as LaTeX, and tables as those of Markdown.
pub(crate) fn convert(mapped: &mut Mapped, file: usize) {
    let text = mapped.file(file).text().to_owned();
    let mut page = Page { mapped, file, text: &text, is_alone: false, in_row: false };
    let mut tags = Tags::new(&text);
    while let Some(event) = tags.next() {
        match event {
            Event::Text(range) => page.words(range),
            Event::Open(tag) => page.open(tag, &mut tags),
            Event::Close(name, at) => page.close(&name, at),
        }
    }
}

/// A page as it is read.
struct Page<'p> {
    mapped: &'p mut Mapped,
    file: usize,
    text: &'p str,
    /// Whether nothing is printed yet in an indented line, which is how some display mathematics.
    is_alone: bool,
    /// Whether this is a row of a table.
    in_row: bool,
}

impl Page<'_> {
    fn write(&mut self, text: &str, at: usize) {
        self.mapped.write(text, self.file, at);
    }

    fn words(&mut self, range: Range<usize>) {
        self.is_alone &= self.text[range.clone()].trim().is_empty();
        let mut start = range.start;
        // a row of Markdown is a line
        while let Some(length) = self.text[start..range.end].find('\n').filter(|_| self.in_row) {
            write_decoded(self.mapped, self.file, self.text, start..start + length);
            self.write(" ", start + length);
            start += length + 1;
        }
        write_decoded(self.mapped, self.file, self.text, start..range.end);
    }

    fn open(&mut self, tag: Tag, tags: &mut Tags<'_>) {
        let name = tag.name.as_str();
        let is_tex = |it: &str| it.starts_with("math/tex");
        // what is shown by other means, and there for the eye only
        let is_twice = tag.get("aria-hidden") == Some("true")
            || ["katex-html", "MathJax_Preview"].iter().any(|class| tag.has_class(class));
        if name == "script" && tag.get("type").is_some_and(is_tex) {
            let is_display = tag.get("type").is_some_and(|it| it.contains("display"));
            if let Some(inside) = tags.skip(&tag) {
                self.mathematics(is_display, tag.at, |page| page.mapped.copy(page.file, inside));
            }
        } else if name == "math" {
            let is_display = tag.get("display") == Some("block") || self.is_alone;
            let at = tag.at;
            let formula = mathml::Formula::read(tags, tag);
            self.mathematics(is_display, at, |page| {
                formula.write(page.mapped, page.file, page.text)
            });
        } else if is_twice || SILENT.contains(&name) {
            tags.skip(&tag);
        } else if name == "tr" {
            // the table around a numbered equation of LaTeXML is none
            self.in_row = !tag.has_class("ltx_eqn_row");
            self.write(if self.in_row { "\n| " } else { "\n" }, tag.at);
        } else if BLOCKS.contains(&name) && !self.in_row {
            self.write("\n\n", tag.at);
            self.is_alone = name == "dd";
        }
    }

    fn close(&mut self, name: &str, at: usize) {
        match name {
            "td" | "th" if self.in_row => self.write(" | ", at),
            "tr" | "table" => {
                self.in_row = false;
                self.write("\n", at);
            }
            name if BLOCKS.contains(&name) && !self.in_row => self.write("\n\n", at),
            _ => {}
        }
    }

    fn mathematics(&mut self, is_display: bool, at: usize, body: impl FnOnce(&mut Self)) {
        let (open, close) = if is_display { ("\n\n$$ ", " $$\n\n") } else { ("\\( ", " \\)") };
        self.write(open, at);
        body(self);
        self.write(close, at);
        self.is_alone = false;
    }
}
