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
    pub(crate) name: &'static str,
    pub(crate) words: String,
    /// What stands for coordinates, their rates, and parameters.
    pub(crate) values: Vec<(Symbol, Poly)>,
    /// A, by rows; none where it is the identity.
    matrix: Option<Vec<Vec<i64>>>,
}

/// The largest robot for which coordinates are changed.
const MOST_COORDINATES: usize = 3;

impl Hypothesis {
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
    all.extend(of_coordinates.iter().cloned());
    for (at, first) in of_parameters.iter().enumerate() {
        all.extend(of_parameters[at + 1..].iter().filter_map(|second| both(first, second)));
    }
    for first in &of_coordinates {
        all.extend(of_parameters.iter().filter_map(|second| both(first, second)));
    }
    Ok(all)
}

/// Two conventions at once; none where they speak of the same.
fn both(first: &Hypothesis, second: &Hypothesis) -> Option<Hypothesis> {
    let same = |(symbol, _): &(Symbol, Poly)| first.values.iter().any(|(own, _)| own == symbol);
    if second.values.iter().any(same) {
        return None;
    }
    Some(Hypothesis {
        name: first.name,
        words: format!("{}; {}", first.words, second.words),
        values: [first.values.as_slice(), &second.values].concat(),
        matrix: first.matrix.clone(),
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
    Ok(Hypothesis {
        name: "coordinates",
        words: words.join("; "),
        values: values(&coordinates, &matrix, n, 0)?,
        matrix: Some(matrix),
    })
}

fn of_parameters(robot: &Robot) -> Result<Vec<Hypothesis>, AlgebraError> {
    let symbols = robot.symbols();
    let mut all = Vec::new();
    let mut add = |name, words: &str, values: Vec<(Symbol, Poly)>| {
        if !values.is_empty() {
            all.push(Hypothesis { name, words: words.to_owned(), values, matrix: None });
        }
    };
    let negative = |symbols: Vec<Symbol>| -> Vec<(Symbol, Poly)> {
        symbols.into_iter().map(|symbol| (symbol, -&Poly::symbol(symbol))).collect()
    };
    let gravity: Vec<Symbol> =
        robot.gravity().0.iter().flat_map(|entry| entry.symbols(symbols)).collect();
    let half = Poly::constant(Rational::new(1, 2)?);
    let (mut about_joint, mut middle) = (Vec::new(), Vec::new());
    let mut products = Vec::new();
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
        products.extend([&inertia.xy, &inertia.xz, &inertia.yz].into_iter().filter_map(lone));
        // the length of the link: to the next joint, or to the tool
        let next = robot.children(Some(id)).next();
        let end = match next {
            Some(next) => &robot.joint(next).parent_from_frame.position,
            None => &robot.tool().parent_from_tool.position,
        };
        for (centre, end) in part.centre.0.iter().zip(&end.0) {
            if let (Some(centre), Some(end)) = (along(centre), along(end)) {
                middle.push((centre, times(&half, &Poly::symbol(end))?));
            }
        }
    }
    add("inertia", "moments of inertia are about the joints", about_joint);
    add("mass-centre", "the centres of mass are in the middle of the links", middle);
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
    let mut bases = vec![(identity.clone(), String::new())];
    if absolute != identity {
        bases.push((absolute, "angles are counted from a fixed direction".to_owned()));
    }
    let mut all = Vec::new();
    // which coordinates are turned, from none to all
    let mut senses: Vec<usize> = (0..1 << n).collect();
    senses.sort_by_key(|sense| sense.count_ones());
    for (matrix, words) in &bases {
        for sense in &senses {
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
                    all.push(Hypothesis {
                        name: "coordinates",
                        words: words.join("; "),
                        values,
                        matrix: Some(signed),
                    });
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
