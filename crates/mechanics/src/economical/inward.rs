//! Inward iterations: inertia forces, and from them the connection wrenches.

use appell_spatial::{Matrix, Scalar, Vector, Wrench};

use super::motion::{Motion, Run};
use super::{Economical, SecondMoments};
use crate::compensator::add_compensators;
use crate::geometry::in_parent;
use crate::mechanism::Applied;
use crate::state::State;

impl<S: Scalar> Economical<S> {
    pub(super) fn wrenches_of(&self, state: &State<S>, motions: &[Motion<S>]) -> Vec<Wrench<S>> {
        let wrench = |(index, motion)| inertia_wrench(&self.body(index, state), motion);
        let mut wrenches: Vec<Wrench<S>> = motions.iter().enumerate().map(wrench).collect();
        for Applied { link, placed, wrench, .. } in self.mechanism.applied() {
            wrenches[link] = &wrenches[link] + &wrench.moved(placed);
        }
        if !self.mechanism.compensators.is_empty() {
            let plain = self.plain();
            add_compensators(&plain, &in_parent(&plain, state), &mut wrenches);
        }
        for (rotor, link) in self.mechanism.rotors.iter().filter_map(|it| Some((it, it.on?))) {
            let moment = rotor.moment(state, [&motions[link].omega, &motions[link].eps]);
            wrenches[link].moment = &wrenches[link].moment + &moment;
        }
        // moments without those that come along a run of parallel axes, and the latter, in the
        // axes before the run
        let mut own: Vec<Vector<S>> = wrenches.iter().map(|it| it.moment.clone()).collect();
        let mut along_run = vec![self.mechanism.still(); own.len()];
        for (index, joint) in self.mechanism.joints.iter().enumerate().rev() {
            let Some(parent) = joint.parent else { continue };
            let rest = &joint.parent_from_rest;
            let (turn, slide) = self.turn_and_slide(index, state);
            let turned = |v: &Vector<S>| turn.as_ref().map_or_else(|| v.clone(), |turn| turn * v);
            let force = &rest.rotation * &turned(&wrenches[index].force);
            let lever = rest.position.cross(&force);
            let slid = joint.axis.scale(&slide).cross(&wrenches[index].force);
            let run = motions[index].run.as_ref().filter(|_| self.ends[index].is_none());
            let before = match run {
                Some(Run { cos, sin, .. }) => {
                    &Matrix::turn(&joint.axis, cos, sin) * &(&own[index] + &slid)
                }
                None => turned(&(&own[index] + &slid)),
            };
            let before = &before + &along_run[index];
            let moment = if run.is_some_and(|run| run.continued) {
                along_run[parent] = &along_run[parent] + &before;
                own[parent] = &own[parent] + &lever;
                &(&rest.rotation * &turned(&(&wrenches[index].moment + &slid))) + &lever
            } else {
                let moment = &(&rest.rotation * &before) + &lever;
                own[parent] = &own[parent] + &moment;
                moment
            };
            wrenches[parent] = &wrenches[parent] + &Wrench { force, moment };
        }
        wrenches
    }
}

/// The inertia force m a + A h, and its moment about the origin: the axial vector of A K, and
/// h x a.
fn inertia_wrench<S: Scalar>(body: &SecondMoments<S>, motion: &Motion<S>) -> Wrench<S> {
    let SecondMoments { mass, first, second } = body;
    let (tensor, d) = (&motion.tensor.0, &motion.differences);
    let force = &motion.a.scale(mass) + &(&motion.tensor * first);
    let entry = |i: usize| {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        let diagonal = tensor[l][k].mul(&second.0[k][k]).sub(&tensor[k][l].mul(&second.0[l][l]));
        let mixed = tensor[l][i].mul(&second.0[i][k]).sub(&tensor[k][i].mul(&second.0[i][l]));
        diagonal.add(&mixed).add(&d[l].sub(&d[k]).mul(&second.0[k][l]))
    };
    let moment = Vector([entry(0), entry(1), entry(2)]);
    Wrench { force, moment: &moment + &first.cross(&motion.a) }
}
