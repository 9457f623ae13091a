//! Equations as statements: `... = 0`, `... = F`, divided through, solved for an acceleration. Such an
//! equation is right where it follows from the equations of motion, with the driving forces that it
//! names, and none in the joints that it must take to be free.

use appell_algebra::{Error as AlgebraError, Poly};
use appell_mechanics::{Error, Kind, Of, Quantity};

use super::equation::Checker;
use super::evidence::Trust;
use super::guessing::resembles;
use super::side::{Left, Side, component_name};
use super::state_space::spread;
use crate::known::Known;
use crate::meaning::Meaning;
use crate::meaning::evaluate::{NoValue, value};
use crate::meaning::write::{latex, latex_in_one_line};
use crate::report::{Assumption, Doubt, Finding, Proof, Verdict};

/// The largest number of coordinates for which accelerations are eliminated.
pub(super) const MOST_COORDINATES: usize = 3;

/// The largest robot whose equations of motion are held against statements.
const LARGEST_ROBOT: usize = 4;
/// How many bars of fractions a statement may have.
const MOST_BARS: usize = 8;

/// What a statement without a quantity is where it does not follow.
const FOLLOWS_NOT: &str = "it follows from no equation of motion of the robot, and is too unlike \
                           each of them to be called wrong";

/// The equations of motion: Q = M q'' + ..., with the accelerations.
pub(super) struct Motion {
    pub(super) forces: Vec<Poly>,
    pub(super) masses: Vec<Vec<Poly>>,
    pub(super) accelerations: Vec<appell_algebra::Symbol>,
}

impl Checker<'_, '_> {
    /// The findings of an equation that follows from the equations of motion; none where it does not,
    /// or says nothing about accelerations.
    pub(super) fn statement(&self, sides: &[Side]) -> Result<Option<Vec<Finding>>, Error> {
        let Some((left, right)) = self.about_motion(sides) else { return Ok(None) };
        // what defines a name agrees with itself, and says nothing about the motion
        if [&left, &right].into_iter().any(|side| self.is_defined_name(side)) {
            return Ok(None);
        }
        if left.any(&is_bar_in_cells) || right.any(&is_bar_in_cells) {
            return match (spread(&left), spread(&right)) {
                (Some(left), Some(right)) => self.statement_by_rows(&left, &right),
                _ => Ok(None),
            };
        }
        let Some(differences) = self.differences(&left, &right)? else { return Ok(None) };
        let Some(motion) = self.motion()? else { return Ok(None) };
        let symbols = self.robot.symbols();
        let moves = |poly: &Poly| {
            let own = poly.symbols(symbols);
            motion.accelerations.iter().any(|it| own.contains(it))
        };
        // a force without an index is the only one that there is
        let is_one_of_many = |it: &Meaning| match it {
            Meaning::Known(known, latex) => {
                known.quantity.kind() == Kind::DrivingForce
                    && latex.contains(|c: char| c.is_ascii_digit())
            }
            _ => false,
        };
        let names_force = [&left, &right].iter().any(|side| side.any(&is_one_of_many));
        let is_solved = self.is_solved(&left, &right, &motion);
        let rows = differences.len();
        let mut findings = Vec::new();
        for (row, difference) in differences.iter().enumerate() {
            let free = match difference.is_zero() {
                true => Vec::new(),
                false if !moves(difference) => return Ok(None),
                false => match self.undriven_joints(difference, &motion)? {
                    // a driving force that is named, and an acceleration that is eliminated by the way
                    Some(free)
                        if (!names_force || is_solved || rows > 1)
                            && !free.iter().any(|i| self.names_force_of(*i, &left, &right)) =>
                    {
                        free
                    }
                    _ => return Ok(None),
                },
            };
            let names: Vec<String> = free.iter().map(|i| format!("Q[{}] = 0", i + 1)).collect();
            let words = format!("{}: not driven", names.join(", "));
            let assumption = Assumption { name: "undriven".to_owned(), words };
            let assumptions = if free.is_empty() { Vec::new() } else { vec![assumption] };
            let verdict = Verdict::Proved(Proof { assumptions, ..Proof::default() });
            findings.push(Finding {
                quantity: latex_in_one_line(&left),
                component: component_name((row, 0), (rows, 1)),
                printed: latex(&right),
                ..Finding::new(verdict)
            });
        }
        Ok(Some(findings))
    }

    /// A column of accelerations, each by a formula with something below a bar: row by row.
    fn statement_by_rows(
        &self,
        left: &[Meaning],
        right: &[Meaning],
    ) -> Result<Option<Vec<Finding>>, Error> {
        if left.len() != right.len() {
            return Ok(None);
        }
        let mut findings = Vec::new();
        for (row, (left, right)) in left.iter().zip(right).enumerate() {
            let sides = [left, right].map(|side| Side::Formula(Ok(side.clone())));
            let own = match self.statement(&sides)? {
                Some(own) => own,
                None => self.identity_of_names(&sides).into_iter().collect(),
            };
            if own.is_empty() {
                return Ok(None);
            }
            let component = (row + 1).to_string();
            findings
                .extend(own.into_iter().map(|it| Finding { component: component.clone(), ..it }));
        }
        Ok(Some(findings))
    }

