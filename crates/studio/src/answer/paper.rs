//! A paper as it is read: headings, paragraphs with formulas in them, and displayed equations.
//!
//! This is for the eye. What the proof-reader reads of a paper is another matter; where both say where
//! an equation stands, they speak of the same bytes.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::{Value, json};

use super::mathml;

/// The environments of displayed equations, without their stars.
const DISPLAYS: [&str; 8] =
    ["equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign", "alignat"];

/// A piece of a paper.
pub(super) struct Piece {
    /// Its place in the file.
    pub(super) span: Range<usize>,
    content: Content,
}

enum Content {
    Heading(String),
    /// Text and formulas in turn, the text first.
    Paragraph(Vec<String>),
    Display {
        latex: String,
        tag: Option<String>,
    },
}

impl Piece {
    /// The piece for a page.
    pub(super) fn json(&self) -> Value {
        match &self.content {
            Content::Heading(text) => json!({ "kind": "heading", "text": text }),
            Content::Paragraph(parts) => {
                let part = |(number, it): (usize, &String)| match number % 2 {
                    0 => json!(it),
                    _ => json!({ "mathml": mathml(it) }),
                };
                let parts: Vec<Value> = parts.iter().enumerate().map(part).collect();
                json!({ "kind": "paragraph", "parts": parts })
            }
            Content::Display { latex, tag } => {
                json!({ "kind": "display", "mathml": mathml(latex), "tag": tag })
            }
        }
    }
}

/// The pieces of a paper in LaTeX or Markdown, in their order.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let begin = "\\begin{document}";
    let mut at = text.find(begin).map_or(0, |start| start + begin.len());
    let end = text.find("\\end{document}").filter(|end| *end >= at).unwrap_or(text.len());
    let mut pieces = Vec::new();
    let mut missing = BTreeSet::new();
    while let Some((outer, inner)) = next_display(text, at, end, &mut missing) {
        prose(text, at..outer.start, &mut pieces);
        let source = without_comments(&text[inner]);
        let single = ["$$", "\\[", "\\begin{equation", "\\begin{displaymath"];
        let has_lines = !single.iter().any(|it| text[outer.clone()].starts_with(it));
        let (latex, tag) = display(&source, has_lines);
        at = outer.end;
        pieces.push(Piece { span: outer, content: Content::Display { latex, tag } });
    }
    prose(text, at..end, &mut pieces);
    pieces
}

