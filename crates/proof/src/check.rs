//! A verdict for every printed component of a paper.

mod cases;
mod christoffel;
mod combination;
mod compared;
mod componentwise;
mod confirm;
mod context;
mod convention;
mod coordinate_letters;
mod declared;
mod definition;
mod drive_letters;
mod driven;
mod elsewhere;
mod equation;
mod evidence;
mod general;
mod guessing;
mod inline;
mod introduced;
mod inverse;
mod left_out;
mod lenient;
mod likeness;
mod linear;
mod lone;
mod mark;
mod misprinted_motion;
mod moved;
mod near_name;
mod other_frames;
mod other_points;
mod own_names;
mod paper;
mod paper_frames;
mod placed;
mod placement;
mod scalar_points;
mod side;
mod small_motion;
mod state_space;
mod stated;
mod statement;
mod statics;
mod swapped;
mod tabled;
#[cfg(test)]
mod tests;
mod vertical;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use appell_algebra::{Budget, BudgetedPoly, Error as AlgebraError, Symbol};
use appell_mechanics::{Arithmetic, Error, PolynomialArithmetic};
use appell_model::Robot;

use crate::defined::DefinedNames;
use crate::dimension::Dimensions;
use crate::hypothesis::Hypothesis;
use crate::latex::{Block, Document, equations};
use crate::meaning::evaluate::NoValue;
use crate::name::Name;
use crate::notation::{BundledNotation, Letters, NOTATIONS, Names, Notation, proposal};
use crate::report::{Assumption, Finding, Report, Verdict};
use crate::suspect::{Alternative, suspects};
use crate::table::{PrintedTable, dh_tables};
use crate::truth::{Convention, Truth};
use confirm::{StateSamples, StateTruths};
pub(crate) use equation::{Checker, Refuted};
use evidence::{Frames, is_doubtful};
use paper::differs;
use placement::Transforms;
use stated::Stated;

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
/// let robot = appell_model::Robot::bundled("2r")?;
/// let paper = r"$$ \omega_2 = \begin{bmatrix} 0 \\ 0 \\ \dot{q}_1 - \dot{q}_2 \end{bmatrix} \tag{7} $$";
/// let report = check(paper, &robot, None, &Options::default())?;
/// assert!(matches!(report.findings[1].verdict, Verdict::Proved(_)));
/// let wrong = &report.findings[2];
/// assert_eq!((wrong.equation.as_str(), wrong.quantity.as_str()), ("7", "omega[2].z"));
/// let refutation = wrong.refutation().ok_or("not refuted")?;
/// assert_eq!(refutation.slips[0].kind.name(), "sign");
/// assert!(refutation.corrected.ends_with(r"\dot{q}_1 + \dot{q}_2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    text: &str,
    robot: &Robot,
    notation: Option<&Notation>,
    options: &Options,
) -> Result<Report, Error> {
    check_by_two_routes(text, robot, robot, notation, options)
}

/// Checks equations; the second route derives for a robot of its own, which is the same but where
/// a test tries what happens when the routes do not agree.
fn check_by_two_routes(
    text: &str,
    robot: &Robot,
    second: &Robot,
    notation: Option<&Notation>,
    options: &Options,
) -> Result<Report, Error> {
    let tables = dh_tables(text);
    let explaining = Mode { explains: true, ..Mode::default() };
    let (letters, own_names) = (introduced::letters(text), BTreeSet::new());
    let (letters, own_names) = (&letters, &own_names);
    let paper = Paper { text, robot, notation, options, tables: &tables, letters, own_names };
    let own_names = paper.introduced()?;
    let paper = Paper { own_names: &own_names, ..paper };
    let mut plain = paper.judged(second, explaining.clone())?;
    let introduced = own_names.len();
    let own_names = &own_names | &paper.own_scalars(&plain);
    let paper = Paper { own_names: &own_names, ..paper };
    if own_names.len() > introduced && plain.report.stopped.is_none() {
        plain = paper.judged(second, explaining)?;
    }
    if plain.report.stopped.is_some() {
        return Ok(paper.unfinished(plain.report));
    }
    let explained = || match paper.in_other_letters(second, &plain.report)? {
        Some(report) => Ok(report),
        None => {
            let mut report = paper.explained(second, &plain)?;
            paper.doubt_points(&mut report);
            Ok(report)
        }
    };
    match explained() {
        Err(Error::Algebra(AlgebraError::Stopped(stop))) => {
            let stopped = Some(stop.to_string());
            let mut report = paper.unfinished(Report { stopped, ..plain.report });
            paper.doubt_points(&mut report);
            Ok(report)
        }
        report => report,
    }
}

