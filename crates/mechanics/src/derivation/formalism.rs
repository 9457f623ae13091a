//! Quantities by a formalism of the user's choice.

use appell_algebra::Graph;

use super::Derivation;
use crate::appell::driving_forces_by_appell;
use crate::arithmetic::{Arithmetic, Numbers, PolynomialArithmetic};
use crate::error::Error;
use crate::lagrange::driving_forces_by_lagrange;
use crate::quantity::{Kind, Quantity};
use crate::value::Value;

/// A formalism by which quantities can be derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formalism {
    /// Motions from the base outward, forces and moments inward.
    NewtonEuler,
    /// Derivatives of the kinetic and the potential energy.
    Lagrange,
    /// Derivatives of the acceleration energy, and of the potential energy.
    Appell,
    /// Products of matrix exponentials, and their derivatives.
    Exponential,
}

impl Formalism {
    /// All.
    pub const ALL: [Self; 4] = [Self::NewtonEuler, Self::Lagrange, Self::Appell, Self::Exponential];

    /// Its name: `newton-euler`.
    pub fn name(self) -> &'static str {
        match self {
            Self::NewtonEuler => "newton-euler",
            Self::Lagrange => "lagrange",
            Self::Appell => "appell",
            Self::Exponential => "exponential",
        }
    }

    /// The quantities that it gives.
    pub fn kinds(self) -> &'static [Kind] {
        use Kind::*;
        match self {
            Self::NewtonEuler => &[
                AngularVelocity,
                AngularAcceleration,
                Velocity,
                Acceleration,
                CentreVelocity,
                CentreAcceleration,
                InertiaForce,
                InertiaMoment,
                ConnectionForce,
                ConnectionMoment,
                DrivingForce,
                InertiaForces,
                MassMatrix,
                CoriolisForce,
                GravityForce,
                DrivingForceRate,
                DrivingForceSecondRate,
                DrivingForceThirdRate,
                DrivingForceFourthRate,
                DrivingForceFifthRate,
            ],
            Self::Lagrange => &[
                DrivingForce,
                InertiaForces,
                MassMatrix,
                CoriolisMatrix,
                CoriolisForce,
                GravityForce,
                KineticEnergy,
                PotentialEnergy,
                DrivingForceRate,
                DrivingForceSecondRate,
                DrivingForceThirdRate,
                DrivingForceFourthRate,
                DrivingForceFifthRate,
            ],
            Self::Appell => &[
                DrivingForce,
                InertiaForces,
                MassMatrix,
                CoriolisForce,
                AccelerationEnergy1,
                AccelerationEnergy2,
                AccelerationEnergy3,
                AccelerationEnergy4,
                AccelerationEnergy5,
                AccelerationEnergy6,
                DrivingForceRate,
                DrivingForceSecondRate,
                DrivingForceThirdRate,
                DrivingForceFourthRate,
                DrivingForceFifthRate,
            ],
            Self::Exponential => &[
                Frame,
                FrameInBase,
                FrameInBaseRate,
                FrameInBaseSecondRate,
                FrameInBaseThirdRate,
                AngularVelocity,
                AngularAcceleration,
                Velocity,
                Acceleration,
                Jerk,
                Jacobian,
                JacobianRate,
                SpaceJacobian,
                BodyJacobian,
                Screw,
                Exponential,
                ExponentialProduct,
            ],
        }
    }

    /// Whether it gives a quantity.
    pub fn gives(self, kind: Kind) -> bool {
        self.kinds().contains(&kind)
    }

    /// Whether frames must be rotations for it.
    pub(crate) fn needs_rotations(self) -> bool {
        matches!(self, Self::NewtonEuler | Self::Exponential)
    }
}

/// A kind of scalar in which a formalism can be chosen. Only for these are all of them compiled.
pub trait ByFormalism: Arithmetic {
    /// [`Derivation::computed_by`], compiled in the crate of the `impl`.
    fn by(
        derivation: &Derivation<'_, Self>,
        quantity: Quantity,
        formalism: Formalism,
    ) -> Result<Value<Self::Scalar>, Error>;
}

macro_rules! by_formalism {
    ($($arithmetic:ty),*) => {
        $(impl ByFormalism for $arithmetic {
            #[inline(never)]
            fn by(
                derivation: &Derivation<'_, Self>,
                quantity: Quantity,
                formalism: Formalism,
            ) -> Result<Value<Self::Scalar>, Error> {
                derivation.computed_by(quantity, formalism)
            }
        })*
    };
}

