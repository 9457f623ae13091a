//! Quantities that differ between the segments of a beam, as symbols and as ratios.

use appell_algebra::{Budget, Error as AlgebraError, Poly, Symbols};
use appell_diagnostic::{Diagnostic, shown};

use super::Segment;
use super::shape::{Section, Shear};
use crate::error::Error;

/// A quantity along the beam: a few symbols, each with its share in every segment. Segments whose
/// ratio is a number, which no parameter changes, have one symbol in common.
#[derive(Default)]
pub(super) struct Profile(Vec<(Poly, Vec<f64>)>);

impl Profile {
    /// The symbol in units of which the whole beam is numbers, and these.
    pub(super) fn single(&self) -> Option<(&Poly, &[f64])> {
        match self.0.as_slice() {
            [(unit, shares)] => Some((unit, shares)),
            _ => None,
        }
    }

    /// The integral of this quantity times a function of the number of the node and of x.
    pub(super) fn over(
        &self,
        nodes: &[(f64, f64, usize)],
        f: impl Fn(usize, f64) -> f64,
    ) -> Result<Poly, AlgebraError> {
        let Some((_, first)) = self.0.first() else { return Ok(Poly::ZERO) };
        let mut parts = vec![0.0; first.len()];
        for (k, (x, weight, segment)) in nodes.iter().enumerate() {
            parts[*segment] += weight * f(k, *x);
        }
        let mut sum = Poly::ZERO;
        for (unit, shares) in &self.0 {
            let share: f64 = shares.iter().zip(&parts).map(|(share, part)| share * part).sum();
            sum = &sum + &(unit * &Poly::rounded(share)?);
        }
        Ok(sum)
    }
}

/// The segments of a beam, with what is needed to compare them.
pub(super) struct Segments<'b> {
    pub(super) list: &'b [Segment],
    pub(super) symbols: &'b Symbols,
    pub(super) budget: &'b Budget,
    pub(super) value: &'b dyn Fn(&Poly) -> Result<f64, AlgebraError>,
}

