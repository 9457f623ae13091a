//! Whole documents: displays about a robot among others that are not. Before each display stands, as
//! `% decidable: 1 1`, how many components of its equations can be decided; nothing may be refuted. What
//! each component is taken for and comes to is in a golden file, `documents.txt`
//! (`UPDATE_GOLDEN=1 cargo test -p appell-proof documents` writes it).

use std::fmt::Write;
use std::path::{Path, PathBuf};

use appell_proof::{Options, VerdictKind, check};

use crate::corpus::robot;

/// Where a display begins, and how many of its components can be decided.
fn expected(text: &str) -> Vec<(usize, usize)> {
    let marks = text.match_indices("% decidable: ").map(|(at, mark)| {
        let line = text[at + mark.len()..].lines().next().unwrap_or_default();
        (at, line.split_whitespace().map(|count| count.parse::<usize>().unwrap()).sum())
    });
    marks.collect()
}

/// How many components can be decided and are, what each comes to, and how many displays there are.
fn read(path: &Path) -> (usize, usize, String, usize) {
    let text = std::fs::read_to_string(path).unwrap();
    let about = text.split("% robot: ").nth(1).and_then(|it| it.split_whitespace().next()).unwrap();
    let robot = robot(path.parent().unwrap(), about);
    let report = check(&text, &robot, None, &Options::default()).unwrap();
    let marks = expected(&text);
    let mut decided = vec![0; marks.len()];
    let mut lines = String::new();
    for finding in &report.findings {
        let display = marks.iter().rposition(|(at, _)| *at < finding.span.start);
        let kind = finding.verdict.kind();
        let (quantity, reason) = (&finding.quantity, finding.verdict.reason());
        let place = text[..finding.span.start].lines().count();
        assert_ne!(kind, VerdictKind::Refuted, "{}:{place} {quantity} {reason}", path.display());
        let Some(display) = display else { continue };
        let is_decided = matches!(kind, VerdictKind::Proved | VerdictKind::Defined);
        decided[display] += usize::from(is_decided);
        let quantity = quantity.replace('\n', " ");
        let reason = if is_decided { "" } else { reason };
        writeln!(lines, "  {place} {kind} {quantity} {reason}").unwrap();
    }
    let all = marks.iter().map(|(_, count)| count).sum();
    let decided = marks.iter().zip(decided).map(|((_, count), decided)| decided.min(*count)).sum();
    (all, decided, lines, marks.len())
}

#[test]
fn most_of_a_document_is_decided_and_nothing_right_is_refuted() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/main");
    let folder = tests.join("documents");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 10);
    let (mut all, mut decided, mut words) = (0, 0, String::new());
    for file in files {
        let (decidable, yields, lines, displays) = read(&file);
        assert!(displays >= 5, "{} has {displays} displays", file.display());
        let name = file.file_name().unwrap().display();
        write!(words, "{name}: {yields} of {decidable}\n{lines}").unwrap();
        all += decidable;
        decided += yields;
    }
    let golden = tests.join("documents.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, &words).unwrap();
    }
    assert_eq!(words, std::fs::read_to_string(&golden).unwrap_or_default());
    assert!(10 * decided >= 9 * all, "{decided} of {all}\n{words}");
}
