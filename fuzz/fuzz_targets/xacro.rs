//! No bytes make the expander of xacro panic, hang or grow, and what it writes is XML.

#![no_main]

use std::path::Path;

use appell_xacro::{Source, expand};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // every file that it names is itself
    let source = Source {
        read: Box::new(|_: &Path| Ok(text.to_owned())),
        find: Box::new(|name| Some(name.to_owned())),
        ..Source::default()
    };
    match expand(text, "main.xacro", &source) {
        Ok(expansion) => {
            let read = roxmltree::Document::parse(&expansion.text);
            assert!(read.is_ok(), "{read:?}\n{}", expansion.text);
        }
        Err(problem) => drop(problem.render("main.xacro", text)),
    }
});
