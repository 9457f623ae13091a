//! Accelerations for generated code where friction depends on the load, and so on the accelerations x.
//!
//! The joint reaction forces across the axes, p_j, are affine in x. So is the load of a gear, l_r, but for the
//! friction of the bearings, which is part of it. x is the solution of
//!
//! ```text
//! M x + sum w_j |p_j(x)| + sum e_r (a_r |l_r(x)| + b_r l_r(x)) = f
//! ```
//!
//! where w_j are the weights of `friction::load_friction`, a_r and b_r the factors of `gear::loss_factors`, e_r
//! the unit vector of the joint of gear r, and f the driving forces less all forces that do not depend on x.
//! Generated code has no loop that could end when x has converged: it takes a fixed number of Newton steps, from
//! the x without this friction. If the last step is not small, for example because friction locks the robot, the
//! result is NaN.

use appell_spatial::{Scalar, Varied, Vector};

use super::Derivation;
use super::forces::negated;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::forward::{solve, solve_unsymmetric, solve_unsymmetric_columns};
use crate::friction::{LoadFriction, load_friction, motor_friction};
use crate::functions::tiny;
use crate::gear::loss_factors;
use crate::geometry::in_parent;
use crate::kinematics::motions;
use crate::newton_euler::{connection_wrenches, driving_forces};

/// The number of Newton steps. Each doubles the number of right digits: with the friction of real bearings and
/// gears, four give all digits.
const STEPS: usize = 6;

/// One over the tolerance of the last step, relative to the accelerations or to 1 if these are smaller.
const INVERSE_TOLERANCE: i64 = 100_000;

/// A value that is affine in the accelerations: `still` at zero accelerations, plus `slopes` times them.
struct Affine<T> {
    still: T,
    slopes: Vec<T>,
}

/// The friction of a bearing: a force on each coordinate for a unit of the force across the axis.
struct Bearing<S> {
    weights: Vec<S>,
    across: Affine<Vector<S>>,
}

/// The losses of a gear.
struct Gear<S> {
    coordinate: usize,
    /// a and b, the factors of |l| and of l.
    factors: [S; 2],
    load: Affine<S>,
}

struct Loaded<S> {
    mass: Vec<Vec<S>>,
    right: Vec<S>,
    bearings: Vec<Bearing<S>>,
    gears: Vec<Gear<S>>,
}

impl<A: Arithmetic> Derivation<'_, A> {
    /// The accelerations that the driving forces cause, with friction that depends on the load, by a
    /// fixed number of operations. Equal to those of [`Self::get`] up to rounding.
    pub(super) fn loaded_accelerations(&self) -> Result<Vec<A::Scalar>, Error> {
        self.settled(&self.loaded()?)
    }

    /// The derivatives of these accelerations by the coordinates (order 0) or their rates (1).
    pub(super) fn loaded_acceleration_slopes(
        &self,
        order: usize,
    ) -> Result<Vec<Vec<A::Scalar>>, Error> {
        let loaded = self.loaded()?;
        let x = self.settled(&loaded)?;
        let slopes = self.slopes_at(&self.state.with_accelerations(&x), order, true)?;
        let (matrix, _) = loaded.linearised(&self.arithmetic, &x)?;
        solve_unsymmetric_columns(&self.arithmetic, &matrix, &negated(&slopes))
    }

    fn settled(&self, loaded: &Loaded<A::Scalar>) -> Result<Vec<A::Scalar>, Error> {
        let mut x = solve(&self.arithmetic, &loaded.mass, &loaded.right)?;
        let mut step = Vec::new();
        for _ in 0..STEPS {
            let (matrix, residual) = loaded.linearised(&self.arithmetic, &x)?;
            step = solve_unsymmetric(&self.arithmetic, &matrix, &residual)?;
            x = x.iter().zip(&step).map(|(x, step)| x.sub(step)).collect();
        }
        let square = |entries: &[A::Scalar]| {
            let squares = entries.iter().map(|entry| entry.mul(entry));
            squares.fold(self.mechanism.zero(), |sum, square| sum.add(&square))
        };
        let one = self.mechanism.zero().integer(1);
        let near = one.integer(INVERSE_TOLERANCE * INVERSE_TOLERANCE).mul(&square(&step));
        // 1 if the last step is small, else not a number: the root of -1, or 0 to divide by
        let is_settled =
            self.arithmetic.root(&self.arithmetic.sign(&one.add(&square(&x)).sub(&near)));
        let one_or_nan = self.arithmetic.reciprocal(&is_settled)?;
        Ok(x.iter().map(|x| x.mul(&one_or_nan)).collect())
    }

    fn loaded(&self) -> Result<Loaded<A::Scalar>, Error> {
        if self.mechanism.is_affine() {
            return Err(Error::AffineFriction);
        }
        let (arithmetic, mechanism) = (&self.arithmetic, &self.mechanism);
        let zero = mechanism.zero();
        let count = self.state.coordinates.len();
        let state = self.state.with_accelerations(&vec![zero.clone(); count]);
        let own = load_friction(arithmetic, mechanism, &self.state)?;
        let mut bearings: Vec<Bearing<A::Scalar>> = own
            .iter()
            .map(|it| Bearing {
                weights: it.forces.clone(),
                across: Affine { still: mechanism.still(), slopes: Vec::with_capacity(count) },
            })
            .collect();
        let friction = self.unloaded_friction()?;
        let mut gears = Vec::new();
        for rotor in &mechanism.rotors {
            let (Some(efficiency), [(k, ratio)]) = (&rotor.efficiency, rotor.shares.as_slice())
            else {
                continue;
            };
            let factors = loss_factors(arithmetic, efficiency, &state.coordinates[*k].rate(1))?;
            let still = friction[*k].sub(&ratio.mul(&motor_friction(arithmetic, rotor, &state)?));
            let load = Affine { still, slopes: Vec::with_capacity(count) };
            gears.push((rotor, ratio, Gear { coordinate: *k, factors, load }));
        }
        // derivatives by one acceleration after the other, all at zero accelerations
        let varied = mechanism.constant();
        let mut right = Vec::new();
        for by in 0..count {
            let state = state.varied(by, 2);
            let in_parent = in_parent(&varied, &state);
            let motions = motions(&varied, &state, &in_parent);
            let wrenches = connection_wrenches(&varied, &state, &in_parent, &motions);
            let needed = driving_forces(&varied, &state, &in_parent, &motions, &wrenches);
            for (&LoadFriction { joint, .. }, bearing) in own.iter().zip(&mut bearings) {
                let across = varied.joints[joint].axis.cross(&wrenches[joint].force);
                bearing.across.still = across.map(|entry| entry.at(0));
                bearing.across.slopes.push(across.map(Varied::<A::Scalar>::slope));
            }
            for (rotor, ratio, gear) in &mut gears {
                let rotor = rotor.map(&mut |entry| Varied::<A::Scalar>::constant(entry.clone()));
                let motor = rotor.torque(&state, rotor.on.map(|link| &motions[link].eps));
                let ratio = Varied::<A::Scalar>::constant((*ratio).clone());
                let load = needed[gear.coordinate].sub(&ratio.mul(&motor));
                if by == 0 {
                    gear.load.still = gear.load.still.add(&load.at(0));
                }
                gear.load.slopes.push(load.slope());
            }
            if by == 0 {
                let resistance: Vec<A::Scalar> = needed.iter().map(|force| force.at(0)).collect();
                right = self.accelerating_forces(&resistance, &friction)?;
            }
        }
        let gears = gears.into_iter().map(|(_, _, gear)| gear).collect();
        let mass = match self.is_elastic() {
            true => self.mass_matrix()?.to_vec(),
            false => self.light_mass_matrix()?,
        };
        Ok(Loaded { mass, right, bearings, gears })
    }
}

