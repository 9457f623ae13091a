//! The bodies of links in the new frames.

use appell_algebra::{Error, Poly};
use appell_spatial::{CentralInertia, MassMoments, Vector};

use super::Frames;
use super::entries::{calculated, tidied};
use crate::link::{Part, Sign};
use crate::placement::Placement;

impl Frames<'_> {
    /// Parts of a link in the new frame of its joint. If they are turned by other than right angles, their entries
    /// would have hundreds of terms. If all of these have values, the parts become one body in numbers, in the frame
    /// in which the table gives the link; `end` is the place of this frame in that of the joint.
    pub(super) fn parts(
        &mut self,
        frame: &Placement,
        end: &Placement,
        parts: &[Part],
    ) -> Result<Vec<Part>, Error> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let is_right = |placement: &Placement| {
            let rotation = placement.rotation.matrix(symbols, budget)?;
            Ok::<_, Error>(rotation.0.as_flattened().iter().all(|it| it.as_constant().is_some()))
        };
        let in_table = end.inverse(symbols, budget)?.then(frame, symbols, budget)?;
        let is_number = !is_right(frame)? || !self.is_exact && !is_right(&in_table)?;
        if is_number && let Ok(body) = self.body(&in_table, parts) {
            self.is_exact = false;
            // about the origin, from which the moments about the centre of mass are calculated
            let shift: f64 = body.centre.0.iter().map(|entry| entry * entry).sum();
            let moments = [body.inertia.0.as_flattened(), &[body.mass * shift]].concat();
            let decimals = CentralInertia {
                mass: calculated(body.mass)?,
                centre: body.centre.try_map(|entry| tidied(*entry, &body.centre.0))?,
                inertia: body.inertia.try_map(|entry| tidied(*entry, &moments))?,
            };
            let part = Part { at: end.clone(), ..decimals.into() };
            return Ok(if parts.is_empty() { Vec::new() } else { vec![part] });
        }
        let moved =
            |part: &Part| Ok(Part { at: frame.then(&part.at, symbols, budget)?, ..part.clone() });
        parts.iter().map(moved).collect()
    }

    /// The same in floating point: mass, centre of mass and inertia about it.
    fn body(&self, frame: &Placement, parts: &[Part]) -> Result<CentralInertia<f64>, Error> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let number = |entry: &Poly| self.number(entry);
        let frame = frame.transform(symbols, budget)?.try_map(number)?;
        let mut sum = MassMoments::none(&1.0);
        for part in parts {
            let central = CentralInertia {
                mass: number(&part.mass)?,
                centre: part.centre.try_map(number)?,
                inertia: part.inertia.tensor().try_map(number)?,
            };
            let at = part.at.transform(symbols, budget)?.try_map(number)?;
            let moved = central.about_origin().moved(&(&frame * &at));
            let sign = if part.sign == Sign::Removed { -1.0 } else { 1.0 };
            sum = &sum + &moved.scale(&sign);
        }
        if sum.mass == 0.0 {
            return Ok(CentralInertia {
                mass: 0.0,
                centre: Vector::new(0.0, 0.0, 0.0),
                inertia: sum.inertia,
            });
        }
        let inverse = 1.0 / sum.mass;
        Ok(sum.about_centre(&inverse))
    }
}
