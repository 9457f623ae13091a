//! The same quantity by other formalisms, to be compared: what they have in common is the model alone.

use appell_spatial::Scalar;

use super::lagrange::along_rates;
use super::{Derivation, Formalism};
use crate::appell::driving_forces_by_appell;
use crate::arithmetic::{Arithmetic, PolynomialArithmetic};
use crate::error::Error;
use crate::forward::required_forces;
use crate::higher_order::{
    acceleration_energy, driving_force_jets, energy_in_link_axes, explicit_energy,
};
use crate::lagrange::{coriolis_matrix, driving_forces_by_lagrange, kinetic_slopes};
use crate::mechanism::Mechanism;
use crate::quantity::{Frame, Kind, Of, Quantity};
use crate::theorems;
use crate::value::Value;

/// A quantity by one formalism.
#[derive(Clone, Debug)]
pub struct Route<S> {
    /// Which one: "Newton-Euler".
    pub name: String,
    /// The entries, row by row.
    pub entries: Vec<S>,
}

/// A kind of scalar in which formalisms can be compared. Only for these are all of them compiled.
pub trait Comparable: Arithmetic {
    /// [`Derivation::all_routes`], compiled in the crate of the `impl`.
    fn routes(
        derivation: &Derivation<'_, Self>,
        quantity: Quantity,
    ) -> Result<Vec<Route<Self::Scalar>>, Error>;
}

impl Comparable for &PolynomialArithmetic {
    #[inline(never)]
    fn routes(
        derivation: &Derivation<'_, Self>,
        quantity: Quantity,
    ) -> Result<Vec<Route<Self::Scalar>>, Error> {
        derivation.all_routes(quantity)
    }
}

impl<A: Comparable> Derivation<'_, A> {
    /// A quantity by every formalism that there is for it, that of [`Derivation::get`] first; a single one
    /// where there is no other.
    pub fn routes(&self, quantity: Quantity) -> Result<Vec<Route<A::Scalar>>, Error> {
        A::routes(self, quantity)
    }
}

