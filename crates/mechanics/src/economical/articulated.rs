//! M^-1 times a vector without M, by articulated bodies: the work grows with the number of joints
//! only (Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 7), here with few operations.
//!
//! Inward, a body with all that hangs on it resists a motion (e, a) of its origin by
//! moment = I e + H a, force = H^T e + M a. With s the motion of its joint, U = (I, H; H^T, M) s,
//! D = s.U and W = U / D, the joint hands on the resistance without U W^T, and of the bias wrench p
//! that its forces need p + W (r - s.p). Outward, x = (r - s.p) / D - W.a, and a + s x goes on.
//!
//! * Velocities, gravity and the payload are in the right side r, so that bodies start at rest.
//! * About an axis of the frame, a row and a column of what is handed on are zero, and s.(p + W u)
//!   is r: they are written down as such.
//! * A tensor is turned about an axis of the frame by the differences of its entries, with 10
//!   products instead of 24, and moved by 31 products instead of 54.

use appell_model::JointKind;
use appell_spatial::{MassMoments, Matrix, Scalar, Vector, Wrench};

use super::{Economical, coordinate_axis, is_permutation};
use crate::mechanism::{Body, Mechanism};
use crate::state::State;

/// Whether [`Economical::accelerations`] holds for a robot: its links are rigid, its joints move each
/// by itself, and no rotor adds to their inertia.
pub(crate) fn supports_articulated<S>(mechanism: &Mechanism<S>) -> bool {
    mechanism.is_plain()
}

/// How a body resists when the joints behind it give way: moment = I e + H a, force = H^T e + M a.
#[derive(Clone)]
struct Articulated<S> {
    inertia: Matrix<S>,
    mixed: Matrix<S>,
    mass: Matrix<S>,
}

/// What a joint does to what is handed on, and what the way outward needs of it.
struct Gain<S> {
    /// W, by its part on angular and its part on linear accelerations.
    share: Wrench<S>,
    /// (r - s.p) / D.
    own: S,
}

/// The frame of a joint in its parent: the joint turns, a constant rotation follows, then a shift.
struct Frame<S> {
    turn: Turn<S>,
    constant: Turn<S>,
    position: Vector<S>,
}

/// A rotation.
enum Turn<S> {
    None,
    /// About an axis of the frame, by its cosine and sine.
    Axis(usize, S, S),
    Any(Matrix<S>),
}

impl<S: Scalar> Economical<S> {
    /// The accelerations x for forces that are free to accelerate, M x = right, by coordinates and
    /// without M: see `economical/articulated`. For robots without rotors and couplings; `invert`
    /// gives one over a scalar.
    pub fn accelerations<E>(
        &self,
        state: &State<S>,
        right: &[S],
        invert: impl Fn(&S) -> Result<S, E>,
    ) -> Result<Vec<S>, E> {
        solve(&self.plain(), state, right, invert)
    }
}

fn solve<S: Scalar, E>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    right: &[S],
    invert: impl Fn(&S) -> Result<S, E>,
) -> Result<Vec<S>, E> {
    let joints = &mechanism.joints;
    let still = || Wrench { force: mechanism.still(), moment: mechanism.still() };
    let frames: Vec<Frame<S>> = joints.iter().map(|joint| Frame::new(joint, state)).collect();
    let mut bodies: Vec<Articulated<S>> =
        joints.iter().map(|joint| Articulated::of(&joint.moments)).collect();
    let mut biases = vec![still(); joints.len()];
    let mut gains: Vec<Option<Gain<S>>> = joints.iter().map(|_| None).collect();
    for (index, joint) in joints.iter().enumerate().rev() {
        if let Some(k) = joint.coordinate {
            let push = bodies[index].along(joint);
            let inverse = invert(&joint.along(&push))?;
            let share = push.map(|entry| entry.mul(&inverse));
            let left = right[k].sub(&joint.along(&biases[index]));
            bodies[index] = bodies[index].without(joint, &push, &share);
            biases[index] = handed_on(joint, &biases[index], &share, &left, &right[k]);
            gains[index] = Some(Gain { share, own: left.mul(&inverse) });
        }
        if let Some(parent) = joint.parent {
            bodies[parent] = bodies[parent].plus(&frames[index].body_inward(&bodies[index]));
            biases[parent] = &biases[parent] + &frames[index].wrench_inward(&biases[index]);
        }
    }
    let mut solution = vec![mechanism.zero(); right.len()];
    let mut motions: Vec<(Vector<S>, Vector<S>)> = Vec::with_capacity(joints.len());
    for (index, joint) in joints.iter().enumerate() {
        let mut motion = match joint.parent {
            Some(parent) => frames[index].outward(&motions[parent]),
            None => (mechanism.still(), mechanism.still()),
        };
        if let (Some(k), Some(gain)) = (joint.coordinate, &gains[index]) {
            solution[k] = gain.take(joint, &mut motion);
        }
        motions.push(motion);
    }
    Ok(solution)
}

