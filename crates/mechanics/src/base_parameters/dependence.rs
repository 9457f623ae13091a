//! Columns of the regressor that are sums of others, such as those of joints that follow others: found with
//! numbers, then solved for exactly, in the parameters of the robot. Where that has no closed form (angles that
//! are decimals), the factors are numbers, if these do not depend on parameters.

use appell_algebra::{Budget, Error, Poly, Rational, Stop, Symbols};
use appell_model::Robot;

use super::exact::exact_rows;
use super::{NOTHING, Samples};

/// A column that is a sum of others, each times a function of parameters.
pub(super) struct Dependent {
    pub(super) column: usize,
    pub(super) shares: Vec<(usize, Poly)>,
    /// Whether the factors are rounded numbers.
    pub(super) rounded: bool,
}

/// The same in numbers.
struct Sum {
    column: usize,
    shares: Vec<(usize, f64)>,
}

/// More columns than this in one sum would take long to solve for.
const MOST_SHARES: usize = 16;

/// More terms than this in an entry, too: geometry with many angles that are decimals.
const MOST_TERMS: usize = 300;

/// The work for the closed forms of a robot, in products of machine words: with every unknown that is eliminated,
/// entries and their coefficients may become twice as long.
const MOST_WORK: usize = 20_000_000;

/// A pivot of more machine words is not tried as a divisor.
const SHORT_PIVOT: usize = 8;

/// The largest power of a parameter that is tried as the denominator of a factor.
const LARGEST_POWER: u32 = 4;

/// How exactly a sum with rounded factors must hold, against the largest entry of the column.
const ROUNDING: f64 = 1e-10;

impl Samples {
    /// Those of these columns that are sums of columns before them. A sum in closed form holds exactly at more
    /// states than it has terms, one with rounded factors at other states and other values of the parameters
    /// than those from which the factors are; a sum that is neither is left out.
    pub(super) fn dependent(
        &self,
        robot: &Robot,
        columns: &[usize],
    ) -> Result<Vec<Dependent>, Error> {
        let mut basis = Basis::default();
        let sums: Vec<Sum> = columns.iter().filter_map(|&column| basis.add(self, column)).collect();
        let short = |sum: &&Sum| sum.shares.len() <= MOST_SHARES;
        let most = sums.iter().filter(short).map(|sum| sum.shares.len()).max().unwrap_or_default();
        let budget = Budget::default().with_terms(MOST_TERMS);
        let rows = exact_rows(robot, 2 * most + 2, &budget).ok();
        let work = MOST_WORK / sums.len().max(1);
        let others = Self::new(robot, 1)?;
        let dependent = |sum: &Sum| {
            let of: Vec<usize> = sum.shares.iter().map(|(column, _)| *column).collect();
            let exact = rows.as_ref().filter(|_| short(&sum)).and_then(|rows| {
                // too large, or not in closed form
                exact_shares(robot, rows, sum.column, &of, (&budget, work)).ok()?
            });
            let rounded = exact.is_none();
            let shares = exact.or_else(|| others.rounded_shares(sum))?;
            Some(Dependent {
                column: sum.column,
                shares: of.into_iter().zip(shares).collect(),
                rounded,
            })
        };
        Ok(sums.iter().filter_map(dependent).collect())
    }

    /// The factors of a sum that was found elsewhere, rounded to twelve digits, if it holds here.
    fn rounded_shares(&self, sum: &Sum) -> Option<Vec<Poly>> {
        let shares: Vec<Rational> = sum
            .shares
            .iter()
            .map(|(_, share)| format!("{share:.11e}").parse().ok())
            .collect::<Option<_>>()?;
        let near = ROUNDING * self.sizes[sum.column];
        let holds = self.rows.iter().all(|row| {
            let terms =
                sum.shares.iter().zip(&shares).map(|((k, _), share)| share.to_f64() * row[*k]);
            (row[sum.column] - terms.sum::<f64>()).abs() <= near
        });
        holds.then(|| shares.into_iter().map(Poly::constant).collect())
    }

    /// A column, with entries of at most 1.
    fn scaled(&self, column: usize) -> Vec<f64> {
        self.rows.iter().map(|row| row[column] / self.sizes[column]).collect()
    }
}

/// Independent columns, by the decomposition A = Q R.
#[derive(Default)]
struct Basis {
    columns: Vec<usize>,
    /// Q: of length 1 and at right angles.
    directions: Vec<Vec<f64>>,
    /// R, column by column.
    upper: Vec<Vec<f64>>,
}

impl Basis {
    /// Adds a column; or returns the sum of others that it is.
    fn add(&mut self, samples: &Samples, column: usize) -> Option<Sum> {
        let mut rest = samples.scaled(column);
        let whole = length(&rest);
        let mut along = project_out(&mut rest, &self.directions);
        let left = length(&rest);
        if left > NOTHING * whole {
            self.columns.push(column);
            self.directions.push(rest.iter().map(|entry| entry / left).collect());
            along.push(left);
            self.upper.push(along);
            return None;
        }
        for k in (0..along.len()).rev() {
            along[k] /= self.upper[k][k];
            let (known, factors) = (along[k], &self.upper[k]);
            along[..k].iter_mut().zip(factors).for_each(|(entry, it)| *entry -= it * known);
        }
        let size = |column: usize| samples.sizes[column];
        let shares = self.columns.iter().zip(along).filter(|(_, share)| share.abs() > NOTHING);
        let shares = shares.map(|(&of, share)| (of, share * size(column) / size(of))).collect();
        Some(Sum { column, shares })
    }
}

