//! The keys of a table, taken one by one; what is left over is unknown.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt, nearest, shown};
use appell_units::{ANY, Dimension, Measure};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::read::{LONGEST, Read};
use crate::{Table, Value};

/// More tables of a kind than this are a mistake.
const MOST_TABLES: usize = 2000;

/// The keys of a table, taken one by one.
#[derive(Debug)]
pub struct Fields<'v> {
    table: &'v DeTable<'v>,
    span: Range<usize>,
    known: Vec<&'static str>,
    /// Keys that are missing, where another key may be meant as one of them.
    missing: Vec<(&'static str, Diagnostic)>,
}

/// One number for all, or a list with one for each: a list of one number is for one.
#[derive(Clone, Debug, PartialEq)]
pub enum OneOrEach {
    /// The same for all.
    One(f64),
    /// One for each.
    Each(Vec<f64>),
}

impl OneOrEach {
    /// The numbers as they are written.
    pub fn numbers(&self) -> &[f64] {
        match self {
            Self::One(number) => std::slice::from_ref(number),
            Self::Each(numbers) => numbers,
        }
    }
}

/// A number whose key is the user's own.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedNumber {
    /// The key.
    pub name: String,
    /// The number, in SI units.
    pub value: f64,
    /// The dimension of its unit, if it has one.
    pub dimension: Option<Dimension>,
    /// Where it is in the file.
    pub span: Range<usize>,
}

impl<'v> Fields<'v> {
    /// The keys of a file.
    pub fn of(file: &'v Table<'v>) -> Self {
        Self::new(file.get_ref(), 0..0)
    }

    pub(crate) fn new(table: &'v DeTable<'v>, span: Range<usize>) -> Self {
        Self { table, span, known: Vec::new(), missing: Vec::new() }
    }

    /// The place of the table in the text.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The place of a key's value in the text; that of the table, where the key is missing.
    pub fn place(&self, key: &str) -> Range<usize> {
        self.table.get(key).map_or_else(|| self.span(), Spanned::span)
    }

    /// Whether a key is there.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// The value of a key, if it is there.
    pub fn get(&mut self, key: &'static str) -> Option<&'v Value<'v>> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.table.get(key)
    }

    /// The value of a key that must be there.
    pub fn demand(
        &mut self,
        key: &'static str,
        hint: &str,
        reader: &mut impl Read,
    ) -> Option<&'v Value<'v>> {
        let value = self.get(key);
        if value.is_none() {
            let problem =
                Diagnostic::error("missing-key", format!("`{key}` is missing")).hint(hint);
            // of a key that is misspelt, one finding is enough
            let is_like = |other: &str| nearest(other, [key]).is_some();
            match self.table.keys().any(|other| is_like(other.get_ref())) {
                true => self.missing.push((key, problem)),
                false => reader.report(problem, self.span()),
            }
        }
        value
    }

