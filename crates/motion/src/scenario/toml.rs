//! TOML with places: the keys of a table, taken one by one; what is left over is unknown.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, nearest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and its place in the file.
pub(crate) type Value<'v> = Spanned<DeValue<'v>>;

/// What was found so far.
#[derive(Default)]
pub(crate) struct Reader {
    findings: Vec<Diagnostic>,
}

impl Reader {
    /// Notes what is wrong at a place. What comes after very many findings says nothing new.
    pub(crate) fn report(&mut self, finding: Diagnostic, span: Range<usize>) {
        const MANY: usize = 200;
        if self.findings.len() < MANY {
            self.findings.push(finding.at(span));
        }
    }

    /// What was read, or all that is wrong.
    pub(crate) fn result<T>(self, read: Option<T>) -> Result<T, Vec<Diagnostic>> {
        match read {
            Some(read) if self.findings.is_empty() => Ok(read),
            _ => Err(self.findings),
        }
    }

    fn wrong_kind<T>(&mut self, value: &Value<'_>, wanted: &str, hint: &str) -> Option<T> {
        let is = match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let message = format!("here stands {is}, not {wanted}");
        self.report(Diagnostic::error("wrong-type", message).hint(hint), value.span());
        None
    }

    /// A finite number.
    pub(crate) fn number(&mut self, value: &Value<'_>) -> Option<f64> {
        let digits = match value.get_ref() {
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
            DeValue::Float(float) => float.as_str(),
            _ => return self.wrong_kind(value, "a number", "write a number such as 3 or 0.25"),
        };
        match digits.replace('_', "").parse::<f64>() {
            Ok(number) if number.is_finite() => Some(number),
            _ => {
                let problem = Diagnostic::error("not-finite", "this is no finite number")
                    .fact("value", digits)
                    .hint("leave the key out where nothing is known");
                self.report(problem, value.span());
                None
            }
        }
    }

    /// A list of numbers.
    pub(crate) fn numbers(&mut self, value: &Value<'_>) -> Option<Vec<f64>> {
        /// A longer list belongs into a table of its own.
        const LONGEST: usize = 10_000;
        let DeValue::Array(list) = value.get_ref() else {
            return self.wrong_kind(value, "a list of numbers", "write [0.1, 0.2]");
        };
        if list.len() > LONGEST {
            let problem = Diagnostic::error("list-too-long", "this list is too long")
                .fact("length", list.len())
                .hint("put it into a CSV file: table = \"file.csv\"");
            self.report(problem, value.span());
            return None;
        }
        // all are read before one that is wrong counts
        let all: Vec<Option<f64>> = list.iter().map(|entry| self.number(entry)).collect();
        all.into_iter().collect()
    }

    fn vector(&mut self, value: &Value<'_>) -> Option<[f64; 3]> {
        let list = self.numbers(value)?;
        let vector = <[f64; 3]>::try_from(list);
        if let Err(list) = &vector {
            let message = format!("a vector has three entries, here are {}", list.len());
            let problem = Diagnostic::error("wrong-length", message).hint("write [0, 0, 0.5]");
            self.report(problem, value.span());
        }
        vector.ok()
    }
}

/// The text as a tree of values with places.
pub(crate) fn table_of<'t>(text: &'t str, reader: &mut Reader) -> Option<Spanned<DeTable<'t>>> {
    /// What follows the first few mistakes of a text is mostly their echo.
    const SHOWN: usize = 10;
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors.iter().take(SHOWN) {
        let problem = Diagnostic::error("toml", error.message().to_owned())
            .hint("see toml.io for how TOML is written");
        reader.report(problem, error.span().unwrap_or(text.len()..text.len()));
    }
    errors.is_empty().then_some(table)
}

/// The keys of a table, taken one by one.
pub(crate) struct Fields<'v> {
    table: &'v DeTable<'v>,
    span: Range<usize>,
    known: Vec<&'static str>,
}

impl<'v> Fields<'v> {
    pub(crate) fn new(table: &'v DeTable<'v>, span: Range<usize>) -> Self {
        Self { table, span, known: Vec::new() }
    }

    /// Where the table stands.
    pub(crate) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Where a key's value stands; the table, where it is not there.
    pub(crate) fn place(&self, key: &str) -> Range<usize> {
        self.table.get(key).map_or_else(|| self.span(), Spanned::span)
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    fn get(&mut self, key: &'static str) -> Option<&'v Value<'v>> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.table.get(key)
    }

    fn demand(
        &mut self,
        key: &'static str,
        hint: &str,
        reader: &mut Reader,
    ) -> Option<&'v Value<'v>> {
        let value = self.get(key);
        if value.is_none() {
            let problem =
                Diagnostic::error("missing-key", format!("`{key}` is missing")).hint(hint);
            reader.report(problem, self.span());
        }
        value
    }

    pub(crate) fn text(&mut self, key: &'static str, reader: &mut Reader) -> Option<String> {
        let value = self.get(key)?;
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            _ => reader.wrong_kind(value, "a text", "put it in double quotes"),
        }
    }

    pub(crate) fn required_text(
        &mut self,
        key: &'static str,
        reader: &mut Reader,
    ) -> Option<String> {
        self.demand(key, &format!("write {key} = \"...\""), reader)?;
        self.text(key, reader)
    }

