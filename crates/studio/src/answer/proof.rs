//! Proof-reading: the bundled papers, and a verdict for each printed equation.

use std::sync::Arc;

use appell::diagnostic::{Diagnostic, shown};
use appell::proof::{
    self, Alternative, Finding, Marked, NOTATIONS, Notation, Options, Report, Verdict, notation_for,
};
use appell::report::Certifier;
use appell::{Error, Robot};
use serde_json::{Map, Value, json};

use super::paper::{self, Piece};
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
    let options = Options {
        budget: work.budget.clone(),
        alternatives: Alternative::all(robot.model()),
        ..Options::default()
    };
    let report = proof::check(text, robot.model(), notation?.as_ref(), &options)?;
    let pieces = paper::pieces(text);
    let counts: Map<String, Value> = report
        .counts()
        .iter()
        .map(|(verdict, count)| (verdict.name().to_owned(), json!(count)))
        .collect();
    let equations = report.findings.iter().map(|it| equation(it, text, &pieces));
    let answer = json!({
        "paper": pieces.iter().map(Piece::json).collect::<Vec<_>>(),
        "equations": equations.collect::<Vec<_>>(),
        "counts": counts,
        "stopped": report.stopped,
        "suspects": report.suspects.iter().map(|it| &it.words).collect::<Vec<_>>(),
        "notes": findings(&report.notes, text),
    });
    work.desk.put_checked(Checked { robot, report });
    Ok(answer)
}

/// What the last check of a tab found.
pub(crate) struct Checked {
    robot: Arc<Robot>,
    report: Report,
}

/// A certificate of the verdicts of the last check: a Python program for SymPy.
pub(super) fn certificate(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let Some(checked) = work.desk.checked() else {
        let problem = Diagnostic::error("no-verdicts", "no paper was checked");
        return Err(problem.hint("check a paper first").into());
    };
    let Checked { robot, report } = &*checked;
    let paper = message.optional_text("name")?.unwrap_or("paper.tex");
    (work.progress)(0.0, "writing the certificate");
    let command = format!("appell check {paper} --robot {} --certify .", robot.source_name());
    let certifier = Certifier::new(robot.model(), command).budget(&work.budget);
    let certificate = certifier.python_of_check(paper, &report.findings)?;
    Ok(json!({
        "text": certificate.text,
        "ending": certificate.ending,
        "rows": certificate.rows,
        "left_out": certificate.left_out,
    }))
}

fn equation(finding: &Finding, text: &str, pieces: &[Piece]) -> Value {
    let before = text.get(..finding.span.start).unwrap_or_default();
    let verdict = &finding.verdict;
    let mut answer = json!({
        "equation": finding.equation,
        "component": finding.component,
        "quantity": finding.quantity,
        "verdict": verdict.kind().name(),
        "reason": verdict.reason(),
        "piece": pieces.iter().position(|it| it.span.contains(&finding.span.start)),
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
            answer["printed_terms"] = marked(&refutation.printed_terms);
            answer["corrected_terms"] = marked(&refutation.corrected_terms);
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

/// Terms with their signs; those that the other side has not are marked.
fn marked(terms: &[Marked]) -> Value {
    let term = |it: &Marked| json!({ "mathml": mathml(&it.latex), "differs": it.differs });
    terms.iter().map(term).collect()
}