by_formalism!(&PolynomialArithmetic, &Graph, Numbers<'_>);

impl<A: ByFormalism> Derivation<'_, A> {
    /// A quantity by a formalism; an error with those that give it, where this one does not.
    ///
    /// ```
    /// use appell_algebra::Budget;
    /// use appell_mechanics::{Derivation, Formalism, PolynomialArithmetic, Quantity};
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
    /// let derivation = Derivation::new(&robot, &polynomials)?;
    /// let forces = Quantity::read_one("Q", &robot)?;
    /// let lagrange = derivation.by(forces, Formalism::Lagrange)?;
    /// assert_eq!(lagrange.rows[0][0].poly()?, derivation.get(forces)?.rows[0][0].poly()?);
    /// assert!(derivation.by(forces, Formalism::Exponential).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by(&self, quantity: Quantity, formalism: Formalism) -> Result<Value<A::Scalar>, Error> {
        A::by(self, quantity, formalism)
    }
}

impl<A: Arithmetic> Derivation<'_, A> {
    /// The same, compiled where it is called: for [`ByFormalism::by`].
    pub fn computed_by(
        &self,
        quantity: Quantity,
        formalism: Formalism,
    ) -> Result<Value<A::Scalar>, Error> {
        let kind = quantity.kind();
        let affine = self.mechanism.is_affine() && formalism.needs_rotations();
        if affine || !formalism.gives(kind) {
            return Err(Error::OtherFormalism { kind, formalism, affine });
        }
        self.check_support(quantity)?;
        let Some(value) = self.second_route(quantity, formalism)? else {
            return self.computed(quantity);
        };
        self.check()?;
        value.entries().try_for_each(|entry| self.arithmetic.check_result(entry))?;
        Ok(value)
    }

    /// A quantity by a formalism that gives it; nothing where that is how [`Derivation::get`] derives it.
    pub(super) fn second_route(
        &self,
        quantity: Quantity,
        formalism: Formalism,
    ) -> Result<Option<Value<A::Scalar>>, Error> {
        let of = |entries: Vec<A::Scalar>| self.of_coordinates(entries, quantity.of());
        Ok(Some(match (formalism, quantity.kind()) {
            (Formalism::NewtonEuler, Kind::MassMatrix) => {
                self.square(self.mass_matrix_by_forces()?)
            }
            (Formalism::NewtonEuler, Kind::GravityForce) => of(self.gravity_at_rest()?)?,
            (Formalism::Lagrange, Kind::DrivingForce) => of(self.driving_forces_by_lagrange()?)?,
            (Formalism::Lagrange, Kind::InertiaForces) => {
                of(driving_forces_by_lagrange(&self.inertia_alone(), &self.state))?
            }
            (Formalism::Lagrange, Kind::MassMatrix) => self.square(self.mass_matrix_by_energy(0)),
            (Formalism::Lagrange, Kind::CoriolisForce) => of(self.christoffel_forces())?,
            // with affine tips this is how forces are derived
            (Formalism::Appell, kind) if self.mechanism.is_affine() && kind != Kind::MassMatrix => {
                return Ok(None);
            }
            (Formalism::Appell, Kind::DrivingForce) => of(self.driving_forces_by_appell()?)?,
            (Formalism::Appell, Kind::InertiaForces) => {
                of(driving_forces_by_appell(&self.inertia_alone(), &self.state))?
            }
            (Formalism::Appell, Kind::MassMatrix) => self.square(self.mass_matrix_by_energy(1)),
            (Formalism::Appell, Kind::CoriolisForce) => {
                let still = vec![self.mechanism.zero(); self.state.coordinates.len()];
                let state = self.state.with_accelerations(&still);
                of(driving_forces_by_appell(&self.inertia_alone(), &state))?
            }
            (
                Formalism::Exponential,
                Kind::Screw | Kind::Exponential | Kind::ExponentialProduct,
            ) => return Ok(None),
            (Formalism::Exponential, _) => self.by_exponentials(quantity)?,
            (Formalism::Lagrange | Formalism::Appell, kind) => match kind.force_rate() {
                Some(order) => of(self.rates_of_forces(order, formalism)?)?,
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    /// Time derivatives of the driving forces, by Lagrange's or Appell's equations on functions of time.
    fn rates_of_forces(&self, order: usize, formalism: Formalism) -> Result<Vec<A::Scalar>, Error> {
        let (moving, path) = (self.mechanism.constant(), self.state.jets(order, 2));
        let jets = match formalism {
            Formalism::Appell => driving_forces_by_appell(&moving, &path),
            _ => driving_forces_by_lagrange(&moving, &path),
        };
        self.with_friction_rates(&jets, order, false)
    }
}
