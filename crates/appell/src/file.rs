//! Files read with a limit, and one way to say that they cannot be.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::Error;
use crate::diagnostic::Diagnostic;

/// The bytes of a file, at most one more than a limit: the file may have no end.
///
/// ```
/// let refused = appell::file::bytes_up_to("no such file", 1000);
/// assert!(refused.is_err_and(|error| error.findings()[0].code == "file"));
/// ```
pub fn bytes_up_to(path: impl AsRef<Path>, limit: usize) -> Result<Vec<u8>, Error> {
    let path = path.as_ref();
    read_up_to(path, limit).map_err(|error| {
        let message = format!("cannot read `{}`: {error}", path.display());
        Diagnostic::error("file", message)
            .hint("check the name of the file and the folder it is in")
            .into()
    })
}

/// The same, with the reason as the system gives it.
///
/// ```
/// assert!(appell::file::read_up_to("no such file", 1000).is_err());
/// ```
pub fn read_up_to(path: impl AsRef<Path>, limit: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
