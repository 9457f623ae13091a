//! Names with arguments, `M(q)`, `C(q, \dot q)`, `b_{11}(\theta_2)`, and columns of all coordinates, `\ddot q`.

use super::Meaning;
use super::names::without_dots;
use super::read::{Problem, Read, Understanding, flat, foreign};
use super::script::{is_inverse, is_transpose};
use crate::latex::{Ink, InkKind, Operator};
use crate::name::Name;

/// Letters that stand for all coordinates, where the robot has several and none of this name.
const COLUMNS: [&str; 4] = ["q", "\\theta", "\\Theta", "\\vartheta"];

/// What stands in the brackets behind a name.
#[derive(Clone, Copy, PartialEq)]
enum Arguments {
    /// Columns of coordinates, or several: nothing else can be meant.
    Plain,
    /// A single coordinate, which could be a factor.
    Coordinate,
    Time,
}

impl Understanding<'_, '_> {
    /// A name and its arguments, and how much of the print they take; none where this is something
    /// else.
    pub(super) fn applied(&mut self, ink: &Ink, rest: &[&Ink]) -> Read<Option<(Meaning, usize)>> {
        let Some(bracket) = rest.first() else { return Ok(None) };
        let (inside, power) = match &bracket.kind {
            InkKind::Fenced { open: '(', inside } => (inside, None),
            InkKind::Script(script) if script.sub.is_empty() => match &script.base.kind {
                InkKind::Fenced { open: '(', inside } => (inside, Some(&script.sup)),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        if is_place(inside) && matches!(self.name(ink)?, Some(it) if it.has_quantity()) {
            return Err(foreign("the value of a quantity at one place", bracket));
        }
        let Some(arguments) = self.arguments(inside) else { return Ok(None) };
        let Some(name) = Name::of(ink, self.general) else { return Ok(None) };
        let Some(meaning) = self.function(ink, &name, arguments)? else { return Ok(None) };
        let meaning = match power {
            None => meaning,
            Some(power) if is_transpose(power) => Meaning::Transpose(Box::new(meaning)),
            Some(power) if is_inverse(power) => Meaning::Inverse(Box::new(meaning)),
            Some(_) => return Ok(None),
        };
        Ok(Some((meaning, 2)))
    }

    /// What a name with arguments is.
    fn function(&mut self, ink: &Ink, name: &Name, arguments: Arguments) -> Read<Option<Meaning>> {
        let applied = name.applied();
        if let Some(guess) = self.names.guessed(&applied) {
            return Ok(Some(guess));
        }
        // the document says what \phi(q_1) is
        if let Some(symbol) = self.names.symbol(&applied) {
            return Ok(Some(Meaning::Symbol(symbol, name.latex())));
        }
        let found = self.name(ink)?;
        let is_symbol = matches!(&found, Some(Meaning::Symbol(..)));
        match (found, arguments) {
            // m (q_1) may be a product; q_1(t) is none
            (Some(_), Arguments::Coordinate) if is_symbol => Ok(None),
            (Some(meaning), _) if !is_symbol || arguments == Arguments::Time => Ok(Some(meaning)),
            (Some(Meaning::Symbol(symbol, latex)), _) if self.names.is_abbreviation(symbol) => {
                Ok(Some(Meaning::Symbol(symbol, latex)))
            }
            // M(q) is the mass matrix, though a mass be called M
            (Some(_), Arguments::Plain) if self.names.quantity(name).is_some() => {
                let known = self.names.quantity(name);
                Ok(known.map(|known| Meaning::Known(known, name.latex())))
            }
            // \sin(q_1) and s(q_1) are read where angles are
            (None, _) if super::angle::wave_of(ink).is_some() && arguments != Arguments::Plain => {
                Ok(None)
            }
            (None, _) if matches!(ink.kind, InkKind::Function(_)) => Ok(None),
            _ => Err(Problem::Unmapped(applied, ink.span.clone())),
        }
    }

    /// What stands in brackets, where it can be nothing but arguments.
    fn arguments(&mut self, inside: &[Ink]) -> Option<Arguments> {
        let mut arguments = Vec::new();
        for item in inside.split(|ink| ink.is(Operator::Comma)) {
            let [only] = flat(item)
                .into_iter()
                .filter(|it| it.kind != InkKind::Space)
                .collect::<Vec<_>>()[..]
            else {
                return None;
            };
            arguments.push(self.argument(only)?);
        }
        match arguments.as_slice() {
            [only] => Some(*only),
            _ => Some(Arguments::Plain),
        }
    }

    fn argument(&mut self, ink: &Ink) -> Option<Arguments> {
        if ink.kind == InkKind::Letter("t".to_owned()) {
            return Some(Arguments::Time);
        }
        let bare = without_dots(ink).map_or_else(|| ink.clone(), |(_, bare)| bare);
        if self.column(&bare).is_some() {
            return Some(Arguments::Plain);
        }
        match self.name(&bare) {
            Ok(Some(Meaning::Symbol(symbol, _)))
                if self.names.robot.coordinates().contains(&symbol) =>
            {
                Some(Arguments::Coordinate)
            }
            _ => None,
        }
    }

    /// All coordinates, or their rates, as a column.
    pub(super) fn column(&self, ink: &Ink) -> Option<Meaning> {
        let (order, bare) = without_dots(ink).unwrap_or_else(|| (0, ink.clone()));
        let [bare] = flat(std::slice::from_ref(&bare))[..] else { return None };
        let InkKind::Letter(letter) = &bare.kind else { return None };
        let coordinates = self.names.robot.coordinates();
        if coordinates.len() < 2 || !COLUMNS.contains(&letter.as_str()) {
            return None;
        }
        let entry = |symbol: &appell_algebra::Symbol| {
            let rate = symbol.derivative(order).ok()?;
            let dots = ["", "\\dot ", "\\ddot ", "\\dddot "].get(order as usize)?;
            let name = self.names.name_of(*symbol).map_or(String::new(), |name| name.latex());
            Some(vec![Meaning::Symbol(rate, format!("{dots}{name}"))])
        };
        Some(Meaning::Matrix(coordinates.iter().map(entry).collect::<Option<_>>()?))
    }
}

/// Whether brackets have nothing but a number: `V(0)` is a value of V and no product.
fn is_place(inside: &[Ink]) -> bool {
    let is_number = |ink: &&Ink| match &ink.kind {
        InkKind::Number(_) => true,
        InkKind::Letter(letter) => letter == "\\pi",
        _ => false,
    };
    let solid: Vec<&Ink> =
        flat(inside).into_iter().filter(|it| it.kind != InkKind::Space).collect();
    !solid.is_empty() && solid.iter().all(is_number)
}
