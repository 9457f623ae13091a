//! Files that another file names: only those below folders that the user chose.

use std::path::{Component, Path, PathBuf};

use appell_diagnostic::Diagnostic;

/// A folder in which names of files are looked up, and the folders below which these files may be:
/// this one, the current one, and those that were allowed. A file of somebody else can so not have
/// other files read, and links do not lead out.
///
/// ```
/// use appell_files::Folder;
/// let folder = Folder::beside("arms/left.toml").allow("/opt/meshes");
/// assert_eq!(folder.text("../../etc/passwd", 100).unwrap_err().code, "outside-folder");
/// assert_eq!(folder.text("/opt/meshes/no such file", 100).unwrap_err().code, "unreadable-file");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    at: PathBuf,
    allowed: Vec<PathBuf>,
}

impl Default for Folder {
    /// The current folder.
    fn default() -> Self {
        Self::beside("")
    }
}

impl Folder {
    /// The folder of a file.
    pub fn beside(file: impl AsRef<Path>) -> Self {
        let at = file.as_ref().parent().map(Path::to_path_buf).unwrap_or_default();
        Self { allowed: vec![at.clone(), PathBuf::new()], at }
    }

    /// The same, with files below one more folder.
    #[must_use]
    pub fn allow(mut self, folder: impl Into<PathBuf>) -> Self {
        self.allowed.push(folder.into());
        self
    }

    /// Where a file of this name is, if it may be read.
    pub fn find(&self, name: &str) -> Result<PathBuf, Diagnostic> {
        let path = self.at.join(name);
        // by name first, so that nothing is said about what is outside
        let by_name = self.is_allowed(&path, lexical);
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        if by_name && (!path.exists() || self.is_allowed(&path, real)) {
            return Ok(path);
        }
        let message = format!("`{name}` is outside the folders whose files may be read");
        Err(Diagnostic::error("outside-folder", message)
            .fact("file", path.display())
            .hint("files that a file names are read below its own folder and below the current one")
            .hint("allow another folder: --allow DIR"))
    }

    /// A folder of this name: around this folder, or in one that is allowed. Whether files below it
    /// may be read is another question.
    pub fn find_folder(&self, name: &str) -> Option<PathBuf> {
        let is_name = |path: &Path| path.file_name().is_some_and(|it| it == name);
        // a file that is named without a folder lies in the current one
        let whole = |folder: &PathBuf| match folder.as_os_str().is_empty() {
            true => std::env::current_dir().ok(),
            false => std::path::absolute(folder).ok(),
        };
        let at = whole(&self.at);
        let around =
            at.and_then(|at| at.ancestors().find(|path| is_name(path)).map(Path::to_path_buf));
        let allowed = || {
            let inside =
                |folder: PathBuf| if is_name(&folder) { folder } else { folder.join(name) };
            let folders = self.allowed.iter().filter_map(whole).map(inside);
            folders.filter(|path| path.is_dir()).find(|path| self.is_allowed(path, lexical))
        };
        around.or_else(allowed)
    }

    /// The bytes of a file of this name, of at most `limit` bytes.
    pub fn bytes(&self, name: &str, limit: usize) -> Result<Vec<u8>, Diagnostic> {
        crate::bytes(self.find(name)?, limit)
    }

    /// The text of a file of this name, of at most `limit` bytes.
    pub fn text(&self, name: &str, limit: usize) -> Result<String, Diagnostic> {
        crate::text(self.find(name)?, limit)
    }

    /// Whether a path is below an allowed folder, both made whole in the same way.
    fn is_allowed(&self, path: &Path, whole: impl Fn(&Path) -> Option<PathBuf>) -> bool {
        let Some(path) = whole(path) else { return false };
        let folder = |folder: &PathBuf| match folder.as_os_str().is_empty() {
            // that a service runs in the root of the disk allows nothing
            true => whole(Path::new(".")).filter(|current| current.parent().is_some()),
            false => whole(folder),
        };
        self.allowed.iter().filter_map(folder).any(|folder| path.starts_with(folder))
    }
}

/// An absolute path without `.` and `..`, by its name alone.
fn lexical(path: &Path) -> Option<PathBuf> {
    let mut whole = PathBuf::new();
    for step in std::path::absolute(path).ok()?.components() {
        match step {
            Component::ParentDir => {
                whole.pop();
            }
            Component::CurDir => {}
            other => whole.push(other),
        }
    }
    Some(whole)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use super::*;

    /// What is found is below the folder or an allowed one; `..` and links do not lead out.
    #[test]
    fn nothing_leads_out() {
        let root = std::env::temp_dir().join(format!("appell-folder-{}", std::process::id()));
        for folder in ["arms/meshes", "other"] {
            std::fs::create_dir_all(root.join(folder)).unwrap();
        }
        for file in ["arms/meshes/a", "other/b"] {
            std::fs::write(root.join(file), "text").unwrap();
        }
        let folder = Folder::beside(root.join("arms/left.toml"));
        let code = |folder: &Folder, name: &str| folder.text(name, 10).err().map(|it| it.code);
        assert_eq!(code(&folder, "meshes/a"), None);
        assert_eq!(code(&folder, "../arms/meshes/a"), None);
        assert_eq!(code(&folder, "meshes/no"), Some("unreadable-file"));
        let outside = Some("outside-folder");
        let absolute = root.join("other/b");
        for name in ["../other/b", "../other/no", absolute.to_str().unwrap(), "/etc/passwd"] {
            assert_eq!(code(&folder, name), outside, "{name}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("other"), root.join("arms/link")).unwrap();
            assert_eq!(code(&folder, "link/b"), outside);
        }
        // a file that is named without a folder
        let here = std::env::current_dir().unwrap();
        let own = here.file_name().unwrap().to_str().unwrap();
        assert_eq!(Folder::beside("left.toml").find_folder(own), Some(here.clone()));
        assert_eq!(code(&folder.clone().allow(root.join("other")), "../other/b"), None);
        std::fs::remove_dir_all(&root).unwrap();
    }
}
