//! The same quantity by other formalisms, to be compared: what they have in common is the model alone.

use appell_spatial::{Matrix, Scalar, Transform, Vector};

use super::Derivation;
use super::lagrange::along_rates;
use crate::appell::driving_forces_by_appell;
use crate::arithmetic::{Arithmetic, PolynomialArithmetic};
use crate::error::Error;
use crate::exponential::frames_by_exponentials;
use crate::forward::required_forces;
use crate::higher_order::{acceleration_energy, driving_force_jets, explicit_energy};
use crate::lagrange::{coriolis_matrix, driving_forces_by_lagrange, kinetic_slopes};
use crate::mechanism::Mechanism;
use crate::quantity::{Frame, Kind, Of, Quantity};
use crate::theorems;

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
        // one entry of those of all coordinates, where one was asked for
        let of = |entries: Vec<A::Scalar>| -> Result<Vec<A::Scalar>, Error> {
            Ok(self.of_coordinates(entries, quantity.of())?.rows.concat())
        };
        match quantity.kind() {
            Kind::DrivingForce => {
                add("Lagrange", of(self.driving_forces_by_lagrange()?)?);
                if !self.mechanism.is_affine() {
                    add("Gibbs-Appell", of(self.driving_forces_by_appell()?)?);
                }
            }
            Kind::InertiaForces => {
                let free = self.inertia_alone();
                let by = |theorem: &dyn Fn(usize) -> Option<A::Scalar>| {
                    of((0..self.state.coordinates.len()).filter_map(theorem).collect())
                };
                add("Lagrange", of(driving_forces_by_lagrange(&free, &self.state))?);
                add("Gibbs-Appell (I1)", by(&|k| Some(theorems::appell(&free, &self.state, k)))?);
                for (m, who) in [(1, "Nielsen"), (2, "Tzenoff"), (3, "Mangeron-Deleanu")] {
                    let name = format!("{who} (I2, m = {m})");
                    let theorem = |k| theorems::mangeron_deleanu(&free, &self.state, k, m);
                    add(&name, by(&theorem)?);
                }
            }
            Kind::DrivingForceRate => self.add_rates(1, &of, &mut add)?,
            Kind::DrivingForceSecondRate => self.add_rates(2, &of, &mut add)?,
            Kind::MassMatrix => {
                add("unit accelerations", self.mass_matrix_by_forces()?);
                add("derivatives of Ek", self.mass_matrix_by_energy());
            }
            Kind::CoriolisForce => add("Christoffel's symbols", of(self.christoffel_forces())?),
            Kind::GravityForce => add("Newton-Euler at rest", of(self.gravity_at_rest()?)?),
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
            kind @ (Kind::AccelerationEnergy1
            | Kind::AccelerationEnergy2
            | Kind::AccelerationEnergy3)
                if quantity.of() == Of::Robot =>
            {
                let order = kind.row().order as usize - 1;
                let explicit = explicit_energy(&self.mechanism, &self.state, order);
                explicit.into_iter().for_each(|it| add("mass-centre form", vec![it]));
            }
            Kind::FrameInBase if !self.mechanism.is_affine() => {
                if let Of::Frame(frame @ (Frame::Joint(_) | Frame::Tool)) = quantity.of() {
                    let all = frames_by_exponentials(&self.mechanism, &self.state);
                    let at = self.place_of(frame);
                    add("matrix exponentials", homogeneous(&all[at]));
                }
            }
            Kind::Jacobian => {
                let frame = match quantity.of() {
                    Of::Frame(frame @ (Frame::Joint(_) | Frame::Tool)) => Some(frame),
                    Of::Robot => Some(Frame::Tool),
                    _ => None,
                };
                if let Some(frame) = frame {
                    add("derivatives of matrix exponentials", self.jacobian_by_exponentials(frame));
                }
            }
            _ => {}
        }
        self.check()?;
        routes
            .iter()
            .flat_map(|it| &it.entries)
            .try_for_each(|it| self.arithmetic.check_result(it))?;
        Ok(routes)
    }

    fn own_route(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::DrivingForce | Kind::InertiaForces if self.mechanism.is_affine() => {
                "Gibbs-Appell"
            }
            Kind::DrivingForce | Kind::InertiaForces | Kind::CoriolisForce => "Newton-Euler",
            Kind::DrivingForceRate | Kind::DrivingForceSecondRate => {
                "Newton-Euler on functions of time"
            }
            Kind::MassMatrix => "composite bodies",
            Kind::GravityForce => "derivatives of Ep",
            Kind::KineticEnergy => "velocities of links",
            Kind::Momentum | Kind::MomentumRate => "mass matrix",
            Kind::AccelerationEnergy1 | Kind::AccelerationEnergy2 | Kind::AccelerationEnergy3 => {
                "trace form"
            }
            Kind::FrameInBase => "product of transforms",
            Kind::Jacobian => "columns of joints",
            _ => "derivation",
        }
    }

    /// The robot without gravity, loads, friction and strain.
    fn inertia_alone(&self) -> Mechanism<A::Scalar> {
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
            _ => {
                let second = |k| Some(theorems::second_rate(&free, state, k));
                add("energies of order 3, 2 and 1 (I4)", by(&second)?);
            }
        }
        let orders = [order + 1, order + 2];
        let name = format!("Catalan (I6, k = {}, m = {})", orders[0], orders[1]);
        add(&name, by(&|k| theorems::catalan_rate(&free, state, k, orders))?);
        Ok(())
    }

    /// M, a column for the forces of every unit acceleration.
    fn mass_matrix_by_forces(&self) -> Result<Vec<A::Scalar>, Error> {
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
        Ok((0..count).flat_map(|i| columns.iter().map(move |it| it[i].clone())).collect())
    }

    /// M_ij = d2 Ek / dq_i' dq_j', Ek in trace form.
    fn mass_matrix_by_energy(&self) -> Vec<A::Scalar> {
        let count = self.state.coordinates.len();
        let varied = self.mechanism.constant().constant();
        let entry = |i: usize, j: usize| {
            let state = self.state.varied(i, 1).varied(j, 1);
            let energy = acceleration_energy(&varied, &state, 0);
            let by_one: appell_spatial::Varied<A::Scalar> = energy.slope();
            by_one.slope()
        };
        (0..count).flat_map(|i| (0..count).map(move |j| (i, j))).map(|(i, j)| entry(i, j)).collect()
    }

    fn christoffel_forces(&self) -> Vec<A::Scalar> {
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
    fn gravity_at_rest(&self) -> Result<Vec<A::Scalar>, Error> {
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

    /// Where a frame is in the list of all joints, then the tool.
    fn place_of(&self, frame: Frame) -> usize {
        match frame {
            Frame::Joint(id) => id.index(),
            _ => self.mechanism.joints.len(),
        }
    }

    /// Rows x, y, z of dp/dq_k, then of the axial vector of dR/dq_k R^T.
    fn jacobian_by_exponentials(&self, frame: Frame) -> Vec<A::Scalar> {
        let (varied, at) = (self.mechanism.constant(), self.place_of(frame));
        let column = |k: usize| {
            let frame = &frames_by_exponentials(&varied, &self.state.varied(k, 0))[at];
            let rotation: Matrix<A::Scalar> = frame.rotation.map(|entry| entry.at(0));
            let rate: Matrix<A::Scalar> = frame.rotation.map(|entry| entry.slope());
            let spin = &rate * &rotation.transpose();
            let linear: Vector<A::Scalar> = frame.position.map(|entry| entry.slope());
            let [[.., y], [z, ..], [_, x, _]] = spin.0;
            [linear.0.to_vec(), vec![x, y, z]].concat()
        };
        let columns: Vec<Vec<A::Scalar>> = (0..self.state.coordinates.len()).map(column).collect();
        (0..6).flat_map(|row| columns.iter().map(move |column| column[row].clone())).collect()
    }
}

/// The entries of a homogeneous matrix, row by row.
fn homogeneous<S: Scalar>(frame: &Transform<S>) -> Vec<S> {
    crate::value::Value::frame(frame, None).rows.concat()
}
