//! Newton-Euler: inertia forces outward, connection forces inward, driving forces (Luh, Walker,
//! Paul 1980).
//!
//! ```text
//! F_i = M aC,  N_i = J eps + omega x J omega            (about the centre of mass C, J about it)
//! f_i = F_i + sum over children R_j f_j,
//! n_i = N_i + rC x F_i + sum over children (R_j n_j + r_j x R_j f_j)   (at the origin of {i})
//! Q_i = k_i . n_i in a rotation, k_i . f_i in a translation.
//! ```
//!
//! Joints that follow others hand their Q on to those: see `coupling`. Rotors and springs are in
//! `rotor` and `spring`. On an elastic link there come forces of the modes: see `elastic`. The
//! wrenches that the robot exerts on its surroundings, at the tool and at named frames, come in as
//! those of further children. Friction is added in `friction`.

use appell_spatial::{MassMoments, Scalar, Transform, Vector, Wrench};

use crate::compensator::add_compensators;
use crate::elastic::Deformed;
use crate::geometry::mounted;
use crate::kinematics::Motion;
use crate::mass_matrix::power;
use crate::mechanism::{Applied, Body, Mechanism, Seat};
use crate::rotor::add_rotor_forces;
use crate::spring::add_spring_forces;
use crate::state::State;

/// The inertia force of a link and its moment about the origin of the frame, by the moments of
/// mass about the origin: m a + B h and I eps + omega x I omega + h x a. This is F_i and
/// N_i + rC x F_i, without a product of a mass with a centre of mass.
pub fn inertia_wrench<S: Scalar>(moments: &MassMoments<S>, motion: &Motion<S>) -> Wrench<S> {
    let force = &motion.a.scale(&moments.mass) + &(&motion.spin * &moments.first);
    let momentum = &moments.inertia * &motion.omega;
    let moment = &(&moments.inertia * &motion.eps) + &motion.omega.cross(&momentum);
    Wrench { force, moment: &moment + &moments.first.cross(&motion.a) }
}

/// The inertia force M aC of a link.
pub fn inertia_force<S: Scalar>(body: &Body<S>, motion: &Motion<S>) -> Vector<S> {
    motion.acceleration_at(&body.central.centre).scale(&body.central.mass)
}

/// The inertia moment J eps + omega x J omega of a link, about its centre of mass.
pub fn inertia_moment<S: Scalar>(body: &Body<S>, motion: &Motion<S>) -> Vector<S> {
    let tensor = &body.central.inertia;
    &(tensor * &motion.eps) + &motion.omega.cross(&(tensor * &motion.omega))
}

/// The same of a link that may deform.
pub fn link_wrench<S: Scalar>(body: &Body<S>, state: &State<S>, motion: &Motion<S>) -> Wrench<S> {
    match body.deformed(state) {
        Some(deformed) => {
            let as_it_is = inertia_wrench(&deformed.moments(&body.moments), motion);
            &as_it_is + &deformed.wrench(motion)
        }
        None => inertia_wrench(&body.moments, motion),
    }
}

/// The connection wrench of every joint: what the link before it exerts on the link after it, at
/// the origin and in the axes of {i}.
pub fn connection_wrenches<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    in_parent: &[Transform<S>],
    motions: &[Motion<S>],
) -> Vec<Wrench<S>> {
    let bodies = mechanism.joints.iter().zip(motions);
    let mut wrenches: Vec<Wrench<S>> =
        bodies.map(|(body, motion)| link_wrench(body, state, motion)).collect();
    for applied in mechanism.applied() {
        let (link, wrench) = (applied.link, at_origin(mechanism, state, &applied));
        wrenches[link] = &wrenches[link] + &wrench;
    }
    add_compensators(mechanism, in_parent, &mut wrenches);
    for (rotor, link) in mechanism.rotors.iter().filter_map(|it| Some((it, it.on?))) {
        let moment = rotor.moment(state, [&motions[link].omega, &motions[link].eps]);
        wrenches[link].moment = &wrenches[link].moment + &moment;
    }
    for (index, joint) in mechanism.joints.iter().enumerate().rev() {
        if let Some(parent) = joint.parent {
            wrenches[parent] = &wrenches[parent] + &wrenches[index].moved(&in_parent[index]);
        }
    }
    wrenches
}

/// An applied wrench at the origin and in the axes of its link.
fn at_origin<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    Applied { link, station, placed, wrench }: &Applied<'_, S>,
) -> Wrench<S> {
    let seat = Seat { link: Some(*link), station: *station };
    wrench.moved(&mounted(mechanism, seat, state, placed))
}

/// What the drives must give, by coordinates: the part of the connection wrenches along the joints,
/// what rotors and springs need, and the forces of the modes with their strain. Friction and damping are not in it.
pub fn driving_forces<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    in_parent: &[Transform<S>],
    motions: &[Motion<S>],
    wrenches: &[Wrench<S>],
) -> Vec<S> {
    let mut forces = vec![mechanism.zero(); mechanism.coordinates()];
    for (index, joint) in mechanism.joints.iter().enumerate() {
        joint.add_force(|| joint.along(&wrenches[index]), &mut forces);
        let Some(elastic) = &joint.elastic else { continue };
        let deformed = Deformed::new(elastic, state);
        let mut modal = deformed.modal_forces(&motions[index]);
        for station in mechanism.seats(index) {
            let seat = Seat { link: Some(index), station };
            let handed_on = handed_on(mechanism, state, in_parent, wrenches, seat);
            let twists = Deformed::at(elastic, state, station).twists();
            for (force, twist) in modal.iter_mut().zip(&twists) {
                *force = force.add(&power(twist, &handed_on));
            }
        }
        for (j, (force, strain)) in modal.iter().zip(deformed.strain_forces()).enumerate() {
            forces[elastic.first + j] = force.add(&strain);
        }
    }
    add_spring_forces(mechanism, state, &mut forces);
    add_rotor_forces(mechanism, state, |link| &motions[link].eps, &mut forces);
    forces
}

/// The wrench that a link hands on to what sits on its tip, or on a station, at the origin and in the axes of the
/// link.
fn handed_on<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    in_parent: &[Transform<S>],
    wrenches: &[Wrench<S>],
    seat: Seat,
) -> Wrench<S> {
    let there = |it: &Applied<'_, S>| seat == Seat { link: Some(it.link), station: it.station };
    let applied = mechanism.applied().filter(there);
    let applied = applied.map(|applied| at_origin(mechanism, state, &applied));
    let none = || Wrench { force: mechanism.still(), moment: mechanism.still() };
    let mut sum = applied.reduce(|sum, wrench| &sum + &wrench).unwrap_or_else(none);
    for (index, joint) in mechanism.joints.iter().enumerate() {
        if joint.seat() == seat {
            sum = &sum + &wrenches[index].moved(&in_parent[index]);
        }
    }
    sum
}
