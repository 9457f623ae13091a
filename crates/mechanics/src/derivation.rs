//! Asked for a quantity, computes what it needs; frames, motions, wrenches and the mass matrix once.

mod economical;
mod forces;
mod names;
mod statics;

pub use economical::{EconomicalForces, EconomicalValue};

use std::cell::{OnceCell, RefCell};

use appell_algebra::Symbol;
use appell_model::{JointId, Robot};
use appell_spatial::{Jet, Scalar, Transform, Twist, Vector, Wrench};

use crate::appell::driving_forces_by_appell;
use crate::arithmetic::Arithmetic;
use crate::base_parameters::{BaseParameters, base_parameters, column_label};
use crate::elastic::assembled;
use crate::energy::{kinetic, potential};
use crate::error::Error;
use crate::friction::{dry_coefficient, friction_forces, viscous_forces};
use crate::geometry::{Frames, frame, frames, tool_frame};
use crate::higher_order::{acceleration_energy, driving_force_jets};
use crate::jacobian::tool_jacobian;
use crate::kinematics::{Motion, motion};
use crate::lagrange::{coriolis_matrix, gravity_forces, tangent_stiffness};
use crate::mass_matrix::mass_matrix;
use crate::mechanism::{Drive, Mechanism};
use crate::newton_euler::{
    connection_wrenches, driving_forces, inertia_force, inertia_moment, link_wrench,
};
use crate::quantity::{Kind, Of, Quantity};
use crate::regressor::regressor;
use crate::slopes::driving_force_slopes;
use crate::state::State;
use crate::value::{Axes, Value};

/// The highest time derivative of a coordinate in any quantity: q'''' in EA3 and ddQ.
const ORDER: u32 = 4;

/// A robot in a scalar, of which any quantity can be asked, in any order.
///
/// ```
/// use appell_algebra::Budget;
/// use appell_mechanics::{Derivation, Expanded, Quantity};
///
/// let robot = appell_model::Robot::bundled("2r")?;
/// let polynomials = Expanded::new(&robot, Budget::default());
/// let derivation = Derivation::new(&robot, &polynomials)?;
/// let asked = Quantity::read("Q[2]", &robot).map_err(|problem| problem.to_string())?;
/// let force = derivation.get(asked[0])?.rows[0][0].poly().clone();
/// assert_eq!(force.term_count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Derivation<'r, A: Arithmetic> {
    robot: &'r Robot,
    arithmetic: A,
    mechanism: Mechanism<A::Scalar>,
    state: State<A::Scalar>,
    links: Vec<Link<A::Scalar>>,
    frames: OnceCell<Frames<A::Scalar>>,
    motions: OnceCell<Vec<Motion<A::Scalar>>>,
    wrenches: OnceCell<Vec<Wrench<A::Scalar>>>,
    mass_matrix: OnceCell<Vec<Vec<A::Scalar>>>,
    /// What went wrong first: what was kept from then on cannot be trusted.
    failure: RefCell<Option<Error>>,
}

/// What is known of a link so far. A quantity of one link needs only those before it.
struct Link<S> {
    in_parent: OnceCell<Transform<S>>,
    in_base: OnceCell<Transform<S>>,
    motion: OnceCell<Motion<S>>,
}

impl<S> Default for Link<S> {
    fn default() -> Self {
        Self { in_parent: OnceCell::new(), in_base: OnceCell::new(), motion: OnceCell::new() }
    }
}

/// The names of the angles by which the tips of elastic links turn.
fn tip_angles(robot: &Robot) -> Vec<Symbol> {
    let modes = robot.joints().iter().filter_map(|joint| joint.modes.as_ref());
    modes.flat_map(|modes| &modes.angles).map(|(_, name)| *name).collect()
}

impl<'r, A: Arithmetic> Derivation<'r, A> {
    /// The robot in the scalars of an arithmetic.
    pub fn new(robot: &'r Robot, arithmetic: A) -> Result<Self, Error> {
        let mechanism = Mechanism::new(robot, |entry| arithmetic.entry(entry))?;
        let coordinates = robot.coordinates();
        let state = coordinates.iter().map(|&q| arithmetic.coordinate(q, ORDER));
        let angles = tip_angles(robot);
        let state = State::new(&mechanism, state.collect::<Result<_, _>>()?, |turn, angle| {
            arithmetic.turn(angles[turn], angle)
        })?;
        let links = mechanism.joints.iter().map(|_| Link::default()).collect();
        Ok(Self {
            robot,
            arithmetic,
            mechanism,
            state,
            links,
            frames: OnceCell::new(),
            motions: OnceCell::new(),
            wrenches: OnceCell::new(),
            mass_matrix: OnceCell::new(),
            failure: RefCell::new(None),
        })
    }

