//! Conventions that a paper may follow and the robot file does not: other angles, other senses, inertia
//! about the joints, centres of mass in the middle. Each is a change of what is derived: coordinates
//! q = A p + b and parameters are replaced, and forces, mass matrix and Jacobian belong to p.

mod coordinates;
mod parameters;
mod small_motion;

use appell_algebra::{Budget, Error as AlgebraError, Poly, Symbol};
use appell_mechanics::{Form, Kind};
use appell_model::Robot;
use appell_spatial::Scalar;

pub(crate) use coordinates::other_senses;
use coordinates::{of_coordinates, orders};
use parameters::of_parameters;
pub(crate) use small_motion::{
    StateOfRest, order_of, small_motions, small_motions_in_other_coordinates,
};

use crate::defined::has_followers;
use crate::tensor::Tensor;

/// A convention.
#[derive(Clone, Debug)]
pub(crate) struct Hypothesis {
    /// Its name, and the names of those of which it is made.
    pub(crate) names: Vec<&'static str>,
    pub(crate) words: String,
    /// What stands for coordinates, their rates, and parameters.
    pub(crate) values: Vec<(Symbol, Poly)>,
    /// A, by rows; none where it is the identity.
    matrix: Option<Vec<Vec<i64>>>,
    /// Whether driving forces act at the joints, also for angles from a fixed direction.
    forces_of_joints: bool,
    /// The state about which motions are small; none where they are not.
    about: Option<StateOfRest>,
}

/// The largest robot for which coordinates are changed.
const MOST_COORDINATES: usize = 3;

impl Hypothesis {
    /// A convention by which symbols have other values.
    pub(crate) fn of_values(
        name: &'static str,
        words: String,
        values: Vec<(Symbol, Poly)>,
    ) -> Self {
        let (matrix, about) = (None, None);
        Self { names: vec![name], words, values, matrix, forces_of_joints: false, about }
    }

    /// The same with values of more symbols.
    pub(crate) fn with_values(mut self, values: &[(Symbol, Poly)]) -> Self {
        let names =
            |(symbol, _): &&(Symbol, Poly)| !self.values.iter().any(|(own, _)| own == symbol);
        let new: Vec<_> = values.iter().filter(names).cloned().collect();
        self.values.extend(new);
        self
    }

    /// Whether a quantity belongs to coordinates, and must be asked for as a whole.
    pub(crate) fn changes(&self, kind: Kind) -> bool {
        self.matrix.is_some()
            && matches!(kind.row().form, Form::PerCoordinate | Form::Square | Form::Twists)
    }

    /// A quantity of the coordinates q as one of the coordinates p; none where that is not known.
    pub(crate) fn transformed<S: Scalar>(
        &self,
        kind: Kind,
        whole: &Tensor<S>,
    ) -> Option<Tensor<S>> {
        let Some(matrix) = &self.matrix else { return Some(whole.clone()) };
        let (_, one) = whole.entries().next()?;
        let row = |row: &Vec<i64>| row.iter().map(|it| one.integer(*it)).collect();
        let matrix = Tensor::new(matrix.iter().map(row).collect());
        match kind {
            Kind::DrivingForce if self.forces_of_joints => Some(whole.clone()),
            Kind::DrivingForce
            | Kind::CoriolisForce
            | Kind::GravityForce
            | Kind::Momentum
            | Kind::MomentumRate
            | Kind::KineticEnergyByPosition
            | Kind::PotentialEnergyByPosition
            | Kind::LagrangianByPosition => matrix.transpose().multiply(whole),
            Kind::MassMatrix | Kind::CoriolisMatrix => {
                matrix.transpose().multiply(&whole.multiply(&matrix)?)
            }
            Kind::Jacobian => whole.multiply(&matrix),
            _ if self.changes(kind) => None,
            _ => Some(whole.clone()),
        }
    }
}

impl Hypothesis {
    /// An entry of a quantity, as far as small motions need it; none where that cannot be calculated.
    pub(crate) fn expanded(
        &self,
        kind: Kind,
        entry: Poly,
        robot: &Robot,
        budget: &Budget,
    ) -> Option<Poly> {
        match (&self.about, order_of(kind)) {
            (Some(state), Some(order)) => state.expanded(&entry, order, robot, budget),
            _ => Some(entry),
        }
    }
}

/// The conventions that are tried for a robot, the simplest first.
pub(crate) fn hypotheses(robot: &Robot) -> Result<Vec<Hypothesis>, AlgebraError> {
    if robot.is_elastic() || has_followers(robot) {
        return Ok(Vec::new());
    }
    let of_parameters = of_parameters(robot)?;
    let of_coordinates = if robot.coordinates().len() <= MOST_COORDINATES {
        of_coordinates(robot)?
    } else {
        Vec::new()
    };
    let mut all = of_parameters.clone();
    all.extend(orders(robot));
    all.extend(of_coordinates.iter().cloned());
    for (at, first) in of_parameters.iter().enumerate() {
        all.extend(of_parameters[at + 1..].iter().filter_map(|second| both(first, second)));
    }
    for first in &of_coordinates {
        all.extend(of_parameters.iter().filter_map(|second| both(first, second)));
    }
    Ok(all)
}

/// Two conventions at once; none where they speak of the same.
fn both(first: &Hypothesis, second: &Hypothesis) -> Option<Hypothesis> {
    let same = |(symbol, _): &(Symbol, Poly)| first.values.iter().any(|(own, _)| own == symbol);
    if second.values.iter().any(same) {
        return None;
    }
    Some(Hypothesis {
        names: [first.names.as_slice(), &second.names].concat(),
        words: format!("{}; {}", first.words, second.words),
        values: [first.values.as_slice(), &second.values].concat(),
        ..first.clone()
    })
}

fn times(a: &Poly, b: &Poly) -> Result<Poly, AlgebraError> {
    a.checked_mul(b, &Budget::default())
}
