//! Misprints made on purpose: derived equations, set in one of the many ways in which people set
//! them, with slips of chosen kinds in them. Tests and benchmarks measure with them how well the
//! proof-reader finds and names what is wrong.

mod harm;
mod judge;
mod typeset;

use std::rc::Rc;

use appell_algebra::Poly;
use appell_mechanics::{Error, PolynomialArithmetic};
use appell_model::Robot;

use crate::defined::DefinedNames;
use crate::explain::{Change, Edit, Kind};
use crate::known::Known;
use crate::meaning::Meaning;
use crate::meaning::evaluate::scalar_of;
use crate::notation::{Names, Notation};
use crate::truth::Truth;
use appell_numeric::random::Random;
pub use judge::{Outcome, paper};
use typeset::Setting;

/// The kinds of slips that are made.
pub const KINDS: [Kind; 13] = [
    Kind::MissingDot,
    Kind::ExtraDot,
    Kind::WrongIndex,
    Kind::Sign,
    Kind::SineCosine,
    Kind::MissingTerm,
    Kind::ExtraTerm,
    Kind::Factor,
    Kind::LostSquare,
    Kind::ExtraSquare,
    Kind::MovedRow,
    Kind::Structural,
    Kind::AngleSum,
];

/// Bundled robots, and those of their quantities that fit on a page.
pub const SPECIMENS: [(&str, &[&str]); 9] = [
    ("2r", &["Q[1]", "Q[2]", "aC[2]", "M", "Ek", "f[1]"]),
    ("3r", &["Q[2]", "Q[3]", "aC[2]", "aC[3]", "v[3]", "vC[3]", "F[3]"]),
    ("6r", &["eps[3]", "v[4]", "a[3]", "aC[2]", "vC[3]", "N[2]", "omega[4]", "F[2]"]),
    ("rttrr", &["aC[4]", "F[4]", "N[4]", "omega[5]", "eps[5]", "a[4]", "Q[2]", "Q[3]", "f[4]"]),
    ("scara", &["n[4]", "aC[2]", "f[2]", "F[2]", "v[3]", "Ek"]),
    ("stanford", &["eps[4]", "v[4]", "aC[2]", "F[3]", "a[3]", "N[2]"]),
    ("trttrr1", &["Q[6]", "eps[6]", "aC[5]", "f[5]", "N[5]", "omega[6]", "n[6]"]),
    ("trtrr", &["Q[4]", "aC[4]", "F[4]", "N[5]", "eps[5]"]),
    ("ttrt", &["Q[1]", "Q[4]", "n[4]", "f[2]", "n[2]"]),
];

/// How often a slip is tried before it is taken that there is no place for it.
const MOST_TRIES: usize = 40;

/// One printed equation.
#[derive(Clone, Debug)]
pub struct Page {
    /// The equation as LaTeX, without the signs around displayed mathematics.
    pub latex: String,
    /// The components in which slips were made, by the names that a report gives them.
    pub harmed: Vec<String>,
    /// How many components the equation has.
    pub components: usize,
}

/// Prints equations of one robot.
///
/// ```
/// use appell_mechanics::PolynomialArithmetic;
/// use appell_proof::misprint::Press;
/// use appell_proof::{Kind, Options, check};
///
/// let robot = appell_model::Robot::bundled("2r")?;
/// let polynomials = PolynomialArithmetic::new(&robot, Default::default());
/// let press = Press::new(&robot, &polynomials, None, &["Q[1]"])?;
/// let page = press.page(&[Kind::Sign], 7).ok_or("no sign in it")?;
/// let report = check(&format!("$$ {} $$", page.latex), &robot, None, &Options::default())?;
/// let refutation = report.findings[0].refutation().ok_or("not refuted")?;
/// assert_eq!(refutation.slips[0].kind, Kind::Sign);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Press<'p> {
    names: Names<'p>,
    notation: Option<Notation>,
    truth: Truth<'p, &'p PolynomialArithmetic>,
    quantities: Vec<Quantity>,
}

/// A derived quantity, and how it is called.
struct Quantity {
    known: Known,
    name: String,
    rows: Vec<Vec<Poly>>,
}

/// Row and column.
type Place = (usize, usize);

impl<'p> Press<'p> {
    /// A press for some quantities of a robot (`Q[2]`, `F[4]`, `M`), in the names of a notation or
    /// the common ones. A quantity that the robot or the notation has no name for is left out.
    pub fn new(
        robot: &'p Robot,
        polynomials: &'p PolynomialArithmetic,
        notation: Option<&Notation>,
        quantities: &[&str],
    ) -> Result<Self, Error> {
        let defined = Rc::new(DefinedNames::new(robot)?);
        let names = Names::new(robot, notation, &defined);
        let truth = Truth::new(robot, defined, polynomials)?;
        let mut derived = Vec::new();
        for known in quantities.iter().filter_map(|text| Known::read(text, robot)) {
            let Some(name) = names.latex_of(&known, "") else { continue };
            let Some(value) = truth.value(&known)? else { continue };
            let mut rows = vec![Vec::new(); value.shape().0];
            for ((row, _), entry) in value.entries() {
                rows[row].push(entry.poly()?.clone());
            }
            derived.push(Quantity { known, name, rows });
        }
        Ok(Self { names, notation: notation.cloned(), truth, quantities: derived })
    }

