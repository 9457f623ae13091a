//! Conventions that a paper may follow and the robot file does not: other angles, other senses, inertia
//! about the joints, centres of mass in the middle. Each is a change of what is derived: coordinates
//! q = A p + b and parameters are replaced, and forces, mass matrix and Jacobian belong to p.

use std::collections::BTreeSet;

use appell_algebra::{Budget, Error as AlgebraError, Poly, Rational, Symbol};
use appell_mechanics::{Form, HIGHEST_ORDER, Kind};
use appell_model::{JointKind, Robot};
use appell_spatial::Scalar;

use crate::tensor::Tensor;

/// A convention.
#[derive(Clone, Debug)]
pub(crate) struct Hypothesis {
    /// Its name, and the names of those of which it is made.
    pub(crate) names: Vec<&'static str>,
    pub(crate) words: String,
    /// What stands for coordinates, their rates, and parameters.
    pub(crate) values: Vec<(Symbol, Poly)>,
    /// A, by rows; none where it is the identity.
    matrix: Option<Vec<Vec<i64>>>,
    /// Whether driving forces act at the joints, also for angles from a fixed direction.
    forces_of_joints: bool,
}

/// The largest robot for which coordinates are changed.
const MOST_COORDINATES: usize = 3;

impl Hypothesis {
    fn of_values(name: &'static str, words: String, values: Vec<(Symbol, Poly)>) -> Self {
        Self { names: vec![name], words, values, matrix: None, forces_of_joints: false }
    }

    /// Whether a quantity belongs to coordinates, and must be asked for as a whole.
    pub(crate) fn changes(&self, kind: Kind) -> bool {
        self.matrix.is_some()
            && matches!(kind.row().form, Form::PerCoordinate | Form::Square | Form::Twists)
    }

    /// A quantity of the coordinates q as one of the coordinates p; none where that is not known.
    pub(crate) fn transformed<S: Scalar>(
        &self,
        kind: Kind,
        whole: &Tensor<S>,
    ) -> Option<Tensor<S>> {
        let Some(matrix) = &self.matrix else { return Some(whole.clone()) };
        let (_, one) = whole.entries().next()?;
        let row = |row: &Vec<i64>| row.iter().map(|it| one.integer(*it)).collect();
        let matrix = Tensor::new(matrix.iter().map(row).collect());
        match kind {
            Kind::DrivingForce if self.forces_of_joints => Some(whole.clone()),
            Kind::DrivingForce
            | Kind::CoriolisForce
            | Kind::GravityForce
            | Kind::Momentum
            | Kind::MomentumRate
            | Kind::KineticEnergyByPosition
            | Kind::PotentialEnergyByPosition
            | Kind::LagrangianByPosition => matrix.transpose().multiply(whole),
            Kind::MassMatrix | Kind::CoriolisMatrix => {
                matrix.transpose().multiply(&whole.multiply(&matrix)?)
            }
            Kind::Jacobian => whole.multiply(&matrix),
            _ if self.changes(kind) => None,
            _ => Some(whole.clone()),
        }
    }
}

/// The conventions that are tried for a robot, the simplest first.
pub(crate) fn hypotheses(robot: &Robot) -> Result<Vec<Hypothesis>, AlgebraError> {
    if robot.is_elastic() || robot.joints().iter().any(|joint| joint.coupling.is_some()) {
        return Ok(Vec::new());
    }
    let of_parameters = of_parameters(robot)?;
    let of_coordinates = if robot.coordinates().len() <= MOST_COORDINATES {
        of_coordinates(robot)?
    } else {
        Vec::new()
    };
    let mut all = of_parameters.clone();
    all.extend(orders(robot));
    all.extend(of_coordinates.iter().cloned());
    for (at, first) in of_parameters.iter().enumerate() {
        all.extend(of_parameters[at + 1..].iter().filter_map(|second| both(first, second)));
    }
    for first in &of_coordinates {
        all.extend(of_parameters.iter().filter_map(|second| both(first, second)));
    }
    Ok(all)
}