/// Takes the parts along directions out of a vector, twice for the sake of rounding; returns these parts.
fn project_out(vector: &mut [f64], directions: &[Vec<f64>]) -> Vec<f64> {
    let mut parts = vec![0.0; directions.len()];
    for _ in 0..2 {
        for (part, direction) in parts.iter_mut().zip(directions) {
            let along: f64 = vector.iter().zip(direction).map(|(a, b)| a * b).sum();
            vector.iter_mut().zip(direction).for_each(|(entry, b)| *entry -= along * b);
            *part += along;
        }
    }
    parts
}

fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|entry| entry * entry).sum::<f64>().sqrt()
}

/// The factors of other columns whose sum a column is, found with so much work at most.
fn exact_shares(
    robot: &Robot,
    rows: &[Vec<Result<Poly, Error>>],
    column: usize,
    of: &[usize],
    (budget, work): (&Budget, usize),
) -> Result<Option<Vec<Poly>>, Error> {
    let chosen = |row: &Vec<Result<Poly, Error>>| {
        of.iter().chain([&column]).map(|&column| row[column].clone()).collect()
    };
    let rows = rows.iter().map(chosen).collect::<Result<Vec<Vec<Poly>>, Error>>()?;
    let Some(fractions) = solved(rows, of.len(), (budget, work))? else { return Ok(None) };
    fractions.iter().map(|fraction| quotient(fraction, robot.symbols(), budget)).collect()
}

/// A fraction of which common factors are not known, as a polynomial, one over a polynomial, or a polynomial
/// over a power of a parameter; nothing where it is none of these.
fn quotient(
    [dividend, divisor]: &[Poly; 2],
    symbols: &Symbols,
    budget: &Budget,
) -> Result<Option<Poly>, Error> {
    if let Some(quotient) = dividend.divide_exactly(divisor, budget)? {
        return Ok(Some(quotient));
    }
    if let Some(inverse) = divisor.divide_exactly(dividend, budget)? {
        return symbols.reciprocal(&inverse, budget).map(Some);
    }
    for symbol in divisor.symbols(symbols) {
        for exponent in 1..=LARGEST_POWER {
            let power = Poly::from(symbol).checked_pow(exponent, budget)?;
            let multiple = dividend.checked_mul(&power, budget)?;
            if let Some(quotient) = multiple.divide_exactly(divisor, budget)? {
                let inverse = symbols.reciprocal(&power, budget)?;
                return quotient.checked_mul(&inverse, budget).map(Some);
            }
        }
    }
    Ok(None)
}

/// Solves equations, of which there are more than unknowns, by elimination; each unknown is a fraction. Nothing
/// where the equations have no solution, or several.
fn solved(
    mut rows: Vec<Vec<Poly>>,
    unknowns: usize,
    (budget, mut work): (&Budget, usize),
) -> Result<Option<Vec<[Poly; 2]>>, Error> {
    rows.iter_mut().for_each(|row| make_primitive(row));
    for k in 0..unknowns {
        let candidates = (k..rows.len()).filter(|row| !rows[*row][k].is_zero());
        // short entries make short products
        let Some(pivot) = candidates.min_by_key(|row| rows[*row][k].term_count()) else {
            return Ok(None);
        };
        rows.swap(k, pivot);
        let chosen = rows[k].clone();
        for row in rows.iter_mut().enumerate().filter(|(number, _)| *number != k).map(|(_, it)| it)
        {
            eliminate(row, &chosen, k, (budget, &mut work))?;
        }
    }
    let is_solved = rows[unknowns..].iter().all(|row| row[unknowns].is_zero());
    let fraction = |k: usize| [unknowns, k].map(|column| rows[k][column].clone());
    Ok(is_solved.then(|| (0..unknowns).map(fraction).collect()))
}

/// Takes the k-th unknown out of an equation by another one; the equation may become a multiple of itself.
fn eliminate(
    row: &mut [Poly],
    chosen: &[Poly],
    k: usize,
    (budget, work): (&Budget, &mut usize),
) -> Result<(), Error> {
    let (factor, pivot) = (row[k].clone(), &chosen[k]);
    if factor.is_zero() {
        return Ok(());
    }
    // what a long pivot does not divide would make ever longer quotients
    let quotient = match length_in_words(pivot) <= SHORT_PIVOT {
        true => factor.divide_exactly(pivot, budget)?,
        false => None,
    };
    let (own, factor) = match quotient {
        Some(quotient) => (Poly::one(), quotient),
        None => (pivot.clone(), factor),
    };
    let [own_length, factor_length] = [&own, &factor].map(length_in_words);
    for (entry, other) in row.iter_mut().zip(chosen) {
        let products = factor_length * length_in_words(other) + own_length * length_in_words(entry);
        *work = work.checked_sub(products).ok_or(Stop::Terms { limit: MOST_WORK })?;
        let taken = factor.checked_mul(other, budget)?;
        *entry = own.checked_mul(entry, budget)?.checked_sub(&taken, budget)?;
    }
    make_primitive(row);
    Ok(())
}

/// Makes the coefficients of an equation integers without a common divisor: sums of fractions would soon be long.
fn make_primitive(row: &mut [Poly]) {
    let contents = row.iter().map(Poly::content);
    let content = contents.fold(Rational::ZERO, |sum, content| sum.common_divisor(&content));
    if let Ok(inverse) = content.recip() {
        row.iter_mut().for_each(|entry| *entry = entry.scale(&inverse));
    }
}

/// The length of all coefficients together, in machine words.
fn length_in_words(entry: &Poly) -> usize {
    entry.terms().map(|term| 1 + term.coefficient.bits() / usize::BITS as usize).sum()
}
