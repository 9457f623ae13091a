//! Elements with the attributes that they inherit from a default class: texts, words, numbers.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use appell_algebra::Rational;
use appell_diagnostic::{Diagnostic, excerpt};
use roxmltree::Node;

use crate::advice::Xml;
use crate::reader::Reader;
use crate::xml::{bad_number, start_tag};

/// The attributes that give an orientation: one of them, and one takes the place of any that is
/// inherited.
pub(super) const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "xyaxes", "zaxis", "euler"];

/// Attributes by their names.
pub(super) type Attributes<'a> = BTreeMap<&'a str, Value<'a>>;

/// The value of an attribute, and its place in the file.
#[derive(Clone)]
pub(super) struct Value<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) span: Range<usize>,
}

/// An element with the attributes that it has and inherits.
pub(super) struct Element<'a> {
    pub(super) tag: &'a str,
    pub(super) span: Range<usize>,
    attributes: Attributes<'a>,
}

/// Puts the attributes of an element over those that it inherits.
pub(super) fn overlay<'a>(attributes: &mut Attributes<'a>, node: Node<'a, '_>) {
    if ORIENTATIONS.iter().any(|name| node.has_attribute(*name)) {
        attributes.retain(|name, _| !ORIENTATIONS.contains(name));
    }
    for attribute in node.attributes() {
        let mut text = Cow::Borrowed(attribute.value());
        // a size of fewer numbers keeps the others, as MuJoCo has it
        if attribute.name() == "size"
            && let Some(inherited) = attributes.get("size")
        {
            let given = attribute.value().split_whitespace();
            let others = inherited.text.split_whitespace().skip(given.clone().count());
            text = Cow::Owned(given.chain(others).collect::<Vec<_>>().join(" "));
        }
        attributes.insert(attribute.name(), Value { text, span: attribute.range_value() });
    }
}

impl<'a> Element<'a> {
    /// An element that inherits attributes.
    pub(super) fn new(node: Node<'a, '_>, mut inherited: Attributes<'a>) -> Self {
        overlay(&mut inherited, node);
        Self { tag: node.tag_name().name(), span: start_tag(node), attributes: inherited }
    }

    /// An element that inherits nothing.
    pub(super) fn plain(node: Node<'a, '_>) -> Self {
        Self::new(node, Attributes::new())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.attributes.contains_key(name)
    }

    /// The text of an attribute.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(|value| value.text.as_ref())
    }

    /// The place of an attribute, or of the element.
    pub(super) fn place(&self, name: &str) -> Range<usize> {
        self.attributes.get(name).map_or(self.span.clone(), |value| value.span.clone())
    }

    /// A word out of some.
    pub(super) fn word(
        &self,
        name: &str,
        words: &[&'static str],
        reader: &mut Reader<'_>,
    ) -> Option<&'static str> {
        let text = self.text(name)?;
        let found = words.iter().copied().find(|word| *word == text);
        if found.is_none() {
            let message =
                format!("expected one of {}, found `{}`", words.join(", "), excerpt(text));
            let problem = Diagnostic::error("unknown-word", message)
                .fact("attribute", format!("{name} of <{}>", self.tag))
                .did_you_mean(
                    text,
                    words.iter().copied(),
                    format!("write {name}=\"{}\"", words[0]),
                );
            reader.report(problem, self.place(name));
        }
        found
    }

    /// Yes or no.
    pub(super) fn flag(&self, name: &str, reader: &mut Reader<'_>) -> Option<bool> {
        self.word(name, &["true", "false"], reader).map(|word| word == "true")
    }

    /// The numbers of an attribute, exactly as they are spelled.
    pub(super) fn numbers(
        &self,
        name: &str,
        count: RangeInclusive<usize>,
        reader: &mut Reader<'_>,
    ) -> Option<Vec<Rational>> {
        let value = self.attributes.get(name)?;
        let words: Vec<&str> = value.text.split_whitespace().take(count.end() + 1).collect();
        let attribute = format!("{name} of <{}>", self.tag);
        let number = |word: &str| {
            let number: Rational = word.parse().ok().filter(|_| !word.contains('/'))?;
            number.to_f64().is_finite().then_some(number)
        };
        let mut numbers = Vec::with_capacity(words.len());
        for word in &words {
            let Some(number) = number(word) else {
                let problem = bad_number(&value.text, word, Xml::Mjcf).fact("attribute", attribute);
                reader.report(problem, value.span.clone());
                return None;
            };
            numbers.push(number);
        }
        if !count.contains(&words.len()) {
            let (least, most) = count.into_inner();
            let expected = match (least, most) {
                (1, 1) => "one number".to_owned(),
                _ if least == most => format!("{most} numbers"),
                _ => format!("{least} to {most} numbers"),
            };
            let found = value.text.split_whitespace().count();
            let problem = Diagnostic::error("wrong-length", format!("`{name}` must be {expected}"))
                .fact("attribute", attribute)
                .fact("numbers", found)
                .hint(format!("write {name}=\"{}\"", vec!["0"; most].join(" ")));
            reader.report(problem, value.span.clone());
            return None;
        }
        Some(numbers)
    }

    /// So many numbers.
    pub(super) fn exactly<const N: usize>(
        &self,
        name: &str,
        reader: &mut Reader<'_>,
    ) -> Option<[Rational; N]> {
        self.numbers(name, N..=N, reader)?.try_into().ok()
    }

    /// One number.
    pub(super) fn number(&self, name: &str, reader: &mut Reader<'_>) -> Option<Rational> {
        self.exactly(name, reader).map(|[number]| number)
    }

    /// One number that is not negative; zero without the attribute.
    pub(super) fn size(&self, name: &str, reader: &mut Reader<'_>) -> Rational {
        let number = self.number(name, reader).unwrap_or_default();
        self.check_sign(name, &number, reader);
        number
    }

    /// Reports a number that is negative.
    pub(super) fn check_sign(&self, name: &str, number: &Rational, reader: &mut Reader<'_>) {
        if number.is_negative() {
            let message = format!("`{name}` must not be negative, got {}", number.to_f64());
            let problem = Diagnostic::error("negative-number", message)
                .fact("attribute", format!("{name} of <{}>", self.tag))
                .hint(format!("write {name}=\"0\" or more"));
            reader.report(problem, self.place(name));
        }
    }

    /// Refuses what is not read and would make another robot of it.
    pub(super) fn refuse(&self, name: &str, what: &str, hint: &str, reader: &mut Reader<'_>) {
        let problem = Diagnostic::error("not-in-model", format!("{what} is not supported"))
            .fact("attribute", format!("{name} of <{}>", self.tag))
            .hint(hint);
        reader.report(problem, self.place(name));
    }
}
