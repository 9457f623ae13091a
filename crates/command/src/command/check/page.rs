//! A page with the printed and the corrected equations side by side.

use appell::model::Robot;
use appell::output::escaped;
use appell::proof::{Finding, Marked, Proof, Refutation, Report, Verdict};

use super::math::math;

const STYLE: &str = "\
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 78rem; padding: 0 1rem; color: #1b1b1f; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .4rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #e4e4e8; vertical-align: top; }
.proved, .defined { color: #146c2e; } .refuted { color: #b3261e; font-weight: 600; } .undecided, .unreadable, .unmapped { color: #7a5900; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; } .sides > div { border: 1px solid #e4e4e8; border-radius: 6px; padding: .6rem 1rem; overflow-x: auto; }
.sides h3 { margin: 0 0 .3rem; font-size: .8rem; color: #5c5c66; font-weight: 600; }
.term { display: inline-block; margin: .1rem .15rem; padding: .05rem .2rem; border-radius: 4px; }
.wrong { background: #fbdcd9; } .right { background: #d3f0da; }
li code { color: #5c5c66; } math { font-size: 1.05em; } details { margin-top: .4rem; } pre { white-space: pre-wrap; background: #f6f6f8; padding: .6rem; border-radius: 6px; }
@media (max-width: 60rem) { .sides { grid-template-columns: 1fr; } }
";

/// The page.
pub(super) fn html(paper: &str, robot: &Robot, report: &Report) -> String {
    let mut out =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let title = format!("{} against {}", escaped(paper), escaped(robot.name()));
    out.push_str(&format!("<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"));
    out.push_str(&format!("<h1>{title}</h1>\n"));
    let counts = report.counts();
    let counts: Vec<String> = counts
        .iter()
        .map(|(verdict, count)| format!("<span class=\"{verdict}\">{count} {verdict}</span>"))
        .collect();
    out.push_str(&format!("<p>{}</p>\n", counts.join(", ")));
    for suspect in &report.suspects {
        let words = escaped(&suspect.words);
        out.push_str(&format!(
            "<p class=\"refuted\">Suspect: {words}; it would make {} of {} refuted components right.</p>\n",
            suspect.explains, suspect.of
        ));
    }
    for finding in &report.findings {
        if let Some(refutation) = finding.refutation() {
            out.push_str(&section(finding, refutation));
        }
    }
    out.push_str("<h2>All components</h2>\n<table>\n<tr><th>equation</th><th>quantity</th><th>verdict</th><th>reason</th></tr>\n");
    for finding in &report.findings {
        let Finding { equation, quantity, .. } = finding;
        let (verdict, reason) = (finding.verdict.kind(), reason(&finding.verdict));
        out.push_str(&format!(
            "<tr><td>({})</td><td>{}</td><td class=\"{verdict}\">{verdict}</td><td>{reason}</td></tr>\n",
            escaped(equation),
            escaped(quantity)
        ));
    }
    out.push_str("</table>\n</body>\n</html>\n");
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
fn section(finding: &Finding, refutation: &Refutation) -> String {
    let Finding { equation, quantity, .. } = finding;
    let mut out = format!("<h2>({}) {}</h2>\n", escaped(equation), escaped(quantity));
    out.push_str("<div class=\"sides\">\n");
    for (heading, terms, class, whole) in [
        ("printed", &refutation.printed_terms, "wrong", &finding.printed),
        ("corrected", &refutation.corrected_terms, "right", &refutation.corrected),
    ] {
        out.push_str(&format!("<div><h3>{heading}</h3>\n"));
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
    out.push_str("</ul>\n<details><summary>LaTeX of the corrected equation</summary>\n");
    out.push_str(&format!("<pre>{}</pre></details>\n", escaped(&refutation.corrected)));
    out
}

/// A term of a sum; a plus is written before all but the first.
fn term_of(term: &Marked, class: &str, first: bool) -> String {
    let class = if term.differs { format!("term {class}") } else { "term".to_owned() };
    let sign = if first || term.latex.starts_with('-') { "" } else { "+ " };
    format!("<span class=\"{class}\">{}</span>\n", math(&format!("{sign}{}", term.latex)))
}
