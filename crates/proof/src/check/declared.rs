//! Names that a paper introduces beside those of the robot: one for parameters that are equal, `m_1 = m_2 = m`, and
//! coefficients of friction and springs that the robot does not have, which its sentences name.

use std::ops::Range;

use appell_algebra::Poly;
use appell_mechanics::{Error, Kind, Of};

use super::context::{has_words, is_denied, sentence_around, word_before};
use super::definition::lone_name;
use super::equation::Checker;
use super::side::Left;
use crate::latex::{Ink, Operator};
use crate::meaning::write::latex;
use crate::meaning::{Meaning, Terms};
use crate::name::Name;
use crate::notation::guesses;
use crate::report::{Assumption, Doubt, Finding, Verdict};

/// Words in the sentence of a letter that say that it is a coefficient of friction or a stiffness.
const OF_FORCES: [&str; 11] = [
    "friction",
    "frictions",
    "damping",
    "damper",
    "dampers",
    "damped",
    "viscous",
    "spring",
    "springs",
    "stiffness",
    "stiffnesses",
];

/// Words in the sentence of a letter that say that it may be a driving force.
const OF_DRIVES: [&str; 6] = ["torque", "torques", "force", "forces", "input", "inputs"];

/// Words in the sentence of a letter that say that it is a force between links, or one on the robot from outside.
const OF_REACTIONS: [&str; 12] = [
    "bearing",
    "bearings",
    "reaction",
    "reactions",
    "constraint",
    "contact",
    "interaction",
    "internal",
    "exerts",
    "exerted",
    "normal",
    "tension",
];

/// Letters of such coefficients.
const COEFFICIENTS: [&str; 14] =
    ["b", "c", "d", "f", "k", "B", "D", "F", "K", "beta", "eta", "kappa", "mu", "nu"];

impl Checker<'_, '_> {
    /// Makes the names known that an equation in the text, or a letter alone, introduces.
    pub(super) fn declare(&self, inks: &[Ink], text: &str, place: &Range<usize>) {
        if self.has_notation {
            return;
        }
        let sides = inks.split(|ink| ink.is(Operator::Equal)).map(lone_name);
        let Some(names) = sides.collect::<Option<Vec<Name>>>() else { return };
        match names.as_slice() {
            [name] if self.is_unknown(name) => {
                let said = sentence_around(text, place);
                let says = |words: &[&str]| words.iter().any(|word| has_words(said, word));
                if says(&OF_DRIVES) && !says(&OF_REACTIONS) {
                    self.defined.drives.borrow_mut().insert(name.clone());
                }
                let is_force = says(&OF_FORCES);
                let letters = name.letters();
                let letter = letters.trim_end_matches(|c: char| c.is_ascii_digit());
                // "the force $F$" is no coefficient, whatever else its sentence speaks of
                let is_drive = OF_DRIVES.contains(&word_before(text, place));
                let is_coefficient = COEFFICIENTS.contains(&letter) && !is_drive;
                if is_force && is_coefficient && !is_denied(said) {
                    self.declare_as(name, true);
                }
            }
            [_] => {}
            names => self.declare_equal(names),
        }
    }

    /// `m_1 = m_2 = m`, `m_i = m`.
    fn declare_equal(&self, names: &[Name]) {
        let links = self.robot.joints().len();
        let is_own = |name: &Name| {
            let symbol = self.names.symbol(name);
            let is_moving = |it| self.robot.coordinates().contains(&it);
            symbol.is_some_and(|it| !is_moving(it) && !self.names.is_abbreviation(it))
        };
        let is_general = |name: &Name| {
            let of = |link: usize| name.with_number("i", &link.to_string());
            name.has_index("i") && links > 1 && (1..=links).all(|link| is_own(&of(link)))
        };
        let (known, others): (Vec<&Name>, Vec<&Name>) =
            names.iter().partition(|name| is_own(name) || is_general(name));
        let are_several = known.len() > 1 || known.iter().any(|name| is_general(name));
        if let [name] = others.as_slice()
            && are_several
            && self.is_unknown(name)
            && guesses(name, self.robot).is_empty()
        {
            self.declare_as(name, false);
        }
    }

