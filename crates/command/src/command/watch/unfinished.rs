//! Files that are not whole yet, of which none is left when the run ends.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn files() -> MutexGuard<'static, Vec<PathBuf>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all of them. While the result is held, no other file is begun.
pub(super) fn removed() -> MutexGuard<'static, Vec<PathBuf>> {
    let files = files();
    for file in files.iter() {
        let _ = std::fs::remove_file(file);
    }
    files
}

/// A file that is not whole yet; it is removed when it is dropped, or when the run ends.
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes it by `create`, of which nothing is left when the run ends meanwhile.
    pub(crate) fn new<T>(
        path: &Path,
        create: impl FnOnce(&Path) -> std::io::Result<T>,
    ) -> std::io::Result<(T, Self)> {
        let mut unfinished = files();
        let made = create(path)?;
        unfinished.push(path.to_owned());
        Ok((made, Self(path.to_owned())))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
        files().retain(|path| *path != self.0);
    }
}
