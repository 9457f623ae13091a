//! Values that a paper states for a part of it: "at $q_2 = 0$", "for uniform links ($l_{ci} = l_i/2$)", a condition
//! beside an equation, "at rest". An equation that differs from what was derived may be right with them.

use std::collections::BTreeSet;
use std::ops::Range;

use appell_algebra::{Poly, Symbol};
use appell_model::{JointKind, Robot};

use super::context::find_words;
use super::equation::Checker;
use super::side::{Side, side_of};
use crate::defined::has_followers;
use crate::latex::{Document, Ink, InkKind, Operator, equations};
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::meaning::read::Understanding;
use crate::name::General;

/// Values of symbols.
pub(super) type Values = Vec<(Symbol, Poly)>;

/// Values that a paper states, and where.
pub(super) struct Statement {
    pub(super) span: Range<usize>,
    pub(super) values: Values,
    /// The same with the other sign, where the paper says `\pm`: both are meant.
    pub(super) other: Option<Values>,
    /// Whether they may hold throughout: relations of parameters, and what is neglected.
    pub(super) is_general: bool,
    /// Whether they may prove an equation: equal parameters (`l_1 = l_2`) would explain any wrong index.
    pub(super) proves: bool,
    /// Whether they are names that the paper introduces for parameters: `m_1 = m_2 = m`.
    pub(super) introduces: bool,
}

/// How many of the statements that may hold throughout are tried.
const MOST_GENERAL: usize = 16;

/// How far from an equation, in bytes, a statement may still be about it.
const NEAR: usize = 2000;

/// The statements of a paper, in the order of its text.
#[derive(Default)]
pub(super) struct Stated(Vec<Statement>);

impl Stated {
    /// The statements that may hold throughout.
    pub(super) fn general(&self) -> impl Iterator<Item = &Statement> {
        self.0.iter().filter(|it| it.is_general).take(MOST_GENERAL)
    }

    /// What stands for parameters for which the paper introduces other names.
    pub(super) fn introduced(&self) -> Values {
        let mut values = Values::new();
        for (symbol, value) in self.general().filter(|it| it.introduces).flat_map(|it| &it.values) {
            if !values.iter().any(|(known, _)| known == symbol) {
                values.push((*symbol, value.clone()));
            }
        }
        values
    }

    /// The angles of the robot that are set equal to something with parameters in it, and the lengths that are set
    /// equal to something with masses.
    pub(super) fn angles_with_units(&self, robot: &Robot) -> BTreeSet<Symbol> {
        let parts = robot.joints().iter().flat_map(|joint| &joint.link.parts);
        let masses: BTreeSet<Symbol> =
            parts.flat_map(|part| part.mass.symbols(robot.symbols())).collect();
        let has_mass =
            |value: &Poly| value.symbols(robot.symbols()).iter().any(|it| masses.contains(it));
        let is_angle = |symbol: &Symbol| {
            robot
                .joints()
                .iter()
                .any(|joint| joint.coordinate == Some(*symbol) && joint.kind == JointKind::Rotation)
        };
        let has_parameters =
            |value: &Poly| value.symbols(robot.symbols()).iter().any(|it| *it != Symbol::PI);
        let all = self.0.iter().flat_map(|it| &it.values);
        let is_wrong = |symbol: &Symbol, value: &Poly| {
            if is_angle(symbol) { has_parameters(value) } else { has_mass(value) }
        };
        all.filter(|(symbol, value)| is_wrong(symbol, value)).map(|(symbol, _)| *symbol).collect()
    }

    /// The statements near a place.
    pub(super) fn near(&self, place: &Range<usize>) -> impl Iterator<Item = &Statement> {
        let (first, last) = (place.start.saturating_sub(NEAR), place.end + NEAR);
        let from = self.0.partition_point(|it| it.span.start < first);
        self.0[from..].iter().take_while(move |it| it.span.start <= last)
    }
}

