//! Names for the integrals of elastic links, for formulas that people read.

use std::convert::Infallible;

use appell_algebra::{Budget, Error, Poly, Symbol};
use appell_spatial::{Coefficient, Deformable, Matrix, Vector};

use crate::robot::Robot;

/// The components of vectors, for names.
const AXES: [char; 3] = ['x', 'y', 'z'];

impl Robot {
    /// The same robot with names instead of the long numbers to which modes were worked out, and what
    /// each name stands for.
    ///
    /// With the number i of a link, that of a mode j, and the components behind it: the tip moves by
    /// `u1_2y` and turns by `s1_2z`; `a1_2y`, `b1_2xy` and `m1_2_3yy` are the integrals of d, r d^T and
    /// d_j d_k^T over the mass; `k1_2_2` and `d1_2_2` are stiffness and damping. A field that is
    /// multiplied by two modal coordinates (a beam that becomes shorter as it bends) has both numbers:
    /// `u1_1_2x`. Between two numbers there is a line, so that mode 12 is not taken for 1 and 2.
    ///
    /// ```
    /// let robot = appell_model::Robot::bundled("flex1r")?;
    /// let (named, names) = robot.with_named_integrals()?;
    /// let symbols = named.symbols();
    /// let stiffness = names.iter().find(|(name, _)| symbols.name(*name) == "k1_1_1");
    /// let stiffness = stiffness.map(|(_, value)| value.text(symbols)).ok_or("no stiffness")?;
    /// assert!(stiffness.ends_with("*E*I/l^3"), "{stiffness}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_named_integrals(&self) -> Result<(Self, Vec<(Symbol, Poly)>), Error> {
        let mut named = self.clone();
        let mut names = Names { robot: self, given: Vec::new() };
        for (number, joint) in (1..).zip(&mut named.joints) {
            if let Some(modes) = &mut joint.modes {
                for_each_integral(number, &mut modes.body, |name, entry| {
                    names.entry(&name, entry)
                })?;
                modes.place_pivots(self.symbols(), &Budget::default())?;
            }
        }
        Ok((named, names.given))
    }
}

struct Names<'r> {
    robot: &'r Robot,
    given: Vec<(Symbol, Poly)>,
}

impl Names<'_> {
    /// Puts a name in the place of an entry, if it has a long number in it.
    fn entry(&mut self, stem: &str, entry: &mut Poly) -> Result<(), Error> {
        /// As many digits as people read at a glance.
        const DIGITS: usize = 6;
        if entry.terms().all(|term| term.coefficient.to_string().len() <= DIGITS) {
            return Ok(());
        }
        let mut name = stem.to_owned();
        while self.robot.parameters().iter().any(|it| it.name == name) {
            name.push('_');
        }
        let symbol = self.robot.symbols().parameter(&name)?;
        self.given.push((symbol, std::mem::replace(entry, symbol.into())));
        Ok(())
    }
}

/// The numbers of the modes that a field belongs to.
fn label(coefficient: Coefficient) -> String {
    match coefficient {
        Coefficient::Mode(j) => (j + 1).to_string(),
        Coefficient::Product(j, k) => format!("{}_{}", j + 1, k + 1),
    }
}

/// The integrals of an elastic link that are not zero, by their names: see
/// [`Robot::with_named_integrals`]. `link` is its number, from 1; what is equal by symmetry comes once.
pub fn integrals<S: Clone>(
    link: usize,
    body: &Deformable<S>,
    is_zero: impl Fn(&S) -> bool,
) -> Vec<(String, S)> {
    let mut all = Vec::new();
    let visited = for_each_integral(link, &mut body.clone(), |name, entry| {
        if !is_zero(entry) {
            all.push((name, entry.clone()));
        }
        Ok::<(), Infallible>(())
    });
    match visited {
        Ok(()) => all,
        Err(never) => match never {},
    }
}

/// Calls a function with the name of every entry of an elastic link and the entry, which it may change.
fn for_each_integral<S: Clone, E>(
    link: usize,
    body: &mut Deformable<S>,
    mut visit: impl FnMut(String, &mut S) -> Result<(), E>,
) -> Result<(), E> {
    let labels: Vec<String> = body.shapes.iter().map(|it| label(it.coefficient)).collect();
    for (shape, label) in body.shapes.iter_mut().zip(&labels) {
        vector(&format!("u{link}_{label}"), &mut shape.shift, &mut visit)?;
        vector(&format!("s{link}_{label}"), &mut shape.slope, &mut visit)?;
        vector(&format!("a{link}_{label}"), &mut shape.first, &mut visit)?;
        matrix(&format!("b{link}_{label}"), &mut shape.mixed, &mut visit)?;
    }
    for (at, station) in (1..).zip(&mut body.stations) {
        let moved = station.shifts.iter_mut().zip(&mut station.slopes).zip(&labels);
        for ((shift, slope), label) in moved {
            vector(&format!("u{link}p{at}_{label}"), shift, &mut visit)?;
            vector(&format!("s{link}p{at}_{label}"), slope, &mut visit)?;
        }
    }
    let pairs = (0..labels.len()).flat_map(|a| (a..labels.len()).map(move |b| (a, b)));
    for (a, b) in pairs {
        let stem = format!("m{link}_{}_{}", labels[a], labels[b]);
        matrix(&stem, &mut body.products[a][b], &mut visit)?;
        // the integral of d_b d_a^T is the transpose
        if a != b {
            let Matrix(rows) = &body.products[a][b];
            let column = |j: usize| [0, 1, 2].map(|i: usize| rows[i][j].clone());
            body.products[b][a] = Matrix([0, 1, 2].map(column));
        }
    }
    for (letter, rows) in [('k', &mut body.stiffness), ('d', &mut body.damping)] {
        let count = rows.len();
        for (j, k) in (0..count).flat_map(|j| (j..count).map(move |k| (j, k))) {
            visit(format!("{letter}{link}_{}_{}", j + 1, k + 1), &mut rows[j][k])?;
            rows[k][j] = rows[j][k].clone();
        }
    }
    Ok(())
}

fn vector<S, E>(
    stem: &str,
    vector: &mut Vector<S>,
    visit: &mut impl FnMut(String, &mut S) -> Result<(), E>,
) -> Result<(), E> {
    let mut entries = vector.0.iter_mut().zip(AXES);
    entries.try_for_each(|(entry, axis)| visit(format!("{stem}{axis}"), entry))
}

fn matrix<S, E>(
    stem: &str,
    matrix: &mut Matrix<S>,
    visit: &mut impl FnMut(String, &mut S) -> Result<(), E>,
) -> Result<(), E> {
    for (row, first) in matrix.0.iter_mut().zip(AXES) {
        for (entry, second) in row.iter_mut().zip(AXES) {
            visit(format!("{stem}{first}{second}"), entry)?;
        }
    }
    Ok(())
}
