//! Acceleration energies of any order, and what follows from them for sudden motions.
//!
//! EA_p = 1/2 sum of the integral of |r^(p+1)|^2 dm; EA_0 is the kinetic energy, EA_1 that of
//! Gibbs and Appell. In trace form, with the frame's R and p and the moments of mass (m, h, P):
//!
//! ```text
//! EA_p = 1/2 sum { tr(R^(p+1) P R^(p+1)T) + 2 h.R^(p+1)T p^(p+1) + m |p^(p+1)|^2 }
//! ```
//!
//! (Negrean 2019, eqs 49-56, corrected: the mixed term must be there.)

use appell_spatial::{MassMoments, Matrix, Scalar, Transform, Varied, Vector};

use crate::appell::driving_forces_by_appell;
use crate::geometry::{frames, in_parent};
use crate::kinematics::motions;
use crate::mechanism::{Elastic, Mechanism};
use crate::newton_euler::{connection_wrenches, driving_forces};
use crate::state::State;

/// A derivative; zero beyond what is kept, where it is of no effect.
fn at<S: Scalar>(jet: &Varied<S>, order: usize) -> S {
    jet.derivative(order).unwrap_or_else(|| S::from_jet(jet.integer(0)))
}

/// The acceleration energy of order p, in trace form.
pub fn acceleration_energy<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>, p: usize) -> S {
    energy_derivative(mechanism, state, p, 0)
}

/// The time derivative of order a of the acceleration energy of order p:
/// 1/2 sum_s C(a,s) tr(T^(p+1+s) J T^(p+1+a-s)T) over the links.
pub(crate) fn energy_derivative<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    p: usize,
    a: usize,
) -> S {
    energy_of(mechanism, state, [p, a], None)
}

/// The same of all links, or of some of them and the rotors that they carry.
pub(crate) fn energy_of<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    [p, a]: [usize; 2],
    links: Option<&[usize]>,
) -> S {
    let is_meant = |index: Option<usize>| {
        links.is_none_or(|links| index.is_some_and(|index| links.contains(&index)))
    };
    let order = p + 1 + a;
    let moving = mechanism.constant();
    let path = state.jets(order, 0);
    let frames = frames(&moving, &path);
    // of every link, the coefficients of its fields as functions of time
    let fields: Vec<Vec<Varied<S>>> = moving
        .joints
        .iter()
        .map(|body| body.deformed(&path).map_or_else(Vec::new, |it| it.coefficients().to_vec()))
        .collect();
    let fixed = Transform::identity(&moving.zero());
    let rotors: Vec<(MassMoments<S>, Transform<Varied<S>>)> = mechanism
        .rotors
        .iter()
        .filter(|rotor| is_meant(rotor.on))
        .map(|rotor| {
            let frame = rotor.on.map_or(&fixed, |link| &frames.in_base[link]);
            (rotor.body(), rotor.frame(state, frame, order))
        })
        .collect();
    let mut sum = mechanism.zero();
    let mut binomial = 1i64;
    for s in 0..=a {
        let [left, right] = [p + 1 + s, p + 1 + a - s];
        let product = mechanism
            .joints
            .iter()
            .zip(frames.in_base.iter().zip(&fields))
            .enumerate()
            .filter(|(index, _)| is_meant(Some(*index)))
            .map(|(_, (body, (frame, fields)))| {
                polar_energy((&body.moments, body.elastic.as_ref()), frame, fields, [left, right])
            })
            .chain(
                rotors
                    .iter()
                    .map(|(body, frame)| polar_energy((body, None), frame, &[], [left, right])),
            )
            .fold(mechanism.zero(), |sum, term| sum.add(&term));
        sum = sum.add(&product.mul(&product.integer(binomial)));
        binomial = binomial * (a - s) as i64 / (s as i64 + 1);
    }
    sum.over(2)
}

/// The integral of r^(m).r^(n) over a link. Where it deforms, r = p + sum_a c_a R d_a with c_0 = 1 and
/// d_0 the undeformed place: in place of R there come the matrices c_a R.
fn polar_energy<S: Scalar>(
    (moments, elastic): (&MassMoments<S>, Option<&Elastic<S>>),
    frame: &Transform<Varied<S>>,
    fields: &[Varied<S>],
    [m, n]: [usize; 2],
) -> S {
    let position = |order: usize| frame.position.map(|it| it.at::<S>(order));
    let (p, q) = (position(m), position(n));
    let carried: Vec<Matrix<Varied<S>>> = std::iter::once(frame.rotation.clone())
        .chain(fields.iter().map(|c| frame.rotation.scale(c)))
        .collect();
    let rotations = |order: usize| -> Vec<Matrix<S>> {
        let matrix = |it: &Matrix<Varied<S>>| it.map(|entry| entry.at(order));
        carried.iter().map(matrix).collect()
    };
    integral((moments, elastic), [(&p, &rotations(m)), (&q, &rotations(n))])
}