    /// The verdict on `... = 0` that does not follow: wrong where it is nearly the equation of motion of
    /// a joint.
    pub(super) fn near_statement(&self, sides: &[Side]) -> Result<Option<Vec<Finding>>, Error> {
        let Some((left, right)) = self.about_motion(sides) else { return Ok(None) };
        let zero = Meaning::zero();
        // \ddot l = 0 is a condition
        let is_alone = |side: &Meaning| matches!(side, Meaning::Symbol(..) | Meaning::Number(_));
        if is_alone(&left) && is_alone(&right) {
            return Ok(None);
        }
        let formula = match (left == zero, right == zero) {
            (true, false) => &right,
            (false, true) => &left,
            _ => &left,
        };
        let (Some(motion), Some(differences)) = (self.motion()?, self.differences(&left, &right)?)
        else {
            return Ok(None);
        };
        let [difference] = differences.as_slice() else { return Ok(None) };
        let symbols = self.robot.symbols();
        let occurring = difference.symbols(symbols);
        if !motion.accelerations.iter().any(|it| occurring.contains(it)) {
            return Ok(None);
        }
        let joints = self.robot.joint_ids().filter(|id| self.robot.joint(*id).coordinate.is_some());
        for (id, force) in joints.zip(&motion.forces) {
            let is_zero = left == zero || right == zero;
            if !is_zero || !resembles(difference, force) {
                continue;
            }
            let Ok(quantity) = Quantity::new(Kind::DrivingForce, Of::Joint(id)) else { continue };
            let known = Known { quantity, entry: None };
            let meaning = Meaning::Known(known, format!("Q_{}", id.number()));
            let Ok(derived) = value(&meaning, self.truth) else { continue };
            let trust = Trust::Sure;
            let whole = Left { shown: &meaning, meaning: &meaning, derived, trust };
            let finding = self.component(&whole, None, formula, force)?;
            return Ok(Some(vec![Finding { quantity: known.to_string(), ..finding }]));
        }
        let is_free = |i: &usize| !self.names_force_of(*i, &left, &right);
        if self.explains.get()
            && let Some((derived, free)) = self.combined(difference, &motion)?
            && free.iter().all(is_free)
            && let Some(finding) = self.near_combination((&left, &right), &derived)
        {
            return Ok(Some(vec![finding]));
        }
        if let Some(finding) = self.misprinted_motion(sides)? {
            return Ok(Some(vec![finding]));
        }
        let verdict = Verdict::undecided(Doubt::FollowsNot, FOLLOWS_NOT);
        Ok(Some(vec![Finding { printed: latex(formula), ..Finding::new(verdict) }]))
    }

    /// Both sides of an equation in which there are accelerations, for a robot whose equations of motion
    /// are short enough to be held against it.
    pub(super) fn about_motion(&self, sides: &[Side]) -> Option<(Meaning, Meaning)> {
        let coordinates = self.robot.coordinates();
        if coordinates.len() > LARGEST_ROBOT {
            return None;
        }
        let (left, right) = two_formulas(sides)?;
        let moves = |it: &Meaning| match it {
            Meaning::Symbol(symbol, _) => {
                symbol.order() == 2 && coordinates.contains(&symbol.base())
            }
            Meaning::Known(known, _) => {
                matches!(known.quantity.kind(), Kind::MassMatrix | Kind::MomentumRate)
            }
            // the rate of an energy
            Meaning::Rate(_) => true,
            _ => false,
        };
        (left.any(&moves) || right.any(&moves)).then_some((left, right))
    }

