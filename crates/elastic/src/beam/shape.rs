//! Beams that bend or twist: the shapes in which they vibrate, and their integrals.
//!
//! Dimensionless, x in [0, 1]. The beam is a row of sections, each with a mass and a stiffness over
//! its length, in units of the first. Bending (Euler, Bernoulli): (k phi'')'' = lambda m phi, phi = 0
//! at the root, where the beam is clamped (phi' = 0) or turns with a hub of inertia h; at the tip a
//! load of mass mu, first moment s and inertia j. Twist and stretch: -(k phi')' = lambda m phi, phi = 0 at
//! the root; at the tip a load mu. The angular frequency is sqrt(lambda E I/(rhoA L^4)),
//! sqrt(lambda G It/(rho Ip L^2)) or sqrt(lambda E/(rho L^2)). With shear, bending has two fields: see
//! [`ritz`](super::ritz).
//!
//! Ritz, with polynomials on every section: those that join the sections (Hermite's, or straight
//! lines), and Legendre's polynomials integrated as often as the strain has derivatives, which vanish
//! at both ends of their section and have no strain in common (Szabo, Babuska, Finite Element
//! Analysis, 1991, chapter 3). So many are taken that what is left out is below rounding. Different
//! shapes are orthogonal in mass, with hub and load, and in strain; the norm in mass is 1.

use appell_numeric::legendre::Series;
use appell_numeric::quadrature::{GAUSS, gauss};
use appell_numeric::subspace::{lowest, within};

use super::ritz::Ritz;

/// A part of the beam over which nothing changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Section {
    /// Its share of the length.
    pub(crate) width: f64,
    /// Its mass over length (for twist: moment of inertia over length), in units of the first.
    pub(crate) mass: f64,
    /// Its stiffness, in units of the first.
    pub(crate) stiffness: f64,
    /// Of bending with shear; all sections have it, or none.
    pub(crate) shear: Option<Shear>,
}

/// What a section has beside its bending where it shears.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shear {
    /// kappa G A, in units of the bending stiffness of the first section over the square of the length.
    pub(crate) stiffness: f64,
    /// The moment of inertia over length, in units of the mass of the first section times the square of the
    /// length.
    pub(crate) inertia: f64,
}

/// What holds the beam, and what it holds, in units of the mass m and length of a beam that is all
/// like the first section.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Ends {
    /// The moment of inertia of the hub with which the root turns; none where it is clamped.
    pub(crate) hub: Option<f64>,
    /// Mass, first moment along the beam and moment of inertia at the tip; of twist and stretch only the
    /// first counts.
    pub(crate) load: [f64; 3],
    /// Whether forces and moments on the tip come from other motions too: then the shapes have the static
    /// shapes of the tip in their space.
    pub(crate) coupled: bool,
}

impl Ends {
    /// The share of the load in the mass that two shapes have in common.
    pub(crate) fn loaded(&self, a: &BeamShape, b: &BeamShape) -> f64 {
        let [mu, s, j] = self.load;
        let [[a0, a1], [b0, b1]] = [a, b].map(|it| [it.at(0, 1.0), it.at(1, 1.0)]);
        match a.strain {
            Strain::Bending => mu * a0 * b0 + s * (a0 * b1 + a1 * b0) + j * a1 * b1,
            Strain::Slope => mu * a0 * b0,
        }
    }
}

/// What the strain is: the curvature, or the slope of a twist or a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strain {
    Bending,
    Slope,
}

impl Strain {
    /// How many derivatives the strain takes.
    pub(super) fn order(self) -> usize {
        match self {
            Self::Bending => 2,
            Self::Slope => 1,
        }
    }

    /// The polynomials of a section of a width: those of its start, those of its inside, those of
    /// its end.
    pub(super) fn basis(self, width: f64, inside: usize) -> Vec<Series> {
        let order = self.order();
        let [h12, h20] = [width / 12.0, width / 20.0];
        let series = |coefficients: &[f64]| Series(coefficients.to_vec());
        // value at the start, slope there, value at the end, slope there
        let (start, end) = match self {
            Self::Bending => (
                vec![series(&[0.5, -0.6, 0.0, 0.1]), series(&[h12, -h20, -h12, h20])],
                vec![series(&[0.5, 0.6, 0.0, -0.1]), series(&[-h12, -h20, h12, h20])],
            ),
            Self::Slope => (vec![series(&[0.5, -0.5])], vec![series(&[0.5, 0.5])]),
        };
        let inner = (order..order + inside).map(|k| {
            // with a strain of norm 1
            let norm = ((2 * k + 1) as f64 / 2.0).sqrt() * (width / 2.0).powf(order as f64 - 0.5);
            let mut scaled = Series::default();
            scaled.add(norm, &Series::integrated(k, order));
            scaled
        });
        start.into_iter().chain(inner).chain(end).collect()
    }
}

