//! The formulas of a report: multiplied out and grouped while a row can be read, else nested, with
//! names for what is used several times.

use std::collections::{BTreeMap, BTreeSet};

use appell_algebra::{Budget, Formula, Notation, Symbol};
use appell_mechanics::{EntryName, Frame, Kind, Of, Position, Quantity};
use appell_model::Robot;

use super::Part;
use super::angles::Angles;
use super::base::{columns, is_zero};
use super::derivation::chapter;
use super::equations::{Equations, id, printer};
use super::names::{letters, own_names, renamed};
use super::provenance::in_shell;
use crate::derive::{DeriveOptions, DerivedForm};
use crate::derived::{Derived, DerivedQuantity};
use crate::document::{Block, Columns, Equation, Math, Text};
use crate::error::Error;

/// The longest row that is printed multiplied out, in lines.
const LONGEST_ROW: usize = 80;
/// A row of more terms is not even multiplied out.
const MOST_TERMS: usize = 5000;
/// The longest regressor, in lines of all its entries.
const LONGEST_REGRESSOR: usize = 200;
/// The largest quantity that is printed, in entries, and the most names that are explained.
const MOST_ENTRIES: usize = 150;
const MOST_NAMES: usize = 2500;

const ENERGY: Kind = Kind::AccelerationEnergy1;

/// The formulas of all parts.
pub(super) struct Formulas {
    asked: Vec<(Part, Quantity)>,
    columns: Columns,
    notation: Notation,
    /// Names for constant angles.
    angles: Angles,
    grouped: Derived,
    nested: Option<Derived>,
    /// Those that are too large to be printed.
    too_large: Vec<Quantity>,
    /// The acceleration energies of the links, where that of the robot is given as their sum.
    links: Vec<Quantity>,
    /// The quantity that first uses each of the names of the nested formulas.
    introduced: Vec<(Symbol, Quantity)>,
    /// What the letters of these names stand for.
    letters: [(&'static str, &'static str); 4],
}

impl Formulas {
    pub(super) fn derive(
        robot: &Robot,
        parts: &[Part],
        columns: Columns,
        notation: &Notation,
        budget: &Budget,
        tell: &dyn Fn(&str),
    ) -> Result<Self, Error> {
        let mut asked: Vec<(Part, Quantity)> = Vec::new();
        for &part in parts {
            let names = chapter(part).map_or(&[][..], |chapter| chapter.quantities());
            // what the robot does not have (a tool of a fixed base) is not asked for
            let found = names.iter().filter_map(|name| Quantity::read(name, robot).ok());
            for quantities in found {
                let numbered = quantities.into_iter().map(|quantity| (part, quantity));
                match part {
                    // from the tool to the base
                    Part::Connections => asked.extend(numbered.rev()),
                    _ => asked.extend(numbered),
                }
            }
        }
        let count = robot.coordinates().len();
        let entries = |quantity: Quantity| match quantity.kind() {
            Kind::MassMatrix | Kind::CoriolisMatrix => count * count,
            Kind::Jacobian => 6 * count,
            // most columns are zero or belong to no base parameter
            Kind::Regressor => 4 * count * count,
            _ => 1,
        };
        let all = asked.iter().map(|(_, quantity)| *quantity);
        let (too_large, printed): (Vec<Quantity>, Vec<Quantity>) =
            all.partition(|quantity| entries(*quantity) > MOST_ENTRIES);
        let row = budget.clone().with_terms(MOST_TERMS);
        let grouped = DeriveOptions::new()
            .form(DerivedForm::Grouped)
            .budget(&row)
            .on_progress(|quantity| tell(&quantity.to_string()))
            .derive(robot, &printed)?;
        if let Some(missing) = grouped.missing().iter().find(|it| it.error().ends_all_work()) {
            return Err(missing.error().clone());
        }
        let printer = printer(robot, notation);
        // they are explained among the symbols
        let angles = match parts.contains(&Part::Symbols) {
            true => Angles::of(&grouped, &own_names(robot, &printer)),
            false => Angles::default(),
        };
        let grouped = angles.put_into(grouped)?;
        // how long a row is does not depend on how it is printed
        let equations = Equations::of(&grouped, Columns::One, notation);
        let is_readable = |it: &DerivedQuantity| {
            // a line has at least one symbol
            let lines = |row: &Formula| match row.symbol_count() {
                few if few <= LONGEST_ROW => few,
                _ => equations.line_count(row),
            };
            let rows = || it.value().entries();
            match it.quantity().kind() {
                Kind::Regressor => {
                    rows().map(|row| equations.line_count(row)).sum::<usize>() <= LONGEST_REGRESSOR
                }
                _ => rows().all(|row| lines(row) <= LONGEST_ROW),
            }
        };
        let readable: Vec<Quantity> = grouped
            .quantities()
            .iter()
            .filter(|it| is_readable(it))
            .map(DerivedQuantity::quantity)
            .collect();
        let mut rest = printed;
        rest.retain(|quantity| !readable.contains(quantity));
        let links = by_links(robot, &mut rest, &mut asked);
        // a regressor is for looking at its entries: as it is computed it says nothing
        let (regressor, rest): (Vec<Quantity>, Vec<Quantity>) =
            rest.into_iter().partition(|quantity| quantity.kind() == Kind::Regressor);
        let too_large = too_large.into_iter().chain(regressor).collect();
        let mut formulas = Self {
            asked,
            columns,
            notation: notation.clone(),
            angles,
            grouped,
            nested: None,
            too_large,
            links,
            introduced: Vec::new(),
            letters: letters(robot, &printer),
        };
        if !rest.is_empty() {
            formulas.nest(robot, &rest, budget, tell)?;
        }
        Ok(formulas)
    }

