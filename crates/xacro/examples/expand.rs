//! Expands a xacro file: `cargo run -p appell-xacro --example expand -- FILE [NAME=VALUE | NAME:=DIR]...`,
//! with arguments and the folders of packages. Reads whatever the file names: for files that are trusted.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use appell_diagnostic::Diagnostic;
use appell_xacro::{Source, expand};

fn read(path: &Path) -> Result<String, Diagnostic> {
    std::fs::read_to_string(path).map_err(|error| {
        let message = format!("cannot read `{}`: {error}", path.display());
        Diagnostic::error("unreadable-file", message).hint("check the name of the file")
    })
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let file = PathBuf::from(words.next().unwrap_or_default());
    let (mut arguments, mut packages) = (BTreeMap::new(), BTreeMap::new());
    for word in words {
        match (word.split_once(":="), word.split_once('=')) {
            (Some((name, folder)), _) => packages.insert(name.to_owned(), folder.to_owned()),
            (None, Some((name, value))) => arguments.insert(name.to_owned(), value.to_owned()),
            (None, None) => None,
        };
    }
    let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
    let source = Source {
        arguments,
        read: Box::new(move |path| read(&folder.join(path))),
        find: Box::new(move |name| packages.get(name).cloned()),
    };
    let text = match read(&file) {
        Ok(text) => text,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    match expand(&text, &file.display().to_string(), &source) {
        Ok(expansion) => {
            print!("{}", expansion.text);
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{}", problem.render(&file.display().to_string(), &text));
            ExitCode::from(2)
        }
    }
}
