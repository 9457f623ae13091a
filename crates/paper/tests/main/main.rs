//! The tests of this crate, in one program: it links once.

#![allow(clippy::panic, clippy::unwrap_used, reason = "tests")]

mod archives;
mod formats;
mod hostile;
mod latex;

use appell_paper::Paper;

/// File, line and column of some words of the text of a paper.
fn place_of<'p>(paper: &'p Paper, words: &str) -> (&'p str, usize, usize) {
    let at = paper.text().find(words).unwrap_or_else(|| panic!("no {words} in {}", paper.text()));
    let position = paper.position(at);
    (position.file, position.line, position.column)
}

/// A folder of its own for a test, removed at its end.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("appell-paper-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> std::path::PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
