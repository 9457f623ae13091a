//! A referee's report as a page: the model and the conventions, then the equations by their verdicts,
//! printed and corrected side by side. It has no scripts.

use appell::model::{Robot, axis_name, entry_text};
use appell::output::escaped;
use appell::paper::Paper;
use appell::proof::{
    CounterExample, Finding, Marked, Proof, Refutation, Report, Verdict, VerdictKind,
};

use super::source::{formula, is_plain};
use appell::report::mathml as math;

const STYLE: &str = include_str!("page/style.css");

/// The page about a paper that was given by a name; `certifying` is the command that writes its certificate.
pub(super) fn html(
    name: &str,
    paper: &Paper,
    robot: &Robot,
    report: &Report,
    certifying: &str,
) -> String {
    let mut out =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let title = format!("{} against {}", escaped(name), escaped(robot.name()));
    out.push_str(&format!("<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"));
    out.push_str(&format!("<h1>{title}</h1>\n{}", counts(report)));
    out.push_str(&certificate(report, certifying));
    out.push_str(&model(robot));
    out.push_str(&conventions(report));
    let page = Page { paper };
    let of = |kind: VerdictKind| report.findings.iter().filter(move |it| it.verdict.kind() == kind);
    out.push_str(&page.refuted(&of(VerdictKind::Refuted).collect::<Vec<_>>()));
    let undecided: Vec<&Finding> = of(VerdictKind::Undecided).collect();
    out.push_str(&page.listed("Undecided", &undecided, true));
    let mut right: Vec<&Finding> = of(VerdictKind::Proved).collect();
    right.extend(of(VerdictKind::Defined));
    out.push_str(&page.listed("Proved and defined", &right, false));
    let mut rest: Vec<&Finding> = of(VerdictKind::Unreadable).collect();
    rest.extend(of(VerdictKind::Unmapped));
    out.push_str(&page.listed("Not read, or not about the robot", &rest, false));
    out.push_str(&all_components(report));
    out.push_str("</body>\n</html>\n");
    out
}

fn counts(report: &Report) -> String {
    let counts = report.counts();
    let counts: Vec<String> = counts
        .iter()
        .map(|(verdict, count)| format!("<span class=\"{verdict}\">{count} {verdict}</span>"))
        .collect();
    let stopped = match &report.stopped {
        Some(why) => format!("<p class=\"refuted\">Ended early: {}</p>\n", escaped(why)),
        None => String::new(),
    };
    format!("<p>{}</p>\n{stopped}", counts.join(", "))
}

/// The sentence that names the command of the certificate; empty if nothing is proved or refuted.
fn certificate(report: &Report, certifying: &str) -> String {
    let is_row =
        |it: &&Finding| matches!(it.verdict.kind(), VerdictKind::Proved | VerdictKind::Refuted);
    let Some(first) = report.findings.iter().find(is_row) else { return String::new() };
    let row = format!("({}) {}", first.equation, first.quantity);
    format!(
        "<p class=\"soft\">A certificate lets anybody check these verdicts without Appell, with Python and SymPy. It names each row like the component here, for example <code>{}</code>. To write it: <code>{}</code></p>\n",
        escaped(&row),
        escaped(certifying)
    )
}

/// What the paper was held against.
fn model(robot: &Robot) -> String {
    let symbols = robot.symbols();
    let entries = |entries: [&appell::algebra::Poly; 3]| {
        let entries = entries.map(|entry| escaped(&entry_text(entry, symbols)));
        format!("({})", entries.join(", "))
    };
    let mut out = String::from("<details class=\"part\"><summary><h2>Model</h2></summary>\n");
    if let Some(source) = robot.source() {
        out.push_str(&format!("<p class=\"soft\">{}</p>\n", escaped(source)));
    }
    let gravity = robot.given_gravity();
    out.push_str(&format!(
        "<p>Gravity {}; quantities of link i in frame {{i}} unless said otherwise; inertia about the centre of mass.</p>\n",
        entries([gravity.x(), gravity.y(), gravity.z()])
    ));
    out.push_str("<table><tr><th>joint</th><th>type</th><th>axis</th><th>offset from the joint before</th></tr>\n");
    for joint in robot.joints() {
        let offset = &joint.placement.offset;
        out.push_str(&format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escaped(&joint.name),
            joint.kind.name(),
            axis_name(&joint.axis).unwrap_or("oblique"),
            entries([offset.x(), offset.y(), offset.z()])
        ));
    }
    out + "</table></details>\n"
}