/// Words that say that nothing moves.
const AT_REST: [&str; 13] = [
    "at rest",
    "hangs still",
    "held still",
    "static equilibrium",
    "statically",
    "stands still",
    "is stationary",
    "static torque",
    "static torques",
    "static moments",
    "static forces",
    "static loads",
    "holding torques",
];

/// Words that say that there is no gravity.
const WEIGHTLESS: [&str; 14] = [
    "moves in a horizontal plane",
    "moves in the horizontal plane",
    "moving in a horizontal plane",
    "moving in the horizontal plane",
    "motion in a horizontal plane",
    "operates in a horizontal plane",
    "works in a horizontal plane",
    "neglect gravity",
    "neglecting gravity",
    "gravity is neglected",
    "gravity is absent",
    "gravity is ignored",
    "without gravity",
    "absence of gravity",
];

/// Words that say that there is no friction.
const FRICTIONLESS: [&str; 7] = [
    "neglect friction",
    "neglecting friction",
    "friction is neglected",
    "friction is ignored",
    "without friction",
    "absence of friction",
    "frictionless",
];

impl Checker<'_, '_> {
    /// All statements of a paper.
    pub(super) fn stated(&self, text: &str) -> Stated {
        // for joints that follow others, not all trigonometric relations are known: statements prove nothing, but they
        // show which names are the paper's own
        let has_relations = has_followers(self.robot);
        if self.robot.is_elastic() {
            return Stated::default();
        }
        let mut stated = if has_relations { Vec::new() } else { self.said_in_words(text) };
        for block in Document::new(text).flatten() {
            let Ok(inks) = block.inks else { continue };
            for equation in equations(inks, &mut Vec::new()) {
                let read = |it: &Vec<Ink>| self.values_in(it);
                let mut signs = with_signs(&equation).into_iter();
                let Some(values) = signs.next().as_ref().and_then(read) else { continue };
                let other = signs.next().as_ref().and_then(read);
                let is_declared = |it: &Symbol| self.defined.declared.borrow().contains_key(it);
                let is_limit = |(symbol, value): &(Symbol, Poly)| {
                    value.as_constant().is_some() || self.is_of_motion(*symbol)
                };
                let is_other_parameter = |(symbol, value): &(Symbol, Poly)| {
                    let occurring = value.symbols(self.robot.symbols());
                    !self.is_of_motion(*symbol)
                        && !occurring.iter().any(is_declared)
                        && occurring.iter().any(|it| *value == Poly::symbol(*it))
                };
                stated.push(Statement {
                    span: block.span.clone(),
                    is_general: !has_relations && !values.iter().any(is_limit),
                    proves: !has_relations && !values.iter().any(is_other_parameter),
                    introduces: values.iter().any(|(_, value)| {
                        value.symbols(self.robot.symbols()).iter().any(is_declared)
                    }),
                    values,
                    other,
                });
            }
        }
        stated.sort_by_key(|it| it.span.start);
        Stated(stated)
    }

    /// Statements in words: the robot is at rest, there is no gravity, no friction.
    fn said_in_words(&self, text: &str) -> Vec<Statement> {
        let symbols = self.robot.symbols();
        let rates = self.robot.coordinates().into_iter();
        let rates =
            rates.flat_map(|q| [1, 2].into_iter().filter_map(move |it| q.derivative(it).ok()));
        let gravity = self.robot.gravity().0.iter().flat_map(|entry| entry.symbols(symbols));
        let friction = self.robot.joints().iter().flat_map(|joint| {
            let own = joint.friction.entries().into_iter();
            own.flat_map(|(_, entry)| entry.symbols(symbols)).collect::<Vec<_>>()
        });
        let zeros = |all: Vec<Symbol>| -> Values {
            all.into_iter().map(|symbol| (symbol, Poly::ZERO)).collect()
        };
        let mut statements = Vec::new();
        for (phrases, values, is_general) in [
            (&AT_REST[..], zeros(rates.collect()), false),
            (&WEIGHTLESS[..], zeros(gravity.collect()), true),
            (&FRICTIONLESS[..], zeros(friction.collect()), true),
        ] {
            for phrase in phrases.iter().filter(|_| !values.is_empty()) {
                for at in find_words(text, phrase) {
                    let span = at..at + phrase.len();
                    let values = values.clone();
                    let other = None;
                    let (proves, introduces) = (true, false);
                    statements.push(Statement {
                        span,
                        values,
                        other,
                        is_general,
                        proves,
                        introduces,
                    });
                }
            }
        }
        statements
    }