/// The integral of x.y over the mass of a link, with x = p + sum_a A_a d_a and y = q + sum_a B_a d_a; d_0 is the
/// undeformed place, the others are the fields of the modes.
fn integral<S: Scalar>(
    (moments, elastic): (&MassMoments<S>, Option<&Elastic<S>>),
    [(p, left), (q, right)]: [(&Vector<S>, &[Matrix<S>]); 2],
) -> S {
    let elastic = elastic.map(|elastic| &elastic.body);
    let shapes = || elastic.iter().flat_map(|body| &body.shapes);
    let firsts: Vec<&Vector<S>> =
        std::iter::once(&moments.first).chain(shapes().map(|shape| &shape.first)).collect();
    // the integral of d_a d_b^T
    let product = |a: usize, b: usize| match (a, b, elastic) {
        (0, 0, _) | (_, _, None) => moments.second(),
        (0, b, Some(body)) => body.shapes[b - 1].mixed.clone(),
        (a, 0, Some(body)) => body.shapes[a - 1].mixed.transpose(),
        (a, b, Some(body)) => body.products[a - 1][b - 1].clone(),
    };
    let mut sum = p.dot(q).mul(&moments.mass);
    for (a, first) in firsts.iter().enumerate() {
        let mixed = (&left[a] * *first).dot(q).add(&(&right[a] * *first).dot(p));
        sum = sum.add(&mixed);
        for (b, right) in right.iter().enumerate() {
            sum = sum.add(&(&(&left[a] * &product(a, b)) * &right.transpose()).trace());
        }
    }
    sum
}

/// The acceleration energy of order p from the velocities of the recursion of Newton and Euler, in the axes of each
/// link; of all links, or of those in `links`.
///
/// In these axes a point has the velocity v + sum_a (c_a' + c_a `[omega]x`) d_a. The axes turn, so that the time
/// derivative of a vector with the components x is x' + omega x x.
///
/// `None` with affine tips, where links have no angular velocity, and with rotors.
pub(crate) fn energy_in_link_axes<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    p: usize,
    links: Option<&[usize]>,
) -> Option<S> {
    if mechanism.is_affine() || !mechanism.rotors.is_empty() {
        return None;
    }
    let moving = mechanism.constant();
    let path = state.jets(p + 1, 2);
    let motions = motions(&moving, &path, &in_parent(&moving, &path));
    // the time derivative of x, with its own first `kept` derivatives
    let rate = |x: &Varied<S>, kept: usize| {
        Varied::<S>::new(at::<S>(x, 1), (2..=kept + 1).map(|order| at::<S>(x, order)))
    };
    let mut sum = mechanism.zero();
    for (index, motion) in motions.iter().enumerate() {
        if links.is_some_and(|links| !links.contains(&index)) {
            continue;
        }
        let fields = moving.joints[index].deformed(&path);
        let fields = fields.map_or_else(Vec::new, |it| it.coefficients().to_vec());
        let spin = Matrix::cross(&motion.omega);
        let velocity = |c: Varied<S>| &Matrix::diagonal(&rate(&c, p)) + &spin.scale(&c);
        let mut origin = motion.v.clone();
        let mut fields: Vec<Matrix<Varied<S>>> =
            std::iter::once(moving.zero().integer(1)).chain(fields).map(velocity).collect();
        for kept in (0..p).rev() {
            origin = &origin.map(|x| rate(x, kept)) + &motion.omega.cross(&origin);
            for field in &mut fields {
                *field = &field.map(|x| rate(x, kept)) + &(&spin * &*field);
            }
        }
        let origin = origin.map(|x| x.at::<S>(0));
        let fields: Vec<Matrix<S>> =
            fields.iter().map(|field| field.map(|x| x.at::<S>(0))).collect();
        let body = &mechanism.joints[index];
        let place = (&origin, fields.as_slice());
        sum = sum.add(&integral((&body.moments, body.elastic.as_ref()), [place, place]));
    }
    Some(sum.over(2))
}

/// The driving forces and their time derivatives up to an order, by Newton-Euler on functions of
/// time. Friction is not in them.
pub fn driving_force_jets<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    order: usize,
) -> Vec<Varied<S>> {
    let moving = mechanism.constant();
    let path = state.jets(order, 2);
    if mechanism.is_affine() {
        return driving_forces_by_appell(&moving, &path);
    }
    let in_parent = in_parent(&moving, &path);
    let motions = motions(&moving, &path, &in_parent);
    let wrenches = connection_wrenches(&moving, &path, &in_parent, &motions);
    driving_forces(&moving, &path, &in_parent, &motions, &wrenches)
}