/// A shape in which the beam vibrates.
#[derive(Clone, Debug)]
pub(crate) struct BeamShape {
    /// The square of the frequency.
    pub(crate) lambda: f64,
    strain: Strain,
    pieces: Vec<Piece>,
}

/// A shape over a section.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Where the section starts.
    pub(crate) start: f64,
    pub(crate) width: f64,
    /// The shape with its first and second derivative over its own [-1, 1].
    pub(crate) series: [Series; 3],
    /// The deflection by shear, which comes on top, and its derivative.
    pub(crate) shear: Option<[Series; 2]>,
}

impl BeamShape {
    /// The first shapes, by rising frequency. At the joins where the sections of these numbers start, as at a tip
    /// that is coupled, forces and moments act: their static shapes are in the space, but not of a root with a
    /// hub. The rotation as a rigid body, which a hub permits, is none of them.
    pub(crate) fn lowest(
        strain: Strain,
        sections: &[Section],
        (ends, joins): (Ends, &[usize]),
        count: usize,
    ) -> Vec<Self> {
        let ritz = Ritz::new(strain, sections, ends, count);
        let (mass, stiffness) = (&ritz.mass, &ritz.stiffness);
        // where the beam turns freely, a shift of all lambda makes the stiffness positive
        let least = |entry: fn(&Section) -> f64, sign: f64| {
            sections.iter().map(|it| sign * entry(it)).fold(f64::INFINITY, f64::min) * sign
        };
        let rigid = ends.hub.is_some();
        let shift = match rigid {
            true => least(|it| it.stiffness, 1.0) / least(|it| it.mass, -1.0),
            false => 0.0,
        };
        let Ok(factor) = stiffness.clone().plus(shift, mass).factor() else { return Vec::new() };
        let own = |count: usize| lowest(count, mass.size(), |x| factor.solve(x), |x| mass.times(x));
        let found = match (ends.coupled || !joins.is_empty()) && !rigid {
            false => own(count + usize::from(rigid)),
            true => {
                // at least one vibration, and the static shapes of forces and moments
                let loaded = std::iter::once(sections.len()).chain(joins.iter().copied());
                let mut statics: Vec<Vec<f64>> = loaded.flat_map(|it| ritz.loads(it)).collect();
                statics.iter_mut().for_each(|shape| factor.solve(shape));
                let vibrations = own(count.saturating_sub(statics.len()).max(1)).into_iter();
                let shapes = vibrations.map(|(_, shape)| shape).chain(statics).collect();
                let mut found = within(shapes, |x| stiffness.times(x), |x| mass.times(x));
                found.truncate(count);
                found
            }
        };
        let shape = |(value, x): (f64, Vec<f64>)| {
            let pieces = ritz.pieces(sections, x);
            Self { lambda: value - shift, strain, pieces }.towards_positive()
        };
        found.into_iter().skip(usize::from(rigid)).map(shape).collect()
    }

    /// With a tip that moves to the positive side.
    fn towards_positive(self) -> Self {
        let sign = self.at(0, 1.0).signum();
        self.scaled(sign)
    }

    /// So many times this shape.
    pub(crate) fn scaled(mut self, factor: f64) -> Self {
        for piece in &mut self.pieces {
            let series = piece.series.iter_mut().chain(piece.shear.iter_mut().flatten());
            series.for_each(|series| series.0.iter_mut().for_each(|entry| *entry *= factor));
        }
        self
    }

    /// The section at x, and where x is in its [-1, 1].
    fn piece(&self, x: f64) -> (&Piece, f64) {
        let index = self.pieces.iter().rposition(|piece| piece.start <= x).unwrap_or_default();
        let piece = &self.pieces[index];
        (piece, 2.0 * (x - piece.start) / piece.width - 1.0)
    }

