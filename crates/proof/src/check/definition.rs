//! Definitions: an equation whose left side is a name that is known to nobody, and whose right side is
//! a formula in the symbols of the robot and in names that were defined before.

use appell_diagnostic::Diagnostic;
use appell_mechanics::Error;

use super::Unknown;
use super::equation::{Checker, unmapped, unreadable};
use super::side::Side;
use crate::abbreviation::Defined;
use crate::latex::{Ink, InkKind};
use crate::meaning::Meaning;
use crate::meaning::evaluate::NoValue;
use crate::meaning::read::Problem;
use crate::meaning::write::latex;
use crate::name::Name;
use crate::report::{Finding, Report, Verdict};

impl Checker<'_, '_> {
    /// Remembers which abbreviations an equation uses: all that stand in it, but for one that is its
    /// left side.
    pub(super) fn mark_used(&self, sides: &[Side]) {
        for (index, side) in sides.iter().enumerate() {
            match side {
                Side::Formula(Ok(Meaning::Symbol(..))) if index == 0 => {}
                Side::Formula(formula) => {
                    formula.iter().for_each(|it| self.defined.abbreviations.mark_used(it));
                }
                Side::Cells(rows) => {
                    let cells = rows.iter().flatten().flatten();
                    cells.for_each(|it| self.defined.abbreviations.mark_used(it));
                }
            }
        }
    }

    /// What an equation without a quantity defines, if it defines something.
    pub(super) fn definition(
        &self,
        sides: &[&[Ink]],
        read: &[Side],
    ) -> Result<Option<Finding>, Error> {
        let ([left, _], [defined, Side::Formula(Ok(meaning))]) = (sides, read) else {
            return Ok(None);
        };
        let mut solid = left.iter().filter(|ink| ink.kind != InkKind::Space);
        let (Some(lone), None) = (solid.next(), solid.next()) else { return Ok(None) };
        let Some(name) = Name::of(lone, None) else { return Ok(None) };
        let is_free = match defined {
            Side::Formula(Err(Problem::Unmapped(unknown, _))) => *unknown == name,
            // defined before, and now again
            Side::Formula(Ok(Meaning::Symbol(symbol, _))) => {
                self.defined.abbreviations.meaning(*symbol).is_some()
            }
            _ => false,
        };
        if !is_free {
            return Ok(None);
        }
        let value = match self.poly(meaning) {
            Ok(value) => value,
            Err(NoValue::Stopped(error)) => return Err(error),
            Err(NoValue::Shape(_) | NoValue::Unavailable(_)) => return Ok(None),
        };
        let (known, symbols) = (&self.defined.abbreviations, self.robot.symbols());
        let finding = match known.define(&name, meaning.clone(), value, symbols) {
            Defined::Now => Finding::new(Verdict::Defined { name: name.latex() }),
            Defined::Differently => {
                let message = format!("{} is defined twice, in different ways", name.latex());
                unreadable(Diagnostic::error("defined-twice", message))
            }
            Defined::Not => return Ok(None),
        };
        Ok(Some(Finding { printed: latex(meaning), span: lone.span.clone(), ..finding }))
    }

    /// A name that is defined and never used may be the paper's name of a quantity: it is reported as
    /// one that is not known.
    pub(super) fn report_unused(&self, report: &mut Report, unknown: &mut Unknown) {
        let unused = self.defined.abbreviations.unused();
        for finding in &mut report.findings {
            let Verdict::Defined { name } = &finding.verdict else { continue };
            if let Some(unused) = unused.iter().find(|unused| unused.latex() == *name) {
                finding.verdict = unmapped(unused, finding.span.clone());
                finding.printed.clear();
                unknown.insert(unused.clone());
            }
        }
    }
}
