//! Forward dynamics: the accelerations that driving forces cause.
//!
//! Two routes: the mass matrix is factored (any scalar that has reciprocals, also expressions),
//! or the articulated-body algorithm, whose work grows with the number of joints only
//! (Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 7).

use std::convert::Infallible;

use appell_model::JointKind;
use appell_numeric::pivot::is_lost;
use appell_spatial::{Field, MassMoments, Matrix, Scalar, Transform, Vector, Wrench};

use crate::appell::driving_forces_by_appell;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::geometry::in_parent;
use crate::kinematics::motions;
use crate::mass_matrix::mass_matrix;
use crate::mechanism::{Applied, Mechanism};
use crate::newton_euler::{connection_wrenches, driving_forces, inertia_wrench};
use crate::spring::add_spring_forces;
use crate::state::State;

/// Solves M x = b for a symmetric positive definite M, by M = L D L^T without a root.
pub fn solve<A: Arithmetic>(
    arithmetic: &A,
    matrix: &[Vec<A::Scalar>],
    right: &[A::Scalar],
) -> Result<Vec<A::Scalar>, Error> {
    // what has no value is named as that, not taken for a singular matrix
    let entries = matrix.iter().flatten().chain(right);
    entries.into_iter().try_for_each(|entry| arithmetic.check_result(entry))?;
    let solved = eliminate(matrix, right, |j, pivot| {
        let sizes = [pivot, &matrix[j][j]].map(|entry| arithmetic.size(entry));
        if let [Some(left), Some(whole)] = sizes
            && is_lost(left, whole)
        {
            return Err(Error::SingularMass { coordinate: j });
        }
        Ok(arithmetic.reciprocal(pivot)?)
    })?;
    arithmetic.check()?;
    Ok(solved)
}

/// M = L D L^T, with a way to invert an entry of D by its number.
fn eliminate<S: Scalar, E>(
    matrix: &[Vec<S>],
    right: &[S],
    invert: impl Fn(usize, &S) -> Result<S, E>,
) -> Result<Vec<S>, E> {
    let count = right.len();
    // below the diagonal l_ij, above it l_ji d_i
    let mut factors = matrix.to_vec();
    let mut inverses: Vec<S> = Vec::with_capacity(count);
    for j in 0..count {
        for i in j..count {
            let known = (0..j).map(|k| factors[i][k].mul(&factors[k][j]));
            let entry = known.fold(matrix[i][j].clone(), |entry, known| entry.sub(&known));
            factors[i][j] = entry;
        }
        let inverse = invert(j, &factors[j][j])?;
        let column: Vec<S> = factors[j + 1..].iter().map(|row| row[j].clone()).collect();
        for (i, entry) in (j + 1..).zip(column) {
            factors[i][j] = entry.mul(&inverse);
            factors[j][i] = entry;
        }
        inverses.push(inverse);
    }
    let mut x = right.to_vec();
    for i in 0..count {
        let known = (0..i).map(|k| factors[i][k].mul(&x[k]));
        x[i] = known.fold(x[i].clone(), |entry, known| entry.sub(&known));
    }
    for (entry, inverse) in x.iter_mut().zip(&inverses) {
        *entry = entry.mul(inverse);
    }
    for i in (0..count).rev() {
        let known = (i + 1..count).map(|k| factors[k][i].mul(&x[k]));
        x[i] = known.fold(x[i].clone(), |entry, known| entry.sub(&known));
    }
    Ok(x)
}

/// Solves A x = b by elimination without pivoting, for A near a positive definite matrix; A need not be symmetric.
pub(crate) fn solve_unsymmetric<A: Arithmetic>(
    arithmetic: &A,
    matrix: &[Vec<A::Scalar>],
    right: &[A::Scalar],
) -> Result<Vec<A::Scalar>, Error> {
    let count = right.len();
    let (mut rows, mut x) = (matrix.to_vec(), right.to_vec());
    let mut inverses = Vec::with_capacity(count);
    for k in 0..count {
        let inverse = arithmetic.reciprocal(&rows[k][k])?;
        let (above, below) = rows.split_at_mut(k + 1);
        let pivot = &above[k];
        for (row, i) in below.iter_mut().zip(k + 1..) {
            let factor = row[k].mul(&inverse);
            for (entry, head) in row.iter_mut().zip(pivot).skip(k + 1) {
                *entry = entry.sub(&factor.mul(head));
            }
            x[i] = x[i].sub(&factor.mul(&x[k]));
        }
        inverses.push(inverse);
    }
    for i in (0..count).rev() {
        let known = (i + 1..count).map(|j| rows[i][j].mul(&x[j]));
        x[i] = known.fold(x[i].clone(), |entry, known| entry.sub(&known)).mul(&inverses[i]);
    }
    arithmetic.check()?;
    Ok(x)
}