/// The next displayed equation from a byte on: with what encloses it, and without. `missing` keeps the
/// ends that the rest of the text does not have, so that nothing is looked for twice.
fn next_display(
    text: &str,
    from: usize,
    end: usize,
    missing: &mut BTreeSet<String>,
) -> Option<(Range<usize>, Range<usize>)> {
    let mut at = from;
    while let Some(step) = text[at..end].find(['$', '\\', '%']) {
        let start = at + step;
        let rest = &text[start..end];
        if rest.starts_with('%') {
            at = start + rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if let Some((length, close)) = opening(rest).filter(|(_, close)| !missing.contains(close)) {
            let inside = start + length;
            if let Some(stop) = text[inside..end].find(&close).map(|it| inside + it) {
                return Some((start..stop + close.len(), inside..stop));
            }
            missing.insert(close);
        }
        // a sign behind a backslash is none
        let skipped = if rest.starts_with('\\') { 2 } else { 1 };
        at = start + rest.chars().take(skipped).map(char::len_utf8).sum::<usize>();
    }
    None
}

/// The length of what begins a display here, and what ends it.
fn opening(rest: &str) -> Option<(usize, String)> {
    if let Some((open, close)) =
        [("$$", "$$"), ("\\[", "\\]")].iter().find(|it| rest.starts_with(it.0))
    {
        return Some((open.len(), (*close).to_owned()));
    }
    let name = rest.strip_prefix("\\begin{")?;
    let stem = DISPLAYS.iter().find(|stem| {
        let behind = name.strip_prefix(**stem);
        behind.is_some_and(|it| it.starts_with('}') || it.starts_with("*}"))
    })?;
    let star = if name[stem.len()..].starts_with('*') { "*" } else { "" };
    let close = format!("\\end{{{stem}{star}}}");
    Some((close.len() + "\\begin".len() - "\\end".len(), close))
}

fn comment_start(line: &str) -> Option<usize> {
    line.match_indices('%').map(|(at, _)| at).find(|&at| !line[..at].ends_with('\\'))
}

fn without_comments(text: &str) -> String {
    let line = |line: &str| line[..comment_start(line).unwrap_or(line.len())].to_owned() + "\n";
    text.lines().map(line).collect()
}

/// The formula of a display without its number and label, and its number.
fn display(source: &str, has_lines: bool) -> (String, Option<String>) {
    let (source, tag) = without_command(source, "\\tag");
    let (source, _) = without_command(&source, "\\label");
    let source = source.replace("\\nonumber", "").replace("\\notag", "");
    let source = source.trim();
    let latex = match has_lines {
        true => format!("\\begin{{aligned}}{source}\\end{{aligned}}"),
        false => source.to_owned(),
    };
    (latex, tag)
}

/// A text without a command and its argument, and the first argument.
fn without_command(text: &str, command: &str) -> (String, Option<String>) {
    let (mut rest, mut kept, mut argument) = (text, String::new(), None);
    while let Some((before, behind)) = rest.split_once(command) {
        let opened = behind.trim_start_matches('*').strip_prefix('{');
        let Some((inside, after)) = opened.and_then(|it| it.split_once('}')) else { break };
        kept.push_str(before);
        argument.get_or_insert_with(|| inside.to_owned());
        rest = after;
    }
    (kept + rest, argument)
}

/// The headings and paragraphs between two displays.
fn prose(text: &str, range: Range<usize>, pieces: &mut Vec<Piece>) {
    for paragraph in without_comments(&text[range.clone()]).split("\n\n") {
        let (mut rest, heading) = (paragraph.to_owned(), heading(paragraph));
        if let Some((command, title)) = heading {
            pieces.push(Piece { span: range.start..range.start, content: Content::Heading(title) });
            rest = without_command(&rest, &command).0;
        }
        let (rest, _) = without_command(&rest, "\\label");
        if rest.trim().is_empty() {
            continue;
        }
        let parts = rest.trim().replace("\\$", "\u{ff04}");
        let parts = parts.split('$').map(|it| it.replace('\u{ff04}', "$")).collect();
        pieces.push(Piece { span: range.start..range.start, content: Content::Paragraph(parts) });
    }
}

/// The command and the text of a heading.
fn heading(paragraph: &str) -> Option<(String, String)> {
    let commands = ["\\title", "\\section", "\\subsection", "\\subsubsection", "\\paragraph"];
    commands.into_iter().find_map(|command| {
        let title = without_command(paragraph, command).1?;
        Some((command.to_owned(), title))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        let word = |piece: &Piece| match &piece.content {
            Content::Heading(text) => format!("heading {text}"),
            Content::Paragraph(parts) => format!("paragraph {parts:?}"),
            Content::Display { latex, tag } => format!("display {latex} {tag:?}"),
        };
        pieces(text).iter().map(word).collect()
    }

    #[test]
    fn a_paper_is_headings_paragraphs_and_displays() {
        let text = "\\documentclass{article}\n\\begin{document}\n\\section{Motion}\nThe angle $q_1$ costs 3\\$.\n\
            % \\begin{equation} no \\end{equation}\n\\begin{equation}\na = b % why\n\\tag{7}\\label{eq:a}\n\\end{equation}\n\
            and\n$$c$$\n\\begin{align*}a &= b \\\\ c &= d\\end{align*}\n\\end{document} rest";
        assert_eq!(
            kinds(text),
            [
                "heading Motion",
                "paragraph [\"The angle \", \"q_1\", \" costs 3$.\"]",
                "display a = b Some(\"7\")",
                "paragraph [\"and\"]",
                "display c None",
                "display \\begin{aligned}a &= b \\\\ c &= d\\end{aligned} None",
            ]
        );
        let display = pieces(text).into_iter().find(|it| !it.span.is_empty());
        assert!(display.is_some_and(|it| text[it.span].starts_with("\\begin{equation}\na = b")));
    }

    #[test]
    fn what_is_not_closed_is_text() {
        assert_eq!(kinds("\\begin{equation} a"), ["paragraph [\"\\\\begin{equation} a\"]"]);
        assert_eq!(kinds("$$ a \\tag{"), ["paragraph [\"\", \"\", \" a \\\\tag{\"]"]);
        // many of them take no longer than one
        assert_eq!(kinds(&"\\[".repeat(100_000)).len(), 1);
        assert!(kinds("").is_empty() && kinds("\\end{document}\\begin{document}").is_empty());
    }
}
