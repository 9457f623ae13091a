//! The common normals of axes, and the frames on them.

use appell_algebra::{Error, Poly, Symbol};
use appell_spatial::{Matrix, Vector};

use super::entries::turn_angle;
use super::{Frames, Moving, turn_angles};
use crate::dh::Convention;
use crate::placement::{Placement, Rotation, is_rotation, roll_pitch_yaw_of, unit};

/// Axes whose directions differ by less than this, in radians, are parallel.
const PARALLEL: f64 = 1e-13;

/// The common normal of an axis and the next one.
pub(super) struct Normal {
    /// In the frame of the joint.
    pub(super) here: Vector<Poly>,
    /// The same in the frame of the next one.
    pub(super) there: Vector<Poly>,
    pub(super) a: Poly,
    pub(super) alpha: Poly,
    /// Where it meets this axis, from the origin of its frame.
    pub(super) s: Poly,
    /// Where it meets the next axis, from the origin of that frame.
    pub(super) t: Poly,
}

impl Frames<'_> {
    /// How the base leads to the first axis, where it may stay as it is.
    pub(super) fn start(
        &mut self,
        first: &Moving,
        convention: Convention,
    ) -> Result<Option<Normal>, Error> {
        let (k, p) = (unit(2), &first.placement.offset);
        let u = self.turned(&first.placement, &first.axis)?;
        let x = unit(0);
        // the x axis of the base must be the normal, and start at its origin; in a standard table the
        // z axis of the base is the first axis itself
        let a = p.0[0].clone();
        if convention == Convention::Standard && !(u == k && a.is_zero()) {
            return Ok(None);
        }
        let rest = Vector::new(Poly::ZERO, p.0[1].clone(), p.0[2].clone());
        let across = self.cross(&rest, &u)?;
        if !self.dot(&u, &x)?.is_zero() || !across.0.iter().all(Poly::is_zero) {
            return Ok(None);
        }
        let t = -self.dot(&rest, &u)?;
        let there = self.turned_back(&first.placement, &x)?;
        let angles = turn_angles(&first.placement);
        let alpha = self.angle(&k, &u, &x, &angles)?;
        Ok(Some(Normal { here: x, there, a, alpha, s: Poly::ZERO, t }))
    }

    /// The common normal of the axis k through the origin and of an axis in the next frame. Where
    /// they are one line or parallel, it goes on from the normal before.
    pub(super) fn normal(
        &mut self,
        k: &Vector<Poly>,
        next: &Placement,
        axis: &Vector<Poly>,
        known: Option<(&Vector<Poly>, &Poly)>,
    ) -> Result<Normal, Error> {
        let (p, u) = (&next.offset, self.turned(next, axis)?);
        let w = self.cross(k, &u)?;
        let angles = turn_angles(next);
        if self.length(&w)? < PARALLEL {
            return self.parallel(k, next, &u, known);
        }
        let coordinate = (0..3).map(unit).find(|e| self.is_across(e, k) && self.is_across(e, &u));
        let here = match coordinate {
            Some(e) => e,
            None if self.dot(&w, &w)?.is_one() => w.clone(),
            None => self.decimal_unit(&w)?,
        };
        let alpha = self.angle(k, &u, &here, &angles)?;
        let sine = self.dot(&w, &here)?;
        let mut foot = |along: &Vector<Poly>| {
            let above = self.dot(&self.cross(p, along)?, &here)?;
            self.quotient(&above, &sine)
        };
        let (s, t) = (foot(&u)?, foot(k)?);
        let a = self.dot(p, &here).and_then(|a| self.scalar(a))?;
        let there = self.turned_back(next, &here)?;
        Ok(Normal { here, there, a, alpha, s, t })
    }

    pub(super) fn parallel(
        &mut self,
        k: &Vector<Poly>,
        next: &Placement,
        u: &Vector<Poly>,
        known: Option<(&Vector<Poly>, &Poly)>,
    ) -> Result<Normal, Error> {
        let p = &next.offset;
        let along = self.dot(k, p)?;
        let budget = self.budget;
        let shift = k.try_map(|entry| entry.checked_mul(&along, budget))?;
        let r = Vector(std::array::from_fn(|i| &p.0[i] - &shift.0[i]));
        let s = known.map_or(Poly::ZERO, |(_, t)| t.clone());
        let one_line = self.length(&r)? < PARALLEL;
        let (here, a) = if one_line {
            let here = known.map(|(x, _)| x.clone());
            (here.map_or_else(|| self.across(k), Ok)?, Poly::ZERO)
        } else {
            let in_next = self.turned_back(next, &r)?;
            match (single(&r), single(&in_next)) {
                (Some(e), _) => (unit(e), r.0[e].clone()),
                (None, Some(e)) => (self.turned(next, &unit(e))?, in_next.0[e].clone()),
                (None, None) => {
                    let x = self.decimal_unit(&r)?;
                    let a = self.dot(p, &x).and_then(|a| self.scalar(a))?;
                    (x, a)
                }
            }
        };
        let same_way = self.number(&self.dot(k, u)?)? > 0.0;
        let alpha = if same_way { Poly::ZERO } else { Poly::from(Symbol::PI) };
        // the foot on the next axis: s k + a x - p, along u = k or -k
        let t = self.scalar(&s - &along)?;
        let t = if same_way { t } else { -t };
        let there = self.turned_back(next, &here)?;
        Ok(Normal { here, there, a, alpha, s, t })
    }

    /// The frame with a z axis and an x axis, at a distance from the origin along z.
    pub(super) fn frame(
        &self,
        z: &Vector<Poly>,
        x: &Vector<Poly>,
        along: &Poly,
    ) -> Result<Placement, Error> {
        let y = self.cross(z, x)?;
        let matrix =
            Matrix(std::array::from_fn(|i| [x.0[i].clone(), y.0[i].clone(), z.0[i].clone()]));
        let rotation = if (0..3).all(|i| Vector(matrix.0[i].clone()) == unit(i)) {
            Rotation::default()
        } else if is_rotation(&matrix, self.budget)? {
            Rotation::Matrix(Box::new(matrix))
        } else {
            let numbers = matrix.try_map(|entry| self.number(entry))?;
            let angles = roll_pitch_yaw_of(&numbers);
            let [roll, pitch, yaw] = angles.map(turn_angle);
            Rotation::roll_pitch_yaw([roll?, pitch?, yaw?])
        };
        let offset = z.try_map(|entry| entry.checked_mul(along, self.budget))?;
        Ok(Placement { offset, rotation })
    }

    /// A unit vector across an axis: a coordinate axis where there is one.
    pub(super) fn across(&mut self, axis: &Vector<Poly>) -> Result<Vector<Poly>, Error> {
        if let Some(e) = (0..3).map(unit).find(|e| self.is_across(e, axis)) {
            return Ok(e);
        }
        let across = self.cross(axis, &unit(0))?;
        self.decimal_unit(&across)
    }

    pub(super) fn is_across(&self, a: &Vector<Poly>, b: &Vector<Poly>) -> bool {
        self.dot(a, b).is_ok_and(|product| product.is_zero())
    }
}

/// The only entry of a vector that is not zero.
fn single(Vector(entries): &Vector<Poly>) -> Option<usize> {
    let mut others = (0..3).filter(|&i| !entries[i].is_zero());
    others.next().filter(|_| others.next().is_none())
}
