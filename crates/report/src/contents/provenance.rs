//! Where a report comes from, so that it can be made again.

use sha2::{Digest, Sha256};

use crate::document::{Block, Table, Text};

/// Where a report comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The name of the robot or its file, as it was given.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// The command that makes the report.
    pub command: String,
}

/// A word of a command, quoted for a shell if it has spaces or other signs that a shell may interpret.
///
/// ```
/// assert_eq!(appell_report::in_shell("arms/arm-2.urdf"), "arms/arm-2.urdf");
/// assert_eq!(appell_report::in_shell("my arm's.urdf"), r"'my arm'\''s.urdf'");
/// ```
pub fn in_shell(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:,=+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

impl Provenance {
    pub(super) fn blocks(&self) -> Vec<Block> {
        let digest = Sha256::digest(self.text.as_bytes());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let rows = [
            ("made by", Text::new(format!("Appell {}", env!("CARGO_PKG_VERSION")))),
            ("robot", Text::default().code(self.name.as_str())),
            ("SHA-256 of its file", Text::default().code(digest)),
            ("command", Text::default().code(self.command.as_str())),
        ];
        let rows = rows.into_iter().map(|(name, text)| vec![Text::new(name), text]).collect();
        let columns = ["item", "value"].map(Text::new).to_vec();
        vec![Block::Table(Table { caption: "Origin of this report".to_owned(), columns, rows })]
    }
}