impl Segments<'_> {
    pub(super) fn profile(
        &self,
        quantity: impl Fn(&Segment) -> Poly,
    ) -> Result<Profile, AlgebraError> {
        let mut terms: Vec<(Poly, Vec<f64>)> = Vec::new();
        for (index, segment) in self.list.iter().enumerate() {
            let entry = quantity(segment);
            let mut share = None;
            for (unit, shares) in &mut terms {
                share = match entry == *unit {
                    true => Some(1.0),
                    false => {
                        let ratio = &entry * &self.symbols.reciprocal(unit, self.budget)?;
                        ratio.as_constant().map(|it| it.to_f64())
                    }
                };
                if let Some(share) = share {
                    shares[index] = share;
                    break;
                }
            }
            if share.is_none() && !entry.is_zero() {
                let mut shares = vec![0.0; self.list.len()];
                shares[index] = 1.0;
                terms.push((entry, shares));
            }
        }
        Ok(Profile(terms))
    }

    /// The quantity in units of that of the first segment; by the values of the parameters where
    /// these change it.
    fn ratios(
        &self,
        name: &str,
        profile: &Profile,
        quantity: impl Fn(&Segment) -> Poly,
    ) -> Result<Vec<f64>, Error> {
        let ratios = match profile.single() {
            Some((_, shares)) => shares.to_vec(),
            None => {
                let values = self.list.iter().map(|segment| (self.value)(&quantity(segment)));
                let values = values.collect::<Result<Vec<f64>, _>>()?;
                values.iter().map(|value| value / values[0]).collect()
            }
        };
        /// Beyond this the softer part moves alone, as far as numbers can tell.
        const EXTREME: f64 = 1e8;
        let fits = |ratio: &f64| (EXTREME.recip()..=EXTREME).contains(ratio);
        if let Some(index) = ratios.iter().position(|ratio| !fits(ratio)) {
            let message = format!("the {name} of a segment does not fit that of the first");
            let problem = Diagnostic::error("bad-segment", message)
                .fact("segment", index + 1)
                .fact("ratio", shown(ratios[index]))
                .hint("segments may differ by at most eight orders of magnitude; check signs and units");
            return Err(problem.into());
        }
        Ok(ratios)
    }

    /// The segments with a join at every one of these shares of the whole length that is inside, and the numbers
    /// of those that start there.
    pub(super) fn joined(&self, shares: &[f64]) -> Result<(Vec<Segment>, Vec<usize>), Error> {
        /// A join that is nearer than this is the same one.
        const SAME: f64 = 1e-6;
        let mut inner: Vec<f64> = shares.iter().copied().filter(|it| *it > SAME).collect();
        inner.retain(|share| *share < 1.0 - SAME);
        inner.sort_by(f64::total_cmp);
        inner.dedup_by(|a, b| *a - *b < SAME);
        if inner.is_empty() {
            return Ok((self.list.to_vec(), Vec::new()));
        }
        let length = |it: &Segment| it.length.clone();
        let widths = self.ratios("length", &self.profile(length)?, length)?;
        let whole: f64 = widths.iter().sum();
        let (mut segments, mut joins) = (Vec::new(), Vec::new());
        let mut start = 0.0;
        for (segment, width) in self.list.iter().zip(widths) {
            let width = width / whole;
            let mut rest = segment.clone();
            let mut before = 0.0;
            let in_reach = |share: &&f64| (start - SAME..start + width - SAME).contains(*share);
            for share in inner.iter().filter(in_reach) {
                let part = (share - start) / width;
                if part - before > SAME / width {
                    let cut = &segment.length * &Poly::decimal(part - before)?;
                    rest.length = &rest.length - &cut;
                    segments.push(Segment { length: cut, ..rest.clone() });
                    before = part;
                }
                joins.push(segments.len());
            }
            segments.push(rest);
            start += width;
        }
        Ok((segments, joins))
    }

    /// The lengths: as they were given where all grow alike, else their values, which is reported. The
    /// shapes are those of fixed shares of the whole length.
    pub(super) fn lengths(&self) -> Result<(Vec<Poly>, Option<Diagnostic>), AlgebraError> {
        let given = || self.list.iter().map(|segment| segment.length.clone());
        if self.profile(|it| it.length.clone())?.single().is_some() {
            return Ok((given().collect(), None));
        }
        let values = given().map(|length| (self.value)(&length)).collect::<Result<Vec<_>, _>>()?;
        let message = "the lengths of these segments are kept at their values";
        let note = Diagnostic::note("lengths-kept", message)
            .on(["beam", "segments"])
            .fact("lengths", values.iter().map(|it| shown(*it)).collect::<Vec<_>>().join(", "))
            .hint("other values of these parameters do not change the beam: read the file again with them; or write all lengths as multiples of one parameter");
        Ok((values.into_iter().map(Poly::decimal).collect::<Result<_, _>>()?, Some(note)))
    }

    /// Sections, by mass and stiffness over length, with the symbols of both.
    pub(super) fn sections(
        &self,
        mass: impl Fn(&Segment) -> Poly,
        stiffness: impl Fn(&Segment) -> Poly,
    ) -> Result<(Vec<Section>, [Profile; 2]), Error> {
        let length = |it: &Segment| it.length.clone();
        let widths = self.ratios("length", &self.profile(length)?, length)?;
        let whole: f64 = widths.iter().sum();
        let profiles = [self.profile(&mass)?, self.profile(&stiffness)?];
        let masses = self.ratios("mass", &profiles[0], mass)?;
        let stiffness = self.ratios("stiffness", &profiles[1], stiffness)?;
        let section = |((width, mass), stiffness)| Section {
            width: width / whole,
            mass,
            stiffness,
            shear: None,
        };
        let sections = widths.into_iter().zip(masses).zip(stiffness).map(section).collect();
        Ok((sections, profiles))
    }

    /// Shear of sections that bend with a second moment, in units of the first section and of the length, with the
    /// symbols of its stiffness kappa G A and of its inertia over length.
    pub(super) fn shear(
        &self,
        sections: &mut [Section],
        length: &Poly,
        second_moment: fn(&Segment) -> Poly,
    ) -> Result<[Profile; 2], Error> {
        let stiffness = |it: &Segment| &(&it.kappa * &it.shear) * &it.area;
        let inertia = |it: &Segment| &it.density * &second_moment(it);
        let square = (self.value)(length)?.powi(2);
        let first = &self.list[0];
        let bending = (self.value)(&(&first.young * &second_moment(first)))?;
        let mass = (self.value)(&(&first.density * &first.area))?;
        for (section, segment) in sections.iter_mut().zip(self.list) {
            let kappa = (self.value)(&segment.kappa)?;
            if kappa <= 0.0 {
                let message = "`kappa` of a beam must be above zero";
                let problem = Diagnostic::error("beam-not-positive", message)
                    .on(["beam"])
                    .fact("kappa", shown(kappa))
                    .hint("write 5/6 for a rectangle; leave it out for a beam without shear");
                return Err(problem.into());
            }
            section.shear = Some(Shear {
                stiffness: (self.value)(&stiffness(segment))? * square / bending,
                inertia: (self.value)(&inertia(segment))? / (mass * square),
            });
        }
        Ok([self.profile(stiffness)?, self.profile(inertia)?])
    }
}
