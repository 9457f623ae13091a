//! The files that a robot file names: where they are, and reading them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use appell_diagnostic::Diagnostic;
use appell_files::Folder;

/// Where the files are that a robot file names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// Nowhere: the robot file is a text without a place.
    #[default]
    Nowhere,
    /// In the folder of the robot file, or where the user allows it.
    Folder(Folder),
    /// In memory, by their names.
    Held(BTreeMap<String, String>),
}

/// Larger files than this are refused; those of finite elements may have a GiB.
const MAX_BYTES: usize = 64 << 20;
const MAX_MESH_BYTES: usize = 1 << 30;

impl Files {
    /// The folder of a robot file.
    ///
    /// ```
    /// use appell_files::Folder;
    /// use appell_model::Files;
    /// assert_eq!(Files::beside("arms/left.toml"), Files::Folder(Folder::beside("arms/right.toml")));
    /// ```
    pub fn beside(robot_file: impl AsRef<Path>) -> Self {
        Self::Folder(Folder::beside(robot_file))
    }

    /// The folder of a package: one of its name around the robot file, or in a folder that the user
    /// allows.
    pub(crate) fn package(&self, name: &str) -> Option<PathBuf> {
        match self {
            Self::Folder(folder) => folder.find_folder(name),
            Self::Held(files) => {
                let below = format!("{name}/");
                files.keys().any(|file| file.starts_with(&below)).then(|| PathBuf::from(name))
            }
            Self::Nowhere => None,
        }
    }

    /// The text of a file.
    pub(crate) fn read(&self, name: &str) -> Result<String, Diagnostic> {
        self.read_up_to(name, MAX_BYTES)
    }

    /// The text of a file with nodes or a matrix of finite elements.
    pub(crate) fn read_mesh(&self, name: &str) -> Result<String, Diagnostic> {
        self.read_up_to(name, MAX_MESH_BYTES)
            .map_err(|it| it.hint("a mesh that is too large can be made coarser, or reduced first"))
    }

    fn read_up_to(&self, name: &str, limit: usize) -> Result<String, Diagnostic> {
        let folder = match self {
            Self::Held(files) => {
                let missing = || {
                    appell_files::unreadable(name, "it is not among those that came with the robot")
                };
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
        let relative =
            |it: Diagnostic| it.hint("names are relative to the folder of the robot file");
        folder.text(name, limit).map_err(relative)
    }
}
