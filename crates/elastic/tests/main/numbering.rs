//! The numbers of the nodes of a mesh do not matter, and neither does how wide its matrices are.
#![allow(clippy::unwrap_used, reason = "a test")]

use appell_elastic::FiniteElementModel;
use appell_elastic::finite_elements::ReducedModel;
use appell_numeric::random::Random;
use appell_numeric::sparse::Sparse;

/// A block of springs, without rotations: so many nodes along x, y and z, every one joined with all
/// that are next to it, also across. The section is no square, so that no two modes are alike. The
/// node at place k has the number `numbers[k]`. The first section is clamped, the tip is the last.
fn block([long, wide, high]: [usize; 3], numbers: &[usize]) -> FiniteElementModel {
    let cell = [0.1, 0.05, 0.03];
    let place = |k: usize| [k / (wide * high), k / high % wide, k % high];
    let count = long * wide * high;
    let mut nodes = vec![[0.0; 3]; count];
    for (k, number) in numbers.iter().enumerate() {
        let place = place(k);
        nodes[*number] = [0, 1, 2].map(|axis| cell[axis] * place[axis] as f64);
    }
    let mut stiffness = Vec::new();
    let mut mass = Vec::new();
    for one in 0..count {
        (0..3).for_each(|i| mass.push((3 * one + i, 3 * one + i, 0.3)));
        for other in one + 1..count {
            let [a, b] = [place(one), place(other)];
            if b[0] > a[0] + 1 {
                break;
            }
            if (0..3).any(|axis| a[axis].abs_diff(b[axis]) > 1) {
                continue;
            }
            let [p, q] = [numbers[one], numbers[other]];
            let way = [0, 1, 2].map(|i| nodes[q][i] - nodes[p][i]);
            let square: f64 = way.iter().map(|x| x * x).sum();
            for i in 0..3 {
                for j in 0..3 {
                    let entry = 1e6 * way[i] * way[j] / square.powf(1.5);
                    if j <= i {
                        stiffness.push((3 * p + i, 3 * p + j, entry));
                        stiffness.push((3 * q + i, 3 * q + j, entry));
                    }
                    stiffness.push((3 * p + i, 3 * q + j, -entry));
                }
            }
        }
    }
    let section = wide * high;
    FiniteElementModel {
        nodes,
        mass: Sparse::new(3 * count, &mass),
        stiffness: Sparse::new(3 * count, &stiffness),
        root: numbers[..section].to_vec(),
        tip: [0, high - 1, section - high, section - 1]
            .map(|k| numbers[count - section + k])
            .to_vec(),
        stations: Vec::new(),
        geometric: Vec::new(),
    }
}

fn reduced(size: [usize; 3], numbers: &[usize]) -> ReducedModel {
    block(size, numbers).reduce(3).unwrap_or_else(|problem| unreachable!("{problem}"))
}

/// Both to nine digits: of every frequency, else of the largest number of its kind.
fn assert_same(one: &ReducedModel, other: &ReducedModel) {
    let numbers = |model: &ReducedModel| -> [Vec<f64>; 5] {
        let modes = || model.modes.iter();
        [
            modes().flat_map(|mode| mode.shift).collect(),
            modes().flat_map(|mode| mode.slope).collect(),
            modes().flat_map(|mode| mode.first).collect(),
            modes().flat_map(|mode| mode.mixed.0.as_flattened().to_vec()).collect(),
            model.products.concat().iter().flat_map(|it| it.0.as_flattened().to_vec()).collect(),
        ]
    };
    assert_eq!(one.modes.len(), other.modes.len());
    for (a, b) in one.modes.iter().zip(&other.modes) {
        assert!((a.lambda / b.lambda - 1.0).abs() < 1e-9, "{} {}", a.lambda, b.lambda);
    }
    for (kind, others) in numbers(one).iter().zip(numbers(other)) {
        let largest = kind.iter().fold(0.0f64, |largest, entry| largest.max(entry.abs()));
        for (a, b) in kind.iter().zip(others) {
            assert!((a - b).abs() <= 1e-9 * largest, "{a} {b} of {largest}");
        }
    }
}

fn shuffled(count: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    Random::new(11).shuffle(&mut numbers);
    numbers
}

/// A long link with nodes numbered along it, and at random.
#[test]
fn random_numbers_give_the_same_modes() {
    let size = [60, 3, 2];
    let count = size.iter().product();
    let along: Vec<usize> = (0..count).collect();
    let ordered = reduced(size, &along);
    assert_same(&ordered, &reduced(size, &shuffled(count)));
    // a cantilever: the second bending mode in the stiffer plane is far above the first
    assert!(ordered.modes[0].lambda < ordered.modes[1].lambda);
}

/// A thick block: in no order do its rows come near to each other, so that its envelope has more
/// than two million numbers.
#[test]
fn thick_bodies() {
    let size = [12, 11, 11];
    let count = size.iter().product();
    let along: Vec<usize> = (0..count).collect();
    assert_same(&reduced(size, &along), &reduced(size, &shuffled(count)));
}
