//! Robots in scalars, for the tests.
pub mod arms;
pub mod motion;

use appell_algebra::{
    AtomKind, Budget, BudgetScope, BudgetedPoly, Error, Function, Poly, Rational, Symbol,
};
use appell_mechanics::{
    Coordinate, LARGEST_MULTIPLE, Mechanism, Relation, State, geometry, kinematics, newton_euler,
};
use appell_model::{Robot, bundled};
use appell_spatial::Scalar;

pub fn named(name: &str) -> Robot {
    bundled(name).unwrap().read().robot.unwrap()
}

/// The robot in polynomials, at a state of symbols with derivatives up to an order.
pub fn exact<'l>(robot: &Robot, scope: &'l BudgetScope, order: u32) -> Exact<'l> {
    within_budget(robot, scope, order).unwrap()
}

pub type Exact<'l> = (Mechanism<BudgetedPoly<'l>>, State<BudgetedPoly<'l>>);

/// The same, unless the angles of an elastic link are too long for the budget.
pub fn within_budget<'l>(
    robot: &Robot,
    scope: &'l BudgetScope,
    order: u32,
) -> Result<Exact<'l>, Error> {
    let mechanism =
        Mechanism::new(robot, |entry| Ok::<_, ()>(scope.scalar(entry.clone()))).unwrap();
    let state = robot.coordinates().into_iter().map(|q| Coordinate {
        q: scope.scalar(q),
        cos: scope.scalar(Poly::cos(q)),
        sin: scope.scalar(Poly::sin(q)),
        rates: (1..=order).map(|order| scope.scalar(q.derivative(order).unwrap())).collect(),
    });
    let angles = angles(robot);
    let state = State::new(&mechanism, state.collect(), |turn, angle| {
        let angle = angle.poly()?;
        let expanded = robot.symbols().circle(angle, LARGEST_MULTIPLE, scope.budget())?;
        let name = angles[turn];
        let (cos, sin) = expanded.unwrap_or_else(|| (Poly::cos(name), Poly::sin(name)));
        Ok::<_, Error>((scope.scalar(cos), scope.scalar(sin)))
    });
    Ok((mechanism, state?))
}

/// The names of the angles by which the tips of elastic links turn, and of joints that follow others.
pub fn angles(robot: &Robot) -> Vec<Symbol> {
    let modes = robot.joints().iter().filter_map(|joint| joint.modes.as_ref());
    let tips = modes.flat_map(|modes| &modes.angles).map(|angle| angle.symbol);
    let couplings = robot.joints().iter().filter_map(|joint| joint.coupling.as_ref());
    tips.chain(couplings.map(|coupling| coupling.symbol)).collect()
}

/// A point of the circle with rational coordinates: ((1-t^2)/(1+t^2), 2t/(1+t^2)).
pub fn circle(seed: i64) -> (Rational, Rational) {
    let t = Rational::new(seed % 7 + 1, seed % 5 + 2).unwrap();
    let one = Rational::from(1);
    let square = &t * &t;
    let below = (&one + &square).recip().unwrap();
    (
        &(&one - &square) * &below,
        &(&(&t + &t) * &below) * &Rational::from(if seed % 2 == 0 { 1 } else { -1 }),
    )
}

/// The robot in exact numbers at a made-up state. Constant angles become rational points of the
/// circle: all that mechanics may use of them is s^2 + c^2 = 1.
pub fn rational(robot: &Robot, seed: i64, order: usize) -> (Mechanism<Rational>, State<Rational>) {
    let mechanism =
        Mechanism::new(robot, |entry| Ok::<_, Error>(exact_entry(robot, entry))).unwrap();
    let state = (0..robot.coordinates().len() as i64).map(|k| {
        let (cos, sin) = circle(seed + 3 * k);
        let rate = |order: usize| {
            Rational::new((seed * 5 + k * 7 + order as i64 * 3) % 13 - 6, 5).unwrap()
        };
        Coordinate {
            q: Rational::new(seed + k, 9).unwrap(),
            cos,
            sin,
            rates: (1..=order).map(rate).collect(),
        }
    });
    let coordinates: Vec<Coordinate<Rational>> = state.collect();
    let places: Vec<(Rational, Rational)> =
        coordinates.iter().map(|at| (at.cos.clone(), at.sin.clone())).collect();
    let relations = mechanism.turns();
    // those of joints that follow others come last
    let followers = robot.joints().iter().filter_map(|joint| joint.coupling.as_ref());
    let offsets: Vec<&Poly> = followers.map(|it| &it.whole_offset).collect();
    let state = State::new(&mechanism, coordinates, |turn, _| {
        let offset = (turn + offsets.len()).checked_sub(relations.len()).map(|k| offsets[k]);
        let known = related_circle(robot, &relations[turn], offset, &places);
        Ok::<_, Error>(known.unwrap_or_else(|| circle(2 * seed + 5 * turn as i64 + 1)))
    });
    (mechanism, state.unwrap())
}