    /// Whether all went well so far. After a failure of the arithmetic (its budget was hit) what
    /// was calculated is worth nothing, and every later question is answered with this failure.
    pub fn check(&self) -> Result<(), Error> {
        if let Some(error) = &*self.failure.borrow() {
            return Err(error.clone());
        }
        self.arithmetic.check().map_err(|error| {
            let error = Error::from(error);
            *self.failure.borrow_mut() = Some(error.clone());
            error
        })
    }

    /// With another payload wrench than the robot's own, in the tool frame.
    #[must_use]
    pub fn with_payload(mut self, payload: Wrench<A::Scalar>) -> Self {
        self.mechanism.payload = payload;
        self.wrenches = OnceCell::new();
        self
    }

    /// Where its scalars come from.
    pub fn arithmetic(&self) -> &A {
        &self.arithmetic
    }

    /// The robot in this scalar.
    pub fn mechanism(&self) -> &Mechanism<A::Scalar> {
        &self.mechanism
    }

    /// The coordinates in this scalar.
    pub fn state(&self) -> &State<A::Scalar> {
        &self.state
    }

    /// A frame in the frame of its parent.
    fn in_parent(&self, index: usize) -> &Transform<A::Scalar> {
        self.links[index].in_parent.get_or_init(|| frame(&self.mechanism, index, &self.state))
    }