/// The axis of the frame that a joint turns about or moves along.
fn straight<S: Scalar>(joint: &Body<S>) -> Option<usize> {
    // of a negative axis, all signs cancel but those of the joint's own force and motion
    coordinate_axis(&joint.axis)
}

/// p + W (r - s.p), whose part along the joint is r.
fn handed_on<S: Scalar>(
    joint: &Body<S>,
    bias: &Wrench<S>,
    share: &Wrench<S>,
    left: &S,
    right: &S,
) -> Wrench<S> {
    let mut sum = bias + &share.map(|entry| entry.mul(left));
    if let Some(axis) = straight(joint) {
        let own = right.mul(&joint.axis.0[axis]);
        match joint.kind {
            JointKind::Rotation => sum.moment.0[axis] = own,
            _ => sum.force.0[axis] = own,
        }
    }
    sum
}

impl<S: Scalar> Gain<S> {
    /// What the joint adds to the motion of its link: x, which is given back.
    fn take(&self, joint: &Body<S>, (angular, linear): &mut (Vector<S>, Vector<S>)) -> S {
        let own = match joint.kind {
            JointKind::Rotation => &mut *angular,
            _ => &mut *linear,
        };
        // W.s = 1: without what the link has along the joint already, s.a + x is at hand
        let axis = straight(joint);
        let before = axis.map(|axis| std::mem::replace(&mut own.0[axis], self.own.integer(0)));
        let felt = self.share.moment.dot(angular).add(&self.share.force.dot(linear));
        let rest = self.own.sub(&felt);
        let own = match joint.kind {
            JointKind::Rotation => angular,
            _ => linear,
        };
        match (axis, before) {
            (Some(axis), Some(before)) => {
                let sign = &joint.axis.0[axis];
                own.0[axis] = rest.mul(sign);
                rest.sub(&before.mul(sign))
            }
            _ => {
                *own = &*own + &joint.axis.scale(&rest);
                rest
            }
        }
    }
}

impl<S: Scalar> Articulated<S> {
    fn of(moments: &MassMoments<S>) -> Self {
        Self {
            inertia: moments.inertia.clone(),
            mixed: Matrix::cross(&moments.first),
            mass: Matrix::diagonal(&moments.mass),
        }
    }

    /// U: what a unit of acceleration of the joint needs.
    fn along(&self, joint: &Body<S>) -> Wrench<S> {
        let axis = &joint.axis;
        match joint.kind {
            JointKind::Rotation => {
                Wrench { moment: &self.inertia * axis, force: &self.mixed.transpose() * axis }
            }
            _ => Wrench { moment: &self.mixed * axis, force: &self.mass * axis },
        }
    }

