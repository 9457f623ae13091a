//! A body on the tip of a mesh: the reduced link against the whole mesh with that body.
#![allow(clippy::unwrap_used, reason = "a test")]

use appell_elastic::FiniteElementModel;
use appell_elastic::finite_elements::ReducedModel;
use appell_numeric::pencil::pencil;
use appell_numeric::sparse::Sparse;
use appell_numeric::subspace::lowest;

use crate::space_frame::ladder;

/// A rigid body by mass, place of its centre from the tip, and moments of inertia about it, as a matrix for
/// the shift and the turn of the tip.
pub(crate) fn load(mass: f64, centre: [f64; 3], moments: [f64; 3]) -> [[f64; 6]; 6] {
    let [x, y, z] = centre;
    let lever = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
    let mut matrix = [[0.0; 6]; 6];
    for i in 0..3 {
        matrix[i][i] = mass;
        matrix[3 + i][3 + i] = moments[i];
        for j in 0..3 {
            // the centre moves by shift + turn x c
            matrix[3 + i][j] = mass * lever[i][j];
            matrix[j][3 + i] = mass * lever[i][j];
            matrix[3 + i][3 + j] += mass * (0..3).map(|k| lever[k][i] * lever[k][j]).sum::<f64>();
        }
    }
    matrix
}

/// The squares of the lowest frequencies of the whole mesh.
fn of_the_mesh(mesh: &FiniteElementModel, load: &[[f64; 6]; 6], count: usize) -> Vec<f64> {
    let mut place = vec![None; mesh.mass.size()];
    let moving = (0..place.len()).filter(|row| !mesh.root.contains(&(row / 6)));
    let size = moving.enumerate().map(|(k, row)| place[row] = Some(k)).count();
    let first = place[6 * mesh.tip[0]].unwrap();
    let body = (0..6).flat_map(|i| (0..=i).map(move |j| (first + i, first + j, load[i][j])));
    let mass: Vec<_> = mesh.mass.part(size, &place).entries().chain(body).collect();
    let mass = Sparse::new(size, &mass);
    let factor = mesh.stiffness.part(size, &place).factor().unwrap();
    let modes = lowest(count, size, |x| factor.solve(x), |x| mass.times(x));
    modes.into_iter().map(|(lambda, _)| lambda).collect()
}

/// The squares of the lowest frequencies of a reduced mesh.
fn of_the_modes(link: &ReducedModel, load: &[[f64; 6]; 6]) -> Vec<f64> {
    let tips: Vec<Vec<f64>> =
        link.modes.iter().map(|mode| [mode.shift, mode.slope].concat()).collect();
    let square = |entry: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
        (0..tips.len()).map(|j| (0..tips.len()).map(|k| entry(j, k)).collect()).collect()
    };
    let own = |j: usize, k: usize| if j == k { link.mass } else { 0.0 };
    let stiffness = square(&|j, k| own(j, k) * link.modes[j].lambda);
    let mass = square(&|j, k| {
        let products = (0..6).flat_map(|a| (0..6).map(move |b| (a, b)));
        own(j, k) + products.map(|(a, b)| tips[j][a] * load[a][b] * tips[k][b]).sum::<f64>()
    });
    pencil(&stiffness, &mass).unwrap().into_iter().map(|(lambda, _)| lambda).collect()
}

/// The relative errors of the first three frequencies.
fn errors(modes: usize, load: &[[f64; 6]; 6]) -> [f64; 3] {
    let mesh = ladder();
    let whole = of_the_mesh(&mesh, load, 3);
    let reduced = of_the_modes(&mesh.reduce(modes).unwrap(), load);
    [0, 1, 2].map(|k| (reduced[k] / whole[k]).sqrt() - 1.0)
}

/// With ten modes the first three frequencies are right to 1e-5, without a body on the tip, with a light
/// one and with one of five times the mass of the link, both eccentric; with eight, to 4e-3. (The lowest
/// vibrations of the free link alone: to 5 percent.)
#[test]
fn bodies_on_the_tip() {
    let loads = [
        load(0.0, [0.0; 3], [0.0; 3]),
        load(0.5, [0.05, 0.04, 0.03], [1e-3, 8e-4, 6e-4]),
        load(4.0, [0.05, 0.1, 0.03], [5e-3, 8e-3, 6e-3]),
    ];
    for load in &loads {
        for (modes, limits) in [(8, [1e-7, 2e-4, 5e-2]), (10, [1e-9, 1e-5, 1e-5])] {
            let errors = errors(modes, load);
            // Ritz: from above
            for (error, limit) in errors.into_iter().zip(limits) {
                assert!(error > -1e-8 && error < limit, "{modes}: {errors:?}");
            }
        }
    }
}

/// A body on a tip of several nodes: forces on it are shared as its motion is.
#[test]
fn forces_on_several_nodes_do_the_work_of_the_tip() {
    let mut mesh = ladder();
    let near =
        |node: &usize| mesh.nodes[*node][0] > 0.79 || (mesh.nodes[*node][0] - 0.4).abs() < 0.01;
    mesh.tip = (0..mesh.nodes.len()).filter(near).collect();
    assert!(mesh.tip.len() > 4);
    // static: a unit force along y and a moment about z on the tip, by all shapes and by six
    let stiff = |modes: usize| {
        let link = mesh.reduce(modes).unwrap();
        let compliance = |a: usize, b: usize| -> f64 {
            let entry = |k: usize| {
                let mode = &link.modes[k];
                let tip = [mode.shift, mode.slope].concat();
                tip[a] * tip[b] / (link.mass * mode.lambda)
            };
            (0..modes).map(entry).sum()
        };
        [compliance(1, 1), compliance(1, 5), compliance(5, 5), compliance(0, 0), compliance(3, 3)]
    };
    for (few, many) in stiff(8).into_iter().zip(stiff(36)) {
        assert!((few / many - 1.0).abs() < 1e-8, "{few} {many}");
    }
}