    /// At x: the deflection (0), the rotation of the section (1) or its derivative (2); of a twist or a stretch,
    /// the shape and its derivatives.
    pub(crate) fn at(&self, order: usize, x: f64) -> f64 {
        let (piece, t) = self.piece(x);
        let value = piece.series[order].at(t) * (2.0 / piece.width).powi(order as i32);
        match &piece.shear {
            Some([shear, _]) if order == 0 => value + shear.at(t),
            _ => value,
        }
    }

    /// The angle of shear at x: the slope of the axis less the rotation of the section.
    pub(crate) fn shear(&self, x: f64) -> f64 {
        let (piece, t) = self.piece(x);
        piece.shear.as_ref().map_or(0.0, |[_, slope]| slope.at(t) * 2.0 / piece.width)
    }

    /// The slope of the axis at x.
    pub(crate) fn slope(&self, x: f64) -> f64 {
        self.at(1, x) + self.shear(x)
    }
}

/// Places along the beam with their weights in an integral, and the number of their section.
pub(crate) fn nodes(sections: &[Section]) -> Vec<(f64, f64, usize)> {
    let mut start = 0.0;
    let mut nodes = Vec::new();
    for (number, section) in sections.iter().enumerate() {
        nodes.extend(gauss().map(|(x, w)| (start + x * section.width, w * section.width, number)));
        start += section.width;
    }
    nodes
}

/// The integral of a function of x and of the number of the section.
pub(crate) fn integral(nodes: &[(f64, f64, usize)], f: impl Fn(f64, usize) -> f64) -> f64 {
    nodes.iter().map(|&(x, weight, section)| weight * f(x, section)).sum()
}

/// The sections from the root to a share of the length.
pub(crate) fn up_to(sections: &[Section], end: f64) -> Vec<Section> {
    let mut left = end;
    let mut cut = Vec::with_capacity(sections.len());
    for section in sections {
        // the last one of a whole beam keeps its width, whatever is rounded
        let width = if end < 1.0 { section.width.min(left) } else { section.width };
        if width > 0.0 {
            cut.push(Section { width, ..*section });
        }
        left -= section.width;
    }
    cut
}

/// The places at which a function must be known for its integral from the root to every node: for each node
/// those of a quadrature up to it, then the nodes.
pub(crate) struct Places<'n> {
    nodes: &'n [(f64, f64, usize)],
    at: Vec<f64>,
}

impl<'n> Places<'n> {
    pub(crate) fn new(nodes: &'n [(f64, f64, usize)]) -> Self {
        let mut at = Vec::with_capacity(nodes.len() * (GAUSS.len() + 1));
        for panel in nodes.chunks(GAUSS.len()) {
            let start = Self::panel(panel).0;
            for (node, ..) in panel {
                at.extend(GAUSS.iter().map(|(x, _)| start + x * (node - start)));
            }
        }
        at.extend(nodes.iter().map(|(x, ..)| x));
        Self { nodes, at }
    }

    /// Start and width of the nodes of a section.
    fn panel(panel: &[(f64, f64, usize)]) -> (f64, f64) {
        let width: f64 = panel.iter().map(|(_, weight, _)| weight).sum();
        (panel[0].0 - GAUSS[0].0 * width, width)
    }

    /// The values of a function at all places.
    pub(crate) fn values(&self, f: impl Fn(f64) -> f64) -> Vec<f64> {
        self.at.iter().map(|x| f(*x)).collect()
    }

    /// The integral from 0 to x of a function, which is given at the places by their numbers.
    fn integral(&self, value: impl Fn(usize) -> f64) -> Course {
        let mut at_nodes = Vec::with_capacity(self.nodes.len());
        let mut before = 0.0;
        let own = self.nodes.len() * GAUSS.len();
        for (number, panel) in self.nodes.chunks(GAUSS.len()).enumerate() {
            let first = number * GAUSS.len();
            let start = Self::panel(panel).0;
            for (k, (node, ..)) in panel.iter().enumerate() {
                let part = node - start;
                let place = (first + k) * GAUSS.len();
                let inner = GAUSS.iter().enumerate();
                let inner = inner.map(|(i, (_, weight))| weight * part * value(place + i));
                at_nodes.push(before + inner.sum::<f64>());
            }
            let whole = panel.iter().enumerate();
            let whole = whole.map(|(k, (_, weight, _))| weight * value(own + first + k));
            before += whole.sum::<f64>();
        }
        Course { at_nodes, at_tip: before }
    }

