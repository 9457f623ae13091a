//! Accelerations of small robots in closed form: q'' = adj(M) (tau - c - G) / det(M), and their
//! derivatives by q, q' and tau.
//!
//! A quotient is a polynomial in which the reciprocal of the determinant is a symbol of its own. That
//! two such forms are equal is decided by multiplying with the determinant.

use appell_algebra::{AtomKind, Budget, Expr, Graph, Poly, Symbol, Symbols};
use appell_diagnostic::broken_invariant;
use appell_mechanics::{Derivation, Error, Kind, Of, PolynomialArithmetic, Quantity, Value};
use appell_model::Robot;

/// Robots with more coordinates are not inverted: the adjugate of their mass matrix is too long.
pub(crate) const MOST_COORDINATES: usize = 2;

/// The equations of motion M q'' = right, solved.
pub(crate) struct Quotients<'a> {
    symbols: &'a Symbols,
    budget: &'a Budget,
    coordinates: Vec<Symbol>,
    /// Angles that follow from the coordinates.
    related: Vec<(Symbol, Poly)>,
    adjugate: Vec<Vec<Poly>>,
    determinant: Poly,
    /// What is divided by the determinant: adj(M) (tau - c - G).
    numerators: Vec<Poly>,
    /// The derivatives of Q by q and by q'.
    slopes: [Vec<Vec<Poly>>; 2],
}

/// Whether friction by the load or losses of gears have the accelerations under their signs and roots.
pub(crate) fn is_implicit(robot: &Robot) -> bool {
    robot.joints().iter().any(|joint| {
        let gear = joint.rotor.as_ref().and_then(|rotor| rotor.efficiency.as_ref());
        gear.is_some() || !joint.friction.coulomb.is_zero()
    })
}

impl<'a> Quotients<'a> {
    /// Derives what the closed forms are made of. Coulomb friction depends on the accelerations: with
    /// it there is none.
    pub(crate) fn new(
        robot: &'a Robot,
        derivation: &Derivation<'_, &PolynomialArithmetic>,
        budget: &'a Budget,
    ) -> Result<Self, Error> {
        let rows = |kind: Kind| -> Result<Vec<Vec<Poly>>, Error> {
            let quantity = Quantity::of_robot(kind);
            let quantity = quantity.unwrap_or_else(|_| broken_invariant("a part of the robot"));
            let value = derivation.get(quantity)?;
            Ok(value.try_map(|entry| entry.poly().cloned())?.rows)
        };
        let (symbols, coordinates) = (robot.symbols(), robot.coordinates());
        let still = coordinates.iter().map(|q| Ok((q.derivative(2)?, Poly::ZERO)));
        let still = still.collect::<Result<Vec<_>, Error>>()?;
        let is_implicit = is_implicit(robot);
        let mut right = Vec::new();
        for (row, name) in rows(Kind::DrivingForce)?.iter().zip(derivation.driving_force_names()) {
            let is_function = |atom| matches!(atom, AtomKind::Function(_));
            if is_implicit && row[0].atoms().into_iter().any(|atom| is_function(atom.kind())) {
                return Err(Error::ImplicitFriction);
            }
            let resistance = row[0].substitute_all(&still, symbols, budget)?;
            let driving = Poly::from(symbols.parameter(&name)?);
            right.push(driving.checked_sub(&resistance, budget)?);
        }
        let mass = rows(Kind::MassMatrix)?;
        let (adjugate, determinant) = inverted(&mass, budget)?;
        let numerators = adjugate.iter().map(|row| dot(row, &right, budget));
        Ok(Self {
            symbols,
            budget,
            coordinates,
            related: robot.related()?,
            numerators: numerators.collect::<Result<_, _>>()?,
            adjugate,
            determinant,
            slopes: [rows(Kind::DrivingForceByPosition)?, rows(Kind::DrivingForceByVelocity)?],
        })
    }

