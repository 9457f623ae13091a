//! Jupyter notebooks: the Markdown cells, one below the other.

mod json;

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use crate::mapped::Mapped;
use json::{Json, unescaped};

/// Copies the Markdown cells.
pub(crate) fn convert(mapped: &mut Mapped, file: usize) -> Result<(), Diagnostic> {
    let text = mapped.file(file).text().to_owned();
    let notebook = Json::read(&text).ok_or_else(|| {
        Diagnostic::error("notebook", "the notebook is not valid JSON")
            .hint("open it in Jupyter and save it again")
    })?;
    let Some(Json::List(cells)) = notebook.get("cells", &text) else {
        return Err(Diagnostic::error("notebook", "the notebook has no list `cells`")
            .hint("open it in Jupyter and save it again; notebooks of version 4 are read"));
    };
    for cell in cells {
        let is_markdown = match cell.get("cell_type", &text) {
            Some(Json::Text(kind)) => &text[kind.clone()] == "markdown",
            _ => false,
        };
        let Some(source) = cell.get("source", &text).filter(|_| is_markdown) else { continue };
        // a list of lines, or one string
        let lines = match source {
            Json::List(lines) => lines.as_slice(),
            one => std::slice::from_ref(one),
        };
        for line in lines {
            if let Json::Text(inside) = line {
                copy(mapped, file, &text, inside.clone());
            }
        }
        let end = lines.iter().rev().find_map(Json::end).unwrap_or_default();
        mapped.write("\n\n", file, end);
    }
    Ok(())
}

/// The inside of a string: copied up to what is escaped in it.
fn copy(mapped: &mut Mapped, file: usize, text: &str, inside: Range<usize>) {
    let mut at = inside.start;
    while let Some(found) = text[at..inside.end].find('\\').map(|found| at + found) {
        mapped.copy(file, at..found);
        let (character, length) = unescaped(&text[found..inside.end]);
        mapped.write(character.encode_utf8(&mut [0; 4]), file, found);
        at = found + length;
    }
    mapped.copy(file, at..inside.end);
}
