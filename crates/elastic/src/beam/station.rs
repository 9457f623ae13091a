//! A point along a beam: how the fields move and turn it.

use appell_algebra::{Error, Poly};
use appell_spatial::{Station, Vector};

use super::body::BeamBody;
use super::integrals::{Origin, along};

impl BeamBody<'_> {
    /// The point of the axis at a share of the length, from 0 at the root to 1 at the tip, with the section
    /// there: its displacements to second order, where the beam has them, its rotation to first order.
    pub fn station(&self, share: f64) -> Result<Station<Poly>, Error> {
        let place = along(0, &Poly::rounded(share)? * &self.length);
        let mut station = Station { place, ..Station::default() };
        for (_, origin) in self.fields(share)? {
            let (shift, slope) = self.moved(&origin, share)?;
            station.shifts.push(shift);
            station.slopes.push(slope);
        }
        Ok(station)
    }

    /// Displacement and small rotation of the section at x in a field that ends there.
    pub(super) fn moved(
        &self,
        origin: &Origin,
        x: f64,
    ) -> Result<(Vector<Poly>, Vector<Poly>), Error> {
        let still = Vector::default();
        Ok(match origin {
            Origin::Along(axis, n) => {
                let shape = &self.family(*axis).shapes[*n];
                let slope = &Poly::rounded(shape.at(1, x))? * &self.inverse_length;
                // a slope of y turns about z, one of z about -y
                let turn = match axis {
                    1 => along(2, slope),
                    2 => along(1, -slope),
                    _ => still,
                };
                (along(*axis, Poly::rounded(shape.at(0, x))?), turn)
            }
            // a twist has the amplitude 1 at the tip
            Origin::Twist(_) if x == 1.0 => (still, along(0, Poly::one())),
            Origin::Twist(n) => (still, along(0, Poly::rounded(self.twist.shapes[*n].at(0, x))?)),
            Origin::Second(axis, second, factor) => {
                let end = Poly::rounded(second.course.at_tip)?.scale(factor);
                (along(*axis, &end * &self.length_to(second.power)), still)
            }
        })
    }
}
