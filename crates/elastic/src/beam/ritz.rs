//! Mass and stiffness of a beam in polynomials, those in which its shapes are found.
//!
//! A beam that bends has one field, its deflection. With shear (Timoshenko, On the correction for shear of the
//! differential equation for transverse vibrations of prismatic bars, Phil. Mag. 41, 1921) it has two: the
//! deflection by bending, whose slope is the rotation of the section, and that by shear, whose slope is the
//! angle of shear. Both together move the mass; the section turns by the first. As shear becomes stiff, the
//! second field vanishes, and nothing else changes.

use appell_numeric::envelope::Envelope;
use appell_numeric::legendre::Series;

use super::shape::{Ends, Piece, Section, Strain};

/// Rows are numbered from root to tip: at every join of sections the values of all fields, then the slope of
/// bending; inside a section the polynomials of one field after the other.
pub(super) struct Ritz {
    fields: &'static [Strain],
    /// Of every field and section: start, inside, end.
    bases: Vec<Vec<Vec<Series>>>,
    inside: usize,
    /// The first rows, which the root holds.
    fixed: usize,
    pub(super) mass: Envelope,
    pub(super) stiffness: Envelope,
}

impl Ritz {
    /// With enough polynomials for so many shapes.
    pub(super) fn new(strain: Strain, sections: &[Section], ends: Ends, count: usize) -> Self {
        let shears = sections.iter().any(|section| section.shear.is_some());
        let fields: &[Strain] = match (strain, shears) {
            (Strain::Bending, true) => &[Strain::Bending, Strain::Slope],
            (Strain::Bending, false) => &[Strain::Bending],
            (Strain::Slope, _) => &[Strain::Slope],
        };
        // a shape has as many waves as its number, in whatever sections
        let inside = 16 + 2 * count;
        let of_field =
            |field: &Strain| sections.iter().map(|it| field.basis(it.width, inside)).collect();
        let mut ritz = Self {
            fields,
            bases: fields.iter().map(of_field).collect(),
            inside,
            fixed: if ends.hub.is_some() { fields.len() } else { joins(fields) },
            mass: Envelope::new(0, &[]),
            stiffness: Envelope::new(0, &[]),
        };
        ritz.assemble(sections, ends);
        ritz
    }

    /// The row of a polynomial of a section: those of its start, its inside, its end.
    fn row(&self, field: usize, section: usize, local: usize) -> usize {
        let (joins, order) = (joins(self.fields), self.fields[field].order());
        let stride = joins + self.inside * self.fields.len();
        let at_join = |local: usize| if local == 0 { field } else { self.fields.len() };
        match local.checked_sub(order) {
            None => section * stride + at_join(local),
            Some(k) if k < self.inside => section * stride + joins + field * self.inside + k,
            Some(k) => (section + 1) * stride + at_join(k - self.inside),
        }
    }

    /// All rows, with those that the root holds.
    fn size(&self, sections: usize) -> usize {
        sections * (joins(self.fields) + self.inside * self.fields.len()) + joins(self.fields)
    }

    fn assemble(&mut self, sections: &[Section], ends: Ends) {
        let (mut mass, mut stiffness) = (Vec::new(), Vec::new());
        let fixed = self.fixed;
        let put = |list: &mut Vec<(usize, usize, f64)>, i: usize, j: usize, value: f64| {
            if i.min(j) >= fixed {
                list.push((i.max(j) - fixed, i.min(j) - fixed, value));
            }
        };
        for (number, section) in sections.iter().enumerate() {
            let half = section.width / 2.0;
            let mut functions = Vec::new();
            for (field, strain) in self.fields.iter().enumerate() {
                for (local, series) in self.bases[field][number].iter().enumerate() {
                    let strained = |it: Series, _| it.derivative();
                    let strained = (0..strain.order()).fold(series.clone(), strained);
                    functions.push((field, self.row(field, number, local), series, strained));
                }
            }
            for (k, (field, i, a, a_strain)) in functions.iter().enumerate() {
                for (other, j, b, b_strain) in functions.iter().take(k + 1) {
                    put(&mut mass, *i, *j, section.mass * half * a.inner(b));
                    if field != other {
                        continue;
                    }
                    let order = self.fields[*field].order();
                    let scale = half.powi(1 - 2 * order as i32);
                    let stiff = match (&section.shear, field) {
                        (Some(shear), 1) => shear.stiffness,
                        _ => section.stiffness,
                    };
                    put(&mut stiffness, *i, *j, stiff * scale * a_strain.inner(b_strain));
                    if let (Some(shear), 0) = (&section.shear, field) {
                        let turned = a.derivative().inner(&b.derivative());
                        put(&mut mass, *i, *j, shear.inertia / half * turned);
                    }
                }
            }
        }
        let size = self.size(sections.len());
        let slope = self.fields.len();
        if let Some(hub) = ends.hub {
            put(&mut mass, slope, slope, hub);
        }
        let [load, first, inertia] = ends.load;
        let values = size - joins(self.fields)..size - joins(self.fields) + self.fields.len();
        for i in values.clone() {
            values.clone().take_while(|j| *j <= i).for_each(|j| put(&mut mass, i, j, load));
        }
        if self.fields[0] == Strain::Bending {
            values.for_each(|value| put(&mut mass, size - 1, value, first));
            put(&mut mass, size - 1, size - 1, inertia);
        }
        self.mass = Envelope::new(size - fixed, &mass);
        self.stiffness = Envelope::new(size - fixed, &stiffness);
    }

    /// A unit moment where a section starts, if the beam bends, and a unit force, over the rows that move; the tip
    /// has the number after the last section.
    pub(super) fn loads(&self, section: usize) -> Vec<Vec<f64>> {
        let with = |rows: std::ops::Range<usize>| {
            let mut load = vec![0.0; self.mass.size()];
            load[rows].fill(1.0);
            load
        };
        let start = self.size(section) - joins(self.fields) - self.fixed;
        let values = start..start + self.fields.len();
        match self.fields[0] {
            Strain::Bending => vec![with(values.end..values.end + 1), with(values)],
            Strain::Slope => vec![with(values)],
        }
    }

    /// The shape with these amplitudes of the rows that move.
    pub(super) fn pieces(&self, sections: &[Section], amplitudes: Vec<f64>) -> Vec<Piece> {
        let all: Vec<f64> = std::iter::repeat_n(0.0, self.fixed).chain(amplitudes).collect();
        let mut start = 0.0;
        let mut pieces = Vec::with_capacity(sections.len());
        for (number, section) in sections.iter().enumerate() {
            let sum = |field: usize| {
                let mut series = Series::default();
                for (local, function) in self.bases[field][number].iter().enumerate() {
                    series.add(all[self.row(field, number, local)], function);
                }
                series
            };
            let series = sum(0);
            let slope = series.derivative();
            let curvature = slope.derivative();
            let shear = (self.fields.len() > 1).then(|| {
                let series = sum(1);
                let slope = series.derivative();
                [series, slope]
            });
            let width = section.width;
            pieces.push(Piece { start, width, series: [series, slope, curvature], shear });
            start += width;
        }
        pieces
    }
}

/// How many values and slopes the sections have in common where they join.
fn joins(fields: &[Strain]) -> usize {
    fields.iter().map(|field| field.order()).sum()
}
