//! TOML files read key by key: robots, scenarios, catalogues, notations.
//!
//! [`table`] makes a text a tree of values with places. [`Fields`] takes the keys of a table one by
//! one; what nobody asked for is unknown. All that is wrong is reported with its place, and reading
//! goes on. Where it is reported to is the reader's choice: [`Reader`] keeps a list, and a reader
//! that knows more (names, files, where in a robot it is) implements [`Read`].
//!
//! ```
//! use appell_toml::{Fields, Reader, table};
//! use appell_units::{FORCE, VELOCITY};
//!
//! let text = "name = \"M1\"\n[limits]\nspeed = -3\nforse = 2";
//! let mut reader = Reader::default();
//! let root = table(text, &[], &mut reader);
//! let read = root.as_ref().map(|root| {
//!     let mut fields = Fields::of(root);
//!     let name = fields.required_text("name", &mut reader);
//!     let speed = fields.table("limits", &mut reader, |limits, reader| {
//!         limits.number("force", &FORCE, reader);
//!         limits.positive("speed", &VELOCITY, reader)
//!     });
//!     fields.finish(&mut reader);
//!     (name, speed)
//! });
//! let findings = reader.result(read).unwrap_err();
//! let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
//! assert_eq!(codes, ["not-positive", "unknown-key"]);
//! assert!(findings[1].render("m.toml", text).contains("did you mean `force`?"));
//! ```

mod fields;
mod path;
mod read;
mod reader;

pub use fields::{Fields, NamedNumber, OneOrEach};
pub use path::{Step, find, steps};
pub use read::Read;
pub use reader::Reader;

use std::borrow::Cow;
use std::ops::Range;

use appell_diagnostic::Diagnostic;
use toml::Spanned;
use toml::de::DeTable;
pub use toml::de::DeValue;

/// A key and its place in the file.
pub type Key<'v> = Spanned<Cow<'v, str>>;

/// A value and its place in the file.
pub type Value<'v> = Spanned<DeValue<'v>>;

/// The whole of a file.
pub type Table<'v> = Spanned<DeTable<'v>>;

/// The text as a tree of values with places, unless it is no TOML, which is reported.
///
/// Of the tables in `lists` a file may have many: writing `[joint]` twice gets a hint at `[[joint]]`.
///
/// ```
/// let text = "[joint]\ntype = \"fixed\"\n[joint]\ntype = \"fixed\"";
/// let mut reader = appell_toml::Reader::default();
/// let root = appell_toml::table(text, &["joint"], &mut reader);
/// let findings = reader.result(root).unwrap_err();
/// assert!(findings[0].hints[0].contains("[[joint]]"));
/// ```
pub fn table<'t>(text: &'t str, lists: &[&str], reader: &mut impl Read) -> Option<Table<'t>> {
    /// What follows the first few mistakes of a text is mostly their echo.
    const SHOWN: usize = 10;
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors.iter().take(SHOWN) {
        let span = error.span().unwrap_or(text.len()..text.len());
        let named = text.get(span.clone()).unwrap_or_default();
        let opened = text.get(..span.start).is_some_and(|before| before.ends_with('['));
        let problem = match lists.iter().find(|list| opened && **list == named) {
            Some(list) => Diagnostic::error("toml", error.message())
                .hint(format!("write [[{list}]], with two brackets, for every {list}")),
            None => match mistake(text, span.start) {
                Some((problem, span)) => {
                    reader.report(problem, span);
                    // what follows on this line is its echo
                    break;
                }
                None => Diagnostic::error("toml", error.message()).hint(remedy(error.message())),
            },
        };
        reader.report(problem, span);
    }
    errors.is_empty().then_some(table)
}

/// What helps against a message of the parser.
fn remedy(message: &str) -> &'static str {
    match message {
        "duplicate key" => "leave one of the two out, or give one another name",
        it if it.starts_with("string values must be quoted") => "put the value into double quotes",
        it if it.starts_with("key with no value") || it.starts_with("invalid unquoted key") => {
            "write key = value; put a key with signs other than letters, digits, _ and - into single quotes"
        }
        _ => "see toml.io for how TOML is written",
    }
}

/// A whole number that is not negative.
///
/// ```
/// let text = "a = 0x10\nb = 1_000\nc = -1\nd = 2.0";
/// let root = appell_toml::table(text, &[], &mut appell_toml::Reader::default()).unwrap();
/// let whole = |key| appell_toml::whole(&root.get_ref()[key]);
/// assert_eq!(["a", "b", "c", "d"].map(whole), [Some(16), Some(1000), None, None]);
/// ```
pub fn whole(value: &Value<'_>) -> Option<usize> {
    match value.get_ref() {
        DeValue::Integer(it) => usize::from_str_radix(it.as_str(), it.radix()).ok(),
        _ => None,
    }
}

/// What people mean by a value that is no TOML: a number with a decimal comma, or with a unit that is
/// not in quotes.
fn mistake(text: &str, at: usize) -> Option<(Diagnostic, Range<usize>)> {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind(['=', '[', '{', '\n'])? + 1;
    let rest = &text[start..];
    // a comma before a digit may be a decimal comma
    let ends = |(index, c): (usize, char)| match c {
        ',' => !rest[index + 1..].starts_with(|next: char| next.is_ascii_digit()),
        _ => matches!(c, '}' | ']' | '#' | '\n'),
    };
    let end = rest.char_indices().find(|&it| ends(it)).map_or(rest.len(), |(end, _)| end);
    let value = rest[..end].trim();
    let start = start + rest.len() - rest.trim_start().len();
    let place = start..start + value.len();
    let problem = match appell_units::read(value)? {
        Ok(quantity) if quantity.unit().is_some() => {
            let message = format!("expected quotes around the number with its unit `{value}`");
            Diagnostic::error("toml", message).hint(format!("write \"{value}\""))
        }
        Ok(_) => return None,
        Err(problem) => problem,
    };
    Some((problem, place))
}
