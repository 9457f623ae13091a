//! Friction of joints and motors, with the velocity v of what rubs and the connection force f:
//!
//! ```text
//! Qf = b v + (F + c r |k x f|) sgn v,    F = Fc + (Fs - Fc) / (1 + (v / vs)^2)
//! ```
//!
//! r is d/2 in a rotation and 1 in a translation (the load-dependent part as the papers of the bundled
//! robots have it; F by Hess and Soom 1990). With a velocity w, sgn v is the smooth v / sqrt(v^2 + w^2).

use appell_algebra::{Error, Poly};
use appell_model::JointKind;
use appell_spatial::{Scalar, Wrench};

use crate::arithmetic::Arithmetic;
use crate::coupling::Share;
use crate::functions::{Functions, OfJets};
use crate::mechanism::{Body, Mechanism};
use crate::rotor::Rotor;
use crate::state::State;

/// The friction of a joint or a motor; zero where there is none.
#[derive(Clone, Debug)]
pub struct Friction<S> {
    /// b.
    pub viscous: S,
    /// Fc: the force of sliding, whatever the load.
    pub constant: S,
    /// Fs: the force at break-away.
    pub breakaway: S,
    /// vs: the velocity at which half of Fs - Fc is gone.
    pub stribeck: S,
    /// c: Coulomb's coefficient.
    pub coulomb: S,
    /// d: the diameter of the spindle.
    pub diameter: S,
    /// w: the velocity that makes the sign smooth.
    pub smooth: S,
}

impl<S> Friction<S> {
    pub(crate) fn new<E>(
        friction: &appell_model::Friction,
        mut entry: impl FnMut(&Poly) -> Result<S, E>,
    ) -> Result<Self, E> {
        Ok(Self {
            viscous: entry(&friction.viscous)?,
            constant: entry(&friction.constant)?,
            breakaway: entry(&friction.breakaway)?,
            stribeck: entry(&friction.stribeck)?,
            coulomb: entry(&friction.coulomb)?,
            diameter: entry(&friction.diameter)?,
            smooth: entry(&friction.smooth)?,
        })
    }

    pub(crate) fn map<T>(&self, change: &mut dyn FnMut(&S) -> T) -> Friction<T> {
        Friction {
            viscous: change(&self.viscous),
            constant: change(&self.constant),
            breakaway: change(&self.breakaway),
            stribeck: change(&self.stribeck),
            coulomb: change(&self.coulomb),
            diameter: change(&self.diameter),
            smooth: change(&self.smooth),
        }
    }
}

/// Something that rubs: its friction, and the coordinates that move it. Its velocity is the sum of their
/// rates, each times its share, and they feel its force in the same shares.
struct Rubbing<'m, S> {
    friction: &'m Friction<S>,
    shares: Vec<(usize, Share<S>)>,
    /// The joint; nothing for a motor.
    joint: Option<usize>,
}

/// All that rubs: joints, and the rotors of motors in their bearings.
fn rubbings<S: Scalar>(mechanism: &Mechanism<S>) -> impl Iterator<Item = Rubbing<'_, S>> {
    let joints = mechanism.joints.iter().enumerate().map(|(index, joint)| Rubbing {
        friction: &joint.friction,
        shares: joint.shares(),
        joint: Some(index),
    });
    joints.chain(mechanism.rotors.iter().map(Rubbing::of_motor))
}

impl<'m, S: Scalar> Rubbing<'m, S> {
    fn of_motor(rotor: &'m Rotor<S>) -> Self {
        Self { friction: &rotor.friction, shares: Share::listed(&rotor.shares), joint: None }
    }

    /// Its velocity, or with a higher order the derivatives; nothing where nothing moves it.
    fn rate(&self, state: &State<S>, order: usize) -> Option<S> {
        let rates = self.shares.iter();
        let rates = rates.map(|(k, share)| share.times(&state.coordinates[*k].rate(order)));
        rates.reduce(|sum, rate| sum.add(&rate))
    }

    /// Adds its force to those of the coordinates.
    fn add(&self, force: &S, forces: &mut [S]) {
        for (k, share) in &self.shares {
            forces[*k] = forces[*k].add(&share.times(force));
        }
    }

    /// The sign of its velocity, by that of the coordinate where one alone moves it.
    fn sign<F: Functions<Scalar = S>>(&self, functions: &F, state: &State<S>, v: &S) -> S {
        match self.shares.as_slice() {
            [(k, share)] => {
                let own = functions.sign(&state.coordinates[*k].rate(1));
                share.with(|share| functions.sign(share)).times(&own)
            }
            _ => functions.sign(v),
        }
    }

