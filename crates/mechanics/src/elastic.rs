//! Elastic links at an instant: the forces of inertia of a body that deforms (Book 1984; Negrean 2019,
//! eqs 61-97, corrected). Its tip, which carries all that comes after the link, is in `tip`.
//!
//! A point of the link is at x = r + y in its frame, y = sum_a c_a d_a. With omega, B = `[eps]x` +
//! `[omega]x^2` and the acceleration a of the origin (gravity in it), its acceleration is
//! a + B x + 2 omega x y' + y''; so there come on top of the forces of the body as it is now
//!
//! ```text
//! F += 2 omega x X' + X''                       X = int x dm
//! N += 2 int x x (omega x y') dm + int x x y'' dm      about the origin
//! f_l = int dy/dq_l . (a + B x + 2 omega x y' + y'') dm    the modal forces
//! ```
//!
//! and Q_l = f_l + (twist of the tip by q_l) . (wrench that the tip hands on) + strain + damping.

use appell_spatial::{MassMoments, Scalar, Vector, Wrench, axial, vortex};

use crate::kinematics::Motion;
use crate::mechanism::{Body, Elastic, Mechanism};
use crate::state::State;

/// An elastic link at an instant.
pub struct Deformed<'m, S> {
    pub(crate) elastic: &'m Elastic<S>,
    pub(crate) state: &'m State<S>,
    /// The station of which motions are asked for; nothing: the tip.
    pub(crate) station: Option<usize>,
    q: Vec<S>,
    /// The coefficients of the fields, and their first and second time derivative.
    pub(crate) c: [Vec<S>; 3],
}

impl<'m, S: Scalar> Deformed<'m, S> {
    /// The link in a state.
    pub fn new(elastic: &'m Elastic<S>, state: &'m State<S>) -> Self {
        Self::at(elastic, state, None)
    }

    /// The link in a state, to ask for the motion of a station instead of the tip.
    pub fn at(elastic: &'m Elastic<S>, state: &'m State<S>, station: Option<usize>) -> Self {
        let own = &state.coordinates[elastic.first..elastic.first + elastic.body.modes()];
        let q: Vec<S> = own.iter().map(|at| at.q.clone()).collect();
        let [rates, accelerations] =
            [1, 2].map(|order| own.iter().map(|at| at.rate(order)).collect::<Vec<S>>());
        let c = elastic.body.coefficients([&q, &rates, &accelerations]);
        Self { elastic, state, station, q, c }
    }

    /// The coefficients of the fields.
    pub fn coefficients(&self) -> &[S] {
        &self.c[0]
    }

    /// How the fields change with a mode.
    pub(crate) fn by_mode(&self, mode: usize) -> Vec<S> {
        self.elastic.body.slopes(&self.q, mode)
    }

    /// The moments of mass as they are now.
    pub fn moments(&self, undeformed: &MassMoments<S>) -> MassMoments<S> {
        self.elastic.body.deformed(undeformed, &self.c[0])
    }

    /// The time derivative of the first moment in the frame of the link.
    pub fn first_rate(&self) -> Vector<S> {
        self.elastic.body.first(&self.c[1])
    }

    /// What comes on top of the inertia wrench of the body as it is now.
    pub fn wrench(&self, motion: &Motion<S>) -> Wrench<S> {
        let body = &self.elastic.body;
        let [c, rates, accelerations] = &self.c;
        let coriolis = motion.omega.cross(&body.first(rates));
        let force = &(&coriolis + &coriolis) + &body.first(accelerations);
        let coriolis = &axial(&body.place_and(c, rates)) * &motion.omega;
        let moment = &(&coriolis + &coriolis) + &vortex(&body.place_and(c, accelerations));
        Wrench { force, moment }
    }

