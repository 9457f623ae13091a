//! The bundled files, listed.

use serde_json::{Value, json};

use super::table::wrapped;

/// How wide texts are.
const WIDTH: usize = 94;

/// A bundled file: for people its name, what it is, and texts below; for programs JSON.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) what: String,
    pub(crate) texts: Vec<String>,
    pub(crate) json: Value,
}

/// All files, for people, or under a key as JSON.
pub(crate) fn list(entries: impl Iterator<Item = Entry>, key: &str, as_json: bool) -> String {
    if as_json {
        let list: Vec<Value> = entries.map(|entry| entry.json).collect();
        return format!("{:#}\n", json!({ key: list }));
    }
    let mut out = String::new();
    for entry in entries {
        out.push_str(&format!("{} ({})\n", entry.name, entry.what));
        for line in entry.texts.iter().flat_map(|text| wrapped(text, WIDTH)) {
            out.push_str(&format!("    {line}\n"));
        }
    }
    out
}
