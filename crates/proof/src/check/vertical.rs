//! What the sentences of a paper say about where angles are counted from: "from the upward vertical". A convention that
//! contradicts them explains nothing.

use std::rc::Rc;

use appell_algebra::{BudgetedPoly, Error as AlgebraError, Poly, Symbol};
use appell_mechanics::{Error, PolynomialArithmetic};
use appell_model::JointKind;

use super::context::{find_words, sentence_around};
use super::{Paper, slope};
use crate::defined::DefinedNames;
use crate::hypothesis::{Hypothesis, hypotheses};
use crate::known::Known;
use crate::latex::read_name;
use crate::name::Name;
use crate::notation::Names;
use crate::truth::{Convention, Truth};

/// Words before a direction from which an angle is counted.
const FROM: [&str; 4] = ["from", "from the", "from its", "from an"];
/// Directions in which a body is highest, and in which it is lowest.
const UPWARD: [&str; 5] =
    ["upward vertical", "upward position", "upright", "vertically upward", "upper vertical"];
const DOWNWARD: [&str; 6] = [
    "downward vertical",
    "downward position",
    "hanging",
    "vertically downward",
    "lower vertical",
    "stable vertical",
];

/// That an angle is zero where the robot is highest, or lowest.
struct Direction {
    coordinate: Symbol,
    is_upward: bool,
}

impl Paper<'_> {
    /// The conventions that the paper may follow by its own words.
    pub(super) fn hypotheses(&self) -> Result<Vec<Hypothesis>, Error> {
        let all = hypotheses(self.robot)?;
        let said = self.directions()?;
        if said.is_empty() {
            return Ok(all);
        }
        let polynomials = PolynomialArithmetic::new(self.robot, self.options.budget.clone());
        let defined = Rc::new(DefinedNames::new(self.robot)?);
        let mut truth = Truth::new(self.robot, defined, &polynomials)?.with_slopes(slope);
        let mut kept = Vec::new();
        for hypothesis in &all {
            self.options.budget.check().map_err(AlgebraError::from)?;
            // where angles are counted from is said, so that is what differs
            if hypothesis.names.contains(&"gravity-sign") {
                continue;
            }
            truth.set_convention(Convention { hypothesis, poly: BudgetedPoly::poly });
            let energy = self.potential_energy(&truth);
            let contradicts =
                |it: &Direction| energy.as_ref().is_some_and(|energy| self.contradicts(energy, it));
            if !said.iter().any(contradicts) {
                kept.push(hypothesis.clone());
            }
        }
        Ok(kept)
    }

    fn potential_energy(&self, truth: &Truth<'_, &PolynomialArithmetic>) -> Option<Poly> {
        let value = truth.value(&Known::read("Ep", self.robot)?).ok()??;
        value.as_scalar()?.poly().ok().cloned()
    }

    /// Whether the potential energy is lowest where a direction says that it is highest, or the other way round.
    fn contradicts(&self, energy: &Poly, said: &Direction) -> bool {
        let symbols = self.robot.symbols();
        let slope = |poly: &Poly| poly.derivative(said.coordinate, symbols, &self.options.budget);
        let Ok(curvature) = slope(energy).and_then(|it| slope(&it)) else { return false };
        let coordinates = self.robot.coordinates();
        // of positive parameters, no two alike
        let value = |symbol: Symbol| {
            let place = self.robot.parameters().iter().position(|it| it.symbol == symbol);
            let is_moving = coordinates.contains(&symbol.base());
            Some(if is_moving { 0.0 } else { 1.0 + 0.1 * place.unwrap_or_default() as f64 })
        };
        let curvature = curvature.evaluate(symbols, value).unwrap_or_default();
        if said.is_upward { curvature > 0.0 } else { curvature < 0.0 }
    }

    /// Where angles are zero by the words of the paper; nothing about those of which it says both.
    fn directions(&self) -> Result<Vec<Direction>, Error> {
        let mut said: Vec<Direction> = Vec::new();
        if self.notation.is_some() {
            return Ok(said);
        }
        for (directions, is_upward) in [(&UPWARD[..], true), (&DOWNWARD[..], false)] {
            for (from, direction) in
                FROM.iter().flat_map(|from| directions.iter().map(move |it| (from, it)))
            {
                let words = format!("{from} {direction}");
                for at in find_words(self.text, &words) {
                    let sentence = sentence_around(self.text, &(at..at + words.len()));
                    let angles = self.angles_in(sentence)?.into_iter();
                    said.extend(angles.map(|coordinate| Direction { coordinate, is_upward }));
                }
            }
        }
        let both: Vec<Symbol> = said
            .iter()
            .filter(|it| {
                said.iter().any(|other| {
                    other.coordinate == it.coordinate && other.is_upward != it.is_upward
                })
            })
            .map(|it| it.coordinate)
            .collect();
        said.retain(|it| !both.contains(&it.coordinate));
        Ok(said)
    }

    /// The angles that a sentence names; all, where it names none.
    fn angles_in(&self, sentence: &str) -> Result<Vec<Symbol>, Error> {
        let revolute = self.robot.joints().iter().filter(|it| it.kind == JointKind::Rotation);
        let revolute: Vec<Symbol> = revolute.filter_map(|joint| joint.coordinate).collect();
        let mut defined = DefinedNames::new(self.robot)?;
        defined.letters = Rc::clone(self.letters);
        let names = Names::new(self.robot, None, &Rc::new(defined));
        let formulas = sentence.split('$').skip(1).step_by(2);
        let angle = |formula: &str| {
            let inks = read_name(formula).ok()?;
            let [ink] = inks.as_slice() else { return None };
            let name = Name::of(ink, None)?;
            let symbol = names.symbol(&name).or_else(|| names.alias(&name))?;
            revolute.contains(&symbol).then_some(symbol)
        };
        let named: Vec<Symbol> = formulas.filter_map(angle).collect();
        Ok(if named.is_empty() { revolute } else { named })
    }
}
