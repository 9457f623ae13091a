//! The verdicts on a paper, beside the equations of the report.

use std::collections::BTreeSet;

use appell_algebra::{Budget, Notation};
use appell_model::Robot;
use appell_proof::{Finding, Verdict, VerdictKind};

use super::Part;
use super::equations::{Measure, id, printer};
use crate::certificate::Claims;
use crate::document::{Block, Columns, Equation, Math, Section, Table, Text};
use crate::error::Error;

/// A paper about the robot, and what was found out about its equations.
#[derive(Clone, Debug)]
pub struct CheckedPaper {
    /// Its name or file, as it was given.
    pub name: String,
    /// The verdicts, in the order of the paper.
    pub findings: Vec<Finding>,
}

/// The verdicts, with the counterparts of the printed equations in the sections before; then what is wrong
/// in print, as it should be.
pub(super) fn blocks(
    paper: &CheckedPaper,
    robot: &Robot,
    notation: &Notation,
    before: &[Section],
    columns: Columns,
    budget: &Budget,
) -> Result<Vec<Block>, Error> {
    let equations: Vec<&str> = before
        .iter()
        .flat_map(|section| &section.blocks)
        .filter_map(|block| match block {
            Block::Equation(equation) => Some(equation.id.as_str()),
            _ => None,
        })
        .collect();
    let count = |kind| paper.findings.iter().filter(|it| it.verdict.kind() == kind).count();
    let counts: Vec<String> = VerdictKind::ALL
        .into_iter()
        .filter(|kind| count(*kind) > 0)
        .map(|kind| format!("{} {kind}", count(kind)))
        .collect();
    let intro = Text::new("The equations that are printed in ").code(paper.name.as_str()).plain(
        format!(", component by component, against what is derived here: {}.", counts.join(", ")),
    );
    let has_robot = before.iter().any(|section| section.id == Part::Robot.name());
    let corrections = Claims::new(robot, budget).corrections(&paper.findings)?;
    let is_corrected =
        |finding: &Finding| corrections.iter().any(|it| std::ptr::eq(it.finding, finding));
    let rows = paper.findings.iter().map(|finding| {
        let here = match counterpart(&finding.quantity, &equations) {
            Some(number) => format!("({number})"),
            None if has_robot && is_given(&finding.quantity) => "The robot".to_owned(),
            None => String::new(),
        };
        let is_wrong = finding.verdict.kind() == VerdictKind::Refuted;
        let verdict =
            if is_wrong { "REFUTED".to_owned() } else { finding.verdict.kind().to_string() };
        vec![
            Text::new(format!("({})", finding.equation)),
            Text::default().code(finding.quantity.as_str()),
            Text::new(here),
            Text::new(verdict),
            // long reasons are given beside the corrections
            Text::new(if is_corrected(finding) { "" } else { finding.verdict.reason() }),
        ]
    });
    let headings = ["printed", "quantity", "here", "verdict", "remark"].map(Text::new).to_vec();
    let caption = "Printed equations and their counterparts in this report".to_owned();
    let mut blocks = vec![
        intro.into(),
        Block::Table(Table { caption, columns: headings, rows: rows.collect() }),
    ];
    let printer = Measure::of(columns).lines(printer(robot, notation));
    if !corrections.is_empty() {
        blocks.push(
            Text::new("Refuted equations and their corrections; quotes are LaTeX of the paper:")
                .into(),
        );
    }
    let mut taken = BTreeSet::new();
    for corrected in &corrections {
        let Finding { equation, verdict, .. } = corrected.finding;
        let name = format!("paper-{equation}-{}", corrected.name);
        let mut label = id(&name);
        while !taken.insert(label.clone()) {
            label.push_str("_2");
        }
        let words = Text::new(format!("({equation}) {}: ", corrected.name));
        blocks.push(with_reason(words, verdict).plain(". Corrected:").into());
        blocks.push(Block::Equation(Equation {
            id: label,
            left: Math::new(corrected.name.latex(), corrected.name.typst()),
            latex: printer.latex_lines(&corrected.formula),
            typst: printer.typst_lines(&corrected.formula),
        }));
    }
    Ok(blocks)
}

/// The words, then the reason of the verdict. Quotes of the print in the reason are LaTeX, and are set as code.
fn with_reason(mut words: Text, verdict: &Verdict) -> Text {
    let mut rest = verdict.reason();
    let slips = match verdict {
        Verdict::Refuted(refutation) => refutation.slips.as_slice(),
        _ => &[],
    };
    let quoted = slips.iter().flat_map(|slip| [&slip.printed, &slip.correct]);
    for quote in quoted.filter(|it| !it.is_empty()) {
        if let Some((before, after)) = rest.split_once(quote.as_str()) {
            words = words.plain(before).code(quote.as_str());
            rest = after;
        }
    }
    words.plain(rest)
}

/// Whether the robot file gives a quantity, so that it stands in the tables of the robot: inertia, centres of
/// mass, the payload.
fn is_given(quantity: &str) -> bool {
    ["I[", "rC[", "f[tool]", "n[tool]"].iter().any(|name| quantity.starts_with(name))
}

/// The number of the equation of this report that gives a quantity, or the whole vector or matrix of which
/// it is an entry.
fn counterpart(quantity: &str, equations: &[&str]) -> Option<usize> {
    let whole = quantity.rsplit_once('.').map_or(quantity, |(whole, _)| whole);
    let row = quantity.rsplit_once('[').map_or(quantity, |(whole, _)| whole);
    [quantity, whole, row].iter().find_map(|name| {
        let wanted = id(name);
        equations.iter().position(|id| *id == wanted).map(|at| at + 1)
    })
}
