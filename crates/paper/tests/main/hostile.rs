//! Text that means harm: nothing panics, and every byte of the text has a place.

use appell_paper::Paper;

/// Pieces that begin something and do not end it.
const PIECES: [&str; 16] = [
    "\\begin{comment}",
    "\\iffalse",
    "\\input{",
    "\\verb",
    "<math>",
    "<script type=math/tex>",
    "<td><tr>",
    "&#x110000;",
    "&&;",
    "<a b='",
    ".. math::\n",
    "  :math:`",
    "\\newcommand",
    "{\"cells\":[",
    "\"\\ud800",
    "é",
];

#[test]
fn every_byte_has_a_place() {
    let mut texts: Vec<String> = PIECES.iter().map(|piece| piece.repeat(3000)).collect();
    for first in PIECES {
        for second in PIECES {
            texts.push(format!("{first}{second}\n{first} x {second}é"));
        }
    }
    for name in ["a.tex", "a.md", "a.rst", "a.ipynb", "a.html"] {
        for text in &texts {
            let Ok(paper) = Paper::from_text(name, text.clone()) else { continue };
            for at in (0..paper.text().len()).step_by(1 + paper.text().len() / 50) {
                let position = paper.position(at);
                assert!(position.line > 0 && position.column > 0);
                let (file, span) = paper.origin(at..(at + 7).min(paper.text().len()));
                assert!(file.text().get(span.clone()).is_some(), "{name}: {text:.60} {span:?}");
            }
        }
    }
}

/// Five megabytes of openings without an end: each is looked for once, or this test takes hours.
#[test]
fn long_texts_take_a_time_that_grows_with_them() {
    for (name, piece) in [
        ("a.tex", "\\begin{verbatim} \\iffalse \\input{x y} "),
        ("a.html", "<code> <svg> <pre> <math> <mi>x <td "),
        ("a.html", "<code><pre>&amp &x"),
        ("a.rst", ":math:` x .. math::\n"),
        ("a.md", "$$ ` \\begin{align}"),
    ] {
        let text = piece.repeat(5_000_000 / piece.len());
        // more inputs than there may be are refused
        if let Ok(paper) = Paper::from_text(name, text) {
            assert!(!paper.text().is_empty(), "{name}");
        }
    }
    let cells = format!(
        "{{\"cells\": [{}0]}}",
        "{\"cell_type\": \"markdown\", \"source\": \"\\\\n\"},".repeat(100_000)
    );
    assert_eq!(
        Paper::from_text("a.ipynb", cells).unwrap().text().matches('\n').count(),
        300_000 - 100_000
    );
}

/// Columns of a line that is as long as its file.
#[test]
fn columns_of_long_lines() {
    let text = "äb\u{1d7d9}".repeat(5000);
    let paper = Paper::from_text("a.md", text.clone()).unwrap();
    for (column, (at, _)) in text.char_indices().enumerate().step_by(777) {
        assert_eq!((paper.position(at).line, paper.position(at).column), (1, column + 1));
    }
}
