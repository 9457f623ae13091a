//! What a certificate claims: entries of quantities, each with a formula.

use appell_algebra::{
    Atom, AtomKind, Budget, Form, Formula, Poly, Printer, Rational, Symbol, SymbolKind,
};
use appell_mechanics::{Derivation, EntryName, Of, PolynomialArithmetic, Quantity, Value};
use appell_model::Robot;
use appell_proof::{Finding, Verdict};

use super::coverage::refusal;
use crate::error::Error;

/// An entry of a quantity and the formula that it is claimed to have.
pub(super) struct Claim {
    /// What is shown: `Q[1]`, `(12) F[4].y`.
    pub(super) name: String,
    pub(super) entry: Entry,
    pub(super) poly: Poly,
    pub(super) formula: Formula,
    /// A state at which the formula is wrong; nothing: it is right.
    pub(super) counter_example: Option<State>,
    /// What stands in print, as LaTeX.
    pub(super) printed: Option<String>,
}

/// What a printed component should be.
pub(crate) struct Corrected<'f> {
    /// The verdict on it.
    pub(crate) finding: &'f Finding,
    pub(crate) name: EntryName,
    pub(crate) formula: Formula,
}

/// Rational values of atoms; the others are zero, the cosines one.
pub(super) type State = Vec<(Atom, Rational)>;

/// Which entry of a quantity: row and column, from 0.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) quantity: Quantity,
    pub(super) row: usize,
    pub(super) column: usize,
}

/// Quantities by the derivation of Appell, as polynomials.
pub(crate) struct Claims<'r> {
    robot: &'r Robot,
    budget: Budget,
}

impl<'r> Claims<'r> {
    pub(crate) fn new(robot: &'r Robot, budget: &Budget) -> Self {
        Self { robot, budget: budget.clone() }
    }