    /// Derives what is too long multiplied out, as much of it as can be explained by names.
    fn nest(
        &mut self,
        robot: &Robot,
        quantities: &[Quantity],
        budget: &Budget,
        tell: &dyn Fn(&str),
    ) -> Result<(), Error> {
        let mut printed = quantities.to_vec();
        while !printed.is_empty() {
            let nested = DeriveOptions::new()
                .form(DerivedForm::Nested)
                .budget(budget)
                .on_progress(|quantity| tell(&quantity.to_string()))
                .derive(robot, &printed)?;
            if let Some(missing) = nested.missing().iter().find(|it| it.error().ends_all_work()) {
                return Err(missing.error().clone());
            }
            if nested.steps().len() <= MOST_NAMES {
                let nested =
                    renamed(self.in_order_of_use(nested), &meanings(robot)?, &self.notation)?;
                let nested = self.angles.put_into(nested)?;
                self.introduced = self.introductions(&nested);
                self.nested = Some(nested);
                return Ok(());
            }
            // what comes late in the derivation is the longest
            let half = printed.len() / 2;
            self.too_large.extend(printed.drain(half..));
        }
        Ok(())
    }

    fn equations<'d>(&self, derived: &'d Derived) -> Equations<'d> {
        Equations::of(derived, self.columns, &self.notation)
    }

    /// The same formulas, with the names in the order in which the quantities of the report need them. A name stays
    /// behind the names in its definition, because these are needed by the same quantity or by one before it.
    fn in_order_of_use(&self, mut nested: Derived) -> Derived {
        let place = |quantity: Quantity| {
            self.asked.iter().position(|(_, asked)| *asked == quantity).map_or(0, |at| at + 1)
        };
        let introduced = self.introductions(&nested).into_iter();
        let places: BTreeMap<Symbol, usize> =
            introduced.map(|(name, quantity)| (name, place(quantity))).collect();
        // integrals and angles come first
        nested.content.steps.sort_by_key(|(name, _)| places.get(name).copied().unwrap_or(0));
        nested
    }

    /// The first quantity that needs each name, directly or for another name.
    fn introductions(&self, nested: &Derived) -> Vec<(Symbol, Quantity)> {
        // integrals and angles are explained among the symbols
        let name_of = |derived: &Derived, name: Symbol| derived.robot().symbols().name(name);
        let explained: BTreeSet<String> =
            self.grouped.steps().iter().map(|(name, _)| name_of(&self.grouped, *name)).collect();
        let new =
            nested.steps().iter().filter(|(name, _)| !explained.contains(&name_of(nested, *name)));
        let meanings: BTreeMap<Symbol, &Formula> =
            new.map(|(name, formula)| (*name, formula)).collect();
        let mut first: BTreeMap<Symbol, Quantity> = BTreeMap::new();
        for &(_, quantity) in &self.asked {
            let derived = nested.quantities().iter().find(|it| it.quantity() == quantity);
            let mut open: Vec<&Formula> =
                derived.map_or(Vec::new(), |it| it.value().entries().collect());
            while let Some(formula) = open.pop() {
                for name in formula.symbols() {
                    if let Some(meaning) = meanings.get(&name)
                        && !first.contains_key(&name)
                    {
                        first.insert(name, quantity);
                        open.push(meaning);
                    }
                }
            }
        }
        nested.steps().iter().filter_map(|(name, _)| Some((*name, *first.get(name)?))).collect()
    }

    /// Names for constant angles.
    pub(super) fn angles(&self) -> &Angles {
        &self.angles
    }

    /// What the names mean that are used in multiplied-out formulas: constant angles, integrals of elastic
    /// links, and angles that follow from coordinates.
    pub(super) fn meanings(&self) -> Vec<Block> {
        let equations = self.equations(&self.grouped);
        self.grouped.steps().iter().map(|(name, formula)| equations.step(*name, formula)).collect()
    }

    /// The columns of the regressor that belong to base parameters, without entries that are zero.
    fn regressor(&self, regressor: &DerivedQuantity) -> Vec<Block> {
        let base = self.grouped.quantities().iter();
        let base = base.filter(|it| it.quantity().kind() == Kind::BaseParameters);
        let columns: BTreeSet<String> = base
            .flat_map(DerivedQuantity::entries)
            .filter_map(|(name, _)| match name.position {
                Position::Item(label, _) => Some(label),
                _ => None,
            })
            .collect();
        let is_shown = |name: &EntryName| match &name.position {
            Position::Cell([_, column], _) => columns.contains(column),
            _ => false,
        };
        let words = "With base parameters only these columns of Y remain; entries that are zero are left out:";
        let entries = self.equations(&self.grouped).entries(regressor, is_shown);
        [Text::new(words).into()].into_iter().chain(entries).collect()
    }

    /// The base parameters that are not zero, and how many are.
    fn base_parameters(&self, derived: &Derived, base: &DerivedQuantity) -> Vec<Block> {
        let mut blocks: Vec<Block> = columns(derived.robot(), base).into_iter().collect();
        blocks.extend(self.equations(derived).entries(base, |_| true));
        let zeros = base.value().entries().filter(|it| is_zero(it)).count();
        if zeros > 0 {
            let words = match zeros {
                1 => "One more is zero with the masses of this robot.".to_owned(),
                _ => format!("{zeros} more are zero with the masses of this robot."),
            };
            blocks.push(Text::new(words).into());
        }
        blocks
    }

    /// Why the robot does not have a quantity; none where it is only too long.
    fn unavailable(&self, quantity: Quantity) -> Option<String> {
        let missing = self.grouped.missing().iter().find(|it| it.quantity() == quantity)?;
        let reasons = missing.error().diagnostics();
        let is_limit = reasons.iter().any(|it| it.code == "stopped");
        reasons.into_iter().map(|it| it.message).next().filter(|_| !is_limit)
    }

    /// The sentences that explain the names of nested formulas.
    fn legend(&self) -> Block {
        let letters = self.letters.map(|(letter, content)| format!("{letter} {content}"));
        let words = format!(
            "Multiplied out, rows of this part take more than {LONGEST_ROW} lines. They are given as they are computed, with names for subexpressions that are used several times; each is defined before the equation that uses it first. The letter says what a subexpression contains: {}. The first index says to which joints it belongs: ",
            letters.join(", ")
        );
        let (letter, _) = self.letters[2];
        Text::new(words)
            .math(format!("{letter}_{{24,3}}"), format!("{letter}_(24,3)"))
            .plain(" is the third with velocities that depends on the joints 2 to 4, and on no others; of constants, it is the link.")
            .into()
    }

    /// The acceleration energy of the robot, where those of its links are given.
    fn sum_of_links(&self, quantity: Quantity) -> Option<Block> {
        let is_whole = quantity.kind() == ENERGY && !self.links.contains(&quantity);
        if !is_whole || self.links.is_empty() {
            return None;
        }
        let in_a_line = match self.columns {
            Columns::One => 10,
            Columns::Two => 4,
        };
        let lines = |name: fn(Quantity) -> String| -> Vec<String> {
            let names: Vec<String> = self.links.iter().copied().map(name).collect();
            let sums = names.chunks(in_a_line).map(|names| names.join(" + "));
            sums.enumerate().map(|(k, sum)| if k > 0 { format!("+ {sum}") } else { sum }).collect()
        };
        Some(Block::Equation(Equation {
            id: id(&quantity.to_string()),
            left: Math::new(quantity.latex(), quantity.typst()),
            latex: lines(Quantity::latex),
            typst: lines(Quantity::typst),
        }))
    }

    /// The names that a quantity is the first to use, with what they stand for.
    fn new_names(&self, quantity: Quantity) -> Vec<Block> {
        let Some(nested) = &self.nested else { return Vec::new() };
        let introduced = self.introduced.iter().filter(|(_, first)| *first == quantity);
        let new: BTreeSet<Symbol> = introduced.map(|(name, _)| *name).collect();
        if new.is_empty() {
            return Vec::new();
        }
        let equations = self.equations(nested);
        let steps = nested.steps().iter().filter(|(name, _)| new.contains(name));
        let words = Text::new("For ").math(quantity.latex(), quantity.typst()).plain(":");
        let steps = steps.map(|(name, formula)| equations.step(*name, formula));
        [words.into()].into_iter().chain(steps).collect()
    }

    /// The equations of a part; `source` is the robot as commands name it.
    pub(super) fn blocks(&self, part: Part, source: &str) -> Vec<Block> {
        let mut blocks = Vec::new();
        let wanted = self.asked.iter().filter(|(of, _)| *of == part).map(|(_, quantity)| *quantity);
        let mut is_first = true;
        for quantity in wanted {
            let name = quantity.to_string();
            let new = self.new_names(quantity);
            if is_first && !new.is_empty() {
                blocks.push(self.legend());
                is_first = false;
            }
            blocks.extend(new);
            let of = |derived: &Derived| {
                let found = derived.quantities().iter().find(|it| it.quantity() == quantity);
                found.map(|it| match quantity.kind() {
                    Kind::Regressor => self.regressor(it),
                    Kind::BaseParameters => self.base_parameters(derived, it),
                    _ => self.equations(derived).quantity(it),
                })
            };
            if let Some(sum) = self.sum_of_links(quantity) {
                blocks.push(sum);
                continue;
            }
            let nested = self.nested.as_ref().and_then(of);
            let grouped = || of(&self.grouped).filter(|_| !self.too_large.contains(&quantity));
            match nested.or_else(grouped) {
                Some(equations) => blocks.extend(equations),
                None => blocks.push(match self.unavailable(quantity) {
                    Some(why) => Text::message(&format!("{name} is left out: {why}.")).into(),
                    None => left_out(&name, source),
                }),
            }
        }
        blocks
    }
}

