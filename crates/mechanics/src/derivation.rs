//! Asked for a quantity, computes what it needs; frames, motions, wrenches and the mass matrix once.

mod accelerations;
mod economical;
mod evaluator;
mod exponentials;
mod forces;
mod formalism;
mod identities;
mod kinks;
mod lagrange;
mod links;
mod loaded;
mod names;
mod places;
mod rates;
mod routes;
mod statics;
mod vibrations;
mod whole;

pub use economical::{EconomicalForces, EconomicalValue};
pub(crate) use evaluator::Evaluator;
pub use formalism::{ByFormalism, Formalism};
pub use routes::{Comparable, Route};

use std::cell::OnceCell;

use appell_algebra::Symbol;
use appell_model::{FrameName, Robot};
use appell_spatial::{Transform, Wrench};

use crate::arithmetic::{Arithmetic, Numbers};
use crate::error::Error;
use crate::geometry::Frames;
use crate::kinematics::Motion;
use crate::mass_matrix::mass_matrix;
use crate::mechanism::Mechanism;
use crate::newton_euler::connection_wrenches;
use crate::state::State;

/// The highest time derivative of a coordinate in any quantity: that of order 7, in EA6 and d5Q.
pub const HIGHEST_ORDER: u32 = 7;

/// A robot in a scalar, of which any quantity can be asked, in any order.
///
/// ```
/// use appell_algebra::Budget;
/// use appell_mechanics::{Derivation, PolynomialArithmetic, Quantity};
///
/// let robot = appell_model::Robot::bundled("2r")?;
/// let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
/// let derivation = Derivation::new(&robot, &polynomials)?;
/// let torque = derivation.get(Quantity::read_one("Q[2]", &robot)?)?;
/// assert_eq!(torque.rows[0][0].poly()?.term_count(), 8);
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

/// The names of the angles by which the tips of elastic links turn, then those of the angles and lengths
/// of joints that follow others.
fn related_names(robot: &Robot) -> Vec<Symbol> {
    let modes = robot.joints().iter().filter_map(|joint| joint.modes.as_ref());
    let tips = modes.flat_map(|modes| &modes.angles).map(|angle| angle.symbol);
    let couplings = robot.joints().iter().filter_map(|joint| joint.coupling.as_ref());
    tips.chain(couplings.map(|coupling| coupling.symbol)).collect()
}

impl<'r, A: Arithmetic> Derivation<'r, A> {
    /// The robot in the scalars of an arithmetic.
    pub fn new(robot: &'r Robot, arithmetic: A) -> Result<Self, Error> {
        arithmetic.derivation(robot)
    }

    /// The same, compiled where it is called: for [`Arithmetic::derivation`].
    pub fn assembled(robot: &'r Robot, arithmetic: A) -> Result<Self, Error> {
        let mechanism = Mechanism::new(robot, |entry| arithmetic.entry(entry))?;
        Self::of(robot, arithmetic, mechanism)
    }

    /// A robot whose entries are scalars already, at the coordinates of an arithmetic.
    fn of(robot: &'r Robot, arithmetic: A, mechanism: Mechanism<A::Scalar>) -> Result<Self, Error> {
        let coordinates = robot.coordinates();
        let state = coordinates.iter().map(|&q| arithmetic.coordinate(q, HIGHEST_ORDER));
        let angles = related_names(robot);
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
        })
    }

    /// With another payload wrench than the robot's own, in the tool frame.
    #[must_use]
    pub fn with_payload(mut self, payload: Wrench<A::Scalar>) -> Self {
        self.mechanism.payload = payload;
        self.wrenches = OnceCell::new();
        self
    }

    /// With another wrench on a named frame than the robot's own, in the axes of the frame; an error
    /// where the robot has no such frame.
    pub fn with_wrench(
        mut self,
        frame: FrameName,
        wrench: Wrench<A::Scalar>,
    ) -> Result<Self, Error> {
        let index = self.robot.find_frame(frame);
        let index = index.ok_or_else(|| Error::OtherRobot { quantity: frame.to_string() })?;
        self.mechanism.frames[index].wrench = wrench;
        self.wrenches = OnceCell::new();
        Ok(self)
    }

    /// The robot whose quantities are derived.
    pub fn robot(&self) -> &'r Robot {
        self.robot
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

    /// An error where the arithmetic has failed (its budget was hit).
    fn check(&self) -> Result<(), Error> {
        Ok(self.arithmetic.check()?)
    }

    /// All frames.
    pub fn frames(&self) -> Result<&Frames<A::Scalar>, Error> {
        let all = 0..self.links.len();
        let frames = self.frames.get_or_init(|| Frames {
            in_parent: all.clone().map(|index| self.in_parent(index).clone()).collect(),
            in_base: all.map(|index| self.in_base(index).clone()).collect(),
            tool: self.tool(),
        });
        self.check()?;
        Ok(frames)
    }

    /// The motion of every link, in its own axes.
    pub fn motions(&self) -> Result<&[Motion<A::Scalar>], Error> {
        let all = 0..self.links.len();
        let motions =
            self.motions.get_or_init(|| all.map(|index| self.motion(index).clone()).collect());
        self.check()?;
        Ok(motions)
    }

    /// The connection wrench of every joint.
    pub fn wrenches(&self) -> Result<&[Wrench<A::Scalar>], Error> {
        let (in_parent, motions) = (&self.frames()?.in_parent, self.motions()?);
        let wrenches = self
            .wrenches
            .get_or_init(|| connection_wrenches(&self.mechanism, &self.state, in_parent, motions));
        self.check()?;
        Ok(wrenches)
    }

    /// The mass matrix.
    pub fn mass_matrix(&self) -> Result<&[Vec<A::Scalar>], Error> {
        let in_parent = &self.frames()?.in_parent;
        let matrix =
            self.mass_matrix.get_or_init(|| mass_matrix(&self.mechanism, &self.state, in_parent));
        self.check()?;
        Ok(matrix)
    }
}

impl<'r> Derivation<'r, Numbers<'r>> {
    /// The same robot at other coordinates and driving forces. Its entries, which depend on parameters
    /// alone, are taken over: the parameters must have the same values.
    pub fn moved(&self, numbers: Numbers<'r>) -> Result<Self, Error> {
        let numbers = numbers.with_missing_of(&self.arithmetic);
        Self::of(self.robot, numbers, self.mechanism.clone())
    }
}
