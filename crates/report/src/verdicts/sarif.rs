//! The verdicts in SARIF 2.1.0, the format of static analysis results: editors show them beside the
//! source, continuous integration in a change.

use appell_paper::Paper;
use appell_proof::{Finding, Report, VerdictKind};
use serde_json::{Value, json};

/// Where the schema of the format is.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The verdicts on a paper as SARIF. Verdicts are rules; only what is refuted has failed.
///
/// ```
/// let paper = appell_paper::Paper::from_text("arm.md", "$$ G_2 = 0 $$")?;
/// let robot = appell_model::Robot::bundled("2r")?;
/// let report = appell_proof::check(paper.text(), &robot, None, &Default::default())?;
/// let log = appell_report::verdicts_sarif(&paper, &report);
/// assert_eq!(log["runs"][0]["artifacts"][0]["location"]["uri"], "arm.md");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verdicts_sarif(paper: &Paper, report: &Report) -> Value {
    let rules: Vec<Value> = VerdictKind::ALL.iter().map(|kind| rule(*kind)).collect();
    let results: Vec<Value> = report.findings.iter().map(|it| result(paper, it)).collect();
    let artifacts: Vec<Value> =
        paper.files().iter().map(|file| json!({"location": {"uri": uri(file.name())}})).collect();
    let run = json!({
        "tool": {"driver": {
            "name": "Appell",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        }},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": report.stopped.is_none()}],
        "artifacts": artifacts,
        "results": results,
    });
    json!({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})
}

fn rule(kind: VerdictKind) -> Value {
    let words = match kind {
        VerdictKind::Proved => "The equation is right for the robot.",
        VerdictKind::Refuted => "The equation is wrong for the robot.",
        VerdictKind::Undecided => "The algebra cannot decide whether the equation is right.",
        VerdictKind::Defined => "The equation defines a name.",
        VerdictKind::Unreadable => "The equation could not be read.",
        VerdictKind::Unmapped => "A name in the equation is not known.",
    };
    json!({"id": kind.name(), "shortDescription": {"text": words}})
}

/// What a verdict is among the kinds of results; only a failure has a level.
fn kind_and_level(kind: VerdictKind) -> (&'static str, &'static str) {
    match kind {
        VerdictKind::Proved => ("pass", "none"),
        VerdictKind::Refuted => ("fail", "error"),
        VerdictKind::Defined => ("informational", "none"),
        VerdictKind::Undecided => ("review", "none"),
        VerdictKind::Unreadable | VerdictKind::Unmapped => ("open", "none"),
    }
}

fn result(paper: &Paper, finding: &Finding) -> Value {
    let verdict = finding.verdict.kind();
    let (kind, level) = kind_and_level(verdict);
    let (file, span) = paper.origin(finding.span.clone());
    let (start_line, start_column) = file.line_and_column(span.start);
    let (end_line, end_column) = file.line_and_column(span.end);
    let quantity = if finding.quantity.is_empty() { "" } else { " " };
    let name = format!("({}){quantity}{}", finding.equation, finding.quantity);
    let mut message = format!("{name} is {verdict}");
    if !finding.verdict.reason().is_empty() {
        message.push_str(&format!(": {}", finding.verdict.reason()));
    }
    let mut properties = json!({"equation": finding.equation, "quantity": finding.quantity});
    if let Some(refutation) = finding.refutation() {
        message.push_str(&format!("\ncorrected: {}", refutation.corrected));
        properties["corrected"] = json!(refutation.corrected);
        properties["difference"] = json!(refutation.difference);
    }
    json!({
        "ruleId": verdict.name(),
        "ruleIndex": VerdictKind::ALL.iter().position(|it| *it == verdict),
        "kind": kind,
        "level": level,
        "message": {"text": message},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": uri(file.name())},
                "region": {
                    "startLine": start_line,
                    "startColumn": start_column,
                    "endLine": end_line,
                    "endColumn": end_column,
                },
            },
            "logicalLocations": [{"name": name}],
        }],
        "properties": properties,
    })
}

/// A path as a reference: what means something else in one is written by its code.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
