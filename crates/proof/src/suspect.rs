//! Suspects: where many equations differ, one cause may be behind all of them.

use std::collections::BTreeMap;
use std::rc::Rc;

use appell_algebra::{Budget, Poly, Symbol};
use appell_mechanics::{Frame, HIGHEST_ORDER, Kind, Of, PolynomialArithmetic, Quantity};
use appell_model::{Convention, JointId, Robot};

use crate::check::{Checker, Refuted};
use crate::known::Known;
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

impl Alternative {
    /// All of a robot: with its table read by the other convention, where it is given by one.
    pub fn all(robot: &Robot) -> Vec<Self> {
        let other = robot.other_convention().and_then(Result::ok);
        let alternative = |(convention, robot): (Convention, Robot)| Self {
            name: "dh-convention".to_owned(),
            words: format!("the table of the robot follows the {} convention", convention.name()),
            robot,
        };
        other.map(alternative).into_iter().collect()
    }
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
        let orders = (0..=HIGHEST_ORDER).filter_map(|order| symbol.derivative(order).ok());
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
    let others: Vec<(&Alternative, PolynomialArithmetic)> = alternatives
        .iter()
        .map(|other| (other, PolynomialArithmetic::new(&other.robot, checker.budget.clone())))
        .collect();
    for case in refuted.iter() {
        if !gravity.is_empty() && same(case, &gravity) {
            count("gravity-sign", "gravity has the opposite sign".to_owned());
        }
        if !still.is_empty() && same(case, &still) {
            count("no-gravity", "gravity is left out of the accelerations".to_owned());
        }
        if !centres.is_empty() && same(case, &centres) {
            count(
                "mass-centre",
                "centres of mass are taken at the origins of the frames".to_owned(),
            );
        }
        for id in robot.joint_ids() {
            let Some(q) = robot.joint(id).coordinate else { continue };
            let name = symbols.name(q);
            if same(case, &turned(q)) {
                count("axis-sense", format!("{name} has the opposite sense"));
            }
            let own = is_driving_force(&case.left, id);
            let derived = case.derived.substitute_all(&turned(q), symbols, checker.budget);
            if own && derived.is_ok_and(|derived| -&derived == case.printed) {
                count("axis-sense", format!("{name} has the opposite sense"));
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

/// Whether a formula is the driving force of a joint.
fn is_driving_force(formula: &Meaning, id: JointId) -> bool {
    let Meaning::Known(Known { quantity, .. }, _) = formula else { return false };
    quantity.kind() == Kind::DrivingForce && quantity.of() == Of::Joint(id)
}

/// Quantities that are easily taken for the one that was printed.
fn confused(case: &Refuted, robot: &Robot) -> Vec<(&'static str, String, Known)> {
    let Meaning::Known(known, _) = &case.left else { return Vec::new() };
    let entry = case.entry.or(known.entry);
    let mut out = Vec::new();
    let mut add = |name, words: &str, quantity: Option<Quantity>, entry| {
        let known = quantity.map(|quantity| Known { quantity, entry });
        out.extend(known.map(|known| (name, words.to_owned(), known)));
    };
    let quantity = known.quantity;
    match (quantity.kind(), quantity.of()) {
        (Kind::RelativeRotation, Of::Between(outer, inner)) => {
            let words = "rotation matrices are transposed";
            add("transposed-rotation", words, quantity.with_of(Of::Between(inner, outer)), entry);
        }
        (Kind::RelativeFrame, _) => {
            let words = "rotation matrices are transposed";
            let swapped = entry.filter(|(row, column)| *row < 3 && *column < 3);
            if let Some((row, column)) = swapped {
                add("transposed-rotation", words, Some(quantity), Some((column, row)));
            }
        }
        (kind, Of::Frame(frame)) if kind.row().form.has_axes() => {
            let other = match kind {
                Kind::CentreAcceleration => Some(Kind::Acceleration),
                Kind::CentreVelocity => Some(Kind::Velocity),
                Kind::Acceleration => Some(Kind::CentreAcceleration),
                Kind::Velocity => Some(Kind::CentreVelocity),
                _ => None,
            };
            let words = "centre of mass and origin of the frame are mixed up";
            add("mass-centre", words, other.and_then(|kind| quantity.with_kind(kind)), entry);
            let words = "vectors are given in base axes";
            add("other-axes", words, quantity.in_axes_of(Frame::Base).ok(), entry);
            let words = "vectors are given in the axes of the link before";
            let number = frame.number(robot).map(|number| number.saturating_sub(1));
            let before = number.and_then(|number| Frame::of_number(number, robot));
            let before = before.and_then(|before| quantity.in_axes_of(before).ok());
            add("other-axes", words, before, entry);
        }
        _ => {}
    }
    out
}

fn value_of(known: &Known, truth: &Truth<'_, &PolynomialArithmetic>) -> Option<Poly> {
    let value = truth.value(known).ok()??;
    value.as_scalar()?.poly().ok().cloned()
}

/// Whether what is printed is right for another robot; symbols are matched by their names.
fn holds_for(
    case: &Refuted,
    other: &Robot,
    polynomials: &PolynomialArithmetic,
    checker: &Checker<'_, '_>,
) -> bool {
    let Meaning::Known(known, _) = &case.left else { return false };
    let known = Known { entry: case.entry.or(known.entry), ..*known };
    let printed = case.printed.text(checker.robot.symbols());
    let printed = Poly::parse(&printed, other.symbols(), &Budget::default());
    let derived = Truth::new(other, Rc::default(), polynomials)
        .ok()
        .and_then(|truth| value_of(&known, &truth));
    derived.zip(printed.ok()).is_some_and(|(derived, printed)| derived == printed)
}