    /// What the refuted components of a paper should be, as far as certificates cover them.
    pub(crate) fn corrections<'f>(
        &self,
        findings: &'f [Finding],
    ) -> Result<Vec<Corrected<'f>>, Error> {
        let arithmetic = PolynomialArithmetic::new(self.robot, self.budget.clone());
        let derivation = Derivation::new(self.robot, &arithmetic)?;
        let mut corrections = Vec::new();
        for finding in findings.iter().filter(|finding| finding.refutation().is_some()) {
            let Ok(derived) = self.derived(&derivation, finding)? else { continue };
            let formula = self.claim(String::new(), derived.entry, derived.poly)?.formula;
            let name = derived.name;
            corrections.push(Corrected { finding, name, formula });
        }
        Ok(corrections)
    }

    /// A claim for every entry of quantities.
    pub(super) fn of_quantities(&self, quantities: &[Quantity]) -> Result<Vec<Claim>, Error> {
        let refused: Vec<(String, String)> = quantities
            .iter()
            .filter_map(|it| Some((it.to_string(), refusal(*it, self.robot)?)))
            .collect();
        if !refused.is_empty() {
            return Err(Error::NotCertified { refused });
        }
        let arithmetic = PolynomialArithmetic::new(self.robot, self.budget.clone());
        let derivation = Derivation::new(self.robot, &arithmetic)?;
        let mut claims = Vec::new();
        for &quantity in quantities {
            let value = derivation.get(quantity)?;
            for (name, entry) in entries(quantity, &value) {
                let poly = value.rows[entry.row][entry.column].poly()?.clone();
                claims.push(self.claim(name.to_string(), entry, poly)?);
            }
        }
        Ok(claims)
    }

    /// A claim for every verdict that says `proved` without assumptions, and two for each `refuted`: that
    /// it is wrong at a state, and what is right. The verdicts that are left out come with them.
    pub(super) fn of_findings(&self, findings: &[Finding]) -> Result<(Vec<Claim>, LeftOut), Error> {
        let arithmetic = PolynomialArithmetic::new(self.robot, self.budget.clone());
        let derivation = Derivation::new(self.robot, &arithmetic)?;
        let mut claims = Vec::new();
        let mut left_out = LeftOut::default();
        for finding in findings {
            let is_wrong = match &finding.verdict {
                Verdict::Proved(proof) if proof.assumptions.is_empty() => false,
                Verdict::Refuted(_) => true,
                Verdict::Proved(_) => {
                    left_out.add("proved under an assumption only", finding);
                    continue;
                }
                _ => continue,
            };
            let Some(printed) = finding.value.clone() else {
                left_out.add("no component of a quantity is compared", finding);
                continue;
            };
            let Derived { entry, poly: derived, .. } = match self.derived(&derivation, finding)? {
                Ok(derived) => derived,
                Err(reason) => {
                    left_out.add(&reason, finding);
                    continue;
                }
            };
            if (printed == derived) == is_wrong {
                left_out.add(OTHER_FRAMES, finding);
                continue;
            }
            let name = name_of(finding);
            let claim = Claim {
                printed: Some(finding.printed.clone()),
                ..self.claim(name.clone(), entry, printed.clone())?
            };
            if !is_wrong {
                claims.push(claim);
                continue;
            }
            match counter_example(&printed, &derived) {
                Some(state) => claims.push(Claim { counter_example: Some(state), ..claim }),
                None => left_out.add("found no rational state at which both sides differ", finding),
            }
            claims.push(self.claim(format!("{name}, corrected"), entry, derived)?);
        }
        Ok((claims, left_out))
    }

    fn claim(&self, name: String, entry: Entry, poly: Poly) -> Result<Claim, Error> {
        // a constant angle stays alone: 2 * 0.3 and 0.6 would be two angles
        let is_constant = |atom: &Atom| match atom.kind() {
            AtomKind::Cos(angle) | AtomKind::Sin(angle) => angle.kind() == SymbolKind::Constant,
            _ => false,
        };
        let form = match poly.atoms().iter().any(is_constant) {
            true => Form::Expanded,
            false => Form::Compact,
        };
        let formula = Printer::new(self.robot.symbols()).arrange(&poly, &form, &self.budget)?;
        Ok(Claim { name, entry, poly, formula, counter_example: None, printed: None })
    }

    /// The derived entry that a verdict is about; else the reason why the verdict is left out.
    fn derived(
        &self,
        derivation: &Derivation<'_, &PolynomialArithmetic>,
        finding: &Finding,
    ) -> Result<Result<Derived, String>, Error> {
        let quantity = match self.quantity_of(&finding.quantity) {
            Ok(quantity) => quantity,
            Err(reason) => return Ok(Err(reason)),
        };
        let value = derivation.get(quantity)?;
        let mut named = entries(quantity, &value);
        let Some((name, entry)) = named.find(|named| is_called(named, &finding.quantity)) else {
            return Ok(Err(NO_COMPONENT.to_owned()));
        };
        let poly = value.rows[entry.row][entry.column].poly()?.clone();
        // a printed Jacobian may have other rows than the derived one, a printed vector other axes
        let is_same = match (finding.refutation(), &finding.value) {
            (Some(refutation), Some(printed)) => {
                let difference =
                    Poly::parse(&refutation.difference, self.robot.symbols(), &self.budget);
                difference.map_or(true, |difference| difference == printed - &poly)
            }
            _ => true,
        };
        Ok(if is_same { Ok(Derived { name, entry, poly }) } else { Err(OTHER_FRAMES.to_owned()) })
    }

    /// The quantity that has an entry of this name; else the reason why it is not certified.
    fn quantity_of(&self, name: &str) -> Result<Quantity, String> {
        let cuts = name.char_indices().filter(|(_, c)| matches!(c, '.' | '[')).map(|(at, _)| at);
        let mut names: Vec<&str> = cuts.map(|at| &name[..at]).chain([name]).collect();
        names.reverse();
        let read = |name: &&str| Quantity::read_one(name, self.robot).ok();
        let quantity = names.iter().find_map(read).ok_or(NO_COMPONENT)?;
        refusal(quantity, self.robot).map_or(Ok(quantity), Err)
    }
}

/// Why there is nothing to compare a verdict with.
const NO_COMPONENT: &str = "no component of a quantity";
/// Why a verdict may differ from what is derived under its name.
const OTHER_FRAMES: &str = "printed in other frames or under another convention";

/// An entry of a quantity as it is derived.
struct Derived {
    name: EntryName,
    entry: Entry,
    poly: Poly,
}

/// The verdicts that are not rows of the certificate, by the reasons why.
#[derive(Default)]
pub(super) struct LeftOut(Vec<(String, Vec<String>)>);

impl LeftOut {
    fn add(&mut self, reason: &str, finding: &Finding) {
        let name = name_of(finding);
        match self.0.iter_mut().find(|(known, _)| known == reason) {
            Some((_, names)) => names.push(name),
            None => self.0.push((reason.to_owned(), vec![name])),
        }
    }