    /// Without U W^T, of which nothing is left along the joint.
    fn without(&self, joint: &Body<S>, push: &Wrench<S>, share: &Wrench<S>) -> Self {
        let axis = straight(joint);
        let angular = axis.filter(|_| joint.kind == JointKind::Rotation);
        let linear = axis.filter(|_| joint.kind != JointKind::Rotation);
        let less = |block: &Matrix<S>, a: &Vector<S>, b: &Vector<S>, row, column| {
            let entry = |i: usize, j: usize| match row == Some(i) || column == Some(j) {
                true => a.0[0].integer(0),
                false => block.0[i][j].sub(&a.0[i].mul(&b.0[j])),
            };
            Matrix(std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j))))
        };
        // of the symmetric blocks the entries below the diagonal are those above it
        let symmetric = |block: &Matrix<S>, a: &Vector<S>, b: &Vector<S>, zero| {
            let whole = less(block, a, b, zero, zero).0;
            Matrix(std::array::from_fn(|i| {
                std::array::from_fn(|j| whole[i.min(j)][i.max(j)].clone())
            }))
        };
        Self {
            inertia: symmetric(&self.inertia, &push.moment, &share.moment, angular),
            mixed: less(&self.mixed, &push.moment, &share.force, angular, linear),
            mass: symmetric(&self.mass, &push.force, &share.force, linear),
        }
    }

    fn turned(&self, turn: &Turn<S>) -> Self {
        Self {
            inertia: turn.tensor(&self.inertia),
            mixed: turn.tensor(&self.mixed),
            mass: turn.tensor(&self.mass),
        }
    }

    /// About an origin from which the own one lies at p:
    /// H' = H + [p]x M, I' = I + [p]x H^T - H' [p]x.
    fn shifted(&self, Vector(p): &Vector<S>) -> Self {
        let (m, h) = (&self.mass.0, &self.mixed.0);
        let mut more = Matrix::cross(&Vector(std::array::from_fn(|_| p[0].integer(0))));
        for i in 0..3 {
            let (k, l) = ((i + 1) % 3, (i + 2) % 3);
            // the trace of [p]x M is zero
            for j in (0..3).filter(|&j| (i, j) != (2, 2)) {
                more.0[i][j] = p[k].mul(&m[l][j]).sub(&p[l].mul(&m[k][j]));
            }
        }
        more.0[2][2] = more.0[0][0].add(&more.0[1][1]).neg();
        let mixed = &self.mixed + &more;
        let g = &mixed.0;
        let mut inertia = self.inertia.clone();
        for i in 0..3 {
            let (k, l) = ((i + 1) % 3, (i + 2) % 3);
            let own = p[k].mul(&h[i][l].add(&g[i][l])).sub(&p[l].mul(&h[i][k].add(&g[i][k])));
            inertia.0[i][i] = inertia.0[i][i].add(&own);
            let across = p[l].mul(&g[i][i].sub(&h[k][k]));
            let across = across.add(&p[k].mul(&h[k][l])).sub(&p[i].mul(&g[i][l]));
            let across = inertia.0[i][k].add(&across);
            (inertia.0[i][k], inertia.0[k][i]) = (across.clone(), across);
        }
        Self { inertia, mixed, mass: self.mass.clone() }
    }

    fn plus(&self, other: &Self) -> Self {
        Self {
            inertia: &self.inertia + &other.inertia,
            mixed: &self.mixed + &other.mixed,
            mass: &self.mass + &other.mass,
        }
    }
}

impl<S: Scalar> Frame<S> {
    fn new(joint: &Body<S>, state: &State<S>) -> Self {
        let rest = &joint.parent_from_rest;
        let mut position = rest.position.clone();
        let mut turn = Turn::None;
        match (joint.kind, joint.coordinate.map(|k| &state.coordinates[k])) {
            (JointKind::Rotation, Some(at)) => {
                turn = match straight(joint) {
                    Some(axis) => Turn::Axis(axis, at.cos.clone(), at.sin.mul(&joint.axis.0[axis])),
                    None => Turn::Any(Matrix::turn(&joint.axis, &at.cos, &at.sin)),
                }
            }
            (JointKind::Translation, Some(at)) => {
                position = rest.shifted(&joint.axis, &at.q).position;
            }
            _ => {}
        }
        Self { turn, constant: Turn::of(&rest.rotation), position }
    }

