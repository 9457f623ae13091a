//! Whether a printed transform is that of the robot between other frames: it then differs by constant
//! transforms at the base or at the end, and perhaps by the sense of a coordinate. Whether a printed vector
//! is that of the robot in other axes.

use appell_algebra::{BudgetedPoly, Poly, Rational};

use super::equation::Checker;
use super::side::Side;
use crate::known::COMPONENTS;
use crate::meaning::Meaning;
use crate::report::Assumption;
use crate::tensor::Tensor;

/// Rows of a rotation, and a position; none where it cannot be read.
struct Pose {
    rotation: Vec<Vec<Poly>>,
    position: Option<Vec<Poly>>,
}

impl Checker<'_, '_> {
    /// Whether only the choice of frames or axes distinguishes what is printed from what was derived.
    pub(super) fn is_in_other_frames(
        &self,
        derived: &Tensor<BudgetedPoly<'_>>,
        side: &Side,
    ) -> bool {
        match derived.shape() {
            (3, 1) => self.is_in_other_axes(derived, side),
            _ => self.is_of_other_frames(derived, side),
        }
    }

    /// Whether the entries of a vector are those that were derived, in another order or with other signs:
    /// in the axes of a frame that is turned by right angles.
    fn is_in_other_axes(&self, derived: &Tensor<BudgetedPoly<'_>>, side: &Side) -> bool {
        let Side::Cells(cells) = side else { return false };
        let printed = cells.iter().map(|row| match row.as_slice() {
            [Ok(cell)] => self.poly(cell).ok(),
            _ => None,
        });
        let (Some(printed), Some(derived)) = (
            printed.collect::<Option<Vec<Poly>>>(),
            derived.entries().map(|(_, it)| it.poly().ok().cloned()).collect::<Option<Vec<Poly>>>(),
        ) else {
            return false;
        };
        const ORDERS: [[usize; 3]; 5] = [[1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
        let fits = |order: &[usize; 3]| {
            order
                .iter()
                .zip(&printed)
                .all(|(from, printed)| *printed == derived[*from] || *printed == -&derived[*from])
        };
        // one sign alone is a misprint
        let turned = printed.iter().zip(&derived).filter(|(printed, derived)| printed != derived);
        let half_turn = fits(&[0, 1, 2]) && turned.count() > 1;
        printed.len() == 3 && (half_turn || ORDERS.iter().any(fits))
    }

    /// The same of a transform.
    fn is_of_other_frames(&self, derived: &Tensor<BudgetedPoly<'_>>, side: &Side) -> bool {
        let Side::Cells(cells) = side else { return false };
        let printed = |i: usize, j: usize| self.poly(cells.get(i)?.get(j)?.as_ref().ok()?).ok();
        let size = derived.shape();
        let derived = |i: usize, j: usize| derived.get(i, j)?.poly().ok().cloned();
        if !matches!(size, (3, 3) | (4, 4)) || cells.len() != size.0 {
            return false;
        }
        let (Some(printed), Some(derived)) = (pose(size.0, &printed), pose(size.0, &derived))
        else {
            return false;
        };
        let coordinates = self.robot.coordinates();
        let turned = coordinates.iter().map(|coordinate| {
            let value = [(*coordinate, -&Poly::symbol(*coordinate))];
            let change =
                |it: &Poly| it.substitute_all(&value, self.robot.symbols(), self.budget).ok();
            derived.changed(&change)
        });
        let as_it_is = derived.changed(&|it| Some(it.clone()));
        [as_it_is]
            .into_iter()
            .chain(turned)
            .flatten()
            .any(|derived| self.differ_by_constant(&printed, &derived) == Some(true))
    }

    fn product(&self, a: &[Vec<Poly>], b: &[Vec<Poly>]) -> Option<Vec<Vec<Poly>>> {
        let entry = |i: usize, j: usize| {
            (0..b.len()).try_fold(Poly::ZERO, |sum, k| {
                Some(&sum + &a[i][k].checked_mul(&b[k][j], self.budget).ok()?)
            })
        };
        let row = |i: usize| (0..b[0].len()).map(|j| entry(i, j)).collect();
        (0..a.len()).map(row).collect()
    }

    /// Whether P = D E or P = B D with constant E or B.
    fn differ_by_constant(&self, printed: &Pose, derived: &Pose) -> Option<bool> {
        let product = |a: &[Vec<Poly>], b: &[Vec<Poly>]| self.product(a, b);
        let is_constant = |rows: &[Vec<Poly>]| {
            let coordinates = self.robot.coordinates();
            let moves = |it: &Poly| {
                let symbols = it.symbols(self.robot.symbols());
                symbols.iter().any(|symbol| coordinates.contains(&symbol.base()))
            };
            !rows.iter().flatten().any(moves)
        };
        let back = transposed(&derived.rotation);
        let (after, before) =
            (product(&back, &printed.rotation)?, product(&printed.rotation, &back)?);
        let (Some(printed), Some(derived)) = (&printed.position, &derived.position) else {
            return Some(is_constant(&after) || is_constant(&before));
        };
        // E: its rotation, and its position in the axes of D
        let apart = printed.iter().zip(derived).map(|(p, d)| vec![p - d]);
        let apart: Vec<Vec<Poly>> = apart.collect();
        if is_constant(&after) && is_constant(&product(&back, &apart)?) {
            return Some(true);
        }
        // B
        let column: Vec<Vec<Poly>> = derived.iter().map(|it| vec![it.clone()]).collect();
        let moved = product(&before, &column)?;
        let apart = printed.iter().zip(&moved).map(|(p, d)| vec![p - &d[0]]);
        let apart: Vec<Vec<Poly>> = apart.collect();
        Some(is_constant(&before) && is_constant(&apart))
    }
}

/// The beginning of the words of an assumption about turned axes.
pub(super) const TURNED_AXES: &str = "the axes x, y, z of the frame are";

/// The frames with the origin of another one and axes that are turned by right angles: the constant factor
/// behind a transform of this size, and what it takes for granted.
pub(super) fn turned_frames(size: usize) -> Vec<(Meaning, Assumption)> {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let mut all = Vec::new();
    for (at, order) in ORDERS.iter().enumerate() {
        for signs in 0..8usize {
            let sign = |axis: usize| if signs >> axis & 1 == 1 { -1 } else { 1 };
            // right-handed: the last three orders are odd
            let is_right_handed = (signs.count_ones() % 2 == 1) == (at >= 3);
            if !is_right_handed || (at, signs) == (0, 0) {
                continue;
            }
            let entry = |i: usize, j: usize| match (i, j) {
                (0..3, 0..3) if order[j] == i => sign(j),
                (3, 3) => 1,
                _ => 0,
            };
            let row = |i: usize| {
                (0..size).map(|j| Meaning::Number(Rational::from(entry(i, j)))).collect()
            };
            let axis = |j: usize| {
                format!("{}{}", if sign(j) < 0 { "-" } else { "" }, COMPONENTS[order[j]])
            };
            let (x, y, z) = (axis(0), axis(1), axis(2));
            let words = format!("{TURNED_AXES} {x}, {y}, {z} of that of the robot");
            let assumption = Assumption { name: "frames".to_owned(), words };
            all.push((Meaning::Matrix((0..size).map(row).collect()), assumption));
        }
    }
    all
}

impl Pose {
    fn changed(&self, change: &impl Fn(&Poly) -> Option<Poly>) -> Option<Self> {
        let all = |row: &Vec<Poly>| row.iter().map(change).collect::<Option<Vec<_>>>();
        let rotation = self.rotation.iter().map(all).collect::<Option<_>>()?;
        Some(Self { rotation, position: self.position.as_ref().and_then(all) })
    }
}

fn pose(size: usize, entry: &impl Fn(usize, usize) -> Option<Poly>) -> Option<Pose> {
    let row = |i: usize| (0..3).map(|j| entry(i, j)).collect::<Option<Vec<_>>>();
    let position = |i: usize| if size == 4 { entry(i, 3) } else { Some(Poly::ZERO) };
    Some(Pose {
        rotation: (0..3).map(row).collect::<Option<_>>()?,
        position: (0..3).map(position).collect(),
    })
}

fn transposed(rows: &[Vec<Poly>]) -> Vec<Vec<Poly>> {
    (0..3).map(|j| rows.iter().map(|row| row[j].clone()).collect()).collect()
}
