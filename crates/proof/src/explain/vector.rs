//! Slips in formulas of vectors and matrices: a wrong index, a wrong sign, a wrong quantity.

use appell_mechanics::{Frame, Kind as QuantityKind, Of, Quantity};
use appell_model::Robot;

use super::occurrence::{Path, part, part_mut};
use super::slip::{Kind, Slip};
use crate::known::Known;
use crate::meaning::Meaning;
use crate::meaning::write::latex;
use crate::notation::Names;

/// A formula: its left and right side.
pub(crate) type Sides = (Meaning, Meaning);

/// A formula of vectors made right, with its slips.
pub(crate) struct Mended {
    pub(crate) slips: Vec<Slip>,
    pub(crate) sides: Sides,
}

/// How many pairs of changes are tried.
const MOST_PAIRS: usize = 20_000;

/// A change that means the same in the formula of every link.
#[derive(Clone, Debug)]
struct Step {
    /// Where: 0 the left side, 1 the right side, then on from there.
    path: Path,
    turn: Turn,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Turn {
    /// The sign of the term.
    Sign,
    /// The first or the second index is one more or less.
    Index { second: bool, up: bool },
    /// The two indices change places.
    Swap,
    /// Another vector of the same link.
    Other(QuantityKind),
}

/// Looks for one or two changes after which a formula holds, in every of its instances: one for
/// each link where it is general. The last instance is the one that is shown.
pub(crate) fn mend(
    instances: &[Sides],
    names: &Names<'_>,
    holds: &dyn Fn(&Sides) -> bool,
) -> Option<Mended> {
    let shown = instances.last()?;
    let mut steps = Vec::new();
    // the right side first: the left one says what is meant
    walk(&shown.1, names.robot, &mut vec![1], &mut steps);
    walk(&shown.0, names.robot, &mut vec![0], &mut steps);
    let works = |chosen: &[&Step]| {
        // the instance that is shown is the one that is known to be wrong
        instances.iter().rev().all(|sides| {
            let changed = chosen
                .iter()
                .try_fold(sides.clone(), |sides, step| step.applied(&sides, names, false));
            changed.is_some_and(|changed| holds(&changed))
        })
    };
    let explained = |chosen: &[&Step]| {
        let mut sides = shown.clone();
        let mut slips = Vec::new();
        for step in chosen {
            let changed = step.applied(&sides, names, true)?;
            slips.push(Slip {
                kind: step.kind(),
                printed: step.words(&sides),
                correct: step.words(&changed),
                dimension: None,
                whole: None,
            });
            sides = changed;
        }
        Some(Mended { slips, sides })
    };
    if let Some(step) = steps.iter().find(|step| works(&[step])) {
        return explained(&[step]);
    }
    let pairs = steps
        .iter()
        .enumerate()
        .flat_map(|(index, first)| steps[index + 1..].iter().map(move |second| (first, second)));
    let mut pairs = pairs.filter(|(first, second)| first.path != second.path).take(MOST_PAIRS);
    let (first, second) = pairs.find(|(first, second)| works(&[first, second]))?;
    explained(&[first, second])
}

impl Step {
    fn kind(&self) -> Kind {
        match self.turn {
            Turn::Sign => Kind::Sign,
            Turn::Index { .. } | Turn::Swap => Kind::WrongIndex,
            Turn::Other(_) => Kind::WrongSymbol,
        }
    }

