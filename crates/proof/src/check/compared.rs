//! What is printed against what was derived: formulas entry by entry, scalars, and the refutation of what
//! differs.

use appell_algebra::{BudgetedPoly, Decision, Poly};
use appell_diagnostic::Diagnostic;
use appell_mechanics::{Error, Kind};

use super::Unknown;
use super::confirm::{Comparison, Judgement, Place, words_of};
use super::equation::{Checker, Refuted, unreadable};
use super::evidence::{Trust, has_lone_wave, is_misprint, is_one_slip, too_unlike};
use super::mark::marked;
use super::side::{Left, Side, component_name};
use crate::explain::{Explanation, Slip, explain, meaning_of};
use crate::meaning::evaluate::{NoValue, value};
use crate::meaning::write::{latex, latex_in_lines};
use crate::meaning::{Meaning, Style};
use crate::report::{Doubt, Finding, Proof, Refutation, SecondRoute, Verdict};
use crate::tensor::Tensor;

impl Checker<'_, '_> {
    /// A side that is one formula: of a scalar, or of vectors and matrices as a whole.
    pub(super) fn formula(
        &self,
        left: &Left<'_>,
        meaning: &Meaning,
    ) -> Result<Vec<Finding>, Error> {
        let printed = match value(meaning, self.truth) {
            Ok(printed) => printed,
            Err(why) => {
                let finding = Finding::new(why.verdict()?);
                return Ok(vec![Finding { quantity: left.quantity(None), ..finding }]);
            }
        };
        let (quantity, component) = (left.quantity(None), left.component());
        let sides = [left.meaning, meaning];
        let both = [&left.derived, &printed];
        let assumption = self.left_out(sides, both).or_else(|| self.weightless(sides, both));
        if let Some(assumption) = assumption {
            let proof = Proof { assumptions: vec![assumption], ..Proof::default() };
            let finding = Finding::new(Verdict::Proved(proof));
            return Ok(vec![Finding { quantity, component, printed: latex(meaning), ..finding }]);
        }
        if let Some(derived) = left.derived.as_scalar()
            && printed.as_scalar().is_some()
        {
            let finding = self.component(left, None, meaning, derived.poly()?)?;
            return Ok(vec![Finding { quantity, component, ..finding }]);
        }
        if let (Some(place), Some(_)) = (left.lone_entry(), printed.as_scalar())
            && let Some(derived) = left.derived.get(place.0, place.1)
        {
            let finding = self.component(left, Some(place), meaning, derived.poly()?)?;
            return Ok(vec![Finding { quantity: left.quantity(Some(place)), ..finding }]);
        }
        let is_zero = printed.as_scalar().is_some_and(appell_spatial::Scalar::is_zero);
        if is_zero && printed.shape() != left.derived.shape() {
            let (rows, columns) = left.derived.shape();
            let zeros = Meaning::Matrix(vec![vec![Meaning::zero(); columns]; rows]);
            return self.formula(left, &zeros);
        }
        if printed.shape() != left.derived.shape() {
            let problem = match printed.as_scalar() {
                Some(_) => {
                    Diagnostic::error("scalar", "expected a vector or a matrix, found a scalar")
                }
                None => Diagnostic::error("shape", "the two sides do not have the same shape"),
            };
            let finding = unreadable(problem);
            return Ok(vec![Finding { quantity, ..finding }]);
        }
        let trust = match self.agreement_of(&printed, &left.derived).is_convincing() {
            true => Trust::Sure,
            false => left.trust,
        };
        let left = Left { derived: left.derived.clone(), trust, ..*left };
        let comparison = self.compare(left.meaning, meaning);
        let judgements = self.judge_entries(&comparison, &printed, &left.derived)?;
        let is_wrong = judgements.iter().any(|(_, it)| matches!(it, Judgement::Different(_)));
        let along_motion =
            |((_, printed), (_, derived)): ((_, &BudgetedPoly<'_>), (_, &BudgetedPoly<'_>))| {
                let difference =
                    |a: &Poly, b: &Poly| self.is_along_motion([left.meaning, meaning], &(a - b));
                Ok::<bool, Error>(difference(printed.poly()?, derived.poly()?))
            };
        if is_wrong {
            for entries in printed.entries().zip(left.derived.entries()) {
                if along_motion(entries)? {
                    let verdict = Verdict::undecided(Doubt::FollowsNot, ALONG_MOTION);
                    let finding = Finding::new(verdict);
                    return Ok(vec![Finding { quantity, printed: latex(meaning), ..finding }]);
                }
            }
        }
        let other = match is_wrong && !self.has_notation {
            true => self.in_base_axes(&left, meaning)?,
            false => None,
        };
        if is_wrong
            && other.is_none()
            && self.differentiates_in_turning_axes([left.meaning, meaning])
        {
            let verdict = Verdict::undecided(Doubt::FollowsNot, TURNING_AXES);
            return Ok(vec![Finding {
                quantity,
                printed: latex(meaning),
                ..Finding::new(verdict)
            }]);
        }
        if is_wrong
            && other.is_none()
            && let Some(rows) = self.entries_of(meaning)
            && (rows.len(), rows.first().map_or(0, Vec::len)) == left.derived.shape()
        {
            let cells = rows.into_iter().map(|row| row.into_iter().map(Ok).collect()).collect();
            return self.side_in_own_frames(&left, &Side::Cells(cells), &mut Unknown::new());
        }
        let verdict = other.unwrap_or_else(|| self.verdict_of_entries(&left, meaning, &judgements));
        Ok(vec![Finding { quantity, printed: latex(meaning), ..Finding::new(verdict) }])
    }

