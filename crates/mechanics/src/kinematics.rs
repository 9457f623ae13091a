//! Outward iterations: velocities and accelerations of every link, in the axes of its own frame
//! (Luh, Walker, Paul 1980; Craig, Introduction to Robotics, chapters 5 and 6).
//!
//! ```text
//! omega_i = R_i^T omega_p + D q' k
//! eps_i   = R_i^T eps_p + D ((R_i^T omega_p) x q' k + q'' k)
//! v_i     = R_i^T (v_p + omega_p x r_i) + (1 - D) q' k
//! a_i     = R_i^T (a_p + B_p r_i) + (1 - D) (2 omega_i x q' k + q'' k),  B = [eps]x + [omega]x^2
//! ```
//!
//! D = 1 in a rotation, 0 in a translation; p is the parent, or the tip of an elastic one. Gravity enters as the acceleration
//! of the base, against gravity.

use appell_model::JointKind;
use appell_spatial::{Matrix, Scalar, Transform, Vector};

use crate::elastic::Deformed;
use crate::geometry::joint_frame;
use crate::mechanism::{Body, Mechanism};
use crate::state::{Coordinate, State};

/// The motion of a link, in the axes of its frame.
#[derive(Clone, Debug)]
pub struct Motion<S> {
    /// The angular velocity.
    pub omega: Vector<S>,
    /// The angular acceleration.
    pub eps: Vector<S>,
    /// The velocity of the origin.
    pub v: Vector<S>,
    /// The acceleration of the origin; gravity is in it.
    pub a: Vector<S>,
    /// `[eps]x + [omega]x [omega]x`: times a place fixed in the link it is the acceleration of this
    /// place against the origin.
    pub spin: Matrix<S>,
}

impl<S: Scalar> Motion<S> {
    /// The base, which stands still but for gravity.
    pub fn of_base(mechanism: &Mechanism<S>) -> Self {
        Self {
            omega: mechanism.still(),
            eps: mechanism.still(),
            v: mechanism.still(),
            a: -&mechanism.gravity,
            spin: Matrix::diagonal(&mechanism.zero()),
        }
    }

    /// The velocity of a place fixed in the link.
    pub fn velocity_at(&self, place: &Vector<S>) -> Vector<S> {
        &self.v + &self.omega.cross(place)
    }

    /// The acceleration of a place fixed in the link.
    pub fn acceleration_at(&self, place: &Vector<S>) -> Vector<S> {
        &self.a + &(&self.spin * place)
    }

    /// The motion at another place, which moves through the link with a velocity and an
    /// acceleration of its own, in the same axes.
    pub fn shifted(&self, place: &Vector<S>, [rate, acceleration]: &[Vector<S>; 2]) -> Self {
        let coriolis = self.omega.cross(rate);
        let a = &self.acceleration_at(place) + &(&coriolis + &coriolis);
        Self {
            v: &self.velocity_at(place) + rate,
            a: &a + acceleration,
            omega: self.omega.clone(),
            eps: self.eps.clone(),
            spin: self.spin.clone(),
        }
    }

    /// The motion of axes that turn about an axis of their own, at the same origin.
    pub fn turned(&self, axis: &Vector<S>, angle: &Coordinate<S>) -> Self {
        let back = Matrix::turn(axis, &angle.cos, &angle.sin.neg());
        let rate = axis.scale(&angle.rate(1));
        let omega = &back * &self.omega;
        let eps = &(&back * &self.eps) + &omega.cross(&rate);
        let (omega, eps) = (&omega + &rate, &eps + &axis.scale(&angle.rate(2)));
        let spin = spin(&omega, &eps);
        Self { v: &back * &self.v, a: &back * &self.a, omega, eps, spin }
    }
}