    /// In the frame of the parent, about its origin.
    fn body_inward(&self, body: &Articulated<S>) -> Articulated<S> {
        body.turned(&self.turn).turned(&self.constant).shifted(&self.position)
    }

    fn wrench_inward(&self, wrench: &Wrench<S>) -> Wrench<S> {
        let turned = |vector: &Vector<S>| self.constant.vector(&self.turn.vector(vector));
        let force = turned(&wrench.force);
        let moment = &turned(&wrench.moment) + &self.position.cross(&force);
        Wrench { force, moment }
    }

    /// The motion of the parent, in the axes and at the origin of this frame.
    fn outward(&self, (angular, linear): &(Vector<S>, Vector<S>)) -> (Vector<S>, Vector<S>) {
        let back = |vector: &Vector<S>| self.turn.back(&self.constant.back(vector));
        (back(angular), back(&(linear + &angular.cross(&self.position))))
    }
}

impl<S: Scalar> Turn<S> {
    /// A constant rotation.
    fn of(rotation: &Matrix<S>) -> Self {
        let one = rotation.0[0][0].integer(1);
        let is_one = |i: usize| rotation.0[i][i].sub(&one).is_zero();
        match (0..3).filter(|&i| is_one(i)).collect::<Vec<_>>()[..] {
            [_, _, _] => Self::None,
            [axis] if !is_permutation(rotation) => {
                let (l, m) = ((axis + 1) % 3, (axis + 2) % 3);
                Self::Axis(axis, rotation.0[l][l].clone(), rotation.0[m][l].clone())
            }
            _ => Self::Any(rotation.clone()),
        }
    }

    fn vector(&self, vector: &Vector<S>) -> Vector<S> {
        match self {
            Self::None => vector.clone(),
            Self::Axis(axis, cos, sin) => about(*axis, cos, sin, vector),
            Self::Any(rotation) => rotation * vector,
        }
    }

    fn back(&self, vector: &Vector<S>) -> Vector<S> {
        match self {
            Self::None => vector.clone(),
            Self::Axis(axis, cos, sin) => about(*axis, cos, &sin.neg(), vector),
            Self::Any(rotation) => &rotation.transpose() * vector,
        }
    }

    /// R A R^T.
    fn tensor(&self, tensor: &Matrix<S>) -> Matrix<S> {
        match self {
            Self::None => tensor.clone(),
            Self::Any(rotation) => rotation.rotate_tensor(tensor),
            Self::Axis(axis, cos, sin) => {
                let (j, l, m) = (*axis, (axis + 1) % 3, (axis + 2) % 3);
                let a = &tensor.0;
                let mut turned = tensor.clone();
                let t = &mut turned.0;
                [t[l][j], t[m][j]] = pair(cos, sin, &a[l][j], &a[m][j]);
                [t[j][l], t[j][m]] = pair(cos, sin, &a[j][l], &a[j][m]);
                // the rest turns by twice the angle: the difference of the diagonal, and the sum
                // of what is off it
                let (difference, sum) = (a[l][l].sub(&a[m][m]), a[l][m].add(&a[m][l]));
                let [y, x] = pair(cos, sin, &difference, &sum);
                let (x, y) = (sin.mul(&x), sin.mul(&y));
                (t[l][l], t[m][m]) = (a[l][l].sub(&x), a[m][m].add(&x));
                (t[l][m], t[m][l]) = (a[l][m].add(&y), a[m][l].add(&y));
                turned
            }
        }
    }
}

/// Two components across the axis of a turn.
fn pair<S: Scalar>(cos: &S, sin: &S, a: &S, b: &S) -> [S; 2] {
    [a.mul(cos).sub(&b.mul(sin)), a.mul(sin).add(&b.mul(cos))]
}

/// A vector turned about an axis of the frame.
fn about<S: Scalar>(axis: usize, cos: &S, sin: &S, vector: &Vector<S>) -> Vector<S> {
    let (l, m) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut turned = vector.clone();
    [turned.0[l], turned.0[m]] = pair(cos, sin, &vector.0[l], &vector.0[m]);
    turned
}
