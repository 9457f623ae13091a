//! The tip of an elastic link, or a station of it, at an instant: a chain of motions without mass, which carries all that comes
//! after the link.
//!
//! With turns about z, y and x the tip first moves to its deformed place, then turns. With the product of
//! modal exponentials (Negrean 2019, eqs 68-72, corrected)
//!
//! ```text
//! E = Tr(r) prod_j exp(q_j A_j),   A_j = [[delta_j]x, d_j; 0, 0]
//! ```
//!
//! and with delta_j = s e along an axis e, exp(q_j A_j) is a turn by s q_j about the axis through the
//! point e x d_j / s and a shift (e.d_j) q_j along it; without a slope it is the shift d_j q_j.

use appell_model::TipMap;
use appell_spatial::{Coefficient, Matrix, Scalar, Shape, Transform, Twist, Vector};

use crate::elastic::Deformed;
use crate::kinematics::Motion;
use crate::mechanism::{Elastic, TipTurn};

/// A motion in the chain from the frame of a link to its tip.
enum Step<S> {
    /// To the deformed place of the tip.
    ToTip,
    /// A shift that no mode changes.
    Fixed(Vector<S>),
    /// A shift times a modal coordinate.
    ByMode(usize, Vector<S>),
    /// A turn about x, y or z by an angle of the state.
    Turn(usize, usize),
}

/// The unit vector along an axis.
fn unit<S: Scalar>(axis: usize, like: &S) -> Vector<S> {
    Vector(std::array::from_fn(|i| like.integer(i64::from(i == axis))))
}