    /// One of some names.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        choices: &[(&'static str, T)],
        reader: &mut Reader,
    ) -> Option<T> {
        let text = self.text(key, reader)?;
        let found = choices.iter().find(|(name, _)| *name == text);
        if found.is_none() {
            let shown: String = text.chars().take(60).collect();
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            let problem = Diagnostic::error("unknown-value", format!("`{shown}` is no `{key}`"));
            let problem = match nearest(&text, names.iter().copied()) {
                Some(near) => problem.hint(format!("did you mean `{near}`?")),
                None => problem.hint(format!("one of: {}", names.join(", "))),
            };
            reader.report(problem, self.place(key));
        }
        found.map(|(_, choice)| *choice)
    }

    pub(crate) fn flag(&mut self, key: &'static str, reader: &mut Reader) -> Option<bool> {
        let value = self.get(key)?;
        match value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => reader.wrong_kind(value, "true or false", "write true or false"),
        }
    }

    pub(crate) fn number(&mut self, key: &'static str, reader: &mut Reader) -> Option<f64> {
        let value = self.get(key)?;
        reader.number(value)
    }

    /// A number above zero.
    pub(crate) fn positive(&mut self, key: &'static str, reader: &mut Reader) -> Option<f64> {
        let number = self.number(key, reader)?;
        if number > 0.0 {
            return Some(number);
        }
        let problem = Diagnostic::error("not-positive", format!("`{key}` is not above zero"))
            .fact(key, number)
            .hint(format!("write {key} = 1, or any other number above zero"));
        reader.report(problem, self.place(key));
        None
    }

    pub(crate) fn required_positive(
        &mut self,
        key: &'static str,
        reader: &mut Reader,
    ) -> Option<f64> {
        self.demand(key, &format!("write {key} = 1"), reader)?;
        self.positive(key, reader)
    }

    pub(crate) fn vector(&mut self, key: &'static str, reader: &mut Reader) -> Option<[f64; 3]> {
        let value = self.get(key)?;
        reader.vector(value)
    }

    pub(crate) fn numbers(&mut self, key: &'static str, reader: &mut Reader) -> Option<Vec<f64>> {
        let value = self.get(key)?;
        reader.numbers(value)
    }

    /// One number for all, or a list with one for each.
    pub(crate) fn one_or_each(
        &mut self,
        key: &'static str,
        reader: &mut Reader,
    ) -> Option<Vec<f64>> {
        let value = self.get(key)?;
        match value.get_ref() {
            DeValue::Array(_) => reader.numbers(value),
            _ => reader.number(value).map(|number| vec![number]),
        }
    }

    /// A list of lists of numbers.
    pub(crate) fn rows(&mut self, key: &'static str, reader: &mut Reader) -> Option<Vec<Vec<f64>>> {
        let value = self.get(key)?;
        let DeValue::Array(list) = value.get_ref() else {
            return reader.wrong_kind(value, "a list of points", "write [[0.1, 0.2], [0.3, 0.4]]");
        };
        let rows: Vec<Option<Vec<f64>>> = list.iter().map(|row| reader.numbers(row)).collect();
        rows.into_iter().collect()
    }

    /// A list of texts.
    pub(crate) fn texts(&mut self, key: &'static str, reader: &mut Reader) -> Option<Vec<String>> {
        let value = self.get(key)?;
        let DeValue::Array(list) = value.get_ref() else {
            return reader.wrong_kind(value, "a list of texts", "write [\"quintic\", \"s-curve\"]");
        };
        let text = |entry: &Value<'_>| match entry.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            _ => reader.wrong_kind(entry, "a text", "put it in double quotes"),
        };
        let texts: Vec<Option<String>> = list.iter().map(text).collect();
        texts.into_iter().collect()
    }

    /// A table under a key.
    pub(crate) fn table<T>(
        &mut self,
        key: &'static str,
        reader: &mut Reader,
        work: impl FnOnce(&mut Fields<'_>, &mut Reader) -> Option<T>,
    ) -> Option<T> {
        let value = self.get(key)?;
        let DeValue::Table(table) = value.get_ref() else {
            return reader.wrong_kind(value, "a table", &format!("write [{key}]"));
        };
        let mut fields = Fields::new(table, value.span());
        let read = work(&mut fields, reader);
        fields.finish(reader);
        read
    }

    /// A list of tables under a key. All are read, also when one is wrong.
    pub(crate) fn list<T>(
        &mut self,
        key: &'static str,
        reader: &mut Reader,
        mut work: impl FnMut(&mut Fields<'_>, &mut Reader) -> Option<T>,
    ) -> Vec<T> {
        /// More entries than this are no scenario.
        const MOST: usize = 2000;
        let Some(value) = self.get(key) else { return Vec::new() };
        let DeValue::Array(list) = value.get_ref() else {
            let hint = format!("write [[{key}]], with two brackets");
            let _: Option<()> = reader.wrong_kind(value, "a list of tables", &hint);
            return Vec::new();
        };
        let mut all = Vec::new();
        for entry in list.iter().take(MOST) {
            let DeValue::Table(table) = entry.get_ref() else {
                let _: Option<()> =
                    reader.wrong_kind(entry, "a table", &format!("write [[{key}]]"));
                continue;
            };
            let mut fields = Fields::new(table, entry.span());
            all.extend(work(&mut fields, reader));
            fields.finish(reader);
        }
        all
    }

    /// All keys of a table under a key, in the order of the file, with their numbers.
    pub(crate) fn named_numbers(
        &mut self,
        key: &'static str,
        reader: &mut Reader,
    ) -> Vec<(String, f64, Range<usize>)> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let DeValue::Table(table) = value.get_ref() else {
            let _: Option<()> = reader.wrong_kind(value, "a table", &format!("write [{key}]"));
            return Vec::new();
        };
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let read = |(name, value): (&Spanned<_>, &Value<'_>)| {
            let name: &std::borrow::Cow<'_, str> = name.get_ref();
            Some((name.to_string(), reader.number(value)?, value.span()))
        };
        entries.into_iter().filter_map(read).collect()
    }

    /// Reports every key that was never asked for.
    pub(crate) fn finish(self, reader: &mut Reader) {
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
