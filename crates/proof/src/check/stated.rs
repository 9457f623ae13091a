//! Values that a paper states for a part of it: "at $q_2 = 0$", "for uniform links ($l_{ci} = l_i/2$)", a condition
//! beside an equation, "at rest". What differs from what was derived and is right with them is meant so.

use std::ops::Range;

use appell_algebra::{Poly, Symbol};

use super::equation::Checker;
use super::side::{Side, side_of};
use crate::latex::{Document, Ink, InkKind, Operator, equations};
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::meaning::read::Understanding;
use crate::name::General;

/// Values of symbols.
pub(super) type Values = Vec<(Symbol, Poly)>;

/// What a paper states.
#[derive(Default)]
pub(super) struct Stated {
    /// What holds throughout: relations of parameters.
    throughout: Vec<Values>,
    /// What holds where it is named, in the order of the paper: a state, a number, a limit.
    there: Vec<(Range<usize>, Values)>,
}

/// How many relations of parameters are looked at.
const MOST_THROUGHOUT: usize = 16;

/// How far away, in bytes, something is still said about an equation.
const NEAR: usize = 2000;

impl Stated {
    /// What holds throughout, and what is named near a place and in its reach.
    pub(super) fn about<'s>(
        &'s self,
        place: &Range<usize>,
        reaches: impl Fn(&Range<usize>) -> bool + 's,
    ) -> impl Iterator<Item = &'s Values> {
        let (first, last) = (place.start.saturating_sub(NEAR), place.end + NEAR);
        let from = self.there.partition_point(|(span, _)| span.start < first);
        let near = self.there[from..].iter().take_while(move |(span, _)| span.start <= last);
        let named = near.filter(move |(span, _)| reaches(span)).map(|(_, values)| values);
        self.throughout.iter().chain(named)
    }
}

/// Words that say that nothing moves.
const AT_REST: [&str; 5] =
    ["at rest", "static equilibrium", "statically", "stands still", "is stationary"];

impl Checker<'_, '_> {
    /// All that a paper states.
    pub(super) fn stated(&self, text: &str) -> Stated {
        let mut stated = Stated::default();
        // of angles that follow from others not every relation is known
        let has_relations = self.robot.joints().iter().any(|joint| joint.coupling.is_some());
        if self.robot.is_elastic() || has_relations {
            return stated;
        }
        stated.there = self.at_rest(text);
        for block in Document::new(text).flatten() {
            let Ok(inks) = block.inks else { continue };
            for equation in equations(inks, &mut Vec::new()) {
                for values in with_signs(&equation).iter().filter_map(|it| self.values_in(it)) {
                    let is_limit = |(symbol, value): &(Symbol, Poly)| {
                        value.as_constant().is_some() || self.is_of_motion(*symbol)
                    };
                    if values.iter().any(is_limit) {
                        stated.there.push((block.span.clone(), values));
                    } else if stated.throughout.len() < MOST_THROUGHOUT {
                        stated.throughout.push(values);
                    }
                }
            }
        }
        stated.there.sort_by_key(|(span, _)| span.start);
        stated
    }

    fn at_rest(&self, text: &str) -> Vec<(Range<usize>, Values)> {
        let rates = self.robot.coordinates().into_iter();
        let rates =
            rates.flat_map(|q| [1, 2].into_iter().filter_map(move |it| q.derivative(it).ok()));
        let values: Values = rates.map(|rate| (rate, Poly::ZERO)).collect();
        let text = text.to_ascii_lowercase();
        let places = AT_REST.iter().flat_map(|words| text.match_indices(words));
        places.map(|(at, words)| (at..at + words.len(), values.clone())).collect()
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
                if self.names.is_abbreviation(symbol) || occurring.contains(&symbol) {
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
