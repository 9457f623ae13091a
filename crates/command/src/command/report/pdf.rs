//! PDF by Typst, where that is found: `appell-pdf`, which has it inside (the folder `pdf` of the project), the
//! command `typst`, or the package `typst` of Python.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use appell::diagnostic::Diagnostic;

use super::super::findings::Failure;

/// Compiles from standard input to standard output; the document has no date, so that the same
/// document is the same file.
const PYTHON: &str = "\
import sys, typst
sys.stdout.buffer.write(typst.compile(sys.stdin.buffer.read(), ignore_system_fonts=True, timestamp=0))
";

/// The program with Typst inside.
const OWN: &str = "appell-pdf";

/// A document of Typst as PDF.
pub(super) fn of_typst(document: &str) -> Result<Vec<u8>, Failure> {
    let mut typst = Command::new("typst");
    typst.args(["compile", "--ignore-system-fonts", "--creation-timestamp", "0", "-", "-"]);
    let commands = beside_this_command().map(Command::new).into_iter();
    for mut command in commands.chain([Command::new(OWN), typst]) {
        if let Some(done) = run(&mut command, document) {
            return done;
        }
    }
    let mut python = Command::new("python3");
    python.args(["-c", PYTHON]);
    let found = Command::new("python3")
        .args(["-c", "import typst"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if found.is_ok_and(|status| status.success())
        && let Some(done) = run(&mut python, document)
    {
        return done;
    }
    let message = "a PDF is made by Typst, which was not found";
    let hint = "`pip install typst` or `cargo install typst-cli`, or `cargo install --path pdf` in the sources of appell; or write the .typ, .tex or .html file instead";
    Err(Diagnostic::error("no-typst", message).hint(hint).into())
}

/// The own program in the folder of this command.
fn beside_this_command() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.to_owned();
    Some(folder.join(OWN).with_extension(std::env::consts::EXE_EXTENSION))
}

/// What a program answers; nothing where there is no such program.
fn run(command: &mut Command, document: &str) -> Option<Result<Vec<u8>, Failure>> {
    let spawned =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => return Some(Err(failed(&error.to_string()))),
    };
    // all of them read all of their input before they answer
    if let Some(mut input) = child.stdin.take() {
        let _ = input.write_all(document.as_bytes());
    }
    Some(match child.wait_with_output() {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(failed(said.lines().next().unwrap_or("no message")))
        }
        Err(error) => Err(failed(&error.to_string())),
    })
}

fn failed(reason: &str) -> Failure {
    let message = format!("Typst made no PDF: {reason}");
    let hint = "write the .typ file and run `typst compile` on it to see all messages";
    Diagnostic::error("typst-failed", message).hint(hint).into()
}
