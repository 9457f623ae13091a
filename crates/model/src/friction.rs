//! Friction in joints and in motors.

use appell_algebra::Poly;

/// Friction of a joint, or of a motor on its side of the gear; zero where nothing was given.
///
/// With the velocity v = q' and the connection force f,
///
/// ```text
/// Qf = b v + (F + c r |k x f|) sgn v,    F = Fc + (Fs - Fc) / (1 + (v / vs)^2)
/// ```
///
/// where r is the radius of the spindle of a rotation, and 1 in a translation. F is the law of Hess
/// and Soom (1990) for the drop from break-away to sliding friction: it needs no exponential
/// function, so closed forms stay closed. A smooth sign is v / sqrt(v^2 + w^2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Friction {
    /// b: force over velocity, or moment over angular velocity.
    pub viscous: Poly,
    /// Fc: the force or moment of sliding, whatever the load.
    pub constant: Poly,
    /// Fs: the force or moment at which the joint breaks away; needs `stribeck`.
    pub breakaway: Poly,
    /// vs: the velocity at which half of Fs - Fc is gone; zero: there is no break-away force.
    pub stribeck: Poly,
    /// c: the coefficient of Coulomb friction by the connection force.
    pub coulomb: Poly,
    /// d = 2 r: the diameter of the spindle of a rotation.
    pub diameter: Poly,
    /// w: the velocity that makes the sign smooth; zero: it jumps.
    pub smooth: Poly,
}

impl Friction {
    /// Its entries by their names in files.
    pub fn entries(&self) -> [(&'static str, &Poly); 7] {
        [
            ("viscous", &self.viscous),
            ("constant", &self.constant),
            ("static", &self.breakaway),
            ("stribeck", &self.stribeck),
            ("coulomb", &self.coulomb),
            ("diameter", &self.diameter),
            ("smooth", &self.smooth),
        ]
    }

    /// The same entries with something done to each.
    pub fn try_map<E>(&self, mut change: impl FnMut(&Poly) -> Result<Poly, E>) -> Result<Self, E> {
        Ok(Self {
            viscous: change(&self.viscous)?,
            constant: change(&self.constant)?,
            breakaway: change(&self.breakaway)?,
            stribeck: change(&self.stribeck)?,
            coulomb: change(&self.coulomb)?,
            diameter: change(&self.diameter)?,
            smooth: change(&self.smooth)?,
        })
    }

    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it can hold a joint at rest: a smooth sign lets it creep.
    pub fn sticks(&self) -> bool {
        self.is_dry() && self.smooth.is_zero()
    }

    /// Whether some of it is dry: constant, Coulomb or break-away friction.
    pub fn is_dry(&self) -> bool {
        !(self.coulomb.is_zero() && self.constant.is_zero() && self.breakaway.is_zero())
    }
}