/// `[eps]x + [omega]x [omega]x` = `[eps]x` + omega omega^T - (omega.omega) 1.
fn spin<S: Scalar>(omega: &Vector<S>, eps: &Vector<S>) -> Matrix<S> {
    let dyad = Matrix::outer(omega, omega);
    let [[xx, ..], [_, yy, _], [.., zz]] = &dyad.0;
    let [along_x, along_y, along_z] = [yy.add(zz).neg(), xx.add(zz).neg(), xx.add(yy).neg()];
    let mut spin = &Matrix::cross(eps) + &dyad;
    [spin.0[0][0], spin.0[1][1], spin.0[2][2]] = [along_x, along_y, along_z];
    spin
}

/// The motion of a link, given its frame in that of its parent and the parent's motion.
pub fn motion<S: Scalar>(
    mechanism: &Mechanism<S>,
    index: usize,
    state: &State<S>,
    frame: &Transform<S>,
    parent: &Motion<S>,
) -> Motion<S> {
    let joint = &mechanism.joints[index];
    let elastic = joint.parent.and_then(|parent| mechanism.joints[parent].elastic.as_ref());
    match elastic {
        // on an elastic link a joint sits on the tip, or on a station
        Some(elastic) => {
            let carrier = Deformed::at(elastic, state, joint.station).carried(parent);
            behind(joint, state, &joint_frame(joint, state), &carrier)
        }
        None => behind(joint, state, frame, parent),
    }
}

/// The motion of the link behind a joint, given its frame in that on which the joint sits.
fn behind<S: Scalar>(
    joint: &Body<S>,
    state: &State<S>,
    frame: &Transform<S>,
    parent: &Motion<S>,
) -> Motion<S> {
    let back = frame.rotation.transpose();
    let mut omega = &back * &parent.omega;
    let mut eps = &back * &parent.eps;
    let mut v = &back * &parent.velocity_at(&frame.position);
    let mut a = &back * &parent.acceleration_at(&frame.position);
    if let Some(at) = state.of(joint) {
        let rate = joint.axis.scale(&at.rate(1));
        let acceleration = joint.axis.scale(&at.rate(2));
        match joint.kind {
            JointKind::Rotation => {
                eps = &(&eps + &omega.cross(&rate)) + &acceleration;
                omega = &omega + &rate;
            }
            JointKind::Translation => {
                v = &v + &rate;
                let coriolis = omega.cross(&rate);
                a = &(&a + &(&coriolis + &coriolis)) + &acceleration;
            }
            JointKind::Fixed => {}
        }
    }
    let spin = spin(&omega, &eps);
    Motion { omega, eps, v, a, spin }
}

/// The motion of a frame that is fixed on a link, or on the base, in its own axes, given where it is
/// placed on the undeformed link and the motion of the link.
pub(crate) fn fixed_on<S: Scalar>(
    (link, station): (Option<&Body<S>>, Option<usize>),
    state: &State<S>,
    placed: &Transform<S>,
    motion: &Motion<S>,
) -> Motion<S> {
    let elastic = link.and_then(|link| link.elastic.as_ref());
    let deformed = elastic.map(|elastic| Deformed::at(elastic, state, station));
    let carried = deformed.map(|deformed| deformed.carried(motion));
    let motion = carried.as_ref().unwrap_or(motion);
    let back = placed.rotation.transpose();
    let (omega, eps) = (&back * &motion.omega, &back * &motion.eps);
    Motion {
        v: &back * &motion.velocity_at(&placed.position),
        a: &back * &motion.acceleration_at(&placed.position),
        spin: spin(&omega, &eps),
        omega,
        eps,
    }
}

/// The motion of every link, given its frame in that of its parent.
pub fn motions<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    in_parent: &[Transform<S>],
) -> Vec<Motion<S>> {
    let base = Motion::of_base(mechanism);
    let mut motions: Vec<Motion<S>> = Vec::with_capacity(in_parent.len());
    for (index, (joint, frame)) in mechanism.joints.iter().zip(in_parent).enumerate() {
        let parent = joint.parent.map_or(&base, |parent| &motions[parent]);
        motions.push(motion(mechanism, index, state, frame, parent));
    }
    motions
}
