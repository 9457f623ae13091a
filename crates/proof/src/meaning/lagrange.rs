//! The steps of Lagrange's equations: derivatives of energies by a coordinate or its rate,
//! `\frac{\partial L}{\partial \dot q_1}`, and their time derivatives, `\frac{d}{dt} ...`.

use appell_algebra::{Symbol, SymbolKind};
use appell_mechanics::{Kind, Of, Quantity};

use super::Meaning;
use super::read::{Read, Understanding, flat, foreign};
use super::write::latex;
use crate::known::Known;
use crate::latex::{Ink, InkKind};
use crate::name::Name;
use crate::notation::guesses;

/// By what an energy is differentiated: one coordinate or all of them, or their rates.
struct Variable {
    /// `None` for the mode of a link: the derivative of an energy by it has no name.
    of: Option<Of>,
    order: u32,
    latex: String,
    /// The coordinate or its rate, where it is one alone.
    symbol: Option<Symbol>,
}

impl Variable {
    /// The derivative of any other formula by one coordinate or its rate.
    fn slope_of(&self, formula: Meaning) -> Option<Meaning> {
        Some(Meaning::Slope(Box::new(formula), self.symbol?, self.latex.clone()))
    }
}

impl Understanding<'_, '_> {
    /// The derivative of an energy; none where this is another fraction.
    pub(super) fn slope(&mut self, above: &[Ink], below: &[Ink]) -> Read<Option<Meaning>> {
        let (above, below) = (solid(above), solid(below));
        // \frac{d^2 V}{d q_1^2}
        if let ([InkKind::Script(script), ..], [InkKind::Letter(d), ..]) =
            (&kinds(&above)[..], &kinds(&below)[..])
            && d == "d"
            && is_letter(&script.base, d)
        {
            return Err(foreign("a second derivative is not understood", above[0]));
        }
        let ([sign, energy @ ..], [other, by]) = (above.as_slice(), below.as_slice()) else {
            return Ok(None);
        };
        let is_total = is_letter(sign, "d") && is_letter(other, "d") && self.is_coordinate(by);
        if !(is_partial(sign) && is_partial(other) || is_total) || energy.is_empty() {
            return Ok(None);
        }
        let (meaning, taken) = self.differentiated(energy)?;
        if taken < energy.len() {
            return Ok(None);
        }
        // Hamilton's function is one of the momenta, not of the rates
        let name = energy.first().and_then(|ink| Name::of(ink, self.general));
        if name.is_some_and(|name| name.letters() == "H") && meaning.has_quantity() {
            return Err(foreign("a derivative of Hamilton's function is not understood", sign));
        }
        // \frac{dV}{dq_1}; a d may be a length as well
        if is_total && !meaning.has_quantity() {
            return Err(foreign("a derivative of this is not understood", sign));
        }
        let Some(variable) = self.variable(by)? else { return Ok(None) };
        Ok(derivative(&meaning, &variable).or_else(|| variable.slope_of(meaning)))
    }

    /// The time derivative of what follows `\frac{d}{dt}`, and how much of the print that takes; none
    /// where this is another fraction.
    pub(super) fn rate(&mut self, ink: &Ink, rest: &[&Ink]) -> Read<Option<(Meaning, usize)>> {
        let InkKind::Fraction(above, below) = &ink.kind else { return Ok(None) };
        let (above, below) = (solid(above), solid(below));
        let ([d, within @ ..], [other, t]) = (above.as_slice(), below.as_slice()) else {
            return Ok(None);
        };
        if !is_letter(d, "d") || !is_letter(other, "d") || !is_letter(t, "t") {
            return Ok(None);
        }
        let not_understood = || foreign("a time derivative of this is not understood", ink);
        // \frac{dE}{dt}
        if !within.is_empty() {
            let (inside, taken) = self.differentiated(within)?;
            return match taken == within.len() {
                true => Ok(Some((rate_of(inside), 1))),
                false => Err(not_understood()),
            };
        }
        let spaces = rest.iter().take_while(|next| next.kind == InkKind::Space).count();
        let (inside, taken) = self.differentiated(&rest[spaces..])?;
        // of \frac{d}{dt} a b it is not clear what is differentiated
        let is_bracket =
            rest.get(spaces).is_some_and(|next| matches!(next.kind, InkKind::Fenced { .. }));
        let behind = rest.get(spaces + taken..).unwrap_or_default();
        let is_last = behind.iter().all(|next| next.kind == InkKind::Space);
        match is_bracket || is_last || time_derivative(&inside).is_some() {
            true => Ok(Some((rate_of(inside), 1 + spaces + taken))),
            false => Err(not_understood()),
        }
    }

    /// Whether this is a coordinate of the robot.
    fn is_coordinate(&mut self, ink: &Ink) -> bool {
        let coordinates = self.names.robot.coordinates();
        matches!(self.name(ink), Ok(Some(Meaning::Symbol(symbol, _))) if coordinates.contains(&symbol))
    }

