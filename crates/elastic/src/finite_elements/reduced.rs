//! A reduced finite-element model: as numbers, and as the exact decimals that a robot has.

use appell_algebra::{Error, Poly};
use appell_spatial::{CentralInertia, Matrix, Station, Vector};

use super::ReducedPair;
use crate::damping::Damping;
use crate::given_modes::{GivenMode, GivenModes, ModePair};

/// A finite-element model in a few modes, in the frame of the link. SI units.
#[derive(Clone, Debug)]
pub struct ReducedModel {
    /// The mass.
    pub mass: f64,
    /// The integral of r.
    pub first: [f64; 3],
    /// The tensor of inertia about the origin.
    pub inertia: [[f64; 3]; 3],
    /// Where the tip is.
    pub tip: [f64; 3],
    /// Further points on which something sits.
    pub stations: Vec<ReducedStation>,
    /// The modes, by rising frequency.
    pub modes: Vec<ReducedMode>,
    /// The integrals of d_j d_k^T.
    pub products: Vec<Vec<Matrix<f64>>>,
    /// Displacements of second order; none without geometric stiffness.
    pub pairs: Vec<ReducedPair>,
}

/// A point of the mesh, and how each mode moves and turns it.
#[derive(Clone, Debug, Default)]
pub struct ReducedStation {
    /// Where it is.
    pub place: [f64; 3],
    /// Its displacement in each mode.
    pub shifts: Vec<[f64; 3]>,
    /// Its small rotation in each mode.
    pub slopes: Vec<[f64; 3]>,
}

/// A mode with the displacements d; its norm in mass is the mass of the mesh, so that its coordinate
/// is a length.
#[derive(Clone, Debug)]
pub struct ReducedMode {
    /// The square of its angular frequency.
    pub lambda: f64,
    /// The displacement of the tip.
    pub shift: [f64; 3],
    /// The small rotation of the tip.
    pub slope: [f64; 3],
    /// The integral of d.
    pub first: [f64; 3],
    /// The integral of r d^T.
    pub mixed: Matrix<f64>,
}

/// What is smaller than the largest of its kind by this factor is rounding: matrices come from files
/// with about so many digits, and the reduction loses a few.
const NOISE: f64 = 1e-9;

/// Numbers of a kind as decimals, without what is rounding.
struct Kind(f64);

impl Kind {
    fn new<'n>(numbers: impl Iterator<Item = &'n f64>) -> Self {
        Self(numbers.fold(0.0, |largest, number| number.abs().max(largest)))
    }

    fn number(&self, value: f64) -> Result<Poly, Error> {
        if value.abs() <= NOISE * self.0 { Ok(Poly::ZERO) } else { Poly::rounded(value) }
    }

    fn vector(&self, vector: &[f64; 3]) -> Result<Vector<Poly>, Error> {
        Vector(*vector).try_map(|entry| self.number(*entry))
    }

    fn matrix(&self, matrix: &Matrix<f64>) -> Result<Matrix<Poly>, Error> {
        matrix.try_map(|entry| self.number(*entry))
    }
}

