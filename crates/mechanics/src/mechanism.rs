//! A robot in a scalar: what the algorithms of mechanics calculate with.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::RangeFrom;

use appell_algebra::Poly;
use appell_model::{Joint, JointId, JointKind, Modes, Robot, TipAngle, TipMap};
use appell_spatial::{
    CentralInertia, Coefficient, Deformable, MassMoments, Scalar, Shape, Transform, Varied, Vector,
    Wrench,
};

use crate::compensator::Compensator;
use crate::coupling::{Coupling, Relation};
use crate::friction::Friction;
use crate::rotor::Rotor;
use crate::spring::Spring;

/// A robot whose entries are scalars of one kind.
#[derive(Clone, Debug)]
pub struct Mechanism<S> {
    /// The joints with their links, each after its parent. A body that the payload puts on the tip
    /// of an elastic link comes last, as the link of a fixed joint.
    pub joints: Vec<Body<S>>,
    /// How many joints have links of their own: the first so many. The motor sides and deflections of elastic joints
    /// come after them and have none; the body of a payload on an elastic tip is not counted.
    pub links: usize,
    /// The rotors of motors.
    pub rotors: Vec<Rotor<S>>,
    /// Gravity compensators.
    pub compensators: Vec<Compensator<S>>,
    /// Gravity, in base axes.
    pub gravity: Vector<S>,
    /// The joint on whose link the tool sits.
    pub tool_parent: usize,
    /// Where the tool lies in the frame of this joint.
    pub parent_from_tool: Transform<S>,
    /// What the robot exerts on its surroundings, in the tool frame.
    pub payload: Wrench<S>,
    /// The named frames, in the order of the robot's.
    pub frames: Vec<Mounted<S>>,
    /// Where the base {0} is in the frame B, if that is given.
    pub outer_from_base: Option<Transform<S>>,
}

/// On what something sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The joint on whose link it sits; nothing: the base.
    pub link: Option<usize>,
    /// Of an elastic link, the station with which it moves; nothing: the tip.
    pub station: Option<usize>,
}

impl Seat {
    /// A link, on its tip where it is elastic.
    pub fn on(link: usize) -> Self {
        Self { link: Some(link), station: None }
    }
}

/// A named frame.
#[derive(Clone, Debug)]
pub struct Mounted<S> {
    /// On what it sits.
    pub seat: Seat,
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
    /// Of an elastic link, the station on which it acts; nothing: the tip.
    pub station: Option<usize>,
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
    /// Of an elastic parent, the station on which the joint sits; nothing: the tip.
    pub station: Option<usize>,
    /// How the joint moves.
    pub kind: JointKind,
    /// Which coordinate it has, from 0; a fixed joint has none, and one that follows others has none
    /// of its own.
    pub coordinate: Option<usize>,
    /// How it follows other joints, where it does.
    pub coupling: Option<Coupling<S>>,
    /// The unit axis, in its own frame.
    pub axis: Vector<S>,
    /// Where its frame lies in that of the parent, before it moves.
    pub parent_from_rest: Transform<S>,
    /// Mass, first moment and inertia of the link about the origin of its frame.
    pub moments: MassMoments<S>,
    /// Mass, centre of mass and inertia about it.
    pub central: CentralInertia<S>,
    /// Friction of the joint.
    pub friction: Friction<S>,
    /// The spring in the joint.
    pub spring: Spring<S>,
    /// How the link deforms; nothing: it is rigid. Moments are those of the undeformed link.
    pub elastic: Option<Elastic<S>>,
}

/// How a link deforms.
#[derive(Clone, Debug)]
pub struct Elastic<S> {
    /// Which coordinate is its first mode, from 0.
    pub first: usize,
    /// How the tip turns, in this order, then how every station does.
    pub turns: Vec<TipTurn<S>>,
    /// How the tip frame follows the modes.
    pub tip_map: TipMap,
    /// Fields, integrals, stiffness and damping.
    pub body: Deformable<S>,
}

/// A turn of the tip, or of a station, of an elastic link.
#[derive(Clone, Debug)]
pub struct TipTurn<S> {
    /// The axis: x (0), y (1) or z (2).
    pub axis: usize,
    /// The number of the angle in the state.
    pub angle: usize,
    /// The station that turns; nothing: the tip.
    pub station: Option<usize>,
    /// With a tip by exponentials, the mode to which it belongs and a point of its axis, seen from the
    /// undeformed tip.
    pub screw: Option<(usize, Vector<S>)>,
}

