//! Messages of a tab, and findings as JSON.

use std::collections::BTreeMap;

use appell::diagnostic::{Diagnostic, Place, Severity};
use serde_json::{Map, Value, json};

/// What a tab asks.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// The number by which the tab knows the answer.
    pub(crate) id: u64,
    /// What is asked.
    pub(crate) ask: String,
    body: Map<String, Value>,
}

impl Message {
    /// Reads the text of a message.
    pub(crate) fn read(text: &str) -> Result<Self, Diagnostic> {
        let body: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| bad(format!("expected JSON: {error}")))?;
        let id = body.get("id").and_then(Value::as_u64);
        let id = id.ok_or_else(|| bad("`id` must be a number that counts the messages"))?;
        let ask = body.get("ask").and_then(Value::as_str).map(str::to_owned);
        let ask = ask.ok_or_else(|| bad("`ask` must be a string"))?;
        Ok(Self { id, ask, body })
    }

    /// A string that must be there.
    pub(crate) fn text(&self, key: &str) -> Result<&str, Diagnostic> {
        self.optional_text(key)?.ok_or_else(|| bad(format!("`{key}` is missing")))
    }

    /// A string that may be there.
    pub(crate) fn optional_text(&self, key: &str) -> Result<Option<&str>, Diagnostic> {
        match self.body.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(bad(format!("`{key}` must be a string"))),
        }
    }

    /// A list of strings; empty where it is missing.
    pub(crate) fn texts(&self, key: &str) -> Result<Vec<&str>, Diagnostic> {
        let list = self.list(key)?.iter();
        let text = |it| Value::as_str(it).ok_or_else(|| bad(format!("`{key}` must be strings")));
        list.map(text).collect()
    }

    /// A list of finite numbers; empty where it is missing.
    pub(crate) fn numbers(&self, key: &str) -> Result<Vec<f64>, Diagnostic> {
        self.list(key)?.iter().map(|it| number(key, it)).collect()
    }

    /// Numbers by name; empty where they are missing.
    pub(crate) fn named_numbers(&self, key: &str) -> Result<Vec<(String, f64)>, Diagnostic> {
        match self.body.get(key) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Object(map)) => {
                map.iter().map(|(name, it)| Ok((name.clone(), number(name, it)?))).collect()
            }
            Some(_) => Err(bad(format!("`{key}` must be an object of numbers"))),
        }
    }

    /// Texts by name; empty where they are missing.
    pub(crate) fn named_texts(&self, key: &str) -> Result<BTreeMap<String, String>, Diagnostic> {
        let wrong = || bad(format!("`{key}` must be an object of strings"));
        match self.body.get(key) {
            None | Some(Value::Null) => Ok(BTreeMap::new()),
            Some(Value::Object(map)) => {
                let text = |(name, it): (&String, &Value)| {
                    let text = it.as_str().ok_or_else(wrong)?;
                    Ok((name.clone(), text.to_owned()))
                };
                map.iter().map(text).collect()
            }
            Some(_) => Err(wrong()),
        }
    }

    /// Whether something is asked for.
    pub(crate) fn flag(&self, key: &str) -> bool {
        self.body.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    /// A number that counts something.
    pub(crate) fn count(&self, key: &str) -> Option<u64> {
        self.body.get(key)?.as_u64()
    }

    fn list(&self, key: &str) -> Result<&[Value], Diagnostic> {
        match self.body.get(key) {
            None | Some(Value::Null) => Ok(&[]),
            Some(Value::Array(list)) => Ok(list),
            Some(_) => Err(bad(format!("`{key}` must be a list"))),
        }
    }
}

fn number(key: &str, value: &Value) -> Result<f64, Diagnostic> {
    let number = value.as_f64().filter(|it| it.is_finite());
    number.ok_or_else(|| bad(format!("`{key}` must be finite numbers")))
}

/// What is wrong with a message. The page sends none of these; other programs may.
pub(crate) fn bad(message: impl Into<String>) -> Diagnostic {
    let hint = "crates/studio/PROTOCOL.md lists the messages";
    Diagnostic::error("bad-message", message).hint(hint)
}

/// A finding about a text, as JSON.
pub(crate) fn finding(finding: &Diagnostic, source: &str) -> Value {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let facts = finding.facts.iter().map(|(name, value)| format!("{name}: {value}"));
    let mut answer = json!({
        "severity": severity,
        "code": finding.code,
        "message": finding.message,
        "facts": facts.collect::<Vec<_>>(),
        "hints": finding.hints,
    });
    match &finding.place {
        Place::Span(span) if span.end <= source.len() => {
            for (key, at) in [("", span.start), ("end_", span.end)] {
                let (line, column) = line_and_column(source, at);
                answer[format!("{key}line")] = json!(line);
                answer[format!("{key}column")] = json!(column);
            }
        }
        Place::Path(path) => answer["path"] = json!(path.join(" / ")),
        Place::Span(_) | Place::Unknown => {}
    }
    answer
}

/// Line and column of a byte, from 1; columns count characters.
fn line_and_column(source: &str, at: usize) -> (usize, usize) {
    let before = source.get(..at).unwrap_or(source);
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// Findings as JSON.
pub(crate) fn findings(list: &[Diagnostic], source: &str) -> Value {
    list.iter().map(|it| finding(it, source)).collect()
}
