//! Names for subexpressions of long rows. The letter says what the subexpression contains, the first index on the
//! motion of which joints it depends; the last one counts. `U24_3` is the third with velocities that depends on the
//! joints 2 to 4.

use std::collections::{BTreeMap, BTreeSet};

use appell_algebra::{Formula, Notation, Poly, Printer, Symbol};
use appell_mechanics::TABLE;
use appell_model::{Joint, Robot};

use super::equations::printer;
use crate::derived::Derived;
use crate::error::Error;

/// What a subexpression contains, by its highest time derivative, and letters for it: the first that the robot does
/// not use is taken.
const CONTENTS: [(&str, [&str; 4]); 4] = [
    ("constants", ["H", "B", "P", "Z"]),
    ("positions", ["S", "P", "X", "Z"]),
    ("velocities", ["U", "V", "B", "X"]),
    ("accelerations", ["A", "W", "B", "X"]),
];

/// What a subexpression depends on.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// The index of its contents in [`CONTENTS`].
    content: usize,
    /// The lowest and the highest number of the joints that move it; `None` for constants.
    joints: Option<[usize; 2]>,
    /// The highest number of a link that has one of its parameters.
    link: usize,
}

impl Reach {
    fn with(self, other: Self) -> Self {
        let joints = match (self.joints, other.joints) {
            (Some(a), Some(b)) => Some([a[0].min(b[0]), a[1].max(b[1])]),
            (one, other) => one.or(other),
        };
        let content = self.content.max(other.content);
        Self { content, joints, link: self.link.max(other.link) }
    }
}

/// The symbols of a robot as its file and as the printer calls them.
pub(super) fn own_names(robot: &Robot, printer: &Printer<'_>) -> BTreeSet<String> {
    let parameters = robot.parameters().iter().map(|it| it.symbol);
    let own = parameters.chain(robot.coordinates());
    own.flat_map(|it| [robot.symbols().name(it), printer.latex(&Formula::Symbol(it))]).collect()
}

/// The letters of the names of a robot, with what they stand for.
pub(super) fn letters(robot: &Robot, printer: &Printer<'_>) -> [(&'static str, &'static str); 4] {
    let quantities = TABLE.iter().map(|row| row.name.to_owned());
    let letters_of =
        |name: String| -> String { name.chars().take_while(|c| c.is_alphabetic()).collect() };
    let mut taken: BTreeSet<String> =
        own_names(robot, printer).into_iter().chain(quantities).map(letters_of).collect();
    CONTENTS.map(|(content, letters)| {
        let free = letters.into_iter().find(|letter| !taken.contains(*letter));
        // with numbers that no name of the robot has
        let letter = free.unwrap_or(letters[0]);
        taken.insert(letter.to_owned());
        (letter, content)
    })
}

/// The same formulas with such names for their parts; names of integrals and of angles are kept.
pub(super) fn renamed(
    mut nested: Derived,
    kept: &BTreeSet<String>,
    notation: &Notation,
) -> Result<Derived, Error> {
    let robot = nested.robot().clone();
    let symbols = robot.symbols();
    let printer = printer(&robot, notation);
    let letters = letters(&robot, &printer);
    let taken = own_names(&robot, &printer);
    let mut reaches = reaches(&robot);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut names: BTreeMap<Symbol, Symbol> = BTreeMap::new();
    for (name, formula) in &mut nested.content.steps {
        let parts = formula.symbols().into_iter().map(|symbol| reach(symbol, &reaches));
        let reach = parts.fold(Reach::default(), Reach::with);
        reaches.insert(*name, reach);
        *formula = with_names(formula, &names);
        if kept.contains(&symbols.name(*name)) {
            continue;
        }
        let place = match reach.joints {
            None => reach.link.to_string(),
            Some([low, high]) if low == high => low.to_string(),
            Some([low, high]) if high < 10 => format!("{low}{high}"),
            Some([low, high]) => format!("{low}_{high}"),
        };
        let stem = format!("{}{place}", letters[reach.content].0);
        let count = counts.entry(stem.clone()).or_default();
        let own = loop {
            *count += 1;
            let name = format!("{stem}_{count}");
            if taken.contains(&name) {
                continue;
            }
            let own = symbols.parameter(&name)?;
            if !taken.contains(&printer.latex(&Formula::Symbol(own))) {
                break own;
            }
        };
        names.insert(*name, own);
        *name = own;
    }
    for quantity in &mut nested.content.quantities {
        let renamed = quantity.value.try_map(|entry| Ok::<_, Error>(with_names(entry, &names)));
        quantity.value = renamed?;
    }
    Ok(nested)
}

/// What the symbols of a robot depend on: coordinates on their joints, parameters on the first link that has them.
fn reaches(robot: &Robot) -> BTreeMap<Symbol, Reach> {
    let mut reaches = BTreeMap::new();
    for (index, joint) in robot.joints().iter().enumerate() {
        let number = index + 1;
        let modes = joint.modes.iter();
        let angles = modes.clone().flat_map(|it| it.angles.iter().map(|angle| angle.symbol));
        let modal = modes.flat_map(|it| it.coordinates.clone());
        let own = joint.coordinate.into_iter().chain(joint.coupling.iter().map(|it| it.symbol));
        for symbol in own.chain(modal).chain(angles) {
            let reach = Reach { content: 1, joints: Some([number; 2]), link: number };
            reaches.entry(symbol).or_insert(reach);
        }
        for entry in entries(joint) {
            for symbol in entry.symbols(robot.symbols()) {
                reaches.entry(symbol).or_insert(Reach { link: number, ..Reach::default() });
            }
        }
    }
    reaches
}

/// The entries of a joint and its link that have parameters.
fn entries(joint: &Joint) -> impl Iterator<Item = &Poly> {
    let moments = &joint.moments;
    let body = &joint.body;
    let inertias = [&moments.inertia, &body.inertia];
    let inertias = inertias.into_iter().flat_map(|it| it.0.iter().flatten());
    let vectors = [&joint.placement.offset, &moments.first, &body.centre];
    let vectors = vectors.into_iter().flat_map(|it| it.0.iter());
    let rotor = joint.rotor.iter().map(|it| &it.inertia);
    [&body.mass].into_iter().chain(vectors).chain(inertias).chain(rotor)
}

/// What a symbol depends on; of a derivative of a coordinate, with its order.
fn reach(symbol: Symbol, reaches: &BTreeMap<Symbol, Reach>) -> Reach {
    if let Some(reach) = reaches.get(&symbol) {
        return *reach;
    }
    let base = reaches.get(&symbol.base()).copied().unwrap_or_default();
    let content = (symbol.order() as usize + 1).min(CONTENTS.len() - 1);
    Reach { content: if base.joints.is_some() { content } else { base.content }, ..base }
}

pub(super) fn with_names(formula: &Formula, names: &BTreeMap<Symbol, Symbol>) -> Formula {
    let inside = |part: &Formula| with_names(part, names);
    match formula {
        Formula::Sum(terms) => {
            Formula::Sum(terms.iter().map(|(negative, term)| (*negative, inside(term))).collect())
        }
        Formula::Product { coefficient, numerator, denominator } => Formula::Product {
            coefficient: coefficient.clone(),
            numerator: numerator.iter().map(inside).collect(),
            denominator: denominator.iter().map(inside).collect(),
        },
        Formula::Power(base, exponent) => Formula::Power(Box::new(inside(base)), *exponent),
        Formula::Call(function, argument) => Formula::Call(*function, Box::new(inside(argument))),
        Formula::Symbol(symbol) => Formula::Symbol(names.get(symbol).copied().unwrap_or(*symbol)),
    }
}
