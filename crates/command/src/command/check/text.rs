//! The verdicts as text: a table, then what is wrong in detail.

use appell::paper::Paper;
use appell::proof::{Finding, Refutation, Report, Verdict, VerdictKind};

use crate::command::findings::shown;
use crate::command::presentation::most_findings;
use crate::command::table::Table;

/// How many unknown names are listed, unless all findings are asked for.
const MOST_NAMES: usize = 50;

/// The table, then what is wrong in detail.
pub(super) fn text(paper: &Paper, report: &Report) -> String {
    let mut table = Table::new(["equation", "quantity", "verdict", "reason"]);
    let is_all = most_findings() == usize::MAX;
    let is_listed = |it: &&Finding| is_all || !is_off_topic(it);
    for group in grouped(report.findings.iter().filter(is_listed)) {
        let first = group[0];
        let quantity = match group.len() {
            1 => first.quantity.clone(),
            count => format!("{} ({count} components)", whole(&first.quantity)),
        };
        let place = match first.verdict {
            Verdict::Unreadable(_) | Verdict::Unmapped { .. } => {
                format!("line {}: ", paper.position(first.span.start).line)
            }
            _ => String::new(),
        };
        let reason = format!("{place}{}", first.verdict.reason());
        let verdict = first.verdict.kind().to_string();
        table.row([first.equation.clone(), quantity, verdict, reason]);
    }
    let mut out = table.text();
    out.push_str(&assumptions(report));
    for finding in &report.findings {
        if let Some(refutation) = finding.refutation() {
            out.push_str(&details(finding, refutation));
        }
    }
    for suspect in &report.suspects {
        out.push_str(&format!(
            "\nsuspect: {} ({}); this would make {} of {} refuted components right\n",
            suspect.words, suspect.name, suspect.explains, suspect.of
        ));
    }
    if !is_all {
        out.push_str(&off_topic(report));
    }
    if !report.proposals.is_empty() {
        out.push_str("\nthese names are unknown; define their meaning in a file for --notation:\n");
        out.push_str("  [symbols]      # or [quantities]: 'Q_m^i' = \"Q[i]\"\n");
        let most = if is_all { usize::MAX } else { MOST_NAMES };
        for proposal in report.proposals.iter().take(most) {
            out.push_str(&format!("  {proposal}\n"));
        }
        if report.proposals.len() > most {
            let more = report.proposals.len() - most;
            out.push_str(&format!("  # and {more} more; --findings all lists them\n"));
        }
    }
    for (file, notes) in paper.in_files(&report.notes) {
        out.push_str(&format!("\n{}", shown(&notes, file.name(), file.text())));
    }
    let mut counts = report.counts();
    // most papers define nothing
    counts.retain(|verdict, count| *verdict != VerdictKind::Defined || *count > 0);
    let counts: Vec<String> =
        counts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    out.push_str(&format!("\n{}\n", counts.join(", ")));
    out
}

/// Whether an equation is not about the robot, as far as its names are known, or no equation at all.
pub(super) fn is_off_topic(finding: &Finding) -> bool {
    let problem = match &finding.verdict {
        Verdict::Unmapped { problem, .. } | Verdict::Unreadable(problem) => problem,
        _ => return false,
    };
    // a sum, an integral is not understood; what is printed wrongly is unreadable, and listed
    const FOREIGN: [&str; 4] = ["no-quantity", "no-relation", "unmapped", "not-understood"];
    finding.quantity.is_empty() && FOREIGN.contains(&problem.code)
}

/// One line for all equations that are not about the robot.
fn off_topic(report: &Report) -> String {
    const SHOWN: usize = 12;
    let mut numbers: Vec<&str> = report
        .findings
        .iter()
        .filter(|it| is_off_topic(it))
        .map(|it| it.equation.as_str())
        .collect();
    numbers.dedup();
    if numbers.is_empty() {
        return String::new();
    }
    let mut list = numbers.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    if numbers.len() > SHOWN {
        list.push_str(&format!(" and {} more", numbers.len() - SHOWN));
    }
    let plural = if numbers.len() == 1 { "equation has" } else { "equations have" };
    format!(
        "\n{} {plural} no quantity of the robot under a name that is known ({list}); \
         --findings all lists them\n",
        numbers.len()
    )
}

/// What proofs assume beyond robot and notation, each once, with the equations that are right under it.
fn assumptions(report: &Report) -> String {
    let line = |(words, equations): &(&str, Vec<&str>)| {
        format!("\nproved under an assumption: {words}: ({})\n", equations.join("), ("))
    };
    report.assumptions().iter().map(line).collect()
}

/// All that is to be said about a refuted component.
fn details(finding: &Finding, refutation: &Refutation) -> String {
    let Finding { equation, quantity, .. } = finding;
    let Refutation { slips, corrected, difference, counter_example, .. } = refutation;
    let mut out = format!("\n({equation}) {quantity}\n");
    for slip in slips {
        out.push_str(&format!("  {}: {slip}\n", slip.kind));
    }
    if !difference.is_empty() {
        out.push_str(&format!("  printed minus derived: {difference}\n"));
    }
    if let Some(example) = counter_example {
        let values: Vec<String> =
            example.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        out.push_str(&format!(
            "  for example printed {:.4}, derived {:.4} at {}\n",
            example.printed,
            example.derived,
            values.join(", ")
        ));
    }
    out.push_str("  corrected:\n");
    for line in corrected.lines() {
        out.push_str(&format!("    {line}\n"));
    }
    out
}

/// Findings one by one, but proved components of one quantity together.
fn grouped<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<Vec<&'f Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let joins = |group: &&mut Vec<&Finding>| {
            let first = group[0];
            are_proved_alike(&first.verdict, &finding.verdict)
                && first.equation == finding.equation
                && !finding.component.is_empty()
                && whole(&first.quantity) == whole(&finding.quantity)
        };
        match groups.last_mut().filter(joins) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}

/// Whether both are proved, under the same assumptions.
fn are_proved_alike(first: &Verdict, second: &Verdict) -> bool {
    match (first, second) {
        (Verdict::Proved(first), Verdict::Proved(second)) => {
            first.assumptions == second.assumptions
        }
        _ => false,
    }
}

/// The name of a quantity without its component.
fn whole(quantity: &str) -> &str {
    quantity.split('.').next().unwrap_or_default()
}
