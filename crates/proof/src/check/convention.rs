//! What an equation may take for granted without saying so. Before it is called wrong: whether it is
//! right with the values that the robot has, and whether it says what it is compared with at all.

use appell_algebra::{Error as AlgebraError, Poly, Symbol};
use appell_mechanics::Error;

use super::equation::{Checker, Side};
use crate::meaning::Meaning;
use crate::report::{Assumption, Finding, Proof, Verdict};

/// Why an equation that is solved for an acceleration is not decided.
const SOLVED: &str = "it is solved for an acceleration, which depends on the driving forces of all \
                      joints; whether it holds depends on which of them are zero";

impl Checker<'_, '_> {
    /// The verdict on a scalar that differs from what was derived, but is equal to it when numbers
    /// stand in the place of parameters: 9.81 for g. None where it is different nevertheless.
    pub(super) fn with_values(
        &self,
        printed: &Poly,
        derived: &Poly,
    ) -> Result<Option<Verdict>, Error> {
        let symbols = self.robot.symbols();
        let there = printed.symbols(symbols);
        let occurring = derived.symbols(symbols);
        let absent = self.robot.parameters().iter().filter_map(|parameter| {
            let is_absent =
                occurring.contains(&parameter.symbol) && !there.contains(&parameter.symbol);
            Some((parameter, parameter.value.clone()?)).filter(|_| is_absent)
        });
        let absent: Vec<_> = absent.collect();
        // of a factor of 0 or 1 nothing would be printed: that it is absent is a slip
        let is_seen = |value: &Poly| {
            value.as_constant().is_some_and(|it| ![0.0, 1.0].contains(&it.to_f64().abs()))
        };
        if absent.is_empty() || !absent.iter().all(|(_, value)| is_seen(value)) {
            return Ok(None);
        }
        let values: Vec<(Symbol, Poly)> =
            absent.iter().map(|(parameter, value)| (parameter.symbol, value.clone())).collect();
        let filled = match derived.substitute_all(&values, symbols, self.budget) {
            Err(AlgebraError::Stopped(stop)) => return Err(AlgebraError::Stopped(stop).into()),
            Err(_) => return Ok(None),
            Ok(filled) => filled,
        };
        if filled != *printed {
            return Ok(None);
        }
        let number = |value: &Poly| value.as_constant().map(|it| it.to_f64()).unwrap_or_default();
        let words: Vec<String> = absent
            .iter()
            .map(|(parameter, value)| format!("{} = {}", parameter.name, number(value)))
            .collect();
        // three digits are no coincidence
        let is_telling = |value: &Poly| {
            number(value).to_string().chars().filter(char::is_ascii_digit).count() >= 3
        };
        let words = words.join(", ");
        Ok(Some(match absent.iter().all(|(_, value)| is_telling(value)) {
            true => {
                let words = format!("{words}, as in the robot");
                let assumptions = vec![Assumption { name: "value".to_owned(), words }];
                Verdict::Proved(Proof { assumptions, ..Proof::default() })
            }
            false => {
                let reason = format!("it is right only for {words}, which may be a coincidence");
                Verdict::Undecided { reason, agrees_at: 0 }
            }
        }))
    }

    /// Whether one side of an equation is an acceleration and nothing else, and the other a formula in
    /// which a quantity stands; a quantity alone is claimed to be the acceleration.
    pub(super) fn is_solved_for_acceleration(&self, sides: &[Side], quantity: &Meaning) -> bool {
        if matches!(quantity, Meaning::Known(..)) {
            return false;
        }
        let coordinates = self.robot.coordinates();
        sides.iter().any(|side| match side {
            Side::Formula(Ok(Meaning::Symbol(symbol, _))) => {
                symbol.order() == 2 && coordinates.contains(&symbol.base())
            }
            _ => false,
        })
    }

    /// The findings of an equation that is solved for an acceleration: what is not right for all
    /// motions is not decided, since the acceleration is not free.
    pub(super) fn solved(&self, findings: &mut [Finding], refuted_before: usize) {
        self.refuted.borrow_mut().truncate(refuted_before);
        for finding in findings.iter_mut().filter(|it| it.refutation().is_some()) {
            finding.verdict = Verdict::Undecided { reason: SOLVED.to_owned(), agrees_at: 0 };
        }
    }
}
