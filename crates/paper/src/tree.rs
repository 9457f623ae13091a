//! The files around a paper: those of a folder, or of an archive in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use appell_diagnostic::Diagnostic;
use appell_files::Folder;

use crate::{Kind, MAX_FILE, ending};

/// Files by their paths from the folder of the main file, with `/` between steps.
pub(crate) enum Tree {
    /// A folder on the disk, with the names that were found in it.
    Disk { folder: Folder, at: PathBuf, names: Vec<String> },
    /// Unpacked files.
    Memory(BTreeMap<String, Vec<u8>>),
}

/// How many files of a folder are looked at, and how deep folders are.
const MOST_FILES: usize = 10_000;
const DEEPEST: usize = 8;

impl Tree {
    /// All papers in a folder and below it. Hidden files are passed over.
    pub(crate) fn folder(path: &Path) -> Result<Self, Diagnostic> {
        let mut names = Vec::new();
        let mut open = vec![(PathBuf::new(), 0)];
        let mut seen = 0;
        while let Some((inside, depth)) = open.pop() {
            let at = path.join(&inside);
            let entries = std::fs::read_dir(&at)
                .map_err(|error| appell_files::unreadable(at.display(), error))?;
            for entry in entries.flatten() {
                seen += 1;
                let name = entry.file_name();
                // links are not followed: they could lead out, or in a circle
                let kind = entry.file_type().ok();
                if name.to_string_lossy().starts_with('.') || seen > MOST_FILES {
                    continue;
                }
                let inside = inside.join(&name);
                if kind.is_some_and(|kind| kind.is_dir()) && depth < DEEPEST {
                    open.push((inside, depth + 1));
                } else if kind.is_some_and(|kind| kind.is_file()) {
                    names.push(inside.to_string_lossy().replace('\\', "/"));
                }
            }
        }
        names.retain(|name| is_paper(name));
        names.sort();
        Ok(Self::Disk { folder: Folder::beside(path.join("paper")), at: path.to_owned(), names })
    }

    /// The files beside a given one.
    pub(crate) fn beside(file: &Path) -> Self {
        let at = file.parent().map(Path::to_path_buf).unwrap_or_default();
        Self::Disk { folder: Folder::beside(file), at, names: Vec::new() }
    }

    /// The names of its papers, in the order of the alphabet.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Disk { names, .. } => names.iter().map(String::as_str).collect(),
            Self::Memory(files) => {
                files.keys().map(String::as_str).filter(|name| is_paper(name)).collect()
            }
        }
    }

    /// The name under which messages show a file.
    pub(crate) fn shown(&self, name: &str) -> String {
        match self {
            Self::Disk { at, .. } => at.join(name).display().to_string(),
            Self::Memory(_) => name.to_owned(),
        }
    }

    /// The text of a file; none where there is no such file.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, Diagnostic> {
        let bytes = match self {
            Self::Disk { folder, .. } => {
                let path = folder.find(name)?;
                if !path.is_file() {
                    return Ok(None);
                }
                appell_files::bytes(path, MAX_FILE)?
            }
            Self::Memory(files) => match plain(name).and_then(|name| files.get(&name)) {
                Some(bytes) => bytes.clone(),
                None => return Ok(None),
            },
        };
        decoded(bytes).map(Some).map_err(|problem| problem.fact("file", self.shown(name)))
    }
}

fn is_paper(name: &str) -> bool {
    let is_text = matches!(ending(name).as_str(), "md" | "markdown");
    is_text || Kind::of(name) != Kind::Plain
}

/// A path without `.` and `..`; none where it leads out.
pub(crate) fn plain(name: &str) -> Option<String> {
    let mut steps: Vec<&str> = Vec::new();
    if name.starts_with('/') || name.contains([':', '\\', '\0']) {
        return None;
    }
    for step in name.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop()?;
            }
            step => steps.push(step),
        }
    }
    (!steps.is_empty()).then(|| steps.join("/"))
}

/// Bytes as text: UTF-8, or Latin-1 where LaTeX says so.
pub(crate) fn decoded(bytes: Vec<u8>) -> Result<String, Diagnostic> {
    let says_latin1 = || {
        let says = |word: &[u8]| bytes.windows(word.len()).any(|it| it == word);
        says(b"[latin1]{inputenc}") || says(b"[ansinew]{inputenc}") || says(b"[latin9]{inputenc}")
    };
    match appell_files::utf8(&bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) if says_latin1() => Ok(bytes.iter().map(|byte| char::from(*byte)).collect()),
        Err(problem) => Err(problem),
    }
}
