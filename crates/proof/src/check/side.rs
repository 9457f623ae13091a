//! The sides of an equation: what is printed, and the quantity that it is held against.

use appell_algebra::BudgetedPoly;
use appell_mechanics::{Form, Kind};

use super::confirm::Place;
use super::evidence::Trust;
use crate::known::{COMPONENTS, Known};
use crate::latex::{Ink, InkKind};
use crate::meaning::Meaning;
use crate::meaning::read::{Problem, Understanding};
use crate::meaning::write::{latex, latex_in_one_line};
use crate::tensor::Tensor;

/// A side of an equation: cells of a matrix, each read by itself, or one formula.
pub(super) enum Side {
    Cells(Vec<Vec<Result<Meaning, Problem>>>),
    Formula(Result<Meaning, Problem>),
}

impl Side {
    pub(super) fn problems(&self) -> Vec<&Problem> {
        match self {
            Self::Formula(Err(problem)) => vec![problem],
            Self::Formula(Ok(_)) => Vec::new(),
            Self::Cells(rows) => {
                rows.iter().flatten().filter_map(|cell| cell.as_ref().err()).collect()
            }
        }
    }

    /// Whether it has entries of its own, not quantities alone.
    pub(super) fn is_written_out(&self) -> bool {
        match self {
            Self::Cells(rows) => !rows.iter().flatten().flatten().any(Meaning::has_quantity),
            Self::Formula(formula) => formula.as_ref().is_ok_and(|it| !it.has_quantity()),
        }
    }

    /// The symbol of which it is nothing but a power, as it is printed.
    pub(super) fn symbol(&self) -> Option<&str> {
        let Self::Formula(Ok(formula)) = self else { return None };
        let base = match formula {
            Meaning::Power(base, _) => base,
            other => other,
        };
        match base {
            Meaning::Symbol(_, latex) => Some(latex),
            _ => None,
        }
    }

    /// Cells with quantities in them as one formula.
    pub(super) fn column(&self) -> Option<Meaning> {
        let Self::Cells(rows) = self else { return None };
        let row = |row: &Vec<Result<Meaning, Problem>>| {
            row.iter().map(|cell| cell.as_ref().ok().cloned()).collect::<Option<Vec<_>>>()
        };
        let whole = Meaning::Matrix(rows.iter().map(row).collect::<Option<_>>()?);
        whole.has_quantity().then_some(whole)
    }

    /// Whether a name in it has this letter as an index, which stands for every link.
    pub(super) fn is_general(&self, letter: char) -> bool {
        let letter = letter.to_string();
        self.problems()
            .iter()
            .any(|problem| matches!(problem, Problem::Unmapped(name, _) if name.has_index(&letter)))
    }
}

/// Reads one side of an equation.
pub(super) fn side_of(understanding: &mut Understanding<'_, '_>, inks: &[Ink]) -> Side {
    let solid: Vec<&Ink> = inks.iter().filter(|ink| ink.kind != InkKind::Space).collect();
    match solid.as_slice() {
        [only] => match understanding.cells(only) {
            Some(cells) => Side::Cells(cells),
            None => Side::Formula(understanding.formula(inks)),
        },
        _ => Side::Formula(understanding.formula(inks)),
    }
}

/// A name beside a column or a matrix is that of a quantity, though a parameter has it too: a_3. So are the
/// names of its entries in the cells: M_{1,1} of M.
pub(super) fn quantities_beside_cells(
    sides: &[&[Ink]],
    read: &mut [Side],
    understanding: &Understanding<'_, '_>,
) {
    if !read.iter().any(|side| matches!(side, Side::Cells(_))) {
        return;
    }
    for (inks, side) in sides.iter().zip(read.iter_mut()) {
        if matches!(side, Side::Formula(Ok(Meaning::Symbol(..))))
            && let Some(quantity) = understanding.quantity(inks)
        {
            *side = Side::Formula(Ok(quantity));
        }
    }
    let kinds = read.iter().filter_map(|side| match side {
        Side::Formula(Ok(Meaning::Known(known, _))) => Some(known.quantity.kind()),
        _ => None,
    });
    let kinds: Vec<Kind> = kinds.collect();
    let cells = read.iter_mut().filter_map(|side| match side {
        Side::Cells(rows) => Some(rows.iter_mut().flatten().flatten()),
        Side::Formula(_) => None,
    });
    // a tensor I_1 is in no cell
    let is_scalar = |known: &Known| {
        known.entry.is_some() || known.quantity.kind().row().form == Form::PerCoordinate
    };
    for cell in cells.flatten() {
        if let Meaning::Symbol(_, latex) = cell
            && let Some(known) = understanding.names.quantity_called(latex)
            && kinds.contains(&known.quantity.kind())
            && is_scalar(&known)
        {
            *cell = Meaning::Known(known, latex.clone());
        }
    }
}