    /// Its dry friction, given the part that the load makes.
    fn dry<F: Functions<Scalar = S>>(
        &self,
        functions: &F,
        state: &State<S>,
        loaded: Option<S>,
    ) -> Result<Option<S>, Error> {
        let Friction { constant, breakaway, stribeck, .. } = self.friction;
        let Some(v) = self.rate(state, 1) else { return Ok(None) };
        let mut size = loaded;
        let mut add = |more: S| size = Some(size.take().map_or(more.clone(), |it| it.add(&more)));
        if !constant.is_zero() {
            add(constant.clone());
        }
        if !breakaway.is_zero() {
            let square = stribeck.mul(stribeck);
            let drop = functions.reciprocal(&square.add(&v.mul(&v)))?;
            add(breakaway.sub(constant).mul(&square).mul(&drop));
        }
        let Some(size) = size else { return Ok(None) };
        Ok(Some(size.mul(&self.direction(functions, state, &v)?)))
    }

    /// The sign of its velocity, smoothed by the key `smooth`.
    fn direction<F: Functions<Scalar = S>>(
        &self,
        functions: &F,
        state: &State<S>,
        v: &S,
    ) -> Result<S, Error> {
        let smooth = &self.friction.smooth;
        if smooth.is_zero() {
            return Ok(self.sign(functions, state, v));
        }
        let length = functions.root(&v.mul(v).add(&smooth.mul(smooth)))?;
        Ok(v.mul(&functions.reciprocal(&length)?))
    }

    /// Whether its dry friction changes with its velocity, but for the jump of a sign.
    fn bends(&self) -> bool {
        let Friction { constant, breakaway, smooth, .. } = self.friction;
        !breakaway.is_zero() || !(smooth.is_zero() || constant.is_zero())
    }

    /// How its dry friction changes with its velocity, without the part that the load makes: of F sgn v
    ///
    /// ```text
    /// F' sgn v + F sgn' v,   F' = -2 v vs^2 (Fs - Fc) / (vs^2 + v^2)^2,   sgn' v = w^2 / (v^2 + w^2)^(3/2)
    /// ```
    ///
    /// and where the sign is not smooth, sgn' is zero: so it is on either side of its jump.
    fn dry_slope<F: Functions<Scalar = S>>(
        &self,
        functions: &F,
        state: &State<S>,
    ) -> Result<Option<S>, Error> {
        let Friction { constant, breakaway, stribeck, smooth, .. } = self.friction;
        let (true, Some(v)) = (self.bends(), self.rate(state, 1)) else { return Ok(None) };
        let mut size = constant.clone();
        let mut fall = None;
        if !breakaway.is_zero() {
            let square = stribeck.mul(stribeck);
            let drop = functions.reciprocal(&square.add(&v.mul(&v)))?;
            let gone = breakaway.sub(constant).mul(&square).mul(&drop);
            fall = Some(gone.mul(&drop).mul(&v).mul(&v.integer(-2)));
            size = size.add(&gone);
        }
        if smooth.is_zero() {
            return Ok(fall.map(|fall| fall.mul(&self.sign(functions, state, &v))));
        }
        let square = smooth.mul(smooth);
        let length = functions.root(&v.mul(&v).add(&square))?;
        let inverse = functions.reciprocal(&length)?;
        let bend = size.mul(&square).mul(&inverse.mul(&inverse).mul(&inverse));
        Ok(Some(match fall {
            Some(fall) => fall.mul(&v.mul(&inverse)).add(&bend),
            None => bend,
        }))
    }
}

/// The friction of a motor, on its own side of the gear.
pub(crate) fn motor_friction<F: Functions>(
    functions: &F,
    rotor: &Rotor<F::Scalar>,
    state: &State<F::Scalar>,
) -> Result<F::Scalar, Error> {
    let viscous = rotor.friction.viscous.mul(&rotor.rate(state, 1));
    let dry = Rubbing::of_motor(rotor).dry(functions, state, None)?;
    Ok(dry.map_or(viscous.clone(), |dry| viscous.add(&dry)))
}

/// What multiplies the lateral connection force: c in a translation, c d/2 in a rotation.
pub(crate) fn dry_coefficient<S: Scalar>(joint: &Body<S>) -> S {
    let Friction { coulomb, diameter, .. } = &joint.friction;
    match joint.kind {
        JointKind::Rotation => coulomb.mul(diameter).over(2),
        _ => coulomb.clone(),
    }
}

/// Viscous friction and the damping of modes, by coordinates, or with a higher order their time
/// derivatives.
pub(crate) fn viscous_forces<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    order: usize,
) -> Vec<S> {
    let mut forces = vec![mechanism.zero(); state.coordinates.len()];
    for rubbing in rubbings(mechanism).filter(|it| !it.friction.viscous.is_zero()) {
        if let Some(rate) = rubbing.rate(state, order) {
            rubbing.add(&rubbing.friction.viscous.mul(&rate), &mut forces);
        }
    }
    for joint in &mechanism.joints {
        let Some(elastic) = &joint.elastic else { continue };
        let damping = joint.deformed(state).into_iter().flat_map(|it| it.damping_forces(order));
        for (force, damping) in forces[elastic.first..].iter_mut().zip(damping) {
            *force = damping;
        }
    }
    forces
}