    /// Whether a symbol is a coordinate or a rate of one.
    fn is_of_motion(&self, symbol: Symbol) -> bool {
        self.robot.coordinates().contains(&symbol.base())
    }

    /// The values that an equation gives to symbols of the robot; none where it is about anything else.
    fn values_in(&self, inks: &[Ink]) -> Option<Values> {
        let sides: Vec<&[Ink]> = inks.split(|ink| ink.is(Operator::Equal)).collect();
        if sides.len() < 2 {
            return None;
        }
        let mut understanding = Understanding::new(self.names, inks);
        let read: Vec<Side> = sides.iter().map(|side| side_of(&mut understanding, side)).collect();
        if !read.iter().any(|side| side.is_general('i')) {
            return self.values_of(&read);
        }
        // l_{ci} = l_i/2, for every link
        let n = self.robot.joints().len();
        let mut values = Vec::new();
        for i in 1..=n {
            let general = General::of(n).with('i', i);
            let mut understanding = Understanding { general, notes: Vec::new(), ..understanding };
            let read: Vec<Side> =
                sides.iter().map(|side| side_of(&mut understanding, side)).collect();
            values.extend(self.values_of(&read)?);
        }
        Some(values)
    }

    fn values_of(&self, read: &[Side]) -> Option<Values> {
        let (Side::Formula(Ok(last)), named) = read.split_last()? else { return None };
        if last.has_quantity() {
            return None;
        }
        let value = value(last, self.truth).ok()?.as_scalar()?.poly().ok()?.clone();
        let occurring = value.symbols(self.robot.symbols());
        if occurring.iter().any(|it| self.is_of_motion(*it)) {
            return None;
        }
        let mut values = Vec::new();
        for side in named {
            let Side::Formula(Ok(name)) = side else { return None };
            for symbol in symbols_of(name)? {
                // a parameter of zero, such as a mass, would remove most slips
                let is_nothing = value.is_zero() && !self.is_of_motion(symbol);
                if self.names.is_abbreviation(symbol) || occurring.contains(&symbol) || is_nothing {
                    return None;
                }
                values.push((symbol, value.clone()));
            }
        }
        Some(values)
    }
}

/// A symbol alone, or those of a column such as `\dot q`.
fn symbols_of(name: &Meaning) -> Option<Vec<Symbol>> {
    match name {
        Meaning::Symbol(symbol, _) => Some(vec![*symbol]),
        Meaning::Matrix(rows) => {
            let symbols = rows.iter().flatten().map(symbols_of);
            symbols.collect::<Option<Vec<_>>>().map(|it| it.concat())
        }
        _ => None,
    }
}

/// An equation with one sign and the other for `\pm`; itself where it has none.
fn with_signs(inks: &[Ink]) -> Vec<Vec<Ink>> {
    let is_open = |ink: &Ink| matches!(&ink.kind, InkKind::Unknown(sign) if sign == "\\pm");
    if !inks.iter().any(is_open) {
        return vec![inks.to_vec()];
    }
    let plus = inks.iter().filter(|ink| !is_open(ink)).cloned().collect();
    let minus = inks.iter().map(|ink| match is_open(ink) {
        true => Ink::new(InkKind::Operator(Operator::Minus), ink.span.clone()),
        false => ink.clone(),
    });
    vec![plus, minus.collect()]
}