    /// Reports that none of some keys is there; at the end, and only if no other key may be meant as one of
    /// them.
    pub fn report_missing(
        &mut self,
        keys: &[&'static str],
        problem: Diagnostic,
        reader: &mut impl Read,
    ) {
        let is_meant =
            |key: &str| self.table.keys().any(|other| nearest(other.get_ref(), [key]).is_some());
        match keys.iter().find(|key| is_meant(key)) {
            Some(key) => self.missing.push((key, problem)),
            None => reader.report(problem, self.span()),
        }
    }

    /// Reads the value of a key, if it is there.
    pub fn read<R: Read, T>(
        &mut self,
        key: &'static str,
        reader: &mut R,
        work: impl FnOnce(&mut R, &'v Value<'v>) -> Option<T>,
    ) -> Option<T> {
        let value = self.get(key)?;
        reader.inside(key, value.span(), |reader| work(reader, value))
    }

    /// Reads the value of a key that must be there.
    pub fn require<R: Read, T>(
        &mut self,
        key: &'static str,
        hint: &str,
        reader: &mut R,
        work: impl FnOnce(&mut R, &'v Value<'v>) -> Option<T>,
    ) -> Option<T> {
        self.demand(key, hint, reader)?;
        self.read(key, reader, work)
    }

    /// Reads the value of a key that has several spellings, the first of which is the key's name, if
    /// one of them is there. Two at once are an error.
    pub fn read_spelled<R: Read, T>(
        &mut self,
        spellings: &[&'static str],
        reader: &mut R,
        work: impl FnOnce(&mut R, &'v Value<'v>) -> Option<T>,
    ) -> Option<T> {
        let name = *spellings.first()?;
        let present: Vec<&'static str> =
            spellings.iter().copied().filter(|spelling| self.has(spelling)).collect();
        if let [first, others @ ..] = present.as_slice() {
            for other in others {
                let message = format!("`{other}` and `{first}` are the same key");
                let problem = Diagnostic::error("duplicate-key", message)
                    .hint(format!("leave out `{other}`"));
                reader.report(problem, self.place(other));
                self.get(other);
            }
        }
        self.get(name);
        let value = self.get(present.first()?)?;
        reader.inside(name, value.span(), |reader| work(reader, value))
    }

    /// Reports every key that was never asked for, and those that are missing and that none of them can mean.
    pub fn finish(self, reader: &mut impl Read) {
        let mut meant = Vec::new();
        for (key, _) in self.table {
            let name = key.get_ref();
            if self.known.iter().any(|known| known == name) {
                continue;
            }
            let message = format!("unknown key `{}`", excerpt(name));
            let otherwise = format!("one of: {}", self.known.join(", "));
            let known = self.known.iter().copied();
            let synonym = SYNONYMS.iter().find(|(word, _)| word == name).map(|(_, key)| *key);
            let synonym = synonym.filter(|synonym| self.known.contains(synonym));
            let likely = synonym.or_else(|| nearest(name, known));
            meant.extend(likely);
            let hint = likely.map_or(otherwise, |likely| format!("did you mean `{likely}`?"));
            reader.report(Diagnostic::error("unknown-key", message).hint(hint), key.span());
        }
        for (_, problem) in self.missing.into_iter().filter(|(key, _)| !meant.contains(key)) {
            reader.report(problem, self.span.clone());
        }
    }
}

/// Words that are not spelt like the key that they mean.
const SYNONYMS: [(&str, &str); 5] = [
    ("time", "duration"),
    ("profile", "law"),
    ("weight", "mass"),
    ("damping", "viscous"),
    ("armature", "inertia"),
];

/// Values of the usual kinds, if the key is there.
impl Fields<'_> {
    /// A text.
    pub fn text(&mut self, key: &'static str, reader: &mut impl Read) -> Option<String> {
        self.read(key, reader, |reader, value| reader.text(value).map(str::to_owned))
    }

    /// A text that must be there.
    pub fn required_text(&mut self, key: &'static str, reader: &mut impl Read) -> Option<String> {
        self.demand(key, &format!("write {key} = \"...\""), reader)?;
        self.text(key, reader)
    }

    /// A list of texts.
    pub fn texts(&mut self, key: &'static str, reader: &mut impl Read) -> Option<Vec<String>> {
        let hint = format!("write {key} = [\"...\", \"...\"]");
        self.read(key, reader, |reader, value| {
            reader.each(value, LONGEST, &hint, |reader, text| reader.text(text).map(str::to_owned))
        })
    }

    /// One of some names.
    pub fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        choices: &[(&str, T)],
        reader: &mut impl Read,
    ) -> Option<T> {
        self.read(key, reader, |reader, value| reader.choice(value, key, choices))
    }

    /// Yes or no.
    pub fn flag(&mut self, key: &'static str, reader: &mut impl Read) -> Option<bool> {
        self.read(key, reader, |reader, value| reader.flag(value))
    }

    /// A finite number, in SI units; one in quotes has a unit of the measure: `"250 mm"`.
    pub fn number(
        &mut self,
        key: &'static str,
        measure: &Measure,
        reader: &mut impl Read,
    ) -> Option<f64> {
        self.read(key, reader, |reader, value| reader.number(value, key, measure))
    }

    /// A number above zero.
    pub fn positive(
        &mut self,
        key: &'static str,
        measure: &Measure,
        reader: &mut impl Read,
    ) -> Option<f64> {
        let number = self.number(key, measure, reader)?;
        if number > 0.0 {
            return Some(number);
        }
        let message = format!("`{key}` must be above zero, got {}", shown(number));
        let problem = Diagnostic::error("not-positive", message)
            .hint(format!("write {key} = ..., a number above zero"));
        reader.report(problem, self.place(key));
        None
    }