    /// The modal inertia forces f_l.
    pub fn modal_forces(&self, motion: &Motion<S>) -> Vec<S> {
        let body = &self.elastic.body;
        let [c, rates, accelerations] = &self.c;
        let force = |mode: usize| {
            let e = self.by_mode(mode);
            let fall = body.first(&e).dot(&motion.a);
            let spin = (&motion.spin * &body.place_and(c, &e)).trace();
            let coriolis = motion.omega.dot(&vortex(&body.product(rates, &e)));
            let inertia = body.product(accelerations, &e).trace();
            fall.add(&spin).add(&coriolis).add(&coriolis).add(&inertia)
        };
        (0..body.modes()).map(force).collect()
    }

    /// What a unit of acceleration of a mode asks of the link: force, moment about the origin, and
    /// the modal forces of all modes.
    pub fn unit_response(&self, mode: usize) -> (Wrench<S>, Vec<S>) {
        let body = &self.elastic.body;
        let e = self.by_mode(mode);
        let moment = vortex(&body.place_and(&self.c[0], &e));
        let modal = (0..body.modes()).map(|l| body.product(&e, &self.by_mode(l)).trace());
        (Wrench { force: body.first(&e), moment }, modal.collect())
    }

    /// Twice the kinetic energy that comes on top of that of the body as it is now.
    pub fn doubled_energy(&self, motion: &Motion<S>) -> S {
        let body = &self.elastic.body;
        let [c, rates, _] = &self.c;
        let moved = motion.v.dot(&body.first(rates));
        let turned = motion.omega.dot(&vortex(&body.place_and(c, rates)));
        let mixed = moved.add(&turned);
        mixed.add(&mixed).add(&body.product(rates, rates).trace())
    }

    /// Forces K q of the strain.
    pub fn strain_forces(&self) -> Vec<S> {
        times(&self.elastic.body.stiffness, &self.q)
    }

    /// The strain energy.
    pub fn strain_energy(&self) -> S {
        let forces = self.strain_forces();
        let terms = forces.iter().zip(&self.q).map(|(force, q)| force.mul(q));
        let zero = self.elastic.body.tip.x().integer(0);
        terms.fold(zero, |sum, term| sum.add(&term)).over(2)
    }

    /// Forces D q' of the damping, or with a higher order their time derivatives.
    pub fn damping_forces(&self, order: usize) -> Vec<S> {
        let first = self.elastic.first;
        let rate = |j: usize| self.state.coordinates[first + j].rate(order);
        let rates: Vec<S> = (0..self.q.len()).map(rate).collect();
        times(&self.elastic.body.damping, &rates)
    }
}

fn times<S: Scalar>(matrix: &[Vec<S>], vector: &[S]) -> Vec<S> {
    let row = |row: &Vec<S>| {
        let terms = row.iter().zip(vector).map(|(a, b)| a.mul(b));
        terms.reduce(|sum, term| sum.add(&term))
    };
    matrix.iter().filter_map(row).collect()
}

impl<S: Scalar> Body<S> {
    /// The link in a state, if it deforms.
    pub fn deformed<'m>(&'m self, state: &'m State<S>) -> Option<Deformed<'m, S>> {
        Some(Deformed::new(self.elastic.as_ref()?, state))
    }

    /// The moments of mass of the link as it is in a state.
    pub fn moments_in(&self, state: &State<S>) -> MassMoments<S> {
        match self.deformed(state) {
            Some(deformed) => deformed.moments(&self.moments),
            None => self.moments.clone(),
        }
    }
}

/// A matrix of modal entries of all elastic links in one for all coordinates: the stiffness K or the
/// damping D.
pub fn assembled<S: Scalar>(
    mechanism: &Mechanism<S>,
    entries: impl Fn(&Elastic<S>) -> &[Vec<S>],
) -> Vec<Vec<S>> {
    let count = mechanism.coordinates();
    let mut matrix = vec![vec![mechanism.zero(); count]; count];
    for (_, elastic) in mechanism.elastic() {
        for (j, row) in entries(elastic).iter().enumerate() {
            for (k, entry) in row.iter().enumerate() {
                matrix[elastic.first + j][elastic.first + k] = entry.clone();
            }
        }
    }
    matrix
}
