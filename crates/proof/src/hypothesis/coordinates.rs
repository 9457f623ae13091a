//! Conventions about coordinates: their order, their senses, where angles are counted from.

use std::collections::BTreeSet;

use appell_algebra::{Error as AlgebraError, Poly, Rational, Symbol};
use appell_mechanics::HIGHEST_ORDER;
use appell_model::{JointKind, Robot};

use super::{Hypothesis, times};

/// Conventions by which rows and columns belong to the coordinates in another order.
pub(super) fn orders(robot: &Robot) -> Vec<Hypothesis> {
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

/// Senses, offsets by quarter turns, and angles from a fixed direction.
pub(super) fn of_coordinates(robot: &Robot) -> Result<Vec<Hypothesis>, AlgebraError> {
    // which coordinates are turned, from none to all
    let mut senses: Vec<usize> = (0..1 << robot.coordinates().len()).collect();
    senses.sort_by_key(|sense| sense.count_ones());
    counted(robot, &senses, &[1, -1, 2])
}

/// Offsets by quarter turns, and angles from a fixed direction, each in the robot's own sense.
pub(super) fn in_own_senses(robot: &Robot) -> Result<Vec<Hypothesis>, AlgebraError> {
    counted(robot, &[0], &[1, -1])
}

/// Conventions by which some coordinates are counted in the other sense, one angle is counted from another direction,
/// some quarter turns away, or all are counted from a fixed direction.
fn counted(
    robot: &Robot,
    senses: &[usize],
    quarters: &[i64],
) -> Result<Vec<Hypothesis>, AlgebraError> {
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
    for (matrix, words, forces_of_joints) in &bases {
        for sense in senses.iter().filter(|sense| !forces_of_joints || **sense == 0) {
            // at n: no angle is counted from another direction
            for at in (0..=n).filter(|at| revolute.get(*at) != Some(&false)) {
                for &quarter in if at == n { &[0][..] } else { quarters } {
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