impl<A: Arithmetic> Derivation<'_, A> {
    /// The driving forces by Lagrange's equations, friction included.
    pub fn driving_forces_by_lagrange(&self) -> Result<Vec<A::Scalar>, Error> {
        self.with_friction(driving_forces_by_lagrange(&self.mechanism, &self.state))
    }

    /// The driving forces by Appell's equations, friction included.
    pub fn driving_forces_by_appell(&self) -> Result<Vec<A::Scalar>, Error> {
        self.with_friction(driving_forces_by_appell(&self.mechanism, &self.state))
    }

    fn with_friction(&self, forces: Vec<A::Scalar>) -> Result<Vec<A::Scalar>, Error> {
        let forces = forces.iter().zip(self.friction()?);
        let forces = forces.map(|(force, friction)| force.add(&friction)).collect();
        self.check()?;
        Ok(forces)
    }

    /// A quantity by every formalism: for [`Comparable::routes`].
    pub fn all_routes(&self, quantity: Quantity) -> Result<Vec<Route<A::Scalar>>, Error> {
        let own = self.computed(quantity)?.rows.concat();
        let mut routes =
            vec![Route { name: self.own_route(quantity.kind()).to_owned(), entries: own }];
        let mut add = |name: &str, entries: Vec<A::Scalar>| {
            routes.push(Route { name: name.to_owned(), entries });
        };
        let (kind, affine) = (quantity.kind(), self.mechanism.is_affine());
        for formalism in Formalism::ALL {
            if !formalism.gives(kind) || affine && formalism.needs_rotations() {
                continue;
            }
            if let Some(value) = self.second_route(quantity, formalism)? {
                add(route_name(formalism, kind), value.rows.concat());
            }
        }
        // one entry of those of all coordinates, where one was asked for
        let of = |entries: Vec<A::Scalar>| -> Result<Vec<A::Scalar>, Error> {
            Ok(self.of_coordinates(entries, quantity.of())?.rows.concat())
        };
        match kind {
            Kind::InertiaForces => {
                let free = self.inertia_alone();
                for (m, who) in [(1, "Nielsen"), (2, "Tzenoff"), (3, "Mangeron-Deleanu")] {
                    let theorem = |k| theorems::mangeron_deleanu(&free, &self.state, k, m);
                    let forces = (0..self.state.coordinates.len()).filter_map(theorem);
                    add(&format!("{who} (I2, m = {m})"), of(forces.collect())?);
                }
            }
            Kind::Momentum => {
                add("derivatives of Ek", of(kinetic_slopes(&self.mechanism, &self.state, 1))?);
            }
            Kind::MomentumRate => {
                add("derivatives of Ek", of(self.momentum_rates_by_energy())?);
                add("Newton-Euler and derivatives of Ek", of(self.momentum_rates_by_forces()?)?);
            }
            Kind::KineticEnergy if quantity.of() == Of::Robot => {
                add("trace form", vec![acceleration_energy(&self.mechanism, &self.state, 0)]);
                add("q'^T M q' / 2", vec![self.energy_by_mass_matrix()?]);
            }
            Kind::CentreJacobian | Kind::CentreJacobianRate => {
                let Of::Frame(Frame::Joint(id)) = quantity.of() else { return Ok(routes) };
                let link = id.index();
                for m in 0..3 {
                    let (columns, name) = match kind {
                        Kind::CentreJacobian => {
                            let primes = "'".repeat(m);
                            let name = format!("drC{primes}/dq{primes} (46, m = {m})");
                            (self.centre_jacobian_by(link, m)?, name)
                        }
                        _ => {
                            let [more, primes] = [m + 1, m].map(|n| "'".repeat(n));
                            let name = format!("drC{more}/dq{primes} / {} (46, m = {m})", m + 1);
                            (self.centre_jacobian_rate_by(link, m)?, name)
                        }
                    };
                    add(&name, self.columns(&columns, Frame::Base).rows.concat());
                }
            }
            Kind::AccelerationEnergy1 if quantity.of() == Of::Robot => {
                let energy = self.acceleration_energy_by_jacobians()?;
                energy
                    .into_iter()
                    .for_each(|it| add("Jacobians of centres of mass (57-60)", vec![it]));
            }
            Kind::ExponentialProduct => {
                let Of::Between(outer, inner) = quantity.of() else { return Ok(routes) };
                let product = self.exponential_product_by_frames(outer, inner)?;
                add("product of transforms", Value::frame(&product, None).rows.concat());
            }
            _ => {}
        }
        if let Some(order) = kind.force_rate() {
            self.add_rates(order, &of, &mut add)?;
        }
        if let Some(order) = kind.energy_order() {
            let whole = quantity.of() == Of::Robot;
            let links = match quantity.of() {
                Of::Frame(Frame::Joint(id)) => Some(self.with_load(id.index())),
                _ => None,
            };
            let explicit = || explicit_energy(&self.mechanism, &self.state, order);
            let in_axes =
                || energy_in_link_axes(&self.mechanism, &self.state, order, links.as_deref());
            match whole.then(explicit).flatten() {
                Some(energy) => add("mass-centre form", vec![energy]),
                None => in_axes()
                    .into_iter()
                    .for_each(|it| add("velocities in the axes of links", vec![it])),
            }
        }
        self.check()?;
        routes
            .iter()
            .flat_map(|it| &it.entries)
            .try_for_each(|it| self.arithmetic.check_result(it))?;
        Ok(routes)
    }

    fn own_route(&self, kind: Kind) -> &'static str {
        let affine = self.mechanism.is_affine();
        match kind {
            Kind::DrivingForce | Kind::InertiaForces | Kind::CoriolisForce => match affine {
                true => "Gibbs-Appell",
                false => "Newton-Euler",
            },
            Kind::MassMatrix => "composite bodies",
            Kind::GravityForce => "derivatives of Ep",
            Kind::KineticEnergy => "velocities of links",
            Kind::Momentum | Kind::MomentumRate => "mass matrix",
            Kind::AngularVelocity
            | Kind::AngularAcceleration
            | Kind::Velocity
            | Kind::Acceleration => "Newton-Euler",
            Kind::Frame | Kind::FrameInBase => "product of transforms",
            Kind::Jacobian
            | Kind::SpaceJacobian
            | Kind::BodyJacobian
            | Kind::CentreJacobian
            | Kind::CentreJacobianRate => "columns of joints",
            Kind::ExponentialProduct => "matrix exponentials",
            _ if kind.energy_order().is_some() => "trace form",
            _ => match (kind.force_rate(), affine) {
                (Some(_), true) => "Gibbs-Appell on functions of time",
                (Some(_), false) => "Newton-Euler on functions of time",
                (None, _) => "derivation",
            },
        }
    }

    /// The robot without gravity, loads, friction and strain.
    pub(super) fn inertia_alone(&self) -> Mechanism<A::Scalar> {
        let mut free = self.mechanism.free();
        free.relax();
        free
    }

    /// Of the time derivatives of Q the theorems give the part of inertia; the rest is what Newton-Euler
    /// gives beside it.
    fn add_rates(
        &self,
        order: usize,
        of: &dyn Fn(Vec<A::Scalar>) -> Result<Vec<A::Scalar>, Error>,
        add: &mut dyn FnMut(&str, Vec<A::Scalar>),
    ) -> Result<(), Error> {
        let free = self.inertia_alone();
        let inertia = driving_force_jets(&free, &self.state, order);
        let whole = self.driving_force_rates(order)?;
        let parts = whole.iter().zip(&inertia).map(|(whole, part)| whole.sub(&part.at(order)));
        let rest: Vec<A::Scalar> = parts.collect();
        let by = |theorem: &dyn Fn(usize) -> Option<A::Scalar>| {
            let forces = rest.iter().enumerate();
            of(forces.filter_map(|(k, rest)| Some(theorem(k)?.add(rest))).collect())
        };
        let state = &self.state;
        match order {
            1 => {
                add(
                    "energies of order 2 and 1 (I3)",
                    by(&|k| Some(theorems::first_rate(&free, state, k)))?,
                );
                add("mixed (I5, m = 3)", by(&|k| theorems::mixed_rate(&free, state, k, 3))?);
            }
            2 => {
                let second = |k| Some(theorems::second_rate(&free, state, k));
                add("energies of order 3, 2 and 1 (I4)", by(&second)?);
            }
            // from the third derivative on, energies alone do not suffice: their time derivatives do
            _ => {}
        }
        let orders = [order + 1, order + 2];
        let name = format!("Catalan (I6, k = {}, m = {})", orders[0], orders[1]);
        add(&name, by(&|k| theorems::catalan_rate(&free, state, k, orders))?);
        Ok(())
    }

    /// M, a column for the forces of every unit acceleration.
    pub(super) fn mass_matrix_by_forces(&self) -> Result<Vec<Vec<A::Scalar>>, Error> {
        let (free, zero) = (self.inertia_alone(), self.mechanism.zero());
        let count = self.state.coordinates.len();
        let mut still = self.state.clone();
        still.coordinates.iter_mut().for_each(|it| it.rates.clear());
        let in_parent = &self.frames()?.in_parent;
        let column = |k: usize| {
            let unit: Vec<A::Scalar> = (0..count).map(|i| zero.integer((i == k).into())).collect();
            required_forces(&free, &still.with_accelerations(&unit), in_parent)
        };
        let columns: Vec<Vec<A::Scalar>> = (0..count).map(column).collect();
        Ok((0..count).map(|i| columns.iter().map(|it| it[i].clone()).collect()).collect())
    }

    /// M_ij = d2 EA_p / dq_i^(p+1) dq_j^(p+1): the second derivatives of the kinetic energy (p = 0) by
    /// velocities, or of the acceleration energy (p = 1) by accelerations. At rest the energy is a quadratic form
    /// of these derivatives, so that they are E(e_i + e_j) - E(e_i) - E(e_j) for unit vectors e, exactly, and
    /// with far fewer terms than by differentiating.
    pub(super) fn mass_matrix_by_energy(&self, p: usize) -> Vec<Vec<A::Scalar>> {
        let count = self.state.coordinates.len();
        let zero = self.mechanism.zero();
        let energy = |units: &[usize]| {
            let mut moving = self.state.clone();
            for (k, coordinate) in moving.coordinates.iter_mut().enumerate() {
                coordinate.rates = vec![zero.clone(); p];
                coordinate.rates.push(zero.integer(i64::from(units.contains(&k))));
            }
            acceleration_energy(&self.mechanism, &moving, p)
        };
        let single: Vec<A::Scalar> = (0..count).map(|k| energy(&[k])).collect();
        let entry = |i: usize, j: usize| match i == j {
            true => single[i].add(&single[i]),
            false => energy(&[i, j]).sub(&single[i]).sub(&single[j]),
        };
        // in either order the derivatives are the same
        let half: Vec<Vec<A::Scalar>> =
            (0..count).map(|i| (0..=i).map(|j| entry(i, j)).collect()).collect();
        let whole = |i: usize| (0..count).map(|j| half[i.max(j)][i.min(j)].clone()).collect();
        (0..count).map(whole).collect()
    }

    pub(super) fn christoffel_forces(&self) -> Vec<A::Scalar> {
        along_rates(&coriolis_matrix(&self.mechanism, &self.state), &self.state)
    }

    /// d/dt dEk/dq'.
    fn momentum_rates_by_energy(&self) -> Vec<A::Scalar> {
        let momenta = kinetic_slopes(&self.mechanism.constant(), &self.state.jets(1, 1), 1);
        momenta.iter().map(|momentum| momentum.slope()).collect()
    }

    /// p' = Qinertia + dEk/dq.
    fn momentum_rates_by_forces(&self) -> Result<Vec<A::Scalar>, Error> {
        let inertia = self.generalised_inertia_forces()?;
        let slopes = self.kinetic_slopes()?;
        Ok(inertia.iter().zip(&slopes).map(|(force, slope)| force.add(slope)).collect())
    }

    /// What keeps the robot at rest, without loads and strain; compensators belong to G.
    pub(super) fn gravity_at_rest(&self) -> Result<Vec<A::Scalar>, Error> {
        let mut free = self.inertia_alone();
        free.gravity = self.mechanism.gravity.clone();
        free.compensators = self.mechanism.compensators.clone();
        let mut still = self.state.clone();
        still.coordinates.iter_mut().for_each(|it| it.rates.clear());
        Ok(required_forces(&free, &still, &self.frames()?.in_parent))
    }

    fn energy_by_mass_matrix(&self) -> Result<A::Scalar, Error> {
        let doubled = along_rates(&[self.momenta()?], &self.state);
        Ok(doubled.into_iter().fold(self.mechanism.zero(), |sum, it| sum.add(&it)).over(2))
    }
}