    fn is_unknown(&self, name: &Name) -> bool {
        let names = self.names;
        names.symbol(name).is_none()
            && names.quantity(name).is_none()
            && names.alias(name).is_none()
            && names.guessed(name).is_none()
            && !name.is_accented()
            && !name.has_superscript()
    }

    fn declare_as(&self, name: &Name, is_force: bool) {
        let Ok(symbol) = self.robot.symbols().parameter(&name.letters()) else { return };
        let meaning = Meaning::Symbol(symbol, name.latex());
        self.defined.guesses.borrow_mut().insert(name.clone(), meaning);
        let mut declared = self.defined.declared.borrow_mut();
        declared.insert(symbol, is_force);
    }

    /// A formula for a driving force without the forces that the paper adds to the robot, such as friction
    /// `\beta_1 \dot q_1` in the torque of joint 1, and these; none where it has none.
    fn without_declared_forces(
        &self,
        left: &Left<'_>,
        entry: Option<(usize, usize)>,
        formula: &Meaning,
    ) -> Option<(Meaning, Terms)> {
        let (Meaning::Known(known, _), Meaning::Sum(terms)) = (left.meaning, formula) else {
            return None;
        };
        if known.quantity.kind() != Kind::DrivingForce {
            return None;
        }
        let coordinate = match (known.quantity.of(), entry) {
            (Of::Joint(id), _) => self.robot.joint(id).coordinate?,
            (Of::Robot, Some((row, _))) => *self.robot.coordinates().get(row)?,
            (Of::Robot, None) => match self.robot.coordinates().as_slice() {
                [only] => *only,
                _ => return None,
            },
            _ => return None,
        };
        let declared = self.defined.declared.borrow();
        let is_force = |(minus, term): &&(bool, Meaning)| match term {
            Meaning::Product(factors) => match factors.as_slice() {
                [Meaning::Symbol(own, _), Meaning::Symbol(by, _)] => {
                    let is_its = by.base() == coordinate && by.order() < 2;
                    declared.get(own) == Some(&true) && is_its && !minus
                }
                _ => false,
            },
            _ => false,
        };
        let (forces, rest): (Vec<_>, Vec<_>) = terms.iter().partition(is_force);
        let owned = |terms: Vec<&(bool, Meaning)>| terms.into_iter().cloned().collect();
        (!forces.is_empty()).then(|| (Meaning::Sum(owned(rest)), owned(forces)))
    }

    /// The verdict on what differs in a force that the paper introduces and the robot does not have.
    pub(super) fn with_declared_names(&self, difference: &Poly) -> Option<Verdict> {
        let declared = self.defined.declared.borrow();
        let occurring = difference.symbols(self.robot.symbols());
        let own = occurring.iter().find(|it| declared.get(it) == Some(&true))?;
        let name = self.robot.symbols().name(*own);
        let reason = format!("it has {name}, a coefficient that the robot does not have");
        Some(Verdict::undecided(Doubt::OwnTerm, reason))
    }

    /// The finding about a driving force to which the paper adds forces that the robot does not have; none where it
    /// adds none.
    pub(super) fn with_declared_forces(
        &self,
        left: &Left<'_>,
        entry: Option<(usize, usize)>,
        formula: &Meaning,
        derived: &Poly,
    ) -> Result<Option<Finding>, Error> {
        let Some((rest, forces)) = self.without_declared_forces(left, entry, formula) else {
            return Ok(None);
        };
        let mut finding = self.component(left, entry, &rest, derived)?;
        let words: Vec<String> = forces.iter().map(|(_, term)| latex(term)).collect();
        match &mut finding.verdict {
            Verdict::Proved(proof) => proof.assumptions.push(Assumption {
                name: "own-force".to_owned(),
                words: format!(
                    "the paper adds {}, which the robot does not have",
                    words.join(" and ")
                ),
            }),
            Verdict::Refuted(refutation) if !refutation.corrected.is_empty() => {
                refutation.corrected += &format!(" + {}", words.join(" + "));
            }
            _ => {}
        }
        Ok(Some(Finding { printed: latex(formula), ..finding }))
    }
}
