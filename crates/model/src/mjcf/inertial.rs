//! `<inertial>`, and what the compiler does to the inertia of bodies: least masses and moments,
//! balanced moments, one mass for all.

use appell_algebra::{Error, Poly, Rational};
use appell_numeric::pencil::pencil;
use appell_spatial::{CentralInertia, Matrix};

use super::compiler::Compiler;
use super::element::Element;
use super::orientation::placement;
use crate::draft::Draft;
use crate::link::{Inertia, Part, compose};
use crate::read::Options;
use crate::reader::Reader;

/// The mass, centre and inertia of `<inertial>`.
pub(super) fn part(
    element: &Element<'_>,
    compiler: &Compiler,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Option<Part> {
    let missing = ["pos", "mass"].into_iter().find(|name| !element.has(name));
    if let Some(name) = missing {
        let message = format!("<inertial> has no `{name}`");
        let problem = appell_diagnostic::Diagnostic::error("missing-attribute", message)
            .hint("write <inertial pos=\"x y z\" mass=\"m\" diaginertia=\"ix iy iz\"/> with the numbers of the body");
        reader.report(problem, element.span.clone());
        return None;
    }
    let at = placement(element, compiler, options, reader);
    let mass = element.size("mass", reader);
    let inertia = match element.exactly::<6>("fullinertia", reader) {
        Some(_) if !at.rotation.is_identity() || element.has("diaginertia") => {
            let hint =
                "give the moments by `diaginertia` in axes of their own, or by `fullinertia`";
            let what = "`fullinertia` with axes of its own or with `diaginertia`";
            element.refuse("fullinertia", what, hint, reader);
            return None;
        }
        Some(entries) => {
            let [xx, yy, zz, xy, xz, yz] = entries.map(Poly::constant);
            // entries of the tensor; our products are the integrals
            Inertia { xx, yy, zz, xy: -xy, xz: -xz, yz: -yz }
        }
        None => {
            let moments = element.exactly::<3>("diaginertia", reader).unwrap_or_default();
            moments.iter().for_each(|it| element.check_sign("diaginertia", it, reader));
            let [xx, yy, zz] = moments.map(Poly::constant);
            Inertia { xx, yy, zz, ..Inertia::default() }
        }
    };
    Some(Part { mass: Poly::constant(mass), inertia, at, ..Part::default() })
}

/// The parts of a body after `boundmass`, `boundinertia` and `balanceinertia`.
pub(super) fn bounded(
    parts: Vec<Part>,
    compiler: &Compiler,
    reader: &Reader<'_>,
) -> Result<Vec<Part>, Error> {
    let Compiler { least_mass, least_inertia, balance, .. } = compiler;
    if least_mass.is_zero() && least_inertia.is_zero() && !balance {
        return Ok(parts);
    }
    let (_, body) = compose(&parts, &reader.symbols, &reader.budget)?;
    let CentralInertia { mass, centre, inertia } = body;
    let number = |entry: &Poly| entry.evaluate(&reader.symbols, |_| None);
    let light = number(&mass)? < least_mass.to_f64();
    let tensor = inertia.try_map(number)?;
    let rows = |matrix: &Matrix<f64>| matrix.0.map(Vec::from);
    let principal = pencil(&rows(&tensor), &rows(&Matrix::diagonal(&1.0))).unwrap_or_default();
    let least = least_inertia.to_f64();
    let mut raised = tensor.clone();
    let mut trace = 0.0;
    for (moment, axis) in &principal {
        let more = (least - moment).max(0.0);
        trace += moment + more;
        for (row, x) in raised.0.iter_mut().zip(axis) {
            row.iter_mut().zip(axis).for_each(|(entry, y)| *entry += more * x * y);
        }
    }
    let largest = principal.last().map_or(0.0, |(moment, _)| moment.max(least));
    let balanced = *balance && largest > trace - largest;
    if balanced {
        raised = Matrix::diagonal(&(trace / 3.0));
    }
    if !light && raised == tensor {
        return Ok(parts);
    }
    let inertia = match raised == tensor {
        true => inertia,
        false => raised.try_map(|entry| Poly::rounded(*entry))?,
    };
    let mass = if light { Poly::constant(least_mass.clone()) } else { mass };
    Ok(vec![Part::from(CentralInertia { mass, centre, inertia })])
}

/// Scales all masses and moments so that they add up to a total; `fixed` is the mass that does not
/// move.
pub(super) fn scale(
    draft: &mut Draft,
    fixed: &Poly,
    total: &Rational,
    reader: &Reader<'_>,
) -> Result<(), Error> {
    let parts = || draft.joints.iter().flat_map(|joint| &joint.link.parts);
    let sum = parts().fold(fixed.clone(), |sum, part| &sum + &part.mass);
    let factor = match sum.as_constant() {
        Some(sum) => total.checked_div(&sum)?,
        None => {
            let factor = total.to_f64() / sum.evaluate(&reader.symbols, |_| None)?;
            Poly::rounded(factor)?.as_constant().unwrap_or_default()
        }
    };
    for part in draft.joints.iter_mut().flat_map(|joint| &mut joint.link.parts) {
        part.mass = part.mass.scale(&factor);
        let Inertia { xx, yy, zz, xy, xz, yz } = &mut part.inertia;
        for entry in [xx, yy, zz, xy, xz, yz] {
            *entry = entry.scale(&factor);
        }
    }
    Ok(())
}
