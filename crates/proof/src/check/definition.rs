//! Definitions: an equation whose left side is a name that is known to nobody, and whose right side is
//! a formula in the symbols of the robot and in names that were defined before.

use appell_diagnostic::Diagnostic;
use appell_mechanics::Error;

use super::Unknown;
use super::equation::{Checker, Side, unmapped, unreadable};
use crate::abbreviation::Defined;
use crate::latex::{Ink, InkKind};
use crate::meaning::evaluate::NoValue;
use crate::meaning::read::Problem;
use crate::meaning::write::latex;
use crate::name::Name;
use crate::report::{Finding, Report, Verdict};

impl Checker<'_, '_> {
    /// What an equation without a quantity defines, if it defines something.
    pub(super) fn definition(
        &self,
        sides: &[&[Ink]],
        read: &[Side],
    ) -> Result<Option<Finding>, Error> {
        let (
            [left, _],
            [Side::Formula(Err(Problem::Unmapped(name, place))), Side::Formula(Ok(meaning))],
        ) = (sides, read)
        else {
            return Ok(None);
        };
        let mut solid = left.iter().filter(|ink| ink.kind != InkKind::Space);
        let (Some(lone), None) = (solid.next(), solid.next()) else { return Ok(None) };
        if Name::of(lone, None).as_ref() != Some(name) {
            return Ok(None);
        }
        let value = match self.poly(meaning) {
            Ok(value) => value,
            Err(NoValue::Stopped(error)) => return Err(error),
            Err(NoValue::Shape(_) | NoValue::Unavailable(_)) => return Ok(None),
        };
        let symbols = self.robot.symbols();
        let finding = match self.defined.abbreviations.define(name, meaning.clone(), value, symbols)
        {
            Defined::Now => Finding::new(Verdict::Defined { name: name.latex() }),
            Defined::Differently => {
                let message = format!("{} is defined twice, in different ways", name.latex());
                unreadable(Diagnostic::error("defined-twice", message))
            }
            Defined::Not => return Ok(None),
        };
        Ok(Some(Finding { printed: latex(meaning), span: place.clone(), ..finding }))
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
