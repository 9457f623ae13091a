//! Names that the sentences of a paper introduce, though custom means something else by them: state variables,
//! `x_3 = \theta`, and letters for scalars, `J = m_1 l_{c1}^2 + I_1`.

use std::collections::BTreeSet;
use std::rc::Rc;

use appell_algebra::{Error as AlgebraError, SymbolKind};
use appell_mechanics::{Error, Kind};

use super::Paper;
use super::definition::lone_name;
use super::guessing::collect;
use super::side::{Side, side_of};
use crate::defined::DefinedNames;
use crate::latex::{Document, Ink, Operator, equations};
use crate::meaning::Meaning;
use crate::meaning::read::Understanding;
use crate::name::Name;
use crate::notation::{Letters, Names};

/// Letters of matrices and vectors.
const MATRICES: [&str; 10] = ["A", "B", "C", "D", "J", "M", "N", "S", "p", "r"];

/// The letters of a document.
pub(super) fn letters(text: &str) -> Rc<Letters> {
    let mut names = BTreeSet::new();
    for block in Document::new(text).flatten() {
        if let Ok(inks) = &block.inks {
            collect(inks, &mut names);
        }
    }
    Rc::new(Letters::of(&names))
}

impl Paper<'_> {
    /// The names that the paper introduces.
    pub(super) fn introduced(&self) -> Result<BTreeSet<Name>, Error> {
        let mut own = BTreeSet::new();
        if self.notation.is_some() {
            return Ok(own);
        }
        let mut defined = DefinedNames::new(self.robot)?;
        defined.letters = Rc::clone(self.letters);
        let names = Names::new(self.robot, None, &Rc::new(defined));
        for block in Document::new(self.text).flatten().filter(|block| block.inline) {
            self.options.budget.check().map_err(AlgebraError::from)?;
            let Ok(inks) = block.inks else { continue };
            for equation in equations(inks, &mut Vec::new()) {
                own.extend(introduced(&equation, &names));
            }
        }
        Ok(own)
    }
}

/// The name that an equation in a sentence introduces.
fn introduced(inks: &[Ink], names: &Names<'_>) -> Option<Name> {
    let sides: Vec<&[Ink]> = inks.split(|ink| ink.is(Operator::Equal)).collect();
    let [left, right] = sides.as_slice() else { return None };
    let name = lone_name(left)?;
    let is_plain = name == name.bare().undotted() && !name.has_superscript();
    if !is_plain || names.is_settled(&name) || names.symbol(&name).is_some() {
        return None;
    }
    let mut understanding = Understanding::new(names, inks);
    let Side::Formula(Ok(meaning)) = side_of(&mut understanding, right) else { return None };
    let is_scalar = || {
        !meaning.any(&|part| {
            let is_one = matches!(part, Meaning::Number(_) | Meaning::Symbol(..));
            !(is_one || is_operation(part))
        })
    };
    let is_formula = matches!(meaning, Meaning::Sum(_) | Meaning::Product(_));
    let is_wave = matches!(meaning, Meaning::Wave(..) | Meaning::Power(..));
    let is_jacobian = names.quantity(&name).is_some_and(|it| it.quantity.kind() == Kind::Jacobian);
    // a scalar is no matrix of a robot with several coordinates
    let is_vector = || names.quantity(&name).is_some_and(|it| it.is_vector());
    let is_letter = MATRICES.contains(&name.letters().as_str());
    let has_rates = meaning.any(&|part| matches!(part, Meaning::Symbol(it, _) if it.order() > 0));
    let is_matrix = (is_letter || is_vector()) && !has_rates && names.robot.coordinates().len() > 1;
    let is_state = match &meaning {
        Meaning::Symbol(symbol, _) => {
            let is_moving = symbol.kind() == SymbolKind::Coordinate && symbol.order() < 2;
            is_moving && names.alias(&name) != Some(*symbol)
        }
        _ => false,
    };
    let is_own = is_jacobian && is_formula || is_matrix && (is_formula || is_wave);
    (is_state || is_own && is_scalar()).then_some(name)
}

/// Whether a part of a formula is made of scalars if its own parts are scalars.
fn is_operation(part: &Meaning) -> bool {
    matches!(
        part,
        Meaning::Sum(_)
            | Meaning::Product(_)
            | Meaning::Quotient(..)
            | Meaning::Power(..)
            | Meaning::Wave(..)
            | Meaning::Root(_)
    )
}
