//! The answer for programs.

use appell::proof::{CounterExample, Finding, Report, SecondRoute, Slip};
use serde_json::{Map, Value, json};

/// The report as JSON.
pub(super) fn json(report: &Report) -> String {
    let counts: Map<String, Value> = report
        .counts()
        .iter()
        .map(|(verdict, count)| (verdict.name().to_owned(), json!(count)))
        .collect();
    let suspect = |suspect: &appell::proof::Suspect| json!({"name": suspect.name, "words": suspect.words, "explains": suspect.explains, "of": suspect.of});
    let mut answer = json!({
        "equations": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "counts": counts,
        "suspects": report.suspects.iter().map(suspect).collect::<Vec<_>>(),
        "proposals": report.proposals,
    });
    if let Some(why) = &report.stopped {
        answer["stopped"] = json!(why);
    }
    format!("{answer:#}\n")
}

fn finding(finding: &Finding) -> Value {
    let Finding {
        equation,
        component,
        quantity,
        verdict,
        reason,
        difference,
        slips,
        printed,
        corrected,
        ..
    } = finding;
    let mut answer = json!({
        "equation": equation,
        "component": component,
        "quantity": quantity,
        "verdict": verdict.name(),
        "reason": reason,
        "difference": difference,
        "slips": slips.iter().map(slip).collect::<Vec<_>>(),
        "printed": printed,
        "corrected": corrected,
        "second_route": match finding.second_route {
            SecondRoute::Exact => "exact values",
            SecondRoute::Floating => "floating point",
            SecondRoute::None => "none",
        },
    });
    if let Some(CounterExample { values, printed, derived }) = &finding.counter_example {
        let values: Map<String, Value> =
            values.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        answer["counter_example"] =
            json!({"values": values, "printed": printed, "derived": derived});
    }
    answer
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
