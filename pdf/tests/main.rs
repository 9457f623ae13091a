//! The program itself: what goes in and what comes out.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn pdf_of(text: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_appell-pdf"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn the_same_document_is_the_same_file() {
    let text = "#set document(title: \"A\", date: none)\n= Weight\n$ F = m g $ <weight>\n`code`";
    let first = pdf_of(text.as_bytes());
    assert!(first.status.success(), "{first:?}");
    assert!(first.stdout.starts_with(b"%PDF"));
    assert_eq!(first.stdout, pdf_of(text.as_bytes()).stdout);
    let has = |words: &[u8]| first.stdout.windows(words.len()).any(|it| it == words);
    assert!(!has(b"/CreationDate") && !has(b"CreateDate"), "a date");
}

/// No text of a document reads a file, loads a package or asks for the date.
#[test]
fn a_document_reaches_nothing_but_itself() {
    for text in [
        "a\n#read(\"/etc/hostname\")",
        "a\n#include \"main.typ\"",
        "a\n#import \"@preview/cetz:0.4.0\"",
        "a\n#datetime.today().display()",
    ] {
        let refused = pdf_of(text.as_bytes());
        assert_eq!(refused.status.code(), Some(2), "{text}");
        assert!(refused.stdout.is_empty(), "{text}");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.starts_with("line 2: "), "{text}: {said}");
    }
}

#[test]
fn what_is_no_document_is_refused_with_a_reason() {
    let brackets = "(".repeat(100_000);
    let sums = format!("$ {} $", "x^(".repeat(5_000));
    for text in ["#panic(\"no\")".as_bytes(), b"\xff", brackets.as_bytes(), sums.as_bytes(), b"$ x"]
    {
        let answer = pdf_of(text);
        if !answer.status.success() {
            assert_eq!(answer.status.code(), Some(2), "{answer:?}");
            assert!(!answer.stderr.is_empty());
        }
    }
}
