//! What the tests of several crates use: tools that run generated code, and JSON Schemas.
//!
//! Tools are compilers, interpreters, packages of Python. Where a tool is missing, a test is skipped
//! and says so. `./test` names the tools of `test.requirements` in the variable `APPELL_TEST_TOOLS`: a
//! test that misses one of those fails, so that nothing passes there only because nothing ran.

#![allow(clippy::print_stderr, clippy::panic, reason = "it serves tests")]

mod schema;

pub use schema::{Schema, SchemaTable, toml_as_json};

use std::process::Command;

/// The variable with the names of tools that must be available, separated by spaces.
const REQUIRED: &str = "APPELL_TEST_TOOLS";

/// Whether a tool is available: the name of a command, or `python:NAME` for a package of Python.
///
/// # Panics
/// If the tool is missing and `APPELL_TEST_TOOLS` names it.
pub fn available(tool: &str) -> bool {
    let mut probe = match tool.strip_prefix("python:") {
        Some(package) => {
            let mut python = Command::new("python3");
            python.args(["-c", &format!("import {package}")]);
            python
        }
        None => {
            let mut command = Command::new(tool);
            // the tools of poppler know the short one only
            command.arg(if tool == "pdftotext" { "-v" } else { "--version" });
            command
        }
    };
    let available = probe.output().is_ok_and(|output| output.status.success());
    if !available {
        let required = std::env::var(REQUIRED).unwrap_or_default();
        if required.split_whitespace().any(|name| name == tool) {
            panic!("{tool} is missing, and test.requirements lists it");
        }
        eprintln!("skipped, not installed: {tool}");
    }
    available
}
