//! The regressor at some states, exactly: rational coordinates and rates, polynomials in the parameters.
//!
//! Angles are given by rational points of the circle. A joint that follows others turns by multiples of their
//! angles; where a ratio is a symbol or has large numbers, by an angle of its own: what holds at all of these
//! holds at those that the ratio allows, too.

use appell_algebra::{Budget, BudgetScope, BudgetedPoly, Error, Poly, Rational};
use appell_model::Robot;
use appell_numeric::random::Random;
use appell_spatial::Transform;

use crate::coupling::Relation;
use crate::geometry::in_parent;
use crate::kinematics::motions;
use crate::mechanism::Mechanism;
use crate::regressor::regressor;
use crate::state::{Coordinate, State};

/// Multiples of an angle above this are an angle of their own: no product of entries has such harmonics.
const LARGEST: i64 = 12;

/// At least so many rows of the regressor; an entry is an error where it has too many terms.
pub(super) fn exact_rows(
    robot: &Robot,
    least: usize,
    budget: &Budget,
) -> Result<Vec<Vec<Result<Poly, Error>>>, Error> {
    let scope = BudgetScope::new(budget.clone());
    let mut mechanism = Mechanism::new(robot, |entry| Ok::<_, Error>(scope.scalar(entry.clone())))?;
    mechanism.unload();
    let count = mechanism.coordinates();
    let relations = mechanism.turns().iter().map(of_polys).collect::<Result<Vec<_>, _>>()?;
    let angles = Angles::new(count, &relations);
    let mut rows = Vec::new();
    for sample in 0..least.div_ceil(count.max(1)) + 1 {
        let mut random = Random::new(sample as u64);
        let points: Vec<Point> = angles.all.iter().map(|_| Point::random(&mut random)).collect();
        let mut number = || scope.scalar(Poly::constant(rational(&mut random)));
        let coordinate = |k: usize| {
            let Point { cos, sin } = points[k].turned(angles.all[k].divisor);
            let [cos, sin] = [cos, sin].map(|entry| scope.scalar(Poly::constant(entry)));
            Coordinate { q: number(), cos, sin, rates: vec![number(), number()] }
        };
        let coordinates = (0..count).map(coordinate).collect();
        let circle = |turn: usize, _: &_| {
            let multiples = &angles.multiples[turn];
            let powers = multiples.iter().map(|(angle, times)| points[*angle].turned(*times));
            let Point { cos, sin } = powers.fold(Point::start(), |sum, it| sum.then(&it));
            let offset = &relations[turn].offset;
            let symbols = robot.symbols();
            let [c, s] = [symbols.cos(offset, budget)?, symbols.sin(offset, budget)?];
            let cosine = c.scale(&cos).checked_sub(&s.scale(&sin), budget)?;
            let sine = c.scale(&sin).checked_add(&s.scale(&cos), budget)?;
            Ok::<_, Error>((scope.scalar(cosine), scope.scalar(sine)))
        };
        let state = State::new(&mechanism, coordinates, circle)?;
        let frames: Vec<Transform<_>> = in_parent(&mechanism, &state);
        let motions = motions(&mechanism, &state, &frames);
        for row in regressor(&mechanism, &state, &frames, &motions) {
            rows.push(row.iter().map(|entry| entry.poly().cloned()).collect());
        }
    }
    Ok(rows)
}

fn of_polys(relation: &Relation<BudgetedPoly<'_>>) -> Result<Relation<Poly>, Error> {
    let share =
        |(k, share): &(usize, BudgetedPoly<'_>)| Ok::<_, Error>((*k, share.poly()?.clone()));
    Ok(Relation {
        shares: relation.shares.iter().map(share).collect::<Result<_, _>>()?,
        offset: relation.offset.poly()?.clone(),
        is_angle: relation.is_angle,
    })
}

/// A number of few digits that is not zero.
fn rational(random: &mut Random) -> Rational {
    let whole = 1 + random.below(9) as i64;
    let signed = if random.coin() { whole } else { -whole };
    Rational::new(signed, 1 + random.below(4) as i64).unwrap_or(Rational::ONE)
}

/// Angles that depend on nothing, of which all others are multiples.
struct Angles {
    /// One for each coordinate, then others.
    all: Vec<Angle>,
    /// For each turn its angles, and how often each is taken.
    multiples: Vec<Vec<(usize, i64)>>,
}

/// A coordinate times a factor, over a divisor.
struct Angle {
    coordinate: usize,
    factor: Poly,
    divisor: i64,
}

impl Angles {
    fn new(count: usize, relations: &[Relation<Poly>]) -> Self {
        let whole = |coordinate| Angle { coordinate, factor: Poly::one(), divisor: 1 };
        let mut all: Vec<Angle> = (0..count).map(whole).collect();
        let mut shares = Vec::new();
        for relation in relations {
            let of_turn = relation.shares.iter().map(|(k, ratio)| Self::add(&mut all, *k, ratio));
            shares.push(of_turn.collect::<Vec<(usize, [i64; 2])>>());
        }
        let multiple = |&(angle, [a, b]): &(usize, [i64; 2])| (angle, a * all[angle].divisor / b);
        let multiples = shares.iter().map(|it| it.iter().map(multiple).collect()).collect();
        Self { all, multiples }
    }

    /// The angle of which a ratio times a coordinate is a multiple, and this multiple as a fraction.
    fn add(all: &mut Vec<Angle>, coordinate: usize, ratio: &Poly) -> (usize, [i64; 2]) {
        let leading = ratio.terms().next_back().map_or(Rational::ONE, |it| it.coefficient.clone());
        let over = |b: i64| Some([(&leading * &Rational::from(b)).to_i64()?, b]);
        let small = (1..=LARGEST).find_map(over).filter(|[a, _]| a.abs() <= LARGEST);
        let (fraction, factor) = match (small, leading.recip()) {
            (Some(fraction), Ok(inverse)) => (fraction, ratio.scale(&inverse)),
            _ => ([1, 1], ratio.clone()),
        };
        let known = all.iter().position(|it| it.coordinate == coordinate && it.factor == factor);
        let place = known.unwrap_or_else(|| {
            all.push(Angle { coordinate, factor, divisor: 1 });
            all.len() - 1
        });
        let divisor = &mut all[place].divisor;
        if *divisor % fraction[1] != 0 {
            // products of a few small numbers
            *divisor *= fraction[1];
        }
        (place, fraction)
    }
}

/// A point of the unit circle.
#[derive(Clone)]
struct Point {
    cos: Rational,
    sin: Rational,
}

impl Point {
    fn start() -> Self {
        Self { cos: Rational::ONE, sin: Rational::ZERO }
    }

    /// By the tangent of half the angle.
    fn random(random: &mut Random) -> Self {
        let t = rational(random);
        let square = &t * &t;
        let Ok(inverse) = (&Rational::ONE + &square).recip() else { return Self::start() };
        let cos = &(&Rational::ONE - &square) * &inverse;
        Self { cos, sin: &(&t * &Rational::from(2)) * &inverse }
    }

    fn then(&self, other: &Self) -> Self {
        Self {
            cos: &(&self.cos * &other.cos) - &(&self.sin * &other.sin),
            sin: &(&self.cos * &other.sin) + &(&self.sin * &other.cos),
        }
    }

    /// The same angle so many times.
    fn turned(&self, times: i64) -> Self {
        let once = match times < 0 {
            true => Self { sin: -self.sin.clone(), ..self.clone() },
            false => self.clone(),
        };
        (0..times.unsigned_abs()).fold(Self::start(), |sum, _| sum.then(&once))
    }
}
