//! Modes given by their integrals, from whatever source.

use appell_algebra::Poly;
use appell_spatial::{Coefficient, Deformable, Matrix, Shape, Station, Vector};

/// Modes given by their integrals, as numbers or symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenModes {
    /// Where the tip is, undeformed.
    pub tip: Vector<Poly>,
    /// Further points on which something sits, with their motion in the modes; fields of second order do not
    /// move them.
    pub stations: Vec<Station<Poly>>,
    /// What belongs to one mode.
    pub modes: Vec<GivenMode>,
    /// What belongs to two modes; what is left out is zero.
    pub pairs: Vec<ModePair>,
}

/// What belongs to one mode with the field of displacements d.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenMode {
    /// The displacement of the tip.
    pub shift: Vector<Poly>,
    /// The small rotation of the tip.
    pub slope: Vector<Poly>,
    /// The integral of d dm.
    pub first: Vector<Poly>,
    /// The integral of r d^T dm.
    pub mixed: Matrix<Poly>,
}

/// What belongs to two modes, or to one and itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModePair {
    /// The modes, counted from 0.
    pub modes: [usize; 2],
    /// The integral of d_j d_k^T dm.
    pub product: Matrix<Poly>,
    /// The stiffness.
    pub stiffness: Poly,
    /// The damping.
    pub damping: Poly,
    /// The displacement d of the tip that belongs to the product q_j q_k: what makes the link stiffer or softer
    /// under a load.
    pub shift: Vector<Poly>,
    /// The integral of this d dm.
    pub first: Vector<Poly>,
    /// The integral of r d^T dm, with this d.
    pub mixed: Matrix<Poly>,
}

impl ModePair {
    /// The field of second order, if there is one.
    fn second_order(&self) -> Option<Shape<Poly>> {
        let Self { modes: [j, k], shift, first, mixed, .. } = self;
        let still = Vector::default();
        let given = *shift != still || *first != still || *mixed != Matrix::default();
        given.then(|| Shape {
            coefficient: Coefficient::Product(*j.min(k), *j.max(k)),
            shift: shift.clone(),
            slope: still.clone(),
            first: first.clone(),
            mixed: mixed.clone(),
        })
    }
}

impl GivenModes {
    /// The fields with their integrals.
    pub fn body(&self) -> Deformable<Poly> {
        let count = self.modes.len();
        let second: Vec<Shape<Poly>> =
            self.pairs.iter().filter_map(ModePair::second_order).collect();
        let fields = count + second.len();
        let mut body = Deformable {
            tip: self.tip.clone(),
            stations: self.stations.clone(),
            shapes: Vec::new(),
            products: vec![vec![Matrix::default(); fields]; fields],
            stiffness: vec![vec![Poly::ZERO; count]; count],
            damping: vec![vec![Poly::ZERO; count]; count],
        };
        for (j, GivenMode { shift, slope, first, mixed }) in self.modes.iter().enumerate() {
            body.shapes.push(Shape {
                coefficient: Coefficient::Mode(j),
                shift: shift.clone(),
                slope: slope.clone(),
                first: first.clone(),
                mixed: mixed.clone(),
            });
        }
        body.shapes.extend(second);
        for station in &mut body.stations {
            station.shifts.resize_with(fields, Vector::default);
            station.slopes.resize_with(fields, Vector::default);
        }
        for pair in &self.pairs {
            let [j, k] = pair.modes;
            body.products[k][j] = pair.product.transpose();
            body.products[j][k] = pair.product.clone();
            for (rows, entry) in
                [(&mut body.stiffness, &pair.stiffness), (&mut body.damping, &pair.damping)]
            {
                rows[j][k] = entry.clone();
                rows[k][j] = entry.clone();
            }
        }
        body
    }
}
