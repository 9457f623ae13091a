//! Where mathematics is displayed in a file of LaTeX or Markdown.

use std::ops::Range;

use super::macros::Macros;
use super::token::command_name;

/// A part of the file that holds mathematics.
pub(super) struct Display {
    pub(super) inside: Range<usize>,
    pub(super) whole: Range<usize>,
    /// Empty where it stands in `$$` or `\[`.
    pub(super) environment: String,
    /// Whether its end is there.
    pub(super) closed: bool,
    /// Whether it stands in the text of a paragraph.
    pub(super) inline: bool,
}

/// Walks through a file from display to display, and learns its macros on the way.
pub(super) struct Displays<'t> {
    text: &'t str,
    at: usize,
    /// Whether this is LaTeX, where `%` begins a comment anywhere.
    is_latex: bool,
    pub(super) macros: Macros,
    /// Ends that do not stand in the rest of the file: they need not be looked for again.
    missing: Vec<String>,
}

const ENVIRONMENTS: [&str; 11] = [
    "equation",
    "align",
    "gather",
    "multline",
    "eqnarray",
    "displaymath",
    "flalign",
    "alignat",
    "math",
    "dmath",
    "IEEEeqnarray",
];

/// How a display begins.
struct Opening {
    /// Where its inside begins.
    inside: usize,
    close: String,
    environment: String,
    inline: bool,
}

impl<'t> Displays<'t> {
    pub(super) fn new(text: &'t str, is_latex: bool) -> Self {
        Self { text, at: 0, is_latex, macros: Macros::default(), missing: Vec::new() }
    }

    /// What opens here; none where the text goes on behind something else.
    fn opening(&mut self, found: usize) -> Option<Opening> {
        let rest = &self.text[found..];
        let line_start = self.text[..found].ends_with('\n') || found == 0;
        let simple = |open: &str, close: &str| Opening {
            inside: found + open.len(),
            close: close.to_owned(),
            environment: String::new(),
            inline: false,
        };
        if rest.starts_with('%') && (self.is_latex || line_start) {
            self.at = found + rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("```math") {
            return Some(simple("```math", "```"));
        } else if rest.starts_with('`') && !self.is_latex {
            self.at = found + code_length(rest);
        } else if rest.starts_with("$$") {
            return Some(simple("$$", "$$"));
        } else if let Some(rest) = rest.strip_prefix('$') {
            // mathematics in the text of a paragraph
            let inline = rest.find('$').filter(|end| !has_blank_line(&rest[..*end]));
            if inline.is_some_and(|end| end > 0) {
                return Some(Opening { inline: true, ..simple("$", "$") });
            }
            self.at = found + inline.map_or(1, |end| end + 2);
        } else if rest.starts_with("\\(") {
            return Some(Opening { inline: true, ..simple("\\(", "\\)") });
        } else if rest.starts_with("\\[") {
            return Some(simple("\\[", "\\]"));
        } else if let Some(behind) = rest.strip_prefix('\\') {
            let name = command_name(behind);
            self.at = found + 1 + name.len();
            if let Some(environment) = begun(rest) {
                let inside = found + "\\begin{}".len() + environment.len();
                if is_display(environment) {
                    return Some(self.environment(environment, inside));
                }
                // one that the file defines
                let begins = self.macros.environment(environment).filter(|it| is_display(it));
                if let Some(begins) = begins.map(str::to_owned) {
                    let close = format!("\\end{{{environment}}}");
                    return Some(Opening { close, ..self.environment(&begins, inside) });
                }
            }
            let defined = self.macros.define(name, &self.text[self.at..]);
            self.at += defined.unwrap_or_default();
            // \be for \begin{equation}
            let known = self.macros.get(name).filter(|_| defined.is_none());
            let environment = known.and_then(|known| begun(known.source.trim()));
            let environment = environment.filter(|name| is_display(name));
            if let Some(environment) = environment.map(str::to_owned) {
                return Some(self.environment(&environment, self.at));
            }
        } else {
            self.at = found + 1;
        }
        None
    }

    fn environment(&self, name: &str, inside: usize) -> Opening {
        let takes_columns = name.starts_with("alignat") || name.starts_with("IEEE");
        let columns = self.text[inside..].find('}').filter(|_| takes_columns);
        Opening {
            inside: inside + columns.map_or(0, |end| end + 1),
            close: format!("\\end{{{name}}}"),
            environment: name.to_owned(),
            inline: false,
        }
    }

    /// Where a display ends, and where the text goes on.
    fn end(&mut self, close: &str, from: usize) -> Option<(usize, usize)> {
        let mut ends = vec![close.to_owned()];
        ends.extend(self.macros.written(close).map(|name| format!("\\{name}")));
        let mut first: Option<(usize, usize)> = None;
        for end in ends {
            if self.missing.contains(&end) {
                continue;
            }
            match self.text[from..].find(&end).map(|at| from + at) {
                None => self.missing.push(end),
                Some(at) if first.is_none_or(|(before, _)| at < before) => {
                    first = Some((at, at + end.len()));
                }
                Some(_) => {}
            }
        }
        first
    }
}

impl Iterator for Displays<'_> {
    type Item = Display;

    fn next(&mut self) -> Option<Display> {
        loop {
            let found = self.at + self.text[self.at..].find(['\\', '$', '%', '`'])?;
            let Some(Opening { inside, close, environment, inline }) = self.opening(found) else {
                continue;
            };
            let end = self.end(&close, inside);
            // without an end, only the opening is left out
            let (end, after) = end.unwrap_or((inside, inside));
            self.at = after;
            let closed = after > inside;
            let inside = inside..end;
            return Some(Display { inside, whole: found..after, environment, closed, inline });
        }
    }
}

/// The name of the environment that begins here.
fn begun(rest: &str) -> Option<&str> {
    let inside = rest.strip_prefix("\\begin{")?;
    // no name is longer
    let near = &inside[..inside.floor_char_boundary(inside.len().min(20))];
    near.split_once('}').map(|(name, _)| name)
}

fn is_display(environment: &str) -> bool {
    ENVIRONMENTS.contains(&environment.trim_end_matches('*'))
}

/// How many bytes of Markdown are code: between three backticks, or two single ones in a line.
fn code_length(rest: &str) -> usize {
    if let Some(inside) = rest.strip_prefix("```") {
        return inside.find("```").map_or(rest.len(), |end| end + 6);
    }
    match rest[1..].find(['`', '\n']) {
        Some(end) if rest[1 + end..].starts_with('`') => end + 2,
        _ => 1,
    }
}

fn has_blank_line(text: &str) -> bool {
    let mut lines = text.split('\n').skip(1).peekable();
    // what stands behind the last break is not a whole line
    while let Some(line) = lines.next() {
        if lines.peek().is_some() && line.trim().is_empty() {
            return true;
        }
    }
    false
}
