//! The keys of a table, taken one by one; what is left over is unknown.

use std::ops::Range;

use crate::reader::Reader;
use appell_diagnostic::{Diagnostic, nearest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and its place in the file.
pub(crate) type Value<'v> = Spanned<DeValue<'v>>;

/// The keys of a table, taken one by one.
pub(crate) struct Fields<'v> {
    table: &'v DeTable<'v>,
    pub(crate) span: Range<usize>,
    known: Vec<&'static str>,
}

impl<'v> Fields<'v> {
    pub(crate) fn new(table: &'v DeTable<'v>, span: Range<usize>) -> Self {
        Self { table, span, known: Vec::new() }
    }

    /// The value of a key, if it is there.
    pub(crate) fn get(&mut self, key: &'static str) -> Option<&'v Value<'v>> {
        self.known.push(key);
        self.table.get(key)
    }

    /// Reads the value of a key, if it is there.
    pub(crate) fn read<T>(
        &mut self,
        key: &'static str,
        reader: &mut Reader<'_>,
        work: impl FnOnce(&mut Reader<'_>, &'v Value<'v>) -> Option<T>,
    ) -> Option<T> {
        let value = self.get(key)?;
        reader.inside(key, value.span(), |reader| work(reader, value))
    }

    /// The value of a key that must be there.
    pub(crate) fn demand(
        &mut self,
        key: &'static str,
        hint: &str,
        reader: &mut Reader<'_>,
    ) -> Option<&'v Value<'v>> {
        let value = self.get(key);
        if value.is_none() {
            let problem =
                Diagnostic::error("missing-key", format!("`{key}` is missing")).hint(hint);
            reader.report(problem, self.span.clone());
        }
        value
    }

    /// Reads the value of a key that must be there.
    pub(crate) fn require<T>(
        &mut self,
        key: &'static str,
        hint: &str,
        reader: &mut Reader<'_>,
        work: impl FnOnce(&mut Reader<'_>, &'v Value<'v>) -> Option<T>,
    ) -> Option<T> {
        let value = self.demand(key, hint, reader)?;
        reader.inside(key, value.span(), |reader| work(reader, value))
    }

    /// Whether a key is there.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Reports every key that was never asked for.
    pub(crate) fn finish(self, reader: &mut Reader<'_>) {
        for (key, _) in self.table {
            let name = key.get_ref();
            if self.known.iter().any(|known| known == name) {
                continue;
            }
            let shown: String = name.chars().take(60).collect();
            let problem = Diagnostic::error("unknown-key", format!("`{shown}` means nothing here"));
            let problem = match nearest(name, self.known.iter().copied()) {
                Some(near) => problem.hint(format!("did you mean `{near}`?")),
                None => problem.hint(format!("one of: {}", self.known.join(", "))),
            };
            reader.report(problem, key.span());
        }
    }
}

/// How a kind of value is called.
fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

impl Reader<'_> {
    /// Reports a value of the wrong kind.
    pub(crate) fn wrong_kind<T>(
        &mut self,
        value: &Value<'_>,
        wanted: &str,
        hint: &str,
    ) -> Option<T> {
        let message = format!("here stands {}, not {wanted}", kind_of(value.get_ref()));
        self.report(Diagnostic::error("wrong-type", message).hint(hint), value.span());
        None
    }

    /// A table's keys.
    pub(crate) fn fields<'v>(&mut self, value: &'v Value<'v>, hint: &str) -> Option<Fields<'v>> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Fields::new(table, value.span())),
            _ => self.wrong_kind(value, "a table", hint),
        }
    }

    /// A list's values.
    pub(crate) fn list<'v>(&mut self, value: &'v Value<'v>, hint: &str) -> Option<&'v [Value<'v>]> {
        match value.get_ref() {
            DeValue::Array(array) => Some(array),
            _ => self.wrong_kind(value, "a list", hint),
        }
    }

    /// Refuses a list of parts, turns or meshes that no robot has.
    pub(crate) fn check_length(&mut self, length: usize, value: &Value<'_>) -> Option<()> {
        const LONGEST: usize = 1000;
        if length > LONGEST {
            let problem = Diagnostic::error("list-too-long", "this list is too long for a robot")
                .fact("length", length)
                .fact("limit", LONGEST)
                .hint("sum up what belongs together");
            self.report(problem, value.span());
            return None;
        }
        Some(())
    }

    /// A text.
    pub(crate) fn text<'v>(&mut self, value: &'v Value<'v>) -> Option<&'v str> {
        match value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => self.wrong_kind(value, "a text", "put it in double quotes"),
        }
    }
}
