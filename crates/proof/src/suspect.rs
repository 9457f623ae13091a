//! Suspects: where many equations differ, one cause may be behind all of them.

use std::collections::BTreeMap;

use appell_algebra::{Budget, Poly, Symbol};
use appell_mechanics::Expanded;
use appell_model::Robot;

use crate::check::{Checker, Refuted};
use crate::known::{Known, Motion, What};
use crate::meaning::Meaning;
use crate::report::Suspect;
use crate::truth::Truth;

/// Another reading of the robot, for example with its table read by the other convention.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The name of the suspicion.
    pub name: String,
    /// What it is, in words.
    pub words: String,
    /// The robot as it would be.
    pub robot: Robot,
}

/// The causes that explain at least half of what was refuted, the best first.
pub(crate) fn suspects(checker: &Checker<'_, '_>, alternatives: &[Alternative]) -> Vec<Suspect> {
    let refuted = checker.refuted.borrow();
    if refuted.len() < 2 {
        return Vec::new();
    }
    let mut found: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut count = |name: &str, words: String| {
        *found.entry((name.to_owned(), words)).or_default() += 1;
    };
    let robot = checker.robot;
    let symbols = robot.symbols();
    let same = |case: &Refuted, changes: &[(Symbol, Poly)]| {
        let derived = case.derived.substitute_all(changes, symbols, checker.budget);
        derived.is_ok_and(|derived| derived == case.printed)
    };
    let turned = |symbol: Symbol| -> Vec<(Symbol, Poly)> {
        let orders = (0..=4).filter_map(|order| symbol.derivative(order).ok());
        orders.map(|symbol| (symbol, -&Poly::symbol(symbol))).collect()
    };
    let gravity: Vec<(Symbol, Poly)> = robot
        .gravity()
        .0
        .iter()
        .flat_map(|entry| entry.symbols(symbols))
        .map(|symbol| (symbol, -&Poly::symbol(symbol)))
        .collect();
    let still: Vec<(Symbol, Poly)> =
        gravity.iter().map(|(symbol, _)| (*symbol, Poly::ZERO)).collect();
    let centres: Vec<(Symbol, Poly)> = robot
        .joints()
        .iter()
        .flat_map(|joint| joint.link.parts.iter().flat_map(|part| &part.centre.0))
        .flat_map(|entry| entry.symbols(symbols))
        .map(|symbol| (symbol, Poly::ZERO))
        .collect();
    let others: Vec<(&Alternative, Expanded)> = alternatives
        .iter()
        .map(|other| (other, Expanded::new(&other.robot, checker.budget.clone())))
        .collect();
    for case in refuted.iter() {
        if !gravity.is_empty() && same(case, &gravity) {
            count("gravity-sign", "gravity enters with the other sign".to_owned());
        }
        if !still.is_empty() && same(case, &still) {
            count("no-gravity", "gravity is left out of the accelerations".to_owned());
        }
        if !centres.is_empty() && same(case, &centres) {
            count("mass-centre", "mass centres are taken at the origins of the frames".to_owned());
        }
        for joint in robot.joints() {
            let Some(q) = joint.coordinate else { continue };
            let name = symbols.name(q);
            if same(case, &turned(q)) {
                count("axis-sense", format!("{name} is counted in the other sense"));
            }
            let own = matches!(&case.left, Meaning::Known(known, _)
                if known.what == What::Whole(format!("Q[{}]", joint_number(robot, q))));
            let derived = case.derived.substitute_all(&turned(q), symbols, checker.budget);
            if own && derived.is_ok_and(|derived| -&derived == case.printed) {
                count("axis-sense", format!("{name} is counted in the other sense"));
            }
        }
        for (name, words, known) in confused(case, robot) {
            if value_of(&known, checker.truth) == Some(case.printed.clone()) {
                count(name, words);
            }
        }
        for (other, polynomials) in &others {
            if holds_for(case, &other.robot, polynomials, checker) {
                count(&other.name, other.words.clone());
            }
        }
    }
    let of = refuted.len();
    let mut suspects: Vec<Suspect> = found
        .into_iter()
        .filter(|(_, explains)| *explains >= 2 && 2 * explains >= of)
        .map(|((name, words), explains)| Suspect { name, words, explains, of })
        .collect();
    suspects.sort_by_key(|suspect| (of - suspect.explains, suspect.words.clone()));
    suspects
}

fn joint_number(robot: &Robot, q: Symbol) -> usize {
    robot.joints().iter().position(|joint| joint.coordinate == Some(q)).map_or(0, |at| at + 1)
}

/// Quantities that are easily taken for the one that was printed.
fn confused(case: &Refuted, robot: &Robot) -> Vec<(&'static str, String, Known)> {
    let Meaning::Known(known, _) = &case.left else { return Vec::new() };
    let entry = case.entry.or(known.entry);
    let mut out = Vec::new();
    let mut add = |name, words: &str, what: What, axes, entry: Option<(usize, usize)>| {
        out.push((name, words.to_owned(), Known { what, axes, entry }));
    };
    match known.what {
        What::Vector(motion, i) => {
            let other = match motion {
                Motion::CentreA => Some(Motion::A),
                Motion::CentreV => Some(Motion::V),
                Motion::A => Some(Motion::CentreA),
                Motion::V => Some(Motion::CentreV),
                _ => None,
            };
            let is_link = (1..=robot.joints().len()).contains(&i);
            if let Some(other) = other.filter(|_| is_link) {
                let words = "mass centre and origin of the frame are mixed up";
                add("mass-centre", words, What::Vector(other, i), known.axes, entry);
            }
            let words = "vectors are given in base axes";
            add("other-axes", words, known.what.clone(), Some(0), entry);
            let words = "vectors are given in the axes of the link before";
            add("other-axes", words, known.what.clone(), Some(i.saturating_sub(1)), entry);
        }
        What::Rotation(j, i) => {
            let words = "rotation matrices are transposed";
            add("transposed-rotation", words, What::Rotation(i, j), None, entry);
        }
        What::Frame(j, i) => {
            let words = "rotation matrices are transposed";
            let swapped = entry.filter(|(row, column)| *row < 3 && *column < 3);
            let swapped = swapped.map(|(row, column)| (column, row));
            if swapped.is_some() {
                add("transposed-rotation", words, What::Frame(j, i), None, swapped);
            }
        }
        _ => {}
    }
    out
}

fn value_of(known: &Known, truth: &Truth<'_, &Expanded>) -> Option<Poly> {
    let value = truth.value(known).ok()??;
    value.as_scalar()?.poly().ok().cloned()
}

/// Whether what is printed is right for another robot; symbols are matched by their names.
fn holds_for(
    case: &Refuted,
    other: &Robot,
    polynomials: &Expanded,
    checker: &Checker<'_, '_>,
) -> bool {
    let Meaning::Known(known, _) = &case.left else { return false };
    let known = Known { entry: case.entry.or(known.entry), ..known.clone() };
    let printed = case.printed.text(checker.robot.symbols());
    let printed = Poly::parse(&printed, other.symbols(), &Budget::default());
    let derived = Truth::new(other, polynomials).ok().and_then(|truth| value_of(&known, &truth));
    derived.zip(printed.ok()).is_some_and(|(derived, printed)| derived == printed)
}
