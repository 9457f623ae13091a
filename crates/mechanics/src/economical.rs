//! Newton-Euler with few operations, for code that runs in a controller.
//!
//! The same connection wrenches as in `newton_euler`, by formulas that need fewer products:
//!
//! * The motion of a link is carried by its acceleration tensor A = `[eps]x + [omega]x^2`
//!   (Balafoutis, Patel 1991), with the second moments K = integral of r r^T dm the inertia moment is
//!   the axial vector of A K, 15 products instead of 24. A multiple of the unit matrix in A does not
//!   count there, so of its diagonal two differences are enough.
//! * A place on the axis of a rotation moves in the same way whichever of the two links it is
//!   counted with: A k = R^T A_parent k, also its part along the axis. So of the tensor behind a
//!   rotation a column comes by turning, and angular accelerations follow from it.
//! * An offset along the joint's own axis is added after turning (for accelerations) and before it
//!   (for moments), where it has one component.
//! * Turns are done one after the other: the constant one, then that of the joint.
//! * Behind parallel axes, what has few entries before the first of them is turned once, by the sum
//!   of the angles; moments go back in the same way.
//! * The body behind the last rotation is turned instead of everything else: its ten parameters are
//!   brought into the axes before the turn, and neither motions nor wrenches need be turned.

mod articulated;
mod columns;
mod inward;
mod motion;
mod names;
mod other;
mod regroup;
mod second_moments;

pub(crate) use articulated::supports_articulated;
pub use second_moments::{PARAMETERS, SecondMoments};

use appell_algebra::{Budget, BudgetScope, Error, Poly};
use appell_model::{JointKind, Robot};
use appell_spatial::{Matrix, Scalar, Transform, Vector, Wrench};

use crate::mechanism::{Body, Mechanism, is_zero};
use crate::rotor::add_rotor_forces;
use crate::spring::add_spring_forces;
use crate::state::State;
use motion::{Motion, Run, by_column, by_vectors, exchanged, exchanged_tensor};

/// A robot of rigid links as the recursion wants it.
#[derive(Clone, Debug)]
pub struct Economical<S> {
    /// The robot; the positions of its frames are without what lies along their own axes.
    mechanism: Mechanism<S>,
    /// How far every frame lies along its own axis.
    slides: Vec<S>,
    /// How the mass of every link is spread about the origin of its frame.
    pub bodies: Vec<SecondMoments<S>>,
    /// The axis of the frame about which the body itself is turned, for the last rotations.
    ends: Vec<Option<usize>>,
}

impl<S: Scalar> Economical<S> {
    /// The robot, with every entry turned into a scalar.
    pub fn new<E: From<Error>>(
        robot: &Robot,
        mut entry: impl FnMut(&Poly) -> Result<S, E>,
    ) -> Result<Self, E> {
        let mut mechanism = Mechanism::new(robot, &mut entry)?;
        let bodies = mechanism.joints.iter().map(|joint| SecondMoments::of(&joint.moments));
        let bodies = bodies.collect();
        let mut slides = Vec::with_capacity(mechanism.joints.len());
        // with polynomials, which know that sin^2 + cos^2 = 1
        let scope = BudgetScope::new(Budget::default());
        for (joint, body) in robot.joints().iter().zip(&mut mechanism.joints) {
            let frame = joint.parent_from_frame.map(|entry| scope.scalar(entry.clone()));
            let axis = joint.axis.map(|entry| scope.scalar(entry.clone()));
            let axis = &frame.rotation * &axis;
            let along = axis.dot(&frame.position);
            let across = &frame.position - &axis.scale(&along);
            let entries = |v: &Vector<_>| v.0.iter().filter(|it| !Scalar::is_zero(*it)).count();
            // only where that takes an entry away
            if entries(&across) < entries(&frame.position) {
                slides.push(entry(&scope.finish(along)?)?);
                body.parent_from_rest.position =
                    across.try_map(|it| entry(&scope.finish(it.clone())?))?;
            } else {
                slides.push(mechanism.gravity.x().integer(0));
            }
        }
        let mut economical = Self { ends: vec![None; slides.len()], mechanism, slides, bodies };
        economical.find_ends();
        Ok(economical)
    }

    /// With the payload wrench and the wrenches on frames of a mechanism instead of the robot's own.
    pub(crate) fn load_as(&mut self, other: &Mechanism<S>) {
        self.mechanism.payload = other.payload.clone();
        for (own, other) in self.mechanism.frames.iter_mut().zip(&other.frames) {
            own.wrench = other.wrench.clone();
        }
        self.find_ends();
    }

    /// Without payload wrench and wrenches on frames.
    pub(crate) fn unload(&mut self) {
        self.mechanism.unload();
        self.find_ends();
    }

