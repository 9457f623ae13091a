//! Papers of the corpora with pieces cut out, doubled, exchanged and put in at random: none may make the
//! proof-reader panic or hang.

use std::panic::AssertUnwindSafe;
use std::path::Path;

use appell_model::Robot;

use crate::survive::survive;

/// What is put in: marks that matter to one of the formats.
const PIECES: [&str; 24] = [
    "{",
    "}",
    "\\left(",
    "\\right)",
    "\\begin{bmatrix}",
    "\\end{bmatrix}",
    "&",
    "\\\\",
    "$$",
    "=",
    "\\sum_{i=1}^{n}",
    "\\prod_{j=1}^{i}",
    "\\frac",
    "^{-1}",
    "\\det",
    "\\|",
    ", i = 1, \\ldots, n",
    "=:",
    "\\newcommand{\\a}{\\a\\a}",
    "\\frac{\\partial",
    "<math>",
    ".. math::",
    "\u{7f}",
    "_{i-1}",
];

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end.max(1)
    }

    /// The start of a letter.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// A piece of a text, seldom long.
    fn piece<'t>(&mut self, text: &'t str) -> &'t str {
        let length = 1 << self.below(12);
        let start = self.place(text);
        let mut end = (start + self.below(length)).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        &text[start..end.max(start)]
    }

    fn mutated(&mut self, papers: &[String]) -> String {
        let paper = self.below(papers.len());
        let mut text = self.piece(&papers[paper]).to_owned();
        for _ in 0..1 + self.below(6) {
            let at = self.place(&text);
            let other = self.below(papers.len());
            match self.below(4) {
                0 => text.insert_str(at, PIECES[self.below(PIECES.len())]),
                1 => text.insert_str(at, self.piece(&papers[other])),
                2 => {
                    let piece = self.piece(&text).to_owned();
                    text = text.replacen(&piece, "", 1);
                }
                _ => {
                    let piece = self.piece(&text).to_owned();
                    text.insert_str(at, &piece);
                }
            }
        }
        text
    }
}

fn papers() -> Vec<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/main");
    let folders = ["corpus", "books", "documents", "unseen", "held_out", "../../papers"];
    let folders = folders.map(|name| tests.join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

/// A mutated text as the contents of a file in one of the formats, most often as it is: what is random
/// inside a notebook or a page is then read as mathematics.
fn in_format(text: &str, format: usize) -> String {
    match format {
        0 => {
            let mut source = text.replace('\\', "\\\\").replace('"', "\\\"");
            source = source.replace('\n', "\\n").replace(char::is_control, " ");
            format!(r#"{{"cells": [{{"cell_type": "markdown", "source": ["{source}"]}}]}}"#)
        }
        1 => format!("Arm\n===\n\n.. math::\n\n   {}\n", text.replace('\n', "\n   ")),
        2 => format!(
            "<p>where \\( {text} \\) and</p><script type=\"math/tex; mode=display\">{text}</script>"
        ),
        3 => format!(
            "<math display=\"block\"><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">{text}\
             </annotation></semantics></math>"
        ),
        4 => format!(
            "\\documentclass{{a}}\\begin{{document}}\\begin{{align}}{text}\\end{{align}}\\end{{document}}"
        ),
        _ => text.to_owned(),
    }
}

fn run(count: usize, seed: u64) {
    let (papers, robot) = (papers(), Robot::bundled("2r").unwrap());
    for number in 0..count {
        let mut random = Random(seed + number as u64);
        let text = random.mutated(&papers);
        let text = in_format(&text, random.below(10));
        let read = AssertUnwindSafe(|| survive(text.as_bytes(), &robot));
        let outcome = std::panic::catch_unwind(read);
        assert!(outcome.is_ok(), "{number}: {text}");
    }
}

#[test]
fn mutated_papers_are_survived() {
    run(200, 1);
}

/// `cargo test -p appell-proof many_mutated -- --ignored`
#[test]
#[ignore = "takes minutes: run by ./test full"]
fn many_mutated_papers_are_survived() {
    let number = |name: &str, usual: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    run(number("RUNS", 20_000), number("SEED", 1_000_000) as u64);
}