impl<S: Scalar> Deformed<'_, S> {
    /// The motions from the frame of the link to what it becomes, were it fixed to the tip; the last one
    /// is a shift.
    fn steps(&self) -> Vec<Step<S>> {
        let Elastic { turns, tip_map, .. } = self.elastic;
        let mut steps = match tip_map {
            TipMap::Exponential => self.exponentials(),
            TipMap::Rotation | TipMap::Affine => {
                let turns = turns.iter().filter(|turn| turn.station == self.station);
                let turns = turns.map(|turn| Step::Turn(turn.axis, turn.angle));
                std::iter::once(Step::ToTip).chain(turns).collect()
            }
        };
        steps.push(Step::Fixed(-self.place()));
        steps
    }

    /// To the undeformed tip, then the exponential of one mode after the other.
    fn exponentials(&self) -> Vec<Step<S>> {
        let Elastic { turns, body, .. } = self.elastic;
        let mut steps = vec![Step::Fixed(body.tip.clone())];
        for Shape { coefficient, shift, .. } in &body.shapes {
            let Coefficient::Mode(mode) = *coefficient else { continue };
            let screw = turns.iter().find_map(|TipTurn { axis, angle, screw, .. }| {
                let (_, pivot) = screw.as_ref().filter(|(of, _)| *of == mode)?;
                Some((*axis, *angle, pivot))
            });
            match screw {
                Some((axis, angle, pivot)) => {
                    let pitch = unit(axis, shift.x()).scale(&shift.0[axis]);
                    steps.extend([
                        Step::Fixed(pivot.clone()),
                        Step::Turn(axis, angle),
                        Step::Fixed(-pivot),
                        Step::ByMode(mode, pitch),
                    ]);
                }
                None => steps.push(Step::ByMode(mode, shift.clone())),
            }
        }
        steps
    }

    /// Where the tip or the station is, undeformed.
    fn place(&self) -> &Vector<S> {
        self.elastic.body.place(self.station)
    }

    /// By how much it is displaced, for coefficients of the fields.
    fn displacement(&self, c: &[S]) -> Vector<S> {
        self.elastic.body.shift_at(self.station, c)
    }

    fn still(&self) -> Vector<S> {
        self.elastic.body.tip.map(|entry| entry.integer(0))
    }

    /// The shift of a step, or a time derivative of it up to the second; nothing for a turn.
    fn shift(&self, step: &Step<S>, order: usize) -> Option<Vector<S>> {
        match (step, order) {
            (Step::ToTip, 0) => Some(self.place() + &self.displacement(&self.c[0])),
            (Step::ToTip, _) => Some(self.displacement(&self.c[order])),
            (Step::Fixed(shift), 0) => Some(shift.clone()),
            (Step::Fixed(_), _) => Some(self.still()),
            (Step::ByMode(mode, shift), _) => {
                let coordinate = &self.state.coordinates[self.elastic.first + mode];
                let amplitude = match order {
                    0 => coordinate.q.clone(),
                    order => coordinate.rate(order),
                };
                Some(shift.scale(&amplitude))
            }
            (Step::Turn(..), _) => None,
        }
    }

    /// The derivative of the shift of a step by a mode, if it has one.
    fn shift_by(&self, step: &Step<S>, mode: usize) -> Option<Vector<S>> {
        match step {
            Step::ToTip => Some(self.displacement(&self.by_mode(mode))),
            Step::ByMode(of, shift) if *of == mode => Some(shift.clone()),
            Step::Fixed(_) | Step::ByMode(..) | Step::Turn(..) => None,
        }
    }

    /// Where the deformation has brought the frame of the link, were it fixed to the tip: what sits
    /// on the link is placed in this frame. Undeformed it is the frame itself.
    pub fn carrier(&self) -> Transform<S> {
        let body = &self.elastic.body;
        let one = Transform::identity(body.tip.x());
        if self.elastic.tip_map == TipMap::Affine {
            let rotation = &one.rotation + &Matrix::cross(&body.slope_at(self.station, &self.c[0]));
            let place = self.place() + &self.displacement(&self.c[0]);
            let position = &place - &(&rotation * self.place());
            return Transform { rotation, position };
        }
        self.steps().iter().fold(one, |frame, step| self.after(&frame, step))
    }

    /// The frame after one more motion.
    fn after(&self, frame: &Transform<S>, step: &Step<S>) -> Transform<S> {
        if let Some(shift) = self.shift(step, 0) {
            return Transform { rotation: frame.rotation.clone(), position: frame.point(&shift) };
        }
        let Step::Turn(axis, angle) = step else { return frame.clone() };
        let turn = &self.state.turns[*angle];
        frame.turned(&unit(*axis, &turn.cos), &turn.cos, &turn.sin)
    }

    /// The motion of the carrier, in its own axes, given that of the link.
    pub fn carried(&self, link: &Motion<S>) -> Motion<S> {
        self.steps().iter().fold(link.clone(), |motion, step| {
            if let [Some(shift), Some(rate), Some(acceleration)] =
                [0, 1, 2].map(|order| self.shift(step, order))
            {
                return motion.shifted(&shift, &[rate, acceleration]);
            }
            let Step::Turn(axis, angle) = step else { return motion };
            motion.turned(&unit(*axis, motion.omega.x()), &self.state.turn(*angle))
        })
    }

    /// The twist that a unit of rate of each mode gives to the carrier, at the origin and in the
    /// axes of the link.
    pub fn twists(&self) -> Vec<Twist<S>> {
        let none = Twist { linear: self.still(), angular: self.still() };
        let mut twists = vec![none; self.elastic.body.modes()];
        // the turns at the place where the frame is now: their velocity at the origin is taken at once
        let mut turned = vec![self.still(); twists.len()];
        let mut frame = Transform::identity(self.elastic.body.tip.x());
        for step in self.steps() {
            if let Step::Turn(axis, angle) = step {
                let direction = &frame.rotation * &unit(axis, frame.position.x());
                for (coordinate, share) in &self.state.turns[angle].shares {
                    let own = &mut turned[*coordinate - self.elastic.first];
                    *own = &*own + &direction.scale(share);
                }
            } else {
                for (mode, twist) in twists.iter_mut().enumerate() {
                    let angular = std::mem::replace(&mut turned[mode], self.still());
                    twist.linear = &twist.linear - &angular.cross(&frame.position);
                    twist.angular = &twist.angular + &angular;
                    if let Some(shift) = self.shift_by(&step, mode) {
                        twist.linear = &twist.linear + &(&frame.rotation * &shift);
                    }
                }
            }
            frame = self.after(&frame, &step);
        }
        twists
    }
}