/// What was assumed, and what may be behind many differences: each once, with its equations.
fn conventions(report: &Report) -> String {
    let mut out = String::new();
    for suspect in &report.suspects {
        out.push_str(&format!(
            "<li class=\"refuted\">Suspect: {}; it would make {} of {} refuted components right.</li>\n",
            escaped(&suspect.words),
            suspect.explains,
            suspect.of
        ));
    }
    for (words, equations) in report.assumptions() {
        let equations: Vec<String> =
            equations.iter().map(|it| format!("({})", escaped(it))).collect();
        out.push_str(&format!(
            "<li>{} <span class=\"soft\">{}</span></li>\n",
            escaped(words),
            equations.join(", ")
        ));
    }
    match out.is_empty() {
        true => out,
        false => format!("<h2>Conventions and assumptions</h2>\n<ul>\n{out}</ul>\n"),
    }
}

/// Writes equations with their source.
struct Page<'p> {
    paper: &'p Paper,
}

impl Page<'_> {
    /// The number of an equation, what is printed, and where.
    fn heading(&self, finding: &Finding) -> String {
        let source = self.paper.text().get(finding.span.clone()).and_then(formula);
        let printed = source.map(|source| match is_plain(&source) {
            true => math(&source),
            false => format!("<code class=\"source\">{}</code>", escaped(&source)),
        });
        let place = self.paper.position(finding.span.start);
        format!(
            "<h3><span class=\"number\">({})</span>{}<span class=\"place\">{} line {}</span></h3>\n",
            escaped(&finding.equation),
            printed.unwrap_or_default(),
            escaped(place.file),
            place.line
        )
    }

    /// Wrong equations, each with all that is said about its components.
    fn refuted(&self, findings: &[&Finding]) -> String {
        if findings.is_empty() {
            return String::new();
        }
        let mut out = String::from("<h2 class=\"refuted\">Refuted</h2>\n");
        for equation in by_equation(findings) {
            out.push_str(&format!("<article>\n{}", self.heading(equation[0])));
            for group in symmetric(&equation) {
                let names: Vec<&str> = group.iter().map(|it| it.quantity.as_str()).collect();
                if let Some(refutation) = group[0].refutation() {
                    out.push_str(&format!("<h4>{}</h4>\n", escaped(&names.join(" and "))));
                    out.push_str(&component(group[0], refutation));
                }
            }
            out.push_str("</article>\n");
        }
        out
    }

    /// Equations with a line for each verdict.
    fn listed(&self, title: &str, findings: &[&Finding], is_open: bool) -> String {
        if findings.is_empty() {
            return String::new();
        }
        let open = if is_open { " open" } else { "" };
        let mut out =
            format!("<details class=\"part\"{open}><summary><h2>{title}</h2></summary>\n");
        for equation in by_equation(findings) {
            out.push_str(&self.heading(equation[0]));
            let mut reasons: Vec<(VerdictKind, String, Vec<String>)> = Vec::new();
            for finding in equation {
                let (verdict, reason) = (finding.verdict.kind(), reason(&finding.verdict));
                let name = escaped(&finding.quantity);
                match reasons.iter_mut().find(|it| it.0 == verdict && it.1 == reason) {
                    Some((.., names)) => names.push(name),
                    None => reasons.push((verdict, reason, vec![name])),
                }
            }
            for (verdict, reason, names) in reasons {
                let names = names.join(", ");
                let reason = if reason.is_empty() { reason } else { format!(": {reason}") };
                out.push_str(&format!(
                    "<div>{names} <span class=\"{verdict}\">{verdict}</span>{reason}</div>\n"
                ));
            }
        }
        out + "</details>\n"
    }
}

/// Findings of one equation together, in the order of the paper.
fn by_equation<'f>(findings: &[&'f Finding]) -> Vec<Vec<&'f Finding>> {
    let mut out: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        match out.last_mut().filter(|group| group[0].equation == finding.equation) {
            Some(group) => group.push(finding),
            None => out.push(vec![finding]),
        }
    }
    out
}

/// Entries of a matrix that are wrong in the same way as the one opposite are said once.
fn symmetric<'f>(findings: &[&'f Finding]) -> Vec<Vec<&'f Finding>> {
    let opposite =
        |component: &str| component.split_once(',').map(|(row, column)| format!("{column},{row}"));
    let difference = |it: &Finding| it.refutation().map(|it| it.difference.clone());
    let mut out: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let is_same = |group: &&mut Vec<&Finding>| {
            opposite(&group[0].component).as_ref() == Some(&finding.component)
                && difference(group[0]) == difference(finding)
                && group[0].printed == finding.printed
        };
        match out.iter_mut().find(is_same) {
            Some(group) => group.push(finding),
            None => out.push(vec![finding]),
        }
    }
    out
}