/// The same energy for p = 1, 2, 3 in the explicit form of the centre of mass: with the absolute
/// derivatives w, e, h, z of the angular velocity,
/// EA_p = 1/2 M |rC^(p+1)|^2 + 1/2 a.J a + a.n + 1/2 tr(S^2 P).
///
/// Nothing for another order, or where links deform.
pub fn explicit_energy<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    p: usize,
) -> Option<S> {
    if !(1..=3).contains(&p) || mechanism.elastic().next().is_some() {
        return None;
    }
    let moving = mechanism.constant();
    let path = state.jets(p + 1, 2);
    let frames = frames(&moving, &path);
    let motions = motions(&moving, &path, &frames.in_parent);
    let mut sum = mechanism.zero();
    for ((body, frame), motion) in mechanism.joints.iter().zip(&frames.in_base).zip(&motions) {
        let centre = frame.point(&body.central.centre.map(|x| Varied::<S>::constant(x.clone())));
        let centre = centre.map(|x| x.at::<S>(p + 1));
        let spin = &frame.rotation * &motion.omega;
        let [w, e, h, z] = [0, 1, 2, 3].map(|order| spin.map(|x| at(x, order)));
        let rotation = frame.rotation.map(|entry| entry.at::<S>(0));
        let tensor = rotation.rotate_tensor(&body.central.inertia);
        let moved = centre.dot(&centre).mul(&body.central.mass).over(2);
        sum = sum.add(&moved).add(&rotational_energy(&tensor, [&w, &e, &h, &z], p));
    }
    let rotors = moving.rotors.iter().zip(&mechanism.rotors);
    for (rotor, still) in rotors {
        let own = rotor.axis.scale(&rotor.rate(&path, 1));
        let (rotation, spin) = match rotor.on {
            Some(link) => (frames.in_base[link].rotation.clone(), &motions[link].omega + &own),
            None => (Matrix::diagonal(&moving.zero().integer(1)), own),
        };
        let spin = &rotation * &spin;
        let [w, e, h, z] = [0, 1, 2, 3].map(|order| spin.map(|x| at(x, order)));
        let rotation = rotation.map(|entry| entry.at::<S>(0));
        let tensor = rotation.rotate_tensor(&still.body().inertia);
        sum = sum.add(&rotational_energy(&tensor, [&w, &e, &h, &z], p));
    }
    Some(sum)
}

/// The rotational part: R^(n) = A_n R with A_n = [a_n]x + S_n, n = p + 1.
pub(crate) fn rotational_energy<S: Scalar>(
    tensor: &Matrix<S>,
    [w, e, h, z]: [&Vector<S>; 4],
    p: usize,
) -> S {
    let integer = |value: i64| tensor.0[0][0].integer(value);
    let times = |v: &Vector<S>, n: i64| v.scale(&integer(n));
    let half = |v: &Vector<S>| v.map(|entry| entry.over(2));
    // of a symmetric dyad x y^T + y x^T in S, the part x x J y + y x J x in n
    let pair = |x: &Vector<S>, y: &Vector<S>| &x.cross(&(tensor * y)) + &y.cross(&(tensor * x));
    let dyads = |x: &Vector<S>, y: &Vector<S>| &Matrix::outer(x, y) + &Matrix::outer(y, x);
    let unit = |value: &S| Matrix::diagonal(value);
    let (ww, we) = (w.dot(w), w.dot(e));
    let (a, n, s) = match p {
        1 => (e.clone(), w.cross(&(tensor * w)), &Matrix::outer(w, w) - &unit(&ww)),
        2 => {
            let a = &(h - &w.scale(&ww)) + &half(&e.cross(w));
            let n = half(&times(&pair(e, w), 3));
            let s = dyads(w, e).map(|entry| entry.mul(&integer(3)).over(2));
            (a, n, &s - &unit(&we.mul(&integer(3))))
        }
        _ => {
            let u = e.cross(w);
            let a = &(&(z + &h.cross(w)) - &times(&e.scale(&ww), 2)) - &times(&w.scale(&we), 4);
            let n = &(&times(&pair(h, w), 2) + &times(&e.cross(&(tensor * e)), 3))
                + &(&pair(&u, w) - &w.cross(&(tensor * w)).scale(&ww));
            let s = &(&dyads(w, h).scale(&integer(2)) - &unit(&h.dot(w).mul(&integer(4))))
                + &(&Matrix::outer(e, e) - &unit(&e.dot(e))).scale(&integer(3));
            let rest = &Matrix::outer(w, w) - &unit(&ww);
            (a, n, &(&s + &dyads(&u, w)) - &rest.scale(&ww))
        }
    };
    let second = &unit(&tensor.trace().over(2)) - tensor;
    let quadratic = a.dot(&(tensor * &a)).over(2);
    let squares = (&(&s * &s) * &second).trace().over(2);
    quadratic.add(&a.dot(&n)).add(&squares)
}