/// A paper, and what it is held against.
struct Paper<'p> {
    text: &'p str,
    robot: &'p Robot,
    notation: Option<&'p Notation>,
    options: &'p Options,
    /// Its Denavit-Hartenberg tables.
    tables: &'p [PrintedTable],
    /// The letters of its names.
    letters: &'p Rc<Letters>,
    /// Names that it defines itself, though they have a customary meaning.
    own_names: &'p BTreeSet<Name>,
}

/// How a paper is judged.
#[derive(Clone, Default)]
struct Mode<'h> {
    /// By other conventions than those of the robot.
    hypothesis: Option<&'h Hypothesis>,
    /// Whether slips are looked for, which takes most of the time.
    explains: bool,
    /// Coordinates that are known to be counted as the robot counts them.
    own_senses: BTreeSet<usize>,
}

/// A paper as it was judged.
struct Judged {
    report: Report,
    /// The scalars that were refuted.
    refuted: Vec<Refuted>,
    /// Coordinates that may be counted in the other sense.
    open_senses: BTreeSet<usize>,
    /// Values that the paper states, where something differs.
    stated: Stated,
}

impl Paper<'_> {
    /// The report of a paper after everything was tried that may explain what differs: conventions, the paper's own
    /// names, special cases.
    fn explained(&self, second: &Robot, plain: &Judged) -> Result<Report, Error> {
        let by_conventions = self.by_other_conventions(second, plain)?;
        let is_plain = by_conventions.is_none();
        let mut report = match by_conventions {
            Some(report) => report,
            None => match self.by_own_names(second, &plain.report)? {
                Some(mut report) => {
                    self.in_small_motions(&mut report, &plain.stated)?;
                    return Ok(report);
                }
                None => plain.report.clone(),
            },
        };
        self.in_stated_cases(&mut report, &plain.stated);
        if is_plain {
            self.statements_in_stated_cases(&mut report, &plain.stated)?;
            self.in_introduced_names(&mut report, &plain.stated)?;
            self.in_small_motions(&mut report, &plain.stated)?;
            self.by_lone_conventions(&mut report, plain)?;
        }
        self.in_unsaid_cases(&mut report, &plain.stated)?;
        Ok(report)
    }

    /// The report by the conventions of the robot, or by others.
    fn judged(&self, second: &Robot, mode: Mode<'_>) -> Result<Judged, Error> {
        let Mode { hypothesis, explains, own_senses } = mode;
        let Self { text, robot, notation, options, tables, letters, own_names } = *self;
        let mut defined = DefinedNames::new(robot)?;
        defined.own_names.clone_from(own_names);
        defined.letters = Rc::clone(letters);
        let defined = Rc::new(defined);
        let names = Names::new(robot, notation, &defined);
        let polynomials = PolynomialArithmetic::new(robot, options.budget.clone());
        let truth = Truth::new(robot, Rc::clone(&defined), &polynomials)?;
        let mut truth = truth.with_slopes(slope);
        let samples = StateSamples::new(second, &defined);
        let mut states = StateTruths::new(second, &defined, &samples);
        if let Some(hypothesis) = hypothesis {
            truth.set_convention(Convention { hypothesis, poly: BudgetedPoly::poly });
            states = StateTruths::none();
        }
        let checker = Checker {
            names: &names,
            truth: &truth,
            defined: &defined,
            states,
            robot,
            budget: &options.budget,
            dimensions: Dimensions::of(robot),
            refuted: RefCell::default(),
            explains: Cell::new(false),
            own_senses: &own_senses,
            open_senses: RefCell::default(),
            frames: Cell::new(Frames::Unknown),
            transforms: Transforms::default(),
            tables,
            paper_frames: OnceCell::new(),
            has_notation: self.notation.is_some(),
        };
        // what was found, and the names that nobody knows
        let mut found = (Report::default(), Unknown::new());
        let check_all = |frames: Frames, explains: bool, found: &mut (Report, Unknown)| {
            checker.refuted.borrow_mut().clear();
            checker.open_senses.borrow_mut().clear();
            checker.frames.set(frames);
            checker.explains.set(explains);
            let mut count = 0;
            for blocks in Document::new(text) {
                let wanted = |it: &Block| it.inline || wanted(&it.number, options.only);
                for block in blocks.into_iter().filter(wanted) {
                    options.budget.check().map_err(AlgebraError::from)?;
                    count = check_block(block, count, &checker, &mut found.0, &mut found.1)?;
                }
            }
            Ok::<(), Error>(())
        };
        let mut checked = || {
            learn(text, &checker, options)?;
            checker.settle_drives(text)?;
            check_all(Frames::Unknown, explains, &mut found)?;
            if checker.forget_ambiguous() {
                found = Default::default();
                check_all(Frames::Unknown, explains, &mut found)?;
            }
            if Transforms::are_open(&found.0) && !checker.has_notation {
                check_all(Frames::Sought, false, &mut Default::default())?;
                if checker.transforms.decide(&found.0) {
                    found = Default::default();
                    check_all(Frames::Unknown, explains, &mut found)?;
                }
            }
            let in_doubt = found.0.findings.iter().any(|it| is_doubtful(&it.verdict));
            // where frames are in doubt, what holds elsewhere may say which they are
            if in_doubt && !checker.has_notation {
                check_all(Frames::Sought, false, &mut Default::default())?;
                let mut again = Default::default();
                check_all(checker.frames.get(), explains, &mut again)?;
                found = again;
            }
            Ok(())
        };
        let checked = checked();
        let (mut report, mut unknown) = found;
        match checked {
            Err(Error::Algebra(AlgebraError::Stopped(stop))) => {
                report.stopped = Some(stop.to_string());
            }
            other => other?,
        }
        checker.transforms.doubt_own(&mut report);
        lenient::doubt_c(&mut report);
        checker.report_unused(&mut report, &mut unknown);
        report.proposals = unknown.iter().map(|name| proposal(name, robot)).collect();
        report.suspects = suspects(&checker, &options.alternatives);
        let (refuted, open_senses) = (checker.refuted.take(), checker.open_senses.take());
        let is_open = explains && report.findings.iter().any(differs);
        let stated = if is_open { checker.stated(text) } else { Stated::default() };
        Ok(Judged { report, refuted, open_senses, stated })
    }
}