    /// The last rotations. The origin of such a frame may lie anywhere on its axis: there it
    /// needs no slide.
    fn find_ends(&mut self) {
        for index in 0..self.bodies.len() {
            self.ends[index] = end(&self.mechanism, index);
            if self.ends[index].is_none() {
                continue;
            }
            let zero = self.mechanism.zero();
            let slide = std::mem::replace(&mut self.slides[index], zero.clone());
            let mut frame = Transform::identity(&zero);
            frame.position = self.mechanism.joints[index].axis.scale(&slide);
            self.bodies[index] = self.bodies[index].moved(&frame);
            if self.mechanism.tool_parent == index {
                self.mechanism.parent_from_tool = &frame * &self.mechanism.parent_from_tool;
            }
            let frames = self.mechanism.frames.iter_mut();
            for mounted in frames.filter(|mounted| mounted.seat.link == Some(index)) {
                mounted.parent_from_frame = &frame * &mounted.parent_from_frame;
            }
        }
    }

    /// The robot; of its frames only the turns are those of the robot, not the places.
    pub fn mechanism(&self) -> &Mechanism<S> {
        &self.mechanism
    }

    /// The connection wrench of every joint, in the axes of its frame, those of last links in the
    /// axes before they are turned, and at a place on the axis. The parts along the axis and the
    /// length of those across it are those of [`crate::newton_euler::connection_wrenches`].
    pub fn wrenches(&self, state: &State<S>) -> Vec<Wrench<S>> {
        self.wrenches_of(state, &self.motions(state))
    }

    fn motions(&self, state: &State<S>) -> Vec<Motion<S>> {
        let base = self.of_base();
        let mut motions: Vec<Motion<S>> = Vec::with_capacity(self.bodies.len());
        for (index, joint) in self.mechanism.joints.iter().enumerate() {
            let parent = joint.parent.map_or(&base, |parent| &motions[parent]);
            motions.push(self.motion(index, state, parent));
        }
        motions
    }

    /// What the drives must give, by coordinates; friction is not in it.
    pub fn driving_forces(&self, state: &State<S>) -> Vec<S> {
        self.wrenches_and_forces(state).1
    }

    /// The connection wrenches, and what the drives must give.
    pub(crate) fn wrenches_and_forces(&self, state: &State<S>) -> (Vec<Wrench<S>>, Vec<S>) {
        self.wrenches_and_forces_of(state, &self.motions(state))
    }

    /// The same of motions that are known: they do not depend on the bodies.
    fn wrenches_and_forces_of(
        &self,
        state: &State<S>,
        motions: &[Motion<S>],
    ) -> (Vec<Wrench<S>>, Vec<S>) {
        let wrenches = self.wrenches_of(state, motions);
        let mut forces = self.mechanism.along_joints(&wrenches);
        add_spring_forces(&self.mechanism, state, &mut forces);
        add_rotor_forces(&self.mechanism, state, |link| &motions[link].eps, &mut forces);
        (wrenches, forces)
    }

    fn of_base(&self) -> Motion<S> {
        let zero = self.mechanism.zero();
        Motion {
            omega: self.mechanism.still(),
            eps: self.mechanism.still(),
            tensor: Matrix::diagonal(&zero),
            differences: [zero.clone(), zero.clone(), zero],
            a: -&self.mechanism.gravity,
            run: None,
        }
    }

    /// The body of a link, in the axes in which its motion is described.
    fn body(&self, index: usize, state: &State<S>) -> SecondMoments<S> {
        let (joint, body) = (&self.mechanism.joints[index], &self.bodies[index]);
        match (self.ends[index], state.of(joint)) {
            (Some(axis), Some(at)) => body.turned(axis, &at.cos, &at.sin.mul(&joint.axis.0[axis])),
            _ => body.clone(),
        }
    }

    /// The turn of the joint itself, and how far it reaches along its axis.
    fn turn_and_slide(&self, index: usize, state: &State<S>) -> (Option<Matrix<S>>, S) {
        let (joint, slide) = (&self.mechanism.joints[index], &self.slides[index]);
        match (joint.kind, state.of(joint)) {
            (JointKind::Rotation, Some(at)) if self.ends[index].is_none() => {
                (Some(Matrix::turn(&joint.axis, &at.cos, &at.sin)), slide.clone())
            }
            (JointKind::Translation, Some(at)) => (None, slide.add(&at.q)),
            _ => (None, slide.clone()),
        }
    }

