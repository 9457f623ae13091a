//! CSV into cells with their places.

use std::ops::Range;

use crate::build::MAX_JOINTS;
use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

/// A cell without the blanks around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// Records of more cells than this are cut.
const MANY: usize = 200;

/// The records of a text from a place on. Empty lines and lines that begin with `#` are none.
pub(super) fn records(text: &str, start: usize) -> Vec<Vec<Cell>> {
    let mut reader: Reader = ReaderBuilder::new().comment(Some(b'#')).build();
    let mut input = text.as_bytes()[start..].to_vec();
    input.push(b'\n'); // so that the last line has an end
    // A cell is never longer than the text it stands in.
    let mut buffer = vec![0; input.len()];
    let (mut records, mut record) = (Vec::new(), Vec::new());
    let mut at = 0;
    loop {
        let (result, read, written) = reader.read_field(&input[at..], &mut buffer);
        let span = start + at..(start + at + read).min(text.len());
        at += read;
        let ends = match result {
            ReadFieldResult::Field { record_end } => record_end,
            // the end, or a quote that is never closed
            _ if written == 0 && record.is_empty() => return records,
            _ => true,
        };
        record.push(cell(text, &buffer[..written], span));
        if record.len() > MANY {
            // no table of robots; its length is all that will be said of it
            records.push(record);
            return records;
        }
        if ends {
            records.push(std::mem::take(&mut record));
            if records.len() > MAX_JOINTS + 1 {
                return records; // one more than a robot has, which is enough to refuse it
            }
        }
        if at == input.len() {
            return records;
        }
    }
}

fn cell(text: &str, bytes: &[u8], span: Range<usize>) -> Cell {
    let quoted = text[span.clone()].trim_start_matches(['\r', '\n']).starts_with('"');
    let content = String::from_utf8_lossy(bytes);
    // in quotes blanks count
    let content = if quoted { content.into_owned() } else { content.trim().to_owned() };
    // What was read for the cell has its comma and blanks, and for the first of a line the lines
    // between; its content stands somewhere in it unless quotes hide it.
    let raw = &text[span.clone()];
    let span = match raw.rfind(content.as_str()) {
        Some(offset) => span.start + offset..span.start + offset + content.len(),
        None => span,
    };
    Cell { text: content, span }
}