/// The partial derivative of a polynomial; none where it has sines of angles that follow from others.
fn slope<'p>(
    scalar: &BudgetedPoly<'p>,
    by: Symbol,
    robot: &Robot,
    defined: &DefinedNames,
    arithmetic: &&'p PolynomialArithmetic,
) -> Result<BudgetedPoly<'p>, NoValue> {
    let (poly, budget) = (scalar.poly()?, arithmetic.budget());
    // sines do not depend on rates
    if by.order() == 0 && defined.has_related_sines(poly) {
        let message = "derivatives of sines of angles that follow from others are not known";
        return Err(NoValue::Unavailable(message.to_owned()));
    }
    let slope = poly.derivative(by, robot.symbols(), &budget)?;
    Ok(arithmetic.entry(&slope)?)
}

/// Documents longer than this, in bytes, are not read again for every convention that may explain a few equations.
const LONG: usize = 500_000;

/// How often a document is read for its names: definitions may stand behind their use, and rest on each
/// other.
const MOST_READINGS: usize = 3;

/// Reads the definitions of a document, and how it means its names, before anything is judged.
fn learn(text: &str, checker: &Checker<'_, '_>, options: &Options) -> Result<(), Error> {
    for reading in 0..=MOST_READINGS {
        let known = checker.defined.learned();
        for block in Document::new(text).flatten() {
            let Ok(inks) = block.inks else { continue };
            for equation in equations(inks, &mut Vec::new()) {
                options.budget.check().map_err(AlgebraError::from)?;
                if reading == 0 {
                    if block.inline {
                        checker.declare(&equation, text, &block.span);
                    }
                    checker.count_names(&equation);
                    checker.look_for_own_pi(&equation);
                }
                // at first what says what a name means, then what uses it
                let is_due = match reading {
                    0 => checker.says_what_is_meant(&equation),
                    _ => equation::unknown_names(&equation, checker.names) > 0,
                };
                if is_due {
                    checker.equation(&equation, &mut Vec::new(), &mut Unknown::new())?;
                }
            }
        }
        if reading > 0 && checker.defined.learned() == known {
            break;
        }
    }
    checker.defined.abbreviations.forget_ambiguous();
    checker.forget_ambiguous();
    checker.refuted.borrow_mut().clear();
    Ok(())
}

