//! Files that a command writes.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use appell::diagnostic::Diagnostic;

use super::findings::Failure;

/// Writes a text as a file: see [`write_bytes`].
pub(crate) fn write(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    write_bytes(path, text.as_bytes(), force)
}

/// Writes a file: beside its place first, so that under its name it is whole or not there at all.
/// One that is there is replaced only by force.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    Staged::new(path, bytes)?.place(force)
}

/// Writes files that belong together: all of them, or none where one cannot be written. They get their
/// names only after all are whole on the disk.
pub(crate) fn write_together(files: &[(PathBuf, &str)], force: bool) -> Result<(), Failure> {
    let staged = files.iter().map(|(path, text)| Staged::new(path, text.as_bytes()));
    let staged: Vec<Staged> = staged.collect::<Result<_, _>>()?;
    for (count, file) in staged.iter().enumerate() {
        if let Err(failure) = file.place(force) {
            // one that was replaced by force has nothing to go back to
            if !force {
                staged[..count].iter().for_each(|placed| drop(std::fs::remove_file(&placed.path)));
            }
            return Err(failure);
        }
    }
    Ok(())
}

/// A file that is whole, but does not have its name yet. What has not got it in the end is removed.
struct Staged {
    path: PathBuf,
    beside: PathBuf,
}

impl Staged {
    fn new(path: &Path, bytes: &[u8]) -> Result<Self, Failure> {
        let (mut file, beside) = beside(path).map_err(|error| refused(path, &error))?;
        let staged = Self { path: path.to_owned(), beside };
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        written.map_err(|error| refused(path, &error))?;
        Ok(staged)
    }

    fn place(&self, force: bool) -> Result<(), Failure> {
        let Self { path, beside } = self;
        let placed = if force { std::fs::rename(beside, path) } else { place(beside, path) };
        placed.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => in_the_way(path),
            _ => refused(path, &error),
        })
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.beside);
    }
}

/// A new file beside a place. One that was left there under the same name, by a process that was
/// killed, is left alone.
fn beside(path: &Path) -> std::io::Result<(File, PathBuf)> {
    const TRIES: usize = 100;
    let mut last = ErrorKind::AlreadyExists.into();
    for number in 0..TRIES {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(file) => return Ok((file, name.into())),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Gives a file its name, unless something has it already.
fn place(beside: &Path, path: &Path) -> std::io::Result<()> {
    match std::fs::hard_link(beside, path) {
        // not every file system knows second names
        Err(error) if error.kind() != ErrorKind::AlreadyExists => match path.exists() {
            true => Err(ErrorKind::AlreadyExists.into()),
            false => std::fs::rename(beside, path),
        },
        placed => placed,
    }
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
    Failure::of(&[problem.hint(match error.kind() {
        ErrorKind::StorageFull => "the disk is full: make room, or choose another disk",
        ErrorKind::QuotaExceeded => {
            "your share of the disk is used up: make room, or choose another"
        }
        ErrorKind::FileTooLarge => "files may not be so large there: write fewer rows or columns",
        _ => "choose a folder that is there and can be written to",
    })])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use super::*;

    #[test]
    fn what_a_killed_process_left_is_in_nobodys_way() {
        let folder = std::env::temp_dir().join(format!("appell-output-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("x.csv");
        let left = folder.join(format!("x.csv.{}-0.tmp", std::process::id()));
        std::fs::write(&left, "left").unwrap();
        assert!(write(&path, "new", false).is_ok());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(std::fs::read_to_string(&left).unwrap(), "left");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// A folder stands where the last of three files should be: none is written, nothing is left.
    #[test]
    fn files_that_belong_together_are_all_written_or_none() {
        let folder = std::env::temp_dir().join(format!("appell-together-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("c.h")).unwrap();
        let files = ["a.h", "b.h", "c.h"].map(|name| (folder.join(name), name));
        assert!(write_together(&files, false).is_err());
        let left = || std::fs::read_dir(&folder).unwrap().count();
        assert_eq!(left(), 1);
        assert!(write_together(&[(folder.join("none/a.h"), "a"), files[0].clone()], true).is_err());
        assert_eq!(left(), 1);
        assert!(write_together(&files[..2], false).is_ok());
        assert_eq!(left(), 3);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_full_disk_is_told_as_such() {
        let said = |kind: ErrorKind| refused(Path::new("a.csv"), &kind.into()).to_string();
        assert!(said(ErrorKind::StorageFull).contains("the disk is full"));
        assert!(said(ErrorKind::PermissionDenied).contains("can be written to"));
    }
}
