//! Files that a command writes.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use appell::diagnostic::Diagnostic;

use super::findings::Failure;
use super::watch::{Unfinished, giving};

/// Writes a file: see [`write_all`].
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    write_all(&[(path, bytes)], force)
}

/// Writes a file whose bytes are made while they are written: see [`write_all`].
pub(crate) fn write_by<'a>(path: &'a Path, force: bool, fill: Fill<'a>) -> Result<(), Failure> {
    write_each([(path, fill)], force)
}

/// Writes the bytes of a file.
type Fill<'a> = &'a mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>;

/// Writes files: beside their places first, so that under its name each is complete or missing at
/// all, and none is there if one cannot be written. Files that are there are replaced only by force;
/// their permissions stay, and a link to a file goes on to be one.
pub(crate) fn write_all(files: &[(&Path, &[u8])], force: bool) -> Result<(), Failure> {
    let fill = |bytes| move |file: &mut dyn Write| file.write_all(bytes);
    let mut files: Vec<_> = files.iter().map(|&(path, bytes)| (path, fill(bytes))).collect();
    write_each(files.iter_mut().map(|(path, fill)| (*path, fill as Fill<'_>)), force)
}

fn write_each<'a>(
    files: impl IntoIterator<Item = (&'a Path, Fill<'a>)>,
    force: bool,
) -> Result<(), Failure> {
    giving();
    let mut written = Vec::new();
    for (path, bytes) in files {
        let place = place_of(path, force)?;
        let beside = beside(&place, bytes).map_err(|error| refused(path, &error))?;
        written.push((path, place, beside));
    }
    let mut placed: Vec<&Path> = Vec::new();
    for (path, place, beside) in &written {
        let done = match force {
            true => std::fs::rename(beside.path(), place),
            false => give_name(beside.path(), place),
        };
        if let Err(error) = done {
            // what was there before is gone, but what is new can go again
            for path in placed.iter().filter(|_| !force) {
                let _ = std::fs::remove_file(path);
            }
            return Err(match error.kind() {
                ErrorKind::AlreadyExists => in_the_way(path),
                _ => refused(path, &error),
            });
        }
        placed.push(place);
    }
    Ok(())
}

/// Where a file is written: the file itself, or that to which a link of this name leads.
fn place_of(path: &Path, force: bool) -> Result<PathBuf, Failure> {
    let Ok(there) = std::fs::symlink_metadata(path) else { return Ok(path.to_owned()) };
    if !force {
        return Err(in_the_way(path));
    }
    let place = std::fs::canonicalize(path).map_err(|error| refused(path, &error))?;
    let is_file = there.is_file() || std::fs::metadata(&place).is_ok_and(|it| it.is_file());
    if !is_file {
        let message = format!("`{}` is not a plain file", path.display());
        let problem = Diagnostic::error("no-plain-file", message);
        return Err(problem.hint("folders, pipes and devices are not replaced").into());
    }
    Ok(place)
}

/// A new file beside a place, with all its bytes. One that was left there under the same name, by a
/// process that was killed, is left alone.
fn beside(place: &Path, bytes: Fill<'_>) -> std::io::Result<Unfinished> {
    const TRIES: usize = 100;
    let create = |name: &Path| OpenOptions::new().write(true).create_new(true).open(name);
    let mut last = ErrorKind::AlreadyExists.into();
    for number in 0..TRIES {
        let mut name = place.as_os_str().to_owned();
        name.push(format!(".{}-{number}.tmp", std::process::id()));
        match Unfinished::new(Path::new(&name), create) {
            Ok((file, beside)) => {
                fill(file, place, bytes)?;
                return Ok(beside);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Writes the bytes, with the permissions of the file that will be replaced.
fn fill(file: File, place: &Path, bytes: Fill<'_>) -> std::io::Result<()> {
    if let Ok(before) = std::fs::metadata(place) {
        file.set_permissions(before.permissions())?;
    }
    let mut file = BufWriter::with_capacity(1 << 20, file);
    bytes(&mut file)?;
    file.into_inner()?.sync_all()
}

/// Gives a file its name, unless something has it already.
fn give_name(beside: &Path, path: &Path) -> std::io::Result<()> {
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
    let message = format!("`{}` already exists", path.display());
    Failure::of(&[Diagnostic::error("file", message).hint("--force replaces it")])
}

/// What is said of a file or a folder that cannot be written.
pub(crate) fn refused(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("cannot write `{}`: {error}", path.display());
    let problem = Diagnostic::error("file", message);
    Failure::of(&[problem.hint(match error.kind() {
        ErrorKind::StorageFull => "the disk is full: make room, or choose another disk",
        ErrorKind::QuotaExceeded => {
            "your disk quota is exceeded: delete files, or choose another disk"
        }
        ErrorKind::FileTooLarge => "files may not be so large there: write fewer rows or columns",
        _ => "choose a folder that exists and can be written to",
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
        assert!(write(&path, b"new", false).is_ok());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(std::fs::read_to_string(&left).unwrap(), "left");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// A folder stands where the last of three files should be: none is written, nothing is left.
    #[test]
    fn files_of_one_run_are_all_written_or_none() {
        let folder = std::env::temp_dir().join(format!("appell-together-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("c.h")).unwrap();
        let paths = ["a.h", "b.h", "c.h"].map(|name| folder.join(name));
        let files = paths.each_ref().map(|path| (path.as_path(), b"text".as_slice()));
        assert!(write_all(&files, false).is_err());
        assert!(write_all(&files, true).is_err());
        let left = || std::fs::read_dir(&folder).unwrap().count();
        assert_eq!(left(), 1);
        assert!(write_all(&[files[0], (&folder.join("none/a.h"), b"a")], true).is_err());
        assert_eq!(left(), 1);
        assert!(write_all(&files[..2], false).is_ok());
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