    fn side<'s>(&self, (left, right): &'s Sides) -> &'s Meaning {
        if self.path[0] == 0 { left } else { right }
    }

    /// What stands at the place.
    fn words(&self, sides: &Sides) -> String {
        let (side, path) = (self.side(sides), &self.path[1..]);
        match (self.turn, path.split_last()) {
            (Turn::Sign, Some((index, sum))) => match part(side, sum) {
                Some(Meaning::Sum(terms)) => {
                    terms.get(*index).map(|term| latex(&Meaning::Sum(vec![term.clone()])))
                }
                _ => None,
            },
            _ => part(side, path).map(latex),
        }
        .unwrap_or_default()
    }

    /// The formula after the change; only what is shown needs to be written out.
    fn applied(&self, sides: &Sides, names: &Names<'_>, write: bool) -> Option<Sides> {
        let mut changed = sides.clone();
        let side = if self.path[0] == 0 { &mut changed.0 } else { &mut changed.1 };
        let path = &self.path[1..];
        if self.turn == Turn::Sign {
            let (index, sum) = path.split_last()?;
            let Meaning::Sum(terms) = part_mut(side, sum)? else { return None };
            let (minus, _) = terms.get_mut(*index)?;
            *minus = !*minus;
            return Some(changed);
        }
        let place = part_mut(side, path)?;
        let Meaning::Known(known, printed) = &*place else { return None };
        let quantity = self.turn.of(known.quantity, names.robot)?;
        let other = Known { quantity, ..*known };
        let latex = if write { names.latex_of(&other, printed)? } else { String::new() };
        *place = Meaning::Known(other, latex);
        Some(changed)
    }
}

impl Turn {
    /// All that can be done to a quantity.
    fn all() -> impl Iterator<Item = Self> {
        let indices = [(false, false), (false, true), (true, false), (true, true)];
        let indices = indices.map(|(second, up)| Self::Index { second, up });
        indices.into_iter().chain([Self::Swap]).chain(VECTORS.map(Self::Other))
    }

    fn of(self, quantity: Quantity, robot: &Robot) -> Option<Quantity> {
        let near = |frame: Frame, up: bool| {
            let number = frame.number(robot)?;
            let number = if up { Some(number + 1) } else { number.checked_sub(1) };
            Frame::of_number(number?, robot)
        };
        let kind = quantity.kind();
        match (self, quantity.of()) {
            (Self::Other(other), Of::Frame(_)) if VECTORS.contains(&kind) && other != kind => {
                quantity.with_kind(other)
            }
            // which joint rotates is no matter of an index
            (Self::Index { second: false, up }, Of::Frame(frame))
                if kind != QuantityKind::IsRotation =>
            {
                quantity.with_of(Of::Frame(near(frame, up)?))
            }
            (Self::Index { second: false, up }, Of::Between(outer, inner)) => {
                quantity.with_of(Of::Between(near(outer, up)?, inner))
            }
            (Self::Index { second: true, up }, Of::Between(outer, inner)) => {
                quantity.with_of(Of::Between(outer, near(inner, up)?))
            }
            (Self::Swap, Of::Between(outer, inner)) => quantity.with_of(Of::Between(inner, outer)),
            _ => None,
        }
    }
}

/// Vectors of links that are easily printed one for the other.
const VECTORS: [QuantityKind; 10] = [
    QuantityKind::AngularVelocity,
    QuantityKind::AngularAcceleration,
    QuantityKind::Velocity,
    QuantityKind::Acceleration,
    QuantityKind::CentreVelocity,
    QuantityKind::CentreAcceleration,
    QuantityKind::InertiaForce,
    QuantityKind::InertiaMoment,
    QuantityKind::ConnectionForce,
    QuantityKind::ConnectionMoment,
];

/// All single changes of a formula.
fn walk(formula: &Meaning, robot: &Robot, path: &mut Path, out: &mut Vec<Step>) {
    let children: Vec<&Meaning> = match formula {
        Meaning::Sum(terms) => {
            for index in 0..terms.len() {
                let path = [path.as_slice(), &[index]].concat();
                out.push(Step { path, turn: Turn::Sign });
            }
            terms.iter().map(|(_, term)| term).collect()
        }
        Meaning::Product(factors) => factors.iter().collect(),
        Meaning::Cross(a, b) => vec![a, b],
        Meaning::Transpose(inside) | Meaning::Inverse(inside) => vec![inside],
        Meaning::Known(known, _) => {
            let turns = Turn::all().filter(|turn| turn.of(known.quantity, robot).is_some());
            out.extend(turns.map(|turn| Step { path: path.clone(), turn }));
            Vec::new()
        }
        _ => Vec::new(),
    };
    for (index, child) in children.into_iter().enumerate() {
        path.push(index);
        walk(child, robot, path, out);
        path.pop();
    }
}
