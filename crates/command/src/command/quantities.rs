//! `appell quantities [WORD...]`: what can be asked for.

use appell::diagnostic::Diagnostic;
use appell::mechanics::{ClosedForm, ElasticSupport, Need, Row, TABLE};
use serde_json::json;

use super::findings::Failure;
use super::table::wrapped;

/// The arguments of `appell quantities`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A name, a synonym or words of the explanation: M, mass_matrix, inverse dynamics
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// The help of an argument that takes quantities.
pub(crate) fn help(what: &str) -> String {
    format!(
        "{what}, such as Q (joint torques), M, C, G, qdd, T[tool], J[3], dQ/dq. An index is a number, the name of a \
         joint or a frame, or `tool`; @0 behind a vector: in base axes. `appell quantities` lists all"
    )
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let word = self.words.join(" ");
        let rows = if word.is_empty() { TABLE.iter().collect() } else { found(&word)? };
        if self.json {
            let list: Vec<_> = rows.into_iter().map(as_json).collect();
            return Ok(format!("{:#}\n", json!({ "quantities": list })));
        }
        Ok(match word.is_empty() {
            true => overview(&rows),
            false => rows.into_iter().map(card).collect::<Vec<_>>().join("\n"),
        })
    }
}

/// The rows of a name or synonym, as the list prints it or with an index.
fn named(word: &str) -> impl Iterator<Item = &'static Row> {
    let word = word.split(['[', '@']).next().unwrap_or(word);
    TABLE.iter().filter(move |row| row.name == word || row.synonyms.contains(&word))
}

/// Whether a word is the name of a quantity.
pub(crate) fn is_name(word: &str) -> bool {
    named(word).next().is_some()
}

/// The rows of a name or synonym; if there are none, those in whose texts the word occurs.
fn found(word: &str) -> Result<Vec<&'static Row>, Failure> {
    let rows: Vec<&Row> = named(word).collect();
    if !rows.is_empty() {
        return Ok(rows);
    }
    let lower = word.to_lowercase().replace("center", "centre");
    let mentions = |row: &&Row| {
        let texts = row.synonyms.iter().chain([&row.about, &row.name]);
        texts.into_iter().any(|text| is_in(&lower, &text.to_lowercase()))
    };
    let rows: Vec<&Row> = TABLE.iter().filter(mentions).collect();
    if !rows.is_empty() {
        return Ok(rows);
    }
    let known = TABLE.iter().flat_map(|row| row.synonyms.iter().copied().chain([row.name]));
    let message =
        format!("no quantity is named or described by `{}`", appell::diagnostic::excerpt(word));
    let problem = Diagnostic::error("unknown-quantity", message).did_you_mean(
        word,
        known,
        "`appell quantities` lists all",
    );
    Err(Failure::of(&[problem]))
}

/// Whether a word, or the beginning of one, is in a text; what is this short only by itself.
fn is_in(word: &str, text: &str) -> bool {
    const SHORT: usize = 2;
    match word.len() > SHORT {
        true => text.contains(word),
        false => text.split(|c: char| !c.is_alphanumeric()).any(|it| it == word),
    }
}

fn overview(rows: &[&Row]) -> String {
    let mut out = String::new();
    for Row { name, form, unit, about, .. } in rows {
        let name = format!("{name}{}", form.index().text());
        out.push_str(&format!("{name:<10} {:<19} {about} [{unit}]\n", form.words()));
    }
    let more =
        "n: number of coordinates; {i}: frame of joint i. `appell quantities M` shows all about M.";
    format!("{out}\n{more}\n")
}

fn card(row: &Row) -> String {
    let mut out = format!("{}{}\n", row.name, row.form.index().text());
    for part in wrapped(row.about, 91) {
        out.push_str(&format!("    {part}\n"));
    }
    let mut line = |label: &str, text: &str| {
        let mut label = label;
        for part in wrapped(text, 76) {
            out.push_str(format!("    {label:<14} {part}").trim_end());
            out.push('\n');
            label = "";
        }
    };
    line("synonyms", &row.synonyms.join(", "));
    line("shape", row.form.words());
    line("unit", row.unit);
    line("depends on", &depends_on(row));
    line("closed form", closed_form(row));
    line("elastic links", elastic(row));
    line("LaTeX", row.latex);
    line("Typst", row.typst);
    out
}

/// The coordinates and their derivatives, and what else it needs.
fn depends_on(row: &Row) -> String {
    let order = usize::try_from(row.order).unwrap_or(usize::MAX);
    let rates = (0..=order).map(|order| format!("q{}", "'".repeat(order)));
    let needs = row.needs.iter().map(|need| need_name(*need).to_owned());
    rates.chain(needs).collect::<Vec<_>>().join(", ")
}

fn need_name(need: Need) -> &'static str {
    match need {
        Need::DrivingForces => "driving forces tau",
        Need::Payload => "payload wrench, wrenches on frames",
    }
}

fn closed_form(row: &Row) -> &'static str {
    match row.closed_form {
        ClosedForm::Polynomial => "polynomial in parameters, coordinates, rates, sines and cosines",
        ClosedForm::Quotient => {
            "quotient, given nested (--form nested); short (--form short) for up to two coordinates"
        }
        ClosedForm::None => "none: numbers only (`appell eval`)",
    }
}

fn elastic(row: &Row) -> &'static str {
    match row.elastic {
        ElasticSupport::All => "yes",
        ElasticSupport::RotatingTips => "yes, but not with tip_map = \"affine\"",
        ElasticSupport::BaseAxes => "yes; with tip_map = \"affine\" in base axes (@0) only",
        ElasticSupport::RigidOnly => "no: rigid links only",
    }
}

fn as_json(row: &Row) -> serde_json::Value {
    json!({
        "name": row.name,
        "index": row.form.index().text(),
        "synonyms": row.synonyms,
        "about": row.about,
        "shape": row.form.words(),
        "unit": row.unit,
        "order": row.order,
        "needs": row.needs.iter().map(|need| need_name(*need)).collect::<Vec<_>>(),
        "closed_form": closed_form(row),
        "elastic_links": elastic(row),
        "latex": row.latex,
        "typst": row.typst,
    })
}