    /// What both routes say about every entry of two tensors of one shape.
    pub(super) fn judge_entries(
        &self,
        comparison: &Comparison<'_, '_, '_>,
        printed: &Tensor<BudgetedPoly<'_>>,
        derived: &Tensor<BudgetedPoly<'_>>,
    ) -> Result<Vec<(Place, Judgement)>, Error> {
        let entries = printed.entries().zip(derived.entries());
        let judge = |((place, printed), (_, derived)): ((Place, &BudgetedPoly<'_>), (_, &_))| {
            let decision = self.defined.decide(printed.poly()?, BudgetedPoly::poly(derived)?);
            Ok((place, comparison.judge(decision, place, place)))
        };
        entries.map(judge).collect()
    }

    /// A formula is right when all its entries are, and wrong when one is.
    fn verdict_of_entries(
        &self,
        left: &Left<'_>,
        meaning: &Meaning,
        judgements: &[(Place, Judgement)],
    ) -> Verdict {
        let (mut equal, mut different, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for (place, judgement) in judgements {
            let name = component_name(*place, left.derived.shape());
            match judgement {
                Judgement::Equal(route) => equal.push(*route),
                Judgement::Different(route) => different.push((name, *route)),
                Judgement::Undecided { cause, agrees_at } => open.push((name, *cause, *agrees_at)),
            }
        }
        if !different.is_empty() {
            let (names, routes): (Vec<String>, Vec<SecondRoute>) = different.into_iter().unzip();
            let sides = (left.meaning.clone(), meaning.clone());
            let (slips, corrected) = match self.explains.get() {
                true => self.mend(&[sides], &left.derived),
                false => Default::default(),
            };
            let is_doubtful = || {
                left.trust == Trust::ByName && !is_one_slip(&slips)
                    || self.may_be_own_pi(left, meaning)
            };
            if self.explains.get() && is_doubtful() {
                return too_unlike();
            }
            return Verdict::Refuted(Box::new(Refutation {
                reason: format!("not equal in {}", names.join(", ")),
                slips,
                corrected,
                second_route: weakest(routes),
                ..Refutation::default()
            }));
        }
        match open.iter().min_by_key(|(_, _, agrees_at)| *agrees_at) {
            Some((name, cause, agrees_at)) => undecided(Some(name), *cause, *agrees_at),
            None => Verdict::Proved(Proof { second_route: weakest(equal), ..Proof::default() }),
        }
    }

    /// A scalar that is printed against the one that was derived.
    pub(super) fn component(
        &self,
        left: &Left<'_>,
        entry: Option<Place>,
        meaning: &Meaning,
        derived: &Poly,
    ) -> Result<Finding, Error> {
        if let Some(finding) = self.with_declared_forces(left, entry, meaning, derived)? {
            return Ok(finding);
        }
        let (mut value, mut difference) = (None, None);
        let verdict = match self.poly(meaning) {
            Err(why) => why.verdict()?,
            Ok(printed) => {
                value = Some(printed.clone());
                difference = (printed != *derived).then(|| &printed - derived);
                let comparison = self.compare(left.meaning, meaning);
                let decision = self.defined.decide(&printed, derived);
                match comparison.judge(decision, entry.unwrap_or_default(), (0, 0)) {
                    Judgement::Equal(second_route) => {
                        Verdict::Proved(Proof { second_route, ..Proof::default() })
                    }
                    Judgement::Different(_)
                        if self.is_open_determinant(left, &printed, derived) =>
                    {
                        Verdict::undecided(Doubt::Condition, DETERMINANT)
                    }
                    Judgement::Different(_) if self.is_other_energy(left, &printed) => {
                        Verdict::undecided(Doubt::TooUnlike, OTHER_ENERGY)
                    }
                    Judgement::Different(_)
                        if self.is_along_motion([left.meaning, meaning], &(&printed - derived)) =>
                    {
                        Verdict::undecided(Doubt::FollowsNot, ALONG_MOTION)
                    }
                    Judgement::Different(second_route) => {
                        let assumed =
                            self.by_convention(left.meaning, &printed, &(&printed - derived))?;
                        let own = || self.own_term(left, meaning).filter(|_| self.explains.get());
                        let declared = || self.with_declared_names(&(&printed - derived));
                        let small = || self.small_motion(left, &printed, derived);
                        match assumed.or_else(small).or_else(own).or_else(declared) {
                            Some(verdict) => verdict,
                            None => {
                                let refutation =
                                    self.refute(left, entry, meaning, &printed, derived);
                                let refutation = Refutation { second_route, ..refutation };
                                // whether names are meant so is asked where slips are known
                                let is_meant = || {
                                    !self.has_second_name(left, meaning)
                                        && !self.may_be_own_pi(left, meaning)
                                        && (self.has_notation || !has_lone_wave(meaning))
                                        && (left.trust == Trust::Sure
                                            || is_misprint(&refutation, &printed, derived))
                                };
                                match !self.explains.get() || is_meant() {
                                    true => Verdict::Refuted(Box::new(refutation)),
                                    false => too_unlike(),
                                }
                            }
                        }
                    }
                    Judgement::Undecided { cause, agrees_at } => {
                        match cause == Doubt::NoNormalForm
                            && self.is_equal_without_bars(left, meaning)?
                        {
                            true => Verdict::Proved(Proof::default()),
                            false => undecided(None, cause, agrees_at),
                        }
                    }
                }
            }
        };
        Ok(Finding { printed: latex(meaning), value, difference, ..Finding::new(verdict) })
    }

    /// Whether both sides are equal when they are multiplied by all that stands below bars: quotients by sums
    /// have no normal form.
    fn is_equal_without_bars(&self, left: &Left<'_>, meaning: &Meaning) -> Result<bool, Error> {
        // other equations are judged as statements
        let is_momentum = |part: &Meaning| matches!(part, Meaning::Known(known, _) if known.quantity.kind() == Kind::Momentum);
        let is_quantity = matches!(left.meaning, Meaning::Known(..));
        let has_bars = has_bars(meaning) || has_bars(left.meaning);
        let is_judged = is_quantity || left.meaning.any(&is_momentum);
        if left.derived.as_scalar().is_none() || !is_judged || !has_bars {
            return Ok(false);
        }
        let differences = self.differences(left.meaning, meaning)?;
        Ok(differences.is_some_and(|it| it.iter().all(Poly::is_zero)))
    }

    /// Whether what is printed for a determinant is the condition of a singular place, or right but for
    /// the order of the rows.
    fn is_open_determinant(&self, left: &Left<'_>, printed: &Poly, derived: &Poly) -> bool {
        let is_determinant = matches!(left.meaning, Meaning::Determinant(_) | Meaning::Length(_));
        let is_negative = || !self.has_notation && (printed + derived).is_zero();
        is_determinant && (printed.is_zero() || is_negative())
    }

    /// Whether what is printed for a potential energy has velocities, or for a kinetic energy none: another energy is
    /// meant by the name.
    fn is_other_energy(&self, left: &Left<'_>, printed: &Poly) -> bool {
        let Meaning::Known(known, _) = left.meaning else { return false };
        let occurring = printed.symbols(self.robot.symbols());
        let moves = occurring.iter().any(|symbol| symbol.order() > 0);
        match known.quantity.kind() {
            Kind::PotentialEnergy => moves,
            Kind::KineticEnergy => !moves && !printed.is_zero(),
            _ => false,
        }
    }

    pub(super) fn poly(&self, meaning: &Meaning) -> Result<Poly, NoValue> {
        let value = value(meaning, self.truth)?;
        let scalar = value.as_scalar();
        let scalar =
            scalar.ok_or_else(|| NoValue::Shape("expected a scalar, found a vector".to_owned()))?;
        Ok(scalar.poly()?.clone())
    }

    /// The difference, a counter-example, the slips and the corrected equation.
    fn refute(
        &self,
        left: &Left<'_>,
        entry: Option<Place>,
        meaning: &Meaning,
        printed: &Poly,
        derived: &Poly,
    ) -> Refutation {
        self.refuted.borrow_mut().push(Refuted {
            left: left.meaning.clone(),
            entry,
            printed: printed.clone(),
            derived: derived.clone(),
        });
        if !self.explains.get() {
            return Refutation::default();
        }
        let value = |part: &Meaning| self.poly(part).ok().filter(|_| self.budget.check().is_ok());
        let Explanation { slips, mut corrected } =
            explain(meaning, derived, self.names, &self.dimensions, &value);
        // nothing is printed as correct that was not proved to be
        let is_right = |poly: &Poly| self.defined.decide(poly, derived) == Decision::Equal;
        if !self.poly(&corrected).is_ok_and(|poly| is_right(&poly)) {
            corrected = meaning_of(derived, Style::Full, self.names);
        }
        let (printed_terms, corrected_terms) = marked(meaning, &corrected);
        Refutation {
            reason: reason_of(&slips),
            difference: (printed - derived).text(self.robot.symbols()),
            counter_example: self.counter_example(printed, derived),
            slips,
            corrected: format!("{} = {}", left.latex(entry), latex_in_lines(&corrected)),
            printed_terms,
            corrected_terms,
            second_route: SecondRoute::None,
        }
    }
}

/// The reason for an equation that differs and has a derivative in axes that turn.
const TURNING_AXES: &str = "it has the derivative of a vector in axes that turn, which may mean that of the vector or that of its \
     entries; write the vectors in the axes of the base (`v[2]@0` in a file for --notation) to check it";
/// Where the rate of a quantity differs in accelerations.
const ALONG_MOTION: &str = "it differs in terms with accelerations, which depend on the driving forces of all \
                            joints; it may hold where some of them are zero, which it does not say";

/// Where a potential energy has velocities, or a kinetic energy none.
const OTHER_ENERGY: &str =
    "velocities belong to the kinetic energy alone: another energy may be meant by this name";

fn has_bars(meaning: &Meaning) -> bool {
    meaning.any(&|part| matches!(part, Meaning::Quotient(..)))
}

/// Where a determinant differs by its sign alone, or is said to be zero.
const DETERMINANT: &str =
    "a determinant is zero in singular places only, and its sign depends on the order of rows";

/// The verdict where the two routes leave a comparison open.
fn undecided(entry: Option<&str>, cause: Doubt, agrees_at: usize) -> Verdict {
    let place = entry.map(|name| format!("in {name}: ")).unwrap_or_default();
    let states = match agrees_at {
        0 => String::new(),
        1 => "; both sides agree at 1 random state".to_owned(),
        count => format!("; both sides agree at {count} random states"),
    };
    let reason = format!("{place}{}{states}", words_of(cause));
    Verdict::Undecided { cause, reason, agrees_at }
}

/// The weakest of several confirmations.
pub(super) fn weakest(routes: Vec<SecondRoute>) -> SecondRoute {
    routes.into_iter().min().unwrap_or_default()
}

/// In one line: the first slips.
pub(crate) fn reason_of(slips: &[Slip]) -> String {
    let Some(first) = slips.first() else { return String::new() };
    match slips.len() {
        1 => first.sentence(),
        more => format!("{}; and {} more", first.sentence(), more - 1),
    }
}
