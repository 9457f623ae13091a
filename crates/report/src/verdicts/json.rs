//! The verdicts for programs.

use appell_paper::{Paper, Position};
use appell_proof::{
    Assumption, CounterExample, Finding, Proof, Refutation, Report, SecondRoute, Slip, Suspect,
    Verdict,
};
use serde_json::{Map, Value, json};

/// The verdicts on a paper as JSON, described in docs/proof-reading.md: `equations` in the order of the
/// findings, `counts`, `suspects`, `proposals`, and `stopped` where the check ended early.
///
/// ```
/// use appell_paper::Paper;
/// let robot = appell_model::Robot::bundled("2r")?;
/// let paper = Paper::from_text("arm.md", "The weight:\n\n$$ G_2 = M_2 g r_{2x} \\cos(q_1 + q_2) $$")?;
/// let report = appell_proof::check(paper.text(), &robot, None, &Default::default())?;
/// let answer = appell_report::verdicts_json(&paper, &report);
/// assert_eq!(answer["equations"][0]["verdict"], "proved");
/// assert_eq!(answer["equations"][0]["line"], 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verdicts_json(paper: &Paper, report: &Report) -> Value {
    let counts: Map<String, Value> = report
        .counts()
        .iter()
        .map(|(verdict, count)| (verdict.name().to_owned(), json!(count)))
        .collect();
    let mut answer = json!({
        "equations": report.findings.iter().map(|it| finding(paper, it)).collect::<Vec<_>>(),
        "counts": counts,
        "suspects": report.suspects.iter().map(suspect).collect::<Vec<_>>(),
        "proposals": report.proposals,
    });
    if let Some(why) = &report.stopped {
        answer["stopped"] = json!(why);
    }
    answer
}

fn suspect(Suspect { name, words, explains, of }: &Suspect) -> Value {
    json!({"name": name, "words": words, "explains": explains, "of": of})
}

/// What all findings have, then what their verdict has. A proof has its assumptions, what is
/// undecided its cause and the number of states at which both sides agree, a refutation all of its
/// parts.
fn finding(paper: &Paper, finding: &Finding) -> Value {
    let Position { file, line, column } = paper.position(finding.span.start);
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
