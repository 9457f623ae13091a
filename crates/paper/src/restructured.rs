//! reStructuredText: the directive `.. math::` and the role `:math:`.

use crate::mapped::Mapped;

/// Copies the words, and mathematics as displays of LaTeX.
pub(crate) fn convert(mapped: &mut Mapped, file: usize) {
    let text = mapped.file(file).text().to_owned();
    let mut lines = Lines { text: &text, at: 0 };
    while let Some((start, line)) = lines.next() {
        let indent = indent_of(line);
        let behind = line.trim_start();
        match behind.strip_prefix(".. math::") {
            Some(first) => {
                let first = start + line.len() - first.len();
                directive(mapped, file, &mut lines, indent, first..start + line.len());
            }
            None => words(mapped, file, &text, start..start + line.len()),
        }
        mapped.write("\n", file, start + line.len());
    }
}

/// Lines with where they begin, without their ends.
struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<(usize, &'t str)> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let start = self.at;
        let length = rest.find('\n').unwrap_or(rest.len());
        self.at += (length + 1).min(rest.len());
        Some((start, rest[..length].trim_end_matches('\r')))
    }
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The body of a directive: lines that are indented deeper, in paragraphs that are displays each.
fn directive(
    mapped: &mut Mapped,
    file: usize,
    lines: &mut Lines<'_>,
    indent: usize,
    first: std::ops::Range<usize>,
) {
    let mut paragraph: Vec<std::ops::Range<usize>> = vec![first];
    loop {
        let before = lines.at;
        let Some((start, line)) = lines.next() else { break };
        let is_blank = line.trim().is_empty();
        if !is_blank && indent_of(line) <= indent {
            lines.at = before;
            break;
        }
        let is_option = line.trim_start().starts_with(':') && line.trim()[1..].contains(':');
        if is_blank {
            display(mapped, file, lines.text, &std::mem::take(&mut paragraph));
        } else if !is_option {
            paragraph.push(start..start + line.len());
        }
    }
    display(mapped, file, lines.text, &paragraph);
}

fn display(mapped: &mut Mapped, file: usize, text: &str, lines: &[std::ops::Range<usize>]) {
    let is_blank = |line: &std::ops::Range<usize>| text[line.clone()].trim().is_empty();
    let (Some(first), Some(last)) =
        (lines.iter().find(|it| !is_blank(it)), lines.iter().rfind(|it| !is_blank(it)))
    else {
        return;
    };
    let inside = text[first.start..last.end].trim();
    // an environment that is a display itself
    let is_display = ["equation", "align", "gather", "multline", "eqnarray", "flalign"]
        .iter()
        .any(|name| inside.starts_with(&format!("\\begin{{{name}")));
    let (open, close) =
        if is_display { ("\n", "\n") } else { ("\n\\begin{align*}\n", "\n\\end{align*}\n") };
    mapped.write(open, file, first.start);
    mapped.copy(file, first.start..last.end);
    mapped.write(close, file, last.end);
}

/// A line of text, with mathematics in it.
fn words(mapped: &mut Mapped, file: usize, text: &str, line: std::ops::Range<usize>) {
    let mut at = line.start;
    while let Some(found) = text[at..line.end].find(":math:`") {
        let inside = at + found + ":math:`".len();
        let Some(length) = text[inside..line.end].find('`') else { break };
        mapped.copy_words(file, at..at + found);
        mapped.write("\\(", file, inside);
        mapped.copy(file, inside..inside + length);
        mapped.write("\\)", file, inside + length);
        at = inside + length + 1;
    }
    mapped.copy_words(file, at..line.end);
}