    /// A number above zero that must be there.
    pub fn required_positive(
        &mut self,
        key: &'static str,
        measure: &Measure,
        reader: &mut impl Read,
    ) -> Option<f64> {
        let unit = measure.units.first().map_or(String::new(), |unit| format!(" in {unit}"));
        self.demand(key, &format!("write {key} = ..., with its value{unit}"), reader)?;
        self.positive(key, measure, reader)
    }

    /// A list of numbers.
    pub fn numbers(
        &mut self,
        key: &'static str,
        measure: &Measure,
        reader: &mut impl Read,
    ) -> Option<Vec<f64>> {
        self.read(key, reader, |reader, value| reader.numbers(value, key, measure))
    }

    /// Three numbers.
    pub fn vector(
        &mut self,
        key: &'static str,
        measure: &Measure,
        reader: &mut impl Read,
    ) -> Option<[f64; 3]> {
        let list = self.numbers(key, measure, reader)?;
        let vector = <[f64; 3]>::try_from(list);
        if let Err(list) = &vector {
            reader.wrong_length(3, list.len(), "write [0, 0, 0.5]", self.place(key));
        }
        vector.ok()
    }

    /// One number for all, or a list with one for each.
    pub fn one_or_each(
        &mut self,
        key: &'static str,
        measure: &Measure,
        reader: &mut impl Read,
    ) -> Option<OneOrEach> {
        self.read(key, reader, |reader, value| match value.get_ref() {
            DeValue::Array(_) => reader.numbers(value, key, measure).map(OneOrEach::Each),
            _ => reader.number(value, key, measure).map(OneOrEach::One),
        })
    }

    /// A list of lists of numbers.
    pub fn rows(
        &mut self,
        key: &'static str,
        measure: &Measure,
        reader: &mut impl Read,
    ) -> Option<Vec<Vec<f64>>> {
        let hint = "write [[0.1, 0.2], [0.3, 0.4]]";
        self.read(key, reader, |reader, value| {
            reader.rows(value, hint, |reader, row| reader.numbers(row, key, measure))
        })
    }

    /// The numbers of a table whose keys are the user's own.
    pub fn named_numbers(&mut self, key: &'static str, reader: &mut impl Read) -> Vec<NamedNumber> {
        let read = self.read(key, reader, |reader, value| {
            let entries = reader.entries(value, &format!("write [{key}]"))?.into_iter();
            let read = entries.filter_map(|(name, value)| {
                let text = value.get_ref().as_str();
                let unit = text.and_then(|text| appell_units::read(text)?.ok()?.unit());
                Some(NamedNumber {
                    name: name.get_ref().to_string(),
                    value: reader.number(value, name.get_ref(), &ANY)?,
                    dimension: unit.map(|unit| unit.dimension),
                    span: value.span(),
                })
            });
            Some(read.collect())
        });
        read.unwrap_or_default()
    }

    /// A table under a key.
    pub fn table<R: Read, T>(
        &mut self,
        key: &'static str,
        reader: &mut R,
        work: impl FnOnce(&mut Fields<'_>, &mut R) -> Option<T>,
    ) -> Option<T> {
        self.read(key, reader, |reader, value| {
            let mut fields = reader.fields(value, &format!("write [{key}]"))?;
            let read = work(&mut fields, reader);
            fields.finish(reader);
            read
        })
    }

    /// A list of tables under a key; those that can be read.
    pub fn list<R: Read, T>(
        &mut self,
        key: &'static str,
        reader: &mut R,
        mut work: impl FnMut(&mut Fields<'_>, &mut R) -> Option<T>,
    ) -> Vec<T> {
        let hint = format!("write [[{key}]], with two brackets");
        let read = self.read(key, reader, |reader, value| {
            reader.each(value, MOST_TABLES, &hint, |reader, entry| {
                let Some(mut fields) = reader.fields(entry, &hint) else { return Some(None) };
                let read = work(&mut fields, reader);
                fields.finish(reader);
                Some(read)
            })
        });
        read.into_iter().flatten().flatten().collect()
    }
}
