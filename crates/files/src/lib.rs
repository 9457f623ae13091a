//! The one place where files are read: whole, and never more than a limit.
//!
//! | code | what is wrong |
//! |---|---|
//! | `unreadable-file` | the system does not open or read it |
//! | `no-plain-file` | it is a folder, a pipe or a device: opening it could wait for ever, and it could have no end |
//! | `file-too-large` | it has more bytes than the limit |
//! | `not-utf8` | it is no text in UTF-8 |
//! | `outside-folder` | another file names it, and it is outside the folders that may be read |
//!
//! Callers add a hint that says what to do with their kind of file.

mod folder;

use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use appell_diagnostic::Diagnostic;
pub use folder::Folder;

/// The bytes of a plain file of at most `limit` bytes.
///
/// ```
/// let folder = std::env::temp_dir();
/// let problem = appell_files::bytes(&folder, 100).unwrap_err();
/// assert_eq!(problem.code, "no-plain-file");
/// ```
pub fn bytes(path: impl AsRef<Path>, limit: usize) -> Result<Vec<u8>, Diagnostic> {
    let path = path.as_ref();
    let about = std::fs::metadata(path).map_err(|error| unreadable(path.display(), error))?;
    if !about.is_file() {
        let message = format!("`{}` is not a plain file", path.display());
        return Err(Diagnostic::error("no-plain-file", message)
            .hint("folders, pipes and devices are not read; name a file"));
    }
    let mut bytes = Vec::new();
    // the file may grow while it is read
    File::open(path)
        .and_then(|file| file.take(limit as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path.display(), error))?;
    check_size(&bytes, limit).map_err(|problem| problem.fact("file", path.display()))?;
    Ok(bytes)
}

/// The text of a plain file of at most `limit` bytes.
pub fn text(path: impl AsRef<Path>, limit: usize) -> Result<String, Diagnostic> {
    let path = path.as_ref();
    let bytes = bytes(path, limit)?;
    utf8(&bytes).map(str::to_owned).map_err(|problem| problem.fact("file", path.display()))
}

/// Refuses bytes of which there are more than `limit`.
///
/// ```
/// let problem = appell_files::check_size(b"four", 3).unwrap_err();
/// assert_eq!(problem.code, "file-too-large");
/// ```
pub fn check_size(bytes: &[u8], limit: usize) -> Result<(), Diagnostic> {
    if bytes.len() <= limit {
        return Ok(());
    }
    let problem = Diagnostic::error("file-too-large", "this file is too large");
    Err(problem.fact("limit", format!("{limit} bytes")))
}

/// Bytes as text.
///
/// ```
/// assert_eq!(appell_files::utf8("α".as_bytes()).map_err(|_| "not UTF-8")?, "α");
/// assert_eq!(appell_files::utf8(b"a\n\xff").unwrap_err().code, "not-utf8");
/// # Ok::<(), &str>(())
/// ```
pub fn utf8(bytes: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Diagnostic::error("not-utf8", "this file is not UTF-8 text")
            .fact("line", line)
            .fact("byte", at)
            .hint("save it as UTF-8")
    })
}

/// A file that cannot be read, and why.
pub fn unreadable(name: impl Display, reason: impl Display) -> Diagnostic {
    Diagnostic::error("unreadable-file", format!("cannot read `{name}`: {reason}"))
        .hint("check the name of the file and the folder it is in")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code<T>(result: Result<T, Diagnostic>) -> &'static str {
        result.err().map_or("", |problem| problem.code)
    }

    /// Every fault has its own code, and a good file none.
    #[test]
    fn faults_and_a_good_file() {
        let folder = std::env::temp_dir().join(format!("appell-files-{}", std::process::id()));
        assert!(std::fs::create_dir_all(&folder).is_ok());
        let path = folder.join("text");
        let write = |content: &[u8]| assert!(std::fs::write(&path, content).is_ok());
        write(b"12345");
        assert_eq!(text(&path, 5).ok().as_deref(), Some("12345"));
        assert_eq!(code(bytes(&path, 4)), "file-too-large");
        write(b"\xff");
        assert_eq!(code(text(&path, 5)), "not-utf8");
        assert_eq!(bytes(&path, 5).ok(), Some(vec![0xff]));
        assert_eq!(code(bytes(&folder, 5)), "no-plain-file");
        assert_eq!(code(bytes(folder.join("nothing"), 5)), "unreadable-file");
        if cfg!(unix) {
            assert_eq!(code(bytes("/dev/zero", 5)), "no-plain-file");
        }
        assert!(std::fs::remove_dir_all(&folder).is_ok());
    }
}