    /// An equation with one slip of each of the given kinds, one after the other; unharmed for
    /// none. Everything else is left to chance, which follows from the seed. None where such slips
    /// have no place in the equation that was drawn.
    pub fn page(&self, slips: &[Kind], seed: u64) -> Option<Page> {
        let mut random = Random::new(seed);
        let quantity = random.choose(&self.quantities)?;
        let setting = Setting::any(&mut random);
        let set = |poly: &Poly, random: &mut Random| setting.arrange(poly, &self.names, random);
        let mut rows: Vec<Vec<Meaning>> = Vec::new();
        for row in &quantity.rows {
            rows.push(row.iter().map(|poly| set(poly, &mut random)).collect());
        }
        let mut harmed: Vec<Place> = Vec::new();
        for kind in slips {
            let places = (0..MOST_TRIES).find_map(|_| match kind {
                Kind::MovedRow => self.move_term(quantity, &mut rows, &mut random),
                Kind::ExtraTerm => self.add_term(&setting, quantity, &mut rows, &mut random),
                kind => self.harm(*kind, quantity, &mut rows, &mut random),
            })?;
            harmed.extend(places);
        }
        harmed.sort_unstable();
        harmed.dedup();
        // a slip that undoes another is none
        let wrong = |place: &Place| {
            self.value(&rows[place.0][place.1]).as_ref() != Some(quantity.at(*place))
        };
        if !harmed.iter().all(wrong) {
            return None;
        }
        let components = quantity.rows.iter().map(Vec::len).sum();
        let name = |place: &Place| match components {
            1 => quantity.known.to_string(),
            _ => quantity.known.at(*place).to_string(),
        };
        let harmed = harmed.iter().map(name).collect();
        Some(Page { latex: setting.equation(&quantity.name, &rows), harmed, components })
    }

    fn value(&self, formula: &Meaning) -> Option<Poly> {
        scalar_of(formula, &self.truth).ok()?.poly().ok().cloned()
    }

    /// A slip at one place of one component.
    fn harm(
        &self,
        kind: Kind,
        quantity: &Quantity,
        rows: &mut [Vec<Meaning>],
        random: &mut Random,
    ) -> Option<Vec<Place>> {
        let place = quantity.any_place(random);
        let formula = &mut rows[place.0][place.1];
        let change = harm::slip(kind, formula, &self.names, random)?;
        let printed = Edit { kind, change }.applied(formula)?;
        let (before, after) = (self.value(formula)?, self.value(&printed)?);
        // what leaves the value as it was is no slip
        (before != after).then(|| *formula = printed)?;
        Some(vec![place])
    }

    /// A term from somewhere else, in a bracket of one component.
    fn add_term(
        &self,
        setting: &Setting,
        quantity: &Quantity,
        rows: &mut [Vec<Meaning>],
        random: &mut Random,
    ) -> Option<Vec<Place>> {
        let donor = random.choose(&self.quantities)?;
        let donor = donor.at(donor.any_place(random));
        let Meaning::Sum(terms) = setting.arrange(donor, &self.names, random) else { return None };
        let term = random.choose(&terms)?.clone();
        let place = quantity.any_place(random);
        self.insert(term, place, quantity, rows, random)?;
        Some(vec![place])
    }

    /// A term of one row, in another row of the same column instead.
    fn move_term(
        &self,
        quantity: &Quantity,
        rows: &mut [Vec<Meaning>],
        random: &mut Random,
    ) -> Option<Vec<Place>> {
        let (from, to) = (quantity.any_place(random), quantity.any_place(random));
        let Meaning::Sum(terms) = &rows[from.0][from.1] else { return None };
        let at = random.below(terms.len());
        let term = terms.get(at).filter(|_| from.0 != to.0 && from.1 == to.1)?.clone();
        let mut changed = rows.to_vec();
        self.insert(term, to, quantity, &mut changed, random)?;
        let removed = Edit { kind: Kind::MovedRow, change: Change::Remove(vec![at]) };
        changed[from.0][from.1] = removed.applied(&rows[from.0][from.1])?;
        rows.clone_from_slice(&changed);
        Some(vec![from, to])
    }

    /// Puts a term into the sum of a component, which must have none like it: printed beside one
    /// that is there already it would be a wrong number, 3 a for 2 a, and not a term too many.
    fn insert(
        &self,
        term: (bool, Meaning),
        place: Place,
        quantity: &Quantity,
        rows: &mut [Vec<Meaning>],
        random: &mut Random,
    ) -> Option<()> {
        let value = self.value(&term.1)?;
        let own = quantity.at(place);
        let mut monomials = own.terms();
        let alike = monomials.any(|own| value.terms().any(|term| term.factors == own.factors));
        let Meaning::Sum(terms) = &mut rows[place.0][place.1] else { return None };
        (!alike && !value.is_zero()).then(|| terms.insert(random.below(terms.len() + 1), term))
    }
}

impl Quantity {
    fn at(&self, (row, column): Place) -> &Poly {
        &self.rows[row][column]
    }

    fn any_place(&self, random: &mut Random) -> Place {
        let row = random.below(self.rows.len());
        (row, random.below(self.rows[row].len()))
    }
}