/// Solves M X = B, column by column.
pub fn solve_columns<A: Arithmetic>(
    arithmetic: &A,
    matrix: &[Vec<A::Scalar>],
    right: &[Vec<A::Scalar>],
) -> Result<Vec<Vec<A::Scalar>>, Error> {
    by_columns(matrix.len(), right, |column| solve(arithmetic, matrix, column))
}

/// Solves A X = B, column by column, by [`solve_unsymmetric`].
pub(crate) fn solve_unsymmetric_columns<A: Arithmetic>(
    arithmetic: &A,
    matrix: &[Vec<A::Scalar>],
    right: &[Vec<A::Scalar>],
) -> Result<Vec<Vec<A::Scalar>>, Error> {
    by_columns(matrix.len(), right, |column| solve_unsymmetric(arithmetic, matrix, column))
}

fn by_columns<S: Clone>(
    count: usize,
    right: &[Vec<S>],
    solve: impl Fn(&[S]) -> Result<Vec<S>, Error>,
) -> Result<Vec<Vec<S>>, Error> {
    let mut rows = vec![Vec::new(); count];
    for k in 0..right.first().map_or(0, Vec::len) {
        let column: Vec<S> = right.iter().map(|row| row[k].clone()).collect();
        rows.iter_mut().zip(solve(&column)?).for_each(|(row, entry)| row.push(entry));
    }
    Ok(rows)
}

/// The accelerations for given driving forces: by the articulated-body algorithm where all links are
/// rigid and all joints move each by itself, without motors; else by the mass matrix. Friction and damping are not in it: subtract them from the
/// driving forces.
pub fn accelerations<S: Field>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    driving: &[S],
) -> Vec<S> {
    if mechanism.is_plain() {
        return articulated_body(mechanism, state, driving);
    }
    let coasting = state.with_accelerations(&vec![mechanism.zero(); driving.len()]);
    let in_parent = in_parent(mechanism, state);
    let resistance = required_forces(mechanism, &coasting, &in_parent);
    let right: Vec<S> = driving.iter().zip(&resistance).map(|(a, b)| a.sub(b)).collect();
    let mass = mass_matrix(mechanism, state, &in_parent);
    let solved = eliminate(&mass, &right, |_, pivot| Ok::<S, Infallible>(pivot.reciprocal()));
    match solved {
        Ok(solved) => solved,
        Err(never) => match never {},
    }
}

/// The driving forces that a motion needs, without friction and damping: by Newton-Euler, or where
/// tips are affine by Appell's equations.
pub fn required_forces<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    in_parent: &[Transform<S>],
) -> Vec<S> {
    if mechanism.is_affine() {
        return driving_forces_by_appell(mechanism, state);
    }
    let motions = motions(mechanism, state, in_parent);
    let wrenches = connection_wrenches(mechanism, state, in_parent, &motions);
    driving_forces(mechanism, state, in_parent, &motions, &wrenches)
}

/// How a body resists when the joints behind it give way: moment and force for an angular
/// acceleration e and an acceleration a of its origin,
/// moment = I e + H a, force = H^T e + M a.
#[derive(Clone)]
struct Articulated<S> {
    inertia: Matrix<S>,
    mixed: Matrix<S>,
    mass: Matrix<S>,
}

impl<S: Scalar> Articulated<S> {
    fn of(moments: &MassMoments<S>) -> Self {
        Self {
            inertia: moments.inertia.clone(),
            mixed: Matrix::cross(&moments.first),
            mass: Matrix::diagonal(&moments.mass),
        }
    }

    fn times(&self, angular: &Vector<S>, linear: &Vector<S>) -> Wrench<S> {
        Wrench {
            moment: &(&self.inertia * angular) + &(&self.mixed * linear),
            force: &(&self.mixed.transpose() * angular) + &(&self.mass * linear),
        }
    }

    /// Takes away what a joint that gives way does not pass on: U U^T / D.
    fn without(&self, along: &Wrench<S>, inverse: &S) -> Self {
        let part = |a: &Vector<S>, b: &Vector<S>| Matrix::outer(a, b).scale(inverse);
        Self {
            inertia: &self.inertia - &part(&along.moment, &along.moment),
            mixed: &self.mixed - &part(&along.moment, &along.force),
            mass: &self.mass - &part(&along.force, &along.force),
        }
    }

