//! Frames of beam elements in space, as meshes (Przemieniecki, Theory of Matrix Structural Analysis, 1968,
//! 5.6 and 11.6, without rotary inertia of bending).

use appell_elastic::FiniteElementModel;
use appell_numeric::sparse::Sparse;

/// A section with its material: E, G, area, second moments for bending in the plane and out of it, torsion
/// constant, density.
#[derive(Clone, Copy)]
pub(crate) struct Bar {
    pub(crate) young: f64,
    pub(crate) shear: f64,
    pub(crate) area: f64,
    pub(crate) in_plane: f64,
    pub(crate) out_of_plane: f64,
    pub(crate) torsion: f64,
    pub(crate) density: f64,
}

/// Nodes in the plane x y, and the elements between them.
#[derive(Default)]
pub(crate) struct Frame {
    pub(crate) nodes: Vec<[f64; 3]>,
    elements: Vec<[usize; 2]>,
}

impl Frame {
    /// The number of the node at a place, new or not.
    pub(crate) fn node(&mut self, x: f64, y: f64) -> usize {
        let at = |node: &[f64; 3]| (node[0] - x).hypot(node[1] - y) < 1e-9;
        self.nodes.iter().position(at).unwrap_or_else(|| {
            self.nodes.push([x, y, 0.0]);
            self.nodes.len() - 1
        })
    }

    /// A bar of so many elements.
    pub(crate) fn bar(&mut self, from: [f64; 2], to: [f64; 2], count: usize) {
        let place = |k: usize| {
            let t = k as f64 / count as f64;
            [0, 1].map(|i| from[i] + t * (to[i] - from[i]))
        };
        for k in 0..count {
            let [a, b] = [place(k), place(k + 1)].map(|[x, y]| self.node(x, y));
            self.elements.push([a, b]);
        }
    }

    /// The mesh, clamped at nodes, with a tip.
    pub(crate) fn mesh(&self, bar: &Bar, root: Vec<usize>, tip: usize) -> FiniteElementModel {
        let size = 6 * self.nodes.len();
        let (mut mass, mut stiffness) = (Vec::new(), Vec::new());
        for &[a, b] in &self.elements {
            let [m, k] = bar.matrices(self.nodes[a], self.nodes[b]);
            let row = |i: usize| if i < 6 { 6 * a + i } else { 6 * b + i - 6 };
            for i in 0..12 {
                for j in 0..12 {
                    if row(j) <= row(i) {
                        mass.push((row(i), row(j), m[i][j]));
                        stiffness.push((row(i), row(j), k[i][j]));
                    }
                }
            }
        }
        FiniteElementModel {
            nodes: self.nodes.clone(),
            mass: Sparse::new(size, &mass),
            stiffness: Sparse::new(size, &stiffness),
            root,
            tip: vec![tip],
            stations: Vec::new(),
            geometric: Vec::new(),
        }
    }
}

type Square = [[f64; 12]; 12];

impl Bar {
    /// Mass and stiffness of an element between two places, in the axes of the frame.
    fn matrices(&self, from: [f64; 3], to: [f64; 3]) -> [Square; 2] {
        let way = [0, 1, 2].map(|i| to[i] - from[i]);
        let l = way.iter().map(|x| x * x).sum::<f64>().sqrt();
        let [c, s] = [way[0] / l, way[1] / l];
        let heavy = self.density * self.area * l;
        let polar = self.density * (self.in_plane + self.out_of_plane) * l;
        let (mut mass, mut stiffness) = ([[0.0; 12]; 12], [[0.0; 12]; 12]);
        let add = |matrix: &mut Square, places: &[usize], entries: &[f64], scale: f64| {
            for (i, a) in places.iter().enumerate() {
                for (j, b) in places.iter().enumerate() {
                    matrix[*a][*b] += scale * entries[places.len() * i + j];
                }
            }
        };
        for (place, mass_of, stiff) in
            [(0, heavy, self.young * self.area / l), (3, polar, self.shear * self.torsion / l)]
        {
            add(&mut stiffness, &[place, place + 6], &[1.0, -1.0, -1.0, 1.0], stiff);
            add(&mut mass, &[place, place + 6], &[2.0, 1.0, 1.0, 2.0], mass_of / 6.0);
        }
        // bending along y turns about z, bending along z about -y
        for (places, sign, moment) in
            [([1, 5, 7, 11], 1.0, self.in_plane), ([2, 4, 8, 10], -1.0, self.out_of_plane)]
        {
            let (a, q) = (sign * l, l * l);
            #[rustfmt::skip]
            let strain = [
                12.0, 6.0 * a, -12.0, 6.0 * a,
                6.0 * a, 4.0 * q, -6.0 * a, 2.0 * q,
                -12.0, -6.0 * a, 12.0, -6.0 * a,
                6.0 * a, 2.0 * q, -6.0 * a, 4.0 * q,
            ];
            add(&mut stiffness, &places, &strain, self.young * moment / (l * l * l));
            #[rustfmt::skip]
            let inertia = [
                156.0, 22.0 * a, 54.0, -13.0 * a,
                22.0 * a, 4.0 * q, 13.0 * a, -3.0 * q,
                54.0, 13.0 * a, 156.0, -22.0 * a,
                -13.0 * a, -3.0 * q, -22.0 * a, 4.0 * q,
            ];
            add(&mut mass, &places, &inertia, heavy / 420.0);
        }
        // local from frame: x along the element, z out of the plane
        let turn = [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]];
        let turned = |matrix: Square| -> Square {
            let at = |i: usize, j: usize| -> f64 {
                let sums = (0..3).flat_map(|p| (0..3).map(move |q| (p, q)));
                sums.map(|(p, q)| {
                    turn[p][i % 3] * matrix[3 * (i / 3) + p][3 * (j / 3) + q] * turn[q][j % 3]
                })
                .sum()
            };
            std::array::from_fn(|i| std::array::from_fn(|j| at(i, j)))
        };
        [turned(mass), turned(stiffness)]
    }
}

/// Aluminium, 12 mm square but for the second moment in the plane.
pub(crate) const ALUMINIUM: Bar = Bar {
    young: 7e10,
    shear: 2.6e10,
    area: 1.44e-4,
    in_plane: 2.592e-9,
    out_of_plane: 1.728e-9,
    torsion: 2.916e-9,
    density: 2700.0,
};

/// A ladder that becomes narrower: two side bars of 0.8 m, a cross bar in the middle and one at the end,
/// in whose middle the tip is.
pub(crate) fn ladder() -> FiniteElementModel {
    let mut frame = Frame::default();
    for side in [-1.0, 1.0] {
        frame.bar([0.0, 0.05 * side], [0.8, 0.03 * side], 16);
    }
    frame.bar([0.4, -0.04], [0.4, 0.04], 4);
    frame.bar([0.8, -0.03], [0.8, 0.03], 4);
    let root = [-0.05, 0.05].map(|y| frame.node(0.0, y)).to_vec();
    let tip = frame.node(0.8, 0.0);
    frame.mesh(&ALUMINIUM, root, tip)
}