/// How a second formalism gives a quantity.
fn route_name(formalism: Formalism, kind: Kind) -> &'static str {
    let rates = kind.force_rate().is_some();
    match (formalism, kind) {
        (Formalism::NewtonEuler, Kind::MassMatrix) => "unit accelerations",
        (Formalism::NewtonEuler, Kind::GravityForce) => "Newton-Euler at rest",
        (Formalism::NewtonEuler, _) => "Newton-Euler",
        (Formalism::Lagrange, Kind::MassMatrix) => "derivatives of Ek",
        (Formalism::Lagrange, Kind::CoriolisForce) => "Christoffel's symbols",
        (Formalism::Lagrange, _) if rates => "Lagrange on functions of time",
        (Formalism::Lagrange, _) => "Lagrange",
        (Formalism::Appell, Kind::MassMatrix) => "derivatives of EA1",
        (Formalism::Appell, Kind::InertiaForces) => "Gibbs-Appell (I1)",
        (Formalism::Appell, _) if rates => "Gibbs-Appell on functions of time",
        (Formalism::Appell, _) => "Gibbs-Appell",
        (Formalism::Exponential, Kind::Frame | Kind::FrameInBase) => "matrix exponentials",
        (Formalism::Exponential, _) => "derivatives of matrix exponentials",
    }
}
