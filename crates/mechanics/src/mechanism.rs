//! A robot in a scalar: what the algorithms of mechanics calculate with.

use std::convert::Infallible;

use appell_algebra::Poly;
use appell_model::{JointId, JointKind, Robot, TipMap};
use appell_spatial::{
    CentralInertia, Coefficient, Deformable, MassMoments, Scalar, Shape, Transform, Vector, Wrench,
};

/// A robot whose entries are scalars of one kind.
#[derive(Clone, Debug)]
pub struct Mechanism<S> {
    /// The joints with their links, each after its parent. A body that the payload puts on the tip
    /// of an elastic link comes last, as the link of a fixed joint.
    pub joints: Vec<Body<S>>,
    /// The acceleration of free fall, in base axes.
    pub gravity: Vector<S>,
    /// The joint on whose link the tool sits.
    pub tool_parent: usize,
    /// Where the tool lies in the frame of this joint.
    pub parent_from_tool: Transform<S>,
    /// What the robot exerts on its surroundings, in the tool frame.
    pub payload: Wrench<S>,
    /// The named frames, in the order of the robot's.
    pub frames: Vec<Mounted<S>>,
    /// Where the base {0} stands in the frame B, if that is given.
    pub outer_from_base: Option<Transform<S>>,
}

/// A named frame.
#[derive(Clone, Debug)]
pub struct Mounted<S> {
    /// The joint on whose link it sits; nothing: the base.
    pub parent: Option<usize>,
    /// Where it lies in the frame of this joint, on an undeformed link.
    pub parent_from_frame: Transform<S>,
    /// What the robot exerts on its surroundings there, in the axes of the frame.
    pub wrench: Wrench<S>,
}

/// A wrench that the robot exerts on its surroundings.
#[derive(Clone, Copy, Debug)]
pub struct Applied<'m, S> {
    /// The joint on whose link it acts.
    pub link: usize,
    /// The frame in which it is given, in that of the joint, on an undeformed link.
    pub placed: &'m Transform<S>,
    /// The wrench.
    pub wrench: &'m Wrench<S>,
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
    /// How the link deforms; nothing: it is rigid. Moments are those of the undeformed link.
    pub elastic: Option<Elastic<S>>,
}

/// How a link deforms.
#[derive(Clone, Debug)]
pub struct Elastic<S> {
    /// Which coordinate is its first mode, from 0.
    pub first: usize,
    /// The axes about which the tip turns, in this order, with the numbers of the angles in the
    /// state.
    pub turns: Vec<(usize, usize)>,
    /// How the tip frame follows the modes.
    pub tip_map: TipMap,
    /// Fields, integrals, stiffness and damping.
    pub body: Deformable<S>,
}

/// A coordinate: of a joint, or of a mode of its link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drive {
    /// The joint, from 0.
    pub joint: usize,
    /// The mode, from 0; nothing: the joint itself.
    pub mode: Option<usize>,
}