    /// What is differentiated. A parameter is not: where the robot has a length L, the L of a derivative is
    /// the Lagrangian nevertheless.
    fn differentiated(&mut self, inks: &[&Ink]) -> Read<(Meaning, usize)> {
        let (meaning, taken) = self.factor(inks)?;
        let Meaning::Symbol(symbol, _) = &meaning else { return Ok((meaning, taken)) };
        if symbol.kind() != SymbolKind::Parameter || self.names.is_abbreviation(*symbol) {
            return Ok((meaning, taken));
        }
        let Some(ink) = inks.first() else { return Ok((meaning, taken)) };
        let name = Name::of(ink, self.general);
        let mut energies = name.map_or_else(Vec::new, |name| guesses(&name, self.names.robot));
        energies.retain(is_energy);
        match energies.as_slice() {
            [only] => Ok((only.clone(), taken)),
            _ => Err(foreign("the derivative of a parameter", ink)),
        }
    }

    /// A coordinate or its rate, or the column of all; an error where it is a name that nobody knows.
    fn variable(&mut self, ink: &Ink) -> Read<Option<Variable>> {
        let robot = self.names.robot;
        let own = |symbol: Symbol| {
            let own = |id: &_| robot.joint(*id).coordinate == Some(symbol.base());
            robot.joint_ids().find(own).map(|id| (Of::Joint(id), symbol.order()))
        };
        let (of, order, symbol) = match self.name(ink)? {
            Some(Meaning::Symbol(symbol, _)) => match own(symbol) {
                Some((of, order)) => (Some(of), order, Some(symbol)),
                None if robot.coordinates().contains(&symbol.base()) => {
                    (None, symbol.order(), Some(symbol))
                }
                None => return Ok(None),
            },
            Some(Meaning::Matrix(rows)) => match rows.first().and_then(|row| row.first()) {
                Some(Meaning::Symbol(first, _)) => (Some(Of::Robot), first.order(), None),
                _ => return Ok(None),
            },
            Some(_) => return Ok(None),
            None => return Err(self.unknown(ink)),
        };
        let printed = Name::of(ink, self.general);
        let latex = printed.map_or_else(String::new, |name| name.latex());
        Ok(Some(Variable { of, order, latex, symbol }))
    }
}

/// The derivative of an energy, or of a sum of energies; none of anything else.
fn derivative(energy: &Meaning, by: &Variable) -> Option<Meaning> {
    let Meaning::Known(Known { quantity, entry: None }, name) = energy else {
        let Meaning::Sum(terms) = energy else { return None };
        let term = |(minus, term): &(bool, Meaning)| Some((*minus, derivative(term, by)?));
        return terms.iter().map(term).collect::<Option<Vec<_>>>().map(Meaning::Sum);
    };
    let kind = match (quantity.kind(), by.order) {
        (Kind::KineticEnergy | Kind::Lagrangian, 1) => Kind::Momentum,
        (Kind::KineticEnergy, 0) => Kind::KineticEnergyByPosition,
        (Kind::PotentialEnergy, 0) => Kind::PotentialEnergyByPosition,
        (Kind::Lagrangian, 0) => Kind::LagrangianByPosition,
        (Kind::PotentialEnergy, 1) => return Some(Meaning::zero()),
        _ => return None,
    };
    let printed = format!("\\frac{{\\partial {name}}}{{\\partial {}}}", by.latex);
    known(kind, by.of?, printed).filter(|_| quantity.of() == Of::Robot)
}

/// The time derivative of anything.
fn rate_of(formula: Meaning) -> Meaning {
    time_derivative(&formula).unwrap_or_else(|| Meaning::Rate(Box::new(formula)))
}

/// The time derivative of a momentum, or of a sum of momenta.
fn time_derivative(meaning: &Meaning) -> Option<Meaning> {
    match meaning {
        Meaning::Known(Known { quantity, entry: None }, _) if quantity.kind() == Kind::Momentum => {
            let printed = format!("\\frac{{d}}{{dt}}\\left({}\\right)", latex(meaning));
            known(Kind::MomentumRate, quantity.of(), printed)
        }
        Meaning::Sum(terms) => {
            let term = |(minus, term): &(bool, Meaning)| Some((*minus, time_derivative(term)?));
            terms.iter().map(term).collect::<Option<Vec<_>>>().map(Meaning::Sum)
        }
        zero if *zero == Meaning::zero() => Some(Meaning::zero()),
        _ => None,
    }
}

fn is_energy(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Known(Known { quantity, .. }, _) if matches!(
        quantity.kind(),
        Kind::KineticEnergy | Kind::PotentialEnergy | Kind::Lagrangian
    ))
}

fn known(kind: Kind, of: Of, printed: String) -> Option<Meaning> {
    let quantity = Quantity::new(kind, of).ok()?;
    Some(Meaning::Known(Known { quantity, entry: None }, printed))
}

/// What is printed, groups opened, without spaces.
fn solid(inks: &[Ink]) -> Vec<&Ink> {
    flat(inks).into_iter().filter(|ink| ink.kind != InkKind::Space).collect()
}

fn kinds<'i>(inks: &[&'i Ink]) -> Vec<&'i InkKind> {
    inks.iter().map(|ink| &ink.kind).collect()
}

fn is_partial(ink: &Ink) -> bool {
    ink.kind == InkKind::Unknown("\\partial".to_owned())
}

fn is_letter(ink: &Ink, letter: &str) -> bool {
    matches!(&ink.kind, InkKind::Letter(own) | InkKind::Text(own) if own == letter)
}