    /// By how much a beam becomes shorter up to x when it bends in two shapes at once: the integral of
    /// phi_j' phi_k' from 0 to x, by the slopes of the axis, whose length stays.
    pub(crate) fn shortening(&self, a: &[f64], b: &[f64]) -> Course {
        self.integral(|k| a[k] * b[k])
    }

    /// By how much a beam that bends and twists moves out of the plane in which it bends: the integral of
    /// (x - t) psi(t) phi''(t) by t from 0 to x, and of psi times the angle of shear. Curvature phi'' and shear
    /// are those in the axes of the section, which the twist psi turns.
    pub(crate) fn turning(&self, [curvature, shear]: [&[f64]; 2], twist: &[f64]) -> Course {
        let turned = |k: usize| twist[k] * curvature[k];
        let lever = |k: usize| self.at[k] * turned(k) - twist[k] * shear[k];
        let [mut whole, lever] = [self.integral(turned), self.integral(lever)];
        let end: f64 = self.nodes.iter().map(|(_, weight, _)| weight).sum();
        whole.at_tip = end * whole.at_tip - lever.at_tip;
        let values = whole.at_nodes.iter_mut().zip(self.nodes).zip(lever.at_nodes);
        for ((value, (x, ..)), lever) in values {
            *value = x * *value - lever;
        }
        whole
    }
}

