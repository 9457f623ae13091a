//! `appell check PAPER --robot ROBOT`: a verdict for each published equation.

mod answer;
mod math;
mod page;

use appell::Robot;
use appell::diagnostic::Diagnostic;
use appell::files;
use appell::model::{self, Convention};
use appell::proof::{
    Alternative, Finding, NOTATIONS, Notation, Options, Proof, Refutation, Report, Verdict,
    VerdictKind, check, notation_for,
};
use clap::ValueEnum;

use super::findings::{Failure, say_in_colours, shown, tell};
use super::presentation::with_coloured_verdicts;
use super::progress::{Limits, Progress};
use super::table::Table;
use super::watch::giving;
use super::{End, Outcome};

/// The largest paper that is read; the longest LaTeX sources of books are smaller.
const MAX_PAPER: usize = 16 << 20;

/// The name of the notation in which `appell derive` prints.
const OWN_NOTATION: &str = "appell";

/// The arguments of `appell check`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The paper: LaTeX, or Markdown with LaTeX in it
    paper: String,
    /// The robot that it is about: a bundled name or a file
    #[arg(long)]
    robot: String,
    /// The names of the paper, as TOML; `appell`: those that `appell derive` prints; by default
    /// those of a bundled paper that fit, and names that are common
    #[arg(long, value_name = "FILE")]
    notation: Option<String>,
    /// Only equations with these numbers: 12 or 12-20
    #[arg(long, value_name = "NUMBERS")]
    only: Option<String>,
    /// Output format
    #[arg(long = "as", value_enum, default_value_t = Form::Text)]
    form: Form,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    reading: super::Reading,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Form {
    /// A table, and the details of what is wrong
    Text,
    /// For programs
    Json,
    /// A page with the printed and the corrected equations side by side
    Html,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let form = if self.json { Form::Json } else { self.form };
        let text = self.text()?;
        let robot = self.reading.load(&self.robot)?;
        let notation = self.notation(&text, &robot)?;
        let options = Options {
            only: self.range()?,
            budget: self.limits.budget(),
            alternatives: alternatives(&robot),
        };
        let progress = Progress::new();
        progress.next(&format!("checking {}", self.paper));
        let report = check(&text, robot.model(), notation.as_ref(), &options);
        progress.done();
        giving();
        let report = report?;
        if let Some(why) = &report.stopped {
            if report.findings.is_empty() {
                let message = format!("{why}, before the first equation was decided");
                return Err(Failure::new("stopped", message));
            }
            tell(&format!("warning[stopped]: {why}; the equations checked until then follow\n"));
        }
        if report.findings.is_empty() {
            let problem = Diagnostic::error(
                "no-equations",
                format!("no displayed equation in `{}`", self.paper),
            )
            .hint("equations are written in $$ ... $$, \\[ ... \\], equation or align")
            .hint("with --only, check the numbers");
            return Err(Failure::of(&[problem]));
        }
        let text = match form {
            Form::Text => self.table(&text, &report),
            Form::Json => answer::json(&report),
            Form::Html => page::html(&self.paper, robot.model(), &report),
        };
        let text = match form {
            Form::Text => {
                say_in_colours(&text, with_coloured_verdicts)?;
                String::new()
            }
            Form::Json | Form::Html => text,
        };
        Ok(Outcome { text, end: end_of(&report) })
    }

    fn text(&self) -> Result<String, Failure> {
        let text = files::text(&self.paper, MAX_PAPER);
        Ok(text.map_err(|problem| {
            problem.hint("give the LaTeX or Markdown with the equations; a PDF cannot be read")
        })?)
    }

    /// The given notation, or the bundled one that fits.
    fn notation(&self, text: &str, robot: &Robot) -> Result<Option<Notation>, Failure> {
        if self.notation.as_deref() == Some(OWN_NOTATION) {
            return Ok(Some(Notation::appell(robot.model())));
        }
        if let Some(file) = &self.notation {
            let given = match NOTATIONS.iter().find(|bundled| bundled.name == file) {
                Some(bundled) => bundled.text.to_owned(),
                None => files::text(file, MAX_PAPER)?,
            };
            let about = |problems: Vec<Diagnostic>| Failure::about(&problems, file, &given);
            let read = Notation::read(&given).map_err(about)?;
            return match read.problems(robot.model()) {
                problems if problems.is_empty() => Ok(Some(read)),
                problems => Err(about(problems)),
            };
        }
        let fits = notation_for(text, robot.model());
        Ok(fits.and_then(|bundled| Notation::read(bundled.text).ok()))
    }

    fn range(&self) -> Result<Option<(u64, u64)>, Failure> {
        let Some(only) = &self.only else { return Ok(None) };
        let (first, last) = only.split_once('-').unwrap_or((only, only));
        match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) if first <= last => Ok(Some((first, last))),
            _ => {
                let problem = Diagnostic::error(
                    "bad-range",
                    format!("expected a number or a range of numbers, found `{only}`"),
                )
                .hint("write --only 12 or --only 12-20");
                Err(Failure::of(&[problem]))
            }
        }
    }

    /// The table, then what is wrong in detail.
    fn table(&self, text: &str, report: &Report) -> String {
        let mut table = Table::new(["equation", "quantity", "verdict", "reason"]);
        let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let line = |at: usize| breaks.partition_point(|end| *end < at) + 1;
        for group in grouped(&report.findings) {
            let first = group[0];
            let quantity = match group.len() {
                1 => first.quantity.clone(),
                count => format!("{} ({count} components)", whole(&first.quantity)),
            };
            let place = match first.verdict {
                Verdict::Unreadable(_) | Verdict::Unmapped { .. } => {
                    format!("line {}: ", line(first.span.start))
                }
                _ => String::new(),
            };
            let reason = format!("{place}{}", first.verdict.reason());
            let verdict = first.verdict.kind().to_string();
            table.row([first.equation.clone(), quantity, verdict, reason]);
        }
        let mut out = table.text();
        for finding in &report.findings {
            match &finding.verdict {
                Verdict::Proved(proof) => out.push_str(&assumptions(finding, proof)),
                Verdict::Refuted(refutation) => out.push_str(&details(finding, refutation)),
                _ => {}
            }
        }
        for suspect in &report.suspects {
            out.push_str(&format!(
                "\nsuspect: {} ({}); this would make {} of {} refuted components right\n",
                suspect.words, suspect.name, suspect.explains, suspect.of
            ));
        }
        if !report.proposals.is_empty() {
            out.push_str(
                "\nthese names are unknown; define their meaning in a file for --notation:\n",
            );
            out.push_str("  [symbols]      # or [quantities]: 'Q_m^i' = \"Q[i]\"\n");
            for proposal in &report.proposals {
                out.push_str(&format!("  {proposal}\n"));
            }
        }
        if !report.notes.is_empty() {
            out.push_str(&format!("\n{}", shown(&report.notes, &self.paper, text)));
        }
        let mut counts = report.counts();
        // most papers define nothing
        counts.retain(|verdict, count| *verdict != VerdictKind::Defined || *count > 0);
        let counts: Vec<String> =
            counts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
        out.push_str(&format!("\n{}\n", counts.join(", ")));
        out
    }
}