impl Drive {
    /// Its name as an index: `2` for joint 2, `2,1` for the first mode of its link.
    pub fn label(self) -> String {
        match self.mode {
            Some(mode) => format!("{},{}", self.joint + 1, mode + 1),
            None => (self.joint + 1).to_string(),
        }
    }
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
        let mut coordinates = 0usize..;
        let mut turns = 0..;
        let mut joints = Vec::with_capacity(robot.joints().len());
        for joint in robot.joints() {
            let friction = &joint.friction;
            let coordinate = joint.coordinate.and_then(|_| coordinates.next());
            let elastic = joint.modes.as_ref().map(|modes| {
                let first = coordinates.start;
                coordinates.start += modes.coordinates.len();
                Ok(Elastic {
                    first,
                    turns: modes.angles.iter().map(|(axis, _)| *axis).zip(&mut turns).collect(),
                    tip_map: modes.tip_map,
                    body: modes.body.try_map(&mut entry)?,
                })
            });
            joints.push(Body {
                parent: joint.parent.map(|parent| parent.index()),
                kind: joint.kind,
                coordinate,
                axis: joint.axis.try_map(&mut entry)?,
                parent_from_rest: joint.parent_from_frame.try_map(&mut entry)?,
                moments: joint.moments.try_map(&mut entry)?,
                central: joint.body.try_map(&mut entry)?,
                friction: [
                    entry(&friction.viscous)?,
                    entry(&friction.coulomb)?,
                    entry(&friction.diameter)?,
                ],
                elastic: elastic.transpose()?,
            });
        }
        if let Some(carried) = robot.carried() {
            let none = Poly::ZERO;
            joints.push(Body {
                parent: Some(robot.tool().parent.index()),
                kind: JointKind::Fixed,
                coordinate: None,
                axis: robot.gravity().try_map(|_| entry(&none))?,
                parent_from_rest: robot.tool().parent_from_tool.try_map(&mut entry)?,
                moments: carried.moments.try_map(&mut entry)?,
                central: carried.body.try_map(&mut entry)?,
                friction: [entry(&none)?, entry(&none)?, entry(&none)?],
                elastic: None,
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
            frames: robot
                .frames()
                .iter()
                .map(|frame| {
                    Ok(Mounted {
                        parent: frame.parent.map(JointId::index),
                        parent_from_frame: frame.parent_from_frame.try_map(&mut entry)?,
                        wrench: Wrench {
                            force: frame.force.try_map(&mut entry)?,
                            moment: frame.moment.try_map(&mut entry)?,
                        },
                    })
                })
                .collect::<Result<_, E>>()?,
            outer_from_base: robot
                .base()
                .map(|base| base.outer_from_base.try_map(&mut entry))
                .transpose()?,
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
            elastic: body.elastic.as_ref().map(|elastic| elastic.map(&mut change)),
        };
        let joints = self.joints.iter().map(joint).collect();
        let mounted = |frame: &Mounted<S>| Mounted {
            parent: frame.parent,
            parent_from_frame: frame.parent_from_frame.map(&mut change),
            wrench: frame.wrench.map(&mut change),
        };
        let frames = self.frames.iter().map(mounted).collect();
        Mechanism {
            joints,
            gravity: self.gravity.map(&mut change),
            tool_parent: self.tool_parent,
            parent_from_tool: self.parent_from_tool.map(&mut change),
            payload: self.payload.map(&mut change),
            frames,
            outer_from_base: self.outer_from_base.as_ref().map(|base| base.map(&mut change)),
        }
    }

    /// The number of coordinates.
    pub fn coordinates(&self) -> usize {
        self.drives().count()
    }

    /// What every coordinate belongs to, in order.
    pub fn drives(&self) -> impl Iterator<Item = Drive> {
        self.joints.iter().enumerate().flat_map(|(joint, body)| {
            let modes = body.elastic.as_ref().map_or(0, |elastic| elastic.body.modes());
            let own = body.coordinate.map(|_| Drive { joint, mode: None });
            own.into_iter().chain((0..modes).map(move |mode| Drive { joint, mode: Some(mode) }))
        })
    }

    /// The elastic links, with their numbers.
    pub fn elastic(&self) -> impl Iterator<Item = (usize, &Elastic<S>)> {
        let joints = self.joints.iter().enumerate();
        joints.filter_map(|(index, body)| Some((index, body.elastic.as_ref()?)))
    }

    /// Whether the frames behind elastic links are rotations to first order only.
    pub fn is_affine(&self) -> bool {
        self.elastic().any(|(_, elastic)| elastic.tip_map == TipMap::Affine)
    }

    /// The joints that move.
    pub fn moving(&self) -> impl DoubleEndedIterator<Item = (usize, &Body<S>)> {
        self.joints.iter().enumerate().filter(|(_, joint)| joint.coordinate.is_some())
    }
}

impl<S> Elastic<S> {
    /// The same in another scalar.
    fn map<T>(&self, mut change: impl FnMut(&S) -> T) -> Elastic<T> {
        let body = self.body.try_map(|entry| Ok::<T, Infallible>(change(entry)));
        let body = match body {
            Ok(body) => body,
            Err(never) => match never {},
        };
        Elastic { first: self.first, turns: self.turns.clone(), tip_map: self.tip_map, body }
    }
}

impl<S: Scalar> Mechanism<S> {
    /// The angles by which the tips of elastic links turn, as sums of coordinates (by their
    /// numbers) with factors.
    pub fn turns(&self) -> Vec<Vec<(usize, S)>> {
        let mut all = Vec::new();
        for (_, elastic) in self.elastic() {
            for (axis, _) in &elastic.turns {
                let share = |shape: &Shape<S>| match shape.coefficient {
                    Coefficient::Mode(j) => Some((elastic.first + j, shape.slope.0[*axis].clone())),
                    Coefficient::Product(..) => None,
                };
                all.push(elastic.body.shapes.iter().filter_map(share).collect());
            }
        }
        all
    }

    /// The zero of the robot's scalars.
    pub fn zero(&self) -> S {
        self.gravity.x().integer(0)
    }

    /// The parts of connection wrenches along the joints that move.
    pub(crate) fn along_joints(&self, wrenches: &[Wrench<S>]) -> Vec<S> {
        self.moving().map(|(index, joint)| joint.along(&wrenches[index])).collect()
    }

    /// The vector zero.
    pub fn still(&self) -> Vector<S> {
        Vector([self.zero(), self.zero(), self.zero()])
    }

    /// Takes the strain out of elastic links: they then resist by their inertia only.
    pub(crate) fn relax(&mut self) {
        let zero = self.zero();
        let elastic = self.joints.iter_mut().filter_map(|joint| joint.elastic.as_mut());
        for entry in elastic.flat_map(|it| it.body.stiffness.iter_mut().flatten()) {
            *entry = zero.clone();
        }
    }

    /// What the robot exerts on its surroundings: at the tool, and on those named frames where that is
    /// not zero.
    pub fn applied(&self) -> impl Iterator<Item = Applied<'_, S>> {
        let (link, placed, wrench) = (self.tool_parent, &self.parent_from_tool, &self.payload);
        let frames = self.frames.iter().filter_map(|frame| {
            let link = frame.parent.filter(|_| !is_zero(&frame.wrench))?;
            let (placed, wrench) = (&frame.parent_from_frame, &frame.wrench);
            Some(Applied { link, placed, wrench })
        });
        std::iter::once(Applied { link, placed, wrench }).chain(frames)
    }

    /// Takes payload and wrenches on frames away.
    pub(crate) fn unload(&mut self) {
        let none = Wrench { force: self.still(), moment: self.still() };
        for wrench in self.frames.iter_mut().map(|frame| &mut frame.wrench) {
            *wrench = none.clone();
        }
        self.payload = none;
    }

    /// The robot without gravity, payload and friction: its inertia alone, and the strain of elastic
    /// links.
    pub fn free(&self) -> Self {
        let mut free = self.clone();
        free.gravity = self.still();
        free.unload();
        for joint in &mut free.joints {
            joint.friction = [self.zero(), self.zero(), self.zero()];
        }
        free
    }
}

/// Whether a wrench is zero for certain.
pub(crate) fn is_zero<S: Scalar>(wrench: &Wrench<S>) -> bool {
    wrench.force.0.iter().chain(&wrench.moment.0).all(Scalar::is_zero)
}