    /// Left minus right, row by row, multiplied by what stands below bars; none where they do not fit.
    pub(super) fn differences(
        &self,
        left: &Meaning,
        right: &Meaning,
    ) -> Result<Option<Vec<Poly>>, Error> {
        let (left, right) = (&self.with_bars(left), &self.with_bars(right));
        if bars(left) + bars(right) > MOST_BARS {
            return Ok(None);
        }
        let ((a, below_a), (b, below_b)) = (fraction(left), fraction(right));
        // what is divided by zero says nothing
        for below in [&below_a, &below_b] {
            match self.poly(below) {
                Ok(below) if !below.is_zero() => {}
                Err(NoValue::Stopped(error)) => return Err(error),
                _ => return Ok(None),
            }
        }
        let product = |a: &Meaning, b: &Meaning| Meaning::Product(vec![a.clone(), b.clone()]);
        let values =
            [product(&a, &below_b), product(&b, &below_a)].map(|it| value(&it, self.truth));
        let [a, b] = match values {
            [Ok(a), Ok(b)] => [a, b],
            [Err(NoValue::Stopped(error)), _] | [_, Err(NoValue::Stopped(error))] => {
                return Err(error);
            }
            _ => return Ok(None),
        };
        let is_zero = |it: &crate::tensor::Tensor<_>| {
            it.as_scalar().is_some_and(appell_spatial::Scalar::is_zero)
        };
        let difference = match (is_zero(&a), is_zero(&b)) {
            (_, true) => a,
            (true, _) => b.neg(),
            _ => match a.add(&b.neg()) {
                Some(difference) => difference,
                None => return Ok(None),
            },
        };
        if difference.shape().1 != 1 {
            return Ok(None);
        }
        let rows = difference.entries().map(|(_, entry)| entry.poly().cloned());
        match rows.collect::<Result<Vec<_>, AlgebraError>>() {
            Ok(rows) => Ok(Some(rows)),
            Err(_) => Ok(None),
        }
    }

    /// A formula with names of the document that stand for quotients written out: these have bars too.
    fn with_bars(&self, formula: &Meaning) -> Meaning {
        formula.replaced(&|part| match part {
            Meaning::Symbol(symbol, _) => {
                let meaning = self.with_bars(&*self.defined.abbreviations.meaning(*symbol)?);
                (bars(&meaning) > 0).then_some(meaning)
            }
            _ => None,
        })
    }

    pub(super) fn motion(&self) -> Result<Option<Motion>, Error> {
        let coordinates = self.robot.coordinates();
        let accelerations = coordinates.iter().map(|q| q.derivative(2));
        let Ok(accelerations) = accelerations.collect::<Result<Vec<_>, _>>() else {
            return Ok(None);
        };
        let whole = |name: &str| -> Option<Vec<Vec<Poly>>> {
            let value = self.truth.value(&Known::read(name, self.robot)?).ok()??;
            let (rows, columns) = value.shape();
            let entry = |i, j| value.get(i, j).and_then(|entry| entry.poly().ok().cloned());
            (0..rows).map(|i| (0..columns).map(|j| entry(i, j)).collect()).collect()
        };
        if self.robot.is_elastic() {
            return Ok(None);
        }
        let (Some(forces), Some(masses)) = (whole("Q"), whole("M")) else { return Ok(None) };
        let forces: Vec<Poly> = forces.into_iter().flatten().collect();
        let fits = forces.len() == accelerations.len() && masses.len() == forces.len();
        Ok(fits.then_some(Motion { forces, masses, accelerations }))
    }

