//! The answer for programs.

use appell::paper::{Paper, Position};
use appell::proof::{
    Assumption, CounterExample, Finding, Proof, Refutation, Report, SecondRoute, Slip, Verdict,
};
use serde_json::{Map, Value, json};

use super::place::position;

/// The report as JSON.
pub(super) fn json(paper: &Paper, report: &Report) -> String {
    let counts: Map<String, Value> = report
        .counts()
        .iter()
        .map(|(verdict, count)| (verdict.name().to_owned(), json!(count)))
        .collect();
    let suspect = |suspect: &appell::proof::Suspect| json!({"name": suspect.name, "words": suspect.words, "explains": suspect.explains, "of": suspect.of});
    let mut answer = json!({
        "equations": report.findings.iter().map(|it| finding(paper, it)).collect::<Vec<_>>(),
        "counts": counts,
        "suspects": report.suspects.iter().map(suspect).collect::<Vec<_>>(),
        "proposals": report.proposals,
    });
    if let Some(why) = &report.stopped {
        answer["stopped"] = json!(why);
    }
    format!("{answer:#}\n")
}

/// What all findings have, then what their verdict has. A proof has its assumptions, what is
/// undecided its cause and the number of states at which both sides agree, a refutation all of its
/// parts.
fn finding(paper: &Paper, finding: &Finding) -> Value {
    let Position { file, line, column } = position(paper, finding);
    let Finding { equation, component, quantity, printed, verdict, .. } = finding;
    let mut answer = json!({
        "equation": equation,
        "component": component,
        "quantity": quantity,
        "file": file,
        "line": line,
        "column": column,
        "verdict": verdict.kind().name(),
        "reason": verdict.reason(),
        "difference": "",
        "slips": [],
        "printed": printed,
        "corrected": "",
        "second_route": match verdict.second_route() {
            SecondRoute::Exact => "exact values",
            SecondRoute::Interval => "interval arithmetic",
            SecondRoute::None => "none",
        },
    });
    match verdict {
        Verdict::Proved(Proof { assumptions, .. }) => {
            answer["assumptions"] = assumptions.iter().map(assumption).collect();
        }
        Verdict::Refuted(refutation) => {
            let Refutation { difference, slips, corrected, counter_example, .. } = &**refutation;
            answer["difference"] = json!(difference);
            answer["slips"] = slips.iter().map(slip).collect();
            answer["corrected"] = json!(corrected);
            if let Some(example) = counter_example {
                answer["counter_example"] = counter_example_of(example);
            }
        }
        Verdict::Undecided { cause, agrees_at, .. } => {
            answer["cause"] = json!(cause.name());
            answer["agrees_at"] = json!(agrees_at);
        }
        Verdict::Unreadable(_) | Verdict::Unmapped { name: None, .. } => {}
        Verdict::Defined { name } => answer["name"] = json!(name),
        Verdict::Unmapped { name: Some(name), .. } => answer["name"] = json!(name),
    }
    answer
}

fn assumption(Assumption { name, words }: &Assumption) -> Value {
    json!({"name": name, "words": words})
}

fn counter_example_of(CounterExample { values, printed, derived }: &CounterExample) -> Value {
    let values: Map<String, Value> =
        values.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({"values": values, "printed": printed, "derived": derived})
}

fn slip(slip: &Slip) -> Value {
    let mut answer = json!({
        "kind": slip.kind.name(),
        "printed": slip.printed,
        "correct": slip.correct,
        "words": slip.to_string(),
    });
    if let Some(dimension) = &slip.dimension {
        answer["dimension"] = json!(dimension);
    }
    answer
}
