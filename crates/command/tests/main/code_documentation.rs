//! The examples of docs/code.md do what stands below them.

#![allow(clippy::unwrap_used, reason = "a test")]

use crate::support::{Tool, folder, text_of};

const DOCUMENT: &str = include_str!("../../../../docs/code.md");

/// The blocks of code, with their languages.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let parts = DOCUMENT.split("```").skip(1).step_by(2);
    parts.map(|block| block.split_once('\n').unwrap()).collect()
}

#[test]
fn the_examples_run() {
    let blocks = blocks();
    let mut examples = 0;
    for window in blocks.windows(3) {
        let [("sh", command), (language, program), ("text", printed)] = window else { continue };
        let tool = match *language {
            "c" => Tool::C,
            "rust,ignore" => Tool::Rust,
            "python" => Tool::Python,
            "matlab" => Tool::Octave,
            _ => Tool::Julia,
        };
        examples += 1;
        if !tool.is_available() {
            continue;
        }
        let folder = folder(&format!("documentation-{}", tool.language()));
        let command = command.trim().replace("generated", folder.to_str().unwrap());
        text_of(&command.split(' ').skip(1).collect::<Vec<_>>());
        assert_eq!(tool.run(&folder, program), *printed, "{language}");
    }
    assert_eq!(examples, 5);
}
