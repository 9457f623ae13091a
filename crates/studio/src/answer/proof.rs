//! Proof-reading: the bundled papers, and a verdict for each printed equation.

use appell::diagnostic::shown;
use appell::proof::{self, Finding, NOTATIONS, Notation, Options, Verdict, notation_for};
use appell::{Error, Robot};
use serde_json::{Map, Value, json};

use super::{mathml, unknown};
use crate::desk::Work;
use crate::message::{Message, findings};

/// The bundled papers.
pub(super) fn bundled() -> Value {
    let entry =
        |it: &proof::BundledNotation| json!({ "name": it.name, "robot": robot_of(it.name) });
    json!({ "papers": NOTATIONS.iter().map(entry).collect::<Vec<_>>() })
}

/// The bundled robot that a paper is about: the name of the paper begins with its name.
fn robot_of(paper: &str) -> Option<&str> {
    let robot = paper.split('-').next()?;
    Robot::bundled(robot).is_ok().then_some(robot)
}

/// A bundled paper.
pub(super) fn text(message: &Message) -> Result<Value, Error> {
    let name = message.text("name")?;
    match NOTATIONS.iter().find(|it| it.name == name) {
        Some(it) => Ok(json!({ "text": it.paper, "robot": robot_of(it.name) })),
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
    let counts: Map<String, Value> = report
        .counts()
        .iter()
        .map(|(verdict, count)| (verdict.name().to_owned(), json!(count)))
        .collect();
    Ok(json!({
        "equations": report.findings.iter().map(|it| equation(it, text)).collect::<Vec<_>>(),
        "counts": counts,
        "stopped": report.stopped,
        "suspects": report.suspects.iter().map(|it| &it.words).collect::<Vec<_>>(),
        "notes": findings(&report.notes, text),
    }))
}

fn equation(finding: &Finding, text: &str) -> Value {
    let before = text.get(..finding.span.start).unwrap_or_default();
    let verdict = &finding.verdict;
    let mut answer = json!({
        "equation": finding.equation,
        "component": finding.component,
        "quantity": finding.quantity,
        "verdict": verdict.kind().name(),
        "reason": verdict.reason(),
        "line": before.matches('\n').count() + 1,
        "printed": finding.printed,
        "printed_mathml": mathml(&finding.printed),
        "source": text.get(finding.span.clone()).unwrap_or_default(),
    });
    match verdict {
        Verdict::Refuted(refutation) => {
            answer["corrected"] = json!(refutation.corrected);
            answer["corrected_mathml"] = json!(mathml(&refutation.corrected));
            answer["difference"] = json!(refutation.difference);
            answer["slips"] = refutation.slips.iter().map(|it| json!(it.to_string())).collect();
            answer["counter_example"] =
                refutation.counter_example.as_ref().map_or(Value::Null, |it| {
                    let values =
                        it.values.iter().map(|(name, value)| format!("{name} = {}", shown(*value)));
                    json!({
                        "at": values.collect::<Vec<_>>(),
                        "printed": it.printed,
                        "derived": it.derived,
                    })
                });
        }
        Verdict::Proved(proof) => {
            answer["assumptions"] = proof.assumptions.iter().map(|it| json!(it.words)).collect();
        }
        _ => {}
    }
    answer
}