    /// A quantity in closed form, in the shape of a value of it.
    pub(crate) fn value<T>(
        &self,
        quantity: Quantity,
        shape: &Value<T>,
        robot: &Robot,
    ) -> Result<Value<Poly>, Error> {
        let rows = match quantity.kind() {
            Kind::JointAcceleration => {
                let entries = self.numerators.iter().map(|entry| self.over(entry));
                let mut entries = entries.collect::<Result<Vec<_>, Error>>()?;
                if let Some(wanted) = self.coordinate(quantity.of(), robot) {
                    entries = vec![entries.swap_remove(wanted)];
                }
                vec![entries]
            }
            Kind::InverseMassMatrix => self.each(|i, k| self.over(&self.adjugate[i][k]))?,
            Kind::JointAccelerationByPosition => self.each(|i, k| self.slope(0, i, k))?,
            Kind::JointAccelerationByVelocity => self.each(|i, k| self.slope(1, i, k))?,
            other => broken_invariant(format!("{} is no quotient", other.name())),
        };
        let mut entries = rows.into_iter().flatten();
        shape.try_map(|_| {
            let entry = entries.next();
            Ok(entry.unwrap_or_else(|| broken_invariant("a quotient with fewer entries")))
        })
    }

    /// The number of the coordinate that a quantity is of.
    fn coordinate(&self, of: Of, robot: &Robot) -> Option<usize> {
        let symbol = match of {
            Of::Joint(id) => robot.joint(id).coordinate,
            Of::Mode(id, mode) => robot
                .joint(id)
                .modes
                .as_ref()
                .and_then(|modes| modes.coordinates.get(mode))
                .copied(),
            Of::Robot | Of::Frame(_) | Of::Between(..) => None,
        };
        self.coordinates.iter().position(|&q| Some(q) == symbol)
    }

    fn each(
        &self,
        entry: impl Fn(usize, usize) -> Result<Poly, Error>,
    ) -> Result<Vec<Vec<Poly>>, Error> {
        let count = self.coordinates.len();
        (0..count).map(|i| (0..count).map(|k| entry(i, k)).collect()).collect()
    }

    /// A polynomial over the determinant.
    fn over(&self, numerator: &Poly) -> Result<Poly, Error> {
        Ok(self.symbols.quotient(numerator, &self.determinant, self.budget)?)
    }

    /// The derivative of q''_i by q_k (order 0) or q'_k (1): by Q(q, q', q'') = tau it is that of
    /// -adj(M) dQ/dq over the determinant, at the accelerations that the driving forces cause.
    fn slope(&self, order: usize, i: usize, k: usize) -> Result<Poly, Error> {
        let budget = self.budget;
        let column: Vec<Poly> = self.slopes[order].iter().map(|row| row[k].clone()).collect();
        let required = -dot(&self.adjugate[i], &column, budget)?;
        // linear in the accelerations: required = free + sum of per_acceleration q''
        let mut whole = Poly::ZERO;
        let (mut free, mut sum) = (required.clone(), Poly::ZERO);
        for (q, numerator) in self.coordinates.iter().zip(&self.numerators) {
            let per_acceleration = required.coefficient(q.derivative(2)?, 1);
            let part = per_acceleration.checked_mul(&Poly::from(q.derivative(2)?), budget)?;
            free = free.checked_sub(&part, budget)?;
            whole = whole.checked_add(&per_acceleration.checked_mul(numerator, budget)?, budget)?;
            let acceleration = self.over(numerator)?;
            sum = sum.checked_add(&per_acceleration.checked_mul(&acceleration, budget)?, budget)?;
        }
        whole = whole.checked_add(&free.checked_mul(&self.determinant, budget)?, budget)?;
        self.assert_slope(&whole, self.coordinates[k].derivative(order as u32)?, i)?;
        self.over(&sum.checked_add(&free, budget)?)
    }

