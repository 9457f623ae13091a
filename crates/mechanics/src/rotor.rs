//! Rotors of motors: bodies that turn about an axis a, which is fixed in the link that carries them, by
//! r = sum n_j q_j against this link. Mass, and inertia across the axis, belong to the link.
//!
//! ```text
//! Ek   = 1/2 I s^2,  s = a.omega + r'                       (omega, eps: of the carrying link, in its axes)
//! N    = d/dt (I s a) = I (a.eps + r'') a + I s omega x a    on the carrying link
//! Q_j += n_j I (a.eps + r'')
//! ```
//!
//! (Springer Handbook of Robotics, chapter 3; Murphy, Wen, Saridis 1990.) On the base a.omega is zero, and
//! the mass matrix gets I n_j n_k: the usual armature.

use appell_model::JointKind;
use appell_spatial::{MassMoments, Matrix, Scalar, Transform, Varied, Vector};

use crate::elastic::Deformed;
use crate::friction::Friction;
use crate::kinematics::Motion;
use crate::mechanism::Mechanism;
use crate::state::State;

/// The rotor of a motor.
#[derive(Clone, Debug)]
pub struct Rotor<S> {
    /// The joint that it belongs to, from 0.
    pub joint: usize,
    /// The moment of inertia about its axis.
    pub inertia: S,
    /// The unit axis, in the frame of the link that carries it.
    pub axis: Vector<S>,
    /// The link that carries it; nothing: the base.
    pub on: Option<usize>,
    /// How far it turns with every coordinate.
    pub shares: Vec<(usize, S)>,
    /// Friction by its speed against the link that carries it.
    pub friction: Friction<S>,
    /// The share of the power that comes through its gear; nothing: all of it.
    pub efficiency: Option<S>,
}

impl<S> Rotor<S> {
    /// The same in another scalar.
    pub(crate) fn map<T>(&self, change: &mut dyn FnMut(&S) -> T) -> Rotor<T> {
        Rotor {
            joint: self.joint,
            inertia: change(&self.inertia),
            axis: self.axis.map(&mut *change),
            on: self.on,
            shares: self.shares.iter().map(|(k, share)| (*k, change(share))).collect(),
            friction: self.friction.map(&mut *change),
            efficiency: self.efficiency.as_ref().map(change),
        }
    }
}

impl<S: Scalar> Rotor<S> {
    /// r^(order), against the link that carries it, for an order from 1.
    pub fn rate(&self, state: &State<S>, order: usize) -> S {
        let terms = self.shares.iter().map(|(k, n)| n.mul(&state.coordinates[*k].rate(order)));
        terms.fold(self.inertia.integer(0), |sum, term| sum.add(&term))
    }

    /// s = a.omega + r', given the angular velocity of the link; on the base, r' alone.
    fn spin(&self, state: &State<S>, omega: Option<&Vector<S>>) -> S {
        let own = self.rate(state, 1);
        omega.map_or_else(|| own.clone(), |omega| self.axis.dot(omega).add(&own))
    }

    /// I (a.eps + r''), given the angular acceleration of the link.
    pub(crate) fn torque(&self, state: &State<S>, eps: Option<&Vector<S>>) -> S {
        let own = self.rate(state, 2);
        let whole = eps.map_or_else(|| own.clone(), |eps| self.axis.dot(eps).add(&own));
        self.inertia.mul(&whole)
    }

    /// Its inertia moment on the link that carries it.
    pub(crate) fn moment(&self, state: &State<S>, [omega, eps]: [&Vector<S>; 2]) -> Vector<S> {
        let momentum = self.inertia.mul(&self.spin(state, Some(omega)));
        let gyroscopic = omega.cross(&self.axis).scale(&momentum);
        &self.axis.scale(&self.torque(state, Some(eps))) + &gyroscopic
    }

    /// Adds what it asks of the drives, given the angular acceleration of the link.
    pub(crate) fn add_forces(&self, state: &State<S>, eps: Option<&Vector<S>>, forces: &mut [S]) {
        let torque = self.torque(state, eps);
        for (k, n) in &self.shares {
            forces[*k] = forces[*k].add(&n.mul(&torque));
        }
    }

    /// Twice its kinetic energy.
    pub(crate) fn doubled_energy(&self, state: &State<S>, motions: &[Motion<S>]) -> S {
        let spin = self.spin(state, self.on.map(|link| &motions[link].omega));
        self.inertia.mul(&spin).mul(&spin)
    }

    /// It as a body in the frame of the link: inertia about the axis only.
    pub(crate) fn body(&self) -> MassMoments<S> {
        let mut body = MassMoments::none(&self.inertia);
        body.inertia = Matrix::outer(&self.axis, &self.axis).scale(&self.inertia);
        body
    }

    /// Its frame, given that of the link, as functions of time. A rotor looks the same from all sides:
    /// so it may be turned back to where its angle is zero now.
    pub(crate) fn frame(
        &self,
        state: &State<S>,
        frame: &Transform<Varied<S>>,
        order: usize,
    ) -> Transform<Varied<S>> {
        let zero = self.inertia.integer(0);
        let angle = Varied::<S>::new(zero.clone(), (1..=order).map(|k| self.rate(state, k)));
        let (cos, sin) = angle.cos_sin(zero.integer(1), zero);
        let axis = self.axis.map(|entry| Varied::<S>::constant(entry.clone()));
        frame.turned(&axis, &cos, &sin)
    }

    /// How fast it spins with a unit of the rate of every coordinate: s = h.q'.
    pub(crate) fn spin_by_rates(
        &self,
        mechanism: &Mechanism<S>,
        state: &State<S>,
        in_parent: &[Transform<S>],
    ) -> Vec<S> {
        let mut row = vec![mechanism.zero(); mechanism.coordinates()];
        for (k, n) in &self.shares {
            row[*k] = row[*k].add(n);
        }
        let mut direction = self.axis.clone();
        let mut at = self.on;
        while let Some(index) = at {
            let joint = &mechanism.joints[index];
            if joint.kind == JointKind::Rotation {
                joint.add_force(|| joint.axis.dot(&direction), &mut row);
            }
            direction = &in_parent[index].rotation * &direction;
            at = joint.parent;
            let elastic = at.and_then(|parent| mechanism.joints[parent].elastic.as_ref());
            let Some(elastic) = elastic else { continue };
            let twists = Deformed::at(elastic, state, joint.station).twists();
            for (j, twist) in twists.iter().enumerate() {
                let entry = &mut row[elastic.first + j];
                *entry = entry.add(&twist.angular.dot(&direction));
            }
        }
        row
    }
}

/// Adds what all rotors ask of the drives, given the angular accelerations of links.
pub(crate) fn add_rotor_forces<'e, S: Scalar + 'e>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    eps: impl Fn(usize) -> &'e Vector<S>,
    forces: &mut [S],
) {
    for rotor in &mechanism.rotors {
        rotor.add_forces(state, rotor.on.map(&eps), forces);
    }
}

/// Adds the rotors to a mass matrix: I h h^T.
pub(crate) fn add_rotor_masses<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    in_parent: &[Transform<S>],
    matrix: &mut [Vec<S>],
) {
    for rotor in &mechanism.rotors {
        let spins = rotor.spin_by_rates(mechanism, state, in_parent);
        for (row, by_row) in matrix.iter_mut().zip(&spins) {
            let momentum = rotor.inertia.mul(by_row);
            for (entry, by_column) in row.iter_mut().zip(&spins) {
                *entry = entry.add(&momentum.mul(by_column));
            }
        }
    }
}