    fn motion(&self, index: usize, state: &State<S>, parent: &Motion<S>) -> Motion<S> {
        let joint = &self.mechanism.joints[index];
        let rest = &joint.parent_from_rest;
        let (turn, slide) = self.turn_and_slide(index, state);
        let (back, turn) = (rest.rotation.transpose(), turn.map(|turn| turn.transpose()));
        let turned = |v: &Vector<S>| turn.as_ref().map_or_else(|| v.clone(), |turn| turn * v);
        let before = [&parent.omega, &parent.eps].map(|v| &back * v);
        let at = state.of(joint);
        let rate = |order| at.as_ref().map_or_else(|| slide.integer(0), |at| at.rate(order));
        let (speed, acceleration) = (joint.axis.scale(&rate(1)), joint.axis.scale(&rate(2)));
        let mut motion = match joint.kind {
            JointKind::Rotation => {
                match (coordinate_axis(&joint.axis), is_permutation(&rest.rotation)) {
                    (Some(axis), true) => {
                        let run = self.run(index, state, axis, parent, &before[0]);
                        let turned = |v: &Vector<S>| match self.ends[index] {
                            Some(_) => v.clone(),
                            None => &Matrix::turn(&joint.axis, &run.cos, &run.sin).transpose() * v,
                        };
                        let mut omega = turned(&run.omega);
                        omega.0[axis] = before[0].0[axis].add(&speed.0[axis]);
                        let eps = before[1].0[axis].add(&acceleration.0[axis]);
                        let mut motion = by_column(omega, axis, &turned(&run.column), eps);
                        motion.run = Some(run);
                        motion
                    }
                    _ => {
                        let omega = &turned(&before[0]) + &speed;
                        let eps = &turned(&before[1]) + &(&omega.cross(&speed) + &acceleration);
                        by_vectors(omega, eps)
                    }
                }
            }
            _ if is_permutation(&rest.rotation) => {
                let tensor = exchanged_tensor(&back, &parent.tensor);
                let entry = |i: usize| exchanged(&back, i, &parent.differences);
                let differences = std::array::from_fn(entry);
                let [omega, eps] = before;
                Motion { omega, eps, tensor, differences, a: self.mechanism.still(), run: None }
            }
            _ => {
                let [omega, eps] = before;
                by_vectors(omega, eps)
            }
        };
        let place = &parent.a + &(&parent.tensor * &rest.position);
        motion.a = &turned(&(&back * &place)) + &(&motion.tensor * &joint.axis).scale(&slide);
        if joint.kind == JointKind::Translation {
            let coriolis = motion.omega.cross(&speed);
            motion.a = &(&motion.a + &(&coriolis + &coriolis)) + &acceleration;
        }
        motion
    }

    /// The run of parallel axes that a rotation continues or begins.
    fn run(
        &self,
        index: usize,
        state: &State<S>,
        axis: usize,
        parent: &Motion<S>,
        omega: &Vector<S>,
    ) -> Run<S> {
        let joint = &self.mechanism.joints[index];
        let zero = self.mechanism.zero();
        let (cos, sin) = match state.of(joint) {
            Some(at) => (at.cos.clone(), at.sin.clone()),
            None => (zero.integer(1), zero),
        };
        let before = joint.parent.map(|parent| &self.mechanism.joints[parent]);
        let is_parallel = |before: &Body<S>| {
            let rotation = &joint.parent_from_rest.rotation.0;
            let straight = (0..3).all(|i| rotation[i][i].sub(&cos.integer(1)).is_zero());
            straight && (0..3).all(|i| joint.axis.0[i].sub(&before.axis.0[i]).is_zero())
        };
        match &parent.run {
            Some(run)
                if self.ends[index].is_none()
                    && before.is_some_and(is_parallel)
                    && run.is_sparse(axis) =>
            {
                run.with(&cos, &sin)
            }
            _ => {
                let back = joint.parent_from_rest.rotation.transpose();
                let tensor = exchanged_tensor(&back, &parent.tensor);
                let column = Vector(std::array::from_fn(|i| tensor.0[i][axis].clone()));
                Run { omega: omega.clone(), column, cos, sin, continued: false }
            }
        }
    }
}

/// The axis of a last rotation, when its link exerts no wrench, also on no compensator, and carries no
/// rotor, which would have to be turned.
fn end<S: Scalar>(mechanism: &Mechanism<S>, index: usize) -> Option<usize> {
    let joint = &mechanism.joints[index];
    let loaded = mechanism.applied().any(|it| it.link == index && !is_zero(it.wrench));
    let last = mechanism.joints.iter().all(|other| other.parent != Some(index));
    let pulls = mechanism.compensators.iter().any(|it| it.link == index);
    let spins = mechanism.rotors.iter().any(|rotor| rotor.on == Some(index));
    let free = last && !spins && !loaded && !pulls;
    coordinate_axis(&joint.axis).filter(|_| free && joint.kind == JointKind::Rotation)
}

/// The axis of the frame that a vector lies on.
fn coordinate_axis<S: Scalar>(axis: &Vector<S>) -> Option<usize> {
    let mut entries = (0..3).filter(|&i| !axis.0[i].is_zero());
    entries.next().filter(|_| entries.next().is_none())
}

/// Whether a rotation only exchanges axes.
fn is_permutation<S: Scalar>(rotation: &Matrix<S>) -> bool {
    rotation.0.iter().flatten().filter(|entry| entry.is_zero()).count() == 6
}
