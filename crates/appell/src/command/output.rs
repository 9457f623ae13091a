//! Files that a command writes.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use appell::diagnostic::Diagnostic;

use super::findings::Failure;

/// Writes a file. One that is there is replaced only by force, and only when the new one is whole.
pub(crate) fn write(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let create = |path: &Path| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(text.as_bytes())
    };
    let result = match force {
        false => create(path),
        true => {
            let mut beside = path.as_os_str().to_owned();
            beside.push(format!(".{}.tmp", std::process::id()));
            let beside = Path::new(&beside);
            let replaced = create(beside).and_then(|()| std::fs::rename(beside, path));
            if replaced.is_err() {
                let _ = std::fs::remove_file(beside);
            }
            replaced
        }
    };
    result.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => in_the_way(path),
        _ => refused(path, &error),
    })
}

/// What is said of a file that is there already.
pub(crate) fn in_the_way(path: &Path) -> Failure {
    let message = format!("`{}` is there already", path.display());
    Failure::of(&[Diagnostic::error("file", message).hint("--force writes over it")])
}

/// What is said of a file or a folder that cannot be written.
pub(crate) fn refused(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("cannot write `{}`: {error}", path.display());
    let problem = Diagnostic::error("file", message);
    Failure::of(&[problem.hint("choose a folder that is there and can be written to")])
}