/// Conventions by which rows and columns belong to the coordinates in another order.
fn orders(robot: &Robot) -> Vec<Hypothesis> {
    let coordinates = robot.coordinates();
    let orders: &[&[usize]] = match coordinates.len() {
        2 => &[&[1, 0]],
        3 => &[&[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
        _ => &[],
    };
    let hypothesis = |order: &&[usize]| {
        let entry = |i: usize, j: usize| i64::from(order[j] == i);
        let n = order.len();
        let matrix = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
        let names: Vec<String> =
            order.iter().map(|at| robot.symbols().name(coordinates[*at]).to_string()).collect();
        let words = format!("the coordinates are in the order {}", names.join(", "));
        Hypothesis { matrix: Some(matrix), ..Hypothesis::of_values("order", words, Vec::new()) }
    };
    orders.iter().map(hypothesis).collect()
}

/// Two conventions at once; none where they speak of the same.
fn both(first: &Hypothesis, second: &Hypothesis) -> Option<Hypothesis> {
    let same = |(symbol, _): &(Symbol, Poly)| first.values.iter().any(|(own, _)| own == symbol);
    if second.values.iter().any(same) {
        return None;
    }
    Some(Hypothesis {
        names: [first.names.as_slice(), &second.names].concat(),
        words: format!("{}; {}", first.words, second.words),
        values: [first.values.as_slice(), &second.values].concat(),
        ..first.clone()
    })
}

/// That some coordinates are counted in the other sense.
pub(crate) fn other_senses(
    robot: &Robot,
    turned: &BTreeSet<usize>,
) -> Result<Hypothesis, AlgebraError> {
    let coordinates = robot.coordinates();
    let n = coordinates.len();
    let sign = |i: usize| if turned.contains(&i) { -1 } else { 1 };
    let entry = |i: usize, j: usize| if i == j { sign(i) } else { 0 };
    let matrix: Vec<Vec<i64>> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    let turned = coordinates.iter().enumerate().filter(|(i, _)| turned.contains(i));
    let words: Vec<String> = turned
        .map(|(_, it)| format!("{} is counted in the other sense", robot.symbols().name(*it)))
        .collect();
    let values = values(&coordinates, &matrix, n, 0)?;
    let plain = Hypothesis::of_values("coordinates", words.join("; "), values);
    Ok(Hypothesis { matrix: Some(matrix), ..plain })
}

fn of_parameters(robot: &Robot) -> Result<Vec<Hypothesis>, AlgebraError> {
    let symbols = robot.symbols();
    let mut all = Vec::new();
    let mut add = |name, words: &str, values: Vec<(Symbol, Poly)>| {
        if !values.is_empty() {
            all.push(Hypothesis::of_values(name, words.to_owned(), values));
        }
    };
    let negative = |symbols: Vec<Symbol>| -> Vec<(Symbol, Poly)> {
        symbols.into_iter().map(|symbol| (symbol, -&Poly::symbol(symbol))).collect()
    };
    let gravity: Vec<Symbol> =
        robot.gravity().0.iter().flat_map(|entry| entry.symbols(symbols)).collect();
    let half = Poly::constant(Rational::new(1, 2)?);
    let twelfth = Rational::new(1, 12)?;
    let (mut about_joint, mut middle, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let (mut products, mut rods, mut points) = (Vec::new(), Vec::new(), Vec::new());
    for id in robot.joint_ids() {
        let joint = robot.joint(id);
        let [part] = joint.link.parts.as_slice() else { continue };
        let lone = |entry: &Poly| {
            let symbol = *entry.symbols(symbols).first()?;
            (*entry == Poly::symbol(symbol)).then_some(symbol)
        };
        let along = |entry: &Poly| {
            let symbol = *entry.symbols(symbols).first()?;
            let plain = Poly::symbol(symbol);
            (*entry == plain || *entry == -&plain).then_some(symbol)
        };
        let [x, y, z] = &part.centre.0;
        let square = |a: &Poly, b: &Poly| -> Result<Poly, AlgebraError> {
            Ok(&times(a, a)? + &times(b, b)?)
        };
        let inertia = &part.inertia;
        for (moment, arm) in [
            (&inertia.xx, square(y, z)?),
            (&inertia.yy, square(x, z)?),
            (&inertia.zz, square(x, y)?),
        ] {
            if let Some(symbol) = lone(moment).filter(|_| !arm.is_zero()) {
                let shift = times(&part.mass, &arm)?;
                about_joint.push((symbol, &Poly::symbol(symbol) - &shift));
            }
        }
        let moments = [&inertia.xx, &inertia.yy, &inertia.zz].map(lone);
        let of_products = [&inertia.xy, &inertia.xz, &inertia.yz].map(lone);
        let all = || moments.iter().chain(&of_products).flatten();
        points.extend(all().map(|entry| (*entry, Poly::ZERO)));
        products.extend(of_products.iter().flatten().copied());
        // the length of the link: to the next joint, or to the tool
        let next = robot.children(Some(id)).next();
        let end = match next {
            Some(next) => &robot.joint(next).parent_from_frame.position,
            None => &robot.tool().parent_from_tool.position,
        };
        for (axis, (centre, end)) in part.centre.0.iter().zip(&end.0).enumerate() {
            let (Some(centre), Some(end)) = (along(centre), along(end)) else { continue };
            let end = Poly::symbol(end);
            middle.push((centre, times(&half, &end)?));
            ends.push((centre, end.clone()));
            // a thin rod has no moment of inertia about its own axis
            let across = times(&part.mass, &times(&end, &end)?)?.scale(&twelfth);
            let of_rod = |at: usize| if at == axis { Poly::ZERO } else { across.clone() };
            let of_moments = moments.iter().enumerate();
            rods.extend(of_moments.filter_map(|(at, moment)| Some(((*moment)?, of_rod(at)))));
            rods.extend(of_products.iter().flatten().map(|product| (*product, Poly::ZERO)));
        }
    }
    let rods: Vec<(Symbol, Poly)> = middle.iter().chain(&rods).cloned().collect();
    let masses: Vec<(Symbol, Poly)> = ends.iter().chain(&points).cloned().collect();
    add("inertia", "moments of inertia are about the joints", about_joint);
    let has_moments = !points.is_empty();
    add("mass-centre", "the centres of mass are in the middle of the links", middle);
    if has_moments && !ends.is_empty() {
        add("rods", "links are thin uniform rods", rods);
        add("point-masses", "the links are point masses at their ends", masses);
    }
    add("mass-ends", "the centres of mass are at the ends of the links", ends);
    add("no-inertia", "links have no moments of inertia about their centres of mass", points);
    let friction = robot.joints().iter().flat_map(|joint| joint.friction.entries());
    let friction: BTreeSet<Symbol> =
        friction.flat_map(|(_, entry)| entry.symbols(symbols)).collect();
    let without = friction.into_iter().map(|symbol| (symbol, Poly::ZERO)).collect();
    add("no-friction", "friction is left out", without);
    let none = gravity.iter().map(|symbol| (*symbol, Poly::ZERO)).collect();
    add("gravity-sign", "gravity enters with the other sign", negative(gravity));
    add("no-gravity", "gravity is left out", none);
    add("products", "products of inertia have the other sign", negative(products));
    Ok(all)
}

/// Senses, offsets by quarter turns, and angles from a fixed direction.
fn of_coordinates(robot: &Robot) -> Result<Vec<Hypothesis>, AlgebraError> {
    let coordinates = robot.coordinates();
    let n = coordinates.len();
    let revolute: Vec<bool> = robot
        .joints()
        .iter()
        .filter(|joint| joint.coordinate.is_some())
        .map(|joint| joint.kind == JointKind::Rotation)
        .collect();
    let name = |at: usize| robot.symbols().name(coordinates[at]);
    let identity: Vec<Vec<i64>> =
        (0..n).map(|i| (0..n).map(|j| i64::from(i == j)).collect()).collect();
    let mut absolute = identity.clone();
    for at in 1..n {
        if revolute[at] && revolute[at - 1] {
            absolute[at][at - 1] = -1;
        }
    }
    let mut bases = vec![(identity.clone(), String::new(), false)];
    if absolute != identity {
        let words = "angles are counted from a fixed direction".to_owned();
        let of_joints = format!("{words}, and driving forces act between the links");
        bases.push((absolute.clone(), words, false));
        bases.push((absolute, of_joints, true));
    }
    let mut all = Vec::new();
    // which coordinates are turned, from none to all
    let mut senses: Vec<usize> = (0..1 << n).collect();
    senses.sort_by_key(|sense| sense.count_ones());
    for (matrix, words, forces_of_joints) in &bases {
        for sense in senses.iter().filter(|sense| !forces_of_joints || **sense == 0) {
            // at n: no angle is counted from another direction
            for at in (0..=n).filter(|at| revolute.get(*at) != Some(&false)) {
                for quarter in if at == n { vec![0] } else { vec![1, -1, 2] } {
                    let mut words: Vec<String> =
                        [words.clone()].into_iter().filter(|it| !it.is_empty()).collect();
                    let turned = |i: usize| sense >> i & 1 == 1;
                    words.extend(
                        (0..n)
                            .filter(|i| turned(*i))
                            .map(|i| format!("{} is counted in the other sense", name(i))),
                    );
                    if at < n {
                        let angle = ["pi", "pi/2", "", "-pi/2"][(2 - quarter) as usize];
                        words.push(format!(
                            "{} is counted from another direction, {angle} away",
                            name(at)
                        ));
                    }
                    if words.is_empty() {
                        continue;
                    }
                    let sign = |i: usize| if turned(i) { -1 } else { 1 };
                    let signed: Vec<Vec<i64>> = matrix
                        .iter()
                        .map(|row| row.iter().enumerate().map(|(j, it)| it * sign(j)).collect())
                        .collect();
                    let values = values(&coordinates, &signed, at, quarter)?;
                    let plain = Hypothesis::of_values("coordinates", words.join("; "), values);
                    let matrix = Some(signed);
                    let forces_of_joints = *forces_of_joints;
                    all.push(Hypothesis { matrix, forces_of_joints, ..plain });
                }
            }
        }
    }
    Ok(all)
}

/// q = A p + b, and its rates, as replacements: p has the symbols of q.
fn values(
    coordinates: &[Symbol],
    matrix: &[Vec<i64>],
    at: usize,
    quarter: i64,
) -> Result<Vec<(Symbol, Poly)>, AlgebraError> {
    let mut values = Vec::new();
    for order in 0..=HIGHEST_ORDER {
        for (i, row) in matrix.iter().enumerate() {
            let mut sum = Poly::ZERO;
            for (factor, symbol) in row.iter().zip(coordinates) {
                let factor = Poly::constant(Rational::from(*factor));
                sum = &sum + &times(&factor, &Poly::symbol(symbol.derivative(order)?))?;
            }
            // b is that of the new coordinate
            if order == 0 && at < coordinates.len() && row[at] != 0 {
                let offset = Rational::new(quarter * row[at], 2)?;
                sum = &sum + &times(&Poly::constant(offset), &Poly::symbol(Symbol::PI))?;
            }
            values.push((coordinates[i].derivative(order)?, sum));
        }
    }
    Ok(values)
}

fn times(a: &Poly, b: &Poly) -> Result<Poly, AlgebraError> {
    a.checked_mul(b, &Budget::default())
}