/// A function along the beam: at the nodes of the quadrature, and at its end.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// At the nodes.
    pub(crate) at_nodes: Vec<f64>,
    /// At the tip, or where the nodes end.
    pub(crate) at_tip: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIFORM: [Section; 1] = [Section { width: 1.0, mass: 1.0, stiffness: 1.0, shear: None }];

    fn bending(sections: &[Section], ends: Ends, count: usize) -> Vec<BeamShape> {
        BeamShape::lowest(Strain::Bending, sections, (ends, &[]), count)
    }

    fn wave_numbers(sections: &[Section], ends: Ends, count: usize) -> Vec<f64> {
        bending(sections, ends, count).iter().map(|shape| shape.lambda.powf(0.25)).collect()
    }

    fn loaded(mu: f64, j: f64) -> Ends {
        Ends { load: [mu, 0.0, j], ..Ends::default() }
    }

    fn turning(hub: f64) -> Ends {
        Ends { hub: Some(hub), ..Ends::default() }
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64, digits: i32) {
        let tolerance = expected.abs().max(1e-3) * 10f64.powi(-digits);
        assert!((found - expected).abs() < tolerance, "{found} and {expected}");
    }

    /// Wave numbers as the tables have them, to all their digits: roots of characteristic equations
    /// with sines and hyperbolic sines.
    #[test]
    fn wave_numbers_of_uniform_beams() {
        let cases: [(Ends, &[f64]); 8] = [
            (
                loaded(0.0, 0.0),
                &[
                    1.875104068712,
                    4.694091132974,
                    7.854757438238,
                    10.99554073488,
                    14.13716839105,
                    17.27875953209,
                ],
            ),
            (loaded(0.1, 0.0), &[1.722741520593, 4.399522816156, 7.451056673304]),
            (loaded(0.5, 0.0), &[1.419964429768, 4.111133386424, 7.190335241961]),
            (loaded(1.0, 0.0), &[1.247917409606, 4.031139436715, 7.13413224094]),
            (loaded(10.0, 0.0), &[0.7357819193897, 3.938465833252, 7.075616367032]),
            (
                turning(0.0),
                &[3.926602312048, 7.068582745629, 10.21017612281, 13.35176877775, 16.49336143135],
            ),
            (turning(0.1), &[2.638924696297, 4.793770850458, 7.875652942778]),
            (turning(1.0), &[2.010003322366, 4.703794262281, 7.856823551217]),
        ];
        for (ends, expected) in cases {
            let found = wave_numbers(&UNIFORM, ends, expected.len());
            for (found, expected) in found.into_iter().zip(expected) {
                assert_near(found, *expected, 12);
            }
        }
    }

    /// With mass and inertia at the tip, against the characteristic equation.
    #[test]
    fn wave_numbers_under_mass_and_inertia() {
        let (mu, j) = (0.7, 0.2);
        for b in wave_numbers(&UNIFORM, loaded(mu, j), 4) {
            let (s, c, sh, ch) = (b.sin(), b.cos(), b.sinh(), b.cosh());
            let left =
                (1.0 + c * ch) - mu * b * (s * ch - c * sh) - j * b.powi(3) * (s * ch + c * sh)
                    + mu * j * b.powi(4) * (1.0 - c * ch);
            assert!(left.abs() < 1e-12 * mu * j * b.powi(4) * ch, "{b}: {left}");
        }
    }

    /// Twist of a uniform beam: sin((n - 1/2) pi x).
    #[test]
    fn twist_is_a_sine() {
        let shapes = BeamShape::lowest(Strain::Slope, &UNIFORM, (Ends::default(), &[]), 5);
        for (n, shape) in shapes.iter().enumerate() {
            let wave = (n as f64 + 0.5) * std::f64::consts::PI;
            assert_near(shape.lambda.sqrt(), wave, 14);
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            assert_near(shape.at(0, 0.3), sign * 2f64.sqrt() * (wave * 0.3).sin(), 12);
        }
    }

    /// Shapes for a load that couples motions of several kinds have the static shapes of forces and moments on
    /// the tip in their space: the compliances of the tip are exact, as few as the shapes are.
    #[test]
    fn coupled_loads_keep_the_static_shapes() {
        for coupled in [true, false] {
            let ends = Ends { load: [0.3, 0.1, 0.2], coupled, ..Ends::default() };
            let compliance = |strain: Strain, a: usize, b: usize| -> f64 {
                let shapes = BeamShape::lowest(strain, &UNIFORM, (ends, &[]), 4);
                shapes.iter().map(|it| it.at(a, 1.0) * it.at(b, 1.0) / it.lambda).sum()
            };
            for (found, exact) in [
                (compliance(Strain::Bending, 0, 0), 1.0 / 3.0),
                (compliance(Strain::Bending, 0, 1), 0.5),
                (compliance(Strain::Bending, 1, 1), 1.0),
                (compliance(Strain::Slope, 0, 0), 1.0),
            ] {
                assert_eq!((found / exact - 1.0).abs() < 1e-9, coupled, "{found} {exact}");
            }
        }
    }

    /// Three sections that differ, under a load, on a hub or clamped.
    const STEPPED: [Section; 3] = [
        Section { width: 0.3, mass: 1.0, stiffness: 1.0, shear: None },
        Section { width: 0.5, mass: 0.6, stiffness: 0.2, shear: None },
        Section { width: 0.2, mass: 2.0, stiffness: 3.0, shear: None },
    ];

    /// Orthogonality in mass and in stiffness, by quadrature; also of high shapes.
    #[test]
    fn shapes_are_orthogonal() {
        for (sections, hub) in [(&UNIFORM[..], None), (&STEPPED, None), (&STEPPED, Some(0.05))] {
            let ends = Ends { hub, load: [0.7, 0.0, 0.2], ..Ends::default() };
            let nodes = nodes(sections);
            let shapes = bending(sections, ends, 12);
            assert_eq!(shapes.len(), 12);
            for (m, one) in shapes.iter().enumerate() {
                for (n, other) in shapes.iter().enumerate() {
                    let expected = f64::from(u8::from(m == n));
                    let at = |order: usize, x: f64| one.at(order, x) * other.at(order, x);
                    let mass = integral(&nodes, |x, s| sections[s].mass * at(0, x));
                    let mass = mass
                        + 0.7 * at(0, 1.0)
                        + 0.2 * at(1, 1.0)
                        + hub.unwrap_or_default() * at(1, 0.0);
                    assert!((mass - expected).abs() < 1e-11, "{m} {n}: {mass}");
                    let strain = integral(&nodes, |x, s| sections[s].stiffness * at(2, x));
                    let scale = (one.lambda * other.lambda).sqrt();
                    assert!((strain / scale - expected).abs() < 1e-10, "{m} {n}: {strain}");
                }
                assert!(one.at(0, 0.0).abs() < 1e-13);
                assert_eq!(hub.is_none(), one.at(1, 0.0).abs() < 1e-11);
            }
        }
    }

    /// A uniform beam cut into sections is the same beam.
    #[test]
    fn equal_sections_are_one() {
        let cut = [0.2, 0.5, 0.3].map(|width| Section { width, ..UNIFORM[0] });
        for ends in [loaded(0.3, 0.1), turning(0.4)] {
            let whole = bending(&UNIFORM, ends, 4);
            for (one, other) in bending(&cut, ends, 4).iter().zip(&whole) {
                assert_near(one.lambda, other.lambda, 12);
                [0.1, 0.45, 0.7, 1.0]
                    .iter()
                    .for_each(|x| assert_near(one.at(1, *x), other.at(1, *x), 11));
            }
        }
    }

    /// Stepped beams against the determinant of the exact solution: in every section a sum of
    /// cos, sin, cosh, sinh; two values at the root, eight conditions at the joins, two at the tip.
    #[test]
    fn stepped_beams_solve_the_equation_of_the_beam() {
        for hub in [None, Some(0.3)] {
            for shape in
                bending(&STEPPED, Ends { hub, load: [0.4, 0.0, 0.05], ..Ends::default() }, 4)
            {
                let around = |factor: f64| determinant(shape.lambda * factor, hub, [0.4, 0.05]);
                let [below, above] = [around(1.0 - 1e-11), around(1.0 + 1e-11)];
                assert!(below * above < 0.0, "{}: {below} {above}", shape.lambda);
            }
        }
    }

    /// Moves value, slope, moment and shear force along the stepped beam, from two states at its
    /// root; what is left of the two conditions at its tip.
    fn determinant(lambda: f64, hub: Option<f64>, [mu, j]: [f64; 2]) -> f64 {
        let starts = match hub {
            None => [[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]],
            // the moment turns the hub: k phi''(0) = -lambda h phi'(0)
            Some(h) => [[0.0, 1.0, -lambda * h, 0.0], [0.0, 0.0, 0.0, 1.0]],
        };
        let [a, b] = starts.map(|start| {
            let mut state = start;
            for section in STEPPED {
                let wave = (lambda * section.mass / section.stiffness).powf(0.25);
                let z = wave * section.width;
                // Krylov's functions: each is the derivative of the next
                let k = [
                    (z.cosh() + z.cos()) / 2.0,
                    (z.sinh() + z.sin()) / 2.0,
                    (z.cosh() - z.cos()) / 2.0,
                    (z.sinh() - z.sin()) / 2.0,
                ];
                // phi and its derivatives, over powers of the wave number
                let [value, slope, moment, shear] = state;
                let scaled = [
                    value,
                    slope / wave,
                    moment / section.stiffness / wave.powi(2),
                    shear / section.stiffness / wave.powi(3),
                ];
                let moved: [f64; 4] =
                    std::array::from_fn(|n| (0..4).map(|i| scaled[i] * k[(4 + i - n) % 4]).sum());
                state = [
                    moved[0],
                    moved[1] * wave,
                    moved[2] * wave.powi(2) * section.stiffness,
                    moved[3] * wave.powi(3) * section.stiffness,
                ];
            }
            let [value, slope, moment, shear] = state;
            [moment - lambda * j * slope, shear + lambda * mu * value]
        });
        a[0] * b[1] - a[1] * b[0]
    }

    /// The integral of the first n slopes, by another order of integration:
    /// int_0^1 (int_0^x f) dx = int_0^1 (1 - x) f dx.
    #[test]
    fn shortening_is_an_integral() {
        let nodes = nodes(&STEPPED);
        let shapes = bending(&STEPPED, loaded(0.3, 0.0), 3);
        let slopes = |x: f64| shapes[0].at(1, x) * shapes[2].at(1, x);
        let places = Places::new(&nodes);
        let [a, b] = [&shapes[0], &shapes[2]].map(|shape| places.values(|x| shape.slope(x)));
        let shortening = places.shortening(&a, &b);
        let with = |f: &dyn Fn(f64) -> f64| -> f64 {
            nodes.iter().zip(&shortening.at_nodes).map(|((x, w, _), value)| w * f(*x) * value).sum()
        };
        assert_near(with(&|_| 1.0), integral(&nodes, |x, _| (1.0 - x) * slopes(x)), 12);
        assert_near(with(&|x| x), integral(&nodes, |x, _| (1.0 - x * x) / 2.0 * slopes(x)), 12);
        assert_near(shortening.at_tip, integral(&nodes, |x, _| slopes(x)), 13);
    }
}