    /// Lines of text: each has a reason and at most ten verdicts.
    pub(super) fn lines(&self) -> Vec<String> {
        const IN_A_LINE: usize = 10;
        let line = |reason: &String, names: &[String]| format!("{}: {reason}", names.join(", "));
        let of_reason = |(reason, names): &(String, Vec<String>)| {
            names.chunks(IN_A_LINE).map(|some| line(reason, some)).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(of_reason).collect()
    }
}

/// What a verdict is called: `(12) F[4].y`, `(3)` for a formula of vectors.
fn name_of(finding: &Finding) -> String {
    format!("({}) {}", finding.equation, finding.quantity).trim_end().to_owned()
}

/// Whether a verdict calls an entry so: by its name, `F[4].y`, or by its row and column, `M.1,2`, `G.2,1`.
fn is_called((name, entry): &(EntryName, Entry), quantity: &str) -> bool {
    let number = |text: &str| text.parse::<usize>().ok();
    let cell = quantity.rsplit_once('.').and_then(|(_, cell)| cell.split_once(','));
    let place = cell.and_then(|(row, column)| number(row).zip(number(column)));
    place == Some((entry.row + 1, entry.column + 1)) || name.to_string() == quantity
}

/// The entries of a value, with their names.
fn entries<S>(
    quantity: Quantity,
    value: &Value<S>,
) -> impl Iterator<Item = (EntryName, Entry)> + use<S> {
    let rows = value.rows.iter().enumerate();
    let places = rows.flat_map(|(row, cells)| (0..cells.len()).map(move |column| (row, column)));
    let places: Vec<(usize, usize)> = places.collect();
    let entry = move |(row, column)| Entry { quantity, row, column };
    value.entry_names(quantity).into_iter().zip(places.into_iter().map(entry))
}

/// A state at which two polynomials differ, with as few numbers as can be: the symbols of a term in which
/// they differ are one, an angle of it is a quarter turn, or has the cosine 3/5 and the sine 4/5.
fn counter_example(printed: &Poly, derived: &Poly) -> Option<State> {
    let difference = printed - derived;
    let mut terms: Vec<Vec<Atom>> = difference
        .terms()
        .map(|term| term.factors.iter().map(|factor| factor.atom).collect())
        .collect();
    terms.sort_by_key(Vec::len);
    let states = terms.iter().flat_map(|atoms| [state(atoms, false), state(atoms, true)]);
    states.flatten().find(|state| {
        let value = difference.evaluate_atoms(|atom| Ok(value_at(state, atom)));
        value.is_ok_and(|value| !value.is_zero())
    })
}

/// The state at which these atoms are not zero; with slanted angles, all of theirs have cosine and sine.
fn state(atoms: &[Atom], slanted: bool) -> Option<State> {
    let [cosine, sine] = [Rational::new(3, 5).ok()?, Rational::new(4, 5).ok()?];
    let mut state = State::new();
    for &atom in atoms {
        match atom.kind() {
            AtomKind::Symbol(_) => state.push((atom, Rational::ONE)),
            AtomKind::Cos(angle) | AtomKind::Sin(angle) => {
                let both = [Atom::cos(angle), Atom::sin(angle)];
                if state.iter().any(|(other, _)| *other == both[0]) {
                    continue;
                }
                let occurs = both.map(|it| slanted || atoms.contains(&it));
                let [c, s] = match occurs {
                    [true, true] => [cosine.clone(), sine.clone()],
                    [false, true] => [Rational::ZERO, Rational::ONE],
                    _ => [Rational::ONE, Rational::ZERO],
                };
                state.extend([(both[0], c), (both[1], s)]);
            }
            AtomKind::Function(_) => return None,
        }
    }
    Some(state)
}

fn value_at(state: &State, atom: Atom) -> Rational {
    let given = state.iter().find(|(other, _)| *other == atom).map(|(_, value)| value.clone());
    given.unwrap_or(match atom.kind() {
        AtomKind::Cos(_) => Rational::ONE,
        _ => Rational::ZERO,
    })
}

impl Entry {
    /// For a quantity of coordinates: which of them, from 0.
    pub(super) fn coordinate(&self, robot: &Robot) -> usize {
        let Of::Joint(id) = self.quantity.of() else { return self.row };
        robot.joint_ids().take_while(|it| *it != id).filter(|it| moves(robot, *it)).count()
    }
}

fn moves(robot: &Robot, id: appell_model::JointId) -> bool {
    robot.joint(id).coordinate.is_some()
}

/// The symbols of a state.
pub(super) fn symbols_of(state: &State) -> impl Iterator<Item = Symbol> {
    state.iter().filter_map(|(atom, _)| match atom.kind() {
        AtomKind::Symbol(symbol) | AtomKind::Cos(symbol) | AtomKind::Sin(symbol) => Some(symbol),
        AtomKind::Function(_) => None,
    })
}