impl<S> TipTurn<S> {
    /// The same in another scalar, or the first error.
    fn try_map<T, E>(&self, change: &mut dyn FnMut(&S) -> Result<T, E>) -> Result<TipTurn<T>, E> {
        let screw = self.screw.as_ref();
        let screw = screw.map(|(mode, pivot)| Ok((*mode, pivot.try_map(&mut *change)?)));
        let Self { axis, angle, station, .. } = *self;
        Ok(TipTurn { axis, angle, station, screw: screw.transpose()? })
    }
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

impl<S> Body<S> {
    /// On what the joint sits.
    pub fn seat(&self) -> Seat {
        Seat { link: self.parent, station: self.station }
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
        let numbers = numbered(robot);
        let shares_of = |shares: &[(JointId, Poly)],
                         entry: &mut dyn FnMut(&Poly) -> Result<S, E>| {
            let shares =
                shares.iter().filter_map(|(id, ratio)| Some((numbers[id.index()].0?, ratio)));
            shares.map(|(k, ratio)| Ok((k, entry(ratio)?))).collect::<Result<Vec<_>, E>>()
        };
        let mut turns = 0..;
        let mut follower = tip_angles(robot)..;
        let mut joints = Vec::with_capacity(robot.joints().len());
        let (mut rotors, mut compensators) = (Vec::new(), Vec::new());
        for (index, joint) in robot.joints().iter().enumerate() {
            let elastic = joint.modes.as_ref().map(|modes| {
                Ok(Elastic {
                    first: numbers[index].1,
                    turns: tip_turns(modes, &mut turns)
                        .map(|turn| turn.try_map(&mut entry))
                        .collect::<Result<_, E>>()?,
                    tip_map: modes.tip_map,
                    body: modes.body.try_map(&mut entry)?,
                })
            });
            let coupling = joint.coupling.as_ref().map(|coupling| {
                Ok(Coupling {
                    turn: follower.next().unwrap_or_default(),
                    shares: shares_of(&coupling.shares, &mut entry)?,
                    offset: entry(&coupling.whole_offset)?,
                })
            });
            if let Some(it) = &joint.compensator {
                compensators.push(Compensator {
                    link: index,
                    on: it.on.map(JointId::index),
                    stiffness: entry(&it.stiffness)?,
                    from: it.from.try_map(&mut entry)?,
                    to: it.to.try_map(&mut entry)?,
                });
            }
            if let Some(rotor) = &joint.rotor {
                rotors.push(Rotor {
                    joint: index,
                    inertia: entry(&rotor.inertia)?,
                    axis: rotor.axis.try_map(&mut entry)?,
                    on: rotor.on.map(JointId::index),
                    shares: shares_of(&rotor.shares, &mut entry)?,
                    friction: Friction::new(&rotor.friction, &mut entry)?,
                    efficiency: rotor.efficiency.as_ref().map(&mut entry).transpose()?,
                });
            }
            joints.push(Body {
                parent: joint.parent.map(|parent| parent.index()),
                station: joint.station,
                kind: joint.kind,
                coordinate: numbers[index].0,
                coupling: coupling.transpose()?,
                axis: joint.axis.try_map(&mut entry)?,
                parent_from_rest: joint.parent_from_frame.try_map(&mut entry)?,
                moments: joint.moments.try_map(&mut entry)?,
                central: joint.body.try_map(&mut entry)?,
                friction: Friction::new(&joint.friction, &mut entry)?,
                spring: Spring::new(&joint.spring, &mut entry)?,
                elastic: elastic.transpose()?,
            });
        }
        if let Some(carried) = robot.carried() {
            let none = Poly::ZERO;
            joints.push(Body {
                parent: Some(robot.tool().parent.index()),
                station: None,
                kind: JointKind::Fixed,
                coordinate: None,
                coupling: None,
                axis: robot.gravity().try_map(|_| entry(&none))?,
                parent_from_rest: robot.tool().parent_from_tool.try_map(&mut entry)?,
                moments: carried.moments.try_map(&mut entry)?,
                central: carried.body.try_map(&mut entry)?,
                friction: Friction::new(&Default::default(), &mut entry)?,
                spring: Spring::new(&Default::default(), &mut entry)?,
                elastic: None,
            });
        }
        let (tool, payload) = (robot.tool(), robot.payload());
        Ok(Self {
            joints,
            links: robot.given_joints().len(),
            rotors,
            compensators,
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
                        seat: Seat {
                            link: frame.parent.map(JointId::index),
                            station: frame.station,
                        },
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
    pub fn map<T>(&self, change: &mut dyn FnMut(&S) -> T) -> Mechanism<T> {
        let joint = |body: &Body<S>| Body {
            parent: body.parent,
            station: body.station,
            kind: body.kind,
            coordinate: body.coordinate,
            coupling: body.coupling.as_ref().map(|coupling| coupling.map(&mut *change)),
            axis: body.axis.map(&mut *change),
            parent_from_rest: body.parent_from_rest.map(&mut *change),
            moments: body.moments.map(&mut *change),
            central: body.central.map(&mut *change),
            friction: body.friction.map(&mut *change),
            spring: body.spring.map(&mut *change),
            elastic: body.elastic.as_ref().map(|elastic| elastic.map(&mut *change)),
        };
        let joints = self.joints.iter().map(joint).collect();
        let mounted = |frame: &Mounted<S>| Mounted {
            seat: frame.seat,
            parent_from_frame: frame.parent_from_frame.map(&mut *change),
            wrench: frame.wrench.map(&mut *change),
        };
        let frames = self.frames.iter().map(mounted).collect();
        Mechanism {
            joints,
            links: self.links,
            rotors: self.rotors.iter().map(|rotor| rotor.map(&mut *change)).collect(),
            compensators: self.compensators.iter().map(|it| it.map(&mut *change)).collect(),
            gravity: self.gravity.map(&mut *change),
            tool_parent: self.tool_parent,
            parent_from_tool: self.parent_from_tool.map(&mut *change),
            payload: self.payload.map(&mut *change),
            frames,
            outer_from_base: self.outer_from_base.as_ref().map(|base| base.map(&mut *change)),
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

    /// The joints that have a coordinate of their own.
    pub fn moving(&self) -> impl DoubleEndedIterator<Item = (usize, &Body<S>)> {
        self.joints.iter().enumerate().filter(|(_, joint)| joint.coordinate.is_some())
    }

    /// Whether it is a tree of rigid links and of joints that move each by itself, without motors and
    /// compensators.
    pub fn is_plain(&self) -> bool {
        let plain = |joint: &Body<S>| joint.elastic.is_none() && joint.coupling.is_none();
        let free = self.rotors.is_empty() && self.compensators.is_empty();
        free && self.joints.iter().all(plain)
    }
}

impl<S> Elastic<S> {
    /// The same in another scalar.
    fn map<T>(&self, change: &mut dyn FnMut(&S) -> T) -> Elastic<T> {
        let mut change = |entry: &S| Ok::<T, Infallible>(change(entry));
        let turns = self.turns.iter().map(|turn| turn.try_map(&mut change)).collect();
        match (turns, self.body.try_map(&mut change)) {
            (Ok(turns), Ok(body)) => {
                Elastic { first: self.first, turns, tip_map: self.tip_map, body }
            }
            (Err(never), _) | (_, Err(never)) => match never {},
        }
    }
}

impl<S: Scalar> Mechanism<S> {
    /// The same in scalars that carry derivatives: nothing varies yet.
    pub fn constant(&self) -> Mechanism<Varied<S>> {
        self.map(&mut |entry| Varied::<S>::constant(entry.clone()))
    }

    /// What follows from the coordinates: the angles by which the tips and stations of elastic links turn, then the
    /// angles and lengths of joints that follow others.
    pub fn turns(&self) -> Vec<Relation<S>> {
        let mut all = Vec::new();
        for (_, elastic) in self.elastic() {
            for TipTurn { axis, screw, station, .. } in &elastic.turns {
                let share = |(field, shape): (usize, &Shape<S>)| match shape.coefficient {
                    Coefficient::Mode(j) if screw.as_ref().is_none_or(|(mode, _)| *mode == j) => {
                        let slope = elastic.body.slope(*station, field);
                        Some((elastic.first + j, slope.0[*axis].clone()))
                    }
                    Coefficient::Mode(_) | Coefficient::Product(..) => None,
                };
                let shares = elastic.body.shapes.iter().enumerate().filter_map(share).collect();
                all.push(Relation { shares, offset: self.zero(), is_angle: true });
            }
        }
        let followers =
            self.joints.iter().filter_map(|joint| Some((joint, joint.coupling.as_ref()?)));
        all.extend(followers.map(|(joint, coupling)| Relation {
            shares: coupling.shares.clone(),
            offset: coupling.offset.clone(),
            is_angle: joint.kind == JointKind::Rotation,
        }));
        all
    }

    /// The zero of the robot's scalars.
    pub fn zero(&self) -> S {
        self.gravity.x().integer(0)
    }

    /// The parts of connection wrenches along the joints, by coordinates.
    pub(crate) fn along_joints(&self, wrenches: &[Wrench<S>]) -> Vec<S> {
        let mut forces = vec![self.zero(); self.coordinates()];
        for (joint, wrench) in self.joints.iter().zip(wrenches) {
            joint.add_force(|| joint.along(wrench), &mut forces);
        }
        forces
    }

    /// The vector zero.
    pub fn still(&self) -> Vector<S> {
        Vector([self.zero(), self.zero(), self.zero()])
    }

    /// Takes the strain out of elastic links and springs: they then resist by their inertia only.
    pub(crate) fn relax(&mut self) {
        let zero = self.zero();
        for joint in &mut self.joints {
            joint.spring.stiffness = zero.clone();
        }
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
            let link = frame.seat.link.filter(|_| !is_zero(&frame.wrench))?;
            let (placed, wrench) = (&frame.parent_from_frame, &frame.wrench);
            Some(Applied { link, station: frame.seat.station, placed, wrench })
        });
        std::iter::once(Applied { link, station: None, placed, wrench }).chain(frames)
    }

    /// The points of an elastic link on which joints sit or wrenches act: the tip, then stations.
    pub(crate) fn seats(&self, link: usize) -> BTreeSet<Option<usize>> {
        let joints = self.joints.iter().filter(|joint| joint.parent == Some(link));
        let joints = joints.map(|joint| joint.station);
        let applied = self.applied().filter(|it| it.link == link).map(|it| it.station);
        std::iter::once(None).chain(joints).chain(applied).collect()
    }

    /// Takes payload and wrenches on frames away.
    pub(crate) fn unload(&mut self) {
        let none = Wrench { force: self.still(), moment: self.still() };
        for wrench in self.frames.iter_mut().map(|frame| &mut frame.wrench) {
            *wrench = none.clone();
        }
        self.payload = none;
    }

    /// The robot without gravity and its compensators, payload and friction: its inertia alone, and the strain of elastic
    /// links and springs.
    pub fn free(&self) -> Self {
        let mut free = self.clone();
        free.gravity = self.still();
        free.compensators.clear();
        free.unload();
        for joint in &mut free.joints {
            joint.friction = joint.friction.map(&mut |_| self.zero());
        }
        for rotor in &mut free.rotors {
            rotor.friction = rotor.friction.map(&mut |_| self.zero());
            rotor.efficiency = None;
        }
        free
    }
}

/// Of every joint the number of its own coordinate, where it has one, and that of the first mode of its
/// link, were it elastic.
fn numbered(robot: &Robot) -> Vec<(Option<usize>, usize)> {
    let mut next = 0;
    let number = |joint: &Joint| {
        let own = joint.coordinate.map(|_| next);
        let first = next + usize::from(own.is_some());
        next = first + joint.modes.as_ref().map_or(0, |modes| modes.coordinates.len());
        (own, first)
    };
    robot.joints().iter().map(number).collect()
}

/// The turns of the tip of an elastic link, then of its stations, given the numbers of the angles that follow.
fn tip_turns(modes: &Modes, numbers: &mut RangeFrom<usize>) -> impl Iterator<Item = TipTurn<Poly>> {
    let angles = modes.angles.iter().enumerate().zip(numbers);
    angles.map(|((place, TipAngle { axis, mode, station, .. }), angle)| {
        let pivot = modes.pivots.get(place).cloned();
        TipTurn { axis: *axis, angle, station: *station, screw: mode.zip(pivot) }
    })
}

/// How many angles the tips and stations of elastic links turn by.
fn tip_angles(robot: &Robot) -> usize {
    let modes = robot.joints().iter().filter_map(|joint| joint.modes.as_ref());
    modes.map(|modes| modes.angles.len()).sum()
}

/// Whether a wrench is zero for certain.
pub(crate) fn is_zero<S: Scalar>(wrench: &Wrench<S>) -> bool {
    wrench.force.0.iter().chain(&wrench.moment.0).all(Scalar::is_zero)
}
