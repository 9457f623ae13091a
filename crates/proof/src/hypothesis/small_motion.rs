//! Small motions about a state of rest: forces to the first order in what is moved, energies to the second.

use appell_algebra::{Budget, Error as AlgebraError, Poly, Rational, Symbol};
use appell_mechanics::Kind;
use appell_model::{JointKind, Robot};

use super::Hypothesis;
use super::coordinates::in_own_senses;

/// The largest robot whose equations are linearised about turned states too.
const LARGEST_ROBOT: usize = 3;

/// A state at which nothing moves.
#[derive(Clone, Debug)]
pub(crate) struct StateOfRest(Vec<(Symbol, Poly)>);

impl StateOfRest {
    /// The states of a robot, each angle zero or, for small robots, pi.
    pub(crate) fn all(robot: &Robot) -> Vec<Self> {
        let joints: Vec<_> =
            robot.joints().iter().filter_map(|it| Some((it.coordinate?, it.kind))).collect();
        let turning = joints.iter().filter(|(_, kind)| *kind == JointKind::Rotation).count();
        let turns = if joints.len() > LARGEST_ROBOT { 0 } else { turning };
        let state = |turned: usize| {
            let mut values = Vec::new();
            let mut angle = 0;
            for (q, kind) in &joints {
                let is_turned = *kind == JointKind::Rotation && turned >> angle & 1 == 1;
                angle += usize::from(*kind == JointKind::Rotation);
                let place = if is_turned { Poly::symbol(Symbol::PI) } else { Poly::ZERO };
                values.push((*q, place));
                for order in 1..=2 {
                    values.extend(q.derivative(order).ok().map(|rate| (rate, Poly::ZERO)));
                }
            }
            Self(values)
        };
        (0..1 << turns).map(state).collect()
    }

    /// A polynomial at the state; none where it cannot be calculated.
    pub(crate) fn at(&self, poly: &Poly, robot: &Robot, budget: &Budget) -> Option<Poly> {
        poly.substitute_all(&self.0, robot.symbols(), budget).ok()
    }

    /// A polynomial about the state, up to an order of at most two, in what is moved from it, which has the
    /// symbols of the coordinates; none where it cannot be calculated.
    pub(crate) fn expanded(
        &self,
        poly: &Poly,
        order: usize,
        robot: &Robot,
        budget: &Budget,
    ) -> Option<Poly> {
        let symbols = robot.symbols();
        let at = |poly: &Poly| self.at(poly, robot, budget);
        let occurring = poly.symbols(symbols);
        let all = self.0.iter().map(|(symbol, _)| *symbol);
        let moving: Vec<Symbol> = all.filter(|it| occurring.contains(it)).collect();
        let mut sum = at(poly)?;
        if order == 0 {
            return Some(sum);
        }
        for first in &moving {
            let slope = poly.derivative(*first, symbols, budget).ok()?;
            let factor = Poly::symbol(*first);
            sum = &sum + &at(&slope)?.checked_mul(&factor, budget).ok()?;
            for second in moving.iter().filter(|_| order == 2) {
                let curvature = at(&slope.derivative(*second, symbols, budget).ok()?)?;
                let product = factor.checked_mul(&Poly::symbol(*second), budget).ok()?;
                let half = Rational::new(1, 2).ok()?;
                sum = &sum + &curvature.checked_mul(&product, budget).ok()?.scale(&half);
            }
        }
        Some(sum)
    }

    /// `q1 = 0, q2 = pi`.
    fn words(&self, robot: &Robot) -> String {
        let symbols = robot.symbols();
        let places = self.0.iter().filter(|(symbol, _)| symbol.order() == 0);
        let words = places
            .map(|(symbol, value)| format!("{} = {}", symbols.name(*symbol), value.text(symbols)));
        words.collect::<Vec<_>>().join(", ")
    }
}

/// To which order a quantity is taken in linear equations of motion; none where it stays as it is.
pub(crate) fn order_of(kind: Kind) -> Option<usize> {
    match kind {
        Kind::MassMatrix | Kind::CoriolisMatrix => Some(0),
        Kind::DrivingForce
        | Kind::CoriolisForce
        | Kind::GravityForce
        | Kind::Momentum
        | Kind::MomentumRate
        | Kind::KineticEnergyByPosition
        | Kind::PotentialEnergyByPosition
        | Kind::LagrangianByPosition => Some(1),
        Kind::KineticEnergy | Kind::PotentialEnergy | Kind::Lagrangian => Some(2),
        _ => None,
    }
}

/// That motions are small, about each state of rest.
pub(crate) fn small_motions(robot: &Robot) -> Vec<Hypothesis> {
    let hypothesis = |state: StateOfRest| {
        let words = format!("motions are small about {}", state.words(robot));
        let plain = Hypothesis::of_values("small-motion", words, Vec::new());
        Hypothesis { about: Some(state), ..plain }
    };
    StateOfRest::all(robot).into_iter().map(hypothesis).collect()
}

/// That motions are small, and angles are counted from other directions than the robot's, in its senses: another sense
/// would explain any wrong sign.
pub(crate) fn small_motions_in_other_coordinates(
    robot: &Robot,
) -> Result<Vec<Hypothesis>, AlgebraError> {
    let Some(rest) = StateOfRest::all(robot).into_iter().next() else { return Ok(Vec::new()) };
    if robot.coordinates().len() > LARGEST_ROBOT {
        return Ok(Vec::new());
    }
    let hypothesis = |coordinates: Hypothesis| Hypothesis {
        names: [&["small-motion"], coordinates.names.as_slice()].concat(),
        words: format!("motions are small about {}; {}", rest.words(robot), coordinates.words),
        about: Some(rest.clone()),
        ..coordinates
    };
    Ok(in_own_senses(robot)?.into_iter().map(hypothesis).collect())
}
