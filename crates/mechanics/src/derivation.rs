//! Asked for a quantity, computes what it needs; frames, motions, wrenches and the mass matrix once.

mod economical;
mod forces;
mod names;

pub use economical::{EconomicalForces, EconomicalValue};

use std::cell::{OnceCell, RefCell};

use appell_model::{JointId, Robot};
use appell_spatial::{Jet, Scalar, Transform, Twist, Vector, Wrench};

use crate::arithmetic::Arithmetic;
use crate::base_parameters::{BaseParameters, base_parameters, column_label};
use crate::energy::{kinetic, potential};
use crate::error::Error;
use crate::friction::{friction_forces, viscous};
use crate::geometry::{Frames, frame, frames};
use crate::higher_order::{acceleration_energy, driving_force_jets};
use crate::jacobian::tool_jacobian;
use crate::kinematics::{Motion, motion};
use crate::lagrange::{coriolis_matrix, potential_forces};
use crate::mass_matrix::mass_matrix;
use crate::mechanism::{Body, Mechanism};
use crate::newton_euler::{connection_wrenches, driving_forces, inertia_force, inertia_moment};
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
/// let robot = appell_model::bundled("2r").and_then(|file| file.read().robot).ok_or("no robot")?;
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

impl<'r, A: Arithmetic> Derivation<'r, A> {
    /// The robot in the scalars of an arithmetic.
    pub fn new(robot: &'r Robot, arithmetic: A) -> Result<Self, Error> {
        let mechanism = Mechanism::new(robot, |entry| arithmetic.entry(entry))?;
        let coordinates = robot.coordinates();
        let state = coordinates.iter().map(|&q| arithmetic.coordinate(q, ORDER));
        let state = State(state.collect::<Result<_, _>>()?);
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
        let joint = &self.mechanism.joints[index];
        self.links[index].in_parent.get_or_init(|| frame(joint, &self.state))
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
                motion(joint, &self.state, self.in_parent(link), parent)
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
        self.in_base(self.mechanism.tool_parent) * &self.mechanism.parent_from_tool
    }

    /// The motion of every link, in its own axes.
    pub fn motions(&self) -> &[Motion<A::Scalar>] {
        let all = 0..self.links.len();
        self.motions.get_or_init(|| all.map(|index| self.motion(index).clone()).collect())
    }

    /// The connection wrench of every joint.
    pub fn wrenches(&self) -> &[Wrench<A::Scalar>] {
        let (in_parent, motions) = (&self.frames().in_parent, self.motions());
        self.wrenches.get_or_init(|| connection_wrenches(&self.mechanism, in_parent, motions))
    }

    /// The mass matrix.
    pub fn mass_matrix(&self) -> &[Vec<A::Scalar>] {
        let in_parent = &self.frames().in_parent;
        self.mass_matrix.get_or_init(|| mass_matrix(&self.mechanism, in_parent))
    }

    /// The friction of every drive.
    pub fn friction(&self) -> Vec<A::Scalar> {
        friction_forces(&self.arithmetic, &self.mechanism, &self.state, self.wrenches())
    }

    /// The driving forces, friction in them.
    pub fn driving_forces(&self) -> Result<Vec<A::Scalar>, Error> {
        let forces = driving_forces(&self.mechanism, self.wrenches());
        let forces = forces.iter().zip(self.friction());
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
        let value = match quantity.of {
            Of::Robot => self.of_robot(quantity.kind)?,
            Of::Joint(id) => self.of_joint(quantity, id)?,
            Of::Tool => Value::frame(&self.tool(), Axes::Base),
        };
        self.check()?;
        value.entries().try_for_each(|entry| self.arithmetic.check_result(entry))?;
        Ok(value)
    }

    fn of_robot(&self, kind: Kind) -> Result<Value<A::Scalar>, Error> {
        Ok(match kind {
            Kind::Jacobian => self.columns(&tool_jacobian(&self.mechanism, self.frames())),
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
            Kind::KineticEnergy => Value::scalar(kinetic(&self.mechanism, self.motions())),
            Kind::PotentialEnergy => Value::scalar(potential(&self.mechanism, self.frames())),
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

    /// The numbers of the joints that move.
    fn numbers(&self) -> Vec<String> {
        self.mechanism.moving().map(|(index, _)| (index + 1).to_string()).collect()
    }

    /// A matrix whose rows and columns belong to coordinates.
    fn square(&self, rows: Vec<Vec<A::Scalar>>) -> Value<A::Scalar> {
        let numbers = self.numbers();
        Value::matrix(rows, Axes::None).with_rows(numbers.clone()).with_columns(numbers)
    }

    /// What belongs to coordinates, for all of them.
    fn of_drives(&self, kind: Kind) -> Result<Vec<A::Scalar>, Error> {
        Ok(match kind {
            Kind::Friction => self.friction(),
            Kind::GravityForce => potential_forces(&self.mechanism, &self.state),
            Kind::CoriolisForce => self.coriolis_forces(),
            Kind::DrivingForceRate(order) => {
                let jets = driving_force_jets(&self.mechanism, &self.state, order.into());
                let order = usize::from(order);
                // viscous friction has rates, too; Coulomb's jumps where the motion turns
                let rate = |joint: &Body<A::Scalar>, jet: &Jet<A::Scalar>| {
                    jet.derivatives()[order].add(&viscous(joint, &self.state, order + 1))
                };
                let joints = self.mechanism.moving().zip(&jets);
                joints.map(|((_, joint), jet)| rate(joint, jet)).collect()
            }
            Kind::JointAcceleration => self.accelerations()?,
            _ => self.driving_forces()?,
        })
    }

    fn of_joint(&self, quantity: Quantity, id: JointId) -> Result<Value<A::Scalar>, Error> {
        let index = id.index();
        let joint = &self.mechanism.joints[index];
        let (motion, wrench) = (|| self.motion(index), || &self.wrenches()[index]);
        let centre = &joint.central.centre;
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
            Kind::CentreVelocity => motion().velocity_at(centre),
            Kind::CentreAcceleration => motion().acceleration_at(centre),
            Kind::InertiaForce => inertia_force(joint, motion()),
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
        let frames = frames(&moving, &self.state.jets(1, 0));
        let rate = |jet: &Jet<A::Scalar>| jet.derivatives()[1].clone();
        let columns = tool_jacobian(&moving, &frames);
        columns.iter().map(|column| column.map(rate)).collect()
    }
}
