//! The files that a robot file names: where they are, and reading them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use appell_diagnostic::Diagnostic;

/// Where the files are that a robot file names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// Nowhere: the robot file is a text without a place.
    #[default]
    Nowhere,
    /// In the folder of the robot file.
    Folder(PathBuf),
    /// In memory, by their names.
    Held(BTreeMap<String, String>),
}

/// Larger files than this are refused.
const MAX_BYTES: u64 = 64 << 20;

impl Files {
    /// The folder of a robot file.
    ///
    /// ```
    /// use appell_model::Files;
    /// assert_eq!(Files::beside("arms/left.toml"), Files::Folder("arms".into()));
    /// ```
    pub fn beside(robot_file: impl AsRef<Path>) -> Self {
        Self::Folder(robot_file.as_ref().parent().map(Path::to_path_buf).unwrap_or_default())
    }

    /// The text of a file.
    pub(crate) fn read(&self, name: &str) -> Result<String, Diagnostic> {
        let folder = match self {
            Self::Held(files) => {
                let missing = || unreadable(name, "it is not among those that came with the robot");
                return files.get(name).cloned().ok_or_else(missing);
            }
            Self::Nowhere => {
                return Err(Diagnostic::error(
                    "no-folder",
                    "this robot is a text without a folder, so it cannot name files",
                )
                .fact("file", name)
                .hint("read the robot from its file, beside which the others are"));
            }
            Self::Folder(folder) => folder,
        };
        let path = folder.join(name);
        // a pipe or a device could have no end, and opening it could wait for ever
        let about = std::fs::metadata(&path).map_err(|error| unreadable(name, &error))?;
        if !about.is_file() {
            return Err(unreadable(name, "it is no plain file"));
        }
        let mut text = String::new();
        let file = File::open(&path).map_err(|error| unreadable(name, &error))?;
        file.take(MAX_BYTES + 1)
            .read_to_string(&mut text)
            .map_err(|error| unreadable(name, &error))?;
        if text.len() as u64 > MAX_BYTES {
            return Err(Diagnostic::error("file-too-large", "this file is too large")
                .fact("file", name)
                .fact("limit", format!("{MAX_BYTES} bytes"))
                .hint("use a coarser mesh, or reduce it first"));
        }
        Ok(text)
    }
}

fn unreadable(name: &str, why: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error("unreadable-file", "this file cannot be read")
        .fact("file", name)
        .fact("reason", why)
        .hint("names are relative to the folder of the robot file")
}
