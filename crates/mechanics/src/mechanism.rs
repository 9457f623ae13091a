//! A robot in a scalar: what the algorithms of mechanics calculate with.

use appell_algebra::Poly;
use appell_model::{JointKind, Robot};
use appell_spatial::{CentralInertia, MassMoments, Scalar, Transform, Vector, Wrench};

/// A robot whose entries are scalars of one kind.
#[derive(Clone, Debug)]
pub struct Mechanism<S> {
    /// The joints with their links, each after its parent.
    pub joints: Vec<Body<S>>,
    /// The acceleration of free fall, in base axes.
    pub gravity: Vector<S>,
    /// The joint on whose link the tool sits.
    pub tool_parent: usize,
    /// Where the tool lies in the frame of this joint.
    pub parent_from_tool: Transform<S>,
    /// What the robot exerts on its surroundings, in the tool frame.
    pub payload: Wrench<S>,
}

/// A joint and its link.
#[derive(Clone, Debug)]
pub struct Body<S> {
    /// The number of the parent, from 0; nothing: the base.
    pub parent: Option<usize>,
    /// How the joint moves.
    pub kind: JointKind,
    /// Which coordinate it has, from 0; a fixed joint has none.
    pub coordinate: Option<usize>,
    /// The unit axis, in its own frame.
    pub axis: Vector<S>,
    /// Where its frame lies in that of the parent, before it moves.
    pub parent_from_rest: Transform<S>,
    /// Mass, first moment and inertia of the link about the origin of its frame.
    pub moments: MassMoments<S>,
    /// Mass, mass centre and inertia about it.
    pub central: CentralInertia<S>,
    /// Viscous friction, Coulomb's coefficient, the diameter of the spindle.
    pub friction: [S; 3],
}

impl<S: Scalar> Body<S> {
    /// The part of a wrench that acts along the motion of the joint.
    pub fn along(&self, wrench: &Wrench<S>) -> S {
        match self.kind {
            JointKind::Rotation => self.axis.dot(&wrench.moment),
            _ => self.axis.dot(&wrench.force),
        }
    }
}

impl<S> Mechanism<S> {
    /// The robot, with every entry turned into a scalar.
    pub fn new<E>(robot: &Robot, mut entry: impl FnMut(&Poly) -> Result<S, E>) -> Result<Self, E> {
        let mut coordinates = 0..;
        let mut joints = Vec::with_capacity(robot.joints().len());
        for joint in robot.joints() {
            let friction = &joint.friction;
            joints.push(Body {
                parent: joint.parent.map(|parent| parent.index()),
                kind: joint.kind,
                coordinate: joint.coordinate.and_then(|_| coordinates.next()),
                axis: joint.axis.try_map(&mut entry)?,
                parent_from_rest: joint.parent_from_frame.try_map(&mut entry)?,
                moments: joint.moments.try_map(&mut entry)?,
                central: joint.body.try_map(&mut entry)?,
                friction: [
                    entry(&friction.viscous)?,
                    entry(&friction.coulomb)?,
                    entry(&friction.diameter)?,
                ],
            });
        }
        let (tool, payload) = (robot.tool(), robot.payload());
        Ok(Self {
            joints,
            gravity: robot.gravity().try_map(&mut entry)?,
            tool_parent: tool.parent.index(),
            parent_from_tool: tool.parent_from_tool.try_map(&mut entry)?,
            payload: Wrench {
                force: payload.force.try_map(&mut entry)?,
                moment: payload.moment.try_map(&mut entry)?,
            },
        })
    }

    /// The same robot in another scalar.
    pub fn map<T>(&self, mut change: impl FnMut(&S) -> T) -> Mechanism<T> {
        let joint = |body: &Body<S>| Body {
            parent: body.parent,
            kind: body.kind,
            coordinate: body.coordinate,
            axis: body.axis.map(&mut change),
            parent_from_rest: body.parent_from_rest.map(&mut change),
            moments: body.moments.map(&mut change),
            central: body.central.map(&mut change),
            friction: body.friction.each_ref().map(&mut change),
        };
        Mechanism {
            joints: self.joints.iter().map(joint).collect(),
            gravity: self.gravity.map(&mut change),
            tool_parent: self.tool_parent,
            parent_from_tool: self.parent_from_tool.map(&mut change),
            payload: self.payload.map(&mut change),
        }
    }

    /// The number of coordinates.
    pub fn coordinates(&self) -> usize {
        self.joints.iter().filter(|joint| joint.coordinate.is_some()).count()
    }

    /// The joint of every coordinate.
    pub fn moving(&self) -> impl DoubleEndedIterator<Item = (usize, &Body<S>)> {
        self.joints.iter().enumerate().filter(|(_, joint)| joint.coordinate.is_some())
    }
}

impl<S: Scalar> Mechanism<S> {
    /// The zero of the robot's scalars.
    pub fn zero(&self) -> S {
        self.gravity.x().integer(0)
    }

    /// The vector zero.
    pub fn still(&self) -> Vector<S> {
        Vector([self.zero(), self.zero(), self.zero()])
    }

    /// The robot without gravity, payload and friction: its inertia alone.
    pub fn free(&self) -> Self {
        let mut free = self.clone();
        free.gravity = self.still();
        free.payload = Wrench { force: self.still(), moment: self.still() };
        for joint in &mut free.joints {
            joint.friction = [self.zero(), self.zero(), self.zero()];
        }
        free
    }
}