/// The side of an equation that names a quantity, and its derived value.
pub(super) struct Left<'m> {
    /// As it is printed.
    pub(super) shown: &'m Meaning,
    /// What is meant by it.
    pub(super) meaning: &'m Meaning,
    pub(super) derived: Tensor<BudgetedPoly<'m>>,
    pub(super) trust: Trust,
}

impl Left<'_> {
    fn known(&self) -> Option<&Known> {
        match self.shown {
            Meaning::Known(known, _) => Some(known),
            Meaning::Transpose(inside) => match &**inside {
                Meaning::Known(known, _) => Some(known),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name of the quantity, or of an entry of it; what is printed where it is a formula.
    pub(super) fn quantity(&self, entry: Option<(usize, usize)>) -> String {
        match (self.known(), entry) {
            (Some(known), Some(entry)) => known.at(entry).to_string(),
            (Some(known), None) => known.to_string(),
            (None, _) => self.guessed_name().unwrap_or_else(|| latex_in_one_line(self.shown)),
        }
    }

    /// The name as it is printed, of a name that is taken for a formula of quantities.
    fn guessed_name(&self) -> Option<String> {
        let name = |it: &Meaning| match it {
            Meaning::Known(_, latex) => Some(latex.clone()),
            _ => None,
        };
        match self.shown {
            Meaning::Sum(terms) => {
                let names = terms.iter().map(|(_, term)| name(term));
                let mut names = names.collect::<Option<Vec<_>>>()?;
                names.dedup();
                let first = names.pop()?;
                names.is_empty().then_some(first)
            }
            Meaning::Product(factors) => match factors.as_slice() {
                [Meaning::Matrix(_), Meaning::Sum(terms)] => name(&terms.first()?.1),
                [Meaning::Matrix(_), known] => name(known),
                _ => None,
            },
            _ => None,
        }
    }

    /// The only entry of a rotation in the plane, which is then printed as a scalar.
    pub(super) fn lone_entry(&self) -> Option<Place> {
        let is_rotation = |known: &Known| {
            let kind = known.quantity.kind();
            matches!(kind, Kind::AngularVelocity | Kind::AngularAcceleration)
                && known.entry.is_none()
        };
        let mut entries =
            self.derived.entries().filter(|(_, entry)| !appell_spatial::Scalar::is_zero(*entry));
        match (entries.next(), entries.next()) {
            (Some((place, _)), None) if self.known().is_some_and(is_rotation) => Some(place),
            _ => None,
        }
    }

    /// The component that the quantity itself is.
    pub(super) fn component(&self) -> String {
        let known = self.known();
        match known.and_then(|known| Some((known, known.entry?))) {
            Some((known, (row @ 0..3, 0))) if known.is_vector() => COMPONENTS[row].to_owned(),
            Some((_, (row, column))) => format!("{},{}", row + 1, column + 1),
            None => String::new(),
        }
    }

    /// Whether it has an x, a y and a z: the forces of three joints have none.
    fn is_spatial(&self) -> bool {
        self.known().is_none_or(Known::is_vector)
    }

    /// The left side of the corrected equation.
    pub(super) fn latex(&self, entry: Option<(usize, usize)>) -> String {
        match entry {
            None => latex(self.shown),
            Some((row, 0)) if self.derived.shape() == (3, 1) && self.is_spatial() => {
                format!("\\left({}\\right)_{}", latex(self.shown), COMPONENTS[row])
            }
            Some((row, column)) => {
                format!("\\left({}\\right)_{{{},{}}}", latex(self.shown), row + 1, column + 1)
            }
        }
    }
}

/// `x`, `y`, `z` in a vector; row and column in a matrix; nothing in a scalar.
pub(super) fn component_name((row, column): (usize, usize), shape: (usize, usize)) -> String {
    match shape {
        (1, 1) => String::new(),
        (3, 1) => COMPONENTS[row].to_owned(),
        (_, 1) => (row + 1).to_string(),
        _ => format!("{},{}", row + 1, column + 1),
    }
}