    /// The joints in which there must be no driving force so that a difference is zero: the difference
    /// is then a sum of multiples of these forces. None where it is not.
    fn undriven_joints(
        &self,
        difference: &Poly,
        motion: &Motion,
    ) -> Result<Option<Vec<usize>>, Error> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let Motion { forces, masses, accelerations } = motion;
        let times = |a: &Poly, b: &Poly| a.checked_mul(b, budget);
        let slopes = accelerations.iter().map(|it| difference.derivative(*it, symbols, budget));
        let slopes = slopes.collect::<Result<Vec<Poly>, _>>()?;
        // of one force: E M_ik = (dE/dq''_k) Q_i
        for (i, force) in forces.iter().enumerate() {
            let Some(k) = masses[i].iter().position(|mass| !mass.is_zero()) else { continue };
            if times(difference, &masses[i][k])? == times(&slopes[k], force)? {
                return Ok(Some(vec![i]));
            }
        }
        let n = forces.len();
        if !(2..=MOST_COORDINATES).contains(&n) {
            return Ok(None);
        }
        let (whole, sum, free) = self.combination(&slopes, motion)?;
        let follows = !whole.is_zero() && times(&whole, difference)? == sum;
        Ok(follows.then_some(free))
    }

    /// Whether an equation names the driving force of a coordinate, which is then not zero.
    pub(super) fn names_force_of(
        &self,
        coordinate: usize,
        left: &Meaning,
        right: &Meaning,
    ) -> bool {
        let mut moving =
            self.robot.joint_ids().filter(|id| self.robot.joint(*id).coordinate.is_some());
        let own = moving.nth(coordinate);
        // u, where an equation of motion says what it stands for
        let has_accelerations = |it: &Meaning| match it {
            Meaning::Symbol(symbol, _) => symbol.order() == 2,
            _ => false,
        };
        let is_it = |it: &Meaning| match it {
            Meaning::Symbol(symbol, _) => {
                let meaning = self.defined.abbreviations.meaning(*symbol);
                meaning.is_some_and(|it| it.any(&has_accelerations))
                    && !self.is_force_of_other(*symbol, coordinate)
            }
            Meaning::Known(known, _) if known.quantity.kind() == Kind::DrivingForce => {
                match known.quantity.of() {
                    Of::Joint(id) => Some(id) == own,
                    _ => true,
                }
            }
            _ => false,
        };
        left.any(&is_it) || right.any(&is_it)
    }

    /// Whether a name of the document stands for the driving force of another coordinate.
    fn is_force_of_other(&self, symbol: appell_algebra::Symbol, coordinate: usize) -> bool {
        let value = self.poly(&Meaning::Symbol(symbol, String::new()));
        let (Ok(value), Ok(Some(motion))) = (value, self.motion()) else { return false };
        let is_force = |force: &Poly| value == *force || value == -force;
        motion.forces.iter().position(is_force).is_some_and(|at| at != coordinate)
    }

    /// Whether a side is nothing but a name that the document defines.
    fn is_defined_name(&self, side: &Meaning) -> bool {
        match side {
            Meaning::Symbol(symbol, _) => self.names.is_abbreviation(*symbol),
            Meaning::Sum(terms) => match terms.as_slice() {
                [(_, only)] => self.is_defined_name(only),
                _ => false,
            },
            Meaning::Product(factors) => match factors.as_slice() {
                [only] => self.is_defined_name(only),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether one side is nothing but an acceleration, or a multiple of it.
    fn is_solved(&self, left: &Meaning, right: &Meaning, motion: &Motion) -> bool {
        let is_acceleration = |it: &Meaning| match it {
            Meaning::Symbol(symbol, _) => motion.accelerations.contains(symbol),
            _ => false,
        };
        let lone = |side: &Meaning| match side {
            Meaning::Product(factors) => {
                factors.iter().filter(|it| is_acceleration(it)).count() == 1
                    && factors.iter().all(|it| matches!(it, Meaning::Symbol(..)))
            }
            other => is_acceleration(other),
        };
        lone(left) || lone(right)
    }
}

/// Both sides, each as one formula.
fn two_formulas(sides: &[Side]) -> Option<(Meaning, Meaning)> {
    let formula = |side: &Side| match side {
        Side::Formula(formula) => formula.as_ref().ok().cloned(),
        Side::Cells(rows) => {
            let row = |row: &Vec<Result<Meaning, _>>| {
                row.iter().map(|cell| cell.as_ref().ok().cloned()).collect::<Option<Vec<_>>>()
            };
            rows.iter().map(row).collect::<Option<Vec<_>>>().map(Meaning::Matrix)
        }
    };
    match sides {
        [left, right] => Some((formula(left)?, formula(right)?)),
        _ => None,
    }
}

/// Whether this is a matrix with bars over something in it.
fn is_bar_in_cells(part: &Meaning) -> bool {
    matches!(part, Meaning::Matrix(rows) if rows.iter().flatten().any(|entry| bars(entry) > 0))
}

/// How many bars there are over anything but numbers.
fn bars(formula: &Meaning) -> usize {
    match formula {
        Meaning::Quotient(above, below) => {
            let own = usize::from(!matches!(**below, Meaning::Number(_)));
            own + bars(above) + bars(below)
        }
        Meaning::Sum(terms) => terms.iter().map(|(_, term)| bars(term)).sum(),
        Meaning::Product(factors) => factors.iter().map(bars).sum(),
        _ => 0,
    }
}

/// A formula as a fraction whose parts have no bars over sums.
pub(super) fn fraction(formula: &Meaning) -> (Meaning, Meaning) {
    let one = || Meaning::Number(appell_algebra::Rational::ONE);
    let is_one = |it: &Meaning| *it == one();
    let product = |a: Meaning, b: Meaning| match (is_one(&a), is_one(&b)) {
        (true, _) => b,
        (_, true) => a,
        _ => Meaning::Product(vec![a, b]),
    };
    match formula {
        Meaning::Quotient(_, below) if matches!(**below, Meaning::Number(_)) => {
            (formula.clone(), one())
        }
        Meaning::Quotient(above, below) => {
            let ((a, b), (c, d)) = (fraction(above), fraction(below));
            (product(a, d), product(b, c))
        }
        Meaning::Product(factors) => {
            let parts = factors.iter().map(fraction);
            parts.fold((one(), one()), |(a, b), (c, d)| (product(a, c), product(b, d)))
        }
        Meaning::Sum(terms) => {
            let mut above: Vec<(bool, Meaning)> = Vec::new();
            let mut below = one();
            for (minus, term) in terms {
                let (own, bar) = fraction(term);
                if bar == below {
                    above.push((*minus, own));
                    continue;
                }
                for (_, before) in &mut above {
                    *before = product(std::mem::replace(before, one()), bar.clone());
                }
                above.push((*minus, product(own, below.clone())));
                below = product(below, bar);
            }
            (Meaning::Sum(above), below)
        }
        other => (other.clone(), one()),
    }
}
