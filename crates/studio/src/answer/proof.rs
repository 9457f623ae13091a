//! Proof-reading: the bundled papers, and a verdict for each printed equation.

use appell::Error;
use appell::diagnostic::shown;
use appell::paper::Paper;
use appell::proof::{self, Finding, NOTATIONS, Notation, Options, Verdict, notation_for};
use appell::report::verdicts_json;
use serde_json::{Value, json};

use super::{mathml, unknown};
use crate::desk::Work;
use crate::message::{Message, findings};

/// The bundled papers, and the bundled robots that they are about.
pub(super) fn bundled() -> Value {
    let entry = |it: &proof::BundledNotation| json!({ "name": it.name, "robot": it.robot });
    json!({ "papers": NOTATIONS.iter().map(entry).collect::<Vec<_>>() })
}

/// A bundled paper.
pub(super) fn text(message: &Message) -> Result<Value, Error> {
    let name = message.text("name")?;
    match NOTATIONS.iter().find(|it| it.name == name) {
        Some(it) => Ok(json!({ "text": it.paper, "robot": it.robot })),
        None => Err(unknown("paper", name, NOTATIONS.iter().map(|it| it.name)).into()),
    }
}

/// Checks a paper against the robot of the tab.
pub(super) fn check(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let robot = work.desk.robot()?;
    let text = message.text("text")?;
    (work.progress)(0.0, "checking");
    let notation = notation_for(text, robot.model()).map(|it| Notation::read(it.text)).transpose();
    let options = Options { budget: work.budget.clone(), ..Options::default() };
    let report = proof::check(text, robot.model(), notation?.as_ref(), &options)?;
    // the text of the editor is read as it is, whatever it was copied from
    let paper = Paper::from_text("paper.md", text)?;
    let mut answer = verdicts_json(&paper, &report);
    let equations = answer["equations"].as_array_mut().into_iter().flatten();
    for (equation, finding) in equations.zip(&report.findings) {
        show(equation, finding, text);
    }
    answer["notes"] = findings(&report.notes, text);
    Ok(answer)
}

/// Makes what a program reads about an equation what the page shows: formulas, and lists of words.
fn show(equation: &mut Value, finding: &Finding, text: &str) {
    equation["source"] = json!(text.get(finding.span.clone()).unwrap_or_default());
    equation["printed_mathml"] = json!(mathml(&finding.printed));
    match &finding.verdict {
        Verdict::Refuted(refutation) => {
            equation["corrected_mathml"] = json!(mathml(&refutation.corrected));
            equation["slips"] = refutation.slips.iter().map(|it| json!(it.to_string())).collect();
            if let Some(example) = &refutation.counter_example {
                let value = |(name, value): &(String, f64)| format!("{name} = {}", shown(*value));
                equation["counter_example"]["at"] = example.values.iter().map(value).collect();
            }
        }
        Verdict::Proved(proof) => {
            equation["assumptions"] = proof.assumptions.iter().map(|it| json!(it.words)).collect();
        }
        _ => {}
    }
}
