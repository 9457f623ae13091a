//! A verdict for every printed component of a paper.

mod confirm;
mod equation;
mod general;
mod mark;
mod moved;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use appell_algebra::{Budget, Error as AlgebraError};
use appell_diagnostic::{Diagnostic, Place};
use appell_mechanics::{Error, Expanded};
use appell_model::Robot;

use crate::dimension::Dimensions;
use crate::integrals::{Integrals, integrals};
use crate::latex::{Block, Document, equations};
use crate::notation::{BundledNotation, NOTATIONS, Names, Notation, proposal};
use crate::point::Point;
use crate::report::{Finding, Report, SecondRoute, Verdict};
use crate::suspect::{Alternative, suspects};
use crate::truth::Truth;
pub(crate) use equation::{Checker, Refuted};

/// What to check, and within which limits.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Only equations whose number is in this range.
    pub only: Option<(u64, u64)>,
    /// The limits of the derivation.
    pub budget: Budget,
    /// Other readings of the robot, to be suspected where many equations differ.
    pub alternatives: Vec<Alternative>,
}

/// Checks the equations of a paper against what is derived for a robot.
///
/// ```
/// use appell_proof::{Options, Verdict, check};
///
/// let robot = appell_model::bundled("2r").and_then(|file| file.read().robot).ok_or("no robot")?;
/// let paper = r"$$ \omega_2 = \begin{bmatrix} 0 \\ 0 \\ \dot{q}_1 - \dot{q}_2 \end{bmatrix} \tag{7} $$";
/// let report = check(paper, &robot, None, &Options::default())?;
/// assert_eq!(report.findings[1].verdict, Verdict::Proved);
/// let wrong = &report.findings[2];
/// assert_eq!((wrong.equation.as_str(), wrong.quantity.as_str()), ("7", "omega[2].z"));
/// assert_eq!(wrong.verdict, Verdict::Refuted);
/// assert_eq!(wrong.slips[0].kind.name(), "sign");
/// assert!(wrong.corrected.ends_with(r"\dot{q}_1 + \dot{q}_2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    text: &str,
    robot: &Robot,
    notation: Option<&Notation>,
    options: &Options,
) -> Result<Report, Error> {
    let integrals = Rc::new(integrals(robot)?);
    let names = Names::new(robot, notation, &integrals);
    let polynomials = Expanded::new(robot, options.budget.clone());
    let points = [Point::new(robot, 1), Point::new(robot, 2)];
    let truth = Truth::new(robot, Rc::clone(&integrals), &polynomials)?;
    let second = points.iter().map(|point| Truth::new(robot, Rc::clone(&integrals), point).ok());
    let checker = Checker {
        names: &names,
        truth: &truth,
        second: second.collect(),
        robot,
        budget: &options.budget,
        dimensions: Dimensions::of(robot),
        refuted: RefCell::default(),
    };
    let mut report = Report::default();
    let mut unknown = Unknown::new();
    let mut check_all = || {
        for blocks in Document::new(text) {
            for block in blocks.into_iter().filter(|it| wanted(&it.number, options.only)) {
                options.budget.check().map_err(AlgebraError::from)?;
                check_block(block, &checker, &mut report, &mut unknown)?;
            }
        }
        Ok(())
    };
    match check_all() {
        Err(Error::Algebra(AlgebraError::Stopped(stop))) => report.stopped = Some(stop.to_string()),
        other => other?,
    }
    report.proposals = unknown.iter().map(|name| proposal(name, robot)).collect();
    report.suspects = suspects(&checker, &options.alternatives);
    Ok(report)
}

/// Names that nobody knows.
type Unknown = BTreeSet<crate::name::Name>;

fn check_block(
    block: Block,
    checker: &Checker<'_, '_>,
    report: &mut Report,
    unknown: &mut Unknown,
) -> Result<(), Error> {
    let Block { number, inks, mut notes, span } = block;
    let first = report.findings.len();
    match inks {
        Err(problem) => report.findings.push(unreadable(&number, &problem, span)),
        Ok(inks) => {
            for equation in equations(inks, &mut notes) {
                let found = checker.equation(&equation, &mut notes, unknown)?;
                report.findings.extend(found.into_iter().map(|finding| Finding {
                    equation: number.clone(),
                    // a problem knows its own place
                    span: if finding.span.is_empty() { span.clone() } else { finding.span.clone() },
                    ..finding
                }));
            }
        }
    }
    moved::moved_rows(&mut report.findings[first..]);
    report.notes.extend(notes);
    Ok(())
}

/// Whether the number of an equation is in a range.
fn wanted(number: &str, only: Option<(u64, u64)>) -> bool {
    let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
    match only {
        None => true,
        Some((first, last)) => digits.parse().is_ok_and(|it: u64| (first..=last).contains(&it)),
    }
}

/// A finding about what could not be read, at the place that the problem names.
pub(crate) fn unreadable(number: &str, problem: &Diagnostic, around: Range<usize>) -> Finding {
    let span = match &problem.place {
        Place::Span(span) => span.clone(),
        _ => around,
    };
    Finding {
        equation: number.to_owned(),
        component: String::new(),
        quantity: String::new(),
        verdict: Verdict::Unreadable,
        reason: problem.message.clone(),
        difference: String::new(),
        counter_example: None,
        slips: Vec::new(),
        printed: String::new(),
        corrected: String::new(),
        printed_terms: Vec::new(),
        corrected_terms: Vec::new(),
        second_route: SecondRoute::None,
        span,
    }
}

/// The notation that comes with Appell and knows most names of a paper; none where the common
/// names do as well.
pub fn notation_for(text: &str, robot: &Robot) -> Option<&'static BundledNotation> {
    // the first equations say enough, and long ones say no more than short ones
    const ENOUGH: usize = 300;
    const LONG: usize = 5000;
    let blocks = Document::new(text).flatten().filter(|block| block.span.len() < LONG);
    let readable = blocks.take(ENOUGH).filter_map(|block| block.inks.ok());
    let sample: Vec<_> = readable.flat_map(|inks| equations(inks, &mut Vec::new())).collect();
    let unknown = |notation: Option<&Notation>| {
        let names = Names::new(robot, notation, &Integrals::new());
        sample.iter().map(|equation| equation::unknown_names(equation, &names)).sum::<usize>()
    };
    let with = NOTATIONS.iter().filter_map(|bundled| {
        let notation = Notation::read(bundled.text).ok()?;
        Some((unknown(Some(&notation)), bundled))
    });
    let (least, best) = with.min_by_key(|(count, _)| *count)?;
    (least < unknown(None)).then_some(best)
}