    /// The same in the outer frame, about the outer origin.
    fn moved(&self, outer_from_inner: &Transform<S>) -> Self {
        let rotation = &outer_from_inner.rotation;
        let shift = Matrix::cross(&outer_from_inner.position);
        let inertia = rotation.rotate_tensor(&self.inertia);
        let mass = rotation.rotate_tensor(&self.mass);
        let turned = &(rotation * &self.mixed) * &rotation.transpose();
        let mixed = &turned + &(&shift * &mass);
        let inertia = &(&inertia + &(&shift * &turned.transpose())) - &(&mixed * &shift);
        Self { inertia, mixed, mass }
    }

    fn plus(&self, other: &Self) -> Self {
        Self {
            inertia: &self.inertia + &other.inertia,
            mixed: &self.mixed + &other.mixed,
            mass: &self.mass + &other.mass,
        }
    }
}

/// The accelerations for given driving forces, by the articulated-body algorithm, for robots that are
/// [plain](Mechanism::is_plain).
/// Friction is not in it: subtract it from the driving forces.
pub fn articulated_body<S: Field>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    driving: &[S],
) -> Vec<S> {
    let in_parent = in_parent(mechanism, state);
    let zero = mechanism.zero();
    let coasting = state.with_accelerations(&vec![zero.clone(); driving.len()]);
    // What every body would need if no joint accelerated; accelerations come on top of that.
    let motions = motions(mechanism, &coasting, &in_parent);
    let mut biases: Vec<Wrench<S>> = mechanism
        .joints
        .iter()
        .zip(&motions)
        .map(|(joint, motion)| inertia_wrench(&joint.moments, motion))
        .collect();
    for Applied { link, placed, wrench, .. } in mechanism.applied() {
        biases[link] = &biases[link] + &wrench.moved(placed);
    }
    let mut bodies: Vec<Articulated<S>> =
        mechanism.joints.iter().map(|joint| Articulated::of(&joint.moments)).collect();

    let mut springs = vec![zero.clone(); driving.len()];
    add_spring_forces(mechanism, state, &mut springs);

    // inward: U = body * axis, D = axis . U, u = tau - axis . bias
    let mut gains: Vec<Option<(Wrench<S>, S, S)>> = vec![None; bodies.len()];
    for (index, joint) in mechanism.joints.iter().enumerate().rev() {
        let mut passed_body = bodies[index].clone();
        let mut passed_bias = biases[index].clone();
        if let Some(k) = joint.coordinate {
            let still = mechanism.still();
            let push = match joint.kind {
                JointKind::Rotation => bodies[index].times(&joint.axis, &still),
                _ => bodies[index].times(&still, &joint.axis),
            };
            let inverse = joint.along(&push).reciprocal();
            let rest = driving[k].sub(&springs[k]).sub(&joint.along(&biases[index]));
            passed_body = passed_body.without(&push, &inverse);
            let share = inverse.mul(&rest);
            passed_bias = &passed_bias
                + &Wrench { force: push.force.scale(&share), moment: push.moment.scale(&share) };
            gains[index] = Some((push, inverse, rest));
        }
        if let Some(parent) = joint.parent {
            bodies[parent] = bodies[parent].plus(&passed_body.moved(&in_parent[index]));
            biases[parent] = &biases[parent] + &passed_bias.moved(&in_parent[index]);
        }
    }

    // outward: what accelerates on top of coasting
    let mut accelerations = vec![zero; driving.len()];
    let mut extra: Vec<(Vector<S>, Vector<S>)> = Vec::with_capacity(bodies.len());
    for (index, joint) in mechanism.joints.iter().enumerate() {
        let still = (mechanism.still(), mechanism.still());
        let (angular, linear) = joint.parent.map_or(&still, |parent| &extra[parent]);
        let frame = &in_parent[index];
        let back = frame.rotation.transpose();
        let mut linear = &back * &(linear + &angular.cross(&frame.position));
        let mut angular = &back * angular;
        if let (Some(k), Some((push, inverse, rest))) = (joint.coordinate, &gains[index]) {
            let felt = push.moment.dot(&angular).add(&push.force.dot(&linear));
            let acceleration = rest.sub(&felt).mul(inverse);
            let motion = joint.axis.scale(&acceleration);
            match joint.kind {
                JointKind::Rotation => angular = &angular + &motion,
                _ => linear = &linear + &motion,
            }
            accelerations[k] = acceleration;
        }
        extra.push((angular, linear));
    }
    accelerations
}