/// Asks for the acceleration energies of the links before that of the robot, which as it is computed would go over
/// pages, and gives them; none where it can be read or has other parts, as those of rotors on the base.
fn by_links(
    robot: &Robot,
    nested: &mut Vec<Quantity>,
    asked: &mut Vec<(Part, Quantity)>,
) -> Vec<Quantity> {
    let is_sum = robot.joints().len() > 1 && robot.joints().iter().all(|it| it.rotor.is_none());
    let Some(at) = nested.iter().position(|it| is_sum && it.kind() == ENERGY) else {
        return Vec::new();
    };
    let links = robot.joint_ids().map(|id| Of::Frame(Frame::Joint(id)));
    let links: Vec<Quantity> = links.filter_map(|of| Quantity::new(ENERGY, of).ok()).collect();
    nested.splice(at..=at, links.clone());
    if let Some(at) = asked.iter().position(|(_, it)| it.kind() == ENERGY) {
        let part = asked[at].0;
        asked.splice(at..at, links.iter().map(|it| (part, *it)));
    }
    links
}

/// The names of integrals of elastic links, and of angles that follow from coordinates.
fn meanings(robot: &Robot) -> Result<BTreeSet<String>, Error> {
    let (robot, integrals) = robot.with_named_integrals()?;
    let angles = robot.related().map_err(appell_mechanics::Error::from)?;
    let names = integrals.into_iter().chain(angles).map(|(name, _)| robot.symbols().name(name));
    Ok(names.collect())
}

fn left_out(name: &str, source: &str) -> Block {
    let command = format!("appell derive {} \"{name}\" --form nested", in_shell(source));
    Text::new(format!("{name} is too long to be printed here; "))
        .code(command)
        .plain(" writes it.")
        .into()
}
