//! Reads values of an expected type; a value of another type is reported.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt};
use appell_units::Measure;
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
            DeValue::Array(_) => "a list",
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
            let otherwise = format!("one of: {}", names.join(", "));
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

    /// A finite number, in SI units: a plain number, or one with a unit of the measure in quotes.
    fn number(&mut self, value: &Value<'_>, key: &str, measure: &Measure) -> Option<f64> {
        self.number_of(value, key, &[measure]).map(|(number, _)| number)
    }

    /// A finite number, in SI units, and the measure that its unit fits, if it has one.
    fn number_of(
        &mut self,
        value: &Value<'_>,
        key: &str,
        measures: &[&Measure],
    ) -> Option<(f64, Option<usize>)> {
        let (digits, number, fitting) = match value.get_ref() {
            DeValue::String(text) => {
                let (number, fitting) = self.with_unit(value, text, key, measures)?;
                (&**text, Some(number), Some(fitting))
            }
            DeValue::Integer(it) if it.radix() != 10 => {
                let number = i64::from_str_radix(it.as_str(), it.radix());
                (it.as_str(), number.ok().map(|number| number as f64), None)
            }
            DeValue::Integer(it) => (it.as_str(), it.as_str().parse().ok(), None),
            DeValue::Float(it) => (it.as_str(), it.as_str().parse().ok(), None),
            _ => return self.wrong_kind(value, "a number", NUMBER_HINT),
        };
        let finite = number.filter(|number| number.is_finite());
        if finite.is_none() {
            let message = format!("expected a finite number, found {}", excerpt(digits));
            let problem = Diagnostic::error("not-finite", message)
                .hint("leave the key out where nothing is known");
            self.report(problem, value.span());
        }
        finite.map(|number| (number, fitting))
    }

    /// The number of a text such as `250 mm`, in SI units, and the measure that its unit fits.
    fn with_unit(
        &mut self,
        value: &Value<'_>,
        text: &str,
        key: &str,
        measures: &[&Measure],
    ) -> Option<(f64, usize)> {
        let quantity = match appell_units::read(text) {
            Some(quantity) => quantity,
            None if text.trim().parse::<f64>().is_ok() => {
                let hint = format!("leave out the quotes: {key} = {}", text.trim());
                return self.wrong_kind(value, "a number", &hint);
            }
            None => {
                let unit = measures.iter().find_map(|measure| measure.units.first());
                let hint = unit.map_or_else(
                    || NUMBER_HINT.to_owned(),
                    |unit| format!("{NUMBER_HINT}, or with a unit: \"0.25 {unit}\""),
                );
                return self.wrong_kind(value, "a number", &hint);
            }
        };
        match quantity.and_then(|quantity| quantity.si_of(key, measures)) {
            Ok((number, fitting)) => Some((number.to_f64(), fitting)),
            Err(problem) => {
                self.report(problem, value.span());
                None
            }
        }
    }

    /// A list of numbers, in SI units, each with the measure that its unit fits, if it has one.
    fn numbers_of(
        &mut self,
        value: &Value<'_>,
        key: &str,
        measures: &[&Measure],
    ) -> Option<Vec<(f64, Option<usize>)>> {
        let hint = "write [0.1, 0.2]";
        self.each(value, LONGEST, hint, |reader, entry| reader.number_of(entry, key, measures))
    }

    /// A list of rows.
    fn rows<'v, T>(
        &mut self,
        value: &'v Value<'v>,
        hint: &str,
        row: impl FnMut(&mut Self, &'v Value<'v>) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.each(value, LONGEST, hint, row)
    }

    /// A list of numbers.
    fn numbers(&mut self, value: &Value<'_>, key: &str, measure: &Measure) -> Option<Vec<f64>> {
        let numbers = self.numbers_of(value, key, &[measure])?.into_iter();
        Some(numbers.map(|(number, _)| number).collect())
    }
}

const NUMBER_HINT: &str = "write a number such as 3 or 0.25";

/// Names as alternatives: `a`, `b` or `c`.
fn alternatives(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
