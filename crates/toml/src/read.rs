//! Values: what stands there, or a report that something else does.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt};
use toml::de::DeValue;

use crate::fields::Fields;
use crate::{Key, Value};

/// A longer list belongs into a file of its own.
pub(crate) const LONGEST: usize = 10_000;

/// Reads values, and reports those that are not what they should be.
pub trait Read {
    /// Notes what is wrong at a place.
    fn report(&mut self, finding: Diagnostic, span: Range<usize>);

    /// Does something one step further down the path to the entry at hand. A reader that speaks of
    /// entries by their path remembers it here.
    fn inside<T>(
        &mut self,
        _step: impl Into<String>,
        _span: Range<usize>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        work(self)
    }

    /// Reports a value of the wrong kind.
    fn wrong_kind<T>(&mut self, value: &Value<'_>, wanted: &str, hint: &str) -> Option<T> {
        let is = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "an array",
            DeValue::Table(_) => "a table",
        };
        let message = format!("expected {wanted}, found {is}");
        self.report(Diagnostic::error("wrong-type", message).hint(hint), value.span());
        None
    }

    /// Reports a list that has another number of entries than it must have.
    fn wrong_length(&mut self, expected: usize, found: usize, hint: &str, span: Range<usize>) {
        let message = format!("expected {expected} entries, found {found}");
        self.report(Diagnostic::error("wrong-length", message).hint(hint), span);
    }

    /// A table's keys.
    fn fields<'v>(&mut self, value: &'v Value<'v>, hint: &str) -> Option<Fields<'v>> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Fields::new(table, value.span())),
            _ => self.wrong_kind(value, "a table", hint),
        }
    }

    /// A table's keys and values in the order of the file, where the keys are the user's own.
    fn entries<'v>(
        &mut self,
        value: &'v Value<'v>,
        hint: &str,
    ) -> Option<Vec<(&'v Key<'v>, &'v Value<'v>)>> {
        let DeValue::Table(table) = value.get_ref() else {
            return self.wrong_kind(value, "a table", hint);
        };
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        Some(entries)
    }

    /// A list's values.
    fn list<'v>(&mut self, value: &'v Value<'v>, hint: &str) -> Option<&'v [Value<'v>]> {
        match value.get_ref() {
            DeValue::Array(array) => Some(array),
            _ => self.wrong_kind(value, "a list", hint),
        }
    }

    /// A list's values, each of them read, unless they are too many. All are read before one that
    /// is wrong counts.
    fn each<'v, T>(
        &mut self,
        value: &'v Value<'v>,
        longest: usize,
        hint: &str,
        mut work: impl FnMut(&mut Self, &'v Value<'v>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let list = self.list(value, hint)?;
        if list.len() > longest {
            let message = format!("expected at most {longest} entries, found {}", list.len());
            let problem = Diagnostic::error("list-too-long", message)
                .hint("sum up what belongs together, or put it into a file of its own");
            self.report(problem, value.span());
            return None;
        }
        let all: Vec<Option<T>> = list.iter().map(|entry| work(self, entry)).collect();
        all.into_iter().collect()
    }

    /// A text.
    fn text<'v>(&mut self, value: &'v Value<'v>) -> Option<&'v str> {
        match value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => self.wrong_kind(value, "a string", "put it in double quotes"),
        }
    }

    /// One of some names, as the value of a key.
    fn choice<T: Copy>(
        &mut self,
        value: &Value<'_>,
        key: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let text = self.text(value)?;
        self.one_of(text, value.span(), key, choices)
    }

    /// The one of some names that the text of a key is.
    fn one_of<T: Copy>(
        &mut self,
        text: &str,
        span: Range<usize>,
        key: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let found = choices.iter().find(|(name, _)| *name == text);
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            let message =
                format!("`{key}` must be {}, got `{}`", alternatives(&names), excerpt(text));
            let otherwise = format!("write {key} = \"{}\"", names.first().unwrap_or(&"..."));
            let problem = Diagnostic::error("unknown-value", message);
            self.report(problem.did_you_mean(text, names, otherwise), span);
        }
        found.map(|(_, choice)| *choice)
    }

    /// Yes or no.
    fn flag(&mut self, value: &Value<'_>) -> Option<bool> {
        match value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => self.wrong_kind(value, "true or false", "write true or false"),
        }
    }

    /// A finite number.
    fn number(&mut self, value: &Value<'_>) -> Option<f64> {
        let (digits, number) = match value.get_ref() {
            DeValue::Integer(it) if it.radix() != 10 => {
                let number = i64::from_str_radix(it.as_str(), it.radix());
                (it.as_str(), number.ok().map(|number| number as f64))
            }
            DeValue::Integer(it) => (it.as_str(), it.as_str().parse().ok()),
            DeValue::Float(it) => (it.as_str(), it.as_str().parse().ok()),
            _ => return self.wrong_kind(value, "a number", "write a number such as 3 or 0.25"),
        };
        let finite = number.filter(|number| number.is_finite());
        if finite.is_none() {
            let message = format!("expected a finite number, found {}", excerpt(digits));
            let problem = Diagnostic::error("not-finite", message)
                .hint("leave the key out where nothing is known");
            self.report(problem, value.span());
        }
        finite
    }

    /// A list of numbers.
    fn numbers(&mut self, value: &Value<'_>) -> Option<Vec<f64>> {
        self.each(value, LONGEST, "write [0.1, 0.2]", |reader, entry| reader.number(entry))
    }
}

/// Names as alternatives: `a`, `b` or `c`.
fn alternatives(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