/// How a check ends: with a difference, cut short, with something proved, or with nothing decided.
fn end_of(report: &Report) -> End {
    let has = |kind| report.findings.iter().any(|finding| finding.verdict.kind() == kind);
    if has(VerdictKind::Refuted) {
        End::Differs
    } else if report.stopped.is_some() {
        End::CutShort
    } else if has(VerdictKind::Proved) {
        End::Fine
    } else {
        End::Undecided
    }
}

/// What a proof assumes beyond robot and notation, a line each.
fn assumptions(finding: &Finding, proof: &Proof) -> String {
    let Finding { equation, quantity, .. } = finding;
    let line =
        |words: &str| format!("\n({equation}) {quantity}: proved under an assumption: {words}\n");
    proof.assumptions.iter().map(|assumption| line(&assumption.words)).collect()
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
fn grouped(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let joins = |group: &&mut Vec<&Finding>| {
            let first = group[0];
            is_plain(&first.verdict)
                && is_plain(&finding.verdict)
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

/// Whether this is proved without a word.
fn is_plain(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Proved(proof) if proof.assumptions.is_empty())
}

/// The name of a quantity without its component.
fn whole(quantity: &str) -> &str {
    quantity.split('.').next().unwrap_or_default()
}

/// The robot with its table read by the other convention, where it is given by one.
fn alternatives(robot: &Robot) -> Vec<Alternative> {
    let other = robot.model().other_convention().and_then(Result::ok);
    let alternative = |(convention, robot): (Convention, model::Robot)| Alternative {
        name: "dh-convention".to_owned(),
        words: format!("the table of the robot is meant by the {} convention", convention.name()),
        robot,
    };
    other.map(alternative).into_iter().collect()
}