    /// The links from the base to one of them, as far as something of them is not known yet.
    fn path(&self, index: usize, known: impl Fn(&Link<A::Scalar>) -> bool) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = Some(index);
        while let Some(link) = at.filter(|&link| !known(&self.links[link])) {
            path.push(link);
            at = self.mechanism.joints[link].parent;
        }
        path.reverse();
        path
    }

    /// A frame in the base.
    fn in_base(&self, index: usize) -> &Transform<A::Scalar> {
        let made = |link: usize| {
            let own = self.in_parent(link);
            let parent = self.mechanism.joints[link].parent;
            parent.map_or_else(|| own.clone(), |parent| self.in_base(parent) * own)
        };
        // from the base outward, so that a parent is known when it is asked for
        for link in self.path(index, |link| link.in_base.get().is_some()) {
            self.links[link].in_base.get_or_init(|| made(link));
        }
        self.links[index].in_base.get_or_init(|| made(index))
    }

    /// The motion of a link, in its own axes.
    fn motion(&self, index: usize) -> &Motion<A::Scalar> {
        let made = |link: usize| {
            let joint = &self.mechanism.joints[link];
            let of = |parent: &Motion<A::Scalar>| {
                motion(&self.mechanism, link, &self.state, self.in_parent(link), parent)
            };
            let from_base = || of(&Motion::of_base(&self.mechanism));
            joint.parent.map_or_else(from_base, |parent| of(self.motion(parent)))
        };
        // from the base outward, so that a parent is known when it is asked for
        for link in self.path(index, |link| link.motion.get().is_some()) {
            self.links[link].motion.get_or_init(|| made(link));
        }
        self.links[index].motion.get_or_init(|| made(index))
    }

    /// All frames.
    pub fn frames(&self) -> &Frames<A::Scalar> {
        let all = 0..self.links.len();
        self.frames.get_or_init(|| Frames {
            in_parent: all.clone().map(|index| self.in_parent(index).clone()).collect(),
            in_base: all.map(|index| self.in_base(index).clone()).collect(),
            tool: self.tool(),
        })
    }

    /// The tool frame in the base.
    fn tool(&self) -> Transform<A::Scalar> {
        self.in_base(self.mechanism.tool_parent) * &tool_frame(&self.mechanism, &self.state)
    }

    /// The motion of every link, in its own axes.
    pub fn motions(&self) -> &[Motion<A::Scalar>] {
        let all = 0..self.links.len();
        self.motions.get_or_init(|| all.map(|index| self.motion(index).clone()).collect())
    }

    /// The connection wrench of every joint.
    pub fn wrenches(&self) -> &[Wrench<A::Scalar>] {
        let (in_parent, motions) = (&self.frames().in_parent, self.motions());
        let made = || connection_wrenches(&self.mechanism, &self.state, in_parent, motions);
        self.wrenches.get_or_init(made)
    }

    /// The mass matrix.
    pub fn mass_matrix(&self) -> &[Vec<A::Scalar>] {
        let in_parent = &self.frames().in_parent;
        self.mass_matrix.get_or_init(|| mass_matrix(&self.mechanism, &self.state, in_parent))
    }

    /// The friction of every drive; of a mode, its damping.
    pub fn friction(&self) -> Result<Vec<A::Scalar>, Error> {
        match (self.mechanism.is_affine(), self.is_dry()) {
            (true, true) => Err(Error::AffineFriction),
            (true, false) => Ok(viscous_forces(&self.mechanism, &self.state, 1)),
            _ => {
                let wrenches = self.wrenches();
                Ok(friction_forces(&self.arithmetic, &self.mechanism, &self.state, wrenches))
            }
        }
    }

    /// Whether there is Coulomb friction.
    fn is_dry(&self) -> bool {
        self.mechanism.joints.iter().any(|joint| !dry_coefficient(joint).is_zero())
    }

    /// The driving forces, friction in them.
    pub fn driving_forces(&self) -> Result<Vec<A::Scalar>, Error> {
        let forces = match self.mechanism.is_affine() {
            true => driving_forces_by_appell(&self.mechanism, &self.state),
            false => {
                let (in_parent, motions) = (&self.frames().in_parent, self.motions());
                driving_forces(&self.mechanism, &self.state, in_parent, motions, self.wrenches())
            }
        };
        let forces = forces.iter().zip(self.friction()?);
        let forces = forces.map(|(force, friction)| force.add(&friction)).collect();
        self.check()?;
        Ok(forces)
    }

    /// The base parameters: see [`base_parameters`].
    pub fn base_parameters(&self) -> Result<BaseParameters<A::Scalar>, Error> {
        Ok(base_parameters(self.robot, &self.arithmetic, &self.mechanism)?)
    }

    /// A quantity.
    pub fn get(&self, quantity: Quantity) -> Result<Value<A::Scalar>, Error> {
        self.check()?;
        self.refuse(quantity.kind)?;
        let value = match quantity.of {
            Of::Robot => self.of_robot(quantity.kind)?,
            Of::Mode(id, mode) => {
                let elastic = self.mechanism.joints[id.index()].elastic.as_ref();
                let drive = elastic.map_or(0, |elastic| elastic.first) + mode;
                Value::scalar(self.of_drives(quantity.kind)?.swap_remove(drive))
            }
            Of::Joint(id) => self.of_joint(quantity, id)?,
            Of::Tool => Value::frame(&self.tool(), Axes::Base),
        };
        self.check()?;
        value.entries().try_for_each(|entry| self.arithmetic.check_result(entry))?;
        Ok(value)
    }

    /// Refuses what elastic links have not.
    fn refuse(&self, kind: Kind) -> Result<(), Error> {
        let quantity = kind.name();
        let affine = self.mechanism.is_affine();
        match kind {
            Kind::Regressor | Kind::BaseParameters if self.mechanism.elastic().next().is_some() => {
                Err(Error::ElasticLink { quantity })
            }
            Kind::AngularVelocity
            | Kind::AngularAcceleration
            | Kind::Velocity
            | Kind::Acceleration
            | Kind::CentreVelocity
            | Kind::CentreAcceleration
            | Kind::Jacobian
            | Kind::JacobianRate
            | Kind::InertiaForce
            | Kind::InertiaMoment
            | Kind::ConnectionForce
            | Kind::ConnectionMoment
                if affine =>
            {
                Err(Error::AffineTip { quantity })
            }
            _ => Ok(()),
        }
    }

    fn of_robot(&self, kind: Kind) -> Result<Value<A::Scalar>, Error> {
        Ok(match kind {
            Kind::Jacobian => {
                self.columns(&tool_jacobian(&self.mechanism, &self.state, self.frames()))
            }
            Kind::JacobianRate => self.columns(&self.jacobian_rate()),
            Kind::MassMatrix => self.square(self.mass_matrix().to_vec()),
            Kind::CoriolisMatrix => self.square(coriolis_matrix(&self.mechanism, &self.state)),
            Kind::DrivingForceBy(2..) => self.square(self.mass_matrix().to_vec()),
            Kind::DrivingForceBy(order) => {
                let slopes = driving_force_slopes(&self.mechanism, &self.state, order.into());
                self.square(slopes)
            }
            Kind::JointAccelerationBy(order) => self.square(self.acceleration_slopes(order)?),
            Kind::InverseMassMatrix => self.square(self.inverse_mass_matrix()?),
            Kind::KineticEnergy if self.mechanism.is_affine() => {
                Value::scalar(acceleration_energy(&self.mechanism, &self.state, 0))
            }
            Kind::KineticEnergy => {
                Value::scalar(kinetic(&self.mechanism, &self.state, self.motions()))
            }
            Kind::PotentialEnergy => {
                Value::scalar(potential(&self.mechanism, &self.state, self.frames()))
            }
            Kind::Stiffness => {
                self.square(assembled(&self.mechanism, |elastic| &elastic.body.stiffness))
            }
            Kind::Damping => {
                self.square(assembled(&self.mechanism, |elastic| &elastic.body.damping))
            }
            Kind::Vibrations => self.vibrations()?,
            Kind::AccelerationEnergy(order) => {
                Value::scalar(acceleration_energy(&self.mechanism, &self.state, order.into()))
            }
            Kind::Regressor => {
                let in_parent = &self.frames().in_parent;
                let rows = regressor(&self.mechanism, in_parent, self.motions());
                let columns = rows.first().map_or(0, Vec::len);
                let columns = (0..columns).map(column_label).collect();
                Value::matrix(rows, Axes::None).with_rows(self.numbers()).with_columns(columns)
            }
            Kind::BaseParameters => {
                let base = self.base_parameters()?;
                let named =
                    base.parameters.into_iter().map(|it| (column_label(it.column), it.value));
                Value::list(named.collect())
            }
            drives => Value::per_coordinate(self.of_drives(drives)?).with_rows(self.numbers()),
        })
    }

    /// The names of the coordinates as indices: `1` of joint 1, `1,2` of the second mode of its link.
    fn numbers(&self) -> Vec<String> {
        self.mechanism.drives().map(Drive::label).collect()
    }

    /// A row for each vibration: its angular frequency, then the amplitudes of the coordinates.
    fn vibrations(&self) -> Result<Value<A::Scalar>, Error> {
        let stiffness = tangent_stiffness(&self.mechanism, &self.state);
        let entries = || self.mass_matrix().iter().chain(&stiffness).flatten();
        entries().try_for_each(|entry| self.arithmetic.check_result(entry))?;
        let rows = self.arithmetic.vibrations(self.mass_matrix(), &stiffness);
        let rows = rows.ok_or(Error::NumbersOnly)??;
        let columns = std::iter::once("omega".to_owned()).chain(self.numbers()).collect();
        Ok(Value::matrix(rows, Axes::None).with_columns(columns))
    }

    /// A matrix whose rows and columns belong to coordinates.
    fn square(&self, rows: Vec<Vec<A::Scalar>>) -> Value<A::Scalar> {
        let numbers = self.numbers();
        Value::matrix(rows, Axes::None).with_rows(numbers.clone()).with_columns(numbers)
    }

    /// What belongs to coordinates, for all of them.
    fn of_drives(&self, kind: Kind) -> Result<Vec<A::Scalar>, Error> {
        Ok(match kind {
            Kind::Friction => self.friction()?,
            Kind::GravityForce => gravity_forces(&self.mechanism, &self.state),
            Kind::CoriolisForce => self.coriolis_forces(),
            Kind::DrivingForceRate(order) => {
                let jets = driving_force_jets(&self.mechanism, &self.state, order.into());
                let order = usize::from(order);
                // viscous friction has rates, too; Coulomb's jumps where the motion turns
                let viscous = viscous_forces(&self.mechanism, &self.state, order + 1);
                let rates = jets.iter().map(|jet| &jet.derivatives()[order]).zip(&viscous);
                rates.map(|(rate, viscous)| rate.add(viscous)).collect()
            }
            Kind::JointAcceleration => self.accelerations()?,
            Kind::StaticDeflection => self.static_deflection()?,
            _ => self.driving_forces()?,
        })
    }

    fn of_joint(&self, quantity: Quantity, id: JointId) -> Result<Value<A::Scalar>, Error> {
        let index = id.index();
        let joint = &self.mechanism.joints[index];
        let (motion, wrench) = (|| self.motion(index), || &self.wrenches()[index]);
        let centre = || self.centre(index);
        let vector: Vector<A::Scalar> = match quantity.kind {
            Kind::Frame => {
                let axes = self.robot.joint(id).parent.map_or(Axes::Base, Axes::Link);
                return Ok(Value::frame(self.in_parent(index), axes));
            }
            Kind::FrameInBase => return Ok(Value::frame(self.in_base(index), Axes::Base)),
            Kind::AngularVelocity => motion().omega.clone(),
            Kind::AngularAcceleration => motion().eps.clone(),
            Kind::Velocity => motion().v.clone(),
            Kind::Acceleration => motion().a.clone(),
            Kind::CentreVelocity => {
                let [place, rate] = centre()?;
                &motion().velocity_at(&place) + &rate
            }
            Kind::CentreAcceleration if joint.elastic.is_some() => {
                let inverse = self.arithmetic.reciprocal(&joint.moments.mass)?;
                link_wrench(joint, &self.state, motion()).force.scale(&inverse)
            }
            Kind::CentreAcceleration => motion().acceleration_at(&joint.central.centre),
            Kind::InertiaForce if joint.elastic.is_some() => {
                link_wrench(joint, &self.state, motion()).force
            }
            Kind::InertiaForce => inertia_force(joint, motion()),
            Kind::InertiaMoment if joint.elastic.is_some() => {
                let Wrench { force, moment } = link_wrench(joint, &self.state, motion());
                &moment - &centre()?[0].cross(&force)
            }
            Kind::InertiaMoment => inertia_moment(joint, motion()),
            Kind::ConnectionForce => wrench().force.clone(),
            Kind::ConnectionMoment => wrench().moment.clone(),
            drives => {
                // a quantity of drives is asked only of joints that move
                let drive = joint.coordinate.unwrap_or_default();
                return Ok(Value::scalar(self.of_drives(drives)?.swap_remove(drive)));
            }
        };
        Ok(match quantity.in_base_axes {
            true => Value::vector(&self.in_base(index).rotation * &vector, Axes::Base),
            false => Value::vector(vector, Axes::Link(id)),
        })
    }

    /// The mass centre of a link and its velocity in the frame of the link.
    fn centre(&self, index: usize) -> Result<[Vector<A::Scalar>; 2], Error> {
        let joint = &self.mechanism.joints[index];
        let Some(deformed) = joint.deformed(&self.state) else {
            return Ok([joint.central.centre.clone(), self.mechanism.still()]);
        };
        let inverse = self.arithmetic.reciprocal(&joint.moments.mass)?;
        let first = deformed.moments(&joint.moments).first;
        Ok([first.scale(&inverse), deformed.first_rate().scale(&inverse)])
    }

    /// Rows x, y, z of the velocity, then those of the angular velocity; a column for each
    /// coordinate.
    fn columns(&self, columns: &[Twist<A::Scalar>]) -> Value<A::Scalar> {
        let row = |part: fn(&Twist<A::Scalar>) -> &Vector<A::Scalar>, i: usize| {
            columns.iter().map(|column| part(column).0[i].clone()).collect()
        };
        let linear = (0..3).map(|i| row(|column| &column.linear, i));
        let angular = (0..3).map(|i| row(|column| &column.angular, i));
        Value::matrix(linear.chain(angular).collect(), Axes::Base).with_columns(self.numbers())
    }

    fn jacobian_rate(&self) -> Vec<Twist<A::Scalar>> {
        let moving = self.mechanism.map(|entry| Jet::constant(entry.clone(), 1));
        let path = self.state.jets(1, 0);
        let rate = |jet: &Jet<A::Scalar>| jet.derivatives()[1].clone();
        let columns = tool_jacobian(&moving, &path, &frames(&moving, &path));
        columns.iter().map(|column| column.map(rate)).collect()
    }
}