impl ReducedModel {
    /// The modes as they are given to a robot.
    pub fn given(&self, damping: &Damping) -> Result<GivenModes, Error> {
        let shifts = Kind::new(self.modes.iter().flat_map(|mode| &mode.shift));
        let slopes = Kind::new(self.modes.iter().flat_map(|mode| &mode.slope));
        let firsts = Kind::new(self.modes.iter().flat_map(|mode| &mode.first));
        let levers = Kind::new(self.modes.iter().flat_map(|mode| mode.mixed.0.as_flattened()));
        let mut modes = Vec::with_capacity(self.modes.len());
        let mut pairs = Vec::new();
        for (j, mode) in self.modes.iter().enumerate() {
            modes.push(GivenMode {
                shift: shifts.vector(&mode.shift)?,
                slope: slopes.vector(&mode.slope)?,
                first: firsts.vector(&mode.first)?,
                mixed: levers.matrix(&mode.mixed)?,
            });
            for k in j..self.modes.len() {
                pairs.push(ModePair {
                    modes: [j, k],
                    product: self.product(j, k)?,
                    ..ModePair::default()
                });
            }
        }
        let square = |number: &dyn Fn(usize) -> f64| -> Result<Vec<Vec<Poly>>, Error> {
            let row = |j: usize| {
                let entry = |k| if j == k { Poly::rounded(number(j)) } else { Ok(Poly::ZERO) };
                (0..self.modes.len()).map(entry).collect()
            };
            (0..self.modes.len()).map(row).collect()
        };
        let stiffness = square(&|j| self.mass * self.modes[j].lambda)?;
        let numbers = |entry: &Poly| Ok(entry.as_constant().map_or(0.0, |it| it.to_f64()));
        let damping = damping.matrix(&square(&|_| self.mass)?, &stiffness, None, numbers)?;
        for pair in &mut pairs {
            let [j, k] = pair.modes;
            pair.stiffness = stiffness[j][k].clone();
            pair.damping = damping[j][k].clone();
        }
        self.second_order(&mut pairs)?;
        let station = |it: &ReducedStation| -> Result<Station<Poly>, Error> {
            Ok(Station {
                place: Vector(it.place).try_map(|x| Poly::rounded(*x))?,
                shifts: it.shifts.iter().map(|it| shifts.vector(it)).collect::<Result<_, _>>()?,
                slopes: it.slopes.iter().map(|it| slopes.vector(it)).collect::<Result<_, _>>()?,
            })
        };
        let stations = self.stations.iter().map(station).collect::<Result<_, _>>()?;
        let tip = Vector(self.tip).try_map(|x| Poly::rounded(*x))?;
        Ok(GivenModes { tip, stations, modes, pairs })
    }

    /// Gives pairs of modes, which are all, their displacements of second order.
    fn second_order(&self, pairs: &mut [ModePair]) -> Result<(), Error> {
        let shifts = Kind::new(self.pairs.iter().flat_map(|pair| &pair.shift));
        let firsts = Kind::new(self.pairs.iter().flat_map(|pair| &pair.first));
        let levers = Kind::new(self.pairs.iter().flat_map(|pair| pair.mixed.0.as_flattened()));
        for (pair, reduced) in pairs.iter_mut().zip(&self.pairs) {
            pair.shift = shifts.vector(&reduced.shift)?;
            pair.first = firsts.vector(&reduced.first)?;
            pair.mixed = levers.matrix(&reduced.mixed)?;
        }
        Ok(())
    }

    /// The integral of d_j d_k^T, with the exact trace: the modes are orthogonal also after rounding.
    fn product(&self, j: usize, k: usize) -> Result<Matrix<Poly>, Error> {
        let numbers = &self.products[j][k].0;
        let mut product = Kind(self.mass).matrix(&self.products[j][k])?;
        let size = |i: usize| numbers[i][i].abs();
        let last = (0..3).fold(0, |last, i| if size(i) > size(last) { i } else { last });
        let norm = if j == k { Poly::rounded(self.mass)? } else { Poly::ZERO };
        let others = (0..3).filter(|i| *i != last);
        product.0[last][last] = others.fold(norm, |rest, i| &rest - &product.0[i][i]);
        Ok(product)
    }

    /// Mass, centre, and inertia about it, of the undeformed mesh.
    pub fn body(&self) -> Result<CentralInertia<Poly>, Error> {
        let centre = self.first.map(|first| first / self.mass);
        let square: f64 = centre.iter().map(|x| x * x).sum();
        let central = |i: usize, j: usize| {
            let shifted = if i == j { square } else { 0.0 } - centre[i] * centre[j];
            self.inertia[i][j] - self.mass * shifted
        };
        let arms = Kind(self.tip.iter().chain(&centre).fold(0.0, |a, b| b.abs().max(a)));
        let tensor = Kind::new(self.inertia.as_flattened().iter());
        // symmetric: the entries below the diagonal are those above it
        let rows = [0, 1, 2].map(|i| [0, 1, 2].map(|j: usize| central(i.min(j), i.max(j))));
        Ok(CentralInertia {
            mass: Poly::rounded(self.mass)?,
            centre: arms.vector(&centre)?,
            inertia: tensor.matrix(&Matrix(rows))?,
        })
    }
}