/// Cosine and sine of a sum of whole multiples of angles and an offset; of any other sum nothing is known.
fn related_circle(
    robot: &Robot,
    relation: &Relation<Rational>,
    offset: Option<&Poly>,
    places: &[(Rational, Rational)],
) -> Option<(Rational, Rational)> {
    let (symbols, budget) = (robot.symbols(), Budget::default());
    let mut sum = match offset {
        Some(offset) => (
            exact_entry(robot, &symbols.cos(offset, &budget).unwrap()),
            exact_entry(robot, &symbols.sin(offset, &budget).unwrap()),
        ),
        None => (Rational::ONE, Rational::ZERO),
    };
    for (k, share) in &relation.shares {
        let times = share.to_i64().filter(|_| share.is_integer())?;
        let (cos, sin) = &places[*k];
        let sin = sin * &Rational::from(times.signum());
        for _ in 0..times.abs() {
            let (c, s) = &sum;
            sum = (&(c * cos) - &(s * &sin), &(s * cos) + &(c * &sin));
        }
    }
    Some(sum)
}

/// An entry of a robot in exact numbers.
pub fn exact_entry(robot: &Robot, entry: &Poly) -> Rational {
    let value = |symbol: Symbol| {
        let place = robot.parameters().iter().position(|p| p.symbol == symbol).unwrap_or(0);
        let given = robot.parameters().get(place).and_then(|p| p.value.as_ref()?.as_constant());
        given.unwrap_or_else(|| Rational::new(place as i64 % 11 + 1, 7).unwrap())
    };
    exact_value(entry, robot, &value).unwrap()
}

fn exact_value(
    entry: &Poly,
    robot: &Robot,
    value: &dyn Fn(Symbol) -> Rational,
) -> Result<Rational, Error> {
    let number_in = |text: String| text.bytes().map(i64::from).sum::<i64>();
    let number_of = |symbol: Symbol| number_in(format!("{symbol:?}"));
    entry.evaluate_atoms(|atom| match atom.kind() {
        AtomKind::Symbol(symbol) => Ok(value(symbol)),
        AtomKind::Cos(angle) => Ok(circle(number_of(angle)).0),
        AtomKind::Sin(angle) => Ok(circle(number_of(angle)).1),
        // one over the mass of a link that is composed from parts
        AtomKind::Function(_) => match robot.symbols().function_of(atom) {
            Some((Function::Reciprocal, below)) => exact_value(&below, robot, value)?.recip(),
            // of an angle that is no whole multiple of a symbol
            Some((Function::Cos, angle)) => Ok(circle(number_in(format!("{angle:?}"))).0),
            Some((Function::Sin, angle)) => Ok(circle(number_in(format!("{angle:?}"))).1),
            other => panic!("{other:?} in a robot's entry"),
        },
    })
}

/// The robot in floating point, at a made-up state.
pub fn numeric(robot: &Robot, seed: i64) -> (Mechanism<f64>, State<f64>) {
    let mechanism = Mechanism::new(robot, |entry| robot.evaluate(entry)).unwrap();
    let number = |i: i64| f64::from(((seed * 37 + i * 101) % 200) as i32 - 100) / 61.0;
    let state = (0..robot.coordinates().len() as i64)
        .map(|k| at(number(k), vec![number(k + 50), number(k + 90)]));
    let state = in_numbers(&mechanism, state.collect());
    (mechanism, state)
}

/// The state of these coordinates in floating point.
pub fn in_numbers(mechanism: &Mechanism<f64>, coordinates: Vec<Coordinate<f64>>) -> State<f64> {
    let circle = |_, angle: &f64| Ok::<_, Error>((angle.cos(), angle.sin()));
    State::new(mechanism, coordinates, circle).unwrap()
}

pub fn at(q: f64, rates: Vec<f64>) -> Coordinate<f64> {
    Coordinate { q, cos: q.cos(), sin: q.sin(), rates }
}

/// The driving forces by Newton-Euler.
pub fn newton_euler<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Vec<S> {
    let in_parent = geometry::in_parent(mechanism, state);
    let motions = kinematics::motions(mechanism, state, &in_parent);
    let wrenches = newton_euler::connection_wrenches(mechanism, state, &in_parent, &motions);
    newton_euler::driving_forces(mechanism, state, &in_parent, &motions, &wrenches)
}

#[track_caller]
pub fn assert_near(a: f64, b: f64, tolerance: f64, what: &str) {
    assert!((a - b).abs() <= tolerance * (1.0 + a.abs().max(b.abs())), "{what}: {a} and {b}");
}
