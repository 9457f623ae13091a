//! Equations in the sentences of a paper: most are definitions, values and conditions. What they say about the robot
//! counts; they are called wrong only where nothing but the robot's own names stands in them.

use super::definition::lone_name;
use super::equation::Checker;
use super::side::{Side, side_of};
use crate::latex::{Ink, InkKind, Operator};
use crate::meaning::Meaning;
use crate::meaning::read::Understanding;
use crate::report::{Finding, Verdict};

impl Checker<'_, '_> {
    /// The findings about an equation in a sentence that are worth saying.
    pub(super) fn said_in_text(&self, inks: &[Ink], findings: Vec<Finding>) -> Vec<Finding> {
        let mut sides = inks.split(|ink| ink.is(Operator::Equal));
        let is_condition = sides.clone().all(|side| lone_name(side).is_some() || is_number(side));
        let is_value = is_condition && sides.any(is_number);
        let is_said = |it: &Finding| match &it.verdict {
            Verdict::Defined { .. } => !is_value,
            // a_1 = 0 of a table is no acceleration
            Verdict::Proved(_) => !is_condition,
            Verdict::Refuted(_) => {
                let has_names = it.printed.contains(|c: char| c.is_alphabetic());
                has_names && !is_condition && self.is_in_known_names(inks)
            }
            Verdict::Undecided { .. } | Verdict::Unreadable(_) | Verdict::Unmapped { .. } => false,
        };
        findings.into_iter().filter(is_said).collect()
    }

    /// Whether all names of an equation are those of the robot and its quantities, and none is the paper's own name for
    /// something made of quantities, which may have been understood otherwise than it is meant.
    fn is_in_known_names(&self, inks: &[Ink]) -> bool {
        let is_own = |part: &Meaning| match part {
            Meaning::Symbol(symbol, _) => self.defined.abbreviations.rests_on_quantity(*symbol),
            _ => false,
        };
        let mut understanding = Understanding::new(self.names, inks);
        inks.split(|ink| ink.is(Operator::Equal)).all(|side| {
            match side_of(&mut understanding, side) {
                Side::Formula(formula) => formula.is_ok_and(|it| !it.any(&is_own)),
                Side::Cells(rows) => {
                    rows.iter().flatten().all(|cell| cell.as_ref().is_ok_and(|it| !it.any(&is_own)))
                }
            }
        })
    }
}

/// Whether a side is nothing but a number.
fn is_number(side: &[Ink]) -> bool {
    let mut solid = side.iter().filter(|ink| ink.kind != InkKind::Space);
    let is_number = |ink: &Ink| matches!(ink.kind, InkKind::Number(_));
    solid.next().is_some_and(is_number) && solid.next().is_none()
}
