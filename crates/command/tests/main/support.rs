//! The command and the tools of other languages, for the tests of generated code.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use appell_test_tools::available;

pub fn appell(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_appell")).args(arguments).output().unwrap()
}

pub fn text_of(arguments: &[&str]) -> String {
    let output = appell(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

pub fn refusal_of(arguments: &[&str]) -> String {
    let output = appell(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(output.stdout, b"");
    String::from_utf8(output.stderr).unwrap()
}

/// An empty folder of this test run.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A language and the command that compiles or runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    C,
    Rust,
    Python,
    Octave,
    Julia,
}

impl Tool {
    /// The name that `generate --lang` takes.
    pub fn language(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Rust => "rust",
            Self::Python => "python",
            Self::Octave => "matlab",
            Self::Julia => "julia",
        }
    }

    /// Whether it is installed.
    pub fn is_available(self) -> bool {
        available(match self {
            Self::C => "gcc",
            Self::Rust => "rustc",
            Self::Python => "python:numpy",
            Self::Octave => "octave-cli",
            Self::Julia => "julia",
        })
    }

    /// What a program in a folder with generated code prints.
    pub fn run(self, folder: &Path, program: &str) -> String {
        let file = folder.join(match self {
            Self::C => "main.c",
            Self::Rust => "main.rs",
            Self::Python => "main.py",
            Self::Octave => "main.m",
            Self::Julia => "main.jl",
        });
        std::fs::write(&file, program).unwrap();
        let here = |command: &str, arguments: &[&str]| {
            succeed(Command::new(command).args(arguments).current_dir(folder))
        };
        let built = folder.join("main");
        match self {
            Self::C => {
                let mut gcc = Command::new("gcc");
                gcc.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O0", "-o", "main"]);
                // with the sources whose headers it includes
                let headers = program.split('"').filter_map(|word| word.strip_suffix(".h"));
                gcc.arg("main.c").args(headers.map(|stem| format!("{stem}.c")));
                succeed(gcc.arg("-lm").current_dir(folder));
                succeed(&mut Command::new(built))
            }
            Self::Rust => {
                here("rustc", &["--edition", "2021", "-o", "main", "main.rs"]);
                succeed(&mut Command::new(built))
            }
            Self::Python => here("python3", &["main.py"]),
            Self::Octave => here("octave-cli", &["--quiet", "main.m"]),
            Self::Julia => here("julia", &["main.jl"]),
        }
    }
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Writes a file, and says where it is.
pub fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The last number of a column.
pub fn last(table: &appell::output::Table, column: &str) -> f64 {
    *table.column(column).unwrap().last().unwrap()
}
