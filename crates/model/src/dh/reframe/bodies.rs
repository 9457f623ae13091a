//! The bodies of links in the new frames.

use appell_algebra::{Error, Poly};
use appell_spatial::{CentralInertia, MassMoments, Vector};

use super::Frames;
use crate::link::{Part, Sign};
use crate::placement::Placement;

impl Frames<'_> {
    /// Parts of a link in a new frame. Turned by other than right angles their entries would have
    /// hundreds of terms: where all have values, they become one body in numbers.
    pub(super) fn parts(&mut self, frame: &Placement, parts: &[Part]) -> Result<Vec<Part>, Error> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let rotation = frame.rotation.matrix(symbols, budget)?;
        let is_right = rotation.0.as_flattened().iter().all(|it| it.as_constant().is_some());
        if !is_right && let Ok(body) = self.body(frame, parts) {
            self.is_exact = false;
            let decimals = body.try_map(|entry| Poly::decimal(*entry))?;
            return Ok(if parts.is_empty() { Vec::new() } else { vec![decimals.into()] });
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
