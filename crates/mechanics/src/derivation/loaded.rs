//! Accelerations for generated code where friction depends on the load, and so on the accelerations x.
//!
//! The connection forces across the axes, p_j, and the loads of gears, l_r, are affine in x, with the
//! part of the load that bearings make added to l_r. So x is where
//!
//! ```text
//! M x + sum w_j |p_j(x)| + sum e_r (a_r |l_r(x)| + b_r l_r(x)) = r
//! ```
//!
//! with w_j of `friction`, a_r and b_r of `gear`, r what the drives leave for accelerations and for this
//! friction. Straight-line code has no loop that ends by itself: it takes a fixed number of Newton's steps,
//! from the x without this friction. Where the last step is not small, as where friction locks the robot,
//! the result is no number.

use appell_spatial::{Scalar, Varied, Vector};

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::forward::{solve, solve_any};
use crate::friction::{LoadFriction, load_friction, motor_friction};
use crate::gear::loss_factors;
use crate::geometry::in_parent;
use crate::kinematics::motions;
use crate::newton_euler::{connection_wrenches, driving_forces};

/// How many of Newton's steps are taken. Each doubles the digits: with the friction of real bearings and
/// gears four are enough for all of them.
const STEPS: usize = 6;

/// One over how small the last step must be, against the accelerations.
const NEAR: i64 = 100_000;

/// Something affine in the accelerations.
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
    /// a and b.
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
        if self.mechanism.is_affine() {
            return Err(Error::AffineFriction);
        }
        let loaded = self.loaded()?;
        let mut x = solve(&self.arithmetic, &loaded.mass, &loaded.right)?;
        let mut step = Vec::new();
        for _ in 0..STEPS {
            let (matrix, rest) = loaded.linearised(&self.arithmetic, &x)?;
            step = solve_any(&self.arithmetic, &matrix, &rest)?;
            x = x.iter().zip(&step).map(|(x, step)| x.sub(step)).collect();
        }
        let square = |entries: &[A::Scalar]| {
            let squares = entries.iter().map(|entry| entry.mul(entry));
            squares.fold(self.mechanism.zero(), |sum, square| sum.add(&square))
        };
        let one = self.mechanism.zero().integer(1);
        let near = one.integer(NEAR * NEAR).mul(&square(&step));
        // 1 where the last step is small; else there is no root, or nothing to divide by
        let is_settled =
            self.arithmetic.root(&self.arithmetic.sign(&one.add(&square(&x)).sub(&near)));
        let whole = self.arithmetic.reciprocal(&is_settled)?;
        Ok(x.iter().map(|x| x.mul(&whole)).collect())
    }

    fn loaded(&self) -> Result<Loaded<A::Scalar>, Error> {
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
        // jets by one acceleration after the other; all have the same value, that without accelerations
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
    /// What the equation is off at x, and how that changes with x.
    #[allow(clippy::type_complexity, reason = "a matrix and a column")]
    fn linearised<A: Arithmetic<Scalar = S>>(
        &self,
        arithmetic: &A,
        x: &[S],
    ) -> Result<(Vec<Vec<S>>, Vec<S>), Error> {
        let count = x.len();
        let mut matrix = self.mass.clone();
        let mut rest: Vec<S> = (0..count)
            .map(|i| {
                let terms = self.mass[i].iter().zip(x).map(|(entry, x)| entry.mul(x));
                terms.fold(self.right[i].neg(), |sum, term| sum.add(&term))
            })
            .collect();
        // what bearings make, by coordinates, which gears pass on too
        let zero = self.right[0].integer(0);
        let mut forces = vec![zero.clone(); count];
        let mut slopes = vec![vec![zero; count]; count];
        for Bearing { weights, across } in &self.bearings {
            let moved = across.slopes.iter().zip(x).map(|(slope, x)| slope.scale(x));
            let p = moved.fold(across.still.clone(), |sum, part| &sum + &part);
            let length = arithmetic.length(&p);
            // of a force of zero there is no direction, and no slope
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
            rest[k] = rest[k].add(&forces[k]);
            matrix[k]
                .iter_mut()
                .zip(&slopes[k])
                .for_each(|(entry, slope)| *entry = entry.add(slope));
        }
        for Gear { coordinate: k, factors: [against, along], load } in &self.gears {
            let moved = load.slopes.iter().zip(x).map(|(slope, x)| slope.mul(x));
            let force = moved.fold(load.still.add(&forces[*k]), |sum, part| sum.add(&part));
            let share = against.mul(&arithmetic.sign(&force)).add(along);
            rest[*k] = rest[*k].add(&share.mul(&force));
            let by = load.slopes.iter().zip(&slopes[*k]).map(|(own, bearing)| own.add(bearing));
            matrix[*k].iter_mut().zip(by).for_each(|(entry, slope)| {
                *entry = entry.add(&share.mul(&slope));
            });
        }
        Ok((matrix, rest))
    }
}

/// 10^-30, which single precision has too.
fn tiny<S: Scalar>(like: &S) -> S {
    let small = like.integer(1).over(1_000_000_000_000_000);
    small.mul(&small)
}