/// Adds to a matrix of all coordinates how friction changes with their rates: viscous friction, and dry
/// friction that does not depend on the load.
pub(crate) fn add_friction_slopes<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
    matrix: &mut [Vec<A::Scalar>],
) -> Result<(), Error> {
    for rubbing in rubbings(mechanism) {
        let viscous = &rubbing.friction.viscous;
        let slope = match rubbing.dry_slope(arithmetic, state)? {
            Some(dry) => viscous.add(&dry),
            None if viscous.is_zero() => continue,
            None => viscous.clone(),
        };
        for (row, by_row) in &rubbing.shares {
            for (column, by_column) in &rubbing.shares {
                let entry = by_row.times(&by_column.times(&slope));
                matrix[*row][*column] = matrix[*row][*column].add(&entry);
            }
        }
    }
    Ok(())
}

/// The time derivatives of an order, from 1, of the friction that does not depend on the load. Of dry
/// friction f(v) they are those of f'(v) v', one order lower.
pub(crate) fn friction_rates<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
    order: usize,
) -> Result<Vec<A::Scalar>, Error> {
    let mut rates = viscous_forces(mechanism, state, order + 1);
    if !rubbings(mechanism).any(|it| it.bends()) {
        return Ok(rates);
    }
    let (moving, path) = (mechanism.constant(), state.jets(order - 1, 2));
    let functions = OfJets { arithmetic, for_code: false };
    for (still, rubbing) in rubbings(mechanism).zip(rubbings(&moving)) {
        let slope = rubbing.dry_slope(&functions, &path)?;
        if let (Some(slope), Some(change)) = (slope, rubbing.rate(&path, 2)) {
            still.add(&slope.mul(&change).at(order - 1), &mut rates);
        }
    }
    Ok(rates)
}

/// The friction of every drive, without the losses of gears; of a mode, its damping.
pub(crate) fn friction_forces<F: Functions>(
    functions: &F,
    mechanism: &Mechanism<F::Scalar>,
    state: &State<F::Scalar>,
    wrenches: &[Wrench<F::Scalar>],
) -> Result<Vec<F::Scalar>, Error> {
    let loaded = |index: usize| {
        let joint = &mechanism.joints[index];
        let coefficient = dry_coefficient(joint);
        if coefficient.is_zero() {
            return Ok(None);
        }
        let across = functions.length(&joint.axis.cross(&wrenches[index].force))?;
        Ok(Some(coefficient.mul(&across)))
    };
    with_dry_friction(functions, mechanism, state, loaded)
}

/// A joint whose friction depends on the load.
pub(crate) struct LoadFriction<S> {
    pub(crate) joint: usize,
    /// The forces on all coordinates for a unit of the joint reaction force across its axis.
    pub(crate) forces: Vec<S>,
}

/// The joints whose friction depends on the load.
pub(crate) fn load_friction<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
) -> Result<Vec<LoadFriction<A::Scalar>>, Error> {
    let mut found = Vec::new();
    for rubbing in rubbings(mechanism) {
        let (Some(joint), Some(v)) = (rubbing.joint, rubbing.rate(state, 1)) else { continue };
        let coefficient = dry_coefficient(&mechanism.joints[joint]);
        if !coefficient.is_zero() {
            let mut forces = vec![mechanism.zero(); state.coordinates.len()];
            let force = coefficient.mul(&rubbing.direction(arithmetic, state, &v)?);
            rubbing.add(&force, &mut forces);
            found.push(LoadFriction { joint, forces });
        }
    }
    Ok(found)
}

/// The same without the part that depends on the connection forces.
pub(crate) fn unloaded_friction<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
) -> Result<Vec<A::Scalar>, Error> {
    with_dry_friction(arithmetic, mechanism, state, |_| Ok(None))
}

fn with_dry_friction<F: Functions>(
    functions: &F,
    mechanism: &Mechanism<F::Scalar>,
    state: &State<F::Scalar>,
    loaded: impl Fn(usize) -> Result<Option<F::Scalar>, Error>,
) -> Result<Vec<F::Scalar>, Error> {
    let mut forces = viscous_forces(mechanism, state, 1);
    for rubbing in rubbings(mechanism) {
        let loaded = rubbing.joint.map(&loaded).transpose()?.flatten();
        if let Some(force) = rubbing.dry(functions, state, loaded)? {
            rubbing.add(&force, &mut forces);
        }
    }
    Ok(forces)
}