impl<S: Scalar> Loaded<S> {
    /// The Jacobian of the equation at x, and its residual there.
    #[allow(clippy::type_complexity, reason = "a matrix and a column")]
    fn linearised<A: Arithmetic<Scalar = S>>(
        &self,
        arithmetic: &A,
        x: &[S],
    ) -> Result<(Vec<Vec<S>>, Vec<S>), Error> {
        let count = x.len();
        let mut matrix = self.mass.clone();
        let mut residual: Vec<S> = (0..count)
            .map(|i| {
                let terms = self.mass[i].iter().zip(x).map(|(entry, x)| entry.mul(x));
                terms.fold(self.right[i].neg(), |sum, term| sum.add(&term))
            })
            .collect();
        // friction of the bearings by coordinates, which is part of the load of gears too
        let zero = self.right[0].integer(0);
        let mut forces = vec![zero.clone(); count];
        let mut slopes = vec![vec![zero; count]; count];
        for Bearing { weights, across } in &self.bearings {
            let moved = across.slopes.iter().zip(x).map(|(slope, x)| slope.scale(x));
            let p = moved.fold(across.still.clone(), |sum, part| &sum + &part);
            let length = arithmetic.length(&p);
            // a force of zero has no direction: its slope is taken as zero
            let inverse = arithmetic.reciprocal(&length.add(&tiny(&length)))?;
            let by: Vec<S> = across.slopes.iter().map(|slope| p.dot(slope).mul(&inverse)).collect();
            for (k, weight) in weights.iter().enumerate().filter(|(_, it)| !it.is_zero()) {
                forces[k] = forces[k].add(&weight.mul(&length));
                for (entry, slope) in slopes[k].iter_mut().zip(&by) {
                    *entry = entry.add(&weight.mul(slope));
                }
            }
        }
        for k in 0..count {
            residual[k] = residual[k].add(&forces[k]);
            matrix[k]
                .iter_mut()
                .zip(&slopes[k])
                .for_each(|(entry, slope)| *entry = entry.add(slope));
        }
        for Gear { coordinate: k, factors: [against, along], load } in &self.gears {
            let moved = load.slopes.iter().zip(x).map(|(slope, x)| slope.mul(x));
            let force = moved.fold(load.still.add(&forces[*k]), |sum, part| sum.add(&part));
            let share = against.mul(&arithmetic.sign(&force)).add(along);
            residual[*k] = residual[*k].add(&share.mul(&force));
            let by = load.slopes.iter().zip(&slopes[*k]).map(|(own, bearing)| own.add(bearing));
            matrix[*k].iter_mut().zip(by).for_each(|(entry, slope)| {
                *entry = entry.add(&share.mul(&slope));
            });
        }
        Ok((matrix, residual))
    }
}