/// In one line: why.
fn reason(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Refuted(refutation) => match refutation.slips.as_slice() {
            [] => escaped(&refutation.reason),
            [only] => only.kind.words().to_owned(),
            [first, rest @ ..] => format!("{}; and {} more", first.kind.words(), rest.len()),
        },
        Verdict::Proved(Proof { range, assumptions, .. }) => {
            let assumed = assumptions.iter().map(|it| format!("under an assumption: {}", it.words));
            let parts = [range.clone()].into_iter().filter(|it| !it.is_empty()).chain(assumed);
            escaped(&parts.collect::<Vec<_>>().join("; "))
        }
        other => escaped(other.reason()),
    }
}

/// One refuted component.
fn component(finding: &Finding, refutation: &Refutation) -> String {
    let mut out = String::from("<div class=\"sides\">\n");
    for (heading, terms, class, whole) in [
        ("printed", &refutation.printed_terms, "wrong", &finding.printed),
        ("corrected", &refutation.corrected_terms, "right", &refutation.corrected),
    ] {
        out.push_str(&format!("<div><h5>{heading}</h5>\n"));
        match terms.is_empty() {
            true => out.push_str(&math(whole)),
            false => terms.iter().enumerate().for_each(|(index, term)| {
                out.push_str(&term_of(term, class, index == 0));
            }),
        }
        out.push_str("</div>\n");
    }
    out.push_str("</div>\n<ul>\n");
    for slip in &refutation.slips {
        let side = |latex: &str| if latex.is_empty() { String::new() } else { math(latex) };
        let arrow =
            if slip.printed.is_empty() || slip.correct.is_empty() { "" } else { " should be " };
        let dimension = slip.dimension.as_ref().map(|it| format!(" <code>{}</code>", escaped(it)));
        out.push_str(&format!(
            "<li>{}: {}{arrow}{}{}</li>\n",
            slip.kind.words(),
            side(&slip.printed),
            side(&slip.correct),
            dimension.unwrap_or_default()
        ));
    }
    out.push_str("</ul>\n");
    if !refutation.difference.is_empty() {
        let difference = escaped(&refutation.difference);
        out.push_str(&format!("<p>Printed minus derived: <code>{difference}</code></p>\n"));
    }
    out.push_str(&refutation.counter_example.as_ref().map(counter_example).unwrap_or_default());
    out.push_str("<details><summary>LaTeX of the corrected equation, to copy</summary>\n");
    out.push_str(&format!("<pre>{}</pre></details>\n", escaped(&refutation.corrected)));
    out
}

/// A state at which printed and derived are different numbers.
fn counter_example(CounterExample { values, printed, derived }: &CounterExample) -> String {
    let names: String =
        values.iter().map(|(name, _)| format!("<th>{}</th>", escaped(name))).collect();
    let numbers: String = values.iter().map(|(_, value)| format!("<td>{value}</td>")).collect();
    format!(
        "<details><summary>A state at which they differ: printed <b>{printed:.6}</b>, derived <b>{derived:.6}</b></summary>\n\
         <table><tr>{names}</tr><tr>{numbers}</tr></table></details>\n"
    )
}

/// A term of a sum; a plus is written before all but the first.
fn term_of(term: &Marked, class: &str, first: bool) -> String {
    let class = if term.differs { format!("term {class}") } else { "term".to_owned() };
    let sign = if first || term.latex.starts_with('-') { "" } else { "+ " };
    format!("<span class=\"{class}\">{}</span>\n", math(&format!("{sign}{}", term.latex)))
}

fn all_components(report: &Report) -> String {
    let mut out = String::from(
        "<details class=\"part\"><summary><h2>All components</h2></summary>\n<table class=\"wide\">\n",
    );
    out.push_str("<tr><th>equation</th><th>quantity</th><th>verdict</th><th>reason</th></tr>\n");
    for finding in &report.findings {
        let Finding { equation, quantity, .. } = finding;
        let (verdict, reason) = (finding.verdict.kind(), reason(&finding.verdict));
        out.push_str(&format!(
            "<tr><td>({})</td><td>{}</td><td class=\"{verdict}\">{verdict}</td><td>{reason}</td></tr>\n",
            escaped(equation),
            escaped(quantity)
        ));
    }
    out + "</table></details>\n"
}