/// Names that nobody knows.
type Unknown = BTreeSet<Name>;

/// Checks the equations under one number, which are counted from `count` on; the count behind them.
fn check_block(
    block: Block,
    mut count: usize,
    checker: &Checker<'_, '_>,
    report: &mut Report,
    unknown: &mut Unknown,
) -> Result<usize, Error> {
    let Block { number, inks, mut notes, span, inline } = block;
    let first = report.findings.len();
    match inks {
        Err(_) if inline => return Ok(count + 1),
        Err(problem) => {
            let finding = Finding::new(Verdict::Unreadable(problem));
            report.findings.push(Finding { index: count, ..finding });
            count += 1;
        }
        Ok(inks) => {
            let mut names = Unknown::new();
            for equation in equations(inks, &mut notes) {
                // of this equation alone: readings are tried on copies of them
                let (mut own_notes, mut own_names) = (Vec::new(), Unknown::new());
                let findings = checker.equation(&equation, &mut own_notes, &mut own_names)?;
                notes.extend(own_notes);
                names.extend(own_names);
                let kept = match inline {
                    true => checker.said_in_text(&equation, findings),
                    false => findings,
                };
                let numbered = kept.into_iter().map(|it| Finding { index: count, ..it });
                report.findings.extend(numbered);
                count += 1;
            }
            if inline && report.findings.len() == first {
                return Ok(count);
            }
            if !inline {
                // not `append`, which goes through all that is known
                unknown.extend(names);
            }
        }
    }
    // what was read in a way that the paper does not say is assumed by all that follows from it
    let assumptions: Vec<Assumption> = notes.iter().map(Assumption::of_reading).collect();
    for finding in &mut report.findings[first..] {
        if let Verdict::Proved(proof) = &mut finding.verdict {
            proof.assumptions.extend_from_slice(&assumptions);
        }
        finding.equation.clone_from(&number);
        // a problem knows its own place
        if finding.span.is_empty() {
            finding.span = span.clone();
        }
    }
    moved::moved_rows(&mut report.findings[first..]);
    report.notes.extend(notes);
    Ok(count)
}

/// Whether the number of an equation is in a range.
fn wanted(number: &str, only: Option<(u64, u64)>) -> bool {
    let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
    match only {
        None => true,
        Some((first, last)) => digits.parse().is_ok_and(|it: u64| (first..=last).contains(&it)),
    }
}

/// The notation of a bundled paper about the robot, by its name, that knows most names of this paper; none
/// where the common names do as well. A notation says what names mean, so that they are not looked at
/// again before something is refuted: those of papers about other robots are not taken.
pub fn notation_for(text: &str, robot: &Robot) -> Option<&'static BundledNotation> {
    // the first equations say enough, and long ones say no more than short ones
    const ENOUGH: usize = 300;
    const LONG: usize = 5000;
    let blocks = Document::new(text).flatten().filter(|block| block.span.len() < LONG);
    let readable =
        blocks.filter(|block| !block.inline).take(ENOUGH).filter_map(|block| block.inks.ok());
    let sample: Vec<_> = readable.flat_map(|inks| equations(inks, &mut Vec::new())).collect();
    let unknown = |notation: Option<&Notation>| {
        let names = Names::new(robot, notation, &Rc::default());
        sample.iter().map(|equation| equation::unknown_names(equation, &names)).sum::<usize>()
    };
    let own = NOTATIONS.iter().filter(|it| it.is_about(robot));
    let with = own.filter_map(|bundled| {
        let notation = Notation::read(bundled.text).ok()?;
        Some((unknown(Some(&notation)), bundled))
    });
    let (least, best) = with.min_by_key(|(count, _)| *count)?;
    (least < unknown(None)).then_some(best)
}
