//! Quantities by few operations, for generated code.

use appell_diagnostic::broken_invariant;
use appell_spatial::Scalar;

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::economical::Economical;
use crate::error::Error;
use crate::friction::friction_forces;
use crate::geometry::in_parent;
use crate::higher_order::driving_force_jets;
use crate::lagrange::coriolis_matrix;
use crate::mass_matrix::mass_matrix;
use crate::quantity::{Kind, Quantity};
use crate::slopes::slopes_of;
use crate::state::State;
use crate::value::Value;

/// Driving forces for generated code.
#[derive(Clone, Debug)]
pub struct EconomicalForces<S> {
    /// The driving forces, by coordinates.
    pub forces: Vec<S>,
    /// Names for what they are calculated from: see [`Economical::names`].
    pub names: Vec<(String, S)>,
}

/// A quantity for generated code.
#[derive(Clone, Debug)]
pub struct EconomicalValue<S> {
    /// The quantity.
    pub value: Value<S>,
    /// Names for what it is calculated from: `w3x`, `f2x`, `s23` and so on.
    pub names: Vec<(String, S)>,
}

/// What acts on the robot beside inertia.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Load {
    /// Gravity, the payload and the wrenches on frames.
    All,
    /// Gravity.
    Weight,
    None,
}

impl<A: Arithmetic> Derivation<'_, A> {
    /// A quantity by fewer operations than a textbook's algorithm needs, where we know how: of rigid
    /// links. Equal to [`Self::get`].
    ///
    /// ```
    /// use appell_algebra::Graph;
    /// use appell_mechanics::{Derivation, Quantity};
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let graph = Graph::new(robot.symbols());
    /// let derivation = Derivation::new(&robot, &graph)?;
    /// let mass = derivation.economical(Quantity::read_one("M", &robot)?)?.value;
    /// assert_eq!(mass.rows.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn economical(&self, quantity: Quantity) -> Result<EconomicalValue<A::Scalar>, Error> {
        let kind = quantity.kind();
        if self.is_loaded()
            && let Some(value) = self.economical_under_load(quantity)?
        {
            self.check()?;
            return Ok(EconomicalValue { value, names: self.known_names() });
        }
        if self.is_elastic() {
            return self.plain(quantity);
        }
        let value = match kind {
            Kind::MassMatrix | Kind::DrivingForceByAcceleration => {
                self.square(self.light_mass_matrix()?)
            }
            Kind::CoriolisMatrix => {
                let robot = self.regrouped(Load::None)?.plain();
                self.square(coriolis_matrix(&robot, &self.state))
            }
            Kind::DrivingForceByPosition => self.square(self.light_slopes(&self.state, 0)?),
            Kind::DrivingForceByVelocity => self.square(self.light_slopes(&self.state, 1)?),
            Kind::JointAccelerationByPosition => self.square(self.light_acceleration_slopes(0)?),
            Kind::JointAccelerationByVelocity => self.square(self.light_acceleration_slopes(1)?),
            Kind::InverseMassMatrix => self.square(self.light_inverse()?),
            Kind::DrivingForce
            | Kind::GravityForce
            | Kind::CoriolisForce
            | Kind::JointAcceleration => {
                let forces = match kind {
                    Kind::GravityForce => self.forces_under(Load::Weight, 0)?,
                    Kind::CoriolisForce => self.forces_under(Load::None, 1)?,
                    Kind::JointAcceleration => self.cheapest_accelerations()?,
                    Kind::DrivingForce => self.economical_driving_forces()?.forces,
                    other => broken_invariant(format!("no economical form of {}", other.name())),
                };
                self.of_coordinates(forces, quantity.of())?
            }
            _ => return self.plain(quantity),
        };
        let names = self.names_of(kind)?;
        self.check()?;
        Ok(EconomicalValue { value, names })
    }

    /// Accelerations and derivatives of a robot with friction that depends on the load, for code.
    fn economical_under_load(&self, quantity: Quantity) -> Result<Option<Value<A::Scalar>>, Error> {
        if let Some(order) = quantity.kind().force_rate() {
            let jets = driving_force_jets(&self.mechanism, &self.state, order);
            let rates = self.with_friction_rates(&jets, order, true)?;
            return self.of_coordinates(rates, quantity.of()).map(Some);
        }
        let slopes = |order: usize| self.slopes_at(&self.state, order, true);
        let matrix = match quantity.kind() {
            Kind::JointAcceleration => {
                let accelerations = self.loaded_accelerations()?;
                return self.of_coordinates(accelerations, quantity.of()).map(Some);
            }
            Kind::JointAccelerationByPosition => self.loaded_acceleration_slopes(0)?,
            Kind::JointAccelerationByVelocity => self.loaded_acceleration_slopes(1)?,
            Kind::DrivingForceByPosition => slopes(0)?,
            Kind::DrivingForceByVelocity => slopes(1)?,
            Kind::DrivingForceByAcceleration => slopes(2)?,
            _ => return Ok(None),
        };
        Ok(Some(self.square(matrix)))
    }

    fn plain(&self, quantity: Quantity) -> Result<EconomicalValue<A::Scalar>, Error> {
        Ok(EconomicalValue { value: self.get(quantity)?, names: self.known_names() })
    }

    /// The driving forces, friction in them, by fewer operations than a textbook's recursion needs:
    /// see [`Economical`]. Equal to [`Self::driving_forces`].
    pub fn economical_driving_forces(&self) -> Result<EconomicalForces<A::Scalar>, Error> {
        if self.is_elastic() || self.mechanism.has_gear_losses() {
            return Ok(EconomicalForces { forces: self.driving_forces()?, names: Vec::new() });
        }
        let robot = self.regrouped(Load::All)?;
        let (wrenches, forces) = robot.wrenches_and_forces(&self.state);
        let friction = friction_forces(&self.arithmetic, &self.mechanism, &self.state, &wrenches)?;
        let forces = forces.iter().zip(friction);
        let forces = forces.map(|(force, friction)| force.add(&friction)).collect();
        let names = robot.names(&self.state);
        self.check()?;
        Ok(EconomicalForces { forces, names })
    }

    pub(super) fn regrouped(&self, load: Load) -> Result<Economical<A::Scalar>, Error> {
        let mut robot = Economical::new(self.robot, |entry| self.arithmetic.entry(entry))?;
        match load {
            Load::All => robot.load_as(&self.mechanism),
            Load::Weight | Load::None => robot.unload(),
        }
        if load == Load::None {
            robot.without_weight();
        }
        Ok(robot.regrouped(self.robot, &self.arithmetic.budget())?)
    }

    /// Forces at the state with its rates up to an order, the others zero.
    pub(super) fn forces_under(&self, load: Load, order: usize) -> Result<Vec<A::Scalar>, Error> {
        let mut robot = self.regrouped(load)?;
        if load != Load::All {
            robot.relax();
        }
        Ok(robot.driving_forces(&self.slowed(order)))
    }

    /// The state with its rates up to an order, the others zero.
    pub(super) fn slowed(&self, order: usize) -> State<A::Scalar> {
        let mut slowed = self.state.clone();
        slowed.coordinates.iter_mut().for_each(|at| at.rates.truncate(order));
        slowed
    }

    pub(super) fn light_mass_matrix(&self) -> Result<Vec<Vec<A::Scalar>>, Error> {
        let robot = self.regrouped(Load::None)?.plain();
        Ok(mass_matrix(&robot, &self.state, &in_parent(&robot, &self.state)))
    }

    pub(super) fn light_slopes(
        &self,
        state: &State<A::Scalar>,
        order: usize,
    ) -> Result<Vec<Vec<A::Scalar>>, Error> {
        let robot = self.regrouped(Load::All)?.varied();
        let forces = |state: &State<_>| robot.driving_forces(state);
        Ok(slopes_of(&self.arithmetic, &self.mechanism, state, order, forces)?)
    }
}
