//! What is right: the quantities of the robot, derived in any scalar.

use std::cell::RefCell;
use std::collections::BTreeMap;

use appell_algebra::Rational;
use appell_mechanics::newton_euler::{inertia_force, inertia_moment};
use appell_mechanics::{Arithmetic, Derivation, Error, Quantity};
use appell_model::{JointKind, Robot};
use appell_spatial::{Scalar, Transform, Vector};

use crate::known::{Known, Motion, What};
use crate::tensor::Tensor;

/// The derived quantities of a robot in one scalar.
pub(crate) struct Truth<'r, A: Arithmetic> {
    robot: &'r Robot,
    derivation: Derivation<'r, A>,
    /// Quantities that were asked for before.
    known: RefCell<BTreeMap<Known, Tensor<A::Scalar>>>,
}

impl<'r, A: Arithmetic> Truth<'r, A> {
    pub(crate) fn new(robot: &'r Robot, arithmetic: A) -> Result<Self, Error> {
        let derivation = Derivation::new(robot, arithmetic)?;
        Ok(Self { robot, derivation, known: RefCell::default() })
    }

    /// The zero of the scalars.
    pub(crate) fn zero(&self) -> A::Scalar {
        self.derivation.mechanism().zero()
    }

    /// A number.
    pub(crate) fn number(&self, value: &Rational) -> Result<A::Scalar, Error> {
        Ok(self.arithmetic().entry(&value.clone().into())?)
    }

    /// Where the scalars come from.
    pub(crate) fn arithmetic(&self) -> &A {
        self.derivation.arithmetic()
    }

    /// A quantity; none where it has no such entry.
    pub(crate) fn value(&self, known: &Known) -> Result<Option<Tensor<A::Scalar>>, Error> {
        let key = Known { entry: None, ..known.clone() };
        let kept = self.known.borrow().get(&key).cloned();
        let whole = match kept {
            Some(whole) => whole,
            None => {
                let whole = self.whole(known)?;
                self.derivation.check()?;
                self.known.borrow_mut().insert(key, whole.clone());
                whole
            }
        };
        Ok(match known.entry {
            None => Some(whole),
            Some((row, column)) => whole.get(row, column).cloned().map(Tensor::scalar),
        })
    }

    fn whole(&self, known: &Known) -> Result<Tensor<A::Scalar>, Error> {
        let mechanism = self.derivation.mechanism();
        Ok(match &known.what {
            What::Vector(motion, i) => {
                let own = self.vector(*motion, *i);
                match known.axes.filter(|axes| axes != i) {
                    None => Tensor::vector(own),
                    Some(axes) => Tensor::vector(&self.frame(axes, *i).rotation * &own),
                }
            }
            What::Frame(outer, inner) => Tensor::frame(&self.frame(*outer, *inner)),
            What::Rotation(outer, inner) => Tensor::matrix(self.frame(*outer, *inner).rotation),
            What::Position(outer, inner) => Tensor::vector(self.frame(*outer, *inner).position),
            What::Axis(i) => Tensor::vector(mechanism.joints[i - 1].axis.clone()),
            What::Centre(i) => Tensor::vector(mechanism.joints[i - 1].central.centre.clone()),
            What::Inertia(i) => Tensor::matrix(mechanism.joints[i - 1].central.inertia.clone()),
            What::Mass(i) => Tensor::scalar(mechanism.joints[i - 1].central.mass.clone()),
            What::Rotates(i) => {
                let rotates = mechanism.joints[i - 1].kind == JointKind::Rotation;
                Tensor::scalar(self.zero().integer(rotates.into()))
            }
            What::Whole(name) => {
                let quantity = Quantity::read(name, self.robot).ok().and_then(|mut it| it.pop());
                let Some(quantity) = quantity else { return Ok(Tensor::scalar(self.zero())) };
                let value = self.derivation.get(quantity)?;
                Tensor::new(value.rows)
            }
        })
    }

    /// A vector in the axes of its own frame.
    fn vector(&self, motion: Motion, frame: usize) -> Vector<A::Scalar> {
        let mechanism = self.derivation.mechanism();
        let tool = mechanism.joints.len() + 1;
        if frame == 0 {
            return match motion {
                Motion::A => -&mechanism.gravity,
                _ => mechanism.still(),
            };
        }
        if frame == tool {
            return self.of_tool(motion);
        }
        let (joint, moves) = (&mechanism.joints[frame - 1], &self.derivation.motions()[frame - 1]);
        let centre = &joint.central.centre;
        match motion {
            Motion::Omega => moves.omega.clone(),
            Motion::Eps => moves.eps.clone(),
            Motion::V => moves.v.clone(),
            Motion::A => moves.a.clone(),
            Motion::CentreV => moves.velocity_at(centre),
            Motion::CentreA => moves.acceleration_at(centre),
            Motion::InertiaForce => inertia_force(joint, moves),
            Motion::InertiaMoment => inertia_moment(joint, moves),
            Motion::Force => self.derivation.wrenches()[frame - 1].force.clone(),
            Motion::Moment => self.derivation.wrenches()[frame - 1].moment.clone(),
        }
    }

    /// The tool, in its own axes.
    fn of_tool(&self, motion: Motion) -> Vector<A::Scalar> {
        let mechanism = self.derivation.mechanism();
        let moves = &self.derivation.motions()[mechanism.tool_parent];
        let Transform { rotation, position } = &mechanism.parent_from_tool;
        let turned = |vector: &Vector<A::Scalar>| &rotation.transpose() * vector;
        match motion {
            Motion::Omega => turned(&moves.omega),
            Motion::Eps => turned(&moves.eps),
            Motion::V => turned(&moves.velocity_at(position)),
            Motion::A => turned(&moves.acceleration_at(position)),
            Motion::Force => mechanism.payload.force.clone(),
            Motion::Moment => mechanism.payload.moment.clone(),
            _ => mechanism.still(),
        }
    }

    /// Frame {inner} in frame {outer}.
    fn frame(&self, outer: usize, inner: usize) -> Transform<A::Scalar> {
        let mechanism = self.derivation.mechanism();
        let (frames, tool) = (self.derivation.frames(), mechanism.joints.len() + 1);
        // neighbours need no product
        let parent = |frame: usize| match frame {
            0 => None,
            frame if frame == tool => Some(mechanism.tool_parent + 1),
            frame => Some(mechanism.joints[frame - 1].parent.map_or(0, |parent| parent + 1)),
        };
        let in_parent = |frame: usize| match frame == tool {
            true => mechanism.parent_from_tool.clone(),
            false => frames.in_parent[frame - 1].clone(),
        };
        let in_base = |frame: usize| match frame {
            0 => Transform::identity(&self.zero()),
            frame if frame == tool => frames.tool.clone(),
            frame => frames.in_base[frame - 1].clone(),
        };
        if outer == inner {
            Transform::identity(&self.zero())
        } else if parent(inner) == Some(outer) {
            in_parent(inner)
        } else if parent(outer) == Some(inner) {
            in_parent(outer).inverse()
        } else {
            &in_base(outer).inverse() * &in_base(inner)
        }
    }
}
