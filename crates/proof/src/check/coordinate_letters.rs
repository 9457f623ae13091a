//! Coordinates under letters of the paper's own: `\phi`, `\vartheta`, `r` for q1, q2, q3. Names with dots over them that
//! nobody knows are taken for coordinates that the paper does not name otherwise, in every order that fits; they are
//! where equations hold then.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use appell_algebra::{Error as AlgebraError, Symbol};
use appell_mechanics::Error;
use appell_model::{JointKind, Robot};

use super::paper::{all_proved, equations};
use super::{LONG, Mode, Paper};
use crate::defined::DefinedNames;
use crate::name::Name;
use crate::notation::Names;
use crate::report::{Assumption, Report, Verdict, VerdictKind};

/// How many equations must hold by the letters that do not hold otherwise.
const LEAST: usize = 2;
/// For how many coordinates all orders are tried.
const MOST_LETTERS: usize = 4;

/// The letter of all coordinates.
const ALL: &str = "q";

/// Letters for coordinates.
type Assigned = BTreeMap<String, Symbol>;

impl Paper<'_> {
    /// The report of the check with other letters for coordinates; `None` if no more equations hold by them.
    pub(super) fn in_other_letters(
        &self,
        second: &Robot,
        plain: &Report,
    ) -> Result<Option<Report>, Error> {
        let is_open = plain.findings.iter().any(|it| it.verdict.kind() == VerdictKind::Unmapped);
        if self.notation.is_some() || self.robot.is_elastic() || !is_open || self.text.len() > LONG
        {
            return Ok(None);
        }
        let before = proved(plain);
        let orders = self.orders_of_letters()?;
        let mut counts = Vec::new();
        for assigned in &orders {
            let letters = Rc::new(self.letters.with_assigned(assigned.clone()));
            let paper = Paper { letters: &letters, ..*self };
            let judged = paper.judged(self.robot, Mode::default());
            self.options.budget.check().map_err(AlgebraError::from)?;
            counts.push(judged.map_or(0, |it| proved(&it.report)));
        }
        let most = counts.iter().copied().max().unwrap_or_default();
        let best: Vec<usize> = (0..counts.len()).filter(|at| counts[*at] == most).collect();
        let chosen = match best.as_slice() {
            [] => return Ok(None),
            [only] if most >= before + LEAST => *only,
            // two orders explain as much
            [_, _, ..] if most >= before + LEAST => return Ok(None),
            // under other conventions, perhaps, with the letters in the order of the joints
            _ => 0,
        };
        let letters = Rc::new(self.letters.with_assigned(orders[chosen].clone()));
        let paper = Paper { letters: &letters, ..*self };
        let judged = paper.judged(second, Mode { explains: true, ..Mode::default() })?;
        let mut report = paper.explained(second, &judged)?;
        paper.doubt_points(&mut report);
        let explains = proved(&report) >= before + LEAST;
        Ok(explains.then(|| paper.with_letters(report)))
    }

    /// The report with a word about the letters wherever it rests on them.
    fn with_letters(&self, mut report: Report) -> Report {
        let symbols = self.robot.symbols();
        let pairs = self.letters.assigned.iter();
        let words: Vec<String> = pairs
            .map(|(letter, symbol)| format!("{letter} is {}", symbols.name(*symbol)))
            .collect();
        let assumption = Assumption { name: "letters".to_owned(), words: words.join(", ") };
        for finding in &mut report.findings {
            if let Verdict::Proved(proof) = &mut finding.verdict {
                proof.assumptions.push(assumption.clone());
            }
        }
        report
    }

    /// Every order in which letters that move may stand for coordinates that the paper does not name otherwise; first
    /// that of the joints.
    fn orders_of_letters(&self) -> Result<Vec<Assigned>, Error> {
        let mut defined = DefinedNames::new(self.robot)?;
        defined.letters = Rc::clone(self.letters);
        let names = Names::new(self.robot, None, &Rc::new(defined));
        let known = |name: &Name| names.symbol(name).or_else(|| names.alias(name));
        let named: BTreeSet<Symbol> = self.letters.moving.iter().filter_map(&known).collect();
        let is_free = |it: &Symbol| !named.contains(it);
        let free: Vec<Symbol> = self.robot.coordinates().into_iter().filter(is_free).collect();
        let is_open = |name: &&Name| {
            let is_plain = !name.has_superscript() && name.letters() != ALL;
            is_plain && known(name).is_none() && names.quantity(name).is_none()
        };
        let open = self.letters.moving.iter().filter(is_open);
        let mut open: Vec<(usize, String, bool)> = open
            .filter_map(|name| {
                let latex = name.latex();
                Some((place_of(self.text, &latex)?, name.letters(), is_angle(self.text, &latex)))
            })
            .collect();
        // in the order of the text
        open.sort();
        if open.is_empty() || open.len() > free.len() || free.len() > MOST_LETTERS {
            return Ok(Vec::new());
        }
        let is_revolute = |symbol: Symbol| {
            let joints = self.robot.joints().iter();
            joints
                .clone()
                .any(|joint| joint.coordinate == Some(symbol) && joint.kind == JointKind::Rotation)
        };
        let mut orders = vec![Assigned::new()];
        for (_, letters, is_angle) in &open {
            let mut longer = Vec::new();
            for order in &orders {
                let is_taken = |symbol: &Symbol| order.values().any(|it| it == symbol);
                let fits =
                    |symbol: &&Symbol| !is_taken(symbol) && (is_revolute(**symbol) || !is_angle);
                for symbol in free.iter().filter(fits) {
                    let mut order = order.clone();
                    order.insert(letters.clone(), *symbol);
                    longer.push(order);
                }
            }
            orders = longer;
        }
        // a Greek letter is an angle, if it can be
        let odd = |order: &Assigned| {
            let is_odd = |(letters, symbol): &(&String, &Symbol)| {
                is_revolute(**symbol) != (letters.chars().count() > 1)
            };
            order.iter().filter(is_odd).count()
        };
        orders.sort_by_key(odd);
        Ok(orders)
    }
}

/// How many equations hold.
fn proved(report: &Report) -> usize {
    equations(report).values().filter(|it| all_proved(it)).count()
}

/// Where a name stands first in formulas.
fn place_of(text: &str, latex: &str) -> Option<usize> {
    let marks = ["$", "\\dot ", "\\dot", "\\ddot ", "\\ddot", "\\dot{", "\\ddot{"];
    marks.iter().filter_map(|mark| text.find(&format!("{mark}{latex}"))).min()
}

/// Whether a text takes sine or cosine of a name.
fn is_angle(text: &str, latex: &str) -> bool {
    let waves = ["\\sin", "\\cos"].into_iter().flat_map(|wave| text.match_indices(wave));
    waves.into_iter().any(|(at, wave)| {
        let behind = text[at + wave.len()..].trim_start_matches("^2");
        behind
            .trim_start_matches([' ', '{', '(', '\\', ','])
            .starts_with(latex.trim_start_matches('\\'))
    })
}
