//! Proof-reading: the bundled papers, and a verdict for each printed equation.

use std::sync::Arc;

use appell::diagnostic::{Diagnostic, shown};
use appell::paper::Paper;
use appell::proof::{
    self, Alternative, Finding, Marked, NOTATIONS, Notation, Options, Report, Slip, Verdict,
    notation_for,
};
use appell::report::{Certifier, name_lines, verdicts_json, verdicts_sarif};
use appell::{Error, Robot};
use serde_json::{Value, json};

use super::paper::{self, Piece};
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
    // the ending of the name says whether it is LaTeX, Markdown, a notebook or a page
    let name = message.optional_text("name")?.unwrap_or("paper.md");
    let paper = Paper::from_text(name, message.text("text")?)?;
    let text = paper.text();
    (work.progress)(0.0, "checking");
    let notation = notation_for(text, robot.model()).map(|it| Notation::read(it.text)).transpose();
    let options = Options {
        budget: work.budget.clone(),
        alternatives: Alternative::all(robot.model()),
        ..Options::default()
    };
    let mut report = proof::check(text, robot.model(), notation?.as_ref(), &options)?;
    name_lines(&paper, &mut report);
    let pieces = paper::pieces(text);
    let mut answer = verdicts_json(&paper, &report);
    let equations = answer["equations"].as_array_mut().into_iter().flatten();
    for (equation, finding) in equations.zip(&report.findings) {
        show(equation, finding, text, &pieces);
    }
    answer["notes"] = findings(&report.notes, text);
    answer["paper"] = pieces.iter().map(Piece::json).collect();
    answer["sarif"] = json!(format!("{:#}\n", verdicts_sarif(&paper, &report)));
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

/// Makes what a program reads about an equation what the page shows: formulas, and lists of words.
fn show(equation: &mut Value, finding: &Finding, text: &str, pieces: &[Piece]) {
    equation["source"] = json!(text.get(finding.span.clone()).unwrap_or_default());
    equation["printed_mathml"] = json!(mathml(&finding.printed));
    equation["piece"] = json!(pieces.iter().position(|it| it.span.contains(&finding.span.start)));
    match &finding.verdict {
        Verdict::Refuted(refutation) => {
            equation["corrected_mathml"] = json!(mathml(&refutation.corrected));
            equation["printed_terms"] = marked(&refutation.printed_terms);
            equation["corrected_terms"] = marked(&refutation.corrected_terms);
            equation["slips"] = refutation.slips.iter().map(slip).collect();
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

/// Terms with their signs; those that the other side has not are marked.
fn marked(terms: &[Marked]) -> Value {
    let term = |it: &Marked| json!({ "mathml": mathml(&it.latex), "differs": it.differs });
    terms.iter().map(term).collect()
}

/// A slip as a sentence, and as words and formulas in turn.
fn slip(slip: &Slip) -> Value {
    let text = slip.to_string();
    let (words, mut rest) = text.split_at(slip.kind.words().len());
    let mut parts = vec![json!(words)];
    for formula in [&slip.printed, &slip.correct].into_iter().filter(|it| !it.is_empty()) {
        if let Some((before, after)) = rest.split_once(formula.as_str()) {
            parts.extend([json!(before), json!({ "mathml": mathml(formula) })]);
            rest = after;
        }
    }
    parts.push(json!(rest));
    json!({ "text": slip.sentence(), "parts": parts })
}