    /// The proof of a derivative, by another route: that of the quotient n/d is (n' d - n d')/d^2.
    fn assert_slope(&self, whole: &Poly, by: Symbol, i: usize) -> Result<(), Error> {
        let (budget, symbols) = (self.budget, self.symbols);
        let (n, d) = (&self.numerators[i], &self.determinant);
        let slope = |poly: &Poly| {
            let mut slope = poly.derivative(by, symbols, budget)?;
            for (angle, sum) in &self.related {
                let share = sum.derivative(by, symbols, budget)?;
                let part = poly.derivative(*angle, symbols, budget)?;
                slope = slope.checked_add(&part.checked_mul(&share, budget)?, budget)?;
            }
            Ok::<_, Error>(slope)
        };
        let (dn, dd) = (slope(n)?, slope(d)?);
        let expected =
            dn.checked_mul(d, budget)?.checked_sub(&n.checked_mul(&dd, budget)?, budget)?;
        if expected != *whole {
            broken_invariant("two routes to the derivative of an acceleration differ");
        }
        Ok(())
    }

    /// The same quantities as they are computed: with the accelerations and the determinant as parts.
    pub(crate) fn computed<'g>(
        &self,
        quantity: Quantity,
        graph: &'g Graph,
        robot: &Robot,
    ) -> Result<Vec<Expr<'g>>, Error> {
        let inverse = graph.poly(&self.determinant).pow(-1);
        let over = |entry: &Poly| graph.poly(entry) * inverse;
        let count = self.coordinates.len();
        let pairs = (0..count).flat_map(|i| (0..count).map(move |k| (i, k)));
        let slopes = |order: usize| -> Result<Vec<Expr<'g>>, Error> {
            let accelerations = self.coordinates.iter().zip(&self.numerators);
            let accelerations = accelerations.map(|(q, n)| Ok((q.derivative(2)?, over(n))));
            let accelerations = accelerations.collect::<Result<Vec<_>, Error>>()?;
            let entry = |(i, k): (usize, usize)| {
                let column = self.slopes[order].iter().map(|row| &row[k]);
                let products = self.adjugate[i].iter().zip(column);
                let sum = products.fold(graph.zero(), |sum, (adjugate, slope)| {
                    sum - graph.poly(adjugate) * graph.poly(slope)
                });
                Ok(sum.substitute(&accelerations)? * inverse)
            };
            pairs.clone().map(entry).collect()
        };
        match quantity.kind() {
            Kind::JointAcceleration => {
                let wanted = self.coordinate(quantity.of(), robot);
                let entries = self.numerators.iter().enumerate();
                let entries = entries.filter(|(k, _)| wanted.is_none_or(|wanted| wanted == *k));
                Ok(entries.map(|(_, entry)| over(entry)).collect())
            }
            Kind::InverseMassMatrix => Ok(pairs.map(|(i, k)| over(&self.adjugate[i][k])).collect()),
            Kind::JointAccelerationByPosition => slopes(0),
            _ => slopes(1),
        }
    }
}

/// The adjugate and the determinant of a matrix of one or two rows.
fn inverted(mass: &[Vec<Poly>], budget: &Budget) -> Result<(Vec<Vec<Poly>>, Poly), Error> {
    match mass {
        [only] => Ok((vec![vec![Poly::one()]], only[0].clone())),
        [first, second] => {
            let [a, b, c, d] = [&first[0], &first[1], &second[0], &second[1]];
            let determinant =
                a.checked_mul(d, budget)?.checked_sub(&b.checked_mul(c, budget)?, budget)?;
            Ok((vec![vec![d.clone(), -b], vec![-c, a.clone()]], determinant))
        }
        _ => broken_invariant("a mass matrix that is not inverted"),
    }
}

fn dot(left: &[Poly], right: &[Poly], budget: &Budget) -> Result<Poly, Error> {
    left.iter().zip(right).try_fold(Poly::ZERO, |sum, (a, b)| {
        Ok(sum.checked_add(&a.checked_mul(b, budget)?, budget)?)
    })
}
