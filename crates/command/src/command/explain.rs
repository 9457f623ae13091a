//! `appell explain CODE`: what a message means, and what to do.

use appell::diagnostic::{Diagnostic, excerpt};
use serde_json::json;

use super::findings::Failure;
use super::table::wrapped;

/// The page with all messages, a row each; the one place where they are explained.
const PAGE: &str = include_str!("explain/messages.md");

/// The arguments of `appell explain`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The code of a message, such as unknown-key: the word in brackets behind `error`, `warning` or
    /// `note`; without it, all codes are listed
    code: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// A row of the page.
struct Explanation {
    code: &'static str,
    meaning: &'static str,
    cause: &'static str,
    remedy: &'static str,
}

/// All rows of the page, in its order.
fn explanations() -> impl Iterator<Item = Explanation> {
    PAGE.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.strip_suffix(" |")?.split(" | ").collect();
        let [code, meaning, cause, remedy] = cells.try_into().ok()?;
        Some(Explanation { code: code.strip_suffix('`')?, meaning, cause, remedy })
    })
}

/// The codes of all messages.
pub(crate) fn codes() -> impl Iterator<Item = &'static str> {
    explanations().map(|it| it.code)
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let chosen: Vec<Explanation> = match self.code.as_deref().map(bare) {
            None => explanations().collect(),
            Some(code) => vec![find(code)?],
        };
        if self.json {
            let list: Vec<_> = chosen.iter().map(as_json).collect();
            return Ok(format!("{:#}\n", json!({ "messages": list })));
        }
        Ok(match self.code {
            None => chosen.iter().map(|it| format!("{:<26} {}\n", it.code, it.meaning)).collect(),
            Some(_) => chosen.iter().map(card).collect(),
        })
    }
}

/// The code of a message as it may be copied: `error[unknown-key]`, `[unknown-key]`, `unknown-key`.
fn bare(text: &str) -> &str {
    let inside = text.split_once('[').map_or(text, |(_, rest)| rest);
    inside.split(']').next().unwrap_or(inside).trim()
}

fn find(code: &str) -> Result<Explanation, Failure> {
    explanations().find(|it| it.code == code).ok_or_else(|| {
        let message = format!("no message has the code `{}`", excerpt(code));
        let problem = Diagnostic::error("unknown-code", message);
        let codes = explanations().map(|it| it.code);
        problem.did_you_mean(code, codes, "`appell explain` lists all codes").into()
    })
}

fn card(explanation: &Explanation) -> String {
    let Explanation { code, meaning, cause, remedy } = explanation;
    let mut out = format!("{code}\n");
    for (label, text) in [("meaning", meaning), ("typical cause", cause), ("what to do", remedy)] {
        let mut label = label;
        for line in wrapped(text, 78) {
            out.push_str(&format!("    {label:<14} {line}\n"));
            label = "";
        }
    }
    out
}

fn as_json(explanation: &Explanation) -> serde_json::Value {
    let Explanation { code, meaning, cause, remedy } = explanation;
    json!({ "code": code, "meaning": meaning, "cause": cause, "remedy": remedy })
}
