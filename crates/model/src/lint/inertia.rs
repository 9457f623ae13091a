//! Whether a tensor of inertia can belong to a body.

use std::f64::consts::PI;

use appell_diagnostic::Diagnostic;
use appell_spatial::Matrix;

use crate::joint::Joint;
use crate::link::Inertia;
use crate::robot::Robot;

/// By how much of the largest moment a rule may be broken: published figures are rounded.
const TOLERANCE: f64 = 1e-6;

pub(super) fn lint(robot: &Robot, joint: &Joint, path: &str) -> Option<Diagnostic> {
    let tensor = joint.body.inertia.try_map(|entry| robot.evaluate(entry)).ok()?;
    // Only one moment: a planar model, in which the others are never felt.
    let entries = joint.body.inertia.0.as_flattened();
    if entries.iter().filter(|entry| !entry.is_zero()).count() <= 1 {
        let moment =
            entries.iter().zip(tensor.0.as_flattened()).find(|(entry, _)| !entry.is_zero());
        let (_, &moment) = moment?;
        return (moment < 0.0).then(|| not_positive(path, [moment, 0.0, 0.0]));
    }
    let moments = principal_moments(&tensor);
    // the same with a payload or further parts beside it, whose moments are felt about all axes
    let is_planar = joint.link.parts.iter().any(|part| has_one_moment(&part.inertia));
    let broken = judge(moments).filter(|it| !(is_planar && matches!(it, Broken::Triangle)))?;
    if judge(principal_moments(&flipped(&tensor))).is_none() {
        let problem = Diagnostic::warning(
            "products-sign",
            "these products of inertia are physically impossible; with opposite signs they are possible",
        )
        .on([path, "link", "inertia"])
        .fact("principal moments", shown(moments))
        .hint("xy, xz, yz are the integrals of x y, x z, y z; the tensor's entries are their negatives");
        return Some(problem);
    }
    Some(match broken {
        Broken::NotPositive => not_positive(path, moments),
        Broken::Triangle => Diagnostic::warning(
            "inertia-triangle",
            "the largest principal moment of inertia is more than the sum of the others",
        )
        .on([path, "link", "inertia"])
        .fact("principal moments", shown(moments))
        .hint(
            "this is physically impossible: check the moments; they are about the centre of mass",
        ),
    })
}

/// Whether one moment alone is given.
fn has_one_moment(inertia: &Inertia) -> bool {
    let Inertia { xx, yy, zz, xy, xz, yz } = inertia;
    let moments = [xx, yy, zz].iter().filter(|moment| !moment.is_zero()).count();
    moments == 1 && [xy, xz, yz].iter().all(|product| product.is_zero())
}

enum Broken {
    NotPositive,
    Triangle,
}

fn judge([small, middle, large]: [f64; 3]) -> Option<Broken> {
    let tolerance = TOLERANCE * large.abs().max(small.abs());
    if small < -tolerance {
        Some(Broken::NotPositive)
    } else if large > small + middle + tolerance {
        Some(Broken::Triangle)
    } else {
        None
    }
}

fn not_positive(path: &str, moments: [f64; 3]) -> Diagnostic {
    Diagnostic::warning("inertia-not-positive", "a principal moment of inertia is negative")
        .on([path, "link", "inertia"])
        .fact("principal moments", shown(moments))
        .hint("check the moments and products; a removed part may weigh more than the whole")
}

fn shown(moments: [f64; 3]) -> String {
    moments.map(|moment| format!("{moment:.4e}")).join(", ")
}

/// The tensor with the products of inertia of the other sign.
fn flipped(tensor: &Matrix<f64>) -> Matrix<f64> {
    let Matrix([[xx, xy, xz], [_, yy, yz], [_, _, zz]]) = tensor;
    Matrix::symmetric([*xx, *yy, *zz, -xy, -xz, -yz])
}

/// The eigenvalues of a symmetric matrix, ascending, by the trigonometric solution of the cubic
/// (O. K. Smith, Communications of the ACM 4, 1961).
fn principal_moments(tensor: &Matrix<f64>) -> [f64; 3] {
    // the largest entry becomes one, so that no power of it is too large
    let size = tensor.0.as_flattened().iter().fold(0.0f64, |size, entry| size.max(entry.abs()));
    if size == 0.0 {
        return [0.0; 3];
    }
    let tensor = &tensor.map(|entry| entry / size);
    let a = &tensor.0;
    let mean = (a[0][0] + a[1][1] + a[2][2]) / 3.0;
    let off = a[0][1].powi(2) + a[0][2].powi(2) + a[1][2].powi(2);
    let spread: f64 = (0..3).map(|i| (a[i][i] - mean).powi(2)).sum::<f64>() + 2.0 * off;
    let p = (spread / 6.0).sqrt();
    if p == 0.0 {
        return [mean * size; 3];
    }
    let shifted = (tensor - &Matrix::diagonal(&mean)).map(|entry| entry / p);
    let angle = (shifted.determinant() / 2.0).clamp(-1.0, 1.0).acos() / 3.0;
    let large = mean + 2.0 * p * angle.cos();
    let small = mean + 2.0 * p * (angle + 2.0 * PI / 3.0).cos();
    [small, 3.0 * mean - large - small, large].map(|moment| moment * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn principal_moments_of_a_turned_diagonal() {
        let (cos, sin) = (0.8, 0.6);
        let turn = Matrix([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]);
        let tilt = Matrix([[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]]);
        let diagonal = Matrix([[3.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 7.0]]);
        let tensor = (&turn * &tilt).rotate_tensor(&diagonal);
        for (found, expected) in principal_moments(&tensor).into_iter().zip([-1.0, 3.0, 7.0]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }
}
